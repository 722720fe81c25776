"""`elver run`: what it writes and where."""

from __future__ import annotations

import json
import os
import stat
from functools import partial
from types import SimpleNamespace

import pytest
import xarray as xr
from command_line import run

from elver._support.statuses import ENDED
from elver.cli.commands.run import exit_code
from elver.contact.scene import setting_in
from elver.viz import animate

SMALL = ("--set", "body.joints=3")


def test_run_writes_data_summary_and_figures_and_plot_draws_them_again(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("elver.viz.animate", partial(animate, seconds=1.0))  # twelve frames, not a hundred and twenty
    code, out, _ = run(capsys, "run", "eel", "--duration", 1, *SMALL, "--set", "gait.amplitude=0.08", "--animate", "gif")
    assert code == 0
    assert "results in" in out
    folder = tmp_path / "runs" / "eel"
    names = {p.name for p in (folder / "figures").iterdir()}
    kinds = ("path", "speed", "joints", "torques", "configurations", "ledger")
    assert names == {f"{n}.{e}" for n in kinds for e in ("png", "svg")}
    assert (folder / "animation.gif").read_bytes()[:3] == b"GIF"
    assert json.loads((folder / "summary.json").read_text())["status"] == "finished"
    with xr.open_dataset(folder / "run.nc") as data:
        assert json.loads(data.attrs["parameters"])["gait.amplitude"] == 0.08
    code, out, _ = run(
        capsys, "plot", folder / "run.nc", "path", "torques", "--joints", "joint4,joint5", "--format", "pdf", "--out", "again"
    )
    assert code == 0
    assert {p.name for p in (tmp_path / "again").iterdir()} == {"path.pdf", "torques.pdf"}


@pytest.mark.parametrize(
    ("name", "own", "keys"),
    [
        ("swimmer", {"forward"}, {"mean_forward_speed", "final_com"}),
        pytest.param("snake-amphibious", {"forward"}, {"mean_forward_speed"}, marks=pytest.mark.long),
        (
            "aiko-obstacles",
            {"contacts", "sticking", "middle", "snapshot", "pushing"},
            {"tracked_displacement", "tracked_speed_x", "worst_residual", "worst_penetration"},
        ),
    ],
)
def test_every_kind_of_machine_has_its_own_figures_and_keys(capsys, tmp_path, monkeypatch, name, own, keys):
    monkeypatch.setattr("elver.viz.plots.write", lambda figure, path: figure.savefig(path, dpi=20))  # drawn, but coarse
    assert run(capsys, "run", name, "--duration", 0.5, "--out", "out")[0] == 0
    assert {p.stem for p in (tmp_path / "out" / "figures").glob("*.png")} >= own | {"path", "configurations", "ledger"}
    assert set(json.loads((tmp_path / "out" / "summary.json").read_text())) >= keys


def test_a_second_run_takes_a_new_folder(capsys, tmp_path):
    for _ in range(2):
        assert run(capsys, "run", "eel", "--duration", 1, "--no-figures")[0] == 0
    assert {p.name for p in (tmp_path / "runs").iterdir()} == {"eel", "eel-2"}


def test_further_quantities_are_recorded_on_demand(capsys, tmp_path):
    words = ("--set", "links=3", "--duration", 0.1, "--no-figures", "--out", "out")
    assert run(capsys, "run", "swimmer", "--record", "body_force", *words)[0] == 0
    with xr.open_dataset(tmp_path / "out" / "run.nc") as data:
        assert data.body_force.dims == ("time", "force", "body", "axis")
    code, _, err = run(capsys, "run", "swimmer", "--record", "body_torque")
    assert code == 2
    assert "unknown quantity that is recorded on demand: 'body_torque'. Did you mean 'body_force'" in err


def test_output_folder_that_is_a_file(capsys, tmp_path):
    (tmp_path / "file").write_text("x")
    code, _, err = run(capsys, "run", "eel", "--out", tmp_path / "file")
    assert code == 2
    assert "is a file" in err
    code, _, err = run(capsys, "run", "eel", "--out", tmp_path / "file" / "below")
    assert code == 2
    assert "cannot write" in err


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write anywhere")
def test_output_folder_without_permission(capsys, tmp_path):
    (tmp_path / "locked").mkdir()
    (tmp_path / "locked").chmod(stat.S_IRUSR | stat.S_IXUSR)
    code, _, err = run(capsys, "run", "eel", "--out", tmp_path / "locked" / "x")
    assert code == 2
    assert "cannot write" in err


def test_wings_are_sampled_a_hundred_times_per_stroke_and_reported(capsys, tmp_path):
    code, out, _ = run(capsys, "run", "moth-tethered", "--duration", "0.08", "--out", str(tmp_path / "a"))
    assert code == 0
    assert "mean lift" in out
    assert xr.load_dataset(tmp_path / "a" / "run.nc", engine="h5netcdf").sizes["time"] == 201


def test_what_looks_wrong_is_told_and_kept(capsys, tmp_path):
    code, out, err = run(capsys, "run", "eel", "--duration", 1, *SMALL, "--set", "body.limit_yaw_pitch=0.0001", "--no-figures")
    assert code == 0
    assert "warning: joint 'joint" in err
    assert "Choose a stronger actuator" in err
    assert "step error" in out
    kept = json.loads((tmp_path / "runs" / "eel" / "summary.json").read_text())
    assert "torque limit" in [w["check"] for w in kept["warnings"]]


def test_check_step_shows_error_and_order(capsys):
    code, out, _ = run(capsys, "run", "eel", "--duration", 1, *SMALL, "--dt", 0.01, "--json", "--check-step")
    assert code == 0
    found = json.loads(out)
    assert found["discretisation"]["order"] > 1
    assert 0 < found["discretisation_error"] < 1e-3
    assert run(capsys, "run", "eel", "--check-step", "--stream", "nc", "--out", "x")[0] == 2


BROKEN = {"by": f"the whole run again with half the step{ENDED}diverged"}


@pytest.mark.parametrize(
    ("run", "code"),
    [
        ({"status": "finished", "ledger_closure": 1e-9, "discretisation_error": 1e-3}, 0),
        ({"status": "finished", "ledger_closure": 1e-9, "discretisation_error": None, "doubts": ["law 'water'"]}, 0),
        ({"status": "finished", "ledger_closure": 1e-9, "discretisation_error": 0.5}, 3),
        ({"status": "finished", "ledger_closure": 0.1, "discretisation_error": 1e-3}, 3),
        ({"status": "finished", "ledger_closure": None, "discretisation_error": 1e-3}, 3),
        ({"status": "finished", "ledger_closure": 1e-9, "discretisation_error": None, "discretisation": BROKEN}, 3),
        ({"status": "interrupted", "ledger_closure": 0.1, "discretisation_error": 0.5}, 130),
        ({"status": "diverged", "ledger_closure": 0.1, "discretisation_error": None}, 1),
    ],
)
def test_the_exit_code_tells_of_numbers_that_are_off(run, code):
    """A law that brings energy in is the model's, and no fault of the run."""
    assert exit_code(SimpleNamespace(status=run["status"], summary={"discretisation": {}, **run})) == code


def test_steps_that_are_too_long_are_the_exit_code_although_the_ledger_closes(capsys):
    code, out, err = run(capsys, "run", "aiko-flat", "--duration", 4, "--dt", 0.05, "--no-figures")
    assert code == 3
    assert "the steps leave an error" in err
    (line,) = (line for line in out.splitlines() if line.strip().startswith("trusted"))
    assert "no: its steps leave an error" in line


def test_the_published_formulation_and_iteration_by_their_words(capsys, tmp_path):
    """They are kept with the run; one that goes on would need what it does not carry, and says so."""
    out = tmp_path / "published"
    published = ("--formulation", "maximal", "--contact-solver", "prox")
    command = ("run", "aiko-flat", "--duration", 0.02, "--dt", 1e-4, "--out", out, "--no-figures")
    code, _, told = run(capsys, *command, *published)
    assert code == 0, told
    with xr.open_dataset(out / "run.nc") as data:
        assert (setting_in(data.attrs, "formulation"), setting_in(data.attrs, "solver")) == ("maximal", "prox")
    code, _, told = run(capsys, "run", "--resume", out, "--duration", 0.04, "--no-figures")
    assert code == 2
    assert "formulation = 'maximal' is for single runs from the start" in told
    code, _, told = run(capsys, "run", "aiko-flat", "--formulation", "minimal")
    assert code == 2
    assert "reduced, maximal" in told


@pytest.mark.parametrize(("option", "word"), [("--formulation", "maximal"), ("--contact-solver", "prox")])
def test_how_contact_is_solved_needs_a_scene(capsys, option, word):
    code, _, told = run(capsys, "run", "eel", *SMALL, option, word, "--duration", 0.1, "--no-figures")
    assert code == 2
    assert f"{option} is that of contacts, and 'eel' has no scene." in told


def test_the_accuracy_of_contacts_needs_a_scene(capsys):
    code, _, told = run(capsys, "run", "eel", *SMALL, "--accuracy", "1e-4", "--duration", 0.1, "--no-figures")
    assert code == 2
    assert "--accuracy is that of contacts, and 'eel' has no scene. Leave it out; --dt is the step." in told
