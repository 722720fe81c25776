"""The RExEel robot of examples/rexeel: its processing, its file, its fit on a short stretch, its published predictions."""

from __future__ import annotations

import importlib
from pathlib import Path

import numpy as np
import pytest

import elver

FOLDER = Path(__file__).parents[2] / "examples" / "rexeel"
FITTED = {"drag_area": 70.3e-4, "tag": 0.0537, "mount": np.radians(3.14), "clock.offset@at20": 0.0180, "camera.yaw@at20": 1.6274}


@pytest.fixture
def predicting(monkeypatch):
    """The module of the predictions."""
    monkeypatch.syspath_prepend(str(FOLDER))
    for name in ("derive_table", "predict"):
        monkeypatch.delitem(importlib.sys.modules, name, raising=False)
    yield importlib.import_module("predict")
    for name in ("derive_table", "predict"):
        importlib.sys.modules.pop(name, None)


def test_the_table_is_the_mean_of_the_runs_with_the_yaw_turned_round(predicting, tmp_path, capsys):
    import derive_table

    rows = [
        f"{run},{k},{k / 30:.4f},{61 + run * k:.3f},{61 + k:.3f},{90 + 2 * k + run:.2f},0" for run in (1, 2, 3) for k in range(4)
    ]
    (tmp_path / "20deg_tracks.csv").write_text("run,frame,time_s,x_cm,y_cm,yaw_deg,interpolated\n" + "\n".join(rows) + "\n")
    derive_table.main(str(tmp_path))
    table = np.loadtxt(capsys.readouterr().out.splitlines()[2:], delimiter=",")
    assert np.allclose(table[:, 1], 61 + 2 * np.arange(4))
    assert np.allclose(table[1:, 2], np.arange(1, 4), atol=2e-3)  # the standard deviation of 1, 2, 3
    assert np.allclose(table[:, 5], 180 - (92 + 2 * np.arange(4)))


def test_published_predictions_are_those_of_the_file(predicting):
    """Every amplitude again from the fitted numbers; and at 20 degrees near the recording, where nobody else came near."""
    rows = np.genfromtxt(FOLDER / "predictions.csv", delimiter=",", names=True)
    mean, _ = predicting.recorded()
    for amplitude in (20, 40):
        part = rows[rows["amplitude_deg"] == amplitude]
        written = np.column_stack([part[c] for c in ("x_cm", "y_cm", "yaw_deg")])
        again = predicting.track(predicting.BEST, FITTED, amplitude)
        assert np.abs(again - written).max() < 0.1
        assert (part["y_cm_low"] <= part["y_cm"]).all()
        assert len(part) == 120
        if amplitude == 20:
            errors = predicting.root_mean_square(written - mean)
            assert (errors < (0.35, 0.3, 1.2)).all()
    strips = predicting.track(predicting.OTHERS[0], FITTED, 20)
    assert predicting.root_mean_square(strips - mean)[1] > 4.0  # the edge is what brings it forward


def test_the_ledger_of_the_robot_closes(predicting):
    run = elver.simulate(elver.load(FOLDER / "rexeel.yaml").build({}), 4.0, solver=elver.Solver(dt=2e-3))
    assert run.summary["trusted"]
    assert run.summary["ledger"]["tail.wake"] > 0.01
