"""Figures of a long run part by part are those of the whole."""

from __future__ import annotations

import numpy as np
import pytest

import elver
from elver.results import samples
from elver.results.samples import Samples
from elver.results.summary import general


@pytest.mark.parametrize("name", ["eel", "aiko-flat"])
def test_a_long_run_needs_no_labels_for_its_metrics(monkeypatch, name, tmp_path):
    """Samples that were never made a data set go part by part too, until the command line has drawn and told them."""
    with_parts = elver.simulate(elver.scenario(name).build({}), 0.05)
    whole, looked = dict(with_parts.summary), elver.Run(with_parts.given)
    assert isinstance(looked.samples, Samples)
    monkeypatch.setattr(samples, "PART", 2)
    assert not samples.is_short(looked.samples)
    again = elver.Run(with_parts.given).summary
    assert set(again) == set(whole)
    assert again["mean_speed"] == pytest.approx(whole["mean_speed"], rel=1e-12)
    assert repr(looked)
    assert elver.figures(looked, tmp_path, names=["ledger"])


def test_metrics_in_parts_are_those_of_the_whole(monkeypatch):
    run = elver.simulate(elver.scenario("eel").build({"body.joints": 1, "gait.period": 0.1}), 0.5)
    whole = dict(run.summary)
    monkeypatch.setattr(samples, "PART", 7)
    assert len(list(samples.parts(run.data))) == -(-(run.data.sizes["time"] - 1) // 7)
    again = elver.Run(run.data).summary
    for name in ("path_length", "pitch_turned", "final_speed", "mean_speed", "work", "cost_of_transport"):
        assert again[name] == pytest.approx(whole[name], rel=1e-12, abs=1e-15), name
    assert again["peak_torque"] == whole["peak_torque"]
    assert again["final_position"] == whole["final_position"]
    few = samples.few_samples(run.data)
    assert few.sizes["time"] <= 7
    assert float(few.time[0]) == 0.0


def test_a_sheet_is_read_as_its_data_set():
    variables = {"work": (("time", "flow"), np.arange(6.0).reshape(3, 2), {"units": "J"})}
    sheet = Samples(
        variables, {"time": ("time", np.arange(3.0), {"units": "s"}), "flow": ["motor", "motor_positive"]}, {"period": 0.0}
    )
    assert sheet.dataset.work.dims == sheet.work.dims == ("time", "flow")
    assert (sheet.dataset.work.values == sheet["work"].values).all()
    assert sheet.work.attrs == sheet.dataset.work.attrs
    assert sheet.sizes == dict(sheet.dataset.sizes)
    assert "work" in sheet
    assert "flow" in sheet
    assert "torque" not in sheet
    with pytest.raises(AttributeError, match="no 'torque'"):
        _ = sheet.torque
    sheet["work"] = ("time", np.zeros(3))
    assert sheet.work.values.shape == (3,)


def test_general_metrics_come_from_data_set_and_sheet_alike():
    run = elver.simulate(elver.scenario("eel").build({"body.joints": 1}), 0.1)
    data = run.data
    variables = {str(n): (v.dims, v.values, v.attrs) for n, v in data.data_vars.items()}
    sheet = Samples(variables, {str(n): (c.dims, c.values, c.attrs) for n, c in data.coords.items()}, data.attrs)
    assert general(sheet) == general(data)
