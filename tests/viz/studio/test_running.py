"""Runs and sweeps written into the folder runs."""

import json

import numpy as np
import pytest
from small_file import PADDLE

from elver import load_run, simulate
from elver._support.errors import InputError
from elver.analysis.fit.files.loading import example_fit
from elver.scenarios import example, load_text
from elver.viz.studio.folder import Folder, Library
from elver.viz.studio.worker_runs import cases_in_words, fit, learn, new_results, run, series, sweep


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_run_is_written_with_what_it_was_made_from(here, monkeypatch):
    drawn = []
    monkeypatch.setattr(
        "elver.viz.plots.figures", lambda run, folder, *_: drawn.append(folder)
    )  # tests/viz/studio/test_routes.py sees them
    first = run({"text": PADDLE, "path": "paddle.yaml", "changes": {"amplitude": 0.5}})
    second = run({"text": PADDLE, "duration": 0.1})
    assert [r["name"] for r in (first, second)] == ["paddle", "paddle-2"]
    place = here / "runs" / "paddle"
    assert load_run(place / "run.nc").parameters["amplitude"] == 0.5
    assert json.loads((place / "summary.json").read_text())["duration"] == 0.2
    asked = json.loads((place / "asked.json").read_text())
    assert asked.pop("units")["amplitude"] == "rad"
    assert asked == {"path": "paddle.yaml", "changes": {"amplitude": 0.5}}
    assert (place / "scenario.yaml").read_text() == PADDLE
    assert [folder.as_posix() for folder in drawn] == ["runs/paddle/figures", "runs/paddle-2/figures"]

    files = {name: f"runs/{name}/run.nc" for name in ("paddle", "paddle-2")}
    told = series({"files": files, "name": "joint_position.hinge"})
    curve = told["curves"]["paddle"]
    data = load_run(place / "run.nc").data
    np.testing.assert_array_equal(curve["values"], data.joint_position.sel(joint="hinge"))
    assert (told["unit"], max(told["curves"]["paddle-2"]["time"])) == ("rad or m", 0.1)
    assert [told["parameters"][name]["amplitude"] for name in files] == [0.5, 0.4]
    assert told["figures"]["mean_speed"]["unit"] == "m/s"
    assert series({"files": files})["name"] in told["names"]
    with pytest.raises(InputError, match="not recorded"):
        series({"files": files, "name": "nothing"})


def test_a_map_is_in_the_units_of_the_file(here):
    text = PADDLE.replace(
        "amplitude: {value: 0.4, unit: rad, range: [0.1, 1],", "amplitude: {value: 20 deg, unit: deg, range: [5, 60],"
    )
    told = sweep({"text": text, "vary": {"amplitude": "10:30:2"}})
    (axis,) = json.loads((here / "runs" / told["name"] / "map.json").read_text())["axes"]
    assert (axis["unit"], axis["shown"]) == ("deg", pytest.approx([10.0, 30.0]))
    assert axis["values"] == pytest.approx(np.radians([10.0, 30.0]))  # what a run takes


def test_a_case_of_a_sweep_has_the_numbers_of_a_run(here):
    vary = {"amplitude": "0.2:0.4:2"}
    told = sweep({"text": PADDLE, "vary": vary})
    found = json.loads((here / "runs" / told["name"] / "map.json").read_text())
    assert found["axes"][0]["values"] == [0.2, 0.4]
    alone = simulate(load_text(PADDLE)).summary  # at its own amplitude, 0.4
    assert found["figures"]["work"]["values"][1] == pytest.approx(alone["work"], rel=1e-9)
    assert found["figures"]["work"]["values"][0] != pytest.approx(alone["work"], rel=1e-3)
    assert found["status"] == ["finished", "finished"]
    assert found["asked"]["vary"] == vary


def test_cases_that_did_not_finish_are_counted():
    assert cases_in_words(["finished", "finished"]) == "2 cases"
    assert cases_in_words([["finished", "refused"], ["diverged", "finished"]]) == "4 cases, 2 of them did not finish"


def test_nothing_is_written_through_a_link_that_leads_out(here, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    (here / "runs").symlink_to(outside)
    with pytest.raises(InputError, match="leads out"), new_results("fish"):
        pass
    assert not list(outside.iterdir())


@pytest.mark.parametrize(
    "wrong", [{"vary": None}, {"vary": {}}, {"vary": {"amplitude": "0.2:0.4:20000"}}, {"vary": {"none": "1:2:3"}}]
)
def test_what_is_wrong_leaves_nothing_behind(here, wrong):
    with pytest.raises(InputError):
        sweep({"text": PADDLE, **wrong})
    with pytest.raises(InputError):
        run({"text": PADDLE, "duration": "long"})
    assert not list(here.rglob("asked.json"))


def test_a_fit_gives_what_its_file_says(here):
    """The table that the page shows has the estimates of fit.json, and says which file they are from."""
    for name, text in {
        "fish.yaml": example_fit("fish", "fish-machine.yaml"),
        "fish-machine.yaml": example("fish-machine"),
    }.items():
        (here / name).write_text(text)
    told = fit({"path": "fish.yaml"})
    study = json.loads((here / "runs" / told["name"] / "study.json").read_text())
    written = json.loads((here / "runs" / told["name"] / "fit.json").read_text())["estimates"]
    assert (study["kind"], study["of"]) == ("fit", "fish.yaml")
    assert "converged" in study["says"][0]
    rows = {row[0]: row[1] for row in study["tables"][0]["rows"]}
    assert rows == {name: f"{own['shown']['value']:.{len(rows[name].split('.')[1])}f}" for name, own in written.items()}
    (study_of_folder,) = Library(Folder.at(here)).studies("fit")
    assert "estimates.svg" in study_of_folder["figures"]
    assert Library(Folder.at(here)).studies("learn") == []
    assert Folder.at(here).fits() == ["fish.yaml"]


@pytest.mark.parametrize(
    ("job", "given", "word"),
    [
        (fit, {}, "choose a fit file"),
        (fit, {"path": "fish.yaml", "starts": 0.5}, "whole number"),
        (learn, {"task": "../x"}, "no task"),
        (learn, {"task": "EelTarget", "seconds": 1e9}, "3600"),
        (learn, {"task": "EelTarget", "seed": -1}, "whole number"),
        (learn, {"task": "NoSuchTask", "seconds": 1}, "unknown task"),
    ],
)
def test_studies_that_cannot_begin_leave_nothing_behind(here, job, given, word):
    with pytest.raises(InputError, match=word):
        job(given)
    assert not list((here / "runs").glob("*"))
