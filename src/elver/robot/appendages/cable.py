"""Tethers: a round cable cut into short rods that bend in both directions against each other.

Between two rods stand two bending joints with crossed axes and a massless link. Every rod's frame has x along the cable and its
origin at the rod's root; it is turned by a quarter about x against the one before it, which a round cable does not feel. Joints
stand for the cells of a beam as those of soft appendages do; a cable does not twist.
"""

from __future__ import annotations

import math
from dataclasses import replace

from elver.errors import InputError
from elver.robot.appendages.soft import Appendage, along
from elver.robot.body import Body
from elver.robot.joint import Joint
from elver.robot.shapes import Rod, require_length

HALF = math.pi / 2
PLANES = ("both", "one")


def tether(
    root: Joint, length: float, sections: int, radius: float, density: float, bending=0.0, damping=0.0, planes: str = "both"
) -> Appendage:
    """A cable of ``length`` [m] and ``radius`` [m] as bodies and joints to add to a robot; its laws are made by ``springs``.

    root: joint that places the cable's frame on its parent, x along the cable; ``fixed`` clamps it. Its ``child`` names the
    cable: rods are called <name>_rod1 and so on.
    bending [N m/rad], damping [N m s/rad] of the joints: a number, (root, tip), a function of the place x [m], or the Rigidity of
    a beam; 0 for a rope.   planes: it bends in ``both``, or about z alone in ``one``, for planar machines.
    The far end is free; ``elver.forces.Anchor`` on the last rod, at (length / sections, 0, 0), ties it to a place.
    """
    name = root.child
    require_length(f"tether '{name}': length", length)
    if isinstance(sections, bool) or not isinstance(sections, int) or sections < 1:
        raise InputError(f"tether '{name}': sections = {sections!r}. Give a whole number of 1 or more.")
    if planes not in PLANES:
        raise InputError(f"tether '{name}': planes = {planes!r}. Give one of: {', '.join(PLANES)}.")
    step = length / sections
    places = [k * step for k in range(sections)]
    values = {"stiffness": along(f"tether '{name}': bending", bending, places, length)}
    values["damping"] = along(f"tether '{name}': damping", damping, places, length)
    bodies, joints, parent = [Body(f"{name}_root")], [replace(root, child=f"{name}_root")], f"{name}_root"
    of: dict[str, dict] = {"stiffness": {}, "damping": {}}
    for k in range(sections):
        rod = Body.solid(f"{name}_rod{k + 1}", Rod(step, radius), density)
        links, added = rod_joints(f"{name}_bend{k + 1}", parent, rod.name, step if k else 0.0, planes)
        for kind, own in of.items():
            own |= {joint.name: values[kind][k] for joint in added}
        bodies += [*links, rod]
        joints += added
        parent = rod.name
    return Appendage(tuple(bodies), tuple(joints), of["stiffness"], of["damping"], tuple(of["stiffness"]), ())


def rod_joints(name: str, parent: str, child: str, step: float, planes: str) -> tuple[list[Body], list[Joint]]:
    """Massless link and bending joints from one rod's frame to the next, ``step`` [m] further along x."""
    if planes == "one":
        return [], [Joint(name, parent, child, d=step, mode="passive", group="bending")]
    link = Body(f"{child}_link")
    return [link], [
        Joint(f"{name}_z", parent, link.name, d=step, mode="passive", group="bending"),
        Joint(f"{name}_y", link.name, child, alpha=-HALF, mode="passive", group="bending"),
    ]
