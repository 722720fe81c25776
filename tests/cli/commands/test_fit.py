"""`elver fit` as a user meets it: one small fit from file to folder; the rest with a fit made by hand."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
import xarray as xr
from command_line import run
from made_fit import made_fit

import elver
from elver.analysis import FitReport, FitSearch, load_fit
from elver.cli.commands.fit import STATE

FILE = """\
elver: 1
fit: small
source: a swimmer with two joints, by itself
model: eel
set: {body.joints: 2}
unknowns:
  water.friction: {start: 0.03, range: [0.005, 0.1]}
channels:
  speed: {of: base_velocity.x, kind: mean, unit: mm/s}
law_by: gait.amplitude
run: {steps: 64}
recordings:
  gentle: {set: {gait.amplitude: 0.05}, start: orbit, numbers: {speed: -32.3 +- 0.5}}
  wide: {set: {gait.amplitude: 0.08}, start: orbit, numbers: {speed: -51.6 +- 0.5}}
  between: {set: {gait.amplitude: 0.06}, start: orbit, numbers: {speed: -38.7 +- 0.5}, held_out: true}
"""


@pytest.fixture
def small(tmp_path):
    path = tmp_path / "small.yaml"
    path.write_text(FILE)
    return path


@pytest.fixture
def by_hand(monkeypatch, small):
    """A fit that needs no runs; returns what makes it another one."""
    made = {"fit": made_fit()}
    monkeypatch.setattr("elver.analysis.fit_model", lambda problem, **settings: made.update(settings) or made["fit"])
    monkeypatch.setattr("elver.analysis.load_fit", lambda path, outside: made["fit"].problem)
    return made


def test_a_fit_from_its_file_to_its_folder(capsys, tmp_path, small):
    out = tmp_path / "r"
    code, text, err = run(
        capsys,
        "fit",
        small,
        "--out",
        out,
        "--no-figures",
        "--no-leave-out",
        "--predict",
        "gait.amplitude=0.07",
        "--design",
        "gait.amplitude=0.02,0.1",
        "--threads",
        1,
    )
    assert (code, err) == (0, "")
    assert "converged after" in text
    assert {p.name for p in out.iterdir()} == {"fit.json", "fit.nc", "report.html", "predictions.md"}
    said = json.loads((out / "fit.json").read_text())
    own = said["estimates"]["water.friction"]
    assert own["low"] < 0.02 < own["high"]  # what the numbers were made with
    assert said["held_out_errors"]["speed [mm/s]"]["model"] < 0.5
    assert said["trusted"] is True
    assert said["predictions"][0]["value"] == pytest.approx(-45.2, abs=1.0)
    assert [own["recording"] for own in said["design"]] == [
        "gait.amplitude = 0.1, like wide",
        "gait.amplitude = 0.02, like gentle",
    ]  # more speed tells more
    assert said["design"][0]["shrink"]["water.friction"] < 0.8
    with xr.open_dataset(out / "fit.nc") as data:
        assert list(data.recording.values) == ["gentle", "wide", "between"]
    code, _, err = run(capsys, "fit", small, "--out", out)
    assert code == 2
    assert "--force" in err


def test_the_file_to_begin_with_fits_what_it_was_made_with(tmp_path, capsys):
    path = tmp_path / "mine.yaml"
    assert run(capsys, "fit", path, "--new")[0] == 0
    assert {p.name for p in tmp_path.iterdir()} == {"mine.yaml", "mine-machine.yaml"}
    code, _, err = run(capsys, "fit", path, "--new")
    assert (code, "--force" in err) == (2, True)
    assert run(capsys, "fit", tmp_path / "mine", "--new")[0] == 2
    said = json.loads(run(capsys, "fit", path, "--check", "--json", "--threads", 1)[1])
    assert said["held_out"] == ["slow", "quick"]
    assert said["failed"] == {}


@pytest.mark.long
def test_the_first_fit_finds_stiffness_and_fin(tmp_path, capsys):
    path = tmp_path / "mine.yaml"
    run(capsys, "fit", path, "--new")
    code, out, _ = run(capsys, "fit", path, "--json")
    found = json.loads(out)["estimates"]
    assert code == 0
    assert found["stiffness"]["low"] < 0.013 < found["stiffness"]["high"]
    assert found["fin_length"]["low"] < 0.08 < found["fin_length"]["high"]


def test_what_cannot_be_predicted_is_refused_before_the_fit(capsys, small):
    for option in ("--predict", "--design"):
        code, _, err = run(capsys, "fit", small, option, "gait.ampltude=1")
        assert code == 2
        assert "Did you mean 'gait.amplitude'" in err


def test_a_look_before_fitting(capsys, small, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, text, _ = run(capsys, "fit", small, "--check", "--threads", 1)
    assert code == 0
    assert "2 numbers to fit in 2 recordings, 1 held out" in text
    assert "between (held out)" in text
    assert [p.name for p in tmp_path.iterdir()] == ["small.yaml"]
    said = json.loads(run(capsys, "fit", small, "--check", "--json", "--threads", 1)[1])
    assert said["unknowns"]["water.friction"]["start"] == 0.03
    assert all(own["chi2_per_number"] > 1 for own in said["channels"])


def test_json_prints_one_object_and_writes_nothing(capsys, by_hand, small, tmp_path):
    code, out, err = run(capsys, "fit", small, "--json", "--starts", 7, "--seed", 5, "--no-profile", "--no-leave-out")
    assert (code, err) == (0, "")
    assert json.loads(out)["estimates"]["water.friction"]["value"] == 0.37
    assert by_hand["search"] == FitSearch(starts=7, seed=5)
    assert by_hand["report"] == FitReport(profiles=0, leave_out=False)
    assert by_hand["callback"] is None
    assert [p.name for p in tmp_path.iterdir()] == ["small.yaml"]


def test_the_terminal_shows_errors_beside_laws_and_what_is_not_told(capsys, by_hand, small, tmp_path):
    code, out, _ = run(capsys, "fit", small, "--out", tmp_path / "r", "--no-figures")
    assert code == 0
    line = next(text for text in out.splitlines() if "speed along the head" in text)
    assert line.split()[-5:] == ["4", "41", "16.5", "7.2", "20"]
    assert "The data cannot tell: raising water.friction by 10 %" in out
    assert "4 frames from 1.00 s on without a number" in out
    assert f"results in {tmp_path / 'r'}" in out


def test_a_fit_whose_predictions_are_stopped_is_still_written(capsys, by_hand, small, tmp_path, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("elver.analysis.predict", stop)
    monkeypatch.setattr("elver.analysis.fit.prediction.like", lambda *_, **__: None)
    code, _, err = run(capsys, "fit", small, "--out", tmp_path / "r", "--no-figures", "--predict", "gait.beat=1")
    assert code == 130
    assert "predictions were stopped" in err
    assert (tmp_path / "r" / "fit.json").is_file()


def test_exit_codes_say_what_a_fit_is_worth(capsys, by_hand, small):
    own = made_fit()
    open_ledger = {**own.evaluation.metrics, "fast": {"ledger_closure": 0.02}}
    failed = replace(own.evaluation, failed={"slow": "no orbit"})
    for code, other in (
        (1, replace(own, status="stalled")),
        (1, replace(own, evaluation=failed)),
        (3, replace(own, evaluation=replace(own.evaluation, metrics=open_ledger))),
        (130, replace(own, status="interrupted")),
    ):
        by_hand["fit"] = other
        assert run(capsys, "fit", small, "--json")[0] == code


def test_a_fit_goes_on_where_it_was(capsys, by_hand, small, tmp_path):
    code, _, err = run(capsys, "fit", small, "--resume")
    assert (code, "--resume needs --out" in err) == (2, True)
    out = tmp_path / "r"
    code, _, err = run(capsys, "fit", small, "--resume", "--out", out)
    assert (code, "holds no unfinished fit" in err) == (2, True)
    out.mkdir()
    (out / STATE).write_text("{}")
    assert run(capsys, "fit", small, "--resume", "--out", out, "--no-figures")[0] == 0
    assert by_hand["search"].checkpoint == out / STATE
    assert not (out / STATE).exists()  # all is written
    (out / STATE).write_text("{}")
    assert run(capsys, "fit", small, "--force", "--out", out, "--no-figures")[0] == 0
    assert not (out / STATE).exists()  # begun anew


def test_a_fit_of_the_machine_that_elver_new_wrote(tmp_path, capsys):
    """The two commands of docs/fit.md, one after the other."""
    machine = tmp_path / "fish.yaml"
    assert run(capsys, "new", machine)[0] == 0
    before = machine.read_text()
    code, out, _ = run(capsys, "fit", machine, "--new")
    assert code == 0
    assert "fish-fit.yaml written" in out
    assert machine.read_text() == before
    problem = load_fit(tmp_path / "fish-fit.yaml")
    assert problem.names == ("stiffness", "fin_length")
    assert run(capsys, "fit", machine, "--new")[0] == 2  # nothing is overwritten


ARM = """
elver: 1
name: arm
parameters:
  stiffness: {value: 50 mN m/rad, range: [5 mN m/rad, 500 mN m/rad], meaning: of the spring}
  unused: {value: 3, unit: mm, range: [1, 9], meaning: of nothing}
machine:
  base: fixed
  bodies:
    ground: {shape: {type: rod, length: unused, radius: 1 mm}, density: 1000}  # which is held: nothing depends on it
    arm: {shape: {type: rod, length: 0.2, radius: 1 cm}, density: 1000}
  joints: {hinge: {parent: ground, child: arm, mode: passive}}
drive: {elastic: {type: spring, stiffness: stiffness}}
start: {angles: {hinge: 40 deg}}
run: {duration: 1, dt: 5 ms}
"""


def test_a_fit_of_any_machine_finds_its_own_values(tmp_path, capsys):
    (tmp_path / "arm.yaml").write_text(ARM)
    assert run(capsys, "fit", tmp_path / "arm.yaml", "--new")[0] == 0
    assert sorted(p.name for p in tmp_path.iterdir()) == ["arm-fit.csv", "arm-fit.yaml", "arm.yaml"]
    problem = load_fit(tmp_path / "arm-fit.yaml")
    assert problem.names == ("stiffness",)
    code, out, _ = run(capsys, "fit", tmp_path / "arm-fit.yaml", "--json")
    told = json.loads(out)
    assert code == 0
    assert told["trusted"]
    assert told["verdict"]["word"] == "described"
    own = told["estimates"]["stiffness"]["shown"]
    assert own["unit"] == "mN m/rad"
    assert own["low"] < 50 < own["high"]


HAND = """
elver: 1
fit: hand
model: arm.yaml
unknowns: [stiffness]
markers: {hand: {body: arm, at: [200 mm, 0, 0]}}
recordings: {first: {file: hand.csv, unit: mm, sigma: 1 mm}}
"""


def test_swapped_axes_are_not_trusted_and_named(tmp_path, capsys):
    """A recording with x and y exchanged: exit code 3, the sentence first, and what would mend it."""
    (tmp_path / "arm.yaml").write_text(ARM)
    made = elver.simulate(
        elver.scenario(str(tmp_path / "arm.yaml")).build(),
        1.0,
        solver=elver.Solver(dt=5e-3),
        save=elver.Save(every=0.02),
        progress=False,
    )
    angle, rng = made.data.joint_position.sel(joint="hinge").values, np.random.default_rng(0)
    x, y = (200 * f(angle) + rng.standard_normal(len(angle)) for f in (np.cos, np.sin))
    for name, columns in (("right", (x, y)), ("swapped", (y, x))):
        rows = [f"{t:.4f},{a:.4f},{b:.4f}" for t, a, b in zip(made.data.time.values, *columns, strict=True)]
        (tmp_path / "hand.csv").write_text("\n".join(["time,hand.x,hand.y", *rows]) + "\n")
        (tmp_path / f"{name}.yaml").write_text(HAND)
        code, out, _ = run(capsys, "fit", tmp_path / f"{name}.yaml", "--no-figures", "--out", tmp_path / name)
        told = json.loads((tmp_path / name / "fit.json").read_text())
        page = (tmp_path / name / "report.html").read_text()
        if name == "right":
            assert (code, told["trusted"], told["verdict"]["word"]) == (0, True, "described")
            continue
        assert code == 3
        assert out.removeprefix("hand").lstrip().startswith("NOT TO BE TRUSTED: the model does not describe these data.")
        assert "With x and y swapped chi^2 per degree of freedom would be " in out
        assert "huber" not in out
        assert "The intervals do not hold" in out
        assert told["trusted"] is False
        assert told["verdict"]["intervals_hold"] is False
        assert told["verdict"]["says"].startswith("NOT TO BE TRUSTED")
        assert page.index("does not describe these data") < page.index("<nav>")
