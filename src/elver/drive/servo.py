"""Position servo: a controller with a reference of its own that follows the gait as fast as it may.

The command c is the gait's target, or one that lags behind it. The reference r follows it by a filter whose rate is limited,

    first order:   r' = sat(w (c - r)),
    second order:  r' = v,   v' = 2 z w (sat(w (c - r) / (2 z)) - v),

and the motor's torque is kp (r - q) + kd (r' - q'), limited too. Without limits the second is r'' = w^2 (c - r) - 2 z w r'. A
limit that is taken inside the filter keeps |v| below it without winding up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import casadi as ca

from elver.drive.joint_laws import JointAction, JointState, gain, saturated
from elver.drive.signals import Instant
from elver.quantities import REQUIRED, check_quantities, quantity, word
from elver.robot import Joint

ORDERS = ("first", "second")
SATURATIONS = ("sharp", "smooth")


@dataclass(frozen=True)
class PositionServo:
    """A position servo on every joint in mode ``torque``. Its states begin on the gait, at rest where the gait is."""

    kp: float | Mapping[str, float] = quantity(
        REQUIRED, "N m/rad", "stiffness, one for all or by joint group", low=0.0, by_group=True
    )
    kd: float | Mapping[str, float] = quantity(
        REQUIRED, "N m s/rad", "damping, one for all or by joint group", low=0.0, by_group=True
    )
    natural_frequency: float = quantity(REQUIRED, "rad/s", "w, how fast the reference follows the command", above=0.0)
    damping_ratio: float = quantity(1.0, "1", "z, damping of the reference (second order)", above=0.0)
    order: str = word("second", "order of the reference's filter", ORDERS)
    rate_limit: float | None = quantity(None, "rad/s", "largest rate of the reference", above=0.0, optional=True)
    torque_limit: float | None = quantity(None, "N m", "largest torque", above=0.0, optional=True)
    saturation: str = word("sharp", "how limits are reached: cut off, or by a hyperbolic tangent", SATURATIONS)
    lag: float | None = quantity(None, "s", "time by which the command lags behind the gait", above=0.0, optional=True)
    needs_target: ClassVar = True

    def __post_init__(self):
        check_quantities(self)

    def memory(self, joint: Joint) -> tuple[str, ...]:
        """Names of the states of a joint."""
        lag = ("command",) if self.lag is not None else ()
        return (*lag, "reference", "reference rate") if self.order == "second" else (*lag, "reference")

    def begin(self, joint: Joint, state: JointState):
        """The states at the start: on the gait, no faster than the limit."""
        state.demand_target("PositionServo", joint)
        lag, rate = (state.target,) if self.lag is not None else (), saturated(state.target_rate, self.rate_limit)
        return ca.vertcat(*lag, *(state.target, rate)[: ORDERS.index(self.order) + 1])

    def limited(self, value, limit):
        """A value held within +-limit, in the servo's own way."""
        if limit is None or self.saturation == "sharp":
            return saturated(value, limit)
        return limit * ca.tanh(value / limit)

    def act(self, joint: Joint, now: Instant, state: JointState) -> JointAction:
        state.demand_target("PositionServo", joint)
        held, rates, command = ca.vertsplit(state.memory), [], state.target
        if self.lag is not None:
            command = held.pop(0)
            rates.append((state.target - command) / self.lag)
        w, z, reference = self.natural_frequency, self.damping_ratio, held[0]
        if self.order == "first":
            rate = self.limited(w * (command - reference), self.rate_limit)
            rates.append(rate)
        else:
            rate = held[1]
            wanted = self.limited(w * (command - reference) / (2 * z), self.rate_limit)
            rates += [rate, 2 * z * w * (wanted - rate)]
        torque = gain(self.kp, joint) * (reference - state.angle) + gain(self.kd, joint) * (rate - state.rate)
        return JointAction(self.limited(torque, self.torque_limit), rates=ca.vertcat(*rates))
