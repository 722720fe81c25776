from .batches.machines import simulate_batch as simulate_batch
from .derivatives.forward import ImpactWarning as ImpactWarning
from .derivatives.forward import Sensitivities as Sensitivities
from .derivatives.forward import sensitivities as sensitivities
from .derivatives.linear import (
    LinearSystem as LinearSystem,
)
from .derivatives.linear import (
    adjoint_derivative as adjoint_derivative,
)
from .derivatives.linear import (
    directional_derivative as directional_derivative,
)
from .derivatives.linear import (
    linearise as linearise,
)
from .derivatives.objectives import Objective as Objective
from .derivatives.reverse import Gradient as Gradient
from .derivatives.reverse import gradient as gradient
from .discrete import discrete_function as discrete_function
from .options import Compute as Compute
from .options import Control as Control
from .options import Save as Save
from .options import Solver as Solver
from .single import simulate as simulate
from .steppers.stepper import stepper as stepper
from .stiffness import StiffnessWarning as StiffnessWarning
