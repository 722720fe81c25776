"""Studies: many runs that answer one question. Sweeps, optimisation, Pareto fronts."""

from elver.studies.searching.fronts import Front, pareto
from elver.studies.searching.optimisation import Optimum, optimise
from elver.studies.searching.search import load_history
from elver.studies.sweeping.cluster import ClusterError
from elver.studies.sweeping.sweeps import load_sweep, sweep

__all__ = ["ClusterError", "Front", "Optimum", "load_history", "load_sweep", "optimise", "pareto", "sweep"]
