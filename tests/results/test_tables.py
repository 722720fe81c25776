"""Tables for other programs, read back: every number, name and unit arrives."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

from elver import InputError, Run, load_run, scenario, simulate
from elver.results import write_table
from elver.results.storage import tables
from elver.results.storage.tables import columns, fields, flat, quantities, usual
from elver.simulation import Solver


@pytest.fixture(scope="module")
def run():
    own = scenario("gray")
    return simulate(own.prepared(), 0.05, solver=Solver(dt=own.dt))


def test_csv_keeps_every_digit_and_names_units(run, tmp_path):
    table = pd.read_csv(write_table(run, tmp_path / "run.csv"), float_precision="round_trip")
    assert len(table) == run.data.sizes["time"]
    assert table.columns[0] == "time [s]"
    np.testing.assert_array_equal(table["time [s]"], run.data.time)
    np.testing.assert_array_equal(table["joint_position.joint2 [rad]"], run.data.joint_position.sel(joint="joint2"))
    np.testing.assert_array_equal(table["base_velocity.y [m/s]"], run.data.base_velocity.sel(axis="y"))
    np.testing.assert_array_equal(table["contact_force.link1.x [N]"], run.data.contact_force.sel(link="link1", plane="x"))
    assert len(table.columns) == len(columns(run.data)) == len(set(table.columns))


def test_a_workbook_has_samples_summary_and_parameters(run, tmp_path):
    pytest.importorskip("openpyxl")
    book = pd.read_excel(write_table(run, tmp_path / "run.xlsx"), sheet_name=None)
    assert list(book) == ["samples", "summary", "parameters"]
    np.testing.assert_allclose(book["samples"]["joint_torque.joint1 [N m]"], run.data.joint_torque.sel(joint="joint1"))
    summary = book["summary"].set_index("figure")
    assert summary.loc["mean_speed", "value"] == pytest.approx(run.summary["mean_speed"])
    assert summary.loc["mean_speed", "unit"] == "m/s"
    assert summary.loc["mean_speed", "meaning"]
    assert set(book["parameters"]["parameter"]) == set(run.parameters)
    told = book["parameters"].set_index("parameter")
    for p in scenario(run.data.attrs["model"]).parameters:
        assert told.loc[p.name, "meaning"] == p.meaning
        assert told.fillna("").loc[p.name, "unit"] == p.unit


def test_matlab_gets_arrays_units_and_labels(run, tmp_path):
    from scipy.io import loadmat

    found = loadmat(write_table(run, tmp_path / "run.mat"), simplify_cells=True)
    np.testing.assert_array_equal(found["time"], run.data.time)
    np.testing.assert_array_equal(found["joint_position"], run.data.joint_position)
    np.testing.assert_array_equal(found["contact_force"], run.data.contact_force)
    assert found["units"]["base_velocity"] == "m/s"
    assert list(found["labels"]["joint"]) == run.data.joint.values.tolist()
    assert list(found["labels"]["plane"]) == ["x", "y"]
    assert found["summary"]["status"] == "finished"
    name, value = next((n, v) for n, v in run.parameters.items() if isinstance(v, float))
    assert found["parameters"][fields([name])[name]] == value


def test_matlab_loses_no_name_that_looks_like_another(run, tmp_path):
    from scipy.io import loadmat

    names, parameters = [f"sensed_{'a' * 80}", f"sensed_{'a' * 90}", "units"], {"a.b": 1.0, "a_b": 2.0}
    data = run.data.assign({name: ("time", np.full(run.data.sizes["time"], k)) for k, name in enumerate(names)})
    own = Run(data.assign_attrs(parameters=json.dumps(parameters)))
    found = loadmat(write_table(own, tmp_path / "run.mat", names), simplify_cells=True)
    assert found["parameters"] == {"a_b": 1.0, "a_b_2": 2.0}
    kept = {name: values[0] for name, values in found.items() if name.startswith(("sensed", "units_"))}
    assert list(kept.values()) == [0, 1, 2]
    assert set(found["units"]) == {"time", *kept}


def test_units_are_those_of_the_column(run):
    """Where a quantity has two of them, a sliding joint and a turning component have the second one."""
    own = columns(run.data, ["joint_velocity", "base_twist"])
    assert [own[f"base_twist.{c}"][0] for c in ("vx", "vz", "wx", "wz")] == ["m/s", "m/s", "rad/s", "rad/s"]
    assert own["joint_velocity.joint1"][0] == "rad/s"
    slid = run.data.assign(joint_type=("joint", np.array(["prismatic", "revolute"], dtype=object)))
    both = columns(slid, ["joint_velocity"])
    assert (both["joint_velocity.joint1"][0], both["joint_velocity.joint2"][0]) == ("m/s", "rad/s")


def test_quantities_and_samples_can_be_chosen(run, tmp_path):
    few = pd.read_csv(write_table(run, tmp_path / "few.csv", ["joint_torque"], every=2))
    assert list(few.columns) == ["time [s]", "joint_torque.joint1 [N m]", "joint_torque.joint2 [N m]"]
    assert len(few) == (run.data.sizes["time"] + 1) // 2
    every = pd.read_csv(write_table(run, tmp_path / "all.csv", "all"), nrows=1)
    assert any(name.startswith("body_twist.") for name in every.columns)
    assert not any(name.startswith(("body_twist", "state")) for name in usual(run.data))
    assert {"state", "body_twist", "sticking"} <= set(quantities(run.data))


def test_a_saved_run_gives_the_same_table(run, tmp_path):
    again = load_run(run.save(tmp_path / "run.nc"))
    assert write_table(again, tmp_path / "b.csv").read_text() == write_table(run, tmp_path / "a.csv").read_text()


def test_what_cannot_be_written_is_refused(run, tmp_path, monkeypatch):
    (tmp_path / "there.csv").write_text("precious")
    monkeypatch.setattr(tables, "EXCEL_ROWS", 3)
    for name, more, message in (
        ("run.txt", {}, "ends in .csv, .xlsx, .mat"),
        ("there.csv", {}, "exists and is not overwritten"),
        ("there.csv", {"names": ["nothing"]}, "unknown quantity along time"),
        ("nowhere/run.csv", {}, "does not exist"),
        ("run.csv", {"names": ["joint_torq"]}, "Did you mean 'joint_torque'"),
        ("run.csv", {"every": 0}, "Give a whole number from 1"),
        ("run.xlsx", {}, "a sheet of Excel holds 3"),
    ):
        with pytest.raises(InputError, match=message):
            write_table(run, tmp_path / name, **more)
    assert [p.name for p in tmp_path.iterdir()] == ["there.csv"]
    assert (tmp_path / "there.csv").read_text() == "precious"
    assert write_table(run, tmp_path / "there.csv", overwrite=True).stat().st_size > 1000


def test_names_and_metrics_fit_other_programs(run):
    assert list(fields(["gait.amplitude", "2nd", "\u00e5ngle"]).values()) == ["gait_amplitude", "x2nd", "x_ngle"]
    assert list(fields(["a.b", "a_b", "a b"]).values()) == ["a_b", "a_b_2", "a_b_3"]
    assert list(fields(["a" * 100, "a" * 63, "time"], ["time"]).values()) == ["a" * 63, "a" * 61 + "_2", "time_2"]
    assert flat({"a": {"b": 1, "c": [2, 3]}, "d": None}) == {"a.b": 1, "a.c.0": 2, "a.c.1": 3, "d": None}
    assert json.dumps(flat(run.summary))  # nothing but plain values
