"""Sampled time series as inputs of a compiled model: torque recordings, measured motions."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import casadi as ca
import numpy as np

from elver.errors import InputError
from elver.forces.effect import commanded

DEGREE = 5


@dataclass(frozen=True)
class Machine:
    """The machine as a controller may see it. position [m] of the centre of mass, world.

    yaw [rad]: heading of the base about the world's z axis; relative_yaws [rad]: of every body with mass, from the base's.
    """

    position: ca.SX
    yaw: ca.SX
    relative_yaws: Sequence[ca.SX]

    @property
    def heading(self):
        """Mean heading of the bodies [rad]. USR (2)."""
        return self.yaw + sum(self.relative_yaws) / len(self.relative_yaws)


@dataclass(frozen=True)
class Instant:
    """The moment a law is evaluated at: ``time`` [s], the value of every sampled signal by name, and the machine.

    commands: what the gait gives to things that are no joints (the length of a tendon), by name: value, rate, acceleration.
    elapsed [s]: since the start, where ``time`` is that of a gait's own clock (elver.drive.clocks); None where both are one.
    A gait sees neither machine nor commands: its rates and accelerations are derivatives by time alone.
    """

    time: ca.SX
    signals: Mapping[str, ca.SX]
    machine: Machine | None = None
    commands: Mapping[str, tuple] = field(default_factory=dict)
    elapsed: ca.SX | None = None

    @property
    def since_start(self):
        """Time since the start [s], whatever clock the gait goes by."""
        return self.time if self.elapsed is None else self.elapsed

    def command(self, name: str) -> tuple:
        """Value, rate and acceleration of a command."""
        return commanded(self.commands, name)


@dataclass(frozen=True, eq=False)
class SignalTable:
    """Samples of named signals at increasing times [s], joined by a quintic spline (two smooth derivatives).

    values: one row per time, one column per name.
    """

    names: Sequence[str]
    times: np.ndarray
    values: np.ndarray

    def __post_init__(self):
        times, values = np.asarray(self.times, float), np.asarray(self.values, float)
        object.__setattr__(self, "times", times)
        object.__setattr__(self, "values", values)
        if times.ndim != 1 or values.shape != (len(times), len(self.names)):
            raise InputError(
                f"signal table: {len(self.names)} names and {times.size} times need values of shape "
                f"({times.size}, {len(self.names)}); given {values.shape}."
            )
        if len(times) <= DEGREE:
            raise InputError(f"signal table: {len(times)} samples. A spline of degree {DEGREE} needs at least {DEGREE + 1}.")
        if not (np.isfinite(times).all() and np.isfinite(values).all() and (np.diff(times) > 0).all()):
            raise InputError("signal table: times must increase and all numbers be finite.")

    def coefficients(self) -> tuple[np.ndarray, np.ndarray]:
        """Break points (m + 1) and coefficients (m, names, degree + 1), lowest power first, about the left break."""
        from scipy.interpolate import make_interp_spline

        spline = make_interp_spline(self.times, self.values, k=DEGREE)
        breaks = np.unique(spline.t)
        taylor = [spline(breaks[:-1], nu=k) / math.factorial(k) for k in range(DEGREE + 1)]
        return breaks, np.ascontiguousarray(np.stack(taylor, axis=-1))
