"""Weight, buoyancy, slopes, and added inertia that is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import casadi as ca
import numpy as np

from elver._support.errors import InputError
from elver.forces.effect import Effect, Motion, computed_once, surface_of
from elver.forces.flow import whole_body_effect
from elver.forces.surface import buoyancy, slices_of
from elver.quantities import check_quantities, quantity
from elver.robot import Body, Robot
from elver.symbolic.arrays import times
from elver.symbolic.spatial import column, cross, matrix

# --- Weight, and buoyancy in a fluid of uniform density.


@dataclass(frozen=True)
class Slope:
    """The part of gravity along an inclined plane: a uniform acceleration (x, y) [m/s^2, world] of every body's mass."""

    acceleration: tuple
    reads: ClassVar = ("mass", "first_moments")

    def resists(self, body: Body) -> bool:
        return False

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        pull = column([*self.acceleration, 0])
        g, MS = motion.to_body(pull), column(body.first_moments)
        place = body.mass * motion.position + motion.rotation @ MS
        return Effect(wrench=ca.vertcat(body.mass * g, cross(MS, g)), potential=-(pull.T @ place), flows={})


@dataclass(frozen=True)
class Gravity:
    """Uniform gravity along -z of the world.

    In a fluid each body loses the weight of the fluid that its shape displaces, at the shape's centroid. With a ``surface``, a
    flow that has one (elver.forces.Sea), it is lifted by its wet part alone (surface.py).
    """

    acceleration: float = quantity(9.81, "m/s^2", "gravity", low=0.0)
    fluid_density: float = quantity(0.0, "kg/m^3", "density of the surrounding fluid; 0 for none", low=0.0)
    surface: Any = None
    file_word: ClassVar = "gravity"
    reads: ClassVar = ("mass", "first_moments", "inertia", "shape")

    def __post_init__(self) -> None:
        check_quantities(self)
        if self.surface is not None and surface_of(self.surface) is None:
            raise InputError("Gravity.surface has no elevation(place, time). Give a flow with a surface, elver.forces.Sea.")

    @property
    def fluid(self) -> float:
        return self.fluid_density

    def resists(self, body: Body) -> bool:
        return False  # nor does buoyancy

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        if self.surface is not None:
            return self._at_the_surface(body, motion)
        mass, moments = self.net_mass(body)
        g = motion.to_body(column([0, 0, -self.acceleration]))
        net, MS = ca.SX(mass), column([moments[k] for k in range(3)])
        height = (net * motion.position + motion.rotation @ MS)[2]
        return Effect(
            wrench=ca.vertcat(net * g, cross(MS, g)),
            potential=self.acceleration * height,
            flows={},
        )

    def within(self, robot: Robot, forces: Mapping[str, Any]) -> Gravity:
        """Refused where bodies would be lifted by all of their volume in water that has a surface."""
        if self.surface is None and not (isinstance(self.fluid_density, (int, float)) and self.fluid_density == 0):
            for name, law in forces.items():
                if surface_of(getattr(law, "current", None)) is not None:
                    raise InputError(
                        f"'{name}' is in a sea with a surface, and Gravity with fluid_density lifts bodies by all of their "
                        "volume. Give it the same sea: surface=sea."
                    )
        return self

    def _at_the_surface(self, body: Body, motion: Motion) -> Effect:
        """Weight, and the lift of the wet sections of the body."""
        g = motion.to_body(column([0, 0, -self.acceleration]))
        mass, MS = ca.SX(body.mass), column(body.first_moments)
        wrench = ca.vertcat(mass * g, cross(MS, g))
        potential = self.acceleration * (mass * motion.position + motion.rotation @ MS)[2]
        brought = ca.SX(0)
        if not body.virtual:
            self.net_mass(body)  # refuses a body without a shape
            for section in slices_of(body.shape) if body.shape is not None else ():
                lift, own, power = buoyancy(self.surface, motion, section, self.acceleration * self.fluid_density)
                wrench, potential, brought = wrench + lift, potential + own, brought + power
        return computed_once(Effect(wrench=wrench, potential=potential, flows={"waves": -brought}))

    def net_mass(self, body: Body) -> tuple[float | ca.SX, np.ndarray]:
        """Mass [kg] and first moments [kg m] less those of the displaced fluid."""
        if (isinstance(self.fluid_density, (int, float)) and self.fluid_density == 0) or body.virtual:
            return body.mass, body.first_moments
        if body.shape is None:
            raise InputError(
                f"body '{body.name}' has mass but no shape, so its buoyancy is unknown. "
                "Give the body a shape, or set Gravity.fluid_density to 0."
            )
        displaced = self.fluid_density * body.shape.volume
        return body.mass - displaced, body.first_moments - times(displaced, body.shape.centroid())


# --- Added inertia that is known, as a matrix for each body: a hull's coefficients, those of an SDF file.

_RELATIVE = 1e-9  # asymmetry, and negative part, that rounding may leave


@dataclass(frozen=True, eq=False)
class AddedInertia:
    """The inertia of an ideal fluid around some bodies: Kirchhoff's equations with a constant 6x6 matrix for each.

    matrices: by body name, [kg, kg m, kg m^2], linear part first, in the body's frame and at its origin. Bodies that are not
    named feel nothing. Drag is another force.   density: of the fluid; it counts in a flow alone, which presses on the solid.
    """

    matrices: Mapping[str, np.ndarray] = field(default_factory=dict)
    current: Any = quantity((0.0, 0.0, 0.0), "m/s", "uniform current in the world, x,y,z", or_having="velocity")
    density: float = quantity(1000.0, "kg/m^3", "density of the fluid", low=0.0)

    def __post_init__(self) -> None:
        check_quantities(self)
        if not isinstance(self.matrices, Mapping):
            raise InputError("AddedInertia.matrices must be a mapping from a body's name to a 6x6 matrix.")
        object.__setattr__(self, "matrices", {name: _checked(name, given) for name, given in self.matrices.items()})

    def resists(self, body: Body) -> bool:
        return body.name in self.matrices

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        """Added inertia of one body; None where it has none."""
        if body.name not in self.matrices:
            return None
        inertia = matrix(self.matrices[body.name])
        return whole_body_effect(body.name, motion, self.current, inertia, lambda _: ca.SX(6, 1), body.shape, self.density)


def _checked(name: str, given: Sequence[Sequence[float]] | np.ndarray) -> np.ndarray:
    """A symmetric 6x6 matrix that never gives energy away; else an InputError."""
    try:
        values = np.array(given, dtype=float)
    except (TypeError, ValueError):
        values = np.zeros(0)
    what = f"AddedInertia of body '{name}'"
    if values.shape != (6, 6) or not np.isfinite(values).all():
        raise InputError(f"{what}: give 6 x 6 finite numbers, linear part first.")
    size = np.abs(values).max()
    if np.abs(values - values.T).max() > _RELATIVE * size:
        raise InputError(f"{what} is not symmetric. Give the same number on both sides of the diagonal.")
    low = float(np.linalg.eigvalsh(values).min())
    if low < -_RELATIVE * size:
        raise InputError(f"{what} has the negative eigenvalue {low:.4g}. Moving fluid has positive energy: check the signs.")
    return values
