"""What the command line keeps to when pipes close, disks fill, users interrupt, and two runs meet."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest
import xarray as xr

from elver._support.files import LOCK, held
from elver.cli.main import main

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes, signals and limits are POSIX's")
RUN = ("run", "eel", "--duration", "1", "--no-figures")
LIMITED = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv.pop(1)),) * 2)
from elver.cli.main import main
sys.exit(main())
"""


def start(folder, *arguments, **options):
    """A command in a process of its own, in a folder."""
    command = [sys.executable, "-m", "elver", *map(str, arguments)]
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **options}
    return subprocess.Popen(command, cwd=folder, **options)


def saved(folder) -> str:
    """Status of the run that was written to a folder, all of whose files must be whole."""
    with xr.open_dataset(folder / "run.nc", engine="h5netcdf") as data:
        assert json.loads((folder / "summary.json").read_text())["status"] == data.attrs["status"]
        return data.attrs["status"]


ORBIT = ("orbit", "eel", "--steps", "100", "--no-figures")


@pytest.mark.parametrize("arguments", [RUN, pytest.param(ORBIT, marks=pytest.mark.long), ("list",), ("--help",)])
def test_a_closed_pipe_costs_no_result(tmp_path, arguments):
    out = () if len(arguments) == 1 else ("--out", "r")
    reading, writing = os.pipe()
    os.close(reading)
    process = start(tmp_path, *arguments, *out, stdout=writing)
    os.close(writing)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 141
    assert err == ""
    if arguments[0] == "run":
        assert saved(tmp_path / "r") == "finished"
    elif arguments[0] == "orbit":
        assert {p.name for p in (tmp_path / "r").iterdir()} == {"orbit.nc", "summary.json"}


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_output_to_a_full_disk_is_one_message(tmp_path):
    with open("/dev/full", "w") as full:
        process = start(tmp_path, *RUN, "--out", "r", stdout=full)
        _, err = process.communicate(timeout=120)
    assert process.returncode == 1
    assert err == "elver: cannot write to standard output: No space left on device.\n"
    assert saved(tmp_path / "r") == "finished"


def test_ctrl_c_keeps_what_was_reached_and_exits_130(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("elver._support.display.Progress.update", lambda *_: signal.raise_signal(signal.SIGINT))
    assert main(["run", "eel", "--duration", "20", "--no-figures", "--out", str(tmp_path / "r")]) == 130
    assert saved(tmp_path / "r") == "interrupted"
    assert "interrupted" in capsys.readouterr().err


@pytest.mark.parametrize("limit", [pytest.param(500, marks=pytest.mark.long), 60_000])
def test_a_full_disk_leaves_the_old_results_and_no_half_ones(tmp_path, capsys, limit):
    assert main([*RUN, "--out", str(tmp_path / "r")]) == 0
    before = {p.name: p.read_bytes() for p in (tmp_path / "r").iterdir()}
    arguments = ["run", "eel", "--duration", "2", "--animate", "gif", "--out", "r", "--force"]
    shown = subprocess.run(
        [sys.executable, "-c", LIMITED, str(limit), *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert shown.returncode == 1
    (said,) = [line for line in shown.stderr.splitlines() if not line.startswith("elver: warning: ")]
    assert said.startswith("elver: cannot write 'r/run.nc': File too large.")
    assert "mean speed" in shown.stdout
    assert {p.name: p.read_bytes() for p in (tmp_path / "r").iterdir()} == before


def test_two_runs_into_one_folder(tmp_path, capsys):
    folder = tmp_path / "r"
    folder.mkdir()
    with held(folder / LOCK, "it"):
        for options in ((), ("--force",)):
            assert main([*RUN, "--out", str(folder), *options]) == 1
            err = capsys.readouterr().err
            assert f"is being written by process {os.getpid()} on" in err
            assert err.count("\n") == 1
    assert main([*RUN, "--out", str(folder)]) == 0
    assert {p.name for p in folder.iterdir()} == {"run.nc", "summary.json"}


def test_what_a_killed_run_left_behind_is_no_obstacle(tmp_path):
    folder = tmp_path / "r"
    folder.mkdir()
    (folder / LOCK).write_text("")
    (folder / ".elver-123-abcdef.part.nc").write_text("half")
    assert main([*RUN, "--out", str(folder)]) == 0
    assert saved(folder) == "finished"


@pytest.mark.parametrize("arguments", [RUN, ("orbit", "eel"), ("hull", "--scull", "8,0.3,0.1")])
def test_a_name_too_long_is_one_message_before_anything_is_computed(tmp_path, capsys, monkeypatch, arguments):
    monkeypatch.chdir(tmp_path)
    assert main([*arguments, "--out", "n" * 300]) == 2
    err = capsys.readouterr().err
    assert "File name too long. Choose a shorter name." in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_an_error_of_the_system_is_one_message(capsys, monkeypatch):
    def refuse(*_):
        raise PermissionError(13, "Permission denied", "/some/file")

    monkeypatch.setattr("elver.cli.commands.list.command", refuse)
    assert main(["list"]) == 1
    assert capsys.readouterr().err.startswith("elver: '/some/file': Permission denied. ")
