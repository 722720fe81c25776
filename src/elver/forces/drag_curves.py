"""Coefficients of drag that know the Reynolds number: across a slender body, and along it.

A law of strips takes one of these where else a number stands (``Morison.drag_e2``, ``drag_e3``, ``friction``): any object with
``coefficient(speed, across, along)``, from the speed past the section [m/s] and its half axes across and along the flow [m].

**Across.** Of an elliptic section of ratio r, height across the flow over depth along it, with Re = speed x height / viscosity,

    C = psi [ V(Re) + kappa (1 - g S) P(r) Q(Re) + kappa' g S sqrt(P(r) / P(1)) R(Re) ]

V: viscous part at low Re; Q: the dip near Re = 1e3, 1 elsewhere; both after Sucker and Brauer's formula for the cylinder. P(r):
the plateau, by measured ellipses and the plate. S: how far the crisis of drag has come, at Re from 2e5 to 6e5 of a smooth
cylinder; R: the coefficient behind it. g(r): 1 of round sections, 0 of plates, whose sharp edges know no crisis. kappa, kappa':
flow around the ends. psi: the wake that a section meets again when it swings. All but psi and kappa, which are numbers, is
written in rational functions and roots: they are smooth and cost little.

Sources: H. Sucker, H. Brauer, Waerme- und Stoffuebertragung 8 (1975) 149: Re up to 2e5. DNV-RP-C205, section 6: crisis of the
smooth cylinder, coefficient behind it by roughness, reduction for finite length, wake amplification. F. M. White, Fluid
Mechanics, table 7.2: ellipses of ratio 1 to 1/8; N. K. Delany, N. E. Sorensen, NACA TN 3038 (1953): ellipse of ratio 2. G. H.
Keulegan, L. H. Carpenter, J. Res. NBS 60 (1958): swinging plates. How near the curves come to them: docs/models/drag.md.

**Along.** Friction of a flat plate, laminar (Blasius) or turbulent (ITTC 1957), of the whole length of the body:

    C_f = (1 - T) 1.328 / sqrt(Re) + T 0.075 / (log10 Re - 2)^2,     T = (Re / Re_t)^4 / (1 + (Re / Re_t)^4).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Protocol

import casadi as ca
import numpy as np

from elver.quantities import REQUIRED, check_quantities, quantity

WATER = 1.14e-6  # m^2/s, fresh water at 15 degrees (ITTC 7.5-02-01-03)
_SHAPES = "it shapes the curve of drag, which is compiled in"
_TINY = 1e-6  # of the Reynolds number squared: keeps the curves finite in still water

# Fitted together to Sucker and Brauer's formula (1 to 1e5) and to DNV's smooth cylinder (1e4 to 5e6): docs/models/drag.md.
_PLATEAU = 1.21376
_VISCOUS = (2.41397, 6.62961)  # over sqrt(Re), over Re
_DIP, _DIP_AT = 0.7584 / _PLATEAU, 6.4e-4
_CRISIS, _BEHIND = 4.23995e5, 2.42  # Re of the crisis; where the coefficient has risen again, over that
_LOWEST, _HIGHEST = 0.03487, 0.70094  # coefficients that it falls towards, and rises to
# Of plateaus over the ratio of the section, through the cylinder.
_FLAT, _PLATE, _POWER = 0.2235, 2.0, 2.085
_HALF = (_PLATE - _FLAT) / (_PLATEAU - _FLAT) - 1
_SHARP = 4.0  # ratio at which an ellipse is half a plate to the crisis
# Fitted to White's table of rectangles with a flat front and to the plate: within 6 %, docs/models/drag.md.
_RECTANGLE = (0.8853, 1.8706, 2.6909, 5.0594, 0.8161, 0.6618, 0.2463)
# DNV-RP-C205: reduction for a length over the height of ..., before and behind the crisis.
_LENGTHS = np.log([2.0, 5.0, 10.0, 20.0, 40.0, 50.0, 100.0])
_BEFORE = (0.58, 0.62, 0.68, 0.74, 0.82, 0.87, 0.98)
_AFTER = (0.80, 0.80, 0.82, 0.90, 0.98, 0.99, 1.00)


class DragCurve(Protocol):
    """A coefficient of drag as a function of the flow past a section."""

    def coefficient(self, speed: ca.SX, across: Any, along: Any) -> Any: ...


@dataclass(frozen=True)
class CrossFlowDrag:
    """Drag across a slender body by Reynolds number, section, roughness, length and swing.

    Parameters
    ----------
    roughness : float
        k/D, height of the surface's roughness over the diameter.
    slenderness : float | None
        Length of the whole body over the height of its section, for the flow around its ends; None: endless.
    keulegan_carpenter : float | None
        2 pi A / height of a section that swings by +-A; None: steady flow.
    viscosity : float
        Kinematic viscosity [m^2/s].
    """

    bounds: ClassVar = (1.0, 5e6)  # of the Reynolds number
    meaning: ClassVar = "Reynolds number of the flow across"

    roughness: float = quantity(0.0, "1", "k/D, roughness of the surface over the diameter", low=0.0, high=0.05, fixed=_SHAPES)
    slenderness: float | None = quantity(
        None, "1", "length of the whole body over its height; none for no flow around ends", low=2.0, optional=True, fixed=_SHAPES
    )
    keulegan_carpenter: float | None = quantity(
        None, "1", "2 pi A / height of a section that swings by +-A; none for steady flow", low=0.1, optional=True, fixed=_SHAPES
    )
    viscosity: float = quantity(WATER, "m^2/s", "kinematic viscosity", above=0.0)

    def __post_init__(self) -> None:
        check_quantities(self)

    def reynolds(self, speed: ca.SX, across: Any, along: Any) -> ca.SX:
        return speed * (2 * across / self.viscosity)

    @cached_property
    def behind_crisis(self) -> float:
        """C_DS of a rough cylinder in steady flow behind the crisis. DNV-RP-C205 (6.7)."""
        return float(np.clip((29 + 4 * math.log10(max(self.roughness, 1e-9))) / 20, 0.65, 1.05))

    @cached_property
    def ends(self) -> tuple[float, float]:
        """kappa and kappa', of flow before and behind the crisis."""
        if self.slenderness is None:
            return 1.0, 1.0
        at = math.log(self.slenderness)
        return float(np.interp(at, _LENGTHS, _BEFORE)), float(np.interp(at, _LENGTHS, _AFTER))

    @cached_property
    def swings(self) -> tuple[float, float]:
        """psi of a cylinder (DNV-RP-C205, to K = 12; from there back to 1 at 60) and of a plate (10 K^(-1/3) over 1.95)."""
        K = self.keulegan_carpenter
        if K is None:
            return 1.0, 1.0
        highest = 1.50 - 0.024 * (12 / self.behind_crisis - 10)
        if K < 12:
            cylinder = highest - 1 + max(0.1 * (K - 2), 0) + 2 * max(0.75 - K, 0)
        else:
            cylinder = 1 + (highest - 1) * max(math.log(60 / K), 0) / math.log(60 / 12)
        return cylinder, max(10 / 1.95 * max(K, 1e-3) ** (-1 / 3), 1.0)

    def coefficient(self, speed: ca.SX, across: Any, along: Any) -> ca.SX:
        """C of a section of half axes ``across`` and ``along`` the flow [m], on its height."""
        r = across / along
        squared = self.reynolds(speed, across, along) ** 2 + _TINY
        Re = ca.sqrt(squared)
        power = r**_POWER
        plateau = _FLAT + (_PLATE - _FLAT) * power / (power + _HALF)
        g = 1 / (1 + (r / _SHARP) ** 6)
        rough = 1 / (1 + self.roughness * _CRISIS / 500)  # the crisis comes where the roughness has a Reynolds number of 500
        z, y = squared / (_CRISIS * rough) ** 2, squared / (_BEHIND * _CRISIS * rough) ** 2
        S = g * (1 - 1 / (1 + z * z * z))
        smooth = (1.05 - self.behind_crisis) / 0.4
        highest, lowest = (self.behind_crisis + smooth * (own - 0.65) for own in (_HIGHEST, _LOWEST))
        behind = highest - (highest - lowest) / (1 + y)
        viscous = (_VISCOUS[0] * ca.sqrt(Re) + _VISCOUS[1]) / Re
        dip = _DIP * _DIP_AT * Re / (1 + _DIP_AT**2 * squared)
        before, after = self.ends
        whole = viscous + (1 - S) * (before * plateau) * (1 - dip) + S * (after * (plateau / _PLATEAU) ** 0.5) * behind
        cylinder, plate = self.swings
        return (plate + g * (cylinder - plate)) * whole if self.keulegan_carpenter is not None else whole


@dataclass(frozen=True)
class SharpEdgedDrag:
    """Drag across a bar whose section is a rectangle with sharp edges: by the ratio of the section, not by the Reynolds number.

    Flow parts at the front edges. Of d, depth along the flow over height across it, the coefficient is highest near 2/3, where
    the wake is drawn close to the back, and falls where the flow comes to lie on the sides again (d > 2.8).

    Parameters
    ----------
    slenderness : float | None
        Length of the whole body over the height of its section, for the flow around its ends; None: endless.
    viscosity : float
        Kinematic viscosity [m^2/s], for the range of Reynolds numbers.
    """

    bounds: ClassVar = (1e3, 1e7)  # of the Reynolds number
    meaning: ClassVar = "Reynolds number of the flow across"

    slenderness: float | None = quantity(
        None, "1", "length of the whole body over its height; none for no flow around ends", low=2.0, optional=True, fixed=_SHAPES
    )
    viscosity: float = quantity(WATER, "m^2/s", "kinematic viscosity", above=0.0)

    def __post_init__(self) -> None:
        check_quantities(self)

    def reynolds(self, speed: ca.SX, across: Any, along: Any) -> ca.SX:
        return speed * (2 * across / self.viscosity)

    def coefficient(self, speed: ca.SX, across: Any, along: Any) -> Any:
        """C of a section of half edges ``across`` and ``along`` the flow [m], on its height."""
        d = along / across
        far, plate, bend, power, hump, at, width = _RECTANGLE
        endless = far + (plate - far) / (1 + (d / bend) ** power) + hump / (1 + ((d - at) / width) ** 2)
        return CrossFlowDrag(slenderness=self.slenderness).ends[0] * endless


@dataclass(frozen=True)
class SkinFriction:
    """Friction along a slender body, by the length of the whole of it.

    The coefficient is that of ``Morison.friction``, which counts on half the circumference of the section: twice C_f.
    """

    bounds: ClassVar = (1e3, 1e10)
    meaning: ClassVar = "Reynolds number of the flow along the whole body"

    length: float = quantity(REQUIRED, "m", "of the whole body, from nose to tail", above=0.0)
    transition: float = quantity(5e5, "1", "Re_t, Reynolds number at which friction becomes turbulent", above=0.0)
    form: float = quantity(0.0, "1", "k, resistance of the form over that of friction", low=0.0)
    viscosity: float = quantity(WATER, "m^2/s", "kinematic viscosity", above=0.0)

    def __post_init__(self) -> None:
        check_quantities(self)

    def reynolds(self, speed: ca.SX, across: Any, along: Any) -> ca.SX:
        return speed * (self.length / self.viscosity)

    def plate(self, Re: ca.SX) -> ca.SX:
        """C_f of a flat plate."""
        z = (Re / self.transition) ** 2
        turbulent = 1 - 1 / (1 + z * z)
        # 1e3 beside a small Re keeps the logarithm away from its pole at 100
        ittc = 0.075 / (_log10(ca.sqrt(Re * Re + 1e6)) - 2) ** 2
        return (1 - turbulent) * 1.328 / ca.sqrt(Re + _TINY) + turbulent * ittc

    def coefficient(self, speed: ca.SX, across: Any, along: Any) -> ca.SX:
        """Twice C_f (1 + k), times the circumference of the ellipse (Ramanujan) over pi (a + b)."""
        h = ((across - along) / (across + along)) ** 2
        around = 1 + 3 * h / (10 + (4 - 3 * h) ** 0.5)
        return 2 * (1 + self.form) * around * self.plate(self.reynolds(speed, across, along))


def _log10(x: ca.SX) -> ca.SX:
    """log10 of 1e3 and more, by roots, which vectors of the processor have and logarithms they have not.

    ln x = 16 ln t of t = x^(1/16), and ln(t/m) = 2 artanh u = 2 (u + u^3/3 + ...) of u = (t - m)/(t + m): to 1e-8 up to 1e10.
    """
    t, m = x, 2.6
    for _ in range(4):
        t = ca.sqrt(t)
    u = (t - m) / (t + m)
    q = u * u
    artanh = u * (1 + q * (1 / 3 + q * (1 / 5 + q * (1 / 7 + q * (1 / 9 + q / 11)))))
    return 16 / math.log(10) * (math.log(m) + 2 * artanh)
