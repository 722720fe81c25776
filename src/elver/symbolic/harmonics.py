"""Sums of harmonic waves in space and time, with profiles over the height:

    f(x, y, z, t) = sum over i of  E_i (A_i cos q_i + B_i sin q_i) + F_i (C_i cos q_i + D_i sin q_i),

    q_i = p_i x + r_i y - w_i t + e_i,      E_i = exp(k_i z),      F_i = exp(-k_i z - c_i).

All components of a sea share q, E and F (``Harmonics``); each quantity of it (the velocity along x, its slope along z, ...) has
weights A to D of its own. A few components are written out. Of more, the sum is one instruction of the graph: a call
``wave_sum(number, group, x, y, z, t)`` of a CasADi function that knows the weights by a number made from their content, as tables
are known (lookup.py). Targets write it as a loop over the components, one loop for all sums of a group at one place (codegen).

Derivatives of such sums are such sums, with other weights. Automatic differentiation puts calls of derivative functions into a
graph; ``expanded`` writes them as sums.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from threading import RLock

import casadi as ca
import numpy as np

_FEW = 8  # components that are written out
_DIGITS = 12  # hexadecimal ones of a number, which a double holds exactly
_PLACES = 13  # of scaled weights by which sums are told apart
ARGUMENTS = 6  # of a sum: number, group, x, y, z, t
_NAME = "wave_sum"
_KINDS = ("cosine", "sine", "image_cosine", "image_sine")  # A, B, C, D
_sums: dict[int, _Sum] = {}
_lock = RLock()


@dataclass(frozen=True, eq=False)
class Harmonics:
    """What the sums over components have in common, (n,) each.

    along_x, along_y [1/m]: p and r.   frequency [rad/s]: w.   phase [rad]: e.   growth [1/m]: k.
    image: c; None where F is not there.
    """

    along_x: np.ndarray
    along_y: np.ndarray
    frequency: np.ndarray
    phase: np.ndarray
    growth: np.ndarray
    image: np.ndarray | None = None

    def __len__(self) -> int:
        return len(self.frequency)

    @cached_property
    def number(self) -> int:
        """A number by the content."""
        parts = (self.along_x, self.along_y, self.frequency, self.phase, self.growth)
        return _number_of([*parts, self.image])

    def total(self, at: Sequence[ca.SX], **weights: np.ndarray) -> ca.SX:
        """The sum at x, y, z, t; weights A to D that are not 0: ``cosine``, ``sine``, ``image_cosine``, ``image_sine``."""
        found = [_weight(weights.get(kind)) for kind in _KINDS]
        if self.image is None:
            found[2:] = [None, None]
        if all(own is None for own in found):
            return ca.SX(0)
        return self._written_out(at, found) if len(self) <= _FEW else _called(self, found, [ca.SX(own) for own in at])

    def _written_out(self, at: Sequence[ca.SX], weights: Sequence[np.ndarray | None]) -> ca.SX:
        x, y, z, t = at
        total = ca.SX(0)
        for i in range(len(self)):
            q = self.along_x[i] * x + self.along_y[i] * y - self.frequency[i] * t + self.phase[i]
            A, B, C, D = weights
            for sign, in_phase, across in ((1, A, B), (-1, C, D)):
                own = ca.SX(0) if in_phase is None else in_phase[i] * ca.cos(q)
                own = own if across is None else own + across[i] * ca.sin(q)
                if not own.is_zero():
                    away = 0.0 if sign > 0 or self.image is None else self.image[i]
                    total = total + own * ca.exp(sign * self.growth[i] * z - away)
        return total


def _weight(given: np.ndarray | None) -> np.ndarray | None:
    """Weights as numbers; None where all are 0."""
    if given is None:
        return None
    values = np.ascontiguousarray(given, dtype=float)
    return values if values.any() else None


def _number_of(arrays: Sequence[np.ndarray | None]) -> int:
    digest = hashlib.sha256()
    for own in arrays:
        digest.update(b"-" if own is None else np.ascontiguousarray(own, dtype=float).tobytes())
        digest.update(b"|")
    return int(digest.hexdigest()[:_DIGITS], 16)


def _called(harmonics: Harmonics, weights: Sequence[np.ndarray | None], at: Sequence[ca.SX]) -> ca.SX:
    """The sum as one call: weights up to a factor, so that sums which differ by it alone are one."""
    first = next(own for own in weights if own is not None)
    factor = float(first[np.abs(first).argmax()])
    scaled = [None if own is None else own / factor for own in weights]
    rounded = [None if own is None else np.round(own, _PLACES) + 0.0 for own in scaled]
    number = _number_of([*rounded, np.array([float(harmonics.number)])])
    with _lock:
        if number not in _sums:
            _sums[number] = _Sum(number, harmonics, scaled)
    return factor * _sums[number](number, harmonics.number, *at)


def sum_of(number: int) -> _Sum:
    """The sum of a number: its ``harmonics`` and four ``weights``."""
    return _sums[number]


def read_sum(number: int, at: Sequence[ca.SX]) -> ca.SX:
    """The sum of a number at x, y, z, t."""
    own = _sums[number]
    return own(number, own.harmonics.number, *at)


class _Sum(ca.Callback):
    """What CasADi evaluates in its own machine; its derivatives are sums."""

    def __init__(self, number: int, harmonics: Harmonics, weights: Sequence[np.ndarray | None]):
        ca.Callback.__init__(self)
        self.number, self.harmonics, self.weights = number, harmonics, weights
        self.construct(_NAME, {"never_inline": True})

    def get_n_in(self) -> int:
        return ARGUMENTS

    def get_n_out(self) -> int:
        return 1

    def eval(self, arguments: Sequence) -> list:
        x, y, z, t = (float(own) for own in arguments[2:])
        h = self.harmonics
        q = h.along_x * x + h.along_y * y - h.frequency * t + h.phase
        total, cosine, sine = 0.0, np.cos(q), np.sin(q)
        for sign, pair in ((1, self.weights[:2]), (-1, self.weights[2:])):
            if all(own is None for own in pair):
                continue
            profile = np.exp(sign * h.growth * z - (0.0 if sign > 0 or h.image is None else h.image))
            for own, wave in zip(pair, (cosine, sine), strict=True):
                total += 0.0 if own is None else float(np.sum(own * wave * profile))
        return [total]

    def slopes(self, at: Sequence[ca.SX]) -> list[ca.SX]:
        """Derivatives along x, y, z and t."""
        h = self.harmonics
        A, B, C, D = (np.zeros(len(h)) if own is None else own for own in self.weights)

        def turned(rate: np.ndarray) -> ca.SX:  # d/dq times dq/d(...)
            return h.total(at, cosine=rate * B, sine=-rate * A, image_cosine=rate * D, image_sine=-rate * C)

        k = h.growth
        up = h.total(at, cosine=k * A, sine=k * B, image_cosine=-k * C, image_sine=-k * D)
        return [turned(h.along_x), turned(h.along_y), up, turned(-h.frequency)]

    def has_forward(self, count: int) -> bool:
        return True

    def get_forward(self, count: int, name: str, names_in: list, names_out: list, options: dict) -> ca.Function:
        given = [ca.SX.sym(n, 1, count if n.startswith("fwd") else 1) for n in names_in]
        slopes, seeds = self.slopes(given[2:ARGUMENTS]), given[ARGUMENTS + 3 :]
        change = sum((own * seed for own, seed in zip(slopes, seeds, strict=True)), ca.SX.zeros(1, count))
        return ca.Function(name, given, [change], names_in, names_out)

    def has_reverse(self, count: int) -> bool:
        return True

    def get_reverse(self, count: int, name: str, names_in: list, names_out: list, options: dict) -> ca.Function:
        given = [ca.SX.sym(n, 1, count if n.startswith("adj") else 1) for n in names_in]
        slopes, seed = self.slopes(given[2:ARGUMENTS]), given[-1]
        zeros = [ca.SX.zeros(1, count)] * 2
        return ca.Function(name, given, [*zeros, *(own * seed for own in slopes)], names_in, names_out)


# --- Derivatives of sums in a graph, written as sums.

_FORWARD, _REVERSE = 2 * ARGUMENTS + 1, ARGUMENTS + 2  # arguments of the calls that differentiation makes


def has_sum(function: ca.Function) -> bool:
    """Whether a function has sums."""
    return any(called.name() == _NAME for called in function.find_functions())


def has_derivative_of_sum(function: ca.Function) -> bool:
    """Whether a function has calls that differentiation made of sums."""
    return any(_NAME in own.name() and own.name() != _NAME for own in function.find_functions())


def derivative_of_sum(arguments: Sequence[ca.SX]) -> list[ca.SX] | None:
    """The results of a call that is the derivative of a sum; None where it is none."""
    if len(arguments) not in (_FORWARD, _REVERSE) or not arguments[0].is_constant():
        return None
    own = _sums.get(int(float(arguments[0])))
    if own is None:
        return None
    slopes = own.slopes(arguments[2:ARGUMENTS])
    if len(arguments) == _REVERSE:
        return [ca.SX(0), ca.SX(0), *(slope * arguments[-1] for slope in slopes)]
    return [sum((slope * seed for slope, seed in zip(slopes, arguments[ARGUMENTS + 3 :], strict=True)), ca.SX(0))]
