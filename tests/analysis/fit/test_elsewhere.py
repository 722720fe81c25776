"""Recordings that nobody made."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from small_fits import problem

from elver._support.errors import InputError
from elver.analysis.fit.prediction import candidates, like, moved
from elver.analysis.fit.problem import Unknown
from elver.quantities import Parameter

REST, STEADY = (
    replace(r, values={"gait.amplitude": a, "gait.period": 2.0}) for r, a in zip(problem().recordings, (0.05, 0.08), strict=True)
)
UNKNOWNS = (Unknown(Parameter("water.friction", 0.02)), Unknown(Parameter("yaw", 0.2), role="camera", recording="rest"))
OWN = replace(problem(), recordings=(REST, STEADY), unknowns=UNKNOWNS, law_by="gait.amplitude")


def test_the_nearest_fitted_recording_is_taken():
    assert like(OWN, {"gait.amplitude": 0.06}) is REST
    assert like(OWN, {"gait.amplitude": 0.07}) is STEADY
    assert like(OWN, {"gait.amplitude": 0.06}, of_strokes=True) is STEADY
    assert like(OWN, {"gait.period": 1.0}) is REST  # both are as near: the first
    far = replace(OWN, recordings=(replace(REST, values={"gait.period": 9.0}), STEADY), law_by="")
    assert like(far, {"gait.period": 3.0}) is STEADY
    assert like(OWN.keeping(["steady"]), {"gait.amplitude": 0.06}).name == "steady"


def test_values_that_cannot_be_set_are_named():
    with pytest.raises(InputError, match=r"Did you mean 'gait.amplitude'.*stays free"):
        like(OWN, {"gait.ampltude": 0.1})
    with pytest.raises(InputError, match="is an unknown of the fit"):
        like(OWN, {"water.friction": 0.1})
    with pytest.raises(InputError, match="nothing to predict"):
        like(OWN.keeping(["rest"]), {}, of_strokes=True)


def test_what_was_found_for_a_recording_stays_its_own():
    there = moved(OWN, np.array([0.03, 0.4]), REST, {"gait.amplitude": 0.07}, "new")
    assert (there.name, there.camera.yaw, there.held_out) == ("new", 0.4, True)
    assert there.values == {"gait.amplitude": 0.07, "gait.period": 2.0}
    assert moved(OWN, np.array([0.03, 0.4]), STEADY, {}, "new").camera.yaw == STEADY.camera.yaw


def test_every_kind_of_recording_is_a_candidate_and_is_named():
    """Of recordings of one kind the nearest; the order of the recordings does not matter."""
    wanted = [{"gait.amplitude": 0.07}, {"gait.amplitude": 0.04, "gait.period": 1.5}, {"gait.amplitude": 0.07}]
    found = candidates(OWN, wanted)
    first, second = "gait.amplitude = 0.07", "gait.amplitude = 0.04, gait.period = 1.5"
    assert [c.name for c in found] == [f"{v}, like {r}" for v in (first, second) for r in ("rest", "steady")]
    assert [c.like for c in found] == ["rest", "steady"] * 2
    assert [len(c.channels) for c in found] == [len(REST.channels), len(STEADY.channels)] * 2
    other = replace(STEADY, name="other", values={"gait.amplitude": 0.02, "gait.period": 2.0})
    three = replace(OWN, recordings=(other, REST, STEADY))
    assert {c.like for c in candidates(three, wanted[:1])} == {"rest", "steady"}
    assert {c.like for c in candidates(three, [{"gait.amplitude": 0.03}])} == {"rest", "other"}
