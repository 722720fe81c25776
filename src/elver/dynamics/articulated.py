"""Direct and hybrid dynamics of the tree by articulated inertias. EEL (34)-(38), MAV (7), (8).

A spherical joint (three free revolutes through one point C, with massless links between them) is swept as one. With f the force
at C, a the acceleration of C, w the angular velocity of the outer body, and its articulated inertia and bias about C, all in the
outer body's axes,

    [f]   [M   L] [a   ]   [b]
    [m] = [L^T I] [wdot] + [c]

the moment m follows from the three torques alone, tau_k = z_k . m, and the parent feels f = K a + alpha with a 3x3 K: the
rotations are released one after the other about the outer body's axes. Such a K, without a rotational part, is what passes the
links. The axes z_k are taken in the frame of the middle link, where one of them is the z axis and the next one constant; the d_k
with d_k . z_l = 1 for k = l and 0 otherwise solve tau_k = z_k . m as m = sum d_k tau_k, and sum z_k qdd_k = p as qdd_k = d_k . p.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import casadi as ca

from elver.dynamics.inverse import base_acceleration, joint_torque
from elver.dynamics.kinematics import Kinematics
from elver.robot import Joint, Robot
from elver.symbolic.arrays import is_zero
from elver.symbolic.spatial import Screw, column, cross, screw, symmetric
from elver.symbolic.tracing import content, piece

# --- Articulated inertias: what is left of an inertia where joints give way. EEL (34)-(38), MAV (7).

_ROTATIONS = (5, 4, 3)  # places of the outer body's angular accelerations, in the order in which they are released
_Z = column([0, 0, 1])


def _frictionless_torque(joint: Joint, torque: ca.SX, rate: ca.SX) -> ca.SX:
    """tau_j = Gamma_j - Fs sign(qd) - Fv qd.  EEL (37)."""
    return torque - joint.coulomb * ca.sign(rate) - joint.viscous * rate


def friction(joint: Joint) -> tuple:
    """What else a joint brings into its equation, as a key."""
    return joint.moving, content((joint.coulomb, joint.viscous, joint.rotor))


def freed(inertia: ca.SX, bias: ca.SX, axis: ca.SX, torque: float | ca.SX, rotor: float | ca.SX = 0) -> tuple:
    """What is left of J* and beta* where a joint about ``axis`` gives way: K and bias, with which the body resists an
    acceleration e (of its frame, without the joint) as K e + bias; weights and start of the joint's own, start - weights . e.
    """
    U = inertia @ axis  # J* a
    H = axis.T @ U + rotor  # (34)
    weights, start = U / H, (torque - axis.T @ bias) / H
    K = ca.sparsify(symmetric(inertia - weights @ U.T))  # (35)
    passed_on = bias + U * start  # (38) without zeta, see errata
    if is_zero(rotor):
        passed_on[axis.sparsity().row()] = torque  # what the axis itself passes on is its torque
    return K, passed_on, weights, start


# --- spherical joints ----------------------------------------------------------------------------------------------------


class SphericalJoints:
    """All spherical joints of a robot whose axes are driven by torques, by body.

    ``j in joints``: whether body j is one of theirs, a link or an outer body.
    """

    def __init__(
        self, robot: Robot, kin: Kinematics, inertias: Sequence[ca.SX], betas: Sequence[ca.SX], torques: Mapping[int, Any]
    ):
        self.kin, self.robot, self.torques = kin, robot, torques
        children = Counter(robot.parents[1:])
        self.outer: dict[int, tuple[int, int, int]] = {}
        for j in sorted(torques):
            links = _two_before(robot, j)
            empty = all(k in torques and _is_nothing(inertias[k]) and _is_nothing(betas[k]) and children[k] == 1 for k in links)
            apart = not {k for bodies in self.outer.values() for k in bodies} & {*links, j}
            if links and apart and empty and _one_point([robot.joints[k - 1] for k in (*links, j)]):
                self.outer[j] = (*links, j)
        self.joint_of = {k: bodies for bodies in self.outer.values() for k in bodies}
        self.shapes = {j: self.shape(bodies) for j, bodies in self.outer.items()}
        self.kept: dict[int, list] = {}

    def __contains__(self, j: int) -> bool:
        return j in self.joint_of

    def shape(self, bodies: tuple[int, int, int]) -> tuple:
        """What ``_shape_of`` finds for one joint."""
        _, middle, outer = bodies
        kin, r = self.kin, self.robot.joints[outer - 1].r
        rates = ca.vertcat(*(kin.rates[j] for j in bodies))
        products = ca.horzcat(*(kin.zetas[j][3:] for j in bodies))
        parts = (kin.transforms[middle].parts, kin.transforms[outer].parts)
        return piece(("spherical, shape", content(r)), partial(_shape_of, r), *parts, kin.twists[outer], rates, products)

    def inward(self, j: int, inertias: list, betas: list) -> None:
        """Add what the parent feels of outer body j to its J* and beta*. Links have nothing of their own to pass on."""
        if j not in self.outer:
            return
        parent, r = self.robot.parents[self.outer[j][0]], self.robot.joints[j - 1].r
        parts = [self.kin.transforms[k].parts for k in self.outer[j]]
        duals, zeta, _ = self.shapes[j]
        given = (*parts, duals, zeta, self.frictionless(j), inertias[j], betas[j], inertias[parent], betas[parent])
        *self.kept[j], inertias[parent], betas[parent] = piece(("spherical, inward", content(r)), partial(inward, r), *given)

    def frictionless(self, j: int) -> ca.SX:
        """The three torques of outer body j without friction."""
        found = []
        for k in self.outer[j]:
            joint = self.robot.joints[k - 1]
            key = ("torque", *friction(joint))
            found.append(piece(key, partial(_frictionless_torque, joint), self.torques[k], self.kin.rates[k]))
        return ca.vertcat(*found)

    def outward(self, j: int, accelerations: dict, qdd: dict) -> None:
        """Acceleration of body j, and of its joint where those of the three are not known yet."""
        bodies = self.joint_of[j]
        first, _, outer = bodies
        if j == first:
            r = self.robot.joints[outer - 1].r
            parts = [self.kin.transforms[k].parts for k in bodies]
            given = (*parts, *self.shapes[outer], *self.kept[outer], accelerations[self.robot.parents[first]])
            found, accelerations[outer] = piece(("spherical, outward", content(r)), partial(_outward, r), *given)
            qdd.update(zip(bodies, ca.vertsplit(found), strict=True))
        if j != outer:
            given = (self.kin.transforms[j].parts, self.kin.axes[j], self.kin.zetas[j], qdd[j])
            accelerations[j] = piece("link", _carried, *given, accelerations[self.robot.parents[j]])

    def wrenches(self, inertias: list, betas: list, accelerations: dict, found: dict) -> None:
        """Put in the wrenches on these bodies: links pass on what their outer body needs."""
        for first, middle, outer in self.outer.values():
            found[outer] = piece("wrench", resistance, inertias[outer], accelerations[outer], betas[outer])
            for link, child in ((middle, outer), (first, middle)):
                found[link] = piece("passed on", _passed_on, self.kin.transforms[child].parts, found[child])


def _shape_of(r: float, middle: ca.SX, outer: ca.SX, twist: ca.SX, rates: ca.SX, products: ca.SX) -> tuple:
    """d_k as columns; zeta of C in the outer body's axes; that of the angular acceleration in the middle link's."""
    to_middle, to_outer = Screw(middle).R.T, Screw(outer).R.T
    axes = [to_middle @ _Z, _Z, to_outer.T @ _Z]
    turning = to_outer @ (ca.horzcat(*axes) @ rates)
    velocity = twist[:3] - cross(twist[3:], column([0, 0, r]))
    angular = to_middle @ products[:, 0] + products[:, 1] + to_outer.T @ products[:, 2]
    return ca.horzcat(*dual_vectors(axes)), cross(velocity, turning), angular


def inward(
    r: float,
    first: ca.SX,
    middle: ca.SX,
    outer: ca.SX,
    duals: ca.SX,
    zeta: ca.SX,
    torques: ca.SX,
    J: ca.SX,
    beta: ca.SX,
    inertia: ca.SX,
    bias: ca.SX,
) -> tuple:
    """What ``freed`` needs to know later, as columns; the parent's inertia and bias with what it feels of the outer body."""
    turn, shift = Screw(ca.horzcat(outer[:, :6], ca.SX(3, 1))), screw(ca.SX.eye(3), column([0, 0, r]))
    moment = turn.R.T @ (duals @ torques)
    K, alpha, weights, starts = shift.inertia(J), shift.wrench(beta), [], []
    for k in _ROTATIONS:
        K, alpha, weight, start = freed(K, alpha, unit(k), moment[k - 3])
        weights.append(weight)
        starts.append(start)
    alpha = alpha + K[:, :3] @ zeta
    for T in (turn, Screw(middle), Screw(first)):
        K, alpha = T.inertia(K), T.wrench(alpha)
    return ca.horzcat(*weights), ca.vertcat(*starts), symmetric(inertia + K), bias + alpha


def _outward(
    r: float,
    first: ca.SX,
    middle: ca.SX,
    outer: ca.SX,
    duals: ca.SX,
    zeta: ca.SX,
    zeta_angular: ca.SX,
    weights: ca.SX,
    starts: ca.SX,
    parent: ca.SX,
) -> tuple:
    """Accelerations of the three joints and of the outer body, from that of the parent."""
    turn = Screw(outer).R
    arriving = Screw(middle) @ (Screw(first) @ parent)
    e = ca.vertcat(turn.T @ arriving[:3] + zeta, ca.SX(3, 1))
    for k, place in reversed(list(enumerate(_ROTATIONS))):
        e[place] = starts[k] - weights[:, k].T @ e
    own = turn @ e[3:] - arriving[3:] - zeta_angular
    return duals.T @ own, screw(ca.SX.eye(3), column([0, 0, r])) @ e


def _carried(parts: ca.SX, axis: ca.SX, zeta: ca.SX, qdd: ca.SX, parent: ca.SX) -> ca.SX:
    """Acceleration of a body from that of its parent and that of its joint."""
    return Screw(parts) @ parent + zeta + axis * qdd


def resistance(inertia: ca.SX, acceleration: ca.SX, beta: ca.SX) -> ca.SX:
    """Wrench that a body needs."""
    return inertia @ acceleration + beta


def _passed_on(parts: ca.SX, wrench: ca.SX) -> ca.SX:
    """A wrench on a child, as its parent feels it."""
    return Screw(parts).wrench(wrench)


def unit(k: int) -> ca.SX:
    """Twist of one unit along or about a coordinate axis."""
    axis = ca.SX(6, 1)
    axis[k] = 1
    return axis


def dual_vectors(axes: Sequence[ca.SX]) -> list:
    """d_k with d_k . z_l = 1 for k = l and 0 otherwise."""
    crossed = [ca.sparsify(cross(axes[k - 2], axes[k - 1])) for k in range(3)]
    volume = axes[0].T @ crossed[0]
    return [c / volume for c in crossed]


def _is_nothing(matrix: ca.SX) -> bool:
    """Whether all entries are zeros."""
    return ca.sparsify(matrix).nnz() == 0


def _two_before(robot: Robot, outer: int) -> tuple:
    """The two bodies before a body, from the base on; empty where there are none."""
    middle = robot.parents[outer]
    first = robot.parents[middle] if middle > 0 else 0
    return (first, middle) if first > 0 else ()


def _one_point(joints: Sequence[Joint]) -> bool:
    """Whether three joints are revolutes through one point, without rotors."""
    _, second, third = joints
    placed = all(j.place is None and is_zero(j.b) and is_zero(j.d) for j in (second, third)) and is_zero(second.r)
    return placed and all(j.type == "revolute" and is_zero(j.rotor) for j in joints)


# --- Direct dynamic model: base and joint accelerations from joint torques, by articulated inertias. EEL section V.


@dataclass(frozen=True)
class _DirectResult:
    """base_acceleration V0dot (6); joint_accelerations qdd per moving joint; accelerations V_jdot, wrenches f_j per body."""

    base_acceleration: ca.SX
    joint_accelerations: ca.SX
    accelerations: tuple
    wrenches: tuple


def direct_dynamics(
    robot: Robot, kin: Kinematics, inertias: Sequence[ca.SX], betas: Sequence[ca.SX], torques: ca.SX
) -> _DirectResult:
    """Accelerations that the joint ``torques`` Gamma produce. Fixed joints are carried along rigidly."""
    n = len(robot.bodies)
    T, a, zeta = kin.transforms, kin.axes, kin.zetas
    torque = {j: torques[k] for k, j in enumerate(robot.moving)}
    spherical = SphericalJoints(robot, kin, inertias, betas, torque)
    Js, bs, kept = list(inertias), list(betas), {}  # J*, beta*
    for j in range(n - 1, 0, -1):
        if j in spherical:
            spherical.inward(j, Js, bs)
            continue
        i, joint = robot.parents[j], robot.joints[j - 1]
        given = (T[j].parts, a[j], zeta[j], Js[j], bs[j], torque.get(j, 0), kin.rates[j], Js[i], bs[i])
        *kept[j], Js[i], bs[i] = piece(("direct, inward", *friction(joint)), partial(_direct_inward, joint), *given)
    V0dot = base_acceleration(robot, Js[0], bs[0])  # (40)

    Vdot, f = {0: V0dot}, {0: Js[0] @ V0dot + bs[0]}
    qdd: dict[int, ca.SX] = {}
    for j in range(1, n):
        if j in spherical:
            spherical.outward(j, Vdot, qdd)
            continue
        given = (T[j].parts, a[j], zeta[j], Js[j], bs[j], *kept[j], Vdot[robot.parents[j]])
        moving = robot.joints[j - 1].moving
        qdd[j], f[j], Vdot[j] = piece(("direct, outward", moving), partial(_direct_outward, moving), *given)
    spherical.wrenches(Js, bs, Vdot, f)
    accelerations = ca.vertcat(*(qdd[j] for j in robot.moving))
    return _DirectResult(V0dot, accelerations, *(tuple(found[j] for j in range(n)) for found in (Vdot, f)))


def _direct_inward(
    joint: Joint,
    parts: ca.SX,
    a: ca.SX,
    zeta: ca.SX,
    J: ca.SX,
    beta: ca.SX,
    torque: ca.SX,
    rate: ca.SX,
    inertia: ca.SX,
    bias: ca.SX,
) -> tuple:
    """What ``freed`` needs to know of a joint later; its parent's inertia and bias with what the child adds."""
    T, K, alpha, weights, start = Screw(parts), J, beta, 0, 0  # where the joint does not move, zeta is zero
    if joint.moving:
        tau = _frictionless_torque(joint, torque, rate)  # (37)
        K, passed_on, weights, start = freed(J, beta, a, tau, joint.rotor)  # (35)
        alpha = K @ zeta + passed_on  # (38), see errata
    return weights, start, symmetric(inertia + T.inertia(K)), bias + T.wrench(alpha)  # (36), (39)


def _direct_outward(
    moving: bool, parts: ca.SX, a: ca.SX, zeta: ca.SX, J: ca.SX, beta: ca.SX, weights: ca.SX, start: ca.SX, parent: ca.SX
) -> tuple:
    """Acceleration of a joint, its wrench and the acceleration of its child, from that of the parent."""
    e, qdd = Screw(parts) @ parent + zeta, 0
    if moving:
        qdd = start - weights.T @ e  # (41), see errata
        e = e + a * qdd  # (43)
    return qdd, J @ e + beta, e  # (42)


# --- Hybrid model: any joint driven (acceleration given, torque found) or passive (torque given, acceleration found).
#
# MAV section II, equations (6)-(9) and the three-sweep algorithm after them. With every joint driven it is the inverse
# model, with every joint passive the direct model.


@dataclass(frozen=True)
class HybridResult:
    """base_acceleration (6); torques and joint_accelerations per moving joint; accelerations, wrenches per body."""

    base_acceleration: ca.SX
    torques: ca.SX
    joint_accelerations: ca.SX
    accelerations: tuple
    wrenches: tuple


def hybrid_dynamics(
    robot: Robot,
    kin: Kinematics,
    inertias: Sequence[ca.SX],
    betas: Sequence[ca.SX],
    accelerations: Mapping[str, object],
    torques: Mapping[str, object],
) -> HybridResult:
    """Solve the mixed model. ``accelerations`` holds qdd of the driven joints by name, ``torques`` Gamma of the others."""
    n = len(robot.bodies)
    T, a, zeta = kin.transforms, kin.axes, kin.zetas
    passive = {j: torques[joint.name] for j, joint in enumerate(robot.joints, start=1) if joint.name in torques}  # b_j = 0
    given = [passive.get(j, accelerations.get(joint.name, 0)) for j, joint in enumerate(robot.joints, start=1)]
    spherical = SphericalJoints(robot, kin, inertias, betas, passive)
    Ms, bs, kept = list(inertias), list(betas), {}  # M*, beta*
    for j in range(n - 1, 0, -1):
        if j in spherical:
            spherical.inward(j, Ms, bs)
            continue
        i, joint = robot.parents[j], robot.joints[j - 1]
        key = (j in passive, *friction(joint))
        values = (T[j].parts, a[j], zeta[j], Ms[j], bs[j], given[j - 1], kin.rates[j], Ms[i], bs[i])
        *kept[j], Ms[i], bs[i] = piece(("hybrid, inward", *key), partial(_hybrid_inward, joint, key[0]), *values)
    eta0dot = base_acceleration(robot, Ms[0], bs[0])  # (9)

    etadot, f, gamma = {0: eta0dot}, {0: Ms[0] @ eta0dot + bs[0]}, dict(passive)
    rdd: dict[int, object] = {}
    for j in range(1, n):
        if j in spherical:
            spherical.outward(j, etadot, rdd)
            continue
        joint = robot.joints[j - 1]
        key = (j in passive, *friction(joint))
        values = (T[j].parts, a[j], zeta[j], Ms[j], bs[j], *kept[j], given[j - 1], kin.rates[j], etadot[robot.parents[j]])
        found = piece(("hybrid, outward", *key), partial(_hybrid_outward, joint, key[0]), *values)
        etadot[j], f[j], rdd[j], gamma[j] = found
    spherical.wrenches(Ms, bs, etadot, f)
    per_joint = (ca.vertcat(*(found[j] for j in robot.moving)) for found in (gamma, rdd))
    return HybridResult(eta0dot, *per_joint, *(tuple(found[j] for j in range(n)) for found in (etadot, f)))


def _hybrid_inward(
    joint: Joint,
    passive: bool,
    parts: ca.SX,
    a: ca.SX,
    zeta: ca.SX,
    M: ca.SX,
    beta: ca.SX,
    given: ca.SX,
    rate: ca.SX,
    inertia: ca.SX,
    bias: ca.SX,
) -> tuple:
    """What ``freed`` needs to know of a passive joint later; the inertia and bias of its parent with what the child adds.

    given: torque or acceleration.
    """
    T, weights, start = Screw(parts), 0, 0
    if passive:
        K, passed_on, weights, start = freed(M, beta, a, _frictionless_torque(joint, given, rate), joint.rotor)
        alpha = K @ zeta + passed_on
    else:  # driven, b_j = 1, or fixed
        K, alpha = M, M @ (a * given + zeta) + beta
    return weights, start, symmetric(inertia + T.inertia(K)), bias + T.wrench(alpha)


def _hybrid_outward(
    joint: Joint,
    passive: bool,
    parts: ca.SX,
    a: ca.SX,
    zeta: ca.SX,
    M: ca.SX,
    beta: ca.SX,
    weights: ca.SX,
    start: ca.SX,
    given: ca.SX,
    rate: ca.SX,
    parent: ca.SX,
) -> tuple:
    """Acceleration of a body, the wrench on it, acceleration and torque of its joint, from the acceleration of its parent."""
    e = Screw(parts) @ parent + zeta
    acceleration = start - weights.T @ e if passive else given
    etadot = e + a * acceleration  # (4)
    f = M @ etadot + beta  # (6)
    torque = given if passive or not joint.moving else joint_torque(joint, f, a, rate, acceleration)
    return etadot, f, acceleration, torque
