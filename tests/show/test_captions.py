"""Warnings below the figures that they concern."""

from __future__ import annotations

import pytest

from elver import figures, simulate
from elver.results.plausibility.looking import CHECKS
from elver.show.captions import CONCERNS, with_named
from elver.show.plots import known_pictures
from odd_machines import chain, waving


@pytest.fixture(scope="module")
def strained():
    return simulate(waving(chain(6, limit=0.2)), 2.0, dt=0.01)


def test_the_torques_name_the_joint_and_draw_it_with_its_limit(strained):
    (warning,) = [w for w in strained.summary["warnings"] if w["check"] == "torque limit"]
    joint = warning["where"].removeprefix("joint '").removesuffix("'")
    figure = figures(strained, names=["torques"], joints=["joint5"])["torques"]
    labels = [text.get_text() for axis in figure.axes for text in axis.get_legend().get_texts()]
    assert joint in labels
    assert "actuator limit" in labels
    assert f"joint '{joint}' needs" in figure.get_supxlabel()


def test_figures_that_it_does_not_concern_say_nothing(strained):
    assert not figures(strained, names=["path"])["path"].get_supxlabel()
    calm = simulate(waving(chain(2)), 2.0, dt=0.01)
    assert not figures(calm, names=["torques"])["torques"].get_supxlabel()


def test_every_name_is_that_of_a_picture_and_of_a_check():
    assert set(CONCERNS) <= set(known_pictures())
    assert {check for checks in CONCERNS.values() for check in checks} <= {check.name for check in CHECKS}


def test_joints_that_a_file_names_but_does_not_have_are_left_out(strained):
    assert with_named(strained, ["joint1"], "torque limit").count("joint1") == 1
    assert with_named(strained, [], "no such check") == []
