"""Lift and drag coefficients of a blade's section as functions of its angle of attack.

A polar is any object with ``coefficients(sine, cosine) -> (C_L, C_D)``, given the sine and cosine of the angle
alpha = atan2(w . v, t . v) between the chord and the velocity through the air, -pi < alpha <= pi: CasADi expressions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import casadi as ca
import numpy as np

from elver.errors import InputError, from_user
from elver.forces.effect import expression
from elver.quantities import check_quantities, quantity

WIDEST_GAP = np.radians(45.0) + 1e-9  # between neighbouring angles of a table: beyond it nothing is known in between
MEETING = 1e-6  # how well the two ends of a table must meet


@dataclass(frozen=True)
class Dickinson:
    """C_L = lift sin 2 alpha, C_D = drag - drag_swing cos 2 alpha. MAV section IV-B, after Dickinson, Lehmann and Sane (1999)."""

    lift: float = quantity(1.8, "1", "lift at 45 degrees")
    drag: float = quantity(1.92, "1", "mean drag")
    drag_swing: float = quantity(1.55, "1", "swing of the drag")

    def __post_init__(self):
        check_quantities(self)

    def coefficients(self, sine, cosine):
        return self.lift * 2 * sine * cosine, self.drag - self.drag_swing * (cosine * cosine - sine * sine)


@dataclass(frozen=True)
class FlatPlate:
    """A thin symmetric fin of finite span that stalls.

    Below the stall: the lifting line's C_L = 2 pi / (1 + 2 / AR) sin(alpha) cos(alpha), C_D = drag + C_L^2 / (pi e AR).
    Beyond it, and for flow from behind: the plate's normal force, C_L = N sin(alpha) cos(alpha), C_D = drag + N sin^2(alpha).
    The passage between them is a hyperbolic tangent over +-``blend``.
    """

    aspect_ratio: float = quantity(3.0, "1", "AR, span over chord, of both halves where a wall mirrors the fin", above=0.0)
    stall: float = quantity(0.3, "rad", "angle at which the flow leaves the fin", above=0.0)
    blend: float = quantity(0.05, "rad", "half width of the passage to stalled flow", above=0.0)
    drag: float = quantity(0.01, "1", "drag at angle 0", low=0.0)
    normal: float = quantity(2.0, "1", "N, normal force of the stalled plate at a right angle", low=0.0)
    efficiency: float = quantity(0.9, "1", "e, Oswald's factor of the induced drag", above=0.0)

    def __post_init__(self):
        check_quantities(self)

    def coefficients(self, sine, cosine):
        alpha = ca.atan2(sine, cosine)
        attached = 0.5 * (ca.tanh((self.stall + alpha) / self.blend) + ca.tanh((self.stall - alpha) / self.blend))
        attached_lift = 2 * np.pi / (1 + 2 / self.aspect_ratio) * sine * cosine
        induced = attached_lift**2 / (np.pi * self.efficiency * self.aspect_ratio)
        lift = attached * attached_lift + (1 - attached) * self.normal * sine * cosine
        return lift, self.drag + attached * induced + (1 - attached) * self.normal * sine**2


@dataclass(frozen=True)
class Polar:
    """Two functions of alpha [rad], written in CasADi: lift(alpha) and drag(alpha)."""

    lift: Callable
    drag: Callable

    def __post_init__(self):
        for name in ("lift", "drag"):
            if not callable(getattr(self, name)):
                raise InputError(f"Polar.{name} is not a function. Give lift(alpha) and drag(alpha), or a PolarTable.")

    def coefficients(self, sine, cosine):
        alpha = ca.atan2(sine, cosine)
        found = [from_user(f"Polar.{n}", getattr(self, n), alpha) for n in ("lift", "drag")]
        return tuple(expression(f"Polar.{n}", v, (1, 1)) for n, v in zip(("lift", "drag"), found, strict=True))


@dataclass(frozen=True, eq=False)
class PolarTable:
    """Measured coefficients at increasing angles [rad], joined by straight lines.

    The angles reach from -pi to pi, or from 0 to pi for a section that is the same on both sides: lift is then odd and drag
    even in alpha.
    """

    angles: np.ndarray
    lift: np.ndarray
    drag: np.ndarray

    def __post_init__(self):
        for name in ("angles", "lift", "drag"):
            try:
                value = np.asarray(getattr(self, name), dtype=float)
            except (TypeError, ValueError):
                raise InputError(f"PolarTable.{name} must hold numbers.") from None
            object.__setattr__(self, name, value)
        if self.angles.ndim != 1 or not self.angles.shape == self.lift.shape == self.drag.shape:
            raise InputError("PolarTable: angles, lift and drag must be three lists of one length.")
        self._check_holes()
        if self.angles[0] == 0:
            self._check_ends("lift", self.lift[0], 0.0, "at 0: it is odd in alpha")
            self._check_ends("lift", self.lift[-1], 0.0, "at pi: it is odd in alpha")
            return
        for name in ("lift", "drag"):
            values = getattr(self, name)
            self._check_ends(name, values[0], values[-1], "at -pi as at pi: they are the same angle")

    def _check_holes(self):
        for name in ("angles", "lift", "drag"):
            bad = np.flatnonzero(~np.isfinite(getattr(self, name)))
            if bad.size:
                raise InputError(
                    f"PolarTable.{name}[{bad[0]}] is not a finite number: the table has a hole. Fill or drop the row."
                )
        a = self.angles
        if len(a) < 2 or abs(a[-1] - np.pi) > 1e-9 or not (a[0] == 0 or abs(a[0] + np.pi) <= 1e-9):
            covers = f"{a[0]:.6g} to {a[-1]:.6g} rad" if len(a) else "nothing"
            raise InputError(f"PolarTable covers {covers}. Give angles from -pi to pi, or from 0 to pi for a symmetric section.")
        steps = np.diff(a)
        if steps.min() <= 0:
            raise InputError("PolarTable: angles must increase.")
        if steps.max() > WIDEST_GAP:
            k = int(np.argmax(steps))
            raise InputError(
                f"PolarTable has a hole between {a[k]:.4g} and {a[k + 1]:.4g} rad. Give angles no more than 45 degrees apart."
            )

    def _check_ends(self, name: str, value: float, wanted: float, where: str):
        if abs(value - wanted) > MEETING:
            raise InputError(f"PolarTable.{name} is {value:g}, not {wanted:g}, {where}.")

    def coefficients(self, sine, cosine):
        symmetric = self.angles[0] == 0
        alpha = ca.atan2(ca.fabs(sine) if symmetric else sine, cosine)
        lift, drag = straight_lines(alpha, self.angles, self.lift), straight_lines(alpha, self.angles, self.drag)
        return (ca.sign(sine) * lift if symmetric else lift), drag


def straight_lines(x, places: np.ndarray, values: np.ndarray):
    """Piecewise linear interpolation as a sum of kinks."""
    slopes = np.diff(values) / np.diff(places)
    y = values[0] + slopes[0] * (x - places[0])
    for place, change in zip(places[1:-1], np.diff(slopes), strict=True):
        if change != 0:
            y = y + change * ca.fmax(x - place, 0)
    return y
