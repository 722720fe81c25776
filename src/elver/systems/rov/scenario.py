"""Scenario ``rov``: a BlueROV2 Heavy that holds its station in a current.

The vehicle's numbers are published: mass, inertia, volume, added mass and damping by von Benzon, Sorensen, Uth, Jouffroy, Liniger
and Pedersen, "An Open-Source Benchmark Simulator: Control of a BlueROV2 Underwater Robot", J. Mar. Sci. Eng. 10 (2022) 1898
(BENZON); the places of the thrusters by Wu, "6-DoF Modelling and Control of a Remotely Operated Vehicle", Flinders University
2018. The controller is ours. docs/models/vehicles.md.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from elver.forces import Gravity, StationKeeping, Thruster, Vehicle
from elver.model import InitialState, Model
from elver.quantities import check_quantities, quantity
from elver.results import Metric
from elver.robot import Body, Box, Robot
from elver.scenarios import Scenario, parameters_of, section
from elver.symbolic.arrays import diagonal, vector

if TYPE_CHECKING:
    import xarray as xr

_EDGES = (0.457, 0.575, 0.254)  # m: of the frame, which is mostly open; the solid has its proportions and the volume displaced
_LAST = 5.0  # s over which the end of a run is judged


@dataclass(frozen=True)
class Frame:
    """The rigid body, its frame at the centre of mass, x forward, z up."""

    mass: float = quantity(13.5, "kg", "mass", above=0.0)
    roll_inertia: float = quantity(0.26, "kg m^2", "moment of inertia about x", above=0.0)
    pitch_inertia: float = quantity(0.23, "kg m^2", "moment of inertia about y", above=0.0)
    yaw_inertia: float = quantity(0.37, "kg m^2", "moment of inertia about z", above=0.0)
    volume: float = quantity(0.0134, "m^3", "volume of water that it displaces", above=0.0)
    righting: float = quantity(0.01, "m", "height of the centre of buoyancy over the centre of mass")

    def __post_init__(self) -> None:
        check_quantities(self, "frame")

    def body(self) -> Body:
        """The vehicle, with the box of its proportions that displaces its volume."""
        scale = (self.volume / math.prod(_EDGES)) ** (1 / 3)
        shape = Box(*(scale * edge for edge in _EDGES), at=vector(0.0, 0.0, self.righting))
        inertia = diagonal(self.roll_inertia, self.pitch_inertia, self.yaw_inertia)
        return Body.central("rov", self.mass, vector(0.0, 0.0, 0.0), inertia, shape)


@dataclass(frozen=True)
class Derivatives:
    """Forces and moments of the water by SNAME's names. BENZON, table of the BlueROV2 Heavy."""

    X_udot: float = quantity(-6.36, "kg", "added mass, surge", high=0.0)
    Y_vdot: float = quantity(-7.12, "kg", "added mass, sway", high=0.0)
    Z_wdot: float = quantity(-18.68, "kg", "added mass, heave", high=0.0)
    K_pdot: float = quantity(-0.189, "kg m^2", "added inertia, roll", high=0.0)
    M_qdot: float = quantity(-0.135, "kg m^2", "added inertia, pitch", high=0.0)
    N_rdot: float = quantity(-0.222, "kg m^2", "added inertia, yaw", high=0.0)
    X_u: float = quantity(-13.7, "N s/m", "linear damping, surge", high=0.0)
    Y_v: float = quantity(0.0, "N s/m", "linear damping, sway", high=0.0)
    Z_w: float = quantity(-33.0, "N s/m", "linear damping, heave", high=0.0)
    K_p: float = quantity(0.0, "N m s", "linear damping, roll", high=0.0)
    M_q: float = quantity(-0.8, "N m s", "linear damping, pitch", high=0.0)
    N_r: float = quantity(0.0, "N m s", "linear damping, yaw", high=0.0)
    X_uu: float = quantity(-141.0, "N s^2/m^2", "quadratic damping, surge", high=0.0)
    Y_vv: float = quantity(-217.0, "N s^2/m^2", "quadratic damping, sway", high=0.0)
    Z_ww: float = quantity(-190.0, "N s^2/m^2", "quadratic damping, heave", high=0.0)
    K_pp: float = quantity(-1.19, "N m s^2", "quadratic damping, roll", high=0.0)
    M_qq: float = quantity(-0.47, "N m s^2", "quadratic damping, pitch", high=0.0)
    N_rr: float = quantity(-1.5, "N m s^2", "quadratic damping, yaw", high=0.0)

    def __post_init__(self) -> None:
        check_quantities(self, "water")


@dataclass(frozen=True)
class Propellers:
    """Eight T200 thrusters: four at 45 degrees in the plane of the centre of mass, four upright."""

    ahead: float = quantity(
        0.156, "m", "place of the horizontal ones ahead of the centre and behind it", above=0.0, fixed="B needs it."
    )
    aside: float = quantity(0.111, "m", "place of the horizontal ones to both sides", above=0.0, fixed="B needs it.")
    upright_ahead: float = quantity(0.120, "m", "place of the upright ones ahead and behind", above=0.0, fixed="B needs it.")
    upright_aside: float = quantity(0.218, "m", "place of the upright ones to both sides", above=0.0, fixed="B needs it.")
    diameter: float = quantity(0.076, "m", "diameter", above=0.0)
    thrust: float = quantity(0.45, "1", "k_T: 5.25 kgf at 3500 turns a minute", above=0.0)
    thrust_loss: float = quantity(0.35, "1", "k_TJ, loss of thrust by inflow", low=0.0)
    torque: float = quantity(0.07, "1", "k_Q, torque coefficient at rest; no measurement is behind it", low=0.0)
    torque_loss: float = quantity(0.035, "1", "k_QJ, loss of torque by inflow", low=0.0)

    def __post_init__(self) -> None:
        check_quantities(self, "propellers")

    def thrusters(self, density: Any, current: tuple) -> list[Thruster]:
        """Front right, front left, rear right, rear left, horizontal; then the upright ones likewise."""
        made = []
        for ahead, aside, upright in (
            (self.ahead, self.aside, False),
            (self.upright_ahead, self.upright_aside, True),
        ):
            for sx, sy in ((1, -1), (1, 1), (-1, -1), (-1, 1)):
                axis = (0.0, 0.0, 1.0) if upright else (math.sqrt(0.5), -sx * sy * math.sqrt(0.5), 0.0)
                hand = "right" if sx * sy > 0 else "left"
                made.append(
                    Thruster(
                        "rov", self.diameter, axis, 0.0, self.thrust, self.thrust_loss, self.torque, self.torque_loss, hand,
                        (sx * ahead, sy * aside, 0.0), density, current,
                    )
                )  # fmt: skip
        return made


# --- How well it holds its station, over the last seconds.


def _last(data: xr.Dataset) -> xr.Dataset:
    return data.sel(time=slice(float(data.time[-1]) - _LAST, None))


def _offsets(data: xr.Dataset, place: tuple) -> np.ndarray:
    """Distance of the centre of mass from the station at every sample [m]."""
    return np.linalg.norm(data.base_position.values - np.array(place, dtype=float), axis=1)


def _shaft_power(data: xr.Dataset) -> float:
    """Mean power of all shafts over the last seconds [W]."""
    own = _last(data)
    work = own.work.sel(flow="motor").values
    return float((work[-1] - work[0]) / (own.time.values[-1] - own.time.values[0]))


def _metrics(place: tuple) -> tuple[Metric, ...]:
    return (
        Metric(
            "station_offset", "m", "largest distance from the station over the last 5 s",
            lambda d: float(_offsets(_last(d), place).max()), shown="station: off by {.3g m} at the end",
        ),
        Metric(
            "largest_offset", "m", "largest distance from the station", lambda d: float(_offsets(d, place).max()),
            shown="station: {.3g m} at most",
        ),
        Metric(
            "shaft_power", "W", "mean power of all shafts over the last 5 s", _shaft_power, shown="station: {.3g W} at the shafts"
        ),
    )  # fmt: skip


STATION = {"kp": 150.0, "kd": 60.0, "ki": 50.0, "kp_turn": 15.0, "kd_turn": 4.0, "ki_turn": 4.0, "forward": 51.5, "reverse": 40.2}
_OF_THE_WATER = {"current": (0.4, 0.2, 0.0), "density": 1000.0}


def _compose(values: Mapping[str, Any], duration: float) -> Model:
    """Frame, water, weight and the station from named parameters."""
    water = section(values, "water")
    around = {name: water.pop(name) for name in _OF_THE_WATER}
    derivatives = {name: value for name, value in water.items() if name in Derivatives.__dataclass_fields__}
    Derivatives(**derivatives)
    station, propellers = section(values, "station"), Propellers(**section(values, "propellers"))
    thrusters = propellers.thrusters(around["density"], around["current"])
    media: dict[str, Any] = {
        "water": Vehicle("rov", derivatives, **around),
        "weight": Gravity(fluid_density=around["density"]),
        "station": StationKeeping("rov", thrusters, **station),
    }
    robot = Robot("rov", [Frame(**section(values, "frame")).body()])
    start = InitialState(position=tuple(station["place"]))
    return Model("rov", robot, media, start=start, metrics=_metrics(station["place"]))


ROV = Scenario(
    name="rov",
    title="underwater vehicle with eight thrusters that holds its station in a current",
    source="BlueROV2 Heavy by von Benzon et al. 2022 and Wu 2018; controller of ours",
    equations="Kirchhoff, MAV (8) with the added inertia; damping and derivatives by SNAME",
    parameters=(
        *parameters_of(Vehicle, "water", _OF_THE_WATER, left_out=("at", "factor")),
        *parameters_of(Derivatives, "water"),
        *parameters_of(StationKeeping, "station", STATION),
        *parameters_of(Propellers, "propellers"),
        *parameters_of(Frame, "frame"),
    ),
    compose=_compose,
    duration=40.0,
    dt=0.01,
    sliders=("water.current.x=-0.8:0.8", "water.current.y=-0.8:0.8", "station.heading=-3:3", "station.kp=20:400",
        "station.ki=0:100", "water.X_uu=-400:0"),
)  # fmt: skip
