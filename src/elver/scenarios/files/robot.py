"""The ``machine`` of a scenario file: bodies, joints, loops, chains, soft appendages and imported descriptions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from elver._support.errors import InputError, each, gathering, is_symbol, refuse, unknown_name
from elver._support.expressions import LONGEST, Value, evaluate, names_in, parse, settled
from elver._support.units import read_unit
from elver.scenarios.files.parts import BODY, JOINT, MODES, changed_body, changed_joint, read_body, read_joint
from elver.scenarios.files.types import LOOP, transposed
from elver.scenarios.yaml.forms import Fields, FieldType, Many, Words, amount, meaning_of
from elver.scenarios.yaml.nodes import Items, Node, Table, Text, as_items, as_table, as_text
from elver.scenarios.yaml.scope import Scope

if TYPE_CHECKING:
    from elver.robot.bodies import Body
    from elver.robot.joints import Joint
    from elver.robot.robot import Loop
    from elver.robot.shapes import Shape

# --- Macros of a machine that repeat: chains of links, and soft appendages cut into sections.

_TEMPLATE = re.compile(r"\{([^{}]*)\}")
_COUNT = amount("1", "number of links", low=1, high=1000, whole=True)
_METRE = read_unit("m")
_MOST_BODIES = 1000  # of a machine, joints alike
_LONGEST_NAME = 200
CHAIN: dict[str, FieldType] = {
    "count": _COUNT,
    "after": Words("name of the body that carries the first link"),
    "body": Words("a body with a `name` such as link{i}; `first` and `last` change the ends"),
    "joint": Words("a joint with a `name` such as joint{i}, without parent and child; `first` and `last` change the ends"),
}
CHAIN_KEYS = tuple(CHAIN)


@dataclass
class _Parts:
    """Bodies and joints as they are gathered, with the node that made each, and laws of passive joints.

    forces, pose, limits, notes: that an imported file brings.   imported: whether there is one.
    derived, unknown, dry: what became of its geometry (elver.scenarios.importers.robot.Imported).
    """

    bodies: dict[str, Any] = field(default_factory=dict)
    joints: dict[str, Any] = field(default_factory=dict)
    origin: dict[str, Node] = field(default_factory=dict)
    springs: dict[str, Any] = field(default_factory=dict)
    forces: dict[str, Any] = field(default_factory=dict)
    pose: dict[str, Any] = field(default_factory=dict)
    limits: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    imported: bool = False
    derived: dict[str, str] = field(default_factory=dict)
    unknown: dict[str, str] = field(default_factory=dict)
    dry: tuple[str, ...] = ()

    def add(self, node: Node, bodies: Sequence[Body] = (), joints: Sequence[Joint] = ()) -> None:
        """Take further bodies and joints; a name that is taken is refused where it is given again."""
        for what, kept, new in (("body", self.bodies, bodies), ("joint", self.joints, joints)):
            if len(kept) + len(new) > _MOST_BODIES:
                raise node.error(f"{node.key}: this makes more than {_MOST_BODIES} bodies or joints. Give fewer.")
            for one in new:
                if len(one.name) > _LONGEST_NAME:
                    raise node.error(
                        f"{node.key}: a {what} has a name of {len(one.name)} characters. Give {_LONGEST_NAME} or fewer."
                    )
                if one.name in kept:
                    raise node.error(f"{node.key}: there is a {what} called '{one.name}' already. Names must be unique.")
                kept[one.name] = one
                self.origin[f"{what} {one.name}"] = node

    def open_limits(self, couplings: Mapping[str, Any]) -> list[str]:
        """A sentence on joints that have ends in the imported file, and no stops here."""
        stops = [c for c in couplings.values() if hasattr(c, "low") and hasattr(c, "high")]
        stopped = {name for stop in stops for name in stop.joints(list(self.joints))}
        bare = [n for n, own in self.limits.items() if n not in stopped and (own.low is not None or own.high is not None)]
        if not bare:
            return []
        more = f" and {len(bare) - 6} more" if len(bare) > 6 else ""
        return [f"nothing stops these joints at their limits in the file: {', '.join(bare[:6])}{more}. drive.couplings can."]


def filled(node: Node, scope: Scope) -> str:
    """A text with what stands in braces computed: ``link{i}``."""

    def number(found: re.Match[str]) -> str:
        inner = Text(node.file, node.line, node.column, found[1], True, node.key)
        value = scope.number(inner)
        if is_symbol(value) or value != round(value):
            raise node.error(f"{node.key}: {{{found[1][:40]}}} is no whole number, so it makes no name.")
        return str(int(value))

    text = as_text(node, "a name").text
    if len(text) > LONGEST:
        raise node.error(f"{node.key} has {len(text)} characters. Give {LONGEST} or fewer.")
    return _TEMPLATE.sub(number, text)


def _templated(node: Node, scope: Scope) -> Node:
    """A node with its templates filled: names of joints and bodies inside a chain."""
    if isinstance(node, Text):
        if "{" not in node.text:
            return node
        return Text(node.file, node.line, node.column, filled(node, scope), True, node.key)
    if isinstance(node, Items):
        return Items(node.file, node.line, node.column, [_templated(item, scope) for item in node], node.key)
    if isinstance(node, Table):
        entries = {name: _templated(item, scope) for name, item in node.items()}
        return Table(node.file, node.line, node.column, entries, node.places, node.key)
    return node


def _read_chain(node: Node, scope: Scope, parts: _Parts) -> None:
    """A chain of bodies, each carried by the one before it."""
    table = as_table(node, "a chain")
    table.allow(CHAIN_KEYS, "a chain")
    number, after, *templates = each(CHAIN_KEYS, lambda key: table.need(key, "a chain", meaning_of(CHAIN[key])))
    count = _COUNT.read(number, scope)
    before = as_text(after, "the name of a body").text
    body, joint = (as_table(one, f"the {key} of a chain") for key, one in zip(("body", "joint"), templates, strict=True))
    scope.room.take(node, count)
    for i in range(1, count + 1):
        own = scope.counting(i=i, n=count)
        names, made = [], []
        for what, template in (("body", body), ("joint", joint)):
            one = _at_place(template, i, count)
            names.append(filled(one.need("name", f"the {what} of a chain"), own))
            made.append(_templated(one.without("name"), own))
        parts.add(node, [read_body(names[0], made[0], own)])
        parts.add(node, *read_joint(names[1], made[1], own, {"parent": before, "child": names[0]}))
        before = names[0]


def _at_place(template: Table, i: int, count: int) -> Table:
    """The template of link i: what ``first`` or ``last`` say put over it."""
    chosen = template.without("first", "last")
    for key, here in (("first", i == 1), ("last", i == count)):
        if here and key in template:
            chosen = chosen.over(as_table(template.need(key, ""), f"'{key}'"))
    return chosen


def _chain_schema() -> dict[str, Any]:
    """How a chain is written."""

    def template(fields: Fields) -> dict[str, Any]:
        own = fields.schema()["properties"] | {"name": {"type": "string"}}
        over = {"type": "object", "properties": own, "additionalProperties": False}
        return {**over, "properties": {**own, "first": over, "last": over}, "required": ["name"]}

    properties = {
        "count": _COUNT.schema(),
        "after": {"type": "string"},
        "body": template(BODY),
        "joint": template(JOINT[False]),
    }
    return {"type": "object", "properties": properties, "required": list(CHAIN_KEYS), "additionalProperties": False}


# --- soft appendages -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _StiffnessProfile(FieldType):
    """A stiffness or damping along an appendage: a number, (root, tip), an expression of x, or a beam's rigidity of such."""

    unit: str
    beam: str
    meaning: str = ""

    def read(self, node: Node, scope: Scope) -> Any:
        from elver.robot import Rigidity

        if isinstance(node, Table):
            node.allow(("rigidity",), "a stiffness")
            return Rigidity(self.along(node.need("rigidity", "a stiffness"), scope, self.beam))
        return self.along(node, scope, self.unit)

    def along(self, node: Node, scope: Scope, unit: str) -> Any:
        """A number, a pair, or a function of x."""
        wanted = read_unit(unit)
        if isinstance(node, Items):
            if len(node) != 2:
                raise node.error(f"{node.key} has {len(node)} entries. Give two: at the root and at the tip.")
            return tuple(scope.number(item, wanted, unit) for item in node)
        text = as_text(node, "a number")
        try:
            expression = parse(text.text)
        except InputError as error:
            raise node.error(f"{node.key} = {text.shown()}: {error}") from None
        if "x" not in names_in(expression):
            return scope.number(node, wanted, unit)

        def at(x: float) -> float:
            try:
                return settled(evaluate(expression, {**scope.numbers, "x": Value(x, _METRE)}), wanted, unit)
            except InputError as error:
                raise node.error(f"{node.key} = {text.shown()}: {error}") from None

        return at

    def schema(self) -> dict[str, Any]:
        number: dict[str, Any] = {"anyOf": [{"type": "number"}, {"type": "string"}]}
        along = {"anyOf": [*number["anyOf"], {"type": "array", "items": number, "minItems": 2, "maxItems": 2}]}
        beam = {"type": "object", "properties": {"rigidity": along}, "required": ["rigidity"], "additionalProperties": False}
        return {"anyOf": [*along["anyOf"], beam]}


_ALONG = "a number, [root, tip], an expression of x, or {{rigidity: ..}} of a beam [{}]"
_STIFFNESS = _StiffnessProfile("N m/rad", "N m^2", f"stiffness of every joint: {_ALONG.format('N m^2')}")
_DAMPING = _StiffnessProfile("N m s/rad", "N m^2 s", f"damping of every joint: {_ALONG.format('N m^2 s')}")
_BOTH = Fields("a damping", {"bending": _DAMPING, "twist": _DAMPING}, ("bending", "twist"))


@dataclass(frozen=True)
class _Loss(FieldType):
    """Damping of both kinds of joints, or of each."""

    meaning: str = f"{_DAMPING.meaning}; or {{bending: .., twist: ..}}"
    unit: str = _DAMPING.unit

    def read(self, node: Node, scope: Scope) -> Any:
        if isinstance(node, Table) and "rigidity" not in node:
            return _BOTH.read(node, scope)
        return _DAMPING.read(node, scope)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [_DAMPING.schema(), _BOTH.schema()]}


SOFT = {
    "length": amount("m", "length of the appendage", above=0.0),
    "sections": amount("1", "number of rigid sections", low=1, high=1000, whole=True),
    "bending": _STIFFNESS,
    "twist": _STIFFNESS,
    "damping": _Loss(),
}


def _read_soft(name: str, node: Node, scope: Scope, parts: _Parts) -> None:
    """A soft appendage: sections with passive joints between them, and their springs."""
    from elver.drive import springs
    from elver.robot import soft_appendage

    table = as_table(node, "a soft appendage")
    table.allow((*SOFT, "root", "section"), "a soft appendage")
    values = {key: form.read(table.entries[key], scope) for key, form in SOFT.items() if key in table}
    for key in ("length", "sections"):
        table.need(key, "a soft appendage")
    scope.room.take(table.need("section", "a soft appendage"), values["sections"])
    section = _section_maker(table.need("section", "a soft appendage"), scope, values["sections"])
    root = _read_root(name, table, scope, "a soft appendage")
    appendage = scope.built(node, soft_appendage, root, section=section, **values)
    parts.add(node, appendage.bodies, appendage.joints)
    parts.springs |= scope.built(node, springs, appendage)


def _read_root(name: str, table: Table, scope: Scope, what: str) -> Joint:
    """The joint that carries an appendage."""
    root = as_table(table.need("root", what), "the root joint")
    root_name = as_text(root.entries["name"], "a name").text if "name" in root else f"{name}_root_joint"
    _, joints = read_joint(root_name, root.without("name"), scope, {"child": name})
    if len(joints) != 1:
        raise root.error(f"{root.key}: the root of {what} is one joint: revolute, prismatic or fixed.")
    return joints[0]


TETHER = {
    "length": amount("m", "length of the cable", above=0.0),
    "sections": amount("1", "number of rods", low=1, high=1000, whole=True),
    "radius": amount("m", "of the cable", above=0.0),
    "density": amount("kg/m^3", "of the cable", above=0.0),
    "bending": _STIFFNESS,
    "damping": _DAMPING,
    "planes": Words("it bends in both planes, or in one, for planar machines", ("both", "one")),
}


def _read_tether(name: str, node: Node, scope: Scope, parts: _Parts) -> None:
    """A cable: rods with passive joints between them, and their springs."""
    from elver.drive import springs
    from elver.robot import tether

    table = as_table(node, "a tether")
    table.allow((*TETHER, "root"), "a tether")
    for key in ("length", "sections", "radius", "density"):
        table.need(key, "a tether")
    values = {key: form.read(table.entries[key], scope) for key, form in TETHER.items() if key in table}
    scope.room.take(node, values["sections"])
    cable = scope.built(node, tether, _read_root(name, table, scope, "a tether"), **values)
    parts.add(node, cable.bodies, cable.joints)
    parts.springs |= scope.built(node, springs, cable)


def _tether_schema() -> dict[str, Any]:
    """How a tether is written."""
    properties = {key: form.schema() for key, form in TETHER.items()} | {"root": _root_schema()}
    needed = ["length", "sections", "radius", "density", "root"]
    return {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}


def _root_schema() -> dict[str, Any]:
    """How the joint that carries an appendage is written: its child is the appendage."""
    own = JOINT[False].schema()
    return {**own, "properties": {**own["properties"], "name": Words("name of the root joint").schema()}}


def _section_maker(node: Node, scope: Scope, count: int) -> Callable:
    """section(name, x, l) -> Body: a mapping whose expressions may name x, dx, i and n."""
    places: list[float] = []

    def section(name: str, x: float, dx: float) -> Body:
        places.append(x)
        own = scope.counting(i=len(places), n=count)
        numbers = {**own.numbers, "x": Value(x, _METRE), "dx": Value(dx, _METRE)}
        return read_body(name, node, replace(own, numbers=numbers))

    return section


def _soft_schema() -> dict[str, Any]:
    """How a soft appendage is written."""
    properties = {**{key: form.schema() for key, form in SOFT.items()}, "root": _root_schema(), "section": BODY.schema()}
    needed = ["length", "sections", "root", "section"]
    return {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}


# --- The ``machine`` of a scenario file: bodies, joints, chains, soft appendages, mirrored branches and loops as a Robot.

_KEYS = ("base", "bodies", "joints", "chain", "mirror", "soft", "tether", "loops", "import")
_BASES = ("free", "planar", "sagittal", "fixed")
BASE = Words("freedoms of the base", _BASES)
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


def read_robot(name: str, node: Node, scope: Scope) -> tuple[Any, _Parts]:
    """The robot, and the parts it was put together from."""
    from elver.robot import Robot

    table = as_table(node, "the machine")
    table.allow(_KEYS, "the machine")
    parts = _Parts()
    wrong: list[InputError] = []
    base, loops = "free", list[Any]()
    with gathering(wrong):
        base = BASE.read(table.entries["base"], scope) if "base" in table else "free"
    if "import" in table:
        refuse(wrong)
        base, loops = _take_import(table, scope, parts)
    for key in ("bodies", "joints"):
        with gathering(wrong):
            _read_named(table, key, scope, parts)
    for item in _listed(table, "chain"):
        with gathering(wrong):
            _read_chain(item, scope, parts)
    for kind, what, read in (("soft", "soft appendages", _read_soft), ("tether", "tethers", _read_tether)):
        for key, item in as_table(table.entries[kind], what).items() if kind in table else ():
            with gathering(wrong):
                read(key, item, scope, parts)
    refuse(wrong)
    _check_ends(parts)
    for item in _listed(table, "mirror"):
        _read_mirror(item, scope, parts)
    known = naming(scope, parts.bodies.values(), parts.joints.values())
    loops += [_read_loop(item, known) for item in _listed(table, "loops")]
    return scope.built(node, Robot, name, list(parts.bodies.values()), list(parts.joints.values()), base, loops), parts


def _listed(table: Table, key: str) -> list[Node]:
    """The entries of a list of macros."""
    return list(as_items(table.entries[key], f"'{key}'")) if key in table else []


def _read_named(table: Table, key: str, scope: Scope, parts: _Parts) -> None:
    """Bodies or joints by name; where they were imported, what is given changes them, by name or by pattern."""
    if key not in table:
        return
    given = as_table(table.entries[key], f"the {key}")
    kind, known, change = ("body", parts.bodies, changed_body) if key == "bodies" else ("joint", parts.joints, changed_joint)
    imported, shapes = dict.fromkeys(known, ""), {name: body.shape for name, body in parts.bodies.items()}
    wrong: list[InputError] = []
    patterns = [own for own in given.items() if _is_pattern(own[0], imported)]
    names = [own for own in given.items() if not _is_pattern(own[0], imported)]
    for name, item in (*patterns[::-1], *names):  # a name goes over a pattern, and of patterns the first over the rest
        with gathering(wrong):
            if _is_pattern(name, imported):
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


def _is_pattern(name: str, imported: Mapping[str, str]) -> bool:
    """Whether a name in a file means imported bodies or joints by a pattern."""
    return bool(imported) and name not in imported and any(sign in name for sign in "*?[")


def _take_import(table: Table, scope: Scope, parts: _Parts) -> tuple[str, list[Any]]:
    """The skeleton of another format's file, with the springs and the added mass that it has."""
    from elver.scenarios.importers.robot import files_of, import_description

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


def _check_ends(parts: _Parts) -> None:
    """Every joint connects two known bodies; the error points at the joint."""
    wrong: list[InputError] = []
    for joint in parts.joints.values():
        for end in (joint.parent, joint.child):
            if end not in parts.bodies:
                node = parts.origin[f"joint {joint.name}"]
                unknown = unknown_name(f"body in joint {joint.name!r}:", end, parts.bodies)
                wrong.append(node.error(f"{node.key}: {unknown}"))
    refuse(wrong)


def naming(scope: Scope, bodies: Iterable[Body], joints: Iterable[Joint]) -> Scope:
    """A scope that knows the names of bodies and joints."""
    moving = {joint.name: joint.group for joint in joints if joint.moving}
    slides = frozenset(joint.name for joint in joints if joint.moving and joint.type == "prismatic")
    knowing = scope.knowing("body", {body.name: "" for body in bodies}).knowing("joint", moving)
    return replace(knowing, slides=slides, turns=frozenset(moving) - slides)


def _read_loop(node: Node, scope: Scope) -> Loop:
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


class MachineForm(FieldType):
    """How a machine stands in a file."""

    def read(self, node: Node, scope: Scope) -> Any:
        return read_robot("machine", node, scope)

    def schema(self) -> dict[str, Any]:
        pass

        properties = {
            "base": {"type": "string", "description": f"one of {', '.join(_BASES)}, or a parameter"},
            "bodies": {"type": "object", "additionalProperties": {"anyOf": [BODY.schema(), {"type": "null"}]}},
            "joints": {"type": "object", "additionalProperties": JOINT[False].schema()},
            "chain": {"type": "array", "items": _chain_schema()},
            "mirror": Many(MIRROR).schema(),
            "soft": {"type": "object", "additionalProperties": _soft_schema()},
            "tether": {"type": "object", "additionalProperties": _tether_schema()},
            "loops": {"type": "array", "items": LOOP.schema()},
            "import": IMPORT.schema(),
        }
        return {"type": "object", "properties": properties, "additionalProperties": False}


# --- A branch of a machine copied to the other side of a plane.
#
# The plane belongs to the frame of the body that carries the branch. With S the reflection there and M = diag(1, -1, 1) in
# every frame of the branch, a pose T of a frame in its parent's becomes M T M, and S T M at the branch's root: proper again,
# with x and z reflected as vectors. Between frames M Rz(g) Tz(b) Rx(a) Tx(d) Rz(t) Tz(r) M = Rz(-g) Tz(b) Rx(-a) Tx(d) Rz(-t)
# Tz(r), so a mirrored motion has the opposite angles, and equal shifts of prismatic joints.

PLANES = {"xy": np.diag([1.0, 1.0, -1.0]), "xz": np.diag([1.0, -1.0, 1.0]), "yz": np.diag([-1.0, 1.0, 1.0])}
_LOCAL = PLANES["xz"]
MIRROR = Fields(
    "a mirrored branch",
    {
        "branch": Words("name of the joint at the root of the branch"),
        "plane": Words("plane of the carrying body's frame", tuple(PLANES)),
        "rename": Many(Words("text in names, and what takes its place")),
    },
    ("branch", "plane", "rename"),
)


def _read_mirror(node: Node, scope: Scope, parts: _Parts) -> None:
    """Copy a branch to the other side."""
    values = MIRROR.read(node, scope)
    if values["branch"] not in parts.joints:
        raise node.error(f"{node.key}.branch: {unknown_name('joint', values['branch'], parts.joints)}")
    if len(values["rename"]) != 2 or not values["rename"][0]:
        raise node.error(f"{node.key}.rename: give two texts: what stands in the names, and what takes its place.")
    old, new = values["rename"]
    branch = _gathered(parts, values["branch"])
    for name in (n for joint in branch for n in (joint.name, joint.child)):
        if old not in name:
            raise node.error(f"{node.key}.rename: the name '{name}' does not hold '{old}', so its copy would have the same name.")
    inside = {joint.child for joint in branch}
    bodies, joints = [], []
    for joint in branch:
        root = joint.name == values["branch"]
        outer = PLANES[values["plane"]] if root else _LOCAL
        changed = scope.built(node, _mirrored_joint, joint, outer)
        parent = joint.parent.replace(old, new) if joint.parent in inside else joint.parent
        names = {"name": joint.name.replace(old, new), "parent": parent, "child": joint.child.replace(old, new)}
        joints.append(replace(changed, **names, group=joint.group.replace(old, new)))
        bodies.append(replace(scope.built(node, _mirrored_body, parts.bodies[joint.child]), name=names["child"]))
    parts.add(node, bodies, joints)
    for joint in branch:
        if joint.name in parts.springs:
            law = parts.springs[joint.name]
            rest = law.rest if joint.type == "prismatic" else -law.rest
            parts.springs[joint.name.replace(old, new)] = replace(law, rest=rest)


def _gathered(parts: _Parts, root: str) -> list[Any]:
    """The joints of a branch, its root first."""
    carried: dict[str, list[Any]] = {}
    for joint in parts.joints.values():
        carried.setdefault(joint.parent, []).append(joint)
    found, waiting = {root: parts.joints[root]}, [parts.joints[root]]
    while waiting:
        further = [other for other in carried.get(waiting.pop(0).child, ()) if other.name not in found]
        found |= {other.name: other for other in further}
        waiting += further
    return list(found.values())


def _mirrored_joint(joint: Joint, outer: np.ndarray) -> Joint:
    """The joint between mirrored frames; ``outer``: reflection in the parent's frame."""
    from elver.robot import Place

    place = joint.place
    position = np.zeros(3) if place is None else place.position
    rotation = np.eye(3) if place is None else place.rotation
    turned = outer @ rotation @ _LOCAL
    if place is not None or not np.array_equal(turned, np.eye(3)):
        place = Place(outer @ position, turned)
    return replace(joint, gamma=-joint.gamma, alpha=-joint.alpha, theta=-joint.theta, place=place)


def _mirrored_body(body: Body) -> Body:
    """The body seen in the mirror, in its mirrored frame."""
    changed: dict[str, Any] = {
        "first_moments": _LOCAL @ body.first_moments,
        "inertia": _LOCAL @ body.inertia @ _LOCAL,
        "shape": None if body.shape is None else _mirrored_shape(body.shape),
    }
    if body.strip is not None:
        changed["strip"] = replace(body.strip, start=_LOCAL @ body.strip.start, axes=_LOCAL @ body.strip.axes @ _LOCAL)
    if body.contour is not None:
        changed["contour"] = replace(body.contour, centre=_LOCAL @ body.contour.centre, axis=_LOCAL @ body.contour.axis)
    if body.blade is not None:
        vectors = {name: _LOCAL @ getattr(body.blade, name) for name in ("start", "span", "chordwise", "normal")}
        changed["blade"] = replace(body.blade, **vectors)
    return replace(body, **changed)


def _mirrored_shape(shape: Shape) -> Shape:
    """A solid in the mirror. Every solid is the same on both sides of its e2, so the axes stay right-handed."""
    from elver.robot import Compound

    if isinstance(shape, Compound):
        return replace(shape, parts=tuple(_mirrored_shape(part) for part in shape.parts))
    return replace(shape, at=_LOCAL @ shape.at, axes=_LOCAL @ shape.axes @ _LOCAL)
