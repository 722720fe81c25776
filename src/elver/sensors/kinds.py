"""The kinds of sensors: on bodies (inertial unit, depth, speed, position), at joints, of contacts, of pressure along the body."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import casadi as ca
import numpy as np

from elver._support.errors import InputError, unknown_name
from elver.forces import Force, Gravity
from elver.model import Model
from elver.quantities import ANY, quantity, word
from elver.sensors.sensor import NUMBERS, Errors, Sensor, View, as_names, chosen_body, chosen_joints, joined_errors, plain_errors
from elver.symbolic.arrays import is_zero
from elver.symbolic.spatial import column, cross

_EARTH = 9.81  # m/s^2


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

    def __post_init__(self) -> None:
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

    def pull(self, model: Model) -> Any:
        """Gravity [m/s^2]."""
        own = [force.acceleration for force in model.media.values() if isinstance(force, Gravity)]
        return self.gravity if self.gravity is not None else own[0] if own else _EARTH

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
        at = column(self.at)
        through = motion.velocity - motion.to_body(view.current(self.medium, motion.to_world(at)))
        return through + cross(motion.angular, at)


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


# --- Sensors at joints: encoders and torque sensors.


@dataclass(frozen=True)
class Encoder(Sensor):
    """Joint angles (places of sliding joints), and rates where asked for.

    joints: names or groups; None for all that move.   rates: joint rates too, after the angles.
    resolution: an angle is read as the nearest whole multiple of it.
    """

    kind: ClassVar[str] = "encoder"
    unit: ClassVar[str] = "rad or m, rad/s or m/s"
    meaning: ClassVar[str] = "joint angles, and rates where asked for"

    joints: tuple[str, ...] | str | None = None
    rates: bool = False
    resolution: float = quantity(
        0.0, "rad", "step of the readings; 0 for none; metres for a sliding joint", low=0.0, fixed=NUMBERS
    )
    noise: float = quantity(0.0, "rad", "standard deviation of an angle; metres for a sliding joint", low=0.0, fixed=NUMBERS)
    rate_noise: float = quantity(0.0, "rad/s", "standard deviation of a rate; m/s for a sliding joint", low=0.0, fixed=NUMBERS)

    @property
    def units(self) -> str:
        return self.unit if self.rates else "rad or m"

    def labels(self, model: Model) -> tuple[str, ...]:
        names = [j.name for j in chosen_joints(model, as_names(self.joints))]
        return (*(f"angle of {n}" for n in names), *(f"rate of {n}" for n in names if self.rates))

    def expression(self, view: View) -> ca.SX:
        names = [j.name for j in chosen_joints(view.model, as_names(self.joints))]
        angles = [view.recorded("joint_position", n) for n in names]
        return ca.vertcat(*angles, *(view.recorded("joint_velocity", n) for n in names if self.rates))

    def errors(self, model: Model) -> Errors:
        count = len(chosen_joints(model, as_names(self.joints)))
        angles = plain_errors(count, self.noise, 0.0, self.resolution)
        return joined_errors(angles, plain_errors(count, self.rate_noise)) if self.rates else angles


@dataclass(frozen=True)
class JointTorque(Sensor):
    """Torque (force of sliding joints) of the drives and springs of joints: what a run records as ``joint_torque``.

    joints: names or groups; None for all that move.
    """

    kind: ClassVar[str] = "joint_torque"
    unit: ClassVar[str] = "N m or N"
    meaning: ClassVar[str] = "torque or force of the joints' drives and springs"

    joints: tuple[str, ...] | str | None = None
    noise: float = quantity(0.0, "N m", "standard deviation; newtons for a sliding joint", low=0.0, fixed=NUMBERS)

    def labels(self, model: Model) -> tuple[str, ...]:
        return tuple(f"torque of {j.name}" for j in chosen_joints(model, as_names(self.joints)))

    def expression(self, view: View) -> ca.SX:
        joints = chosen_joints(view.model, as_names(self.joints))
        return ca.vertcat(*(view.recorded("joint_torque", j.name) for j in joints))


# --- Contact forces on the links of a machine in a scene.

_PARTS = ("contact along", "contact across", "ground along", "ground across")


@dataclass(frozen=True)
class ContactForce(Sensor):
    """Forces on links of a machine in a scene, in the axes of each link: along its x axis, and across it to the left.

    Contact is with obstacles and other links: across a straight link it is mostly the normal force, along it friction. Ground is
    the friction of the plane. A reading holds for the step that ended at the instant, as ``contact_force`` and ``ground_force``
    of a run do.   links: names of bodies; None for all that can touch.   ground: the ground's friction too.
    """

    kind: ClassVar[str] = "contact"
    unit: ClassVar[str] = "N"
    meaning: ClassVar[str] = "contact forces on links, in their own axes"
    from_contacts: ClassVar[bool] = True

    links: tuple[str, ...] | str | None = None
    ground: bool = True
    noise: float = quantity(0.0, "N", "standard deviation", low=0.0, fixed=NUMBERS)

    def chosen(self, model: Model) -> list[int]:
        """Places of the links among all that can touch."""
        if model.scene is None:
            raise InputError(f"sensor '{self.name}' reads contact forces, but model '{model.name}' has no scene. Leave it out.")
        known = [body.name for body in model.robot.bodies if body.outline is not None]
        for name in as_names(self.links):
            if name not in known:
                raise unknown_name(f"link of sensor '{self.name}':", name, known)
        return [k for k, name in enumerate(known) if self.links is None or name in as_names(self.links)]

    def names(self, model: Model) -> list[str]:
        """The links that are read."""
        known = [body.name for body in model.robot.bodies if body.outline is not None]
        return [known[k] for k in self.chosen(model)]

    def labels(self, model: Model) -> tuple[str, ...]:
        return tuple(f"{part} {name}" for name in self.names(model) for part in (_PARTS if self.ground else _PARTS[:2]))

    def expression(self, view: View) -> ca.SX:
        """Direction (cosine, sine) of every link's x axis, which ``turned`` makes forces of."""
        found = []
        for name in self.names(view.model):
            R = view.motion(name).rotation
            found += [R[0, 0], R[1, 0]] * (2 if self.ground else 1)
        return ca.vertcat(*found)

    def turned(self, model: Model, directions: np.ndarray, contact: np.ndarray, ground: np.ndarray) -> np.ndarray:
        """Forces in the links' axes, one row per machine; contact, ground: (machine, link, xy) in the world."""
        own = self.chosen(model)
        forces = np.stack([part[:, own] for part in ((contact, ground) if self.ground else (contact,))], axis=2)
        c, s = np.moveaxis(directions.reshape(forces.shape), -1, 0)
        x, y = np.moveaxis(forces, -1, 0)
        return np.stack([c * x + s * y, c * y - s * x], axis=-1).reshape(directions.shape)


# --- Pressure along the body, from the strips of a machine in water.

_READINGS, _DIRECTIONS = ("pressure", "force"), ("lateral", "vertical")


@dataclass(frozen=True)
class Pressure(Sensor):
    """What the water does to sections of the body: the strip-theory law at that instant, added mass included.

    reading: ``force``, the water's force per length [N/m] along e2 (lateral) or e3 (vertical) of the strip; or ``pressure``, the
    mean difference of pressure between the two sides [Pa]: that force over the height of the section, positive where the water
    pushes towards +e2 (+e3). It is no local pressure: strip theory knows the sum over a section only.
    bodies: None for all with a strip.   places: along each strip, 0 its start, 1 its end.
    medium: name of the force that has the strips; the first one where none is named.
    """

    kind: ClassVar[str] = "pressure"
    unit: ClassVar[str] = "Pa or N/m"
    meaning: ClassVar[str] = "the water's push on sections of the body"

    bodies: tuple[str, ...] | str | None = None
    places: tuple = quantity((0.5,), "1", "along each strip, 0 to 1", low=0.0, high=1.0, length=ANY, fixed=NUMBERS)
    reading: str = word("pressure", "difference of pressure, or force per length", _READINGS)
    direction: str = word("lateral", "along e2 or along e3 of the strip", _DIRECTIONS)
    medium: str = ""
    noise: float = quantity(0.0, "1", "standard deviation [Pa or N/m]", low=0.0, fixed=NUMBERS)

    @property
    def units(self) -> str:
        return "Pa" if self.reading == "pressure" else "N/m"

    def chosen(self, model: Model) -> list:
        """The bodies that are read."""
        wet = {body.name: body for body in model.robot.bodies if body.strip is not None}
        for name in as_names(self.bodies):
            if name not in wet:
                raise unknown_name(f"body with a strip of sensor '{self.name}':", name, wet)
        return [body for name, body in wet.items() if self.bodies is None or name in as_names(self.bodies)]

    def labels(self, model: Model) -> tuple[str, ...]:
        return tuple(f"{self.reading} on {body.name} at {place:g}" for body in self.chosen(model) for place in self.places)

    def force(self, model: Model) -> Force:
        """The medium with the strips."""
        known = {name: force for name, force in model.media.items() if hasattr(force, "load")}
        if self.medium and self.medium not in known:
            raise unknown_name(f"medium of sensor '{self.name}':", self.medium, known)
        if not known:
            raise InputError(f"sensor '{self.name}' needs a medium with strips, such as Morison. Model '{model.name}' has none.")
        return known[self.medium or next(iter(known))]

    def expression(self, view: View) -> ca.SX:
        law, found = self.force(view.model), []
        if view.model.scene is not None:
            raise InputError(
                f"sensor '{self.name}' needs accelerations (added mass), which do not exist where impulses change velocities at "
                f"once (model '{view.model.name}' has a scene)."
            )
        for body in self.chosen(view.model):
            motion = view.motion(body.name)
            acceleration = view.rate(motion.twist)
            for place in self.places:
                load = law.load(body, motion, acceleration, place)  # type: ignore[attr-defined]
                if load is None:
                    raise InputError(f"sensor '{self.name}': body '{body.name}' feels no strip force. Leave it out of bodies.")
                found.append(self.read(load, body.name))
        return ca.vertcat(*found)

    def read(self, load: Any, body: str) -> Any:
        """One channel from the load of a section."""
        force, breadth = (load.force[1], load.half_height) if self.direction == "lateral" else (load.force[2], load.half_width)
        if self.reading == "force":
            return force
        if is_zero(breadth):
            raise InputError(f"sensor '{self.name}': the section of '{body}' is a point there and has no pressure. Move places.")
        return force / (2 * breadth)
