"""A table of steady numbers, a row per recording."""

from __future__ import annotations

import numpy as np
import pytest
from fit_files import folder

from elver.analysis import load_fit
from elver.scenarios.yaml.nodes import DocumentError

FIT = """elver: 1
fit: rows
model: arm.yaml
unknowns: [stiffness]
channels:
  torque: {of: joint_torque.hinge, kind: mean, window: [0 s, 0.2 s], unit: mN m, sigma: 5 %}
  turn: {heading: arm, kind: mean, window: [0, 0.4], unit: deg, sigma: 1}
table: {file: rows.csv, set: {damping: 0}}
law_by: swing
"""
ROWS = """# measured by nobody
recording,swing [deg],torque,torque.sigma,turn [rad],held_out
wide,40,-20,2,0.3,
narrow,20,-10,,,true
"""


def test_rows_are_recordings(tmp_path):
    first, second = load_fit(folder(tmp_path, FIT, rows=ROWS)).recordings
    assert (first.name, second.name) == ("wide", "narrow")
    assert first.values == {"swing": pytest.approx(np.deg2rad(40)), "damping": 0.0}
    assert (first.held_out, second.held_out) == (False, True)
    assert first.channel("torque").sigma[0] == 2.0
    assert first.channel("turn").values[0] == pytest.approx(np.rad2deg(0.3))
    assert second.channel("torque").sigma[0] == 0.5
    assert [c.name for c in second.channels] == ["torque"]
    assert first.program is second.program


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("swing [deg]", "sving", "column 'sving' of 'rows.csv' is no channel and no parameter. Did you mean 'swing'?"),
        ("20,-10,,", "20,-10,", "rows.csv:4:1: the row has 5 entries for 6 columns"),
        ("narrow", "wide", "rows.csv:4:1: two rows are called 'wide'"),
        ("40,-20", "4000,-20", "rows.csv:3:1: recordings.wide.set.swing"),
        ("-20,2", "minus,2", "rows.csv:3:1: recordings.wide.numbers.torque"),
        ("swing [deg],torque", "swing,swing", "each once"),
        ("true", "perhaps", "Give true or false"),
    ],
)
def test_mistakes_point_at_the_row(tmp_path, old, new, said):
    assert ROWS.count(old) == 1
    with pytest.raises(DocumentError) as error:
        load_fit(folder(tmp_path, FIT, rows=ROWS.replace(old, new)))
    assert said in str(error.value)
