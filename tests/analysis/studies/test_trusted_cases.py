"""Which cases of a study call themselves trusted: a case that may be wrong does not."""

from __future__ import annotations

import math

import numpy as np
import pytest

import elver
from elver.analysis import Search, load_sweep, optimise, pareto, sweep
from elver.analysis.studies import setup
from elver.analysis.studies.setup import spread_cases
from elver.results.checks import trust
from elver.results.checks.trust import BREAKS_OFF, ESTIMATED, NOT_ESTIMATED, Cases

SNAKE = {"grid": {"gait.amplitude": [0.3, 0.4, 0.5, 0.6, 0.7]}, "parameters": {"links": 2}, "duration": 0.05}
EEL = {"grid": {"gait.amplitude": [0.04, 0.05, 0.06, 0.07, 0.08, 0.09]}, "parameters": {"body.joints": 2}, "duration": 0.4}
UNCHECKED, CHECKED = elver.Solver(check_step=False), elver.Solver(check_step=True)


@pytest.mark.parametrize("shape", [(1,), (2,), (30,), (9, 7), (8, 8), (3, 3, 3, 3), (200, 300), (40, 50, 60), (2,) * 22])
def test_checked_cases_lie_far_apart_with_the_corners(shape):
    cases = spread_cases(shape)
    assert len(cases) == len(set(cases)) == min(8, math.prod(shape))
    assert {0, math.prod(shape) - 1} <= set(cases)
    at = np.array(np.unravel_index(cases, shape)).T / np.maximum(np.array(shape) - 1, 1)
    apart = np.linalg.norm(at[:, None] - at[None, :], axis=2) + 9 * np.eye(len(cases))
    assert apart.min() > 0.1
    if shape == (8, 8):
        assert {0, 7, 56, 63} <= set(cases)  # all corners, not a diagonal


def known(**changes) -> Cases:
    """Two checked cases with small errors and one that was not checked."""
    columns = {
        "usable": [True, True, True], "check": [ESTIMATED, ESTIMATED, NOT_ESTIMATED], "error": [1e-3, 1e-4, np.nan],
        "contact": [False, False, False],
    }  # fmt: skip
    return Cases(**{name: np.array(own) for name, own in {**columns, **changes}.items()})


@pytest.mark.parametrize(
    ("changes", "trusted"),
    [
        ({}, [True, True, True]),
        ({"error": [0.1, 1e-4, np.nan]}, [False, True, False]),  # speaks against the one that was not checked
        ({"check": [BREAKS_OFF, ESTIMATED, NOT_ESTIMATED]}, [False, True, False]),
        ({"contact": [True, True, True]}, [True, True, False]),
        ({"contact": [True, False, False], "error": [0.1, 1e-4, np.nan]}, [False, True, True]),  # of contact, about itself
        ({"usable": [False, True, True], "error": [0.1, 1e-4, np.nan]}, [False, True, True]),  # known to be wrong without it
        ({"error": [np.nan, 1e-4, np.nan]}, [False, True, False]),
    ],
)
def test_what_a_checked_case_says_of_the_others(changes, trusted):
    cases = known(**changes)
    assert (cases.doubts(cases.speak_against) == "").tolist() == trusted


def test_contact_that_nobody_has_estimated_is_not_trusted(monkeypatch):
    monkeypatch.setattr(setup, "_SPREAD", 2)
    some, none = sweep("aiko-flat", **SNAKE), sweep("aiko-flat", **SNAKE, solver=UNCHECKED)
    checked = some.step_check.values == ESTIMATED
    assert 2 <= checked.sum() < 5
    assert checked[[0, 4]].all()
    assert np.isfinite(some.discretisation_error.values).tolist() == checked.tolist()
    assert some.trusted.values.tolist() == checked.tolist()
    assert not none.trusted.any()
    assert (none.status == "finished").all()
    own = ["trusted", "step_check", "discretisation_error"]
    assert some.drop_vars(own).identical(none.drop_vars(own))  # the metrics to the last bit


def test_every_case_is_checked_where_that_is_asked_for(monkeypatch):
    monkeypatch.setattr(setup, "_SPREAD", 2)
    data = sweep("aiko-flat", **SNAKE, solver=CHECKED)
    assert (data.step_check == ESTIMATED).all()
    assert data.trusted.all()
    model = elver.scenario("aiko-flat").build({"links": 2, "gait.amplitude": 0.5})
    alone = elver.simulate(model, 0.05, solver=elver.Solver(dt=5e-4), progress=False)
    assert float(data.discretisation_error[2]) == pytest.approx(alone.summary["discretisation_error"], rel=1e-3)


def test_a_check_that_fails_changes_no_case(monkeypatch):
    def failing(*_, **__):
        raise MemoryError

    whole = sweep("aiko-flat", **SNAKE, solver=UNCHECKED)
    monkeypatch.setattr("elver.analysis.studies.runs._run_alone", failing)
    assert sweep("aiko-flat", **SNAKE).identical(whole)


def test_the_best_case_is_always_checked(monkeypatch):
    monkeypatch.setattr(setup, "_SPREAD", 1)
    data = sweep("eel", {"gait.wavelength": "0.5:4:9"}, duration=0.4, parameters={"body.joints": 3})
    checked = np.flatnonzero(data.step_check.values == ESTIMATED)
    assert set(checked) == {0, int(data.mean_speed.values.argmax()), int(data.cost_of_transport.values.argmin())}


def test_steps_that_are_too_long_speak_against_all(tmp_path, monkeypatch):
    monkeypatch.setattr(setup, "_SPREAD", 2)
    assert sweep("eel", **EEL).trusted.all()
    monkeypatch.setattr(trust, "STEP_WARNING", 1e-16)
    data = sweep("eel", **EEL, save=elver.Save(path=tmp_path / "s.zarr"), compute=elver.Compute(block=3))
    assert (data.ledger_closure < 1e-6).all()
    assert int((data.step_check == NOT_ESTIMATED).sum()) > 0
    assert not data.trusted.any()
    assert not load_sweep(tmp_path / "s.zarr").trusted.any()
    assert sweep("eel", **EEL, solver=UNCHECKED).trusted.all()  # as far as is known, as for a single run


def test_points_of_a_front_are_checked(monkeypatch):
    asked = {"objectives": {"work_positive": "min", "path_length": "max"}, "bounds": {"gait.amplitude": (0.3, 0.6)}}
    asked |= {"duration": 0.05, "parameters": {"links": 2}, "search": Search(budget=32, population=16)}
    monkeypatch.setattr(setup, "_SPREAD", 2)
    front = pareto("aiko-flat", **asked)
    points = front.points
    checked = points.step_check.values == ESTIMATED
    assert checked[[0, -1]].all()
    assert points.trusted.values.tolist() == checked.tolist()
    assert front.trusted == bool(checked.all())
    assert front.summary["checked"] == checked.sum()
    assert len(points.trusted) > 2
    assert not front.trusted
    assert front.history.usable.all()
    assert int(front.history.trusted.sum()) == checked.sum()
    full = pareto("aiko-flat", **asked, solver=CHECKED)
    assert full.trusted
    assert full.points.work_positive.identical(points.work_positive)
    assert not pareto("aiko-flat", **asked, solver=UNCHECKED).points.trusted.any()


def test_an_optimum_with_contact_that_was_not_estimated_is_doubted():
    asked = {"duration": 0.05, "parameters": {"links": 2}, "search": Search(budget=4, population=4)}
    best = optimise("aiko-flat", "path_length", {"gait.amplitude": (0.3, 0.6)}, maximise=True, **asked)
    assert best.trusted
    assert int(best.history.trusted.sum()) == 1
    best = optimise("aiko-flat", "path_length", {"gait.amplitude": (0.3, 0.6)}, maximise=True, **asked, solver=UNCHECKED)
    assert not best.trusted
    assert not best.history.trusted.any()
