"""One verb: pareto. The best compromises between several figures, such as speed against cost."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from elver.errors import InputError
from elver.files import finite, make_folder, write_json
from elver.notebook import html_table
from elver.progress import Progress
from elver.scenarios import Scenario
from elver.simulation.machines import thread_count
from elver.stepping.chunks import in_one_piece
from elver.studies.ranges import read_intervals
from elver.studies.runs import Row
from elver.studies.searching.goals import Constraint, Goal, violation
from elver.studies.searching.nsga import fronts, offspring, spread_out, standing
from elver.studies.searching.optimisation import UNTRUSTED, no_influence, read_constraints, require_search, without_influence
from elver.studies.searching.search import Search, begun, check_goals, history, write_history
from elver.studies.setup import make_setup

if TYPE_CHECKING:
    import xarray as xr


@dataclass(frozen=True, eq=False)
class Front:
    """points: the compromises, a Dataset along ``evaluation`` sorted by the first figure.   history: everything that was run.

    status: ``budget spent``; or that no case can be trusted, and then there are no points.
    trusted: whether there are runs whose ledger closes. Nobody has asked them for their steps and laws, as a run by itself is.
    untrusted: how many runs finished with a ledger that does not close; they are not on the front.
    without_influence: parameters that change none of the figures at either of their bounds, where each figure is best: the values
    that stand there are some of many.
    """

    points: xr.Dataset
    history: xr.Dataset
    status: str
    untrusted: int
    without_influence: tuple[str, ...] = ()

    @property
    def trusted(self) -> bool:
        return self.status != UNTRUSTED

    def __repr__(self) -> str:
        goals = ", ".join(name for name, _ in json.loads(self.history.attrs["goals"]))
        idle = f"; {no_influence(self.without_influence, goals)}" if self.without_influence else ""
        found, runs = self.points.sizes["evaluation"], self.history.sizes["evaluation"]
        return f"Front of {self.history.attrs['model']}: {found} compromises between {goals}; {self.status}, {runs} runs{idle}"

    def _repr_html_(self) -> str:
        goals = [name for name, _ in json.loads(self.history.attrs["goals"])]
        rows = [("status", self.status), ("compromises", self.points.sizes["evaluation"])]
        for name in goals if self.points.sizes["evaluation"] else ():
            values, unit = self.points[name], self.points[name].attrs["units"]
            rows.append((name, f"{float(values.min()):.6g} to {float(values.max()):.6g} {unit}"))
        rows += [(name, "no influence") for name in self.without_influence]
        return html_table(f"Front of {self.history.attrs['model']}", rows)

    @property
    def summary(self) -> dict:
        """The compromises as plain numbers; None for one that has no number."""
        names = [str(n) for n, v in self.points.data_vars.items() if v.dtype.kind == "f" and n != "violation"]
        rows = [{n: float(self.points[n][k]) for n in names} for k in range(self.points.sizes["evaluation"])]
        return finite({
            "scenario": self.history.attrs["model"], "status": self.status, "trusted": self.trusted, "untrusted": self.untrusted,
            "evaluations": self.history.sizes["evaluation"], "without_influence": self.without_influence, "front": rows,
        })  # fmt: skip

    def save(self, folder) -> Path:
        """front.json and history.nc."""
        folder = make_folder(folder)
        write_history(self.history, folder)
        write_json(folder / "front.json", self.summary)
        return folder


@in_one_piece()
def pareto(
    scenario: Scenario | str,
    over: Mapping[str, object],
    minimise: Iterable[str] = (),
    maximise: Iterable[str] = (),
    changes: Mapping[str, object] | None = None,
    subject_to: Iterable[str] = (),
    *,
    budget: int = 400,
    population: int = 40,
    duration: float | None = None,
    dt: float | None = None,
    method: str = "auto",
    seed: int = 1,
    out=None,
    resume: bool = False,
    threads: int | None = None,
    progress: bool | None = None,
    overwrite: bool = False,
) -> Front:
    """Find parameters for which no figure can be made better without making another worse (NSGA-II).

    minimise, maximise: figures of the summary (docs/results.md), two or more in all.   over, subject_to: as for ``optimise``.
    budget: runs to spend, ``population`` at a time.   method: of the integration.   out, resume, overwrite: as for ``optimise``.
    """
    setup = make_setup(scenario, changes, duration, dt, method)
    intervals = read_intervals(setup.scenario, over, setup.changes)
    goals = [Goal(f) for f in listed(minimise)] + [Goal(f, maximise=True) for f in listed(maximise)]
    if len({g.figure for g in goals}) < max(2, len(goals)):
        raise InputError(
            "a front needs two different figures or more, such as minimise cost_of_transport and maximise mean_speed."
        )
    constraints = read_constraints(subject_to)
    require_search("gradient", budget, population, seed)
    if budget < population:
        raise InputError(f"budget = {budget} runs is less than one population of {population}. Give more runs.")
    check_goals(setup, intervals, [*(g.figure for g in goals), *(c.figure for c in constraints)])
    search = Search(setup, intervals, budget, thread_count(threads), bar=Progress(budget, setup.scenario.name, progress, "runs"))
    described = {
        **setup.described, "goals": [[g.figure, g.maximise] for g in goals], "subject to": [str(c) for c in constraints],
        **{f"over {i.name}": [i.low, i.high] for i in intervals}, "search": "pareto", "seed": seed, "population": population,
    }  # fmt: skip
    with begun(search, out, described, resume, overwrite):
        breed(search, goals, constraints, population, seed)
    return collect(search, goals, constraints)


def listed(names: Iterable[str]) -> list[str]:
    return [names] if isinstance(names, str) else list(names)


def costs_of(rows: Sequence[Row], goals: Sequence[Goal], constraints: Sequence[Constraint]) -> tuple[np.ndarray, np.ndarray]:
    """Costs (case, goal) and violations (case,); infinite for cases that cannot be trusted or lack a figure."""
    costs = np.array([[g.cost(row) for g in goals] for row in rows])
    violations = np.array([violation(constraints, row) for row in rows])
    return costs, np.where(np.isfinite(costs).all(axis=1), violations, np.inf)


def breed(search: Search, goals: Sequence[Goal], constraints: Sequence[Constraint], population: int, seed: int) -> None:
    """Generations until the budget is spent: parents and children compete, the best half goes on."""
    random = np.random.default_rng(seed)
    points = spread_out(population, len(search.intervals), random)
    rows = search.run(list(points))
    points = points[standing(*costs_of(rows, goals, constraints))]
    rows = [rows[k] for k in standing(*costs_of(rows, goals, constraints))]
    while search.left >= population:
        children = offspring(points, random)
        rows = [*rows, *search.run(list(children))]
        points = np.vstack([points, children])
        best = standing(*costs_of(rows, goals, constraints))[:population]
        points, rows = points[best], [rows[k] for k in best]


def collect(search: Search, goals: Sequence[Goal], constraints: Sequence[Constraint]) -> Front:
    """The first front of everything that was run."""
    costs, violations = costs_of(search.rows, goals, constraints)
    good = violations == 0
    status = "budget spent"
    if search.untrusted and not any(row.trusted for row in search.rows):
        status = UNTRUSTED
    elif not good.any():
        raise InputError(f"none of {len(costs)} runs finished within the constraints. Loosen them, or widen the bounds.")
    columns = {g.figure: search.column(g.figure) for g in goals}
    attributes = {
        "study": "pareto", "model": search.setup.scenario.name, "goals": json.dumps([[g.figure, g.maximise] for g in goals]),
        "over": json.dumps([i.name for i in search.intervals]), "subject_to": ", ".join(str(c) for c in constraints),
        "settings": json.dumps(search.setup.described),
    }  # fmt: skip
    data = history(search, {**columns, "violation": (violations, "1")}, attributes)
    best = np.flatnonzero(good)
    if len(best):
        best = best[fronts(costs[best], violations[best]) == 0]
        best = best[np.unique(costs[best], axis=0, return_index=True)[1]]
    data["on_front"] = ("evaluation", np.isin(np.arange(len(costs)), best))
    points = data.isel(evaluation=best).sortby(goals[0].figure)
    ends = {int(best[np.argmin(own)]) for own in costs[best].T} if len(best) else ()
    idle = without_influence(search, [g.figure for g in goals], [search.points[k] for k in ends]) if ends else ()
    return Front(points, data, status, search.untrusted, idle)
