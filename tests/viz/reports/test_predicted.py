"""Predictions as a table: the first column the parameter, then each channel with its intervals."""

from __future__ import annotations

from elver.analysis.fit.prediction import Prediction
from elver.viz.reports.fit_tables import markdown, number_texts, plain_predictions, predictions_table

MADE = [
    Prediction({"gait.beat": beat}, "usual", channel, unit, value=value, sigma=3.0, model_error=4.0, measurement=2.0)
    for beat in (0.378, 0.94)
    for channel, unit, value in (("speed", "mm/s", 100 * beat), ("yaw", "1", 8.0))
]


def test_one_row_for_every_set_of_values():
    own = predictions_table(MADE)
    assert own.headers == ("gait.beat", "speed [mm/s]", "90%", "90%, measured", "yaw", "90%", "90%, measured")
    assert own.rows[1][:4] == ("0.940", "94.0", "85.8 to 102.2", "85.1 to 102.9")
    assert markdown(own).splitlines()[2].startswith("| 0.378 | 37.8 | 29.6 to 46.0 |")


def test_a_failure_leaves_the_row():
    failed = Prediction({"gait.beat": 9.0}, "usual", "speed", "mm/s", failed="no orbit")
    assert predictions_table([*MADE, failed]).rows[-1] == ("9.000", "failed", "-", "-", "-", "-", "-")
    assert plain_predictions([failed])[0]["failed"] == "no orbit"


def test_plain_predictions_have_both_intervals():
    own = plain_predictions(MADE)[0]
    assert own["low"] < own["value"] < own["high"] < own["measured_high"]
    assert own["values"] == {"gait.beat": 0.378}


def test_values_keep_their_digits():
    assert number_texts([1.0, 2.0]) == ["1", "2"]
    assert number_texts([0.5, None, 0.25]) == ["0.50", "-", "0.25"]
    assert number_texts([1 / 3, 1e-7]) == ["0.3333", "1e-07"]
