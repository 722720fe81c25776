"""``start``, ``sensors``, ``run``, ``pictures``, ``view`` and ``story`` of a scenario file: how a run goes and is shown."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from elver._support.choices import Method
from elver._support.errors import unknown_name
from elver._support.expressions import CONSTANTS, names_in, parse
from elver.quantities import Parameter
from elver.scenarios.files.types import SENSOR, vector
from elver.scenarios.showing import Camera, Showing, StoryStep
from elver.scenarios.yaml.forms import Each, Fields, Flag, Many, Unread, Words, amount, by_motion
from elver.scenarios.yaml.nodes import Items, Node, Table, as_table, as_text
from elver.scenarios.yaml.scope import Scope
from elver.simulation.plan import LONGEST

if TYPE_CHECKING:
    import casadi as ca

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
RUN = Fields(
    "the run",
    {
        "duration": amount("s", "of a run", above=0.0, high=LONGEST),
        "dt": amount("s", "step", above=0.0, high=LONGEST),
        "method": Words("how the equations are integrated", tuple(Method)),
        "output": amount("s", "between recorded samples", above=0.0, high=LONGEST),
    },
    ("duration",),
)
PICTURES = Fields(
    "the pictures",
    {"leave_out": Many(Words("name of a picture")), "joints_shown": Many(Words("name or pattern of joints"))},
)

VIEW = Fields(
    "the view",
    {
        "azimuth": amount("rad", "where the eye stands around the vertical, from +x to +y"),
        "elevation": amount("rad", "of the eye above the horizon", low=-math.pi / 2, high=math.pi / 2),
        "zoom": amount("1", "how many times nearer than where all of room is seen", above=0.0),
        "room": amount("m", "length that fits into the picture", above=0.0),
        "centre": vector("m", "what is looked at, in the world; without it the eye follows the machine"),
        "floor": amount("m", "z of the floor that is drawn below a machine in open water or air"),
    },
)
STORY = Many(
    Fields(
        "a step of the story",
        {
            "say": Words("what is said"),
            "set": Unread(Each(Words("value of a parameter of the file"))),
            "view": VIEW,
            "speed": amount("1", "of the machine over real time", above=0.0),
            "again": Flag("whether the machine starts again"),
        },
        ("say",),
    ),
    least=1,
    most=12,
)


def read_showing(root: Table, scope: Scope, declared: Sequence[Parameter]) -> Showing:
    """View and story of a file, and what its ``advice`` says to try."""
    known = {own.name: own for own in declared}
    steps = []
    for step in STORY.read(root.need("story", ""), scope) if "story" in root else ():
        values = {}
        for name, item in as_table(step["set"], "what a step sets").items() if "set" in step else ():
            if name not in known:
                raise item.error(f"{item.key}: {unknown_name('parameter', name, known)}")
            values[name] = scope.built(
                item, lambda own=known[name], item=item: own.bounded(own.read(as_text(item, "a value").text))
            )
        view = Camera(**step["view"]) if "view" in step else None
        steps.append(StoryStep(step["say"], values, view, step.get("speed"), step.get("again", False)))
    camera = Camera(**VIEW.read(root.need("view", ""), scope)) if "view" in root else Camera()
    advice = as_text(root.need("advice", ""), "a text").text if "advice" in root else ""
    return Showing(camera, tuple(steps), advice)


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
