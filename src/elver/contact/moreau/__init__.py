"""Moreau's time stepping: rows of the contact problem, velocities, the step, and what it records. Kernels: import when needed."""
