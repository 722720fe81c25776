"""A fit as plain data: everything that its report says, for scripts."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from elver.files import finite
from elver.fit.problem import Prior, Recording
from elver.fit.report.words import held_out_errors, ledger_of, trusted, verdict_sentence
from elver.fit.result import Fit, Score


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
            "verdict": verdict(fit),
            "cost": fit.cost,
            "iterations": max(len(fit.history) - 1, 0),
            "seed": fit.seed,
            "wall_time": fit.wall_time,
            "counts": fit.counts,
            "estimates": {e.name: estimate(fit, k) for k, e in enumerate(fit.estimates)},
            "correlations": {"names": problem.names, "matrix": fit.correlations},
            "covariance": fit.covariance,
            "weak": fit.weak,
            "held_out_errors": held_out_errors(fit),
            "scores": [score(s) for s in fit.scores],
            "recordings": {r.name: recording(fit, r) for r in problem.recordings},
            "noise": fit.noise,
            "starts": fit.starts,
            "left_out": fit.left_out,
            "design": fit.design,
            "profiles": {name: {"values": v, "rises": c} for name, (v, c) in fit.profiles.items()},
            "history": fit.history,
        }
    )


def verdict(fit: Fit) -> dict[str, Any]:
    """Whether the model describes the data; ``says`` is the sentence that stands first in the report."""
    own = fit.verdict
    return {
        "says": verdict_sentence(fit),
        "word": own.word,
        "intervals_hold": own.good,
        "reasons": own.reasons,
        "remedies": own.remedies,
        "notes": own.notes,
        "outliers": own.outliers,
        "checks": own.checks,
    }


def estimate(fit: Fit, k: int) -> dict[str, Any]:
    """An estimate beside what was believed before."""
    own, unknown = fit.estimates[k], fit.problem.unknowns[k]
    said = {f.name: getattr(own, f.name) for f in fields(own) if f.name != "name"}
    names = ("value", "sigma", "low", "high", "profile_low", "profile_high")
    said["shown"] = {"unit": unknown.shown_unit, **{name: unknown.shown(getattr(own, name)) for name in names}}
    return {**said, "role": unknown.role, "range": [unknown.low, unknown.high], "prior": prior(unknown.prior)}


def prior(own: Prior | None) -> dict[str, Any] | None:
    """A prior with the numbers that its kind has."""
    if own is None:
        return None
    names = ("low", "high") if own.kind == "uniform" else ("mean", "sigma")
    return {"kind": own.kind, **{name: getattr(own, name) for name in names}}


def score(own: Score) -> dict[str, Any]:
    return {f.name: getattr(own, f.name) for f in fields(own)}


def recording(fit: Fit, own: Recording) -> dict[str, Any]:
    """What was fitted of a recording, what was not, and how its run went."""
    return {
        "held_out": own.held_out,
        "values": own.values,
        "start": own.start,
        "numbers": own.count,
        "channels": {
            c.name: {"quantity": c.quantity.name, "kind": c.kind, "unit": c.unit, "numbers": c.count} for c in own.channels
        },
        "dropped": own.dropped,
        "failed": fit.evaluation.failed.get(own.name),
        "ledger_closure": ledger_of(fit, own.name),
        "figures": fit.evaluation.figures.get(own.name, {}),
    }


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
