"""Searches have pictures: how an optimum was approached, and the front of the best compromises."""

from __future__ import annotations

import numpy as np
import pytest

from elver.drawing.style import new_figure
from elver.show import search_figures
from elver.show.searches import focus


def test_searches_have_pictures(tmp_path):
    from elver.studies import optimise, pareto

    short = {"changes": {"body.joints": 1}, "duration": 0.1}
    best = optimise("eel", "work_positive", {"gait.amplitude": (0.02, 0.1)}, budget=8, **short)
    figure = search_figures(best.history, tmp_path, ["png"])["convergence"]
    assert figure.axes[1].get_ylabel() == "gait\namplitude [rad]"
    front = pareto("eel", {"gait.amplitude": (0.02, 0.1)}, "work_positive", "mean_speed", budget=8, population=8, **short)
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
