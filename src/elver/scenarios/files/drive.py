"""``drive`` and ``inputs`` of a scenario file: gait, control, elastic laws and couplings, and what is set from outside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from elver._support.errors import InputError, gathering, refuse
from elver.scenarios.files.types import CONTROL, COUPLING, ELASTIC, GAIT, INPUT, JOINTS
from elver.scenarios.yaml.forms import Each, FieldType, Many, TypedMapping, in_other_units
from elver.scenarios.yaml.nodes import Items, Node, as_items, as_table
from elver.scenarios.yaml.scope import Scope

if TYPE_CHECKING:
    from elver.robot.joints import Joint
    from elver.robot.robot import Robot

_DRIVE_KEYS = ("gait", "control", "elastic", "couplings")
WANTED = Many(INPUT)
_SLIDING = {"N m": "N", "N m/rad": "N/m", "N m s/rad": "N s/m", "rad": "m"}  # units of laws at joints that turn, and that slide


def read_drive(node: Node | None, scope: Scope, parts: dict[str, Any] | None) -> dict[str, Any]:
    """Gait, control, elastic laws and couplings, as fields of a model.

    parts: ``robot``, ``forces`` and ``springs`` of soft appendages; None where they are not known, and only mistakes are wanted.
    The gait may also give values to commands of forces and couplings.
    """
    values: dict[str, Any] = {"elastic": parts["springs"] or None} if parts is not None else {}
    if node is None:
        return values
    table = as_table(node, "the drive")
    table.allow(_DRIVE_KEYS, "the drive")
    wrong: list[InputError] = []
    with gathering(wrong):
        if "couplings" in table:
            values["couplings"] = Each(COUPLING).read(table.entries["couplings"], scope)
    if parts is None:  # what can be judged without the machine and the media
        with gathering(wrong):
            if "gait" in table:
                _read_gait(table.entries["gait"], scope)
        refuse(wrong)
        return values
    commanded = [*parts["forces"].values(), *values.get("couplings", {}).values()]
    commands = {name: "command" for thing in commanded for name in getattr(thing, "commands", ())}
    with gathering(wrong):
        if "gait" in table:
            values["gait"] = _read_gait(table.entries["gait"], scope.knowing("joint", {**scope.known["joint"], **commands}))
    with gathering(wrong):
        if "control" in table:
            moved = [joint for joint in parts["robot"].moving_joints if joint.mode == "torque"]
            values["control"] = _read_law(CONTROL, table.entries["control"], scope, moved)
    with gathering(wrong):
        if "elastic" in table:
            values["elastic"] = _read_elastic(table.entries["elastic"], scope, parts["robot"], parts["springs"])
    refuse(wrong)
    return values


def _read_gait(node: Node, scope: Scope) -> Any:
    """A gait, or several in a list, each for joints of its own."""
    if not isinstance(node, Items):
        return GAIT.read(node, scope)
    from elver.drive import CombinedGait

    return scope.built(node, CombinedGait, [GAIT.read(item, scope) for item in node])


def _read_law(part: TypedMapping, node: Node, scope: Scope, joints: Sequence[Joint]) -> Any:
    """A law at joints, in the units of their motion: where all of them slide, N instead of N m."""
    slide = bool(joints) and all(joint.type == "prismatic" for joint in joints)
    return in_other_units(part.chosen(node, scope), _SLIDING).read(node, scope) if slide else part.read(node, scope)


@dataclass(frozen=True)
class _ByJoint(Each):
    """Laws by joint, group or pattern, each in the units of its joints."""

    joints: tuple = ()

    def value(self, name: str, item: Node, scope: Scope, chosen: tuple[str, ...]) -> Any:
        return _read_law(ELASTIC, item, scope, [joint for joint in self.joints if joint.name in chosen])


def _read_elastic(node: Node, scope: Scope, robot: Robot, springs: dict[str, Any]) -> Any:
    """One law for all passive joints, or laws by joint, group or pattern."""
    table = as_table(node, "the elastic laws")
    if "type" not in table:
        laws = _ByJoint(ELASTIC, "joint", tuple(robot.moving_joints)).read(node, scope)
        for joint in robot.moving_joints:
            if joint.mode != "passive" and joint.name in table:
                raise table.at(joint.name).error(
                    f"{node.key}.{joint.name}: the joint is {joint.mode}, so that its elastic law would do nothing. "
                    "Make it passive, or leave the law out."
                )
        return springs | laws
    law = _read_law(ELASTIC, node, scope, [joint for joint in robot.moving_joints if joint.mode == "passive"])
    if not springs:
        return law
    return {joint.name: law for joint in robot.moving_joints if joint.mode == "passive"} | springs


def read_inputs(node: Node | None, scope: Scope, model: Any) -> Any:
    """The model with the inputs that the file asks for."""
    if node is None:
        return model
    from elver.model import with_inputs

    return scope.built(node, with_inputs, model, *(_read_input(item, scope, model) for item in as_items(node, "the inputs")))


def _read_input(node: Node, scope: Scope, model: Any) -> Any:
    """Inputs of one kind; those of joints that slide are forces [N] and places [m]."""
    named = as_table(node, "an input").get("joints")
    moving = [joint for joint in model.robot.moving_joints if named is not None or joint.mode != "passive"]
    if named is not None:
        chosen = JOINTS.read(named, scope)
        moving = [joint for joint in moving if joint.name in chosen]
    return _read_law(INPUT, node, scope, moving)


def check_targets(model: Any) -> None:
    """Refuse a gait that leaves out a driven joint, or one whose law cannot act without a target."""
    if model.gait is None:  # references may still come from inputs
        return
    from elver.drive import JointState
    from elver.model.symbols import declare_inputs, gait_motion

    motion = gait_motion(model, declare_inputs(model)[0])
    for joint in model.robot.moving_joints:
        law = None if joint.mode == "driven" or joint.name in motion else model.joint_law(joint)
        if getattr(law, "needs_target", False):
            JointState(None, None).demand_target(type(law).__name__, joint)


class DriveForm(FieldType):
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
