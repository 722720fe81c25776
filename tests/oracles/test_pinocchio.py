"""Pinocchio as a second engine: mass matrix, bias, inverse and forward dynamics of random rigid trees.

Pinocchio's joints turn about, or slide along, the z axis of a placement; what follows the variable in our joint frames,
Rz(theta) Tz(r), is carried as a fixed offset of the body. Its spatial accelerations are rates of body components, as ours.
"""

from dataclasses import dataclass

import homogeneous
import numpy as np
import pytest
from random_machines import BASES, SHAPES, Recipe, call, evaluate, random_machine, random_state, third_of
from tolerances import ORACLE, assert_close, assert_differs, conditioned, largest

from elver.forces import Gravity
from elver.model import dynamics_function
from elver.symbolic.spatial import quaternion_rotation

pin = pytest.importorskip("pinocchio")

GRAVITY = 9.81
# Columns: axes of the joint's plane frame, whose z is the turning axis, in body components.
PLANES = {"planar": np.eye(3), "sagittal": np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])}
# Order of our freedoms in Pinocchio's planar joint (x, y, turn): surge, sway, yaw or surge, heave, pitch.
PLANE_ORDER = {"planar": [0, 1, 2], "sagittal": [1, 0, 2]}

RECIPES = [
    Recipe(
        seed=1000 + k,
        joints=2 + k % 8,
        shape=SHAPES[k % 3],
        base=BASES[(k // 3) % 4],
        spherical=k % 5 == 0 and k % 8 < 6,
    )
    for k in range(200)
]


@dataclass(frozen=True)
class Twin:
    """The machine in Pinocchio. ``base`` and ``joints`` say where our coordinates lie in its velocity vector."""

    model: object
    data: object
    base: list
    joints: list
    position: np.ndarray

    def vector(self, base_values, joint_values) -> np.ndarray:
        """Our base and joint values in Pinocchio's order."""
        v = np.zeros(self.model.nv)
        v[self.base], v[self.joints] = base_values, joint_values
        return v

    @property
    def order(self) -> list:
        """Pinocchio's indices in our order."""
        return [*self.base, *self.joints]


def se3(T) -> object:
    return pin.SE3(homogeneous.numbers(T))


def inertia(body) -> object:
    return pin.Inertia(body.mass, body.centre_of_mass, body.central_inertia)


def add_base(model, machine, state):
    """Root joint; returns its id, the offset of the base body in it, its velocity indices and its position."""
    base = machine.robot.base
    R = homogeneous.numbers(quaternion_rotation(state.quaternion))
    if base == "free":
        joint = model.addJoint(0, pin.JointModelFreeFlyer(), pin.SE3.Identity(), "base")
        return joint, pin.SE3.Identity(), list(range(6)), [*state.position, *np.roll(state.quaternion, -1)]
    if base == "fixed":
        return 0, pin.SE3(R, state.position), [], []
    to_joint = PLANES[base].T
    root = pin.SE3(R @ to_joint.T, state.position)
    joint = model.addJoint(0, pin.JointModelPlanar(), root, "base")
    return joint, pin.SE3(to_joint, np.zeros(3)), PLANE_ORDER[base], [0, 0, 1, 0]


def depth_first(parents, root: int = 0) -> list[int]:
    """Bodies in an order that finishes a branch before it starts the next, as Pinocchio's algorithms want."""
    children = [k for k, parent in enumerate(parents) if parent == root]
    return [root, *(body for child in children for body in depth_first(parents, child))]


def build(machine, state) -> Twin:
    """The same tree in Pinocchio, with the base already at the state's pose."""
    robot, model = machine.robot, pin.Model()
    model.gravity.linear = np.array([0, 0, -GRAVITY])
    parent, offset, base, position = add_base(model, machine, state)
    placed = {0: (parent, offset)}
    model.appendBodyToJoint(parent, inertia(robot.bodies[0]), offset)
    for k in depth_first(robot.parents)[1:]:
        joint, (parent, offset) = robot.joints[k - 1], placed[robot.parents[k]]
        before, after = offset * se3(homogeneous.before_joint(joint)), se3(homogeneous.after_joint(joint))
        if joint.moving:
            kind = pin.JointModelRZ() if joint.type == "revolute" else pin.JointModelPZ()
            placed[k] = (model.addJoint(parent, kind, before, joint.name), after)
        else:
            placed[k] = (parent, before * after)
        model.appendBodyToJoint(placed[k][0], inertia(robot.bodies[k]), placed[k][1])
    joints = [model.idx_vs[model.getJointId(j.name)] for j in robot.moving_joints]
    armature = np.zeros(model.nv)
    armature[joints] = machine.joint_values("rotor")
    model.armature = armature
    q = np.zeros(model.nq)
    q[: len(position)] = position
    for joint, value in zip(robot.moving_joints, state.q, strict=True):
        q[model.idx_qs[model.getJointId(joint.name)]] = value
    return Twin(model, model.createData(), base, joints, q)


def friction(machine, qd) -> np.ndarray:
    return machine.joint_values("coulomb") * np.sign(qd) + machine.joint_values("viscous") * qd


def with_weight(machine, kind):
    return dynamics_function(machine.robot, kind, {"gravity": Gravity(GRAVITY)})


def mass_matrix(twin) -> np.ndarray:
    """Mass matrix by Pinocchio in our order, both triangles."""
    M = np.triu(pin.crba(twin.model, twin.data, twin.position))
    return (M + np.triu(M, 1).T)[np.ix_(twin.order, twin.order)]


@pytest.mark.parametrize("recipe", third_of(RECIPES), ids=str)
def test_agrees_with_pinocchio(recipe):
    """Mass matrix (crba), bias (rnea at zero acceleration) and accelerations (aba) agree, with weight, drives and friction."""
    machine = random_machine(recipe)
    state = random_state(machine, recipe.seed)
    twin, free, rub = build(machine, state), machine.freedoms, friction(machine, state.qd)
    velocity = twin.vector(state.twist[free], state.qd)

    ours = call(with_weight(machine, "lagrange"), *state.arguments)
    assert_close(ours["A"], mass_matrix(twin), ORACLE)
    bias = pin.rnea(twin.model, twin.data, twin.position, velocity, np.zeros(twin.model.nv))[twin.order]
    assert_close(ours["h"] - np.concatenate([np.zeros(len(free)), rub]), bias, ORACLE)
    assert_differs(bias, np.zeros_like(bias))

    torques = state.qdd[::-1]
    direct = call(with_weight(machine, "direct"), *state.arguments, torques)
    forces = twin.vector(np.zeros(len(free)), torques - rub)
    expected = pin.aba(twin.model, twin.data, twin.position, velocity, forces)[twin.order]
    found = np.concatenate([direct["base_acceleration"][free], direct["joint_accelerations"]])
    tolerance = max(ORACLE, conditioned(np.linalg.cond(ours["A"])))
    assert_close(found, expected, tolerance)
    assert largest(expected) > 1e-3


@pytest.mark.parametrize("recipe", RECIPES[::5], ids=str)
def test_inverse_model_agrees_with_pinocchio(recipe):
    """Given base and joint accelerations, rnea needs our torques and no force on the freedoms of the base."""
    machine = random_machine(recipe)
    state = random_state(machine, recipe.seed)
    twin, free = build(machine, state), machine.freedoms
    inverse = call(with_weight(machine, "inverse"), *state.arguments, state.qdd)
    velocity = twin.vector(state.twist[free], state.qd)
    acceleration = twin.vector(inverse["base_acceleration"][free], state.qdd)
    forces = pin.rnea(twin.model, twin.data, twin.position, velocity, acceleration)[twin.order]
    expected = np.concatenate([np.zeros(len(free)), inverse["torques"] - friction(machine, state.qd)])
    assert_close(forces, expected, ORACLE)


def test_the_classical_acceleration_of_the_base_does_not_agree():
    """Adding ``w x v`` to the base's acceleration, the other convention, misses Pinocchio's equations visibly."""
    machine = random_machine(Recipe(seed=1))
    state = random_state(machine, 1)
    twin, free = build(machine, state), machine.freedoms
    inverse = evaluate(machine, "inverse", state, state.qdd)
    twin.model.gravity.linear = np.zeros(3)
    wrong = inverse["base_acceleration"].copy()
    wrong[:3] += np.cross(state.twist[3:], state.twist[:3])
    velocity = twin.vector(state.twist[free], state.qd)
    right_forces, wrong_forces = (
        pin.rnea(twin.model, twin.data, twin.position, velocity, twin.vector(a, state.qdd))[twin.base]
        for a in (inverse["base_acceleration"], wrong)
    )
    size = largest(inverse["torques"])
    assert_close(right_forces, np.zeros(6), ORACLE, scale=size)
    assert_differs(wrong_forces, np.zeros(6), scale=size)
