"""Scenario ``aiko-track``: Aiko among small obstacles that are placed for its own gait. SNAKE VII-D, VIII-B, Fig. 12.

SNAKE curves the robot to the first shape of its gait and puts obstacles along it, near the centre line of the wave. That centre
line is crossed where the heading of the path is largest: there stand the obstacles here, on alternate sides.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from elver.contact import Disc
from elver.errors import InputError, require_number
from elver.scenarios.definition import require_values
from elver.scenarios.parameter import Parameter
from elver.systems.aiko.scenario import PARAMETERS, SMALL_RADII, scenario

FINE = 4000  # points per half wave along which the path is summed up
TRACK = (
    Parameter("track.clearance", 0.006, "m", "between the obstacles and the side of a robot that follows its path"),
    Parameter("track.obstacles", 7, "1", "number of obstacles, from the tail on", low=0, high=1000),
)  # fmt: skip
PLACING = ("body.length", "body.radius", "gait.amplitude", "gait.phase", "track.clearance")  # what places the obstacles


def path_heading(values: Mapping[str, Any], phase):
    """Heading of the path against its mean direction [rad] at a phase of the wave: theta_1(t) of (71) without slip."""
    delta = values["gait.phase"]
    return -values["gait.amplitude"] / (2 * math.sin(delta / 2)) * np.cos(phase - delta / 2)


def obstacle_phases(values: Mapping[str, Any]) -> np.ndarray:
    """Phases of the wave at which the heading is largest to either side, from the tail's end on; link 1 stands at phase 0."""
    delta = values["gait.phase"]
    tail = -(values["links"] - 0.5) * abs(delta)
    first = math.ceil((tail - delta / 2) / math.pi)
    return math.pi * (first + np.arange(values["track.obstacles"])) + delta / 2


def path_points(values: Mapping[str, Any], phases: np.ndarray) -> np.ndarray:
    """Places (x, y) [m] of the path at phases in ascending order, from the centre of link 1 at phase 0."""
    metres = values["body.length"] / abs(values["gait.phase"])  # arc length per phase
    low, high = min(phases[0], 0.0), max(phases[-1], 0.0)
    grid = np.linspace(low, high, FINE * max(1, len(phases)) + 1)
    heading = path_heading(values, (grid[1:] + grid[:-1]) / 2)
    steps = metres * (grid[1] - grid[0]) * np.column_stack([np.cos(heading), np.sin(heading)])
    path = np.vstack([np.zeros(2), np.cumsum(steps, axis=0)])
    at = np.column_stack([np.interp([0.0, *phases], grid, path[:, k]) for k in (0, 1)])
    return at[1:] - at[0]


def fitted(values: Mapping[str, Any]) -> tuple[Disc, ...]:
    """The obstacles: to the left where the path heads left, to the right where it heads right."""
    require_values(values, PLACING, "the obstacles are placed for it")
    require_number("track.clearance", values["track.clearance"], low=0.0, unit="m")
    if values["track.obstacles"] < 1:
        raise InputError(f"track.obstacles = {values['track.obstacles']}. Give at least one; aiko-flat has none.")
    if values["gait.phase"] == 0:
        raise InputError("gait.phase = 0: all joints move together and there is no wave to place obstacles along.")
    phases = obstacle_phases(values)
    discs = []
    for k, (place, heading) in enumerate(zip(path_points(values, phases), path_heading(values, phases), strict=True)):
        radius = SMALL_RADII[k % len(SMALL_RADII)]
        away = math.copysign(radius + values["body.radius"] + values["track.clearance"], heading)
        x, y = place + away * np.array([-math.sin(heading), math.cos(heading)])
        discs.append(Disc(float(x), float(y), radius, f"{k + 1}"))
    return tuple(discs)


AIKO_TRACK = scenario(
    "aiko-track", "snake robot among small obstacles placed for its own gait", (*PARAMETERS, *TRACK), fitted, 5.0
)
