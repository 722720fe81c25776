"""Shooting: the equations of a periodic orbit and their exact Jacobian, by one run over the period cut into segments.

Unknown are the state at the start of every segment, in local coordinates, the period T where it is free, and the trimmed p:

    phi_i(x_i, p, T) = x_(i+1),        g^-1 phi_m(x_m, p, T) = x_1,        conditions(x_1, phi_m, T) = values,

where phi_i is the map of N/m steps of size T/N (RK4, or Radau IIA for stiff models), and g the rigid displacement, of those that
leave the equations unchanged, that brings the end closest to the start. A free period has a phase condition: no Newton step moves
along the flow. Conditions are what a trimmed orbit must satisfy besides, such as no vertical drift.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from elver._support.errors import InputError, unknown_name
from elver.analysis.orbits.coordinates import UP, LocalCoordinates, closed_if_possible, follow, heading_of, turned_about_up
from elver.analysis.orbits.symmetry import Symmetry, rates
from elver.model import Program
from elver.simulation.derivatives.forward import VariedRun, flow, varied_flow
from elver.symbolic.spatial import conjugate, multiply, quaternion_of

DRIFTS = ("vx", "vy", "vz", "turn", "speed")
_FLOOR = 1e-6  # SI: smallest scale of a coordinate, for orbits at rest


@dataclass(frozen=True)
class Drift:
    """What one period does beyond returning: displacement [m, world], turn [rad] about the vertical, period [s].

    velocity [m/s]: mean over the period, along the axes of the heading at the start.
    """

    displacement: tuple[float, float, float]
    turn: float
    velocity: tuple[float, float, float]
    period: float

    @property
    def speed(self) -> float:
        """Size of the mean velocity [m/s]."""
        return float(np.linalg.norm(self.velocity))

    @property
    def turn_rate(self) -> float:
        """Mean rate of turning about the vertical [rad/s]."""
        return self.turn / self.period


def drift_of(chart: LocalCoordinates, start: np.ndarray, end: np.ndarray, period: float) -> Drift:
    """The drift between two states one period apart."""
    if not chart.posed:
        return Drift((0.0, 0.0, 0.0), 0.0, (0.0, 0.0, 0.0), period)
    d = end[:3] - start[:3]
    turn = heading_of(multiply(end[3:7], conjugate(start[3:7])))
    return Drift(tuple(d.tolist()), turn, tuple((d @ chart.axes / period).tolist()), period)


@dataclass(frozen=True)
class Condition:
    """``name`` has ``value`` on the orbit.

    Names: ``vx``, ``vy``, ``vz``, ``speed`` [m/s] and ``turn`` [rad/s] of the drift, ``period`` [s], or a state at the start.
    """

    name: str
    value: float

    def check(self, chart: LocalCoordinates) -> None:
        places, refused = {name: k for k, name in enumerate(chart.names)}, {*chart.works, *chart.followers}
        allowed = (*DRIFTS, "period", *(n for n, k in places.items() if k >= 6 * chart.posed and k not in refused))
        if places.get(self.name) in refused:
            grows = "an energy that grows from period to period"
            what = grows if places[self.name] in chart.works else "a dependent joint, which follows from the others"
            raise InputError(f"condition '{self.name}' is on {what}: nothing can be asked of it. Allowed: {', '.join(allowed)}.")
        if self.name not in allowed:
            raise unknown_name("condition", self.name, allowed)
        if self.name in DRIFTS and not chart.posed:
            raise InputError(f"condition '{self.name}': a machine on a fixed base has no drift.")

    def residual(self, chart: LocalCoordinates, start: np.ndarray, end: np.ndarray, period: float) -> float:
        """Quantity less its wanted value."""
        return self.quantity(chart, start, end, period) - self.value

    def quantity(self, chart: LocalCoordinates, start: np.ndarray, end: np.ndarray, period: float) -> float:
        if self.name == "period":
            return period
        if self.name not in DRIFTS:
            return float(start[chart.layout.names.index(self.name)])
        drift = drift_of(chart, start, end, period)
        if self.name == "speed":
            return drift.speed
        return drift.turn_rate if self.name == "turn" else drift.velocity["xyz".index(self.name[1])]

    def slopes(
        self,
        chart: LocalCoordinates,
        start: np.ndarray,
        end: np.ndarray,
        period: float,
        startdot: np.ndarray,
        enddot: np.ndarray,
        perioddot: np.ndarray,
    ) -> np.ndarray:
        """Derivatives along directions: rows of local displacements at start and end, changes of the period."""
        if self.name == "period":
            return perioddot
        if self.name not in DRIFTS:
            return startdot[:, chart.names.index(self.name)]
        drift = drift_of(chart, start, end, period)
        if self.name == "turn":
            return (enddot[:, 5] - startdot[:, 5] - drift.turn_rate * perioddot) / period
        change = (enddot[:, :3] - startdot[:, :3] - np.outer(perioddot, drift.velocity)) / period
        if self.name == "speed":
            return change @ np.array(drift.velocity) / max(drift.speed, 1e-12)
        return change[:, "xyz".index(self.name[1])]


def read_conditions(given: Mapping[str, Any] | None) -> tuple[Condition, ...]:
    """Conditions from a mapping name -> value."""
    conditions = []
    for name, value in dict(given or {}).items():
        try:
            conditions.append(Condition(str(name), float(value)))
        except (TypeError, ValueError):
            raise InputError(f"condition '{name}' = {value!r} is not a number.") from None
    return tuple(conditions)


# --- the equations --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Iterate:
    """A guess: states at the starts of the segments, period [s], all free parameters."""

    nodes: tuple[np.ndarray, ...]
    period: float
    parameters: np.ndarray


@dataclass(frozen=True, eq=False)
class ShootingResidual:
    """Residual of a guess, scaled by ``scales`` (one per equation), and its Jacobian by scaled unknowns (or None).

    failed: time [s] from the start at which the run diverged, or None.
    """

    residual: np.ndarray
    jacobian: np.ndarray | None
    unknown_scales: np.ndarray
    equation_scales: np.ndarray
    failed: float | None = None

    @property
    def size(self) -> float:
        """Largest scaled residual; infinite for a run that diverged."""
        return float("inf") if self.failed is not None else float(np.abs(self.residual).max(initial=0.0))


def _failure(time: float) -> ShootingResidual:
    """The evaluation of a run that diverged."""
    nothing = np.zeros(0)
    return ShootingResidual(nothing, None, nothing, nothing, time)


@dataclass(frozen=True, eq=False)
class ShootingEquations:
    """The equations of one orbit problem.

    first: rows, directions of the unknown start.   inner: rows, directions of the later nodes.
    returning: rows, combinations of coordinates that must return.   parameters: places of the unknown parameters in p.
    steps: of one period.   waited: periods before the orbit's start (gaits with a ramp).
    period_of(p) -> period and its derivatives; None where the period is unknown.   method: ``rk4`` or ``radau``.
    swap: mirror of local coordinates by which half a period brings the start back; None for whole periods.
    """

    program: Program
    chart: LocalCoordinates
    symmetry: Symmetry
    first: np.ndarray
    inner: np.ndarray
    returning: np.ndarray
    parameters: tuple[int, ...]
    conditions: tuple[Condition, ...]
    segments: int
    steps: int
    waited: int
    period_of: Callable | None
    method: str = "rk4"
    swap: np.ndarray | None = None

    @property
    def free_period(self) -> bool:
        return self.period_of is None

    @property
    def every(self) -> int:
        """Steps of one segment."""
        return self.steps // (self.segments * (1 if self.swap is None else 2))

    @property
    def kept(self) -> list[int]:
        """Places of all coordinates that must return, unknown or not."""
        chart, drifting = self.chart, set(self.symmetry.names())
        still = {*chart.works, *chart.followers, *chart.frozen}
        return [k for k in range(chart.size) if k not in still and chart.names[k] not in drifting]

    @property
    def equations(self) -> list[str]:
        """A name for every equation."""
        rows = [self.row_name(r) for _ in range(self.segments - 1) for r in self.inner]
        rows += [self.row_name(r) for r in self.returning]
        return rows + ["phase"] * self.free_period + [c.name for c in self.conditions]

    def row_name(self, row: np.ndarray) -> str:
        return self.chart.names[int(np.argmax(np.abs(row)))]

    @property
    def unknowns(self) -> list[str]:
        """A name for every unknown."""
        free = list(self.program.equations.parameters)
        rows = [self.row_name(r) for r in self.first] + [self.row_name(r) for _ in range(self.segments - 1) for r in self.inner]
        return rows + ["period"] * self.free_period + [free[k] for k in self.parameters]

    def with_parameter(self, *places: int) -> ShootingEquations:
        """The same equations with further unknown parameters."""
        return replace(self, parameters=(*self.parameters, *places))

    # --- guesses ----------------------------------------------------------------------------------------------------

    def guess(self, x: np.ndarray, period: float, p: np.ndarray) -> Iterate | None:
        """Nodes along one run from x; None where it diverges."""
        run = flow(self.program, p, x, self.waited * self.steps, period / self.steps, self.steps, self.method)
        if run.status != "finished":
            return None
        at = Iterate(tuple(run.states[k * self.every] for k in range(self.segments)), period, p)
        at = self.reclosed(at, at)
        return at if all(np.isfinite(node).all() for node in at.nodes) else None

    def moved(self, at: Iterate, step: np.ndarray) -> Iterate:
        """The guess after a step in the (unscaled) unknowns, its loops closed as before; NaN where they do not close."""
        k = len(self.first)
        nodes = [self.chart.lift(at.nodes[0], step[:k] @ self.first)]
        for node in at.nodes[1:]:
            nodes.append(self.chart.lift(node, step[k : k + len(self.inner)] @ self.inner))
            k += len(self.inner)
        period, p = at.period, at.parameters.copy()
        if self.free_period:
            period, k = period + step[k], k + 1
        p[list(self.parameters)] += step[k:]
        if self.period_of is not None:
            period = self.period_of(p)[0]
        return self.reclosed(at, Iterate(tuple(nodes), float(period), p))

    def reclosed(self, before: Iterate, after: Iterate) -> Iterate:
        """A guess with the loops of every node on the assembly of the guess before; NaN where they do not close so."""
        if self.program.equations.loops is None:
            return after
        nodes = []
        for i, node in enumerate(after.nodes):
            was = closed_if_possible(self.program, before.parameters, self.time(i, before), before.nodes[i])
            now = closed_if_possible(self.program, after.parameters, self.time(i, after), node)
            if was is not None and now is not None and was[1] == now[1]:
                nodes.append(now[0])
            else:
                nodes.append(np.full_like(node, np.nan))
        return replace(after, nodes=tuple(nodes))

    def time(self, segment: int, at: Iterate) -> float:
        """Time [s] at which a segment starts."""
        return (self.waited * self.steps + segment * self.every) * at.period / self.steps

    # --- the equations ----------------------------------------------------------------------------------------------

    def evaluate(self, at: Iterate, jacobian: bool, scales: tuple | None = None) -> ShootingResidual:
        """Residual at a guess, and its Jacobian. scales: those of an earlier evaluation, to compare with it."""
        flows, failed = self.flows(at, jacobian)
        if failed is not None:
            return _failure(failed)
        raw = self.raw_residual(at, flows)
        unknown_scales, equation_scales = self.scales(at, flows) if scales is None else scales
        matrix = self.raw_jacobian(at, flows) * unknown_scales / equation_scales[:, None] if jacobian else None
        return ShootingResidual(raw / equation_scales, matrix, unknown_scales, equation_scales)

    def flows(self, at: Iterate, varied: bool, keep: bool = False) -> tuple[list[VariedRun], float | None]:
        """The run of every segment, and the time [s] from the start at which one failed. keep: variations along the steps."""
        h, every = at.period / self.steps, self.every
        flows: list[VariedRun] = []
        if not h > 0:
            return [], 0.0
        for i, node in enumerate(at.nodes):
            if not np.isfinite(node).all():  # its loops do not close
                return flows, i * every * h
            origin = self.waited * self.steps + i * every
            if varied:
                along = self.directions(i, at)
                run = varied_flow(self.program, at.parameters, node, origin, h, every, *along, self.method, keep)
            else:
                run = flow(self.program, at.parameters, node, origin, h, every, self.method)
            flows.append(run)
            if run.status != "finished":
                return flows, (i * every + len(run.states) - 1) * h
        return flows, None

    def directions(self, segment: int, at: Iterate) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Variations of a segment: its node's directions, the free period, the parameters."""
        local = self.first if segment == 0 else self.inner
        extra = self.free_period + len(self.parameters)
        xdot = np.vstack([self.chart.push(at.nodes[segment], local), np.zeros((extra, len(at.nodes[segment])))])
        pdot = np.zeros((len(xdot), len(at.parameters)))
        for row, place in enumerate(self.parameters):
            pdot[len(local) + self.free_period + row, place] = 1.0
        slope = self.period_slopes(len(local), at) / self.steps
        t, later = self.time(segment, at), (self.waited * self.steps + segment * self.every) * slope
        return follow(self.program, at.parameters, t, at.nodes[segment], xdot, pdot, later), pdot, slope

    def period_slopes(self, local: int, at: Iterate) -> np.ndarray:
        """Derivative of the period along the directions of a segment."""
        shared = [1.0] if self.period_of is None else list(self.period_of(at.parameters)[1][list(self.parameters)])
        shared += [0.0] * (len(self.parameters) if self.free_period else 0)
        return np.array([0.0] * local + shared)

    def raw_residual(self, at: Iterate, flows: Sequence[VariedRun]) -> np.ndarray:
        parts = [self.inner @ self.chart.difference(at.nodes[i + 1], flows[i].end) for i in range(self.segments - 1)]
        parts.append(self.returning @ self.return_error(at.nodes[0], flows[-1].end))
        parts.append(np.zeros(int(self.free_period)))
        parts.append([c.residual(self.chart, at.nodes[0], flows[-1].end, at.period) for c in self.conditions])
        return np.concatenate([np.asarray(part, dtype=float) for part in parts])

    def return_error(self, start: np.ndarray, end: np.ndarray) -> np.ndarray:
        """Displacement from the start to the end, mirrored after half a period, brought back by the symmetry."""
        end = end if self.swap is None else self.chart.mirrored(self.swap, end)
        return self.chart.difference(start, self.brought_back(start, end))

    def brought_back(self, start: np.ndarray, end: np.ndarray) -> np.ndarray:
        """g^-1 end: turned about the vertical as close to the start as possible."""
        if self.symmetry.turns != "vertical":
            return end
        angle = heading_of(multiply(end[3:7], conjugate(start[3:7])))
        back = end.copy()
        back[:3], back[3:7] = turned_about_up(-angle, end[:3]), multiply(quaternion_of(-angle * UP), end[3:7])
        return back

    def return_slopes(self, start: np.ndarray, end: np.ndarray, enddot: np.ndarray) -> np.ndarray:
        """Rows: change of g^-1 end in local coordinates along changes of the end, the start held."""
        local = self.chart.pull(end, enddot)
        if self.swap is not None:
            local, end = local @ self.swap.T, self.chart.mirrored(self.swap, end)
        if self.symmetry.turns != "vertical":
            return local
        angle = heading_of(multiply(end[3:7], conjugate(start[3:7])))
        world = local[:, :3] @ self.chart.axes.T, local[:, 3:6] @ self.chart.axes.T
        place = turned_about_up(-angle, end[:3])
        move = turned_about_up(-angle, world[0]) - np.outer(world[1][:, 2], np.cross(UP, place))
        turn = turned_about_up(-angle, world[1]) * np.array([1.0, 1.0, 0.0])
        return np.hstack([move @ self.chart.axes, turn @ self.chart.axes, local[:, 6:]])

    def raw_jacobian(self, at: Iterate, flows: Sequence[VariedRun]) -> np.ndarray:
        """Derivatives of the residual by all unknowns, row blocks in the order of ``raw_residual``."""
        m, last = self.segments, self.segments - 1
        starts = [0, *(len(self.first) + i * len(self.inner) for i in range(m))]
        shared = list(range(starts[m], starts[m] + self.free_period + len(self.parameters)))
        rows = []
        for i in range(m):
            own = list(range(starts[i], starts[i + 1])) + shared
            block = np.zeros((len(self.inner) if i < last else len(self.returning), shared[-1] + 1 if shared else starts[m]))
            if i < last:
                block[:, own] = self.inner @ self.chart.pull(flows[i].end, flows[i].variations).T
                block[:, starts[i + 1] : starts[i + 2]] -= self.inner @ self.inner.T
            else:
                block[:, own] = self.returning @ self.return_slopes(at.nodes[0], flows[i].end, flows[i].variations).T
                block[:, : starts[1]] -= self.returning @ self.first.T
            rows.append(block)
        if self.free_period:
            phase = np.zeros((1, rows[0].shape[1]))
            phase[0, : starts[1]] = self.first @ self.flow_direction(at)
            rows.append(phase)
        for condition in self.conditions:
            rows.append(self.condition_row(condition, at, flows[last], starts, shared))
        return np.vstack(rows)

    def condition_row(
        self, condition: Condition, at: Iterate, run: VariedRun, starts: list[int], shared: list[int]
    ) -> np.ndarray:
        """Derivatives of one condition: through the last segment's end, and through the start."""
        last, width = self.segments - 1, shared[-1] + 1 if shared else starts[self.segments]
        row = np.zeros((1, width))
        local = starts[last + 1] - starts[last]
        enddot, still = self.chart.pull(run.end, run.variations), np.zeros((len(run.variations), self.chart.size))
        own = list(range(starts[last], starts[last + 1])) + shared
        arguments = self.chart, at.nodes[0], run.end, at.period
        row[0, own] += condition.slopes(*arguments, still, enddot, self.period_slopes(local, at))
        row[0, : starts[1]] += condition.slopes(*arguments, self.first, 0 * self.first, np.zeros(len(self.first)))
        return row

    def flow_direction(self, at: Iterate) -> np.ndarray:
        """Unit vector along the flow at the start, local coordinates, without works."""
        t = self.waited * at.period
        rate = self.chart.pull(at.nodes[0], rates(self.program, at.parameters, t, at.nodes[0])[None])[0]
        rate[self.chart.works] = 0.0
        return rate / max(float(np.linalg.norm(rate)), _FLOOR)

    # --- scales -----------------------------------------------------------------------------------------------------

    def scales(self, at: Iterate, flows: Sequence[VariedRun]) -> tuple[np.ndarray, np.ndarray]:
        """Sizes of the unknowns and of the equations, by the largest value of their kind along the run."""
        size = self.coordinate_scales(np.vstack([f.states for f in flows]), at.period)
        first, inner = np.abs(self.first) @ size, np.abs(self.inner) @ size
        free = np.maximum(np.abs(at.parameters[list(self.parameters)]), 1e-3)
        unknown = np.concatenate([first, *[inner] * (self.segments - 1), [at.period] * self.free_period, free])
        speed = size[self.chart.places("twist")[0]] if self.chart.posed else 1.0
        kinds = {"period": at.period, "turn": 1.0 / at.period}
        wanted = [kinds.get(c.name, speed) for c in self.conditions]
        returning = np.abs(self.returning) @ size
        equation = np.concatenate([*[inner] * (self.segments - 1), returning, [1.0] * self.free_period, wanted])
        return unknown, equation

    def coordinate_scales(self, states: np.ndarray, period: float) -> np.ndarray:
        """One size per local coordinate: the largest of its kind (positions, velocities, turns, angles, rates) in ``states``."""
        layout, size = self.chart.layout, np.ones(self.chart.size)
        kinds = {part: layout.slices[part] for part in ("angles", "rates", "memory")}
        for part, place in kinds.items():
            if place.stop > place.start:
                size[self.chart.places(part)] = max(np.abs(states[:, place]).max(), _FLOOR)
        if layout.joints:  # joints that stand still at an angle have no rate to compare with
            least = size[self.chart.places("angles")[0]] / period
            size[self.chart.places("rates")] = np.maximum(size[self.chart.places("rates")], least)
        if self.chart.posed:
            twist = np.abs(states[:, layout.slices["twist"]]).max(axis=0)
            linear = np.array([k < 3 for k in layout.freedoms])
            values = [max(twist[linear == (k < 3)].max(), _FLOOR) for k in layout.freedoms]
            size[self.chart.places("twist")] = values
            size[:3] = max(np.abs(states[:, :3] - states[0, :3]).max(), _FLOOR)
        return size
