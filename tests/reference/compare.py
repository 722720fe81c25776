"""Compare the numbers of all scenarios with those kept in reference.json.

    python tests/reference/compare.py            # prints every difference; exit code 1 where one is beyond its bound
    python tests/reference/compare.py --write    # keep today's numbers as the reference, after a change that is explained

Numbers are equal to 1e-12 relative to the largest of their kind, where the arithmetic is the same and so is the processor. What
is rounding or truncation itself (closures, residuals, penetrations, numbers of a summary that small) is equal to 1e-12 in its own
unit.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from cases import OTHERS, RUNS, run_case

FILE = Path(__file__).with_name("reference.json")
EXACT = 1e-12
ROUNDING = ("ledger_closure", "residual", "loop_closure", "ledger_error", "worst_penetration")


def measure(name: str) -> dict:
    """Today's numbers of a case."""
    return run_case(name) if name in RUNS else OTHERS[name]()


def flat(value, path: str = "") -> dict[str, object]:
    """Every number and word by its path."""
    if isinstance(value, dict):
        return {k: v for key, part in value.items() for k, v in flat(part, f"{path}/{key}").items()}
    if isinstance(value, (list, tuple)):
        return {k: v for i, part in enumerate(value) for k, v in flat(part, f"{path}/{i}").items()}
    return {path: value}


def differences(case: str, before: dict, now: dict, bound: float = EXACT, noise: float = EXACT) -> list[str]:
    """One line for every number that is missing or has moved beyond its bound. New numbers are no difference.

    bound: relative.   noise: of what is rounding itself, in its own unit.
    """
    old, new, found = flat(before), flat(now), []
    for path, value in old.items():
        if path not in new:
            found.append(f"{case}{path}: gone, was {value}")
        elif isinstance(value, float) and isinstance(new[path], (int, float)):
            kind = path.rsplit("/", 1)[0]
            size = max(abs(v) for k, v in old.items() if k.rsplit("/", 1)[0] == kind and isinstance(v, float))
            summary = kind == "/summary"
            rounding = any(word in path for word in ROUNDING) or (summary and abs(value) < noise)
            allowed = max(noise, bound * abs(value)) if rounding else bound * (abs(value) if summary else size)
            if not abs(new[path] - value) <= max(allowed, 1e-300):
                found.append(f"{case}{path}: was {value!r}, is {new[path]!r}")
        elif value != new[path]:
            found.append(f"{case}{path}: was {value!r}, is {new[path]!r}")
    return found


def main(arguments: list[str]) -> int:
    names = [a for a in arguments if not a.startswith("-")] or [*RUNS, *OTHERS]
    if "--write" in arguments:
        kept = json.loads(FILE.read_text()) if FILE.exists() else {}
        FILE.write_text(json.dumps(kept | {name: measure(name) for name in names}, indent=0) + "\n")
        return 0
    reference, lines = json.loads(FILE.read_text()), []
    for name in names:
        found = differences(name, reference[name], measure(name))
        print(f"{'moved' if found else 'same '} {name}")
        lines += found
    print("\n".join(lines[:200]))
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
