"""CSV files of recordings in both forms, and what is wrong with others."""

from __future__ import annotations

import numpy as np
import pytest

from elver._support.errors import InputError
from elver.analysis.fit.recordings.tables import read_csv


def sheet(tmp_path, text: str, **options):
    path = tmp_path / "r.csv"
    path.write_text(text)
    return read_csv(path, **options)


def test_wide_form_with_units_gaps_and_errors(tmp_path):
    found = sheet(tmp_path, "# unit: mm\n# made by hand\ntime,a [deg],b,b.sigma\n0,1,2,0.1\n0.5,,3,0.2\n1,nan,4,\n").series
    assert list(found) == ["a", "b"]
    assert (found["a"].unit, found["b"].unit) == ("deg", "mm")
    np.testing.assert_array_equal(found["b"].values, [2, 3, 4])
    np.testing.assert_array_equal(found["a"].good, [True, False, False])
    np.testing.assert_array_equal(found["b"].sigma, [0.1, 0.2, np.nan])


def test_long_form_in_any_order(tmp_path):
    text = "# sigma b: 0.5\ntime [ms],channel,value,sigma,unit\n500,a,2,0.1,mm\n0,a,1,0.1,mm\n0,b,7,,deg\n"
    found = sheet(tmp_path, text).series
    np.testing.assert_array_equal(found["a"].times, [0.0, 0.5])
    np.testing.assert_array_equal(found["a"].values, [1.0, 2.0])
    assert found["b"].sigma[0] == 0.5
    assert found["b"].unit == "deg"


def test_frames_have_times_by_the_rate(tmp_path):
    by_number = sheet(tmp_path, "# rate: 50 Hz\nframe;a\n10;1\n11;2\n").series["a"]
    np.testing.assert_allclose(by_number.times, [0.2, 0.22])
    by_row = sheet(tmp_path, "1.5,2.5\n3.5,4.5\n", rate=4.0, names=("a", "b")).series["b"]
    np.testing.assert_allclose(by_row.times, [0.0, 0.25])
    np.testing.assert_allclose(by_row.values, [2.5, 4.5])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "holds no numbers"),
        ("time,a\n", "holds no numbers"),
        ("1,2\n3,4\n", "Name its columns"),
        ("frame,a\n0,1\n", "Give the frame rate"),
        ("a\n1\n", "Give the frame rate"),
        ("time,a\n0,1\n0,2\n", "do not increase"),
        ("time,a\n0,x\n", "line 2: a = x is no number"),
        ("time,a\n0\n", "line 2 has 1 entries for 2 columns"),
        ("time,a,a\n0,1,2\n", "'a' twice"),
        ("time,frame,a\n0,1,2\n", "Leave one out"),
        ("time [mm],a\n0,1\n", "Give them in s"),
        ("time,a.sigma\n0,1\n", "is no column"),
        ("time,channel,value,colour\n0,a,1,red\n", "'colour' has no meaning"),
        ("channel,value\na,1\n", "no column 'time'"),
        ("time,channel,value,unit\n0,a,1,mm\n1,a,1,m\n", "Give one unit"),
        ("time,channel,value\n0,a,1\n0,a,2\n", "do not increase"),
        ("# rate: 5 mm\nframe,a\n0,1\n", "line 1: rate = 5 mm"),
        ("time,a\n,1\n", "without a time"),
    ],
)
def test_a_damaged_file_is_named(tmp_path, text, said):
    with pytest.raises(InputError, match=r"r\.csv") as error:
        sheet(tmp_path, text)
    assert said in str(error.value)


def test_bytes_that_are_no_text_are_refused(tmp_path):
    (tmp_path / "r.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="not text in UTF-8"):
        read_csv(tmp_path / "r.csv")
