"""Forms of a model on the same recordings: the one that made them is chosen, and a number that means nothing is punished."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from fake_fits import FakeEvaluator, channel, recording
from scipy.optimize import curve_fit

from elver import InputError
from elver.analysis import FitReport, Noise, Problem, Unknown, compare_fits, fit_with_evaluator
from elver.quantities import Parameter

TIMES = np.linspace(0, 3, 30)
SIGMA = 0.05


def unknown(name: str, start: float) -> Unknown:
    return Unknown(Parameter(name, start, "1", low=-10.0, high=10.0), "parameter", "")


def falling(own, channel, theta):
    """a exp(-b t), from the amplitude of the recording."""
    return own.values["size"] * theta[0] * np.exp(-theta[1] * channel.times)


def straight(own, channel, theta):
    """a (1 - b t)."""
    return own.values["size"] * theta[0] * (1 - theta[1] * channel.times)


def wobbling(own, channel, theta):
    """One number more: a exp(-b t) + c sin 7 t."""
    return falling(own, channel, theta) + theta[2] * np.sin(7 * channel.times)


FORMS = {"falling": (falling, 2), "straight": (straight, 2), "wobbling": (wobbling, 3)}


def recordings(maker, theta, seed: int, noise: Noise | None = None):
    rng, made = np.random.default_rng(seed), []
    for k, size in enumerate((1.0, 1.5, 2.0, 2.5)):
        own = recording(f"r{k}", channel(np.zeros(len(TIMES)), SIGMA, TIMES), values={"size": size}, held_out=k == 3)
        values = maker(own, own.channels[0], np.array(theta)) + rng.normal(0, SIGMA, len(TIMES))
        made.append(replace(own, channels=(channel(values, SIGMA, TIMES, noise=noise),)))
    return tuple(made)


def fitted(made, form: str, leave_out: bool = True):
    model, count = FORMS[form]
    unknowns = tuple(unknown(f"x{k}", start) for k, start in enumerate((0.8, 0.3, 0.1)[:count]))
    problem = Problem(form, made, unknowns)
    return fit_with_evaluator(problem, FakeEvaluator(problem, model), report=FitReport(profiles=0, leave_out=leave_out))


def compared(maker, theta, seed: int, forms=tuple(FORMS), leave_out: bool = True):
    made = recordings(maker, theta, seed)
    return compare_fits({name: fitted(made, name, leave_out) for name in forms})


@pytest.mark.parametrize(("truth", "theta"), [("falling", (1.0, 0.5)), ("straight", (1.0, 0.2)), ("wobbling", (1.0, 0.5, 0.1))])
def test_the_form_that_made_the_recordings_is_chosen(truth, theta):
    """By BIC, AICc, on recordings left out in turn, and on one that was held out."""
    found = compared(FORMS[truth][0], theta, seed=3)
    for by in ("bic", "aicc", "left_out"):
        assert found.best(by).name == truth, by
    assert found.form(truth).held_out < 1.02 * found.best("held_out").held_out  # thirty numbers: a useless term may be lucky
    assert found.weights()[truth] > 0.6
    assert found.form(truth).left_out == pytest.approx(1.0, abs=0.15)  # errors are the noise's
    wrong = {"falling": "straight", "straight": "falling", "wobbling": "straight"}[truth]
    assert found.form(wrong).left_out > 1.2


def test_numbers_are_those_of_an_independent_calculation():
    """chi^2 by SciPy's least squares; the criteria by their formulas."""
    made = recordings(falling, (1.0, 0.5), 5)
    found = compare_fits({name: fitted(made, name) for name in ("falling", "wobbling")})
    sizes = np.repeat([1.0, 1.5, 2.0], len(TIMES))
    t, y = np.tile(TIMES, 3), np.concatenate([r.channels[0].values for r in made[:3]])
    for name, law in {
        "falling": lambda _, a, b: sizes * a * np.exp(-b * t),
        "wobbling": lambda _, a, b, c: sizes * a * np.exp(-b * t) + c * np.sin(7 * t),
    }.items():
        best, _ = curve_fit(law, t, y, (0.8, 0.3, 0.1)[: FORMS[name][1]])
        chi, n, k = float(((law(t, *best) - y) ** 2).sum()) / SIGMA**2, len(y), FORMS[name][1]
        deviance = chi + n * math.log(2 * math.pi * SIGMA**2)
        form = found.form(name)
        assert (form.numbers, form.fitted) == (k, n)
        assert form.chi_square == pytest.approx(chi, rel=1e-5)
        assert form.deviance == pytest.approx(deviance, rel=1e-6)
        assert form.bic == pytest.approx(deviance + k * math.log(n), rel=1e-6)
        assert form.aicc == pytest.approx(deviance + 2 * k + 2 * k * (k + 1) / (n - k - 1), rel=1e-6)


def test_a_number_that_means_nothing_is_punished():
    """-2 ln L falls by 1 on the average, chi^2 with one degree of freedom; BIC takes it in P(chi^2_1 > ln 90), 3.4 %."""
    gains, taken = [], 0
    for seed in range(40):
        found = compared(falling, (1.0, 0.5), 100 + seed, ("falling", "wobbling"), leave_out=False)
        plain, more = found.form("falling"), found.form("wobbling")
        gains.append(plain.deviance - more.deviance)
        taken += more.bic < plain.bic
        assert more.numbers - plain.numbers == 1
    assert min(gains) > -1e-6
    assert np.mean(gains) == pytest.approx(1.0, abs=3 * math.sqrt(2 / 40))
    assert taken <= 5
    assert "1 number more than falling" in found.sentences()[0]


def test_what_is_said_of_a_number_more():
    worth = compared(wobbling, (1.0, 0.5, 0.1), 3, ("falling", "wobbling")).sentences()
    assert len(worth) == 1
    assert worth[0].endswith(": worth it")
    useless = compared(falling, (1.0, 0.5), 3, ("falling", "wobbling")).sentences()
    assert "NOT worth it" in useless[0] or "do not tell" in useless[0]


def test_estimated_noise_counts_as_a_number():
    made = recordings(falling, (1.0, 0.5), 5, Noise(model_error=None))
    found = compare_fits({name: fitted(made, name) for name in ("falling", "straight")})
    assert [f.numbers for f in found.forms] == [3, 3]
    assert found.best().name == "falling"


def test_forms_that_cannot_be_compared_are_refused():
    made = recordings(falling, (1.0, 0.5), 5)
    one = fitted(made, "falling", leave_out=False)
    with pytest.raises(InputError, match="two fits or more"):
        compare_fits({"a": one})
    other = fitted(recordings(falling, (1.0, 0.5), 6), "falling", leave_out=False)
    with pytest.raises(InputError, match="has other numbers"):
        compare_fits({"a": one, "b": other})
    fewer = fitted(made[1:], "falling", leave_out=False)
    with pytest.raises(InputError, match="'r0' is not fitted by both"):
        compare_fits({"a": one, "b": fewer})
    held = fitted(recordings(falling, (1.0, 0.5), 5, Noise(huber=2.0)), "falling", leave_out=False)
    with pytest.raises(InputError, match="no likelihood"):
        compare_fits({"a": held, "b": held})
    with pytest.raises(InputError, match="leave_out"):
        compare_fits({"a": one, "b": fitted(made, "straight", leave_out=False)}).best("left_out")
