"""Sensitivities of a whole fixed-step run: derivatives of its states by initial states, free parameters and the step size.

They are exact: the variational equations are integrated by the very stages of the run they belong to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np

from elver.errors import InputError, unknown_name
from elver.simulation.integrate import make_plan, quaternion_index, status_word
from elver.simulation.program import Program

METHODS = ("rk4", "radau")


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


def flow(program: Program, p: np.ndarray, x: np.ndarray, origin: int, h: float, steps: int, method: str = "rk4") -> Flow:
    """``steps`` steps of size h from x; step k starts at (origin + k) h. method: ``rk4``, or ``radau`` for stiff models."""
    from elver.simulation import kernels

    if method == "radau":
        return varied_flow(program, p, x, origin, h, steps, np.zeros((0, len(x))), method=method)

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
    method: str = "rk4",
) -> Flow:
    """The same with variations: direction k starts as xdot[k], changes the parameters by pdot[k] and the step by slope[k]."""
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
    tail = velocity_like, quaternion_index(program)
    head = native.address, lanes, int(origin), h, slopes, steps, now, directions, p, changes, breaks, coefficients
    if method == "radau":
        from elver.simulation.implicit_variations import advance_implicit

        c, size = program.columns, max(f.work_size for f in (program.rhs, program.tangent, native))
        groups = c.seeds, c.owner, c.coupled
        done, code = advance_implicit(program.rhs.address, program.tangent.address, *head, *groups, *tail, size, states)
    else:
        from elver.simulation.variations import advance_varied

        done, code = advance_varied(*head, *tail, native.work_size, states)
    return Flow(states[: done + 1], directions[:count], status_word(code))


def sensitivities(
    program: Program,
    duration: float,
    dt: float = 1e-3,
    states: Sequence[str] = (),
    parameters: Sequence[str] = (),
    values: Mapping[str, float] | None = None,
    method: str = "rk4",
) -> Sensitivities:
    """Derivatives of the state after ``duration`` seconds of steps ``dt`` by initial ``states`` and free ``parameters``.

    method: ``rk4``, or ``radau`` (implicit, order 5) for stiff models.
    Names of states are those of ``program.equations.layout.names``. values: of the free parameters, as in ``simulate``.
    A parameter that also decides the start (joints that begin on the gait) is followed from there.
    """
    if method not in METHODS:
        raise unknown_name("method", method, METHODS)
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
    result = varied_flow(program, p, program.initial_state(p), 0.0, plan.dt, plan.steps, xdot, pdot, method=method)
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
