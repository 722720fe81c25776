"""The algebra of twists, wrenches, inertias, rotations and quaternions, on generated values.

Rotations are drawn by axis and angle, with angles close to zero and close to half a turn among them, where formulas for
quaternions are at their weakest.
"""

import casadi as ca
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tolerances import ALGEBRA, ROUNDING, assert_close, assert_differs, largest

from elver.symbolic.spatial import (
    cross,
    exact_cos_sin,
    momentum_bias,
    quaternion_rate,
    quaternion_rotation,
    rigid_inertia,
    rotation_quaternion,
    rotation_x,
    rotation_y,
    rotation_z,
    screw_transform,
    skew,
    solve_symmetric,
    symmetric,
    velocity_product,
)

often = settings(deadline=None, max_examples=60, derandomize=True)
SNAP = 1e-13  # rad: angles this close to a quarter turn are taken to mean it

numbers = st.floats(-10, 10, allow_nan=False)
vectors = st.lists(numbers, min_size=3, max_size=3).map(np.array)
twists = st.lists(numbers, min_size=6, max_size=6).map(np.array)
small = st.floats(-12, -1).map(lambda e: 10.0**e)
angles = st.one_of(
    st.floats(-np.pi, np.pi), small, small.map(lambda a: np.pi - a), st.sampled_from([0.0, np.pi, np.pi / 2, -np.pi / 2])
)


@st.composite
def axes(draw):
    v = draw(vectors)
    assume(np.linalg.norm(v) > 1e-3)
    return v / np.linalg.norm(v)


@st.composite
def quaternions(draw):
    """Unit quaternions by axis and angle."""
    axis, angle = draw(axes()), draw(angles)
    Q = np.concatenate([[np.cos(angle / 2)], np.sin(angle / 2) * axis])
    return Q / np.linalg.norm(Q)


@st.composite
def rotations(draw):
    """Rotation matrices by Rodrigues' formula, made orthonormal to the last digits."""
    axis, angle = draw(axes()), draw(angles)
    K = hat(axis)
    U, _, Vt = np.linalg.svd(np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K)
    return U @ Vt


@st.composite
def clouds(draw):
    """Eight point masses: masses and places."""
    seed = draw(st.integers(0, 2**32 - 1))
    rng = np.random.default_rng(seed)
    return rng.uniform(0.1, 2, 8), rng.uniform(-1, 1, (8, 3))


def hat(a) -> np.ndarray:
    """The matrix of ``a x``, independent of the engine's."""
    return np.array([np.cross(a, e) for e in np.eye(3)]).T


def dm(a) -> ca.SX:
    return ca.SX(ca.DM(np.asarray(a, dtype=float)))


def value(expression) -> np.ndarray:
    return np.array(ca.DM(ca.evalf(ca.SX(expression)))).squeeze()


def transform(R, P) -> np.ndarray:
    return value(screw_transform(dm(R), dm(P)))


def inertia_of(masses, places) -> np.ndarray:
    second = np.einsum("k,ki,kj->ij", masses, places, places)
    return value(rigid_inertia(masses.sum(), masses @ places, np.trace(second) * np.eye(3) - second))


@often
@given(vectors, vectors)
def test_skew_is_the_cross_product(a, b):
    """``skew(a) b = cross(a, b) = a x b``, antisymmetric."""
    assert_close(value(skew(dm(a)) @ dm(b)), np.cross(a, b), ALGEBRA)
    assert_close(value(cross(dm(a), dm(b))), np.cross(a, b), ALGEBRA)
    assert np.array_equal(value(skew(dm(a))).T, -value(skew(dm(a))))


@often
@given(rotations(), vectors, rotations(), vectors)
def test_transforms_compose_as_the_frames_do(R1, P1, R2, P2):
    """Adjoint homomorphism: the transform of a product of frames is the product of the transforms, in reverse order."""
    both = transform(R1 @ R2, P1 + R1 @ P2)
    one, two = transform(R1, P1), transform(R2, P2)
    assert_close(both, two @ one, ALGEBRA, scale=1 + largest(one) * largest(two))


@often
@given(rotations(), vectors)
def test_transforms_form_a_group(R, P):
    """The frame at rest gives the identity; the inverse frame gives the inverse transform."""
    assert np.array_equal(transform(np.eye(3), np.zeros(3)), np.eye(6))
    T, back = transform(R, P), transform(R.T, -R.T @ P)
    assert_close(back @ T, np.eye(6), ALGEBRA, scale=largest(T) ** 2)
    assert_close(T @ back, np.eye(6), ALGEBRA, scale=largest(T) ** 2)


@often
@given(rotations(), vectors, twists)
def test_transform_is_the_conjugation_of_homogeneous_matrices(R, P, V):
    """The transformed twist has the entries of ``T^-1 [w^ v; 0 0] T``."""
    T, rate = np.eye(4), np.zeros((4, 4))
    T[:3, :3], T[:3, 3] = R, P
    rate[:3, :3], rate[:3, 3] = hat(V[3:]), V[:3]
    seen = np.linalg.inv(T) @ rate @ T
    expected = [*seen[:3, 3], seen[2, 1], seen[0, 2], seen[1, 0]]
    assert_close(transform(R, P) @ V, expected, ALGEBRA, scale=(1 + largest(P)) * largest(V))


@often
@given(rotations(), vectors, twists)
def test_wrenches_return_by_the_transpose(R, P, F):
    """``T^T [f; m] = [R f; R m + P x R f]``: a force gains the moment of its arm."""
    f, m = R @ F[:3], R @ F[3:]
    assert_close(transform(R, P).T @ F, np.concatenate([f, m + np.cross(P, f)]), ALGEBRA, scale=(1 + largest(P)) * largest(F))


@often
@given(rotations(), vectors, clouds(), twists)
def test_inertia_moves_by_congruence(R, P, cloud, V):
    """``T^T J T`` is the inertia of the same masses seen from the other frame, and holds the same energy."""
    masses, places = cloud
    J, T = inertia_of(masses, places), transform(R, P)
    seen = inertia_of(masses, P + places @ R.T)
    size = largest(J) * (1 + largest(P)) ** 2
    assert_close(T.T @ J @ T, seen, ALGEBRA, scale=size)
    W = T @ V
    assert_close(W @ J @ W, V @ seen @ V, ALGEBRA, scale=36 * size * largest(V) ** 2)
    assert np.linalg.eigvalsh(J)[0] > 0


@often
@given(clouds(), twists)
def test_momentum_and_energy_of_point_masses(cloud, V):
    """``J V`` is the momentum of the particles and ``V^T J V / 2`` their energy: signs of the first moments included."""
    masses, places = cloud
    velocities = V[:3] + np.cross(V[3:], places)
    p = masses @ velocities
    L = masses @ np.cross(places, velocities)
    J = inertia_of(masses, places)
    size = largest(J) * largest(V) * 6
    assert_close(J @ V, np.concatenate([p, L]), ALGEBRA, scale=size)
    assert_close(0.5 * V @ J @ V, 0.5 * masses @ np.sum(velocities**2, axis=1), ALGEBRA, scale=size * largest(V) * 6)


@often
@given(clouds(), twists)
def test_momentum_bias_does_no_work_and_matches_particles(cloud, V):
    """``[w x p; w x pi + v x p]`` has no power, and equals the rate of the particles' momentum at constant components."""
    masses, places = cloud
    J, v, w = inertia_of(masses, places), V[:3], V[3:]
    bias = value(momentum_bias(dm(J), dm(V)))
    velocities = v + np.cross(w, places)
    forces = masses[:, None] * np.cross(w, velocities)
    expected = np.concatenate([forces.sum(axis=0), np.cross(places, forces).sum(axis=0)])
    size = largest(J) * largest(V) ** 2 * 12
    assert_close(bias, expected, ALGEBRA, scale=size)
    assert_close(bias @ V, 0.0, ALGEBRA, scale=size * largest(V))


@often
@given(st.integers(0, 10**6), twists)
def test_momentum_bias_of_any_symmetric_inertia_does_no_work(seed, V):
    """Kirchhoff: also for an added inertia that no rigid body has."""
    L = np.random.default_rng(seed).standard_normal((6, 6))
    J = L @ L.T
    bias = value(momentum_bias(dm(J), dm(V)))
    size = largest(J) * largest(V) ** 3 * 36
    assert_close(bias @ V, 0.0, ALGEBRA, scale=size)


def test_a_bias_without_the_munk_moment_does_work():
    """The wrong variant, on one body: power appears from nowhere."""
    rng = np.random.default_rng(0)
    L, V = rng.standard_normal((6, 6)), rng.standard_normal(6)
    J = L @ L.T
    p, pi = (J @ V)[:3], (J @ V)[3:]
    power = V @ np.concatenate([np.cross(V[3:], p), np.cross(V[3:], pi)])
    assert abs(power) > 1e-3 * largest(J) * largest(V) ** 3


@often
@given(twists, angles, numbers, st.sampled_from(["revolute", "prismatic"]))
def test_velocity_product_is_the_derivative_of_the_transform(V, q, qd, kind):
    """``d/dt (T(q) V)`` at constant V equals ``(T V) x (qd a)``, by automatic differentiation."""
    s = ca.SX.sym("q")
    turn = kind == "revolute"
    R, P = (rotation_z(s), ca.SX(3, 1)) if turn else (ca.SX.eye(3), ca.vertcat(0, 0, s))
    axis = np.eye(6)[5 if turn else 2]
    moved = screw_transform(R, P) @ dm(V)
    f = ca.Function("f", [s], [ca.densify(ca.jacobian(moved, s) * qd), ca.densify(velocity_product(moved, dm(qd * axis)))])
    derivative, product = (np.array(x)[:, 0] for x in f(q))
    assert_close(product, derivative, ALGEBRA, scale=max(1.0, largest(V) * abs(qd)))


@often
@given(angles, angles, angles)
def test_elementary_rotations_are_rotations_about_their_axis(a, b, c):
    """Orthonormal, right-handed, leaving their own axis alone and turning the next axis towards the one after it."""
    for k, (rotation, angle) in enumerate(((rotation_x, a), (rotation_y, b), (rotation_z, c))):
        R, i, j = value(rotation(angle)), (k + 1) % 3, (k + 2) % 3
        assert_close(R.T @ R, np.eye(3), ALGEBRA)
        assert_close(np.linalg.det(R), 1.0, ALGEBRA)
        assert np.array_equal(R[:, k], np.eye(3)[k])
        assert_close(R[[i, j], i], [np.cos(angle), np.sin(angle)], SNAP)


@pytest.mark.parametrize("k", range(-9, 10))
def test_quarter_turns_are_exact(k):
    """Multiples of a quarter turn give exactly 0 and +-1, so that they vanish from a graph."""
    c, s = exact_cos_sin(k * np.pi / 2)
    assert (c, s) == ((1, 0, -1, 0)[k % 4], (0, 1, 0, -1)[k % 4])
    assert value(rotation_x(k * np.pi / 2)).size == 9
    assert rotation_x(k * np.pi / 2).nnz() == 3


@often
@given(st.floats(-100, 100))
def test_other_angles_are_not_snapped(angle):
    """Cosine and sine of any other angle are those of the library; a quarter turn is meant only within rounding of one."""
    c, s = exact_cos_sin(angle)
    assert abs(c - np.cos(angle)) <= SNAP
    assert abs(s - np.sin(angle)) <= SNAP
    if abs(angle / (np.pi / 2) - round(angle / (np.pi / 2))) > 1e-11:
        assert (c, s) == (np.cos(angle), np.sin(angle))


@often
@given(quaternions())
def test_quaternion_to_rotation_and_back(Q):
    """The rotation is orthonormal and gives the quaternion back up to its sign, near zero and near half a turn too."""
    R = value(quaternion_rotation(dm(Q)))
    assert_close(R.T @ R, np.eye(3), ALGEBRA)
    assert_close(np.linalg.det(R), 1.0, ALGEBRA)
    back = rotation_quaternion(R)
    assert back[0] >= 0
    assert_close(back * np.sign(back @ Q), Q, ALGEBRA)


@often
@given(axes(), small)
def test_small_turns_keep_their_relative_accuracy(axis, angle):
    """The vector part of a small turn comes back to all its digits, not merely to the digits of one."""
    Q = np.concatenate([[np.cos(angle / 2)], np.sin(angle / 2) * axis])
    back = rotation_quaternion(value(quaternion_rotation(dm(Q))))
    assert_close(back[1:], Q[1:], ALGEBRA)


@often
@given(rotations())
def test_rotation_to_quaternion_and_back(R):
    """The other way round."""
    Q = rotation_quaternion(R)
    assert_close(np.linalg.norm(Q), 1.0, ALGEBRA)
    assert_close(value(quaternion_rotation(dm(Q))), R, ALGEBRA)


def test_rotation_quaternion_takes_stacks():
    """Many rotations at once give the same as one at a time."""
    rng = np.random.default_rng(1)
    Q = rng.standard_normal((2, 5, 4))
    R = np.array([[value(quaternion_rotation(dm(q / np.linalg.norm(q)))) for q in row] for row in Q])
    stacked = rotation_quaternion(R)
    assert stacked.shape == (2, 5, 4)
    assert np.array_equal(stacked, [[rotation_quaternion(r) for r in row] for row in R])


def hamilton(a, b) -> np.ndarray:
    """Product of two quaternions."""
    return np.concatenate([[a[0] * b[0] - a[1:] @ b[1:]], a[0] * b[1:] + b[0] * a[1:] + np.cross(a[1:], b[1:])])


@often
@given(quaternions(), quaternions())
def test_rotations_multiply_as_quaternions_do(A, B):
    """``R(A B) = R(A) R(B)``."""
    product = value(quaternion_rotation(dm(hamilton(A, B))))
    assert_close(product, value(quaternion_rotation(dm(A))) @ value(quaternion_rotation(dm(B))), ALGEBRA)


def quaternion_and_rotation_rates(Q, w):
    """``dQ/dt`` and, by automatic differentiation, ``dR/dt``."""
    q, o = ca.SX.sym("q", 4), ca.SX.sym("w", 3)
    Qdot = quaternion_rate(q, o)
    Rdot = ca.reshape(ca.jtimes(ca.vec(quaternion_rotation(q)), q, Qdot), 3, 3)
    rate, turned = ca.Function("f", [q, o], [ca.densify(Qdot), ca.densify(Rdot)])(Q, w)
    return np.array(rate)[:, 0], np.array(turned)


@often
@given(quaternions(), vectors)
def test_quaternion_rate_turns_the_rotation_with_body_components(Q, w):
    """``dR/dt = R w^`` with w in body components; the norm of the quaternion does not change."""
    rate, turned = quaternion_and_rotation_rates(Q, w)
    size = max(1.0, largest(w))
    assert_close(turned, value(quaternion_rotation(dm(Q))) @ hat(w), ALGEBRA, scale=size)
    assert_close(Q @ rate, 0.0, ALGEBRA, scale=size)


def test_quaternion_rate_is_not_the_law_for_world_components():
    """The wrong variant ``dR/dt = w^ R`` differs visibly for a generic attitude."""
    Q, w = np.array([0.5, -0.5, 0.1, 0.7]), np.array([1.0, 2.0, 3.0])
    _, turned = quaternion_and_rotation_rates(Q, w)
    R = value(quaternion_rotation(dm(Q)))
    assert_close(turned, R @ hat(w), ALGEBRA)
    assert_differs(turned, hat(w) @ R)


@often
@given(st.integers(0, 10**6), st.integers(1, 6))
def test_symmetric_solve(seed, n):
    """The factorisation solves, and mirrors what it is given from the upper triangle."""
    rng = np.random.default_rng(seed)
    L = rng.standard_normal((n, n))
    A, b = L @ L.T + np.eye(n), rng.standard_normal(n)
    x = value(solve_symmetric(dm(A), dm(b))).reshape(n)
    assert_close(A @ x, b, ROUNDING, scale=largest(A) * largest(x) * n + largest(b))
    assert np.array_equal(value(symmetric(dm(np.triu(A)))), np.triu(A) + np.triu(A, 1).T if n > 1 else A.squeeze())
