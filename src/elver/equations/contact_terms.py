"""What Moreau's scheme needs of a planar machine at one state, as a graph.

Coordinates are q = (x, y, heading of the base; joint angles) and u = q': with them q' = u and the scheme advances q by u dt.
The base's twist is T u, T = diag(R^T, 1, ..), so the engine's A and h become T^T A T and T^T (h + A T' u).
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca
import numpy as np

from elver.dynamics import bias_vector, forward_kinematics, mass_matrix
from elver.equations.inputs import declare_inputs, declare_memory, gait_motion
from elver.equations.mechanics import act_of_medium, joint_actions, joint_flows
from elver.equations.model import Model
from elver.errors import InputError
from elver.spatial import column, cross, rotation_z


@dataclass(frozen=True, eq=False)
class ContactTerms:
    """terms(t, q, u, p, signals) -> M (nv, nv), f (nv), torques (nv), C (nv, nv), S (nv, nv), links (4, nl), J (3 nl, nv), flows.

    M uE - M uA = f dt + .. ; C and S: minus the derivatives of the joint torques by u and q (damping and stiffness);
    links: place (x, y) and direction (cos, sin) of every contour; J: its velocity (vx, vy, w) per u; flows [W] of the media.
    outlines: half length and radius [m] of every contour;  loads: mass [kg] on it;  bodies: its name.
    motors: 1 for coordinates that a motor turns.
    """

    terms: ca.Function
    outlines: np.ndarray
    loads: np.ndarray
    bodies: tuple[str, ...]
    motors: np.ndarray
    flows: tuple[str, ...]


def contact_terms(model: Model) -> ContactTerms:
    """Write the terms of a model with a scene."""
    robot = model.robot
    symbols, _ = declare_inputs(model)
    motion, memory = gait_motion(model, symbols), declare_memory(model)
    if memory.names:
        raise InputError(
            f"model '{model.name}' has a scene and the state {memory.names[0]} of a medium or actuator, which the contact scheme "
            "does not advance. Leave out Lagged (a PD with a limit stays), or the scene."
        )
    names = [j.name for j in robot.moving_joints]
    q, u = ca.SX.sym("q", 3 + len(names)), ca.SX.sym("u", 3 + len(names))
    R = rotation_z(q[2])
    twist = ca.SX(6, 1)
    velocity = R.T @ ca.vertcat(u[0], u[1], ca.SX(1, 1))
    twist[[0, 1, 5]] = ca.vertcat(velocity[:2], u[2])
    kin = forward_kinematics(robot, R, ca.vertcat(q[0], q[1], ca.SX(1, 1)), twist, q[3:], u[3:])
    medium = act_of_medium(robot, model.media, kin, symbols.t, memory, ca.SX(0, 1))
    actions = joint_actions(model, symbols, motion, memory, kin, (ca.vertsplit(q[3:]), ca.vertsplit(u[3:])), ca.SX(0, 1))
    commanding = [n for n in names if actions[n].torque is None]
    if commanding:
        raise InputError(f"the law of joint '{commanding[0]}' commands an acceleration, which an impact cannot obey. Use a PD.")
    torques = ca.vertcat(ca.SX(3, 1), *(actions[n].torque for n in names))
    flows = {**medium.flows, **joint_flows(robot, kin, actions)}
    M, bias = in_world_rates(
        mass_matrix(robot, kin, medium.inertias), bias_vector(robot, kin, medium.inertias, medium.betas), q, u
    )
    links, velocities, chosen = [], [], []
    for j, body in enumerate(robot.bodies):
        if body.outline is None:
            continue
        chosen.append(body)
        centre, axis = column(body.outline.centre), column(body.outline.axis)
        place, direction = kin.positions[j] + kin.rotations[j] @ centre, kin.rotations[j] @ axis
        links.append(ca.vertcat(place[:2], direction[:2]))
        moving = kin.rotations[j] @ (kin.twists[j][:3] + cross(kin.twists[j][3:], centre))
        velocities.append(ca.vertcat(moving[:2], kin.twists[j][5]))
    outputs = {
        "M": M,
        "f": torques - bias,
        "torques": torques,
        "C": -ca.jacobian(torques, u),
        "S": -ca.jacobian(torques, q),
        "links": ca.vertcat(*links),
        "J": ca.jacobian(ca.vertcat(*velocities), u),
        "flows": ca.vertcat(ca.SX(0, 1), *flows.values()),
    }
    arguments = [symbols.t, q, u, symbols.p, symbols.u]
    terms = ca.Function("contact_terms", arguments, [ca.densify(o) for o in outputs.values()], list("tqups"), list(outputs))
    return ContactTerms(
        terms,
        np.array([(b.outline.half_length, b.outline.radius) for b in chosen]),
        np.array([b.mass for b in chosen]),
        tuple(b.name for b in chosen),
        np.array([0.0, 0.0, 0.0] + [1.0 if actions[n].flows is None else 0.0 for n in names]),
        tuple(flows),
    )


def in_world_rates(A, h, q, u):
    """A and h of the engine, whose base velocity is in the base's frame, for the velocities u in the world's."""
    c, s = ca.cos(q[2]), ca.sin(q[2])
    T = ca.SX.eye(q.numel())
    T[0, 0], T[0, 1], T[1, 0], T[1, 1] = c, s, -s, c
    turning = ca.SX(q.numel(), 1)
    turning[0], turning[1] = u[2] * (-s * u[0] + c * u[1]), u[2] * (-c * u[0] - s * u[1])
    return T.T @ A @ T, T.T @ (h + A @ turning)
