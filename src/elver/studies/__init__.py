"""Studies: many runs that answer one question. Sweeps, optimisation, Pareto fronts."""

from elver.studies.cluster import ClusterError
from elver.studies.fronts import Front, pareto
from elver.studies.optimisation import Optimum, optimise
from elver.studies.search import load_history
from elver.studies.sweeps import load_sweep, sweep

__all__ = ["ClusterError", "Front", "Optimum", "load_history", "load_sweep", "optimise", "pareto", "sweep"]
