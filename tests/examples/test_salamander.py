"""The salamander of examples/salamander: its table, its file, and the strides that were written down."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

import elver

FOLDER = Path(__file__).parents[2] / "examples" / "salamander"


def module(name):
    spec = importlib.util.spec_from_file_location(f"salamander_{name}", FOLDER / f"{name}.py")
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@pytest.fixture(scope="module")
def salamander():
    return elver.load(FOLDER / "salamander.yaml")


def test_the_table_holds_the_odd_harmonics_of_a_recording(tmp_path, capsys):
    phase = 2 * np.pi * np.arange(1000) / 1000
    angles = [10 * np.cos(phase + 0.3 * j) + 2 * np.cos(3 * phase - 0.1 * j) + 1 + 0.5 * np.cos(2 * phase) for j in range(8)]
    path = tmp_path / "joints.csv"
    np.savetxt(path, np.column_stack([phase, *angles]), delimiter=",", header="time,1,2,3,4,5,6,7,8", comments="")
    module("derive_table").main(str(path))
    head, *rows = capsys.readouterr().out.splitlines()
    assert head == (FOLDER / "spine.csv").read_text().splitlines()[0]
    found = np.array([[float(v) for v in row.split(",")] for row in rows])
    j = np.arange(8)
    expected = np.column_stack([j + 1, 10 + 0 * j, np.degrees(0.3 * j), 2 + 0 * j, np.degrees(-0.1 * j), 1.5 + 0 * j])
    np.testing.assert_allclose(found, expected, atol=6e-3)


def test_the_file_moves_the_joints_as_the_table_says(salamander):
    table = np.genfromtxt(FOLDER / "spine.csv", delimiter=",", names=True)
    gait, phases = salamander.build({}).gait, np.arange(48) / 48
    for row in table:
        angles = row["first_deg"] * np.cos(2 * np.pi * phases + np.radians(row["first_phase_deg"]))
        angles += row["third_deg"] * np.cos(6 * np.pi * phases + np.radians(row["third_phase_deg"]))
        np.testing.assert_allclose(np.degrees(gait.sampled(f"joint{row['joint']:.0f}", phases)), angles, atol=0.02)


def test_it_weighs_what_the_links_weigh_and_swims_straight(salamander):
    """15.4 g are the links of the published model, which leave gaps between them."""
    model = salamander.build({})
    run = elver.simulate(model, 5.0, solver=elver.Solver(dt=1e-3))
    assert run.summary["mass"] == pytest.approx(15.44e-3, rel=0.08)
    assert run.summary["trusted"]
    assert run.summary["ledger_closure"] < 1e-5
    heading = run.data.com_position.sel(time=slice(4, 5)).to_numpy()
    way = heading[-1] - heading[0]
    assert np.linalg.norm(way) == pytest.approx(0.4635 * 0.176 * 3, rel=0.01)  # three cycles: no slower sideways swinging on top


def test_the_written_strides_are_those_of_the_model(salamander):
    written = np.genfromtxt(FOLDER / "predictions.csv", delimiter=",", names=True)
    predict = module("predict")
    np.testing.assert_allclose(written["beat_Hz"], predict.BEATS)
    assert (written["stride_low"] < written["stride"]).all()
    assert (written["stride"] < written["stride_high"]).all()
    assert predict.stride(salamander, 2.9) == pytest.approx(written["stride"][1], abs=1e-3)
    page = (FOLDER.parents[1] / "docs" / "reality.md").read_text()
    for row in written:
        assert f"| {row['beat_Hz']} | {row['stride']:.3f} | {row['stride_low']:.3f} to {row['stride_high']:.3f} |" in page
