"""A fit as a labelled data set: every measured number beside its prediction, the estimates, and the way of the search.

Channels differ in length. So all numbers stand in one row (dimension ``sample``) and ``block`` says which channel of which
recording each belongs to: the indexed ragged array of the CF conventions, which tables of other programs read as they are.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from elver.fit.evaluation import Block
from elver.fit.report.summary import fit_summary
from elver.fit.result import Fit, Score
from elver.packages import needed
from elver.results.run import write_data


def fit_data(fit: Fit):
    """The fit as an xarray Dataset."""
    xr = needed("xarray", "the data set of a fit")

    variables = {**samples(fit), **blocks(fit), **unknowns(fit), **history(fit), **profiles(fit)}
    labels = {"unknown": list(fit.problem.names), "other_unknown": list(fit.problem.names)}
    attributes = {
        "title": f"Elver fit of {fit.problem.name}",
        "status": fit.status,
        "status_detail": fit.detail,
        "source": fit.problem.source,
        "summary": json.dumps(fit_summary(fit), allow_nan=False),
    }
    return xr.Dataset(variables, labels, attributes)


def save_fit(fit: Fit, path, overwrite: bool = False) -> Path:
    """Write the data set as NetCDF; an existing file is kept unless ``overwrite``."""
    return write_data(fit_data(fit), path, overwrite)


def score_of(fit: Fit, block: Block) -> Score | None:
    """The score of a block; None where it has none."""
    for score in fit.scores:
        if (score.recording, score.channel) == (block.recording, block.channel.name):
            return score
    return None


def per_score(fit: Fit, block: Block, name: str) -> np.ndarray:
    """An array of the block's score (z, low, high); nan where there is none."""
    score = score_of(fit, block)
    return np.full(block.channel.count, np.nan) if score is None else np.asarray(getattr(score, name), dtype=float)


def joined(parts: list[np.ndarray]) -> np.ndarray:
    return np.concatenate(parts) if parts else np.zeros(0)


def samples(fit: Fit) -> dict[str, Any]:
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
        name: ("sample", joined(parts), {"long_name": text, **({"units": unit} if unit else {"units_of": "block_unit"})})
        for name, (parts, text, unit) in columns.items()
    }
    place = np.repeat(np.arange(len(own)), [b.channel.count for b in own])
    found["block_of_sample"] = (
        "sample",
        place.astype(np.int32),
        {"long_name": "block it belongs to", "instance_dimension": "block"},
    )
    return found


def blocks(fit: Fit) -> dict[str, Any]:
    """Names of the channels, and how well each is told."""
    own = fit.evaluation.blocks
    words = {
        "recording": [b.recording for b in own],
        "channel": [b.channel.name for b in own],
        "quantity": [b.channel.quantity.name for b in own],
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
        values = [np.nan if (s := score_of(fit, b)) is None else getattr(s, name) for b in own]
        unit = {"units_of": "block_unit"} if name in ("rms", "mean_abs") else {"units": "1"}
        found[name] = ("block", np.array(values, dtype=float), {"long_name": text, **unit})
    return found


def unknowns(fit: Fit) -> dict[str, Any]:
    """Estimates with their uncertainty."""
    columns = {
        "estimate": ([e.value for e in fit.estimates], "estimate"),
        "estimate_sigma": ([e.sigma for e in fit.estimates], "standard deviation (Laplace)"),
        "estimate_low": ([e.low for e in fit.estimates], "lower end of the 95 % interval (Laplace)"),
        "estimate_high": ([e.high for e in fit.estimates], "upper end of the 95 % interval (Laplace)"),
        "profile_low": ([number(e.profile_low) for e in fit.estimates], "lower end of the 95 % interval (profile likelihood)"),
        "profile_high": ([number(e.profile_high) for e in fit.estimates], "upper end of the 95 % interval (profile likelihood)"),
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


def number(value: float | None) -> float:
    return np.nan if value is None else float(value)


def history(fit: Fit) -> dict[str, Any]:
    """What every iteration reached."""
    names = sorted({name for entry in fit.history for name, v in entry.items() if isinstance(v, int | float)})
    return {
        f"iteration_{name}": ("iteration", np.array([number(entry.get(name)) for entry in fit.history]), {"long_name": name})
        for name in names
    }


def profiles(fit: Fit) -> dict[str, Any]:
    """The profile curves, one below the other: the unknown, its value, and the rise of the cost there."""
    if not fit.profiles:
        return {}
    names = [name for name, (values, _) in fit.profiles.items() for _ in values]
    return {
        "profile_unknown": ("profile_point", np.array(names, dtype=str)),
        "profile_value": ("profile_point", joined([np.asarray(v, float) for v, _ in fit.profiles.values()])),
        "profile_rise": ("profile_point", joined([np.asarray(c, float) for _, c in fit.profiles.values()])),
    }
