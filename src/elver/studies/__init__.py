"""Studies: many runs that answer one question. Sweeps, optimisation, Pareto fronts."""

from elver.studies.sweep import load_sweep, sweep

__all__ = ["load_sweep", "sweep"]
