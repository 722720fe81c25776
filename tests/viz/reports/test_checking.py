"""What would be fitted."""

from __future__ import annotations

import pytest
from made_fit import made_evaluation, made_problem

from elver.viz.reports.fit_tables import check_summary, check_tables, misfit

PROBLEM = made_problem()
EVALUATION = made_evaluation(PROBLEM)


def test_tables_say_what_is_measured_and_how_far_the_model_is():
    unknowns, channels, dropped, failed = check_tables(PROBLEM, EVALUATION)
    assert unknowns.title == "3 unknowns"
    assert unknowns.rows[0][:2] == ("water.friction", "0.3")
    assert channels.title == "116 numbers to fit in 3 recordings, 2 held out; errors where the search begins"
    assert channels.rows[0][0] == "slow (held out)"
    assert channels.rows[0][-2:] == ("4", "1.78")
    assert len(dropped.rows) == 1
    assert not failed.rows


def test_chi_squared_is_that_of_the_sigmas():
    assert misfit(EVALUATION.blocks[0]) == pytest.approx((4 / 3) ** 2)


def test_scripts_get_the_same():
    said = check_summary(PROBLEM, EVALUATION)
    assert said["channels"][0]["chi2_per_number"] == pytest.approx((4 / 3) ** 2)
    assert said["held_out"] == ["slow", "quick"]
    assert said["numbers"] == 116
    assert said["unknowns"]["tail.stiffness"]["prior"]["kind"] == "normal"
