"""Solvers of one step's contact problem, and the residual that judges them. Kernels: import the modules where a run starts."""
