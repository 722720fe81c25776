"""The tables of a fit."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from made_fit import made_fit

from elver.analysis import ChannelNoise
from elver.viz.reports import fit_tables

FIT = made_fit()


@pytest.mark.parametrize(
    ("value", "scale", "text"),
    [
        (0.37, 0.021, "0.370"),
        (161.34, 4.9, "161.3"),
        (123456.0, 1000.0, "1.235e+05"),
        (1.234e-9, 1e-11, "1.234e-09"),
        (-2.0, 0.0, "-2"),
        (math.nan, 1.0, "-"),
        (None, 1.0, "-"),
        (1234.0, 500.0, "1234"),
        (0.2, 1716.0, "0.200"),
    ],
)
def test_numbers_have_as_many_digits_as_their_error_allows(value, scale, text):
    assert fit_tables.rounded(value, scale) == text


def test_estimates_stand_beside_priors():
    own = fit_tables.estimates_table(FIT)
    first = dict(zip(own.headers, own.rows[0], strict=True))
    assert first["estimate"] == "0.370"
    assert first["95 % (profile)"] == "0.331 to 0.418"
    assert first["prior"] == "0.3, factor 1.65"
    assert len(fit_tables.estimates_table(FIT, nuisances=False).rows) == 2
    assert "" not in own.headers  # a column without anything in it is left out


def test_errors_stand_beside_laws_and_rivals():
    own = fit_tables.errors_table(FIT)
    assert own.headers == ("channel", "model", "constant", "proportional", "line", "MuJoCo, fitted")
    assert own.rows[0] == ("speed along the head [mm/s]", "4", "41", "16.5", "7.2", "20")
    assert own.rows[1][2:] == ("-",) * 4


def test_left_out_recordings_say_how_far_the_estimates_move():
    means, scores, estimates, skipped = fit_tables.left_out_tables(FIT)
    assert means.rows[0] == ("speed along the head [mm/s]", "4", "41", "16.5", "7.2", "20")
    assert scores.rows[0][:2] == ("usual", "speed along the head")
    assert estimates.rows[0] == ("usual", "0.390 (+1.0)", "0.0207 (-0.5)")
    assert skipped.rows == (("fast", "it diverged"),)


def test_other_tables_say_what_they_should():
    assert fit_tables.correlations_table(FIT).rows == (("water.friction", "tail.stiffness", "-0.930"),)
    assert fit_tables.dropped_table(FIT.problem).rows[0][0] == "markers"
    assert fit_tables.starts_table(FIT).rows[1][1:4] == ("stalled", "200", "80")
    assert fit_tables.design_table(FIT).rows[0] == ("at 1.6 Hz", "0.52", "0.7")
    assert "0.56" in fit_tables.recordings_table(FIT).rows[0]
    assert fit_tables.noise_table(FIT).headers == ("channel", "ar1", "model error", "held down")
    quiet = dict.fromkeys(FIT.noise, ChannelNoise())
    assert fit_tables.noise_table(replace(FIT, noise=quiet)).rows == ()
    assert (fit_tables.short(3e-15), fit_tables.short(3e-9)) == ("0", "3e-09")


def test_markdown_is_a_table():
    own = fit_tables.Table("t", ("a|b", "n"), (("x", "1"),), (1,))
    assert fit_tables.markdown(own) == "| a\\|b | n |\n| --- | ---: |\n| x | 1 |"
