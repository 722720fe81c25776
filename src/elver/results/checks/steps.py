"""The numbers behind a run: its energy ledger, and what its steps leave out."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from elver._support.choices import ADAPTIVE
from elver._support.statuses import ENDED
from elver.contact.scene import accuracy_in
from elver.model import StateLayout
from elver.model.layout import MOTOR_POSITIVE
from elver.model.validity import known_periods
from elver.results.checks.check import CheckContext, Finding, check
from elver.results.checks.trust import (
    LEDGER_WARNING,
    STEP_WARNING,
    discretisation,
    kind_of,
    ledger_bound,
    step_error_of,
    warnings_of,
)
from elver.results.record import Attributes, StepError, attribute
from elver.results.run import Run

FEWEST_STEPS = 10  # steps a period: rk4 is then off by 10 (2 pi/10)^5 / 120 = 0.8 % of a radian each time round
_SHORTER = "use a smaller dt"
_TOLERANCES = "use smaller rtol and atol"
_ACCURACY = "use a smaller accuracy of contact (`--accuracy`, `ContactSettings(accuracy=)` in Python)"
FEWEST = 20  # samples a period of the gait: a peak between two of them is then missed by 1.2 % of a sine at most


@check(
    "energy ledger",
    looks_at="motor work less the change of energy and all that left",
    number="largest error over the energy turned over",
    threshold=LEDGER_WARNING,
    unit="1",
    remedy=f"{_SHORTER} (adaptive methods: rtol and atol; contact by `--accuracy`: that)",
    of_failed=True,
)
def energy_ledger(seen: CheckContext) -> Iterator[Finding]:
    """A balance of energy that does not close."""
    yield from ledger_findings(seen.data, len(seen.times))


def _finer_by(data: Any) -> str:
    """What makes the steps of a run shorter: dt, or the tolerance that chose them."""
    if not chose_steps(data):
        return _SHORTER
    return _TOLERANCES if attribute(data, "settings")["method"] in ADAPTIVE else _ACCURACY


def ledger_findings(data: Any, samples: int = 2) -> Iterator[Finding]:
    """What is said of a run's ledger; attributes suffice. A single sample has none: the run broke off at its start."""
    closure, bound = float(data.attrs["ledger_closure"]), ledger_bound(step_error_of(data))
    if samples > 1 and not closure <= bound:  # a NaN is not
        error = f"relative error {closure:.2g}" if math.isfinite(closure) else "no number"
        text = f"the energy ledger does not close ({error}); these numbers are not to be trusted"
        yield Finding(closure, "the run", text, threshold=bound, remedy=_finer_by(data))


def of_whole(found: list[dict[str, Any]], data: Any, samples: int = 2) -> list[dict[str, Any]]:
    """Findings of the parts of a run, but of the ledger what is said of the whole run's. data, samples: of the whole run."""
    others = [entry for entry in warnings_of(Attributes({"warnings": found})) if entry["check"] != energy_ledger.name]
    return [*map(energy_ledger.finding, ledger_findings(data, samples)), *others]


@check(
    "discretisation",
    looks_at=(
        "`discretisation_error`: the run again with half the step, or stretches of it where it is long; with contacts by steps "
        "that locate every event"
    ),
    number="largest error over the range of such states",
    threshold=STEP_WARNING,
    unit="1",
    remedy=(
        f"{_SHORTER} (adaptive methods: rtol and atol; contact by `--accuracy`: that), and look at the whole "
        "run with `--check-step`"
    ),
)
def coarse_steps(seen: CheckContext) -> Iterator[Finding]:
    """Steps so long that half of them give another motion."""
    found = discretisation(seen.data)
    if found is not None and found.error is not None and found.error > STEP_WARNING:
        what = kind_of(found)
        text = f"the steps leave an error of about {100 * found.error:.3g} % in {what} ({found.by})"
        yield Finding(found.error, what, text, remedy=f"{_finer_by(seen.data)}, and look at the whole run with `--check-step`")


@check(
    "step of the motion",
    looks_at="dt of methods that do not choose their steps, and the shortest period of a gait or of a signal that repeats",
    number="steps a period",
    threshold=FEWEST_STEPS,
    below=True,
    unit="1",
    remedy=_SHORTER,
    of_failed=True,
)
def long_steps(seen: CheckContext) -> Iterator[Finding]:
    """Steps of a method that does not choose them, too long for the motion that is asked for."""
    if not chose_steps(seen.data):
        yield from steps_against(known_periods(seen.model, seen.p), float(attribute(seen.data, "settings")["dt"]))


def chose_steps(data: Any) -> bool:
    """Whether a tolerance chose the steps of a run: that of its method, or an accuracy of contact that is a number."""
    if attribute(data, "settings")["method"] in ADAPTIVE:
        return True
    return "refused_steps" in data.attrs and accuracy_in(data.attrs) != math.inf


def steps_against(periods: Mapping[str, float], dt: float) -> Iterator[Finding]:
    """What is said of steps of ``dt`` seconds, against the shortest of the periods [s]."""
    if periods:
        name, period = min(periods.items(), key=lambda item: item[1])
        if (count := period / dt) < FEWEST_STEPS * (1 - 1e-9):
            text = f"the step dt = {dt:.3g} s is too long for the motion asked for: {name} repeats every {period:.3g} s"
            remedy = f"use a smaller dt: {period / (10 * FEWEST_STEPS):.2g} s are a hundredth of the period"
            yield Finding(count, name, f"{text}, {count:.3g} steps", remedy=remedy)


def _samples_a_period(seen: CheckContext) -> float:
    """Samples in a period of the gait; infinitely many where there is none."""
    period, times = float(seen.data.attrs["period"]), seen.times
    return period / float(np.median(np.diff(times))) if period > 0 and len(times) > 1 else math.inf


def is_coarse(seen: CheckContext) -> bool:
    """Whether samples are too few to say what the gait does between them."""
    return _samples_a_period(seen) < FEWEST * (1 - 1e-9)


@check(
    "samples",
    looks_at="time between samples, and the period of the gait",
    number="samples a period",
    threshold=FEWEST,
    below=True,
    unit="1",
    remedy="record more often (`--output`, `Save(every=)` in Python), or take a smaller dt",
)
def coarse_samples(seen: CheckContext) -> Iterator[Finding]:
    """Samples so far apart that peaks, ranges and paths are read off wrongly, however exact the motion is."""
    if is_coarse(seen):
        period, count = float(seen.data.attrs["period"]), _samples_a_period(seen)
        text = f"only {count:.3g} samples a period of the gait ({period:.3g} s): metrics that are read off samples are coarse"
        remedy = f"record more often: `--output {period / (5 * FEWEST):.2g}` (`Save(every=)` in Python), or a smaller dt"
        yield Finding(count, "the run", text, remedy=remedy)


# --- A run against itself with other steps: states compared by kind, over the range that each kind had.

_SUMS = ("position", "quaternion", "works")  # states whose errors add up
_NOT_JUDGED = ("twist", "rates", "memory")
_SMALLEST_RANGE = 1e-9  # of the largest value: what varies less is rounding


def compared_states(layout: StateLayout) -> dict[str, np.ndarray]:
    """Places of the states by kind: the places of the machine, and works but those of contacts, which jump as velocities do.

    Velocities, and what media and actuators remember, are left out. An impact, or an actuator at its limit that switches, a part
    of a step earlier changes them by all of the jump at that instant, and hardly the motion; an error of theirs that
    matters is soon one of the places. So is positive work: it has a corner wherever a power turns, and no order.
    """
    works, begin = list(layout.works), layout.slices["works"].start
    places = {kind: np.arange(part.start, part.stop) for kind, part in layout.slices.items()}
    places["works"] = np.array(
        [begin + k for k, name in enumerate(works) if name != MOTOR_POSITIVE and not name.startswith("contact.")], dtype=int
    )
    return {kind: own for kind, own in places.items() if len(own) and kind not in _NOT_JUDGED}


def by_kind(
    layout: StateLayout, kinds: dict[str, np.ndarray], differences: np.ndarray, states: np.ndarray, times: float
) -> dict[str, float]:
    """Errors over the ranges of the states of each kind (``compared_states``). times: the stretches fit into the run."""
    found = {}
    for kind, places in kinds.items():
        own = differences[:, places]
        error = times * np.abs(own.sum(axis=0)).max() if kind in _SUMS else np.abs(own).max()
        found[kind] = float(error) / scale(states[:, layout.slices[kind]])
    return found


def scale(states: np.ndarray) -> float:
    """The largest range of states of a kind; not below rounding."""
    return max(float(np.ptp(states, axis=0).max()), _SMALLEST_RANGE * float(np.abs(states).max()), _SMALLEST_RANGE)


_ORDERS = (0.5, 8.0)  # that are believed: outside of them the steps are too long to tell, or rounding is in the way
_NOT_COMPARED = ("wall_time", "realtime_factor", "discretisation_error", "ledger_closure")


def whole_error(
    layout: StateLayout, run: Run, how: str, finer: Run, coarser: Run | None = None, floors: dict[str, float] | None = None
) -> StepError:
    """Error of a run by its steps. finer, coarser: the same with half and with twice the step.   how: the finer one, in words.

    The error is the largest of all samples, relative to the range of states of its kind, with Richardson's factor
    2^q / (2^q - 1) for the order q, log2 of the differences' ratio, where that is found.
    floors: what ranges are taken to be at least, by kind.
    """
    if finer.status != "finished":
        return StepError(None, by=f"the whole run again with {how}{ENDED}{finer.status}")
    others = [other.samples for other in (finer, coarser) if other is not None]
    places = compared_states(layout)
    least, states = floors or {}, run.samples.state.values
    scales = {kind: max(scale(states[:, layout.slices[kind]]), least.get(kind, 0.0)) for kind in places}
    differences = [{kind: _apart(run.samples, other, own) for kind, own in places.items()} for other in others]
    kind = max(scales, key=lambda k: differences[0][k] / scales[k], default="")
    order = None
    if coarser is not None and coarser.status == "finished":
        order = observed_order(differences[1].get(kind, 0.0), differences[0].get(kind, 0.0))
    factor = 1.0 if order is None else 2**order / (2**order - 1)
    error, moved = factor * differences[0][kind] / scales[kind] if kind else 0.0, changes(run.summary, finer.summary)
    drift = discretisation(run.samples)
    if drift is not None and drift.kind == "com" and drift.error is not None and kind and drift.error > error:
        return replace(drift, order=order, changes=moved)
    return StepError(error, kind, f"the whole run again with {how}", order, moved)


def _apart(samples: Any, other: Any, places: np.ndarray) -> float:
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
    return order if _ORDERS[0] <= order <= _ORDERS[1] else None


def changes(summary: dict[str, Any], finer: dict[str, Any]) -> dict[str, float]:
    """Relative change of the metrics that are numbers."""
    found = {}
    for name, value in summary.items():
        other = finer.get(name)
        if name not in _NOT_COMPARED and other is not None and _is_number(value) and _is_number(other) and (value or other):
            found[name] = abs(other - value) / max(abs(value), abs(other))
    return found


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
