"""The flapping-wing robot of MAV: an ellipsoidal thorax and two soft wings. Section IV-A, Table I."""

from __future__ import annotations

import math
from dataclasses import dataclass

from elver.robot import Appendage, Blade, Body, Box, Ellipsoid, Joint, Robot, soft_appendage
from elver.robot.shapes import require_length

HALF = math.pi / 2
SIDES = ("right", "left")


@dataclass(frozen=True)
class Thorax:
    """Ellipsoid of half axes [m] along the world's x (fore-aft, b), y (lateral, a) and z (vertical, c); density [kg/m^3]."""

    half_length: float = 8.5e-3
    half_width: float = 8.5e-3
    half_height: float = 28e-3
    density: float = 800.0


@dataclass(frozen=True)
class Wing:
    """One wing. sections M; span S, chord C at the root, thickness e, hinge: its distance d from the thorax's centre [m].

    density [kg/m^3]; stiffness of the twist and bending joints at root and tip [N m/rad]; damping mu [N m s/rad].
    """

    sections: int = 4
    span: float = 0.07
    chord: float = 0.0315
    thickness: float = 1e-4
    hinge: float = 18.2e-3
    density: float = 1400.0
    twist_root: float = 3e-3
    twist_tip: float = 9e-4
    bend_root: float = 36e-3
    bend_tip: float = 9e-3
    damping: float = 1e-5

    def __post_init__(self):
        for name in ("span", "chord", "thickness"):
            require_length(f"wing.{name}", getattr(self, name))

    def blade_section(self, side: str):
        """section(name, x, l): a blade with its leading edge along x and its chord hanging down, -z."""
        forward = 1.0 if side == "right" else -1.0  # the section's y axis points forward on the right, backward on the left

        def section(name: str, x: float, length: float) -> Body:
            chord = self.chord * math.sqrt(1 - (x / self.span) ** 2)
            box = Box(length, self.thickness, chord, at=(length / 2, 0, -chord / 2))
            blade = Blade((0, 0, 0), (1, 0, 0), (0, 0, 1), (0, forward, 0), length, chord)
            return Body.solid(name, box, self.density, blade=blade)

        return section

    def appendage(self, side: str) -> Appendage:
        """Joint 1 (2M + 1 on the left) is the stroke about the vertical; every frame has x outward and z up."""
        outward = {"right": -HALF, "left": HALF}[side]
        root = Joint(f"{side}_stroke", "thorax", side, gamma=outward, d=self.hinge, group="stroke")
        twist, bend = (self.twist_root, self.twist_tip), (self.bend_root, self.bend_tip)  # (12), (13)
        return soft_appendage(root, self.span, self.sections, self.blade_section(side), bend, twist, self.damping)


def moth_robot(thorax: Thorax, wing: Wing, base: str) -> tuple[Robot, dict[str, Appendage]]:
    """The robot, and its wings by side. x points forward, y to the left, z up: the paper's n, -s and a."""
    ellipsoid = Ellipsoid(thorax.half_length, thorax.half_width, thorax.half_height)
    wings = {side: wing.appendage(side) for side in SIDES}
    bodies = [Body.solid("thorax", ellipsoid, thorax.density), *(b for w in wings.values() for b in w.bodies)]
    return Robot("moth", bodies, [j for w in wings.values() for j in w.joints], base), wings
