"""Waves as sums of components: regular, of a spectrum, focused, recorded.

A wave is data: amplitudes a, frequencies w, directions b and phases e of its components, with which the surface is

    eta(x, y, t) = sum a cos(k (x cos b + y sin b) - w t + e),      w^2 = g k tanh(k h)      (``wavenumber``).

What the water does under it is the flow of sea.py. Spectra S(w) [m^2 s] hold the energy of the surface,
m_n = integral of w^n S dw, with the significant height H_s = 4 sqrt(m_0) and the peak at w_p = 2 pi / T_p:

    Bretschneider:      S_B = 5/16 H_s^2 w_p^4 w^-5 exp(-5/4 (w_p/w)^4)
    Pierson-Moskowitz:  the same of a fully developed sea, a g^2 w^-5 exp(-0.74 (g/(U w))^4), a = 0.0081
    JONSWAP:            A S_B gamma^exp(-((w - w_p)/(sigma w_p))^2/2), sigma = 0.07 below the peak, 0.09 above (Hasselmann 1973)

A band of frequencies is cut into cells of one width; each cell is one component, of the energy of the cell and of a frequency
drawn within it, so that the sea does not repeat. Amplitudes are scaled by one factor so that H_s is the one asked for.
"""

from __future__ import annotations

import csv
import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from elver._support.errors import InputError, is_symbol, number_in, unknown_name
from elver.forces.hulls.sections import group_velocity, wavenumber
from elver.quantities import REQUIRED, check_quantities, quantity

_STEEPEST = 0.142  # H/L at which a wave breaks in deep water; times tanh(k h) in shallow (Miche 1944)
_URSELL = 40.0  # H L^2/h^3 beyond which no linear wave is like a real one: solitary crests (Hedges 1995)
_SHARE = 0.5  # of a spectrum's energy that its band must hold
_GAUSS = np.polynomial.legendre.leggauss(8)
_PHILLIPS, _DECAY = 0.0081, 0.74  # Pierson-Moskowitz
_GRAVITY = 9.81  # m/s^2, of the fit of Pierson and Moskowitz
_MOST = 5000  # components of a recording


@dataclass(frozen=True, eq=False)
class WaveComponents:
    """The components of waves over water of one depth.

    amplitudes [m], frequencies [rad/s], directions [rad, world, towards which they go, from x to y], phases [rad]: (n,) each.
    scale: what all amplitudes are multiplied by, a number or an expression.   depth [m], infinite for deep.   gravity [m/s^2].
    """

    amplitudes: np.ndarray
    frequencies: np.ndarray
    directions: np.ndarray
    phases: np.ndarray
    scale: Any = 1.0
    depth: float = math.inf
    gravity: float = 9.81
    wavenumbers: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        for name in ("amplitudes", "frequencies", "directions", "phases"):
            object.__setattr__(self, name, np.atleast_1d(np.asarray(getattr(self, name), dtype=float)))
        object.__setattr__(self, "wavenumbers", wavenumber(self.frequencies, self.depth, self.gravity))

    def __len__(self) -> int:
        return len(self.amplitudes)

    def moment(self, order: int = 0) -> float:
        """m_n = sum w^n a^2/2 [m^2 / s^n], of a scale of 1."""
        return float(np.sum(self.frequencies**order * self.amplitudes**2) / 2)

    @property
    def significant_height(self) -> float:
        """H_s = 4 sqrt(m_0) [m], of a scale of 1."""
        return 4 * math.sqrt(self.moment())

    @property
    def group_velocities(self) -> np.ndarray:
        """dw/dk [m/s]: with which their energy travels."""
        return group_velocity(self.frequencies, self.depth, self.gravity)

    def energy_flux(self, density: float = 1000.0) -> float:
        """Mean power per metre of crest [W/m] that goes through a plane across every component, of a scale of 1."""
        return float(density * self.gravity * np.sum(self.amplitudes**2 / 2 * self.group_velocities))

    def elevation(self, x: Any, y: Any, t: Any) -> np.ndarray:
        """eta [m] at places and times that are arrays of one shape, of a scale of 1."""
        x, y, t = (np.asarray(own, dtype=float)[..., None] for own in (x, y, t))
        k, b = self.wavenumbers, self.directions
        return np.sum(self.amplitudes * np.cos(k * (np.cos(b) * x + np.sin(b) * y) - self.frequencies * t + self.phases), axis=-1)


def check_linear(what: str, height: float, period: float, depth: float, gravity: float) -> None:
    """Refuse a wave that linear theory has nothing to say of: one that breaks, or one that is long for its depth.

    height [m], trough to crest.   period [s].   depth [m], may be infinite.
    """
    k = float(wavenumber(2 * math.pi / period, depth, gravity))
    length = 2 * math.pi / k
    steepest = _STEEPEST * (math.tanh(k * depth) if math.isfinite(depth) else 1.0)
    if height > steepest * length:
        raise InputError(
            f"{what}: a wave {height:.4g} m high and {length:.4g} m long (period {period:.4g} s) breaks: "
            f"{steepest * length:.4g} m is the most. Give a lower height, or a longer period."
        )
    if math.isfinite(depth) and height * length**2 > _URSELL * depth**3:
        most = _URSELL * depth**3 / length**2
        raise InputError(
            f"{what}: a wave {length:.4g} m long is too long for water {depth:.4g} m deep: at {height:.4g} m height its crests "
            f"are no longer sines (Ursell's number {height * length**2 / depth**3:.3g}, {_URSELL:g} is the most). Give a shorter "
            f"period, deeper water, or at most {most:.3g} m height."
        )


# --- Regular waves.


@dataclass(frozen=True, kw_only=True)
class RegularWaves:
    """One component: eta = height/2 cos(k (x cos b + y sin b) - w t + phase)."""

    height: float = quantity(REQUIRED, "m", "H, from trough to crest", low=0.0)
    period: float = quantity(
        REQUIRED, "s", "T, where the water is at rest", above=0.0, fixed="the length of the wave follows from it."
    )
    direction: float = quantity(
        0.0, "rad", "b, towards which it goes: 0 along x, 90 deg along y", fixed="it is folded into the sums."
    )
    phase: float = quantity(0.0, "rad", "e, at the origin at time 0", fixed="it is folded into the sums.")

    def __post_init__(self) -> None:
        check_quantities(self)

    def components(self, depth: float = math.inf, gravity: float = 9.81) -> WaveComponents:
        """The components over water of a depth [m]."""
        if not is_symbol(self.height):
            check_linear("RegularWaves", self.height, self.period, depth, gravity)
        w, b, e = (np.array([own]) for own in (2 * math.pi / self.period, self.direction, self.phase))
        return WaveComponents(np.array([0.5]), w, b, e, self.height, depth, gravity)


# --- Waves of a spectrum.


@dataclass(frozen=True, kw_only=True)
class SpectralWaves:
    """What spectra have in common: how they become components. Spectra themselves have ``peak`` and ``density``."""

    count: int = quantity(200, "1", "components", low=1, high=2000)
    seed: int = quantity(0, "1", "of phases, frequencies within cells, and directions", low=0)
    direction: float = quantity(0.0, "rad", "mean direction towards which they go", fixed="it is folded into the sums.")
    spreading: float | None = quantity(
        None, "1", "s of cos^2s((b - mean)/2), how directions spread; none: long crests", above=0.0, high=1000.0, optional=True
    )
    lowest: float = quantity(0.5, "1", "lowest frequency over that of the peak", above=0.0)
    highest: float = quantity(4.0, "1", "highest frequency over that of the peak", above=0.0)

    @property
    def peak(self) -> float:
        """w_p [rad/s]."""
        raise NotImplementedError

    def shape(self, frequency: np.ndarray) -> np.ndarray:
        """S(w) of a significant height of one metre, up to a factor [1]."""
        raise NotImplementedError

    @property
    def significant(self) -> Any:
        """H_s [m], a number or an expression."""
        raise NotImplementedError

    @cached_property
    def _whole(self) -> float:
        """The integral of the shape."""
        return _energy(self.shape, self.peak, 0.05, 60.0)

    def density(self, frequency: Any) -> np.ndarray:
        """S(w) [m^2 s] at frequencies [rad/s]."""
        w = np.asarray(frequency, dtype=float)
        with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
            return np.where(w > 0, self.significant**2 / 16 / self._whole * self.shape(np.maximum(w, 1e-300)), 0.0)

    def cells(self) -> tuple[np.ndarray, np.ndarray]:
        """Edges of the cells [rad/s], and the energy of each for a significant height of one metre [m^2]."""
        name = type(self).__name__
        if self.lowest >= self.highest:
            raise InputError(
                f"{name}: frequencies from {self.lowest:g} to {self.highest:g} of the peak's are none. Give lowest below highest."
            )
        edges = self.peak * np.linspace(self.lowest, self.highest, self.count + 1)
        energies = np.array([_between(self.shape, a, b) for a, b in itertools.pairwise(edges)])
        share = energies.sum() / self._whole
        if not share > _SHARE:
            raise InputError(
                f"{name}: from {self.lowest:g} to {self.highest:g} of the peak's frequency the spectrum has {100 * share:.2g} % "
                "of its energy. Give a band around the peak, such as 0.5 to 4."
            )
        return edges, energies / energies.sum() / 16

    def components(self, depth: float = math.inf, gravity: float = 9.81) -> WaveComponents:
        """The components over water of a depth [m]."""
        name, height = type(self).__name__, self.significant
        if not is_symbol(height):
            if not height > 0:
                raise InputError(
                    f"{name}: a sea of significant height {height:g} m has no energy. Give one above 0, or no waves."
                )
            check_linear(name, float(height), 2 * math.pi / self.peak, depth, gravity)
        edges, energies = self.cells()
        rng = np.random.default_rng(int(self.seed))
        n = len(energies)
        frequencies = edges[:-1] + rng.random(n) * np.diff(edges)
        phases = 2 * np.pi * rng.random(n)
        directions = np.full(n, float(self.direction))
        if self.spreading is not None:
            directions = directions + _spread(float(self.spreading), rng, n)
        return WaveComponents(np.sqrt(2 * energies), frequencies, directions, phases, height, depth, gravity)


def _between(shape: Any, low: float, high: float) -> float:
    """The integral of a spectrum between two frequencies."""
    w = 0.5 * (high - low) * (_GAUSS[0] + 1) + low
    return float(0.5 * (high - low) * _GAUSS[1] @ shape(w))


def _energy(shape: Any, peak: float, low: float, high: float) -> float:
    """The integral between two multiples of the peak's frequency; the bulk in narrow pieces."""
    edges = peak * np.concatenate([np.linspace(low, 3, 400), np.geomspace(3, high, 60)[1:]])
    return float(sum(_between(shape, a, b) for a, b in itertools.pairwise(edges)))


def _spread(s: float, rng: np.random.Generator, count: int) -> np.ndarray:
    """Directions about 0 [rad] distributed as cos^2s(b/2): one of each of ``count`` equal shares, in random order."""
    b = np.linspace(-np.pi, np.pi, 20_001)
    weight = np.exp(2 * s * np.log(np.maximum(np.cos(b / 2), 1e-150)))
    total = np.concatenate([[0.0], np.cumsum(0.5 * (weight[1:] + weight[:-1]))])
    return np.interp(rng.permutation((np.arange(count) + rng.random(count)) / count), total / total[-1], b)


def _bretschneider(frequency: np.ndarray, peak: float) -> np.ndarray:
    """w_p^4 w^-5 exp(-5/4 (w_p/w)^4) w_p: the shape without its height."""
    ratio = peak / frequency
    return ratio**5 * np.exp(-1.25 * ratio**4)


@dataclass(frozen=True, kw_only=True)
class Bretschneider(SpectralWaves):
    """Bretschneider's spectrum: any significant height with any period of the peak."""

    height: float = quantity(REQUIRED, "m", "H_s, significant height", low=0.0)
    period: float = quantity(REQUIRED, "s", "T_p, period of the peak", above=0.0, fixed="lengths of waves follow from it.")

    def __post_init__(self) -> None:
        check_quantities(self)

    @property
    def significant(self) -> Any:
        return self.height

    @property
    def peak(self) -> float:
        return 2 * math.pi / self.period

    def shape(self, frequency: np.ndarray) -> np.ndarray:
        return _bretschneider(frequency, self.peak)


@dataclass(frozen=True, kw_only=True)
class Jonswap(Bretschneider):
    """The spectrum of a sea that still grows: a peak ``gamma`` times as high as Bretschneider's."""

    gamma: float = quantity(3.3, "1", "how much higher the peak is", low=1.0, high=20.0, fixed="amplitudes of components follow.")

    def shape(self, frequency: np.ndarray) -> np.ndarray:
        w = self.peak
        sigma = np.where(frequency <= w, 0.07, 0.09)
        return super().shape(frequency) * self.gamma ** np.exp(-0.5 * ((frequency - w) / (sigma * w)) ** 2)


@dataclass(frozen=True, kw_only=True)
class PiersonMoskowitz(SpectralWaves):
    """The spectrum of a fully developed sea, by the wind that made it: H_s = 0.209 U^2/g, w_p = 0.877 g/U."""

    wind: float = quantity(REQUIRED, "m/s", "U, wind at a height of 19.5 m", above=0.0, fixed="lengths of waves follow from it.")

    def __post_init__(self) -> None:
        check_quantities(self)

    @property
    def significant(self) -> float:
        return 2 * math.sqrt(_PHILLIPS / _DECAY) * self.wind**2 / _GRAVITY

    @property
    def peak(self) -> float:
        return (0.8 * _DECAY) ** 0.25 * _GRAVITY / self.wind

    def shape(self, frequency: np.ndarray) -> np.ndarray:
        return _bretschneider(frequency, self.peak)


# --- One great wave, and a wave that was measured.


@dataclass(frozen=True, kw_only=True)
class FocusedWaves:
    """Components of a JONSWAP spectrum whose crests meet: a great wave of such a sea in the mean (NewWave, Tromans 1991)."""

    crest: float = quantity(REQUIRED, "m", "height of the crest above still water", low=0.0)
    period: float = quantity(REQUIRED, "s", "T_p, period of the peak", above=0.0, fixed="lengths of waves follow from it.")
    gamma: float = quantity(
        1.0, "1", "how much higher the peak is; 1: Bretschneider's", low=1.0, high=20.0, fixed="it shapes the sums."
    )
    place: tuple = quantity((0.0, 0.0, 0.0), "m", "where the crests meet, x,y,z", fixed="it is folded into the sums.")
    time: float = quantity(0.0, "s", "when they meet", fixed="it is folded into the sums.")
    direction: float = quantity(0.0, "rad", "towards which it goes", fixed="it is folded into the sums.")
    count: int = quantity(60, "1", "components", low=1, high=2000)
    lowest: float = quantity(0.5, "1", "lowest frequency over that of the peak", above=0.0)
    highest: float = quantity(4.0, "1", "highest frequency over that of the peak", above=0.0)

    def __post_init__(self) -> None:
        check_quantities(self)

    def components(self, depth: float = math.inf, gravity: float = 9.81) -> WaveComponents:
        """The components over water of a depth [m]."""
        if not is_symbol(self.crest):
            check_linear("FocusedWaves", self.crest, self.period, depth, gravity)
        of = Jonswap(height=1.0, period=self.period, gamma=self.gamma, count=self.count, lowest=self.lowest, highest=self.highest)
        edges, energies = of.cells()
        w, share = 0.5 * (edges[1:] + edges[:-1]), energies / energies.sum()
        k = wavenumber(w, depth, gravity)
        ahead = math.cos(self.direction) * self.place[0] + math.sin(self.direction) * self.place[1]
        return WaveComponents(share, w, np.full(len(w), self.direction), w * self.time - k * ahead, self.crest, depth, gravity)


@dataclass(frozen=True, eq=False)
class RecordedWaves:
    """The waves that a gauge measured at one place, as if they all went one way.

    times [s], evenly spaced, elevations [m]: of the record, whose mean is taken off. It is the sum of its Fourier components, and
    so repeats after its length: cut it where its ends meet.   shortest [s]: periods below it are left out.
    """

    times: Any
    elevations: Any
    place: tuple = quantity((0.0, 0.0, 0.0), "m", "of the gauge, x,y,z", fixed="it is folded into the sums.")
    direction: float = quantity(0.0, "rad", "towards which the waves go", fixed="it is folded into the sums.")
    shortest: float = quantity(0.0, "s", "periods below it are left out", low=0.0)

    def __post_init__(self) -> None:
        check_quantities(self)
        t, eta = np.asarray(self.times, dtype=float), np.asarray(self.elevations, dtype=float)
        if t.ndim != 1 or t.shape != eta.shape or len(t) < 4 or not np.isfinite(t).all() or not np.isfinite(eta).all():
            raise InputError("RecordedWaves: give as many elevations [m] as times [s], four or more finite numbers.")
        steps = np.diff(t)
        if (steps <= 0).any() or np.abs(steps - steps.mean()).max() > 1e-3 * steps.mean():
            raise InputError(
                f"RecordedWaves: the times are uneven, steps from {steps.min():.6g} to {steps.max():.6g} s. Resample the record."
            )
        if not np.ptp(eta) > 0:
            raise InputError("RecordedWaves: the elevation never changes: there is no energy in it. Give another column.")
        object.__setattr__(self, "times", t)
        object.__setattr__(self, "elevations", eta)

    @classmethod
    def from_csv(cls, path: str | Path, column: str = "elevation", **more: Any) -> RecordedWaves:
        """The record in a column [m] of a CSV file whose column ``time`` [s] is evenly spaced; names in its first line."""
        path = Path(path)
        try:
            rows = [row for row in csv.reader(path.read_text("utf-8-sig").splitlines()) if row]
        except (OSError, UnicodeError, csv.Error) as error:
            raise InputError(f"'{path.name}' is no CSV file that can be read: {str(error)[:200]}.") from None
        names = [name.strip() for name in rows[0]] if rows else []
        for name in ("time", column):
            if name not in names:
                raise unknown_name(f"column of '{path.name}':", name, names)
        t, eta = names.index("time"), names.index(column)
        table = []
        for number, row in enumerate(rows[1:], 2):
            try:
                table.append((number_in(row[t]), number_in(row[eta])))
            except (ValueError, IndexError):
                raise InputError(f"'{path.name}', line {number}: give numbers under 'time' and '{column}'.") from None
        numbers = np.array(table, dtype=float).reshape(len(table), 2)
        return cls(numbers[:, 0], numbers[:, 1], **more)

    def components(self, depth: float = math.inf, gravity: float = 9.81) -> WaveComponents:
        """The components over water of a depth [m]."""
        t, n = self.times, len(self.times)
        step = (t[-1] - t[0]) / (n - 1)
        transformed = np.fft.rfft(self.elevations) * 2 / n
        if n % 2 == 0:
            transformed[-1] /= 2
        w = 2 * np.pi * np.arange(len(transformed)) / (n * step)
        size = np.abs(transformed)
        taken = (w > 0) & (size > 1e-9 * size.max())
        if self.shortest:
            taken &= w <= 2 * np.pi / self.shortest * (1 + 1e-12)
        if not taken.any() or not np.sum(size[taken] ** 2) > 1e-4 * np.sum(size[1:] ** 2):
            raise InputError(
                f"RecordedWaves: periods above {self.shortest:g} s hold no energy of the record, which is {n * step:.4g} s long. "
                "Give a smaller 'shortest'."
            )
        if taken.sum() > _MOST:
            raise InputError(
                f"RecordedWaves: the record has {taken.sum()} components; {_MOST} are the most. Leave out short periods: "
                f"shortest = {n * step / _MOST:.3g} s or more, or give a part of it."
            )
        w, size, angle = w[taken], size[taken], np.angle(transformed[taken])
        k = wavenumber(w, depth, gravity)
        height, period = 4 * math.sqrt(float(np.sum(size**2)) / 2), 2 * math.pi / float(np.sum(w * size**2) / np.sum(size**2))
        check_linear("RecordedWaves", height, period, depth, gravity)
        # eta(t) = sum size cos(w (t - t0) + angle) at the gauge; phases of -w t: the other sign
        ahead = math.cos(self.direction) * self.place[0] + math.sin(self.direction) * self.place[1]
        phases = w * t[0] - angle - k * ahead
        return WaveComponents(size, w, np.full(len(w), self.direction), phases, 1.0, depth, gravity)


def all_components(waves: Sequence[Any], depth: float, gravity: float) -> list[WaveComponents]:
    """The components of several waves, each with its own scale."""
    return [own.components(depth, gravity) for own in waves]
