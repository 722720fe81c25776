"""Inputs: numbers that a controller sets while a machine runs. Each is held until it is set again.

An ``Input`` says what one of them is. What a user asks for is a kind of inputs, which ``elver.with_inputs(model, ...)`` turns
into entries of the model: ``TorqueInputs``, ``ServoInputs``, ``ParameterInput``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any

import casadi as ca

from elver._support.errors import InputError, is_symbol, shown
from elver.drive.control import PD, JointAction, JointState, PositionServo
from elver.drive.signals import Instant
from elver.quantities import REQUIRED, OfParameter, Parameter, check_quantities, quantity
from elver.robot import Joint

_QUARTER = math.pi / 2


@dataclass(frozen=True)
class Input(OfParameter):
    """One input: a number that whoever runs the model may set from step to step.

    smooth [s]: by so much the value that the model sees lags behind the input (``ParameterInput``); 0 for not at all.
    """

    parameter: Parameter
    smooth: float = 0.0

    def __post_init__(self) -> None:
        if not self.low < self.high:
            raise InputError(f"input '{self.name}': low = {shown(self.low)} is not below high = {shown(self.high)}.")
        self.parameter.check_number(f"input '{self.name}'", self.value)


@dataclass(frozen=True)
class TorqueInputs:
    """The torque (force) of each joint, under the name ``torque.<joint>``.

    joints: names or groups; None for every joint that is not passive. They get mode ``torque``.
    limit: largest torque; None for the joint's own limit.
    """

    joints: Sequence[str] | None = None
    limit: float | None = quantity(None, "N m", "largest torque", above=0.0, optional=True, fixed="an input has its bounds.")

    def __post_init__(self) -> None:
        check_quantities(self)
        _check_joints("TorqueInputs", self.joints)


@dataclass(frozen=True)
class ServoInputs:
    """The reference of a position servo on each joint, under the name ``target.<joint>``.

    joints: names or groups; None for every joint that is not passive. They get mode ``torque``. The torque is that of a PD on the
    reference; with a ``natural_frequency`` the reference follows the input by the filter of a PositionServo.
    """

    joints: Sequence[str] | None = None
    _: KW_ONLY
    kp: float | Mapping[str, float] = quantity(REQUIRED, "N m/rad", "stiffness", low=0.0, by_group=True)
    kd: float | Mapping[str, float] = quantity(REQUIRED, "N m s/rad", "damping", low=0.0, by_group=True)
    limit: float | None = quantity(None, "N m", "largest torque; None for the joint's own", above=0.0, optional=True)
    low: float = quantity(-_QUARTER, "rad", "lowest reference (m for a prismatic joint)", fixed="an input has its bounds.")
    high: float = quantity(_QUARTER, "rad", "highest reference", fixed="an input has its bounds.")
    natural_frequency: float | None = quantity(
        None, "rad/s", "how fast the reference follows the input; None for at once", above=0.0, optional=True
    )

    def __post_init__(self) -> None:
        check_quantities(self)
        _check_joints("ServoInputs", self.joints)

    def servo(self, joint: Joint) -> PD | PositionServo:
        """The law of a joint."""
        limit = joint.limit if self.limit is None else self.limit
        if self.natural_frequency is None:
            return PD(self.kp, self.kd, limit)
        return PositionServo(self.kp, self.kd, self.natural_frequency, torque_limit=limit)


@dataclass(frozen=True)
class ParameterInput:
    """A number of the model by its path, such as ``gait.amplitude``, or a free parameter by its name.

    low, high: in its unit; None for the bounds that are declared for it.
    smooth [s]: the model sees a value that follows the input by three lags of a third of this time each, with its rate and
    acceleration, so that a motion made of it never jumps; None for the input itself.
    """

    path: str
    low: float | None = quantity(None, "", "lowest value", optional=True, fixed="an input has its bounds.")
    high: float | None = quantity(None, "", "highest value", optional=True, fixed="an input has its bounds.")
    smooth: float | None = quantity(None, "s", "lag of what the model sees", above=0.0, optional=True, fixed="it is written in.")

    def __post_init__(self) -> None:
        check_quantities(self)
        if not isinstance(self.path, str) or not self.path:
            raise InputError(
                f"ParameterInput.path = {self.path!r}. Give a path such as 'gait.amplitude'.", name="ParameterInput.path"
            )


def _check_joints(kind: str, joints: Sequence[str] | None) -> None:
    """Refuse what is no list of names."""
    if joints is not None and (isinstance(joints, str) or not joints or not all(isinstance(name, str) for name in joints)):
        raise InputError(
            f"{kind}.joints = {joints!r}. Give a list of joint names or groups such as ['yaw'], or None.", name=f"{kind}.joints"
        )


@dataclass(frozen=True)
class Following:
    """A joint law whose target is a number that is held: an input. Its states begin where the joint does."""

    law: Any  # with act(joint, now, state)
    target: float = quantity(REQUIRED, "rad", "where the joint is to go")

    def memory(self, joint: Joint) -> tuple[str, ...]:
        return self.law.memory(joint) if hasattr(self.law, "memory") else ()

    def begin(self, joint: Joint, state: JointState) -> ca.SX:
        own = replace(state, target=state.angle, target_rate=state.rate, target_acceleration=ca.SX(0))
        return self.law.begin(joint, own) if hasattr(self.law, "begin") else ca.SX.zeros(len(self.memory(joint)))

    def act(self, joint: Joint, now: Instant, state: JointState) -> JointAction:
        target = self.target if is_symbol(self.target) else ca.SX(self.target)
        return self.law.act(joint, now, replace(state, target=target, target_rate=ca.SX(0), target_acceleration=ca.SX(0)))
