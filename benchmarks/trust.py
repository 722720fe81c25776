"""How far `trusted` can be trusted: random settings of the shipped scenarios without contact against far finer runs."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

import numpy as np

import elver
from elver._support.choices import ADAPTIVE
from elver._support.errors import InputError
from elver.model import Program
from elver.results.checks.steps import compared_states, scale
from elver.results.checks.trust import doubts_in
from elver.scenarios import Parameter, Scenario, all_scenarios
from elver.simulation import step_error
from elver.simulation.finish import gait_period
from timing import Metric, arguments, in_processes, report

DESCRIPTION = "Random machines, steps and methods of all scenarios without contact, each run against one that is far finer."
EPILOG = """\
The error of a run is the largest one of its samples over the range of such states. The path is that of the base, or of
the joints where the base is held. The truth is dopri5, or rodas, at rtol 1e-11, checked by itself at 1e-9.
  runs            that finished, and whose truth is known to 1e-4
  trusted         runs without a doubt about their numbers: ledger, and steps. Laws that bring energy in are no matter of steps
  wrong           trusted runs whose path is more than 2 % off
  right           runs whose path, orientation, joints and works are all less than 2 % off
  false_alarms    share of the doubted runs that are right
  of_right        the same false alarms as a share of the right runs
  within_ten      share of the runs whose estimate is within a factor of ten of the error in the same measure, the largest of all
                  kinds of states. Below 1e-8, or what is known of the truth, both are rounding; above 1 both are lost
  under, over     shares below a tenth of the error, and above ten times of it
  path_...        the same where the estimate is compared with the error of the path alone
"""
WRONG = 0.02  # of the range of the path: what `trusted` promises
ROUNDING = 1e-8  # errors below are rounding, or those of the truth
KNOWN = 1e-4  # largest error of the truth
TUNING, HELD_OUT = 1, 2  # seeds: of the settings that the estimate was made with, and of those nobody has looked at
SAMPLES = 60
SHARED = 6  # settings that share a compiled machine
LARGEST = 12  # joints or links
METHODS = ("auto", "rk4", "heun", "semi-implicit", "adams", "dopri5", "rodas")
FACTOR = 1.6  # by which numbers are more or less than usual
USUALLY_NONE = {"rad": 0.2, "s": 0.2, "N m": 10.0, "m": 0.5, "m/s": 0.1, "": 0.3}  # sizes of what is 0 by default, by unit
KEPT = ("start", "start.position", "water.points", "air.points", "wing.sections", "drive", "stroke", "case")  # that stay


@dataclass(frozen=True)
class Setting:
    """One run. changes: of the scenario's parameters.   steps, method, rtol: of the integration."""

    scenario: str
    changes: dict[str, Any]
    duration: float
    steps: int
    method: str
    rtol: float

    @property
    def dt(self) -> float:
        return self.duration / self.steps

    @property
    def output(self) -> float:
        return self.duration / min(self.steps, SAMPLES)


@dataclass(frozen=True)
class Row:
    """A run and the truth. errors: by kind of state.   path: that of the base's path.   known: of the truth."""

    setting: Setting
    status: str
    doubts: tuple[str, ...] = ()
    estimate: float | None = None
    kind: str = ""
    path: float = math.nan
    errors: dict[str, float] = field(default_factory=dict)
    known: float = math.inf

    @property
    def counts(self) -> bool:
        return self.status == "finished" and self.known < KNOWN

    @property
    def error(self) -> float:
        return max(self.errors.values())

    @property
    def trusted(self) -> bool:
        return not self.doubts

    @property
    def wrong(self) -> bool:
        return self.trusted and self.path > WRONG

    @property
    def right(self) -> bool:
        """Whether all of it is as good as a trusted run promises its path to be: path, orientation, joints and works."""
        return self.path <= WRONG and self.error <= WRONG

    @property
    def false_alarm(self) -> bool:
        return not self.trusted and self.right


# --- random settings --------------------------------------------------------------------------------------------------


def smooth_scenarios() -> list[Scenario]:
    """All shipped scenarios without contact."""
    return [s for s in all_scenarios() if s.build().scene is None]


def varied(number: float, p: Parameter, random: np.random.Generator) -> float:
    """Another number than the usual one, within its bounds."""
    low = -math.inf if p.low is None else p.low
    high = math.inf if p.high is None else p.high
    return float(np.clip(number * FACTOR ** random.uniform(-1, 1), low, high))


def machine_of(scenario: Scenario, random: np.random.Generator) -> dict[str, Any]:
    """Changes of words, counts and numbers."""
    changes: dict[str, Any] = {}
    for p in scenario.parameters:
        if p.name in KEPT or p.file:
            continue
        if p.choices:
            changes[p.name] = str(random.choice(p.choices))
        elif isinstance(p.default, int):
            changes[p.name] = int(min(random.integers(3, LARGEST + 1), p.high or LARGEST))
        elif p.default == 0.0 and p.unit in USUALLY_NONE and random.random() < 0.4:
            size = USUALLY_NONE[p.unit]
            changes[p.name] = random.uniform(0.2 * size if p.low == 0 or p.unit == "s" else -size, size)
        elif isinstance(p.default, float) and p.default and random.random() < 0.5:
            changes[p.name] = varied(p.default, p, random)
    if "start" in scenario.names:
        changes["start"] = "rest"  # an orbit takes longer to find than all runs here
    return changes


def settings_of(scenario: Scenario, count: int, seed: int) -> Iterator[tuple[Program, Setting]]:
    """So many settings of a scenario, with the compiled machine of each."""
    random, made = np.random.default_rng([seed, *scenario.name.encode()]), 0
    while made < count:
        changes = machine_of(scenario, random)
        try:
            program = elver.compile_model(scenario.prepared(changes))
        except InputError:
            continue  # these numbers make no machine, or these words do not go together
        period = gait_period(program.model, {}) or 1.0
        for _ in range(min(SHARED, count - made)):
            duration = period * random.uniform(0.5, 3.0)
            steps = duration / (scenario.time_step(changes) * 10 ** random.uniform(-1, math.log10(30)))
            method, rtol = str(random.choice(METHODS)), 10 ** random.uniform(-10, -2)
            yield program, Setting(scenario.name, changes, duration, even(steps), method, rtol)
            made += 1


def even(steps: float) -> int:
    """A number of steps that samples divide."""
    return max(4, round(steps)) if steps < SAMPLES else SAMPLES * round(steps / SAMPLES)


# --- a run and the truth ----------------------------------------------------------------------------------------------


def truth(program: Program, setting: Setting) -> tuple[np.ndarray, np.ndarray] | None:
    """States at the samples of a run, by two tolerances; None where neither method gets there."""
    for method in ("dopri5", "rodas"):
        dt, save = min(setting.dt, 1e-3), elver.Save(every=setting.output)
        solvers = [elver.Solver(method, dt, rtol, 0.01 * rtol, check_step=False) for rtol in (1e-11, 1e-9)]
        runs = [elver.simulate(program, setting.duration, solver=solver, save=save, progress=False) for solver in solvers]
        if all(run.status == "finished" for run in runs):
            fine, less = (run.samples.state.values for run in runs)
            return fine, less
    return None


def errors_of(program: Program, states: np.ndarray, exact: np.ndarray) -> dict[str, float]:
    """Largest errors of the samples by kind of state, over the range that such states have."""
    layout = program.equations.layout
    return {
        kind: float(np.abs(states[:, own] - exact[:, own]).max()) / scale(exact[:, layout.slices[kind]])
        for kind, own in compared_states(layout).items()
    }


def path_error(program: Program, errors: dict[str, float], states: np.ndarray) -> float:
    """Error of the base's path; of the joints where the base is held."""
    position = states[:, program.equations.layout.slices["position"]]
    held = not position.size or float(np.ptp(position, axis=0).max()) == 0.0
    return errors.get("angles", 0.0) if held else errors["position"]


def judge(program: Program, setting: Setting, tries: int = 5) -> Row:
    """A run against the truth. Steps that the method cannot take are cut by four, so many times."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run = elver.simulate(
            program,
            setting.duration,
            solver=elver.Solver(dt=setting.dt, method=setting.method, rtol=setting.rtol, atol=0.01 * setting.rtol),
            save=elver.Save(every=setting.output),
            progress=False,
        )
        if run.status != "finished":
            shorter = replace(setting, steps=even(4 * setting.steps))
            return judge(program, shorter, tries - 1) if tries and setting.method not in ADAPTIVE else Row(setting, run.status)
        both = truth(program, setting)
    summary = run.summary
    doubts, found = tuple(doubts_in(summary)), summary["discretisation"]
    about = (setting, run.status, doubts, summary["discretisation_error"], found.get("kind", ""))
    if both is None:
        return Row(*about)
    exact, less = both
    errors = errors_of(program, run.samples.state.values, exact)
    return Row(*about, path_error(program, errors, exact), errors, max(errors_of(program, less, exact).values()))


def judge_machine(name: str, count: int, seed: int, machine: int, long: bool) -> list[Row]:
    """The settings that share one machine of a scenario."""
    if long:
        step_error.MOST_WORK = 0.0
    chosen = next(s for s in smooth_scenarios() if s.name == name)
    settings = islice(settings_of(chosen, count, seed), machine * SHARED, (machine + 1) * SHARED)
    return [judge(program, setting) for program, setting in settings]


def study(count: int, seed: int, names: Iterable[str] = (), long: bool = False, processes: int = 1, quiet: bool = False):
    """So many settings, spread evenly over the scenarios."""
    chosen = [s for s in smooth_scenarios() if not names or s.name in names]
    tasks = []
    for k, scenario in enumerate(chosen):
        share = count // len(chosen) + (k < count % len(chosen))
        tasks += [(scenario.name, share, seed, machine, long) for machine in range(-(-share // SHARED))]
    return [row for rows in in_processes(judge_machine, tasks, processes, quiet) for row in rows]


# --- the table --------------------------------------------------------------------------------------------------------


def logarithms(rows: Iterable[Row], of: str = "error") -> np.ndarray:
    """log10 of the estimate over the error, both between rounding and the whole range: a run that is lost is lost."""

    def bounded(row: Row, value: float) -> float:
        return min(max(value, ROUNDING, row.known), 1.0)

    pairs = [(bounded(r, r.estimate), bounded(r, getattr(r, of))) for r in rows if r.counts and r.estimate is not None]
    return np.array([math.log10(estimate / error) for estimate, error in pairs])


def metrics(rows: list[Row]) -> list[Metric]:
    """The table of a study."""
    finished = [r for r in rows if r.status == "finished"]
    counted = [r for r in finished if r.counts]
    trusted, doubted = [r for r in counted if r.trusted], [r for r in counted if not r.trusted]
    right = [r for r in counted if r.right]
    ratios, path_ratios = logarithms(counted), logarithms(counted, "path")
    few, many = np.quantile(ratios, [0.05, 0.95])
    lost = [r for r in finished if not r.counts]
    return [
        Metric("runs", len(counted), note=f"finished, truth known; of {len(rows)} settings"),
        Metric("broke_off", len(rows) - len(finished), note="did not finish, nor with steps a thousandth as long"),
        Metric("no_truth", len(lost), note=f"truth not known to {KNOWN:g}: the motion is unstable"),
        Metric("no_truth_trusted", sum(r.trusted for r in lost), note="of these"),
        Metric("trusted", len(trusted)),
        Metric("wrong", sum(r.wrong for r in finished), at_most=0, note=f"trusted, the path more than {100 * WRONG:g} % off"),
        Metric("worst_trusted", max((r.path for r in trusted), default=0.0), note="largest error of the path of a trusted run"),
        Metric("doubted", len(doubted), note="ledger open, steps too long, or finer ones break off"),
        Metric("right", len(right), note=f"path, orientation, joints and works less than {100 * WRONG:g} % off"),
        Metric(
            "false_alarms", share(r.false_alarm for r in doubted), at_most=0.1, note="share of the doubted runs that are right"
        ),
        Metric("of_right", share(r.false_alarm for r in right), note="share of the right runs that are doubted"),
        Metric("no_estimate", sum(r.estimate is None for r in counted)),
        Metric("within_ten", float(np.mean(np.abs(ratios) <= 1)), at_least=0.8, note="estimate within a factor of ten"),
        Metric("under", float(np.mean(ratios < -1)), note="estimate below a tenth of the error"),
        Metric("over", float(np.mean(ratios > 1)), note="estimate above ten times the error"),
        Metric("log10_5", float(few), note="log10 of estimate over error: 5 % of the runs are below"),
        Metric("log10_50", float(np.median(ratios)), note="half of them"),
        Metric("log10_95", float(many), note="95 % of them"),
        Metric("path_within_ten", float(np.mean(np.abs(path_ratios) <= 1)), note="the same against the error of the path alone"),
        Metric("path_under", float(np.mean(path_ratios < -1))),
        Metric("path_over", float(np.mean(path_ratios > 1)), note="the path is better than the worst kind of state"),
    ]


def share(found: Iterable[bool]) -> float:
    """How many of them, over all."""
    values = list(found)
    return sum(values) / max(len(values), 1)


def main() -> None:
    parser = arguments(DESCRIPTION, EPILOG, processes=True)
    parser.add_argument("--count", type=int, default=300, help="settings (300)")
    parser.add_argument("--seed", type=int, default=HELD_OUT, help=f"of the settings ({HELD_OUT}; tuned with {TUNING})")
    parser.add_argument("--scenarios", nargs="*", default=[], metavar="NAME", help="these alone (all without contact)")
    parser.add_argument("--long", action="store_true", help="estimate all errors as those of long runs, from stretches")
    parser.add_argument("--list", action="store_true", help="also print every run that is wrong, or a false alarm, or misjudged")
    options = parser.parse_args()
    rows = study(options.count, options.seed, options.scenarios, options.long, options.processes, options.json)
    of = "long runs, from stretches" if options.long else "runs"
    report(f"How far to trust {of} without contact: seed {options.seed}", metrics(rows), options.json, ("elver",))
    if options.list:
        for row in rows:
            if row.counts and (row.wrong or row.false_alarm or np.abs(logarithms([row])).max(initial=0.0) > 1):
                print(line(row))


def line(row: Row) -> str:
    """A run in one line."""
    how, errors = row.setting, ", ".join(f"{kind} {error:.1e}" for kind, error in row.errors.items())
    by = f"{how.method} rtol {how.rtol:.0e}" if how.method in ADAPTIVE else f"{how.method} {how.steps} steps"
    found = "no estimate" if row.estimate is None else f"estimate {row.estimate:.1e} ({row.kind})"
    doubts = "; ".join(row.doubts) or "trusted"
    return f"{how.scenario} {how.duration:.3g} s {by}: path {row.path:.1e}, {found}, {errors}; {doubts}"


if __name__ == "__main__":
    main()
