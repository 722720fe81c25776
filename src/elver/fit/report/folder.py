"""The whole report of a fit in a folder: data set, plain data, pictures, one page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from elver.files import make_folder, write_json, write_whole
from elver.fit.judging.predicting import Prediction
from elver.fit.report.data import save_fit
from elver.fit.report.figures import fit_figures
from elver.fit.report.page import write_page
from elver.fit.report.predicted import plain_predictions, predictions_table
from elver.fit.report.summary import fit_summary
from elver.fit.report.tables import markdown
from elver.fit.result import Fit


def write_report(fit: Fit, folder, predictions: Sequence[Prediction] = (), pictures: bool = True) -> Path:
    """Write fit.nc, fit.json, report.html and, unless ``pictures`` is false, figures/; predictions.md where there are some.

    What is there under these names is replaced; each file is written whole or not at all. Returns the folder.
    """
    folder = make_folder(folder)
    save_fit(fit, folder / "fit.nc", overwrite=True)
    write_json(folder / "fit.json", summary_with(fit, predictions))
    if predictions:
        write_whole(folder / "predictions.md", markdown(predictions_table(predictions, fit)) + "\n")
    names = fit_figures(fit, folder / "figures", predictions=predictions) if pictures else {}
    drawn = {name: (folder / "figures" / f"{name}.png").read_bytes() for name in names}
    write_page(fit, folder / "report.html", drawn, (predictions_table(predictions, fit),) if predictions else ())
    return folder


def summary_with(fit: Fit, predictions: Sequence[Prediction]) -> dict[str, Any]:
    """The summary of the fit, and what it predicts elsewhere."""
    own = fit_summary(fit)
    return {**own, "predictions": plain_predictions(predictions)} if predictions else own
