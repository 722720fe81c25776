"""What a plausibility check is, what it sees of a run, and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError, is_finite
from elver.forces.effect import is_flow
from elver.forces.flow import velocity_of
from elver.model import Model, Program
from elver.robot import Robot

_PARTS = ("forces", "gait", "control", "elastic", "couplings")


@dataclass(frozen=True)
class Finding:
    """What a check has found: the number, whose (a joint, a body, a law), a sentence, and the time [s] where there is one.

    threshold, unit, remedy: where they are not the check's own.   doubt: why the run is not to be trusted, in a few words; empty
    where the finding is none against its metrics.
    """

    number: float
    where: str
    text: str
    time: float | None = None
    threshold: float | None = None
    unit: str | None = None
    remedy: str | None = None
    doubt: str = ""


@dataclass(frozen=True)
class Check:
    """A question that is asked of every run, made by ``check``.

    name: its key.   looks_at, number: what it looks at, and the number that it takes from there, in words.
    threshold: beyond which it speaks; None where a run has its own, as ``bound`` says.   unit: of both.   remedy: what to do.
    below: it speaks where the number is lower.   find: from a run to what is beyond the threshold.
    of_failed: it is asked of runs that broke off too, since what it finds may be the cause.
    """

    name: str
    looks_at: str
    number: str
    unit: str
    remedy: str
    find: Callable[[CheckContext], Iterable[Finding]]
    threshold: float | None = None
    bound: str = ""
    below: bool = False
    of_failed: bool = False

    def findings(self, seen: CheckContext) -> list[dict[str, Any]]:
        """What it has found in a run, as plain words and numbers."""
        return [self.finding(found) for found in self.find(seen)]

    def finding(self, found: Finding) -> dict[str, Any]:
        """One entry of the summary's ``warnings``."""
        return {
            "check": self.name,
            "where": found.where,
            "time": None if found.time is None else float(found.time),
            "number": float(found.number),
            "threshold": self.threshold if found.threshold is None else float(found.threshold),
            "unit": self.unit if found.unit is None else found.unit,
            "text": found.text,
            "remedy": self.remedy if found.remedy is None else found.remedy,
            "doubt": found.doubt,
        }


def check(
    name: str,
    *,
    looks_at: str,
    number: str,
    unit: str,
    remedy: str,
    threshold: float | None = None,
    bound: str = "",
    below: bool = False,
    of_failed: bool = False,
) -> Callable[[Callable[[CheckContext], Iterable[Finding]]], Check]:
    """The check that a function makes, written above it. Arguments: as the fields of ``Check``."""
    return lambda find: Check(name, looks_at, number, unit, remedy, find, threshold, bound, below, of_failed)


def cache_of(program: Program) -> dict[str, Any]:
    """What checks make once for all runs of a program, by name."""
    return program.variants.setdefault(("plausibility",), {})


@dataclass(frozen=True, eq=False)
class CheckContext:
    """A run as checks see it. data: its samples.   model, p: what was run, and the values of its free parameters.

    cache: what all runs of the program share (``cache_of``).
    """

    data: Any
    model: Model
    p: np.ndarray
    cache: dict[str, Any]

    @cached_property
    def robot(self) -> Robot:
        """The robot in numbers."""
        return self.model.robot_at(self.p.tolist())

    @cached_property
    def parts(self) -> Mapping[str, Any]:
        """Forces, gait, control, elastic laws and couplings; in numbers where free parameters stand in them."""
        plain = {name: getattr(self.model, name) for name in _PARTS}
        if self.model.free_parts is None:
            return plain
        try:
            return self.model.free_parts.numbered.at(self.p.tolist())
        except InputError:  # inputs that left what a law allows while it ran
            return plain

    @property
    def times(self) -> np.ndarray:
        """Times of the samples [s]."""
        return self.data.time.values

    def few(self, most: int, first: int = 0) -> np.ndarray:
        """Numbers of samples spread evenly from sample ``first`` to the last, ``most`` at most."""
        last = len(self.times) - 1
        return np.unique(np.linspace(first, last, min(most, last - first + 1)).round().astype(int))

    def stream(self, current: Any, body: int, rows: np.ndarray | slice = slice(None)) -> np.ndarray:
        """Velocity of a law's current at the origin of a body at some samples [m/s, world]; (samples, 3)."""
        places = self.data.body_position.values[rows][:, body]
        if not is_flow(current):
            return np.broadcast_to([float(c) if is_finite(c) else 0.0 for c in current] or np.zeros(3), places.shape)
        place, time = ca.SX.sym("place", 3), ca.SX.sym("time")
        symbols = ca.vertcat(ca.SX(0, 1), *(f.symbol for f in self.model.free.values()))
        of_flow = ca.Function("flow", [place, time, symbols], [ca.densify(velocity_of(current, place, time))])
        return np.array(of_flow(places.T, self.times[rows][None, :], self.p)).T
