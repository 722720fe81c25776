"""Lagrange's equations by automatic differentiation, an independent route to the recursions.

The kinetic energy is summed over point masses that homogeneous matrices carry through the world; nothing of the engine's
dynamics enters. The base has local coordinates about its present pose: three shifts along and three turns about its own
axes, of which the freedoms of the base are active. With X = (active coordinates, q) and L = T - U

    d/dt dL/dX' - dL/dX = (0 on the base, torque less friction on the joints),

and the accelerations X'' are those whose base twist and joints change as the engine's inverse model says.
"""

from dataclasses import dataclass

import casadi as ca
import homogeneous
import numpy as np
import pytest
from random_machines import BASES, SHAPES, Recipe, call, random_machine, random_state
from tolerances import EULER_LAGRANGE, assert_close, assert_differs, largest

from elver.forces import Effect, Gravity
from elver.model import dynamics_function
from elver.symbolic.spatial import matrix, quaternion_rotation

GRAVITY = 9.81

RECIPES = [
    Recipe(
        seed=100 + 3 * b + s, joints=3 + s % 2, shape=shape, base=base, added=added, spherical=shape == "star" and base == "free"
    )
    for b, base in enumerate(BASES)
    for s, shape in enumerate(SHAPES)
    for added in (False, True)
]


@dataclass(frozen=True)
class Coordinates:
    """Local base coordinates and joints, their rates, the poses of all bodies and the base's twist."""

    values: ca.SX
    rates: ca.SX
    poses: list
    base_twist: ca.SX

    def rate(self, expression):
        """Time derivative of an expression of the coordinates."""
        return ca.jtimes(expression, self.values, self.rates)


def local_base(R, P, shift):
    """Pose of the base moved by three lengths along and three angles about its own axes."""
    x, y, z, a, b, c = (shift[k] for k in range(6))
    T = homogeneous.placement(R, P)
    for axis, value in zip("xyz", (x, y, z), strict=True):
        T = T @ homogeneous.translation(axis, value)
    for axis, value in zip("xyz", (a, b, c), strict=True):
        T = T @ homogeneous.rotation(axis, value)
    return T


def local_coordinates(machine, Q, P) -> Coordinates:
    f, n = len(machine.freedoms), machine.size
    X, dX = ca.SX.sym("X", f + n), ca.SX.sym("dX", f + n)
    shift = ca.SX(6, 1)
    shift[machine.freedoms] = X[:f]
    T = homogeneous.poses(machine.robot, local_base(quaternion_rotation(Q), P, shift), X[f:])
    base_rate = ca.reshape(ca.jtimes(ca.vec(T[0]), X, dX), 4, 4)
    return Coordinates(X, dX, T, homogeneous.body_twist(T[0], base_rate))


def particle_energies(machine, c: Coordinates):
    """Kinetic energy and weight potential of all point masses."""
    T, U = ca.SX(0), ca.SX(0)
    for name, pose in zip(machine.robot.body_names, c.poses, strict=True):
        if name not in machine.clouds:
            continue
        cloud = machine.clouds[name]
        for mass, place in zip(cloud.masses, cloud.places, strict=True):
            point = (pose @ ca.DM([*place, 1]))[:3]
            T += 0.5 * mass * ca.sumsqr(c.rate(point))
            U += mass * GRAVITY * point[2]
    return T, U


def added_energy(machine, c: Coordinates):
    """Kinetic energy of the added inertias, from the twists of homogeneous matrices."""
    T = ca.SX(0)
    for name, pose in zip(machine.robot.body_names, c.poses, strict=True):
        if name in machine.added:
            V = homogeneous.body_twist(pose, ca.reshape(c.rate(ca.vec(pose)), 4, 4))
            T += 0.5 * V.T @ ca.DM(machine.added[name]) @ V
    return T


def lagrange_forces(machine):
    """Function of pose, twist, q, qd and accelerations: generalised forces by Lagrange's equations."""
    Q, P, V = ca.SX.sym("Q", 4), ca.SX.sym("P", 3), ca.SX.sym("V", 6)
    n, free = machine.size, machine.freedoms
    q, qd, base, qdd = (ca.SX.sym(s, k) for s, k in (("q", n), ("qd", n), ("base", 6), ("qdd", n)))
    c = local_coordinates(machine, Q, P)
    T, U = particle_energies(machine, c)
    T += added_energy(machine, c) + 0.5 * ca.dot(machine.joint_values("rotor"), c.rates[len(free) :] ** 2)
    momentum = ca.gradient(T, c.rates)
    ddX = ca.SX.sym("ddX", c.rates.numel())
    forces = ca.jtimes(momentum, c.values, c.rates) + ca.jtimes(momentum, c.rates, ddX) - ca.gradient(T - U, c.values)
    drift = c.rate(c.base_twist)[free]
    at_pose = [ca.densify(ca.vertcat(ca.SX(len(free), 1), q)), ca.vertcat(V[free], qd)]
    drift, forces_at = ca.substitute([drift, forces], [c.values, c.rates], at_pose)
    forces_at = ca.substitute(forces_at, ddX, ca.vertcat(base[free] - drift, qdd))
    return ca.Function("el", [Q, P, V, q, qd, base, qdd], [forces_at], list("abcdefg"), ["forces"])


def engine(machine, state, forces):
    """Accelerations of the base and torques, by the recursion."""
    function = dynamics_function(machine.robot, "inverse", {**forces, "gravity": Gravity(GRAVITY)})
    return call(function, *state.arguments, state.qdd)


def friction(machine, qd):
    return machine.joint_values("coulomb") * np.sign(qd) + machine.joint_values("viscous") * qd


@pytest.mark.parametrize("recipe", RECIPES, ids=str)
def test_inverse_model_satisfies_lagranges_equations(recipe):
    """Zero force on the freedoms of the base and the recursion's torques on the joints, weight and drives included."""
    machine = random_machine(recipe)
    function = lagrange_forces(machine)
    for seed in range(3):
        state = random_state(machine, seed)
        found = engine(machine, state, machine.forces)
        forces = call(function, *state.arguments, found["base_acceleration"], state.qdd)["forces"]
        expected = np.concatenate([np.zeros(len(machine.freedoms)), found["torques"] - friction(machine, state.qd)])
        assert_close(forces, expected, EULER_LAGRANGE)
        assert largest(found["torques"]) > 1e-3


@dataclass(frozen=True)
class InertiaWithoutBias:
    """The wrong variant: an added inertia whose velocity terms are forgotten."""

    inertias: dict

    def effect(self, body, motion):
        return Effect(inertia=matrix(self.inertias[body.name])) if body.name in self.inertias else None


@pytest.mark.parametrize("recipe", [r for r in RECIPES if r.added and r.base == "free"], ids=str)
def test_added_inertia_without_its_velocity_terms_fails(recipe):
    """``w x p`` and ``w x pi + v x p`` of the added momentum belong to the equations: leaving them out shows."""
    machine = random_machine(recipe)
    state = random_state(machine, 0)
    wrong = engine(machine, state, {"added": InertiaWithoutBias(machine.added)})
    forces = call(lagrange_forces(machine), *state.arguments, wrong["base_acceleration"], state.qdd)["forces"]
    expected = np.concatenate([np.zeros(len(machine.freedoms)), wrong["torques"] - friction(machine, state.qd)])
    assert_differs(forces, expected)
