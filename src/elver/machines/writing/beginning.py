"""The scenario file that ``elver new`` writes: commented, complete, and working as it is."""

from __future__ import annotations

import json
import re
from pathlib import Path

from elver.errors import InputError

TEXT = Path(__file__).with_name("example.yaml")
IMPORTED = """\
elver: 1
name: {name}
machine:
  import: {{file: {file}}} # bodies, joints and shapes; `elver check` says what was made of what
media:
  water: {{type: immersed}}                       # drag and added mass of every body with a shape
  gravity: {{type: gravity, fluid_density: 1000}} # weight, and buoyancy in water [kg/m^3]
{drive}run: {{duration: 2 s}}
"""


def example(name: str = "fish") -> str:
    """The text of the example under another name."""
    return re.sub(r"^name: fish$", f"name: {plain(name)}", TEXT.read_text(encoding="utf-8"), count=1, flags=re.MULTILINE)


def plain(name: str) -> str:
    """A name as a scenario may have it."""
    return re.sub(r"[^A-Za-z0-9_-]", "-", name).strip("-") or "fish"


def example_of(description: Path, scenario: Path) -> str:
    """A scenario file for a URDF, MJCF or SDF file in its folder or below: in water, all joints held at 0."""
    from elver.imports import import_description

    folder = scenario.absolute().parent.resolve()
    found = import_description(description, meshes=folder)
    file = description.resolve()
    if not file.is_relative_to(folder):
        raise InputError(f"'{description}' does not lie in the folder of '{scenario}' or below. Write the scenario file there.")
    held = {joint.name: 0 for joint in found.robot.moving_joints if joint.mode == "driven"}
    drive = f"drive:\n  gait: {{type: hold, angles: {json.dumps(held)}}}\n" if held else ""
    return IMPORTED.format(name=plain(scenario.stem), file=json.dumps(file.relative_to(folder).as_posix()), drive=drive)
