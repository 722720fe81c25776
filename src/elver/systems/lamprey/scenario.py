"""Scenario ``lamprey``: a swimmer bent by pairs of muscles, which a bilateral network of oscillators activates.

The network is that of Ijspeert and others (Science 315 (2007) 1416) with the numbers of its body oscillators, the muscles are
Ekeberg's; the machine is ours, of the size of AmphiBot. docs/models/neuro.md.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from elver.drive import (
    ChainCoupling,
    DescendingDrive,
    EkebergMuscles,
    OscillatorOutput,
    PairCoupling,
    PhaseOscillators,
    Spring,
    StretchFeedback,
)
from elver.drive.muscles import activation_names
from elver.forces import Edge, Morison
from elver.model import Model
from elver.quantities import check_quantities, quantity
from elver.results import Metric
from elver.robot import Body, EllipticCylinder, Joint, Robot
from elver.scenarios import Camera, Parameter, Scenario, Showing, StoryStep, parameters_of, section

if TYPE_CHECKING:
    import xarray as xr

JOINTS = 10
_LAST = 0.5  # of a run, over which it is judged


@dataclass(frozen=True)
class Links:
    """Equal links, the head first, their frames along the body towards the tail."""

    length: float = quantity(0.07, "m", "distance between joints", above=0.0)
    half_width: float = quantity(0.02, "m", "lateral half axis", above=0.0)
    half_height: float = quantity(0.027, "m", "upright half axis", above=0.0)
    density: float = quantity(1000.0, "kg/m^3", "density of the body", above=0.0)

    def __post_init__(self) -> None:
        check_quantities(self, "body")

    def robot(self) -> Robot:
        """The chain in the plane."""
        shape = EllipticCylinder(self.length, self.half_width, self.half_height)
        bodies = [Body.solid(f"link{k}", shape, self.density) for k in range(JOINTS + 1)]
        joints = [
            Joint(f"joint{k}", f"link{k - 1}", f"link{k}", d=self.length, mode="passive", group="spine")
            for k in range(1, JOINTS + 1)
        ]
        return Robot("lamprey", bodies, joints, base="planar")


@dataclass(frozen=True)
class Spine:
    """The network: a chain to each side, driven by a level, that may feel how the body bends."""

    level: float = quantity(3.0, "1", "descending drive: beats from 1 to 5")
    turn: float = quantity(0.0, "1", "by which the left side is driven more than the right: turns")
    lag: float = quantity(2 * math.pi / (JOINTS + 1), "rad", "phase from segment to segment")
    coupling: float = quantity(10.0, "1/s", "weight of all couplings", low=0.0)
    feedback: float = quantity(0.0, "1/s", "what oscillators feel per radian of their joint")
    cut: int = quantity(0, "1", "segments ahead of a cut through the cord; 0 for none", low=0, high=JOINTS - 1, whole=True,
                        fixed="it decides which couplings there are.")  # fmt: skip
    activation: float = quantity(0.3, "1", "activation of a muscle per amplitude", low=0.0)

    def __post_init__(self) -> None:
        check_quantities(self, "spine")

    def network(self, names: tuple[str, ...]) -> PhaseOscillators:
        """The gait."""
        sides = dict(zip(("left", "right"), zip(*map(activation_names, names), strict=True), strict=True))
        felt = {side: StretchFeedback(side, names, sign * self.feedback) for side, sign in (("left", 1), ("right", -1))}
        return PhaseOscillators(
            ("left", "right"),
            len(names),
            {side: OscillatorOutput(ends, side, self.activation, wave="positive") for side, ends in sides.items()},
            {"along": ChainCoupling(self.coupling, self.lag), "across": PairCoupling(("left", "right"), self.coupling)},
            drive=DescendingDrive({"left": self.level + 0.5 * self.turn, "right": self.level - 0.5 * self.turn}),
            feedback=felt if not isinstance(self.feedback, (int, float)) or self.feedback else {},
            cut=self.cut,
        )


# --- How it swims, over the last half of a run.


def _late(data: xr.Dataset) -> xr.Dataset:
    return data.sel(time=slice(_LAST * float(data.time[-1]), None))


def _speed(data: xr.Dataset) -> float:
    """Net speed of the centre of mass [m/s]."""
    own = _late(data)
    way = own.com_position.values[-1] - own.com_position.values[0]
    return float(np.linalg.norm(way) / (own.time.values[-1] - own.time.values[0]))


def _beat(data: xr.Dataset) -> float:
    """Beats of the middle joint a second [Hz], by the times at which it passes its mean; 0 where it does so less than twice."""
    own = _late(data)
    q, t = own.joint_position.isel(joint=JOINTS // 2).values, own.time.values
    q = q - q.mean()
    at = np.flatnonzero((q[:-1] < 0) & (q[1:] >= 0))
    passed = t[at] - q[at] * (t[at + 1] - t[at]) / (q[at + 1] - q[at])
    return float((len(passed) - 1) / (passed[-1] - passed[0])) if len(passed) > 1 else 0.0


_METRICS = (
    Metric("cruise_speed", "m/s", "net speed over the last half of the run", _speed, shown="swims: at {.3g m/s}"),
    Metric("beat", "Hz", "beats of the middle joint a second", _beat, shown="swims: {.3g Hz}"),
)
MUSCLES = {"gain": 0.25, "stiffness": 0.1, "tonus": 1.0, "damping": 4e-3}


def _compose(values: Mapping[str, Any], duration: float) -> Model:
    """Body, muscles, network and water from named parameters."""
    robot = Links(**section(values, "body")).robot()
    muscles = EkebergMuscles(robot.joint_names, **section(values, "muscles"))
    media: dict[str, Any] = {
        "water": Morison(**section(values, "water")),
        "edge": Edge(robot.body_names[-1], share=values["edge.share"]),
    }
    return Model(
        "lamprey", robot, media, Spine(**section(values, "spine")).network(robot.joint_names), elastic=Spring(),
        couplings={"muscles": muscles}, metrics=_METRICS,
    )  # fmt: skip


LAMPREY = Scenario(
    name="lamprey",
    title="swimmer bent by muscles that a spinal network activates",
    source="network of Ijspeert et al. 2007, muscles of Ekeberg 1993; own machine",
    equations="oscillators (1)-(3), muscles (6) of docs/models/neuro.md; water MAV (8) with EEL (46)-(61)",
    parameters=(
        *parameters_of(Spine, "spine"),
        *parameters_of(EkebergMuscles, "muscles", MUSCLES),
        *parameters_of(Links, "body"),
        *parameters_of(Morison, "water", {"friction": 0.02}),
        Parameter("edge.share", 1.0, "1", "share of the water at the tail that leaves there", low=0.0, high=1.0),
    ),
    compose=_compose,
    duration=12.0,
    dt=2e-3,
    joints_shown=("joint1", "joint5", "joint10"),
    sliders=("spine.level=1:5", "spine.turn=-1.5:1.5", "spine.lag=0:1.2", "spine.activation=0:1", "spine.feedback=0:10",
        "muscles.stiffness=0.02:0.5"),
    showing=Showing(
        Camera(azimuth=-math.pi / 2 + 0.4, elevation=0.9),
        (
            StoryStep(
                "Two chains of oscillators run along this lamprey's spine. They activate muscles to its left and right; nobody "
                "tells the joints where to go.",
                again=True,
            ),
            StoryStep("More drive from the brain: it beats faster and wider.", {"spine.level": 4.5}),
            StoryStep("More on one side than on the other: it turns.", {"spine.turn": 1.2}),
            StoryStep("Without a lag there is no wave, and it swims half as fast.", {"spine.lag": 0.0}, again=True),
        ),
        "change the lag from segment to segment, or stiffen the muscles.",
    ),
)  # fmt: skip
