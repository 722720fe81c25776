"""``elver list``: scenarios, or the parameters of one."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from elver._support.files import to_json
from elver.cli.options import FileOptions, argument, switch
from elver.cli.terminal import table

if TYPE_CHECKING:
    from elver.quantities import Parameter
    from elver.scenarios.definition import Scenario

DESCRIPTION = "Show what can be run."


@dataclass(frozen=True)
class Options(FileOptions):
    scenario: str | None = argument("SCENARIO", "show the parameters of this scenario, or of this scenario file", "?")
    json: bool = switch("--json", "print one JSON object")


def command(options: Options, parser: ArgumentParser) -> int:
    from elver.scenarios import all_scenarios, scenario

    chosen = [scenario(options.scenario, options.allow_outside)] if options.scenario else all_scenarios()
    if options.json:
        print(to_json({s.name: describe(s) | (described(s) if options.scenario else {}) for s in chosen}))
    elif options.scenario:
        print(f"{parameter_table(chosen[0])}\n\n{metric_table(chosen[0])}")
    else:
        print(scenario_table(chosen))
        print("\n`elver list SCENARIO` shows parameters, `elver run SCENARIO` runs it.")
    return 0


def describe(s: Scenario) -> dict:
    """A scenario and its parameters, for scripts."""
    parameters = {p.name: {"default": p.default, "unit": p.unit, "meaning": p.meaning, **set_in(p)} for p in s.parameters}
    return {"title": s.title, "source": s.source, "duration": s.duration, "dt": s.dt, "parameters": parameters}


def set_in(p: Parameter) -> dict:
    """The unit of bare numbers on the command line, where it is not that of the default."""
    own = {"set_in": p.set_in} if p.set_in else {}
    return own | ({"shown": p.shown(p.default), "shown_unit": p.shown_unit} if p.own_unit else {})


def scenario_table(chosen: Iterable[Scenario]) -> str:
    """Names, titles and sources."""
    rows = []
    for s in chosen:
        rows += [(s.name, s.title), ("", f"{f'{s.source}; ' if s.source else ''}{s.duration:g} s, dt {s.dt:g} s")]
    return table(rows, styles=("bold cyan", ""))


def parameter_table(s: Scenario) -> str:
    """Parameters of a scenario with default, unit and meaning, one per line."""
    rows = []
    for p in s.parameters:
        unit = f"[{p.shown_unit}]" if p.shown_unit not in ("", "1") else ""
        choices = f" ({'|'.join(p.choices) or p.bounds})" if p.choices or p.bounds else ""
        rows.append((p.name, default_text(p.shown(p.default)), unit, f"{p.meaning}{choices}"))
    head = f"{s.name}: {s.title}{s.by}\n  duration {s.duration:g} s, dt {s.dt:g} s\n\nparameters for --set KEY=VALUE:\n"
    return head + table(rows, styles=("bold cyan", "green", "dim", ""), right=(1,))


def described(s: Scenario) -> dict:
    """Unit and meaning of the metrics of a scenario's summary."""
    from elver.results.metrics import metrics_of

    return {"figures": {m.name: {"unit": m.unit, "meaning": m.meaning} for m in metrics_of(s.build())}}


def metric_table(s: Scenario) -> str:
    """The keys of a scenario's summary with unit and meaning, one per line."""
    known = described(s)["figures"].items()
    rows = [(name, f"[{own['unit']}]" if own["unit"] not in ("", "1") else "", own["meaning"]) for name, own in known]
    head = "metrics of the summary, also for sweeps, --objective and --subject-to:\n"
    return head + table(rows, styles=("bold cyan", "dim", ""))


def default_text(default: Any) -> str:
    """A default as one types it."""
    if isinstance(default, tuple):
        return ",".join(f"{v:g}" for v in default)
    return f"{default:g}" if isinstance(default, float) else str(default)
