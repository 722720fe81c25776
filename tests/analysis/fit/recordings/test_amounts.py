"""Measured numbers as text: units, errors, shares."""

from __future__ import annotations

import numpy as np
import pytest

from elver.analysis.fit.recordings.cleaning import Ruler, read_error, read_measured
from elver.scenarios.yaml.nodes import DocumentError, parse_document


def measured(text: str, unit: str = "mm/s", scale: float = 1.0):
    return read_measured(parse_document(f"n: {text}", "f").need("n", ""), Ruler(unit, scale))


@pytest.mark.parametrize(
    ("text", "values", "errors"),
    [
        ("80.9 +- 2.7", [80.9], [2.7]),
        ("0.5 m/s +- 3 %", [500.0], [15.0]),
        ("-0.5 m/s +- 10 %", [-500.0], [50.0]),
        ("80 \u00b1 2 cm/s", [80.0], [20.0]),
        ("7", [7.0], [np.nan]),
        ("[1 +- 0.1, 2 +/- 0.2]", [1.0, 2.0], [0.1, 0.2]),
        ("{value: [1, 2], sigma: 50 %}", [1.0, 2.0], [0.5, 1.0]),
        ("{value: 1 +- 3, sigma: 2}", [1.0], [2.0]),
    ],
)
def test_numbers(text, values, errors):
    found = measured(text)
    np.testing.assert_allclose(found[0], values)
    np.testing.assert_allclose(found[1], errors)


def test_pixels():
    found = measured("5 px +- 1 px", "px", 0.002)
    assert (found[0][0], found[1][0]) == (5.0, 1.0)
    assert measured("10 mm +- 1", "px", 0.002)[0][0] == pytest.approx(5.0)
    assert measured("5 px/s +- 2 px/s", "mm/s", 0.002)[1][0] == pytest.approx(4.0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("80 mm", "given in m, but mm/s is expected"),
        ("80 px", "given in px, but mm/s is expected"),
        ("80 +- 0", "must be greater than 0"),
        ("1 +- 2 +- 3", "VALUE +- ERROR"),
        ("fast", "unknown name 'fast'"),
        ("{value: 1, error: 2}", "unknown key of a measured number: 'error'"),
    ],
)
def test_what_is_no_measured_number(text, said):
    with pytest.raises(DocumentError) as error:
        measured(text)
    assert said in str(error.value)


def test_an_error_is_absolute_or_a_share():
    node = parse_document("n: 2 cm", "f").need("n", "")
    np.testing.assert_allclose(read_error(node, Ruler("mm")).of(np.array([1.0, 5.0])), [20.0, 20.0])
