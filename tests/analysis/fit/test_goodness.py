"""Whether the model describes the data: right models are not called wrong, wrong ones are, and what would mend them is named."""

from __future__ import annotations

import numpy as np
import pytest
from fake_fits import FakeEvaluator, channel, recording

from elver.analysis import FitReport, fit_with_evaluator
from elver.analysis.fit.goodness import LEVEL, ljung_box, periodogram_peak
from elver.analysis.fit.problem import Noise, Problem, Unknown
from elver.analysis.fit.summary import goodness_sentences
from elver.quantities import Parameter

T = np.linspace(0, 6, 120)
SIGMA = 0.05
UNKNOWNS = (
    Unknown(Parameter("height", 1.0, low=0.1, high=10.0)),
    Unknown(Parameter("rate", 1.8, low=0.5, high=5.0)),
    Unknown(Parameter("pace", 0.5, low=-5.0, high=5.0)),
)
NOISES = {"given": Noise(), "estimated": Noise(model_error=None), "followed": Noise(model_error=None, ar1=None)}


def swim(own, channel, theta):
    """A marker that goes along x and waves along y."""
    return theta[2] * channel.times if channel.name == "tail.x" else theta[0] * np.sin(theta[1] * channel.times)


def fitted(seed=0, wrong="", noise=None, size=2.0, outliers=0, held_out=False):
    """A fit of two recordings of 240 numbers each, with something wrong in them."""
    rng, recordings = np.random.default_rng(seed), []
    for name in ("one", "two"):
        t = T - (0.4 if (wrong, name) == ("clock", "two") else 0.0)
        x, y = 0.7 * t, 1.5 * np.sin(2 * t)
        x, y = (part + SIGMA * rng.standard_normal(len(T)) for part in (x, y))
        if wrong == "swapped" or (wrong, name) == ("swapped in one", "two"):
            x, y = y, x
        elif wrong == "sign":
            y = -y
        elif wrong == "form":
            y = y + size * SIGMA * np.sin(4 * T)
        y[: 7 * outliers : 7] += 12 * SIGMA
        own = (channel(v, SIGMA, T, name=f"tail.{axis}", noise=noise) for axis, v in (("x", x), ("y", y)))
        recordings.append(recording(name, *own, held_out=held_out and name == "two"))
    problem = Problem("swim", tuple(recordings), UNKNOWNS)
    return fit_with_evaluator(problem, FakeEvaluator(problem, swim), report=FitReport(profiles=0, leave_out=False))


@pytest.mark.parametrize("noise", ["given", "estimated"])
def test_right_models_are_seldom_called_wrong(noise):
    """Of 40 fits at a level of 1 %: more than 3 have a probability of 1e-3."""
    words = [fitted(seed, noise=NOISES[noise]).verdict.word for seed in range(40)]
    assert LEVEL == 0.01
    assert sum(word != "described" for word in words) <= 3


@pytest.mark.parametrize("noise", list(NOISES))
@pytest.mark.parametrize(
    ("wrong", "mends"),
    [
        ("swapped", "x and y swapped in all recordings"),
        ("swapped in one", "x and y swapped in recording 'two'"),
        ("sign", "the other sign of y in all recordings"),
        ("clock", "its clock 0.403 s earlier in recording 'two'"),
    ],
)
def test_wrong_axes_signs_and_clocks_are_seen_and_named(wrong, mends, noise):
    found = fitted(1, wrong, NOISES[noise]).verdict
    assert found.word == "not described"
    assert len(found.remedies) == 1
    assert found.remedies[0].startswith(f"With {mends} chi^2 per degree of freedom would be ")
    assert float(found.remedies[0].split("would be ")[1].split()[0]) < 2


@pytest.mark.parametrize("noise", ["given", "estimated"])
def test_a_wrong_form_shows_in_the_structure_of_the_residuals(noise):
    """Twice the noise, along a wave that the model does not have: nothing mends it."""
    found = fitted(2, "form", NOISES[noise]).verdict
    assert found.word == "not described"
    assert not found.remedies
    assert "the residuals of one: tail.y are no noise" in "; ".join(found.reasons)
    assert any("chi^2 cannot judge" in note for note in found.notes) == (noise == "estimated")
    structured = {c.of for c in found.checks if c.kind == "structure" and c.failed}
    assert structured == {"one: tail.y", "two: tail.y"}
    assert any(c.kind == "chi-square" and c.p < 1e-20 and 450 < c.freedom < 480 for c in found.checks) == (noise == "given")


def test_a_wrong_form_that_was_taken_for_noise_is_told():
    """Nothing is left in the residuals to see it by; but what the noise has become is said, and of a right model it is not."""
    found = fitted(2, "form", NOISES["followed"])
    assert found.verdict.word == "described"
    (said,) = found.verdict.structured
    assert "in tail.y (" in said
    assert goodness_sentences(found)[0].startswith("The model describes these data only with structured error of 0.0")
    assert not any(fitted(seed, noise=NOISES["followed"]).verdict.structured for seed in range(10))


def test_a_few_outliers_are_told_from_a_wrong_model():
    found = fitted(3, outliers=3).verdict
    assert (found.word, found.outliers) == ("outliers", 6)
    assert fitted(3, outliers=17).verdict.word == "not described"  # 14 % of the channel's numbers are no few
    assert fitted(3, outliers=3, noise=Noise(huber=2.0)).verdict.word == "described"


def test_errors_given_a_little_too_small_are_told_and_trusted():
    rng = np.random.default_rng(4)
    made = recording("one", channel(0.7 * T + 1.15 * SIGMA * rng.standard_normal(len(T)), SIGMA, T, name="tail.x"))
    more = [
        recording(f"more {k}", channel(0.7 * T + 1.15 * SIGMA * rng.standard_normal(len(T)), SIGMA, T, name="tail.x"))
        for k in range(5)
    ]
    problem = Problem("swim", (made, *more), UNKNOWNS[2:])
    model = lambda own, channel, theta: theta[0] * channel.times  # noqa: E731
    found = fit_with_evaluator(problem, FakeEvaluator(problem, model), report=FitReport(profiles=0, leave_out=False)).verdict
    assert found.word == "described"
    assert "too small by a factor of 1.1" in " ".join(found.notes)


def test_exact_numbers_are_described():
    made = recording(
        "one", *(channel(swim(None, channel(T, 1, T, name=n), (1.5, 2.0, 0.7)), SIGMA, T, name=n) for n in ("tail.x", "tail.y"))
    )
    problem = Problem("swim", (made,), UNKNOWNS)
    found = fit_with_evaluator(problem, FakeEvaluator(problem, swim), report=FitReport(profiles=0, leave_out=False)).verdict
    assert found.word == "described"


def test_a_channel_that_stays_where_it_is_needs_no_skill():
    """The mean tells noise about zero a little better than a model that says zero: that is no reproach."""
    rng = np.random.default_rng(5)
    values = {"tail.x": 0.7 * T + SIGMA * rng.standard_normal(len(T)), "still": SIGMA * rng.standard_normal(len(T)) + 0.1 * SIGMA}
    made = recording("one", *(channel(v, SIGMA, T, name=n) for n, v in values.items()))
    problem = Problem("swim", (made,), UNKNOWNS[2:])
    model = lambda own, channel, theta: theta[0] * channel.times * (channel.name == "tail.x")  # noqa: E731
    found = fit_with_evaluator(problem, FakeEvaluator(problem, model), report=FitReport(profiles=0, leave_out=False)).verdict
    assert found.word == "described"


def test_a_held_out_recording_that_is_not_predicted():
    found = fitted(6, "swapped in one", held_out=True).verdict
    assert found.word == "not described"
    assert "'two', which was held out" in "; ".join(found.reasons)
    assert found.remedies[0].startswith("With x and y swapped chi^2 per degree of freedom would be 1")
    assert fitted(6, held_out=True).verdict.word == "described"


def test_too_few_numbers_are_not_judged():
    problem = Problem("swim", (recording("one", channel([1.0], 0.1, [1.0], name="tail.x")),), UNKNOWNS[2:])
    model = lambda own, channel, theta: theta[0] * channel.times  # noqa: E731
    fit = fit_with_evaluator(problem, FakeEvaluator(problem, model), report=FitReport(profiles=0, leave_out=False))
    assert fit.verdict.word == "cannot be judged"
    assert fit.verdict.good


def test_statistics_of_structure():
    rng = np.random.default_rng(7)
    white, chain = rng.standard_normal((200, 100)), np.zeros(100, dtype=int)
    total, first = ljung_box(white, chain)
    assert total.mean() == pytest.approx(10, abs=1)  # chi^2 with ten degrees of freedom
    assert first.mean() == pytest.approx(0, abs=0.03)
    low = [periodogram_peak(row)[0] < 0.05 for row in white]
    assert np.mean(low) < 0.1
    p, length = periodogram_peak(white[0] + 1.5 * np.sin(2 * np.pi * np.arange(100) / 20))
    assert p < 1e-6
    assert length == pytest.approx(20)
