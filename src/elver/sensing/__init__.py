"""Sensors: what a machine can know of itself, with rate, noise and delay, exact from the equations."""

from elver.sensing.bodies import IMU, Depth, Position, SpeedLog
from elver.sensing.joints import Encoder, JointTorque
from elver.sensing.reader import Reader, Sensors
from elver.sensing.sensor import Errors, Sensor
from elver.sensing.touch import ContactForce
from elver.sensing.water import Pressure

__all__ = [
    "IMU",
    "ContactForce",
    "Depth",
    "Encoder",
    "Errors",
    "JointTorque",
    "Position",
    "Pressure",
    "Reader",
    "Sensor",
    "Sensors",
    "SpeedLog",
]
