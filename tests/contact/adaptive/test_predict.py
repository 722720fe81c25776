"""The rule of a step: mean rates of whatever changes evenly are exact, and stiff vibrations die away."""

import numpy as np
import pytest
from tolerances import ROUNDING, assert_close

from elver.contact.single.adaptive import BEFORE, DAMPED, looking_back


@pytest.mark.parametrize("ratio", [0.2, 1.0, 2.0])
def test_rates_that_change_evenly_have_their_exact_mean(ratio):
    """Whatever the lengths of both steps: 3 + 5 t over (0, h), whose change was seen over the last step; order 2."""
    h, last = 0.1, 0.1 / ratio
    start, end, before = 3.0, 3.0 + 5.0 * h, 3.0 - 5.0 * last
    mean = (1.0 - BEFORE) * end + looking_back(start, (start - before) / last, h, BEFORE)
    assert_close(mean, 0.5 * (start + end), ROUNDING, 1.0)


@pytest.mark.parametrize("ratio", [0.2, 1.0, 2.0])
def test_the_stiffest_vibrations_die_away(ratio):
    """There the mean rate is 0: (1/2 + d) z^2 + (1/2 - d - d r) z + d r = 0. The trapezoidal rule (d = 0) has z = -1."""
    d = DAMPED * ratio
    left = np.abs(np.roots([1.0 - BEFORE, BEFORE - d, d])).max()
    assert left <= 0.75
    if ratio == 1.0:
        assert_close(left, 1 / 3, 1e-6)
