"""Headline figures on motions whose answer is known."""

from __future__ import annotations

import json

import numpy as np
import pytest

from elver.simulation.summary import finite, pitch_turned


def turning(axis, degrees, samples=400):
    """Quaternions of a steady turn about a world axis."""
    half = np.radians(np.linspace(0, degrees, samples)) / 2
    return np.column_stack([np.cos(half), np.outer(np.sin(half), axis)])


@pytest.mark.parametrize("degrees", [30, 180, 360, 540])
def test_pitch_counts_turns_about_the_lateral_axis_only(degrees):
    assert pitch_turned(turning([0, 1, 0], degrees)) == pytest.approx(degrees, abs=1e-9)
    assert pitch_turned(turning([0, 0, 1], degrees)) == pytest.approx(0, abs=1e-9)
    assert pitch_turned(turning([1, 0, 0], degrees)) == pytest.approx(0, abs=1e-9)


def test_summaries_are_valid_json_whatever_happened():
    messy = {"a": float("nan"), "b": [1.0, float("inf")], "c": {"d": -float("inf"), "e": 2}, "f": "text"}
    assert json.loads(json.dumps(finite(messy), allow_nan=False)) == {
        "a": None,
        "b": [1.0, None],
        "c": {"d": None, "e": 2},
        "f": "text",
    }
