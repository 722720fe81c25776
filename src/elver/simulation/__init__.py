"""Integrators, run loop, ledger and results."""

from elver.simulation.batch import simulate_batch
from elver.simulation.contact_run import ContactSettings
from elver.simulation.integrate import StiffnessWarning
from elver.simulation.program import Program, compile_model
from elver.simulation.results import Run, load_run
from elver.simulation.run import simulate
from elver.simulation.sensitivities import Sensitivities, sensitivities

__all__ = [
    "ContactSettings", "Program", "Run", "Sensitivities", "StiffnessWarning", "compile_model", "load_run", "sensitivities",
    "simulate", "simulate_batch",
]  # fmt: skip
