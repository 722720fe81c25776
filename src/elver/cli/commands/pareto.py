"""``elver pareto``: the best compromises between metrics of a scenario."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import dataclass
from typing import TYPE_CHECKING

from elver._support.errors import InputError
from elver._support.files import to_json
from elver.cli.options import option, repeated, whole
from elver.cli.study_options import (
    OPEN,
    SEARCH_CODES,
    SearchOptions,
    carried_out,
    check_line,
    draw,
    search_folder,
    search_settings,
)
from elver.cli.terminal import INTERRUPTED, NOT_TRUSTED, table, tell_where

if TYPE_CHECKING:
    from elver.analysis.studies.pareto_front import ParetoFront

DESCRIPTION = """\
Find the best compromises between two metrics of the summary or more.

  elver pareto eel --minimise cost_of_transport --maximise mean_speed \\
        --over gait.amplitude=0.02:0.12 --over gait.wavelength=0.8:3 --set water.law=kirchhoff
"""
EPILOG = SEARCH_CODES
SHOWN = 15  # compromises in the printed table


@dataclass(frozen=True)
class Options(SearchOptions):
    minimise: list[str] = repeated("--minimise", "METRIC", "key of the summary to minimise; repeat for more")
    maximise: list[str] = repeated("--maximise", "METRIC", "key of the summary to maximise; repeat for more")
    budget: str = option("--budget", "N", "runs to spend (default 400)", "400")


def command(options: Options, parser: ArgumentParser) -> int:
    from elver.analysis import Search, pareto
    from elver.scenarios import scenario

    chosen = scenario(options.scenario, options.allow_outside)
    settings = search_settings(options, Search(budget=whole("--budget", options.budget)))
    objectives = {**dict.fromkeys(options.minimise, "min"), **dict.fromkeys(options.maximise, "max")}
    if len(objectives) < len(options.minimise) + len(options.maximise):
        raise InputError("a metric is named twice. Give two different metrics or more to --minimise and --maximise.")
    folder = search_folder(options, chosen.name, "pareto")
    front = carried_out(folder, lambda: pareto(chosen, objectives, folder=folder, **settings))
    if front is None:
        return INTERRUPTED
    front.save(folder)
    draw(front.history, folder, options)
    print(to_json(front.summary) if options.json else front_table(front))
    tell_where(options, folder)
    if not front.trusted:
        return NOT_TRUSTED
    return 1 if is_idle(front) else 0


def is_idle(front: ParetoFront) -> bool:
    """Whether no parameter that was searched over changes any of the metrics."""
    from elver.analysis.studies.store import searched

    return len(front.without_influence) == len(searched(front.history))


def front_table(front: ParetoFront) -> str:
    """Compromises along the front, one per line."""
    import numpy as np

    from elver.analysis.studies.optimisation import UNTRUSTED, no_influence
    from elver.scenarios.parameter import in_set_unit

    doubtful = f"  NOT TO BE TRUSTED: {front.untrusted} runs, left out: {OPEN}"
    if front.status == UNTRUSTED:
        return f"  NO FRONT: {front.status} of {front.history.sizes['evaluation']} runs.\n{doubtful}"
    rows = front.summary["front"]
    total = len(rows)
    rows = [rows[k] for k in sorted({round(x) for x in np.linspace(0, len(rows) - 1, SHOWN)})]
    names = [name for name in rows[0] if name not in (*front.without_influence, "discretisation_error")]
    about = {name: front.history[name].attrs if name in front.history else {} for name in names}
    texts = [[f"{in_set_unit(row[name], about[name])[0]:.6g}" for name in names] for row in rows]
    units = [in_set_unit(0.0, about[name])[1] for name in names]
    heads = [name + (f" [{unit}]" if unit not in ("", "1") else "") for name, unit in zip(names, units, strict=True)]
    lines = [table(texts, headers=heads, right=range(len(names)))] + [doubtful] * bool(front.untrusted)
    lines.append(check_line(front.summary, total, "points"))
    if front.without_influence:
        told = no_influence(front.without_influence, " or ".join(front.goals))
        lines.append(f"  {told}" + ("; NO COMPROMISE: nothing else was searched over" if is_idle(front) else ""))
    return "\n".join(lines)
