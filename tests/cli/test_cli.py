"""The command line as a user meets it."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys

import pytest
import xarray as xr

from elver.cli.main import main
from elver.results.report import factor

KEYS = {
    "status", "duration", "wall_time", "realtime_factor", "final_position", "final_com", "mean_speed", "final_speed",
    "peak_torque", "work", "cost_of_transport", "ledger_closure", "pitch_turned",
}  # fmt: skip


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def run(capsys, *arguments):
    """Exit code, standard output and standard error of a command."""
    try:
        code = main([str(a) for a in arguments])
    except SystemExit as stop:
        code = stop.code
    out = capsys.readouterr()
    return code, out.out, out.err


def test_list_names_scenarios_and_parameters_with_units(capsys):
    code, out, _ = run(capsys, "list")
    assert code == 0
    assert "eel-loop" in out
    code, out, _ = run(capsys, "list", "eel")
    assert "gait.wavelength" in out
    assert "[rad]" in out
    assert json.loads(run(capsys, "list", "--json")[1])["eel"]["parameters"]["gait.period"]["unit"] == "s"


def test_json_prints_one_object_and_writes_nothing(capsys, tmp_path):
    code, out, err = run(capsys, "run", "eel", "--duration", 4, "--json")
    summary = json.loads(out)
    assert code == 0
    assert err == ""
    assert set(summary) >= KEYS
    assert summary["duration"] == 4
    assert len(summary["final_position"]) == 3
    assert summary["peak_torque"]["joint1"] > 0
    assert list(tmp_path.iterdir()) == []


def test_run_writes_data_summary_and_figures_and_plot_draws_them_again(capsys, tmp_path):
    code, out, _ = run(capsys, "run", "eel", "--duration", 3, "--set", "gait.amplitude=0.08", "--animate", "gif")
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
        ("snake-amphibious", {"forward"}, {"mean_forward_speed"}),
        (
            "aiko-obstacles",
            {"contacts", "sticking", "middle", "snapshot", "pushing"},
            {"tracked_displacement", "tracked_speed_x", "worst_residual", "worst_penetration"},
        ),
    ],
)
def test_every_kind_of_machine_has_its_own_figures_and_keys(capsys, tmp_path, name, own, keys):
    assert run(capsys, "run", name, "--duration", 0.5, "--out", "out")[0] == 0
    assert {p.stem for p in (tmp_path / "out" / "figures").glob("*.png")} >= own | {"path", "configurations", "ledger"}
    assert set(json.loads((tmp_path / "out" / "summary.json").read_text())) >= keys


def test_a_second_run_takes_a_new_folder(capsys, tmp_path):
    for _ in range(2):
        assert run(capsys, "run", "eel", "--duration", 1, "--no-figures")[0] == 0
    assert {p.name for p in (tmp_path / "runs").iterdir()} == {"eel", "eel-2"}


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
    "method": (("run", "eel", "--method", "rk44"), "Did you mean 'rk4'"),
    "physics": (("run", "eel", "--set", "body.half_width=-1"), "body.half_width"),
    "file": (("plot", "nothing.nc"), "not a file"),
    "figure": (("plot", "x.nc", "paths"), "Did you mean 'path'"),
    "twice": (("run", "eel", "--set", "gait.period=1", "--set", "gait.period=2"), "given twice"),
    "output": (("run", "eel", "--output", "0"), "output = 0.0 is not allowed"),
    "tolerance": (("run", "eel", "--method", "dopri5", "--rtol", "1e-30"), "below what rounding allows"),
    "joints": (("run", "eel", "--set", "body.joints=1e300"), "not a whole number"),
    "for ever": (("run", "eel", "--duration", "1e308"), "Give 1e-12 to 1e+09 s"),
    "no step": (("run", "eel", "--dt", "1e-320"), "Give 1e-12 to 1e+09 s"),
    "too many steps": (("run", "eel", "--duration", "1e6", "--dt", "1e-8"), "1e+12 are allowed"),
    "no samples": (("run", "eel", "--output", "1e308"), "Give 1e-12 to 1e+09 s"),
    "too many links": (("run", "swimmer", "--set", "links=1e6"), "Give 1 to 500"),
    "too many sections": (("run", "moth", "--set", "wing.sections=100000"), "Give 1 to 100"),
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
    _, _, err = run(capsys, "run", "eel", "--duration", 10, *changes, "--json")
    assert "ledger does not close" in err
    assert "eigenvalue" in err


def test_verify_prints_a_table_and_fails_when_a_claim_does(capsys, monkeypatch):
    from dataclasses import replace

    import elver.scenarios
    from elver.systems.eel.claims import CLAIMS

    both = (CLAIMS[0], replace(CLAIMS[0], statement="wrong", high=2.0, low=1.9))
    monkeypatch.setattr(elver.scenarios, "claims", lambda: both)
    code, out, _ = run(capsys, "verify")
    assert code == 1
    assert "1 of 2 claims hold" in out
    assert json.loads(run(capsys, "verify", "--json")[1])["failed"] == 1


def test_help_teaches(capsys):
    assert "elver run eel --set" in run(capsys, "--help")[1]
    out = run(capsys, "run", "eel", "--help")[1]
    assert "gait.amplitude" in out
    assert "--method" in out
    assert run(capsys, "--version")[1].startswith("elver ")


def test_module_and_script_are_the_same_command(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "elver", "run", "eel", "--dt", "-1"], capture_output=True, text=True, cwd=tmp_path
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_wings_are_sampled_a_hundred_times_per_stroke_and_reported(capsys, tmp_path):
    code, out, _ = run(capsys, "run", "moth-tethered", "--duration", "0.08", "--out", str(tmp_path / "a"))
    assert code == 0
    assert "mean lift" in out
    assert xr.load_dataset(tmp_path / "a" / "run.nc", engine="h5netcdf").sizes["time"] == 201


def test_plot_takes_the_folder_of_a_run(capsys, tmp_path):
    assert run(capsys, "run", "gray", "--duration", 0.01, "--no-figures", "--out", "mine")[0] == 0
    code, _, _ = run(capsys, "plot", "mine", "ledger", "--format", "png")
    assert code == 0
    assert (tmp_path / "mine" / "figures" / "ledger.png").is_file()


def test_plot_needs_a_result_and_no_more(capsys):
    code, _, err = run(capsys, "plot")
    assert code == 2
    assert err.rstrip().endswith("required: RESULT")


def test_an_unknown_scenario_is_answered_with_all_of_them(capsys):
    from elver.scenarios import scenarios

    code, _, err = run(capsys, "run", "submarine")
    assert code == 2
    assert all(s.name in err for s in scenarios())


def test_the_table_says_what_the_machine_has(capsys):
    """No pitch in the plane, forces of sliding joints in newtons, nothing about a stroke that is not finished."""
    _, planar, _ = run(capsys, "run", "gray", "--duration", 0.01, "--no-figures")
    assert "pitch turned" not in planar
    assert "(0 x real time)" not in planar
    _, eel, _ = run(capsys, "run", "eel", "--duration", 0.1, "--no-figures")
    assert "pitch turned" in eel
    _, boat, _ = run(capsys, "run", "scull-40", "--set", "start=rest", "--duration", 0.1, "--no-figures")
    peaks = next(line for line in boat.splitlines() if "peak torque" in line)
    assert " N," in peaks or peaks.endswith(" N")
    assert " N m" in peaks
    assert "shorter than one stroke" in boat


def test_factors_below_one_keep_a_digit():
    assert [factor(x) for x in (0.0342, 0.96, 3.4, None)] == ["0.03", "1", "3", "-"]
