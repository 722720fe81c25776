"""The ``machine`` of a scenario file: bodies, joints, chains, soft appendages, mirrored branches and loops as a Robot."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from elver.document.forms import Fields, Form, Many, Words
from elver.document.nodes import Node, Table, as_items, as_table
from elver.document.scope import Scope
from elver.errors import unknown_name
from elver.machines.parts.bodies import BODY, changed_body, read_body
from elver.machines.parts.chains import Parts, chain_schema, read_chain, read_soft, read_tether, soft_schema, tether_schema
from elver.machines.parts.joints import JOINT, MODES, changed_joint, read_joint
from elver.machines.tables import LOOP, transposed

KEYS = ("base", "bodies", "joints", "chain", "mirror", "soft", "tether", "loops", "import")
BASES = ("free", "planar", "sagittal", "fixed")
BASE = Words("freedoms of the base", BASES)
IMPORT = Fields(
    "an import",
    {
        "file": Words("URDF, MJCF or SDF file beside the scenario file"),
        "base": BASE,
        "mode": Words("mode of the joints", MODES),
        "shapes": Words("primitives to take", ("collision", "visual", "none")),
        "part": Words("which of several robots in the file"),
    },
    ("file",),
)


def read_robot(name: str, node: Node, scope: Scope) -> tuple[Any, Parts]:
    """The robot, and the parts it was put together from."""
    from elver.robot import Robot

    table = as_table(node, "the machine")
    table.allow(KEYS, "the machine")
    parts = Parts()
    base = BASE.read(table.entries["base"], scope) if "base" in table else "free"
    loops: list[Any] = []
    if "import" in table:
        base, loops = take_import(table, scope, parts)
    read_named(table, "bodies", scope, parts)
    read_named(table, "joints", scope, parts)
    for item in listed(table, "chain"):
        read_chain(item, scope, parts)
    if "soft" in table:
        for key, item in as_table(table.entries["soft"], "soft appendages").items():
            read_soft(key, item, scope, parts)
    if "tether" in table:
        for key, item in as_table(table.entries["tether"], "tethers").items():
            read_tether(key, item, scope, parts)
    check_ends(parts)
    if "mirror" in table:
        from elver.machines.parts.mirror import read_mirror

        for item in listed(table, "mirror"):
            read_mirror(item, scope, parts)
    known = naming(scope, parts.bodies.values(), parts.joints.values())
    loops += [read_loop(item, known) for item in listed(table, "loops")]
    return scope.built(node, Robot, name, list(parts.bodies.values()), list(parts.joints.values()), base, loops), parts


def listed(table: Table, key: str) -> list[Node]:
    """The entries of a list of macros."""
    return list(as_items(table.entries[key], f"'{key}'")) if key in table else []


def read_named(table: Table, key: str, scope: Scope, parts: Parts) -> None:
    """Bodies or joints by name; where they were imported, what is given changes them."""
    if key not in table:
        return
    for name, item in as_table(table.entries[key], f"the {key}").items():
        if key == "bodies" and name in parts.bodies:
            parts.bodies[name] = changed_body(parts.bodies[name], item, scope)
        elif key == "bodies":
            parts.add(item, [read_body(name, item, scope)])
        elif name in parts.joints:
            parts.joints[name] = changed_joint(parts.joints[name], item, scope)
        else:
            parts.add(item, *read_joint(name, item, scope))


def take_import(table: Table, scope: Scope, parts: Parts) -> tuple[str, list[Any]]:
    """The skeleton of another format's file, with the springs and the added mass that it has."""
    from elver.imports import import_description
    from elver.imports.reading import files_of

    node = as_table(table.entries["import"], "an import")
    values = IMPORT.read(node, scope)
    path = scope.file(node.need("file", "an import"))
    own = BASE.read(table.entries["base"], scope) if "base" in table else None
    base = values.get("base", own)
    options = {key: values[key] for key in ("mode", "shapes", "part") if key in values}
    found = scope.built(node, import_description, path, base, allow_outside=scope.outside, **options)
    parts.add(node, found.robot.bodies, found.robot.joints)
    parts.springs |= found.elastic
    parts.forces |= found.forces
    parts.limits, parts.notes, parts.imported = dict(found.limits), list(found.warnings), True
    scope.opened.extend(path for path in files_of(path) if path not in scope.opened)
    parts.pose = {"position": tuple(found.position), "quaternion": tuple(found.quaternion)}
    return found.robot.base, list(found.robot.loops)


def check_ends(parts: Parts) -> None:
    """Every joint connects two known bodies; the error points at the joint."""
    for joint in parts.joints.values():
        for end in (joint.parent, joint.child):
            if end not in parts.bodies:
                node = parts.origin[f"joint {joint.name}"]
                raise node.error(f"{node.key}: {unknown_name(f'body in joint {joint.name!r}:', end, parts.bodies)}")


def naming(scope: Scope, bodies, joints) -> Scope:
    """A scope that knows the names of bodies and joints."""
    moving = {joint.name: joint.group for joint in joints if joint.moving}
    slides = frozenset(joint.name for joint in joints if joint.moving and joint.type == "prismatic")
    knowing = scope.knowing("body", {body.name: "" for body in bodies}).knowing("joint", moving)
    return replace(knowing, slides=slides, turns=frozenset(moving) - slides)


def read_loop(node: Node, scope: Scope):
    """A loop; its ``type`` is a field like the others."""
    from elver.robot import Loop

    table = as_table(node, "a loop")
    table.allow(LOOP.named, "a loop")
    values = {name: LOOP.named[name].read(item, scope) for name, item in table.items()}
    for name in LOOP.needed:
        table.need(name, "a loop")
    for name in ("first_axes", "second_axes"):
        if name in values:
            values[name] = transposed(values[name])
    return scope.built(node, Loop, **values)


class MachineForm(Form):
    """How a machine stands in a file."""

    def read(self, node: Node, scope: Scope) -> Any:
        return read_robot("machine", node, scope)

    def schema(self) -> dict[str, Any]:
        from elver.machines.parts.mirror import MIRROR

        properties = {
            "base": {"type": "string", "description": f"one of {', '.join(BASES)}, or a parameter"},
            "bodies": {"type": "object", "additionalProperties": {"anyOf": [BODY.schema(), {"type": "null"}]}},
            "joints": {"type": "object", "additionalProperties": JOINT[False].schema()},
            "chain": {"type": "array", "items": chain_schema()},
            "mirror": Many(MIRROR).schema(),
            "soft": {"type": "object", "additionalProperties": soft_schema()},
            "tether": {"type": "object", "additionalProperties": tether_schema()},
            "loops": {"type": "array", "items": LOOP.schema()},
            "import": IMPORT.schema(),
        }
        return {"type": "object", "properties": properties, "additionalProperties": False}
