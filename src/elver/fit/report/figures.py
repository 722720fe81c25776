"""All pictures of a fit, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

from elver.errors import unknown_name
from elver.fit.judging.predicting import Prediction
from elver.fit.report.courses import course_pictures, steady_pictures
from elver.fit.report.uncertainty import correlations, estimates, profiles, search, z_scores
from elver.fit.result import Fit
from elver.show.drawn import draw_each
from elver.show.plots import FORMATS


def pictures_of(fit: Fit, predictions: Sequence[Prediction] = ()) -> dict[str, Callable]:
    """The pictures that a fit has, and what draws each."""
    found: dict[str, Callable] = {
        **steady_pictures(fit, predictions),
        **course_pictures(fit),
        "estimates": partial(estimates, fit),
    }
    if fit.profiles:
        found["profiles"] = partial(profiles, fit)
    if len(fit.problem.unknowns) > 1:
        found["correlations"] = partial(correlations, fit)
    if fit.scores:
        found["z_scores"] = partial(z_scores, fit)
    if fit.history:
        found["search"] = partial(search, fit)
    return found


def fit_figures(fit: Fit, folder=None, formats: Iterable[str] = ("png", "svg"), predictions: Sequence[Prediction] = ()) -> dict:
    """Draw a fit. Returns the figures by name; with a ``folder`` they are also written there in every format.

    predictions: drawn as a curve where they go along the parameter of the trivial laws.
    """
    for extension in formats:
        if extension not in FORMATS:
            raise unknown_name("picture format", extension, FORMATS)
    return draw_each(pictures_of(fit, predictions), None if folder is None else Path(folder), tuple(formats), False)
