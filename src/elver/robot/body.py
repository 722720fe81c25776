"""A rigid body: inertial data about its joint frame, and its shape."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from elver.errors import InputError, NotFreeError, is_symbol, require_number
from elver.robot.blade import Blade
from elver.robot.shapes import Contour, Shape, Strip


@dataclass(frozen=True, eq=False)
class Body:
    """One rigid body. All vectors and tensors are in the body frame, whose origin lies on the body's joint axis.

    mass [kg]; first_moments MS [kg m] = mass * centre of mass; inertia [kg m^2] about the ORIGIN of the frame;
    shape: the solid, for volume, buoyancy and pictures; strip: slender outline for strip-theory forces; contour: outline for
    contact (None: the one around the strip); blade: flat outline for wing forces.
    A body without mass is a virtual link (an intermediate frame of a spherical or universal joint, a marker).
    """

    name: str
    mass: float = 0.0
    first_moments: np.ndarray = field(default_factory=lambda: np.zeros(3))
    inertia: np.ndarray = field(default_factory=lambda: np.zeros((3, 3)))
    shape: Shape | None = None
    strip: Strip | None = None
    contour: Contour | None = None
    blade: Blade | None = None

    def __post_init__(self):
        for name in ("first_moments", "inertia"):
            try:
                object.__setattr__(self, name, np.asarray(getattr(self, name), dtype=float))
            except (TypeError, ValueError):
                raise InputError(f"body '{self.name}': {name} must hold numbers.") from None

    @classmethod
    def solid(cls, name: str, shape: Shape, density: float, strip: Strip | None = None, blade: Blade | None = None) -> Body:
        """A homogeneous body of ``density`` [kg/m^3]; its strip is the shape's own unless another is given."""
        if not isinstance(shape, Shape):
            raise InputError(f"body '{name}': shape is {shape!r}. Give a solid such as elver.robot.Rod(0.2, 0.01).")
        if is_symbol(density):
            raise NotFreeError(
                f"body '{name}': density = {density} is a symbol. Masses are numbers; they cannot be free parameters."
            )
        require_number(f"body '{name}': density", density, above=0.0, unit="kg/m^3")
        mass = density * shape.volume
        return cls(
            name=name,
            mass=mass,
            first_moments=mass * shape.centroid(),
            inertia=shape.inertia(density),
            shape=shape,
            strip=strip if strip is not None else shape.strip(),
            blade=blade,
        )

    @classmethod
    def central(cls, name: str, mass: float, centre, inertia, shape: Shape | None = None) -> Body:
        """A body from its centre of mass [m] and its inertia about THAT point [kg m^2], both in the body frame."""
        c = np.asarray(centre, dtype=float)
        about_origin = np.asarray(inertia, dtype=float) + mass * (c @ c * np.eye(3) - np.outer(c, c))
        return cls(name, mass, mass * c, about_origin, shape, shape.strip() if shape else None)

    @property
    def outline(self) -> Contour | None:
        """The contour that touches things: the body's own, or the one around its strip."""
        return self.contour or (Contour.around(self.strip) if self.strip is not None else None)

    @property
    def virtual(self) -> bool:
        """True for a massless intermediate link."""
        return self.mass == 0.0

    @property
    def centre_of_mass(self) -> np.ndarray:
        """Centre of mass [m]; the origin for a virtual link."""
        return self.first_moments / self.mass if self.mass else np.zeros(3)

    @property
    def central_inertia(self) -> np.ndarray:
        """Inertia about the centre of mass [kg m^2]."""
        c = self.centre_of_mass
        return self.inertia - self.mass * (c @ c * np.eye(3) - np.outer(c, c))
