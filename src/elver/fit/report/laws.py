"""Trivial laws for pictures: a channel as a constant, proportional to a parameter, or on a line, from the fitted recordings."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from elver.fit.result import Fit

Law = Callable[[np.ndarray], np.ndarray]


def laws_of(fit: Fit, channel: str) -> dict[str, Law]:
    """The laws by name, by least squares; none where nothing with the parameter was fitted, no line through one place."""
    by = fit.problem.law_by
    pairs = [
        (float(recording.values[by]), float(np.mean(own.values)))
        for recording in fit.problem.fitted
        for own in recording.channels
        if own.name == channel and by in recording.values and own.kind != "harmonic"
    ]
    if not pairs:
        return {}
    at, told = np.array(pairs).T
    mean, size = float(told.mean()), float(at @ at)
    slope = float(at @ told) / size if size else 0.0
    found: dict[str, Law] = {"constant": lambda v: np.full(np.shape(v), mean), "proportional": lambda v: slope * v}
    if np.ptp(at):
        rise, foot = np.polyfit(at, told, 1)
        found["line"] = lambda v: rise * v + foot
    return found
