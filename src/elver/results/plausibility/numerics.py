"""The numbers behind a run: its energy ledger, and what its steps leave out."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator

import numpy as np

from elver.results.plausibility.check import Check, Found, Seen
from elver.results.plausibility.kept import (
    LEDGER_WARNING,
    STEP_WARNING,
    Attributes,
    discretisation,
    kind_of,
    step_error_of,
    warnings_of,
)

FEWEST = 20  # samples a period of the gait: a peak between two of them is then missed by 1.2 % of a sine at most


def open_ledger(seen: Seen) -> Iterator[Found]:
    """A balance of energy that does not close."""
    yield from unclosed(float(seen.data.attrs["ledger_closure"]), len(seen.times))


def unclosed(closure: float, samples: int = 2) -> Iterator[Found]:
    """What is said of a ledger that closes to so much. A single sample has none: the run broke off at its start."""
    if samples > 1 and not closure <= LEDGER_WARNING:  # a NaN is not
        error = f"relative error {closure:.2g}" if math.isfinite(closure) else "no number"
        yield Found(closure, "the run", f"the energy ledger does not close ({error}); these numbers are not to be trusted")


def of_whole(found: str, closure: float, samples: int = 2) -> str:
    """Findings of the parts of a run, as attributes hold them, but of the ledger what is said of the whole run's.

    samples: of the whole run.
    """
    others = [entry for entry in warnings_of(Attributes({"warnings": found})) if entry["check"] != LEDGER.name]
    return json.dumps([*map(LEDGER.finding, unclosed(closure, samples)), *others])


def coarse_steps(seen: Seen) -> Iterator[Found]:
    """Steps so long that half of them give another motion."""
    found, error = discretisation(seen.data), step_error_of(seen.data)
    if error is not None and error > STEP_WARNING:
        what = kind_of(found)
        text = f"the steps leave an error of about {100 * error:.3g} % in {what} ({found.get('by')})"
        yield Found(error, what, text)


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
    "use a smaller dt",
    open_ledger,
)
STEPS = Check(
    "discretisation",
    "`discretisation_error`: stretches of the run again with half the step, or the whole of it where that was asked for",
    "largest error over the range of such states",
    STEP_WARNING,
    "1",
    "use a smaller dt (adaptive methods: rtol), and look at the whole run with `--check-step`",
    coarse_steps,
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
