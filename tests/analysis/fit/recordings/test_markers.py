"""Markers of one body keep their distance: wrong units, merged markers and frames that are off."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from elver._support.errors import InputError
from elver.analysis.fit.recordings.markers import Distances, Marker, look_over

FRAMES = 50
PLACES = {"a": (0.0, 0.0, 0.3), "b": (0.142, 0.0, 0.3), "c": (0.05, 0.05, 0.3)}


def markers(scale: float = 1000.0, body: str = "head") -> list[Marker]:
    """Three markers of a body that moves and turns, in units of 1/scale m."""
    turn = np.linspace(0.0, 2.0, FRAMES)
    answer = []
    for name, at in PLACES.items():
        x, y = at[0] * np.cos(turn) - at[1] * np.sin(turn) + turn, at[0] * np.sin(turn) + at[1] * np.cos(turn)
        answer.append(Marker(name, body, np.array(at), scale * np.column_stack([x, y])))
    return answer


def test_right_distances_leave_all_in():
    looked = look_over(markers(), 1e-3, "mm", Distances())
    assert not looked.notes
    assert not any(frames.any() for frames in looked.bad.values())


@pytest.mark.parametrize(
    ("scale", "said", "unit", "advice"),
    [
        (1000.0, 1.0, "m", "probably in mm: write unit: mm"),
        (100.0, 1e-3, "mm", "probably in cm: write unit: cm"),
        (1.0, 1e-3, "mm", "probably in m: write unit: m"),
        (1 / 0.0254, 1e-3, "mm", "probably in inches"),
        (370.0, 1e-3, "mm", "scale: 0.002703 m"),
    ],
)
def test_a_wrong_unit_is_named(scale, said, unit, advice):
    with pytest.raises(InputError, match="the distance a-b") as error:
        look_over(markers(scale), said, unit, Distances())
    assert advice in str(error.value)


def test_a_scale_that_is_to_be_found_may_be_off():
    with pytest.raises(InputError):
        look_over(markers(1400.0), 1e-3, "mm", Distances())
    assert not look_over(markers(1400.0), 1e-3, "mm", Distances(scale_unknown=True)).notes


def test_a_scale_that_is_a_little_off_is_told():
    (note,) = look_over(markers(950.0), 1e-3, "mm", Distances()).notes
    assert "5.0 % shorter than in the model" in note
    assert "0.001053 m long" in note


def test_a_mirrored_picture_is_named():
    own = [replace(m, seen=m.seen * (1, -1)) for m in markers()]
    with pytest.raises(InputError, match="go round the other way") as error:
        look_over(own, 1e-3, "mm", Distances())
    assert "camera: {flip: true}" in str(error.value)
    assert not look_over(own[:2], 1e-3, "mm", Distances()).notes


def test_one_wrong_marker_of_three_is_found():
    own = markers()
    seen = own[1].seen.copy()
    seen[5:9] += 80.0
    looked = look_over([own[0], replace(own[1], seen=seen), own[2]], 1e-3, "mm", Distances())
    np.testing.assert_array_equal(np.flatnonzero(looked.bad["b"]), [5, 6, 7, 8])
    assert not looked.bad["a"].any()
    assert not looked.bad["c"].any()
    assert any("b is left out in 4 of 50 frames" in note for note in looked.notes)


def test_of_a_pair_both_are_left_out():
    own = markers()[:2]
    seen = own[1].seen.copy()
    seen[5] += 80.0
    looked = look_over([own[0], replace(own[1], seen=seen)], 1e-3, "mm", Distances())
    assert looked.bad["a"][5]
    assert looked.bad["b"][5]
    assert looked.bad["a"].sum() == 1


def test_merged_markers_are_left_out_on_different_bodies_too():
    own = markers()
    seen = own[2].seen.copy()
    seen[10:13] = own[0].seen[10:13] + 1.0
    looked = look_over([own[0], replace(own[2], seen=seen, body="tail")], 1e-3, "mm", Distances())
    assert looked.bad["a"].sum() == looked.bad["c"].sum() == 3
    assert looked.notes == ("a and c are at one place in 3 of 50 frames: merged, both left out there",)


def test_gaps_are_no_mistake():
    own = markers()
    seen = own[0].seen.copy()
    seen[:20] = np.nan
    looked = look_over([replace(own[0], seen=seen), *own[1:]], 1e-3, "mm", Distances())
    assert not looked.notes
