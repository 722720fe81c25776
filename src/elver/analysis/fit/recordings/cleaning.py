"""Measured numbers with their errors: as a fit file writes them, outliers of a course, and metrics of whole strokes."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from elver._support.errors import InputError
from elver._support.expressions import evaluate, parse, settled
from elver._support.units import Unit
from elver.analysis.fit.channels import camera_unit
from elver.analysis.fit.recordings.tables import Series
from elver.scenarios.yaml.forms import ByShape, Fields, Many, amount
from elver.scenarios.yaml.nodes import MOST_NODES, Items, Node, Table, as_items, as_text

# --- In a window around every value the line through the medians of its two halves is taken away; what then lies further from the
# median than ``threshold`` robust standard deviations (1.4826 times the median absolute deviation, or sigma where that is larger)
# is an outlier. Peaks of a smooth course widen their own window's deviation, so that they stay.

_ROBUST = 1.4826  # standard deviations of a normal distribution in its median absolute deviation
_FEWEST = 7  # values that a window needs


@dataclass(frozen=True)
class Outliers:
    """threshold: robust standard deviations; 0 leaves nothing out.   half_window: values on either side."""

    threshold: float = 6.0
    half_window: int = 7

    def found(self, series: Series, sigma: float) -> np.ndarray:
        """Which values of a course are outliers. sigma: their usual error, below which no deviation counts as one."""
        bad = np.zeros(len(series.values), dtype=bool)
        good = np.flatnonzero(series.good)
        if self.threshold <= 0 or len(good) < _FEWEST:
            return bad
        half = min(self.half_window, (len(good) - 1) // 2)
        away, spread = _local(series.values[good], half)
        bad[good] = np.abs(away) > self.threshold * np.maximum(_ROBUST * spread, max(sigma, 0.0) + 1e-300)
        return bad


def _local(values: np.ndarray, half: int) -> tuple[np.ndarray, np.ndarray]:
    """Of every value its distance from the local median line, and the median absolute deviation of its window.

    Towards the ends windows become shorter, down to seven values: far from its middle a line says little about a curve. So few
    may agree by chance: the usual deviation of the whole course counts there where it is larger.
    """
    away, spread = _centred(values, half)
    least, usual = min(half, _FEWEST // 2), float(np.median(spread[half : len(values) - half]))
    for k in (*range(half), *range(len(values) - half, len(values))):
        own = max(min(k, len(values) - 1 - k, half), least)
        first = min(max(k - own, 0), len(values) - 2 * own - 1)
        part, deviation = _flattened(values[None, first : first + 2 * own + 1], own)
        away[k], spread[k] = part[0, k - first], max(float(deviation[0]), usual)
    return away, spread


def _centred(values: np.ndarray, half: int) -> tuple[np.ndarray, np.ndarray]:
    """The same for values in the middle of a full window; nothing for those nearer to an end."""
    away, spread = np.zeros(len(values)), np.zeros(len(values))
    level, deviation = _flattened(np.lib.stride_tricks.sliding_window_view(values, 2 * half + 1), half)
    away[half : len(values) - half], spread[half : len(values) - half] = level[:, half], deviation
    return away, spread


def _flattened(windows: np.ndarray, half: int) -> tuple[np.ndarray, np.ndarray]:
    """Windows less their median line, and the median absolute deviation of each."""
    slopes = (np.median(windows[:, half + 1 :], axis=1) - np.median(windows[:, :half], axis=1)) / (half + 1)
    level = windows - slopes[:, None] * (np.arange(2 * half + 1) - half)
    level = level - np.median(level, axis=1)[:, None]
    return level, np.median(np.abs(level), axis=1)


# --- metrics of whole strokes: mean, harmonics, amplitude, each with its error ---------------------------------------
#
# A line and a few harmonics of the stroke are fitted to the samples of all whole strokes by least squares. The error comes from
# the residuals: their variance, times (1 + r)/(1 - r) where neighbours correlate by r, through the covariance of the
# coefficients.

_HARMONICS = 6  # at most, unless a higher one is asked for
_SAMPLES = 720  # of one stroke, where the highest and the lowest point are looked for


@dataclass(frozen=True, eq=False)
class _HarmonicFit:
    """A line and harmonics fitted to whole strokes. period [s]; strokes: how many.

    coefficients: level, way of the line over all strokes, then cosine and sine of every harmonic (angle 0 at time 0).
    covariance: of them.
    """

    period: float
    strokes: int
    coefficients: np.ndarray
    covariance: np.ndarray

    def metric(self, kind: str, order: int, both: bool = True) -> tuple[np.ndarray, np.ndarray]:
        """Values of a metric and their standard deviations. both: cosine and sine of a harmonic, instead of its size."""
        weights = self.weights(kind, order, both)
        return weights @ self.coefficients, np.sqrt(np.einsum("ij,jk,ik->i", weights, self.covariance, weights))

    def weights(self, kind: str, order: int, both: bool) -> np.ndarray:
        """The metric as a linear function of the coefficients, at these."""
        unit = np.eye(len(self.coefficients))
        if kind == "mean":
            return unit[:1]
        parts = unit[2 * order : 2 * order + 2]
        if kind == "harmonic":
            size = self.coefficients[2 * order : 2 * order + 2]
            return parts if both else (size @ parts / max(math.hypot(*size), 1e-300))[None]
        times = np.linspace(0.0, self.period, _SAMPLES, endpoint=False)
        waves = _basis(times, self.period, (len(self.coefficients) - 2) // 2)
        waves[:, :2] = 0.0
        curve = waves @ self.coefficients
        return 0.5 * (waves[np.argmax(curve)] - waves[np.argmin(curve)])[None]


def _basis(times: np.ndarray, period: float, harmonics: int) -> np.ndarray:
    """Columns: 1, the time, and cosine and sine of every harmonic."""
    angles = 2 * math.pi * np.outer(times, np.arange(1, harmonics + 1)) / period
    waves = np.stack([np.cos(angles), np.sin(angles)], axis=2).reshape(len(times), -1)
    return np.column_stack([np.ones(len(times)), times, waves])


def fitted_strokes(name: str, times: np.ndarray, values: np.ndarray, period: float, order: int = 1) -> _HarmonicFit:
    """The fit to the last whole strokes of a course (gaps left out before)."""
    span = float(times[-1] - times[0]) if len(times) else 0.0
    step = float(np.median(np.diff(times))) if len(times) > 1 else 0.0
    strokes = int((span + 1.5 * step) / period)  # the last sample stands for the time up to the next
    if strokes < 1:
        raise InputError(
            f"'{name}' has {span:.3g} s, which is no whole stroke of {period:.3g} s. Give a longer part of the recording."
        )
    kept = times > times[-1] + 0.5 * step - strokes * period
    times, values = times[kept], values[kept]
    harmonics = max(order, min(_HARMONICS, len(times) // (3 * strokes)))
    if len(times) < 2 * harmonics + 4:
        raise InputError(
            f"'{name}' has {len(times)} values in {strokes} strokes, too few for {harmonics} harmonics and their error."
        )
    middle = times[-1] + 0.5 * step - 0.5 * strokes * period
    X = _basis(times, period, harmonics)
    X[:, 1] = (times - middle) / (strokes * period)
    inverse = np.linalg.pinv(X.T @ X)
    coefficients = inverse @ X.T @ values
    away = values - X @ coefficients
    variance = float(away @ away) / (len(times) - X.shape[1])
    near = float(away[1:] @ away[:-1]) / max(float(away @ away), 1e-300)
    longer = (1 + max(near, 0.0)) / (1 - min(max(near, 0.0), 0.95))
    return _HarmonicFit(period, strokes, coefficients, inverse * variance * longer)


# --- numbers as a fit file writes them: ``80.9 +- 2.7``, ``80.9 mm/s +- 3 %`` ----------------------------------------

ERROR = amount("", "standard deviation of the numbers, or a share of them: 5 %")
_NUMBERS = ByShape(
    "measured numbers", text=amount("", "VALUE +- ERROR"), items=Many(amount("", "VALUE +- ERROR"), most=MOST_NODES)
)
_TABLE = Fields("measured numbers", {"value": _NUMBERS, "values": _NUMBERS, "times": _NUMBERS, "sigma": ERROR})
MEASURED = replace(_NUMBERS, table=_TABLE)
_SPLIT = re.compile(r"\+-|\+/-|\u00b1")
_IN_PIXELS = re.compile(r"(.*[^A-Za-z_])(px\b.*)")


@dataclass(frozen=True)
class Ruler:
    """What numbers are read by: the unit that bare ones stand in, and the length of a pixel [m]."""

    called: str
    scale: float = 1.0

    @cached_property
    def unit(self) -> Unit:
        return camera_unit(self.called, self.scale)

    def read(self, node: Node, text: str) -> float:
        """A number in the ruler's unit."""
        pixels = _IN_PIXELS.fullmatch(text.strip())
        try:
            value = evaluate(parse((pixels[1] if pixels else text).strip()), {})
            if pixels:
                given = camera_unit(pixels[2], self.scale)
                if value.unit is not None or not given.fits(self.unit):
                    raise InputError(f"it is given in {pixels[2]}, but {self.called} is expected.")
                return float(value.number * given.factor / self.unit.factor)
            number = settled(value, self.unit, self.called)
        except InputError as error:
            raise node.error(f"{node.key} = {text[:60]}: {error}") from None
        return float(number if value.unit is None else number / self.unit.factor)


@dataclass(frozen=True)
class Error:
    """The error of numbers: absolute, in their own unit, or a share of each of them."""

    value: float
    share: bool = False

    def of(self, values: np.ndarray) -> np.ndarray:
        """Sigma of every value."""
        return self.value * np.abs(values) if self.share else np.full(len(values), self.value)


def read_error(node: Node, ruler: Ruler, text: str | None = None) -> Error:
    """The error that a node gives: in the ruler's unit, or in per cent of the numbers."""
    text = as_text(node, "an error").text if text is None else text
    share = text.strip().endswith("%")
    value = Ruler("1").read(node, text.strip()[:-1]) if share else ruler.read(node, text)
    if not value > 0:
        raise node.error(f"{node.key} = {text[:60]}: an error must be greater than 0.")
    return Error(value / 100, True) if share else Error(value)


def read_measured(node: Node, ruler: Ruler) -> tuple[np.ndarray, np.ndarray]:
    """Values and their errors, NaN where none is given: one number, a list, or a mapping with value and sigma."""
    if isinstance(node, Table):
        node.allow(("value", "sigma"), "a measured number")
        values, errors = read_measured(node.need("value", "a measured number"), ruler)
        if "sigma" in node:
            errors = read_error(node.need("sigma", ""), ruler).of(values)
        return values, errors
    items = list(as_items(node, "numbers")) if isinstance(node, Items) else [node]
    pairs = [_one_measured(item, ruler) for item in items]
    table = np.array(pairs, dtype=float).reshape(len(pairs), 2)
    return table[:, 0], table[:, 1]


def _one_measured(node: Node, ruler: Ruler) -> tuple[float, float]:
    """A number and its error."""
    text = as_text(node, "a measured number").text
    parts = _SPLIT.split(text)
    if len(parts) > 2:
        raise node.error(f"{node.key} = {text[:60]}: write VALUE +- ERROR, such as 80.9 +- 2.7.")
    value = ruler.read(node, parts[0])
    if len(parts) == 1:
        return value, np.nan
    return value, float(read_error(node, ruler, parts[1]).of(np.array([value]))[0])
