"""States of two runs compared, by kind, over the range that each kind had."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from elver.equations.layout import MOTOR_POSITIVE, StateLayout

SUMS = ("position", "quaternion", "works")  # states whose errors add up
NOT_JUDGED = ("twist", "rates", "memory")
SMALLEST_RANGE = 1e-9  # of the largest value: what varies less is rounding


@dataclass(frozen=True)
class StepError:
    """error: relative, the largest of all kinds of states; None where the finer run did not finish, as ``by`` says.

    kind: which, a part of the layout.   by: how it was found.
    """

    error: float | None
    kind: str
    by: str


def judged(layout: StateLayout) -> dict[str, np.ndarray]:
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
    return {kind: own for kind, own in places.items() if len(own) and kind not in NOT_JUDGED}


def by_kind(
    layout: StateLayout, kinds: dict[str, np.ndarray], differences: np.ndarray, states: np.ndarray, times: float
) -> dict[str, float]:
    """Errors over the ranges of the states of each kind (``judged``). times: the stretches fit into the run."""
    found = {}
    for kind, places in kinds.items():
        own = differences[:, places]
        error = times * np.abs(own.sum(axis=0)).max() if kind in SUMS else np.abs(own).max()
        found[kind] = float(error) / scale(states[:, layout.slices[kind]])
    return found


def scale(states: np.ndarray) -> float:
    """The largest range of states of a kind; not below rounding."""
    return max(float(np.ptp(states, axis=0).max()), SMALLEST_RANGE * float(np.abs(states).max()), SMALLEST_RANGE)
