"""Explicit Runge-Kutta schemes whose stage s starts from the rate of stage s - 1 alone. Needs nothing; kernels, derivatives and
GPU code read the same numbers.

    k_s = f(t + c_s h, x + c_s h k_(s-1)),        x(t + h) = x + h sum_s b_s k_s
"""

from __future__ import annotations

from typing import NamedTuple


class Tableau(NamedTuple):
    """nodes c and weights b."""

    nodes: tuple[float, ...]
    weights: tuple[float, ...]


RK4 = Tableau((0.0, 0.5, 0.5, 1.0), (1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0))
HEUN = Tableau((0.0, 1.0), (0.5, 0.5))
TABLEAUX = {"rk4": RK4, "heun": HEUN}
