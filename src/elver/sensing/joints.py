"""Sensors at joints: encoders and torque sensors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import casadi as ca

from elver.equations import Model
from elver.quantities import quantity
from elver.sensing.sensor import NUMBERS, Errors, Sensor, joined_errors, plain_errors
from elver.sensing.view import View, as_names, chosen_joints


@dataclass(frozen=True)
class Encoder(Sensor):
    """Joint angles (places of sliding joints), and rates where asked for.

    joints: names or groups; None for all that move.   rates: joint rates too, after the angles.
    resolution: an angle is read as the nearest whole multiple of it.
    """

    kind: ClassVar[str] = "encoder"
    unit: ClassVar[str] = "rad or m, rad/s or m/s"
    meaning: ClassVar[str] = "joint angles, and rates where asked for"

    joints: tuple[str, ...] | str | None = None
    rates: bool = False
    resolution: float = quantity(
        0.0, "rad", "step of the readings; 0 for none; metres for a sliding joint", low=0.0, fixed=NUMBERS
    )
    noise: float = quantity(0.0, "rad", "standard deviation of an angle; metres for a sliding joint", low=0.0, fixed=NUMBERS)
    rate_noise: float = quantity(0.0, "rad/s", "standard deviation of a rate; m/s for a sliding joint", low=0.0, fixed=NUMBERS)

    @property
    def units(self) -> str:
        return self.unit if self.rates else "rad or m"

    def labels(self, model: Model) -> tuple[str, ...]:
        names = [j.name for j in chosen_joints(model, as_names(self.joints))]
        return (*(f"angle of {n}" for n in names), *(f"rate of {n}" for n in names if self.rates))

    def expression(self, view: View) -> ca.SX:
        names = [j.name for j in chosen_joints(view.model, as_names(self.joints))]
        angles = [view.recorded("joint_position", n) for n in names]
        return ca.vertcat(*angles, *(view.recorded("joint_velocity", n) for n in names if self.rates))

    def errors(self, model: Model) -> Errors:
        count = len(chosen_joints(model, as_names(self.joints)))
        angles = plain_errors(count, self.noise, 0.0, self.resolution)
        return joined_errors(angles, plain_errors(count, self.rate_noise)) if self.rates else angles


@dataclass(frozen=True)
class JointTorque(Sensor):
    """Torque (force of sliding joints) of the drives and springs of joints: what a run records as ``joint_torque``.

    joints: names or groups; None for all that move.
    """

    kind: ClassVar[str] = "joint_torque"
    unit: ClassVar[str] = "N m or N"
    meaning: ClassVar[str] = "torque or force of the joints' drives and springs"

    joints: tuple[str, ...] | str | None = None
    noise: float = quantity(0.0, "N m", "standard deviation; newtons for a sliding joint", low=0.0, fixed=NUMBERS)

    def labels(self, model: Model) -> tuple[str, ...]:
        return tuple(f"torque of {j.name}" for j in chosen_joints(model, as_names(self.joints)))

    def expression(self, view: View) -> ca.SX:
        joints = chosen_joints(view.model, as_names(self.joints))
        return ca.vertcat(*(view.recorded("joint_torque", j.name) for j in joints))
