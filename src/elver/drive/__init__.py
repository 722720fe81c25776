"""What moves the joints: gaits, controllers, recordings, springs."""

from elver.drive.gaits import Anguilliform, Gait, Hold, RecordedMotion, start_ramp
from elver.drive.joint_laws import PD, JointAction, JointState, Playback, Spring
from elver.drive.signals import Instant, SignalTable

__all__ = [
    "PD",
    "Anguilliform",
    "Gait",
    "Hold",
    "Instant",
    "JointAction",
    "JointState",
    "Playback",
    "RecordedMotion",
    "SignalTable",
    "Spring",
    "start_ramp",
]
