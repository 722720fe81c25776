"""The pictures of a fit: all kinds drawn once, and what stands in them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from looked_at import words_on_curves
from made_fit import made_fit, made_problem

from elver._support.errors import InputError
from elver.analysis.fit.prediction import Prediction
from elver.viz.reports.fit_plots import (
    chosen_unknowns,
    correlations,
    courses,
    estimates,
    fit_figures,
    pictures_of,
    profiles,
    search,
    steady,
    steady_names,
    with_gaps,
    z_scores,
)

FIT = made_fit()


def test_every_kind_of_picture_is_there():
    assert list(pictures_of(FIT)) == ["steady", "recording_5", "estimates", "profiles", "correlations", "z_scores", "search"]
    bare = replace(FIT, profiles={}, scores=(), history=())
    assert list(pictures_of(bare)) == ["steady", "recording_5", "estimates", "correlations"]


def test_pictures_are_written(tmp_path):
    lonely = replace(FIT, evaluation=replace(FIT.evaluation, blocks=()), profiles={}, scores=())
    drawn = fit_figures(lonely, tmp_path, ["png"])
    assert {p.stem for p in tmp_path.iterdir()} == set(drawn) == {"estimates", "correlations", "search"}
    with pytest.raises(InputError, match="Did you mean 'png'"):
        fit_figures(FIT, formats=["pnq"])


def test_courses_show_measured_and_predicted_with_a_gap_and_z_below():
    figure = courses(FIT, list(FIT.evaluation.of("markers")))
    top, strip = figure.axes[:2]
    measured, predicted = top.lines
    block = FIT.evaluation.of("markers")[0]
    np.testing.assert_array_equal(measured.get_ydata(), block.channel.values)
    assert np.isnan(predicted.get_ydata()).sum() == 1  # the frames that are missing
    np.testing.assert_array_equal(strip.lines[1].get_ydata(), FIT.scores[8].z)
    assert top.get_ylabel() == "head <x> [mm]"


def test_gaps_break_the_line_where_time_does():
    at, (values,) = with_gaps(np.array([0.0, 1.0, 2.0, 9.0, 10.0]), [np.arange(5.0)])
    np.testing.assert_array_equal(values, [0, 1, 2, np.nan, 3, 4])
    np.testing.assert_array_equal(at, [0, 1, 2, 2, 9, 10])


def test_steady_figures_stand_over_the_parameter_with_laws_and_rivals():
    assert steady_names(FIT) == ["speed along the head", "fin tip"]
    top = steady(FIT, ["speed along the head"]).axes[0]
    labels = top.get_legend_handles_labels()[1]
    assert set(labels) == {
        "constant", "proportional", "line", "MuJoCo, fitted", "measured, fitted", "measured, held out", "predicted",
    }  # fmt: skip
    assert steady(FIT, ["speed along the head"]).axes[1].get_xlabel() == "gait.beat"


def test_predictions_elsewhere_are_a_curve():
    told = [
        Prediction({"gait.beat": beat}, "usual", "fin tip", "mm", value=100 * beat, sigma=1.0, model_error=0.0)
        for beat in (1.2, 0.6)
    ]
    top = steady(FIT, ["fin tip"], [*told, Prediction({"other": 1.0}, "usual", "fin tip", "mm", value=1.0)]).axes[0]
    (curve,) = [line for line in top.lines if line.get_label() == "predicted elsewhere"]
    np.testing.assert_array_equal(curve.get_xdata(), [0.6, 1.2])


def test_without_a_parameter_recordings_stand_by_name():
    nameless = made_fit(problem=made_problem(law_by=""))
    axis = steady(nameless, ["fin tip"]).axes[1]
    assert [t.get_text() for t in axis.get_xticklabels()][:2] == ["slow", "usual"]


def test_pictures_of_what_is_known():
    assert len(estimates(FIT).axes) == 3
    assert profiles(FIT).axes[0].get_xlabel() == "water.friction"
    assert words_on_curves(profiles(FIT)) == []
    name, (values, rises) = next(iter(FIT.profiles.items()))
    steep = replace(FIT, profiles={name: (values, 1e3 + 0.0 * rises)})
    assert profiles(steep).axes[0].get_ylabel().endswith(f"{len(values)} points above")
    assert words_on_curves(profiles(steep)) == []
    np.testing.assert_array_equal(correlations(FIT).axes[0].images[0].get_array(), FIT.correlations)
    assert len(search(FIT).axes) == 2
    labels = z_scores(FIT).axes[0].get_legend_handles_labels()[1]
    assert any(text.startswith("held out: 4, rms 0.67") for text in labels)


def test_nuisances_make_room_first():
    many = [replace(FIT.problem.unknowns[2], recording=f"r{k}") for k in range(20)]
    crowded = replace(FIT, problem=replace(FIT.problem, unknowns=(*many, *FIT.problem.unknowns[:2])))
    chosen = chosen_unknowns(crowded)
    assert len(chosen) == 14
    assert {20, 21} <= set(chosen)
