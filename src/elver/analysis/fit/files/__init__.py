"""Fit files: which model, which unknowns, which recordings, read from YAML into a Problem."""
