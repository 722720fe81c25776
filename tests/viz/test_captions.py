"""Warnings below the figures that they concern."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from odd_machines import chain, waving

from elver import Run, figures, scenario, simulate
from elver.forces import Morison
from elver.results.checks.all_checks import CHECKS
from elver.simulation import Solver
from elver.viz.plots import CONCERNS, known_pictures, with_named


@pytest.fixture(scope="module")
def strained():
    return simulate(waving(chain(6, limit=0.2)), 2.0, solver=Solver(dt=0.01))


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
    calm = simulate(waving(chain(2)), 2.0, solver=Solver(dt=0.01))
    assert not figures(calm, names=["torques"])["torques"].get_supxlabel()


def test_every_joint_has_its_own_limit_where_limits_differ():
    robot = chain(3)
    weak = replace(robot, joints=[replace(j, limit=limit) for j, limit in zip(robot.joints, (5.0, 0.005), strict=True)])
    run = simulate(waving(weak), 2.0, solver=Solver(dt=0.01))
    (axis,) = figures(run, names=["torques"], joints=["joint1", "joint2"])["torques"].axes
    drawn = {line.get_label(): line for line in axis.get_lines()}
    for name, limit in (("joint1", 5.0), ("joint2", 0.005)):
        assert drawn[f"limit of {name}"].get_ydata()[0] == limit
        assert drawn[f"limit of {name}"].get_color() == drawn[name].get_color()
    assert "actuator limit" not in drawn


def test_no_more_warnings_than_fit_below_a_figure():
    stout = chain(9, length=0.05, radius=0.04)
    run = simulate(waving(stout, amplitude=0.9, forces={"water": Morison()}), 4.0, solver=Solver(dt=0.01))
    (told,) = [w for w in run.summary["warnings"] if w["check"] == "strip theory"]
    run.data.attrs["warnings"] = json.dumps([{**told, "where": f"joint {k}"} for k in range(5)])
    caption = figures(Run(run.data), names=["speed"])["speed"].get_supxlabel()
    assert caption.count("Warning: ") == 3
    assert caption.endswith("And 2 more, in the summary.")


def test_a_hull_of_another_mass_is_told_where_its_motion_is_drawn():
    own = scenario("scull-40")
    run = simulate(own.prepared({"rower.mass": 110.0, "start": "rest"}), 3.0, solver=Solver(dt=own.dt))
    for name in ("speed", "stroke", "boat"):
        assert "were computed for 101.1 kg" in figures(run, names=[name])[name].get_supxlabel().replace("\n", " ")


def test_every_name_is_that_of_a_picture_and_of_a_check():
    assert set(CONCERNS) <= set(known_pictures())
    assert {check for checks in CONCERNS.values() for check in checks} <= {check.name for check in CHECKS}


def test_joints_that_a_file_names_but_does_not_have_are_left_out(strained):
    assert with_named(strained, ["joint1"], "torque limit").count("joint1") == 1
    assert with_named(strained, [], "no such check") == []
