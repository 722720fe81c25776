"""What is asked of an orbit: which one is sought, how its equations are solved, and how a branch of orbits is followed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from elver._support.errors import InputError, require_number
from elver.analysis.orbits.symmetry import Mirror

_MOST_SEGMENTS, _MOST_STEPS, _MOST_PERIODS, _MOST_ITERATIONS, _MOST_POINTS = 100, 1_000_000, 10_000, 1000, 100_000


@dataclass(frozen=True)
class OrbitProblem:
    """Which periodic orbit of a machine is sought.

    Parameters
    ----------
    unknowns
        States to solve for: names, groups (``position``, ``turn``, ``twist``, ``angles``, ``rates``, ``memory``) or patterns
        (``angle of *``). None takes every state that must return, found from the symmetries of the equations.
    trim
        Free parameters to solve for as well.
    conditions
        Name -> value of as many conditions as there are parameters to trim: ``vx``, ``vy``, ``vz``, ``speed`` [m/s] and ``turn``
        [rad/s] of the mean motion along the axes of the heading, ``period`` [s], or a state at the start.
    period
        Period [s]; None takes that of the gait. A number, a function of the free parameters (a mapping from name to symbol), or
        with ``free_period`` a first guess.
    free_period
        Whether the period is unknown too, as it is where the equations do not depend on time.
    mirror
        Left-right symmetry of the machine, which halves the unknowns.
    """

    unknowns: tuple[str, ...] | None = None
    trim: tuple[str, ...] = ()
    conditions: Mapping[str, float] = field(default_factory=dict)
    period: float | Callable | None = None
    free_period: bool = False
    mirror: Mirror | None = None

    def __post_init__(self) -> None:
        for name in ("unknowns", "trim"):  # one name alone, or a list
            given = getattr(self, name)
            if given is not None:
                object.__setattr__(self, name, (given,) if isinstance(given, str) else tuple(given))
        if self.mirror is not None:
            require_kind("mirror", self.mirror, Mirror)


@dataclass(frozen=True, eq=False)
class Shooting:
    """How the equations of an orbit are written and solved.

    Parameters
    ----------
    steps
        Steps per period, of RK4, or of Radau IIA where RK4 would not be stable with them; None takes as many as RK4 needs.
    segments
        Segments of multiple shooting.
    transient
        Periods to simulate before the search.
    initial_state
        State that the transient begins with, in the order of the model's states; None takes the model's start.
    tolerance
        Scaled residual to reach; None is 1e-11 for an orbit by itself and 1e-10 along a branch.
    max_iterations
        Newton iterations, for a branch those of its first orbit.
    """

    steps: int | None = None
    segments: int = 1
    transient: float = 2.0
    initial_state: np.ndarray | None = None
    tolerance: float | None = None
    max_iterations: int = 30

    def __post_init__(self) -> None:
        if self.steps is not None:
            _whole_number("steps", self.steps, 4, _MOST_STEPS)
        _whole_number("segments", self.segments, 1, _MOST_SEGMENTS)
        if require_number("transient", self.transient, low=0.0, unit="periods") > _MOST_PERIODS:
            raise InputError(f"transient = {self.transient:g} periods is not allowed. Give 0 to {_MOST_PERIODS}.")
        if self.tolerance is not None:
            require_number("tolerance", self.tolerance, above=0.0)
        _whole_number("max_iterations", self.max_iterations, 1, _MOST_ITERATIONS)


@dataclass(frozen=True)
class Continuation:
    """How a branch is followed.

    Parameters
    ----------
    step, max_step
        First and longest step along the branch, in units where the range of the parameter and the size of the first orbit are 1.
    max_points
        Points at most; ones at folds and changes of stability do not count.
    """

    step: float = 0.05
    max_step: float = 0.2
    max_points: int = 400

    def __post_init__(self) -> None:
        for name in ("step", "max_step"):
            require_number(name, getattr(self, name), above=0.0)
        _whole_number("max_points", self.max_points, 1, _MOST_POINTS)


def _whole_number(name: str, value: object, low: int, high: int) -> int:
    """A count within its bounds, or an error."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not low <= value <= high:
        raise InputError(f"{name} = {repr(value)[:60]} is not allowed. Give a whole number, {low} to {high}.")
    return int(value)


def require_kind(name: str, value: Any, kind: type) -> None:
    """InputError where an argument is not a value of its class."""
    if not isinstance(value, kind):
        raise InputError(f"{name} is a {type(value).__name__}. Give an elver.analysis.{kind.__name__}(...).")
