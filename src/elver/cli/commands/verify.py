"""``elver verify``: published statements against the simulator."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import dataclass
from math import isnan
from os.path import relpath
from pathlib import Path
from typing import TYPE_CHECKING

from elver._support.errors import InputError
from elver._support.files import shown, to_json, write_whole
from elver.cli.folders import fresh
from elver.cli.options import FileOptions, argument, option, overwriting, switch
from elver.cli.terminal import coloured, nobody_listens

if TYPE_CHECKING:
    from elver.scenarios.claims import Verdict

DESCRIPTION = """\
Measure every claim of the published papers. Exit code 1 if one does not behave as its kind says.

  elver verify                        all claims, and how many there are of each kind
  elver verify eel --errors           those of one scenario, each with its numerical error
  elver verify fish.yaml              those of a scenario file
  elver verify --html report.html     one page with sources, equations, figures, errors; needs no network
  elver verify --papers papers.html   the published papers in their order: every figure, table and claim, drawn and measured
"""
ERRORS = "measure each claim again with half the step (a hundredth of the tolerance of adaptive methods); about twice as long"


@dataclass(frozen=True)
class Options(FileOptions):
    scenario: str | None = argument("SCENARIO", "only the claims of this scenario, or of this scenario file", "?")
    errors: bool = switch("--errors", ERRORS)
    html: str | None = option(
        "--html", "FILE.html", "write a report with sources, equations, figures of the runs and error bars: --errors goes with it"
    )
    papers: str | None = option(
        "--papers", "FILE.html", "write the papers' figures, tables and claims in their order; all scenarios"
    )
    force: bool = overwriting()
    json: bool = switch("--json", "print one JSON object")


def command(options: Options, parser: ArgumentParser) -> int:
    from elver.scenarios import ClaimRunner, all_claims, scenario, verify

    place, papers = (
        target(option, given, options.force) for option, given in (("--html", options.html), ("--papers", options.papers))
    )
    if papers is not None and options.scenario:
        raise InputError(f"--papers shows whole papers, not the claims of '{options.scenario}' alone. Leave out one of the two.")
    own = scenario(options.scenario, options.allow_outside) if options.scenario else None
    chosen = own.claims if own and own.digest else [c for c in all_claims() if own is None or own.name == c.scenario]
    if not options.json:
        print(f"{'':<5} {'scenario':<21} {'claim':<62} {'measured':>22} {'allowed':>22}  kind, source")
    verdicts, bench = [], ClaimRunner()
    for verdict in verify(chosen, options.errors or place is not None, bench):
        if nobody_listens():
            break
        verdicts.append(verdict)
        if not options.json:
            print(verdict_line(verdict), flush=True)
    if place is not None:
        from elver.viz.reports.claims import claims_report

        write_whole(place, claims_report(verdicts, relpath(papers, place.parent) if papers else None))
    if papers is not None:
        from elver.viz.reports.papers import papers_report

        write_whole(papers, papers_report(verdicts, bench))
    print(ending(verdicts, [file for file in (place, papers) if file is not None], options.json))
    return 1 if any(not v.holds for v in verdicts) else 0


def target(option: str, given: str | None, force: bool) -> Path | None:
    """The file of a report, looked at before anything is computed; None where none is wanted."""
    if given is None:
        return None
    place = Path(given)
    if place.suffix.lower() not in (".html", ".htm"):
        raise InputError(f"{option} '{shown(place)}' must end in .html.")
    return fresh(place, force)


def ending(verdicts: list, reports: list[Path], json: bool) -> str:
    """What is said after the last claim: how many there are of each kind, and how many behave so."""
    from elver.scenarios import count_kinds
    from elver.scenarios.claims import counts_in_words

    kinds, failed = count_kinds(v.claim for v in verdicts), sum(not v.holds for v in verdicts)
    if json:
        written = {"report": str(reports[0])} if len(reports) == 1 else {"reports": list(map(str, reports))} if reports else {}
        return to_json({"claims": [verdict_row(v) for v in verdicts], "kinds": kinds, "failed": failed, **written})
    lines = [f"{len(verdicts) - failed} of {len(verdicts)} claims behave as their kind says: {counts_in_words(kinds)}"]
    return "\n".join([*lines, *(f"report: {file}" for file in reports)])


def verdict_row(verdict: Verdict) -> dict:
    """What was claimed and what was measured, for scripts."""
    c = verdict.claim
    row = {"scenario": c.scenario, "claim": c.statement, "measured": verdict.measured, "low": c.low, "high": c.high}
    row |= {
        "unit": c.unit,
        "kind": str(c.kind),
        "origin": str(c.origin),
        "source": c.source,
        "holds": verdict.holds,
        "trouble": verdict.trouble or None,
    }
    row |= {
        "paper": c.paper,
        "paper_in_words": c.worded,
        "parameter": c.parameter or None,
        "choice": c.choice or None,
        "range": c.range,
        "others": list(verdict.others),
    }
    return row | {"error": verdict.error, "error_found": verdict.found or None, "runs": [name for name, _ in verdict.runs]}


def verdict_line(verdict: Verdict) -> str:
    """The same for people; printed as soon as it is known, so that no table can be laid out first."""
    from elver.scenarios.claims import ClaimOrigin, span

    c, unit = verdict.claim, "" if verdict.claim.unit in ("", "1") else f" {verdict.claim.unit}"
    word = coloured("ok   ", "green") if verdict.holds else coloured("FAIL ", "bold red")
    measured = ("-" if verdict.broken and isnan(verdict.measured) else f"{verdict.measured:.5g}") + (
        "" if verdict.error is None else f" +- {verdict.error:.1e}"
    )
    more = f" (paper {span(c.paper)})" if c.paper not in (None, (c.low, c.high)) else ""
    more += f" (by {c.parameter})" if c.parameter else ""
    more += f", {c.source}" if c.source else ""
    more += f" ({c.origin})" if c.origin == ClaimOrigin.ELSEWHERE else ""
    allowed, why = span((c.low, c.high)) + unit, "" if verdict.holds else f": {verdict.trouble}"
    return f"{word} {c.scenario:<21} {c.statement:<62} {measured:>22} {allowed:>22}  {c.kind}{more}{why}"
