"""The eel in Pinocchio, DART and MuJoCo: the same tree, the same inertias, the same state.

Every builder takes an elver Robot, so that no dimension is typed twice. Elver's frames have z along the joint axis and
iT_j(q) = iT_j(0) Rz(q), which is how all three rivals describe a hinge.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass

import casadi as ca
import numpy as np

from elver.dynamics.kinematics import joint_frame
from elver.forces import Morison
from elver.forces.morison import added_inertia
from elver.robot import Joint, Robot
from elver.symbolic.spatial import quaternion_rotation, rigid_inertia, rotation_quaternion

WATER_DENSITY, WATER_VISCOSITY = 1000.0, 1e-3
ANGULAR_FIRST = [3, 4, 5, 0, 1, 2]  # elver's twists are [v; w], DART's [w; v]; the permutation is its own inverse


@dataclass(frozen=True)
class State:
    """One state and one set of joint torques, in elver's conventions."""

    quaternion: np.ndarray
    position: np.ndarray
    twist: np.ndarray
    q: np.ndarray
    qd: np.ndarray
    torques: np.ndarray

    @property
    def inputs(self) -> tuple[np.ndarray, ...]:
        """Arguments of a direct dynamics function."""
        return (self.quaternion, self.position, self.twist, self.q, self.qd, self.torques)

    @property
    def rotation(self) -> np.ndarray:
        """World from base."""
        return np.array(quaternion_rotation(ca.DM(self.quaternion)))


def random_state(robot: Robot, seed: int = 1) -> State:
    """A bent, moving robot: angles within 0.5 rad, rates within 1 rad/s, torques within 1 N m."""
    rng = np.random.default_rng(seed)
    n = len(robot.moving)
    quaternion = rng.normal(size=4)
    return State(
        quaternion=quaternion / np.linalg.norm(quaternion),
        position=rng.uniform(-1, 1, 3),
        twist=rng.uniform(-1, 1, 6),
        q=rng.uniform(-0.5, 0.5, n),
        qd=rng.uniform(-1, 1, n),
        torques=rng.uniform(-1, 1, n),
    )


def placement(joint: Joint) -> tuple[np.ndarray, np.ndarray]:
    """Rotation and origin of the child's frame in the parent's at q = 0."""
    R, P = joint_frame(joint, 0.0)
    return np.array(ca.DM(R)), np.array(ca.DM(P)).ravel()


def body_tensor(body, water: Morison | None) -> np.ndarray:
    """6x6 inertia of a body about its frame, [linear; angular], with the water it moves where ``water`` is given."""
    J = np.array(ca.DM(rigid_inertia(body.mass, body.first_moments, body.inertia)))
    if water is not None and body.strip is not None:
        J = J + np.array(ca.DM(added_inertia(body.strip, water.coefficients(body.strip))))
    return J


class Pinocchio:
    """Articulated-body algorithm ``pinocchio.aba`` in vacuum: free flyer and revolute joints, virtual links without mass."""

    def __init__(self, robot: Robot):
        import pinocchio as pin

        self.pin, self.model = pin, pin.Model()
        self.model.gravity = pin.Motion.Zero()
        ids = [self.model.addJoint(0, pin.JointModelFreeFlyer(), pin.SE3.Identity(), "base")]
        self.append(ids[0], robot.bodies[0])
        for j, joint in enumerate(robot.joints, start=1):
            frame = pin.SE3(*placement(joint))
            ids.append(self.model.addJoint(ids[robot.parents[j]], pin.JointModelRZ(), frame, joint.name))
            self.append(ids[j], robot.bodies[j])
        self.data = self.model.createData()

    def append(self, joint: int, body) -> None:
        """Give the inertia of ``body`` to a joint; a virtual link gets none."""
        if not body.virtual:
            inertia = self.pin.Inertia(body.mass, body.centre_of_mass, body.central_inertia)
            self.model.appendBodyToJoint(joint, inertia, self.pin.SE3.Identity())

    def call(self, state: State, convention) -> tuple:
        """The function and the arguments of one evaluation."""
        w, x, y, z = state.quaternion
        q = np.concatenate([state.position, [x, y, z, w], state.q])
        v, tau = np.concatenate([state.twist, state.qd]), np.concatenate([np.zeros(6), state.torques])
        return self.pin.aba, self.model, self.data, q, v, tau, convention

    def one_joint_call(self, convention) -> tuple:
        """The same call on a model with one joint: the cost of crossing from Python, and very little mechanics."""
        pin, model = self.pin, self.pin.Model()
        model.addJoint(0, pin.JointModelRZ(), pin.SE3.Identity(), "only")
        model.appendBodyToJoint(1, pin.Inertia.Identity(), pin.SE3.Identity())
        one = np.array([0.5])
        return pin.aba, model, model.createData(), one, one, one, convention

    def accelerations(self, state: State) -> np.ndarray:
        """Base acceleration (6) and joint accelerations."""
        aba, *args = self.call(state, self.pin.Convention.LOCAL)
        return np.array(aba(*args))


class Dart:
    """``Skeleton.computeForwardDynamics``: no drag; with ``water`` the added inertia is part of each body's tensor.

    DART warns about massless links and about tensors that no rigid body has, and computes correctly with both.
    """

    def __init__(self, robot: Robot, water: Morison | None = None):
        import dartpy

        self.dart, self.skeleton = dartpy, dartpy.dynamics.Skeleton(robot.name)
        with quiet():
            self.build(robot, water)

    def build(self, robot: Robot, water: Morison | None) -> None:
        """Joints and bodies of the skeleton."""
        dartpy = self.dart
        self.skeleton.setGravity([0, 0, 0])
        nodes = [self.skeleton.createFreeJointAndBodyNodePair()[1]]
        for j, joint in enumerate(robot.joints, start=1):
            properties = dartpy.dynamics.RevoluteJointProperties()
            properties.mName, properties.mAxis = joint.name, [0, 0, 1]
            properties.mT_ParentBodyToJoint = self.isometry(*placement(joint))
            pair = self.skeleton.createRevoluteJointAndBodyNodePair(nodes[robot.parents[j]], properties)
            nodes.append(pair[1])
        for node, body in zip(nodes, robot.bodies, strict=True):
            tensor = body_tensor(body, water)
            node.setInertia(dartpy.dynamics.Inertia(tensor[np.ix_(ANGULAR_FIRST, ANGULAR_FIRST)]))

    def isometry(self, R: np.ndarray, P: np.ndarray):
        """A rotation and an origin as DART's own type."""
        frame = self.dart.math.Isometry3()
        frame.set_rotation(R)
        frame.set_translation(P)
        return frame

    def set_state(self, state: State) -> np.ndarray:
        """Put the skeleton into a state; returns the positions in DART's coordinates."""
        base = self.dart.dynamics.FreeJoint.convertToPositions(self.isometry(state.rotation, state.position))
        positions = np.concatenate([np.ravel(base), state.q])
        self.skeleton.setPositions(positions)
        self.skeleton.setVelocities(np.concatenate([np.zeros(6), state.qd]))
        self.skeleton.getJoint(0).setRelativeSpatialVelocity(state.twist[ANGULAR_FIRST])
        self.skeleton.setForces(np.concatenate([np.zeros(6), state.torques]))
        return positions

    def moves(self, state: State) -> tuple[Callable, Callable]:
        """Two ways to move the skeleton between two positions: solving after every move, and not solving.

        DART keeps what belongs to a position, so it must move before every evaluation; the second function measures that.
        """
        positions = self.set_state(state)
        other = positions + 1e-9
        move, solve = self.skeleton.setPositions, self.skeleton.computeForwardDynamics

        def solving():
            move(positions)
            solve()
            move(other)
            solve()

        def moving():
            move(positions)
            move(other)

        return solving, moving

    def accelerations(self, state: State) -> np.ndarray:
        """Base acceleration (6, linear part first) and joint accelerations."""
        self.set_state(state)
        self.skeleton.computeForwardDynamics()
        base = np.array(self.skeleton.getBodyNode(0).getSpatialAcceleration())
        return np.concatenate([base[ANGULAR_FIRST], np.array(self.skeleton.getAccelerations())[6:]])


class MuJoCo:
    """One step ``mj_step``, Euler's unless told otherwise, with MuJoCo's ellipsoid fluid model.

    Three hinges share a body, so no link is virtual.
    Contacts, constraints and joint limits are switched off. ``water`` False leaves the fluid out, for checks.
    ``motors`` gives every joint one, so that controls are torques.
    """

    def __init__(self, robot: Robot, water: bool = True, timestep: float = 1e-9, integrator: str = "Euler", motors: bool = False):
        import mujoco

        self.mujoco = mujoco
        self.model = mujoco.MjModel.from_xml_string(mujoco_xml(robot, water, timestep, integrator, motors))
        self.data = mujoco.MjData(self.model)

    def set_state(self, state: State) -> None:
        """MuJoCo's free joint has its linear velocity in the world frame and its angular velocity in the body frame."""
        d = self.data
        self.mujoco.mj_resetData(self.model, d)
        d.qpos[:] = np.concatenate([state.position, state.quaternion, state.q])
        d.qvel[:] = np.concatenate([state.rotation @ state.twist[:3], state.twist[3:], state.qd])
        d.qfrc_applied[:] = np.concatenate([np.zeros(6), state.torques])

    def call(self, state: State, steps: int) -> tuple:
        """The function and the arguments of ``steps`` steps."""
        self.set_state(state)
        return self.mujoco.mj_step, self.model, self.data, steps

    def accelerations(self, state: State) -> np.ndarray:
        """Base acceleration (6, body components) and joint accelerations."""
        self.set_state(state)
        self.mujoco.mj_forward(self.model, self.data)
        found = np.array(self.data.qacc)
        found[:3] = state.rotation.T @ found[:3] - np.cross(state.twist[3:], state.twist[:3])
        return found


def mujoco_xml(robot: Robot, water: bool, timestep: float, integrator: str = "Euler", motors: bool = False) -> str:
    """MJCF of the robot: an explicit inertia and one ellipsoid for every body that has mass; a motor per joint where wanted."""
    drives = "".join(f'<motor joint="{joint.name}" ctrllimited="false"/>' for joint in robot.moving_joints if motors)
    fluid = f'density="{WATER_DENSITY}" viscosity="{WATER_VISCOSITY}"' if water else ""
    return f"""<mujoco><compiler angle="radian" inertiafromgeom="false" autolimits="false"/>
    <option timestep="{timestep}" gravity="0 0 0" integrator="{integrator}" {fluid}>
    <flag contact="disable" constraint="disable" limit="disable" equality="disable" frictionloss="disable"/></option>
    <default><geom type="ellipsoid" fluidshape="ellipsoid" contype="0" conaffinity="0"/></default>
    <worldbody>{mujoco_body(robot, 0, np.eye(4), [])}</worldbody><actuator>{drives}</actuator></mujoco>"""


def mujoco_body(robot: Robot, index: int, frame: np.ndarray, hinges: list) -> str:
    """One body and everything below it. ``frame``: its place in the last body with mass; ``hinges``: joints up to there.

    A hinge is a joint's name and its frame in the last body with mass. A virtual link only hands its hinge on.
    """
    body, children = robot.bodies[index], [j for j, parent in enumerate(robot.parents) if parent == index]
    if body.virtual:
        return "".join(mujoco_child(robot, j, frame, hinges) for j in children)
    parts = [f'<body name="{body.name}" {place(frame)}>', "" if index else "<freejoint/>"]
    for name, at in hinges:
        local = np.linalg.inv(frame) @ at
        parts.append(f'<joint name="{name}" type="hinge" pos="{text(local[:3, 3])}" axis="{text(local[:3, 2])}"/>')
    entries = text(body.central_inertia[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]])
    parts.append(f'<inertial pos="{text(body.centre_of_mass)}" mass="{body.mass!r}" fullinertia="{entries}"/>')
    if body.strip is not None:
        parts.append(mujoco_geom(body.strip))
    parts += [mujoco_child(robot, j, np.eye(4), []) for j in children]
    return "".join([*parts, "</body>"])


def mujoco_child(robot: Robot, index: int, frame: np.ndarray, hinges: list) -> str:
    """The child that joint ``index - 1`` carries."""
    joint = robot.joints[index - 1]
    at = np.eye(4)
    at[:3, :3], at[:3, 3] = placement(joint)
    at = frame @ at
    return mujoco_body(robot, index, at, [*hinges, (joint.name, at)])


def mujoco_geom(strip) -> str:
    """An ellipsoid with the extent of a strip."""
    frame = np.eye(4)
    frame[:3, :3], frame[:3, 3] = strip.axes, strip.middle
    return f'<geom {place(frame)} size="{text([strip.length / 2, strip.half_width, strip.half_height])}"/>'


def place(frame: np.ndarray) -> str:
    """Position and quaternion attributes of a frame."""
    return f'pos="{text(frame[:3, 3])}" quat="{text(rotation_quaternion(frame[:3, :3]))}"'


def text(values) -> str:
    """Numbers in full precision, with blanks between them."""
    return " ".join(repr(float(v)) for v in values)


@contextmanager
def quiet():
    """Drop what native code prints; its streams do not pass through Python's."""
    sys.stdout.flush()
    sys.stderr.flush()
    kept = {stream: os.dup(stream) for stream in (1, 2)}
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        for stream in kept:
            os.dup2(nowhere, stream)
        yield
    finally:
        for stream, copy in kept.items():
            os.dup2(copy, stream)
            os.close(copy)
        os.close(nowhere)
