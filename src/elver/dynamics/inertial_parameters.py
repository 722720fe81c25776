"""Base inertial parameters: the fewest combinations of masses, moments and inertias that decide how a machine moves.

The inverse dynamic model is linear in the ten standard parameters of every body, those of its inertia about its frame's origin,

    phi_j = (XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ, M),        F_j = Y_j(V_j, Vdot_j) phi_j,        (9)

so that base wrench and joint torques are W phi with W the columns Y_j carried down the tree, (12), (13). Columns that are
zero or combinations of others cannot be told apart by any motion. Two routes lead to the combinations that can.

**Rules** (Khalil and Gautier, in spatial form). A body may hand on to its parent whatever part of its inertia the joint
between them does not see:

    revolute    a rod on the axis: mass M, first moment MZ and XX = YY = (its YY). Turned about z it stays what it is.
    prismatic   an inertia XX .. ZZ without mass or moment: it turns with the parent, wherever it slides.
    fixed       everything.

What is left are XX - YY, XY, XZ, YZ, ZZ, MX, MY of a body behind a revolute joint and MX, MY, MZ, M behind a prismatic one. On a
base with six freedoms these are all independent: 10 + 7 for every revolute + 4 for every prismatic joint.

**Numbers.** At random states the rank of W says how many base parameters there are, and columns taken in order, base first,
are kept where they are independent of those before (QR without exchange of columns; Gautier). Where the base does not move in
six freedoms, or loops tie joints together, more is grouped than the rules say, and numbers alone decide. On a floating tree
both must agree.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np

from elver._support.errors import InputError
from elver.dynamics.kinematics import forward_kinematics, joint_frame
from elver.dynamics.loops import LoopFunctions, close_loops, loop_functions
from elver.robot import Robot
from elver.symbolic.arrays import has_symbols
from elver.symbolic.spatial import momentum_bias, rigid_inertia

STANDARD = ("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M")
_PLACE = {name: k for k, name in enumerate(STANDARD)}
_LEFT = {  # what the rules leave of a body, by the type of its joint; the base's own ten come first
    "revolute": ("XX", "XY", "XZ", "YZ", "ZZ", "MX", "MY"),
    "prismatic": ("MX", "MY", "MZ", "M"),
    "fixed": (),
}
_DEPENDENT = 1e-8  # of a column's length that others leave of it: less is rounding
_ROUNDING = 1e-11  # of the longest column: a shorter one is nothing
_ROWS = 6  # times as many rows as columns at random states
_NOTHING = 1e-9  # of the largest share in a combination: less is not written


@dataclass(frozen=True, eq=False)
class BaseParameters:
    """The base parameters of a robot, as combinations of its standard ones.

    standard: names of the standard parameters, ``body.XX`` .. ``body.M``, ten of every body.
    leading: places of those that lead a base parameter; each stands in its own with the factor 1 and in no other.
    combinations: one row per base parameter, one column per standard one.
    ruled: how many the rules alone leave.   numbers: standard parameters of this robot; None where some are symbols.
    """

    standard: tuple[str, ...]
    leading: tuple[int, ...]
    combinations: np.ndarray
    ruled: int
    numbers: np.ndarray | None

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the base parameters: of those that lead them."""
        return tuple(self.standard[k] for k in self.leading)

    @cached_property
    def values(self) -> np.ndarray:
        """Values of the base parameters of this robot [kg, kg m, kg m^2]."""
        if self.numbers is None:
            raise InputError("the robot's inertias hold free parameters: its base parameters have no values yet.")
        return self.combinations @ self.numbers

    def unseen(self, directions: np.ndarray) -> np.ndarray:
        """Orthonormal combinations (columns) of ``directions`` that change no base parameter.

        directions: changes of the standard parameters, one column for every number that makes them.
        """
        scale = np.linalg.norm(directions, axis=0)
        scale[scale == 0.0] = 1.0
        _, sizes, Vt = np.linalg.svd(self.combinations @ (directions / scale), full_matrices=True)
        rank = int((sizes > _DEPENDENT * max(1.0, sizes.max(initial=0.0))).sum())
        found = Vt[rank:].T / scale[:, None]
        return np.linalg.qr(found)[0] if found.shape[1] else found

    def described(self) -> tuple[str, ...]:
        """Every base parameter in words: ``link1.XX = link1.XX - 1 link1.YY``."""
        return tuple(f"{name} = {_sum_text(self.standard, row)}" for name, row in zip(self.names, self.combinations, strict=True))

    def __str__(self) -> str:
        return "\n".join(self.described())


def _sum_text(names: Sequence[str], row: np.ndarray) -> str:
    """A combination as a sum, in the order of the names."""
    least, text = _NOTHING * np.abs(row).max(), ""
    for name, share in zip(names, row, strict=True):
        if abs(share) > least:
            factor = "" if abs(abs(share) - 1) < _NOTHING else f"{abs(share):.6g} "
            text += f" {'-' if share < 0 else '+'} {factor}{name}"
    return text.removeprefix(" + ").removeprefix(" ")


def standard_parameters(robot: Robot) -> tuple[tuple[str, ...], list]:
    """Names and values of the ten standard parameters of every body; values may hold symbols."""
    names, values = [], []
    for body in robot.bodies:
        names += [f"{body.name}.{name}" for name in STANDARD]
        inertia = body.inertia
        values += [inertia[i, j] for i in range(3) for j in range(i, 3)] + [*body.first_moments, body.mass]
    return tuple(names), values


def base_parameters(robot: Robot, gravity: Sequence[float] = (0.0, 0.0, -9.81), seed: int = 1) -> BaseParameters:
    """The base parameters of a robot: a tree on any base, or one with closed loops.

    Parameters
    ----------
    robot : Robot
        Its geometry must be numbers; its masses and inertias may hold free parameters.
    gravity : sequence of float
        Acceleration of gravity [m/s^2] in the frame of the base. It matters where the base cannot accelerate that way.
    seed : int
        Of the random states at which independence is measured.

    Returns
    -------
    BaseParameters
        By the rules of Khalil and Gautier, completed by numbers where the base or loops group more than these.
    """
    names, values = standard_parameters(robot)
    numbers = None if has_symbols(np.array(values, dtype=object)) else np.array(values, dtype=float)
    leading, combinations = grouped_by_rules(robot)
    W = _observations(robot, np.asarray(gravity, dtype=float), len(leading), seed)[:, leading]
    kept, shares = independent_columns(W)
    rows = combinations[kept] + shares @ combinations[[k for k in range(len(leading)) if k not in kept]]
    return BaseParameters(names, tuple(leading[k] for k in kept), rows, len(leading), numbers)


# --- rules


def grouped_by_rules(robot: Robot) -> tuple[list[int], np.ndarray]:
    """Places of the standard parameters that the rules leave, and their combinations: for a base with six freedoms."""
    count = len(robot.bodies)
    groups = [np.zeros((10, 10 * count)) for _ in range(count)]  # of what is left of every body, in standard parameters
    for j, group in enumerate(groups):
        group[:, 10 * j : 10 * j + 10] = np.eye(10)
    for j in range(count - 1, 0, -1):
        joint = robot.joints[j - 1]
        handed = _UNSEEN[joint.type] @ groups[j]
        R, P = (_numbers(robot, joint.name, part) for part in joint_frame(joint, 0.0))
        groups[j] = groups[j] - handed
        groups[robot.parents[j]] = groups[robot.parents[j]] + moved(R, P.ravel()) @ handed
    left = [*range(10)]
    left += [10 * j + _PLACE[name] for j in range(1, count) for name in _LEFT[robot.joints[j - 1].type]]
    return left, np.vstack([groups[k // 10][k % 10] for k in left])


def _unseen(joint: str) -> np.ndarray:
    """The part of a body's inertia that its joint does not see, as a matrix on its standard parameters."""
    part = np.zeros((10, 10))
    if joint == "revolute":  # a rod on the axis
        for name in ("MZ", "M"):
            part[_PLACE[name], _PLACE[name]] = 1.0
        for name in ("XX", "YY"):
            part[_PLACE[name], _PLACE["YY"]] = 1.0
    elif joint == "prismatic":  # what only turns
        part[:6, :6] = np.eye(6)
    else:
        part = np.eye(10)
    return part


_UNSEEN = {joint: _unseen(joint) for joint in _LEFT}


def moved(R: np.ndarray, P: np.ndarray) -> np.ndarray:
    """Standard parameters of a body in a frame i, from those in a frame j of rotation R = iR_j and origin P = iP_j [m].

    M' = M, MS' = R MS + M P, I' = R I R^T - P^ (R MS)^ - (R MS)^ P^ - M P^ P^.
    """
    columns = []
    for unit in np.eye(10):
        inertia, moments, mass = np.zeros((3, 3)), R @ unit[6:9], unit[9]
        inertia[np.triu_indices(3)] = unit[:6]
        inertia = R @ (inertia + inertia.T - np.diag(np.diag(inertia))) @ R.T
        p, s = _skew(P), _skew(moments)
        inertia = inertia - p @ s - s @ p - mass * p @ p
        columns.append(np.concatenate([inertia[np.triu_indices(3)], moments + mass * P, [mass]]))
    return np.column_stack(columns)


def _skew(a: np.ndarray) -> np.ndarray:
    return np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])


def _numbers(robot: Robot, joint: str, value: ca.SX) -> np.ndarray:
    """A frame's rotation or place as numbers."""
    if not ca.SX(value).is_constant():
        raise InputError(
            f"the place of joint '{joint}' of robot '{robot.name}' is a free parameter. Base parameters need a geometry in "
            "numbers: put its value in first."
        )
    return np.array(ca.DM(ca.evalf(ca.SX(value))), dtype=float)


# --- numbers


def _body_regressor() -> ca.Function:
    """Y(V, Vdot): the wrench that moves a body, per standard parameter. (9)"""
    phi, V, Vdot = ca.SX.sym("phi", 10), ca.SX.sym("V", 6), ca.SX.sym("Vdot", 6)
    XX, XY, XZ, YY, YZ, ZZ = (phi[k] for k in range(6))
    inertia = np.array([[XX, XY, XZ], [XY, YY, YZ], [XZ, YZ, ZZ]], dtype=object)
    J = rigid_inertia(phi[9], phi[6:9], inertia)
    return ca.Function("body", [V, Vdot], [ca.densify(ca.jacobian(J @ Vdot + momentum_bias(J, V), phi))])


def _chain_function(robot: Robot) -> ca.Function:
    """(V_0, Vdot_0, q, qd, qdd) -> for every body its 6 x 6 transform, V, Vdot and joint axis, side by side: 6 x 9 n."""
    size = len(robot.moving)
    V0, Vdot0 = ca.SX.sym("V", 6), ca.SX.sym("Vdot", 6)
    q, qd, qdd = (ca.SX.sym(name, size) for name in ("q", "qd", "qdd"))
    kin = forward_kinematics(robot, ca.SX.eye(3), ca.SX(3, 1), V0, ca.vertsplit(q), ca.vertsplit(qd))
    slot = {body: k for k, body in enumerate(robot.moving)}
    Vdot, blocks = [Vdot0], [ca.horzcat(ca.SX(6, 6), V0, Vdot0, ca.SX(6, 1))]
    for j in range(1, len(robot.bodies)):
        own = qdd[slot[j]] if j in slot else 0
        Vdot.append(kin.transforms[j] @ Vdot[robot.parents[j]] + own * kin.axes[j] + kin.zetas[j])  # (8)
        blocks.append(ca.horzcat(kin.transforms[j].matrix, kin.twists[j], Vdot[j], kin.axes[j]))
    return ca.Function("chain", [V0, Vdot0, q, qd, qdd], [ca.densify(ca.horzcat(*blocks))])


@dataclass(frozen=True, eq=False)
class InertialRegressor:
    """W(V_0, Vdot_0, q, qd, qdd), the wrench on the base and the torques of all moving joints per standard parameter.

    Vdot_0: derivative of the base's twist in its frame, less gravity: [vdot - g; wdot].
    """

    robot: Robot

    @cached_property
    def _functions(self) -> tuple[ca.Function, ca.Function]:
        return _chain_function(self.robot), _body_regressor()

    def __call__(self, twist: np.ndarray, acceleration: np.ndarray, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> np.ndarray:
        """6 + joints rows, ten columns for every body."""
        robot, (chain, body) = self.robot, self._functions
        count, moving = len(robot.bodies), list(robot.moving)
        blocks = np.array(chain(twist, acceleration, q, qd, qdd), dtype=float).reshape(6, count, 9).transpose(1, 0, 2)
        W = np.zeros((6 + len(moving), 10 * count))
        for j in range(count):
            F, i, own = np.array(body(blocks[j, :, 6], blocks[j, :, 7])), j, slice(10 * j, 10 * j + 10)
            while i > 0:
                if i in moving:
                    W[6 + moving.index(i), own] = blocks[i, :, 8] @ F  # (13)
                F, i = blocks[i, :, :6].T @ F, robot.parents[i]  # (12)
            W[:6, own] = F
        return W


def _observations(robot: Robot, gravity: np.ndarray, columns: int, seed: int) -> np.ndarray:
    """W at random states, the rows that can be measured: freedoms of the base and independent joints."""
    rng, size, free = np.random.default_rng(seed), len(robot.moving), list(robot.freedoms)
    regressor, loops = InertialRegressor(robot), loop_functions(robot) if robot.loops else None
    rows_of_one = len(free) + size - (len(loops.dependent) if loops else 0)
    if rows_of_one == 0:
        return np.zeros((0, 10 * len(robot.bodies)))
    slides = np.array([j.type == "prismatic" for j in robot.moving_joints], dtype=bool)
    reach = max(0.1, *(math.hypot(float(j.d), float(j.r), float(j.b)) for j in robot.joints)) if robot.joints else 0.1
    found: list[np.ndarray] = []
    for _ in range(-(-_ROWS * max(columns, 1) // rows_of_one)):
        V, Vdot = np.zeros(6), np.concatenate([-gravity, np.zeros(3)])
        V[free], Vdot[free] = rng.normal(size=len(free)), Vdot[free] + 10 * rng.normal(size=len(free))
        q = np.where(slides, reach * rng.uniform(-1, 1, size), rng.uniform(-np.pi, np.pi, size))
        qd, qdd = rng.normal(size=size) * np.where(slides, reach, 1.0), 10 * rng.normal(size=size) * np.where(slides, reach, 1.0)
        if loops is None:
            found.append(regressor(V, Vdot, q, qd, qdd)[[*free, *range(6, 6 + size)]])
            continue
        q = _closed_state(loops, q, rng)
        qd = np.array(loops.rates(q, qd)).ravel()
        W = regressor(V, Vdot, q, qd, np.array(loops.accelerations(q, qd, qdd)).ravel())
        found += [W[free], np.array(loops.gradient(q)).T @ W[6:]]  # (14)
    return np.vstack(found)


_TRIALS = 200  # random joint vectors until the loops close at one


def _closed_state(loops: LoopFunctions, q: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A joint vector near a random one at which all loops are closed."""
    for _ in range(_TRIALS):
        try:
            return close_loops(loops, q).q
        except InputError as error:
            last = error
            q = rng.uniform(-np.pi, np.pi, len(q)) * rng.uniform(0.05, 1.0)
    raise last


def independent_columns(W: np.ndarray) -> tuple[list[int], np.ndarray]:
    """Columns of W that are independent of those before them, and the others as combinations of these: W_other = W_kept S."""
    kept: list[int] = []
    basis, nothing = np.zeros((W.shape[0], 0)), _ROUNDING * np.linalg.norm(W, axis=0).max(initial=0.0)
    for k in range(W.shape[1]):
        column, length = W[:, k].copy(), float(np.linalg.norm(W[:, k]))
        for _ in range(2):  # Gram and Schmidt, twice
            column -= basis @ (basis.T @ column)
        left = float(np.linalg.norm(column))
        if length > nothing and left > _DEPENDENT * length:
            basis, kept = np.column_stack([basis, column / left]), [*kept, k]
    others = [k for k in range(W.shape[1]) if k not in kept]
    if not kept:
        return kept, np.zeros((0, len(others)))
    scale = np.linalg.norm(W[:, kept], axis=0)
    shares = np.linalg.lstsq(W[:, kept] / scale, W[:, others], rcond=None)[0] / scale[:, None]
    shares[np.abs(shares) < 1e-10 * np.abs(shares).max(initial=1.0)] = 0.0
    return kept, shares
