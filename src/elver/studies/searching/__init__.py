"""Searches: goals, optimisation, Pareto fronts, and what they remember."""
