"""Newton-Euler recursions on a tree of bodies. One algorithm, one file."""

from elver.dynamics.closed import ClosedResult, closed_dynamics
from elver.dynamics.direct import DirectResult, direct_dynamics
from elver.dynamics.energy import centre_of_mass, kinetic_energy, momentum, rigid_terms, rotor_energy
from elver.dynamics.hybrid import HybridResult, hybrid_dynamics
from elver.dynamics.inverse import InverseResult, inverse_dynamics
from elver.dynamics.kinematics import Kinematics, forward_kinematics
from elver.dynamics.known_base import newton_euler
from elver.dynamics.lagrange import bias_vector, mass_matrix
from elver.dynamics.loops import LoopFunctions, LoopState, loop_functions, loop_state
from elver.dynamics.settling import Settled, settle

__all__ = [
    "ClosedResult",
    "DirectResult",
    "HybridResult",
    "InverseResult",
    "Kinematics",
    "LoopFunctions",
    "LoopState",
    "Settled",
    "bias_vector",
    "centre_of_mass",
    "closed_dynamics",
    "direct_dynamics",
    "forward_kinematics",
    "hybrid_dynamics",
    "inverse_dynamics",
    "kinetic_energy",
    "loop_functions",
    "loop_state",
    "mass_matrix",
    "momentum",
    "newton_euler",
    "rigid_terms",
    "rotor_energy",
    "settle",
]
