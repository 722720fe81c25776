from .composed import ConstantRate as ConstantRate
from .composed import MirroredGait as MirroredGait
from .composed import PacedGait as PacedGait
from .composed import ScaledGait as ScaledGait
from .composed import Steps as Steps
from .composed import SumOfGaits as SumOfGaits
from .control import (
    PD as PD,
)
from .control import (
    ComputedTorque as ComputedTorque,
)
from .control import (
    ConstantTorque as ConstantTorque,
)
from .control import (
    Deadband as Deadband,
)
from .control import (
    FirstOrderLag as FirstOrderLag,
)
from .control import (
    JointAction as JointAction,
)
from .control import (
    JointState as JointState,
)
from .control import (
    LineOfSight as LineOfSight,
)
from .control import (
    Playback as Playback,
)
from .control import (
    PositionServo as PositionServo,
)
from .control import (
    Saturated as Saturated,
)
from .control import (
    Spring as Spring,
)
from .control import (
    Steered as Steered,
)
from .control import (
    ZeroTorque as ZeroTorque,
)
from .control import (
    saturated as saturated,
)
from .control import (
    springs as springs,
)
from .couplings import Coupling as Coupling
from .couplings import CouplingAction as CouplingAction
from .couplings import JointStops as JointStops
from .couplings import Tendon as Tendon
from .gaits import (
    Anguilliform as Anguilliform,
)
from .gaits import (
    CombinedGait as CombinedGait,
)
from .gaits import (
    ConstantPose as ConstantPose,
)
from .gaits import (
    DelayedGait as DelayedGait,
)
from .gaits import (
    Flapping as Flapping,
)
from .gaits import (
    Gait as Gait,
)
from .gaits import (
    Hinge as Hinge,
)
from .gaits import (
    RecordedMotion as RecordedMotion,
)
from .gaits import (
    SampledGait as SampledGait,
)
from .gaits import (
    Serpenoid as Serpenoid,
)
from .gaits import (
    Sine as Sine,
)
from .gaits import (
    Strut as Strut,
)
from .gaits import (
    StrutGait as StrutGait,
)
from .gaits import (
    start_ramp as start_ramp,
)
from .guidance import Helix as Helix
from .guidance import PathOfSight as PathOfSight
from .guidance import Waypoints as Waypoints
from .inputs import (
    Input as Input,
)
from .inputs import (
    ParameterInput as ParameterInput,
)
from .inputs import (
    ServoInputs as ServoInputs,
)
from .inputs import (
    TorqueInputs as TorqueInputs,
)
from .muscles import EkebergMuscles as EkebergMuscles
from .muscles import HillMuscles as HillMuscles
from .oscillators import ChainCoupling as ChainCoupling
from .oscillators import DescendingDrive as DescendingDrive
from .oscillators import HopfOscillators as HopfOscillators
from .oscillators import LinkCoupling as LinkCoupling
from .oscillators import MatsuokaOscillators as MatsuokaOscillators
from .oscillators import OscillatorOutput as OscillatorOutput
from .oscillators import PairCoupling as PairCoupling
from .oscillators import PhaseOscillators as PhaseOscillators
from .oscillators import StretchFeedback as StretchFeedback
from .signals import Instant as Instant
from .signals import Machine as Machine
from .signals import SignalTable as SignalTable
from .splines import PeriodicSpline as PeriodicSpline
from .splines import load_spline as load_spline
