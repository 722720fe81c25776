"""Soft appendages: a slender body cut into rigid sections that bend and twist against each other. MAV section IV-A.

Section k of M carries bending joint k at its root, x_k = (k - 1) L/M, and, from the second on, a twist joint before it with
a massless link between the two: root joint, bending 1, (twist 2, bending 2), ... (twist M, bending M). The root joint takes the
place of the first twist joint: a driven stroke, any other joint, or a fixed one for a clamped appendage.

Every section's frame has x along the appendage, z along the bending axis and y = z x x, its origin at the section's root.
Mirrored appendages come from mirrored root joints: with x outward and z up on both sides, mirrored motions have opposite angles.

The joints of a beam. A beam of flexural rigidity EI under the moment M(x) turns by the integral of M/EI. Joint k stands for the
cell of the beam that lies nearest to it, so it turns by M(x_k) times the cell's compliance:

    1/k_k = integral of dx / EI over the cell,      EI/l inside, 2 EI/l at a clamped root.

The cells cover the whole beam, so a constant moment is met exactly and any other as by the trapezoidal rule: deflections and
frequencies of the clamped beam are approached with the square of the sections' length (tests/robot/test_soft.py). With GJ the
same holds of twist.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from numbers import Real
from typing import Any, TypeAlias

import numpy as np

from elver._support.errors import InputError, from_user, is_symbol, require_number
from elver.robot.bodies import Body
from elver.robot.joints import Joint
from elver.robot.shapes import Rod, require_length

_HALF = np.pi / 2
_CELL_POINTS = 8  # Gauss points per cell of a beam
_Course: TypeAlias = "float | tuple[float, float] | Callable[[float], float]"  # along the appendage: (root, tip), or of x [m]


@dataclass(frozen=True)
class Rigidity:
    """EI or GJ of a beam [N m^2] (as a damping: N m^2 s): a number, (root, tip) for a linear course, or a function of x [m]."""

    value: _Course


@dataclass(frozen=True)
class Appendage:
    """Bodies and joints to add to a robot; stiffness [N m/rad] and damping [N m s/rad] of every passive joint, by name.

    bending, twist: names of the passive joints, root to tip.   ``elver.drive.springs`` makes the laws of a Model of them.
    """

    bodies: tuple[Body, ...]
    joints: tuple[Joint, ...]
    stiffness: Mapping[str, Any]
    damping: Mapping[str, Any]
    bending: tuple[str, ...]
    twist: tuple[str, ...]


def soft_appendage(
    root: Joint,
    length: float,
    sections: int,
    section: Callable[[str, float, float], Body],
    bending: _Course | Rigidity | None = None,
    twist: _Course | Rigidity | None = None,
    damping: _Course | Rigidity | Mapping[str, _Course | Rigidity] = 0.0,
) -> Appendage:
    """Cut a slender body into rigid sections with passive joints between them.

    Parameters
    ----------
    root : Joint
        Joint 1, which places the appendage on its parent: its frame has x along the appendage and z along the bending axis. Its
        ``child`` names the appendage: bodies and joints are called after it. Any type and mode; ``fixed`` clamps the appendage.
    length : float
        Of all sections together [m].
    sections : int
        How many.
    section : callable
        section(name, x, l) -> Body of the section from x to x + l [m], in its own frame (see above), with that name.
    bending, twist : float, (root, tip), callable or Rigidity, optional
        Stiffness [N m/rad] of the joints at x: a number, a linear course, a function of x [m], or the beam's; None leaves these
        joints out.
    damping : likewise, or mapping
        [N m s/rad], for both, or {"bending": ..., "twist": ...}.

    Returns
    -------
    Appendage
        Bodies, joints, and what ``elver.drive.springs`` makes their laws of.
    """
    name = root.child
    _check_appendage(name, length, sections, bending, twist)
    l = length / sections  # noqa: E741  (the paper's letter)
    roots = [l * k for k in range(sections)]
    places = {"bending": roots, "twist": roots[1:]}
    names = {
        "bending": [f"{name}_bending{k + 1}" for k in range(sections)],
        "twist": [f"{name}_twist{k + 1}" for k in range(sections)][1:],
    }
    courses = {"bending": bending, "twist": twist}
    loss = damping if isinstance(damping, Mapping) else {"bending": damping, "twist": damping}
    stiffness_of: dict[str, float] = {}
    damping_of: dict[str, float] = {}
    for kind, course in courses.items():
        if course is None:
            names[kind] = []
            continue
        if kind not in loss:
            raise InputError(f"appendage '{name}': damping has no '{kind}'. Give bending and twist, or one for both.")
        where = f"appendage '{name}': {kind}"
        stiffness_of |= zip(names[kind], _along(f"{where} stiffness", course, places[kind], length), strict=True)
        damping_of |= zip(names[kind], _along(f"{where} damping", loss[kind], places[kind], length), strict=True)
    bodies, joints = _chain(root, name, roots, l, section, names)
    return Appendage(bodies, joints, stiffness_of, damping_of, tuple(names["bending"]), tuple(names["twist"]))


def _check_appendage(
    name: str, length: float, sections: int, bending: _Course | Rigidity | None, twist: _Course | Rigidity | None
) -> None:
    """At least one section, a length, and some joint."""
    require_length(f"appendage '{name}': length", length)
    if isinstance(sections, bool) or not isinstance(sections, int) or sections < 1:
        raise InputError(f"appendage '{name}': sections = {sections!r}. Give a whole number of 1 or more.")
    if bending is None and twist is None:
        raise InputError(f"appendage '{name}' neither bends nor twists. Give a stiffness for bending, twist or both.")
    if bending is None and sections == 1:
        raise InputError(f"appendage '{name}': one section has no twist joint. Give 2 sections or more.")


# --- stiffness and damping along the appendage ---------------------------------------------------------------------------


def _along(what: str, course: _Course | Rigidity, places: list[float], length: float) -> list:
    """The values of a course at the joints, each checked: joint values, or those of a beam's cells."""
    if not isinstance(course, Rigidity):
        return [require_number(f"{what} at x = {_shown(x)} m", _value_at(what, course, x, length), low=0.0) for x in places]
    if not places:
        return []
    ends = [0.0, *(0.5 * (a + b) for a, b in pairwise(places)), length]
    return [_cell_stiffness(what, course.value, a, b, length) for a, b in pairwise(ends)]


def _value_at(what: str, course: _Course, x: float, length: float) -> Any:
    """A number, a linear course from root to tip, or a function, at the place x [m]."""
    if is_symbol(course) or (isinstance(course, Real) and not isinstance(course, bool)):
        return course
    if callable(course):
        return from_user(f"{what} at x = {_shown(x)} m", course, x)
    if isinstance(course, (tuple, list)) and len(course) == 2:
        root, tip = (require_number(f"{what} at the {end}", v, low=0.0) for end, v in zip(("root", "tip"), course, strict=True))
        return root + x / length * (tip - root)  # below (13)
    raise InputError(f"{what} = {course!r}. Give a number, a pair (root, tip), a function of x, or a Rigidity.", name=what)


def _shown(x: float) -> str:
    """A place for a message."""
    return str(x)[:60] if is_symbol(x) else f"{x:g}"


def _cell_stiffness(what: str, course: _Course, start: float, end: float, length: float) -> float:
    """Stiffness of a joint that stands for a beam's cell: one over the integral of dx / EI."""
    nodes, weights = np.polynomial.legendre.leggauss(_CELL_POINTS)
    half = 0.5 * (end - start)
    places = [0.5 * (start + end) + half * node for node in nodes.tolist()]
    rigidities = [require_number(f"{what} at x = {_shown(x)} m", _value_at(what, course, x, length), low=0.0) for x in places]
    if any(not is_symbol(r) and r == 0 for r in rigidities):
        return 0.0
    return 1 / sum(half * w / r for w, r in zip(weights, rigidities, strict=True))


# --- bodies and joints ---------------------------------------------------------------------------------------------------


def _chain(
    root: Joint,
    name: str,
    roots: Sequence[float],
    l: float,  # noqa: E741
    section: Callable[[str, float, float], Body],
    names: Mapping[str, list[str]],
) -> tuple[tuple[Body, ...], tuple[Joint, ...]]:
    """Root joint and its massless link, then for every section its joints, the massless link between them and its body."""
    first = Body(f"{name}_root")
    bodies, joints, parent = [first], [replace(root, child=first.name)], first.name
    for k, x in enumerate(roots):
        body = _section_body(section, f"{name}_section{k + 1}", x, l)
        bend = names["bending"][k] if names["bending"] else None
        twist = names["twist"][k - 1] if names["twist"] and k else None
        links, added = _section_joints(parent, body.name, l if k else 0.0, twist, bend)
        bodies += [*links, body]
        joints += added
        parent = body.name
    return tuple(bodies), tuple(joints)


def _section_joints(parent: str, child: str, step: float, twist: str | None, bend: str | None) -> tuple[list[Body], list[Joint]]:
    """Massless links and joints from one section's frame to the next, ``step`` [m] further along x.

    At rest a twist joint turns about the sections' x axis and a bending joint about their z axis; where there is no bending a
    fixed joint stands in its place.
    """
    bending: dict[str, Any]
    name, bending = (bend, {"mode": "passive", "group": "bending"}) if bend else (f"{child}_frame", {"type": "fixed"})
    if twist is None:
        return [], [Joint(name, parent, child, d=step, **bending)]
    link = Body(f"{child}_twisted")  # its axes are the parent's y, z and x
    return [link], [
        Joint(twist, parent, link.name, gamma=_HALF, alpha=_HALF, r=step, mode="passive", group="twist"),
        Joint(name, link.name, child, alpha=-_HALF, theta=-_HALF, **bending),
    ]


def _section_body(section: Callable[[str, float, float], Body], name: str, x: float, l: float) -> Body:  # noqa: E741
    """What the user's function makes of a section, checked."""
    body = from_user(f"section '{name}'", section, name, x, l)
    if not isinstance(body, Body) or body.name != name:
        raise InputError(f"section '{name}' must be an elver.Body of that name; given {getattr(body, 'name', body)!r}.")
    return body


# --- tethers: round cables -------------------------------------------------------------------------------------------------
#
# Between two rods stand two bending joints with crossed axes and a massless link. Every rod's frame has x along the cable and its
# origin at the rod's root; it is turned by a quarter about x against the one before it, which a round cable does not feel. Joints
# stand for the cells of a beam as above; a cable does not twist.

_PLANES = ("both", "one")


def tether(
    root: Joint,
    length: float,
    sections: int,
    radius: float,
    density: float,
    bending: _Course | Rigidity = 0.0,
    damping: _Course | Rigidity = 0.0,
    planes: str = "both",
) -> Appendage:
    """A cable as bodies and joints to add to a robot; its laws are made by ``springs``.

    The far end is free; ``elver.forces.Anchor`` on the last rod, at (length / sections, 0, 0), ties it to a place.

    Parameters
    ----------
    root : Joint
        Places the cable's frame on its parent, x along the cable; ``fixed`` clamps it. Its ``child`` names the cable: rods are
        called <name>_rod1 and so on.
    length, radius : float
        [m].
    sections : int
        How many rods.
    density : float
        [kg/m^3].
    bending, damping : float, (root, tip), callable or Rigidity
        Of the joints at the place x [m]: stiffness [N m/rad] and damping [N m s/rad]; 0 for a rope.
    planes : str
        It bends in ``both``, or about z alone in ``one``, for planar machines.

    Returns
    -------
    Appendage
    """
    name = root.child
    require_length(f"tether '{name}': length", length)
    if isinstance(sections, bool) or not isinstance(sections, int) or sections < 1:
        raise InputError(f"tether '{name}': sections = {sections!r}. Give a whole number of 1 or more.")
    if planes not in _PLANES:
        raise InputError(f"tether '{name}': planes = {planes!r}. Give one of: {', '.join(_PLANES)}.")
    step = length / sections
    places = [k * step for k in range(sections)]
    values = {"stiffness": _along(f"tether '{name}': bending", bending, places, length)}
    values["damping"] = _along(f"tether '{name}': damping", damping, places, length)
    bodies, joints, parent = [Body(f"{name}_root")], [replace(root, child=f"{name}_root")], f"{name}_root"
    of: dict[str, dict] = {"stiffness": {}, "damping": {}}
    for k in range(sections):
        rod = Body.solid(f"{name}_rod{k + 1}", Rod(step, radius), density)
        links, added = _rod_joints(f"{name}_bend{k + 1}", parent, rod.name, step if k else 0.0, planes)
        for kind, own in of.items():
            own |= {joint.name: values[kind][k] for joint in added}
        bodies += [*links, rod]
        joints += added
        parent = rod.name
    return Appendage(tuple(bodies), tuple(joints), of["stiffness"], of["damping"], tuple(of["stiffness"]), ())


def _rod_joints(name: str, parent: str, child: str, step: float, planes: str) -> tuple[list[Body], list[Joint]]:
    """Massless link and bending joints from one rod's frame to the next, ``step`` [m] further along x."""
    if planes == "one":
        return [], [Joint(name, parent, child, d=step, mode="passive", group="bending")]
    link = Body(f"{child}_link")
    return [link], [
        Joint(f"{name}_z", parent, link.name, d=step, mode="passive", group="bending"),
        Joint(f"{name}_y", link.name, child, alpha=-_HALF, mode="passive", group="bending"),
    ]
