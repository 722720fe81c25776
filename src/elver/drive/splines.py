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
from pathlib import Path
from typing import Any, NamedTuple

import casadi as ca
import numpy as np

from elver._support.errors import InputError, require_number, unknown_name
from elver._support.files import read_json, write_whole
from elver.drive.signals import DEGREE as SIGNAL_DEGREE
from elver.drive.signals import Instant, SignalTable

_DEGREE = 3
_FORMAT = "elver spline 1"
MOST_BYTES = 16 << 20  # of a file


def _bump(e: ca.SX | ca.DM) -> ca.SX | ca.DM:
    """The cardinal cubic B-spline on [0, 4], zero beyond; ``e`` >= 0. Written with clipped powers, so it is exactly C2."""
    inside = ca.fmin(e, 4)
    total = inside * inside * inside
    for k, weight in ((1, -4), (2, 6), (3, -4)):
        u = ca.fmax(inside - k, 0)
        total = total + weight * u * u * u
    return total / 6


def _basis(x: ca.SX | ca.DM, count: int) -> list:
    """Weights of ``count`` control values at x = phase times count; they sum to 1. Value i weighs most at x = i."""
    offsets = [x - i + 2 for i in range(count)]
    return [_bump(e - count * ca.floor(e / count)) for e in offsets]


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

    def __post_init__(self) -> None:
        if not isinstance(self.points, Mapping) or not self.points:
            raise InputError("PeriodicSpline.points must be a mapping from joint name to control values, and not be empty.")
        object.__setattr__(self, "points", {str(n): _checked_polygon(str(n), v) for n, v in self.points.items()})
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
    def origin(self) -> float:
        """Time of phase 0 [s]."""
        return self.start

    def warp(self) -> float:
        """Amplitude of the warp: phase = u + warp sin^2(pi u)."""
        return (self.drive_end - self.drive) / ca.sin(math.pi * self.drive) ** 2

    def phase(self, time: float | ca.SX | ca.DM) -> float | ca.SX | ca.DM:
        """Phase, growing by 1 each period, at a time [s]."""
        u = (time - self.start) / self.period
        return u + self.warp() * ca.sin(math.pi * u) ** 2

    def motion(self, now: Instant) -> Mapping[str, ca.SX]:
        """Angle of every joint; the basis is shared by joints with equally many control points."""
        s, shared = self.phase(now.time), {}
        for values in self.points.values():
            if len(values) not in shared:
                shared[len(values)] = _basis(s * len(values), len(values))
        return {
            name: sum((c * b for c, b in zip(values, shared[len(values)], strict=True)), ca.SX(0))
            for name, values in self.points.items()
        }

    def sampled(self, joint: str, phases: Sequence[float] | np.ndarray) -> np.ndarray:
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
    def through(cls, keys: Mapping[str, Sequence[tuple]], period: float, count: int = 12, **settings: Any) -> PeriodicSpline:
        """A motion through key points {joint: [(phase, value), ...]}, with ``count`` control values per joint.

        Fewer key points than control values: the smoothest curve through them (least integral of the squared second
        derivative); as many or more: the least-squares fit, so measured data can be given as they are.
        """
        return cls({name: _fitted_polygon(name, points, count) for name, points in keys.items()}, period, **settings)

    def save(self, path: str | Path) -> None:
        """Write a readable JSON file."""
        plain = {"format": _FORMAT, "period": self.period, "drive": self.drive, "drive_end": self.drive_end, "start": self.start}
        try:
            text = json.dumps({**plain, "points": {n: list(v) for n, v in self.points.items()}}, indent=2)
            write_whole(path, text + "\n")
        except TypeError as error:
            raise InputError(
                f"cannot write the motion to '{path}': {error}. Give a file name, and numbers for all fields."
            ) from None


def load_spline(path: str | Path) -> PeriodicSpline:
    """A motion from a file written by ``PeriodicSpline.save``."""
    plain = read_json(path, MOST_BYTES, "Give a JSON file written by PeriodicSpline.save.")
    if not isinstance(plain, dict) or plain.pop("format", None) != _FORMAT:
        raise InputError(f"'{path}' is not a motion ('format': '{_FORMAT}').")
    allowed = ("points", "period", "drive", "drive_end", "start")
    for key in plain:
        if key not in allowed:
            raise unknown_name(f"key of the motion '{path}':", key, allowed)
    for key in ("points", "period"):
        if key not in plain:
            raise InputError(f"the motion '{path}' has no '{key}'.")
    return PeriodicSpline(**plain)


def _checked_polygon(joint: str, values: Sequence[float | ca.SX] | np.ndarray) -> tuple:
    """Control values of one joint: four or more numbers (or symbols)."""
    if isinstance(values, str) or not hasattr(values, "__len__"):
        raise InputError(f"control values of joint '{joint}' must be a list of numbers.")
    if len(values) <= _DEGREE:
        raise InputError(
            f"joint '{joint}' has {len(values)} control points. "
            f"A periodic spline of degree {_DEGREE} needs at least {_DEGREE + 1}."
        )
    return tuple(v if isinstance(v, ca.SX) else float(require_number(f"control point of joint '{joint}'", v)) for v in values)


def basis_matrix(phases: Sequence[float] | np.ndarray, count: int, derivative: int = 0) -> np.ndarray:
    """Weights (len(phases), count), or their derivatives by phase."""
    law = weights_law(count, derivative)
    return np.array(law(np.asarray(phases, dtype=float).reshape(1, -1))).T.reshape(-1, count)


@lru_cache(maxsize=64)
def weights_law(count: int, derivative: int) -> ca.Function:
    """Weights of the control values, or their derivatives, by phase; made once: a scenario fits its splines many times."""
    x = ca.SX.sym("x")
    weights = ca.vertcat(*_basis(x * count, count))
    for _ in range(derivative):
        weights = ca.jtimes(weights, x, ca.SX(1))
    return ca.Function("weights", [x], [ca.densify(weights)])


def _fitted_polygon(joint: str, points: Sequence[tuple], count: int) -> list[float]:
    """Control values of the smoothest curve through key points, or of the least-squares fit where there are many."""
    if not (isinstance(count, int) and count > _DEGREE):
        raise InputError(f"count = {count!r} control points. A periodic spline of degree {_DEGREE} needs at least {_DEGREE + 1}.")
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


# --- Measured samples made smooth: a penalised spline whose strength is chosen by how noisy the samples are.
#
# The spline of degree 5 on even knots has the coefficients c that make
#
#     |y - B c|^2 + s |D c|^2
#
# smallest: B holds the splines at the samples' times, D the third differences of neighbours (Eilers and Marx's penalty). The
# larger the strength s is, the more is taken away. Out of a row of strengths that one is taken whose expected error is
# smallest,
#
#     |y - B c|^2 + 2 sigma^2 d,        d = trace of B (B^T B + s D^T D)^-1 B^T,
#
# with sigma the noise of the samples (Mallows). The rms taken away is then about sigma (1 - d / n)^(1/2). To ask for that rms
# itself (discrepancy principle) fails where n samples are many more than d: the rms of n samples of noise misses sigma by more
# than d makes out. The trace is estimated with the same random signs for all strengths. Where signals repeat, the splines and
# the differences go round, and samples of many periods become one.

_ORDER = 3  # of the differences that are kept small: what they leave alone are parabolas
_STRENGTHS = 10.0 ** np.arange(-4, 8.01, 1 / 3)  # over the mean number of samples that a spline sees; rounding spoils larger ones
_MOST_PIECES, _FEWEST_PIECES = 4000, 2 * SIGNAL_DEGREE + 2
_LEAST = 0.9  # of a period that samples must cover
_PROBES = 32  # random signs, from which the trace is known to one or two


class Smoothed(NamedTuple):
    """A table of smooth signals. removed: by name, the rms of what was taken away from the samples.

    A signal from which more than sigma is taken does not repeat as it should, or is noisier than was said.
    """

    table: SignalTable
    removed: dict[str, float]


def smoothed_table(
    names: Sequence[str],
    times: Sequence[float] | np.ndarray,
    values: Sequence[Any] | np.ndarray,
    sigma: float | Sequence[float] | np.ndarray,
    period: float | None = None,
) -> Smoothed:
    """The smooth signals of noisy samples; see ``SignalTable.smoothed``."""
    times, values = np.asarray(times, dtype=float), np.asarray(values, dtype=float)
    values = values[:, None] if values.ndim == 1 else values
    noise = _noise_of(names, sigma)
    finite = np.isfinite(times).all() and np.isfinite(values).all()
    if times.ndim != 1 or values.shape != (len(times), len(names)) or not finite:
        raise InputError(
            f"samples to be smoothed: {len(names)} names and {times.size} times need finite values of shape ({times.size}, "
            f"{len(names)}); given {values.shape}. Leave out what was not measured."
        )
    if len(times) <= SIGNAL_DEGREE or not (np.diff(times) > 0).all():
        raise InputError(f"samples to be smoothed: give more than {SIGNAL_DEGREE}, at increasing times.")
    grid = _output_times(times, period)
    shown, left = _smooth_columns(times, values, noise, grid, period)
    rms = np.sqrt(np.mean(left**2, axis=0))
    return Smoothed(SignalTable(list(names), grid, shown, period), dict(zip(names, rms.tolist(), strict=True)))


def _output_times(times: np.ndarray, period: float | None) -> np.ndarray:
    """Times of the table: as many as there are samples, or as a period has."""
    if period is None:
        return np.linspace(times[0], times[-1], min(len(times), _MOST_PIECES + 1))
    require_number("period", period, above=0.0, unit="s")
    spacing = float(np.median(np.diff(times)))
    if times[-1] - times[0] + spacing < _LEAST * period:
        raise InputError(
            f"samples to be smoothed: {len(times)} cover {times[-1] - times[0]:g} s, too little of a period of {period:g} s. "
            "Give the samples of at least one period, or leave the period out."
        )
    pieces = int(np.clip(round(period / spacing), _FEWEST_PIECES, _MOST_PIECES))
    return times[0] + np.arange(pieces) * period / pieces


def _smooth_columns(
    times: np.ndarray, values: np.ndarray, sigma: np.ndarray, grid: np.ndarray, period: float | None
) -> tuple[np.ndarray, np.ndarray]:
    """The smooth signals at the times of the grid, and what is left of the samples.

    A signal that takes the largest strength is tried again with half the knots.
    """
    shown, left = np.zeros((len(grid), values.shape[1])), np.zeros(values.shape)
    pieces, waiting = max(len(grid) - (period is None), _FEWEST_PIECES), np.arange(values.shape[1])
    while len(waiting):
        matrices = _open_basis(times, grid, pieces) if period is None else _period_basis(times, grid, pieces, period)
        basis, differences, show = matrices
        c, strongest = _best_splines(basis, differences, values[:, waiting], sigma[waiting])
        shown[:, waiting], left[:, waiting] = show @ c, values[:, waiting] - basis @ c
        waiting = waiting[strongest] if pieces >= 2 * _FEWEST_PIECES else waiting[:0]
        pieces //= 2
    return shown, left


def _noise_of(names: Sequence[str], sigma: Any) -> np.ndarray:
    """The noise of every signal: one number for all, or one for each."""
    given = np.asarray(sigma, dtype=float)
    if given.shape not in ((), (len(names),)) or not np.isfinite(given).all() or not (given > 0).all():
        raise InputError(
            f"sigma = {sigma} is not allowed. Give the standard deviation of the noise, greater than 0: one for all signals or "
            f"one for each of {', '.join(names)}. Samples without noise need no smoothing: use SignalTable(...)."
        )
    return np.broadcast_to(given, (len(names),))


def _open_basis(times: np.ndarray, grid: np.ndarray, pieces: int) -> tuple[Any, Any, Any]:
    """Splines at the samples, differences of their coefficients, and splines at the grid."""
    from scipy.interpolate import BSpline

    length = times[-1] - times[0]
    knots = length / pieces * np.arange(-SIGNAL_DEGREE, pieces + SIGNAL_DEGREE + 1)
    places = (np.clip(t - times[0], 0.0, min(length, knots[pieces + SIGNAL_DEGREE])) for t in (times, grid))
    basis, show = (BSpline.design_matrix(t, knots, SIGNAL_DEGREE).tocsr() for t in places)
    return basis, _difference_matrix(pieces + SIGNAL_DEGREE, ring=False), show


def _period_basis(times: np.ndarray, grid: np.ndarray, pieces: int, period: float) -> tuple[Any, Any, Any]:
    """The same for splines that go round."""
    from scipy.interpolate import BSpline
    from scipy.sparse import csr_array

    knots = period / pieces * np.arange(-SIGNAL_DEGREE, pieces + SIGNAL_DEGREE + 1)
    every = np.arange(pieces + SIGNAL_DEGREE)
    fold = csr_array((np.ones(len(every)), (every, every % pieces)))
    places = (np.clip(t, 0.0, knots[pieces + SIGNAL_DEGREE]) for t in (np.mod(times - times[0], period), grid - grid[0]))
    basis, show = ((BSpline.design_matrix(t, knots, SIGNAL_DEGREE) @ fold).tocsr() for t in places)
    return basis, _difference_matrix(pieces, ring=True), show


def _difference_matrix(count: int, ring: bool) -> Any:
    """Third differences of neighbours, in a row or in a ring."""
    from scipy.sparse import csr_array

    weights = [math.comb(_ORDER, k) * (-1) ** (_ORDER - k) for k in range(_ORDER + 1)]
    rows = count if ring else count - _ORDER
    places = (np.arange(rows)[:, None] + np.arange(_ORDER + 1)) % count
    return csr_array((np.tile(weights, rows), (np.repeat(np.arange(rows), _ORDER + 1), places.ravel())), shape=(rows, count))


def _best_splines(basis: Any, differences: Any, values: np.ndarray, sigma: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Coefficients of every column of the samples with the strength whose expected error is smallest; where it is the largest."""
    from scipy.sparse.linalg import splu

    normal, penalty = (basis.T @ basis).tocsc(), (differences.T @ differences).tocsc()
    signs = np.random.default_rng(0).choice([-1.0, 1.0], size=(len(values), _PROBES))
    right = basis.T @ np.hstack([values, signs])
    count, best = values.shape[1], np.full(values.shape[1], np.inf)
    chosen, better = np.zeros((basis.shape[1], count)), np.zeros(count, dtype=bool)
    for strength in _STRENGTHS * len(values) / basis.shape[1]:
        c = splu((normal + strength * penalty).tocsc()).solve(right)
        trace = float(np.mean(np.sum(right[:, count:] * c[:, count:], axis=0)))
        score = np.sum((values - basis @ c[:, :count]) ** 2, axis=0) + 2 * sigma**2 * trace
        better = score < best
        best[better], chosen[:, better] = score[better], c[:, :count][:, better]
    return chosen, better
