"""Which benchmarks became slower between two revisions: ``python tools/compare_speed.py v0.1.0 HEAD dynamics eel contact``.

Both are checked out into a temporary folder, and each benchmark runs in both by turns, so that a busy machine slows both.
Of every number the best of all rounds is compared: the smallest of what has a unit of time, the largest of what has none.
Exit code 1 where one is worse by more than the bound.

    --rounds 3      pairs of runs of each benchmark
    --bound 0.03    relative change from which on a number counts as worse
    --arguments "--quick"    what every benchmark is given besides --json
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from compare_versions import answer, checked_out

# Numbers that are the better the smaller they are: keys that end with a unit, or hold a time or a cost per piece of work.
TIMES = ("_s", "_ms", "_us", "_ns", "_mb", "_kB", "cost", "agreement")
PER = ("us_per_", "ns_per_", "bytes_per_")


def small_is_good(key: str) -> bool:
    """Whether a number is a time, a size or a cost."""
    return key.endswith(TIMES) or any(part in key for part in PER)


def best_of(rounds: list[dict[str, float]], key: str) -> float:
    """The best value of a number in all rounds."""
    return (min if small_is_good(key) else max)(found[key] for found in rounds if found.get(key) is not None)


def compare(name: str, old: Path, new: Path, rounds: int, arguments: list[str]) -> dict[str, tuple[float, float, float]]:
    """Best before, best now, and how much worse that is, of every number that a benchmark prints in both trees."""
    found: dict[Path, list[dict[str, float]]] = {old: [], new: []}
    for k in range(rounds):
        for tree in (old, new) if k % 2 == 0 else (new, old):
            found[tree].append(answer(tree, f"benchmarks/{name}.py", "--json", *arguments))
    table = {}
    for key in found[new][0]:
        if found[old][0].get(key) and found[new][0].get(key):
            before, now = best_of(found[old], key), best_of(found[new], key)
            table[key] = before, now, (now / before if small_is_good(key) else before / now) - 1
    return table


def main() -> int:
    """Print one line for every number of every benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("benchmarks", nargs="+")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--bound", type=float, default=0.03)
    parser.add_argument("--arguments", default="")
    given = parser.parse_args()
    worse = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        checked_out(given.old, Path(folder) / "old") as old,
        checked_out(given.new, Path(folder) / "new") as new,
    ):
        for name in given.benchmarks:
            print(f"\n{name}: {given.old}, {given.new}, worse by", flush=True)
            for key, (before, now, more) in compare(name, old, new, given.rounds, given.arguments.split()).items():
                mark = "  *" if more > given.bound else ""
                worse += bool(mark)
                print(f"  {key:32} {before:12.5g} {now:12.5g} {100 * more:+8.1f} %{mark}", flush=True)
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
