"""Torque laws of joints whose motion is computed: controllers, recordings, springs.

A law is any object with ``act(joint, now, state) -> JointAction``; it may have ``signals``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import casadi as ca

from elver.drive.signals import Instant, SignalTable
from elver.errors import InputError
from elver.robot import Joint


@dataclass(frozen=True)
class JointState:
    """angle, rate: the joint's own [rad, rad/s or m, m/s]; target, target_rate, target_acceleration: the gait's, or None."""

    angle: ca.SX
    rate: ca.SX
    target: ca.SX | None = None
    target_rate: ca.SX | None = None
    target_acceleration: ca.SX | None = None


@dataclass(frozen=True)
class JointAction:
    """torque [N m or N] on the joint; potential [J] stored; flows [W] that leave the machine, by name.

    flows None: all of the torque's power is work of a motor.
    """

    torque: ca.SX
    potential: ca.SX | float = 0.0
    flows: Mapping[str, ca.SX] | None = None


def gain(value, joint: Joint):
    """A gain for all joints, or one per joint group."""
    if not isinstance(value, Mapping):
        return value
    if joint.group not in value:
        raise InputError(f"no gain for joint group '{joint.group}' (joint '{joint.name}'); given: {', '.join(value)}.")
    return value[joint.group]


@dataclass(frozen=True)
class PD:
    """Gamma = kp (q* - q) + kd (qd* - qd), cut off at +-limit. The gait gives q*.

    kp [N m/rad], kd [N m s/rad]: numbers, or mappings from joint group to number. limit [N m], None for none.
    feed_rate False leaves out qd* (pure damping).
    """

    kp: float | Mapping[str, float]
    kd: float | Mapping[str, float]
    limit: float | None = None
    feed_rate: bool = True

    def act(self, joint: Joint, now: Instant, state: JointState) -> JointAction:
        if state.target is None:
            raise InputError(f"PD on joint '{joint.name}': the gait gives it no target. Add the joint to the gait.")
        rate_error = (state.target_rate if self.feed_rate else 0) - state.rate
        torque = gain(self.kp, joint) * (state.target - state.angle) + gain(self.kd, joint) * rate_error
        if self.limit is not None:
            torque = ca.fmax(ca.fmin(torque, self.limit), -self.limit)
        return JointAction(torque)


@dataclass(frozen=True, eq=False)
class Playback:
    """Torques from a recording; the table's names are joint names. ``feedback`` (a PD) may hold the motion on the gait."""

    signals: SignalTable
    feedback: PD | None = None

    def act(self, joint: Joint, now: Instant, state: JointState) -> JointAction:
        if joint.name not in now.signals:
            raise InputError(f"Playback has no torque for joint '{joint.name}'. Recorded: {', '.join(self.signals.names)}.")
        torque = now.signals[joint.name]
        if self.feedback is not None:
            torque = torque + self.feedback.act(joint, now, state).torque
        return JointAction(torque)


@dataclass(frozen=True)
class Spring:
    """Gamma = -k (q - rest) - mu qd. MAV (12). stiffness k [N m/rad], damping mu [N m s/rad], rest [rad]."""

    stiffness: float = 0.0
    damping: float = 0.0
    rest: float = 0.0

    def __post_init__(self):
        for name in ("stiffness", "damping"):
            value = getattr(self, name)
            if not isinstance(value, ca.SX) and not value >= 0:
                raise InputError(f"Spring.{name} = {value} is negative. Give 0 or more.")

    def act(self, joint: Joint, now: Instant, state: JointState) -> JointAction:
        stretch = state.angle - self.rest
        return JointAction(
            torque=-self.stiffness * stretch - self.damping * state.rate,
            potential=0.5 * self.stiffness * stretch**2,
            flows={"joint_damping": self.damping * state.rate**2},
        )
