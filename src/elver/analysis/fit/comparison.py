"""Several forms of a model on the same recordings: what a number more buys.

Of every form, fitted by itself, with n numbers fitted and k numbers chosen for them (unknowns, and noise that was estimated),

    D = -2 ln L = sum of w_i^2 + sum of ln(2 pi d_i^2) + sum over chains of ln(1 - rho^2)          w: whitened residuals
    AICc = D + 2 k + 2 k (k + 1) / (n - k - 1)        Sugiura 1978: what is lost in predicting, of few numbers too
    BIC = D + k ln n                                  Schwarz 1978: what speaks for a form, of many numbers

Only differences mean something. A number more must lower D by 2 to be worth it to AIC, and by ln n to BIC; one that means nothing
lowers it by 1 on the average. Both hold for independent errors of the size that was given: where the form is wrong, residuals
follow each other and n counts too many. Errors on recordings that a form has not seen hold whatever the noise is: each fitted
recording left out in turn, and those that were held out, as root mean squares of error over the sigma of the measurement.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from elver._support.errors import InputError
from elver.analysis.fit.noise import NoiseLevel, chained, deviations, key_of, whitened
from elver.analysis.fit.problem import Fit, Problem, Score

_ROUNDING = 1e-9  # by which the same number may differ between two readings of it
_WORTH = 2.0  # of BIC: less is hardly worth a mention (Kass and Raftery 1995)
_SAME = 0.02  # share by which errors on recordings left out may differ and count as alike


@dataclass(frozen=True)
class FormScore:
    """One form of the model. numbers: k, chosen for the recordings; fitted: n, of them.

    deviance: -2 ln L.   chi_square: its sum of squares.   aicc: nan where k is too large for n.   bic.
    left_out: error over sigma, root mean square, on each recording by a fit without it; nan where that was not computed.
    held_out: the same on held-out recordings; nan where there are none.
    status: of the fit.   trusted: whether it describes the data.
    """

    name: str
    numbers: int
    fitted: int
    deviance: float
    chi_square: float
    aicc: float
    bic: float
    left_out: float
    held_out: float
    status: str
    trusted: bool


@dataclass(frozen=True)
class Comparison:
    """Forms in the order of their numbers, and what is to be said of them.

    errors: form -> channel -> mean absolute error on the recordings left out in turn.
    """

    forms: tuple[FormScore, ...]
    errors: Mapping[str, Mapping[str, float]]

    def form(self, name: str) -> FormScore:
        """A form by name."""
        return next(form for form in self.forms if form.name == name)

    def best(self, by: str = "bic") -> FormScore:
        """The form with the least ``bic``, ``aicc``, ``left_out`` or ``held_out``."""
        known = [form for form in self.forms if math.isfinite(getattr(form, by))]
        if not known:
            raise InputError(f"no form has a number for '{by}'. Fit with leave_out, or hold recordings out.")
        return min(known, key=lambda form: getattr(form, by))

    def weights(self) -> dict[str, float]:
        """Akaike's weights: the probability that a form is the one that predicts best, of these alone."""
        least = min((f.aicc for f in self.forms if math.isfinite(f.aicc)), default=math.nan)
        parts = {f.name: math.exp(-0.5 * (f.aicc - least)) if math.isfinite(f.aicc) else 0.0 for f in self.forms}
        return {name: part / total for name, part in parts.items()} if (total := sum(parts.values())) else parts

    def sentences(self) -> list[str]:
        """What every form buys with its numbers, beside the best one that has fewer, or as many."""
        return [_gain_text(form, _rival(form, self.forms)) for form in self.forms if _rival(form, self.forms) is not None]


def compare_fits(fits: Mapping[str, Fit]) -> Comparison:
    """Compare fits of the same recordings by other forms of the model, by their names.

    Raises
    ------
    InputError
        Where they did not fit the same numbers, or hold outliers down, of which no likelihood is known.
    """
    if len(fits) < 2:
        raise InputError("a comparison needs two fits or more, by name.")
    check_comparable({name: fit.problem for name, fit in fits.items()})
    for name, fit in fits.items():
        if fit.evaluation.failed:
            failed = next(iter(fit.evaluation.failed))
            raise InputError(f"form '{name}' has no numbers for recording '{failed}': {fit.evaluation.failed[failed]}.")
    forms = sorted((_form_score(name, fit) for name, fit in fits.items()), key=lambda form: (form.numbers, form.bic))
    from elver.analysis.fit.summary import MODEL, error_means

    errors = {}
    for form in forms:
        means = error_means([s for own in fits[form.name].left_out.values() for s in own.scores])
        errors[form.name] = {channel: own[MODEL] for channel, own in means.items() if MODEL in own}
    return Comparison(tuple(forms), errors)


def check_comparable(problems: Mapping[str, Problem]) -> None:
    """Refuse forms that are not fitted on the same numbers with the same errors."""
    (first, usual), *others = problems.items()
    _check_noise(first, usual)
    for name, problem in others:
        _check_noise(name, problem)
        for what, one, two in (
            ("fitted", usual.fitted, problem.fitted),
            ("held out", usual.held_out, problem.held_out),
        ):
            if differ := {r.name for r in one} ^ {r.name for r in two}:
                odd = sorted(differ)[0]
                raise InputError(f"'{first}' and '{name}' are not compared: recording '{odd}' is not {what} by both.")
        for recording in usual.recordings:
            channels = {c.name: c for c in problem.recording(recording.name).channels}
            for channel in recording.channels:
                other = channels.get(channel.name)
                same = other is not None and other.count == channel.count and channel.noise == other.noise
                if other is None or not (same and _equal(channel.values, other.values) and _equal(channel.sigma, other.sigma)):
                    raise InputError(
                        f"'{first}' and '{name}' are not compared: channel '{channel.name}' of recording '{recording.name}' has "
                        "other numbers, errors or noise there. Give both the same channels, sigma and noise."
                    )


def _equal(one: np.ndarray, other: np.ndarray) -> bool:
    return bool(np.allclose(one, other, rtol=_ROUNDING, atol=_ROUNDING * max(float(np.abs(one).max(initial=0.0)), 1e-300)))


def _check_noise(name: str, problem: Problem) -> None:
    for recording in problem.fitted:
        for channel in recording.channels:
            if channel.noise.huber > 0:
                raise InputError(
                    f"'{name}' is not compared: channel '{channel.name}' has noise huber, which holds outliers down and has no "
                    "likelihood. Leave huber out, or the outliers."
                )


def _form_score(name: str, fit: Fit) -> FormScore:
    from elver.analysis.fit.summary import trusted

    fitted = {r.name for r in fit.problem.fitted}
    blocks = [b for b in fit.evaluation.blocks if b.recording in fitted]
    squares = logarithm = 0.0
    for block in blocks:
        noise, channel = fit.noise[block.name], block.channel
        level = NoiseLevel(noise.ar1, noise.model_error)
        squares += float((whitened(channel, block.difference, level) ** 2).sum())
        logarithm += float(np.log(2 * math.pi * deviations(channel, level) ** 2).sum())
        logarithm += math.log(1 - noise.ar1**2) * int(chained(channel).sum()) if noise.ar1 else 0.0
    n = sum(b.channel.count for b in blocks)
    k = sum(u.recording in ("", *fitted) for u in fit.problem.unknowns) + _estimated_noise(fit.problem)
    D = squares + logarithm
    aicc = D + 2 * k + 2 * k * (k + 1) / (n - k - 1) if n > k + 1 else math.nan
    left = [s for own in fit.left_out.values() for s in own.scores]
    complete = left and not any(own.skipped for own in fit.left_out.values())
    return FormScore(
        name, k, n, D, squares, aicc, D + k * math.log(n),
        _over_sigma(fit.problem, left) if complete else math.nan,
        _over_sigma(fit.problem, [s for s in fit.scores if s.held_out]),
        fit.status, trusted(fit),
    )  # fmt: skip


def _estimated_noise(problem: Problem) -> int:
    """How many numbers of the noise are estimated: those of channels of one kind are one."""
    noises = {key_of(c): c for r in problem.fitted for c in r.channels}
    return sum((c.noise.model_error is None) + (c.noise.ar1 is None) for c in noises.values())


def _over_sigma(problem: Problem, scores: Iterable[Score]) -> float:
    """Root mean square of (predicted - measured) / sigma over all numbers of some scores; nan for none."""
    parts = []
    for score in scores:
        channel = problem.recording(score.recording).channel(score.channel)
        parts.append((0.5 * (score.low + score.high) - channel.values) / channel.sigma)
    return float(np.sqrt(np.mean(np.concatenate(parts) ** 2))) if parts else math.nan


def _rival(form: FormScore, forms: Sequence[FormScore]) -> FormScore | None:
    """The best of the forms before it: those with fewer numbers, and those with as many that stand before it."""
    before = [f for f in forms[: forms.index(form)] if math.isfinite(f.bic)]
    return min(before, key=lambda f: f.bic) if before else None


def _gain_text(form: FormScore, rival: FormScore | None) -> str:
    """What the further numbers of a form buy."""
    assert rival is not None
    more, bic = form.numbers - rival.numbers, form.bic - rival.bic
    count = "as many numbers as" if more == 0 else f"{more} number{'s' * (more > 1)} more than"
    said = f"{form.name} has {count} {rival.name}: -2 ln L {_change(form.deviance - rival.deviance)}, BIC {_change(bic)}"
    better = worse = None
    if math.isfinite(form.left_out) and math.isfinite(rival.left_out):
        said += f", error on recordings left out {rival.left_out:.3g} -> {form.left_out:.3g} sigma"
        better = form.left_out < rival.left_out * (1 - _SAME)
        worse = form.left_out > rival.left_out * (1 + _SAME)
    if bic <= -_WORTH and not worse:
        verdict = "worth it" if more else "better"
    elif bic >= _WORTH and not better:
        verdict = "NOT worth it" if more else "NOT better"
    elif (bic <= -_WORTH and worse) or (bic >= _WORTH and better):
        verdict = "the two do not agree: trust the recordings left out"
    else:
        verdict = "the recordings do not tell"
    return f"{said}: {verdict}"


def _change(change: float) -> str:
    return f"{'rises' if change > 0 else 'falls'} by {abs(change):.3g}"
