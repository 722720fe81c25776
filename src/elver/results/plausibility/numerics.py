"""The numbers behind a run: its energy ledger, and what its steps leave out."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from elver.choices import ADAPTIVE
from elver.contact.settings import accuracy_in
from elver.equations.limits.periods import known_periods
from elver.results.plausibility.check import Check, Found, Seen
from elver.results.plausibility.kept import (
    LEDGER_WARNING,
    STEP_WARNING,
    Attributes,
    discretisation,
    kind_of,
    ledger_bound,
    step_error_of,
    warnings_of,
)

FEWEST_STEPS = 10  # steps a period: rk4 is then off by 10 (2 pi/10)^5 / 120 = 0.8 % of a radian each time round
SHORTER = "use a smaller dt"
TOLERANCES = "use smaller rtol and atol"
ACCURACY = "use a smaller accuracy of contact (`--accuracy`, `ContactSettings(accuracy=)` in Python)"
FEWEST = 20  # samples a period of the gait: a peak between two of them is then missed by 1.2 % of a sine at most


def open_ledger(seen: Seen) -> Iterator[Found]:
    """A balance of energy that does not close."""
    yield from unclosed(seen.data, len(seen.times))


def finer_by(attributes: Mapping[str, Any]) -> str:
    """What makes the steps of a run shorter: dt, or the tolerance that chose them."""
    if not chose_steps(attributes):
        return SHORTER
    return TOLERANCES if json.loads(attributes["settings"])["method"] in ADAPTIVE else ACCURACY


def unclosed(data: Any, samples: int = 2) -> Iterator[Found]:
    """What is said of a run's ledger; attributes suffice. A single sample has none: the run broke off at its start."""
    closure, bound = float(data.attrs["ledger_closure"]), ledger_bound(step_error_of(data))
    if samples > 1 and not closure <= bound:  # a NaN is not
        error = f"relative error {closure:.2g}" if math.isfinite(closure) else "no number"
        text = f"the energy ledger does not close ({error}); these numbers are not to be trusted"
        yield Found(closure, "the run", text, threshold=bound, remedy=finer_by(data.attrs))


def of_whole(found: str, attributes: Mapping[str, Any], samples: int = 2) -> str:
    """Findings of the parts of a run, as attributes hold them, but of the ledger what is said of the whole run's.

    attributes, samples: of the whole run.
    """
    others = [entry for entry in warnings_of(Attributes({"warnings": found})) if entry["check"] != LEDGER.name]
    return json.dumps([*map(LEDGER.finding, unclosed(Attributes(attributes), samples)), *others])


def coarse_steps(seen: Seen) -> Iterator[Found]:
    """Steps so long that half of them give another motion."""
    found, error = discretisation(seen.data), step_error_of(seen.data)
    if error is not None and error > STEP_WARNING:
        what = kind_of(found)
        text = f"the steps leave an error of about {100 * error:.3g} % in {what} ({found.get('by')})"
        yield Found(error, what, text, remedy=f"{finer_by(seen.data.attrs)}, and look at the whole run with `--check-step`")


def long_steps(seen: Seen) -> Iterator[Found]:
    """Steps of a method that does not choose them, too long for the motion that is asked for."""
    if not chose_steps(seen.data.attrs):
        yield from steps_against(known_periods(seen.model, seen.p), float(json.loads(seen.data.attrs["settings"])["dt"]))


def chose_steps(attributes: Mapping[str, Any]) -> bool:
    """Whether a tolerance chose the steps of a run: that of its method, or an accuracy of contact that is a number."""
    if json.loads(attributes["settings"])["method"] in ADAPTIVE:
        return True
    return "refused_steps" in attributes and accuracy_in(attributes) != math.inf


def steps_against(periods: Mapping[str, float], dt: float) -> Iterator[Found]:
    """What is said of steps of ``dt`` seconds, against the shortest of the periods [s]."""
    if periods:
        name, period = min(periods.items(), key=lambda item: item[1])
        if (count := period / dt) < FEWEST_STEPS * (1 - 1e-9):
            text = f"the step dt = {dt:.3g} s is too long for the motion asked for: {name} repeats every {period:.3g} s"
            remedy = f"use a smaller dt: {period / (10 * FEWEST_STEPS):.2g} s are a hundredth of the period"
            yield Found(count, name, f"{text}, {count:.3g} steps", remedy=remedy)


def samples_a_period(seen: Seen) -> float:
    """Samples in a period of the gait; infinitely many where there is none."""
    period, times = float(seen.data.attrs["period"]), seen.times
    return period / float(np.median(np.diff(times))) if period > 0 and len(times) > 1 else math.inf


def is_coarse(seen: Seen) -> bool:
    """Whether samples are too few to say what the gait does between them."""
    return samples_a_period(seen) < FEWEST * (1 - 1e-9)


def coarse_samples(seen: Seen) -> Iterator[Found]:
    """Samples so far apart that peaks, ranges and paths are read off wrongly, however exact the motion is."""
    if is_coarse(seen):
        period, count = float(seen.data.attrs["period"]), samples_a_period(seen)
        text = f"only {count:.3g} samples a period of the gait ({period:.3g} s): figures that are read off samples are coarse"
        remedy = f"record more often: `--output {period / (5 * FEWEST):.2g}` (`output=` in Python), or a smaller dt"
        yield Found(count, "the run", text, remedy=remedy)


LEDGER = Check(
    "energy ledger",
    "motor work less the change of energy and all that left",
    "largest error over the energy turned over",
    LEDGER_WARNING,
    "1",
    f"{SHORTER} (adaptive methods: rtol and atol; contact by `--accuracy`: that)",
    open_ledger,
)
STEPS = Check(
    "discretisation",
    "`discretisation_error`: the run again with half the step, or stretches of it where it is long; with contacts by steps that "
    "locate every event",
    "largest error over the range of such states",
    STEP_WARNING,
    "1",
    f"{SHORTER} (adaptive methods: rtol and atol; contact by `--accuracy`: that), and look at the whole run with `--check-step`",
    coarse_steps,
)
LONG = Check(
    "step of the motion",
    "dt of methods that do not choose their steps, and the shortest period of a gait or of a signal that repeats",
    "steps a period",
    FEWEST_STEPS,
    "1",
    SHORTER,
    long_steps,
    below=True,
)
SAMPLES = Check(
    "samples",
    "time between samples, and the period of the gait",
    "samples a period",
    FEWEST,
    "1",
    "record more often (`--output`, `output=` in Python), or take a smaller dt",
    coarse_samples,
    below=True,
)
