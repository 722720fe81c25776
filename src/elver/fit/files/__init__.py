"""Fit files: which model, which unknowns, which recordings, read from YAML into a Problem."""

from elver.fit.files.loading import load_fit, load_fit_text

__all__ = ["load_fit", "load_fit_text"]
