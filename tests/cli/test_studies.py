"""elver sweep, optimise, pareto and their pictures, as a user types them."""

from __future__ import annotations

import json
import re
from types import SimpleNamespace

import numpy as np
import pytest

from elver.cli.commands.optimise import exit_code, verdict
from elver.cli.main import main

SWEEP = ["sweep", "eel", "--vary", "gait.amplitude=0.04:0.08:3", "--set", "body.joints=2", "--seconds", "0.2"]
SEARCH = ["eel", "--over", "gait.amplitude=0.02:0.12", "--set", "body.joints=2", "--seconds", "0.5"]


def refused(capsys, what, *command):
    """What says something about a run alone is refused for other results, by its name."""
    capsys.readouterr()
    for words in (
        ("--animate", "gif"),
        ("--still", "0"),
        ("--view", "top"),
        ("--speed", "1"),
        ("--fps", "9"),
        ("--follow", "base"),
    ):
        assert main([*command, *words]) == 2
        assert f"{what} has no moving picture and no stills. {words[0]} is for a run" in capsys.readouterr().err
    assert main([*command, "--joints", "joint1"]) == 2
    assert f"the figures of {what} show no joints" in capsys.readouterr().err


def test_sweep_resume_and_plot(capsys, tmp_path):
    assert main([*SWEEP, "--vary", "gait.wavelength=1.5,2", "--out", "s.zarr", "--trajectories", "base_position"]) == 0
    out = capsys.readouterr().out
    assert "6 runs: 6 finished" in out
    assert re.search(r"largest mean speed: \S+ m/s at gait.amplitude = 0\.\d+ rad, gait.wavelength = [\d.]+ m", out)
    assert re.search(r"error by the steps: 6 of 6 runs checked, \S+e-1\d at most\n", out)
    again = [*SWEEP, "--vary", "gait.wavelength=1.5,2", "--out", "s.zarr", "--trajectories", "base_position"]
    assert main(again) == 2
    assert "--resume" in capsys.readouterr().err
    assert main([*again, "--resume", "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["status"] == {"finished": 6}
    assert summary["best"]["mean_speed"]["gait.amplitude"] in np.linspace(0.04, 0.08, 3)
    assert main(["plot", "s.zarr", "mean_speed", "--format", "png"]) == 0
    assert (tmp_path / "s" / "figures" / "mean_speed.png").stat().st_size > 5000
    assert main(["plot", "s.zarr", "mean_sped"]) == 2
    assert "Did you mean 'mean_speed'" in capsys.readouterr().err
    refused(capsys, "a sweep", "plot", "s.zarr")


def test_a_best_case_made_of_free_energy_says_so(capsys):
    asked = ["sweep", "eel", "--vary", "gait.amplitude=0.08,0.12", "--set", "body.joints=8", "--seconds", "10"]
    assert main([*asked, "--out", "s.zarr"]) == 0
    lines = capsys.readouterr().out.splitlines()
    after = lines[next(k for k, line in enumerate(lines) if "smallest cost of transport" in line) + 1]
    assert re.search(r"NOT TO BE TRUSTED: the published added-mass law brings in [\d.]+ % of the energy turned over", after)
    assert after.endswith("--set water.law=kirchhoff keeps energy")
    assert main([*asked, "--out", "s.zarr", "--resume", "--json"]) == 0
    assert strict(capsys.readouterr().out)["best"]["cost_of_transport"]["energy_from_nothing"] > 0.01
    assert main([*asked, "--set", "water.law=kirchhoff", "--out", "k.zarr"]) == 0
    assert "NOT TO BE TRUSTED" not in capsys.readouterr().out


PADDLE = """elver: 1
name: paddle
parameters:
  swing: {value: 20 deg, range: [5 deg, 60 deg]}
  span: {value: 1.0, range: [0.5, 2]}
machine:
  base: planar
  bodies:
    hull: {shape: {type: rod, length: 0.3, radius: 0.03}, density: 1000}
    tail: {shape: {type: rod, length: 0.2, radius: 0.02}, density: 1000 * span / span}
  joints:
    hinge: {parent: hull, child: tail, at: [-0.15, 0, 0], mode: driven}
media: {water: {type: morison, law: kirchhoff}}
drive: {gait: {type: serpenoid, joints: hinge, amplitude: swing, frequency: 1 Hz}}
run: {duration: 0.2, dt: 5 ms}
"""


def test_no_optimum_is_told_over_what_has_no_influence(capsys, tmp_path):
    """A parameter that enters expressions, and cancels out of them."""
    (tmp_path / "paddle.yaml").write_text(PADDLE)
    both = ["sweep", "paddle.yaml", "--vary", "span=0.5,0.8,1.5", "--vary", "swing=0.2,0.4"]
    assert main([*both, "--out", "s.zarr"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"largest mean speed: \S+ m/s at swing = \S+ deg", out)
    assert "at span" not in out
    assert "span has no influence on mean speed" in out
    assert main([*both[:4], "--out", "t.zarr", "--json"]) == 0
    best = json.loads(capsys.readouterr().out)["best"]["mean_speed"]
    assert best["without_influence"] == ["span"]
    assert "span" not in best


def test_a_search_says_what_has_no_influence(capsys, tmp_path):
    (tmp_path / "paddle.yaml").write_text(PADDLE)
    asked = ["optimise", "paddle.yaml", "--objective", "mean_speed", "--maximise", "--over", "span=0.5:2", "--budget", "8"]
    assert main([*asked, "--over", "swing=0.1:1", "--json", "--no-figures"]) == 0
    assert json.loads(capsys.readouterr().out)["without_influence"] == ["span"]
    assert main([*asked, "--no-figures"]) == 1
    out = capsys.readouterr().out
    assert "no influence on mean_speed" in out
    assert "NO OPTIMUM: nothing that was searched over has an influence on it" in out


def test_a_front_says_what_has_no_influence(capsys, tmp_path):
    (tmp_path / "paddle.yaml").write_text(PADDLE)
    goals = ["--maximise", "mean_speed", "--minimise", "work_positive", "--budget", "8", "--population", "4", "--no-figures"]
    asked = ["pareto", "paddle.yaml", *goals, "--over", "span=0.5:2"]
    assert main([*asked, "--over", "swing=0.1:1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["without_influence"] == ["span"]
    assert main([*asked, "--over", "swing=0.1:1"]) == 0
    out = capsys.readouterr().out
    assert "swing [deg]" in out
    assert "span has no influence on work_positive or mean_speed" in out
    assert out.count("span") == 1  # no column of it
    assert main(asked) == 1
    assert "NO COMPROMISE" in capsys.readouterr().out


def test_a_failed_case_is_named_and_is_the_exit_code(capsys):
    assert main(["sweep", "eel", "--vary", "body.joints=0,2", "--seconds", "0.1"]) == 1
    out = capsys.readouterr().out
    assert "1 finished" in out
    assert "1 refused" in out
    assert "body.joints = 0: " in out
    assert "runs/eel-sweep.zarr" in out


def test_optimise_and_its_pictures(capsys, tmp_path):
    asked = ["optimise", *SEARCH, "--objective", "work_positive", "--budget", "16", "--out", "o", "--no-figures"]
    assert main([*asked, "--subject-to", "mean_speed>=0.00003"]) == 0
    out = capsys.readouterr().out
    assert "budget spent after 16 runs; all bounds kept" in out
    assert {p.name for p in (tmp_path / "o").iterdir()} == {"history.jsonl", "history.nc", "optimum.json", "run.nc"}
    assert main(["plot", "o", "--format", "svg"]) == 0
    assert (tmp_path / "o" / "figures" / "convergence.svg").exists()
    refused(capsys, "a search", "plot", "o")
    assert main(["plot", "o", "speed"]) == 2
    assert "figure 'speed': those of a search are drawn together" in capsys.readouterr().err
    assert main(["optimise", *SEARCH, "--objective", "work", "--subject-to", "mean_speed>=9", "--budget", "8", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["feasible"] is False


def test_an_optimum_whose_steps_are_too_long_says_so(capsys, monkeypatch):
    """The ledgers of all cases close."""
    monkeypatch.setattr("elver.results.checks.trust.STEP_WARNING", 0.0)
    assert main(["optimise", *SEARCH, "--objective", "work", "--budget", "8", "--no-figures"]) == 3
    assert "all bounds kept; NOT TRUSTED: its steps leave an error of" in capsys.readouterr().out


@pytest.mark.parametrize("law", [[], ["law 'water' brings energy in"]])
def test_energy_from_nothing_is_no_fault_of_a_search(law):
    summary = {"status": "finished", "ledger_closure": 0.0, "discretisation_error": 1e-6, "discretisation": {}}
    best = SimpleNamespace(
        status="converged",
        objective=1.0,
        feasible=True,
        trusted=not law,
        doubts=law,
        run=SimpleNamespace(summary=summary),
        parameters={"a": 1.0},
        without_influence=(),
    )
    assert exit_code(best) == 0
    assert verdict(best) == "all bounds kept" + "".join(f"; NOT TRUSTED: {text}" for text in law)


def test_pareto(capsys, tmp_path):
    goals = ["--minimise", "work_positive", "--maximise", "mean_speed"]
    assert main(["pareto", *SEARCH, *goals, "--budget", "16", "--population", "8", "--out", "p"]) == 0
    assert "mean_speed" in capsys.readouterr().out
    assert (tmp_path / "p" / "figures" / "front.png").exists()
    assert json.loads((tmp_path / "p" / "front.json").read_text())["evaluations"] == 16


COARSE = ["--set", "body.joints=2", "--seconds", "2", "--dt", "0.5"]  # no energy ledger closes with steps as long as that


def strict(text: str) -> dict:
    """JSON without NaN, which is none."""
    return json.loads(text, parse_constant=pytest.fail)


def test_a_sweep_with_open_ledgers_says_so(capsys, tmp_path):
    asked = ["sweep", "eel", "--vary", "gait.amplitude=0.04,0.08", *COARSE, "--out", "s.zarr"]
    assert main(asked) == 3
    out = capsys.readouterr().out
    assert "NOT TO BE TRUSTED: 2 runs" in out
    assert re.search(r"gait.amplitude = 0\.04: its energy ledger closes to 0\.\d+ only", out)
    assert "largest" not in out
    assert "0 of 2 runs checked;" in out  # what is not to be trusted anyway is not looked at
    assert main([*asked, "--resume", "--json"]) == 3
    summary = strict(capsys.readouterr().out)
    assert (summary["trusted"], summary["untrusted"], summary["best"]) == (False, 2, {})
    import xarray as xr

    stored = xr.open_zarr(tmp_path / "s.zarr").load()
    assert stored.trusted.dtype == bool
    assert not stored.trusted.any()
    assert (stored.ledger_closure > 1e-3).all()


def test_a_sweep_with_one_open_ledger_takes_the_best_of_the_others(capsys):
    """The steps are too long for the fast gait; the slow one can be trusted, and is the best although the other is faster."""
    fast_and_slow = ["sweep", "eel", "--vary", "gait.period=0.6,2", "--set", "body.joints=2", "--seconds", "0.6", "--dt", "0.1"]
    assert main([*fast_and_slow, "--json"]) == 3
    summary = strict(capsys.readouterr().out)
    assert summary["untrusted"] == 1
    assert summary["best"]["mean_speed"]["gait.period"] == 2


def test_searches_with_open_ledgers_say_so(capsys):
    over = ["eel", "--over", "gait.amplitude=0.02:0.12", *COARSE, "--budget", "8", "--no-figures"]
    assert main(["optimise", *over, "--objective", "work", "--out", "o"]) == 3
    out = capsys.readouterr().out
    assert "no case can be trusted after 8 runs; NO OPTIMUM" in out
    assert "8 runs, left out" in out
    goals = ["--minimise", "work", "--maximise", "mean_speed", "--population", "8"]
    assert main(["pareto", *over, *goals, "--out", "p"]) == 3
    assert "NO FRONT: no case can be trusted" in capsys.readouterr().out
    assert main(["pareto", *over, *goals, "--json"]) == 3
    assert strict(capsys.readouterr().out)["front"] == []


def test_a_metric_without_a_number_is_no_optimum(capsys):
    """The run is shorter than a period: there is no final speed."""
    asked = ["optimise", *SEARCH, "--objective", "final_speed", "--budget", "8", "--no-figures"]
    assert main([*asked, "--json"]) == 1
    best = strict(capsys.readouterr().out)
    assert best["status"] == "no case has a number for final_speed"
    assert best["objective"] is None
    assert best["feasible"] is False
    assert main([*asked, "--out", "o"]) == 1
    assert "NO OPTIMUM" in capsys.readouterr().out


def test_exit_codes_are_in_the_help(capsys):
    for command in ("sweep", "optimise", "pareto"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        assert "not to be trusted" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["sweep", "eel"], "nothing varies"),
        (["sweep", "eel", "--vary", "gait.amplitude"], "KEY=RANGE"),
        (["sweep", "eel", "--vary", "gait.amplitude=0.1:0.2"], "first:last:count"),
        (["sweep", "eel", "--vary", "gait.amplitude=0.1:0.2:0"], "0 points"),
        (["sweep", "eel", "--vary", "gait.amplitud=0.1,0.2"], "Did you mean 'gait.amplitude'"),
        (["sweep", "eel", "--vary", "gait.amplitude=1,2", "--vary", "gait.amplitude=3,4"], "twice"),
        (["sweep", "eel", "--vary", "gait.amplitude=0.1,0.2", "--resume"], "--resume needs --out"),
        (["sweep", "eel", "--vary", "gait.amplitude=0.1,0.2", "--block", "few"], "not a whole number"),
        (["sweep", "eel", "--vary", "gait.amplitude=0.1,0.2", "--seconds", "long"], "not a number"),
        (["sweep", "eel", "--vary", "gait.amplitude=0.1,0.2", "--dt", "0"], "dt = 0.0 is not allowed"),
        (["sweep", "eel", "--vary", "gait.amplitude=0.1,0.2", "--out", ""], "--out is empty"),
        (["sweep", "eel", "--vary", "gait.amplitude=0.1,0.2", "--out", "n" * 300], "File name too long"),
        (["sweep", "eel", "--vary", "gait.amplitude=0.1,0.2", "--cluster", "ucx://127.0.0.1:8786"], "no address"),
        (["sweep", "eal", "--vary", "gait.amplitude=0.1,0.2"], "Did you mean 'eel'"),
        (
            ["sweep", *SEARCH[:1], "--vary", "gait.amplitude=0.1,0.2", "--cluster", "tcp://127.0.0.1:9", "--timeout", "1"],
            "answers",
        ),
        (["optimise", "eel", "--objective", "work"], "nothing varies"),
        (["optimise", "eel", "--objective", "work", "--over", "gait.amplitude=0.1"], "two bounds"),
        (["optimise", "eel", "--objective", "work", "--over", "gait.amplitude=0.1:0.2", "--dt", "0"], "dt = 0.0 is not allowed"),
        (["optimise", "eel", "--objective", "work", "--over", "gait.amplitude=0.1:0.2", "--out", "n" * 300], "name too long"),
        (["optimise", "eel", "--objective", "trusted", "--over", "gait.amplitude=0.1:0.2"], "unknown metric"),
        (["optimise", "eel", "--objective", "werk", "--over", "gait.amplitude=0.1:0.2"], "Did you mean 'work'"),
        (["optimise", "eel", "--objective", "work", "--over", "gait.amplitude=0.1:0.2", "--method", "luck"], "cma, gradient"),
        (["optimise", "eel", "--objective", "work", "--over", "gait.amplitude=0.1:0.2", "--resume"], "--resume needs --out"),
        (["pareto", "eel", "--minimise", "work", "--over", "gait.amplitude=0.1:0.2"], "two different metrics"),
        (["plot", "."], "not a sweep"),
    ],
)
def test_wrong_input_is_one_message_and_leaves_nothing(arguments, says, capsys, tmp_path):
    assert main(arguments) == 2
    err = capsys.readouterr().err
    assert says in err
    assert err.startswith("elver: ")
    assert "Traceback" not in err
    left = [p for p in tmp_path.rglob("*") if p.is_file() and p.name != "plan.json"]
    assert not left
