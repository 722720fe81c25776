"""Where the run of a recording begins, and how that moves with the unknowns: the model's start, or its periodic orbit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from elver.derivatives.forward import initial_slopes
from elver.errors import InputError, NoOrbitError
from elver.native import Program
from elver.orbits.find import solve_setting
from elver.orbits.newton import ACCEPTED, newton_step
from elver.orbits.problem import Setting, set_up
from elver.orbits.shooting import Iterate, Shooting

TOLERANCE, MOST = 1e-11, 8  # scaled residual of a warm orbit, and its iterations


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
    """The periodic orbit of one recording: found once, then followed from one set of unknowns to the next."""

    def __init__(self, program: Program, options: Mapping, steps: int | None):
        self.program, self.options, self.steps = program, dict(options), steps
        self.setting: Setting | None = None
        self.last: Iterate | None = None
        self.slopes: np.ndarray | None = None  # of the local coordinates, by all parameters
        self.iterations = 0

    def __call__(self, p: np.ndarray, pdot: np.ndarray) -> Begin:
        """The orbit at p, and its change along the rows of pdot."""
        system, at, local = self.solved(p)
        period, by_p = system.period_of(at.parameters) if system.period_of is not None else (at.period, np.zeros(len(p)))
        x, begin = at.nodes[0], system.waited * at.period
        period_slopes = pdot @ by_p
        time_slopes = system.waited * period_slopes
        slopes = pdot @ (local.T @ system.chart.push(x, system.first))
        return Begin(
            begin, x, slopes, time_slopes, period_slopes / period, period, period_slopes, period / system.steps, system.method
        )

    def solved(self, p: np.ndarray) -> tuple[Shooting, Iterate, np.ndarray]:
        """Equations, orbit, and slopes of its start's local coordinates by all parameters."""
        if self.last is not None:
            warm = self.corrected(p, self.predicted(p))
            if warm is not None:
                return warm
        return self.found(p)

    def found(self, p: np.ndarray) -> tuple[Shooting, Iterate, np.ndarray]:
        """An orbit from the model's start, by settling and shooting."""
        values = dict(zip(self.program.equations.parameters, p.tolist(), strict=True))
        asked = {"unknown": None, "trim": (), "conditions": None, "values": values, "period": None, "free_period": False,
                 "steps": self.steps, "segments": 1, "settle": 2.0, "mirror": None, "start": None, **self.options}  # fmt: skip
        if asked["segments"] != 1 or asked["free_period"] or asked["mirror"] is not None or asked["trim"]:
            raise InputError("a fit on the orbit takes neither segments, trim, mirror nor a free period. Leave them out.")
        self.setting = set_up(self.program, **asked)
        orbit = solve_setting(self.setting, TOLERANCE, 30)
        self.iterations += orbit.iterations
        if not orbit.converged:
            self.last = None
            raise NoOrbitError(orbit.detail)
        self.last = Iterate((orbit.state,), orbit.period, p)
        warm = self.corrected(p, self.last)
        if warm is None:
            raise NoOrbitError("the orbit that was found does not hold.")
        return warm

    def predicted(self, p: np.ndarray) -> Iterate:
        """The last orbit moved along its slopes to other parameters."""
        assert self.setting is not None
        assert self.last is not None
        system, moved = self.setting.system, np.zeros(0)
        x = self.last.nodes[0]
        if self.slopes is not None:
            moved = self.slopes @ (p - self.last.parameters)
            x = system.chart.lift(x, moved @ system.first)
        period = self.last.period if system.period_of is None else system.period_of(p)[0]
        return system.reclosed(self.last, Iterate((x,), float(period), p))

    def corrected(self, p: np.ndarray, at: Iterate) -> tuple[Shooting, Iterate, np.ndarray] | None:
        """Newton's iteration from a close guess, with the slopes by all parameters; None where it does not arrive."""
        assert self.setting is not None
        system = replace(self.setting.system, parameters=(), conditions=())
        by_all = replace(system, parameters=tuple(range(len(p))))
        size = np.inf
        for _ in range(MOST):
            here = by_all.evaluate(at, True)
            self.iterations += 1
            if here.failed is not None or here.size > 2 * size:
                return None
            assert here.jacobian is not None
            split = len(system.first)
            own, other = here.jacobian[:, :split], here.jacobian[:, split:]
            if here.size <= TOLERANCE or (here.size <= ACCEPTED and here.size > 0.1 * size):
                local = (
                    -np.linalg.lstsq(own, other, rcond=None)[0] * here.unknown_scales[:split, None] / here.unknown_scales[split:]
                )
                self.last, self.slopes = at, local
                return system, at, local
            size = here.size
            step, _ = newton_step(replace(here, jacobian=own), None)
            at = system.moved(at, step * here.unknown_scales[:split])
        return None
