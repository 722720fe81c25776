"""``elver verify``: published numbers against the simulator."""

from __future__ import annotations

from elver.cli.outlet import nobody_listens
from elver.files import to_json


def verify_command(options, parser) -> int:
    from elver.scenarios import claims, scenario, verify

    if options.scenario:
        scenario(options.scenario)
    chosen = [c for c in claims() if options.scenario in (None, c.scenario)]
    rows, failed = [], 0
    if not options.json:
        print(f"{'':<5} {'scenario':<21} {'claim':<52} {'measured':>12} {'allowed':>22}  kind, source")
    for verdict in verify(chosen):
        if nobody_listens():
            break
        c = verdict.claim
        failed += not verdict.holds
        row = {"scenario": c.scenario, "claim": c.statement, "measured": verdict.measured, "low": c.low, "high": c.high}
        rows.append(row | {"unit": c.unit, "kind": c.kind, "source": c.source, "holds": verdict.holds})
        if not options.json:
            word, unit = "ok" if verdict.holds else "FAIL", "" if c.unit == "1" else f" {c.unit}"
            allowed = f"{c.low:g} .. {c.high:g}{unit}"
            print(
                f"{word:<5} {c.scenario:<21} {c.statement:<52} {verdict.measured:>12.5g} {allowed:>22}  {c.kind}, {c.source}",
                flush=True,
            )
    if options.json:
        print(to_json({"claims": rows, "failed": failed}))
    else:
        print(f"{len(rows) - failed} of {len(rows)} claims hold")
    return 1 if failed else 0
