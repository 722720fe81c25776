"""Recordings beside a file: the samples are the engine's own signals; bad ones are refused with their line."""

from __future__ import annotations

import numpy as np
import pytest
from written import BRIEF, changed

from elver.scenarios import load
from elver.scenarios.files.types import read_recording
from elver.scenarios.yaml.nodes import DocumentError

TIMES = np.linspace(0, 1, 9)
GOOD = "time, hinge\n" + "".join(f"{t}, {t * t}\n" for t in TIMES)


def test_a_recorded_motion(tmp_path):
    (tmp_path / "motion.csv").write_text(GOOD)
    text = changed(BRIEF, "elastic: {type: spring, stiffness: 1}", "gait: {type: recorded, file: motion.csv}")
    text = changed(text, "mode: passive", "mode: driven")
    (tmp_path / "brief.yaml").write_text(text)
    signals = load(tmp_path / "brief.yaml").build().gait.signals
    assert list(signals.names) == ["hinge"]
    assert np.array_equal(signals.times, TIMES)
    assert np.array_equal(signals.values[:, 0], TIMES**2)
    (tmp_path / "motion.csv").write_text(GOOD.replace("0.25, ", "0.25, x"))
    with pytest.raises(DocumentError, match=r"brief.yaml:12:32: drive.gait.file: 'motion.csv', line 4: give 2 finite numbers"):
        load(tmp_path / "brief.yaml")
    (tmp_path / "brief.yaml").write_text(text.replace(", file: motion.csv", ""))
    with pytest.raises(DocumentError, match="has no 'file'"):
        load(tmp_path / "brief.yaml")


def test_a_recording_that_repeats_and_some_of_its_columns(tmp_path):
    """The joint follows its column of the file, again and again."""
    (tmp_path / "motion.csv").write_text("time, spare, hinge\n" + "".join(f"{t}, 7, {t * (1 - t)}\n" for t in TIMES[:-1]))
    gait = "gait: {type: recorded, file: motion.csv, joints: hinge, period: 1000 ms}"
    text = changed(BRIEF, "elastic: {type: spring, stiffness: 1}", gait)
    text = changed(text, "mode: passive", "mode: driven")
    (tmp_path / "brief.yaml").write_text(text)
    gait = load(tmp_path / "brief.yaml").build().gait
    assert (list(gait.signals.names), gait.signals.period, gait.period) == (["hinge"], 1.0, 1.0)
    assert np.array_equal(gait.signals.times, TIMES)  # the closing sample is put in
    (tmp_path / "brief.yaml").write_text(text.replace("1000 ms", "0.5 s"))
    with pytest.raises(DocumentError, match=r"samples over 0\.875 s do not fit a period of 0\.5 s"):
        load(tmp_path / "brief.yaml")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "first line"),
        ("t, a\n", "first line"),
        ("time, a, a\n", "first line"),
        ("time, a\n0, 1\n", "samples"),
        ("time, a\n0, nan\n", "line 2: give 2 finite numbers"),
        ("time, a\n0\n", "line 2"),
        (GOOD.replace("0.5, ", "0.1, "), "times must increase"),
    ],
)
def test_what_is_no_recording(tmp_path, text, says):
    (tmp_path / "a.csv").write_text(text)
    with pytest.raises(ValueError, match=says):
        read_recording(tmp_path / "a.csv")
    (tmp_path / "a.csv").write_bytes(b"time,a\n\xff\n")
    with pytest.raises(ValueError, match="UTF-8"):
        read_recording(tmp_path / "a.csv")
