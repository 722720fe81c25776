"""``media``, ``drive`` and ``inputs`` of a scenario file: forces, gait, control, elastic laws, and what is set from outside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from elver._support.errors import InputError, each, gathering, refuse, unknown_name
from elver._support.expressions import CONSTANTS, names_in, parse
from elver.scenarios.files.types import CONTROL, COUPLING, ELASTIC, GAIT, INPUT, JOINTS, MEDIUM, SCENE, SENSOR, vector
from elver.scenarios.yaml.forms import (
    Each,
    Fields,
    FieldType,
    Many,
    Names,
    OptionalField,
    TypedMapping,
    Words,
    amount,
    by_motion,
    in_other_units,
)
from elver.scenarios.yaml.nodes import DocumentError, Items, Node, Table, as_items, as_table, as_text
from elver.scenarios.yaml.scope import Scope
from elver.simulation.plan import LONGEST

if TYPE_CHECKING:
    import casadi as ca

    from elver.robot.joints import Joint
    from elver.robot.robot import Robot

_DRIVE_KEYS = ("gait", "control", "elastic", "couplings")
_BY_BODY = ("only", "per_body")
WANTED = Many(INPUT)
_SLIDING = {"N m": "N", "N m/rad": "N/m", "N m s/rad": "N s/m", "rad": "m"}  # units of laws at joints that turn, and that slide


def read_media(node: Node | None, scope: Scope) -> dict[str, Any]:
    """Forces by name."""
    if node is None:
        return {}
    items = as_table(node, "the media").items()
    return dict(each(items, lambda own: (own[0], _read_medium(own[1], scope))))


def _read_medium(node: Node, scope: Scope) -> Any:
    """A force; ``only`` names the bodies it acts on, ``per_body`` changes its coefficients on some."""
    table = as_table(node, "a medium")
    law = MEDIUM.read(table, scope, left=_BY_BODY)
    if not any(key in table for key in _BY_BODY):
        return law
    from elver.forces import ByBody

    only = Names("body").read(table.entries["only"], scope) if "only" in table else ()
    if "only" in table and not only:
        raise table.at("only").error(f"{node.key}.only names no body. Name those that the law acts on, or leave it out.")
    changes: dict[str, Any] = {}
    if "per_body" in table:
        forms = MEDIUM.chosen(table, scope).named
        changes = Each(OptionalField(_Changes(forms)), "body").read(table.entries["per_body"], scope)
    return scope.built(node, ByBody, law, changes, only)


class _Changes(FieldType):
    """Coefficients of a law that differ on some bodies."""

    def __init__(self, forms: dict[str, FieldType]):
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
    table.allow(_DRIVE_KEYS, "the drive")
    wrong: list[InputError] = []
    with gathering(wrong):
        if "couplings" in table:
            values["couplings"] = Each(COUPLING).read(table.entries["couplings"], scope)
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


class MediaForm(FieldType):
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


# --- ``scene``, ``start``, ``sensors``, ``run`` and ``pictures`` of a scenario file.

START = Fields(
    "the start",
    {
        "position": vector("m", "of the base, in the world"),
        "quaternion": vector("1", "of the base: w, x, y, z", 4),
        "rpy": vector("rad", "roll, pitch and yaw of the base, instead of a quaternion"),
        "twist": vector("", "velocity of the base in its own frame: three of m/s, three of rad/s", 6),
        "angles": by_motion(amount, "rad", "m", meaning="angle or place of a joint whose motion is computed"),
        "rates": by_motion(amount, "rad/s", "m/s", meaning="rate of a joint whose motion is computed"),
        "memory": Each(amount("", "state of a medium or a law")),
    },
)
_MOST_OBSTACLES = 1000
_METHODS = ("auto", "rk4", "adams", "heun", "semi-implicit", "dopri5", "rodas", "moreau")
RUN = Fields(
    "the run",
    {
        "duration": amount("s", "of a run", above=0.0, high=LONGEST),
        "dt": amount("s", "step", above=0.0, high=LONGEST),
        "method": Words("how the equations are integrated", _METHODS),
        "output": amount("s", "between recorded samples", above=0.0, high=LONGEST),
    },
    ("duration",),
)
PICTURES = Fields(
    "the pictures",
    {"leave_out": Many(Words("name of a picture")), "joints_shown": Many(Words("name or pattern of joints"))},
)


def read_scene(node: Node | None, scope: Scope, nose: Callable[[], str] = lambda: "x") -> Any:
    """What the machine touches; None for nothing. nose: asked for which way the machine's links call forward."""
    if node is None:
        return None
    obstacles = as_table(node, "the scene").get("obstacles")
    if isinstance(obstacles, Items) and len(obstacles) > _MOST_OBSTACLES:  # each is compared with each
        raise obstacles.error(f"{obstacles.key} has {len(obstacles)} entries. Give {_MOST_OBSTACLES} or fewer.")
    try:
        scene = SCENE.read(node, scope)
        if (
            "nose" not in as_table(node, "the scene")
            and scene.ground is not None
            and scene.ground.forward != scene.ground.backward
        ):
            scene = replace(scene, nose=nose())
    except DocumentError as error:
        cause = error.__cause__
        if error.key != node.key or not isinstance(cause, InputError):
            raise
        raise _scene_place(as_table(node, "the scene"), cause.part).caught(cause) from cause
    if isinstance(obstacles, Items):
        _refuse_twice(obstacles)
    return scene


def _scene_place(table: Table, part: str) -> Node:
    """The part of a scene that its refusal is about: an obstacle, or the scene itself."""
    kind, _, place = part.partition(" ")
    obstacles = table.get("obstacles")
    return [*obstacles][int(place)] if kind == "obstacle" and isinstance(obstacles, Items) else table


def _refuse_twice(obstacles: Items) -> None:
    """Two obstacles of one name, which results could not tell apart."""
    known: dict[str, Node] = {}
    for item in obstacles:
        name = as_table(item, "an obstacle").get("name")
        if name is None:
            continue
        text = as_text(name, "a name").text
        if text in known:
            raise name.error(
                f"{name.key} = {text[:40]}: line {known[text].line} has an obstacle of this name. Give every one its own."
            )
        known[text] = name


def read_start(node: Node | None, scope: Scope, pose: dict[str, Any]) -> Any:
    """Where a run begins. pose: of the base where nothing else is said."""
    from elver.model import InitialState

    if node is None:
        return InitialState(**pose)
    values = START.read(node, scope)
    if "rpy" in values:
        if "quaternion" in values:
            raise node.error(f"{node.key}: the start has a quaternion and rpy. Give one of them.")
        values["quaternion"] = scope.built(node, _quaternion_of, *values.pop("rpy"))
    return scope.built(node, InitialState, **{**pose, **values})


def _quaternion_of(roll: float | ca.SX, pitch: float | ca.SX, yaw: float | ca.SX) -> tuple:
    """The quaternion (w, x, y, z) of Rz(yaw) Ry(pitch) Rx(roll), of numbers or symbols."""
    import casadi as ca

    (cr, sr), (cp, sp), (cy, sy) = ((ca.cos(a / 2), ca.sin(a / 2)) for a in (roll, pitch, yaw))
    return (
        cr * cp * cy + sr * sp * sy,
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
    )


def read_sensors(node: Node | None, scope: Scope) -> tuple:
    """Sensors that every run reads, by their names."""
    if node is None:
        return ()
    table = as_table(node, "the sensors")
    return tuple(SENSOR.read(item, scope, {"name": name}) for name, item in table.items())


def read_run(node: Node | None, root: Table, scope: Scope) -> dict[str, Any]:
    """Duration, step, method and output of a run."""
    if node is None:
        raise root.error("the document has no 'run'. Add one with its duration, such as run: {duration: 10 s}.")
    values = RUN.read(node, scope)
    for item in as_table(node, "the run").without("method").entries.values():
        used = sorted(names_in(parse(as_text(item, "a number").text)) - set(CONSTANTS))
        if used:
            raise item.error(
                f"{item.key} depends on '{used[0]}', but all values of the parameters have the same run. Give a number; "
                "`--duration` and `--dt` give others."
            )
    return values


def read_pictures(node: Node | None, scope: Scope) -> dict[str, tuple[str, ...]]:
    """Pictures to leave out, and joints that figures show."""
    from elver.scenarios.definition import GENERAL

    if node is None:
        return {"left_out": (), "joints_shown": ()}
    values = PICTURES.read(node, scope)
    shown: list[str] = []
    table = as_table(node, "the pictures")
    left = table.get("leave_out")
    for item in left if isinstance(left, Items) else ():
        name = as_text(item, "the name of a picture").text
        if name not in GENERAL:
            raise item.error(f"{item.key}: {unknown_name('picture', name, GENERAL)}")
    items = table.get("joints_shown")
    for item in items if isinstance(items, Items) else ():
        shown += [name for name in scope.chosen(item, "joint") if name not in shown]
    return {"left_out": tuple(values.get("leave_out", ())), "joints_shown": tuple(shown)}
