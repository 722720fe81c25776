"""Pictures and films as data: what they are called, what they show, which runs have them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from elver.results import Run

# Pictures that any run may have; elver.show draws them.
GENERAL = (
    "path", "speed", "forward", "joints", "torques", "configurations", "ledger",
    "middle", "snapshot", "contacts", "pushing", "sticking", "inputs", "sensors",
)  # fmt: skip


def always(run: Run) -> bool:
    """Every run has it."""
    return True


def unchanged(run: Run) -> Run:
    """The run as it is."""
    return run


@dataclass(frozen=True)
class Picture:
    """A figure of a run. name: of its file.   meaning: what it shows, in one line.

    draw(run, joints) makes the figure; ``joints``: names of the joints to show, where it shows any.
    applies(run): whether this run can be shown so.
    """

    name: str
    meaning: str
    draw: Callable[[Run, Sequence[str]], Any]
    applies: Callable[[Run], bool] = always


@dataclass(frozen=True)
class Film:
    """How a machine is seen in motion.

    view: the usual one; None for the plane in which it moves most.   scenes: views of its own by name; each takes a run and
    gives a figure and the function that draws one sample on it.   seen(run): what all other views show, such as a run seen
    from alongside.   last_periods: show only as many of the last periods of the gait as can be followed.   colors(data): of the
    bodies in space, one each.
    """

    view: str | None = None
    scenes: Mapping[str, Callable[[Run], tuple]] = field(default_factory=dict)
    seen: Callable[[Run], Run] = unchanged
    last_periods: bool = False
    colors: Callable[[Any], Sequence[str]] | None = None
