"""Integrators, run loop, ledger and results; derivatives of runs."""

from elver.simulation.batch import simulate_batch
from elver.simulation.contact_run import ContactSettings
from elver.simulation.gradient import Gradient, gradient
from elver.simulation.integrate import StiffnessWarning
from elver.simulation.objectives import Objective
from elver.simulation.program import Program, compile_model
from elver.simulation.rate_derivatives import adjoint_derivative, directional_derivative
from elver.simulation.results import Run, load_run
from elver.simulation.run import simulate
from elver.simulation.sensitivities import Sensitivities, sensitivities

__all__ = [
    "ContactSettings", "Gradient", "Objective", "Program", "Run", "Sensitivities", "StiffnessWarning", "adjoint_derivative",
    "compile_model", "directional_derivative", "gradient", "load_run", "sensitivities", "simulate", "simulate_batch",
]  # fmt: skip
