"""One verb: optimise. The best parameters of a scenario, by evolution (CMA-ES) or by gradients (SQP)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from elver._support.choices import Optimiser
from elver._support.display import html_table
from elver._support.errors import ElverError, InputError, unknown_name
from elver._support.files import finite as finite_json
from elver._support.files import make_folder, write_json
from elver._support.interrupts import in_one_piece
from elver._support.resources import needed
from elver.analysis.studies.options import Search
from elver.analysis.studies.runs import Row, plan_of, single
from elver.analysis.studies.search import (
    BudgetSpentError,
    Constraint,
    SearchGoal,
    SearchRuns,
    begun,
    history,
    merit,
    read_constraints,
    search_runs,
    search_setup,
    value_of,
    write_history,
)
from elver.analysis.studies.setup import Interval, program_for
from elver.model import Program, compile_model
from elver.results import Run
from elver.results.checks.trust import trust_words
from elver.results.metrics import metrics_of
from elver.scenarios import Scenario
from elver.simulation import gradient
from elver.simulation.options import Compute, Solver, honoured

# --- Derivatives of a run's metrics by the coordinates of the box that is searched.
#
# Exact ones by reverse sweeps (``elver.gradient``, one per metric) where their measures have expressions; central
# differences elsewhere, whose runs make one batch with the point itself.

_STEP = 1e-4  # of the box's width; a run of fixed steps is smooth to rounding, so that the error is of order STEP^2
_SAME_SLOPE = 1e-6  # a sweep's value and the run's metric differ by rounding, or are not the same metric


@dataclass(frozen=True, eq=False)
class _Point:
    """A run, and slope(metric): derivatives by the coordinates of the box, NaN where there are none."""

    row: Row
    slope: Callable[[str], np.ndarray]


@dataclass(eq=False)
class Slopes:
    """Runs points with derivatives. program: whose runs are swept; None for differences.   ways: those taken so far.

    modulo: of metrics that the sweep knows up to whole multiples of a number, such as a heading up to full turns.
    """

    search: SearchRuns
    program: Program | None = None
    modulo: Mapping[str, float] = field(default_factory=dict)
    ways: set[str] = field(default_factory=set)

    @property
    def used(self) -> str:
        """``exact``, ``differences``, or ``mixed`` where a sweep failed at some points; what is meant, before the first."""
        return "mixed" if len(self.ways) > 1 else next(iter(self.ways), "differences" if self.program is None else "exact")

    def at(self, x: np.ndarray) -> _Point:
        """The run of a point; its neighbours run along where they are needed."""
        program = self.program
        if program is None:
            row, *others = self.search.run([x, *_neighbours(x)])
            return _Point(row, self.differences(x, others))
        row = self.search.run([x])[0]
        beside = cache(lambda: self.differences(x, self.search.run(_neighbours(x))))

        @cache
        def slope(metric: str) -> np.ndarray:
            if not row.usable or math.isnan(value_of(row, metric)):
                return np.full(len(x), math.nan)
            found = self.swept(program, x, row, metric)
            return beside()(metric) if found is None else found

        return _Point(row, slope)

    def differences(self, x: np.ndarray, rows: list[Row]) -> Callable[[str], np.ndarray]:
        """Central differences between neighbours that have been run."""
        self.ways.add("differences")
        count = len(x)
        widths = np.minimum(x + _STEP, 1.0) - np.maximum(x - _STEP, 0.0)

        def slope(metric: str) -> np.ndarray:
            values = np.array([value_of(row, metric) for row in rows])
            return (values[:count] - values[count:]) / widths

        return slope

    def swept(self, program: Program, x: np.ndarray, row: Row, metric: str) -> np.ndarray | None:
        """The exact derivatives of a metric; None where the run has none, or the metric is another of the same name."""
        setup, values = self.search.setup, self.search.values(x)
        if plan_of(setup, program, program.parameter_vector(values)).method != "rk4":
            return None
        try:
            found = gradient(
                program, metric, setup.plan.duration, free=list(values), parameters=values, solver=Solver(dt=setup.plan.dt)
            )
        except ElverError:
            return None
        value = value_of(row, metric)
        if abs(math.remainder(found.value - value, self.modulo.get(metric, math.inf))) > _SAME_SLOPE * max(
            abs(value), _SAME_SLOPE
        ):
            return None
        self.ways.add("exact")
        return found.gradient * np.array([i.high - i.low for i in self.search.intervals])


def _neighbours(x: np.ndarray) -> list[np.ndarray]:
    """Two along every coordinate, inside the box: all above, then all below."""
    aside = _STEP * np.eye(len(x))
    return [*np.minimum(x + aside, 1.0), *np.maximum(x - aside, 0.0)]


def slopes_for(search: SearchRuns, metrics: Iterable[str], first: np.ndarray) -> Slopes:
    """Exact derivatives where all metrics have expressions, all parameters stay free, there is no scene and rk4 steps."""
    if search.setup.plan.method not in ("auto", "rk4"):
        return Slopes(search)
    values = search.values(first)
    exact = {m.name: m for m in metrics_of(search.setup.build(values)) if m.expression is not None}
    if set(metrics) - set(exact):
        return Slopes(search)
    found = program_for(search.setup, {}, tuple(values), values)
    if found is None or set(found.free) != set(values) or found.program.model.scene is not None:
        return Slopes(search)
    return Slopes(search, found.program, {name: m.modulo for name, m in exact.items() if m.modulo})


# --- Downhill by sequential quadratic programming (SciPy's SLSQP, D. Kraft 1988), with derivatives of ``slopes``.

_TOLERANCE = 1e-7  # of the objective's own size
_WALL = 1e3  # objective of a case that did not finish, in units of the first one's


def descend(slopes: Slopes, goal: SearchGoal, constraints: Sequence[Constraint], first: np.ndarray) -> str:
    """Minimise from ``first`` on; the status."""
    from scipy.optimize import minimize

    seen: dict[bytes, _Point] = {}

    def at(x: np.ndarray) -> _Point:
        x = np.clip(x, 0.0, 1.0)
        if x.tobytes() not in seen:
            seen[x.tobytes()] = slopes.at(x)
        return seen[x.tobytes()]

    scale = abs(goal.cost(at(first).row)) or 1.0
    scale = scale if math.isfinite(scale) else 1.0
    bounds = {
        "type": "ineq",
        "fun": lambda x: _finite([c.margin(at(x).row) for c in constraints], -1.0),
        "jac": lambda x: _finite([c.weight * at(x).slope(c.metric) for c in constraints], 0.0),
    }
    result = minimize(
        lambda x: float(_finite(goal.cost(at(x).row) / scale, _WALL)),
        first,
        jac=lambda x: _finite(goal.sign * at(x).slope(goal.metric) / scale, 0.0),
        bounds=[(0.0, 1.0)] * len(first),
        constraints=[bounds] if constraints else [],
        method="SLSQP",
        options={"ftol": _TOLERANCE, "maxiter": 1000},
    )
    return "converged" if result.success else f"stopped: {result.message}"


def _finite(values: Any, instead: float) -> np.ndarray:
    """The numbers, with ``instead`` for those that are not finite."""
    return np.where(np.isfinite(values), values, instead)


# --- One verb: optimise. The best parameters of a scenario, by evolution (CMA-ES) or by gradients (SQP).

if TYPE_CHECKING:
    import xarray as xr

ALGORITHMS = tuple(Optimiser)
_SIGMA = 0.25  # first standard deviation, of the box's width
_CLOSE = 1e-4  # of the box's width: where the population has shrunk to this, the search has converged
_SAME = 1e-12  # relative difference of an objective that is rounding
UNTRUSTED = "no case can be trusted"  # the status where no run finished with a ledger that closes
OPEN_CASE = "the energy ledger of its case does not close"


@dataclass(frozen=True, eq=False)
class OptimisationResult:
    """The best that was found. parameters, objective; constraints: their metrics at the best.   feasible: whether all hold.

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
        """Headline metrics as plain numbers; None for one that has no number."""
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
        return finite_json({**known, **{n: getattr(self, n) for n in names}, **steps})

    def save(self, folder: str | Path) -> Path:
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
    bounds: Mapping[str, object],
    duration: float | None = None,
    *,
    maximise: bool = False,
    constraints: Iterable[str] = (),
    parameters: Mapping[str, object] | None = None,
    search: Search = Search(),
    solver: Solver = Solver(),
    compute: Compute = Compute(),
    folder: str | Path | None = None,
    resume: bool = False,
    overwrite: bool = False,
    progress: bool | None = None,
) -> OptimisationResult:
    """Make a metric of the summary (docs/results.md) as small as possible, or as large with ``maximise``.

    Parameters
    ----------
    scenario : Scenario or str
        A scenario, or the name of one.
    objective : str
        The metric.
    maximise : bool
        Make it large instead.
    bounds : mapping
        Parameter -> (low, high), or a text such as ``"0.02:0.12"``.
    duration : float, optional
        Seconds of every run. None: the scenario's own.
    constraints : sequence of str
        Such as ``"mean_speed>=0.3"``.
    parameters : mapping, optional
        Other parameters of the scenario, by name.
    search : Search
        Algorithm, budget, population, seed and start.
    solver : Solver
        Method, step and tolerances of the runs, as for ``simulate``; ``check_step`` is that of the best run.
    compute : Compute
        ``threads``.
    folder : str or Path, optional
        For the log of all runs; a search that was killed goes on there.
    resume, overwrite : bool
        Go on with the search in the folder, to the same result; or replace it.
    progress : bool, optional
        None: a bar on a terminal.

    Returns
    -------
    OptimisationResult
    """
    setup = search_setup("optimise", scenario, parameters, duration, solver, compute)
    goal, limits = SearchGoal(objective, maximise), read_constraints(constraints)
    honoured("optimise", "search", search, Search)
    require_search(search)
    runs = search_runs(setup, bounds, [goal], limits, search.budget, compute, progress)
    first = runs.point({**setup.scenario.values(setup.parameters), **_read_start(setup.scenario, search.start, runs.intervals)})
    advice = 4 * math.ceil((4 + 3 * math.log(len(first))) / 4)  # CMA-ES's own, in whole vectors
    size = advice if search.population is None else search.population
    described = runs.settings(
        {"objective": objective, "maximise": maximise},
        limits,
        search=search.algorithm,
        seed=search.seed,
        population=size,
        start=[float(x) for x in first],
    )
    with begun(runs, folder, described, resume, overwrite):
        slopes = slopes_for(runs, [objective, *(c.metric for c in limits)], first) if search.algorithm == "gradient" else None
        try:
            status = descend(slopes, goal, limits, first) if slopes else evolve(runs, goal, limits, first, size, search.seed)
        except BudgetSpentError:
            status = "budget spent"
    return _conclude(runs, goal, limits, status, slopes.used if slopes else "none")


def _read_start(scenario: Scenario, start: Mapping[str, float] | None, intervals: Sequence[Interval]) -> dict[str, float]:
    """Given start values, checked as the scenario's parameters; each must be searched over, and lie between its bounds."""
    values, bounds = scenario.values(start or {}), {i.name: i for i in intervals}
    for name in start or {}:
        if name not in bounds:
            raise unknown_name("start of a parameter that is searched over:", name, bounds)
        if not bounds[name].low <= values[name] <= bounds[name].high:
            raise InputError(f"start {name} = {values[name]} lies outside {bounds[name].low} to {bounds[name].high}.")
    return {name: values[name] for name in start or {}}


def require_search(search: Search) -> None:
    """Refuse settings that no search can work with."""
    if search.algorithm not in ALGORITHMS:
        raise unknown_name("method of the search:", search.algorithm, ALGORITHMS)
    require_numbers(search)
    if search.algorithm == "cma":
        needed("cma", "the search cma")


def require_numbers(search: Search) -> None:
    """Refuse a budget, a population or a seed that is none."""
    for name, low, high in (("budget", 1, 10**7), ("population", 4, 10**5), ("seed", 0, 2**63)):
        value = getattr(search, name)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high):
            raise InputError(f"{name} = {str(value)[:60]} is not allowed. Give a whole number, {low} to {high}.")


def evolve(
    search: SearchRuns, goal: SearchGoal, constraints: Sequence[Constraint], first: np.ndarray, size: int, seed: int
) -> str:
    """CMA-ES (Hansen and Ostermeier 2001). It learns from ranks alone, so constraints need no weights:

    cases that keep all bounds come first, by objective; the others follow, by violation; cases that are not usable come last.
    """
    import cma

    settings = {
        "bounds": [0, 1],
        "popsize": size,
        "tolx": _CLOSE,
        "maxstd": math.inf if len(first) == 1 else None,  # the package cannot limit a single one (cma 4.5)
        **{"tolfun": -1, "tolfunhist": -1, "tolfunrel": -1, "tolstagnation": math.inf},  # ranks say nothing about convergence
        "verbose": -9,
        "seed": math.nan,
        "randn": np.random.RandomState(seed).randn,  # numbers of its own: neither disturbed by others nor disturbing them
    }
    strategy = cma.CMAEvolutionStrategy(first, _SIGMA, settings)
    while not strategy.stop():
        points = strategy.ask()
        strategy.tell(points, ranks(search.run(points), goal, constraints))
    return "converged"


def ranks(rows: Sequence[Row], goal: SearchGoal, constraints: Sequence[Constraint]) -> list[float]:
    """Place of every case within its generation; equal cases share one."""
    keys = [merit(goal, constraints, row) for row in rows]
    order = sorted(set(keys))
    return [float(order.index(key)) for key in keys]


def _conclude(
    search: SearchRuns, goal: SearchGoal, constraints: Sequence[Constraint], status: str, derivatives: str
) -> OptimisationResult:
    """The best of everything that was run, and a run of it."""
    keys = [merit(goal, constraints, row) for row in search.rows]
    if not keys:
        raise InputError(
            f"a budget of {search.budget} runs is less than the first batch needs. Give more, or a smaller population."
        )
    if not any(row.status == "finished" for row in search.rows):
        raise InputError(f"none of {len(keys)} runs finished; the first says: {search.rows[0].detail}. Narrow the bounds.")
    best, status = _choose(keys, search.rows, goal, status)
    values, row = search.values(search.points[best]), search.rows[best]
    columns = {
        "objective": search.column(goal.metric),
        "violation": ([v for v, _ in keys], "1"),
        "best": (_running_best(keys, search.rows, goal), search.unit(goal.metric)),
        **{f"constraint {c.metric}": search.column(c.metric) for c in constraints},
    }
    attributes = {
        "study": "optimise",
        "model": search.setup.scenario.name,
        "objective": goal.metric,
        "subject_to": ", ".join(str(c) for c in constraints),
        "derivatives": derivatives,
        "best_evaluation": best,
        "settings": search.setup.described,
    }
    program = compile_model(search.setup.prepared(values))
    run = single(program, plan_of(search.setup, program, program.parameter_vector()), {}, search.setup.check_step)
    search.rows[best] = row.checked(run)
    kept = {str(c): value_of(row, c.metric) for c in constraints}
    objective, feasible = value_of(row, goal.metric), keys[best][0] == 0
    found = history(search, columns, attributes)
    idle = without_influence(search, [goal.metric], [search.points[best]]) if math.isfinite(objective) else ()
    return OptimisationResult(
        values, objective, kept, feasible, doubts_about(row, run), search.untrusted, status, derivatives, len(keys), found, run,
        idle,
    )  # fmt: skip


def without_influence(search: SearchRuns, metrics: Sequence[str], places: Sequence[np.ndarray]) -> tuple[str, ...]:
    """Parameters that, each by itself, leave metrics as they are at places: first at the bound farther away, then at both.

    A place is run once more with them, as numbers may differ in their last digits between batches.
    """
    idle = list(range(len(search.intervals)))
    for best in places:
        for bound in (np.where(best < 0.5, 1.0, 0.0), np.where(best < 0.5, 0.0, 1.0)):
            if not idle:
                break
            moved = [np.where(np.arange(len(best)) == k, bound, best) for k in idle]
            found = np.array([[value_of(row, metric) for metric in metrics] for row in search.aside([best, *moved])])
            same = (np.abs(found[1:] - found[0]) <= _SAME * np.abs(found[0])).all(axis=1)
            idle = [k for k, kept in zip(idle, same, strict=True) if kept]
    return tuple(search.intervals[k].name for k in idle)


def no_influence(names: Sequence[str], metric: str) -> str:
    """A sentence on parameters that change nothing."""
    return f"{' and '.join(names)} {'has' if len(names) == 1 else 'have'} no influence on {metric}"


def doubts_about(row: Row, run: Run) -> tuple[str, ...]:
    """Why the best case is not trusted: what its run says, and its row where that alone could not be."""
    found = tuple(run.summary["doubts"])
    return found if found or row.usable else (OPEN_CASE,)


def _choose(keys: Sequence[tuple[float, float]], rows: Sequence[Row], goal: SearchGoal, status: str) -> tuple[int, str]:
    """Number of the best case, and the status; where none can be the best, the one whose ledger closes best and why."""
    best = min(range(len(keys)), key=lambda k: keys[k])
    if math.isfinite(keys[best][1]):
        return best, status

    def closure(k: int) -> float:
        value = value_of(rows[k], "ledger_closure")
        return value if math.isfinite(value) else math.inf

    best = min((k for k, row in enumerate(rows) if row.status == "finished"), key=closure)
    return best, f"no case has a number for {goal.metric}" if rows[best].usable else UNTRUSTED


def _running_best(keys: Sequence[tuple[float, float]], rows: Sequence[Row], goal: SearchGoal) -> list[float]:
    """The best objective so far among cases that keep all bounds; NaN before the first of them."""
    best, value, found = (math.inf, math.inf), math.nan, []
    for key, row in zip(keys, rows, strict=True):
        if key[0] == 0 and key < best:
            best, value = key, value_of(row, goal.metric)
        found.append(value)
    return found
