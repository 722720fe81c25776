"""Gaits: joint motions as functions of time. Rates and accelerations follow by automatic differentiation.

A gait is any object with ``motion(now) -> {joint name: angle}``; it may have ``period`` [s] for reports and
``signals`` (a SignalTable) when it is made of samples.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import casadi as ca

from elver.drive.signals import Instant, SignalTable
from elver.errors import InputError


class Gait(Protocol):
    """A law of joint motion."""

    def motion(self, now: Instant) -> Mapping[str, ca.SX]: ...


def start_ramp(time, ramp_time):
    """Quintic f(t) from 0 to 1 with zero rate and acceleration at both ends. EEL (64)."""
    u = ca.fmin(time / ramp_time, 1)
    return u**3 * (10 + u * (-15 + 6 * u))


@dataclass(frozen=True)
class Anguilliform:
    """Travelling wave with exponential envelope, discretised on yaw joints. EEL (63)-(66).

    Q(s, t) = f(t) A exp(alpha s) sin(2 pi (s / lambda - t / T))
    q_yaw,i = Q(X_{i+1}, t) - Q(X_i, t) + f Off1,   q_pitch,i = f Off2,   held joints stay at 0.

    yaw, pitch, held: joint names, head to tail.   stations X_1 .. X_{N+1} [m]: arc length of the yaw joints, tail end last.
    amplitude A [rad], growth alpha [1/m], wavelength lambda [m], period T [s], ramp_time t_f [s],
    yaw_offset Off1 [rad], pitch_offset Off2 [rad].
    """

    yaw: Sequence[str]
    stations: Sequence[float]
    pitch: Sequence[str] = ()
    held: Sequence[str] = ()
    amplitude: float = 0.06
    growth: float = 1.2
    wavelength: float = 1.8
    period: float = 2.0
    ramp_time: float = 2.0
    yaw_offset: float = 0.0
    pitch_offset: float = 0.0

    def __post_init__(self):
        if len(self.stations) != len(self.yaw) + 1:
            raise InputError(
                f"Anguilliform: {len(self.yaw)} yaw joints need {len(self.yaw) + 1} stations; given {len(self.stations)}."
            )
        for name in ("wavelength", "period", "ramp_time"):
            value = getattr(self, name)
            if not isinstance(value, ca.SX) and not (math.isfinite(value) and value > 0):
                raise InputError(f"Anguilliform.{name} = {value} must be greater than 0.")
        for name in ("amplitude", "growth", "yaw_offset", "pitch_offset"):
            value = getattr(self, name)
            if not isinstance(value, ca.SX) and not math.isfinite(value):
                raise InputError(f"Anguilliform.{name} = {value} is not a finite number.")

    def backbone(self, s, time):
        """Q(s, t) without the start ramp [rad]. (63)"""
        envelope = self.amplitude * ca.exp(self.growth * s)
        return envelope * ca.sin(2 * math.pi * (s / self.wavelength - time / self.period))

    def motion(self, now: Instant) -> Mapping[str, ca.SX]:
        f = start_ramp(now.time, self.ramp_time)
        Q = [self.backbone(X, now.time) for X in self.stations]
        angles = {name: f * (Q[i + 1] - Q[i] + self.yaw_offset) for i, name in enumerate(self.yaw)}  # (65)
        angles |= dict.fromkeys(self.pitch, f * self.pitch_offset)  # (66)
        return angles | {name: ca.SX(0) for name in self.held}


@dataclass(frozen=True, eq=False)
class RecordedMotion:
    """Joint angles from samples: a measured or precomputed motion. The table's names are joint names."""

    signals: SignalTable

    def motion(self, now: Instant) -> Mapping[str, ca.SX]:
        return {name: now.signals[name] for name in self.signals.names}


@dataclass(frozen=True)
class Hold:
    """All named joints stand still at given angles [rad or m]."""

    angles: Mapping[str, float]

    def motion(self, now: Instant) -> Mapping[str, ca.SX]:
        return {name: ca.SX(angle) for name, angle in self.angles.items()}
