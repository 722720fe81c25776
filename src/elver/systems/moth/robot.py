"""The flapping-wing robot of MAV: an ellipsoidal thorax and two soft wings. Section IV-A, Table I."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from elver.quantities import check_quantities, quantity
from elver.robot import Appendage, Blade, Body, Box, Ellipsoid, Joint, Robot, soft_appendage
from elver.symbols import root, vector

HALF = math.pi / 2
SIDES = ("right", "left")


@dataclass(frozen=True)
class Thorax:
    """An ellipsoid."""

    half_length: float = quantity(8.5e-3, "m", "b, half axis along x, fore-aft", above=0.0)
    half_width: float = quantity(8.5e-3, "m", "a, half axis along y, lateral", above=0.0)
    half_height: float = quantity(28e-3, "m", "c, half axis along z, vertical", above=0.0)
    density: float = quantity(800.0, "kg/m^3", "density of the thorax", above=0.0)

    def __post_init__(self):
        check_quantities(self, "thorax")


@dataclass(frozen=True)
class Wing:
    """One wing: an elliptic blade in sections, with joints that twist and bend."""

    sections: int = quantity(4, "1", "M, sections of a wing", low=1, high=100)
    span: float = quantity(0.07, "m", "S, length of a wing", above=0.0)
    chord: float = quantity(0.0315, "m", "C, chord at the root of the elliptic wing", above=0.0)
    thickness: float = quantity(1e-4, "m", "e, thickness of the blades", above=0.0)
    hinge: float = quantity(18.2e-3, "m", "d, distance of a wing's hinge from the thorax's centre")
    density: float = quantity(1400.0, "kg/m^3", "density of the blades", above=0.0)
    twist_root: float = quantity(3e-3, "N m/rad", "k_t^1, stiffness of twist at the root (12)", low=0.0)
    twist_tip: float = quantity(9e-4, "N m/rad", "k_t^2, at the tip; 9e-4 is inferred, 9e-3 is printed", low=0.0)
    bend_root: float = quantity(36e-3, "N m/rad", "k_b^1, stiffness of bending at the root (13)", low=0.0)
    bend_tip: float = quantity(9e-3, "N m/rad", "k_b^2, at the tip", low=0.0)
    damping: float = quantity(1e-5, "N m s/rad", "mu, damping of every passive joint", low=0.0)

    def __post_init__(self):
        check_quantities(self, "wing")

    def blade_section(self, side: str):
        """section(name, x, l): a blade with its leading edge along x and its chord hanging down, -z."""
        forward = 1.0 if side == "right" else -1.0  # the section's y axis points forward on the right, backward on the left

        def section(name: str, x: float, length: float) -> Body:
            chord = self.chord * root(1 - (x / self.span) ** 2)
            box = Box(length, self.thickness, chord, at=vector(length / 2, 0.0, -chord / 2))
            edge, along, up = np.zeros(3), np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0])
            blade = Blade(edge, along, up, np.array([0.0, forward, 0.0]), length, chord)
            return Body.solid(name, box, self.density, blade=blade)

        return section

    def appendage(self, side: str) -> Appendage:
        """Joint 1 (2M + 1 on the left) is the stroke about the vertical; every frame has x outward and z up."""
        outward = {"right": -HALF, "left": HALF}[side]
        hinge = Joint(f"{side}_stroke", "thorax", side, gamma=outward, d=self.hinge, group="stroke")
        twist, bend = (self.twist_root, self.twist_tip), (self.bend_root, self.bend_tip)  # (12), (13)
        return soft_appendage(hinge, self.span, self.sections, self.blade_section(side), bend, twist, self.damping)


def moth_robot(thorax: Thorax, wing: Wing, base: str) -> tuple[Robot, dict[str, Appendage]]:
    """The robot, and its wings by side. x points forward, y to the left, z up: the paper's n, -s and a."""
    ellipsoid = Ellipsoid(thorax.half_length, thorax.half_width, thorax.half_height)
    wings = {side: wing.appendage(side) for side in SIDES}
    bodies = [Body.solid("thorax", ellipsoid, thorax.density), *(b for w in wings.values() for b in w.bodies)]
    return Robot("moth", bodies, [j for w in wings.values() for j in w.joints], base), wings
