"""One verb: optimise. The best parameters of a scenario, by evolution (CMA-ES) or by gradients (SQP)."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from elver.choices import Optimiser
from elver.errors import InputError, unknown_name
from elver.files import finite, make_folder, write_json
from elver.native import compile_model
from elver.notebook import html_table
from elver.packages import needed
from elver.progress import Progress
from elver.results import Run
from elver.results.plausibility.kept import trust_words
from elver.scenarios import Scenario
from elver.simulation.machines import thread_count
from elver.stepping.chunks import in_one_piece
from elver.studies.ranges import Interval, read_intervals
from elver.studies.runs import Row, plan_of, single
from elver.studies.searching.goals import Constraint, Goal, merit, read_constraint, value_of
from elver.studies.searching.gradient import descend
from elver.studies.searching.search import BudgetSpentError, Search, begun, check_goals, history, write_history
from elver.studies.searching.slopes import slopes_for
from elver.studies.setup import make_setup

if TYPE_CHECKING:
    import xarray as xr

SEARCHES = tuple(Optimiser)
SIGMA = 0.25  # first standard deviation, of the box's width
CLOSE = 1e-4  # of the box's width: where the population has shrunk to this, the search has converged
SAME = 1e-12  # relative difference of an objective that is rounding
UNTRUSTED = "no case can be trusted"  # the status where no run finished with a ledger that closes
OPEN_CASE = "the energy ledger of its case does not close"


@dataclass(frozen=True, eq=False)
class Optimum:
    """The best that was found. parameters, objective; constraints: their figures at the best.   feasible: whether all hold.

    status: ``converged``, ``budget spent``, or ``stopped: ..`` with SLSQP's reason. Where no case can be trusted, or none has the
    objective, it says so: there is no optimum then, feasible is False, and the case is the one whose ledger closes best.
    trusted: whether nothing is known against the best run, as for every run (docs/results.md); doubts: what is.
    untrusted: how many runs finished with a ledger that does not close.
    history: everything that was run, a Dataset.   run: the best run, which alone is asked for its steps and laws.
    derivatives: ``exact``, ``differences``, ``mixed``; ``none`` for a method that takes none.
    without_influence: parameters that change nothing of the objective at the best, at both of their bounds: nothing was found
    for them, and the value that stands there is one of many.
    """

    parameters: dict[str, float]
    objective: float
    constraints: dict[str, float]
    feasible: bool
    doubts: tuple[str, ...]
    untrusted: int
    status: str
    derivatives: str
    evaluations: int
    history: xr.Dataset
    run: Run
    without_influence: tuple[str, ...] = ()

    def __repr__(self) -> str:
        s, idle = self.summary, self.without_influence
        at = ", ".join(f"{n} = {value:.6g}" for n, value in self.parameters.items() if n not in idle) or "any of the points"
        told = f"; {no_influence(idle, s['figure'])}" if idle else ""
        ended = f"{self.status}, {self.evaluations} runs{told}"
        return f"Optimum of {s['scenario']}: {s['figure']} = {self.objective:.6g} at {at}; {ended}"

    def _repr_html_(self) -> str:
        units = {name: self.history[name].attrs["units"] for name in self.parameters}
        rows = [(str(self.summary["figure"]), f"{self.objective:.6g}")]
        idle = dict.fromkeys(self.without_influence, "no influence")
        rows += [(name, idle.get(name, f"{value:.6g} {units[name]}")) for name, value in self.parameters.items()]
        rows += [(bound, f"{value:.6g}") for bound, value in self.constraints.items()]
        rows += [("status", f"{self.status}, {self.evaluations} runs"), ("bounds", "kept" if self.feasible else "not kept")]
        rows += [("trusted", "no: " + "; ".join(self.doubts) if self.doubts else trust_words(self.run.samples))]
        return html_table(f"Optimum of {self.summary['scenario']}", rows)

    @property
    def trusted(self) -> bool:
        return not self.doubts

    @property
    def summary(self) -> dict:
        """Headline figures as plain numbers; None for one that has no number."""
        names = (
            "status",
            "derivatives",
            "evaluations",
            "feasible",
            "trusted",
            "doubts",
            "untrusted",
            "objective",
            "parameters",
            "without_influence",
            "constraints",
        )
        known = {"scenario": self.history.attrs["model"], "figure": self.history.attrs["objective"]}
        steps = {"discretisation_error": self.run.summary["discretisation_error"]}
        return finite({**known, **{n: getattr(self, n) for n in names}, **steps})

    def save(self, folder) -> Path:
        """optimum.json, history.nc and the best run as run.nc."""
        folder = make_folder(folder)
        self.run.save(folder / "run.nc", overwrite=True)
        write_history(self.history, folder)
        write_json(folder / "optimum.json", self.summary)
        return folder


@in_one_piece()
def optimise(
    scenario: Scenario | str,
    objective: str,
    over: Mapping[str, object],
    changes: Mapping[str, object] | None = None,
    subject_to: Iterable[str] = (),
    maximise: bool = False,
    *,
    search: str = "cma",
    budget: int = 200,
    duration: float | None = None,
    dt: float | None = None,
    method: str = "auto",
    start: Mapping[str, float] | None = None,
    population: int | None = None,
    seed: int = 1,
    out=None,
    resume: bool = False,
    threads: int | None = None,
    progress: bool | None = None,
    overwrite: bool = False,
) -> Optimum:
    """Make a figure of the summary (docs/results.md) as small as possible, or as large with ``maximise``.

    over: parameter -> (low, high), or a text such as ``"0.02:0.12"``.   subject_to: such as ``"mean_speed>=0.3"``.
    search: ``cma`` (CMA-ES; needs cma) looks everywhere in the box. ``gradient`` (SLSQP) goes downhill from ``start``
    (default: the scenario's values): fast where the figure is smooth, and local. Its derivatives are exact, by reverse sweeps,
    where all figures are some that ``elver.gradient`` knows and all parameters stay free; else differences, run as one batch.
    method: of the integration, as for ``simulate``.
    budget: runs to spend, sweeps not counted; a larger one can be given when resuming.
    population: runs per generation of CMA-ES.
    out: folder for the log of all runs; a search that was killed goes on there with ``resume=True`` to the same result,
    and one that is there is replaced with ``overwrite=True``.
    """
    setup = make_setup(scenario, changes, duration, dt, method)
    intervals = read_intervals(setup.scenario, over, setup.changes)
    goal, constraints = Goal(objective, maximise), read_constraints(subject_to)
    require_search(search, budget, population, seed)
    figures = [objective, *(c.figure for c in constraints)]
    check_goals(setup, intervals, figures)
    runs = Search(setup, intervals, budget, thread_count(threads), bar=Progress(budget, setup.scenario.name, progress, "runs"))
    first = runs.point({**setup.scenario.values(setup.changes), **read_start(setup.scenario, start, intervals)})
    advice = 4 * math.ceil((4 + 3 * math.log(len(intervals))) / 4)  # CMA-ES's own, in whole vectors
    size = advice if population is None else population
    described = {
        **setup.described, "objective": objective, "maximise": maximise, "subject to": [str(c) for c in constraints],
        **{f"over {i.name}": [i.low, i.high] for i in intervals}, "search": search, "seed": seed, "population": size,
        "start": [float(x) for x in first],
    }  # fmt: skip
    with begun(runs, out, described, resume, overwrite):
        slopes = slopes_for(runs, figures, first) if search == "gradient" else None
        try:
            status = descend(slopes, goal, constraints, first) if slopes else evolve(runs, goal, constraints, first, size, seed)
        except BudgetSpentError:
            status = "budget spent"
    return conclude(runs, goal, constraints, status, slopes.used if slopes else "none")


def read_constraints(texts: Iterable[str]) -> tuple[Constraint, ...]:
    return tuple(read_constraint(text) for text in ((texts,) if isinstance(texts, str) else texts))


def read_start(scenario: Scenario, start: Mapping[str, float] | None, intervals: Sequence[Interval]) -> dict[str, float]:
    """Given start values, checked as the scenario's parameters; each must be searched over, and lie between its bounds."""
    values, bounds = scenario.values(start or {}), {i.name: i for i in intervals}
    for name in start or {}:
        if name not in bounds:
            raise unknown_name("start of a parameter that is searched over:", name, bounds)
        if not bounds[name].low <= values[name] <= bounds[name].high:
            raise InputError(f"start {name} = {values[name]} lies outside {bounds[name].low} to {bounds[name].high}.")
    return {name: values[name] for name in start or {}}


def require_search(search: str, budget, population, seed) -> None:
    """Refuse settings that no search can work with."""
    if search not in SEARCHES:
        raise unknown_name("method of the search:", search, SEARCHES)
    for name, value, low, high in (("budget", budget, 1, 10**7), ("population", population, 4, 10**5), ("seed", seed, 0, 2**63)):
        if value is not None and (isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high):
            raise InputError(f"{name} = {str(value)[:60]} is not allowed. Give a whole number, {low} to {high}.")
    if search == "cma":
        needed("cma", "the search cma")


def evolve(search: Search, goal: Goal, constraints: Sequence[Constraint], first: np.ndarray, size: int, seed: int) -> str:
    """CMA-ES (Hansen and Ostermeier 2001). It learns from ranks alone, so constraints need no weights:

    cases that keep all bounds come first, by objective; the others follow, by violation; cases that cannot be trusted come last.
    """
    import cma

    settings = {
        "bounds": [0, 1],
        "popsize": size,
        "tolx": CLOSE,
        "maxstd": math.inf if len(first) == 1 else None,  # the package cannot limit a single one (cma 4.5)
        **{"tolfun": -1, "tolfunhist": -1, "tolfunrel": -1, "tolstagnation": math.inf},  # ranks say nothing about convergence
        "verbose": -9,
        "seed": math.nan,
        "randn": np.random.RandomState(seed).randn,  # numbers of its own: neither disturbed by others nor disturbing them
    }
    strategy = cma.CMAEvolutionStrategy(first, SIGMA, settings)
    while not strategy.stop():
        points = strategy.ask()
        strategy.tell(points, ranks(search.run(points), goal, constraints))
    return "converged"


def ranks(rows: Sequence[Row], goal: Goal, constraints: Sequence[Constraint]) -> list[float]:
    """Place of every case within its generation; equal cases share one."""
    keys = [merit(goal, constraints, row) for row in rows]
    order = sorted(set(keys))
    return [float(order.index(key)) for key in keys]


def conclude(search: Search, goal: Goal, constraints: Sequence[Constraint], status: str, derivatives: str) -> Optimum:
    """The best of everything that was run, and a run of it."""
    keys = [merit(goal, constraints, row) for row in search.rows]
    if not keys:
        raise InputError(
            f"a budget of {search.budget} runs is less than the first batch needs. Give more, or a smaller population."
        )
    if not any(row.status == "finished" for row in search.rows):
        raise InputError(f"none of {len(keys)} runs finished; the first says: {search.rows[0].detail}. Narrow the bounds.")
    best, status = choose(keys, search.rows, goal, status)
    values, row = search.values(search.points[best]), search.rows[best]
    columns = {
        "objective": search.column(goal.figure),
        "violation": ([v for v, _ in keys], "1"),
        "best": (running_best(keys, search.rows, goal), search.unit(goal.figure)),
        **{f"constraint {c.figure}": search.column(c.figure) for c in constraints},
    }
    attributes = {
        "study": "optimise",
        "model": search.setup.scenario.name,
        "objective": goal.figure,
        "subject_to": ", ".join(str(c) for c in constraints),
        "derivatives": derivatives,
        "best_evaluation": best,
        "settings": json.dumps(search.setup.described),
    }
    program = compile_model(search.setup.prepared(values))
    run = single(program, plan_of(search.setup, program, program.parameter_vector()), {}, check_step=None)
    if run.status == "interrupted":
        raise KeyboardInterrupt
    kept = {str(c): value_of(row, c.figure) for c in constraints}
    objective, feasible = value_of(row, goal.figure), keys[best][0] == 0
    found = history(search, columns, attributes)
    idle = without_influence(search, [goal.figure], [search.points[best]]) if math.isfinite(objective) else ()
    return Optimum(
        values, objective, kept, feasible, doubts_about(row, run), search.untrusted, status, derivatives, len(keys), found, run,
        idle,
    )  # fmt: skip


def without_influence(search: Search, figures: Sequence[str], places: Sequence[np.ndarray]) -> tuple[str, ...]:
    """Parameters that, each by itself, leave figures as they are at places: first at the bound farther away, then at both.

    A place is run once more with them, as numbers may differ in their last digits between batches.
    """
    idle = list(range(len(search.intervals)))
    for best in places:
        for bound in (np.where(best < 0.5, 1.0, 0.0), np.where(best < 0.5, 0.0, 1.0)):
            if not idle:
                break
            moved = [np.where(np.arange(len(best)) == k, bound, best) for k in idle]
            found = np.array([[value_of(row, figure) for figure in figures] for row in search.aside([best, *moved])])
            same = (np.abs(found[1:] - found[0]) <= SAME * np.abs(found[0])).all(axis=1)
            idle = [k for k, kept in zip(idle, same, strict=True) if kept]
    return tuple(search.intervals[k].name for k in idle)


def no_influence(names: Sequence[str], figure: str) -> str:
    """A sentence on parameters that change nothing."""
    return f"{' and '.join(names)} {'has' if len(names) == 1 else 'have'} no influence on {figure}"


def doubts_about(row: Row, run: Run) -> tuple[str, ...]:
    """Why the best case is not trusted: what its run says, and its row where that alone could not be."""
    found = tuple(run.summary["doubts"])
    return found if found or row.trusted else (OPEN_CASE,)


def choose(keys: Sequence[tuple[float, float]], rows: Sequence[Row], goal: Goal, status: str) -> tuple[int, str]:
    """Number of the best case, and the status; where none can be the best, the one whose ledger closes best and why."""
    best = min(range(len(keys)), key=lambda k: keys[k])
    if math.isfinite(keys[best][1]):
        return best, status

    def closure(k: int) -> float:
        value = value_of(rows[k], "ledger_closure")
        return value if math.isfinite(value) else math.inf

    best = min((k for k, row in enumerate(rows) if row.status == "finished"), key=closure)
    return best, f"no case has a number for {goal.figure}" if rows[best].trusted else UNTRUSTED


def running_best(keys: Sequence[tuple[float, float]], rows: Sequence[Row], goal: Goal) -> list[float]:
    """The best objective so far among cases that keep all bounds; NaN before the first of them."""
    best, value, found = (math.inf, math.inf), math.nan, []
    for key, row in zip(keys, rows, strict=True):
        if key[0] == 0 and key < best:
            best, value = key, value_of(row, goal.figure)
        found.append(value)
    return found
