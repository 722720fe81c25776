"""The ``joints`` of a machine: six parameters, or a place and an axis; spherical and universal ones as revolutes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from elver.document.forms import Amount, Direction, Fields, Form, Many, Words, amount
from elver.document.nodes import Node, Table, as_table
from elver.document.scope import Scope
from elver.errors import InputError
from elver.machines.tables import vector
from elver.quantities import Quantity

TYPES = ("revolute", "prismatic", "fixed", "spherical", "universal")
MODES = ("driven", "passive", "torque")
PLACING = ("at", "axis", "x", "rpy")
UNITS = {  # friction and inertia of a joint that turns, and of one that slides
    "coulomb": ("N m", "N"),
    "viscous": ("N m s/rad", "N s/m"),
    "rotor": ("kg m^2", "kg"),
    "limit": ("N m", "N"),
}
MEANINGS = {
    "coulomb": "dry friction",
    "viscous": "viscous friction",
    "rotor": "inertia of the drive",
    "limit": "torque or force that the actuator can give, for reports",
}


def friction(slides: bool) -> dict[str, Amount]:
    """Friction and inertia of a joint, in the units of its motion."""
    return {name: amount(UNITS[name][slides], meaning, low=0.0) for name, meaning in MEANINGS.items()}


def forms(slides: bool) -> dict[str, Form]:
    """What may be said of a joint."""
    return {
        "parent": Words("name of the body that carries the joint"),
        "child": Words("name of the body that the joint carries"),
        "type": Words("kind of joint", TYPES),
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
        "axis": Direction(Quantity("1", "direction of the joint's axis in the parent's frame, or x, y, z, -x, -y, -z", length=3)),
        "x": vector("1", "direction of the child's x axis"),
        "rpy": vector("rad", "roll, pitch and yaw of the joint's frame in the parent's"),
        "groups": Many(Words("group of one revolute")),
        "names": Many(Words("name of one revolute")),
    }


JOINT = {slides: Fields("a joint", forms(slides)) for slides in (False, True)}


def read_joint(name: str, node: Node, scope: Scope, ends: dict[str, str] | None = None):
    """Massless bodies and joints that a mapping describes. ends: parent and child where the mapping does not name them."""
    table = as_table(node, "a joint")
    values = (ends or {}) | read_values(table, scope)
    for end in ("parent", "child"):
        if end not in values:
            raise node.error(f"{node.key}: a joint has no '{end}'. Name a body.")
    return scope.built(node, make_joint, name, values)


def read_values(table: Table, scope: Scope, usual: str = "revolute") -> dict[str, Any]:
    """What a mapping says of a joint, with its place made. usual: its type where the mapping names none."""
    slides = getattr(table.get("type"), "text", usual) == "prismatic"
    values = JOINT[slides].read(table, scope)
    place = {key: values.pop(key) for key in PLACING if key in values}
    if place:
        from elver.robot import placed

        values["place"] = scope.built(table, placed, **place)
    return values


def make_joint(name: str, values: dict[str, Any]):
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


def changed_joint(joint, node: Node, scope: Scope):
    """An imported joint with what a mapping changes of it."""
    values = read_values(as_table(node, "a joint"), scope, joint.type)
    if values.get("type") in ("spherical", "universal") or "groups" in values or "names" in values:
        raise node.error(f"{node.key}: an imported joint is one joint. Leave out 'groups', 'names' and types of several.")
    return scope.built(node, replace, joint, **values)
