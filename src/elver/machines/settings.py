"""``scene``, ``start``, ``sensors``, ``run`` and ``pictures`` of a scenario file."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from elver.document.expressions import CONSTANTS, names_in, parse
from elver.document.forms import Each, Fields, Many, Words, amount, by_motion
from elver.document.nodes import DocumentError, Items, Node, Table, as_table, as_text
from elver.document.scope import Scope
from elver.errors import InputError, unknown_name
from elver.machines.tables import SCENE, SENSOR, vector
from elver.stepping.plan import LONGEST

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
MOST_OBSTACLES = 1000
METHODS = ("auto", "rk4", "adams", "heun", "semi-implicit", "dopri5", "rodas", "moreau")
RUN = Fields(
    "the run",
    {
        "duration": amount("s", "of a run", above=0.0, high=LONGEST),
        "dt": amount("s", "step", above=0.0, high=LONGEST),
        "method": Words("how the equations are integrated", METHODS),
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
    if isinstance(obstacles, Items) and len(obstacles) > MOST_OBSTACLES:  # each is compared with each
        raise obstacles.error(f"{obstacles.key} has {len(obstacles)} entries. Give {MOST_OBSTACLES} or fewer.")
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
        raise scene_place(as_table(node, "the scene"), str(cause)).caught(cause) from cause
    if isinstance(obstacles, Items):
        refuse_twice(obstacles)
    return scene


def scene_place(table: Table, message: str) -> Node:
    """The part of a scene that its refusal is about: an obstacle, one of its numbers, or the scene itself."""
    named = re.search(r"obstacles? (\S+)", message)
    obstacles = table.get("obstacles")
    for k, item in enumerate(obstacles if named and isinstance(obstacles, Items) else ()):
        name = item.get("name") if isinstance(item, Table) else None
        if named is not None and named[1] == (str(k) if name is None else getattr(name, "text", "")):
            return item
    found = [key for key in table.entries if message.removeprefix("Scene.").startswith(key)]
    return table.entries[max(found, key=len)] if found else table


def refuse_twice(obstacles: Items) -> None:
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
    from elver.equations import Start

    if node is None:
        return Start(**pose)
    values = START.read(node, scope)
    if "rpy" in values:
        if "quaternion" in values:
            raise node.error(f"{node.key}: the start has a quaternion and rpy. Give one of them.")
        values["quaternion"] = scope.built(node, quaternion_of, *values.pop("rpy"))
    return scope.built(node, Start, **{**pose, **values})


def quaternion_of(roll, pitch, yaw) -> tuple:
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
    from elver.drawing.picture import GENERAL

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
