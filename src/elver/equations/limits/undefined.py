"""Which part of a model has no number at a state: a gait, the law of a joint, a coupling, a force on a body."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import casadi as ca
import numpy as np

from elver.dynamics import forward_kinematics
from elver.equations.assembly import Equations
from elver.equations.couplings import act_of_couplings
from elver.equations.inputs import declare_inputs, declare_memory, gait_motion
from elver.equations.mechanics import act_of_medium, base_pose, instant, joint_actions, joint_vectors
from elver.equations.model import Model

DERIVATIVES = ("angle", "rate", "acceleration")


def undefined_parts(equations: Equations, t: float, x: np.ndarray, p: np.ndarray, u: np.ndarray) -> list[str]:
    """Names of the parts that are not finite at a time and state; of the first kind that is not, since the others follow from it.

    Kinds in that order: gait, joint laws and couplings, forces. Empty where all are finite.
    """
    model, layout = equations.model, equations.layout
    symbols, _ = declare_inputs(model)
    memory = declare_memory(model)
    state = {
        name: ca.SX.sym(name, part.stop - part.start) for name, part in layout.slices.items() if name not in ("memory", "works")
    }
    state["memory"] = memory.symbols(symbols)
    order = [state[name] for name in layout.slices if name != "works"]
    known = [symbols.t, ca.vertcat(ca.SX(0, 1), *order), symbols.p, symbols.u]
    values = [t, x[: layout.slices["works"].start], p, u]
    for parts in kinds(model, layout.joints, symbols, memory, state):
        stacked = [ca.densify(ca.SX(part)) for part in parts.values()]
        numbers = ca.Function("parts", known, stacked)(*values) if stacked else ()
        numbers = numbers if isinstance(numbers, tuple) else (numbers,)
        bad = [name for name, own in zip(parts, numbers, strict=True) if not np.isfinite(np.array(own)).all()]
        if bad:
            return bad
    return []


def kinds(model: Model, computed, symbols, memory, state) -> Iterator[Mapping[str, ca.SX]]:
    """Expressions by the name of the part that they come from, kind by kind."""
    motion = gait_motion(model, symbols)
    gait = type(model.gait).__name__
    yield {f"the gait ({gait}), {word} of '{name}'": own[k] for name, own in motion.items() for k, word in enumerate(DERIVATIVES)}
    rotation, position, twist = base_pose(model, state)
    q, qd, _ = joint_vectors(model.robot, motion, list(computed), state)
    kin = forward_kinematics(model.robot, rotation, position, twist, q, qd)
    now = instant(model, symbols, motion, kin)
    laws = {}
    for name, action in joint_actions(model, now, motion, memory, (q, qd), state["memory"]).items():
        law = next(model.joint_law(joint) for joint in model.robot.moving_joints if joint.name == name)
        laws[f"the law of joint '{name}' ({type(law).__name__})"] = (
            action.torque if action.torque is not None else action.acceleration
        )
    coupled = act_of_couplings(model, now, motion, memory, (q, qd), state["memory"])
    for name, torques in coupled.parts.items():
        laws[f"the coupling '{name}' ({type(model.couplings[name]).__name__})"] = ca.vertcat(*torques.values())
    yield laws
    medium = act_of_medium(model.robot, model.media, kin, symbols.t, memory, state["memory"], now.commands)
    yield {
        f"the force '{name}' ({type(model.media[name]).__name__}) on body '{model.robot.bodies[j].name}'": ca.vertcat(
            effect.wrench, ca.vec(ca.densify(effect.inertia))
        )
        for (name, j), effect in medium.effects.items()
    }
