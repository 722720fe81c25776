"""A task of the scull: go as far as possible in a minute from rest, with a mean power that must not be exceeded.

The stroke rate is called at the start. An action every two seconds, about once a stroke, sets the arc of the oars and the share
of the drive in the stroke, which the rower follows within a second. The rate itself is no input: it multiplies the time, so that
a change of it late in a race would throw the stroke far ahead.
"""

from __future__ import annotations

import math

import numpy as np

from elver.drive import ParameterInput
from elver.model import Model, with_inputs
from elver.scenarios import scenario
from elver.tasks import ObservationPart, RandomParameter, RewardTerm, Task, TaskState, TrainingRecipe, WaterLevel
from elver.tasks.components import previous_action, time_left, travel
from elver.tasks.task import Array, Seen

POWER, RESERVE = 500.0, 1000.0  # W that the rower may spend in the mean, J by which he may be ahead of that
RACE = 60.0  # s
RATES = (22.0, 32.0)  # strokes a minute
STROKE = ("stroke.arc", "stroke.drive")
INPUTS = (
    ParameterInput("stroke.arc", 0.4, 1.2, smooth=1.0),
    ParameterInput("stroke.drive", 0.3, 0.6, smooth=1.0),
)


def _racing_scull(free: tuple[str, ...] = ()) -> Model:
    """The scull at rest; arc and drive of its stroke are inputs."""
    changes = {"start": "rest", "hull.waves": "simple", "stroke.drive": 0.45, "stroke.arc": 0.8}
    return with_inputs(scenario("scull-40").build(changes, (*STROKE, *free)), *INPUTS)


def _spent(now: TaskState, before: bool = False) -> Array:
    """Positive work of the rower since the start [J]."""
    (k,) = now.index("flow", "motor_positive")
    return (now.before if before else now.outputs)["work"][:, k]


def overdraft(now: TaskState) -> Array:
    """By how much the work beyond the allowed mean power and the reserve has grown [kJ]."""
    late = now.xp.maximum(_spent(now) - POWER * now.time - RESERVE, 0.0)
    early = now.xp.maximum(_spent(now, before=True) - POWER * (now.time - now.interval) - RESERVE, 0.0)
    return (late - early) / 1000.0


def account(now: TaskState) -> Array:
    """Work that is left before the reserve is used up [kJ], and mean power over the last interval [kW]."""
    left = POWER * now.time + RESERVE - _spent(now)
    return now.xp.stack([left, (_spent(now) - _spent(now, before=True)) / now.interval], axis=1) / 1000.0


def pace(now: TaskState) -> Array:
    """Mean speed over the last interval [m/s]."""
    return ((now.outputs["base_position"][:, 0] - now.before["base_position"][:, 0]) / now.interval)[:, None]


def phase(now: TaskState) -> Array:
    """Cosine and sine of the phase of the stroke, 0 at the catch, and the rate over 30 a minute."""
    rate = now.values["stroke.rate"]
    turn = 2 * math.pi * rate / 60.0 * now.time
    return now.xp.stack([now.xp.cos(turn), now.xp.sin(turn), rate / 30.0], axis=1)


def even_power(seen: Seen, time: Array) -> Array:
    """The arc that spends the allowed power at that rate, a little more or less as the account stands; the published drive."""
    rate = 30.0 * seen["stroke"][:, 2]
    arc = 0.97 * (22.0 / rate) ** 1.25 + 0.05 * (seen["account"][:, 0] - 0.5 * RESERVE / 1000.0)
    return np.stack([(arc - 0.8) / 0.4, np.full_like(arc, (0.4 - 0.45) / 0.15)], axis=1)


RACING = Task(
    name="ScullRace",
    title="the sculler goes as far as he can in a minute, with 500 W in the mean and 1 kJ in reserve",
    machine=_racing_scull,
    dt=0.04,
    interval=2.0,
    duration=RACE,
    observation=(
        ObservationPart(
            "stroke",
            "1",
            "cosine and sine of the stroke's phase, rate over 30 a minute",
            ("cos", "sin", "rate"),
            phase,
            low=(-1.0, -1.0, RATES[0] / 30.0),
            high=(1.0, 1.0, RATES[1] / 30.0),
        ),
        ObservationPart("speed", "m/s", "mean speed over the last interval", ("x",), pace, needs=("base_position",)),
        ObservationPart(
            "account",
            "kJ, kW",
            "work left until the reserve is used up, mean power over the last interval",
            ("left", "power"),
            account,
            needs=("work",),
        ),
        time_left(),
        previous_action(),
    ),
    reward=(
        travel(0.1),
        RewardTerm("overdraft", -5.0, "kJ", "growth of the work beyond mean power and reserve", overdraft, ("work",)),
    ),
    parameters=(RandomParameter("stroke.rate", *RATES),),
    view="xz",
    drawn=(WaterLevel(),),
    about="The arc of the oars sets the power, which goes with the cube of the rate; the share of the drive shapes the "
    "stroke. Work beyond 500 W in the mean, and a reserve of 1 kJ, costs 5 per kJ, and is given back where it is "
    "saved later.",
)

TASKS = (RACING,)
SETTINGS = {"horizon": 30, "batches": 4, "epochs": 6}
LESSONS = (TrainingRecipe("ScullRace", even_power, "an arc for even power, the published drive", 128, SETTINGS, 180.0),)
