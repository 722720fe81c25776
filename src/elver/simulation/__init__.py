"""Integrators, run loop, ledger and results."""

from elver.simulation.integrate import StiffnessWarning
from elver.simulation.program import Program, compile_model
from elver.simulation.results import Run, load_run
from elver.simulation.run import simulate

__all__ = ["Program", "Run", "StiffnessWarning", "compile_model", "load_run", "simulate"]
