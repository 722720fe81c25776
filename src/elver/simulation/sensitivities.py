"""Sensitivities of a whole fixed-step run: derivatives of its states by initial states, free parameters and the step size.

They are exact: the variational equations are integrated by the very stages of the RK4 run they belong to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np

from elver.errors import InputError, unknown_name
from elver.simulation.integrate import make_plan, quaternion_index, status_word
from elver.simulation.program import Program


@dataclass(frozen=True, eq=False)
class Flow:
    """A stretch of fixed steps. states: one row per step, the first is the start.   variations: one row per direction.

    status: ``finished`` or ``diverged``.
    """

    states: np.ndarray
    variations: np.ndarray
    status: str

    @property
    def end(self) -> np.ndarray:
        return self.states[-1]


@dataclass(frozen=True, eq=False)
class Sensitivities:
    """matrix[i, k] = d state i at the end / d quantity k. rows, columns: their names. times [s] and states of the run."""

    matrix: np.ndarray
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    times: np.ndarray
    states: np.ndarray
    status: str


def flow(program: Program, p: np.ndarray, x: np.ndarray, origin: int, h: float, steps: int) -> Flow:
    """``steps`` RK4 steps of size h from x; step k starts at (origin + k) h."""
    from elver.simulation import kernels

    breaks, coefficients = program.signal_tables()
    velocity_like = np.array(program.equations.layout.velocity_like, dtype=np.int64)
    now, states = np.array(x, dtype=float), np.empty((steps + 1, len(x)))
    states[0] = now
    done, code = kernels.advance_fixed(
        kernels.RK4, program.rhs.address, int(origin), h, 0, steps, 1, now, p, breaks, coefficients, velocity_like,
        quaternion_index(program), program.rhs.work_size, states,
    )  # fmt: skip
    return Flow(states[: done + 1], np.zeros((0, len(x))), status_word(code))


def varied_flow(
    program: Program,
    p: np.ndarray,
    x: np.ndarray,
    origin: int,
    h: float,
    steps: int,
    xdot: np.ndarray,
    pdot: np.ndarray | None = None,
    slope: np.ndarray | None = None,
) -> Flow:
    """The same with variations: direction k starts as xdot[k], changes the parameters by pdot[k] and the step by slope[k]."""
    from elver.simulation.variations import advance_varied

    native, lanes = program.variation
    count = len(xdot)
    full = -(-count // lanes) * lanes  # the last group is filled up with zero directions
    directions, changes, slopes = np.zeros((full, len(x))), np.zeros((full, len(p))), np.zeros(full)
    directions[:count] = xdot
    if pdot is not None:
        changes[:count] = pdot
    if slope is not None:
        slopes[:count] = slope
    breaks, coefficients = program.signal_tables()
    velocity_like = np.array(program.equations.layout.velocity_like, dtype=np.int64)
    now, states = np.array(x, dtype=float), np.empty((steps + 1, len(x)))
    states[0] = now
    done, code = advance_varied(
        native.address, lanes, int(origin), h, slopes, steps, now, directions, p, changes, breaks, coefficients,
        velocity_like, quaternion_index(program), native.work_size, states,
    )  # fmt: skip
    return Flow(states[: done + 1], directions[:count], status_word(code))


def sensitivities(
    program: Program,
    duration: float,
    dt: float = 1e-3,
    states: Sequence[str] = (),
    parameters: Sequence[str] = (),
    values: Mapping[str, float] | None = None,
) -> Sensitivities:
    """Derivatives of the state after ``duration`` seconds of RK4 steps ``dt`` by initial ``states`` and free ``parameters``.

    Names of states are those of ``program.equations.layout.names``. values: of the free parameters, as in ``simulate``.
    A parameter that also decides the start (joints that begin on the gait) is followed from there.
    """
    plan = make_plan(duration, dt, "rk4")
    layout, free = program.equations.layout, list(program.equations.parameters)
    for name in states:
        if name not in layout.names:
            raise unknown_name("state", name, layout.names)
    for name in parameters:
        if name not in free:
            raise unknown_name("free parameter", name, free) if free else InputError(f"'{name}' is not free; nothing is.")
    p = program.parameter_vector(values)
    places, slots = [layout.names.index(s) for s in states], [free.index(name) for name in parameters]
    pdot = np.zeros((len(places) + len(slots), len(p)))
    pdot[len(places) + np.arange(len(slots)), slots] = 1.0
    xdot = np.vstack([np.eye(layout.size)[places], initial_slopes(program, p)[:, slots].T])
    result = varied_flow(program, p, program.initial_state(p), 0.0, plan.dt, plan.steps, xdot, pdot)
    times = np.arange(len(result.states)) * plan.dt
    return Sensitivities(result.variations.T, layout.names, (*states, *parameters), times, result.states, result.status)


def initial_slopes(program: Program, p: np.ndarray) -> np.ndarray:
    """d x0 / d p of the model's start, at time 0."""
    initial = program.equations.initial
    slope = ca.Function("slope", *jacobian_of(initial))
    return np.array(slope(0.0, p, program.signal_values(0.0)), dtype=float).reshape(initial.nnz_out(0), len(p))


def jacobian_of(initial: ca.Function):
    t, p, u = (ca.SX.sym(name, initial.nnz_in(k)) for k, name in enumerate(("t", "p", "u")))
    return [t, p, u], [ca.densify(ca.jacobian(initial(t, p, u), p))]
