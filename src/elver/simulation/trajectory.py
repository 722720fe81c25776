"""What integration hands on: states at times, and how it ended; and where it starts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError
from elver.codegen import NativeFunction
from elver.codegen.kernels.system import Linear, SignalTables, System
from elver.dynamics import LoopFunctions
from elver.model import Equations, Program
from elver.model.assembly import is_closed
from elver.results.record import plain_values

_UNIT = 1e-6  # norm of a quaternion, so that the states of a run in single precision can be given


@dataclass(frozen=True)
class Trajectory:
    """times [s], states (one row each), status (a word of elver._support.statuses), steps done; detail: more on why it ended
    early.

    inputs: those in force from every sample on, one row each; None where they are the parameters' all the time.
    """

    times: np.ndarray
    states: np.ndarray
    status: str
    steps: int
    wall_time: float
    detail: str = ""
    inputs: np.ndarray | None = None


def start_state(program: Program, p: np.ndarray, resume: Any = None) -> tuple[np.ndarray, float]:
    """State and time a run begins with."""
    return (program.initial_state(p), 0.0) if resume is None else _last_state(program, resume)


def resumed_values(program: Program, run: Any) -> dict[str, float]:
    """Values that a run had of the program's free parameters: what it goes on with where nothing else is said."""
    before = run.parameters
    return {name: float(before[name]) for name in program.equations.parameters if isinstance(before.get(name), (int, float))}


def _last_state(program: Program, run: Any) -> tuple[np.ndarray, float]:
    """State and time at the end of a run of the same model."""
    refuse_other_model(program, run)
    return run.data.state.values[-1].copy(), float(run.data.time[-1])


def refuse_other_model(program: Program, run: Any) -> None:
    """Refuse to go on with a run of another model, or of other parameters that are compiled in."""
    names = list(program.equations.layout.names)
    if list(run.data.state_name.values) != names:
        raise InputError(
            f"the run to resume is of '{run.data.attrs['model']}', whose state differs from this model's. Use the same model."
        )
    before, now = run.parameters, plain_values(program.model.parameters)
    free = program.equations.parameters
    changed = [n for n, value in now.items() if n not in free and before.get(n, value) != value]
    if changed:
        raise InputError(
            f"the run to resume has {changed[0]} = {before[changed[0]]}, this model {now[changed[0]]}. Resume with the same."
        )


def refuse_long_quaternions(program: Program, x: np.ndarray) -> None:
    """The base's quaternions have length 1."""
    part = x[:, program.equations.layout.slices["quaternion"]]
    norms = np.linalg.norm(part, axis=1)
    bad = np.flatnonzero(np.abs(norms - 1) > _UNIT) if part.shape[1] else np.zeros(0, int)
    if len(bad):
        which = f" for machine {bad[0]}" if len(x) > 1 else ""
        raise InputError(f"the base's quaternion has norm {norms[bad[0]]:.6g}{which}. Give a unit quaternion (w, x, y, z).")


# --- A program as the tuples that compiled loops take.


def shelf_of(programs: Sequence[Program], machines: int) -> SignalTables:
    """The signals of programs that differ in nothing else, one per machine; the last fills up to so many machines."""
    own = {id(one): one.signal_tables() for one in programs}
    place = {key: k for k, key in enumerate(own)}
    which = [place[id(one)] for one in programs]
    breaks, pieces = ([table[part] for table in own.values()] for part in (0, 1))
    edges = [np.cumsum([0, *map(len, part)]).astype(np.int64) for part in (breaks, pieces)]
    filled = np.array(which + which[-1:] * (machines - len(which)), dtype=np.int64)
    return SignalTables(np.concatenate(breaks), np.ascontiguousarray(np.concatenate(pieces)), edges[0], edges[1], filled)


def system_of(
    program: Program,
    p: np.ndarray,
    native: NativeFunction | None = None,
    also: Iterable[NativeFunction] = (),
    width: int = 1,
) -> System:
    """The right-hand side, or other native code of the program, with parameters p.

    also: native code that uses the same working room.   width: machines side by side in vectors.
    """
    native = program.rhs if native is None else native
    work = max(f.work_size for f in (native, *also))
    places = [k * width + lane for k in program.equations.layout.velocity_like for lane in range(width)]
    velocity_like = np.array(places, dtype=np.int64)
    return System(
        native.address, max(work, 1), native.constants(p), *program.signal_tables(), velocity_like, quaternion_index(program)
    )


def quaternion_index(program: Program) -> int:
    """Place of the base's quaternion in the state; -1 where there is none."""
    part = program.equations.layout.slices["quaternion"]
    return part.start if part.stop > part.start else -1


def linear_of(program: Program) -> Linear:
    """Code and columns of df/dx; compiled when first asked for."""
    c = program.columns
    return Linear(program.tangent.address, c.seeds, c.owner, c.coupled, c.quadratures)


# --- How runs of machines with loops end: a loop that no longer closes, a loop that passed through a singular position.

_SINGULAR = 1e6  # condition of J_p beyond which an error of rounding moves the dependent joints by 1e-10
LOOP_WORDS = ("loop open", "loop singular")
_SAMPLES = 10000  # whose Jacobians are looked at together
WATCH = 0.01  # s: the usual interval between samples of a run


def name_open_loops(program: Program, trajectory: Trajectory, dt: float, p: np.ndarray) -> Trajectory:
    """The trajectory with the status of ``loop_failure`` where it failed because of a loop one step further on."""
    if trajectory.status not in ("diverged", "step too small", "too many steps"):
        return trajectory
    word = loop_failure(program, trajectory.times[-1], trajectory.states[-1], p, dt)
    return trajectory if word is None else replace(trajectory, status=word)


def loop_failure(program: Program, t: float, x: np.ndarray, p: np.ndarray, dt: float) -> str | None:
    """What becomes of the loops within a step from x: ``loop open``; ``loop singular``, J_p singular or turned over; or None."""
    equations = program.equations
    if equations.loops is None:
        return None
    rate = np.array(equations.rhs(t, x, p, program.signal_values(t))).ravel()
    ahead = [(t + h, x + h * rate, p, program.signal_values(t + h)) for h in (0.0, dt / 2, dt)]
    if not all(is_closed(equations, *at) for at in ahead[1:]):
        return "loop open"
    loops = equations.loops.at(p)
    q = [np.array(loops.project(equations.guess(*at))).ravel() for at in ahead]
    turned = _first_turn(loops, np.array(q)) is not None
    return "loop singular" if turned or any(_is_singular(loops, at) for at in q[1:]) else None


def loop_columns(equations: Equations) -> ca.Function:
    """(t, x, p, u) -> J_p, the columns of the closure's Jacobian that belong to the dependent joints."""
    assert equations.loops is not None
    args = [ca.SX.sym(name, equations.rhs.nnz_in(name)) for name in ("t", "x", "p", "u")]
    loops = equations.loops.at(args[2])
    J = loops.jacobian(loops.project(equations.guess(*args)))[:, list(loops.dependent)]
    return ca.Function("columns", args, [ca.densify(J)], ["t", "x", "p", "u"], ["J"])


def _is_singular(loops: LoopFunctions, q: np.ndarray) -> bool:
    """Whether the dependent joints do not follow from the others: the columns of J_p are (almost) dependent."""
    return not np.linalg.cond(np.array(loops.jacobian(q))[:, list(loops.dependent)]) < _SINGULAR


def end_at_singular_loops(
    program: Program, trajectory: Trajectory, outputs: dict[str, np.ndarray], p: np.ndarray
) -> tuple[Trajectory, dict]:
    """Trajectory and outputs up to where J_p first turns over: from one sample to the next its columns change their orientation.

    In between it was singular, the dependent joints could have gone either way, and a step went over it unawares: what follows
    is not determined. The test is det(J_p^T J_p'), which is det J_p det J_p' where J_p is square.
    """
    loops = program.equations.loops
    if loops is None:
        return trajectory, outputs
    end = _first_turn(loops.at(p), outputs["joint_position"])
    if end is None:
        return trajectory, outputs
    inputs = None if trajectory.inputs is None else trajectory.inputs[:end]
    kept = replace(
        trajectory, times=trajectory.times[:end], states=trajectory.states[:end], inputs=inputs, status="loop singular"
    )
    return kept, {name: values[:end] for name, values in outputs.items()}


def _first_turn(loops: LoopFunctions, q: np.ndarray) -> int | None:
    """How many samples of the joint vectors (sample, joint) there are before J_p turns over; None where it does not."""
    for first in range(0, len(q) - 1, _SAMPLES):
        part = q[first : first + _SAMPLES + 1]
        J = np.array(loops.jacobian.map(len(part))(part.T)).reshape(len(loops.rows), len(part), -1)[:, :, list(loops.dependent)]
        J = J.transpose(1, 0, 2)
        turned = np.flatnonzero(np.linalg.det(J[:-1].transpose(0, 2, 1) @ J[1:]) < 0)
        if len(turned):
            return first + int(turned[0]) + 1
    return None


def last_step_before_turn(program: Program, states: np.ndarray, first: int, dt: float, p: np.ndarray) -> int | None:
    """The last row of ``states`` before J_p turns over, of the rows that are looked at; None where it does not.

    states: one row per step, the first after ``first`` steps of dt. Looked at: a row every 0.01 s, and the last one.
    """
    equations = program.equations
    if equations.loops is None:
        return None
    rows = [*range(0, len(states) - 1, max(1, round(WATCH / dt))), len(states) - 1]
    times = (first + np.array(rows)) * dt
    u = np.array([program.signal_values(t) for t in times]).T if program.signal_width else np.zeros(0)
    loops = equations.loops.at(p)
    q = loops.project(equations.guess(times[None], states[rows].T, p, u))
    end = _first_turn(loops, np.array(q, dtype=float).T)
    return None if end is None else rows[end - 1]


def loop_text(data: Any, status: str) -> str:
    """Why a loop may have opened."""
    if "loop_condition" not in data:
        return ""
    names, condition = ", ".join(map(str, data.loop.values)), float(data.loop_condition.values[-1])
    if status == "loop singular":
        return (
            f"the loops ({names}) pass through a singular position of their dependent joints (condition {condition:.3g} before)"
        )
    return (
        f"the loops ({names}) do not close beyond this instant: out of reach, singular (condition {condition:.3g} here), "
        "or dt is too long"
    )
