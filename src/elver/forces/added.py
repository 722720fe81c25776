"""Added inertia that is known as a matrix for each body, such as a hull's own coefficients or those of an SDF file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import casadi as ca
import numpy as np

from elver.errors import InputError
from elver.forces.effect import Effect, Motion
from elver.forces.stream import kirchhoff_terms, stream_past, water_effect
from elver.quantities import check_quantities, quantity
from elver.robot import Body
from elver.spatial import matrix

RELATIVE = 1e-9  # asymmetry, and negative part, that rounding may leave


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
