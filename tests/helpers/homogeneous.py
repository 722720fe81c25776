"""Forward kinematics by 4x4 homogeneous matrices: an independent route that shares no code with the engine.

Joint variables may be numbers or CasADi expressions; matrices are always expressions, ``numbers`` makes arrays of constant ones.
"""

from __future__ import annotations

import casadi as ca
import numpy as np

AXES = {"x": 0, "y": 1, "z": 2}


def translation(axis: str, length):
    """4x4 translation along a coordinate axis."""
    T = ca.SX.eye(4)
    T[AXES[axis], 3] = length
    return T


def rotation(axis: str, angle):
    """4x4 rotation about a coordinate axis."""
    k = AXES[axis]
    i, j = (k + 1) % 3, (k + 2) % 3
    T = ca.SX.eye(4)
    T[i, i] = T[j, j] = ca.cos(angle)
    T[i, j], T[j, i] = -ca.sin(angle), ca.sin(angle)
    return T


def placement(R, P):
    """4x4 matrix of a rotation and an origin."""
    T = ca.SX.eye(4)
    T[:3, :3], T[:3, 3] = R, P
    return T


def before_joint(joint):
    """Fixed part of a joint's frame that comes before the variable: Rz(gamma) Tz(b) Rx(alpha) Tx(d)."""
    return rotation("z", joint.gamma) @ translation("z", joint.b) @ rotation("x", joint.alpha) @ translation("x", joint.d)


def after_joint(joint):
    """Fixed part that comes after it: Rz(theta) Tz(r). It commutes with a turn about z and a slide along z."""
    return rotation("z", joint.theta) @ translation("z", joint.r)


def variable(joint, q):
    """The motion of the joint itself."""
    if joint.type == "revolute":
        return rotation("z", q)
    return translation("z", q) if joint.type == "prismatic" else ca.SX.eye(4)


def poses(robot, base, q) -> list:
    """World pose of every body from the base's pose (4x4) and the joint vector."""
    result, k = [base], 0
    for joint, parent in zip(robot.joints, robot.parents[1:], strict=True):
        value = q[k] if joint.moving else 0.0
        k += joint.moving
        result.append(result[parent] @ before_joint(joint) @ variable(joint, value) @ after_joint(joint))
    return result


def body_twist(T, rate):
    """Twist [v; w] in body components from a pose and its time derivative: the entries of T^-1 dT/dt."""
    R = T[:3, :3]
    W = R.T @ rate[:3, :3]
    return ca.vertcat(R.T @ rate[:3, 3], W[2, 1], W[0, 2], W[1, 0])


def numbers(expression) -> np.ndarray:
    """A constant expression as an array."""
    return np.array(ca.evalf(ca.SX(expression)))
