from .articulated import direct_dynamics as direct_dynamics
from .articulated import hybrid_dynamics as hybrid_dynamics
from .inertial_parameters import BaseParameters as BaseParameters
from .inertial_parameters import InertialRegressor as InertialRegressor
from .inertial_parameters import base_parameters as base_parameters
from .inverse import (
    bias_vector as bias_vector,
)
from .inverse import (
    inverse_dynamics as inverse_dynamics,
)
from .inverse import (
    mass_matrix as mass_matrix,
)
from .inverse import (
    newton_euler as newton_euler,
)
from .kinematics import (
    centre_of_mass as centre_of_mass,
)
from .kinematics import (
    forward_kinematics as forward_kinematics,
)
from .kinematics import (
    kinetic_energy as kinetic_energy,
)
from .kinematics import (
    momentum as momentum,
)
from .loops import (
    LoopClosure as LoopClosure,
)
from .loops import (
    LoopFunctions as LoopFunctions,
)
from .loops import (
    close_loops as close_loops,
)
from .loops import (
    closed_dynamics as closed_dynamics,
)
from .loops import (
    loop_functions as loop_functions,
)
