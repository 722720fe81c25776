"""The command line as a user meets it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
import xarray as xr
from command_line import run

from elver.cli import main as cli_main

KEYS = {
    "status", "duration", "wall_time", "realtime_factor", "final_position", "final_com", "mean_speed", "final_speed",
    "peak_torque", "work", "cost_of_transport", "ledger_closure", "pitch_turned",
}  # fmt: skip


def test_json_prints_one_object_and_writes_nothing(capsys, tmp_path):
    code, out, err = run(capsys, "run", "eel", "--duration", 4, "--json")
    summary = json.loads(out)
    assert code == 0
    assert [line[:15] for line in err.splitlines()] == ["elver: warning:"] * len(summary["warnings"])
    assert set(summary) >= KEYS
    assert summary["duration"] == 4
    assert len(summary["final_position"]) == 3
    assert summary["peak_torque"]["joint1"] > 0
    assert list(tmp_path.iterdir()) == []


def test_a_duration_that_the_own_step_does_not_divide(capsys):
    """The step fits itself; one that was given does not."""
    words = ("run", "eel", "--set", "body.joints=1", "--duration", 0.1005, "--json")
    code, out, _ = run(capsys, *words)
    assert code == 0
    assert json.loads(out)["duration"] == pytest.approx(0.1005)
    code, _, err = run(capsys, *words, "--dt", 0.001)
    assert code == 2
    assert "not a whole number of steps of 0.001 s" in err


def test_results_are_not_overwritten_without_force(capsys, tmp_path):
    out = tmp_path / "mine"
    out.mkdir()
    (out / "thesis.txt").write_text("precious")
    code, _, err = run(capsys, "run", "eel", "--duration", 1, "--out", out)
    assert code == 2
    assert "--force" in err
    assert run(capsys, "run", "eel", "--duration", 1, "--no-figures", "--out", out, "--force")[0] == 0
    assert (out / "thesis.txt").read_text() == "precious"


WRONG = {
    "scenario": (("run", "eal"), "Did you mean 'eel'"),
    "no scenario": (("run",), "needs a scenario"),
    "key": (("run", "eel", "--set", "gait.ampltude=1"), "Did you mean 'gait.amplitude'"),
    "value": (("run", "eel", "--set", "gait.amplitude=much"), "not a number [rad]"),
    "no value": (("run", "eel", "--set", "gait.amplitude"), "KEY=VALUE"),
    "step": (("run", "eel", "--dt", "0"), "greater than 0"),
    "step word": (("run", "eel", "--dt", "small"), "not a number"),
    "step too long": (("run", "eel", "--dt", "100"), "longer than the duration"),
    "duration": (("run", "eel", "--duration", "-3"), "greater than 0"),
    "no duration": (("run", "eel", "--duration", "0"), "greater than 0"),
    "method": (("run", "eel", "--method", "rk44"), "Did you mean 'rk4'"),
    "physics": (("run", "eel", "--set", "body.half_width=-1"), "body.half_width"),
    "file": (("plot", "nothing.nc"), "no such file or folder. Give the folder or the .nc file of a run"),
    "figure": (("plot", "x.nc", "paths"), "Did you mean 'path'"),
    "twice": (("run", "eel", "--set", "gait.period=1", "--set", "gait.period=2"), "given twice"),
    "output": (("run", "eel", "--output", "0"), "(--output) = 0.0 is not allowed"),
    "tolerance": (("run", "eel", "--method", "dopri5", "--rtol", "1e-30"), "below what rounding allows"),
    "joints": (("run", "eel", "--set", "body.joints=1e300"), "not a whole number"),
    "for ever": (("run", "eel", "--duration", "1e308"), "Give 1e-12 to 1e+09 s"),
    "no step": (("run", "eel", "--dt", "1e-320"), "Give 1e-12 to 1e+09 s"),
    "too many steps": (("run", "eel", "--duration", "1e6", "--dt", "1e-8"), "1e+12 are allowed"),
    "no samples": (("run", "eel", "--output", "1e308"), "Give 1e-12 to 1e+09 s"),
    "too many links": (("run", "swimmer", "--set", "links=1e6"), "Give a whole number from 1 to 500"),
    "too many sections": (("run", "moth", "--set", "wing.sections=100000"), "Give a whole number from 1 to 100"),
    "too many joints": (("run", "eel", "--set", "body.joints=1001"), "1 to 1000"),
    "film without a place": (("run", "eel", "--json", "--animate", "gif"), "Add --out"),
    "claims of nothing": (("verify", "ell"), "Did you mean 'eel'"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_input_is_one_message_and_exit_code_2(capsys, tmp_path, name):
    arguments, message = WRONG[name]
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert message in err
    assert err.count("\n") == 1
    assert "Traceback" not in out + err
    assert list(tmp_path.iterdir()) == []


def test_diverging_run_reports_keeps_its_data_and_exits_1(capsys, tmp_path):
    arguments = ("--duration", 5, "--set", "drive=pd", "--set", "control.kd=400", "--no-figures", "--out", "out")
    code, _, err = run(capsys, "run", "eel", *arguments, "--method", "rk4")
    assert code == 1
    assert "diverged after" in err
    assert "body 'link" in err
    with xr.open_dataset(tmp_path / "out" / "run.nc") as data:
        assert data.attrs["status"] == "diverged"


def test_untrustworthy_run_is_called_so(capsys):
    changes = ("--set", "drive=pd", "--set", "control.kd=10", "--method", "rk4")
    code, out, err = run(capsys, "run", "eel", "--duration", 10, *changes, "--json")
    assert code == 3
    assert json.loads(out)["trusted"] is False
    assert "ledger does not close" in err
    assert "eigenvalue" in err


def test_help_teaches(capsys):
    assert "elver run eel --set" in run(capsys, "--help")[1]
    out = run(capsys, "run", "eel", "--help")[1]
    assert "gait.amplitude" in out
    assert "--duration" in out
    assert "--method" in run(capsys, "run", "eel", "--help-all")[1]
    assert run(capsys, "--version")[1].startswith("elver ")


def test_module_and_script_are_the_same_command(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "elver", "run", "eel", "--dt", "-1"], capture_output=True, text=True, cwd=tmp_path
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_an_unknown_scenario_is_answered_with_all_of_them(capsys):
    from elver.scenarios import all_scenarios

    code, _, err = run(capsys, "run", "submarine")
    assert code == 2
    assert all(s.name in err for s in all_scenarios())


def test_ctrl_c_inside_casadi_is_ctrl_c(monkeypatch, capsys):
    """CasADi makes a SystemError of it; one with another cause is an error of its own."""

    def stopped(arguments):
        raise SystemError("returned a result with an exception set") from cause

    monkeypatch.setattr(cli_main, "carry_out", stopped)
    cause: BaseException = KeyboardInterrupt()
    assert cli_main.answer([]) == 130
    assert "stopped" in capsys.readouterr().err
    cause = ValueError()
    with pytest.raises(SystemError):
        cli_main.answer([])
