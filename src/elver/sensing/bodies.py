"""Sensors on a body: inertial unit, depth, speed through the water, position."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import casadi as ca

from elver.equations import Model
from elver.errors import InputError
from elver.forces import Gravity
from elver.quantities import quantity
from elver.sensing.sensor import NUMBERS, Errors, Sensor, joined_errors, plain_errors
from elver.sensing.view import View, chosen_body
from elver.spatial import column, cross

EARTH = 9.81  # m/s^2


@dataclass(frozen=True)
class IMU(Sensor):
    """Specific force f = R^T (a - g) of a point of a body and the body's angular rate, both in the body's axes.

    body: the base where none is named.   at [m]: the point, body frame.
    gravity: None takes that of the model's Gravity, else 9.81 m/s^2: a machine that floats at rest reads +9.81 along z.
    gyro_only: the angular rate alone. A model with a scene needs it: impulses have no acceleration.
    density, walk and their gyro counterparts: white noise and random walk of the bias per square root of the bandwidth; a reading
    has the standard deviation density sqrt(rate), the bias moves by walk / sqrt(rate) from sample to sample.
    """

    kind: ClassVar[str] = "imu"
    unit: ClassVar[str] = "m/s^2, rad/s"
    meaning: ClassVar[str] = "specific force and angular rate, body axes"

    body: str = ""
    at: tuple = quantity((0.0, 0.0, 0.0), "m", "place on the body, x,y,z of its frame")
    gyro_only: bool = False
    gravity: float | None = quantity(None, "m/s^2", "gravity along -z; the model's where none is given", low=0.0, optional=True)
    noise: float = quantity(0.0, "m/s^2", "standard deviation of the specific force", low=0.0, fixed=NUMBERS)
    gyro_noise: float = quantity(0.0, "rad/s", "standard deviation of the angular rate", low=0.0, fixed=NUMBERS)
    density: float = quantity(0.0, "1", "noise density of the specific force [m/s^2 per root Hz]", low=0.0, fixed=NUMBERS)
    gyro_density: float = quantity(0.0, "1", "noise density of the angular rate [rad/s per root Hz]", low=0.0, fixed=NUMBERS)
    walk: float = quantity(0.0, "1", "random walk of the specific force's bias [m/s^3 per root Hz]", low=0.0, fixed=NUMBERS)
    gyro_walk: float = quantity(0.0, "1", "random walk of the angular rate's bias [rad/s^2 per root Hz]", low=0.0, fixed=NUMBERS)

    def __post_init__(self):
        super().__post_init__()
        if self.rate is None and any((self.density, self.gyro_density, self.walk, self.gyro_walk)):
            raise InputError(f"sensor '{self.name}' has a noise density or a walk, which need a rate. Give rate [Hz].")

    @property
    def units(self) -> str:
        return "rad/s" if self.gyro_only else self.unit

    def labels(self, model: Model) -> tuple[str, ...]:
        body = chosen_body(model, self.body)
        force = () if self.gyro_only else tuple(f"specific force {a} of {body}" for a in "xyz")
        return (*force, *(f"angular rate {a} of {body}" for a in "xyz"))

    def expression(self, view: View) -> ca.SX:
        body = chosen_body(view.model, self.body)
        motion = view.motion(body)
        if self.gyro_only:
            return motion.angular
        if view.model.scene is not None:
            raise InputError(
                f"sensor '{self.name}' reads accelerations, which do not exist where impulses change velocities at once "
                f"(model '{view.model.name}' has a scene). Give gyro_only=True."
            )
        acceleration = view.rate(view.velocity_at(body, self.at))
        return ca.vertcat(motion.to_body(acceleration - column([0, 0, -self.pull(view.model)])), motion.angular)

    def pull(self, model: Model):
        """Gravity [m/s^2]."""
        own = [force.acceleration for force in model.media.values() if isinstance(force, Gravity)]
        return self.gravity if self.gravity is not None else own[0] if own else EARTH

    def errors(self, model: Model) -> Errors:
        root = math.sqrt(self.rate or 1.0)
        gyro = plain_errors(3, math.hypot(self.gyro_noise, self.gyro_density * root), self.gyro_walk / root)
        force = plain_errors(3, math.hypot(self.noise, self.density * root), self.walk / root)
        return gyro if self.gyro_only else joined_errors(force, gyro)


@dataclass(frozen=True)
class Depth(Sensor):
    """How far a point of a body is below the surface: surface - z. body: the base where none is named."""

    kind: ClassVar[str] = "depth"
    unit: ClassVar[str] = "m"
    meaning: ClassVar[str] = "depth below the surface"

    body: str = ""
    at: tuple = quantity((0.0, 0.0, 0.0), "m", "place on the body, x,y,z of its frame")
    surface: float = quantity(0.0, "m", "z of the surface in the world")
    noise: float = quantity(0.0, "m", "standard deviation", low=0.0, fixed=NUMBERS)

    def labels(self, model: Model) -> tuple[str, ...]:
        return (f"depth of {chosen_body(model, self.body)}",)

    def expression(self, view: View) -> ca.SX:
        motion = view.motion(chosen_body(view.model, self.body))
        return self.surface - motion.to_world(column(self.at))[2]


@dataclass(frozen=True)
class SpeedLog(Sensor):
    """Velocity of a point of a body through the water, in the body's axes: the current of the medium is taken off.

    body: the base where none is named.   medium: whose current; the first medium that has one where none is named, still water
    where no medium has one.
    """

    kind: ClassVar[str] = "speed_log"
    unit: ClassVar[str] = "m/s"
    meaning: ClassVar[str] = "velocity through the water, body axes"

    body: str = ""
    at: tuple = quantity((0.0, 0.0, 0.0), "m", "place on the body, x,y,z of its frame")
    medium: str = ""
    noise: float = quantity(0.0, "m/s", "standard deviation", low=0.0, fixed=NUMBERS)

    def labels(self, model: Model) -> tuple[str, ...]:
        return tuple(f"speed {a} of {chosen_body(model, self.body)}" for a in "xyz")

    def expression(self, view: View) -> ca.SX:
        motion = view.motion(chosen_body(view.model, self.body))
        through = motion.velocity - motion.to_body(view.current(self.medium))
        return through + cross(motion.angular, column(self.at))


@dataclass(frozen=True)
class Position(Sensor):
    """Place of a point of a body in the world, and the heading (yaw of the body's x axis) where asked for.

    body: the base where none is named.
    """

    kind: ClassVar[str] = "position"
    unit: ClassVar[str] = "m, rad"
    meaning: ClassVar[str] = "place in the world, and heading where asked for"

    body: str = ""
    at: tuple = quantity((0.0, 0.0, 0.0), "m", "place on the body, x,y,z of its frame")
    heading: bool = False
    noise: float = quantity(0.0, "m", "standard deviation of x, y and z", low=0.0, fixed=NUMBERS)
    heading_noise: float = quantity(0.0, "rad", "standard deviation of the heading", low=0.0, fixed=NUMBERS)

    @property
    def units(self) -> str:
        return self.unit if self.heading else "m"

    def labels(self, model: Model) -> tuple[str, ...]:
        body = chosen_body(model, self.body)
        return (*(f"{a} of {body}" for a in "xyz"), *((f"heading of {body}",) if self.heading else ()))

    def expression(self, view: View) -> ca.SX:
        motion = view.motion(chosen_body(view.model, self.body))
        place, R = motion.to_world(column(self.at)), motion.rotation
        return ca.vertcat(place, ca.atan2(R[1, 0], R[0, 0])) if self.heading else place

    def errors(self, model: Model) -> Errors:
        place = plain_errors(3, self.noise)
        return joined_errors(place, plain_errors(1, self.heading_noise)) if self.heading else place
