"""Derivatives of a periodic orbit by parameters, by the implicit function theorem.

An orbit solves R(u, p) = 0 in its unknowns u: start, free period, trimmed parameters. Along the orbits of other parameters

    dR/du u' + dR/dp = 0,

and one run over the period that carries the directions of u and p gives both matrices. States along the period follow from the
same run: their variations along (u', 1). All of it is exact for the discrete map, as the Jacobian of the search is.

Multipliers are those of the monodromy matrix M, lambda' = w M' v / (w v) with left and right eigenvectors w, v. M' is the total
derivative along the orbits: central differences of the exact M on the tangent of the branch, with one Richardson step. What the
tangent misses is even in the step, so the error is of fourth order; it is given with the result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from elver.derivatives.forward import Flow, varied_flow
from elver.errors import InputError, NoOrbitError
from elver.memory import require_memory
from elver.orbits.find import whole_period
from elver.orbits.newton import SINGULAR
from elver.orbits.orbit import Orbit
from elver.orbits.problem import parameter_places
from elver.orbits.shooting import Iterate, Shooting
from elver.spatial import conjugate, multiply

APART = 1e7  # condition of the eigenvectors beyond which multipliers are taken as one
STEP = 1e-3  # of the differences of M, relative to the parameter


@dataclass(frozen=True, eq=False)
class OrbitSlopes:
    """What one parameter after the other does to an orbit; ``names`` are the parameters, the first axis of every array.

    period [s], state (at the start), trimmed (name -> slopes), velocity (mean of the base, axes of the heading), turn_rate.
    states: (step, parameter, state), at the same fraction of the period.   times: (step, parameter), of the instants of these.
    Where the period is free the phase is too: the start moves across the flow, not along it.
    """

    orbit: Orbit
    names: tuple[str, ...]
    period: np.ndarray
    state: np.ndarray
    trimmed: Mapping[str, np.ndarray]
    states: np.ndarray
    times: np.ndarray
    velocity: np.ndarray
    turn_rate: np.ndarray

    def __repr__(self) -> str:
        shown = ", ".join(f"{n}: {v:.6g}" for n, v in zip(self.names, self.speed, strict=True))
        return f"OrbitSlopes of {self.orbit.program.model.name}: d speed by {shown}"

    @property
    def speed(self) -> np.ndarray:
        """Of the size of the mean velocity; zero for a machine that stays where it is."""
        drift = self.orbit.drift
        return self.velocity @ np.array(drift.velocity) / drift.speed if drift.speed > 0 else np.zeros(len(self.names))

    @cached_property
    def multipliers(self) -> np.ndarray:
        """(parameter, multiplier), in the order of ``orbit.multipliers``: four runs with all variations for each parameter.

        NaN where multipliers meet: they have no derivatives there.
        """
        return multiplier_slopes(self)[0]

    @cached_property
    def multiplier_errors(self) -> np.ndarray:
        """How far the last two estimates of every slope of a multiplier differ."""
        return multiplier_slopes(self)[1]

    @property
    def summary(self) -> dict:
        """Slopes of the headline figures by parameter, as plain numbers."""
        rows = zip(self.names, self.period, self.velocity, self.speed, self.turn_rate, strict=True)
        found = {
            name: {"period": float(T), "drift_velocity": v.tolist(), "drift_speed": float(speed), "turn_rate": float(turn)}
            for name, T, v, speed, turn in rows
        }
        for k, name in enumerate(self.names):
            found[name]["trimmed"] = {trim: float(values[k]) for trim, values in self.trimmed.items()}
        return found


def orbit_slopes(orbit: Orbit, free: Sequence[str] | str | None = None) -> OrbitSlopes:
    """Derivatives of an orbit by free parameters of its model; None takes all that were not trimmed."""
    orbit.demand()
    system, at = orbit.system, orbit.at
    known = list(orbit.program.equations.parameters)
    trimmed = [known[k] for k in system.parameters]
    names = [n for n in known if n not in trimmed] if free is None else [free] if isinstance(free, str) else list(free)
    for name in names:
        if name in trimmed:
            raise InputError(f"'{name}' was trimmed: it follows from the others. Name parameters that were not.")
    places = parameter_places(orbit.program, names)
    if not places:
        raise InputError("no parameter is free. Build the model with free=[...], or use Model.freed(...).")
    extended = system.with_parameter(*places)
    flows = kept_flows(extended, at)
    scales = extended.scales(at, flows)
    jacobian = extended.raw_jacobian(at, flows) * scales[0] / scales[1][:, None]
    return slopes_of(orbit, extended, flows, tuple(names), unknown_slopes(jacobian, scales[0], len(places)))


def kept_flows(extended: Shooting, at: Iterate) -> list[Flow]:
    """The run of every segment of an orbit, with the variations of all its steps."""
    numbers = extended.steps * extended.chart.layout.size * (len(extended.unknowns) + 8)
    require_memory("the variations of all steps", 16.0 * numbers, "Name fewer parameters, or take fewer steps")
    flows, failed = extended.flows(at, True, keep=True)
    if failed is not None:
        raise NoOrbitError(f"the run over the orbit diverged {failed:.4g} s after its start.")
    return flows


def slopes_of(orbit: Orbit, extended: Shooting, flows: list[Flow], names: tuple[str, ...], C: np.ndarray) -> OrbitSlopes:
    """Slopes from the runs of all segments with the directions of the unknowns and, last of all, the parameters ``names``.

    C: rows, derivatives of all unknowns by these parameters.
    """
    at, count = orbit.at, len(names)
    shared = extended.free_period + len(extended.parameters)
    parts: list[np.ndarray] = []
    first, origin, works = 0, extended.waited * extended.steps, extended.chart.layout.slices["works"]
    for i, run in enumerate(flows):
        local = len(extended.first if i == 0 else extended.inner)
        own = np.hstack([C[:, first : first + local], C[:, C.shape[1] - shared :]])
        assert run.history is not None  # kept
        part = np.einsum("pd,sdn->spn", own, run.history)
        if parts:  # works are no unknowns of a node: they go on from where they are
            part[:, :, works] += parts[-1][-1, :, works]
            parts[-1] = parts[-1][:-1]
        parts.append(part)
        first += local
    local, tail = len(extended.first), C[:, C.shape[1] - shared :]
    period = np.hstack([np.zeros((count, local)), tail]) @ extended.period_slopes(local, at)
    states = np.concatenate(parts) if extended.swap is None else whole_slopes(extended, at, C, period)
    k = np.arange(extended.steps + 1)
    velocity, turn_rate = drift_slopes(orbit, states[0], states[-1], period)
    free, known = extended.free_period, list(orbit.program.equations.parameters)
    trims = extended.parameters[: len(extended.parameters) - count]
    return OrbitSlopes(
        orbit=orbit,
        names=names,
        period=period,
        state=states[0],
        trimmed={known[place]: tail[:, free + j] for j, place in enumerate(trims)},
        states=states,
        times=np.outer(origin + k, period / extended.steps),
        velocity=velocity,
        turn_rate=turn_rate,
    )


def unknown_slopes(jacobian: np.ndarray, unknown: np.ndarray, count: int) -> np.ndarray:
    """Rows: derivatives of all unknowns by the last ``count`` of them, parameters, which come out as a unit matrix.

    jacobian: of the residual by unknowns in units of ``unknown``.
    """
    A, B = jacobian[:, : jacobian.shape[1] - count], jacobian[:, jacobian.shape[1] - count :]
    singular = np.linalg.svd(A, compute_uv=False) if A.size else np.ones(1)
    if not singular[-1] > SINGULAR * singular[0]:
        raise NoOrbitError(
            "the orbit has no slopes: its Jacobian is singular, orbits come in a family (no damping, a fold, a symmetry that "
            "was not found). Fix the state that is free to drift, or trim it."
        )
    found = -np.linalg.solve(A, B).T if A.size else np.zeros((count, 0))
    return np.hstack([found, np.eye(count)]) * unknown / unknown[len(unknown) - count :, None]


def whole_slopes(extended: Shooting, at: Iterate, C: np.ndarray, period: np.ndarray) -> np.ndarray:
    """Slopes along the whole period of an orbit that was found from half of it."""
    shared = extended.free_period + len(extended.parameters)
    own = np.hstack([C[:, : len(extended.first)], C[:, C.shape[1] - shared :]])
    xdot, pdot, slope = (own @ part for part in extended.directions(0, at))
    h, origin = at.period / extended.steps, extended.waited * extended.steps
    along = xdot, pdot, slope
    run = varied_flow(extended.program, at.parameters, at.nodes[0], origin, h, extended.steps, *along, extended.method, True)
    assert run.history is not None  # kept
    return run.history


def drift_slopes(orbit: Orbit, start: np.ndarray, end: np.ndarray, period: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Derivatives of mean velocity and turn rate, from those of the states at both ends and of the period."""
    if not orbit.chart.posed:
        return np.zeros((len(period), 3)), np.zeros(len(period))
    drift, a, b = orbit.drift, orbit.states[0, 3:7], orbit.states[-1, 3:7]
    moved = (end[:, :3] - start[:, :3]) @ orbit.chart.axes
    velocity = (moved - np.outer(period, drift.velocity)) / orbit.period
    q = multiply(b, conjugate(a))
    dq = multiply(end[:, 3:7], conjugate(a)) + multiply(b, conjugate(start[:, 3:7]))
    angle = 2.0 * (q[0] * dq[:, 3] - q[3] * dq[:, 0]) / max(q[0] ** 2 + q[3] ** 2, 1e-300)  # of heading_of
    return velocity, (angle - drift.turn_rate * period) / orbit.period


# --- multipliers ----------------------------------------------------------------------------------------------------


def multiplier_slopes(found: OrbitSlopes) -> tuple[np.ndarray, np.ndarray]:
    """Slopes of the multipliers by every parameter, and how far the last two estimates differ."""
    orbit = found.orbit
    M, values = orbit.monodromy, orbit.multipliers
    if not M.size:
        return np.zeros((len(found.names), 0)), np.zeros((len(found.names), 0))
    eigenvalues, right = np.linalg.eig(M)
    if np.linalg.cond(right) > APART:  # multipliers meet: they have no derivatives there
        return np.full((len(found.names), len(values)), np.nan + 0j), np.full((len(found.names), len(values)), np.inf)
    left, order, rest = np.linalg.inv(right), [], list(range(len(eigenvalues)))
    for value in values:
        order.append(min(rest, key=lambda k: abs(eigenvalues[k] - value)))
        rest.remove(order[-1])
    slopes, errors = [], []
    for k in range(len(found.names)):
        coarse, fine = (monodromy_slope(found, k, fraction) for fraction in (1.0, 0.5))
        best = (4.0 * fine - coarse) / 3.0
        along = [np.diag(left @ dM @ right)[order] for dM in (best, fine)]
        slopes.append(along[0])
        errors.append(np.abs(along[0] - along[1]))
    return np.array(slopes), np.array(errors)


def monodromy_slope(found: OrbitSlopes, k: int, fraction: float) -> np.ndarray:
    """Central difference of the monodromy matrix along the tangent of the orbits by parameter k."""
    orbit = found.orbit
    place = list(orbit.program.equations.parameters).index(found.names[k])
    d = fraction * STEP * max(abs(orbit.at.parameters[place]), STEP)
    ends = [whole_period(orbit.system, moved_along(found, k, sign * d))[1] for sign in (1.0, -1.0)]
    return (ends[0] - ends[1]) / (2.0 * d)


def moved_along(found: OrbitSlopes, k: int, d: float) -> Iterate:
    """The start of the orbit after a change d of parameter k, on the tangent, its loops closed."""
    orbit, known = found.orbit, list(found.orbit.program.equations.parameters)
    p = orbit.at.parameters.copy()
    p[known.index(found.names[k])] += d
    for name, values in found.trimmed.items():
        p[known.index(name)] += d * values[k]
    system, chart = orbit.system, orbit.chart
    local = chart.pull(orbit.state, found.state[k][None])[0]
    period = orbit.period + d * found.period[k] if system.period_of is None else float(system.period_of(p)[0])
    after = Iterate((chart.lift(orbit.state, d * local),), period, p)
    return replace(system, segments=1).reclosed(replace(orbit.at, nodes=orbit.at.nodes[:1]), after)
