"""Closed loops: constraint equations of the cut joints, and the motion of the joints that follow from them.

Khalil: the machine is a spanning tree plus one cut joint per loop. Closure is written between the two cut frames, each reached
from the nearest common ancestor, so that the base does not enter. With J = de/dq, split into columns of the dependent joints p
and of all others i, and J_p^+ = J_p^-1 (or the left inverse where a loop has more equations than it needs):

    e(q) = 0                                    positions, by Newton:  q_p <- q_p - J_p^+ e
    J qd = 0    (W qd_tr = 0 of FLOAT (13))     qd_p = B qd_i,             B = -J_p^+ J_i
    J qdd + J' qd = 0                           qdd_p = B qdd_i - J_p^+ J' qd
    G = dq_tr/dq_i = [1; B]                     FLOAT (15)

Derivatives are automatic. Rows of e that no joint can change (out of the plane of a planar loop) stay in e, where they must be
zero, and are left out of J.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError
from elver.dynamics.articulated import HybridResult
from elver.dynamics.inverse import mass_matrix, newton_euler
from elver.dynamics.kinematics import Kinematics, joint_frame
from elver.robot import Loop, Robot
from elver.robot.robot import loop_branches
from elver.symbolic.spatial import column, matrix, solve_symmetric, symmetric

_NEWTON_STEPS = 3  # from an integrated guess: an error of 1e-2 becomes 1e-4, 1e-8, rounding


_FUNCTIONS = ("error", "aligned", "jacobian", "bias", "inverse", "gradient", "rates", "accelerations", "newton")


class _AtParameters:
    """A function whose last argument is given."""

    def __init__(self, function: ca.Function, p: np.ndarray | ca.SX):
        self.function, self.p = function, p

    def __call__(self, *arguments: Any) -> Any:
        return self.function(*arguments, self.p)

    def map(self, count: int) -> Callable:
        """The function of ``count`` columns side by side."""
        mapped = self.function.map(count)
        return lambda *arguments: mapped(*arguments, ca.repmat(ca.DM(self.p), 1, count))


@dataclass(frozen=True, eq=False)
class LoopFunctions:
    """The loops of a robot as CasADi functions of the joint vector q (all moving joints, in the order of ``joint_names``).

    error(q): closure errors of all loops, shifts [m] before turns [rad] within each.   aligned(q): per loop, negative where
    the frames close the wrong way round.
    jacobian(q): J = de/dq without the rows that no joint can change.    bias(q, qd): J' qd of the same rows.
    inverse(q): J_p^+.                                                   gradient(q): G = dq/dq_i, a column per independent joint.
    rates(q, qd), accelerations(q, qd, qdd): the vectors with the entries of the dependent joints replaced.
    newton(q): q after one Newton step of the dependent joints.
    independent, dependent: places in q.    rows: places in e of the rows of J.
    Where the robot depends on free parameters, these are the last argument of every function: ``at(p)`` puts them in.
    """

    robot: Robot
    independent: tuple[int, ...]
    dependent: tuple[int, ...]
    rows: tuple[int, ...]
    error: ca.Function
    aligned: ca.Function
    jacobian: ca.Function
    bias: ca.Function
    inverse: ca.Function
    gradient: ca.Function
    rates: ca.Function
    accelerations: ca.Function
    newton: ca.Function
    free: bool = False

    def at(self, p: ca.SX | np.ndarray) -> LoopFunctions:
        """The same functions at values, or symbols, p of the free parameters."""
        if not self.free:
            return self
        bound: dict[str, Any] = {name: _AtParameters(getattr(self, name), p) for name in _FUNCTIONS}
        return replace(self, free=False, **bound)

    def project(self, q: ca.SX | ca.DM | np.ndarray) -> ca.SX | ca.DM:
        """q with the dependent joints on the loops, by Newton's method from a close guess."""
        for _ in range(_NEWTON_STEPS):
            q = self.newton(q)
        return q


@dataclass(frozen=True, eq=False)
class LoopState:
    """Loops at one state, each expression written once.   q, qd: of all moving joints, loops closed.

    J, inverse, gradient: as in LoopFunctions.   curved: accelerations of the joints when the independent ones have none.
    """

    functions: LoopFunctions
    q: ca.SX
    qd: ca.SX
    J: ca.SX
    inverse: ca.SX
    gradient: ca.SX
    curved: ca.SX

    def accelerations(self, qdd: ca.SX) -> ca.SX:
        """qdd of all joints from those of the independent ones."""
        return self.gradient @ qdd[list(self.functions.independent)] + self.curved

    @property
    def condition(self) -> ca.SX:
        """|J_p| |J_p^+|, Frobenius norms."""
        return ca.norm_fro(self.J[:, list(self.functions.dependent)]) * ca.norm_fro(self.inverse)


def loop_state(functions: LoopFunctions, q: ca.SX, qd: ca.SX) -> LoopState:
    """Everything the dynamics need of the loops at q (closed), with the rates of the independent joints taken from qd."""
    n, p, i = len(functions.robot.moving), list(functions.dependent), list(functions.independent)
    J, inverse = functions.jacobian(q), functions.inverse(q)
    G = gradient(n, i, p, J, inverse)
    qd = G @ qd[i]
    curved = ca.SX(n, 1)
    curved[p] = -inverse @ functions.bias(q, qd)
    return LoopState(functions, q, qd, J, inverse, G, curved)


def gradient(n: int, independent: list[int], dependent: list[int], J: ca.SX, inverse: ca.SX) -> ca.SX:
    """G = dq/dq_i: ones for the independent joints, B = -J_p^+ J_i for the others. FLOAT (15)"""
    G = ca.SX(n, len(independent))
    G[independent, :], G[dependent, :] = ca.SX.eye(len(independent)), -inverse @ J[:, independent]
    return G


def _frame_below(robot: Robot, branch: list[int], q: ca.SX, at: np.ndarray, axes: np.ndarray) -> tuple:
    """Rotation and origin of a cut frame, seen from the body above the branch."""
    R, P = ca.SX.eye(3), ca.SX(3, 1)
    slot = {body: k for k, body in enumerate(robot.moving)}
    for j in branch:
        joint = robot.joints[j - 1]
        R_j, P_j = joint_frame(joint, q[slot[j]] if joint.moving else 0)
        R, P = R @ R_j, P + R @ P_j
    return R @ matrix(axes), P + R @ column(at)


def _cut_pose(robot: Robot, loop: Loop, q: ca.SX) -> tuple:
    """Rotation and origin [m] of the second cut frame in the first."""
    first, second = loop_branches(robot, loop)
    R_a, P_a = _frame_below(robot, first, q, loop.first_at, loop.first_axes)
    R_b, P_b = _frame_below(robot, second, q, loop.second_at, loop.second_axes)
    return R_a.T @ R_b, R_a.T @ (P_b - P_a)


def _closure_error(loop: Loop, R: ca.SX, P: ca.SX) -> ca.SX:
    """What keeps a cut joint from being closed: forbidden shifts [m], then turns [rad].

    Turns about x and y alone are read from z_a in the second frame, whatever the turn about z; all three from the skew part of
    R. Both have the relative angular velocity (second frame) as their rate where the loop is closed.
    """
    shifts, turns = loop.constrained
    skewed = (R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1])
    angles = [e / 2 for e in skewed] if len(turns) == 3 else [R[2, 1], -R[2, 0]]
    return ca.vertcat(*(P[k] for k in shifts), *(angles[k] for k in turns))


def _alignment(loop: Loop, R: ca.SX) -> ca.SX:
    """Positive where the turns vanish with the frames parallel, negative where they are turned over by half a turn."""
    turns = loop.constrained[1]
    return ca.SX(1) if not turns else R[2, 2] if len(turns) == 2 else ca.trace(R)


def _left_inverse(J: ca.SX) -> ca.SX:
    """J^-1, or (J^T J)^-1 J^T where J has more rows than columns."""
    if J.shape[0] == J.shape[1]:
        return ca.solve(J, ca.SX.eye(J.shape[0]))
    return solve_symmetric(J.T @ J, J.T)


def loop_functions(robot: Robot, parameters: ca.SX | None = None) -> LoopFunctions:
    """Closure of a robot's loops on position, velocity and acceleration level. parameters: free ones that its frames may use."""
    n = len(robot.moving)
    q, qd, qdd = ca.SX.sym("q", n), ca.SX.sym("qd", n), ca.SX.sym("qdd", n)
    poses = [_cut_pose(robot, loop, q) for loop in robot.loops]
    e = ca.vertcat(ca.SX(0, 1), *(_closure_error(loop, R, P) for loop, (R, P) in zip(robot.loops, poses, strict=True)))
    whole = ca.jacobian(e, q)
    rows = [k for k in range(e.numel()) if whole[k, :].nnz()]
    J = whole[rows, :]
    dependent = [k for k, name in enumerate(robot.joint_names) if name in robot.dependent]
    independent = [k for k in range(n) if k not in dependent]
    _check_count(robot, J[:, dependent])
    inverse = _left_inverse(J[:, dependent])
    G = gradient(n, independent, dependent, J, inverse)
    bias = ca.jtimes(ca.jtimes(e, q, qd), q, qd)[rows]
    curved, step = ca.SX(n, 1), ca.SX(n, 1)
    curved[dependent], step[dependent] = inverse @ bias, inverse @ e[rows]
    free = [] if parameters is None or not ca.depends_on(e, parameters) else [parameters]
    aligned = [_alignment(loop, R) for loop, (R, _) in zip(robot.loops, poses, strict=True)]

    def function(name: str, value: ca.SX, *more: ca.SX) -> ca.Function:
        inputs, names = [q, *more], ["q", "qd", "qdd"][: 1 + len(more)]
        return ca.Function(name, inputs + free, [value], names + ["p"] * len(free), [name])

    return LoopFunctions(
        robot,
        tuple(independent),
        tuple(dependent),
        tuple(rows),
        error=function("error", ca.densify(e)),
        aligned=function("aligned", ca.vertcat(ca.SX(0, 1), *aligned)),
        jacobian=function("jacobian", J),
        bias=function("bias", bias, qd),
        inverse=function("inverse", inverse),
        gradient=function("gradient", G),
        rates=function("rates", G @ qd[independent], qd),
        accelerations=function("accelerations", G @ qdd[independent] - curved, qd, qdd),
        newton=function("newton", q - step),
        free=bool(free),
    )


def _check_count(robot: Robot, J_p: ca.SX) -> None:
    """The loops must have an equation for every dependent joint."""
    rank = ca.sprank(J_p)
    if rank < J_p.shape[1]:
        raise InputError(
            f"robot '{robot.name}': its loops give {rank} equations for the {J_p.shape[1]} dependent joints "
            f"{', '.join(robot.dependent)}. Name fewer of them, or a cut joint that forbids more."
        )


def _cut_wrenches(state: LoopState, dependent_load: ca.SX) -> tuple[list, list]:
    """What the cut joints do, from the torques that the dependent joints lack: FLOAT (13), lambda = J_p^-T load.

    First: per loop the wrench [N; N m] on the second body, in the first cut frame, at the origin of the second.
    Second: the same on every body of the robot, body frame, at the body's origin. Where a loop has more equations than it
    needs the wrench is not unique; the smallest is given.
    """
    functions, robot = state.functions, state.functions.robot
    lam = ca.SX(sum(len(axes) for loop in robot.loops for axes in loop.constrained), 1)
    lam[list(functions.rows)] = state.inverse.T @ dependent_load
    wrenches, loads, start = [], [ca.SX(6, 1) for _ in robot.bodies], 0
    for loop in robot.loops:
        shifts, turns = loop.constrained
        force, moment = ca.SX(3, 1), ca.SX(3, 1)
        force[list(shifts)] = lam[start : start + len(shifts)]
        start += len(shifts)
        moment[list(turns)] = lam[start : start + len(turns)]
        start += len(turns)
        R, P = _cut_pose(robot, loop, state.q)
        wrench = ca.vertcat(force, R @ moment)
        wrenches.append(wrench)
        for name, sign, C, at in (
            (loop.first, -1, matrix(loop.first_axes), column(loop.first_at) + matrix(loop.first_axes) @ P),
            (loop.second, 1, matrix(loop.second_axes) @ R.T, column(loop.second_at)),
        ):
            f, m = C @ wrench[:3], C @ wrench[3:]
            loads[robot.body_names.index(name)] += sign * ca.vertcat(f, m + ca.cross(at, f))
    return wrenches, loads


# --- Dependent joints put on their loops, in numbers: where a run begins, and which assembly of the mechanism that is.

_CLOSED = 1e-10  # m, rad: rounding of a machine some ten metres long, with a digit to spare
_SINGULAR = 1e8  # condition number of J_p beyond which half of all digits are lost
_ITERATIONS = 200
_CONSISTENT = 1e-7  # a rate of closure, per unit rate of an independent joint, that is not rounding


@dataclass(frozen=True, eq=False)
class LoopClosure:
    """q: the joint vector with all loops closed.   condition: of J_p (2-norm).

    branch: sign of det J_p, which two assemblies of a loop differ in (0 where J_p is not square).
    """

    q: np.ndarray
    condition: float
    branch: int


def close_loops(loops: LoopFunctions, guess: Sequence[float] | np.ndarray) -> LoopClosure:
    """Close the loops from a guess of all joints, moving the dependent ones. Refuses loops that cannot close or are singular."""
    q = _nearest_closure(loops, np.array(guess, dtype=float))
    _refuse_open(loops, q)
    J = np.array(loops.jacobian(q))
    J_p, J_i = J[:, list(loops.dependent)], J[:, list(loops.independent)]
    sizes = np.linalg.svd(J_p, compute_uv=False)
    condition = float(sizes[0] / sizes[-1]) if sizes[-1] > 0 else np.inf
    names = ", ".join(loop.name for loop in loops.robot.loops)
    if not condition < _SINGULAR:
        raise InputError(
            f"robot '{loops.robot.name}': its loops ({names}) are singular at the start (condition {condition:.2g}): "
            f"the dependent joints {', '.join(loops.robot.dependent)} can move without the others. "
            "Start elsewhere, or name other joints as dependent."
        )
    missed = np.abs(J_i - J_p @ np.linalg.lstsq(J_p, J_i, rcond=None)[0]).max(initial=0.0)
    if missed > _CONSISTENT * np.abs(J).max():
        raise InputError(
            f"robot '{loops.robot.name}': the {J_p.shape[1]} dependent joints cannot follow its loops ({names}): "
            f"they demand {np.linalg.matrix_rank(J, 1e-9)} independent equations. "
            "Name as many dependent joints, or cut joints that forbid less."
        )
    square = J_p.shape[0] == J_p.shape[1]
    return LoopClosure(q, condition, int(np.sign(np.linalg.det(J_p))) if square else 0)


def _nearest_closure(loops: LoopFunctions, q: np.ndarray) -> np.ndarray:
    """Joint vector with the smallest closure error that Levenberg and Marquardt's method finds from q."""
    dependent, rows = list(loops.dependent), list(loops.rows)
    damping, error = 1e-3, np.array(loops.error(q)).ravel()
    for _ in range(_ITERATIONS):
        J = np.array(loops.jacobian(q))[:, dependent]
        step = np.linalg.solve(J.T @ J + damping * np.eye(len(dependent)), J.T @ error[rows])
        trial = q.copy()
        trial[dependent] -= step
        tried = np.array(loops.error(trial)).ravel()
        if np.abs(step).max() <= 1e-15 * (1 + np.abs(q).max()):
            break
        if np.linalg.norm(tried) < np.linalg.norm(error):
            q, error, damping = trial, tried, damping * 0.1 if damping > 1e-18 else 0.0
        elif damping > 1e8 or (damping == 0.0 and np.linalg.norm(error) < _CLOSED):
            break
        else:
            damping = max(10 * damping, 1e-18)
    return q


def _refuse_open(loops: LoopFunctions, q: np.ndarray) -> None:
    """Every loop is closed at q, with its axes the right way round."""
    error, aligned, start = np.array(loops.error(q)).ravel(), np.array(loops.aligned(q)).ravel(), 0
    for loop, direction in zip(loops.robot.loops, aligned, strict=True):
        shifts, turns = (len(axes) for axes in loop.constrained)
        gap, turn = (np.linalg.norm(part) for part in np.split(error[start : start + shifts + turns], [shifts]))
        start += shifts + turns
        if not max(gap, turn) <= _CLOSED:
            raise InputError(
                f"loop '{loop.name}' cannot close: with the dependent joints {', '.join(loop.dependent)} free to move, a gap of "
                f"{gap:.3g} m and {turn:.3g} rad remains between '{loop.first}' and '{loop.second}'. "
                "Check the lengths and frames, the independent joints' angles, "
                "or start the dependent ones nearer (InitialState.angles)."
            )
        if direction < 0:
            raise InputError(
                f"loop '{loop.name}' closes with its cut frames turned over by half a turn. "
                "Turn the axes of one of them, or start the dependent joints nearer (InitialState.angles)."
            )


# --- Hybrid model of a machine with closed loops: independent joints driven or passive, dependent joints carried by the loops.
#
# FLOAT section IV and (13)-(16), for any base. Accelerations of the tree are linear in the unknown ones w (freedoms of the base,
# independent joints whose torque is given):  a = G w + a_0,  a_0 from the driven joints and the velocity terms of the loops. The
# forces of the cut joints do no work on G, so that with the tree's inertia matrix A and its Newton-Euler loads
#
#     (G^T A G) w = G^T (tau - (A a_0 + h))
#     Gamma_c = Gamma_a + B^T (Gamma_p - tau_p)                                  (14), tau_p: laws of the dependent joints
#
# With every independent joint driven, w is the base alone: FLOAT's inverse model, in which loops do not change the base's
# acceleration. With none driven it is the direct model (16). Independent coordinates cannot drift.


@dataclass(frozen=True)
class ClosedResult(HybridResult):
    """A HybridResult with ``_cut_wrenches``: per loop [N; N m] on the second body, first cut frame, at the second's origin."""

    cut_wrenches: tuple


def closed_dynamics(
    robot: Robot,
    loops: LoopState,
    kin: Kinematics,
    inertias: Sequence[ca.SX],
    betas: Sequence[ca.SX],
    accelerations: Mapping[str, Any],
    torques: Mapping[str, Any],
) -> ClosedResult:
    """Solve the mixed model. ``accelerations`` holds qdd of the driven joints by name, ``torques`` Gamma of all others."""
    names, free, dependent = robot.joint_names, list(robot.freedoms), list(loops.functions.dependent)
    tau = ca.vertcat(*(ca.SX(torques.get(name, 0)) for name in names))
    given = ca.vertcat(*(ca.SX(accelerations.get(name, 0)) for name in names))
    qdd_0 = loops.accelerations(given)
    G, G_q = _gradient_of_unknowns(robot, loops, torques)
    V0dot, qdd = ca.SX(6, 1), qdd_0
    if G.shape[1]:
        rest = newton_euler(robot, kin, inertias, betas, ca.SX(6, 1), ca.vertsplit(qdd_0))  # A a_0 + h
        load = G.T @ (ca.vertcat(ca.SX(len(free), 1), tau) - ca.vertcat(rest.wrenches[0][free], rest.torques))
        w = solve_symmetric(symmetric(G.T @ mass_matrix(robot, kin, inertias) @ G), load)
        base, joints = ca.vertsplit(w, [0, len(free), w.numel()])
        V0dot[free], qdd = base, qdd_0 + G_q @ joints

    tree = newton_euler(robot, kin, inertias, betas, V0dot, ca.vertsplit(qdd))  # Gamma_tr of (13)
    lacking = tree.torques[dependent] - tau[dependent]
    passed_on = loops.gradient[dependent, :].T @ lacking
    gamma = ca.SX(tau)
    for k, j in enumerate(loops.functions.independent):
        if names[j] not in torques:
            gamma[j] = tree.torques[j] + passed_on[k]  # (14)
    cuts, loads = _cut_wrenches(loops, lacking)
    held = newton_euler(robot, kin, inertias, [b - f for b, f in zip(betas, loads, strict=True)], V0dot, ca.vertsplit(qdd))
    return ClosedResult(V0dot, gamma, qdd, held.accelerations, held.wrenches, tuple(cuts))


def _gradient_of_unknowns(robot: Robot, loops: LoopState, torques: Mapping[str, int | ca.SX]) -> tuple:
    """G: accelerations of base freedoms and joints per unknown one; and its block of the joints alone."""
    unknown = [k for k, j in enumerate(loops.functions.independent) if robot.joint_names[j] in torques]
    G_q = loops.gradient[:, unknown]
    return ca.diagcat(ca.SX.eye(len(robot.freedoms)), G_q), G_q
