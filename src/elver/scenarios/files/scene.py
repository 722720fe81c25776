"""``scene`` of a scenario file: obstacles and ground that the machine touches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from elver._support.errors import InputError
from elver.scenarios.files.types import SCENE
from elver.scenarios.yaml.nodes import DocumentError, Items, Node, Table, as_table, as_text
from elver.scenarios.yaml.scope import Scope

_MOST_OBSTACLES = 1000


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
