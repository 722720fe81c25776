"""The study of contact laws: its numbers against closed forms, and its picture."""

from __future__ import annotations

import importlib
import math
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "examples" / "set_valued"


@pytest.fixture(scope="module")
def study():
    """The module of the example."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(FOLDER))
        return importlib.import_module("study")


def test_creep_and_chattering_are_those_of_the_page(study):
    creep = study.creep()
    for width in study.WIDTHS:
        assert creep[f"creep_{width:g}"] == pytest.approx(width * math.atanh(0.5), rel=1e-6)
    assert creep["creep_set_valued_m"] < 1e-14  # rounding
    found = study.chattering()
    for dt in (5e-3, 1e-3, 2e-4):
        assert 0.5 < found[f"chatter_sign_{dt:g}"] / (study.FRICTION * study.G * dt) <= 1.0
        assert found[f"chatter_set_valued_{dt:g}"] < 1e-9


def test_friction_by_two_signs_is_off_by_half_a_corner(study):
    found = study.direction(math.radians(22.5))
    assert found["off_double_sign_deg"] == pytest.approx(22.5, abs=1e-6)
    assert found["off_set_valued_deg"] < 1e-9


@pytest.mark.long
def test_stable_steps_are_those_of_the_linear_equations(study):
    """RK4 is stable to -2.785 on the real axis, and to 2.79 at the spring's 107 degrees."""
    found = study.stability()
    for width in study.WIDTHS:
        stiffness = study.FRICTION * study.G * math.cos(study.ANGLE) * 0.75 / width
        assert found[f"step_friction_{width:g}"] * stiffness == pytest.approx(2.785, rel=0.03)
    for k in study.STIFFNESSES:
        assert found[f"depth_{k:g}"] == pytest.approx(study.PRESS / (2 * k), rel=1e-3)
        assert found[f"step_spring_{k:g}"] * math.sqrt(2 * k) == pytest.approx(2.8, rel=0.03)
    assert abs(found["depth_set_valued"]) < 1e-12
    assert found["step_set_valued"] > 0.2
    assert study.rebound()["rebound_set_valued"] == pytest.approx(0.5, abs=1e-9)


@pytest.mark.long
def test_the_snake_and_the_picture(study, tmp_path):
    figures, races = study.numbers(1.8)
    flat = {(r.label, r.setting): r.error for r in races["aiko-flat"]}
    assert flat["double sign, smoothed", 1e-4] > 30 * flat["smoothed", 1e-4]
    assert flat["smoothed", 1e-4] < 0.2 * flat["smoothed", 1e-2]
    study.draw(figures, races, tmp_path / "picture.png")
    assert (tmp_path / "picture.png").stat().st_size > 20_000
