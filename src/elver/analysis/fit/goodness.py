"""Whether the model describes the data, and what a recording might have wrong where it does not.

The size and the structure of the residuals, coverage, the mean as a rival, and held-out recordings are looked at.

All looks share one level (``LEVEL``): each gets its part of it, so that a right model with the right noise is called wrong in one
fit of a hundred. Residuals of a fit are not independent, since the unknowns were moved to make them small. What chance makes of
their structure is therefore drawn: independent numbers, less what the linearised fit would take of them.

Estimated noise makes chi^2 one by construction, so that it cannot judge; structure and the mean still can.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from elver.analysis.fit.least_squares import ROUGH, CachedEvaluator, Misfit, Point, State, descend
from elver.analysis.fit.noise import Levels, NoiseLevel, chained, deviations, first_levels, key_of, whitened
from elver.analysis.fit.problem import Block, Channel, Evaluation, FitVerdict, Problem, Recording, ResidualCheck, Score

LEVEL = 0.01  # probability that a right model with the right noise is called wrong
_LARGE = 1.5  # chi^2 per degree of freedom: below it, and without structure, it is the errors given that are a little too small
FAR = 5.0  # standard deviations: a number so far off is an outlier, or the model is wrong there
_FEW_FAR = 0.05  # of the numbers may be outliers; more are no outliers
_CUT = 4.0  # standard deviations: what one number may add to the structure
_LAGS = 10
_LEAST = 8  # numbers that structure needs
_MATTERS = 10.0  # sum of squares over noise from which structure can move an estimate by a standard deviation
_DRAWS, _DRAWN = 400, 20_000_000  # of chance; numbers drawn at most
_COVERED = 0.85  # share within 95 % intervals: below it coverage counts as lost
_PREDICTED = 4.0  # standard deviations: a held-out recording half of whose numbers are farther off is not predicted


@dataclass(frozen=True, eq=False)
class _Row:
    """Numbers that follow each other: a channel along time, or a metric of strokes over the recordings along ``law_by``.

    places: of the numbers among all fitted ones.   chain: which unbroken stretch each belongs to.
    """

    name: str
    places: np.ndarray
    chain: np.ndarray


def verdict(misfit: Misfit, point: Point, scores: Sequence[Score], held_out: Sequence[Score] = ()) -> FitVerdict:
    """What is to be said of a fit that ended at ``point``. scores: of fitted channels.   held_out: of those only predicted."""
    assert point.evaluation is not None
    assert point.jacobian is not None
    blocks = [b for b in point.evaluation.blocks if b.channel.count]
    if not blocks:
        return FitVerdict("cannot be judged", ("there is nothing fitted",))
    residual = np.concatenate([whitened(b.channel, b.difference, _level_of(b, misfit.levels)) for b in blocks])
    hat = _directions(point.jacobian)
    rows = [r for r in _rows_of(blocks, misfit.memory.problem) if len(r.places) >= _LEAST]
    groups = list(_skill_groups(blocks))
    each = LEVEL / (2 + len(rows) + len(groups))
    leverage = (hat[: len(residual)] ** 2).sum(axis=1)
    drawn = _Drawn(hat, len(residual))
    found = [
        *_chi_square(blocks, misfit.levels, residual, leverage, drawn, each),
        *(_structure(row, residual, drawn, each) for row in rows),
        *(_skill(name, own, misfit.levels, each) for name, own in groups),
        *_coverage(scores, each),
        *_prediction_checks(held_out),
    ]
    return _verdict(found, residual, float(leverage.sum()), blocks, misfit.levels, each)


def _level_of(block: Block, levels: Levels) -> NoiseLevel:
    return levels[key_of(block.channel)]


def _has_estimated_noise(block: Block) -> bool:
    """Whether the size of its noise was estimated from its residuals."""
    return block.channel.noise.model_error is None


def _directions(jacobian: np.ndarray) -> np.ndarray:
    """Orthonormal columns that span what the unknowns can move, priors among the rows."""
    lengths = np.linalg.norm(jacobian, axis=0)
    scaled = jacobian / np.where(lengths > 0, lengths, 1.0)
    U, sizes, _ = np.linalg.svd(scaled, full_matrices=False)
    return U[:, sizes > 1e-10 * max(float(sizes.max(initial=0.0)), 1e-300)]


class _Drawn:
    """Residuals that chance would leave: independent numbers less what the unknowns take of them; drawn once, when asked for."""

    def __init__(self, hat: np.ndarray, data: int):
        self.hat, self.data = hat, data
        self.kept: np.ndarray | None = None

    def of(self, places: np.ndarray) -> np.ndarray:
        """Draws by numbers at ``places``."""
        if self.kept is None:
            count = int(np.clip(_DRAWN // max(len(self.hat), 1), 100, _DRAWS))
            e = np.random.default_rng(0).standard_normal((count, len(self.hat)))
            self.kept = (e - (e @ self.hat) @ self.hat.T)[:, : self.data]
        return self.kept[:, places]


def _by_chance(value: float, drawn: np.ndarray) -> float:
    """Probability that chance makes a statistic so large: a gamma distribution with the mean and the variance of draws."""
    from scipy.stats import gamma

    mean, variance = float(drawn.mean()), float(drawn.var())
    return float(gamma.sf(value, mean**2 / variance, scale=variance / mean)) if variance > 0 and mean > 0 else 1.0


# --- looks -----------------------------------------------------------------------------------------------------------


def _chi_square(
    blocks: Sequence[Block], levels: Levels, residual: np.ndarray, leverage: np.ndarray, drawn: _Drawn, each: float
) -> Iterator[ResidualCheck]:
    """The sum of squares over noise that was given; within Huber's limit where there is one."""
    from scipy.stats import chi2

    given = np.concatenate([np.full(b.channel.count, not _has_estimated_noise(b)) for b in blocks])
    limit = np.concatenate([np.full(b.channel.count, _level_of(b, levels).huber) for b in blocks])
    plain, held = given & (limit <= 0), given & (limit > 0)
    if plain.any():
        total, freedom = float((residual[plain] ** 2).sum()), float((1.0 - leverage[plain]).sum())
        if freedom >= 0.5:
            p = float(chi2.sf(total, freedom))
            said = f"chi^2 is {total:.4g} with {freedom:.0f} degrees of freedom (p = {p:.2g})"
            yield ResidualCheck("chi-square", "all fitted numbers", total, p, p < each, said, freedom)
    if held.sum() >= _LEAST:
        places, limits = np.flatnonzero(held), limit[held]

        def within(w: np.ndarray) -> np.ndarray:
            inside = np.abs(w) <= limits
            return np.where(inside, w**2, 0.0).sum(axis=-1) / np.maximum(inside.sum(axis=-1), 1)

        own, chance = float(within(residual[held])), within(drawn.of(places))
        p = _by_chance(own, chance)
        beyond = float((np.abs(residual[held]) > limits).mean() - (np.abs(drawn.of(places)) > limits).mean())
        said = f"within Huber's limit the mean square over noise is {own / max(float(chance.mean()), 1e-300):.3g} (p = {p:.2g})"
        said += f"; {beyond:.0%} more numbers lie beyond it than noise would put there" if beyond > 0.2 else ""
        yield ResidualCheck("chi-square", "numbers within Huber's limit", own, p, p < each or beyond > 0.2, said)


def _rows_of(blocks: Sequence[Block], problem: Problem) -> Iterator[_Row]:
    """Everything that follows each other."""
    begin = 0
    metrics: dict[tuple[str, str, int], list[tuple[float, int]]] = {}
    for block in blocks:
        places = begin + np.arange(block.channel.count)
        begin += block.channel.count
        if block.channel.of_strokes:
            at = problem.recording(block.recording).values.get(problem.law_by, math.nan)
            for part, place in enumerate(places):
                metrics.setdefault((block.channel.name, block.channel.kind, part), []).append((at, int(place)))
        else:
            yield _Row(block.name, places, np.cumsum(~chained(block.channel)))
    for (name, _, _), pairs in metrics.items():
        if len(pairs) >= _LEAST and all(math.isfinite(at) for at, _ in pairs):
            yield _Row(f"{name} along {problem.law_by}", np.array([p for _, p in sorted(pairs)]), np.zeros(len(pairs), dtype=int))


def ljung_box(w: np.ndarray, chain: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Ljung and Box's statistic of rows of numbers, pairs within one chain alone, and the correlations of neighbours."""
    count = w.shape[-1]
    squares = np.maximum((w**2).mean(axis=-1), 1e-300)
    total, first = np.zeros(w.shape[:-1]), np.zeros(w.shape[:-1])
    for lag in range(1, min(_LAGS, count // 4) + 1):
        pairs = chain[lag:] == chain[:-lag]
        if (together := int(pairs.sum())) < 2:
            break
        r = (w[..., lag:][..., pairs] * w[..., :-lag][..., pairs]).sum(axis=-1) / squares
        total = total + r**2 / together
        if lag == 1:
            first = r / together
    return total, first


def periodogram_peak(w: np.ndarray) -> tuple[float, float]:
    """Fisher's probability that noise has a wave as strong as the strongest in ``w``, and how many numbers long that wave is."""
    powers = np.abs(np.fft.rfft(w)[1 : (len(w) - 1) // 2 + 1]) ** 2
    count, total = len(powers), float(powers.sum())
    if count < 2 or total <= 0:
        return 1.0, math.nan
    share = float(powers.max()) / total
    return min(1.0, count * (1.0 - share) ** (count - 1)), len(w) / (1 + int(powers.argmax()))


def _without_outliers(w: np.ndarray) -> np.ndarray:
    """Numbers over their usual size, a few that are far off taken as zero: they are judged by chi^2, not by where they stand."""
    scaled = w / max(1.4826 * float(np.median(np.abs(w))), 1e-300)
    far = np.abs(scaled) > FAR
    return np.where(far, 0.0, scaled) if far.mean() <= _FEW_FAR else w / max(float(np.sqrt((w**2).mean())), 1e-300)


def _structure(row: _Row, residual: np.ndarray, drawn: _Drawn, each: float) -> ResidualCheck:
    """Whether residuals follow each other: Ljung and Box's statistic of neighbours, and Fisher's of the strongest wave."""
    w = residual[row.places]
    cut = np.clip(_without_outliers(w), -_CUT, _CUT)
    q, rho = (float(x) for x in ljung_box(cut, row.chain))
    neighbours = _by_chance(q, ljung_box(np.clip(drawn.of(row.places), -_CUT, _CUT), row.chain)[0])
    wave, length = periodogram_peak(cut)
    p = min(1.0, 2.0 * min(neighbours, wave))
    steps = np.diff(w)[row.chain[1:] == row.chain[:-1]]
    watson = float((steps**2).sum() / max(float((w**2).sum()), 1e-300))
    worth = max(1.0, len(w) * (1.0 - rho) / (1.0 + rho)) if rho > 0 else float(len(w))
    said = f"the residuals of {row.name} are no noise (p = {p:.1g}): "
    if wave < neighbours:
        said += f"a wave {length:.3g} numbers long stands out of them"
    else:
        said += f"neighbours correlate by {rho:.2f} (Durbin-Watson {watson:.2f}), so that {len(w)} numbers are worth {worth:.0f}"
    return ResidualCheck("structure", row.name, q, p, p < each and float((w**2).sum()) > _MATTERS, said, worth)


def _skill_groups(blocks: Sequence[Block]) -> Iterator[tuple[str, list[Block]]]:
    """Numbers that a mean can be taken of: a channel along time, or a metric of strokes over the recordings."""
    metrics: dict[str, list[Block]] = {}
    for block in blocks:
        if block.channel.of_strokes:
            if block.channel.count == 1:
                metrics.setdefault(block.channel.name, []).append(block)
        elif block.channel.count >= _LEAST:
            yield block.name, [block]
    yield from ((name, own) for name, own in metrics.items() if len(own) >= 4)


def _skill(name: str, blocks: Sequence[Block], levels: Levels, each: float) -> ResidualCheck:
    """Whether the mean of the measured numbers would tell them better: the model's sum of squares beside the mean's."""
    from scipy.stats import chi2, f

    level = _level_of(blocks[0], levels)
    d = np.concatenate([deviations(b.channel, _level_of(b, levels)) for b in blocks])
    values = np.concatenate([b.channel.values for b in blocks])
    own = float((np.concatenate([b.difference for b in blocks]) ** 2 / d**2).sum())
    mean = float((values / d**2).sum() / (1.0 / d**2).sum())
    about = float(((values - mean) ** 2 / d**2).sum())
    count, excess = len(d), own - about
    score = 1.0 - own / max(about, 1e-300)
    told = max(count * (1.0 - level.ar1) / (1.0 + level.ar1), 2.0)
    chance = count / told * max(f.isf(each, 1, told - 1.0) * about / (count - 1), chi2.isf(each, 1))
    clearly = count >= 2 * _LAGS and excess > max(0.5 * about, chi2.isf(each, 1))
    said = f"the mean of {name} tells it better than the model (skill {score:.2g})"
    return ResidualCheck("skill", name, score, math.nan, bool(excess > chance or clearly), said, told)


def _coverage(scores: Sequence[Score], each: float) -> Iterator[ResidualCheck]:
    """The share of the fitted numbers within 95 % of their noise."""
    from scipy.stats import binom

    z = np.concatenate([s.z for s in scores] or [np.zeros(0)])
    z = z[np.isfinite(z)]
    if len(z) >= _LEAST:
        inside = int((np.abs(z) <= 1.959964).sum())
        share, p = inside / len(z), float(binom.cdf(inside, len(z), 0.95))
        said = f"{share:.0%} of {len(z)} fitted numbers lie within their 95 % intervals"
        yield ResidualCheck("coverage", "all fitted numbers", share, p, share < _COVERED and p < each, said, len(z))


def _prediction_checks(scores: Sequence[Score]) -> Iterator[ResidualCheck]:
    """Held-out recordings half of whose numbers are far from what was predicted."""
    for name in dict.fromkeys(s.recording for s in scores):
        z = np.concatenate([s.z for s in scores if s.recording == name])
        z = z[np.isfinite(z)]
        if len(z):
            far = float(np.median(np.abs(z)))
            said = f"half of the numbers of '{name}', which was held out, are {far:.3g} standard deviations off or more"
            yield ResidualCheck("held out", name, far, math.nan, far > _PREDICTED, said, len(z))


# --- what follows ----------------------------------------------------------------------------------------------------


_MUCH, _FOLLOWS = 1 / 3, 0.3  # share of the variance, and correlation of neighbours, beyond which model error is told


def _verdict(
    checks: Sequence[ResidualCheck], residual: np.ndarray, paid: float, blocks: Sequence[Block], levels: Levels, each: float
) -> FitVerdict:
    """The verdict of all looks together, with sentences."""
    failed = [c for c in checks if c.failed]
    notes = _noise_notes(checks, blocks, levels)
    plain = next((c for c in checks if c.kind == "chi-square" and c.freedom), None)
    others = [c for c in failed if c is not plain]
    if plain is not None and plain.failed and not others and plain.statistic <= _LARGE * plain.freedom:
        factor = math.sqrt(plain.statistic / plain.freedom)
        notes += (
            f"{plain.said}: the errors given are too small by a factor of {factor:.2f}, and so are the intervals. The residuals "
            "show no structure. Give larger errors, or noise: {model_error: estimate}.",
        )
        failed = []
    if not failed:
        judged = [c for c in checks if c.kind in ("chi-square", "structure")]
        structured = tuple(_structured_errors(blocks, levels))
        return FitVerdict("described" if judged else "cannot be judged", (), tuple(checks), notes, structured=structured)
    if plain is not None and all(c in (plain,) or c.kind == "coverage" for c in failed):
        far = _only_outliers(residual, paid, blocks, levels, each)
        if far:
            return FitVerdict("outliers", tuple(c.said for c in failed), tuple(checks), notes, far)
    order = ("chi-square", "skill", "structure", "coverage", "held out")
    failed.sort(key=lambda c: (order.index(c.kind), c.p if math.isfinite(c.p) else c.statistic))
    reasons, more = [], 0
    for kind in order:
        own = [c.said for c in failed if c.kind == kind]
        reasons += own[:2]
        more += len(own[2:])
    if more:
        reasons.append(f"and {more} more such signs")
    return FitVerdict("not described", tuple(reasons), tuple(checks), notes)


def _only_outliers(residual: np.ndarray, paid: float, blocks: Sequence[Block], levels: Levels, each: float) -> int:
    """How many numbers are outliers, where they are a few and the others are as noise should be; 0 otherwise."""
    from scipy.stats import chi2

    given = np.concatenate(
        [np.full(b.channel.count, not _has_estimated_noise(b) and _level_of(b, levels).huber <= 0) for b in blocks]
    )
    w = residual[given]
    far = np.abs(w) > FAR
    count, freedom = int(far.sum()), len(w) - int(far.sum()) - paid
    if not count or count > _FEW_FAR * len(w) or freedom < _LEAST:
        return 0
    rest = float((w[~far] ** 2).sum())
    return count if rest <= _LARGE * freedom or chi2.sf(rest, freedom) >= each else 0


def _structured_errors(blocks: Sequence[Block], levels: Levels) -> Iterator[str]:
    """Channels whose estimated noise has taken in what follows itself: no look at the residuals sees that any more."""
    for name in dict.fromkeys(b.channel.name for b in blocks if _has_estimated_noise(b) and b.channel.noise.ar1 is None):
        own = [b for b in blocks if b.channel.name == name]
        level, sigma = _level_of(own[0], levels), np.concatenate([b.channel.sigma for b in own])
        share = float(np.mean(level.model_error**2 / (level.model_error**2 + sigma**2)))
        if share > _MUCH and level.ar1 > _FOLLOWS:
            unit = f" {own[0].channel.unit}" if own[0].channel.unit not in ("", "1") else ""
            yield f"{level.model_error:.3g}{unit} in {name} ({share:.0%} of the noise, correlation {level.ar1:.2f} of neighbours)"


def _noise_notes(checks: Sequence[ResidualCheck], blocks: Sequence[Block], levels: Levels) -> tuple[str, ...]:
    """What the errors given, or estimated, do to the judgement."""
    names = list(dict.fromkeys(b.channel.name for b in blocks if _has_estimated_noise(b)))
    found = []
    if names:
        which = "chi^2 cannot judge" if all(map(_has_estimated_noise, blocks)) else f"chi^2 cannot judge {', '.join(names)}"
        found.append(f"{which}: the noise was estimated from these residuals. Their structure and their mean judge instead.")
    for name in names:
        own = [b for b in blocks if b.channel.name == name]
        error = _level_of(own[0], levels).model_error
        sigma = float(np.median(np.concatenate([b.channel.sigma for b in own])))
        if error > 3.0 * sigma:
            unit = f" {own[0].channel.unit}" if own[0].channel.unit not in ("", "1") else ""
            found.append(
                f"The model tells {name} to {error:.3g}{unit} only (estimated), {error / sigma:.2g} times the error of the "
                "measurement."
            )
    plain = next((c for c in checks if c.kind == "chi-square" and c.freedom), None)
    if plain is not None and plain.freedom >= 20 and plain.statistic < plain.freedom / _LARGE**2:
        factor = math.sqrt(plain.freedom / max(plain.statistic, 1e-300))
        found.append(
            f"The errors given are larger than the residuals, by a factor of {factor:.2g}: so are the intervals."
            if factor < 1e3
            else "The residuals are nothing beside the errors given."
        )
    return tuple(found)


# --- What a recording might have wrong where the model does not describe it: axes swapped, a sign, a clock.
#
# Every supposition changes measured numbers, not the model, so that predictions which are there already serve it. All of them are
# looked at where the search began and where it ended, with one step of the linearised fit, held back by what is believed of the
# unknowns. The best few are then fitted again. Only what mends the fit is told.

_Places = Mapping[tuple[str, str], Channel]  # recording and channel -> its numbers, changed
_MENDED = 0.1  # of the cost: what comes down so far mends the fit
_GOOD = 1.5  # chi^2 per degree of freedom: so does what comes down to this from above
_ALIKE = 1.1  # costs within this factor are as good as each other: the simplest is told
_TRIED = 2  # suppositions of each kind that are fitted again
_FEW = 20  # iterations of such a fit
_SHIFTS = 40  # of the clock, either way
_BEYOND = 1e6  # by which sigma grows where a shifted clock leaves no number


@dataclass(frozen=True, eq=False)
class _Supposition:
    """A change of numbers. words: behind ``with``.   kind: ``axes`` or ``clock``."""

    words: str
    changed: _Places
    kind: str = "axes"


class _ChangedEvaluator:
    """A memory of evaluations beside other numbers."""

    def __init__(self, memory: CachedEvaluator, changed: _Places):
        self.memory, self.changed, self.problem = memory, changed, memory.problem

    def __call__(self, theta: np.ndarray, slopes: bool = True, recordings: Sequence[str] | None = None) -> Evaluation:
        found = self.memory(theta, slopes=slopes, recordings=recordings)
        blocks = (replace(b, channel=self.changed.get((b.recording, b.channel.name), b.channel)) for b in found.blocks)
        return replace(found, blocks=tuple(blocks))


def remedies(
    memory: CachedEvaluator, recordings: Sequence[str], free: Sequence[int], thetas: Sequence[np.ndarray]
) -> tuple[str, ...]:
    """A sentence about the change of ``recordings`` after which a fit of the ``free`` unknowns would describe them; none else.

    thetas: points to look from, the present estimates last.   The noise counts as given: an estimate holds all that is wrong.
    """
    own = [memory.problem.recording(name) for name in recordings]
    levels = first_levels(c for r in own for c in r.channels)
    present = Misfit(memory, levels, recordings, free, thetas[-1])
    cost = present.at(present.start).cost
    freedom = max(sum(r.count for r in own) - len(free), 1)
    screened: dict[str, list] = {}
    for number, one in enumerate(_suppositions(own)):
        misfit = Misfit(_ChangedEvaluator(memory, one.changed), levels, recordings, free, thetas[-1])  # type: ignore[arg-type]
        least, place = min((_after_one_step(misfit, theta), k) for k, theta in enumerate(thetas))
        if least < cost:
            screened.setdefault(one.kind, []).append((least, number, one, misfit, thetas[place]))
    ended = []
    for _, number, one, misfit, theta in (
        row for rows in screened.values() for row in sorted(rows, key=lambda r: r[:2])[:_TRIED]
    ):
        misfit.held = np.array(theta, float)
        after = (descend(misfit, State(misfit.start), ROUGH, _FEW).point if misfit.free else misfit.at(misfit.start)).cost
        if after < _MENDED * cost or 2.0 * after <= _GOOD * freedom < 2.0 * cost:
            ended.append((after, number, one))
    alike = [row for row in ended if row[0] <= _ALIKE * min(ended)[0]]
    return tuple(
        f"With {one.words} chi^2 per degree of freedom would be {2 * after / freedom:.3g} instead of "
        f"{2 * cost / freedom:.3g}: look there first."
        for after, _, one in sorted(alike, key=lambda row: row[1])[:1]
    )


def _after_one_step(misfit: Misfit, theta: np.ndarray) -> float:
    """The cost after one step of the linearised fit from theta, held back by the widths of what is believed."""
    s = misfit.scales.search(theta[misfit.free])
    misfit.held = np.array(theta, float)
    point: Point = misfit.at(s)
    if not math.isfinite(point.cost) or not misfit.free:
        return point.cost
    assert point.jacobian is not None
    J = point.jacobian * misfit.scales.widths
    step = np.linalg.solve(J.T @ J + np.eye(J.shape[1]), -J.T @ point.residual)
    rest = point.residual + J @ step
    return min(point.cost, 0.5 * float(rest @ rest))


# --- suppositions ----------------------------------------------------------------------------------------------------


def _suppositions(recordings: Sequence[Recording]) -> Iterator[_Supposition]:
    """Every change of all recordings alike, and of each alone."""
    several = len(recordings) > 1
    for part in [list(recordings), *([r] for r in recordings if several)]:
        where = "" if not several else " in all recordings" if len(part) > 1 else f" in recording '{part[0].name}'"
        for words, change in _changes(part):
            changed = {(r.name, c.name): c for r in part for c in change(r)}
            if changed:
                yield _Supposition(words + where, changed)
    for recording in recordings:
        yield from _shifted_clocks(recording, f" in recording '{recording.name}'" if several else "")


def _changes(recordings: Sequence[Recording]) -> Iterator[tuple[str, Callable[[Recording], list[Channel]]]]:
    """Words, and what they do to a recording."""
    paired = {c.name for r in recordings for pair in _axis_pairs(r) for c in pair}
    if paired:
        for words, turn in _QUARTERS:
            yield words, partial(_turned_axes, turn)
    for name in dict.fromkeys(c.name for r in recordings for c in r.channels):
        if name not in paired:
            yield f"the other sign of {name}", partial(_other_sign, name)


def _turned_axes(turn: tuple[tuple[int, int], ...], recording: Recording) -> list[Channel]:
    return [c for pair in _axis_pairs(recording) for c in _exchange(pair, turn)]


def _other_sign(name: str, recording: Recording) -> list[Channel]:
    return [replace(c, values=-c.values) for c in recording.channels if c.name == name]


_QUARTERS = (
    ("x and y swapped", ((0, 1), (1, 0))),
    ("the other sign of x", ((-1, 0), (0, 1))),
    ("the other sign of y", ((1, 0), (0, -1))),
    ("the other sign of x and of y", ((-1, 0), (0, -1))),
    ("x and y swapped and the sign of x changed", ((0, -1), (1, 0))),
    ("x and y swapped and the sign of y changed", ((0, 1), (-1, 0))),
    ("x and y swapped and both signs changed", ((0, -1), (-1, 0))),
)


def _axis_pairs(recording: Recording) -> list[tuple[Channel, Channel]]:
    """Channels whose names differ by x and y alone."""
    by_name = {c.name: c for c in recording.channels}
    found = []
    for name, own in by_name.items():
        other = by_name.get(re.sub(r"(?<![A-Za-z])x(?![A-Za-z])", "y", name))
        if other is None or other is own or (other.kind, other.unit) != (own.kind, own.unit):
            continue
        if not own.of_strokes or own.count == other.count:
            found.append((own, other))
    return found


def _exchange(pair: tuple[Channel, Channel], turn: tuple[tuple[int, int], ...]) -> list[Channel]:
    """Both channels with what they say exchanged or reversed."""
    found = []
    for own, other, (here, there) in ((pair[0], pair[1], turn[0]), (pair[1], pair[0], turn[1][::-1])):
        if there:
            values, sigma = (_resample(other, own.times, column) for column in (other.values, other.sigma))
            found.append(replace(own, values=there * values, sigma=sigma))
        else:
            found.append(replace(own, values=here * own.values))
    return found


def _resample(channel: Channel, times: np.ndarray, column: np.ndarray) -> np.ndarray:
    """A column of a channel at other times."""
    if channel.of_strokes or np.array_equal(channel.times, times):
        return column
    order = np.argsort(channel.times)
    return np.interp(times, channel.times[order], column[order])


def _shifted_clocks(recording: Recording, where: str) -> Iterator[_Supposition]:
    """All numbers over time earlier or later, by whole samples up to a quarter of the recording."""
    own = [c for c in recording.channels if not c.of_strokes and c.count >= 8]
    if not own:
        return
    usual = min(float(np.median(np.abs(np.diff(c.times)))) for c in own)
    longest = max(float(np.ptp(c.times)) for c in own)
    if not usual > 0:
        return
    counts = np.unique(np.rint(np.linspace(1, max(1.0, 0.25 * longest / usual), _SHIFTS)).astype(int))
    for shift in (sign * usual * int(k) for k in counts for sign in (1, -1)):
        words = f"its clock {abs(shift):.3g} s {'later' if shift > 0 else 'earlier'}{where}"
        yield _Supposition(words, {(recording.name, c.name): _shift(c, shift) for c in own}, "clock")


def _shift(channel: Channel, shift: float) -> Channel:
    """The numbers as if each had been taken ``shift`` later; where none is left, sigma says so."""
    order = np.argsort(channel.times)
    times, at = channel.times[order] + shift, channel.times
    values, sigma = (np.interp(at, times, column[order]) for column in (channel.values, channel.sigma))
    gone = (at < times[0]) | (at > times[-1])
    return replace(channel, values=values, sigma=np.where(gone, _BEYOND * sigma, sigma))
