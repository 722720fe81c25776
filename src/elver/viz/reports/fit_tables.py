"""The tables of a fit as texts in rows: the terminal, the page and Markdown show the same ones."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from elver._support.units import in_unit
from elver.analysis import Block, Estimate, Evaluation, Fit, Problem, Score, Unknown
from elver.analysis.fit.comparison import Comparison
from elver.analysis.fit.prediction import Prediction
from elver.analysis.fit.problem import unit_of
from elver.analysis.fit.summary import MODEL, NO_INTERVALS, error_means, ledger_of, plain, prior

_NONE = "-"
_ROUNDING = 1e-12


@dataclass(frozen=True)
class Table:
    """Rows of texts under headers. right: columns of numbers."""

    title: str
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()
    note: str = ""


def markdown(table: Table) -> str:
    """The table for a page of documentation."""
    bars = ["---:" if k in table.right else "---" for k in range(len(table.headers))]
    rows = [table.headers, bars, *table.rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows)


def rounded(value: float | None, scale: float) -> str:
    """A number with as many digits as make sense beside an uncertainty ``scale``: two of its own."""
    if value is None or not math.isfinite(value):
        return _NONE
    if not (math.isfinite(scale) and scale > 0):
        return f"{value:.6g}"
    if 0 < abs(value) < scale:  # nothing is known of it: its own digits, at least
        scale = 0.1 * abs(value)
    places = 1 - math.floor(math.log10(scale))
    if abs(value) >= 1e5 or places > 6:
        return f"{value:.{max(1, min(12, places + math.floor(math.log10(abs(value) or scale))))}e}"
    return f"{value:.{max(places, 0)}f}"


def short(value: float | None) -> str:
    """A number in three digits; what is nothing but rounding is 0."""
    if value is None or not math.isfinite(value):
        return _NONE
    return "0" if abs(value) < _ROUNDING else f"{value:.3g}"


def bare(unit: str) -> str:
    """A unit for tables: nothing where there is none."""
    return "" if unit == "1" else unit


def _between(low: float | None, high: float | None, scale: float) -> str:
    """An interval as texts."""
    return _NONE if low is None and high is None else f"{rounded(low, scale)} to {rounded(high, scale)}"


def estimates_table(fit: Fit, nuisances: bool = True) -> Table:
    """The unknowns with their intervals, beside what was believed before."""
    rows = []
    for found, u in zip(fit.estimates, fit.problem.unknowns, strict=True):
        if u.nuisance and not nuisances:
            continue
        e, u = shown(found, u), u.as_shown
        rows.append(
            (
                e.name,
                rounded(e.value, e.sigma),
                rounded(e.sigma, e.sigma),
                bare(e.unit),
                _between(e.low, e.high, e.sigma),
                _between(e.profile_low, e.profile_high, e.sigma),
                _prior_text(u),
                f"{e.share_of_prior:.0%}",
                _remark(e),
            )
        )
    headers = ("unknown", "estimate", "+-", "unit", "95 % (Laplace)", "95 % (profile)", "prior", "from prior", "")
    note = NO_INTERVALS if fit.verdict.word == "not described" else ""
    return _without_empty(Table("estimates", headers, tuple(rows), (1, 2, 7), note))


def shown(own: Estimate, unknown: Unknown) -> Estimate:
    """An estimate in the unit that its parameter was written in."""
    names = ("value", "sigma", "low", "high", "profile_low", "profile_high")
    return replace(
        own, unit=unknown.parameter.shown_unit, **{name: unknown.parameter.shown(getattr(own, name)) for name in names}
    )


def _remark(own: Estimate) -> str:
    return f"at {own.at_bound}" if own.at_bound else ""


def _prior_text(unknown: Unknown) -> str:
    """What was believed of it before."""
    own = unknown.prior
    if own is None or own.kind == "uniform":
        low, high = (unknown.low, unknown.high) if own is None else (own.low, own.high)
        return _NONE if not (math.isfinite(low) or math.isfinite(high)) else f"{low:.4g} to {high:.4g}"
    if own.kind == "lognormal":
        return f"{own.mean:.4g}, factor {math.exp(own.sigma):.3g}"
    return f"{own.mean:.4g} +- {own.sigma:.2g}"


def _without_empty(table: Table) -> Table:
    """The table less the columns that say nothing in any row."""
    kept = [k for k in range(len(table.headers)) if any(row[k] not in ("", _NONE) for row in table.rows)]
    rows = tuple(tuple(row[k] for k in kept) for row in table.rows)
    right = tuple(new for new, k in enumerate(kept) if k in table.right)
    return Table(table.title, tuple(table.headers[k] for k in kept), rows, right, table.note)


def errors_table(fit: Fit, held_out: bool = True) -> Table:
    """Mean absolute errors, the model's beside those of trivial laws and rivals; one row per channel."""
    scores = [s for s in fit.scores if s.held_out == held_out]
    word = "held-out" if held_out else "fitted"
    return compared(error_means(scores), f"mean absolute error on {word} recordings, beside trivial laws", scores)


def compared(errors: Mapping[str, Mapping[str, float]], title: str, scores: Sequence[Score]) -> Table:
    """Errors by channel and by who predicts."""
    others = list(dict.fromkeys(name for own in errors.values() for name in own if name != MODEL))
    names = [MODEL, *others]
    rows = tuple((channel, *(short(own.get(name)) for name in names)) for channel, own in errors.items())
    title += " and rivals" if any(s.rivals for s in scores) else ""
    return Table(title, ("channel", *names), rows, tuple(range(1, len(names) + 1)))


def scores_table(fit: Fit, scores: Sequence[Score] | None = None, title: str = "errors of every channel") -> Table:
    """Every channel of every recording: errors, z-scores, how much lies within the intervals."""
    own = fit.scores if scores is None else scores
    laws = list(dict.fromkeys(name for s in own for name in (*s.laws, *s.rivals)))
    rows = [
        (
            s.recording + (" (held out)" if s.held_out and scores is None else ""),
            s.channel,
            bare(s.unit),
            str(len(s.z)),
            short(s.mean_abs),
            *(short({**s.laws, **s.rivals}.get(name)) for name in laws),
            short(s.rms),
            short(float(np.sqrt(np.mean(np.square(s.z))))) if len(s.z) else _NONE,
            f"{s.inside:.0%}",
        )
        for s in own
    ]
    level = f"{own[0].level:.0%}" if own else ""
    headers = ("recording", "channel", "unit", "numbers", MODEL, *laws, "rms", "rms of z", f"in {level}")
    return _without_empty(Table(title, headers, tuple(rows), tuple(range(3, len(headers)))))


def recordings_table(fit: Fit) -> Table:
    """What was fitted, what was held out, and how the runs went."""
    own_values = list(dict.fromkeys(name for r in fit.problem.recordings for name in r.values))
    shown_in = {name: unit_of(fit.problem, name)[1] for name in own_values}
    multipliers = {r.name: fit.evaluation.metrics.get(r.name, {}).get("floquet_max") for r in fit.problem.recordings}
    rows = [
        (
            r.name,
            "held out" if r.held_out else "fitted",
            str(r.count),
            *(short(_value_in(r.values.get(name), shown_in[name])) for name in own_values),
            r.start,
            _NONE if (ledger := ledger_of(fit, r.name)) is None else f"{ledger:.1e}",
            short(multipliers[r.name]),
            fit.evaluation.failed.get(r.name, ""),
        )
        for r in fit.problem.recordings
    ]
    heads = [name + (f" [{unit}]" if (unit := bare(unit_of(fit.problem, name)[0])) else "") for name in own_values]
    headers = ("recording", "use", "numbers", *heads, "start", "ledger closes to", "largest multiplier", "failed")
    return _without_empty(Table("recordings", headers, tuple(rows), tuple(range(2, 3 + len(own_values)))))


def checks_table(fit: Fit) -> Table:
    """Every look at the residuals: what it found, and how likely chance would make it so."""
    own = fit.verdict.checks
    rows = tuple(
        (c.kind, c.of, short(c.statistic), short(c.freedom or None), short(c.p), "FAILED" if c.failed else "") for c in own
    )
    headers = ("look", "of", "statistic", "degrees or numbers", "p", "")
    note = "Statistics: chi^2; Ljung and Box's; skill beside the mean; share within 95 %; median of |z|."
    return _without_empty(Table("does the model describe the data?", headers, rows, (2, 3, 4), note))


def _value_in(value: float | None, unit: str) -> float | None:
    return None if value is None else in_unit(value, unit)


def noise_table(fit: Fit) -> Table:
    """What was found out about the errors of the channels, of those where there is something."""
    found = {name: asdict(own) for name, own in fit.noise.items()}
    keys = list(dict.fromkeys(key for own in found.values() for key, value in own.items() if value))
    rows = tuple((name, *(short(own[key]) for key in keys)) for name, own in found.items() if any(own.values()))
    return Table("noise", ("channel", *(k.replace("_", " ") for k in keys)), rows, tuple(range(1, len(keys) + 1)))


def starts_table(fit: Fit) -> Table:
    """Where every start of the search ended."""
    rows = tuple(
        (
            str(k),
            own.status,
            short(own.first_cost),
            _cost_text(own.cost),
            _ends(fit.problem.unknowns, own.end),
        )
        for k, own in enumerate(fit.starts, 1)
    )
    return _without_empty(Table("starts", ("start", "status", "cost there", "cost at its end", "ended at"), rows, (0, 2, 3)))


def _cost_text(cost: float | None) -> str:
    return _NONE if cost is None or not math.isfinite(cost) else f"{cost:.6g}"


def _ends(unknowns: Sequence[Unknown], values: Iterable[float] | None) -> str:
    """Unknowns with their units, on one line."""
    if values is None:
        return _NONE
    pairs = zip(unknowns, values, strict=True)
    return ", ".join(f"{u.name} {u.parameter.shown(value):.4g} {bare(u.parameter.shown_unit)}".rstrip() for u, value in pairs)


def correlations_table(fit: Fit, above: float = 0.8) -> Table:
    """Pairs of unknowns that the data hardly tell apart."""
    names, matrix = fit.problem.names, np.asarray(fit.correlations)
    pairs = [(abs(matrix[i, k]), i, k) for i in range(len(names)) for k in range(i + 1, len(names))]
    strong = sorted((p for p in pairs if p[0] >= above), reverse=True)
    rows = tuple((names[i], names[k], f"{matrix[i, k]:+.3f}") for _, i, k in strong)
    return Table(f"correlations of {above:g} and more", ("unknown", "with", "correlation"), rows, (2,))


def dropped_table(problem: Problem) -> Table:
    """What of the recordings is not used, and why."""
    rows = tuple((r.name, text) for r in problem.recordings for text in r.dropped)
    return Table("dropped data", ("recording", "what, and why"), rows)


def left_out_tables(fit: Fit) -> list[Table]:
    """How well each recording is predicted by a fit without it, and how far the estimates move."""
    if not fit.left_out:
        return []
    scores = _left_out_scores(fit)
    skipped = tuple((name, own.skipped) for name, own in fit.left_out.items() if own.skipped)
    return [
        compared(error_means(scores), "mean absolute error on recordings left out, beside trivial laws", scores),
        scores_table(fit, scores, "errors on each recording when it is left out"),
        _moved_table(fit),
        Table("not predicted", ("recording", "why"), skipped),
    ]


def _left_out_scores(fit: Fit) -> list[Score]:
    """The scores of every recording by the fit without it."""
    return [s for own in fit.left_out.values() for s in own.scores]


def _moved_table(fit: Fit) -> Table:
    """The estimates without each recording, in sigmas of the whole fit away from it."""
    shared = [u for u in fit.problem.unknowns if not u.nuisance]
    names = [f"{u.name} [{u.parameter.shown_unit}]" if bare(u.parameter.shown_unit) else u.name for u in shared]
    rows: list[tuple[str, ...]] = []
    for recording, own in fit.left_out.items():
        values = {e.name: e.value for e in own.estimates}
        rows.append((recording, *(moved(shown(fit.estimate(u.name), u), u.parameter.shown(values.get(u.name))) for u in shared)))
    title = "estimates when a recording is left out (in brackets: sigmas away from the whole fit)"
    return Table(title, ("without", *names), tuple(rows), tuple(range(1, len(names) + 1)))


def moved(whole: Estimate, value: float | None) -> str:
    """An estimate of a fit without a recording, and how far it is from the whole fit's."""
    if value is None or not whole.sigma > 0:
        return _NONE
    return f"{rounded(value, whole.sigma)} ({(value - whole.value) / whole.sigma:+.1f})"


def design_table(fit: Fit) -> Table:
    """Further recordings, the most useful first, and what they would make of the uncertainty."""
    names = list(dict.fromkeys(name for own in fit.design for name in own.shrink))
    rows = tuple(
        (
            own.recording,
            short(own.volume),
            *(short(own.shrink.get(name)) for name in names),
            own.failed,
        )
        for own in fit.design
    )
    headers = ("further recording", "volume of the uncertainty", *(f"sigma of {name}" for name in names), "failed")
    note = "As shares of what they are now: 0.5 halves it. Best first, by the volume of the uncertainty of all shared unknowns."
    note += "" if fit.verdict.good else " The ranking supposes that the model is right, which it is not."
    return _without_empty(Table("which recording to make next", headers, rows, tuple(range(1, 2 + len(names))), note))


# --- Predictions elsewhere as a table and as plain data.

_FIELDS = ("value", "sigma", "model_error", "measurement", "low", "high", "measured_low", "measured_high")


def predictions_table(predictions: Sequence[Prediction], fit: Fit | None = None) -> Table:
    """One row for every set of values: each channel with its interval, and with that of a measurement.

    fit: whose they are; it knows the units of the values, and whether intervals hold.
    """
    rows, keys, channels = _grouped(predictions)
    units = {key: ("", "") if fit is None else unit_of(fit.problem, key) for key in keys}
    rows = [({key: in_unit(value, units[key][1]) for key, value in values.items()}, own) for values, own in rows]
    level = f"{predictions[0].level:.0%}" if predictions else ""
    given = {key: number_texts([values.get(key) for values, _ in rows]) for key in keys}
    scales = {channel: _usual_scale([own.get(channel) for _, own in rows]) for channel in channels}
    cells = [
        (
            *(given[key][k] for key in keys),
            *(text for channel in channels for text in _prediction_cells(own.get(channel), scales[channel])),
        )
        for k, (_, own) in enumerate(rows)
    ]
    heads = [text for name, unit, part in channels for text in (_channel_head(name, unit, part), level, f"{level}, measured")]
    right = tuple(range(len(keys) + 3 * len(channels)))
    note = "The first interval is that of the number itself, the second that of a measurement of it."
    note += "" if fit is None or fit.verdict.good else " Neither holds: the model does not describe the data."
    names = [f"{key} [{units[key][0]}]" if bare(units[key][0]) else key for key in keys]
    return Table("predictions", (*names, *heads), tuple(cells), right, note)


def _grouped(predictions: Sequence[Prediction]) -> tuple[list, list[str], list[tuple[str, str, int]]]:
    """Rows (values, channel -> prediction), names of the values, and the channels."""
    rows: list[tuple[dict[str, float], dict]] = []
    for own in predictions:
        values = dict(own.values)
        if not rows or rows[-1][0] != values:
            rows.append((values, {}))
        rows[-1][1][own.channel, own.unit, own.part] = own
    keys = list(dict.fromkeys(key for values, _ in rows for key in values))
    return rows, keys, list(dict.fromkeys(channel for _, own in rows for channel in own))


def _channel_head(name: str, unit: str, part: int) -> str:
    return name + (f" ({'cosine' if part == 0 else 'sine'} part)" if part else "") + (f" [{unit}]" if bare(unit) else "")


def _usual_scale(column: Sequence[Prediction | None]) -> float:
    """The uncertainty by which all numbers of a channel are rounded."""
    good = [own for own in column if own is not None and not own.failed]
    return statistics.median([own.own or 1e-3 * abs(own.value) for own in good]) if good else 0.0


def _prediction_cells(own: Prediction | None, scale: float) -> tuple[str, str, str]:
    """The number, its interval, and that of a measurement."""
    if own is None or own.failed:
        return (_NONE if own is None else "failed", _NONE, _NONE)
    return (
        rounded(own.value, scale),
        f"{rounded(own.low, scale)} to {rounded(own.high, scale)}",
        f"{rounded(own.measured_low, scale)} to {rounded(own.measured_high, scale)}",
    )


def number_texts(values: Sequence[float | None], most: int = 5) -> list[str]:
    """Numbers as they were given, with the same digits behind the point; four digits each where that would take too many."""
    texts = [f"{value:.{most}f}".rstrip("0").partition(".")[2] for value in values if value is not None]
    places = max(map(len, texts), default=0)
    form = f".{places}f" if places < most else ".4g"
    return [_NONE if value is None else f"{value:{form}}" for value in values]


def plain_predictions(predictions: Sequence[Prediction]) -> list[dict[str, Any]]:
    """Predictions for scripts."""
    return [
        {
            "values": dict(own.values), "like": own.like, "channel": own.channel, "unit": own.unit, "part": own.part,
            "level": own.level, **({"failed": own.failed} if own.failed else {name: getattr(own, name) for name in _FIELDS}),
        }
        for own in predictions
    ]  # fmt: skip


# --- What would be fitted: recordings, channels, unknowns, dropped data, and one evaluation where the search begins.


def misfit(block: Block) -> float:
    """Mean square of the errors over their sigmas: 1 where the model is as good as the measurement."""
    return float(np.mean((block.difference / block.channel.sigma) ** 2))


def check_tables(problem: Problem, evaluation: Evaluation) -> list[Table]:
    """The tables of ``elver fit --check``."""
    return [unknowns_table(problem), _channels_table(problem, evaluation), dropped_table(problem), _failures(evaluation)]


def unknowns_table(problem: Problem) -> Table:
    """What is to be found."""
    own = [u.as_shown for u in problem.unknowns]
    rows = tuple(
        (u.name, short(u.value), bare(u.parameter.unit), *_interval_words(u.low, u.high), _prior_text(u), u.parameter.meaning)
        for u in own
    )
    headers = ("unknown", "start", "unit", "from", "to", "prior", "meaning")
    return _without_empty(Table(f"{len(rows)} unknowns", headers, rows, (1, 3, 4)))


def _interval_words(low: float, high: float) -> tuple[str, str]:
    return short(low), short(high)


def _channels_table(problem: Problem, evaluation: Evaluation) -> Table:
    """What is measured, and how far the model is from it."""
    rows = []
    for recording in problem.recordings:
        told = {b.channel.name: b for b in evaluation.of(recording.name)}
        for own in recording.channels:
            block = told.get(own.name)
            error = None if block is None else float(np.abs(block.difference).mean())
            rows.append(
                (
                    recording.name + (" (held out)" if recording.held_out else ""),
                    own.name,
                    own.observable.name,
                    own.kind,
                    str(own.count),
                    bare(own.unit),
                    short(float(np.median(own.sigma))),
                    short(error),
                    short(None if block is None else misfit(block)),
                )
            )
    fitted = f"{sum(r.count for r in problem.fitted)} numbers to fit in {len(problem.fitted)} recordings"
    title = f"{fitted}, {len(problem.held_out)} held out; errors where the search begins"
    headers = ("recording", "channel", "what it measures", "kind", "numbers", "unit", "sigma", "mean error", "chi^2 / number")
    return _without_empty(Table(title, headers, tuple(rows), (4, 6, 7, 8)))


def _failures(evaluation: Evaluation) -> Table:
    """Runs without numbers."""
    return Table("runs that failed", ("recording", "why"), tuple(evaluation.failed.items()))


def check_summary(problem: Problem, evaluation: Evaluation) -> dict[str, Any]:
    """The same for scripts."""
    return plain(
        {
            "fit": problem.name,
            "source": problem.source,
            "unknowns": {
                u.name: {
                    "start": u.value,
                    "range": [u.low, u.high],
                    "unit": u.parameter.unit,
                    "shown_unit": u.parameter.shown_unit,
                    "prior": prior(u.prior),
                }
                for u in problem.unknowns
            },
            "fitted": [r.name for r in problem.fitted],
            "held_out": [r.name for r in problem.held_out],
            "numbers": sum(r.count for r in problem.fitted),
            "channels": [
                {
                    "recording": b.recording, "channel": b.channel.name, "unit": b.channel.unit, "numbers": b.channel.count,
                    "mean_abs": np.abs(b.difference).mean(), "chi2_per_number": misfit(b),
                }
                for b in evaluation.blocks
            ],
            "dropped": {r.name: r.dropped for r in problem.recordings if r.dropped},
            "failed": evaluation.failed,
        }
    )  # fmt: skip


# --- forms of a model beside each other ---------------------------------------------------------------------------------


def comparison_tables(comparison: Comparison) -> list[Table]:
    """Every form with its numbers, what they buy, and its errors on recordings left out by channel."""
    least = {
        by: min((getattr(f, by) for f in comparison.forms if math.isfinite(getattr(f, by))), default=math.nan)
        for by in ("aicc", "bic")
    }
    weights = comparison.weights()
    rows = tuple(
        (
            form.name,
            str(form.numbers),
            str(form.fitted),
            short(form.chi_square),
            short(form.aicc - least["aicc"]),
            f"{weights[form.name]:.0%}",
            short(form.bic - least["bic"]),
            short(form.left_out),
            short(form.held_out),
            "" if form.trusted else "does not describe the data" if form.status == "converged" else form.status,
        )
        for form in comparison.forms
    )
    heads = ("form", "numbers", "of", "chi^2", "AICc", "weight", "BIC", "left out", "held out", "")
    note = "AICc and BIC: above the least. Left out, held out: error over sigma, root mean square."
    first = _without_empty(Table("forms of the model, by how many numbers they have", heads, rows, tuple(range(1, 9)), note))
    channels = list(dict.fromkeys(channel for own in comparison.errors.values() for channel in own))
    names = [form.name for form in comparison.forms]
    errors = tuple((channel, *(short(comparison.errors[name].get(channel)) for name in names)) for channel in channels)
    title = "mean absolute error on recordings left out in turn, by form"
    return [first, Table(title, ("channel", *names), errors, tuple(range(1, len(names) + 1)))]


def plain_comparison(comparison: Comparison) -> dict[str, Any]:
    """The comparison as plain data."""
    weights = comparison.weights()
    forms = [{**asdict(form), "weight": weights[form.name]} for form in comparison.forms]
    return {
        "forms": forms,
        "errors_left_out": {n: dict(own) for n, own in comparison.errors.items()},
        "said": comparison.sentences(),
    }
