"""What an attack is, and what it hands back. The same kind, seed and case always make the same attack."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Report:
    """what: the attack in words, such as a command line.   findings: promises that were broken, one sentence each.

    long: the work was not small and did not end within the limit; counted, but no finding.
    """

    what: str
    findings: list[str] = field(default_factory=list)
    long: bool = False


@dataclass(frozen=True)
class Kind:
    """A kind of attack: ``attack(chance, folder)`` makes and judges one case in an empty folder of its own.

    weight: share of the time of a long run.   needs: why the kind cannot run here; empty text where it can.
    """

    name: str
    meaning: str
    attack: Callable[[random.Random, Path], Report]
    weight: int = 1
    needs: Callable[[], str] = lambda: ""


def chance_of(kind: str, seed: int, case: int) -> random.Random:
    """The random numbers of one case."""
    return random.Random(f"{kind} {seed} {case}")


def reproduction(kind: str, seed: int, case: int) -> str:
    """The command that repeats one case."""
    return f"python -m fuzz --kind {kind} --seed {seed} --case {case}"
