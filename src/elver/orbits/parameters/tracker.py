"""Orbits of one machine at many parameters, each found from the one before: what a fit asks for again and again.

The next start is predicted by the slopes of the last orbit, then corrected by quasi-Newton steps: the last Jacobian, improved by
Broyden's rank-one updates, and plain runs over the period, which cost a small part of one with variations. One run with all
variations at the end gives the exact Jacobian, the monodromy matrix and the slopes of the orbit that was reached. Where this
fails, Newton's method with exact Jacobians follows, and then a search from the beginning.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from elver.errors import NoOrbitError, unknown_name
from elver.native.sources import Source, as_program
from elver.orbits.find import make_orbit, whole_period
from elver.orbits.newton import Solution, Step, advice, solve, worst_of
from elver.orbits.orbit import Orbit
from elver.orbits.parameters.slopes import OrbitSlopes, kept_flows, slopes_of, unknown_slopes
from elver.orbits.problem import FEWEST_STEPS, MOST_STEPS, STABLE, parameter_places, set_up
from elver.orbits.shooting import Evaluation, Iterate, Shooting

MOST_CORRECTIONS = 12  # plain runs before Newton's method takes over
SLOW = 0.5  # a correction that leaves more of the residual is not worth its run
MOST_NEWTON, MOST_SEARCH = 12, 30
NEARLY = 10.0  # times the tolerance is accepted where corrections do not come closer
MARGIN = 1.3  # more steps than stability asks for, so that a machine that becomes stiffer does not ask again at once
ENOUGH = 1e-11  # scaled residual of a tracked orbit


@dataclass(frozen=True, eq=False)
class Tracked:
    """An orbit with its slopes, and what it cost. way: ``predicted``, ``newton`` or ``search``.

    runs: plain runs over the period.   varied_runs: runs over the period with all variations.
    """

    orbit: Orbit
    slopes: OrbitSlopes
    way: str
    runs: int
    varied_runs: int


@dataclass(frozen=True, eq=False)
class Known:
    """What the last orbit left: its equations, where it is, its Jacobian by the unknowns with scales, slopes of the unknowns."""

    system: Shooting
    at: Iterate
    jacobian: np.ndarray
    scales: tuple[np.ndarray, np.ndarray]
    slopes: np.ndarray


class OrbitTracker:
    """Finds orbits by parameter values, one after the other. free: parameters that change, and by which slopes are wanted.

    The other arguments are those of ``find_orbit``; ``tolerance`` is of the scaled residual. Steps per period, symmetry and the
    ramp that was waited for stay those of the last search, so that what is found is a smooth function of the parameters. A search
    takes as many steps as the machine needs there; one that becomes so stiff on the way that RK4 would not be stable gets more.
    """

    def __init__(
        self,
        source: Source,
        free: Sequence[str] | None = None,
        values: Mapping[str, float] | None = None,
        tolerance: float = ENOUGH,
        tell: Callable[[str], None] | None = None,
        **asked,
    ):
        self.program, self.tolerance, self.tell = as_program(source, ready=False), tolerance, tell
        usual: dict = {
            "unknown": None, "trim": (), "conditions": None, "period": None, "free_period": False, "steps": None,
            "segments": 1, "settle": 2.0, "mirror": None, "start": None,
        }  # fmt: skip
        for name in asked:
            if name not in usual:
                raise unknown_name("argument of find_orbit", name, usual)
        self.asked = {**usual, **asked}
        self.steps = 0  # of RK4 so far, where nobody gave a number
        known, trim = list(self.program.equations.parameters), self.asked["trim"]
        trim = [trim] if isinstance(trim, str) else list(trim)
        self.names = tuple(n for n in known if n not in trim) if free is None else tuple(free)
        self.places = parameter_places(self.program, self.names)
        self.values = dict(values or {})
        self.known: Known | None = None

    def solve(self, values: Mapping[str, float] | None = None) -> Tracked:
        """The orbit at these parameters; those not named keep the values that the tracker was made with."""
        p = self.program.parameter_vector({**self.values, **(values or {})})
        known = self.known
        predicted = None if known is None else self.predicted(known, p)
        known = None if known is None or predicted is None else self.steadied(known, predicted)
        if known is None or predicted is None:
            return self.searched(p)
        at, history = self.corrected(known, predicted)
        if history[-1] <= NEARLY * self.tolerance:
            return self.finished(known.system, at, history, "predicted", (len(history), 0))
        return self.by_newton(known.system, at, p, len(history))

    def steadied(self, known: Known, at: Iterate) -> Known | None:
        """The same with enough steps for RK4 at another place; None where it would need too many."""
        system = known.system
        if self.asked["steps"] is not None or system.method != "rk4":
            return known
        stiffness = abs(self.program.fastest_eigenvalue(system.waited * at.period, at.nodes[0], at.parameters))
        if stiffness * at.period <= STABLE * system.steps:
            return known
        pieces = system.steps // system.every  # a whole number of steps in each segment
        self.steps = pieces * math.ceil(MARGIN * stiffness * at.period / STABLE / pieces)
        return None if self.steps > MOST_STEPS else replace(known, system=replace(system, steps=self.steps))

    # --- prediction and correction ----------------------------------------------------------------------------------

    def predicted(self, known: Known, p: np.ndarray) -> Iterate | None:
        """The last orbit moved along its slopes; None where other parameters than the tracked ones change."""
        system, at = known.system, known.at
        others = [k for k in range(len(p)) if k not in (*self.places, *system.parameters)]
        if not np.array_equal(p[others], at.parameters[others]):
            return None
        step = (p - at.parameters)[list(self.places)] @ known.slopes
        return system.with_parameter(*self.places).moved(at, step)

    def corrected(self, known: Known, at: Iterate) -> tuple[Iterate, list[float]]:
        """Broyden's iteration by plain runs: the best guess, and the residuals on the way."""
        system, scales, B = known.system, known.scales, np.linalg.inv(known.jacobian)
        here = system.evaluate(at, False, scales)
        history = [here.size]
        while here.size > self.tolerance and here.failed is None and len(history) <= MOST_CORRECTIONS:
            step = -B @ here.residual
            moved = system.moved(at, step * scales[0])
            there = system.evaluate(moved, False, scales)
            if there.failed is not None or not there.size <= max(SLOW * here.size, self.tolerance):
                break
            history.append(there.size)
            turn = B @ (there.residual - here.residual)  # Broyden, with Sherman and Morrison's formula
            if step @ turn:
                B = B + np.outer(step - turn, step @ B) / (step @ turn)
            at, here = moved, there
        return at, history

    # --- ways to an end ---------------------------------------------------------------------------------------------

    def by_newton(self, system: Shooting, at: Iterate, p: np.ndarray, runs: int) -> Tracked:
        """Newton's method with exact Jacobians from where the corrections ended; a search where it fails."""
        solution = solve(system, at, self.tolerance, MOST_NEWTON)
        steps = len(solution.history)
        if solution.status != "converged":
            return self.searched(p, (runs + steps, steps))
        return self.finished(system, solution.at, residuals(solution), "newton", (runs + steps - 1, steps))

    def searched(self, p: np.ndarray, cost: tuple[int, int] = (0, 0)) -> Tracked:
        """The orbit from the beginning: settled, then solved. Refuses parameters without one."""
        values = dict(zip(self.program.equations.parameters, p.tolist(), strict=True))
        setting = set_up(self.program, values=values, **self.asked)
        system = setting.system
        if self.asked["steps"] is None and system.method == "rk4":
            system = self.roomy(system)
        at = system.guess(setting.state, setting.period, setting.parameters)
        solution = None if at is None else solve(system, at, self.tolerance, MOST_SEARCH, self.tell)
        if solution is None or solution.status != "converged":
            why = "the run over the first period diverged." if solution is None else advice(solution)
            shown = ", ".join(f"{name} = {values[name]:.6g}" for name in self.names)
            raise NoOrbitError(f"{self.program.model.name} at {shown}: {why}")
        steps = len(solution.history)
        return self.finished(system, solution.at, residuals(solution), "search", (cost[0] + steps, cost[1] + steps))

    def roomy(self, system: Shooting) -> Shooting:
        """The equations with as many steps as before, or more than stability asks for where it is what decides their number."""
        wanted = math.ceil(MARGIN * system.steps) if system.steps > FEWEST_STEPS else system.steps
        pieces = system.steps // system.every
        self.steps = pieces * math.ceil(max(self.steps, wanted) / pieces)
        return replace(system, steps=self.steps)

    def finished(self, system: Shooting, at: Iterate, history: list[float], way: str, cost: tuple[int, int]) -> Tracked:
        """The orbit at a solution with its slopes, from one run with all variations."""
        extended = system.with_parameter(*self.places)
        flows = kept_flows(extended, at)
        scales = extended.scales(at, flows)
        jacobian = extended.raw_jacobian(at, flows) * scales[0] / scales[1][:, None]
        here = Evaluation(system.raw_residual(at, flows) / scales[1], jacobian, *scales)
        steps = tuple(Step(k, size, 0.0, 1.0) for k, size in enumerate(history))
        solution = Solution(at, here, "converged", steps, False, worst_of(system, here))
        simple = len(system.first) == len(system.kept) and system.segments == 1 and system.swap is None
        own = simple and np.array_equal(system.first, np.eye(system.chart.size)[system.kept])
        orbit = make_orbit(system, solution, whole_period(system, at, flows[0] if own else None)).demand()
        moves = unknown_slopes(jacobian, scales[0], len(self.places))
        slopes = slopes_of(orbit, extended, flows, self.names, moves)
        unknown = len(scales[0]) - len(self.places)
        self.known = Known(system, at, jacobian[:, :unknown], (scales[0][:unknown], scales[1]), moves)
        return Tracked(orbit, slopes, way, cost[0], cost[1] + (1 if own else 2))


def residuals(solution: Solution) -> list[float]:
    """Of every iteration."""
    return [step.residual for step in solution.history]
