"""Searches have pictures: how an optimum was approached, and the front of the best compromises."""

from __future__ import annotations

import numpy as np
import pytest

from elver.analysis import Search
from elver.viz import search_figures
from elver.viz.analysis_figures import focus
from elver.viz.style import new_figure


def test_searches_have_pictures(tmp_path):
    from elver.analysis import optimise, pareto

    short = {"parameters": {"body.joints": 1}, "duration": 0.1}
    best = optimise("eel", "work_positive", {"gait.amplitude": (0.02, 0.1)}, search=Search(budget=8), **short)
    figure = search_figures(best.history, tmp_path, ["png"])["convergence"]
    assert figure.axes[1].get_ylabel() == "gait\namplitude [rad]"
    front = pareto(
        "eel",
        {"work_positive": "min", "mean_speed": "max"},
        {"gait.amplitude": (0.02, 0.1)},
        search=Search(budget=8, population=8),
        **short,
    )
    search_figures(front.history, tmp_path, ["png"])
    assert {p.name for p in tmp_path.iterdir()} == {"convergence.png", "front.png"}


@pytest.mark.parametrize("best", [0.0, 10.0])
def test_the_best_run_is_in_the_picture_wherever_the_search_was_last(best):
    """An early best, while later runs went the other way, had fallen out of it."""
    _, (axis,) = new_figure()
    values = np.concatenate([[best], np.linspace(4.0, 6.0, 19)[:: 1 if best == 0.0 else -1]])
    focus(axis, values, best)
    low, high = axis.get_ylim()
    assert low < best < high
