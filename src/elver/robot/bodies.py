"""Bodies: mass, first moments and inertia about the joint frame, shape, and what media need of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError, require_number
from elver.robot.shapes import Blade, Contour, Shape, Strip
from elver.symbolic.arrays import array_of, divided, is_zero, parallel_axes, times

# --- A rigid body: inertial data about its joint frame, and its shape.

_DEPTH = 100  # to which two expressions are compared


@dataclass(frozen=True, eq=False)
class Body:
    """One rigid body. All vectors and tensors are in the body frame, whose origin lies on the body's joint axis.

    Mass, moments, lengths and places may be symbols: free parameters, and expressions of them. A body without mass is a virtual
    link (an intermediate frame of a spherical or universal joint, a marker). ``Body.solid`` and ``Body.central`` make usual ones.

    Parameters
    ----------
    name : str
        Its name, once in a robot.
    mass : float
        [kg].
    first_moments : array (3,)
        MS = mass times centre of mass [kg m].
    inertia : array (3, 3)
        About the ORIGIN of the frame [kg m^2].
    shape : Shape, optional
        The solid, for volume, buoyancy and pictures.
    strip : Strip, optional
        Slender outline for strip-theory forces.
    contour : Contour, optional
        Outline for contact; None: the one around the strip.
    blade : Blade, optional
        Flat outline for wing forces.
    density : float, optional
        Of a homogeneous body, what it was made with [kg/m^3]; None for any other.

    Raises
    ------
    InputError
        Where something is no number. What no mass distribution has is refused where the robot is built.
    """

    name: str
    mass: float = 0.0
    first_moments: np.ndarray = field(default_factory=lambda: np.zeros(3))
    inertia: np.ndarray = field(default_factory=lambda: np.zeros((3, 3)))
    shape: Shape | None = None
    strip: Strip | None = None
    contour: Contour | None = None
    blade: Blade | None = None
    density: float | None = None

    def __post_init__(self) -> None:
        require_number(f"body '{self.name}': mass", self.mass)
        for name, shape in (("first_moments", (3,)), ("inertia", (3, 3))):
            object.__setattr__(self, name, self._numbers(name, shape))

    def _numbers(self, name: str, shape: tuple[int, ...]) -> np.ndarray:
        """A vector or tensor; its shape and size are checked where the robot is built."""
        value = array_of(getattr(self, name), shape)
        try:
            return np.asarray(getattr(self, name), dtype=float) if value is None else value
        except (TypeError, ValueError):
            raise InputError(f"body '{self.name}': {name} must hold numbers.") from None

    @classmethod
    def solid(cls, name: str, shape: Shape, density: float, strip: Strip | None = None, blade: Blade | None = None) -> Body:
        """A homogeneous body of ``density`` [kg/m^3]; its strip is the shape's own unless another is given."""
        if not isinstance(shape, Shape):
            raise InputError(f"body '{name}': shape is {shape!r}. Give a solid such as elver.robot.Rod(0.2, 0.01).")
        require_number(f"body '{name}': density", density, above=0.0, unit="kg/m^3")
        mass = density * shape.volume
        return cls(
            name=name,
            mass=mass,
            first_moments=times(mass, shape.centroid()),
            inertia=shape.inertia(density),
            shape=shape,
            strip=strip if strip is not None else shape.strip(),
            blade=blade,
            density=density,
        )

    @classmethod
    def central(
        cls,
        name: str,
        mass: float,
        centre: Sequence[float] | np.ndarray,
        inertia: Sequence[Sequence[float]] | np.ndarray,
        shape: Shape | None = None,
    ) -> Body:
        """A body from its centre of mass [m] and its inertia about THAT point [kg m^2], both in the body frame."""
        c, own = array_of(centre, (3,)), array_of(inertia, (3, 3))
        if c is None or own is None:
            raise InputError(f"body '{name}': give a centre of 3 and an inertia of 3 x 3 finite numbers.")
        return cls(name, mass, times(mass, c), own + parallel_axes(mass, c), shape, shape.strip() if shape else None)

    def changed(self, name: str, value: Any) -> Body:
        """The body with another value of one field, and what follows from it.

        Another shape or density of a homogeneous body makes the solid again. Another mass keeps the centre of mass and the radii
        of gyration. A strip that is the shape's own follows the shape.
        """
        if name == "mass" and not self.virtual:
            factor = value / self.mass
            density = None if self.density is None else factor * self.density
            first, second = times(factor, self.first_moments), times(factor, self.inertia)
            return replace(self, mass=value, first_moments=first, inertia=second, density=density)
        if name not in ("shape", "density") or self.shape is None:
            return replace(self, **{name: value})
        shape: Shape = value if name == "shape" else self.shape
        strip = shape.strip() if self._has_own_strip() else self.strip
        if self.density is None:
            return replace(self, shape=shape, strip=strip)
        self._require_solid(name)
        solid = Body.solid(self.name, shape, value if name == "density" else self.density, strip, self.blade)
        return replace(solid, strip=strip, contour=self.contour)

    def _require_solid(self, name: str) -> None:
        """Refuse another shape or density where the mass was given by itself: the solid would replace it unasked."""
        assert self.shape is not None
        assert self.density is not None
        own = Body.solid(self.name, self.shape, self.density)
        pairs = ca.SX(ca.vertcat(*(ca.horzcat(*pair) for pair in zip(_numbers_of(own), _numbers_of(self), strict=True))))
        symbols = ca.vertcat(ca.SX(0, 1), *ca.symvar(pairs))
        some = np.linspace(1.0, 1.1, symbols.numel())  # in place of the symbols
        values = np.array(ca.Function("pairs", [symbols], [ca.densify(pairs)])(some), dtype=float)
        if not np.allclose(values[:, 0], values[:, 1], rtol=1e-9, atol=1e-9 * np.abs(values).max()):
            raise InputError(
                f"body '{self.name}': its mass or moments are not those of its shape with its density, so another {name} does "
                "not tell them. Make it by Body.solid, or set density=None: then the mass stays as it is."
            )

    def _has_own_strip(self) -> bool:
        """Whether the strip is the one of the shape."""
        own = None if self.shape is None else self.shape.strip()
        if own is None or self.strip is None:
            return own is self.strip
        return all(ca.is_equal(a, b, _DEPTH) for f in fields(own) for a, b in zip(*entries(own, self.strip, f.name), strict=True))

    @property
    def outline(self) -> Contour | None:
        """The contour that touches things: the body's own, or the one around its strip."""
        return self.contour or (Contour.around(self.strip) if self.strip is not None else None)

    @property
    def virtual(self) -> bool:
        """True for a massless intermediate link."""
        return is_zero(self.mass)

    @property
    def centre_of_mass(self) -> np.ndarray:
        """Centre of mass [m]; the origin for a virtual link."""
        return np.zeros(3) if self.virtual else divided(self.first_moments, self.mass)

    @property
    def central_inertia(self) -> np.ndarray:
        """Inertia about the centre of mass [kg m^2]."""
        return self.inertia - parallel_axes(self.mass, self.centre_of_mass)


def entries(first: Strip, second: Strip, name: str) -> tuple[list[ca.SX], list[ca.SX]]:
    """All entries of one field of two strips, as expressions."""
    one, two = ([ca.SX(v) for v in np.ravel(np.array(getattr(s, name), dtype=object))] for s in (first, second))
    return one, two


def _numbers_of(body: Body) -> list:
    """Mass, first moments and inertia, one after the other."""
    return [body.mass, *body.first_moments, *body.inertia.flat]
