"""A run against itself with other steps: how far off it is, and at which order its error shrinks."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from elver.equations.layout import StateLayout
from elver.results.plausibility.comparison import judged, scale
from elver.results.plausibility.kept import discretisation
from elver.results.run import Run
from elver.statuses import ENDED

ORDERS = (0.5, 8.0)  # that are believed: outside of them the steps are too long to tell, or rounding is in the way
NOT_COMPARED = ("wall_time", "realtime_factor", "discretisation_error", "ledger_closure")


def whole_error(
    layout: StateLayout, run: Run, how: str, finer: Run, coarser: Run | None = None, floors: dict[str, float] | None = None
) -> dict[str, Any]:
    """Error of a run by its steps. finer, coarser: the same with half and with twice the step.   how: the finer one, in words.

    error: the largest of all samples, relative to the range of states of its kind, with Richardson's factor 2^q / (2^q - 1) for
    the order q where that is found.   kind: of the state.   order: log2 of the differences' ratio; None where there is none.
    by: how.   measures: relative change of every figure of the summary with the finer steps.
    floors: what ranges are taken to be at least, by kind.
    """
    if finer.status != "finished":
        return {"error": None, "by": f"the whole run again with {how}{ENDED}{finer.status}"}
    others = [other.samples for other in (finer, coarser) if other is not None]
    places = judged(layout)
    least, states = floors or {}, run.samples.state.values
    scales = {kind: max(scale(states[:, layout.slices[kind]]), least.get(kind, 0.0)) for kind in places}
    differences = [{kind: apart(run.samples, other, own) for kind, own in places.items()} for other in others]
    kind = max(scales, key=lambda k: differences[0][k] / scales[k], default="")
    order = None
    if coarser is not None and coarser.status == "finished":
        order = observed_order(differences[1].get(kind, 0.0), differences[0].get(kind, 0.0))
    factor = 1.0 if order is None else 2**order / (2**order - 1)
    drift = discretisation(run.samples)
    if drift.get("kind") == "com" and kind and drift["error"] > factor * differences[0][kind] / scales[kind]:
        return {**drift, "order": order, "measures": changes(run.summary, finer.summary)}
    return {
        "error": factor * differences[0][kind] / scales[kind] if kind else 0.0,
        "kind": kind,
        "by": f"the whole run again with {how}",
        "order": order,
        "measures": changes(run.summary, finer.summary),
    }


def apart(samples: Any, other: Any, places: np.ndarray) -> float:
    """Largest difference of some states at the times that both runs have samples of."""
    step = max(1, round((len(samples.time.values) - 1) / max(1, len(other.time.values) - 1)))  # the coarser one may have fewer
    own = samples.state.values[::step, places]
    shared = min(len(own), len(other.state.values))
    return float(np.abs(other.state.values[:shared, places] - own[:shared]).max())


def observed_order(coarse: float, fine: float) -> float | None:
    """log2 of the ratio of |x(2h) - x(h)| and |x(h) - x(h/2)|; None where it says nothing."""
    if not (coarse > 0 and fine > 0 and math.isfinite(coarse)):
        return None
    order = math.log2(coarse / fine)
    return order if ORDERS[0] <= order <= ORDERS[1] else None


def changes(summary: dict[str, Any], finer: dict[str, Any]) -> dict[str, float]:
    """Relative change of the figures that are numbers."""
    found = {}
    for name, value in summary.items():
        other = finer.get(name)
        if name not in NOT_COMPARED and other is not None and is_number(value) and is_number(other) and (value or other):
            found[name] = abs(other - value) / max(abs(value), abs(other))
    return found


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
