"""Derivatives of whole runs: forward sensitivities, gradients by a reverse sweep, derivatives of the rates."""

from elver.derivatives.forward import ImpactWarning, Sensitivities, sensitivities
from elver.derivatives.linear import LinearSystem, linearise
from elver.derivatives.objectives import Objective
from elver.derivatives.rates import adjoint_derivative, directional_derivative
from elver.derivatives.reverse import Gradient, gradient

__all__ = [
    "Gradient", "ImpactWarning", "LinearSystem", "Objective", "Sensitivities", "adjoint_derivative", "directional_derivative",
    "gradient", "linearise", "sensitivities",
]  # fmt: skip
