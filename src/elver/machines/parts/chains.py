"""Macros of a machine that repeat: chains of links, and soft appendages cut into sections."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from elver.document.expressions import LONGEST, names_in, parse
from elver.document.forms import Fields, Form, Words, amount
from elver.document.nodes import Items, Node, Table, Text, as_table, as_text
from elver.document.scope import Scope
from elver.document.units import read_unit
from elver.document.values import Value, evaluate, settled
from elver.errors import InputError, is_symbol
from elver.machines.parts.bodies import BODY, read_body
from elver.machines.parts.joints import JOINT, read_joint

TEMPLATE = re.compile(r"\{([^{}]*)\}")
COUNT = amount("1", "number of links", low=1, high=1000, whole=True)
METRE = read_unit("m")
MOST_BODIES = 1000  # of a machine, joints alike
LONGEST_NAME = 200
CHAIN: dict[str, Form] = {
    "count": COUNT,
    "after": Words("name of the body that carries the first link"),
    "body": Words("a body with a `name` such as link{i}; `first` and `last` change the ends"),
    "joint": Words("a joint with a `name` such as joint{i}, without parent and child; `first` and `last` change the ends"),
}
CHAIN_KEYS = tuple(CHAIN)


@dataclass
class Parts:
    """Bodies and joints as they are gathered, with the node that made each, and laws of passive joints.

    forces, pose, limits, notes: that an imported file brings.   imported: whether there is one.
    derived, unknown, dry: what became of its geometry (elver.imports.Imported).
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

    def add(self, node: Node, bodies=(), joints=()) -> None:
        """Take further bodies and joints; a name that is taken is refused where it is given again."""
        for what, kept, new in (("body", self.bodies, bodies), ("joint", self.joints, joints)):
            if len(kept) + len(new) > MOST_BODIES:
                raise node.error(f"{node.key}: this makes more than {MOST_BODIES} bodies or joints. Give fewer.")
            for one in new:
                if len(one.name) > LONGEST_NAME:
                    raise node.error(
                        f"{node.key}: a {what} has a name of {len(one.name)} characters. Give {LONGEST_NAME} or fewer."
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

    def number(found) -> str:
        inner = Text(node.file, node.line, node.column, found[1], True, node.key)
        value = scope.number(inner)
        if is_symbol(value) or value != round(value):
            raise node.error(f"{node.key}: {{{found[1][:40]}}} is no whole number, so it makes no name.")
        return str(int(value))

    text = as_text(node, "a name").text
    if len(text) > LONGEST:
        raise node.error(f"{node.key} has {len(text)} characters. Give {LONGEST} or fewer.")
    return TEMPLATE.sub(number, text)


def templated(node: Node, scope: Scope) -> Node:
    """A node with its templates filled: names of joints and bodies inside a chain."""
    if isinstance(node, Text):
        if "{" not in node.text:
            return node
        return Text(node.file, node.line, node.column, filled(node, scope), True, node.key)
    if isinstance(node, Items):
        return Items(node.file, node.line, node.column, [templated(item, scope) for item in node], node.key)
    if isinstance(node, Table):
        entries = {name: templated(item, scope) for name, item in node.items()}
        return Table(node.file, node.line, node.column, entries, node.places, node.key)
    return node


def read_chain(node: Node, scope: Scope, parts: Parts) -> None:
    """A chain of bodies, each carried by the one before it."""
    table = as_table(node, "a chain")
    table.allow(CHAIN_KEYS, "a chain")
    count = COUNT.read(table.need("count", "a chain"), scope)
    before = as_text(table.need("after", "a chain"), "the name of a body").text
    body, joint = (as_table(table.need(key, "a chain"), f"the {key} of a chain") for key in ("body", "joint"))
    scope.room.take(node, count)
    for i in range(1, count + 1):
        own = scope.counting(i=i, n=count)
        names, made = [], []
        for what, template in (("body", body), ("joint", joint)):
            one = at_place(template, i, count)
            names.append(filled(one.need("name", f"the {what} of a chain"), own))
            made.append(templated(one.without("name"), own))
        parts.add(node, [read_body(names[0], made[0], own)])
        parts.add(node, *read_joint(names[1], made[1], own, {"parent": before, "child": names[0]}))
        before = names[0]


def at_place(template: Table, i: int, count: int) -> Table:
    """The template of link i: what ``first`` or ``last`` say put over it."""
    chosen = template.without("first", "last")
    for key, here in (("first", i == 1), ("last", i == count)):
        if here and key in template:
            chosen = chosen.over(as_table(template.need(key, ""), f"'{key}'"))
    return chosen


def chain_schema() -> dict[str, Any]:
    """How a chain is written."""

    def template(fields: Fields) -> dict[str, Any]:
        own = fields.schema()["properties"] | {"name": {"type": "string"}}
        over = {"type": "object", "properties": own, "additionalProperties": False}
        return {**over, "properties": {**own, "first": over, "last": over}, "required": ["name"]}

    properties = {
        "count": COUNT.schema(),
        "after": {"type": "string"},
        "body": template(BODY),
        "joint": template(JOINT[False]),
    }
    return {"type": "object", "properties": properties, "required": list(CHAIN_KEYS), "additionalProperties": False}


# --- soft appendages -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Course(Form):
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

        def at(x):
            try:
                return settled(evaluate(expression, {**scope.numbers, "x": Value(x, METRE)}), wanted, unit)
            except InputError as error:
                raise node.error(f"{node.key} = {text.shown()}: {error}") from None

        return at

    def schema(self) -> dict[str, Any]:
        number: dict[str, Any] = {"anyOf": [{"type": "number"}, {"type": "string"}]}
        along = {"anyOf": [*number["anyOf"], {"type": "array", "items": number, "minItems": 2, "maxItems": 2}]}
        beam = {"type": "object", "properties": {"rigidity": along}, "required": ["rigidity"], "additionalProperties": False}
        return {"anyOf": [*along["anyOf"], beam]}


ALONG = "a number, [root, tip], an expression of x, or {{rigidity: ..}} of a beam [{}]"
STIFFNESS = Course("N m/rad", "N m^2", f"stiffness of every joint: {ALONG.format('N m^2')}")
DAMPING = Course("N m s/rad", "N m^2 s", f"damping of every joint: {ALONG.format('N m^2 s')}")
BOTH = Fields("a damping", {"bending": DAMPING, "twist": DAMPING}, ("bending", "twist"))


@dataclass(frozen=True)
class Loss(Form):
    """Damping of both kinds of joints, or of each."""

    meaning: str = f"{DAMPING.meaning}; or {{bending: .., twist: ..}}"
    unit: str = DAMPING.unit

    def read(self, node: Node, scope: Scope) -> Any:
        if isinstance(node, Table) and "rigidity" not in node:
            return BOTH.read(node, scope)
        return DAMPING.read(node, scope)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [DAMPING.schema(), BOTH.schema()]}


SOFT = {
    "length": amount("m", "length of the appendage", above=0.0),
    "sections": amount("1", "number of rigid sections", low=1, high=1000, whole=True),
    "bending": STIFFNESS,
    "twist": STIFFNESS,
    "damping": Loss(),
}


def read_soft(name: str, node: Node, scope: Scope, parts: Parts) -> None:
    """A soft appendage: sections with passive joints between them, and their springs."""
    from elver.drive import springs
    from elver.robot import soft_appendage

    table = as_table(node, "a soft appendage")
    table.allow((*SOFT, "root", "section"), "a soft appendage")
    values = {key: form.read(table.entries[key], scope) for key, form in SOFT.items() if key in table}
    for key in ("length", "sections"):
        table.need(key, "a soft appendage")
    scope.room.take(table.need("section", "a soft appendage"), values["sections"])
    section = section_maker(table.need("section", "a soft appendage"), scope, values["sections"])
    root = read_root(name, table, scope, "a soft appendage")
    appendage = scope.built(node, soft_appendage, root, section=section, **values)
    parts.add(node, appendage.bodies, appendage.joints)
    parts.springs |= scope.built(node, springs, appendage)


def read_root(name: str, table: Table, scope: Scope, what: str):
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
    "bending": STIFFNESS,
    "damping": DAMPING,
    "planes": Words("it bends in both planes, or in one, for planar machines", ("both", "one")),
}


def read_tether(name: str, node: Node, scope: Scope, parts: Parts) -> None:
    """A cable: rods with passive joints between them, and their springs."""
    from elver.drive import springs
    from elver.robot import tether

    table = as_table(node, "a tether")
    table.allow((*TETHER, "root"), "a tether")
    for key in ("length", "sections", "radius", "density"):
        table.need(key, "a tether")
    values = {key: form.read(table.entries[key], scope) for key, form in TETHER.items() if key in table}
    scope.room.take(node, values["sections"])
    cable = scope.built(node, tether, read_root(name, table, scope, "a tether"), **values)
    parts.add(node, cable.bodies, cable.joints)
    parts.springs |= scope.built(node, springs, cable)


def tether_schema() -> dict[str, Any]:
    """How a tether is written."""
    properties = {key: form.schema() for key, form in TETHER.items()} | {"root": root_schema()}
    needed = ["length", "sections", "radius", "density", "root"]
    return {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}


def root_schema() -> dict[str, Any]:
    """How the joint that carries an appendage is written: its child is the appendage."""
    own = JOINT[False].schema()
    return {**own, "properties": {**own["properties"], "name": Words("name of the root joint").schema()}}


def section_maker(node: Node, scope: Scope, count: int) -> Callable:
    """section(name, x, l) -> Body: a mapping whose expressions may name x, dx, i and n."""
    places: list[float] = []

    def section(name: str, x, dx):
        places.append(x)
        own = scope.counting(i=len(places), n=count)
        numbers = {**own.numbers, "x": Value(x, METRE), "dx": Value(dx, METRE)}
        return read_body(name, node, replace(own, numbers=numbers))

    return section


def soft_schema() -> dict[str, Any]:
    """How a soft appendage is written."""
    properties = {**{key: form.schema() for key, form in SOFT.items()}, "root": root_schema(), "section": BODY.schema()}
    needed = ["length", "sections", "root", "section"]
    return {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}
