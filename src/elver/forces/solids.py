"""Added inertia of solids in an endless ideal fluid: of ellipsoids by Lamb, of boxes by a fit to computed ones.

**Boxes** with edges l1, l2, l3 have added masses m_k along and moments I_k about their axes of

    m_1 = rho (l2 l3)^2 / sqrt(l2^2 + l3^2) exp(P),      I_1 = (m_2 l3^2 + m_3 l2^2) exp(Q)

and so on around, with P and Q polynomials in s = x + y, p = x y and t, where x = l2/(l1 + l2), y = l3/(l1 + l3) and
t = ((l2 - l3)/(l2 + l3))^2: all between 0 and 2 whatever the edges, and alike for l2 and l3. The factors before them are the
plate's and the rod's, so that P and Q stay small. Fitted to 36 boxes with edges 1 to 1/20 of the longest, computed by Capytaine's
panels (tools/added_mass_of_boxes.py; tests/reference/added_mass_of_boxes.csv). Beyond 1:20 the fit goes on smoothly, unproved.

**Others** have the added inertia of the ellipsoid of their volume and proportions (``Shape.ellipsoid``).
"""

from __future__ import annotations

import math
from typing import Any

import casadi as ca

from elver.robot import Box, Ellipsoid
from elver.robot.shapes import Shape
from elver.symbolic.spatial import column, matrix, skew

_DOUBLINGS = 12  # of Carlson's algorithm: each takes the error to a 16th
_TINY = 1e-300  # added to a difference that is divided by, where both differences are 0


def solid_inertia(shape: Shape, density: float | ca.SX) -> ca.SX:
    """6x6 added inertia of a solid at the body's origin [kg, kg m, kg m^2]: of a box its own, else of its ellipsoid."""
    if isinstance(shape, Box):
        return _placed(shape, *box_added(shape, density))
    round_one = shape.ellipsoid()
    return _placed(round_one, *ellipsoid_added(round_one, density))


def _placed(solid: Box | Ellipsoid, masses: list, moments: list) -> ca.SX:
    """Masses and moments along and about the axes of a solid as a 6x6 matrix at the body's origin."""
    E, S = matrix(solid.axes), skew(column(solid.at))
    M = E @ ca.diag(column(masses)) @ E.T
    return ca.sparsify(ca.blockcat([[M, -(M @ S)], [S @ M, E @ ca.diag(column(moments)) @ E.T - S @ M @ S]]))


# --- Ellipsoids.


def ellipsoid_added(solid: Ellipsoid, density: float) -> tuple[list, list]:
    """Added masses [kg] along and added moments of inertia [kg m^2] about the axes of an ellipsoid. Lamb, articles 114, 115."""
    a = [solid.a1, solid.a2, solid.a3]
    whole = density * solid.volume
    x, y, z = (length**2 for length in a)
    alpha = [2 / 3 * a[0] * a[1] * a[2] * _carlson(*three) for three in ((y, z, x), (z, x, y), (x, y, z))]
    masses, moments = [whole * own / (2 - own) for own in alpha], []
    for j, k in ((1, 2), (2, 0), (0, 1)):
        gap, total = a[j] ** 2 - a[k] ** 2, a[j] ** 2 + a[k] ** 2
        ratio = (alpha[k] - alpha[j]) / (gap + _TINY)  # finite; where the gap is 0 so is the moment
        moments.append(whole / 5 * gap**2 * ratio / (2 - total * ratio))
    return masses, moments


def _carlson(x: float, y: float, z: float) -> float:
    """Carlson's symmetric elliptic integral R_D, of numbers and of expressions. DLMF 19.36(i)."""
    total, factor = 0.0, 1.0
    for _ in range(_DOUBLINGS):
        roots = [v**0.5 for v in (x, y, z)]
        shift = roots[0] * roots[1] + roots[1] * roots[2] + roots[2] * roots[0]
        total = total + factor / (roots[2] * (z + shift))
        factor, x, y, z = factor / 4, (x + shift) / 4, (y + shift) / 4, (z + shift) / 4
    mean = (x + y + 3 * z) / 5
    return 3 * total + factor / mean**1.5


# --- Boxes.


def _powers(degree: int, flat: int) -> tuple[tuple[int, int, int], ...]:
    """Powers of s, p and t of a polynomial, p counted twice; at most ``flat`` of t."""
    return tuple(
        (i, j, k) for i in range(degree + 1) for j in range(degree // 2 + 1) for k in range(flat + 1) if i + 2 * j + k <= degree
    )


MASS_POWERS, MOMENT_POWERS = _powers(3, 3), _powers(4, 3)
_MASSES = (
    0.061685, 0.601851, -0.095638, 0.274433, -0.008008, -1.112322, -0.252533, 0.163617, -0.223615, 1.007477, 0.169546, 0.16416,
    -0.329628,
)  # fmt: skip
_MOMENTS = (
    -3.954333, 2.928515, -5.022462, 6.236395, -49.425736, -96.176555, 77.304395, -42.424625, 0.275999, -2.064313, -12.075343,
    -0.942215, 76.784956, 1.087209, 12.714344, 25.109972, -12.507227, -17.426215, -19.38114, -0.489653, 7.05012,
)  # fmt: skip


def powers_of_ratios(l1: Any, l2: Any, l3: Any, powers: tuple) -> list:
    """The terms s^i p^j t^k of a box's edges, first along or about which."""
    x, y, t = l2 / (l1 + l2), l3 / (l1 + l3), ((l2 - l3) / (l2 + l3)) ** 2
    s, p = x + y, x * y
    return [s**i * p**j * t**k for i, j, k in powers]


def scales(l1: Any, l2: Any, l3: Any, m2: Any, m3: Any) -> tuple:
    """What exp(P) and exp(Q) stand behind, for a density of 1; m2, m3: added masses along l2 and l3."""
    return l2**2 * l3**2 / (l2**2 + l3**2) ** 0.5, m2 * l3**2 + m3 * l2**2


def box_added(solid: Box, density: float | ca.SX) -> tuple[list, list]:
    """Added masses [kg] along and added moments of inertia [kg m^2] about the axes of a box."""
    edges = (solid.l1, solid.l2, solid.l3)
    turned = [(edges[a], edges[(a + 1) % 3], edges[(a + 2) % 3]) for a in range(3)]
    masses = [density * scales(*own, 0, 0)[0] * _exponential(own, MASS_POWERS, _MASSES) for own in turned]
    moments = [
        scales(*own, masses[(a + 1) % 3], masses[(a + 2) % 3])[1] * _exponential(own, MOMENT_POWERS, _MOMENTS)
        for a, own in enumerate(turned)
    ]
    return masses, moments


def _exponential(edges: tuple[Any, Any, Any], powers: tuple, coefficients: tuple) -> Any:
    return math.e ** sum(c * term for c, term in zip(coefficients, powers_of_ratios(*edges, powers), strict=True))
