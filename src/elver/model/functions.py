"""The dynamics of a robot in a medium as CasADi functions of its state: for checks, controllers and benchmarks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import casadi as ca

from elver._support.errors import InputError, unknown_name
from elver.dynamics import (
    bias_vector,
    closed_dynamics,
    direct_dynamics,
    forward_kinematics,
    hybrid_dynamics,
    inverse_dynamics,
    loop_functions,
    mass_matrix,
)
from elver.dynamics.loops import LoopState, loop_state
from elver.forces import Force
from elver.forces.effect import trait
from elver.model.mechanics import MediaSum, act_of_medium
from elver.model.symbols import AuxiliaryStates
from elver.robot import Robot
from elver.symbolic.functions import written_function
from elver.symbolic.spatial import quaternion_rotation
from elver.symbolic.tracing import recording

if TYPE_CHECKING:
    from elver.dynamics.kinematics import Kinematics

_KINDS = ("inverse", "direct", "hybrid", "lagrange")


def dynamics_function(
    robot: Robot, kind: str, forces: Mapping[str, Force] | None = None, driven: Sequence[str] = ()
) -> ca.Function:
    """One dynamic model of ``robot`` as a function.

    Inputs: quaternion (4) and position (3) of the base, twist (6), q, qd, and ``inputs``: one number per moving joint.
    - ``inverse``: inputs are accelerations; returns base_acceleration, torques, wrench (of the base's support; zero on
      the freedoms of the base).
    - ``direct``: inputs are torques; returns base_acceleration, joint_accelerations.
    - ``hybrid``: inputs are accelerations of the joints in ``driven`` and torques of the others; returns
      base_acceleration, torques, joint_accelerations.
    - ``lagrange``: no inputs; returns A and h.
    A robot with loops gets its closed models: q must close the loops (``elver.dynamics.close_loops``), rates of the dependent
    joints
    are found, their inputs are torques (ignored by ``inverse``, which has them free). ``inverse`` returns joint_accelerations
    and cut_wrenches too; A and h are those of the base's freedoms and the independent joints, FLOAT (16).
    Forces are taken at time 0; those with memory are refused: use a Model.
    """
    if kind not in _KINDS:
        raise unknown_name("kind of dynamic model", kind, _KINDS)
    if kind == "lagrange" or robot.loops:  # these differentiate
        return build(kind, *_dynamics(robot, kind, forces or {}, driven))
    with recording() as record:
        state, names, outputs = _dynamics(robot, kind, forces or {}, driven)
        return written_function(record, kind, state, map(ca.SX, outputs.values()), names, list(outputs))


def _dynamics(robot: Robot, kind: str, forces: Mapping[str, Force], driven: Sequence[str]) -> tuple[list, list[str], dict]:
    """Arguments of ``dynamics_function``, their names, and its outputs by name."""
    n = len(robot.moving)
    Q, P, V = ca.SX.sym("quaternion", 4), ca.SX.sym("position", 3), ca.SX.sym("twist", 6)
    q, qd, u = ca.SX.sym("q", n), ca.SX.sym("qd", n), ca.SX.sym("inputs", n)
    loops = loop_state(loop_functions(robot), q, qd) if robot.loops else None
    kin = forward_kinematics(robot, quaternion_rotation(Q), P, V, q, qd if loops is None else loops.qd)
    for name, force in forces.items():
        if any(trait(force, "memory")(body) for body in robot.bodies):
            raise InputError(f"force '{name}' has states of its own, which this function cannot hold. Use a Model.")
    medium = act_of_medium(robot, forces, kin, ca.SX(0), AuxiliaryStates((), {}), ca.SX(0, 1))
    if medium.couplings:
        raise InputError("this function does not hold the added inertia between hulls that feel each other. Use a Model.")
    inertias, betas = medium.inertias, medium.betas
    state, names = [Q, P, V, q, qd], ["quaternion", "position", "twist", "q", "qd"]
    if loops is not None:
        outputs = _closed_outputs(kind, loops, kin, medium, u, driven)
        return *((state, names) if kind == "lagrange" else ([*state, u], [*names, "inputs"])), outputs
    if kind == "lagrange":
        return state, names, {"A": mass_matrix(robot, kin, inertias), "h": bias_vector(robot, kin, inertias, betas)}
    if kind == "inverse":
        inverse = inverse_dynamics(robot, kin, inertias, betas, u)
        outputs = {"base_acceleration": inverse.base_acceleration, "torques": inverse.torques, "wrench": inverse.wrenches[0]}
    elif kind == "direct":
        direct = direct_dynamics(robot, kin, inertias, betas, u)
        outputs = {"base_acceleration": direct.base_acceleration, "joint_accelerations": direct.joint_accelerations}
    else:
        hybrid = hybrid_dynamics(robot, kin, inertias, betas, *_split_inputs(robot.joint_names, u, robot.joint_names, driven))
        outputs = {
            "base_acceleration": hybrid.base_acceleration,
            "torques": hybrid.torques,
            "joint_accelerations": hybrid.joint_accelerations,
        }
    return [*state, u], [*names, "inputs"], outputs


def _split_inputs(names: Sequence[str], u: ca.SX, drivable: Sequence[str], driven: Sequence[str]) -> tuple[dict, dict]:
    """Accelerations of the driven joints and torques of the others, by name."""
    for name in driven:
        if name not in drivable:
            raise unknown_name("driven joint", name, drivable)
    by_name = dict(zip(names, ca.vertsplit(u), strict=True))
    return {k: v for k, v in by_name.items() if k in driven}, {k: v for k, v in by_name.items() if k not in driven}


def _closed_outputs(kind: str, loops: LoopState, kin: Kinematics, medium: MediaSum, u: ca.SX, driven: Sequence[str]) -> dict:
    """Outputs of the dynamic models of a robot with loops."""
    robot, names = loops.functions.robot, loops.functions.robot.joint_names
    independent = [names[k] for k in loops.functions.independent]
    if kind == "lagrange":
        return _closed_lagrange(loops, kin, medium)
    chosen = {"inverse": independent, "direct": (), "hybrid": driven}[kind]
    accelerations, torques = _split_inputs(names, u, independent, chosen)
    if kind == "inverse":
        torques = dict.fromkeys(robot.dependent, 0)
    r = closed_dynamics(robot, loops, kin, medium.inertias, medium.betas, accelerations, torques)
    outputs = {"base_acceleration": r.base_acceleration, "torques": r.torques, "joint_accelerations": r.joint_accelerations}
    if kind == "direct":
        del outputs["torques"]
    if kind == "inverse":
        outputs |= {"wrench": r.wrenches[0], "cut_wrenches": ca.vertcat(*r.cut_wrenches)}
    return outputs


def _closed_lagrange(loops: LoopState, kin: Kinematics, medium: MediaSum) -> dict:
    """A_c = G^T A G and h_c = G^T (A a_0 + h), with a_0 the accelerations that the loops' velocities demand. FLOAT (16)."""
    robot, free = loops.functions.robot, len(loops.functions.robot.freedoms)
    G = ca.diagcat(ca.SX.eye(free), loops.gradient)
    A = mass_matrix(robot, kin, medium.inertias)
    bent = ca.vertcat(ca.SX(free, 1), loops.curved)
    h = bias_vector(robot, kin, medium.inertias, medium.betas)
    return {"A": G.T @ A @ G, "h": G.T @ (A @ bent + h)}


def build(name: str, args: Sequence[ca.SX], names: Sequence[str], outputs: dict) -> ca.Function:
    return ca.Function(name, args, [ca.densify(ca.SX(e)) for e in outputs.values()], names, list(outputs))
