"""A thin blade: the flat outline a wing force acts on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from elver.errors import InputError
from elver.robot.shapes import require_known, require_length
from elver.symbols import array_of


@dataclass(frozen=True, eq=False)
class Blade:
    """A flat rectangle of a wing. All vectors in the body frame.

    start [m]: leading edge at the blade's root.    span: unit vector along the leading edge, root to tip.
    chordwise t: unit vector from the trailing to the leading edge.   normal w: unit vector, lower to upper side.
    length [m] along the span; chord [m].
    """

    start: np.ndarray
    span: np.ndarray
    chordwise: np.ndarray
    normal: np.ndarray
    length: float
    chord: float

    def __post_init__(self):
        for name in ("start", "span", "chordwise", "normal"):
            value = array_of(getattr(self, name), (3,))
            if value is None:
                raise InputError(f"Blade.{name} must be three finite numbers, in the body frame.")
            if name != "start":
                require_known(f"Blade.{name}", value)
            object.__setattr__(self, name, value)
        axes = self.axes
        if not np.allclose(axes.T @ axes, np.eye(3), atol=1e-9):
            raise InputError("Blade: span, chordwise and normal must be orthogonal unit vectors (of either handedness).")
        for name in ("length", "chord"):
            require_length(f"Blade.{name}", getattr(self, name))

    @property
    def axes(self) -> np.ndarray:
        """Columns span, chordwise, normal."""
        return np.column_stack([self.span, self.chordwise, self.normal])

    def corners(self) -> np.ndarray:
        """The four corners around the rectangle [m, body frame]: leading edge root, tip, trailing edge tip, root."""
        along, back = self.length * self.span, -self.chord * self.chordwise
        return np.array([self.start, self.start + along, self.start + along + back, self.start + back])
