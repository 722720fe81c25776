"""Integrators, run loop, ledger and results."""

from elver.simulation.batch import simulate_batch
from elver.simulation.contact_run import ContactSettings
from elver.simulation.integrate import StiffnessWarning
from elver.simulation.program import Program, compile_model
from elver.simulation.results import Run, load_run
from elver.simulation.run import simulate

__all__ = ["ContactSettings", "Program", "Run", "StiffnessWarning", "compile_model", "load_run", "simulate", "simulate_batch"]
