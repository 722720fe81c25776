"""Predictions elsewhere: the numbers of an evaluation there, with the spread of the estimates, the model and the measurement."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from small_fits import problem

from elver._support.errors import InputError
from elver.analysis import ChannelNoise, Shooting
from elver.analysis.fit.evaluation import Evaluator
from elver.analysis.fit.prediction import predict
from elver.analysis.fit.problem import Evaluation, Fit, Problem, Unknown
from elver.quantities import Parameter


@cache
def found() -> Fit:
    """A fit of the small eel's orbit by hand: friction and the clock of the recording are unknown, the amplitude is its own."""
    steady = replace(problem().recording("steady"), values={"gait.amplitude": 0.06, "gait.period": 2.0})
    unknowns = (Unknown(Parameter("water.friction", 0.02)), Unknown(Parameter("offset", 0.3), role="clock", recording="steady"))
    own = Problem("eel", (steady,), unknowns, dt=0.01, method="rk4", shooting=Shooting(steps=128), law_by="gait.amplitude")
    noise = {f"steady: {c.name}": ChannelNoise(model_error=0.003) for c in steady.channels}
    nothing = Evaluation(own.start, (), {}, {})
    covariance = np.array([[1e-6, 0.0], [0.0, 1e-4]])
    return Fit(own, "converged", "", own.start, 0.0, covariance, np.eye(2), (), nothing, (), noise)


def test_predictions_are_evaluations_elsewhere():
    fit = found()
    here, there = predict(fit, [{"gait.amplitude": 0.06}, {"gait.amplitude": 0.08}], threads=1)[::5]
    told = Evaluator(fit.problem, 1)(fit.theta).blocks
    assert [p.channel for p in predict(fit, [{"gait.amplitude": 0.06}], threads=1)] == ["speed", "sway", "wave", "wave", "size"]
    assert here.value == pytest.approx(float(told[0].predicted[0]), rel=1e-9)
    assert there.value == pytest.approx(here.value * 4 / 3, rel=1e-3)  # swimming speed is proportional here
    assert dict(there.values) == {"gait.amplitude": 0.08}


def test_intervals_hold_estimates_model_error_and_measurement():
    fit = found()
    (own,) = [p for p in predict(fit, [{}], threads=1) if p.channel == "speed"]
    slope = float(Evaluator(fit.problem, 1)(fit.theta).blocks[0].slopes[0, 0])
    assert own.sigma == pytest.approx(abs(slope) * 1e-3, rel=1e-6)
    assert own.high - own.value == pytest.approx(1.6448536 * math.hypot(own.sigma, 0.003))
    assert own.measured_high - own.value == pytest.approx(1.6448536 * math.sqrt(own.sigma**2 + 0.003**2 + 1.0))
    assert own.value - own.low == pytest.approx(own.high - own.value)


def test_an_orbit_that_is_lost_is_sought_again_from_a_longer_transient(monkeypatch):
    fit, asked = found(), []

    class Forgetful(Evaluator):
        def __call__(self, theta, slopes=True, recordings=None):
            asked.append(self.problem.shooting.transient)
            if asked[-1] == 2.0:
                return Evaluation(theta, (), {"prediction 1": "stalled"}, {})
            return super().__call__(theta, slopes, recordings)

    monkeypatch.setattr("elver.analysis.fit.prediction.Evaluator", Forgetful)
    own = predict(fit, [{}], threads=1)[0]
    assert asked == [2.0, 15.0]
    assert own.value == pytest.approx(-0.0387, abs=1e-4)
    assert not own.failed


def test_what_cannot_be_predicted_is_named():
    fit = found()
    with pytest.raises(InputError, match="between 0 and 1"):
        predict(fit, [{}], level=95)
    paths = replace(
        fit.problem, recordings=(replace(fit.problem.recordings[0], channels=fit.problem.recordings[0].channels[4:]),)
    )
    with pytest.raises(InputError, match="nothing to predict"):
        predict(replace(fit, problem=paths), [{}])
