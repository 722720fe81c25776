"""The whole report in a folder."""

from __future__ import annotations

import json

from made_fit import made_fit

from elver.viz import write_report

from .test_predicted import MADE


def test_everything_is_written(tmp_path):
    folder = write_report(made_fit(), tmp_path / "report", MADE, pictures=False)
    assert {p.name for p in folder.iterdir()} == {"fit.nc", "fit.json", "report.html", "predictions.md"}
    said = json.loads((folder / "fit.json").read_text())
    assert [p["values"]["gait.beat"] for p in said["predictions"]] == [0.378, 0.378, 0.94, 0.94]
    assert "85.8 to 102.2" in (folder / "report.html").read_text()
    assert (folder / "predictions.md").read_text().startswith("| gait.beat | speed [mm/s] |")
