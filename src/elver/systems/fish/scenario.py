"""Scenario ``soft-fish``: a stiff head that beats a soft tail at its root.

MAV names robots like fish beside flapping wings as what its hybrid model is for (abstract, section I), and shows the wings alone.
Here is the fish: the same recursion, the same springs between the sections of a soft body, water in place of air. All numbers are
ours. docs/models/fish.md.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from elver.drive import Serpenoid, springs
from elver.forces import Morison
from elver.model import Model
from elver.quantities import check_quantities, quantity
from elver.results import Metric, last_period, over_a_period
from elver.results.record import attribute
from elver.robot import Appendage, Body, Ellipsoid, Joint, Plate, Rigidity, Robot, placed, soft_appendage
from elver.scenarios import Scenario, parameters_of, section
from elver.symbolic.arrays import vector

if TYPE_CHECKING:
    import xarray as xr

X = np.array([1.0, 0.0, 0.0])


@dataclass(frozen=True)
class Head:
    """An ellipsoid."""

    half_length: float = quantity(0.1, "m", "half axis along x", above=0.0)
    half_width: float = quantity(0.03, "m", "lateral half axis", above=0.0)
    half_height: float = quantity(0.045, "m", "upright half axis", above=0.0)
    density: float = quantity(1000.0, "kg/m^3", "density of the head", above=0.0)

    def __post_init__(self) -> None:
        check_quantities(self, "head")

    def body(self) -> Body:
        """The head, its frame at its centre, x forward."""
        shape = Ellipsoid(self.half_length, self.half_width, self.half_height)
        return Body.solid("head", shape, self.density)


@dataclass(frozen=True)
class Tail:
    """A flat beam of one material, upright and of constant height, cut into sections."""

    sections: int = quantity(6, "1", "sections of the tail", low=1, high=100)
    length: float = quantity(0.2, "m", "length of the tail", above=0.0)
    height: float = quantity(0.09, "m", "height of the tail", above=0.0)
    thickness: float = quantity(0.015, "m", "thickness of the tail", above=0.0)
    density: float = quantity(1000.0, "kg/m^3", "density of the tail", above=0.0)
    modulus: float = quantity(3e6, "Pa", "E, Young's modulus: EI = E height thickness^3 / 12", above=0.0)
    relaxation: float = quantity(0.005, "s", "damping over stiffness of every bending joint (Kelvin, Voigt)", low=0.0)

    def __post_init__(self) -> None:
        check_quantities(self, "tail")

    @property
    def rigidity(self) -> Any:
        """EI of the beam [N m^2]."""
        return self.modulus * self.height * self.thickness**3 / 12

    def piece(self, name: str, x: float, length: float) -> Body:
        """The section from x to x + length, in a frame at its root."""
        return Body.solid(name, Plate(length, self.thickness, self.height, at=vector(length / 2, 0.0, 0.0)), self.density)

    def appendage(self, root: float) -> Appendage:
        """The tail behind the head, whose rear end is at x = -``root``: its frames have x backward and z up."""
        beat = Joint("beat", "head", "tail", place=placed((-root, 0, 0), (0, 0, 1), -X), group="beat")
        stiffness, loss = Rigidity(self.rigidity), Rigidity(self.relaxation * self.rigidity)
        return soft_appendage(beat, self.length, self.sections, self.piece, stiffness, damping=loss)


def fish_robot(head: Head, tail: Tail, base: str = "planar") -> tuple[Robot, Appendage]:
    """The robot and its tail."""
    soft = tail.appendage(head.half_length)
    return Robot("soft-fish", [head.body(), *soft.bodies], [*soft.joints], base), soft


# --- How it swims: over the last whole beat, along the mean direction of its head.


def _directions(data: xr.Dataset, body: int) -> np.ndarray:
    """Where the x axis of a body points in the plane of motion; (time, 2)."""
    q = data.body_quaternion.isel(body=body).values
    yaw = 2 * np.arctan2(q[:, 3], q[:, 0])
    return np.stack([np.cos(yaw), np.sin(yaw)], axis=1)


def _way(data: xr.Dataset) -> np.ndarray:
    """Displacement of the centre of mass in the plane of motion [m]."""
    return (data.com_position.values[-1] - data.com_position.values[0])[:2]


def _cruise_speed(data: xr.Dataset) -> float:
    """Net speed of the centre of mass along the mean direction of the head [m/s]; negative: backwards."""
    own = last_period(data)
    ahead = _directions(own, 0).mean(axis=0)
    return float(_way(own) @ ahead / np.linalg.norm(ahead) / (own.time.values[-1] - own.time.values[0]))


def _strouhal(data: xr.Dataset) -> float:
    """Frequency of the beat times the sweep of the tail's tip across the way, over the speed."""
    own, values = last_period(data), attribute(data, "parameters")
    piece = values["tail.length"] / values["tail.sections"]
    tip = own.body_position.isel(body=-1).values[:, :2] + piece * _directions(own, -1)
    distance = np.linalg.norm(way := _way(own))
    return float(np.ptp(tip @ np.array([-way[1], way[0]])) / distance**2)


_METRICS = over_a_period(
    (
        Metric(
            "cruise_speed", "m/s", "net speed along the mean direction of the head, over the last beat", _cruise_speed,
            shown="swims: at {.3g m/s}",
        ),
        Metric(
            "strouhal", "1", "frequency of the beat times sweep of the tail's tip over the speed, over the last beat", _strouhal,
            shown="swims: Strouhal number {.2g}",
        ),
    )
)  # fmt: skip


GAIT = parameters_of(
    Serpenoid,
    "gait",
    {"amplitude": math.radians(20), "frequency": 2 * math.pi * 3.0, "ramp_time": 1.0},
    {"amplitude": "amplitude of the beat", "frequency": "frequency of the beat", "offset": "mean angle of the beat: turns"},
    left_out=("phase", "envelope"),
)


def _compose(values: Mapping[str, Any], duration: float) -> Model:
    """Head, tail, water and beat from named parameters."""
    robot, tail = fish_robot(Head(**section(values, "head")), Tail(**section(values, "tail")))
    gait = Serpenoid(("beat",), **section(values, "gait"))
    return Model(
        "soft-fish", robot, {"water": Morison(**section(values, "water"))}, gait, elastic=springs(tail), metrics=_METRICS
    )


SOFT_FISH = Scenario(
    name="soft-fish",
    title="fish with a stiff head and a soft tail that is beaten at its root",
    source="own machine; of the kind that MAV, abstract and section I, names",
    equations="recursion MAV (1)-(9); springs MAV (12); water EEL (46)-(61)",
    parameters=(
        *GAIT,
        *parameters_of(Tail, "tail"),
        *parameters_of(Head, "head"),
        *parameters_of(Morison, "water", {"friction": 0.02, "drag_e2": 2.0}),
    ),
    compose=_compose,
    duration=20.0,
    dt=1e-3,
    joints_shown=("beat", "tail_bending2", "tail_bending4"),
    sliders=("gait.amplitude=0:0.7", "gait.frequency=3:25", "gait.offset=-0.4:0.4", "tail.modulus=5e5:4e6",
        "tail.relaxation=0:0.005", "water.drag_e2", "water.added_e2=0.5:1.5", "water.current.x=-0.3:0.3"),
)  # fmt: skip
