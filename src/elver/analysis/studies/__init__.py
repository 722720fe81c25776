"""Studies: many runs that answer one question. Sweeps, optimisation, Pareto fronts."""
