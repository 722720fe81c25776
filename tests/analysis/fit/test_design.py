"""Further recordings ranked: sigma after one more equals that of the fit with it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fake_fits import FakeEvaluator, channel, line, recording

from elver._support.errors import InputError
from elver.analysis import FitReport, fit_with_evaluator
from elver.analysis.fit.problem import Noise, Prior, Problem, Unknown
from elver.quantities import Parameter

LINE = (Unknown(Parameter("level", 0.0)), Unknown(Parameter("slope", 0.0)))
X = np.linspace(0, 1, 10)
FITTED = recording("a", channel(1.0 + 2.0 * X, 0.2, X))


def fit_of(recordings, candidates=(), model=line, unknowns=LINE):
    problem = Problem("line", tuple(recordings), unknowns)
    evaluate = FakeEvaluator(problem, model, more=candidates)
    return fit_with_evaluator(problem, evaluate, report=FitReport(profiles=0, leave_out=False, candidates=candidates))


def test_sigmas_are_those_of_the_fit_with_it():
    near = recording("near", channel(np.full(5, np.nan), 0.2, np.full(5, 0.5)))
    far = recording("far", channel(np.full(5, np.nan), 0.2, np.full(5, 4.0)))
    fit = fit_of([FITTED], (near, far))
    assert [row.recording for row in fit.design] == ["far", "near"]
    with_it = fit_of([FITTED, recording("far", channel(1.0 + 2.0 * far.channels[0].times, 0.2, np.full(5, 4.0)))])
    best = fit.design[0]
    for name in ("level", "slope"):
        assert best.shrink[name] == pytest.approx(with_it.estimate(name).sigma / fit.estimate(name).sigma, rel=1e-6)
    ratio = np.linalg.det(with_it.covariance) / np.linalg.det(fit.covariance)
    assert best.volume == pytest.approx(np.sqrt(ratio), rel=1e-6)
    assert best.best_for == "slope"
    assert fit.design[1].shrink["slope"] == pytest.approx(1.0, rel=1e-6)


def test_a_candidate_pays_for_its_own_unknowns():
    """One number with a level of its own tells nothing about the slope."""
    unknowns = (*LINE, Unknown(Parameter("own", 0.0), role="state", recording="new"))

    def model(own, channel, theta):
        return line(own, channel, theta) + (theta[2] if own.name == "new" else 0.0)

    new = recording("new", channel([0.0], 0.2, [9.0]))
    fit = fit_of([FITTED], (new,), model, unknowns)
    assert fit.design[0].volume == pytest.approx(1.0, rel=1e-6)


def test_noise_that_nobody_estimated():
    stranger = recording("b", channel([0.0], 0.2, [9.0], name="other", noise=Noise(model_error=None)))
    with pytest.raises(InputError, match="no fitted channel has that name"):
        fit_of([FITTED], (stranger,))


def test_a_candidate_pays_for_the_unknowns_of_what_it_copies():
    """A copy of a recording whose level nobody knows has a level of its own that nobody knows."""
    unknowns = (*LINE, Unknown(Parameter("own", 0.0), role="state", recording="shifted"))
    shifted = recording("shifted", channel(2.0 * X + 3.0, 0.2, X))

    def model(own, channel, theta):
        shift = {"shifted": 2, "copy": 3}.get(own.name)
        return line(own, channel, theta) + (0.0 if shift is None else theta[shift])

    copy = recording("copy", channel([0.0], 0.2, [9.0]), like="shifted")
    assert fit_of([FITTED, shifted], (copy,), model, unknowns).design[0].volume == pytest.approx(1.0, rel=1e-6)


def rows_of(fit):
    return [(row.recording, row.volume) for row in fit.design]


def test_an_unknown_that_nothing_depends_on_changes_no_ranking():
    made = tuple(recording(f"at {x:g}", channel(np.zeros(3), 0.2, np.full(3, x)), like="a") for x in (0.3, 4.0, 2.0))
    plain = rows_of(fit_of([FITTED], made))
    assert [name for name, _ in plain] == ["at 4", "at 2", "at 0.3"]
    idle = (*LINE, Unknown(Parameter("idle", 5.0, prior=Prior("normal", 5.0, 2.0))))
    with_it = rows_of(fit_of([FITTED], made, unknowns=idle))
    assert [name for name, _ in with_it] == [name for name, _ in plain]
    assert [v for _, v in with_it] == pytest.approx([v for _, v in plain], rel=1e-9)
    lengths = tuple(Unknown(replace(u.parameter, default=0.0, prior=Prior("normal", 0.0, 1e3))) for u in LINE)
    assert [name for name, _ in rows_of(fit_of([FITTED], made, unknowns=lengths))] == [name for name, _ in plain]


def test_values_that_make_no_difference_are_said_to_make_none():
    """A recording that does not depend on what is varied is one row, not a ranking by rounding."""
    idle = tuple(recording(f"{x:g} Hz", channel(np.zeros(3), 0.2, np.full(3, 0.5)), like="still") for x in (0.3, 1.0, 2.0))
    moving = tuple(recording(f"{x:g} Hz, moving", channel(np.zeros(3), 0.2, np.full(3, x)), like="a") for x in (0.3, 2.0))
    still = recording("still", channel(1.0 + 2.0 * X, 0.2, X))
    found = fit_of([FITTED, still], (*idle, *moving)).design
    assert [row.recording for row in found] == ["2 Hz, moving", "0.3 Hz, moving", "still again, whatever the values"]
    assert [row.like for row in found] == ["a", "a", "still"]
