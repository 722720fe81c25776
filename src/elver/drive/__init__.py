"""What moves the joints: gaits, controllers, recordings, springs."""

from elver.drive.gaits import Anguilliform, Gait, Hold, RecordedMotion, Serpenoid, start_ramp
from elver.drive.joint_laws import (
    PD,
    ComputedTorque,
    JointAction,
    JointState,
    Lagged,
    LineOfSight,
    Playback,
    Spring,
    Steered,
    saturated,
)
from elver.drive.signals import Instant, Machine, SignalTable
from elver.drive.splines import PeriodicSpline, load_spline

__all__ = [
    "PD",
    "Anguilliform",
    "ComputedTorque",
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
    "SignalTable",
    "Spring",
    "Steered",
    "load_spline",
    "saturated",
    "start_ramp",
]
