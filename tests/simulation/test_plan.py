"""What can be asked of a run."""

import numpy as np
import pytest

from elver._support.errors import InputError
from elver.simulation.plan import METHODS, contact_plan, make_plan, sample_period, sample_times


def test_whole_steps_and_samples():
    plan = make_plan(2.0, 1e-3)
    assert (plan.steps, plan.every) == (2000, 10)
    assert plan.output == pytest.approx(0.01)


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"duration": 0.0}, "duration = 0.0 is not allowed"),
        ({"duration": "long"}, "duration = 'long' is not allowed"),
        ({"duration": 1.0, "dt": 0.3}, "not a whole number of steps of 0.3 s. Nearest: duration 0.9 s or dt"),
        ({"duration": 1.0, "dt": 2.0}, "longer than the duration"),
        ({"duration": 1.0, "output": 0.0015}, "not a multiple of the step 0.001 s. Nearest: 0.002 s"),
        ({"duration": 1.0, "method": "rk5"}, "method"),
        ({"duration": 1.0, "rtol": 1e-15}, "below what rounding allows"),
        ({"duration": 1e9, "dt": 1e-9}, "makes 1e[+]18 steps"),
    ],
)
def test_refusals_say_what_is_allowed(request_, message):
    with pytest.raises(InputError, match=message):
        make_plan(**request_)


@pytest.mark.parametrize("method", ["rk4", "dopri5"])
def test_samples_follow_a_fast_gait(method):
    plan = sample_period(make_plan(1.0, 1e-4, method), 0.2)
    assert plan.output == pytest.approx(0.002)
    assert sample_period(plan, 0.0) == plan


@pytest.mark.parametrize("method", ["rk4", "rodas"])
def test_the_last_sample_is_the_end(method):
    times = sample_times(make_plan(0.095, 5e-3, method, output=0.01))
    assert times == pytest.approx(np.append(np.arange(10) * 0.01, 0.095))


def test_contact_takes_its_own_scheme():
    assert contact_plan(make_plan(1.0)).method == "moreau"
    for method in METHODS:
        if method not in ("auto", "moreau"):
            with pytest.raises(InputError, match="knows no impacts"):
                contact_plan(make_plan(1.0, method=method))
