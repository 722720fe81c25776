"""What would be fitted: recordings, channels, unknowns, dropped data, and one evaluation where the search begins."""

from __future__ import annotations

from typing import Any

import numpy as np

from elver.fit.evaluation import Block, Evaluation
from elver.fit.problem import Problem
from elver.fit.report.summary import plain, prior
from elver.fit.report.tables import Table, bare, dropped_table, prior_text, short, without_empty


def misfit(block: Block) -> float:
    """Mean square of the errors over their sigmas: 1 where the model is as good as the measurement."""
    return float(np.mean((block.difference / block.channel.sigma) ** 2))


def check_tables(problem: Problem, evaluation: Evaluation) -> list[Table]:
    """The tables of ``elver fit --check``."""
    return [unknowns_table(problem), channels_table(problem, evaluation), dropped_table(problem), failures(evaluation)]


def unknowns_table(problem: Problem) -> Table:
    """What is to be found."""
    own = [u.as_shown for u in problem.unknowns]
    rows = tuple((u.name, short(u.start), bare(u.unit), *ends(u.low, u.high), prior_text(u), u.meaning) for u in own)
    headers = ("unknown", "start", "unit", "from", "to", "prior", "meaning")
    return without_empty(Table(f"{len(rows)} unknowns", headers, rows, (1, 3, 4)))


def ends(low: float, high: float) -> tuple[str, str]:
    return short(low), short(high)


def channels_table(problem: Problem, evaluation: Evaluation) -> Table:
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
                    own.quantity.name,
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
    return without_empty(Table(title, headers, tuple(rows), (4, 6, 7, 8)))


def failures(evaluation: Evaluation) -> Table:
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
                    "start": u.start,
                    "range": [u.low, u.high],
                    "unit": u.unit,
                    "shown_unit": u.shown_unit,
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
