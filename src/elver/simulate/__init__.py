"""Integrators, run loop, ledger and results."""

from elver.simulate.program import Program, compile_model
from elver.simulate.results import Run, load_run
from elver.simulate.simulate import simulate

__all__ = ["Program", "Run", "compile_model", "load_run", "simulate"]
