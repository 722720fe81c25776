"""Bodies and joints of a machine in a scenario file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from elver._support.errors import InputError
from elver.quantities import unnamed
from elver.scenarios.files.types import BLADE, CONTOUR, SHAPE, STRIP, vector
from elver.scenarios.yaml.forms import Direction, Fields, FieldType, Grid, Many, OptionalField, QuantityField, Words, amount
from elver.scenarios.yaml.nodes import Items, Node, Table, Text, as_table
from elver.scenarios.yaml.scope import Scope

if TYPE_CHECKING:
    from elver.robot.bodies import Body
    from elver.robot.joints import Joint

# --- The ``bodies`` of a machine: shape and density, or mass, centre and inertia.

_INERTIA = "kg m^2"


@dataclass(frozen=True)
class _InertiaForm(FieldType):
    """Three principal moments, or three rows of three."""

    meaning: str
    unit: str = _INERTIA

    def read(self, node: Node, scope: Scope) -> list[list[Any]]:
        if isinstance(node, Items) and len(node) == 3 and not any(isinstance(row, Items) for row in node):
            moments = vector(_INERTIA, "").read(node, scope)
            return [[moments[k] if k == j else 0.0 for j in range(3)] for k in range(3)]
        return Grid(_INERTIA, 3, 3).read(node, scope)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [vector(_INERTIA, "principal moments").schema(), Grid(_INERTIA, 3, 3).schema()]}


BODY = Fields(
    "a body",
    {
        "shape": SHAPE,
        "density": amount("kg/m^3", "of a homogeneous body", above=0.0),
        "mass": amount("kg", "mass", low=0.0),
        "centre": vector("m", "centre of mass in the body's frame"),
        "inertia": _InertiaForm("about the centre of mass: three principal moments, or three rows of three"),
        "first_moments": vector("kg m", "mass times centre of mass"),
        "inertia_at_origin": _InertiaForm("about the frame's origin, with first_moments"),
        "strip": OptionalField(STRIP),
        "contour": CONTOUR,
        "blade": BLADE,
    },
)
_WAYS = "Give a shape and its density (or mass), or mass, centre and inertia, or mass, first_moments and inertia_at_origin."


def read_body(name: str, node: Node, scope: Scope) -> Body:
    """The body that a mapping describes; an empty one is a marker without mass."""
    if isinstance(node, Text) and node.empty:
        node = Table(node.file, node.line, node.column, {}, {}, node.key)
    values = BODY.read(node, scope)
    return scope.built(node, _make_body, name, values)


def _make_body(name: str, values: dict[str, Any]) -> Body:
    """A body from the values that its mapping gives."""
    body = _with_mass(name, values)
    changed = {key: values[key] for key in ("strip", "contour", "blade") if key in values}
    return replace(body, **changed) if changed else body


def _with_mass(name: str, values: dict[str, Any]) -> Body:
    """Mass and shape, in one of the ways they can be given."""
    from elver.robot import Body

    shape = values.get("shape")
    given = {key for key in ("density", "mass", "centre", "inertia", "first_moments", "inertia_at_origin") if key in values}
    if not given:
        if shape is not None:
            raise InputError(f"body '{name}' has a shape but no mass. {_WAYS}")
        return Body(name)
    if shape is not None and given in ({"density"}, {"mass"}):
        density = values["density"] if "density" in values else values["mass"] / shape.volume
        return Body.solid(name, shape, density)
    if given in ({"mass", "centre", "inertia"}, {"mass", "inertia"}):
        return Body.central(name, values["mass"], values.get("centre", (0.0, 0.0, 0.0)), values["inertia"], shape)
    if given == {"mass", "first_moments", "inertia_at_origin"}:
        strip = shape.strip() if shape is not None else None
        return Body(name, values["mass"], values["first_moments"], values["inertia_at_origin"], shape, strip)
    raise InputError(f"body '{name}' gives {', '.join(sorted(given))}{' and a shape' if shape is not None else ''}. {_WAYS}")


def changed_body(body: Body, node: Node, scope: Scope) -> Body:
    """An imported body with what a mapping changes of it."""
    values = BODY.read(as_table(node, "a body"), scope)
    if set(values) <= {"shape", "strip", "contour", "blade"}:
        if "shape" in values and "strip" not in values:
            values["strip"] = values["shape"].strip()
        return scope.built(node, replace, body, **values)
    return scope.built(node, _make_body, body.name, values)


# --- The ``joints`` of a machine: six parameters, or a place and an axis; spherical and universal ones as revolutes.

_TYPES = ("revolute", "prismatic", "fixed", "spherical", "universal")
MODES = ("driven", "passive", "torque")
_PLACING = ("at", "axis", "x", "rpy")
UNITS = {  # friction and inertia of a joint that turns, and of one that slides
    "coulomb": ("N m", "N"),
    "viscous": ("N m s/rad", "N s/m"),
    "rotor": ("kg m^2", "kg"),
    "limit": ("N m", "N"),
}
_MEANINGS = {
    "coulomb": "dry friction",
    "viscous": "viscous friction",
    "rotor": "inertia of the drive",
    "limit": "torque or force that the actuator can give, for reports",
}


def friction(slides: bool) -> dict[str, QuantityField]:
    """Friction and inertia of a joint, in the units of its motion."""
    return {name: amount(UNITS[name][slides], meaning, low=0.0) for name, meaning in _MEANINGS.items()}


def _forms(slides: bool) -> dict[str, FieldType]:
    """What may be said of a joint."""
    return {
        "parent": Words("name of the body that carries the joint"),
        "child": Words("name of the body that the joint carries"),
        "type": Words("kind of joint", _TYPES),
        "mode": Words("driven: its motion is given; passive: an elastic law; torque: a control", MODES),
        "group": Words("label of joints that belong together"),
        "gamma": amount("rad", "first turn about the parent's z axis"),
        "b": amount("m", "shift along the parent's z axis"),
        "alpha": amount("rad", "turn about the x axis"),
        "d": amount("m", "shift along the x axis"),
        "theta": amount("rad", "offset of the angle about the joint's axis"),
        "r": amount("m", "shift along the joint's axis"),
        **friction(slides),
        "at": vector("m", "place of the joint in the parent's frame"),
        "axis": Direction(unnamed("1", "direction of the joint's axis in the parent's frame, or x, y, z, -x, -y, -z", length=3)),
        "x": vector("1", "direction of the child's x axis"),
        "rpy": vector("rad", "roll, pitch and yaw of the joint's frame in the parent's"),
        "groups": Many(Words("group of one revolute")),
        "names": Many(Words("name of one revolute")),
    }


JOINT = {slides: Fields("a joint", _forms(slides)) for slides in (False, True)}


def read_joint(
    name: str, node: Node, scope: Scope, ends: dict[str, str] | None = None
) -> tuple[tuple[Body, ...], tuple[Joint, ...]]:
    """Massless bodies and joints that a mapping describes. ends: parent and child where the mapping does not name them."""
    table = as_table(node, "a joint")
    values = (ends or {}) | _read_values(table, scope)
    for end in ("parent", "child"):
        if end not in values:
            raise node.error(f"{node.key}: a joint has no '{end}'. Name a body.")
    return scope.built(node, _make_joint, name, values)


def _read_values(table: Table, scope: Scope, usual: str = "revolute") -> dict[str, Any]:
    """What a mapping says of a joint, with its place made. usual: its type where the mapping names none."""
    slides = getattr(table.get("type"), "text", usual) == "prismatic"
    values = JOINT[slides].read(table, scope)
    place = {key: values.pop(key) for key in _PLACING if key in values}
    if place:
        from elver.robot import placed

        values["place"] = scope.built(table, placed, **place)
    return values


def _make_joint(name: str, values: dict[str, Any]) -> tuple[tuple[Body, ...], tuple[Joint, ...]]:
    """One joint, or the revolutes of a spherical or universal one."""
    from elver.robot import Joint, spherical_joint, universal_joint

    kind = values.get("type", "revolute")
    groups, names = values.pop("groups", None), values.pop("names", None)
    if kind not in ("spherical", "universal"):
        if groups is not None or names is not None:
            raise InputError(f"joint '{name}' is {kind}: 'groups' and 'names' belong to spherical and universal joints.")
        return (), (Joint(name=name, **values),)
    count = 3 if kind == "spherical" else 2
    for what, given in (("groups", groups), ("names", names)):
        if given is not None and len(given) != count:
            raise InputError(f"joint '{name}': {what} has {len(given)} entries; a {kind} joint has {count} revolutes.")
    many = {key: given for key, given in (("groups", groups), ("names", names)) if given is not None}
    shift = values.pop("r", 0.0)
    first = Joint(name=name, **{**values, "type": "revolute"})
    if kind == "spherical":
        return spherical_joint(first, r=shift, **many)
    if shift:
        raise InputError(f"joint '{name}': a universal joint has no 'r'. Leave it out.")
    return universal_joint(first, **many)


def changed_joint(joint: Joint, node: Node, scope: Scope) -> Joint:
    """An imported joint with what a mapping changes of it."""
    values = _read_values(as_table(node, "a joint"), scope, joint.type)
    if values.get("type") in ("spherical", "universal") or "groups" in values or "names" in values:
        raise node.error(f"{node.key}: an imported joint is one joint. Leave out 'groups', 'names' and types of several.")
    return scope.built(node, replace, joint, **values)
