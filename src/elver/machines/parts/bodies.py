"""The ``bodies`` of a machine: shape and density, or mass, centre and inertia."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from elver.document.forms import Fields, Form, Grid, OrNone, amount
from elver.document.nodes import Items, Node, Table, Text, as_table
from elver.document.scope import Scope
from elver.errors import InputError
from elver.machines.tables import BLADE, CONTOUR, SHAPE, STRIP, vector

INERTIA = "kg m^2"


@dataclass(frozen=True)
class InertiaForm(Form):
    """Three principal moments, or three rows of three."""

    meaning: str
    unit: str = INERTIA

    def read(self, node: Node, scope: Scope) -> list[list[Any]]:
        if isinstance(node, Items) and len(node) == 3 and not any(isinstance(row, Items) for row in node):
            moments = vector(INERTIA, "").read(node, scope)
            return [[moments[k] if k == j else 0.0 for j in range(3)] for k in range(3)]
        return Grid(INERTIA, 3, 3).read(node, scope)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [vector(INERTIA, "principal moments").schema(), Grid(INERTIA, 3, 3).schema()]}


BODY = Fields(
    "a body",
    {
        "shape": SHAPE,
        "density": amount("kg/m^3", "of a homogeneous body", above=0.0),
        "mass": amount("kg", "mass", low=0.0),
        "centre": vector("m", "centre of mass in the body's frame"),
        "inertia": InertiaForm("about the centre of mass: three principal moments, or three rows of three"),
        "first_moments": vector("kg m", "mass times centre of mass"),
        "inertia_at_origin": InertiaForm("about the frame's origin, with first_moments"),
        "strip": OrNone(STRIP),
        "contour": CONTOUR,
        "blade": BLADE,
    },
)
WAYS = "Give a shape and its density (or mass), or mass, centre and inertia, or mass, first_moments and inertia_at_origin."


def read_body(name: str, node: Node, scope: Scope):
    """The body that a mapping describes; an empty one is a marker without mass."""
    if isinstance(node, Text) and node.empty:
        node = Table(node.file, node.line, node.column, {}, {}, node.key)
    values = BODY.read(node, scope)
    return scope.built(node, make_body, name, values)


def make_body(name: str, values: dict[str, Any]):
    """A body from the values that its mapping gives."""
    body = with_mass(name, values)
    changed = {key: values[key] for key in ("strip", "contour", "blade") if key in values}
    return replace(body, **changed) if changed else body


def with_mass(name: str, values: dict[str, Any]):
    """Mass and shape, in one of the ways they can be given."""
    from elver.robot import Body

    shape = values.get("shape")
    given = {key for key in ("density", "mass", "centre", "inertia", "first_moments", "inertia_at_origin") if key in values}
    if not given:
        if shape is not None:
            raise InputError(f"body '{name}' has a shape but no mass. {WAYS}")
        return Body(name)
    if shape is not None and given in ({"density"}, {"mass"}):
        density = values["density"] if "density" in values else values["mass"] / shape.volume
        return Body.solid(name, shape, density)
    if given in ({"mass", "centre", "inertia"}, {"mass", "inertia"}):
        return Body.central(name, values["mass"], values.get("centre", (0.0, 0.0, 0.0)), values["inertia"], shape)
    if given == {"mass", "first_moments", "inertia_at_origin"}:
        strip = shape.strip() if shape is not None else None
        return Body(name, values["mass"], values["first_moments"], values["inertia_at_origin"], shape, strip)
    raise InputError(f"body '{name}' gives {', '.join(sorted(given))}{' and a shape' if shape is not None else ''}. {WAYS}")


def changed_body(body, node: Node, scope: Scope):
    """An imported body with what a mapping changes of it."""
    values = BODY.read(as_table(node, "a body"), scope)
    if set(values) <= {"shape", "strip", "contour", "blade"}:
        if "shape" in values and "strip" not in values:
            values["strip"] = values["shape"].strip()
        return scope.built(node, replace, body, **values)
    return scope.built(node, make_body, body.name, values)
