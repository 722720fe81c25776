"""``python -m fuzz.many``: very many scenario files, in processes of their own; exit code 1 where something was found.

A block of cases is handed to a worker at a time. A worker that dies is a finding too, and another takes its place.
"""

from __future__ import annotations

import argparse
import multiprocessing
import queue
import resource
import tempfile
import time
from collections import Counter
from pathlib import Path

from .case import chance_of, reproduction
from .documents.yard import Yard
from .scenarios import attack_in, watch

BLOCK = 500
PROGRESS = 10.0  # s between lines that say how far it is
MEMORY = 3 << 30  # bytes of memory beyond those that a worker begins with
SHOWN = 20  # findings printed in full


def attack_block(seed: int, first: int, count: int, yard: Yard) -> tuple[Counter, list[tuple[int, str, str]]]:
    """What came of some cases in a row: how many were scenarios and errors, and the findings."""
    tally: Counter = Counter()
    found = []
    for case in range(first, first + count):
        report = attack_in(chance_of("scenarios", seed, case), yard)
        tally["scenarios" if report.what.endswith(": scenario") else "errors"] += 1
        found += [(case, finding, report.what) for finding in report.findings]
    return tally, found


def work(seed: int, blocks, answers, said) -> None:
    """A worker: blocks of cases until there are none. said: the block it is at, for the one who finds it dead."""
    watch()
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        yard = Yard(Path(folder) / "yard")
        while True:
            first, count = blocks.get()
            said.value = first
            if count == 0:
                return
            answers.put((first, *attack_block(seed, first, count, yard)))


def main(given=None) -> int:
    """Attack; the exit code."""
    parser = argparse.ArgumentParser("python -m fuzz.many", description=__doc__)
    parser.add_argument("--count", type=int, default=1_000_000, help="scenario files (default 1000000)")
    parser.add_argument("--seed", type=int, default=1, help="of the random numbers (default 1)")
    parser.add_argument("--processes", type=int, default=2, help="at work together (default 2)")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="end after this time, whatever is left")
    options = parser.parse_args(given)
    context = multiprocessing.get_context("spawn")
    blocks, answers = context.Queue(), context.Queue()
    for first in range(0, options.count, BLOCK):
        blocks.put((first, min(BLOCK, options.count - first)))
    for _ in range(options.processes):
        blocks.put((options.count, 0))
    places = [context.Value("q", -1) for _ in range(options.processes)]
    workers = [context.Process(target=work, args=(options.seed, blocks, answers, p), daemon=True) for p in places]
    for worker in workers:
        worker.start()
    tally, findings = gathered(options, workers, places, answers)
    for worker in workers:
        worker.kill()
    summary(options, tally, findings)
    return 1 if findings else 0


def gathered(options, workers, places, answers) -> tuple[Counter, list[tuple[int, str, str]]]:
    """Answers until all is done, time is spent, or all workers are dead."""
    tally: Counter = Counter()
    findings: list[tuple[int, str, str]] = []
    began = told = time.monotonic()
    while sum(tally.values()) < options.count and time.monotonic() - began < options.seconds:
        try:
            _, counted, found = answers.get(timeout=1.0)
        except queue.Empty:
            if not any(worker.is_alive() for worker in workers):
                dead = [(p.value, f"the process died with {w.exitcode}", "block") for w, p in zip(workers, places, strict=True)]
                return tally, findings + [one for one in dead if not one[1].endswith(" 0")]
            continue
        tally += counted
        findings += found
        for case, finding, what in found[: max(0, SHOWN - len(findings) + len(found))]:
            print(f"FINDING {finding!a}\n  case:   {ascii(what)[:300]}", flush=True)
            print(f"  repeat: {reproduction('scenarios', options.seed, case)}", flush=True)
        if time.monotonic() - told > PROGRESS:
            told = time.monotonic()
            done = sum(tally.values())
            print(f"{done} of {options.count} files, {len(findings)} findings, {done / (told - began):.0f} files/s", flush=True)
    return tally, findings


def summary(options, tally: Counter, findings) -> None:
    """The last lines."""
    kinds = Counter(finding.split(":")[0][:80] for _, finding, _ in findings)
    for kind, count in kinds.most_common():
        print(f"{count} x {kind!a}")
    each = f"{tally['scenarios']} scenarios, {tally['errors']} errors"
    print(f"seed {options.seed}: {sum(tally.values())} files ({each}), {len(findings)} findings")


if __name__ == "__main__":
    raise SystemExit(main())
