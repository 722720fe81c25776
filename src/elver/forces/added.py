"""Added inertia that is known: as a matrix for each body (a hull's coefficients, those of an SDF file), and of an ellipsoid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import casadi as ca
import numpy as np

from elver.errors import InputError
from elver.forces.effect import Effect, Motion
from elver.forces.stream import kirchhoff_terms, stream_past, water_effect
from elver.quantities import check_quantities, quantity
from elver.robot import Body, Ellipsoid
from elver.spatial import matrix

RELATIVE = 1e-9  # asymmetry, and negative part, that rounding may leave
DOUBLINGS = 12  # of Carlson's algorithm: each takes the error to a 16th
TINY = 1e-300  # added to a difference that is divided by, where both differences are 0


@dataclass(frozen=True, eq=False)
class AddedInertia:
    """The inertia of an ideal fluid around some bodies: Kirchhoff's equations with a constant 6x6 matrix for each.

    matrices: by body name, [kg, kg m, kg m^2], linear part first, in the body's frame and at its origin. Bodies that are not
    named feel nothing. Drag is another force.
    """

    matrices: Mapping[str, np.ndarray] = field(default_factory=dict)
    current: tuple = quantity((0.0, 0.0, 0.0), "m/s", "uniform current in the world, x,y,z")

    def __post_init__(self):
        check_quantities(self)
        if not isinstance(self.matrices, Mapping):
            raise InputError("AddedInertia.matrices must be a mapping from a body's name to a 6x6 matrix.")
        object.__setattr__(self, "matrices", {name: checked(name, given) for name, given in self.matrices.items()})

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        """Added inertia of one body; None where it has none."""
        if body.name not in self.matrices:
            return None
        inertia, stream = matrix(self.matrices[body.name]), stream_past(motion, self.current)
        return water_effect(motion, stream, ca.SX(6, 1), inertia, kirchhoff_terms(inertia, stream), consistent=True)


def checked(name: str, given) -> np.ndarray:
    """A symmetric 6x6 matrix that never gives energy away; else an InputError."""
    try:
        values = np.array(given, dtype=float)
    except (TypeError, ValueError):
        values = np.zeros(0)
    what = f"AddedInertia of body '{name}'"
    if values.shape != (6, 6) or not np.isfinite(values).all():
        raise InputError(f"{what}: give 6 x 6 finite numbers, linear part first.")
    size = np.abs(values).max()
    if np.abs(values - values.T).max() > RELATIVE * size:
        raise InputError(f"{what} is not symmetric. Give the same number on both sides of the diagonal.")
    low = float(np.linalg.eigvalsh(values).min())
    if low < -RELATIVE * size:
        raise InputError(f"{what} has the negative eigenvalue {low:.4g}. Moving fluid has positive energy: check the signs.")
    return values


def ellipsoid_added(solid: Ellipsoid, density) -> tuple[list, list]:
    """Added masses [kg] along and added moments of inertia [kg m^2] about the axes of an ellipsoid. Lamb, articles 114, 115."""
    a = [solid.a1, solid.a2, solid.a3]
    whole = density * solid.volume
    x, y, z = (length**2 for length in a)
    alpha = [2 / 3 * a[0] * a[1] * a[2] * carlson(*three) for three in ((y, z, x), (z, x, y), (x, y, z))]
    masses, moments = [whole * own / (2 - own) for own in alpha], []
    for j, k in ((1, 2), (2, 0), (0, 1)):
        gap, total = a[j] ** 2 - a[k] ** 2, a[j] ** 2 + a[k] ** 2
        ratio = (alpha[k] - alpha[j]) / (gap + TINY)  # finite; where the gap is 0 so is the moment
        moments.append(whole / 5 * gap**2 * ratio / (2 - total * ratio))
    return masses, moments


def carlson(x, y, z):
    """Carlson's symmetric elliptic integral R_D, of numbers and of expressions. DLMF 19.36(i)."""
    total, factor = 0.0, 1.0
    for _ in range(DOUBLINGS):
        roots = [v**0.5 for v in (x, y, z)]
        shift = roots[0] * roots[1] + roots[1] * roots[2] + roots[2] * roots[0]
        total = total + factor / (roots[2] * (z + shift))
        factor, x, y, z = factor / 4, (x + shift) / 4, (y + shift) / 4, (z + shift) / 4
    mean = (x + y + 3 * z) / 5
    return 3 * total + factor / mean**1.5
