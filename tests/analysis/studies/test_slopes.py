"""Exact derivatives and differences are the same numbers, lead to the same optimum, and are taken where they should be."""

from __future__ import annotations

import json
import sys
from dataclasses import replace

import numpy as np
import pytest
import xarray as xr
from tolerances import ROUNDING, assert_close

import elver
from elver.analysis import optimise
from elver.analysis.studies.optimisation import Slopes, slopes_for
from elver.analysis.studies.runs import Row
from elver.analysis.studies.search import SearchRuns, value_of
from elver.analysis.studies.setup import make_setup, program_for, read_intervals
from elver.cli.main import main
from elver.results import Metric
from elver.results.metrics import mean_speed

DIFFERENCES = 1e-6  # truncation: central differences over 1e-4 of the box, inside it
OPTIMUM = 1e-5  # of the parameters: where the slopes of both routes vanish to the search's own tolerance
OVER = {"gait.amplitude": "0.02:0.12", "gait.wavelength": (0.5, 2.5)}
SMALL = {"body.joints": 2, "water.law": "kirchhoff"}
TURN = {"gait.offset": (0.05, 0.3), "gait.amplitude": (0.3, 0.7)}
CHAIN = {"links": 3, "control": "computed", "control.kp": 20.0, "control.kd": 9.0}


def box(scenario="eel", bounds=OVER, parameters=SMALL, duration=1.0, integrator="auto"):
    setup = make_setup(scenario, parameters, duration, elver.Solver(integrator))
    return SearchRuns(setup, read_intervals(setup.scenario, bounds, setup.parameters), budget=1000, threads=1)


@pytest.mark.parametrize(
    ("metrics", "asked"),
    [
        (["mean_speed", "cost_of_transport"], {"duration": 1.0}),
        (["mean_speed", "cost_of_transport"], {"duration": 2.0, "integrator": "rk4"}),
        (["final_heading", "mean_speed"], {"scenario": "swimmer", "bounds": TURN, "parameters": CHAIN, "duration": 2.0}),
    ],
)
def test_both_routes_agree(metrics, asked):
    search, x = box(**asked), np.array([0.4, 0.65])
    exact, differences = slopes_for(search, metrics, x), Slopes(search)
    swept, beside = exact.at(x), differences.at(x)
    for metric in metrics:
        assert_close(value_of(swept.row, metric), value_of(beside.row, metric), ROUNDING)
        assert np.abs(swept.slope(metric)).min() > 1e-5
        assert_close(swept.slope(metric), beside.slope(metric), DIFFERENCES)
    assert (exact.used, differences.used) == ("exact", "differences")
    assert len(search.rows) == 1 + 5, "a sweep is no run of the search"


def test_full_turns_of_the_heading_are_no_other_metric():
    """The head begins just short of a half turn and ends beyond: the summary counts on, the sweep's angle jumps."""
    x = np.array([0.4, 0.65])
    search = box("swimmer", TURN, {**CHAIN, "start.heading": 3.1}, 4.0)
    exact = slopes_for(search, ["final_heading"], x)
    point = exact.at(x)
    plan, values = search.setup.plan, search.values(x)
    assert (
        elver.gradient(exact.program, "final_heading", plan.duration, solver=elver.Solver(dt=plan.dt), parameters=values).value
        < -3
    )
    assert value_of(point.row, "final_heading") > 3
    assert_close(point.slope("final_heading"), Slopes(search).at(x).slope("final_heading"), DIFFERENCES)
    assert exact.used == "exact"


def test_both_routes_find_the_same_optimum(monkeypatch):
    asked = {
        "bounds": OVER,
        "parameters": SMALL,
        "duration": 2.0,
        "search": elver.analysis.Search(algorithm="gradient"),
        "constraints": ["mean_speed>=0.001"],
    }
    exact = optimise("eel", "cost_of_transport", **asked)
    monkeypatch.setattr(
        sys.modules["elver.analysis.studies.optimisation"], "slopes_for", lambda search, metrics, first: Slopes(search)
    )
    differences = optimise("eel", "cost_of_transport", **asked)
    assert (exact.summary["derivatives"], differences.summary["derivatives"]) == ("exact", "differences")
    assert exact.status == differences.status == "converged"
    assert exact.feasible
    assert exact.constraints["mean_speed >= 0.001"] == pytest.approx(0.001, rel=1e-5), "the bound holds it"
    for name, (low, high) in {"gait.amplitude": (0.02, 0.12), "gait.wavelength": (0.5, 2.5)}.items():
        assert low < exact.parameters[name] < high
        assert exact.parameters[name] == pytest.approx(differences.parameters[name], rel=OPTIMUM)
    assert exact.objective == pytest.approx(differences.objective, rel=OPTIMUM)
    assert exact.evaluations < differences.evaluations / 4


@pytest.mark.parametrize(
    ("metrics", "asked"),
    [
        (["mean_speed", "ledger.motor"], {}),
        (["path_length"], {}),
        (["forward_speed_from_rest"], {"scenario": "swimmer", "bounds": TURN, "parameters": CHAIN}),
        (["mean_speed"], {"scenario": "swimmer", "bounds": {"control.limit": (1.0, 5.0)}, "parameters": CHAIN}),
        (["mean_speed"], {"integrator": "adams"}),
    ],
)
def test_differences_where_a_sweep_knows_no_answer(metrics, asked):
    """Figures of the ledger, the path, planar chains; a parameter that is compiled in; another integrator."""
    assert slopes_for(box(**asked), metrics, np.array([0.4, 0.6][: len(asked.get("bounds", (1, 2)))])).program is None


def test_exact_derivatives_by_what_the_body_is_made_of():
    over = {"gait.amplitude": (0.02, 0.12), "body.density": (900.0, 1000.0)}
    assert slopes_for(box(bounds=over), ["mean_speed"], np.array([0.4, 0.6])).program is not None


def test_a_scene_has_no_exact_derivatives():
    search = box("aiko-flat", {"gait.frequency": (1.0, 2.0)}, {"links": 3}, 0.1)
    assert program_for(search.setup, {}, ("gait.frequency",), {"gait.frequency": 1.4}).free == ("gait.frequency",)
    assert slopes_for(search, ["mean_speed"], np.array([0.4])).program is None


def test_differences_where_auto_takes_an_implicit_method():
    stiff = {"links": 2, "control.kp": 2e4}
    search = box("swimmer", {"gait.amplitude": (0.3, 0.7)}, stiff, 0.2)
    slopes = slopes_for(search, ["mean_speed"], np.array([0.5]))
    assert np.isfinite(slopes.at(np.array([0.5])).slope("mean_speed")).all()
    assert slopes.used == "differences"
    assert len(search.rows) == 3


@pytest.mark.parametrize("further", [{}, {"expression": mean_speed}], ids=["no expression", "a wrong one"])
def test_a_measure_of_the_same_name_is_another_metric(further):
    eel = elver.scenario("eel")

    def compose(values, duration):
        other = Metric("mean_speed", "m", "twice the place", lambda data: 2 * float(data.base_position[-1, 0]), **further)
        return replace(eel.compose(values, duration), metrics=(other,))

    search, x = box(replace(eel, name="misnamed", compose=compose)), np.array([0.4, 0.6])
    slopes = slopes_for(search, ["mean_speed"], x)
    np.testing.assert_array_equal(slopes.at(x).slope("mean_speed"), Slopes(search).at(x).slope("mean_speed"))
    assert slopes.used == "differences"


def test_a_machine_at_rest_has_differences_and_others_their_sweep():
    """A distance of zero has no derivative; the speed grows to both sides of it."""
    search = box(bounds={"gait.amplitude": (0.0, 0.12)}, duration=0.5)
    slopes = slopes_for(search, ["mean_speed"], np.zeros(1))
    assert slopes.used == "exact"
    assert slopes.at(np.zeros(1)).slope("mean_speed")[0] > 0
    assert slopes.used == "differences"
    assert len(search.rows) == 3
    assert slopes.at(np.full(1, 0.5)).slope("mean_speed")[0] > 0
    assert slopes.used == "mixed"
    assert len(search.rows) == 4


def test_a_run_that_did_not_finish_has_no_slope():
    search = box(bounds={"gait.amplitude": (0.02, 0.12)})
    slopes = slopes_for(search, ["mean_speed"], np.zeros(1))
    search.run = lambda points: [Row("diverged", "ran away", {}, {})]
    assert np.isnan(slopes.at(np.zeros(1)).slope("mean_speed")).all()


def test_resumed_to_the_same_numbers(tmp_path):
    """Stopped by its budget, then killed in the middle of a line of the log."""
    asked = {
        "bounds": OVER,
        "parameters": SMALL,
        "duration": 1.0,
        "search": elver.analysis.Search(algorithm="gradient"),
        "maximise": True,
    }
    whole = optimise("eel", "mean_speed", **asked)
    first = optimise(
        "eel", "mean_speed", **{**asked, "search": elver.analysis.Search(algorithm="gradient", budget=5)}, folder=tmp_path
    )
    assert first.status == "budget spent"
    log = tmp_path / "history.jsonl"
    log.write_text(log.read_text()[:-40])
    again = optimise("eel", "mean_speed", **asked, folder=tmp_path, resume=True)
    assert whole.status == again.status == "converged"
    assert whole.evaluations > 5
    assert again.parameters == whole.parameters
    xr.testing.assert_identical(again.history, whole.history)


def test_the_command_says_which_were_taken(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    asked = ["optimise", "eel", "--over", "gait.wavelength=0.5:2.5", "--set", "body.joints=2", "--seconds", "0.5", "--no-figures"]
    asked += ["--method", "gradient", "--budget", "9", "--maximise", "--objective"]
    assert main([*asked, "mean_speed", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["derivatives"] == "exact"
    assert main([*asked, "path_length"]) == 0
    assert "derivatives     differences" in capsys.readouterr().out
