"""Measures are data: declared once, read by summaries, files, sweeps, gradients and the documentation."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

import elver
from elver.analysis import sweep
from elver.analysis.studies.columns import ENDS
from elver.results import Metric
from elver.results.metrics import evaluated, metrics_of, plain
from elver.results.summary import described_metrics, summarise

DOCS = Path(__file__).parents[2] / "docs"


def reach(course):
    return course.end.state("base x")


REACH = Metric(
    "reach", "m", "place along x at the end", lambda d: float(d.base_position[-1, 0]), "reach: {.3g mm}", expression=reach
)

WORDS = ("scenario", "status", "status_detail", "trusted", "doubts", "discretisation", "warnings")  # metrics without a unit


@pytest.fixture(scope="module")
def model():
    return replace(elver.scenario("eel").build({"body.joints": 1}, free=["gait.amplitude"]), metrics=(REACH,))


@pytest.fixture(scope="module")
def run(model):
    return elver.simulate(model, 0.1)


def test_a_models_own_measure_is_in_the_summary_and_described(run, model):
    assert run.summary["reach"] == float(run.data.base_position[-1, 0])
    assert run.metrics["reach"] == {"unit": "m", "meaning": "place along x at the end", "shown": "reach: {.3g mm}"}
    assert list(run.summary) == [m.name for m in metrics_of(model)]
    assert all(run.metrics[key]["meaning"] for key in run.summary)


def test_a_saved_run_knows_its_metrics(run, tmp_path):
    again = elver.load_run(run.save(tmp_path / "run.nc"))
    assert again.summary == run.summary
    assert again.metrics == run.metrics


@pytest.mark.parametrize("text", ["[1]", "{", '{"a": 1}', '{"a": {"unit": [1]}}', 7])
def test_what_a_strangers_file_says_of_metrics_does_no_harm(run, text):
    data = run.data.assign_attrs(figures=text)
    assert described_metrics(data)["mean_speed"]["unit"] == "m/s"
    assert summarise(data)["reach"] == run.summary["reach"]


def test_metrics_that_are_made_now_are_described_as_now(run):
    """The file of an earlier version has its own words for them; those of the model's own metrics stay."""
    old = {name: {"unit": "furlong", "meaning": "as it was"} for name in ("trusted", "reach")}
    described = described_metrics(run.data.assign_attrs(figures=json.dumps(old)))
    assert described["trusted"] == run.metrics["trusted"]
    assert described["reach"]["meaning"] == "as it was"


def test_its_gradient_is_known_by_name(model):
    program = elver.compile_model(model)
    found, step = elver.gradient(program, "reach", 0.1), 1e-4
    ends = [
        elver.simulate(program, 0.1, parameters={"gait.amplitude": 0.06 + s}, solver=elver.Solver(method="rk4")).summary["reach"]
        for s in (-step, step)
    ]
    assert found.value == pytest.approx(
        elver.simulate(program, 0.1, solver=elver.Solver(method="rk4")).summary["reach"], rel=1e-12
    )
    assert found["gait.amplitude"] == pytest.approx((ends[1] - ends[0]) / (2 * step), rel=1e-4)


def test_units_and_meanings_reach_sweeps():
    data = sweep("moth-tethered", {"gait.amplitude": [0.5, 0.6]}, duration=0.04, solver=elver.Solver(dt=1e-4))
    assert (data.mean_lift.attrs["units"], data.specific_power.attrs["units"]) == ("N", "W/kg")
    assert "last stroke" in data.mean_lift.attrs["long_name"]
    assert all("units" in data[name].attrs for name in data.data_vars if name not in (*ENDS, "trusted"))


def test_metrics_are_plain_numbers():
    given = {"a": np.float64(1.0), "b": np.array([1, 2]), "c": {"x": np.int64(3)}, "d": None, "e": xr.DataArray(2.0)}
    found = {name: plain(name, value) for name, value in given.items()}
    assert json.loads(json.dumps(found)) == {"a": 1.0, "b": [1, 2], "c": {"x": 3}, "d": None, "e": 2.0}
    with pytest.raises(elver.InputError, match="metric 'f' is a set"):
        plain("f", {1})


BROKEN = Metric("broken", "1", "nothing", lambda data: np.zeros(0)[1])


def test_a_measure_that_fails_is_named():
    failed: dict[str, str] = {}
    odd = Metric("odd", "1", "a set", lambda data: {1})
    assert evaluated([BROKEN, odd], {}, failed) == {"broken": None, "odd": None}
    assert failed["metric 'broken'"].startswith("IndexError")
    assert "is a set" in failed["metric 'odd'"]


def test_a_measure_that_fails_costs_no_run(model, tmp_path):
    run = elver.simulate(replace(model, metrics=(BROKEN, REACH)), 0.1)
    again = elver.load_run(run.save(tmp_path / "run.nc"))
    for own in (run, again):
        (told,) = [w for w in own.summary["warnings"] if w["check"] == "not computed"]
        assert "metric 'broken' could not be computed: IndexError" in told["text"]
        assert own.summary["broken"] is None
        assert own.summary["reach"] == float(own.data.base_position[-1, 0])
        assert own.summary["trusted"]


def test_a_general_metric_that_fails_costs_no_summary(run, monkeypatch):
    from elver.results import summary

    odd = [replace(m, of=BROKEN.of) if m.name in ("ledger", "final_position", "duration") else m for m in summary.GENERAL]
    monkeypatch.setattr(summary, "GENERAL", tuple(odd))
    again = elver.Run(run.samples)
    assert again.summary["ledger"] is None
    assert len([w for w in again.summary["warnings"] if w["check"] == "not computed"]) == 3
    assert dict(summary.report_rows(again))["status"].startswith("finished")
    assert "finished" in repr(again)


def test_a_check_that_fails_costs_no_run(model, monkeypatch):
    from elver.results.checks import all_checks
    from elver.results.checks.ranges import looks_like_degrees

    broken = replace(looks_like_degrees, name="broken", find=BROKEN.of)
    monkeypatch.setattr(all_checks, "CHECKS", (broken, *all_checks.CHECKS))
    run = elver.simulate(model, 0.1)
    assert any("check 'broken' could not be computed: IndexError" in w["text"] for w in run.summary["warnings"])


def test_a_measure_that_fails_is_said_in_a_sweep():
    eel = elver.scenario("eel")
    broken = replace(eel, compose=lambda values, duration: replace(eel.compose(values, duration), metrics=(BROKEN, REACH)))
    data = sweep(broken, {"gait.amplitude": [0.05, 0.06]}, parameters={"body.joints": 1}, duration=0.1)
    assert list(data.status.values) == ["finished", "finished"]
    assert all("metric 'broken' could not be computed" in str(words) for words in data.status_detail.values)
    assert np.isfinite(data.reach.values).all()


def test_wrong_measures_are_refused(model):
    with pytest.raises(elver.InputError, match="must be a tuple of"):
        replace(model, metrics={"reach": REACH.of})
    with pytest.raises(elver.InputError, match="two metrics of the same name"):
        replace(model, metrics=(REACH, REACH))


def test_the_page_lists_exactly_the_declared_measures():
    sys.path.insert(0, str(DOCS))
    try:
        import make_tables
    finally:
        sys.path.remove(str(DOCS))
    page = (DOCS / "results.md").read_text()
    assert make_tables.with_table(page) == page, "run python docs/make_tables.py"
    for measure, _ in make_tables.declared().values():
        assert measure.meaning
        assert measure.unit or measure.name in WORDS


def test_a_run_tells_its_settings(run, tmp_path):
    again = elver.load_run(run.save(tmp_path / "run.nc"))
    assert run.settings == again.settings
    assert (run.settings["duration"], run.settings["requested_method"]) == (0.1, "auto")
