"""``elver optimise``: the best parameters of a scenario."""

from __future__ import annotations

import math
from argparse import ArgumentParser
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from elver._support.choices import Optimiser, described
from elver._support.files import to_json
from elver.cli.options import option, switch, whole
from elver.cli.study_options import OPEN, SEARCH_CODES, SearchOptions, carried_out, draw, search_folder, search_settings
from elver.cli.terminal import INTERRUPTED, NOT_TRUSTED, name_values, summary_table, tell_where

if TYPE_CHECKING:
    from elver.analysis.studies.optimisation import OptimisationResult

DESCRIPTION = """\
Make a metric of the summary as small as possible, or as large with --maximise, within bounds on parameters and metrics.

  elver optimise eel --objective cost_of_transport --over gait.amplitude=0.02:0.12 --over gait.wavelength=0.8:3 \\
        --subject-to "mean_speed>=0.3" --set water.law=kirchhoff
  elver optimise eel --objective mean_speed --maximise --over gait.wavelength=0.8:3 --method gradient
  elver optimise ... --out best --resume        after it was killed, or with a larger --budget

--method gradient takes exact derivatives (reverse sweeps) where all metrics are among mean_speed, cost_of_transport and
final_heading, rk4 steps the machine and all parameters stay inputs of its program; else differences between runs.
"""
EPILOG = f"""{SEARCH_CODES.rstrip()}
It is 3, too, where the steps of the best run are too long (discretisation_error above 0.02).
"""


@dataclass(frozen=True)
class Options(SearchOptions):
    objective: str = option("--objective", "METRIC", "key of the summary, such as cost_of_transport", required=True)
    maximise: bool = switch("--maximise", "make it large instead of small")
    method: str = option("--method", "NAME", f"{described(Optimiser)}; the result says which derivatives it took", Optimiser.CMA)
    budget: str = option("--budget", "N", "runs to spend (default 200)", "200")


def command(options: Options, parser: ArgumentParser) -> int:
    from elver.analysis import Search, optimise
    from elver.scenarios import scenario

    chosen = scenario(options.scenario, options.allow_outside)
    settings = search_settings(options, Search(options.method, whole("--budget", options.budget)))
    folder = search_folder(options, chosen.name, "optimise")
    best = carried_out(
        folder,
        lambda: optimise(chosen, options.objective, maximise=options.maximise, folder=folder, **settings),
    )
    if best is None:
        return INTERRUPTED
    best.save(folder)
    draw(best.history, folder, options)
    print(to_json(best.summary) if options.json else optimum_table(best))
    tell_where(options, folder)
    return exit_code(best)


def exit_code(best: OptimisationResult) -> int:
    """As for a run, a law that brings energy in is the model's: the search has done what was asked."""
    from elver.results.checks.trust import doubts_in

    if is_none(best) or doubts_in(best.run.summary):
        return NOT_TRUSTED
    return 0 if best.feasible and not is_idle(best) else 1


def is_none(best: OptimisationResult) -> bool:
    """Whether there is no optimum, for no case can be trusted."""
    from elver.analysis.studies.optimisation import UNTRUSTED

    return best.status == UNTRUSTED


def is_idle(best: OptimisationResult) -> bool:
    """Whether no parameter that was searched over changes the objective."""
    return len(best.without_influence) == len(best.parameters)


def optimum_table(best: OptimisationResult) -> str:
    """The best parameters, what they reach, and the summary of the best run."""
    unit = best.history.objective.attrs["units"].replace("1", "")
    idle = dict.fromkeys(best.without_influence, f"no influence on {best.history.attrs['objective']}")
    found = {name: parameter_text(value, best.history[name].attrs) for name, value in best.parameters.items()}
    rows = [(name, idle.get(name, text)) for name, text in found.items()]
    rows += [(best.history.attrs["objective"], number_text(best.objective, unit))]
    rows += [(text, number_text(value)) for text, value in best.constraints.items()]
    rows += [("search", f"{best.status} after {best.evaluations} runs; {verdict(best)}")]
    rows += [("not trusted", f"{best.untrusted} runs, left out: {OPEN}")] if best.untrusted else []
    rows += [("derivatives", best.derivatives)] if best.derivatives != "none" else []
    return name_values(rows, 0) + "\n\n" + summary_table(best.run)


def parameter_text(value: float, about: Mapping[str, Any]) -> str:
    """A parameter in the unit in which it is set."""
    from elver.scenarios.parameter import in_set_unit

    shown, unit = in_set_unit(value, about)
    return f"{shown:.6g} {unit}"


def number_text(value: float, unit: str = "") -> str:
    return f"{value:.6g} {unit}" if math.isfinite(value) else "has no number"


def verdict(best: OptimisationResult) -> str:
    """What the best case is worth, in a few words."""
    if is_none(best):
        return "NO OPTIMUM: NOT TO BE TRUSTED, this is the case whose energy ledger closes best"
    if not math.isfinite(best.objective):
        return "NO OPTIMUM"
    if is_idle(best):
        return "NO OPTIMUM: nothing that was searched over has an influence on it"
    kept = "all bounds kept" if best.feasible else "NO CASE KEEPS ALL BOUNDS: this one misses them least"
    return kept if best.trusted else f"{kept}; NOT TRUSTED: {'; '.join(best.doubts)}"
