"""`elver run --resume`: a run that was ended, stopped or killed goes on."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import xarray as xr
from command_line import run

from elver import load_run
from elver.cli.main import main

SMALL = ("--set", "body.joints=2", "--no-figures")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made") / "mine"
    words = ("run", "eel", *SMALL, "--set", "gait.amplitude=0.08", "--duration", "0.5", "--out", str(folder), "--json")
    assert main(list(words)) == 0
    return folder


@pytest.fixture
def begun(made, tmp_path):
    shutil.copytree(made, tmp_path / "mine")
    return "mine"


def test_a_finished_run_is_made_longer_by_its_folder_alone(capsys, tmp_path, begun):
    """To the numbers of one long run; the scenario, its parameters and its settings are those of the run."""
    code, out, _ = run(capsys, "run", "--resume", begun, "--duration", 1.2, "--no-figures")
    assert code == 0
    assert "1.2 s, on from 0.5 s" in out
    assert run(capsys, "run", "eel", *SMALL, "--set", "gait.amplitude=0.08", "--duration", 1.2, "--out", "whole")[0] == 0
    long, whole = load_run("mine/run.nc"), load_run("whole/run.nc")
    xr.testing.assert_identical(long.data.drop_attrs(), whole.data.drop_attrs())
    assert {n: v.attrs for n, v in long.data.variables.items()} == {n: v.attrs for n, v in whole.data.variables.items()}
    times = ("wall_time", "realtime_factor", "discretisation", "discretisation_error")  # the last two look at other stretches
    written = json.loads((tmp_path / "mine" / "summary.json").read_text())
    assert {k: v for k, v in written.items() if k not in times} == {k: v for k, v in whole.summary.items() if k not in times}
    file = tmp_path / "mine" / "run.nc"
    kept = file.stat().st_ino, file.stat().st_mtime_ns
    code, out, _ = run(capsys, "run", "eel", "--out", "mine", "--resume", "--duration", 1.2, "--no-figures")
    assert code == 0  # the same command again: nothing is left to do, and the file stays
    assert (file.stat().st_ino, file.stat().st_mtime_ns) == kept


def test_a_run_that_was_stopped_goes_on_to_the_end_it_was_to_have(capsys, begun):
    data = load_run("mine/run.nc").data.load()
    settings = {**json.loads(data.attrs["settings"]), "duration": 0.8}
    stopped = data.assign_attrs(status="interrupted", settings=json.dumps(settings))
    data.close()
    stopped.to_netcdf("mine/run.nc")
    assert run(capsys, "run", "--resume", "mine", "--no-figures")[0] == 0
    assert float(load_run("mine/run.nc").data.time[-1]) == pytest.approx(0.8)


@pytest.mark.parametrize("stream", [(), ("--stream", "nc")])
def test_what_was_recorded_goes_on_being_recorded(capsys, stream):
    words = ("--duration", 0.2, "--out", "forces", "--record", "body_force", *stream)
    assert run(capsys, "run", "eel", *SMALL, *words)[0] == 0
    assert run(capsys, "run", "--resume", "forces", "--duration", 0.4, "--no-figures")[0] == 0
    assert load_run("forces/run.nc").data.body_force.sizes["time"] == 41


@pytest.mark.parametrize("stream", [(), ("--stream", "nc")])
def test_what_was_not_recorded_is_not_recorded_from_now_on(capsys, stream):
    assert run(capsys, "run", "eel", *SMALL, "--duration", 0.2, "--out", "plain", *stream)[0] == 0
    code, _, err = run(capsys, "run", "--resume", "plain", "--duration", 0.4, "--no-figures", "--record", "body_force")
    assert code == 2
    assert "the run to go on with does not hold 'body_force', what is to follow does. Record the same" in err
    assert load_run("plain/run.nc").data.sizes["time"] == 21


def test_a_file_beside_the_run_is_not_the_run(capsys, tmp_path, begun):
    shutil.copy("mine/run.nc", "mine/other.nc")
    before = {p.name: p.read_bytes() for p in (tmp_path / "mine").iterdir()}
    code, _, err = run(capsys, "run", "--resume", "mine/other.nc", "--duration", 1, "--no-figures")
    assert code == 2
    assert "'mine/other.nc' is not the run of its folder, which is called run.nc" in err
    assert {p.name: p.read_bytes() for p in (tmp_path / "mine").iterdir()} == before


def test_a_streamed_run_goes_on_in_its_store(capsys):
    assert run(capsys, "run", "eel", *SMALL, "--duration", 0.5, "--out", "long", "--stream", "nc")[0] == 0
    assert run(capsys, "run", "--resume", "long/run.nc", "--duration", 1, "--no-figures")[0] == 0
    found = load_run("long/run.nc")
    assert (found.data.sizes["time"], found.status) == (101, "finished")
    assert "stream" in found.data.attrs
    code, _, err = run(capsys, "run", "eel", "--out", "long", "--stream", "zarr", "--resume", "--duration", 2)
    assert code == 2
    assert "stored as run.nc, not as run.zarr" in err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--resume",), "--resume needs the folder of the run"),
        (("--resume", "nowhere"), "there is no folder 'nowhere' with a run to resume"),
        (("--resume", "."), "holds no run.nc and no run.zarr to go on with"),
        (("--resume", "mine"), "has its 0.5 s already. Add --duration S"),
        (("--resume", "mine", "--duration", 0.2), "has its 0.5 s already"),
        (("--resume", "mine", "--duration", 2, "--dt", 0.002), "was made with dt = 0.001, not 0.002. Leave out --dt"),
        (("--resume", "mine", "--duration", 2, "--method", "heun"), "was made with method = auto, not heun"),
        (
            ("--resume", "mine", "--duration", 2, "--set", "gait.amplitude=0.1"),
            "was made with gait.amplitude = 0.08, not 0.1. Leave out --set",
        ),
        (("swimmer", "--resume", "mine", "--duration", 2), "is one of 'eel', not of 'swimmer'"),
        (("--resume", "mine", "--out", "other"), "name two folders"),
        (("--resume", "mine", "--force"), "Give one of the two"),
        (("--resume", "mine", "--duration", 1, "--stream", "nc"), "was not written with --stream and goes on in memory"),
    ],
)
def test_what_cannot_go_on_says_why(capsys, begun, words, message):
    before = Path("mine/run.nc").read_bytes()
    code, out, err = run(capsys, "run", *words, "--no-figures")
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
    assert Path("mine/run.nc").read_bytes() == before


def test_a_run_that_broke_off_is_not_gone_on_with(capsys, begun):
    data = load_run("mine/run.nc").data.load()
    data.close()
    data.assign_attrs(status="diverged", status_detail="diverged after 0.5 s").to_netcdf("mine/run.nc")
    code, _, err = run(capsys, "run", "--resume", "mine", "--duration", 2)
    assert code == 2
    assert "cannot be gone on with: diverged after 0.5 s" in err
