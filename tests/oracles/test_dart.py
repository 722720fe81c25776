"""DART as a second engine, with full 6x6 spatial inertias: random trees whose bodies carry added mass.

DART writes angular parts first and warns that such tensors belong to no rigid body, which is the point here. The rates of
its free joint are not the body's twist; the joint's own Jacobian S translates: twist = S rates, force on the rates = S^T wrench.
"""

from dataclasses import dataclass

import homogeneous
import numpy as np
import pytest
from random_machines import SHAPES, Recipe, evaluate, load_size, random_machine, random_state, third_of
from tolerances import ORACLE, assert_close, assert_differs, conditioned, largest

from elver.symbolic.spatial import quaternion_rotation, rigid_inertia

dart = pytest.importorskip("dartpy")

SWAP = [3, 4, 5, 0, 1, 2]  # [v; w] <-> [w; v]

RECIPES = [
    Recipe(
        seed=2000 + k,
        joints=2 + k % 6,
        shape=SHAPES[k % 3],
        base="free" if k % 4 else "fixed",
        spherical=k % 5 == 0 and k % 6 < 4,
        added=k % 10 != 0,
        losses=False,
    )
    for k in range(200)
]


@dataclass(frozen=True)
class Twin:
    """The machine in DART; ``bodies`` and ``joints`` (moving ones) are in our order."""

    skeleton: object
    root: object
    bodies: list
    joints: list

    @property
    def jacobian(self) -> np.ndarray:
        """Base twist, linear part first, per base rate."""
        return self.root.getRelativeJacobian()[SWAP]

    @property
    def rates(self) -> np.ndarray:
        """DART's rates per unit of our base twist and joint rates: a square matrix."""
        base = self.root.getNumDofs()
        S = np.zeros((base + len(self.joints),) * 2)
        if base:
            S[:base, :base] = np.linalg.inv(self.jacobian)
        for k, joint in enumerate(self.joints, start=base):
            S[joint.getIndexInSkeleton(0), k] = 1.0
        return S


def isometry(T) -> object:
    return dart.math.Isometry3(homogeneous.numbers(T))


def spatial_tensor(machine, body) -> np.ndarray:
    """Rigid plus added inertia, angular part first."""
    J = homogeneous.numbers(rigid_inertia(body.mass, body.first_moments, body.inertia)) + machine.added.get(body.name, 0)
    return J[np.ix_(SWAP, SWAP)]


def set_inertia(machine, node, body) -> None:
    inertia = dart.dynamics.Inertia()
    inertia.setSpatialTensor(spatial_tensor(machine, body))
    node.setInertia(inertia)


def add_joint(skeleton, parent, joint):
    """The joint with its child; the child's frame is ours."""
    kind = {"revolute": "Revolute", "prismatic": "Prismatic", "fixed": "Weld"}[joint.type]
    twin, node = getattr(skeleton, f"create{kind}JointAndBodyNodePair")(parent)
    if joint.moving:
        twin.setAxis([0, 0, 1])
    twin.setTransformFromParentBodyNode(isometry(homogeneous.before_joint(joint)))
    after = homogeneous.numbers(homogeneous.after_joint(joint))
    twin.setTransformFromChildBodyNode(dart.math.Isometry3(np.linalg.inv(after)))
    return twin, node


def build(machine, state) -> Twin:
    """The same tree in DART, in the same state."""
    robot, skeleton = machine.robot, dart.dynamics.Skeleton("twin")
    skeleton.setGravity([0, 0, 0])
    create = skeleton.createFreeJointAndBodyNodePair if robot.base == "free" else skeleton.createWeldJointAndBodyNodePair
    root, node = create(None)
    pose = isometry(homogeneous.placement(quaternion_rotation(state.quaternion), state.position))
    nodes, joints = [node], []
    for joint, i in zip(robot.joints, robot.parents[1:], strict=True):
        twin, node = add_joint(skeleton, nodes[i], joint)
        nodes.append(node)
        joints += [twin] if joint.moving else []
    for node, body in zip(nodes, robot.bodies, strict=True):
        set_inertia(machine, node, body)
    if robot.base == "free":
        root.setTransform(pose)
        root.setVelocities(np.linalg.solve(root.getRelativeJacobian(), state.twist[SWAP]))
    for joint, q, qd in zip(joints, state.q, state.qd, strict=True):
        joint.setPosition(0, q)
        joint.setVelocity(0, qd)
    return Twin(skeleton, root, nodes, joints)


def body_accelerations(twin) -> np.ndarray:
    """Rates of the base's twist components, our order, and the joints' accelerations."""
    base = twin.bodies[0].getSpatialAcceleration()[SWAP] if twin.root.getNumDofs() else []
    return np.array([*base, *(joint.getAcceleration(0) for joint in twin.joints)])


def base_rates(twin, acceleration) -> np.ndarray:
    """DART's base accelerations for given rates of the twist components: its Jacobian changes as the base turns."""
    drift = twin.root.getRelativeJacobianTimeDeriv()[SWAP] @ twin.root.getVelocities()
    return np.linalg.solve(twin.jacobian, acceleration - drift)


def needed_forces(twin, machine, acceleration, qdd) -> np.ndarray:
    """Generalised forces that DART's inverse dynamics wants, our order."""
    if machine.freedoms:
        twin.root.setAccelerations(base_rates(twin, acceleration))
    for joint, value in zip(twin.joints, qdd, strict=True):
        joint.setAcceleration(0, value)
    twin.skeleton.computeInverseDynamics()
    return twin.rates.T @ twin.skeleton.getForces()


def given_accelerations(twin, torques) -> np.ndarray:
    """Accelerations by DART's forward dynamics."""
    twin.skeleton.resetGeneralizedForces()
    for joint, value in zip(twin.joints, torques, strict=True):
        joint.setForce(0, value)
    twin.skeleton.computeForwardDynamics()
    return body_accelerations(twin)


@pytest.mark.parametrize("recipe", third_of(RECIPES), ids=str)
def test_agrees_with_dart(recipe, capfd):
    """Mass matrix, bias, inverse and forward dynamics agree for bodies with any symmetric positive 6x6 inertia."""
    machine = random_machine(recipe)
    state = random_state(machine, recipe.seed)
    twin, free = build(machine, state), machine.freedoms
    capfd.readouterr()
    lagrange = evaluate(machine, "lagrange", state)
    assert_close(lagrange["A"], twin.rates.T @ twin.skeleton.getMassMatrix() @ twin.rates, ORACLE)

    acceleration = np.arange(1.0, 7.0)
    size = largest(load_size(machine, state, acceleration, state.qdd))
    bias = needed_forces(twin, machine, np.zeros(6), np.zeros(machine.size))
    assert_close(lagrange["h"], bias, ORACLE, scale=size)
    if machine.freedoms:
        assert_differs(bias, np.zeros_like(bias), scale=size)

    forces = needed_forces(twin, machine, acceleration, state.qdd)
    assert_close(lagrange["A"] @ np.concatenate([acceleration[free], state.qdd]) + lagrange["h"], forces, ORACLE, scale=size)

    direct = evaluate(machine, "direct", state, state.qdd)
    found = np.concatenate([direct["base_acceleration"][free], direct["joint_accelerations"]])
    expected = given_accelerations(twin, state.qdd)
    assert_close(found, expected, max(ORACLE, conditioned(np.linalg.cond(lagrange["A"]))))
    assert largest(expected) > 1e-3


def test_dart_feels_the_added_inertia(capfd):
    """The tensors really reach DART's dynamics: without them its mass matrix and accelerations are visibly others."""
    added = random_machine(Recipe(seed=5, added=True, losses=False))
    rigid = random_machine(Recipe(seed=5, added=False, losses=False))
    state = random_state(added, 5)
    heavy, light = build(added, state), build(rigid, state)
    capfd.readouterr()
    assert_differs(heavy.skeleton.getMassMatrix(), light.skeleton.getMassMatrix())
    assert_differs(given_accelerations(heavy, state.qdd), given_accelerations(light, state.qdd))
