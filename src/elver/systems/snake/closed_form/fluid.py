"""The water's action on a link of the snake robot. USR (12)-(24)."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from numbers import Real

import numpy as np

from elver.errors import InputError, unknown_name

CURRENT_LAWS = ("printed", "galilean")
ADDED_INERTIA_LAWS = ("printed", "physical")


@dataclass(frozen=True)
class SnakeFluid:
    """The water's action on one link. A link without water has all of them zero.

    c_t, c_n: linear drag along and across the link [N s/m]; d_t, d_n: quadratic drag [N s^2/m^2]. The paper uses one number
    for both (12), but switches the linear part off in its case 1.
    mu_n: added mass across the link [kg].  lambda1 [kg m^2], lambda2 [N m s], lambda3 [N m s^2]: torque (16).
    current (Vx, Vy) [m/s, world]: uniform and steady.
    current_law: ``printed``, the added-mass force -mu_n n (n . p'' - d/dt(n) . V) of (24), n the link's normal; or
    ``galilean``, -mu_n n d/dt(n . (p' - V)), which depends on the velocity relative to the water only.
    """

    c_t: float = 0.0
    c_n: float = 0.0
    d_t: float = 0.0
    d_n: float = 0.0
    mu_n: float = 0.0
    lambda1: float = 0.0
    lambda2: float = 0.0
    lambda3: float = 0.0
    current: tuple[float, float] = (0.0, 0.0)
    current_law: str = "printed"

    def __post_init__(self):
        for name in (f.name for f in fields(self) if f.name not in ("current", "current_law")):
            check_number(f"coefficient {name}", getattr(self, name), positive=False)
        if np.shape(self.current) != (2,) or not all(isinstance(v, Real) and math.isfinite(v) for v in self.current):
            raise InputError(f"current = {self.current!r}. Give two finite numbers (Vx, Vy), in the world frame, in m/s.")
        if self.current_law not in CURRENT_LAWS:
            raise unknown_name("current law", self.current_law, CURRENT_LAWS)

    @classmethod
    def from_section(
        cls,
        half_height: float,
        half_width: float,
        length: float,
        density: float = 1000.0,
        friction: float = 0.03,
        drag: float = 2.0,
        added: float = 1.0,
        added_inertia: float = 1.0,
        *,
        linear: bool = True,
        current: tuple[float, float] = (0.0, 0.0),
        current_law: str = "printed",
        added_inertia_law: str = "printed",
    ) -> SnakeFluid:
        """Coefficients of an elliptic cylinder by (14), (15), (17), (20).

        half_height a and half_width b of the section [m], a vertical; length 2l of the link [m]; density [kg/m^3] of the
        water; friction C_f, drag C_D, added C_A and added_inertia C_M without unit.
        linear: False leaves out the linear drag and its torque lambda2 (the paper's case 1).
        added_inertia_law: ``printed`` lambda1 (17), whose unit is kg m^4, or ``physical``, the added mass per length times
        the square of the lever, integrated over the link.
        """
        sizes = {"half_height": half_height, "half_width": half_width, "length": length, "density": density}
        for name, value in sizes.items():
            check_number(name, value)
        for name, value in {"friction": friction, "drag": drag, "added": added, "added_inertia": added_inertia}.items():
            check_number(name, value, positive=False)
        if added_inertia_law not in ADDED_INERTIA_LAWS:
            raise unknown_name("added-inertia law", added_inertia_law, ADDED_INERTIA_LAWS)
        a, b, half, rho_pi = half_height, half_width, length / 2, density * math.pi
        d_t = 0.5 * rho_pi * friction * (b + a) / 2 * length  # (14)
        d_n = 0.5 * density * drag * 2 * a * length  # (14)
        if added_inertia_law == "printed":
            lambda1 = rho_pi / 12 * added_inertia * (a**2 - b**2) ** 2 * half**3  # (17)
        else:
            lambda1 = 2 / 3 * rho_pi * added * a**2 * half**3
        return cls(
            c_t=linear * d_t,
            c_n=linear * d_n,
            d_t=d_t,
            d_n=d_n,
            mu_n=rho_pi * added * a**2 * length,  # (15)
            lambda1=lambda1,
            lambda2=linear * rho_pi / 6 * friction * (a + b) * half**3,  # (20)
            lambda3=rho_pi / 8 * friction * (a + b) * half**4,  # (20)
            current=current,
            current_law=current_law,
        )


def check_number(what: str, value, positive: bool = True) -> None:
    """Refuse what is not a finite number above (or not below) zero."""
    if not isinstance(value, Real) or not math.isfinite(value) or value < 0 or (positive and value == 0):
        raise InputError(f"{what} = {value!r}. Give a finite number {'above zero' if positive else 'of zero or more'}.")
