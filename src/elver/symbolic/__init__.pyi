from .functions import adjoint_function as adjoint_function
from .functions import directional_function as directional_function
