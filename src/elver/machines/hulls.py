"""Hulls in a scenario file: from a file of coefficients that ``elver hull`` wrote, or written out."""

from __future__ import annotations

from typing import Any

from elver.choices import Freedom
from elver.document.forms import Form, Grid, Many, Names, Words, amount
from elver.document.kinds import Kind
from elver.document.nodes import Node
from elver.document.scope import Scope
from elver.errors import InputError
from elver.quantities import ANY

TAKEN = ("hydrostatics", "radiation", "resistance", "made_for", "draught", "freeboard")  # from the file, unless given
ONLY_WITH_A_FILE = ("freedoms", "steady", "form", "wave")


class Coefficients(Form):
    """The name of a file that ``elver hull`` wrote, read as coefficients of a hull."""

    meaning = "file beside the scenario file that `elver hull` wrote, in place of hydrostatics and radiation"

    def read(self, node: Node, scope: Scope) -> Any:
        from elver.hulls import load_hull

        return scope.built(node, load_hull, scope.file(node))

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "description": self.meaning}


def floating(values: dict[str, Any]) -> dict[str, Any]:
    """The fields of a hull whose coefficients are in a file; what is given beside it stays."""
    from elver.forces import Hull

    given = {name: values.pop(name) for name in ONLY_WITH_A_FILE if name in values}
    coefficients = values.pop("file", None)
    if coefficients is None:
        if given:
            raise InputError(f"{', '.join(given)}: only for a hull with a file of coefficients. Give 'file', or leave them out.")
        return values
    if "resistance" in values and {"form", "wave"} & set(given):
        raise InputError("the resistance is given twice. Give form and wave, or resistance as a whole.")
    own = Hull.from_coefficients("", coefficients, **given)
    return {name: getattr(own, name) for name in TAKEN} | values


HULL = Kind(
    "elver.forces:Hull",
    {
        "body": Names("body", "the body that floats", one=True),
        "hydrostatics": Kind(
            "elver.forces:Hydrostatics", {"restoring": Grid("1", 3, 3, "restoring of heave, roll and pitch, SI units")}
        ),
        "radiation": Kind(
            "elver.forces:Radiation",
            {
                "added": Grid("1", 6, 6, "added mass, SI units"),
                "damping": Grid("1", 6, 6, "damping, SI units"),
                "memory": Kind(
                    "elver.hulls:MemoryModel",
                    {
                        "freedoms": amount("1", "0 (surge) to 5 (yaw)", length=ANY, whole=True),
                        "F": Grid("1", 0, 0, "state matrix"),
                        "G": Grid("1", 0, 0, "input matrix"),
                    },
                ),
            },
        ),
        "resistance": Kind("elver.forces:Resistance"),
    },
    {
        "file": Coefficients(),
        "freedoms": Many(Words("a freedom that makes waves", tuple(Freedom)), least=1, most=6),
        "steady": amount("m/s", "mean velocity of the boat in the world, x,y,z", length=3),
        "form": amount("1", "form coefficient of the resistance", low=0.0),
        "wave": amount("1", "C_w over C_f of the resistance", low=0.0),
    },
    floating,
)
