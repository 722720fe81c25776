"""The graph that a model with a scene is stepped by: its media and drives, put into the terms of Moreau's scheme."""

from __future__ import annotations

import casadi as ca

from elver.contact.terms import ContactTerms, planar_state, write_terms
from elver.document.wording import speaking_of
from elver.equations.couplings import act_of_couplings
from elver.equations.inputs import declare_inputs, declare_memory, gait_motion
from elver.equations.mechanics import act_of_medium, instant, joint_actions, joint_flows
from elver.equations.model import Model
from elver.errors import InputError


def contact_terms(model: Model) -> ContactTerms:
    """Write the terms of a model with a scene."""
    with speaking_of(model.origin):
        return _written_terms(model)


def _written_terms(model: Model) -> ContactTerms:
    robot, (symbols, _) = model.robot, declare_inputs(model)
    motion, memory = gait_motion(model, symbols), declare_memory(model)
    if memory.names:
        raise InputError(
            f"model '{model.name}' has a scene and the state {memory.names[0]} of a medium, actuator or smooth input, which the "
            "contact scheme does not advance. Leave out Lagged (a PD with a limit stays), smooth, or the scene."
        )
    state = planar_state(robot)
    now, joints = instant(model, symbols, motion, state.kin), (ca.vertsplit(state.q[3:]), ca.vertsplit(state.u[3:]))
    coupled = act_of_couplings(model, now, motion, memory, joints, ca.SX(0, 1))
    medium = coupled.added_to(act_of_medium(robot, model.media, state.kin, symbols.t, memory, ca.SX(0, 1), now.commands))
    if medium.motors:
        raise InputError(
            f"model '{model.name}' has a scene and a thruster or winch with a motor of its own, whose work the contact scheme "
            "does not book. Leave out the motor (a tendon of constant length stays), or the scene."
        )
    actions = joint_actions(model, now, motion, memory, joints, ca.SX(0, 1))
    names = [j.name for j in robot.moving_joints]
    commanding = [n for n in names if actions[n].torque is None]
    if commanding:
        raise InputError(f"the law of joint '{commanding[0]}' commands an acceleration, which an impact cannot obey. Use a PD.")
    flows = {**medium.flows, **joint_flows(robot, state.kin, actions)}
    torques, motors = [actions[n].torque for n in names], [actions[n].flows is None for n in names]
    inputs = symbols.t, symbols.p, symbols.u
    return write_terms(robot, state, medium.inertias, medium.betas, torques, motors, flows, inputs, coupled.vector(robot))
