"""What moves the joints: gaits, controllers, recordings, springs."""

from elver.drive.couplings import Coupling, CouplingAction, check_couplings, matching
from elver.drive.gaits import Anguilliform, Flapping, Gait, Hold, RecordedMotion, Serpenoid, Shifted, Together, start_ramp
from elver.drive.inputs import Input, ParameterInput, ServoInputs, TorqueInputs
from elver.drive.joint_laws import (
    PD,
    ComputedTorque,
    Idle,
    JointAction,
    JointState,
    Lagged,
    LineOfSight,
    Playback,
    Spring,
    SteadyTorque,
    Steered,
    law_of,
    laws_in,
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
    "Idle",
    "Input",
    "Instant",
    "JointAction",
    "JointState",
    "JointStops",
    "Lagged",
    "LineOfSight",
    "Machine",
    "ParameterInput",
    "PeriodicSpline",
    "Playback",
    "PositionServo",
    "RecordedMotion",
    "Serpenoid",
    "ServoInputs",
    "Shifted",
    "SignalTable",
    "Spring",
    "SteadyTorque",
    "Steered",
    "Tendon",
    "Together",
    "TorqueInputs",
    "check_couplings",
    "law_of",
    "laws_in",
    "load_spline",
    "matching",
    "saturated",
    "springs",
    "start_ramp",
]
