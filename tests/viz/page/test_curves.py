"""Plots, figures and arrows name what the run records."""

from __future__ import annotations

import numpy as np
import pytest

from elver.viz.page.payload import arrows_of, figures_of, plots_of, recorded_figures, shown_joints


def number(data, name: str, sample: int = -1):
    """An output of a run by its name in the page; labels may hold points themselves."""
    field, _, rest = name.partition(".")
    found = data[field].isel(time=sample)
    while rest:
        label = next(n for n in map(str, found[found.dims[0]].values) if rest == n or rest.startswith(f"{n}."))
        found, rest = found.sel({found.dims[0]: label}), rest[len(label) + 1 :]
    return found.values


@pytest.mark.parametrize("run", ["swimmer_run", "gray_run"])
def test_everything_that_is_named_exists(run, request):
    data = request.getfixturevalue(run).data
    joints = shown_joints(data, ())
    for plot in plots_of(data, joints):
        for series in plot["series"]:
            assert number(data, series["output"]).shape == (), series
    for figure in figures_of(data):
        for name in [figure.get("output"), figure.get("work"), *(t["output"] for t in figure.get("terms", ()))]:
            assert name is None or np.isfinite(number(data, name)).all()
    for arrow in arrows_of(data, 1.0):
        assert number(data, arrow["field"]).ndim == 2


def test_forces_of_the_medium_and_of_contacts_are_drawn(swimmer_run, gray_run):
    assert [(a["field"], a["shown"]) for a in arrows_of(swimmer_run.data, 1.4)] == [("body_force.water", True)]
    assert [a["at"] for a in arrows_of(gray_run.data, 1.0)] == ["contact", "body_com"]
    assert arrows_of(swimmer_run.data.drop_vars("body_force"), 1.4) == []


def test_arrows_are_as_long_as_a_part_of_the_machine(swimmer_run):
    (found,) = arrows_of(swimmer_run.data, 1.4)
    lengths = found["scale"] * np.linalg.norm(swimmer_run.data.body_force.values[:, 0], axis=-1)
    assert np.percentile(lengths[lengths > 0], 95) == pytest.approx(0.25 * 1.4)
    still = swimmer_run.data.copy(deep=True)
    still.body_force.values[:] = 0.0
    assert arrows_of(still, 1.4)[0]["scale"] is None


@pytest.mark.parametrize("run", ["swimmer_run", "gray_run"])
def test_the_ledger_of_the_page_is_that_of_the_run(run, request):
    data = request.getfixturevalue(run).data
    (figure,) = [f for f in figures_of(data) if f["kind"] == "balance"]
    grown = {t["output"]: number(data, t["output"]) - number(data, t["output"], 0) for t in figure["terms"]}
    left = sum(t["factor"] * grown[t["output"]] for t in figure["terms"])
    assert left == pytest.approx(float(data.ledger_error[-1]), abs=1e-12)
    assert any(abs(value) > 1e-6 for value in grown.values())


def test_a_replay_tells_the_recorded_closure_of_the_ledger(swimmer_run):
    found = {f["kind"]: f for f in recorded_figures(swimmer_run.data)}
    assert "balance" not in found
    assert found["given"]["value"] == swimmer_run.summary["ledger_closure"] > 0
    assert recorded_figures(swimmer_run.data.assign_attrs(ledger_closure=np.nan))[-1]["value"] is None


def test_figures_say_over_which_time_they_are_taken(swimmer_run):
    told = {f["title"] for f in figures_of(swimmer_run.data)}
    assert {"mean speed, last period", "power, last period (net)", "cost of transport, last period"} <= told
    assert "mean speed, last second" in {f["title"] for f in figures_of(swimmer_run.data.assign_attrs(period=0.0))}


def test_joints(swimmer_run):
    names = [str(n) for n in swimmer_run.data.joint.values]
    assert shown_joints(swimmer_run.data, ("joint3", "nothing")) == ["joint3"]
    assert shown_joints(swimmer_run.data, ()) == [names[0], names[len(names) // 2], names[-1]]


def test_a_machine_that_does_not_travel_has_no_speed(swimmer_run):
    data = swimmer_run.data.copy()
    data.attrs["base"] = "fixed"
    assert {f["kind"] for f in figures_of(data)} == {"rate", "balance"}
    assert not [p for p in plots_of(data, ()) if "base" in p["title"]]


def test_the_cost_of_transport_goes_by_the_place_that_the_runs_does(swimmer_run):
    """A machine that hovers has none: its base sways, and of that path it went 2 % or less; its centre of mass hardly moves."""
    (cost,) = [figure for figure in figures_of(swimmer_run.data) if figure["kind"] == "cost"]
    assert cost["position"] == "base_position"
