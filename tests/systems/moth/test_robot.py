"""The moth's wings: chords, stiffnesses, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from elver import InputError, scenario


def test_chords_and_stiffnesses_of_the_published_wing():
    model = scenario("moth").build({"wing.twist_tip": 9e-3, "start": "rest"})
    chords = [b.blade.chord for b in model.robot.bodies if b.name.startswith("right") and b.blade]
    assert chords == pytest.approx(0.0315 * np.sqrt(1 - (np.arange(4) / 4) ** 2))
    assert [model.elastic[f"left_twist{k}"].stiffness for k in (2, 3, 4)] == pytest.approx([4.5e-3, 6e-3, 7.5e-3])
    assert [model.elastic[f"left_bending{k}"].stiffness for k in (1, 2, 3, 4)] == pytest.approx(
        [36e-3, 29.25e-3, 22.5e-3, 15.75e-3]
    )


def test_bad_wings_are_refused_by_name():
    with pytest.raises(InputError, match="sections = 0"):
        scenario("moth").build({"wing.sections": 0})
    with pytest.raises(InputError, match=r"wing\.twist_tip = -1.0 is not allowed. Give a finite number of 0 or more N m/rad"):
        scenario("moth").build({"wing.twist_tip": -1.0})
    with pytest.raises(InputError, match=r"wing\.thickness = -1.0 is not allowed"):
        scenario("moth").build({"wing.thickness": -1.0})
