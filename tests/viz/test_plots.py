"""Which pictures a run has: general ones, and those of the scenario whose name it carries."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import numpy as np
import pytest
from looked_at import without_units, words_on_curves

from elver import InputError, figures, scenario, simulate
from elver.results import Run
from elver.scenarios.definition import GENERAL, Film
from elver.simulation import Save, Solver
from elver.viz.plots import PICTURES, film_of, pictures_of


@pytest.fixture(scope="module")
def flapping():
    return simulate(
        scenario("moth-tethered").build({"wing.sections": 1}), 0.04, solver=Solver(dt=1e-4), save=Save(every=1e-3), progress=False
    )


def test_a_run_of_an_unknown_scenario_has_general_pictures_only(flapping):
    own = Run(flapping.data.assign_attrs(model="my own"))
    general = {p.name for p in PICTURES}
    assert set(pictures_of(own)) <= general
    assert "configurations" in pictures_of(own)
    assert set(pictures_of(flapping)) - general == {"strokes", "forces"}
    assert "configurations" not in pictures_of(flapping)


def test_a_base_that_is_held_has_no_path(flapping):
    assert not {"path", "speed"} & set(pictures_of(flapping))


def test_a_machine_without_joints_has_no_angles():
    chain = scenario("swimmer").build({"links": 2})
    assert {"joints", "torques", "forward"} <= set(pictures_of(simulate(chain, 0.02, solver=Solver(dt=0.01), progress=False)))
    quiet = simulate(replace(chain, name="own", metrics=()), 0.02, solver=Solver(dt=0.01), progress=False)
    assert "forward" not in pictures_of(quiet)


SEEN = {"eel": (4.0, {"body.joints": 3}), "snake-amphibious": (1.5, {}), "aiko-obstacles": (0.6, {})}


@pytest.mark.parametrize("name", SEEN)
def test_figures_can_be_read(name):
    """No word lies on a curve or on another, and every axis names its unit; angles in degrees."""
    own, (duration, changes) = scenario(name), SEEN[name]
    run = simulate(own.build(changes), duration, solver=Solver(dt=own.dt), progress=False)
    drawn = figures(run)
    assert {"path", "joints", "torques", "configurations", "ledger"} <= set(drawn)
    for picture, figure in drawn.items():
        assert words_on_curves(figure) == [], picture
        assert without_units(figure) == [], picture
        assert not any("rad]" in axis.get_ylabel() or "rad/s]" in axis.get_ylabel() for axis in figure.axes), picture
    assert ("not shown" in drawn["torques"].axes[0].get_ylabel()) == (name == "snake-amphibious")


def test_paths_are_to_scale_or_say_how_they_are_not():
    run = simulate(scenario("eel").build({"body.joints": 3}), 4.0, progress=False)
    (flat,) = figures(run, names="path")["path"].axes
    said = re.search(r"y drawn (\d+) times larger", flat.get_xlabel())
    assert said
    assert flat.get_aspect() == float(said[1]) > 1
    flat.figure.canvas.draw()
    pixels = np.diff(flat.transData.transform([(0, 0), (1, 1)]), axis=0)[0]
    assert pixels[1] / pixels[0] == pytest.approx(float(said[1]), rel=1e-3)
    far = run.data.copy()
    far["base_position"] = far.base_position + far.time.values[:, None] * np.array([1.0, 1.0, 0.0])
    assert figures(Run(far), names="path")["path"].axes[0].get_aspect() == 1


def test_torques_name_the_joint_of_a_peak_and_leave_out_joints_without_any():
    own = scenario("swimmer")
    run = simulate(own.build(), 3.0, solver=Solver(dt=own.dt), progress=False)
    peaks = {str(n): float(np.abs(run.data.joint_torque.sel(joint=n)).max()) for n in run.data.joint.values}
    label = figures(run, names="torques", joints=["joint1"])["torques"].axes[0].get_ylabel()
    most = max(peaks, key=peaks.get)
    assert most != "joint1"
    assert f"peak {peaks['joint1']:.3g} of joint1,\n{peaks[most]:.3g} of {most} not shown" in label
    idle = run.data.copy(deep=True)
    idle.joint_torque.loc[{"joint": "joint2"}] = 0.0
    (axis,) = figures(Run(idle), names="torques", joints=["joint1", "joint2"])["torques"].axes
    assert [line.get_label() for line in axis.lines] == ["joint1"]
    assert "(joint2: none)" in axis.get_title(loc="left")


def test_unknown_figures_are_refused_by_name(flapping):
    with pytest.raises(InputError, match="Did you mean 'strokes'"):
        figures(flapping, names=["stroks"])
    with pytest.raises(InputError, match="takes a Run"):
        figures(flapping.data)


def test_a_file_with_the_name_of_a_scenario_is_another_machine(flapping):
    """Its pictures are the general ones, without those that the file leaves out."""
    origin = json.dumps({"file": "moth.yaml", "digest": "1", "leave_out": ["joints"]})
    own = pictures_of(Run(flapping.data.assign_attrs(origin=origin)))
    assert {"configurations", "torques", "ledger"} <= set(own)
    assert not {"joints", "strokes", "forces"} & set(own)
    assert film_of(Run(flapping.data.assign_attrs(origin=origin))) == Film()
    assert film_of(flapping) != Film()


def test_general_pictures_are_those_that_files_may_leave_out():
    assert tuple(p.name for p in PICTURES) == GENERAL
