"""Scenario ``eel-surface``: a swimmer of eight links that floats, and swims at the surface of a sea.

An eel of ours in the size of the swimming snake robots of the laboratories: it is lighter than water, its weight lies below its
middle so that it keeps upright, and a wave runs along its joints. Lift, added mass and drag act on what is wet of every link
(docs/models/sea.md).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from elver.drive import Serpenoid
from elver.forces import Force, Gravity, Morison, RegularWaves, Sea
from elver.model import InitialState, Model
from elver.quantities import check_quantities, quantity
from elver.results import Metric
from elver.robot import Body, EllipticCylinder, Joint, Robot
from elver.scenarios import Scenario, parameters_of, section
from elver.symbolic.arrays import times, vector

if TYPE_CHECKING:
    import xarray as xr

_SETTLED = 5.0  # s after which a run is judged


@dataclass(frozen=True)
class FloatingEel:
    """Links of one size, the first is the head; x forward, z up."""

    links: int = quantity(8, "1", "number of links", low=2, high=60)
    length: float = quantity(0.1, "m", "length of a link", above=0.0)
    half_width: float = quantity(0.025, "m", "lateral half axis of the section", above=0.0)
    half_height: float = quantity(0.03, "m", "upright half axis of the section", above=0.0)
    density: float = quantity(900.0, "kg/m^3", "mean density of a link", above=0.0)
    ballast: float = quantity(0.008, "m", "depth of a link's centre of mass below its axis", low=0.0)

    def __post_init__(self) -> None:
        check_quantities(self, "body")

    def robot(self) -> Robot:
        """The robot; its base is the head, the frame at the nose."""
        shape = EllipticCylinder(self.length, self.half_width, self.half_height, at=times(-self.length, vector(1.0, 0.0, 0.0)))
        even = Body.solid("even", shape, self.density)
        bodies = []
        for k in range(self.links):
            centre = vector(-self.length / 2, 0.0, -self.ballast)
            bodies.append(Body.central(f"link{k}", even.mass, centre, even.central_inertia, shape))
        joints = [Joint(f"joint{k}", f"link{k - 1}", f"link{k}", d=-self.length, group="yaw") for k in range(1, self.links)]
        return Robot("eel-surface", bodies, joints)


def _settled(data: xr.Dataset) -> xr.Dataset:
    return data.sel(time=slice(min(_SETTLED, float(data.time[-1]) / 2), None))


def _speed(data: xr.Dataset) -> float:
    """Mean speed of the centre of mass along the surface [m/s]."""
    own = _settled(data)
    way = own.com_position.values[-1, :2] - own.com_position.values[0, :2]
    return float(math.hypot(*way) / (own.time.values[-1] - own.time.values[0]))


METRICS = (
    Metric("surface_speed", "m/s", "mean speed of the centre of mass along the surface, after 5 s", _speed,
        shown="surface: {.3g m/s} along it"),
    Metric("highest", "m", "greatest height of the centre of mass above still water, after 5 s",
        lambda d: float(_settled(d).com_position.values[:, 2].max()), shown="surface: {.3g m} at most above still water"),
    Metric("lowest", "m", "least height of the centre of mass above still water, after 5 s",
        lambda d: float(_settled(d).com_position.values[:, 2].min()), shown="surface: {.3g m} at least"),
)  # fmt: skip


def _compose(values: Mapping[str, Any], duration: float) -> Model:
    """Robot, sea, water and gait from named parameters."""
    body, water = FloatingEel(**section(values, "body")), section(values, "water")
    ramp = values["sea.ramp"]
    sea = Sea(RegularWaves(**section(values, "waves")), ramp=ramp)
    robot = body.robot()
    gait = Serpenoid(robot.joint_names, **section(values, "gait"))
    forces: dict[str, Force] = {
        "water": Morison(current=sea, **water),
        "weight": Gravity(fluid_density=water["density"], surface=sea),
    }
    start = InitialState(position=(0.0, 0.0, -0.5 * body.half_height))
    return Model("eel-surface", robot, forces, gait, start=start, metrics=METRICS)


_GAIT = {"amplitude": 0.35, "frequency": 2 * math.pi, "phase": -math.pi / 4, "ramp_time": 1.0}
_WAVES = {"height": 0.06, "period": 1.2, "direction": math.pi}

EEL_SURFACE = Scenario(
    name="eel-surface",
    title="floating eel that swims at the surface against waves",
    source="own machine",
    equations="water EEL (46)-(61) on what is wet; waves and surface: docs/models/sea.md",
    parameters=(
        *parameters_of(Serpenoid, "gait", _GAIT, left_out=("offset", "envelope")),
        *parameters_of(RegularWaves, "waves", _WAVES),
        *parameters_of(Sea, "sea", {"ramp": 3.0}, left_out=("depth", "level", "current", "stretching", "gravity")),
        *parameters_of(FloatingEel, "body"),
        *parameters_of(Morison, "water", {"points": 3}, left_out=("law", "current")),
    ),
    compose=_compose,
    duration=15.0,
    dt=2e-3,
    joints_shown=("joint1", "joint4", "joint7"),
    sliders=("waves.height=0:0.12", "gait.amplitude=0:0.6", "gait.frequency=2:10", "gait.phase=-1.5:0"),
)
