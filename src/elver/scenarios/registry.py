"""All scenarios by name, or by the path of a scenario file.

Every room in ``elver.systems`` names its own in ``SCENARIOS``, and the claims in its file ``claims``.

A room is read when it is asked for: one scenario does not cost the rooms that are listed after it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib import import_module

from elver.errors import unknown_name
from elver.scenarios.claims import Claim
from elver.scenarios.definition import Scenario

ROOMS = "elver.systems"
FILES = "elver.machines.loading"  # opens scenario files
ENDINGS = (".yaml", ".yml", ".urdf", ".sdf", ".mjcf", ".xacro")  # of scenario files, and of what is told apart from them there


def rooms() -> tuple[str, ...]:
    """The rooms of the published systems, in the order in which they are listed."""
    return tuple(f"{ROOMS}.{name}" for name in import_module(ROOMS).ROOMS)


def listed() -> Iterator[Scenario]:
    """All scenarios, room by room."""
    for room in rooms():
        yield from import_module(room).SCENARIOS


def all_scenarios() -> tuple[Scenario, ...]:
    """All scenarios."""
    return tuple(listed())


def all_claims() -> tuple[Claim, ...]:
    """All published numbers."""
    return tuple(c for room in rooms() for c in import_module(f"{room}.claims").CLAIMS)


def is_known(chosen: Scenario) -> bool:
    """Whether the scenario of that name is this very one."""
    return any(s is chosen for s in listed())


def find_scenario(name: str) -> Scenario | None:
    """The scenario of that name, None where there is none: somebody's own model, or a run of another version."""
    return next((s for s in listed() if s.name == name), None)


def is_file(name: str) -> bool:
    """Whether a name is meant as the path of a scenario file: by its ending, or because it names a folder."""
    return name.lower().endswith(ENDINGS) or "/" in name or os.sep in name


def scenario(name: str, allow_outside: bool = False) -> Scenario:
    """The scenario of that name, or in that file, which may name files outside its folder where that is allowed."""
    if is_file(name):
        return import_module(FILES).load(name, allow_outside)
    found = find_scenario(name)
    if found is None:
        raise unknown_name("scenario", name, [s.name for s in all_scenarios()])
    return found
