"""Searches have pictures: how an optimum was approached, and the front of the best compromises."""

from __future__ import annotations

from elver.show import search_figures


def test_searches_have_pictures(tmp_path):
    from elver.studies import optimise, pareto

    short = {"changes": {"body.joints": 1}, "duration": 0.1}
    best = optimise("eel", "work_positive", {"gait.amplitude": (0.02, 0.1)}, budget=8, **short)
    figure = search_figures(best.history, tmp_path, ["png"])["convergence"]
    assert figure.axes[1].get_ylabel() == "gait\namplitude [rad]"
    front = pareto("eel", {"gait.amplitude": (0.02, 0.1)}, "work_positive", "mean_speed", budget=8, population=8, **short)
    search_figures(front.history, tmp_path, ["png"])
    assert {p.name for p in tmp_path.iterdir()} == {"convergence.png", "front.png"}
