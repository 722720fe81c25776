"""Spherical and universal joints as intersecting revolutes with massless links between them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from elver.robot.body import Body
from elver.robot.joint import Joint

HALF = math.pi / 2


def spherical_joint(
    first: Joint, groups: Sequence[str] = ("yaw", "pitch", "roll"), r: float = 0.0, names: Sequence[str] = ()
) -> tuple[tuple[Body, Body], tuple[Joint, Joint, Joint]]:
    """Three revolutes through one point: yaw about ``first``'s axis, then pitch, then roll along the child's axis.

    ``first`` places the joint on its parent and names the final child; ``r`` [m] shifts the child's frame along the
    roll axis (the length of a link whose frame sits at its far end). At q = 0 the roll axis is first's x axis, the
    pitch axis first's y axis. Returns the two virtual bodies and the three joints.
    """
    names = tuple(names) or tuple(f"{first.name}_{g}" for g in groups)
    virtual = (Body(f"{first.child}_{groups[0]}"), Body(f"{first.child}_{groups[1]}"))
    yaw = replace(first, name=names[0], child=virtual[0].name, group=groups[0])
    rest = replace(first, place=None, gamma=0.0, b=0.0, d=0.0, alpha=-HALF, r=0.0)
    pitch = replace(rest, name=names[1], parent=virtual[0].name, child=virtual[1].name, theta=-HALF, group=groups[1])
    roll = replace(rest, name=names[2], parent=virtual[1].name, theta=HALF, r=r, group=groups[2])
    return virtual, (yaw, pitch, roll)


def universal_joint(
    first: Joint, groups: Sequence[str] = ("yaw", "pitch"), names: Sequence[str] = ()
) -> tuple[tuple[Body], tuple[Joint, Joint]]:
    """Two revolutes through one point: yaw about ``first``'s axis, then pitch about the turned y axis.

    Returns the one virtual body and the two joints. At q = 0 the child's z axis is first's y axis and its x axis
    points along first's z axis.
    """
    names = tuple(names) or tuple(f"{first.name}_{g}" for g in groups)
    virtual = Body(f"{first.child}_{groups[0]}")
    yaw = replace(first, name=names[0], child=virtual.name, group=groups[0])
    rest = replace(first, place=None, gamma=0.0, b=0.0, d=0.0, alpha=-HALF, theta=-HALF, r=0.0)
    pitch = replace(rest, name=names[1], parent=virtual.name, group=groups[1])
    return (virtual,), (yaw, pitch)
