"""What moves the joints: gaits, controllers, recordings, springs."""

from elver.drive.couplings import Coupling, CouplingAction, check_couplings, matching
from elver.drive.gaits import Anguilliform, Flapping, Gait, Hold, RecordedMotion, Serpenoid, Shifted, Together, start_ramp
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
from elver.drive.servo import PositionServo
from elver.drive.signals import Instant, Machine, SignalTable
from elver.drive.splines import PeriodicSpline, load_spline
from elver.drive.stops import JointStops
from elver.drive.tendons import Tendon

__all__ = [
    "PD",
    "Anguilliform",
    "ComputedTorque",
    "Coupling",
    "CouplingAction",
    "Flapping",
    "Gait",
    "Hold",
    "Instant",
    "JointAction",
    "JointState",
    "JointStops",
    "Lagged",
    "LineOfSight",
    "Machine",
    "PeriodicSpline",
    "Playback",
    "PositionServo",
    "RecordedMotion",
    "Serpenoid",
    "Shifted",
    "SignalTable",
    "Spring",
    "SteadyTorque",
    "Steered",
    "Tendon",
    "Together",
    "check_couplings",
    "load_spline",
    "matching",
    "saturated",
    "springs",
    "start_ramp",
]
