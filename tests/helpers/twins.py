"""Imported robots against the engines that own the formats: forward dynamics on random states, each in its own coordinates."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

import casadi as ca
import numpy as np

from elver.forces import Gravity
from elver.model import dynamics_function
from elver.scenarios.importers.robot import Imported
from elver.symbolic.spatial import quaternion_rotation

GRAVITY = 9.81


@dataclass(frozen=True)
class State:
    """A random state in Elver's coordinates; ``torques`` without friction and springs."""

    quaternion: np.ndarray
    position: np.ndarray
    twist: np.ndarray
    q: np.ndarray
    qd: np.ndarray
    torques: np.ndarray

    @property
    def rotation(self) -> np.ndarray:
        return np.array(ca.DM(ca.evalf(quaternion_rotation(ca.DM(self.quaternion)))))


def random_state(imported: Imported, seed: int) -> State:
    """Angles, rates, torques, and a pose and twist where the base is free; else the pose of the file."""
    random, n = np.random.default_rng(seed), len(imported.robot.joint_names)
    q, qd, pushes = random.uniform(-1, 1, (3, n))
    Q, position, twist = random.normal(size=4), random.normal(size=3), random.uniform(-1, 1, 6)
    Q = Q / np.linalg.norm(Q)
    if imported.robot.base != "free":
        Q, position, twist = np.array(imported.quaternion), np.array(imported.position), np.zeros(6)
    return State(Q, position, twist, q, qd, pushes)


def scaled(imported: Imported, state: State) -> State:
    """Torques that move joints by some rad/s^2: in proportion to the inertia that each joint sees, friction overcome."""
    A = np.array(
        dynamics_function(imported.robot, "lagrange")(state.quaternion, state.position, state.twist, state.q, state.qd)[0]
    )
    seen = np.diag(A)[len(imported.robot.freedoms) :]
    return replace(state, torques=5 * seen * state.torques + joint_values(imported, "viscous") * state.qd)


def joint_values(imported: Imported, name: str) -> np.ndarray:
    return np.array([getattr(joint, name) for joint in imported.robot.moving_joints])


class Ours:
    """Elver's forward dynamics with weight, springs and viscous friction; dry friction is taken off."""

    def __init__(self, imported: Imported, viscous: bool = True):
        self.imported = imported
        self.function = dynamics_function(imported.robot, "direct", {"gravity": Gravity(GRAVITY), **imported.forces})
        self.viscous = viscous

    def accelerations(self, state: State) -> tuple[np.ndarray, np.ndarray]:
        """Rates of the base twist's components, and of the joint rates."""
        springs = [self.imported.elastic.get(name) for name in self.imported.robot.joint_names]
        pull = [0.0 if s is None else -s.stiffness * (q - s.rest) for s, q in zip(springs, state.q, strict=True)]
        inputs = state.torques + pull + joint_values(self.imported, "coulomb") * np.sign(state.qd)
        if not self.viscous:
            inputs = inputs + joint_values(self.imported, "viscous") * state.qd
        found = self.function(state.quaternion, state.position, state.twist, state.q, state.qd, inputs)
        return np.array(found[0]).ravel(), np.array(found[1]).ravel()


def pinocchio_accelerations(path, imported: Imported):
    """A function from state to accelerations by Pinocchio's aba, in our order; the URDF is read by its own reader."""
    import pinocchio as pin

    free = imported.robot.base == "free"
    model = pin.buildModelFromUrdf(str(path), pin.JointModelFreeFlyer()) if free else pin.buildModelFromUrdf(str(path))
    held = [k for k in range(2 if free else 1, model.njoints) if model.names[k] not in imported.robot.joint_names]
    if held:
        model = pin.buildReducedModel(model, held, pin.neutral(model))
    model.gravity.linear = np.array([0.0, 0.0, -GRAVITY])
    model.armature[:] = 0
    data = model.createData()
    ids = [model.getJointId(name) for name in imported.robot.joint_names]
    assert sorted(ids) == list(range(2 if free else 1, model.njoints)), "joints differ"
    joints = [model.joints[k] for k in ids]

    def accelerations(state: State):
        q, v, tau = pin.neutral(model), np.zeros(model.nv), np.zeros(model.nv)
        if free:
            q[:7], v[:6] = [*state.position, *np.roll(state.quaternion, -1)], state.twist
        for joint, angle, rate, torque in zip(joints, state.q, state.qd, state.torques, strict=True):
            q[joint.idx_q : joint.idx_q + joint.nq] = angle if joint.nq == 1 else [np.cos(angle), np.sin(angle)]
            v[joint.idx_v], tau[joint.idx_v] = rate, torque
        a = pin.aba(model, data, q, v, tau)
        return (a[:6] if free else np.zeros(6)), a[[joint.idx_v for joint in joints]]

    return accelerations


class Ball:
    """Yaw, pitch, roll of a ball joint against its quaternion and its angular velocity in the child's frame."""

    def __init__(self):
        q, qd, qdd = (ca.SX.sym(n, 3) for n in ("q", "qd", "qdd"))
        turn = [
            ca.vertcat(ca.cos(q[k] / 2), *(ca.sin(q[k] / 2) * (i == axis) for i in range(3))) for k, axis in enumerate((2, 1, 0))
        ]
        Q = product(product(turn[0], turn[1]), turn[2])
        rate = ca.jtimes(Q, q, qd)
        inverse = ca.vertcat(Q[0], -Q[1:])
        w = 2 * product(inverse, rate)[1:]
        change = ca.jtimes(w, q, qd) + ca.jtimes(w, qd, qdd)
        self.values = ca.Function("ball", [q, qd, qdd], [Q, w, change, ca.jacobian(w, qd)])

    def __call__(self, q, qd, qdd):
        return tuple(np.array(value) for value in self.values(q, qd, qdd))


def product(a, b):
    """Product of two quaternions."""
    return ca.vertcat(a[0] * b[0] - ca.dot(a[1:], b[1:]), a[0] * b[1:] + b[0] * a[1:] + ca.cross(a[1:], b[1:]))


class MuJoCoTwin:
    """The compiled model without contact, limits, actuators and fluid, in coordinates of its own."""

    def __init__(self, path, imported: Imported):
        import mujoco

        self.mujoco, self.imported, self.ball = mujoco, imported, Ball()
        before = mujoco.get_mju_user_warning()
        mujoco.set_mju_user_warning(lambda text: None)  # else it writes a file here
        model = mujoco.MjModel.from_xml_path(str(path))
        mujoco.set_mju_user_warning(before)
        model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONSTRAINT) | int(mujoco.mjtDisableBit.mjDSBL_ACTUATION)
        model.opt.disableflags &= ~int(mujoco.mjtDisableBit.mjDSBL_GRAVITY)
        model.opt.gravity[:] = (0, 0, -GRAVITY)
        model.opt.density = model.opt.viscosity = 0
        for field in (
            "body_gravcomp",
            "tendon_stiffness",
            "tendon_damping",
            "tendon_armature",
            "jnt_stiffnesspoly",
            "dof_dampingpoly",
        ):
            if hasattr(model, field):
                getattr(model, field)[:] = 0
        self.model, self.data = model, mujoco.MjData(model)

    def joint(self, name: str) -> int:
        return self.mujoco.mj_name2id(self.model, self.mujoco.mjtObj.mjOBJ_JOINT, name)

    def places(self) -> list[tuple[int, list[int]]]:
        """MuJoCo's joints with the places of their variables among ours."""
        names = list(self.imported.robot.joint_names)
        found = []
        for j in range(self.model.njnt):
            own = self.model.joint(j).name or f"joint{j}"
            mine = [own] if self.model.jnt_type[j] > 1 else [f"{own}_{k}" for k in ("yaw", "pitch", "roll")]
            if all(name in names for name in mine):
                found.append((j, [names.index(name) for name in mine]))
        assert sum(len(slots) for _, slots in found) == len(names), "joints differ"
        return found

    def free_joint(self) -> int | None:
        """The free joint of the base."""
        if self.imported.robot.base != "free":
            return None
        name = self.imported.robot.bodies[0].name
        return next(
            j
            for j in range(self.model.njnt)
            if self.model.jnt_type[j] == 0 and self.model.body(self.model.jnt_bodyid[j]).name in (name, "")
        )

    def set_state(self, state: State) -> None:
        """Positions, velocities and applied forces."""
        model, data = self.model, self.data
        self.mujoco.mj_resetData(model, data)
        for j, slots in self.places():
            at, dof = model.jnt_qposadr[j], model.jnt_dofadr[j]
            if len(slots) == 1:
                data.qpos[at], data.qvel[dof], data.qfrc_applied[dof] = (
                    state.q[slots[0]],
                    state.qd[slots[0]],
                    state.torques[slots[0]],
                )
                continue
            Q, w, _, J = self.ball(state.q[slots], state.qd[slots], np.zeros(3))
            data.qpos[at : at + 4], data.qvel[dof : dof + 3] = Q.ravel(), w.ravel()
            data.qfrc_applied[dof : dof + 3] = np.linalg.solve(J.T, state.torques[slots])
        free = self.free_joint()
        if free is not None:
            at, dof = model.jnt_qposadr[free], model.jnt_dofadr[free]
            data.qpos[at : at + 7] = [*state.position, *state.quaternion]
            data.qvel[dof : dof + 6] = [*(state.rotation @ state.twist[:3]), *state.twist[3:]]

    def compared(self, state: State, base: np.ndarray, joints: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
        """Our accelerations in MuJoCo's coordinates, and MuJoCo's own: of the joints, and of the base's place and attitude."""
        model, data = self.model, self.data
        self.set_state(state)
        self.mujoco.mj_forward(model, data)
        ours: list[float] = []
        theirs: list[float] = []
        for j, slots in self.places():
            dof = model.jnt_dofadr[j]
            change = joints[slots] if len(slots) == 1 else self.ball(state.q[slots], state.qd[slots], joints[slots])[2].ravel()
            ours.extend(change)
            theirs.extend(data.qacc[dof : dof + len(slots)])
        free = self.free_joint()
        if free is None:
            return [(np.array(ours), np.array(theirs))]
        dof = model.jnt_dofadr[free]
        moved = state.rotation @ (base[:3] + np.cross(state.twist[3:], state.twist[:3]))
        return [
            (np.array(ours), np.array(theirs)),
            (moved, np.array(data.qacc[dof : dof + 3])),
            (base[3:], np.array(data.qacc[dof + 3 : dof + 6])),
        ]


def largest_error(pairs) -> float:
    """Largest difference over the largest acceleration, of each kind of coordinate by itself; the worst of them."""
    errors = [0.0]
    for ours, theirs in pairs:
        scale = max(np.abs(theirs).max(initial=0), np.abs(ours).max(initial=0))
        errors.append(float(np.abs(ours - theirs).max() / scale) if scale else 0.0)
    return max(errors)


def urdf_error(path, imported: Imported, states: int = 3) -> float:
    """Worst relative error against Pinocchio."""
    ours, theirs = Ours(imported, viscous=False), pinocchio_accelerations(path, imported)
    worst = 0.0
    for seed in range(states):
        state = scaled(imported, random_state(imported, seed))
        (base, joints), (other_base, other_joints) = ours.accelerations(state), theirs(state)
        parts = [(base[:3], other_base[:3]), (base[3:], other_base[3:]), (joints, other_joints)]
        worst = max(worst, largest_error(parts))
    return worst


def mjcf_error(path, imported: Imported, states: int = 3) -> float:
    """Worst relative error against MuJoCo."""
    ours, twin = Ours(imported), MuJoCoTwin(path, imported)
    worst = 0.0
    for seed in range(states):
        state = scaled(imported, random_state(imported, seed))
        worst = max(worst, largest_error(twin.compared(state, *ours.accelerations(state))))
    return worst


def without_drawings(path, folder: Path) -> Path:
    """A copy of an SDF file with its first model alone, without what is drawn and what collides: DART would open the meshes."""
    tree = ElementTree.parse(path)
    root = tree.getroot()
    model = root.find(".//model")
    for link in model.iter("link"):
        for drawn in [child for child in link if child.tag in ("visual", "collision")]:
            link.remove(drawn)
    for child in list(root):
        root.remove(child)
    root.append(model)
    tree.write(folder / "plain.sdf")
    return folder / "plain.sdf"


class DartTwin:
    """The SDF file in DART's own reader; DART writes angular parts first, and its springs and friction are switched off."""

    def __init__(self, path, imported: Imported):
        import dartpy

        self.dart, self.imported = dartpy, imported
        kinds = dartpy.utils.SdfParser.RootJointType
        options = dartpy.utils.SdfParser.Options()
        options.mDefaultRootJointType = kinds.FLOATING if imported.robot.base == "free" else kinds.FIXED
        with TemporaryDirectory() as folder:
            plain = without_drawings(path, Path(folder))
            self.skeleton = dartpy.utils.SdfParser.readSkeleton(dartpy.common.Uri(f"file://{plain}"), options)
        self.skeleton.setGravity([0, 0, -GRAVITY])
        self.joints = [self.skeleton.getJoint(name) for name in imported.robot.joint_names]
        for joint in self.joints:
            for setting in (joint.setSpringStiffness, joint.setDampingCoefficient, joint.setCoulombFriction):
                setting(0, 0.0)

    def accelerations(self, state: State) -> tuple[np.ndarray, np.ndarray]:
        """Rates of the base twist's components, linear part first, and of the joint rates."""
        frame, root = self.dart.math.Isometry3(), self.skeleton.getRootJoint()
        frame.set_rotation(state.rotation)
        frame.set_translation(state.position)
        free = self.imported.robot.base == "free"
        if free:
            root.setTransform(frame)
            root.setVelocities(np.linalg.solve(root.getRelativeJacobian(), np.roll(state.twist, 3)))
        for joint, q, qd, torque in zip(self.joints, state.q, state.qd, state.torques, strict=True):
            joint.setPosition(0, q)
            joint.setVelocity(0, qd)
            joint.setForce(0, torque)
        self.skeleton.computeForwardDynamics()
        base = np.roll(np.ravel(self.skeleton.getRootBodyNode().getSpatialAcceleration()), 3) if free else np.zeros(6)
        return base, np.array([joint.getAcceleration(0) for joint in self.joints])


def sdf_error(path, imported: Imported, states: int = 3) -> float:
    """Worst relative error against DART."""
    ours, twin = Ours(imported, viscous=False), DartTwin(path, imported)
    worst = 0.0
    for seed in range(states):
        state = scaled(imported, random_state(imported, seed))
        springs = [imported.elastic.get(name) for name in imported.robot.joint_names]
        pull = [0.0 if s is None else -s.stiffness * (q - s.rest) for s, q in zip(springs, state.q, strict=True)]
        (base, joints), (other_base, other_joints) = (
            ours.accelerations(state),
            twin.accelerations(replace(state, torques=state.torques + pull)),
        )
        parts = [(base[:3], other_base[:3]), (base[3:], other_base[3:]), (joints, other_joints)]
        worst = max(worst, largest_error(parts))
    return worst
