"""A task of Aiko: crawl through seven obstacles, which it pushes against to get ahead.

Aiko has no wheels: on even ground its wave leads nowhere, and only the obstacles hold it. Its joints follow the published wave by
PD control; an action four times a second, smoothed over 0.8 s, sets amplitude, offset and phase of the wave.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from elver.drive import PD, ParameterInput
from elver.model import Model, with_inputs
from elver.scenarios import scenario
from elver.tasks import ObservationPart, RandomParameter, Task, TaskState, TrainingRecipe
from elver.tasks.components import heading, joint_angles, joint_rates, motor_work, position, previous_action, recorded, travel
from elver.tasks.task import Array, Seen

FREQUENCY = math.radians(80.0)  # rad/s, published
AMPLITUDE, PHASE = math.radians(40.0), math.radians(-50.0)  # published, for which the obstacles are placed
CENTRE = "com_position"
TORQUE = 8.0  # N m: the published wave needs 4
WAVE = (
    ParameterInput("gait.amplitude", AMPLITUDE - 0.3, AMPLITUDE + 0.3),
    ParameterInput("gait.offset", -0.2, 0.2),
    ParameterInput("gait.phase", PHASE - 0.15, PHASE + 0.15),
)


def _pushing_aiko(free: tuple[str, ...] = ()) -> Model:
    """Aiko among the seven large obstacles with inputs that shape its wave."""
    own = scenario("aiko-obstacles").build()
    assert isinstance(own.control, PD)
    return with_inputs(replace(own, control=replace(own.control, limit=TORQUE)).freed(*free), *WAVE)


def wave_phase(now: TaskState) -> Array:
    """Cosine and sine of the phase of the wave, whose frequency is drawn."""
    phase = now.values["gait.frequency"] * now.time
    return now.xp.stack([now.xp.cos(phase), now.xp.sin(phase)], axis=1)


def published(seen: Seen, time: Array) -> Array:
    """The published wave all the way."""
    return np.zeros((len(time), len(WAVE)))


OBSTACLES = Task(
    name="AikoObstacles",
    title="Aiko crawls through seven obstacles by pushing against them",
    machine=_pushing_aiko,
    dt=2e-3,
    interval=0.25,
    smooth=0.8,
    duration=10.0,
    observation=(
        position("x", "y"),
        heading(),
        joint_angles(),
        joint_rates(),
        recorded(
            "joint_torque", "N m", "torques of the joints: they feel the obstacles", tuple(f"joint{k}" for k in range(1, 11))
        ),
        ObservationPart("wave", "1", "cosine and sine of the phase of the wave", ("cos", "sin"), wave_phase, low=-1.0, high=1.0),
        previous_action(),
    ),
    reward=(travel(1.0, place=CENTRE), motor_work(-0.001)),
    parameters=(
        RandomParameter("gait.frequency", 0.85 * FREQUENCY, 1.15 * FREQUENCY),
        RandomParameter("control.kp", 100.0, 400.0),
    ),
    forward=(-1.0, 0.0, 0.0),
    about="Contact with true stick, by Moreau's scheme: the slowest of the tasks. The published wave, which is the action "
    "0, was made for these obstacles and is hard to beat; the motors give 8 N m at most. Frequency of the wave and "
    "stiffness of the joints are drawn.",
)

TASKS = (OBSTACLES,)
LESSONS = (TrainingRecipe("AikoObstacles", published, "the published wave", 64, {"discount": 0.98, "horizon": 40, "batches": 4}),)
