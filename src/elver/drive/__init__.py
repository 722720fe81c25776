"""What moves the joints: gaits, controllers, recordings, springs."""

from elver.drive.gaits import Anguilliform, Flapping, Gait, Hold, RecordedMotion, Serpenoid, Shifted, start_ramp
from elver.drive.joint_laws import (
    PD,
    ComputedTorque,
    JointAction,
    JointState,
    Lagged,
    LineOfSight,
    Playback,
    Spring,
    SteadyTorque,
    Steered,
    saturated,
    springs,
)
from elver.drive.signals import Instant, Machine, SignalTable
from elver.drive.splines import PeriodicSpline, load_spline

__all__ = [
    "PD",
    "Anguilliform",
    "ComputedTorque",
    "Flapping",
    "Gait",
    "Hold",
    "Instant",
    "JointAction",
    "JointState",
    "Lagged",
    "LineOfSight",
    "Machine",
    "PeriodicSpline",
    "Playback",
    "RecordedMotion",
    "Serpenoid",
    "Shifted",
    "SignalTable",
    "Spring",
    "SteadyTorque",
    "Steered",
    "load_spline",
    "saturated",
    "springs",
    "start_ramp",
]
