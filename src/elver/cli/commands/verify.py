"""``elver verify``: published numbers against the simulator."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import dataclass

from elver.cli.options import FileOptions, argument, switch
from elver.cli.outlet import nobody_listens
from elver.cli.tables import coloured
from elver.files import to_json

DESCRIPTION = "Measure every claim of the published papers. Exit code 1 if one fails."


@dataclass(frozen=True)
class Options(FileOptions):
    scenario: str | None = argument("SCENARIO", "only the claims of this scenario, or of this scenario file", "?")
    json: bool = switch("--json", "print one JSON object")


def command(options: Options, parser: ArgumentParser) -> int:
    from elver.scenarios import all_claims, scenario, verify

    own = scenario(options.scenario, options.allow_outside) if options.scenario else None
    chosen = own.claims if own and own.digest else [c for c in all_claims() if own is None or own.name == c.scenario]
    if not options.json:
        print(f"{'':<5} {'scenario':<21} {'claim':<52} {'measured':>12} {'allowed':>22}  kind, source")
    rows = []
    for verdict in verify(chosen):
        if nobody_listens():
            break
        rows.append(verdict_row(verdict))
        if not options.json:
            print(verdict_line(verdict), flush=True)
    failed = sum(not row["holds"] for row in rows)
    print(to_json({"claims": rows, "failed": failed}) if options.json else f"{len(rows) - failed} of {len(rows)} claims hold")
    return 1 if failed else 0


def verdict_row(verdict) -> dict:
    """What was claimed and what was measured, for scripts."""
    c = verdict.claim
    row = {"scenario": c.scenario, "claim": c.statement, "measured": verdict.measured, "low": c.low, "high": c.high}
    return row | {"unit": c.unit, "kind": c.kind, "source": c.source, "holds": verdict.holds}


def verdict_line(verdict) -> str:
    """The same for people; printed as soon as it is known, so that no table can be laid out first."""
    c, unit = verdict.claim, "" if verdict.claim.unit == "1" else f" {verdict.claim.unit}"
    word = coloured("ok   ", "green") if verdict.holds else coloured("FAIL ", "bold red")
    allowed = f"{c.low:g} .. {c.high:g}{unit}"
    return f"{word} {c.scenario:<21} {c.statement:<52} {verdict.measured:>12.5g} {allowed:>22}  {c.kind}, {c.source}"
