"""``media``, ``drive`` and ``inputs`` of a scenario file: forces, gait, control, elastic laws, and what is set from outside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from elver.document.forms import Each, Form, Many, Names, OrNone
from elver.document.kinds import Part, in_other_units
from elver.document.nodes import Items, Node, as_items, as_table
from elver.document.scope import Scope
from elver.errors import InputError, each, gathering, refuse
from elver.machines.tables import CONTROL, COUPLING, ELASTIC, GAIT, INPUT, JOINTS, MEDIUM

DRIVE_KEYS = ("gait", "control", "elastic", "couplings")
BY_BODY = ("only", "per_body")
WANTED = Many(INPUT)
SLIDING = {"N m": "N", "N m/rad": "N/m", "N m s/rad": "N s/m", "rad": "m"}  # units of laws at joints that turn, and that slide


def read_media(node: Node | None, scope: Scope) -> dict[str, Any]:
    """Forces by name."""
    if node is None:
        return {}
    items = as_table(node, "the media").items()
    return dict(each(items, lambda own: (own[0], read_medium(own[1], scope))))


def read_medium(node: Node, scope: Scope) -> Any:
    """A force; ``only`` names the bodies it acts on, ``per_body`` changes its coefficients on some."""
    table = as_table(node, "a medium")
    law = MEDIUM.read(table, scope, left=BY_BODY)
    if not any(key in table for key in BY_BODY):
        return law
    from elver.forces import ByBody

    only = Names("body").read(table.entries["only"], scope) if "only" in table else ()
    if "only" in table and not only:
        raise table.at("only").error(f"{node.key}.only names no body. Name those that the law acts on, or leave it out.")
    changes: dict[str, Any] = {}
    if "per_body" in table:
        forms = MEDIUM.chosen(table, scope).named
        changes = Each(OrNone(Changes(forms)), "body").read(table.entries["per_body"], scope)
    return scope.built(node, ByBody, law, changes, only)


class Changes(Form):
    """Coefficients of a law that differ on some bodies."""

    def __init__(self, forms: dict[str, Form]):
        self.forms = forms

    def read(self, node: Node, scope: Scope) -> dict[str, Any]:
        table = as_table(node, "what differs")
        table.allow(self.forms, "the law")
        return {name: self.forms[name].read(item, scope) for name, item in table.items()}


def read_drive(node: Node | None, scope: Scope, parts: dict[str, Any]) -> dict[str, Any]:
    """Gait, control, elastic laws and couplings, as fields of a model.

    parts: ``robot``, ``forces`` and ``springs`` of soft appendages.
    The gait may also give values to commands of forces and couplings.
    """
    values: dict[str, Any] = {"elastic": parts["springs"] or None}
    if node is None:
        return values
    table = as_table(node, "the drive")
    table.allow(DRIVE_KEYS, "the drive")
    wrong: list[InputError] = []
    with gathering(wrong):
        if "couplings" in table:
            values["couplings"] = Each(COUPLING).read(table.entries["couplings"], scope)
    commanded = [*parts["forces"].values(), *values.get("couplings", {}).values()]
    commands = {name: "command" for thing in commanded for name in getattr(thing, "commands", ())}
    with gathering(wrong):
        if "gait" in table:
            values["gait"] = read_gait(table.entries["gait"], scope.knowing("joint", {**scope.known["joint"], **commands}))
    with gathering(wrong):
        if "control" in table:
            moved = [joint for joint in parts["robot"].moving_joints if joint.mode == "torque"]
            values["control"] = read_law(CONTROL, table.entries["control"], scope, moved)
    with gathering(wrong):
        if "elastic" in table:
            values["elastic"] = read_elastic(table.entries["elastic"], scope, parts["robot"], parts["springs"])
    refuse(wrong)
    return values


def read_gait(node: Node, scope: Scope) -> Any:
    """A gait, or several in a list, each for joints of its own."""
    if not isinstance(node, Items):
        return GAIT.read(node, scope)
    from elver.drive import Together

    return scope.built(node, Together, [GAIT.read(item, scope) for item in node])


def read_law(part: Part, node: Node, scope: Scope, joints) -> Any:
    """A law at joints, in the units of their motion: where all of them slide, N instead of N m."""
    slide = bool(joints) and all(joint.type == "prismatic" for joint in joints)
    return in_other_units(part.chosen(node, scope), SLIDING).read(node, scope) if slide else part.read(node, scope)


@dataclass(frozen=True)
class ByJoint(Each):
    """Laws by joint, group or pattern, each in the units of its joints."""

    joints: tuple = ()

    def value(self, name: str, item: Node, scope: Scope, chosen) -> Any:
        return read_law(ELASTIC, item, scope, [joint for joint in self.joints if joint.name in chosen])


def read_elastic(node: Node, scope: Scope, robot, springs: dict[str, Any]) -> Any:
    """One law for all passive joints, or laws by joint, group or pattern."""
    table = as_table(node, "the elastic laws")
    if "type" not in table:
        laws = ByJoint(ELASTIC, "joint", tuple(robot.moving_joints)).read(node, scope)
        for joint in robot.moving_joints:
            if joint.mode != "passive" and joint.name in table:
                raise table.at(joint.name).error(
                    f"{node.key}.{joint.name}: the joint is {joint.mode}, so that its elastic law would do nothing. "
                    "Make it passive, or leave the law out."
                )
        return springs | laws
    law = read_law(ELASTIC, node, scope, [joint for joint in robot.moving_joints if joint.mode == "passive"])
    if not springs:
        return law
    return {joint.name: law for joint in robot.moving_joints if joint.mode == "passive"} | springs


def read_inputs(node: Node | None, scope: Scope, model: Any) -> Any:
    """The model with the inputs that the file asks for."""
    if node is None:
        return model
    from elver.equations import with_inputs

    return scope.built(node, with_inputs, model, *(read_input(item, scope, model) for item in as_items(node, "the inputs")))


def read_input(node: Node, scope: Scope, model: Any) -> Any:
    """Inputs of one kind; those of joints that slide are forces [N] and places [m]."""
    named = as_table(node, "an input").get("joints")
    moving = [joint for joint in model.robot.moving_joints if named is not None or joint.mode != "passive"]
    if named is not None:
        chosen = JOINTS.read(named, scope)
        moving = [joint for joint in moving if joint.name in chosen]
    return read_law(INPUT, node, scope, moving)


def check_targets(model: Any) -> None:
    """Refuse a gait that leaves out a driven joint, or one whose law cannot act without a target."""
    if model.gait is None:  # references may still come from inputs
        return
    from elver.drive import JointState
    from elver.equations.inputs import declare_inputs, gait_motion

    motion = gait_motion(model, declare_inputs(model)[0])
    for joint in model.robot.moving_joints:
        law = None if joint.mode == "driven" or joint.name in motion else model.joint_law(joint)
        if getattr(law, "needs_target", False):
            JointState(None, None).demand_target(type(law).__name__, joint)


class MediaForm(Form):
    """How the media stand in a file."""

    def read(self, node: Node, scope: Scope) -> Any:
        return read_media(node, scope)

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": {"$ref": "#/$defs/restricted_medium"}}

    @staticmethod
    def definition() -> dict[str, Any]:
        """A medium with the names that restrict it to some bodies."""
        own = MEDIUM.definition()["oneOf"]
        names = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
        further = {"only": names, "per_body": {"type": "object"}}
        return {"oneOf": [{**kind, "properties": {**kind["properties"], **further}} for kind in own]}


class DriveForm(Form):
    """How the drive stands in a file."""

    def read(self, node: Node, scope: Scope) -> Any:
        return read_drive(node, scope, {"robot": None, "forces": {}, "springs": {}})

    def schema(self) -> dict[str, Any]:
        one = ELASTIC.schema()
        properties = {
            "gait": {"anyOf": [GAIT.schema(), {"type": "array", "items": GAIT.schema(), "minItems": 1}]},
            "control": CONTROL.schema(),
            "couplings": {"type": "object", "additionalProperties": COUPLING.schema()},
            "elastic": {"anyOf": [one, {"type": "object", "additionalProperties": one}]},
        }
        return {"type": "object", "properties": properties, "additionalProperties": False}
