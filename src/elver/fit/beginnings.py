"""Where the run of a recording begins, and how that moves with the unknowns: the model's start, or its periodic orbit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from elver.derivatives.forward import initial_slopes
from elver.errors import InputError
from elver.native import Program
from elver.orbits import OrbitTracker


@dataclass(frozen=True, eq=False)
class Begin:
    """The state x at ``time`` [s], and its change along every direction (rows of slopes), while times stretch by ``stretch``.

    period [s] and its slopes, 0 without an orbit.   time_slopes: of the time at which the recording's clock shows 0.
    dt [s], method: of the steps that belong to an orbit; None leaves them to the fit.
    """

    time: float
    x: np.ndarray
    slopes: np.ndarray
    time_slopes: np.ndarray
    stretch: np.ndarray
    period: float = 0.0
    period_slopes: np.ndarray = field(default_factory=lambda: np.zeros(0))
    dt: float | None = None
    method: str | None = None


def model_begin(
    program: Program, p: np.ndarray, pdot: np.ndarray, states: Mapping[str, float], moved: Mapping[str, int]
) -> Begin:
    """The model's start, with some states at other values. moved: states that are unknown, and the direction of each."""
    x, names = program.initial_state(p), program.equations.layout.names
    slopes = pdot @ initial_slopes(program, p).T
    for name, value in states.items():
        place = names.index(name)
        x[place], slopes[:, place] = value, 0.0
    for name, direction in moved.items():
        slopes[direction, names.index(name)] = 1.0
    return Begin(0.0, x, slopes, np.zeros(len(pdot)), np.zeros(len(pdot)))


class OrbitBegin:
    """The periodic orbit of one recording: found once, then tracked from one set of unknowns to the next.

    iterations: runs over the period with variations, so far.
    """

    def __init__(self, program: Program, options: Mapping, steps: int | None):
        for name in ("trim", "free_period"):
            if options.get(name):
                raise InputError(f"a fit on the orbit takes no {name}: what it moves has no place in a recording. Leave it out.")
        self.program, self.options = program, {"steps": steps, **options}
        self.tracker: OrbitTracker | None = None
        self.iterations = 0
        self.floquet_max = 0.0  # of the last orbit

    def __call__(self, p: np.ndarray, pdot: np.ndarray) -> Begin:
        """The orbit at p, and its change along the rows of pdot."""
        known = list(self.program.equations.parameters)
        moving = tuple(name for name, used in zip(known, (pdot != 0).any(axis=0), strict=True) if used)
        if self.tracker is None or self.tracker.names != moving:
            self.tracker = OrbitTracker(self.program, moving, **self.options)
        tracked = self.tracker.solve(dict(zip(known, p.tolist(), strict=True)))
        self.iterations += tracked.varied_runs
        self.floquet_max = tracked.orbit.floquet_max
        orbit, slopes, along = tracked.orbit, tracked.slopes, pdot[:, list(self.tracker.places)]
        period = along @ slopes.period
        return Begin(
            time=orbit.start_time,
            x=orbit.state,
            slopes=along @ slopes.state,
            time_slopes=along @ slopes.times[0],
            stretch=period / orbit.period,
            period=orbit.period,
            period_slopes=period,
            dt=orbit.period / orbit.steps,
            method=orbit.method,
        )
