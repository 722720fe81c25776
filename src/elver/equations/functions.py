"""The dynamics of a robot in a medium as CasADi functions of its state: for checks, controllers and benchmarks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import casadi as ca

from elver.dynamics import (
    bias_vector,
    direct_dynamics,
    forward_kinematics,
    hybrid_dynamics,
    inverse_dynamics,
    mass_matrix,
)
from elver.equations.inputs import Memory
from elver.equations.mechanics import act_of_medium
from elver.errors import InputError, unknown_name
from elver.forces import Force
from elver.robot import Robot
from elver.spatial import quaternion_rotation

KINDS = ("inverse", "direct", "hybrid", "lagrange")


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
    Forces are taken at time 0; those with memory are refused: use a Model.
    """
    if kind not in KINDS:
        raise unknown_name("kind of dynamic model", kind, KINDS)
    n = len(robot.moving)
    Q, P, V = ca.SX.sym("quaternion", 4), ca.SX.sym("position", 3), ca.SX.sym("twist", 6)
    q, qd, u = ca.SX.sym("q", n), ca.SX.sym("qd", n), ca.SX.sym("inputs", n)
    kin = forward_kinematics(robot, quaternion_rotation(Q), P, V, q, qd)
    for name, force in (forces or {}).items():
        if hasattr(force, "memory"):
            raise InputError(f"force '{name}' has states of its own, which this function cannot hold. Use a Model.")
    medium = act_of_medium(robot, forces or {}, kin, ca.SX(0), Memory((), {}), ca.SX(0, 1))
    inertias, betas = medium.inertias, medium.betas
    state, names = [Q, P, V, q, qd], ["quaternion", "position", "twist", "q", "qd"]
    if kind == "lagrange":
        outputs = {"A": mass_matrix(robot, kin, inertias), "h": bias_vector(robot, kin, inertias, betas)}
        return build(kind, state, names, outputs)
    if kind == "inverse":
        r = inverse_dynamics(robot, kin, inertias, betas, u)
        outputs = {"base_acceleration": r.base_acceleration, "torques": r.torques, "wrench": r.wrenches[0]}
    elif kind == "direct":
        r = direct_dynamics(robot, kin, inertias, betas, u)
        outputs = {"base_acceleration": r.base_acceleration, "joint_accelerations": r.joint_accelerations}
    else:
        by_name = {name: u[k] for k, name in enumerate(robot.joint_names)}
        for name in driven:
            if name not in by_name:
                raise unknown_name("driven joint", name, by_name)
        given = {k: v for k, v in by_name.items() if k in driven}
        r = hybrid_dynamics(robot, kin, inertias, betas, given, {k: v for k, v in by_name.items() if k not in driven})
        outputs = {
            "base_acceleration": r.base_acceleration,
            "torques": r.torques,
            "joint_accelerations": r.joint_accelerations,
        }
    return build(kind, [*state, u], [*names, "inputs"], outputs)


def build(name: str, args, names, outputs: dict) -> ca.Function:
    return ca.Function(name, args, [ca.densify(ca.SX(e)) for e in outputs.values()], names, list(outputs))
