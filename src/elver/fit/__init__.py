"""Machines identified from recordings: unknown parameters with their intervals, and how well the machine predicts."""

from elver.fit.fitting import fit_model
from elver.fit.judging.predicting import predict
from elver.fit.problem import Camera, Channel, Noise, Prior, Problem, Quantity, Recording, Unknown
from elver.fit.result import Estimate, Fit, Score

__all__ = [
    "Camera", "Channel", "Estimate", "Fit", "Noise", "Prior", "Problem", "Quantity", "Recording", "Score", "Unknown", "fit_model",
    "predict",
]  # fmt: skip
