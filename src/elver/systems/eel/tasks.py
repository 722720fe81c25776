"""Tasks of the eel: cruise at least cost with torques, reach targets, hold a place in a current.

The water's added mass is Kirchhoff's, which takes no energy from nowhere: a policy finds every source of free work that a law
has. Targets and current are swum by the published wave, whose amplitude and bend are the inputs, so that a control interval is a
quarter of a stroke and the steps are long. The cruise is learned with torques, from the first stroke on.
"""

from __future__ import annotations

import math

import numpy as np

from elver.drive import ParameterInput, TorqueInputs
from elver.model import Model, with_inputs
from elver.scenarios import scenario
from elver.tasks import (
    Goal,
    ObservationPart,
    RandomParameter,
    RewardTerm,
    ScenarioMachine,
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
    in_heading,
    joint_angles,
    joint_rates,
    left_region,
    motor_work,
    places_around,
    previous_action,
    progress,
    travel,
    velocity_ahead,
)
from elver.tasks.task import Array, Seen

FORWARD = (-1.0, 0.0, 0.0)  # the base frame's x axis points from the nose to the tail
PERIOD = 2.0  # s, of the published wave
AMPLITUDE, BEND, LAG = 0.04, 0.12, 2.5  # rad: largest amplitude of the wave, largest offset of a yaw joint; s
WAVE = (
    ParameterInput("gait.amplitude", 0.0, AMPLITUDE, smooth=LAG),
    ParameterInput("gait.yaw_offset", -BEND, BEND, smooth=LAG),
)
CONSISTENT = {"water.law": "kirchhoff"}
WAVING = {**CONSISTENT, "gait.amplitude": AMPLITUDE / 2}  # the neutral value of the input lies within its bounds
LIMITED = (
    "With these bounds and this lag the yaw joints need up to 3.9 N m, also where the action jumps from end to end; the "
    "published motors give 4 N m. "
)

# --- cruise ---------------------------------------------------------------------------------------------------------------

FOLDED = 1.6  # rad: a joint that is bent further ends an episode
TORQUE = 4.0  # N m, the published limit


def folded(now: TaskState) -> Array:
    """A joint is bent too far."""
    return now.xp.abs(now.outputs["joint_position"]).max(axis=1) > FOLDED


def _waving(seen: Seen, time: Array) -> Array:
    """A wave that travels to the tail, by PD control of the joints."""
    angles, rates = seen["joint_angles"], seen["joint_rates"]
    place, w = np.arange(angles.shape[1]), 2 * math.pi / 2.4
    phase = w * time[:, None] - 2 * math.pi * 0.28 / 1.5 * place
    wanted, rate = 0.4 * np.cos(phase), -0.4 * w * np.sin(phase)
    return (8.0 * (wanted - angles) + 0.5 * (rate - rates)) / TORQUE


CRUISE = Task(
    name="EelCruise",
    title="the eel swims along -x at least cost, with the torques of its yaw joints",
    machine=ScenarioMachine("eel", (TorqueInputs(("yaw",), TORQUE),), {**CONSISTENT, "body.joints": 6, "body.link_length": 0.28}),
    dt=0.01,
    interval=0.1,
    duration=30.0,
    observation=(joint_angles("yaw"), joint_rates("yaw"), base_twist("vx", "vy", "wz"), heading()),
    reward=(travel(1.0, axis=0, sign=-1.0), motor_work(-0.01)),
    ends=(Termination("folded", f"a joint is bent beyond {FOLDED:g} rad", folded, -2.0, needs=("joint_position",)),),
    start=(StartNoise("angles", -0.1, 0.1),),
    forward=FORWARD,
    about="An eel of seven stiff parts with the published length and torque limit; pitch and roll joints are held. Torques "
    "are the plainest of all actions: the wave itself has to be found, and torques drawn at random fold the eel within a second. "
    "A metre is worth 100 J.",
    lost=-2.0,
)

# --- targets --------------------------------------------------------------------------------------------------------------

TARGETS = 5


def steered(seen: Seen, time: Array) -> Array:
    """Full amplitude, and a bend towards the target in proportion to its bearing."""
    ahead, left = seen["bearing"].T
    turn = np.clip(1.0 * np.arctan2(left, ahead), -1.0, 1.0)
    return np.stack([np.full_like(turn, 0.9), SIDE * turn], axis=1)


SIDE = -1.0

TARGET = Task(
    name="EelTarget",
    title=f"the eel swims to {TARGETS} places, one after the other",
    machine=ScenarioMachine("eel", WAVE, WAVING),
    dt=0.05,
    interval=1.0,
    duration=400.0,
    observation=(goal_ahead(), goal_bearing(), velocity_ahead(), base_twist("wz"), clock(PERIOD), previous_action()),
    reward=(progress(1.0), alive(-0.02)),
    ends=(Termination("all", f"{TARGETS} places were reached", lambda now: now.reached >= TARGETS, success=True),),
    goal=places_around(1.0, 2.0, math.pi, radius=0.3, reward=2.0),
    start=(StartNoise("heading", -math.pi, math.pi),),
    forward=FORWARD,
    about="The whole eel of 36 joints swims the published wave; amplitude and bend follow the action with a lag of 2.5 s. "
    + LIMITED
    + "At full amplitude it swims at 0.11 m/s and turns with a radius of a metre. Five places in 400 s, each in any direction: "
    "the share of places reached is the measure.",
)

# --- current --------------------------------------------------------------------------------------------------------------

CURRENT = ("forces.water.current.0", "forces.water.current.1")
FASTEST = 0.05  # m/s, of each component; the eel swims at up to 0.11 m/s
NEAR = 0.5  # m: a distance that still counts as held


def _in_current(free: tuple[str, ...]) -> Model:
    """The eel with its wave, the current free."""
    return with_inputs(scenario("eel").build(WAVING).freed(*free), *WAVE)


def through_water(now: TaskState) -> Array:
    """Velocity of the nose through the water, along the heading and to the left."""
    x, y = (now.outputs["base_velocity"][:, k] - now.values[name] for k, name in enumerate(CURRENT))
    return now.xp.stack(in_heading(now, x, y), axis=1)


def nearness(now: TaskState) -> Array:
    """1 at the place, 1/2 at half a metre from it, 0 far away."""
    return 1.0 / (1.0 + (distance(now) / NEAR) ** 2)


LOG = ObservationPart(
    "through_water", "m/s", "velocity of the nose through the water", ("ahead", "left"), through_water,
    needs=("base_velocity", "base_rotation"),
)  # fmt: skip
HOLD = Task(
    name="EelCurrent",
    title="the eel holds a place in a current that it does not know",
    machine=_in_current,
    dt=0.05,
    interval=1.0,
    duration=150.0,
    observation=(
        goal_ahead(), goal_bearing(), velocity_ahead(), LOG, base_twist("wz"), clock(PERIOD), previous_action(),
    ),
    reward=(
        RewardTerm("near", 0.1, "1", f"1 / (1 + (distance / {NEAR:g} m)^2)", nearness, ("base_position",)),
        progress(0.5),
    ),
    ends=(left_region(15.0, -5.0),),
    goal=Goal(("x", "y"), "m", "a place 1 to 3 m away", places_around(1.0, 3.0).draw, place=lambda goal: goal, radius=NEAR,
              needs=("base_position", "base_rotation")),
    parameters=tuple(RandomParameter(name, -FASTEST, FASTEST) for name in CURRENT),
    start=(StartNoise("heading", -math.pi, math.pi),),
    forward=FORWARD,
    about="The current is drawn at the reset and never seen itself: velocity over ground and through the water (a speed "
    "log) tell it. An eel cannot stand still: it must swim against the stream as fast as the stream runs, or circle "
    "where there is little. " + LIMITED,
    lost=-5.0,
)  # fmt: skip

TASKS = (CRUISE, TARGET, HOLD)
LESSONS = (
    TrainingRecipe("EelCruise", _waving, "a travelling wave by PD control", 512, {"discount": 0.995}, 150.0),
    TrainingRecipe("EelTarget", steered, "full amplitude, bend in proportion to the bearing", 512, {"discount": 0.99}, 240.0),
    TrainingRecipe("EelCurrent", steered, "full amplitude, bend in proportion to the bearing", 512, {"discount": 0.99}, 120.0),
)
