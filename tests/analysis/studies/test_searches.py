"""Searches find optima that are known, keep bounds, and go on after a kill to the same result."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
import xarray as xr

import elver
from elver.analysis import optimise, pareto
from elver.analysis.studies import pareto_front
from elver.analysis.studies.optimisation import Slopes, descend, evolve, ranks
from elver.analysis.studies.runs import Row
from elver.analysis.studies.search import (
    BudgetSpentError,
    Constraint,
    SearchGoal,
    known_metrics,
    read_constraint,
    value_of,
    violation,
)

CLOSED = {"ledger_closure": 1e-9}
SPEED = Constraint("speed", 1, 0.6)
BEST = np.array([6 / 11, 0.6 / 11])  # of x^2 + 10 y^2 where x + y >= 0.6, by a Lagrange multiplier: x = 10 y


class Analytic:
    """Stands for runs: metrics are formulas of the point."""

    def __init__(self, formula, budget=2000):
        self.formula, self.budget, self.points, self.rows = formula, budget, [], []

    def run(self, points):
        if len(self.rows) + len(points) > self.budget:
            raise BudgetSpentError("spent")
        rows = [self.formula(np.asarray(p)) for p in points]
        self.points += list(points)
        self.rows += rows
        return rows


def bowl(p):
    return Row("finished", "", {"cost": float(p[0] ** 2 + 10 * p[1] ** 2), "speed": float(p.sum()), **CLOSED}, {})


def best_of(search):
    keys = [(violation([SPEED], r), value_of(r, "cost")) for r in search.rows]
    return search.points[min(range(len(keys)), key=keys.__getitem__)]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_evolution_finds_an_optimum_on_a_bound(seed):
    search = Analytic(bowl)
    assert evolve(search, SearchGoal("cost"), [SPEED], np.array([0.9, 0.9]), 8, seed) == "converged"
    np.testing.assert_allclose(best_of(search), BEST, atol=2e-3)


def test_gradients_find_the_same_optimum():
    search = Analytic(bowl)
    assert descend(Slopes(search), SearchGoal("cost"), [SPEED], np.array([0.9, 0.9])) == "converged"
    np.testing.assert_allclose(best_of(search), BEST, atol=1e-4)
    assert len(search.rows) < 100
    free = Analytic(bowl)
    descend(Slopes(free), SearchGoal("speed", maximise=True), [], np.array([0.3, 0.2]))
    np.testing.assert_allclose(free.points[-5], [1.0, 1.0], atol=1e-6)


def test_evolution_survives_runs_that_fail():
    """A corner of the box diverges; the optimum beside it is found all the same."""

    def formula(p):
        return Row("diverged", "ran away", {}, {}) if p[0] < 0.5 else bowl(p)

    search = Analytic(formula)
    evolve(search, SearchGoal("cost"), [], np.array([0.9, 0.9]), 8, 1)
    finished = [p for p, r in zip(search.points, search.rows, strict=True) if r.status == "finished"]
    assert len(finished) < len(search.points)
    best = min(finished, key=lambda p: p[0] ** 2 + 10 * p[1] ** 2)
    np.testing.assert_allclose(best, [0.5, 0.0], atol=1e-2)


def test_the_random_numbers_of_others_are_left_alone():
    np.random.seed(7)
    wanted = np.random.random()
    np.random.seed(7)
    evolve(Analytic(bowl), SearchGoal("cost"), [], np.array([0.5, 0.5]), 8, 1)
    assert np.random.random() == wanted


def test_ranks_put_bounds_before_the_objective():
    def row(cost, speed, status="finished"):
        return Row(status, "", {"cost": cost, "speed": speed, **CLOSED}, {})

    rows = [row(5.0, 0.7), row(1.0, 0.5), row(2.0, 0.7), row(0.1, 0.1), row(0.0, 0.9, "diverged"), row(2.0, 0.7)]
    assert ranks(rows, SearchGoal("cost"), [SPEED]) == [1.0, 2.0, 0.0, 3.0, 4.0, 0.0]
    worthless = [row(None, 0.7), Row("finished", "", {"cost": 0.0, "speed": 0.7, "ledger_closure": 0.088}, {})]
    assert ranks([*rows, *worthless], SearchGoal("cost"), [SPEED])[-2:] == [4.0, 4.0]


def test_metrics_by_name():
    metrics = {
        "work": 3.0,
        "peak_torque": {"a": 1.0, "b": 4.0},
        "final_position": [1.0, 2.0, 3.0],
        "final_speed": None,
        "text": "x",
    }
    row = Row("finished", "", metrics, {})
    assert value_of(row, "work") == 3
    assert value_of(row, "peak_torque") == 4
    assert value_of(row, "peak_torque.a") == 1
    assert value_of(row, "final_position.y") == 2
    assert all(math.isnan(value_of(row, name)) for name in ("final_speed", "nothing", "peak_torque.c", "final_position.w"))
    assert known_metrics(metrics)[:4] == ["work", "peak_torque", "peak_torque.a", "peak_torque.b"]
    assert math.isnan(value_of(Row("diverged", "", metrics, {}), "work"))


@pytest.mark.parametrize("text", ["mean_speed", "mean_speed>0.3", "mean_speed>=fast", "mean_speed>=inf", ">=3", "a>=b>=c", 3])
def test_bad_constraints_are_refused(text):
    with pytest.raises(elver.InputError, match=r"mean_speed>=0\.3"):
        read_constraint(text)


# --- fronts ---------------------------------------------------------------------------------------------------------


def test_fronts_by_hand():
    costs = np.array([[1.0, 4.0], [2.0, 2.0], [4.0, 1.0], [3.0, 3.0], [5.0, 5.0], [0.0, 0.0]])
    violations = np.array([0.0, 0.0, 0.0, 0.0, 0.0, 1.0])
    assert pareto_front.fronts(costs, violations).tolist() == [0, 0, 0, 1, 2, 3]
    assert pareto_front.crowding(costs[:3]).tolist() == [np.inf, 2.0, np.inf]
    assert set(pareto_front.standing(costs, violations)[:2]) == {0, 2}


def test_children_stay_in_the_box_and_are_no_copies():
    random = np.random.default_rng(1)
    parents = pareto_front.spread_out(21, 3, random)
    assert all(sorted((21 * column).astype(int)) == list(range(21)) for column in parents.T)
    children = pareto_front.offspring(parents, random)
    assert children.shape == parents.shape
    assert children.min() >= 0
    assert children.max() <= 1
    assert not (children[:, None] == parents[None]).all(axis=2).any()


def test_a_front_that_is_known():
    """f1 = x, f2 = (1 + y)(1 - sqrt(x / (1 + y))): the front is y = 0, f2 = 1 - sqrt(f1) (ZDT1 with two variables)."""
    from elver.analysis.studies.pareto_front import breed

    def formula(p):
        x, g = float(p[0]), 1 + 9 * float(p[1])
        return Row("finished", "", {"f1": x, "f2": g * (1 - math.sqrt(x / g)), **CLOSED}, {})

    class Box(Analytic):
        intervals = (0, 1)
        left = property(lambda self: self.budget - len(self.rows))

    search = Box(formula, 1600)
    breed(search, [SearchGoal("f1"), SearchGoal("f2")], [], 40, 1)
    costs = np.array([[r.metrics["f1"], r.metrics["f2"]] for r in search.rows])
    best = costs[pareto_front.fronts(costs, np.zeros(len(costs))) == 0]
    assert np.abs(best[:, 1] - (1 - np.sqrt(best[:, 0]))).max() < 0.03
    assert np.ptp(best[:, 0]) > 0.95
    assert len(best) > 40


# --- machines -------------------------------------------------------------------------------------------------------

OVER = {"gait.amplitude": "0.02:0.12", "gait.wavelength": (0.5, 2.5)}
SHORT = {"parameters": {"body.joints": 2, "water.law": "kirchhoff"}, "duration": 1.0}


def test_an_eel_is_optimised_and_resumed_to_the_same_numbers(tmp_path):
    """Stopped by its budget, then killed in the middle of a line of the log; a larger budget ends where one go does."""
    asked = {**SHORT, "constraints": ["path_length>=0.0015"]}
    whole = optimise("eel", "work_positive", OVER, search=elver.analysis.Search(budget=48), **asked)
    first = optimise("eel", "work_positive", OVER, search=elver.analysis.Search(budget=20), **asked, folder=tmp_path / "s")
    assert first.evaluations == 16
    assert first.status == "budget spent"
    log = tmp_path / "s" / "history.jsonl"
    log.write_text(log.read_text()[:-40])
    again = optimise(
        "eel", "work_positive", OVER, search=elver.analysis.Search(budget=48), **asked, folder=tmp_path / "s", resume=True
    )
    assert again.parameters == whole.parameters
    xr.testing.assert_identical(again.history, whole.history)
    assert len(log.read_text().splitlines()) == 1 + 48
    assert again.feasible
    assert again.run.summary["work_positive"] == pytest.approx(again.objective, rel=1e-9)
    assert again.objective < float(whole.history.objective.where(whole.history.violation == 0)[:8].min())
    again.save(tmp_path / "s")
    assert json.loads((tmp_path / "s" / "optimum.json").read_text())["parameters"] == again.parameters
    with pytest.raises(elver.InputError, match='objective: "work_positive" in the store, "work" now'):
        optimise("eel", "work", OVER, search=elver.analysis.Search(budget=48), **asked, folder=tmp_path / "s", resume=True)
    with pytest.raises(elver.InputError, match="already"):
        optimise("eel", "work_positive", OVER, search=elver.analysis.Search(budget=48), **asked, folder=tmp_path / "s")


def test_gradient_and_evolution_agree_on_an_eel():
    """The wavelength of the largest path of a short swim, between the bounds."""
    asked = {"bounds": {"gait.wavelength": (0.2, 1.6)}, **SHORT, "maximise": True}
    slope = optimise(
        "eel", "path_length", **asked, search=elver.analysis.Search(algorithm="gradient", start={"gait.wavelength": 0.6})
    )
    evolved = optimise("eel", "path_length", **asked, search=elver.analysis.Search(budget=120))
    assert slope.status == "converged"
    assert slope.objective == pytest.approx(evolved.objective, rel=1e-4)
    assert slope.parameters["gait.wavelength"] == pytest.approx(evolved.parameters["gait.wavelength"], rel=0.02)
    assert slope.evaluations < evolved.evaluations


def test_an_eels_front(tmp_path):
    front = pareto(
        "eel",
        {"work_positive": "min", "path_length": "max"},
        OVER,
        **SHORT,
        search=elver.analysis.Search(budget=24, population=8),
        folder=tmp_path / "p",
    )
    points = front.points
    assert points.sizes["evaluation"] >= 2
    assert (np.diff(points.work_positive) > 0).all()
    assert (np.diff(points.path_length) > 0).all(), "on a front, more costs more"
    again = pareto(
        "eel",
        {"work_positive": "min", "path_length": "max"},
        OVER,
        **SHORT,
        search=elver.analysis.Search(budget=24, population=8),
        folder=tmp_path / "p",
        resume=True,
    )
    xr.testing.assert_identical(again.history, front.history)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"objective": "mean_sped"}, "Did you mean 'mean_speed'"),
        ({"constraints": ["peak_torque_by_group.yav<=4"]}, "Did you mean 'peak_torque_by_group.yaw'"),
        ({"bounds": {"gait.amplitude": "0.1"}}, "two bounds"),
        ({"bounds": {}}, "at least one"),
        ({"search": elver.analysis.Search("newton")}, "cma, gradient"),
        ({"search": "cma"}, "search is a str"),
        ({"compute": elver.Compute("gpu")}, "cannot honour Compute.device"),
        ({"search": elver.analysis.Search(budget=0)}, "budget"),
        ({"search": elver.analysis.Search(population=2)}, "population"),
        ({"search": elver.analysis.Search(start={"gait.amplitud": 0.1})}, "Did you mean"),
        ({"resume": True}, "nothing to resume"),
    ],
)
def test_bad_requests_are_refused(change, says):
    with pytest.raises(elver.InputError, match=says):
        optimise(**{"scenario": "eel", "objective": "work", "bounds": OVER, **SHORT, **change})


def test_fronts_need_two_metrics():
    for goals in ({"work": "min"}, {}, ["work", "mean_speed"]):
        with pytest.raises(elver.InputError, match="two different metrics"):
            pareto("eel", goals, OVER, **SHORT)
    with pytest.raises(elver.InputError, match="min, max"):
        pareto("eel", {"work": "smallest", "mean_speed": "max"}, OVER, **SHORT)
    with pytest.raises(elver.InputError, match="one population"):
        pareto("eel", {"work": "min", "mean_speed": "max"}, OVER, **SHORT, search=elver.analysis.Search(budget=8))


def test_a_budget_below_the_first_batch_is_refused():
    with pytest.raises(elver.InputError, match="budget of 3 runs is less"):
        optimise(
            "crawler",
            "mean_speed",
            {"gait.amplitude": (0.2, 0.5)},
            duration=0.5,
            search=elver.analysis.Search(budget=3, algorithm="cma"),
        )


@pytest.mark.parametrize(
    ("start", "message"), [({"gait.frequency": 1.0}, "searched over"), ({"gait.amplitude": 5.0}, "lies outside")]
)
def test_a_start_that_cannot_count_is_refused(start, message):
    with pytest.raises(elver.InputError, match=message):
        optimise(
            "crawler",
            "mean_speed",
            {"gait.amplitude": (0.2, 0.5)},
            duration=0.5,
            search=elver.analysis.Search(start=start, algorithm="gradient"),
        )


def test_the_best_run_is_the_one_that_was_found():
    """A gait faster than the usual samples: the run is recorded as closely as in the search."""
    best = optimise(
        "moth-tethered",
        "peak_stroke_torque",
        {"gait.amplitude": (0.5, 0.8)},
        maximise=True,
        duration=0.08,
        search=elver.analysis.Search(budget=8, algorithm="cma"),
    )
    assert best.run.summary["peak_stroke_torque"] == pytest.approx(best.objective, rel=1e-9)


# --- metrics that cannot be trusted ---------------------------------------------------------------------------------

COARSE = {
    "parameters": {"body.joints": 2},
    "duration": 2.0,
    "solver": elver.Solver(dt=0.5),
}  # steps so long that no energy ledger closes
ONE = {"gait.amplitude": (0.02, 0.12)}


@pytest.mark.parametrize(
    ("closure", "status", "usable"),
    [(0.0, "finished", True), (1e-3, "finished", True), (1.1e-3, "finished", False), (math.nan, "finished", False),
     (None, "finished", False), (0.0, "diverged", False)],
)  # fmt: skip
def test_a_row_is_usable_where_its_ledger_closes(closure, status, usable):
    row = Row(status, "", {"ledger_closure": closure, "cost": 1.0}, {})
    assert row.usable is usable
    assert math.isfinite(SearchGoal("cost").cost(row)) is usable
    assert (violation([], row) == 0) is usable


@pytest.mark.parametrize("method", ["cma", "gradient"])
def test_open_ledgers_are_never_an_optimum(method, tmp_path):
    best = optimise("eel", "work_positive", ONE, **COARSE, search=elver.analysis.Search(budget=8, algorithm=method))
    assert best.status == "no case can be trusted"
    assert not best.trusted
    assert not best.feasible
    assert best.untrusted == best.evaluations
    assert not best.history.trusted.any()
    assert best.run.summary["trusted"] is False
    best.save(tmp_path / "o")
    assert json.loads((tmp_path / "o" / "optimum.json").read_text(), parse_constant=pytest.fail)["trusted"] is False


def test_the_optimum_is_the_best_case_that_can_be_trusted(monkeypatch):
    """The cases that look best have an open ledger; they are left out and counted."""
    from elver.analysis.studies import search

    def block(setup, block, threads):
        values = [v["gait.amplitude"] for v in block.values]
        return [Row("finished", "", {"work": a, "ledger_closure": 0.1 if a < 0.05 else 0.0}, {}) for a in values]

    monkeypatch.setattr(search, "run_block", block)
    best = optimise(
        "eel",
        "work",
        ONE,
        parameters={"body.joints": 2, "water.law": "kirchhoff"},
        duration=0.1,
        search=elver.analysis.Search(budget=160),
    )
    assert best.trusted
    assert best.feasible
    assert 0.05 <= best.parameters["gait.amplitude"] < 0.051
    assert 0 < best.untrusted < best.evaluations


def test_a_metric_without_a_number_is_never_an_optimum():
    """The run is shorter than a period: no case has a final speed."""
    best = optimise(
        "eel", "final_speed", ONE, parameters={"body.joints": 2}, duration=0.1, search=elver.analysis.Search(budget=8)
    )
    assert best.status == "no case has a number for final_speed"
    assert not best.feasible
    assert best.summary["objective"] is None


def test_a_front_has_no_case_that_cannot_be_trusted(tmp_path):
    front = pareto(
        "eel", {"work_positive": "min", "mean_speed": "max"}, ONE, **COARSE, search=elver.analysis.Search(budget=8, population=8)
    )
    assert front.summary["front"] == []
    assert front.summary["status"] == "no case can be trusted"
    assert front.summary["untrusted"] == 8
    front.save(tmp_path / "p")
    assert json.loads((tmp_path / "p" / "front.json").read_text(), parse_constant=pytest.fail)["trusted"] is False
    from elver.viz import search_figures

    assert search_figures(front.history)["front"]
