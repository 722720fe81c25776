"""A fit in sentences, as plain data for scripts, and as a labelled data set."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from elver._support.files import finite
from elver._support.resources import needed
from elver.analysis.fit.goodness import FAR
from elver.analysis.fit.problem import (
    Block,
    ChannelNoise,
    Fit,
    LeftOut,
    Prior,
    RankedRecording,
    Recording,
    Score,
    SearchStart,
)
from elver.results.checks.trust import LEDGER_WARNING
from elver.results.run import write_data

if TYPE_CHECKING:
    import xarray as xr

MODEL = "model"


def ledger_of(fit: Fit, recording: str) -> float | None:
    """How far the energy ledger of a recording's run is from closing, relative; None where the run has none."""
    return fit.evaluation.metrics.get(recording, {}).get("ledger_closure")


def _ledgers(fit: Fit) -> dict[str, float]:
    """Ledgers of all runs that have one."""
    found = {r.name: ledger_of(fit, r.name) for r in fit.problem.recordings}
    return {name: value for name, value in found.items() if value is not None}


def trusted(fit: Fit) -> bool:
    """Whether the search converged, the model describes the data, and every run has ended well with a ledger that closes."""
    return (
        fit.converged
        and fit.verdict.good
        and not fit.evaluation.failed
        and all(value <= LEDGER_WARNING for value in _ledgers(fit).values())
    )


def _mean_score(scores: Iterable[Score], pick: Callable[..., float | None]) -> float | None:
    """Mean of an error over scores, each weighted by its numbers; None where one of them does not have it."""
    found = [(pick(s), len(s.z)) for s in scores]
    if not found or any(value is None or not math.isfinite(value) for value, _ in found):
        return None
    return float(np.average([value for value, _ in found], weights=[max(n, 1) for _, n in found]))


def error_means(scores: Sequence[Score]) -> dict[str, dict[str, float]]:
    """Channel [unit] -> mean absolute error of the model, of trivial laws and of rivals, over all scores."""
    found: dict[str, dict[str, float]] = {}
    for name in dict.fromkeys(_channel_name(s) for s in scores):
        own = [s for s in scores if _channel_name(s) == name]
        errors = {MODEL: _mean_score(own, lambda s: s.mean_abs)}
        for kind in ("laws", "rivals"):
            for other in dict.fromkeys(key for s in own for key in getattr(s, kind)):
                errors[other] = _mean_score(own, lambda s, kind=kind, other=other: getattr(s, kind).get(other))
        found[name] = {key: value for key, value in errors.items() if value is not None}
    return found


def _channel_name(score: Score) -> str:
    return score.channel + (f" [{score.unit}]" if score.unit not in ("", "1") else "")


def held_out_errors(fit: Fit) -> dict[str, dict[str, float]]:
    """Errors over all held-out recordings."""
    return error_means([s for s in fit.scores if s.held_out])


def _share_inside(fit: Fit, held_out: bool) -> tuple[float, int]:
    """Share of the measured numbers within their intervals, and how many numbers there are."""
    own = [s for s in fit.scores if s.held_out == held_out]
    count = sum(len(s.z) for s in own)
    return (sum(s.inside * len(s.z) for s in own) / count if count else math.nan), count


def headline(fit: Fit) -> str:
    """How it ended and with how much, in one sentence."""
    problem = fit.problem
    fitted, held = problem.fitted, problem.held_out
    numbers = sum(r.count for r in fitted)
    told = f"{_many(len(problem.unknowns), 'unknown')} from {_many(numbers, 'number')} of {_many(len(fitted), 'recording')}"
    apart = f"; {_many(len(held), 'recording')} held out" if held else ""
    return f"{fit.status} after {_many(max(len(fit.history) - 1, 0), 'iteration')}: {told}{apart}"


def _many(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def prediction_sentences(fit: Fit) -> list[str]:
    """Whether held-out errors are smaller than those of trivial laws and rivals; or that nothing was held out."""
    if not fit.problem.held_out:
        return ["Nothing was held out: the errors are those of fitted numbers, which flatter every model."]
    better, lines = [], []
    for channel, errors in held_out_errors(fit).items():
        own, others = errors.get(MODEL), {k: v for k, v in errors.items() if k != MODEL}
        if own is None:
            lines.append(f"{channel}: a held-out recording has no prediction.")
        elif worse := {name: value for name, value in others.items() if value <= own}:
            beside = ", ".join(f"{name} ({value:.3g})" for name, value in worse.items())
            lines.append(f"{channel}: its held-out error of {own:.3g} is NOT better than that of {beside}.")
        elif others:
            better.append(channel)
    if better:
        lines.insert(0, f"Held-out errors are smaller than those of every law and rival beside them: {', '.join(better)}.")
    share, count = _share_inside(fit, True)
    if not count:
        lines.append("The held-out recordings were not predicted.")
    else:
        level = next(s.level for s in fit.scores if s.held_out)
        lines.append(f"{share:.0%} of {_many(count, 'held-out number')} lie within their {level:.0%} intervals.")
    return lines


def _misfit(fit: Fit) -> tuple[float, int]:
    """Mean square of error over noise of the fitted numbers (chi^2 per number), and how many there are."""
    parts = []
    for block in fit.evaluation.blocks:
        if not fit.problem.recording(block.recording).held_out:
            error = fit.noise.get(block.name, ChannelNoise()).model_error
            parts.append((block.difference / np.hypot(block.channel.sigma, error)) ** 2)
    everything = np.concatenate(parts) if parts else np.zeros(0)
    return (float(everything.mean()) if len(everything) else math.nan), len(everything)


NO_INTERVALS = "The intervals do not hold: they suppose that the model describes the data, and it does not."


def _verdict_sentence(fit: Fit) -> str:
    """Whether the model describes the data, in one sentence."""
    own = fit.verdict
    numbers = sum(r.count for r in fit.problem.fitted)
    if own.word == "not described":
        return f"NOT TO BE TRUSTED: the model does not describe these data. {'; '.join(map(_sentence, own.reasons))}."
    if own.word == "outliers":
        return (
            f"NOT TO BE TRUSTED: {own.outliers} of {numbers} fitted numbers lie more than {FAR:g} sigma off and pull the "
            "estimates; the others are as noise should be. Give their channels noise: {huber: 2}, or leave them out."
        )
    if own.word == "cannot be judged":
        return "Too few numbers were fitted to judge whether the model describes them."
    chi = [c.said for c in own.checks if c.kind == "chi-square" and not c.failed]
    rows = sum(c.kind == "structure" for c in own.checks)
    quiet = [f"the residuals of {_many(rows, 'channel')} show no structure"] if rows else []
    if own.structured:
        told = "; ".join(own.structured)
        return f"The model describes these data only with structured error of {told}: a wrong form of the model looks the same."
    return f"Nothing speaks against the model: {'; '.join([*chi, *quiet]) or 'see the notes'}."


def _sentence(text: str) -> str:
    """A sentence with a capital letter, names at its beginning left alone."""
    return text if text.startswith("chi^2") else text[:1].upper() + text[1:]


def verdict_sentences(fit: Fit) -> list[str]:
    """What stands before everything else: that the model does not describe the data, and what would mend it; nothing else."""
    if fit.verdict.good:
        return []
    return [_verdict_sentence(fit), *fit.verdict.remedies]


def goodness_sentences(fit: Fit) -> list[str]:
    """Whether the model describes the data, what would mend it, and how well the fitted numbers are told beside their errors."""
    lines = []
    if not fit.converged:
        lines.append(
            f"NOT TO BE TRUSTED: the search did not converge ({fit.status}); estimates and intervals are those where it ended."
        )
    lines += [_verdict_sentence(fit), *fit.verdict.remedies]
    if fit.verdict.word == "not described":
        lines.append(NO_INTERVALS)
    chi, count = _misfit(fit)
    if count > len(fit.problem.unknowns) and fit.verdict.word != "not described":
        lines.append(f"chi^2 per fitted number is {chi:.3g}.")
    return [*lines, *fit.verdict.notes]


def ledger_sentence(fit: Fit) -> str:
    """Whether the energy ledgers of the runs close."""
    found = _ledgers(fit)
    failed = "".join(f"{name}: {why} " for name, why in fit.evaluation.failed.items())
    if failed:
        return f"NOT TO BE TRUSTED: runs without numbers. {failed.strip()}"
    if not found:
        return "The runs have no energy ledger."
    name, worst = max(found.items(), key=lambda item: item[1])
    if worst <= LEDGER_WARNING:
        return f"The energy ledgers of all runs close to {worst:.1e} or better."
    return f"NOT TO BE TRUSTED: the energy ledger of '{name}' closes to {worst:.1e} only. Use a smaller dt."


def bound_sentences(fit: Fit) -> list[str]:
    """Estimates that stand at an end of their range."""
    why = "Widen its range, or ask why the model wants it there."
    ends = [(e, fit.problem.unknowns[k]) for k, e in enumerate(fit.estimates) if e.at_bound]
    units = [u.parameter.unit_text for _, u in ends]
    return [f"{e.name} stands at {e.at_bound}{unit}. {why}" for (e, _), unit in zip(ends, units, strict=True)]


def prior_sentences(fit: Fit, share: float = 0.5) -> list[str]:
    """Estimates that come from their prior rather than from the data."""
    return [
        f"{e.name} comes from its prior by {e.share_of_prior:.0%}: the data tell little about it."
        for e in fit.estimates
        if e.share_of_prior >= share
    ]


def remarks(fit: Fit) -> list[str]:
    """What tables do not say, the most important first."""
    return [
        *goodness_sentences(fit),
        *prediction_sentences(fit),
        *weak_sentences(fit),
        *bound_sentences(fit),
        *prior_sentences(fit),
        ledger_sentence(fit),
    ]


def weak_sentences(fit: Fit) -> list[str]:
    """What the data cannot tell."""
    return [f"The data cannot tell: {text.rstrip('.')}." for text in fit.weak]


# --- plain data: everything that the report says, for scripts --------------------------------------------------------


def fit_summary(fit: Fit) -> dict[str, Any]:
    """The fit as words, numbers, lists and mappings; what is no finite number is None."""
    problem = fit.problem
    return plain(
        {
            "fit": problem.name,
            "source": problem.source,
            "digest": problem.digest,
            "status": fit.status,
            "status_detail": fit.detail,
            "trusted": trusted(fit),
            "verdict": _verdict(fit),
            "cost": fit.cost,
            "iterations": max(len(fit.history) - 1, 0),
            "seed": fit.seed,
            "wall_time": fit.wall_time,
            "counts": fit.counts,
            "estimates": {e.name: _estimate(fit, k) for k, e in enumerate(fit.estimates)},
            "correlations": {"names": problem.names, "matrix": fit.correlations},
            "covariance": fit.covariance,
            "weak": fit.weak,
            "held_out_errors": held_out_errors(fit),
            "scores": [_score(s) for s in fit.scores],
            "recordings": {r.name: _recording(fit, r) for r in problem.recordings},
            "noise": fit.noise,
            "starts": [_without_none(own) for own in fit.starts],
            "left_out": {name: _left_out(own) for name, own in fit.left_out.items()},
            "design": [_ranking_row(own) for own in fit.design],
            "profiles": {name: {"values": v, "rises": c} for name, (v, c) in fit.profiles.items()},
            "history": fit.history,
        }
    )


def _verdict(fit: Fit) -> dict[str, Any]:
    """Whether the model describes the data; ``says`` is the sentence that stands first in the report."""
    own = fit.verdict
    return {
        "says": _verdict_sentence(fit),
        "word": own.word,
        "intervals_hold": own.good,
        "reasons": own.reasons,
        "remedies": own.remedies,
        "notes": own.notes,
        "outliers": own.outliers,
        "checks": own.checks,
    }


def _estimate(fit: Fit, k: int) -> dict[str, Any]:
    """An estimate beside what was believed before."""
    own, unknown = fit.estimates[k], fit.problem.unknowns[k]
    said = {f.name: getattr(own, f.name) for f in fields(own) if f.name != "name"}
    names = ("value", "sigma", "low", "high", "profile_low", "profile_high")
    said["shown"] = {
        "unit": unknown.parameter.shown_unit,
        **{name: unknown.parameter.shown(getattr(own, name)) for name in names},
    }
    return {**said, "role": unknown.role, "range": [unknown.low, unknown.high], "prior": prior(unknown.prior)}


def prior(own: Prior | None) -> dict[str, Any] | None:
    """A prior with the numbers that its kind has."""
    if own is None:
        return None
    names = ("low", "high") if own.kind == "uniform" else ("mean", "sigma")
    return {"kind": own.kind, **{name: getattr(own, name) for name in names}}


def _score(own: Score) -> dict[str, Any]:
    return {f.name: getattr(own, f.name) for f in fields(own)}


def _recording(fit: Fit, own: Recording) -> dict[str, Any]:
    """What was fitted of a recording, what was not, and how its run went."""
    return {
        "held_out": own.held_out,
        "values": own.values,
        "start": own.start,
        "numbers": own.count,
        "channels": {
            c.name: {"quantity": c.observable.name, "kind": c.kind, "unit": c.unit, "numbers": c.count} for c in own.channels
        },
        "dropped": own.dropped,
        "failed": fit.evaluation.failed.get(own.name),
        "ledger_closure": ledger_of(fit, own.name),
        "figures": fit.evaluation.metrics.get(own.name, {}),
    }


def _without_none(own: SearchStart) -> dict[str, Any]:
    return {f.name: value for f in fields(own) if (value := getattr(own, f.name)) is not None}


def _left_out(own: LeftOut) -> dict[str, Any]:
    if own.skipped:
        return {"skipped": own.skipped} | ({"estimates": own.estimates} if own.estimates else {})
    return {f.name: getattr(own, f.name) for f in fields(own) if f.name != "skipped"}


def _ranking_row(own: RankedRecording) -> dict[str, Any]:
    about = {"recording": own.recording, "like": own.like, "values": own.values}
    if own.failed:
        return about | {"failed": own.failed, "volume": own.volume}
    return about | {"shrink": own.shrink, "volume": own.volume, "best_for": own.best_for}


def plain(value: Any) -> Any:
    """Arrays as lists, mappings with texts for keys, dataclasses as mappings: what JSON can say."""
    if isinstance(value, np.ndarray | np.generic):
        return finite(value.tolist())
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if hasattr(value, "items"):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple | set):
        return [plain(v) for v in value]
    return finite(value) if value is None or isinstance(value, bool | int | float | str) else str(value)


# --- the data set ----------------------------------------------------------------------------------------------------
#
# Channels differ in length. So all numbers stand in one row (dimension ``sample``) and ``block`` says which channel of which
# recording each belongs to: the indexed ragged array of the CF conventions, which tables of other programs read as they are.


def fit_data(fit: Fit) -> xr.Dataset:
    """The fit as an xarray Dataset."""
    xr = needed("xarray", "the data set of a fit")

    variables = {**_samples(fit), **_blocks(fit), **_unknowns(fit), **_history(fit), **_profiles(fit)}
    labels = {"unknown": list(fit.problem.names), "other_unknown": list(fit.problem.names)}
    attributes = {
        "title": f"Elver fit of {fit.problem.name}",
        "status": fit.status,
        "status_detail": fit.detail,
        "source": fit.problem.source,
        "summary": json.dumps(fit_summary(fit), allow_nan=False),
    }
    return xr.Dataset(variables, labels, attributes)


def save_fit(fit: Fit, path: str | Path, overwrite: bool = False) -> Path:
    """Write the data set as NetCDF; an existing file is kept unless ``overwrite``."""
    return write_data(fit_data(fit), path, overwrite)


def _score_of(fit: Fit, block: Block) -> Score | None:
    """The score of a block; None where it has none."""
    for score in fit.scores:
        if (score.recording, score.channel) == (block.recording, block.channel.name):
            return score
    return None


def per_score(fit: Fit, block: Block, name: str) -> np.ndarray:
    """An array of the block's score (z, low, high); nan where there is none."""
    score = _score_of(fit, block)
    return np.full(block.channel.count, np.nan) if score is None else np.asarray(getattr(score, name), dtype=float)


def _concatenate(parts: list[np.ndarray]) -> np.ndarray:
    return np.concatenate(parts) if parts else np.zeros(0)


def _samples(fit: Fit) -> dict[str, Any]:
    """Measured and predicted numbers, in the unit of their channel."""
    own = fit.evaluation.blocks
    columns = {
        "time": ([b.channel.times for b in own], "time on the recording's clock", "s"),
        "measured": ([b.channel.values for b in own], "measured", ""),
        "sigma": ([b.channel.sigma for b in own], "standard deviation of the measurement", ""),
        "predicted": ([b.predicted for b in own], "what the model says", ""),
        "low": ([per_score(fit, b, "low") for b in own], "lower end of the prediction's interval", ""),
        "high": ([per_score(fit, b, "high") for b in own], "upper end of the prediction's interval", ""),
        "z": ([per_score(fit, b, "z") for b in own], "(measured - predicted) / standard deviation", "1"),
    }
    found: dict[str, Any] = {
        name: ("sample", _concatenate(parts), {"long_name": text, **({"units": unit} if unit else {"units_of": "block_unit"})})
        for name, (parts, text, unit) in columns.items()
    }
    place = np.repeat(np.arange(len(own)), [b.channel.count for b in own])
    found["block_of_sample"] = (
        "sample",
        place.astype(np.int32),
        {"long_name": "block it belongs to", "instance_dimension": "block"},
    )
    return found


def _blocks(fit: Fit) -> dict[str, Any]:
    """Names of the channels, and how well each is told."""
    own = fit.evaluation.blocks
    words = {
        "recording": [b.recording for b in own],
        "channel": [b.channel.name for b in own],
        "quantity": [b.channel.observable.name for b in own],
        "kind": [b.channel.kind for b in own],
        "block_unit": [b.channel.unit for b in own],
    }
    found: dict[str, Any] = {name: ("block", np.array(texts, dtype=str)) for name, texts in words.items()}
    held = [fit.problem.recording(b.recording).held_out for b in own]
    found["held_out"] = ("block", np.array(held, dtype=np.int8), {"long_name": "1 where it was predicted, not fitted"})
    for name, text in (
        ("rms", "root mean square of predicted - measured"),
        ("mean_abs", "mean absolute error"),
        ("inside", "share of the numbers within their intervals"),
        ("level", "level of the intervals"),
    ):
        values = [np.nan if (s := _score_of(fit, b)) is None else getattr(s, name) for b in own]
        unit = {"units_of": "block_unit"} if name in ("rms", "mean_abs") else {"units": "1"}
        found[name] = ("block", np.array(values, dtype=float), {"long_name": text, **unit})
    return found


def _unknowns(fit: Fit) -> dict[str, Any]:
    """Estimates with their uncertainty."""
    columns = {
        "estimate": ([e.value for e in fit.estimates], "estimate"),
        "estimate_sigma": ([e.sigma for e in fit.estimates], "standard deviation (Laplace)"),
        "estimate_low": ([e.low for e in fit.estimates], "lower end of the 95 % interval (Laplace)"),
        "estimate_high": ([e.high for e in fit.estimates], "upper end of the 95 % interval (Laplace)"),
        "profile_low": ([_number(e.profile_low) for e in fit.estimates], "lower end of the 95 % interval (profile likelihood)"),
        "profile_high": ([_number(e.profile_high) for e in fit.estimates], "upper end of the 95 % interval (profile likelihood)"),
        "share_of_prior": ([e.share_of_prior for e in fit.estimates], "how much of it the prior tells"),
    }
    found: dict[str, Any] = {
        name: ("unknown", np.array(values, dtype=float), {"long_name": text}) for name, (values, text) in columns.items()
    }
    square = ("unknown", "other_unknown")
    found["unknown_unit"] = ("unknown", np.array([e.unit for e in fit.estimates], dtype=str))
    found["covariance"] = (square, fit.covariance, {"long_name": "covariance of the estimates (Laplace)"})
    found["correlation"] = (square, fit.correlations, {"long_name": "correlation of the estimates", "units": "1"})
    return found


def _number(value: float | None) -> float:
    return np.nan if value is None else float(value)


def _history(fit: Fit) -> dict[str, Any]:
    """What every iteration reached."""
    names = sorted({name for entry in fit.history for name, v in entry.items() if isinstance(v, int | float)})
    return {
        f"iteration_{name}": ("iteration", np.array([_number(entry.get(name)) for entry in fit.history]), {"long_name": name})
        for name in names
    }


def _profiles(fit: Fit) -> dict[str, Any]:
    """The profile curves, one below the other: the unknown, its value, and the rise of the cost there."""
    if not fit.profiles:
        return {}
    names = [name for name, (values, _) in fit.profiles.items() for _ in values]
    return {
        "profile_unknown": ("profile_point", np.array(names, dtype=str)),
        "profile_value": ("profile_point", _concatenate([np.asarray(v, float) for v, _ in fit.profiles.values()])),
        "profile_rise": ("profile_point", _concatenate([np.asarray(c, float) for _, c in fit.profiles.values()])),
    }
