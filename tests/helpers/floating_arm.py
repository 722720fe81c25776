"""A chain of four rods that floats in the plane: the smallest machine with joints of several kinds and groups."""

from __future__ import annotations

from dataclasses import replace

from elver import Body, Joint, Model, Robot
from elver.drive import Serpenoid
from elver.robot import Rod

ROD = Rod(0.3, 0.02)
NAMES = ("j1", "j2", "j3")


def arm(modes=("torque",) * 3, limit=None, contour=None, base="planar", **parts) -> Model:
    """A chain of four rods that floats in the plane."""
    bodies = [Body.solid(f"b{k}", ROD, 1000.0) for k in range(4)]
    if contour is not None:
        bodies = [replace(body, contour=contour) for body in bodies]
    joints = [
        Joint(f"j{k}", f"b{k - 1}", f"b{k}", d=0.3, mode=mode, limit=limit, group="first" if k == 1 else "later")
        for k, mode in enumerate(modes, 1)
    ]
    return Model("arm", Robot("arm", bodies, joints, base=base), **parts)


WAVE = Serpenoid(NAMES, amplitude=0.3, frequency=5.0)
