"""se(3): twists, wrenches, adjoints, inertias, rotations and quaternions.

Every function works on CasADi ``SX`` and ``DM`` alike and keeps structural zeros, so that unit entries of
Denavit-Hartenberg rotations and massless links vanish while a graph is built.

Conventions (docs/conventions.md): linear part first, twist ``[v; w]``, wrench ``[f; m]``, both in the body frame and
at the body's origin. Quaternions are ``(w, x, y, z)``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import casadi as ca
import numpy as np


def column(values: Iterable[float | ca.SX]) -> ca.SX:
    """A column with structural zeros where ``values`` holds the number 0."""
    return ca.sparsify(ca.SX(ca.vertcat(*values)))


def matrix(values: Sequence[Sequence[float]] | np.ndarray) -> ca.SX:
    """A matrix of numbers and symbols with structural zeros where ``values`` holds 0."""
    if isinstance(values, np.ndarray) and values.dtype == object:
        return ca.sparsify(ca.SX(ca.blockcat([list(row) for row in values])))
    return ca.sparsify(ca.SX(np.asarray(values, dtype=float)))


def skew(a: ca.SX) -> ca.SX:
    """``a^`` with ``a^ b = a x b``."""
    return ca.blockcat([[0 * a[0], -a[2], a[1]], [a[2], 0 * a[0], -a[0]], [-a[1], a[0], 0 * a[0]]])


def cross(a: ca.SX, b: ca.SX) -> ca.SX:
    """``a x b``, structural zeros kept."""
    return skew(a) @ b


def exact_cos_sin(angle: float | ca.SX) -> tuple:
    """Cosine and sine; multiples of a quarter turn give exactly 0 and +-1, so that they vanish from a graph."""
    if isinstance(angle, (ca.SX, ca.DM)):
        return ca.cos(angle), ca.sin(angle)
    quarter = angle / (math.pi / 2)
    if abs(quarter - round(quarter)) < 1e-14 * max(1.0, abs(quarter)):
        k = round(quarter) % 4
        return float((1, 0, -1, 0)[k]), float((0, 1, 0, -1)[k])
    return math.cos(angle), math.sin(angle)


def rotation_x(angle: float | ca.SX) -> ca.SX:
    c, s = exact_cos_sin(angle)
    return ca.sparsify(ca.SX(ca.blockcat([[1, 0, 0], [0, c, -s], [0, s, c]])))


def rotation_y(angle: float | ca.SX) -> ca.SX:
    c, s = exact_cos_sin(angle)
    return ca.sparsify(ca.SX(ca.blockcat([[c, 0, s], [0, 1, 0], [-s, 0, c]])))


def rotation_z(angle: float | ca.SX) -> ca.SX:
    return turned_z(*exact_cos_sin(angle))


def turned_z(c: float | ca.SX, s: float | ca.SX) -> ca.SX:
    """Rotation about z by an angle of this cosine and sine."""
    return ca.sparsify(ca.SX(ca.blockcat([[c, -s, 0], [s, c, 0], [0, 0, 1]])))


def screw_transform(R: ca.SX, P: ca.SX) -> ca.SX:
    """``jT_i`` that carries a twist from frame i to frame j; R = iR_j, P = iP_j. Wrenches return by its transpose.

    ``[R^T, -R^T P^; 0, R^T]``: EEL (3), FLOAT (11), MAV (3).
    """
    Rt = R.T
    return ca.blockcat([[Rt, -(Rt @ skew(P))], [type(Rt)(3, 3), Rt]])


class Screw:
    """``jT_i`` of ``screw_transform`` in parts: a shift by P, then a turn by R^T, with R = A B. Done to a vector or an inertia
    one after the other, they take fewer operations than the 6x6 matrix.

    parts: [A, B, P], 3 x 7. A only gives the axes other names, or is the identity; inertias are turned by B and A one by one.
    """

    def __init__(self, parts: ca.SX) -> None:
        self.parts = parts
        self.names, self.turn, self.P = parts[:, :3], parts[:, 3:6], parts[:, 6]
        self.R = self.names @ self.turn

    @property
    def matrix(self) -> ca.SX:
        """The 6x6 matrix, for checks."""
        return screw_transform(self.R, self.P)

    def __matmul__(self, twist: ca.SX) -> ca.SX:
        """``T V``: a twist of frame i in frame j."""
        v, w = twist[:3], twist[3:]
        return ca.vertcat(self.R.T @ (v + cross(w, self.P)), self.R.T @ w)

    def wrench(self, wrench: ca.SX) -> ca.SX:
        """``T^T f``: a wrench of frame j in frame i."""
        force, moment = self.R @ wrench[:3], self.R @ wrench[3:]
        return ca.vertcat(force, moment + cross(self.P, force))

    def inertia(self, inertia: ca.SX) -> ca.SX:
        """``T^T J T``: an inertia of frame j in frame i."""
        M, C, I = inertia[:3, :3], inertia[:3, 3:], inertia[3:, 3:]  # noqa: E741
        for R in (self.turn, self.names):
            M, C, I = turned(R, M), R @ C @ R.T, turned(R, I)  # noqa: E741
        P = skew(self.P)
        lever = C - M @ P
        return ca.blockcat([[M, lever], [lever.T, symmetric(I + P @ lever - C.T @ P)]])


def screw(R: ca.SX, P: ca.SX) -> Screw:
    """The transform between frames: R = iR_j, P = iP_j."""
    return Screw(ca.horzcat(ca.SX.eye(3), R, P))


def turned(R: ca.SX, M: ca.SX) -> ca.SX:
    """``R M R^T`` of a symmetric M. A turn about one axis leaves the sum of the two other diagonal entries as it is."""
    N = symmetric(R @ M @ R.T)
    axis = [k for k in range(3) if R[k, k].is_one()]
    if R.nnz() == 5 and len(axis) == 1:
        a, b = (k for k in range(3) if k not in axis)
        N[b, b] = M[a, a] + M[b, b] - N[a, a]
    return N


def rigid_inertia(mass: float | ca.SX, first_moments: Sequence[float] | np.ndarray, inertia: np.ndarray) -> ca.SX:
    """6x6 inertia about the frame's origin: ``[M 1, -MS^; MS^, I]``. EEL (16), FLOAT (10), MAV (7)."""
    MS = skew(column([first_moments[k] for k in range(3)]))
    return ca.sparsify(ca.SX(ca.blockcat([[mass * ca.SX.eye(3), -MS], [MS, matrix(inertia)]])))


def momentum_bias(inertia: ca.SX, twist: ca.SX) -> ca.SX:
    """Velocity part of ``d/dt`` of a body's momentum in body components: ``[w x p; w x pi + v x p]``. MAV (8).

    Holds for any symmetric 6x6 inertia, so for the added mass of an ideal fluid too (Kirchhoff).
    """
    v, w = twist[:3], twist[3:]
    momentum = inertia @ twist
    p, pi = momentum[:3], momentum[3:]
    return ca.vertcat(cross(w, p), cross(w, pi) + cross(v, p))


def velocity_product(twist: ca.SX, joint_twist: ca.SX) -> ca.SX:
    """``zeta``: acceleration of body j from the product of its twist with the joint's own twist.

    In body components ``d/dt(T V) = T Vdot + (T V) x (qd a)``; for a revolute joint this is
    ``[v x qd h; w x qd h]`` (MAV (5)), for a prismatic one ``[w x qd h; 0]``.
    """
    v, w = twist[:3], twist[3:]
    u, o = joint_twist[:3], joint_twist[3:]
    return ca.vertcat(cross(w, u) + cross(v, o), cross(w, o))


def symmetric(A: ca.SX) -> ca.SX:
    """Mirror the upper triangle: the lower half then shares its nodes and is never computed."""
    return ca.triu2symm(ca.triu(A))


def solve_symmetric(A: ca.SX, b: ca.SX) -> ca.SX:
    """Solve ``A x = b`` with A symmetric positive definite, by a symbolic LDL factorisation."""
    D, LT, p = ca.ldl(A)
    return ca.ldl_solve(b, D, LT, p)


def quaternion_rotation(Q: ca.SX) -> ca.SX:
    """Rotation matrix of a unit quaternion (world from body). EEL (31)."""
    q1, q2, q3, q4 = Q[0], Q[1], Q[2], Q[3]
    return ca.blockcat(
        [
            [2 * (q1 * q1 + q2 * q2) - 1, 2 * (q2 * q3 - q1 * q4), 2 * (q2 * q4 + q1 * q3)],
            [2 * (q2 * q3 + q1 * q4), 2 * (q1 * q1 + q3 * q3) - 1, 2 * (q3 * q4 - q1 * q2)],
            [2 * (q2 * q4 - q1 * q3), 2 * (q3 * q4 + q1 * q2), 2 * (q1 * q1 + q4 * q4) - 1],
        ]
    )


def quaternion_rate(Q: ca.SX, w: ca.SX) -> ca.SX:
    """``Qdot`` from the angular velocity w in BODY components: ``Q (x) (0, w) / 2``.

    EEL (30) is the same law for world components of w; its factor 1/|Q| is left out (see docs/errata.md).
    """
    q1, q2, q3, q4 = Q[0], Q[1], Q[2], Q[3]
    return 0.5 * ca.vertcat(
        -q2 * w[0] - q3 * w[1] - q4 * w[2],
        q1 * w[0] + q3 * w[2] - q4 * w[1],
        q1 * w[1] + q4 * w[0] - q2 * w[2],
        q1 * w[2] + q2 * w[1] - q3 * w[0],
    )


def rotation_quaternion(R: np.ndarray) -> np.ndarray:
    """Unit quaternions of rotation matrices, shape (..., 3, 3) -> (..., 4), scalar part positive. Numbers only."""
    R = np.asarray(R, dtype=float)
    r = np.ascontiguousarray(R.reshape(-1, 9).T)
    xx, yy, zz = r[0], r[4], r[8]
    squares = 1.0 + np.array([xx + yy + zz, xx - yy - zz, yy - xx - zz, zz - xx - yy])  # 4 q_k^2
    best, Q = np.argmax(squares, axis=0), np.empty((4, r.shape[1]))
    for k in range(4):  # 4 Q Q^T: any row is parallel to Q, the one with the largest diagonal is the accurate one
        own = np.flatnonzero(best == k)
        if len(own):
            Q[:, own] = _quaternion_row(k, r[:, own], squares[k, own])
    Q *= np.where(Q[0] < 0, -1.0, 1.0) / np.sqrt((Q * Q).sum(axis=0))
    return np.ascontiguousarray(Q.T).reshape(*R.shape[:-2], 4)


def _quaternion_row(k: int, r: np.ndarray, square: np.ndarray) -> np.ndarray:
    """Row k of 4 Q Q^T from the entries of rotation matrices, row by row; ``square``: its diagonal."""
    wx, wy, wz = r[7] - r[5], r[2] - r[6], r[3] - r[1]
    yz, xz, xy = r[7] + r[5], r[2] + r[6], r[3] + r[1]
    return np.array([(square, wx, wy, wz), (wx, square, xy, xz), (wy, xy, square, yz), (wz, xz, yz, square)][k])


def rotate(quaternions: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    """Vectors (..., 3) turned by unit quaternions (..., 4), shapes broadcast. Numbers only."""
    w, u = quaternions[..., :1], quaternions[..., 1:]
    cross_product = np.cross(u, vectors)
    return vectors + 2 * (w * cross_product + np.cross(u, cross_product))


def multiply(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Products of quaternions (w, x, y, z), shape (..., 4), shapes broadcast. Numbers only."""
    (w, x, y, z), (s, u, v, t) = np.moveaxis(np.asarray(a), -1, 0), np.moveaxis(np.asarray(b), -1, 0)
    parts = (
        w * s - (x * u + y * v + z * t),
        w * u + s * x + (y * t - z * v),
        w * v + s * y + (z * u - x * t),
        w * t + s * z + (x * v - y * u),
    )
    return np.stack(np.broadcast_arrays(*parts), axis=-1) if np.ndim(parts[0]) else np.array(parts)


def conjugate(q: np.ndarray) -> np.ndarray:
    """The inverse of a unit quaternion."""
    return q * np.array([1.0, -1.0, -1.0, -1.0])


def quaternion_of(turn: np.ndarray) -> np.ndarray:
    """Unit quaternion of a rotation vector [rad]."""
    half = 0.5 * float(np.linalg.norm(turn))
    return np.concatenate([[np.cos(half)], 0.5 * np.sinc(half / np.pi) * np.asarray(turn)])


def turn_of(q: np.ndarray) -> np.ndarray:
    """Rotation vector [rad] of a unit quaternion, at most half a turn."""
    q = q if q[0] >= 0 else -q
    size = float(np.linalg.norm(q[1:]))
    return 2.0 * q[1:] if size < 1e-12 else 2.0 * np.arctan2(size, q[0]) / size * q[1:]
