"""A task of the moth: hover at a place, in the sagittal plane.

Wings of two sections carry 1.27 times the weight at the published amplitude and just the weight at 36 degrees. An action per wing
beat sets the amplitude, which lifts, and the mean angle of the stroke, which shifts the lift fore or aft and so pitches the body;
the moth goes where it leans. Without control it tumbles within a second.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import casadi as ca
import numpy as np

from elver.drive import Instant, ParameterInput
from elver.model import Model, with_inputs
from elver.quantities import check_quantities, quantity
from elver.scenarios import scenario
from elver.tasks import Mark, ObservationPart, RewardTerm, StartNoise, Task, TaskState, Termination, TrainingRecipe
from elver.tasks.components import alive, previous_action
from elver.tasks.task import Array, Seen

FREQUENCY = 50 * math.pi  # rad/s, published: 25 beats a second
BEAT = 2 * math.pi / FREQUENCY
HOVER = math.radians(36.0)  # amplitude at which wings of two sections carry the weight


@dataclass(frozen=True)
class SteeredStroke:
    """Stroke of a pair of wings about a mean angle that can be moved: r = A cos(w t) + B on both sides.

    joints: names that follow r.   mirrored: names that follow -r (the other side).
    """

    joints: Sequence[str]
    mirrored: Sequence[str] = ()
    amplitude: float = quantity(HOVER, "rad", "A, amplitude of the stroke")
    mean: float = quantity(0.0, "rad", "B, mean angle of the stroke: pitches")
    frequency: float = quantity(FREQUENCY, "rad/s", "omega, frequency of the stroke", above=0.0)

    def __post_init__(self) -> None:
        check_quantities(self)

    @property
    def period(self) -> float:
        """Period of the stroke [s]."""
        return 2 * math.pi / self.frequency

    def motion(self, now: Instant) -> Mapping[str, ca.SX]:
        stroke = self.amplitude * ca.cos(self.frequency * now.time) + self.mean
        return dict.fromkeys(self.joints, stroke) | dict.fromkeys(self.mirrored, -stroke)


def _hovering_moth(free: tuple[str, ...] = ()) -> Model:
    """The moth in the sagittal plane with wings of two sections, amplitude and mean angle of its stroke as inputs."""
    model = scenario("moth").build({"base": "sagittal", "start": "rest", "wing.sections": 2})
    model = replace(model, gait=SteeredStroke(("right_stroke",), ("left_stroke",)))
    return with_inputs(
        model.freed(*free),
        ParameterInput("gait.amplitude", HOVER - 0.12, HOVER + 0.12, smooth=BEAT / 2),
        ParameterInput("gait.mean", -0.04, 0.04, smooth=BEAT / 2),
    )


NEAR, FAR, TILT = 0.05, 0.4, math.radians(70)


def away(now: TaskState) -> Array:
    """Distance from the place [m]."""
    at = now.outputs["base_position"]
    return now.xp.sqrt(at[:, 0] * at[:, 0] + at[:, 2] * at[:, 2])


def tumbled(now: TaskState) -> Array:
    """Too far away, or tilted too far."""
    return (away(now) > FAR) | (now.outputs["base_rotation"][:, 2, 2] < math.cos(TILT))


def tilt(now: TaskState) -> Array:
    """Cosine and sine of the pitch, > 0 for a nose that goes down and a body that leans forward."""
    turn = now.outputs["base_rotation"]
    return now.xp.stack([turn[:, 2, 2], turn[:, 0, 2]], axis=1)


def drift(now: TaskState) -> Array:
    """Mean velocity along x and z [m/s] and mean pitch rate [rad/s] over the last beat: the body shakes within a beat."""
    xp, (at, turn) = now.xp, (now.outputs["base_position"], now.outputs["base_rotation"])
    before, earlier = now.before["base_position"], now.before["base_rotation"]
    sine = turn[:, 0, 2] * earlier[:, 2, 2] - turn[:, 2, 2] * earlier[:, 0, 2]
    cosine = turn[:, 2, 2] * earlier[:, 2, 2] + turn[:, 0, 2] * earlier[:, 0, 2]
    moved = (at[:, 0] - before[:, 0], at[:, 2] - before[:, 2], xp.arctan2(sine, cosine))
    return xp.stack(moved, axis=1) / now.interval


def _cascade(seen: Seen, time: Array) -> Array:
    """Height by amplitude; place by pitch, and pitch by the mean angle of the stroke: three PD controllers in a row."""
    (x, z), (_, lean), (vx, vz, rate) = seen["place"].T, seen["pitch"].T, seen["drift"].T
    lift = np.clip(-12.0 * z - 20.0 * vz, -1.0, 1.0)
    wanted = np.clip(-2.1 * x - 0.9 * vx, -0.3, 0.3)
    return np.stack([lift, np.clip(-4.1 * (wanted - lean) + 0.37 * rate, -1.0, 1.0)], axis=1)


HOVERING = Task(
    name="MothHover",
    title="the moth hovers at a place, in the sagittal plane",
    machine=_hovering_moth,
    dt=5e-4,
    interval=BEAT,
    duration=100 * BEAT,
    observation=(
        ObservationPart(
            "place",
            "m",
            "position of the thorax from the place to hold, world",
            ("x", "z"),
            quantity="base_position",
            keep=("x", "z"),
        ),
        ObservationPart(
            "pitch", "1", "cosine and sine of the pitch", ("cos", "sin"), tilt, low=-1.0, high=1.0, needs=("base_rotation",)
        ),
        ObservationPart(
            "drift",
            "m/s, rad/s",
            "mean velocity and pitch rate over the last beat",
            ("x", "z", "pitch"),
            drift,
            needs=("base_position", "base_rotation"),
        ),
        previous_action(),
    ),
    reward=(
        RewardTerm(
            "near",
            0.1,
            "1",
            f"1 / (1 + (distance / {NEAR:g} m)^2)",
            lambda now: 1.0 / (1.0 + (away(now) / NEAR) ** 2),
            ("base_position",),
        ),
        alive(0.02),
    ),
    ends=(
        Termination(
            "tumbled",
            f"further than {FAR:g} m away, or pitched beyond {math.degrees(TILT):.0f} degrees",
            tumbled,
            -2.0,
            needs=("base_position", "base_rotation"),
        ),
    ),
    start=(StartNoise("base x", -0.1, 0.1), StartNoise("base z", -0.1, 0.1), StartNoise("twist", -0.05, 0.05)),
    view="xz",
    lost=-2.0,
    drawn=(Mark(radius=NEAR, meaning="the place to hold"),),
    about="One action per wing beat: the amplitude lifts, the mean angle of the stroke pitches, and the moth goes where it "
    "leans. Velocities are means over a beat, since the body shakes within it. Left to itself the moth tumbles within "
    "half a second.",
)

TASKS = (HOVERING,)
LESSONS = (
    TrainingRecipe("MothHover", _cascade, "three PD controllers in a row: place, pitch, stroke", 256, {"discount": 0.98}, 90.0),
)
