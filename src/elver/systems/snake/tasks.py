"""Tasks of the planar snake: follow a path in a current, cross the shore from water to land.

The joints follow a wave whose amplitude, offset and phase from joint to joint are inputs that the machine follows smoothly: an
action changes the shape of the motion, never its clock, so that every action makes sense at any instant and few are needed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from elver.drive import ParameterInput
from elver.model import Model, with_inputs
from elver.scenarios import scenario
from elver.tasks import (
    Goal,
    Line,
    ObservationPart,
    RandomParameter,
    RandomStreams,
    RewardTerm,
    StartNoise,
    Task,
    TaskState,
    Termination,
    TrainingRecipe,
)
from elver.tasks.components import (
    alive,
    base_twist,
    clock,
    distance,
    goal_ahead,
    goal_bearing,
    heading,
    motor_work,
    previous_action,
    progress,
    travel,
    velocity_ahead,
)
from elver.tasks.task import Array, Seen

PERIOD = 2.5  # s, of the wave
CENTRE = "com_position"
SHAPE = {
    "links": 8,
    "body.inertia": "uniform",
    "water.law": "kirchhoff",
    "water.inertia_law": "physical",
    "gait.frequency": 2 * math.pi / PERIOD,
    "gait.phase": 0.7,
    "gait.ramp_time": 1.0,
}


@dataclass(frozen=True)
class _WavingSnake:
    """The snake of a scenario whose joints follow the wave exactly, with inputs that shape the wave."""

    source: str
    inputs: tuple[ParameterInput, ...]
    changes: Mapping[str, Any] = field(default_factory=dict)

    def __call__(self, free: tuple[str, ...] = ()) -> Model:
        own = scenario(self.source).build({**SHAPE, **self.changes})
        start = replace(own.start, angles={}, rates={})
        model = replace(own, robot=own.robot.with_modes("driven"), control=None, start=start)
        return with_inputs(model.freed(*free), *self.inputs)


# --- a path in a current --------------------------------------------------------------------------------------------------

LENGTH = 5.0  # m, of a wave of the path
AHEAD = (0.5, 1.0, 1.5)  # m: places along x whose distance from the path is seen


def _path(now: TaskState, x: Array) -> Array:
    """y of the path [m] at x [m]."""
    return now.goal[:, 0] * now.xp.sin(2 * math.pi / LENGTH * x + now.goal[:, 1])


def off_path(now: TaskState) -> Array:
    """Distance from the path along y [m], > 0 to its left."""
    at = now.outputs[CENTRE]
    return at[:, 1] - _path(now, at[:, 0])


def path_ahead(now: TaskState) -> Array:
    """How far the path lies to the left of the machine, here and further along x [m]."""
    at = now.outputs[CENTRE]
    return now.xp.stack([_path(now, at[:, 0] + far) - at[:, 1] for far in (0.0, *AHEAD)], axis=1)


def _draw_path(chance: RandomStreams, now: TaskState) -> Array:
    """Amplitude and phase of the path."""
    return chance.uniform(count=2) * now.xp.asarray([0.6, 2 * math.pi])


def _pursuing(seen: Seen, time: Array) -> Array:
    """Two thirds of the amplitude, and an offset in proportion to the angle between heading and a place on the path ahead."""
    wanted = np.arctan2(seen["path"][:, 2], AHEAD[1])
    turn = wanted - np.arctan2(seen["heading"][:, 1], seen["heading"][:, 0])
    return np.stack([np.full_like(turn, 0.4), np.clip(SIDE * 1.0 * turn, -1.0, 1.0)], axis=1)


SIDE = -1.0
CROSS = "forces.water.current.1"
PATH = Task(
    name="SnakePath",
    title="the snake follows a winding path in a cross current that it does not know",
    machine=_WavingSnake(
        "swimmer",
        (ParameterInput("gait.amplitude", 0.0, 0.7, smooth=0.5), ParameterInput("gait.offset", -0.3, 0.3, smooth=0.5)),
        {"case": 3, "water.current": (0.0, 0.0, 0.0)},
    ),
    dt=0.05,
    interval=0.5,
    duration=60.0,
    observation=(
        ObservationPart("path", "m", "how far the path lies to the left, here and ahead", ("here", *(f"{a:g} m" for a in AHEAD)),
             path_ahead, needs=(CENTRE,)),
        heading(), velocity_ahead(), base_twist("wz"), clock(PERIOD), previous_action(),
    ),
    reward=(
        travel(1.0, place=CENTRE),
        RewardTerm("off", -0.2, "m", "distance from the path along y", lambda now: now.xp.abs(off_path(now)), (CENTRE,)),
        motor_work(-0.05),
    ),
    ends=(Termination("lost", "further than 2 m from the path along y", lambda now: now.xp.abs(off_path(now)) > 2.0, -5.0,
              needs=(CENTRE,)),),
    goal=Goal(("amplitude", "phase"), "m, rad", f"y = amplitude sin(2 pi x / {LENGTH:g} m + phase)", _draw_path),
    parameters=(RandomParameter(CROSS, -0.05, 0.05),),
    start=(StartNoise("heading", -0.6, 0.6), StartNoise("base y", -0.4, 0.4)),
    drawn=(Line(lambda goal, x: goal[0] * np.sin(2 * math.pi / LENGTH * x + goal[1]), "the path"),),
    about="Eight links swim a wave whose amplitude and offset follow the action within half a second. The path winds about "
    "the x axis; how far it lies to the left is seen here and up to 1.5 m ahead, the current across it is not. "
    "A metre is worth 20 J, so that thrashing does not pay.",
    lost=-5.0,
)  # fmt: skip

# --- the shore ------------------------------------------------------------------------------------------------------------

SHORELINE, INLAND = 2.0, 1.2  # m: x of the shore, and how far inland the landing place lies
WIDE, NEAR = 2.0, 0.3  # m: how far to both sides it may lie, and how near counts


def from_shore(now: TaskState) -> Array:
    """How far the head is out in the water [m]."""
    return now.outputs["base_position"][:, :1] - SHORELINE


def _draw_landing(chance: RandomStreams, now: TaskState) -> Array:
    """A place on land."""
    return now.xp.asarray([SHORELINE - INLAND, 0.0]) + chance.uniform(-WIDE, WIDE, 1) * now.xp.asarray([0.0, 1.0])


def landed(now: TaskState) -> Array:
    """The head has come to the landing place."""
    return distance(now) < NEAR


def _straight_in(seen: Seen, time: Array) -> Array:
    """One wave all the way, with an offset in proportion to the bearing of the landing place."""
    turn = np.arctan2(seen["bearing"][:, 1], seen["bearing"][:, 0])
    return np.stack([np.full_like(turn, 0.2), np.zeros_like(turn), np.clip(SIDE * turn, -1.0, 1.0)], axis=1)


SHORE = Task(
    name="ShoreCrossing",
    title="the amphibious snake swims ashore and crawls to a place on land, as quickly and cheaply as it can",
    machine=_WavingSnake(
        "snake-amphibious",
        (
            ParameterInput("gait.amplitude", 0.0, 0.9, smooth=0.5),
            ParameterInput("gait.phase", 0.3, 1.3, smooth=0.5),
            ParameterInput("gait.offset", -0.3, 0.3, smooth=0.5),
        ),
        {"start.position": (SHORELINE + 2.0, 0.0), "start.heading": math.pi, "shore.position": SHORELINE},
    ),
    dt=0.025,
    interval=0.5,
    duration=60.0,
    observation=(
        goal_ahead(), goal_bearing(),
        ObservationPart("shore", "m", "distance of the head from the shore, out in the water", ("distance",), from_shore,
             needs=("base_position",)),
        heading(), velocity_ahead(), base_twist("wz"), clock(PERIOD), previous_action(),
    ),
    reward=(progress(1.0), alive(-0.05), motor_work(-0.02)),
    ends=(Termination("landed", f"the head is within {NEAR:g} m of the landing place", landed, 2.0, success=True,
              needs=("base_position",)),),
    goal=Goal(("x", "y"), "m", f"a place {INLAND:g} m inland, up to {WIDE:g} m to either side", _draw_landing,
              place=lambda goal: goal, radius=NEAR),
    parameters=(RandomParameter("forces.shore.land.viscous_n", 10.0, 30.0),),
    start=(StartNoise("heading", -math.pi, math.pi), StartNoise("base x", -0.3, 0.3)),
    about="The wave that swims best is not the one that crawls best: amplitude, offset and phase from joint to joint are "
    "inputs. The head starts 1.2 to 1.8 m out, heading anywhere; friction across the links on land is drawn.",
)  # fmt: skip

TASKS = (PATH, SHORE)
LESSONS = (
    TrainingRecipe("SnakePath", _pursuing, "steered to a place on the path 1 m ahead", 512, {"discount": 0.98}, 30.0),
    TrainingRecipe(
        "ShoreCrossing", _straight_in, "one wave for water and land, steered by the bearing", 512, {"discount": 0.99}, 40.0
    ),
)
