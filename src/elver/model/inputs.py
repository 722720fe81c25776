"""Inputs put into a model: joints get laws that obey them, numbers become free parameters that may change from step to step."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

import casadi as ca

from elver._support.errors import InputError, is_symbol, unknown_name
from elver.drive import ConstantTorque, Input, Instant, ParameterInput, ServoInputs, TorqueInputs
from elver.drive.inputs import Following
from elver.drive.oscillators import networks_of
from elver.model.model import InputRequest, Model
from elver.model.parameters import FreeParameter
from elver.quantities import Parameter
from elver.robot import Joint
from elver.symbolic.arrays import leaves

_CORNERS = 8  # inputs of a robot whose bounds are looked at in all combinations
_KINDS = (TorqueInputs, ServoInputs, ParameterInput, str)


def with_inputs(model: Model, *wanted: TorqueInputs | ServoInputs | ParameterInput | str) -> Model:
    """The model with inputs: free parameters that may change from step to step and are held in between.

    Parameters
    ----------
    model : Model
        Without inputs, or with some: it gets more.
    *wanted : TorqueInputs, ServoInputs, ParameterInput or str
        What shall be an input; a text is the path of a number, such as ``gait.amplitude``. Inputs are in this order.

    Returns
    -------
    Model

    Raises
    ------
    InputError
        Where a number cannot be an input, or is one already.
    """
    if not isinstance(model, Model):
        raise InputError(f"with_inputs takes an elver.Model, not {type(model).__name__}.")
    if not wanted:
        raise InputError("with_inputs: nothing was asked for. Give TorqueInputs(), ServoInputs(...) or ParameterInput(path).")
    for kind in wanted:
        if not isinstance(kind, _KINDS):
            raise InputError(
                f"with_inputs: {kind!r} is no input. Give TorqueInputs(), ServoInputs(...), ParameterInput(path) or a path."
            )
    paths = [kind if isinstance(kind, str) else kind.path for kind in wanted if isinstance(kind, (ParameterInput, str))]
    if named := dict.fromkeys(path for path in paths if model.is_parameter(path)):
        model = model.freed(*named)
    own = model
    if model.remade is not None and not isinstance(model.remade, partial):
        own = replace(model, remade=partial(_made_before, model.remade, tuple(model.free)))
    for kind in sorted(wanted, key=lambda kind: not isinstance(kind, (ParameterInput, str))):  # paths as they were given
        own = _with_parameter(own, kind) if isinstance(kind, (ParameterInput, str)) else _with_joints(own, kind)
    names = [name for kind in wanted for name in _names_of(model, kind)]
    asked = InputRequest(model, wanted) if model.asked is None else replace(model.asked, wanted=(*model.asked.wanted, *wanted))
    own = replace(own, inputs={**model.inputs, **{name: own.inputs[name] for name in names}}, asked=asked)
    _refuse_idle(own)
    _refuse_jumps(own)
    _refuse_unsound(own)
    return own


def _names_of(model: Model, kind: TorqueInputs | ServoInputs | ParameterInput | str) -> list[str]:
    """Names of the inputs that a kind makes."""
    if isinstance(kind, (ParameterInput, str)):
        return [kind if isinstance(kind, str) else kind.path]
    prefix = "torque" if isinstance(kind, TorqueInputs) else "target"
    return [f"{prefix}.{joint.name}" for joint in _chosen_joints(model, kind)]


def _made_before(remade: Callable[[dict[str, float]], Any], names: Sequence[str], numbers: Mapping[str, float]) -> Any:
    """What ``remade`` makes of the parameters that it knows."""
    return remade({name: numbers[name] for name in names})


# --- joints ---------------------------------------------------------------------------------------------------------------


def _chosen_joints(model: Model, kind: TorqueInputs | ServoInputs) -> list[Joint]:
    """The joints that get an input, in the order of the robot; none of them may be passive with a law of its own."""
    moving, label = model.robot.moving_joints, type(kind).__name__
    if kind.joints is None:
        found = [joint for joint in moving if joint.mode != "passive"]
        if not found:
            raise InputError(f"{label}: every joint of '{model.robot.name}' is passive. Name the joints that a motor moves.")
        return found
    for name in kind.joints:
        if all(name not in (joint.name, joint.group) for joint in moving):
            raise unknown_name(f"joint or group of {label}:", name, dict.fromkeys(n for j in moving for n in (j.name, j.group)))
    found = [joint for joint in moving if joint.name in kind.joints or joint.group in kind.joints]
    for joint in found:
        if joint.mode == "passive" and model.joint_law(joint) is not None:
            raise InputError(
                f"{label}: joint '{joint.name}' is passive and has an elastic law. Leave it out of the joints, or build the "
                "robot with mode torque for it and put its spring into the control."
            )
    return found


def _with_joints(model: Model, kind: TorqueInputs | ServoInputs) -> Model:
    """The model whose joints obey inputs."""
    joints = _chosen_joints(model, kind)
    names = [joint.name for joint in joints]
    changed = [replace(joint, mode="torque") if joint.name in names else joint for joint in model.robot.joints]
    free, inputs = dict(model.free), dict(model.inputs)
    controlled = [j for j in model.robot.moving_joints if j.mode == "torque" and j.name not in names]
    laws: dict[str, Any] = {joint.name: model.joint_law(joint) for joint in controlled}  # of those that keep theirs
    for joint in joints:
        one = _torque_input(kind, joint) if isinstance(kind, TorqueInputs) else _target_input(kind, joint, model)
        symbol = _fresh(model, one.name)
        free[one.name], inputs[one.name] = FreeParameter(symbol, one.value, one.parameter), one
        laws[joint.name] = (
            ConstantTorque({joint.name: symbol}) if isinstance(kind, TorqueInputs) else Following(kind.servo(joint), symbol)
        )
    return replace(model, robot=replace(model.robot, joints=changed), control=laws, free=free, inputs=inputs)


def _fresh(model: Model, name: str) -> ca.SX:
    """A symbol for an input; its name must be new."""
    if name in model.free:
        raise InputError(f"input '{name}' is there already. Ask for it once.")
    return ca.SX.sym(name)


def _unit_of(joint: Joint, turning: str, sliding: str) -> str:
    """The unit of something at a joint."""
    return turning if joint.type == "revolute" else sliding


def _torque_input(kind: TorqueInputs, joint: Joint) -> Input:
    """The torque of a joint as an input."""
    limit = joint.limit if kind.limit is None else kind.limit
    unit, word = _unit_of(joint, "N m", "N"), _unit_of(joint, "torque", "force")
    if limit is None or is_symbol(limit):
        raise InputError(f"TorqueInputs: joint '{joint.name}' has no limit. Give TorqueInputs(limit=...) in {unit}.")
    meaning = f"{word} of the motor of joint {joint.name}"
    return Input(Parameter(f"torque.{joint.name}", 0.0, unit, meaning, low=-limit, high=limit))


def _target_input(kind: ServoInputs, joint: Joint, model: Model) -> Input:
    """The reference of a servo as an input; where the joint starts while nobody sets it."""
    value = min(max(float(model.start.angles.get(joint.name, 0.0)), kind.low), kind.high)
    unit = _unit_of(joint, "rad", "m")
    meaning = f"reference of the servo of joint {joint.name}"
    return Input(Parameter(f"target.{joint.name}", value, unit, meaning, low=kind.low, high=kind.high))


# --- numbers --------------------------------------------------------------------------------------------------------------


def _with_parameter(model: Model, kind: ParameterInput | str) -> Model:
    """The model with a number of it as an input."""
    wanted = ParameterInput(kind) if isinstance(kind, str) else kind
    if wanted.path in model.inputs:
        raise InputError(f"input '{wanted.path}' is there already. Ask for it once.")
    model = model if wanted.path in model.free else model.freed(wanted.path)
    free = model.free[wanted.path]
    own = (free.quantity or Parameter(meaning=wanted.path)).component(wanted.path, free.value)
    least, most = own.allowed_ends
    low = least if wanted.low is None else wanted.low
    high = most if wanted.high is None else wanted.high
    made = Input(own.between(low, high), wanted.smooth or 0.0)
    for bound in (bound for bound in (low, high) if math.isfinite(bound)):
        own.check_number(f"bound of input '{wanted.path}'", bound)
    part = depends(model.robot, free.symbol)
    if wanted.smooth and part:
        raise InputError(f"input '{wanted.path}' is part of the robot, which cannot follow it smoothly. Leave out smooth.")
    if part and not (math.isfinite(low) and math.isfinite(high)):
        raise InputError(
            f"input '{wanted.path}' is part of the robot and has no bounds. Give ParameterInput('{wanted.path}', low, high)."
        )
    bounded = replace(free, quantity=made.parameter)
    return replace(model, free={**model.free, wanted.path: bounded}, inputs={**model.inputs, wanted.path: made})


def depends(thing: object, symbol: ca.SX) -> bool:
    """Whether a part of a model holds a symbol."""
    return ca.depends_on(ca.vertcat(ca.SX(0, 1), *leaves(thing)), symbol)


def _refuse_idle(model: Model) -> None:
    """Refuse inputs that do nothing: numbers of the start, or of a law that another input has taken the place of."""
    acting = (model.robot, model.forces, model.gait, model.control, model.elastic, model.couplings, model.scene)
    for name in model.inputs:
        if not any(depends(part, model.free[name].symbol) for part in acting):
            raise InputError(f"input '{name}' changes nothing while the machine runs. Leave it out, or what takes its place.")


def _refuse_unsound(model: Model) -> None:
    """Refuse bounds of inputs at which there is no machine, all combinations of them where they are few."""
    usual = {name: free.value for name, free in model.free.items()}
    own = [one for name, one in model.inputs.items() if depends(model.robot, model.free[name].symbol)]
    ends = [(one.low, one.high) for one in own]
    for corner in (product(*ends) if len(own) <= _CORNERS else zip(*ends, strict=True)) if own else ():
        numbers = {one.name: bound for one, bound in zip(own, corner, strict=True)}
        try:
            model.check_machine(list({**usual, **numbers}.values()))
        except InputError as error:
            text = ", ".join(f"'{name}' = {bound:g}" for name, bound in numbers.items())
            raise InputError(f"at the bounds {text} of its inputs there is no machine: {error} Give narrower bounds.") from None


def _refuse_jumps(model: Model) -> None:
    """Refuse inputs by which the imposed motion of a driven joint would jump."""
    driven = [joint.name for joint in model.robot.moving_joints if joint.mode == "driven"]
    rough = [name for name, one in model.inputs.items() if not one.smooth and depends(model.gait, model.free[name].symbol)]
    if not (driven and rough) or model.gait is None:
        return
    table = getattr(model.gait, "signals", None)
    signals = {name: ca.SX.sym(name) for name in (() if table is None else table.names)}
    states_of = tuple(networks_of(model.gait))
    states = {id(gait): ca.SX.sym("network", len(gait.memory())) for gait in states_of}
    felt = {name: ca.SX.sym(name) for gait in states_of for name in getattr(gait, "felt", ())}
    now = Instant(ca.SX.sym("t"), signals, states=states, felt=felt)
    motion = dict(model.gait.motion(now))
    for gait in states_of:  # a jump of its rates is one of the joints' rates
        own = states[id(gait)]
        motion = {n: ca.vertcat(q, ca.jtimes(ca.SX(q), own, ca.SX(gait.rates(now, own)))) for n, q in motion.items()}
    for name in rough:
        for joint in driven:
            if joint in motion and ca.depends_on(ca.SX(motion[joint]), model.free[name].symbol):
                raise InputError(
                    f"input '{name}' moves joint '{joint}', which is driven: its angle would jump when the input does. "
                    f"Give ParameterInput('{name}', smooth=0.2), or the joint a servo (mode torque)."
                )
