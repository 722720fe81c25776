"""Periodic joint motions drawn by hand: uniform cubic B-splines with a control polygon. FLOAT section VII-C.

A joint's motion over the phase s in [0, 1) of a stroke is the sum of its n control values times shifted copies of the cardinal
cubic B-spline: two continuous derivatives everywhere, the period's ends included, and each control value moves the curve only
nearby. Time is mapped to phase by a smooth warp, so that one number sets the share of the drive in the stroke.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import casadi as ca
import numpy as np

from elver.drive.signals import Instant
from elver.errors import InputError, require_number, unknown_name
from elver.files import write_whole
from elver.reading import read_json

DEGREE = 3
FORMAT = "elver spline 1"
MOST_BYTES = 16 << 20  # of a file


def bump(e):
    """The cardinal cubic B-spline on [0, 4], zero beyond; ``e`` >= 0. Written with clipped powers, so it is exactly C2."""
    inside = ca.fmin(e, 4)
    total = inside * inside * inside
    for k, weight in ((1, -4), (2, 6), (3, -4)):
        u = ca.fmax(inside - k, 0)
        total = total + weight * u * u * u
    return total / 6


def basis(x, count: int) -> list:
    """Weights of ``count`` control values at x = phase times count; they sum to 1. Value i weighs most at x = i."""
    offsets = [x - i + 2 for i in range(count)]
    return [bump(e - count * ca.floor(e / count)) for e in offsets]


@dataclass(frozen=True)
class PeriodicSpline:
    """Periodic motion of joints.

    points: control values by joint [rad or m], evenly spaced in phase, the first at phase 0; four or more each.
    period [s]; drive: share of the period in which the phase runs from 0 to ``drive_end``; start [s]: time of phase 0.

    phase(u) = u + (drive_end - drive) sin^2(pi u) / sin^2(pi drive), u = time/period: smooth, increasing, and phase(drive) =
    drive_end. A drive that would make the phase run backwards is refused.
    """

    points: Mapping[str, Sequence[float]]
    period: float
    drive: float = 0.5
    drive_end: float = 0.5
    start: float = 0.0

    def __post_init__(self):
        if not isinstance(self.points, Mapping) or not self.points:
            raise InputError("PeriodicSpline.points must be a mapping from joint name to control values, and not be empty.")
        object.__setattr__(self, "points", {str(n): checked_polygon(str(n), v) for n, v in self.points.items()})
        require_number("PeriodicSpline.period", self.period, above=0.0, unit="s")
        require_number("PeriodicSpline.start", self.start, unit="s")
        for name in ("drive", "drive_end"):
            value = require_number(f"PeriodicSpline.{name}", getattr(self, name), above=0.0)
            if not isinstance(value, ca.SX) and value >= 1:
                raise InputError(f"PeriodicSpline.{name} = {value:g}. Give a share of the stroke between 0 and 1.")
        self.check_warp()

    def check_warp(self) -> None:
        """Refuse a warp in which the phase stands still or runs backwards."""
        if isinstance(self.drive, ca.SX) or isinstance(self.drive_end, ca.SX):
            return
        needed, room = abs(self.drive_end - self.drive) * math.pi, math.sin(math.pi * self.drive) ** 2
        if needed >= room:
            rate = 1 - needed / room if room else -math.inf
            raise InputError(
                f"PeriodicSpline: drive = {self.drive:g} is too far from drive_end = {self.drive_end:g}: the motion would run "
                f"backwards for a while (least phase rate {rate:.3g}). Bring them together, or draw other control points."
            )

    @property
    def origin(self):
        """Time of phase 0 [s]."""
        return self.start

    def warp(self):
        """Amplitude of the warp: phase = u + warp sin^2(pi u)."""
        return (self.drive_end - self.drive) / ca.sin(math.pi * self.drive) ** 2

    def phase(self, time):
        """Phase, growing by 1 each period, at a time [s]."""
        u = (time - self.start) / self.period
        return u + self.warp() * ca.sin(math.pi * u) ** 2

    def motion(self, now: Instant) -> Mapping[str, ca.SX]:
        """Angle of every joint; the basis is shared by joints with equally many control points."""
        s, shared = self.phase(now.time), {}
        for values in self.points.values():
            if len(values) not in shared:
                shared[len(values)] = basis(s * len(values), len(values))
        return {
            name: sum((c * b for c, b in zip(values, shared[len(values)], strict=True)), ca.SX(0))
            for name, values in self.points.items()
        }

    def sampled(self, joint: str, phases) -> np.ndarray:
        """Motion of one joint at phases (not times)."""
        if joint not in self.points:
            raise unknown_name("joint of the spline:", joint, self.points)
        values = np.asarray(self.points[joint], dtype=float)
        return basis_matrix(phases, len(values)) @ values

    def moved(self, joint: str, index: int, value: float) -> PeriodicSpline:
        """The same motion with one control value changed."""
        if joint not in self.points or not 0 <= index < len(self.points[joint]):
            raise InputError(f"no control point {index} of joint '{joint}'.")
        values = list(self.points[joint])
        values[index] = value
        return replace(self, points={**self.points, joint: values})

    @classmethod
    def through(cls, keys: Mapping[str, Sequence[tuple]], period: float, count: int = 12, **settings) -> PeriodicSpline:
        """A motion through key points {joint: [(phase, value), ...]}, with ``count`` control values per joint.

        Fewer key points than control values: the smoothest curve through them (least integral of the squared second
        derivative); as many or more: the least-squares fit, so measured data can be given as they are.
        """
        return cls({name: fitted_polygon(name, points, count) for name, points in keys.items()}, period, **settings)

    def save(self, path) -> None:
        """Write a readable JSON file."""
        plain = {"format": FORMAT, "period": self.period, "drive": self.drive, "drive_end": self.drive_end, "start": self.start}
        try:
            text = json.dumps({**plain, "points": {n: list(v) for n, v in self.points.items()}}, indent=2)
            write_whole(path, text + "\n")
        except TypeError as error:
            raise InputError(
                f"cannot write the motion to '{path}': {error}. Give a file name, and numbers for all fields."
            ) from None


def load_spline(path) -> PeriodicSpline:
    """A motion from a file written by ``PeriodicSpline.save``."""
    plain = read_json(path, MOST_BYTES, "Give a JSON file written by PeriodicSpline.save.")
    if not isinstance(plain, dict) or plain.pop("format", None) != FORMAT:
        raise InputError(f"'{path}' is not a motion ('format': '{FORMAT}').")
    allowed = ("points", "period", "drive", "drive_end", "start")
    for key in plain:
        if key not in allowed:
            raise unknown_name(f"key of the motion '{path}':", key, allowed)
    for key in ("points", "period"):
        if key not in plain:
            raise InputError(f"the motion '{path}' has no '{key}'.")
    return PeriodicSpline(**plain)


def checked_polygon(joint: str, values) -> tuple:
    """Control values of one joint: four or more numbers (or symbols)."""
    if isinstance(values, str) or not hasattr(values, "__len__"):
        raise InputError(f"control values of joint '{joint}' must be a list of numbers.")
    if len(values) <= DEGREE:
        raise InputError(
            f"joint '{joint}' has {len(values)} control points. A periodic spline of degree {DEGREE} needs at least {DEGREE + 1}."
        )
    return tuple(v if isinstance(v, ca.SX) else float(require_number(f"control point of joint '{joint}'", v)) for v in values)


def basis_matrix(phases, count: int, derivative: int = 0) -> np.ndarray:
    """Weights (len(phases), count), or their derivatives by phase."""
    law = weights_law(count, derivative)
    return np.array(law(np.asarray(phases, dtype=float).reshape(1, -1))).T.reshape(-1, count)


@lru_cache(maxsize=64)
def weights_law(count: int, derivative: int) -> ca.Function:
    """Weights of the control values, or their derivatives, by phase; made once: a scenario fits its splines many times."""
    x = ca.SX.sym("x")
    weights = ca.vertcat(*basis(x * count, count))
    for _ in range(derivative):
        weights = ca.jtimes(weights, x, ca.SX(1))
    return ca.Function("weights", [x], [ca.densify(weights)])


def fitted_polygon(joint: str, points: Sequence[tuple], count: int) -> list[float]:
    """Control values of the smoothest curve through key points, or of the least-squares fit where there are many."""
    if not (isinstance(count, int) and count > DEGREE):
        raise InputError(f"count = {count!r} control points. A periodic spline of degree {DEGREE} needs at least {DEGREE + 1}.")
    keys = np.asarray(points, dtype=float)
    if keys.ndim != 2 or keys.shape[1] != 2 or len(keys) < 1 or not np.isfinite(keys).all():
        raise InputError(f"key points of joint '{joint}' must be pairs of phase and value, all finite.")
    phases = np.mod(keys[:, 0], 1.0)
    if len(np.unique(np.round(phases, 12))) < len(phases) and len(keys) < count:
        raise InputError(f"joint '{joint}' has two key points at one phase (0 and 1 are the same one). Give each phase once.")
    weights = basis_matrix(phases, count)
    if len(keys) >= count:
        return np.linalg.lstsq(weights, keys[:, 1], rcond=None)[0].tolist()
    nodes, shares = np.polynomial.legendre.leggauss(2)  # the second derivative is linear between knots: two points are exact
    inner = ((np.arange(count)[:, None] + 0.5 * (nodes + 1)) / count).ravel()
    bend = basis_matrix(inner, count, 2) / count**2
    energy = bend.T @ (np.tile(shares, count)[:, None] * bend)
    system = np.block([[energy, weights.T], [weights, np.zeros((len(keys), len(keys)))]])
    answer = np.linalg.lstsq(system, np.concatenate([np.zeros(count), keys[:, 1]]), rcond=None)[0]
    return answer[:count].tolist()
