"""The ``media`` and the ``drive`` of a scenario file: forces, gait, control and elastic laws."""

from __future__ import annotations

from typing import Any

from elver.document.forms import Each, Form
from elver.document.nodes import Node, as_table
from elver.document.scope import Scope
from elver.machines.tables import CONTROL, ELASTIC, GAIT, MEDIUM

DRIVE_KEYS = ("gait", "control", "elastic")


def read_media(node: Node | None, scope: Scope) -> dict[str, Any]:
    """Forces by name."""
    if node is None:
        return {}
    return {name: MEDIUM.read(item, scope) for name, item in as_table(node, "the media").items()}


def read_drive(node: Node | None, scope: Scope, robot, springs: dict[str, Any]) -> dict[str, Any]:
    """Gait, control and elastic laws, as fields of a model. springs: of the soft appendages."""
    values: dict[str, Any] = {"elastic": springs or None}
    if node is None:
        return values
    table = as_table(node, "the drive")
    table.allow(DRIVE_KEYS, "the drive")
    for key, part in (("gait", GAIT), ("control", CONTROL)):
        if key in table:
            values[key] = part.read(table.entries[key], scope)
    if "elastic" in table:
        values["elastic"] = read_elastic(table.entries["elastic"], scope, robot, springs)
    return values


def read_elastic(node: Node, scope: Scope, robot, springs: dict[str, Any]) -> Any:
    """One law for all passive joints, or laws by joint, group or pattern."""
    if "type" not in as_table(node, "the elastic laws"):
        return springs | Each(ELASTIC, "joint").read(node, scope)
    law = ELASTIC.read(node, scope)
    if not springs:
        return law
    return {joint.name: law for joint in robot.moving_joints if joint.mode == "passive"} | springs


class MediaForm(Form):
    """How the media stand in a file."""

    def read(self, node: Node, scope: Scope) -> Any:
        return read_media(node, scope)

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": MEDIUM.schema()}


class DriveForm(Form):
    """How the drive stands in a file."""

    def read(self, node: Node, scope: Scope) -> Any:
        return read_drive(node, scope, None, {})

    def schema(self) -> dict[str, Any]:
        one = ELASTIC.schema()
        properties = {
            "gait": GAIT.schema(),
            "control": CONTROL.schema(),
            "elastic": {"anyOf": [one, {"type": "object", "additionalProperties": one}]},
        }
        return {"type": "object", "properties": properties, "additionalProperties": False}
