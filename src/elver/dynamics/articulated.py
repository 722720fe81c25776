"""Articulated inertias: what is left of an inertia where joints give way. EEL (34)-(38), MAV (7).

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
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import casadi as ca

from elver.dynamics.kinematics import Kinematics
from elver.robot import Robot
from elver.spatial import Screw, column, cross, symmetric
from elver.symbols import is_zero

ROTATIONS = (5, 4, 3)  # places of the outer body's angular accelerations, in the order in which they are released
Z = column([0, 0, 1])


@dataclass(frozen=True)
class Freed:
    """An articulated body behind a joint that moves freely: it resists an acceleration e with K e + bias, and then
    the joint's own acceleration is start - weights . e.
    """

    inertia: ca.SX
    bias: ca.SX
    weights: ca.SX
    start: ca.SX

    def acceleration(self, e):
        """qdd of the joint, where its body would have the acceleration e without it. EEL (41), see errata."""
        return self.start - self.weights.T @ e


def freed(inertia, bias, axis, torque, rotor=0) -> Freed:
    """The body with articulated inertia J* and bias beta* behind a joint about ``axis``, which ``torque`` drives."""
    U = inertia @ axis  # J* a
    H = axis.T @ U + rotor  # (34)
    weights = U / H
    start = (torque - axis.T @ bias) / H
    K = ca.sparsify(symmetric(inertia - weights @ U.T))  # (35)
    passed_on = bias + U * start  # (38) without zeta, see errata
    if is_zero(rotor):
        passed_on[axis.sparsity().row()] = torque  # what the axis itself passes on is its torque
    return Freed(K, passed_on, weights, start)


# --- spherical joints ----------------------------------------------------------------------------------------------------


class Spherical:
    """One spherical joint. bodies: the two massless links and the outer body; parent: the body that it stands on."""

    def __init__(self, robot: Robot, kin: Kinematics, bodies: tuple[int, int, int]):
        first, middle, outer = self.bodies = bodies
        self.parent = robot.parents[first]
        self.inner = (kin.transforms[first], kin.transforms[middle])
        self.turn = Screw(kin.transforms[outer].R, ca.SX(3, 1), kin.transforms[outer].turns)  # to C, in the outer body's axes
        self.shift = Screw(ca.SX.eye(3), column([0, 0, robot.joints[outer - 1].r]))  # from C to the outer body's origin
        self.axes = [kin.transforms[middle].R.T @ Z, Z, self.turn.R @ Z]
        self.duals = dual_vectors(self.axes)
        self.freed: list[Freed] = []
        rates = [kin.rates[j] for j in bodies]
        turning = self.turn.R.T @ sum((z * rate for z, rate in zip(self.axes, rates, strict=True)), ca.SX(3, 1))
        velocity = kin.twists[outer][:3] - cross(kin.twists[outer][3:], self.shift.P)
        self.zeta = cross(velocity, turning)  # of C, outer body's axes
        products = [kin.zetas[j][3:] for j in bodies]
        self.zeta_angular = (
            kin.transforms[middle].R.T @ products[0] + products[1] + self.turn.R @ products[2]
        )  # middle link's axes

    def inward(self, inertia, bias, torques) -> tuple:
        """What the parent feels of the outer body's J*, beta* and of the three torques: an inertia and a bias in its frame."""
        moment = self.turn.R.T @ sum((d * tau for d, tau in zip(self.duals, torques, strict=True)), ca.SX(3, 1))
        J, b = self.shift.inertia(inertia), self.shift.wrench(bias)
        for k in ROTATIONS:
            self.freed.append(freed(J, b, unit(k), moment[k - 3]))
            J, b = self.freed[-1].inertia, self.freed[-1].bias
        K = ca.SX(6, 6)
        K[:3, :3] = J[:3, :3]
        b = b + K[:, :3] @ self.zeta
        for transform in (self.turn, *reversed(self.inner)):
            K, b = transform.inertia(K), transform.wrench(b)
        return K, b

    def outward(self, parent_acceleration) -> tuple:
        """Accelerations of the three joints and of the outer body, from that of the parent."""
        first, middle = self.inner
        carried = middle @ (first @ parent_acceleration)
        e = ca.vertcat(self.turn.R.T @ carried[:3] + self.zeta, ca.SX(3, 1))
        for k, free in zip(reversed(ROTATIONS), reversed(self.freed), strict=True):
            e[k] = free.acceleration(e)
        own = self.turn.R @ e[3:] - carried[3:] - self.zeta_angular
        return [d.T @ own for d in self.duals], self.shift @ e


def unit(k: int):
    """Twist of one unit along or about a coordinate axis."""
    axis = ca.SX(6, 1)
    axis[k] = 1
    return axis


def dual_vectors(axes) -> list:
    """d_k with d_k . z_l = 1 for k = l and 0 otherwise."""
    crossed = [ca.sparsify(cross(axes[k - 2], axes[k - 1])) for k in range(3)]
    volume = axes[0].T @ crossed[0]
    return [c / volume for c in crossed]


class SphericalJoints:
    """All spherical joints of a robot whose axes are driven by torques. tau: torques without friction, by body.

    ``j in joints``: whether body j is one of theirs, a link or an outer body.
    """

    def __init__(self, robot: Robot, kin: Kinematics, inertias, betas, tau: Mapping[int, Any]):
        self.kin, self.parents, self.tau = kin, robot.parents, tau
        children = Counter(robot.parents[1:])
        self.outer: dict[int, Spherical] = {}
        for j in sorted(tau):
            links = two_before(robot, j)
            empty = all(k in tau and inertias[k].nnz() + betas[k].nnz() == 0 and children[k] == 1 for k in links)
            if links and empty and one_point([robot.joints[k - 1] for k in (*links, j)]):
                self.outer[j] = Spherical(robot, kin, (*links, j))
        self.joint_of = {k: joint for joint in self.outer.values() for k in joint.bodies}

    def __contains__(self, j: int) -> bool:
        return j in self.joint_of

    def inward(self, j: int, inertias: list, betas: list) -> None:
        """Put what the parent feels of outer body j to its J* and beta*. Links have nothing of their own to pass on."""
        if j in self.outer:
            joint = self.outer[j]
            K, alpha = joint.inward(inertias[j], betas[j], [self.tau[k] for k in joint.bodies])
            inertias[joint.parent] = symmetric(inertias[joint.parent] + K)
            betas[joint.parent] = betas[joint.parent] + alpha

    def outward(self, j: int, accelerations: dict, qdd: dict) -> None:
        """Accelerations of body j, and of its joint where those of the three are not known yet."""
        joint = self.joint_of[j]
        first, _, outer = joint.bodies
        if j == first:
            found, accelerations[outer] = joint.outward(accelerations[joint.parent])
            qdd.update(zip(joint.bodies, found, strict=True))
        if j != outer:
            carried = self.kin.transforms[j] @ accelerations[self.parents[j]] + self.kin.zetas[j]
            accelerations[j] = carried + self.kin.axes[j] * qdd[j]

    def wrenches(self, found: list) -> list:
        """The joints' wrenches on all bodies, those on the links put in: they pass on what their outer body needs."""
        for joint in self.outer.values():
            first, middle, outer = joint.bodies
            found[middle] = self.kin.transforms[outer].wrench(found[outer])
            found[first] = self.kin.transforms[middle].wrench(found[middle])
        return found


def two_before(robot: Robot, outer: int) -> tuple:
    """The two bodies before a body, from the base on; empty where there are none."""
    middle = robot.parents[outer]
    first = robot.parents[middle] if middle > 0 else 0
    return (first, middle) if first > 0 else ()


def one_point(joints) -> bool:
    """Whether three joints are revolutes through one point, without rotors."""
    _, second, third = joints
    placed = all(j.place is None and is_zero(j.b) and is_zero(j.d) for j in (second, third)) and is_zero(second.r)
    return placed and all(j.type == "revolute" and is_zero(j.rotor) for j in joints)
