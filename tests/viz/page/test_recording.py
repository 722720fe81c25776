"""A run made small: which samples are kept, and that what is kept is what was recorded."""

from __future__ import annotations

import base64
import math

import numpy as np
import pytest

from elver.viz.page.geometry import unpacked_curves
from elver.viz.page.replay import A_SECOND, BYTES, FEWEST_SAMPLES, chosen_frames, recording_of, told


@pytest.mark.parametrize(
    ("seconds", "samples", "period", "most", "kept"),
    [
        (60.0, 6001, 1.0, 10**6, 60 * 40 + 1),  # a gait of 1 s: forty a period
        (60.0, 6001, 4.0, 10**6, 60 * 30 + 1),  # a slow one: thirty a second
        (60.0, 6001, 0.0, 10**6, 60 * 30 + 1),
        (60.0, 6001, 1.0, 500, 500),  # no room for more
        (0.2, 501, 0.025, 10**6, 321),  # a fast one
        (0.2, 501, 0.0, 10**6, FEWEST_SAMPLES),  # a short run is not thinned to nothing
        (0.2, 51, 0.0, 10**6, 51),
        (1.0, 2, 0.0, 10**6, 2),
        (0.0, 1, 0.0, 10**6, 1),
    ],
)
def test_samples_that_are_kept(seconds, samples, period, most, kept):
    times = np.linspace(0.0, seconds, samples)
    found = chosen_frames(times, period, most)
    assert len(found) == kept
    assert found[0] == 0
    assert found[-1] == samples - 1
    assert (np.diff(found) > 0).all()


def test_numbers_are_those_of_the_run(swimmer_run):
    data = swimmer_run.data
    bodies, joints = [str(b) for b in data.body.values[2:5]], ["joint4"]
    found = recording_of(data, bodies, joints)
    times = np.frombuffer(base64.b64decode(found["times"]), "<f8")
    at = np.searchsorted(data.time.values, times)
    assert np.array_equal(data.time.values[at], times)
    for name, picked in (
        ("body_position", data.body_position.sel(body=bodies)),
        ("joint_torque", data.joint_torque.sel(joint=joints)),
        ("body_force", data.body_force.sel(body=bodies)),
        ("kinetic_energy", data.kinetic_energy),
    ):
        field = found["fields"][name]
        values = unpacked_curves(field, tuple(field["shape"]))
        expected = picked.values[at]
        assert values.shape == expected.shape
        assert np.abs(values - expected).max() <= 3e-5 * np.abs(expected).max()
        assert field["dims"] == list(picked.dims[1:])
        assert [len(field["labels"][d]) for d in field["dims"]] == field["shape"][1:]
    assert found["fields"]["body_position"]["labels"]["body"] == bodies
    assert found["fields"]["joint_torque"]["unit"] == "N m or N"


def test_a_long_run_is_thinned_to_its_room(swimmer_run, monkeypatch):
    data = swimmer_run.data
    monkeypatch.setattr("elver.viz.page.replay.BYTES", 20_000)
    found = recording_of(data, [str(b) for b in data.body.values], [])
    size = sum(4 * math.prod(f["shape"]) for f in found["fields"].values()) + 8 * found["fields"]["work"]["shape"][0]
    assert 10_000 < size <= 20_000 < BYTES
    assert "joint_torque" not in found["fields"]
    assert "samples" in found["note"]


def test_what_was_left_out_is_told():
    times = np.linspace(0.0, 10.0, 1001)
    assert told(times, np.arange(1001)).startswith("all 1001 samples")
    assert (
        told(times, np.arange(0, 1001, 10))
        == "101 of the run's 1001 samples, 10 a second; numbers are good to 2e-5 of their range"
    )
    assert A_SECOND == 30.0
