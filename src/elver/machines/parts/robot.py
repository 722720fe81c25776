"""The ``machine`` of a scenario file: bodies, joints, chains, soft appendages, mirrored branches and loops as a Robot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from elver.document.forms import Fields, Form, Many, Words
from elver.document.nodes import Node, Table, Text, as_items, as_table
from elver.document.scope import Scope
from elver.errors import InputError, gathering, refuse, unknown_name
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
        "shapes": Words("geometry that shapes are made from, meshes too", ("collision", "visual", "none")),
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
    wrong: list[InputError] = []
    for key in ("bodies", "joints"):
        with gathering(wrong):
            read_named(table, key, scope, parts)
    for item in listed(table, "chain"):
        with gathering(wrong):
            read_chain(item, scope, parts)
    for name, what, read in (("soft", "soft appendages", read_soft), ("tether", "tethers", read_tether)):
        for key, item in as_table(table.entries[name], what).items() if name in table else ():
            with gathering(wrong):
                read(key, item, scope, parts)
    refuse(wrong)
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
    """Bodies or joints by name; where they were imported, what is given changes them, by name or by pattern."""
    if key not in table:
        return
    given = as_table(table.entries[key], f"the {key}")
    kind, known, change = ("body", parts.bodies, changed_body) if key == "bodies" else ("joint", parts.joints, changed_joint)
    imported, shapes = dict.fromkeys(known, ""), {name: body.shape for name, body in parts.bodies.items()}
    wrong: list[InputError] = []
    patterns = [own for own in given.items() if is_pattern(own[0], imported)]
    names = [own for own in given.items() if not is_pattern(own[0], imported)]
    for name, item in (*patterns[::-1], *names):  # a name goes over a pattern, and of patterns the first over the rest
        with gathering(wrong):
            if is_pattern(name, imported):
                place = given.at(name)
                pattern = Text(place.file, place.line, place.column, name, True, place.key)
                for one in scope.knowing(kind, imported).chosen(pattern, kind):
                    known[one] = change(known[one], item, scope)
            elif name in imported:
                known[name] = change(known[name], item, scope)
            elif key == "bodies":
                parts.add(item, [read_body(name, item, scope)])
            else:
                parts.add(item, *read_joint(name, item, scope))
    refuse(wrong)
    for name in [name for name in parts.derived if key == "bodies" and parts.bodies[name].shape is not shapes[name]]:
        del parts.derived[name]  # the file has given it another


def is_pattern(name: str, imported: Mapping[str, str]) -> bool:
    """Whether a name in a file means imported bodies or joints by a pattern."""
    return bool(imported) and name not in imported and any(sign in name for sign in "*?[")


def take_import(table: Table, scope: Scope, parts: Parts) -> tuple[str, list[Any]]:
    """The skeleton of another format's file, with the springs and the added mass that it has."""
    from elver.imports import import_description
    from elver.imports.reading import files_of

    node = as_table(table.entries["import"], "an import")
    values = IMPORT.read(node, scope)
    path = scope.file(node.need("file", "an import"))
    own = BASE.read(table.entries["base"], scope) if "base" in table else None
    base = values.get("base", own)
    options = {key: values[key] for key in ("mode", "shapes", "part") if key in values} | {"meshes": scope.folder}
    found = scope.built(node, import_description, path, base, allow_outside=scope.outside, **options)
    parts.add(node, found.robot.bodies, found.robot.joints)
    parts.springs |= found.elastic
    parts.forces |= found.forces
    parts.limits, parts.notes, parts.imported = dict(found.limits), list(found.warnings), True
    parts.derived, parts.unknown, parts.dry = dict(found.derived), dict(found.unknown), found.dry
    scope.opened.extend(path for path in (*files_of(path), *found.opened) if path not in scope.opened)
    parts.pose = {"position": tuple(found.position), "quaternion": tuple(found.quaternion)}
    return found.robot.base, list(found.robot.loops)


def check_ends(parts: Parts) -> None:
    """Every joint connects two known bodies; the error points at the joint."""
    wrong: list[InputError] = []
    for joint in parts.joints.values():
        for end in (joint.parent, joint.child):
            if end not in parts.bodies:
                node = parts.origin[f"joint {joint.name}"]
                unknown = unknown_name(f"body in joint {joint.name!r}:", end, parts.bodies)
                wrong.append(node.error(f"{node.key}: {unknown}"))
    refuse(wrong)


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
