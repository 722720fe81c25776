"""Controllers and torque laws of joints: PD, computed torque, lags, guidance, recorded and constant torques, springs.

A law is any object with ``act(joint, now, state) -> JointAction``; it may have ``signals``, and
``memory(joint) -> names`` when it has states of its own, whose ``rates`` the action then carries. States that all joints of a law
have in common, such as where on its path a machine is, are named by ``common_memory()``, and ``common_rates(now, common)`` gives
their rates. ``tracks`` False: it is not meant to follow the gait's target, and nobody warns where it does not. ``needs_target``
True: it cannot act without one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import casadi as ca

from elver._support.errors import InputError, require_number
from elver.drive.signals import Instant, SignalTable, with_table
from elver.quantities import REQUIRED, check_quantities, quantity, word
from elver.robot import Appendage, Joint

# --- Torque laws of joints whose motion is computed: controllers, recordings, springs.

_BACKWARDS = 0.1  # rad from the opposite heading, within which steering fades from one side to the other


@dataclass(frozen=True)
class JointState:
    """angle, rate: the joint's own [rad, rad/s or m, m/s]; target, target_rate, target_acceleration: the gait's, or None.

    memory: states of the joint's law.   common: those that the law has in common for all its joints.
    """

    angle: ca.SX
    rate: ca.SX
    target: Any = None
    target_rate: Any = None
    target_acceleration: Any = None
    memory: ca.SX = field(default_factory=lambda: ca.SX(0, 1))
    common: ca.SX = field(default_factory=lambda: ca.SX(0, 1))

    def demand_target(self, law: str, joint: Joint) -> None:
        """Refuse a joint that the gait gives no target."""
        if self.target is None:
            raise InputError(
                f"{law} on joint '{joint.name}': the gait gives it no target. Add the joint to the gait.", part="gait"
            )


@dataclass(frozen=True)
class JointAction:
    """What a law does to its joint: a ``torque`` [N m or N], or an ``acceleration`` whose torque the mechanics find.

    limit: largest torque that may be found for an acceleration.   potential [J] stored.
    flows [W] that leave the machine, by name; None: all of the torque's power is work of a motor.
    rates: time derivatives of the law's memory.
    """

    torque: Any = None
    acceleration: Any = None
    limit: float | None = None
    potential: ca.SX | float = 0.0
    flows: Mapping[str, ca.SX] | None = None
    rates: ca.SX = field(default_factory=lambda: ca.SX(0, 1))


def saturated(torque: ca.SX | ca.DM, limit: float | None) -> ca.SX | ca.DM:
    """A torque cut off at +-limit; None cuts nothing."""
    return torque if limit is None else ca.fmax(ca.fmin(torque, limit), -limit)


def _gain(value: float | ca.SX, joint: Joint) -> float | ca.SX:
    """A gain for all joints, or one per joint group."""
    if not isinstance(value, Mapping):
        return value
    if joint.group not in value:
        raise InputError(f"no gain for joint group '{joint.group}' (joint '{joint.name}'); given: {', '.join(value)}.")
    return value[joint.group]


@dataclass(frozen=True)
class PD:
    """Gamma = kp (q* - q) + kd (qd* - qd), cut off at +-limit. The gait gives q*.

    kp, kd: numbers, or mappings from joint group to number. limit: None for none.
    feed_rate False leaves out qd* (pure damping).
    """

    kp: float | Mapping[str, float] = quantity(REQUIRED, "N m/rad", "stiffness", low=0.0, by_group=True)
    kd: float | Mapping[str, float] = quantity(REQUIRED, "N m s/rad", "damping", low=0.0, by_group=True)
    limit: float | None = quantity(None, "N m", "largest torque", above=0.0, optional=True)
    feed_rate: bool = True
    needs_target: ClassVar = True

    def __post_init__(self) -> None:
        check_quantities(self)

    def act(self, joint: Joint, now: Instant, state: JointState) -> JointAction:
        state.demand_target("PD", joint)
        rate_error = (state.target_rate if self.feed_rate else 0) - state.rate
        torque = _gain(self.kp, joint) * (state.target - state.angle) + _gain(self.kd, joint) * rate_error
        return JointAction(saturated(torque, self.limit))


@dataclass(frozen=True)
class ComputedTorque:
    """Exact tracking: the torque of the inverse model for the acceleration qdd* + kd (qd* - qd) + kp (q* - q).

    The error then obeys e'' + kd e' + kp e = 0. limit cuts the torque off (and the tracking with it).
    """

    kp: float | Mapping[str, float] = quantity(REQUIRED, "1/s^2", "stiffness", low=0.0, by_group=True)
    kd: float | Mapping[str, float] = quantity(REQUIRED, "1/s", "damping", low=0.0, by_group=True)
    limit: float | None = quantity(None, "N m", "largest torque", above=0.0, optional=True)
    needs_target: ClassVar = True

    def __post_init__(self) -> None:
        check_quantities(self)

    def act(self, joint: Joint, now: Instant, state: JointState) -> JointAction:
        state.demand_target("ComputedTorque", joint)
        error, rate_error = state.target - state.angle, state.target_rate - state.rate
        wanted = state.target_acceleration + _gain(self.kd, joint) * rate_error + _gain(self.kp, joint) * error
        return JointAction(acceleration=wanted, limit=self.limit)


class _LawWrapper:
    """A law around another one, its ``law``: what that one says of itself holds for both."""

    law: Any  # with act(joint, now, state)

    @property
    def needs_target(self) -> bool:
        return bool(getattr(self.law, "needs_target", False))

    @property
    def tracks(self) -> bool:
        return bool(getattr(self.law, "tracks", True))

    @property
    def signals(self) -> SignalTable | None:
        return getattr(self.law, "signals", None)

    @property
    def kinks(self) -> tuple:
        return tuple(getattr(self.law, "kinks", ()))

    @property
    def period(self) -> float | None:
        return getattr(self.law, "period", None)

    def common_memory(self) -> tuple[str, ...]:
        """Names of the states that the law has for all its joints."""
        return tuple(getattr(self.law, "common_memory", tuple)())

    def common_rates(self, now: Instant, common: ca.SX) -> ca.SX:
        """Their rates."""
        return self.law.common_rates(now, common)

    def with_signals(self, table: SignalTable) -> _LawWrapper:
        """The same with other samples."""
        return replace(self, law=with_table(self.law, table))  # type: ignore[type-var]

    def memory(self, joint: Joint) -> tuple[str, ...]:
        """Names of the law's states."""
        return tuple(self.law.memory(joint)) if hasattr(self.law, "memory") else ()

    def begin(self, joint: Joint, state: JointState) -> ca.SX:
        """The law's states at the start."""
        return self.law.begin(joint, state) if hasattr(self.law, "begin") else ca.SX.zeros(len(self.memory(joint)))


@dataclass(frozen=True)
class FirstOrderLag(_LawWrapper):
    """An actuator that follows the torque of ``law`` with a first-order lag of ``time_constant`` [s]."""

    law: Any  # with act(joint, now, state)
    time_constant: float = quantity(REQUIRED, "s", "first-order lag of the actuators", above=0.0)

    def __post_init__(self) -> None:
        check_quantities(self)

    def memory(self, joint: Joint) -> tuple[str, ...]:
        return ("torque",)

    def begin(self, joint: Joint, state: JointState) -> ca.SX:
        return ca.SX(0)

    def act(self, joint: Joint, now: Instant, state: JointState) -> JointAction:
        command = self.law.act(joint, now, state)
        if command.torque is None or command.rates.numel():
            raise InputError("FirstOrderLag takes a law that gives a torque and has no states of its own, such as PD.")
        held = state.memory[0]
        return JointAction(torque=held, rates=(command.torque - held) / self.time_constant)


@dataclass(frozen=True)
class Saturated(_LawWrapper):
    """A law whose torque is cut off at +-limit; None: at what the actuator of each joint can give (``Joint.limit``)."""

    law: Any  # with act(joint, now, state)
    limit: float | None = quantity(
        None, "N m", "largest torque; that of each joint's actuator where none is given", above=0.0, optional=True
    )

    def __post_init__(self) -> None:
        check_quantities(self)

    def act(self, joint: Joint, now: Instant, state: JointState) -> JointAction:
        limit = joint.limit if self.limit is None else self.limit
        if limit is None:
            raise InputError(f"Saturated on joint '{joint.name}': neither the law nor the joint has a limit. Give one of them.")
        action = self.law.act(joint, now, state)
        if action.torque is None:
            least = limit if action.limit is None else ca.fmin(limit, action.limit)
            return replace(action, limit=least)
        return replace(action, torque=saturated(action.torque, limit))


@dataclass(frozen=True)
class Deadband(_LawWrapper):
    """A law that does not see errors within a band, as behind gears with play.

    The target that the law sees is off the joint's angle by what the error exceeds half the ``width`` by: within +-width/2 the
    joint is left to itself, but for the law's damping.
    """

    law: Any  # with act(joint, now, state)
    width: float = quantity(REQUIRED, "rad", "whole play of the gear", low=0.0)
    needs_target: ClassVar = True

    def __post_init__(self) -> None:
        check_quantities(self)

    def act(self, joint: Joint, now: Instant, state: JointState) -> JointAction:
        state.demand_target("Deadband", joint)
        error = state.target - state.angle
        seen = error - saturated(error, self.width / 2)
        return self.law.act(joint, now, replace(state, target=state.angle + seen))


@dataclass(frozen=True)
class LineOfSight:
    """Joint offset that steers a machine onto a straight line of the world's plane.

    offset = gain * (heading - reference), within +-largest, with the reference heading pointing at a place ``lookahead``
    down the line: reference = direction - atan(cross-track error / lookahead).
    Close to the opposite heading (BACKWARDS) it goes to zero, so that it does not jump from one side to the other.
    After Kelasidi, Pettersen, Liljeback and Gravdahl's guidance for underwater snake robots; the sign is that of joints whose
    angle is phi_i = theta_i - theta_(i+1), tail to head.
    """

    gain: float = quantity(0.4, "1", "joint offset per heading error")
    lookahead: float = quantity(1.4, "m", "distance to the place on the line that is aimed at")
    largest: float = quantity(0.35, "rad", "largest joint offset")
    point: tuple = quantity((0.0, 0.0), "m", "a point of the line, x,y")
    direction: float = quantity(0.0, "rad", "direction of the line", fixed="it is folded into the equations.")

    def __post_init__(self) -> None:
        check_quantities(self)

    def offset(self, joint: Joint, now: Instant, states: ca.SX) -> ca.SX:
        """Angle [rad] to add to the target of a joint: the same for all."""
        machine = now.machine
        assert machine is not None  # a law sees one
        c, s = math.cos(self.direction), math.sin(self.direction)
        across = c * (machine.position[1] - self.point[1]) - s * (machine.position[0] - self.point[0])
        error = machine.heading - self.direction + ca.atan(across / self.lookahead)
        turn = ca.atan2(ca.sin(error), ca.cos(error))
        return saturated(self.gain * turn, self.largest * ca.fmin(1, (math.pi - ca.fabs(turn)) / _BACKWARDS))


@dataclass(frozen=True)
class Steered(_LawWrapper):
    """A joint law whose targets are shifted by a guidance's offset. The offset's own rate is left out: it changes slowly.

    guidance: LineOfSight, PathOfSight, or any object with ``offset(joint, now, states)`` [rad]; it may have ``memory() -> names``
    and then ``rates(now, states)``.
    """

    law: Any  # with act(joint, now, state)
    guidance: Any  # with offset(joint, now, states)
    tracks: ClassVar = False
    needs_target: ClassVar = True

    def act(self, joint: Joint, now: Instant, state: JointState) -> JointAction:
        state.demand_target("Steered", joint)
        own, inner = state.common[: len(self._own)], state.common[len(self._own) :]
        shifted = state.target + self.guidance.offset(joint, now, own)
        return self.law.act(joint, now, replace(state, target=shifted, common=inner))

    @property
    def _own(self) -> tuple[str, ...]:
        """Names of the states of the guidance."""
        return tuple(getattr(self.guidance, "memory", tuple)())

    @property
    def kinks(self) -> tuple:
        return (*getattr(self.guidance, "kinks", ()), *super().kinks)

    def common_memory(self) -> tuple[str, ...]:
        """Names of the states of the guidance, and of the law."""
        return (*self._own, *super().common_memory())

    def common_rates(self, now: Instant, common: ca.SX) -> ca.SX:
        """Their rates."""
        count, parts = len(self._own), []
        if count:
            parts.append(self.guidance.rates(now, common[:count]))
        if common.numel() > count:
            parts.append(super().common_rates(now, common[count:]))
        return ca.vertcat(ca.SX(0, 1), *parts)


@dataclass(frozen=True, eq=False)
class Playback:
    """Torques from a recording; the table's names are joint names. ``feedback`` (a PD) may hold the motion on the gait."""

    signals: SignalTable
    feedback: PD | None = None

    @property
    def tracks(self) -> bool:
        """Whether it holds the motion on the gait."""
        return self.feedback is not None

    def act(self, joint: Joint, now: Instant, state: JointState) -> JointAction:
        if joint.name not in now.signals:
            raise InputError(f"Playback has no torque for joint '{joint.name}'. Recorded: {', '.join(self.signals.names)}.")
        torque = now.signals[joint.name]
        if self.feedback is not None:
            torque = torque + self.feedback.act(joint, now, state).torque
        return JointAction(torque)


@dataclass(frozen=True)
class Spring:
    """Gamma = -k (q - rest) - mu qd. MAV (12)."""

    stiffness: float = quantity(0.0, "N m/rad", "k, stiffness", low=0.0)
    damping: float = quantity(0.0, "N m s/rad", "mu, damping", low=0.0)
    rest: float = quantity(0.0, "rad", "angle without torque")

    def __post_init__(self) -> None:
        check_quantities(self)

    def act(self, joint: Joint, now: Instant, state: JointState) -> JointAction:
        stretch = state.angle - self.rest
        return JointAction(
            torque=-self.stiffness * stretch - self.damping * state.rate,
            potential=0.5 * self.stiffness * stretch**2,
            flows={"joint_damping": self.damping * state.rate**2},
        )


@dataclass(frozen=True)
class ConstantTorque:
    """A motor that gives a constant torque, whatever its joint does: [N m or N] by joint name."""

    torques: Mapping[str, float]
    tracks: ClassVar = False

    def __post_init__(self) -> None:
        for name, value in self.torques.items():
            require_number(f"ConstantTorque '{name}'", value)

    def act(self, joint: Joint, now: Instant, state: JointState) -> JointAction:
        if joint.name not in self.torques:
            raise InputError(f"ConstantTorque gives no torque for joint '{joint.name}'; given: {', '.join(self.torques)}.")
        return JointAction(torque=ca.SX(self.torques[joint.name]))


@dataclass(frozen=True)
class ZeroTorque:
    """A motor that gives no torque: for joints that inputs will move (``elver.with_inputs`` replaces it)."""

    tracks: ClassVar = False

    def act(self, joint: Joint, now: Instant, state: JointState) -> JointAction:
        return JointAction(torque=ca.SX(0))


def law_of(laws: Any, joint: Joint) -> Any:
    """The law of a joint: the one that all have, or its own in a mapping from joint name or group to law; None for none."""
    return laws.get(joint.name, laws.get(joint.group)) if isinstance(laws, Mapping) else laws


def laws_in(laws: Any) -> tuple:
    """Every law of a mapping, or the one that all joints have."""
    return () if laws is None else tuple(laws.values()) if isinstance(laws, Mapping) else (laws,)


def springs(*appendages: Appendage) -> dict[str, Spring]:
    """The laws of soft appendages' passive joints, for ``Model(elastic=...)``."""
    return {name: Spring(k, a.damping[name]) for a in appendages for name, k in a.stiffness.items()}


# --- Position servo: a controller with a reference of its own that follows the gait as fast as it may.
#
# The command c is the gait's target, or one that lags behind it. The reference r follows it by a filter whose rate is limited,
#
#     first order:   r' = sat(w (c - r)),
#     second order:  r' = v,   v' = 2 z w (sat(w (c - r) / (2 z)) - v),
#
# and the motor's torque is kp (r - q) + kd (r' - q'), limited too. Without limits the second is r'' = w^2 (c - r) - 2 z w r'. A
# limit that is taken inside the filter keeps |v| below it without winding up.

_ORDERS = ("first", "second")
_SATURATIONS = ("sharp", "smooth")


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
    order: str = word("second", "order of the reference's filter", _ORDERS)
    rate_limit: float | None = quantity(None, "rad/s", "largest rate of the reference", above=0.0, optional=True)
    torque_limit: float | None = quantity(None, "N m", "largest torque", above=0.0, optional=True)
    saturation: str = word("sharp", "how limits are reached: cut off, or by a hyperbolic tangent", _SATURATIONS)
    lag: float | None = quantity(None, "s", "time by which the command lags behind the gait", above=0.0, optional=True)
    needs_target: ClassVar = True

    def __post_init__(self) -> None:
        check_quantities(self)

    def memory(self, joint: Joint) -> tuple[str, ...]:
        """Names of the states of a joint."""
        lag = ("command",) if self.lag is not None else ()
        return (*lag, "reference", "reference rate") if self.order == "second" else (*lag, "reference")

    def begin(self, joint: Joint, state: JointState) -> ca.SX:
        """The states at the start: on the gait, no faster than the limit."""
        state.demand_target("PositionServo", joint)
        lag, rate = (state.target,) if self.lag is not None else (), saturated(state.target_rate, self.rate_limit)
        return ca.vertcat(*lag, *(state.target, rate)[: _ORDERS.index(self.order) + 1])

    def limited(self, value: ca.SX, limit: float | None) -> ca.SX:
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
        torque = _gain(self.kp, joint) * (reference - state.angle) + _gain(self.kd, joint) * (rate - state.rate)
        return JointAction(self.limited(torque, self.torque_limit), rates=ca.vertcat(*rates))
