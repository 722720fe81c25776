"""Sums of harmonic waves in space and time, with profiles over the height:

    f(x, y, z, t) = sum over i of  E_i (A_i cos q_i + B_i sin q_i) + F_i (C_i cos q_i + D_i sin q_i),

    q_i = p_i x + r_i y - w_i t + e_i,      E_i = exp(k_i z),      F_i = exp(-k_i z - c_i).

All components of a sea share q, E and F; each quantity of it (the velocity along x, its slope along z, ...) has weights A to D of
its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np


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

    def total(
        self,
        at: Sequence[ca.SX],
        cosine: np.ndarray | None = None,
        sine: np.ndarray | None = None,
        image_cosine: np.ndarray | None = None,
        image_sine: np.ndarray | None = None,
    ) -> ca.SX:
        """The sum with weights A, B, C, D at x, y, z, t, scalars."""
        x, y, z, t = at
        total = ca.SX(0)
        for i in range(len(self.frequency)):
            q = self.along_x[i] * x + self.along_y[i] * y - self.frequency[i] * t + self.phase[i]
            parts = [(1, cosine, sine)]
            if self.image is not None:
                parts.append((-1, image_cosine, image_sine))
            for sign, in_phase, across in parts:
                own = ca.SX(0)
                if in_phase is not None and in_phase[i]:
                    own = own + in_phase[i] * ca.cos(q)
                if across is not None and across[i]:
                    own = own + across[i] * ca.sin(q)
                if not own.is_zero():
                    away = 0.0 if sign > 0 or self.image is None else self.image[i]
                    total = total + own * ca.exp(sign * self.growth[i] * z - away)
        return total
