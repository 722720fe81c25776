"""One verb: pareto. The best compromises between several metrics, by NSGA-II.

The second non-dominated sorting genetic algorithm: K. Deb, A. Pratap, S. Agarwal, T. Meyarivan, "A fast and elitist
multiobjective genetic algorithm: NSGA-II", IEEE Trans. Evolutionary Computation 6(2), 2002. Costs are minimised; variables lie
in [0, 1].
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from elver._support.display import html_table, untold
from elver._support.errors import InputError
from elver._support.files import finite, make_folder, write_json
from elver._support.interrupts import in_one_piece
from elver.analysis.studies.columns import check_counts
from elver.analysis.studies.optimisation import (
    UNTRUSTED,
    no_influence,
    require_numbers,
    without_influence,
)
from elver.analysis.studies.options import Search
from elver.analysis.studies.runs import STEP_METRIC, Row, checked_row
from elver.analysis.studies.search import (
    Constraint,
    SearchGoal,
    SearchRuns,
    begun,
    history,
    read_constraints,
    search_runs,
    search_setup,
    violation,
    write_history,
)
from elver.analysis.studies.setup import spread_cases
from elver.scenarios import Scenario
from elver.simulation.options import Compute, Solver, honoured, require_choice

_CROSSOVER, _MUTATION = (
    15.0,
    20.0,
)  # distribution indices of simulated binary crossover and polynomial mutation


def fronts(costs: np.ndarray, violations: np.ndarray) -> np.ndarray:
    """Number of the front that every point is in; 0 is the best (their section III-A)."""
    n = len(costs)
    less = violations[:, None] < violations[None, :]
    equal = violations[:, None] == violations[None, :]
    better = (costs[:, None] <= costs[None, :]).all(2) & (costs[:, None] < costs[None, :]).any(2)
    over = less | (equal & better)
    number, left, level = np.full(n, -1), np.ones(n, dtype=bool), 0
    while left.any():
        front = left & ~(over & left[:, None]).any(0)
        number[front], level = level, level + 1
        left &= ~front
    return number


def crowding(costs: np.ndarray) -> np.ndarray:
    """How far apart the neighbours of every point of one front are (their section III-B); infinite at the ends."""
    distance = np.zeros(len(costs))
    for column in costs.T:
        order = np.argsort(column, kind="stable")
        low, high = column[order[[0, -1]]]
        distance[order[[0, -1]]] = np.inf
        if low < high < np.inf:
            width = high - low
            distance[order[1:-1]] += (column[order[2:]] - column[order[:-2]]) / width
    return distance


def standing(costs: np.ndarray, violations: np.ndarray) -> list[int]:
    """Points from best to worst: by front, and within a front the lonely ones first."""
    number, alone = fronts(costs, violations), np.zeros(len(costs))
    for level in range(number.max() + 1):
        alone[number == level] = crowding(costs[number == level])
    return sorted(range(len(costs)), key=lambda k: (number[k], -alone[k]))


def offspring(parents: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """As many children as parents, which are sorted from best to worst: tournaments of two, crossover, mutation."""
    n, variables = parents.shape
    chosen = parents[random.integers(0, n, (2 * -(-n // 2), 2)).min(axis=1)]
    children = np.vstack([_cross(a, b, random) for a, b in chosen.reshape(-1, 2, variables)])[:n]
    return _mutate(children, random)


def _cross(a: np.ndarray, b: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Simulated binary crossover: two children about their parents' middle."""
    u = random.random(len(a))
    spread = np.where(u <= 0.5, (2 * u) ** (1 / (_CROSSOVER + 1)), (2 * (1 - u)) ** (-1 / (_CROSSOVER + 1)))
    spread = np.where(random.random(len(a)) < 0.5, 1.0, spread)  # half of the variables are inherited as they are
    middle, half = (a + b) / 2, spread * (b - a) / 2
    return np.clip([middle - half, middle + half], 0.0, 1.0)


def _mutate(points: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Polynomial mutation of one variable of every point, so that no child is a copy, and of others by chance."""
    u = random.random(points.shape)
    step = np.where(u < 0.5, (2 * u) ** (1 / (_MUTATION + 1)) - 1, 1 - (2 * (1 - u)) ** (1 / (_MUTATION + 1)))
    hit = random.random(points.shape) < 1 / points.shape[1]
    hit[np.arange(len(points)), random.integers(0, points.shape[1], len(points))] = True
    return np.clip(points + np.where(hit, step, 0.0), 0.0, 1.0)


def spread_out(count: int, variables: int, random: np.random.Generator) -> np.ndarray:
    """A Latin hypercube: every parameter's range is covered evenly."""
    return (np.array([random.permutation(count) for _ in range(variables)]).T + random.random((count, variables))) / count


# --- One verb: pareto. The best compromises between several metrics, such as speed against cost.

if TYPE_CHECKING:
    import xarray as xr


@dataclass(frozen=True, eq=False)
class ParetoFront:
    """points: the compromises, a Dataset along ``evaluation`` sorted by the first metric.   history: everything that was run.

    goals: the metrics, those to be made small first.
    status: ``budget spent``; or that no case can be trusted, and then there are no points.
    trusted: whether there are points, and all of them are ``trusted``: some all along the front were run again by themselves for
    their error by the steps (docs/trust.md), their ``discretisation_error``.
    untrusted: how many runs finished with a ledger that does not close; they are not on the front.
    without_influence: parameters that change none of the metrics at either of their bounds, where each metric is best: the values
    that stand there are some of many.
    """

    points: xr.Dataset
    history: xr.Dataset
    goals: tuple[str, ...]
    status: str
    untrusted: int
    without_influence: tuple[str, ...] = ()

    @property
    def trusted(self) -> bool:
        return self.status != UNTRUSTED and bool(self.points.trusted.all())

    def __repr__(self) -> str:
        goals = ", ".join(self.goals)
        idle = f"; {no_influence(self.without_influence, goals)}" if self.without_influence else ""
        found, runs = self.points.sizes["evaluation"], self.history.sizes["evaluation"]
        return f"Front of {self.history.attrs['model']}: {found} compromises between {goals}; {self.status}, {runs} runs{idle}"

    def _repr_html_(self) -> str:
        rows = [("status", self.status), ("compromises", self.points.sizes["evaluation"])]
        for name in self.goals if self.points.sizes["evaluation"] else ():
            values, unit = self.points[name], self.points[name].attrs["units"]
            rows.append((name, f"{float(values.min()):.6g} to {float(values.max()):.6g} {unit}"))
        rows += [(name, "no influence") for name in self.without_influence]
        rows.append(("trusted", f"{int(self.points.trusted.sum())} of {self.points.sizes['evaluation']}"))
        return html_table(f"Front of {self.history.attrs['model']}", rows)

    @property
    def summary(self) -> dict:
        """The compromises as plain numbers; None for one that has no number."""
        names = [str(n) for n, v in self.points.data_vars.items() if v.dtype.kind == "f" and n != "violation"]
        rows = [{n: float(self.points[n][k]) for n in names} for k in range(self.points.sizes["evaluation"])]
        return finite({
            "scenario": self.history.attrs["model"], "status": self.status, "trusted": self.trusted, "untrusted": self.untrusted,
            **check_counts(self.points.step_check.values, self.points[STEP_METRIC].values, self.points.doubts.values),
            "evaluations": self.history.sizes["evaluation"], "without_influence": self.without_influence, "front": rows,
        })  # fmt: skip

    def save(self, folder: str | Path) -> Path:
        """front.json and history.nc."""
        folder = make_folder(folder)
        write_history(self.history, folder)
        write_json(folder / "front.json", self.summary)
        return folder


_POPULATION = 40
_WAYS = ("min", "max")


@in_one_piece()
def pareto(
    scenario: Scenario | str,
    objectives: Mapping[str, str],
    bounds: Mapping[str, object],
    duration: float | None = None,
    *,
    constraints: Iterable[str] = (),
    parameters: Mapping[str, object] | None = None,
    search: Search = Search(budget=400, population=_POPULATION),
    solver: Solver = Solver(),
    compute: Compute = Compute(),
    folder: str | Path | None = None,
    resume: bool = False,
    overwrite: bool = False,
    progress: bool | None = None,
) -> ParetoFront:
    """Find parameters for which no metric can be made better without making another worse (NSGA-II).

    Parameters
    ----------
    scenario : Scenario or str
        A scenario, or the name of one.
    objectives : mapping
        Two metrics of the summary (docs/results.md) or more, each with ``min`` or ``max``: such as
        ``{"cost_of_transport": "min", "mean_speed": "max"}``.
    bounds : mapping
        Parameter -> (low, high), or a text such as ``"0.02:0.12"``.
    duration, constraints, parameters, solver, compute, folder, resume, overwrite, progress
        As for ``optimise``; ``Solver.check_step`` None estimates the error by the steps of some points of the front, True of all.
    search : Search
        ``budget`` (400 by default), ``population`` (40) and ``seed``.

    Returns
    -------
    ParetoFront
    """
    setup = search_setup("pareto", scenario, parameters, duration, solver, compute)
    goals, limits = _read_goals(objectives), read_constraints(constraints)
    honoured("pareto", "search", search, Search, "budget", "population", "seed")
    require_numbers(search)
    budget, population = search.budget, _POPULATION if search.population is None else search.population
    if budget < population:
        raise InputError(f"budget = {budget} runs is less than one population of {population}. Give more runs.")
    runs = search_runs(setup, bounds, goals, limits, budget, compute, progress)
    wanted = {"goals": [[g.metric, g.maximise] for g in goals]}
    described = runs.settings(wanted, limits, search="pareto", seed=search.seed, population=population)
    with begun(runs, folder, described, resume, overwrite):
        breed(runs, goals, limits, population, search.seed)
    return _collect(runs, goals, limits)


def _read_goals(objectives: Mapping[str, str]) -> list[SearchGoal]:
    """The metrics and what they are to be, those to be minimised first."""
    if not isinstance(objectives, Mapping) or len(objectives) < 2:
        raise InputError(
            "a front needs two different metrics or more, such as {'cost_of_transport': 'min', 'mean_speed': 'max'}."
        )
    for metric, way in objectives.items():
        require_choice(f"objective of '{metric}':", way, _WAYS)
    return [SearchGoal(metric, maximise=way == "max") for way in _WAYS for metric in objectives if objectives[metric] == way]


def _costs_of(
    rows: Sequence[Row], goals: Sequence[SearchGoal], constraints: Sequence[Constraint]
) -> tuple[np.ndarray, np.ndarray]:
    """Costs (case, goal) and violations (case,); infinite for cases that are not usable or lack a metric."""
    costs = np.array([[g.cost(row) for g in goals] for row in rows])
    violations = np.array([violation(constraints, row) for row in rows])
    return costs, np.where(np.isfinite(costs).all(axis=1), violations, np.inf)


def breed(search: SearchRuns, goals: Sequence[SearchGoal], constraints: Sequence[Constraint], population: int, seed: int) -> None:
    """Generations until the budget is spent: parents and children compete, the best half goes on."""
    random = np.random.default_rng(seed)
    points = spread_out(population, len(search.intervals), random)
    rows = search.run(list(points))
    points = points[standing(*_costs_of(rows, goals, constraints))]
    rows = [rows[k] for k in standing(*_costs_of(rows, goals, constraints))]
    while search.left >= population:
        children = offspring(points, random)
        rows = [*rows, *search.run(list(children))]
        points = np.vstack([points, children])
        best = standing(*_costs_of(rows, goals, constraints))[:population]
        points, rows = points[best], [rows[k] for k in best]


def _check_points(search: SearchRuns, front: np.ndarray, ends: set[int]) -> None:
    """Estimate the error by the steps of points of a front: of those where a metric is best, and some all along it; or of all."""
    setup = search.setup
    if setup.check_step is False:
        return
    some = [int(front[k]) for k in spread_cases((len(front),))] if len(front) else []
    for k in map(int, front) if setup.check_step else sorted({*some, *ends}):
        with untold():
            search.rows[k] = checked_row(setup, {}, search.values(search.points[k]), search.rows[k])


def _collect(search: SearchRuns, goals: Sequence[SearchGoal], constraints: Sequence[Constraint]) -> ParetoFront:
    """The first front of everything that was run."""
    costs, violations = _costs_of(search.rows, goals, constraints)
    good = violations == 0
    status = "budget spent"
    if search.untrusted and not any(row.usable for row in search.rows):
        status = UNTRUSTED
    elif not good.any():
        raise InputError(f"none of {len(costs)} runs finished within the constraints. Loosen them, or widen the bounds.")
    columns = {g.metric: search.column(g.metric) for g in goals}
    attributes = {
        "study": "pareto", "model": search.setup.scenario.name, "goals": [[g.metric, g.maximise] for g in goals],
        "over": [i.name for i in search.intervals], "subject_to": ", ".join(str(c) for c in constraints),
        "settings": search.setup.described,
    }  # fmt: skip
    best = np.flatnonzero(good)
    if len(best):
        best = best[fronts(costs[best], violations[best]) == 0]
        best = best[np.unique(costs[best], axis=0, return_index=True)[1]]  # sorted by the first metric
    ends = {int(best[np.argmin(own)]) for own in costs[best].T} if len(best) else set()
    _check_points(search, best, ends)
    data = history(search, {**columns, "violation": (violations, "1")}, attributes)
    data["on_front"] = ("evaluation", np.isin(np.arange(len(costs)), best))
    points = data.isel(evaluation=best).sortby(goals[0].metric)
    idle = without_influence(search, [g.metric for g in goals], [search.points[k] for k in ends]) if ends else ()
    return ParetoFront(points, data, tuple(g.metric for g in goals), status, search.untrusted, idle)
