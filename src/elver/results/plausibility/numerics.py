"""The numbers behind a run: its energy ledger, and what its steps leave out."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator

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
