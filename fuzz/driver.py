"""Runs attacks by kind, seed and case, within a count or a time, and says what was found."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from . import (
    api,
    caches,
    cli,
    cluster,
    contacts,
    descriptions,
    disk,
    exports,
    files,
    fits,
    flips,
    kills,
    models,
    numbers,
    pipes,
    policies,
    scenarios,
    studio,
    writers,
)
from .case import Kind, Report, chance_of, reproduction
from .child import warm

KINDS = {
    m.KIND.name: m.KIND
    for m in (
        cli, api, models, contacts, files, flips, policies, fits, exports, studio, descriptions, numbers, caches, kills, disk,
        pipes, writers, cluster, scenarios,
    )
}  # fmt: skip
PROGRESS = 30.0  # s between lines that say how far it is


@dataclass
class Tally:
    """What has been done so far."""

    began: float = field(default_factory=time.monotonic)
    cases: dict[str, int] = field(default_factory=dict)
    findings: dict[str, int] = field(default_factory=dict)
    long: int = 0

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    def text(self) -> str:
        each = ", ".join(f"{kind} {n} ({self.findings.get(kind, 0)})" for kind, n in self.cases.items())
        total, found = sum(self.cases.values()), sum(self.findings.values())
        return f"{total} cases, {found} findings, {self.long} without an end in time, {self.seconds:.0f} s [{each}]"


def arguments(given=None) -> argparse.Namespace:
    listed = "\n".join(f"  {kind.name:<9} {kind.meaning}" for kind in KINDS.values())
    parser = argparse.ArgumentParser(
        "python -m fuzz",
        description=f"Attack Elver. Kinds:\n{listed}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--kind", action="append", choices=list(KINDS), help="only this kind; repeat for more")
    parser.add_argument("--seed", type=int, default=1, help="of the random numbers (default 1)")
    parser.add_argument("--case", type=int, help="only this case")
    parser.add_argument("--count", type=int, help="cases of each kind")
    parser.add_argument("--cases", action="append", metavar="KIND=N", default=[], help="N cases of one kind; repeat for more")
    parser.add_argument("--show", action="store_true", help="say what every case does")
    parser.add_argument("--seconds", type=float, default=60.0, help="time for everything where no --count is given (default 60)")
    parser.add_argument("--keep", action="store_true", help="keep the folders of cases with findings, and say where")
    return parser.parse_args(given)


def main(given=None) -> int:
    """Attack; the exit code."""
    options = arguments(given)
    tally = Tally()
    warm()
    root = Path(tempfile.mkdtemp(prefix="elver-fuzz-"))
    with_cache_of_its_own(root)
    try:
        attack_all(options, root, tally)
    except KeyboardInterrupt:
        print("stopped", flush=True)
    finally:
        if not options.keep:
            shutil.rmtree(root, ignore_errors=True)
    print(tally.text(), flush=True)
    return 1 if tally.findings else 0


def with_cache_of_its_own(root: Path) -> None:
    """Attacks must not damage the user's cache; a copy of it keeps them fast."""
    from elver.codegen.cache import cache_folder

    before, mine = cache_folder(), root / "cache"
    if before is not None and before.is_dir():
        with suppress(shutil.Error):  # entries that another process replaces meanwhile are compiled again
            shutil.copytree(before, mine)
    mine.mkdir(mode=0o700, exist_ok=True)
    os.environ["ELVER_CACHE"] = str(mine)


def attack_all(options, root: Path, tally: Tally) -> None:
    """Every case that was asked for."""
    kinds = [KINDS[name] for name in options.kind or [text.partition("=")[0] for text in options.cases] or KINDS]
    for kind in list(kinds):
        if reason := kind.needs():
            print(f"{kind.name}: left out, {reason}", flush=True)
            kinds.remove(kind)
    said = time.monotonic()
    for kind, case in plan(options, kinds, tally):
        report = attack(kind, options.seed, case, root)
        if options.show:
            print(f"{kind.name} {case}: {printable(report.what)}", flush=True)
        tell(report, kind, options.seed, case, tally, root, options.keep)
        if time.monotonic() - said > PROGRESS:
            said = time.monotonic()
            print(tally.text(), flush=True)


def plan(options, kinds: list[Kind], tally: Tally) -> Iterator[tuple[Kind, int]]:
    """Kinds and cases in turn: one case, a count of each kind, or kinds by their share of the time until it is spent."""
    if options.cases:
        counts = {name: int(count) for name, _, count in (text.partition("=") for text in options.cases)}
        yield from ((kind, case) for kind in kinds for case in range(counts[kind.name]))
    elif options.case is not None:
        yield from ((kind, options.case) for kind in kinds)
    elif options.count is not None:
        yield from ((kind, case) for kind in kinds for case in range(options.count))
    else:
        spent, case = dict.fromkeys((k.name for k in kinds), 0.0), dict.fromkeys((k.name for k in kinds), 0)
        while kinds and tally.seconds < options.seconds:
            kind = min(kinds, key=lambda k: spent[k.name] / k.weight)
            began = time.monotonic()
            yield kind, case[kind.name]
            spent[kind.name] += time.monotonic() - began
            case[kind.name] += 1


def attack(kind: Kind, seed: int, case: int, root: Path) -> Report:
    """One case in a new folder. An attack that breaks is a finding too: it met what it did not expect."""
    folder = root / f"{kind.name}-{case}"
    folder.mkdir()
    here = os.getcwd()
    try:
        return kind.attack(chance_of(kind.name, seed, case), folder)
    except Exception:
        return Report("the attack itself", [f"broke: {traceback.format_exc()[-600:]}"])
    finally:
        os.chdir(here)


def tell(report: Report, kind: Kind, seed: int, case: int, tally: Tally, root: Path, keep: bool) -> None:
    """Count a case; print its findings and how to repeat it."""
    tally.cases[kind.name] = tally.cases.get(kind.name, 0) + 1
    tally.long += report.long
    for finding in report.findings:
        tally.findings[kind.name] = tally.findings.get(kind.name, 0) + 1
        print(f"FINDING {kind.name}: {printable(finding)}\n  case:   {printable(report.what)[:400]}", flush=True)
        print(f"  repeat: {reproduction(kind.name, seed, case)}", flush=True)
    if keep and report.findings:
        print(f"  folder: {root / f'{kind.name}-{case}'}", flush=True)
        return
    for folder in root.glob(f"{kind.name}-{case}*"):
        shutil.rmtree(folder, ignore_errors=True)


def printable(text: str) -> str:
    return text.encode(sys.stdout.encoding or "utf-8", "backslashreplace").decode(errors="replace")
