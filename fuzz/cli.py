"""Command lines from a grammar: scenarios and parameters as ``elver list --json`` names them, good values and odd ones."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

from .case import Kind, Report
from .child import elver, forked
from .odd import NUMBERS, odd_text
from .verdict import judge

COMMANDS = ("run", "run", "run", "run", "sweep", "optimise", "pareto", "orbit", "hull", "list", "plot", "verify")
SMALL = {"body.joints": 2, "links": 3, "wing.sections": 2}  # counts that keep a machine quick to compile
METHODS = ("auto", "rk4", "adams", "heun", "semi-implicit", "dopri5", "rodas", "moreau", "euler")
FIGURES = ("mean_speed", "work", "cost_of_transport", "final_heading", "ledger_closure", "duration", "peak_torque", "werk")
MOST_STEPS = 60  # of a run whose time is not odd
TIMES = ("--duration", "--seconds", "--dt")
ODD = 0.12  # share of odd values


@dataclass
class Line:
    """A command line in the making. small: nothing in it asks for much work."""

    chance: Random
    words: list[str] = field(default_factory=list)
    small: bool = True

    def odd(self, share: float = ODD) -> bool:
        """Whether something odd comes next; it may be much work."""
        if self.chance.random() < share:
            self.small = False
            return True
        return False

    def option(self, name: str, good: str, share: float = 0.5) -> None:
        """An option, in a share of all lines, with a good or an odd value."""
        if self.chance.random() < share:
            self.words += [name, odd_text(self.chance) if self.odd() else good]

    def flag(self, name: str, share: float = 0.5) -> None:
        if self.chance.random() < share:
            self.words.append(name)

    def join(self) -> str:
        return " ".join(word if word and word.isprintable() and " " not in word else repr(word) for word in self.words)


@cache
def scenarios(folder: Path) -> dict:
    """What ``elver list --json`` says."""
    return json.loads(forked(elver(["list", "--json"]), folder).out)


@cache
def choices() -> dict[str, tuple[str, ...]]:
    """Words that parameters may take, by name."""
    from elver.scenarios import all_scenarios as known

    return {p.name: p.choices for s in known() for p in s.parameters if p.choices}


def attack(chance: Random, folder: Path) -> Report:
    """One command line."""
    known = scenarios(folder)
    line = Line(chance)
    command = chance.choice(COMMANDS)
    line.words.append(command if chance.random() < 0.98 else odd_text(chance))
    name = chance.choice(list(known)) if chance.random() < 0.97 else odd_text(chance)
    MAKERS[command](line, name, known.get(name))
    ended = forked(elver(line.words), folder)
    findings, long = judge(ended, line.small, "--json" in line.words)
    if not findings and not long:
        findings = left_behind(folder) if ended.code == 2 else accepted(line.words) + tail(line.words, ended.out)
    return Report("elver " + line.join(), findings, long)


def left_behind(folder: Path) -> list[str]:
    """A refused command leaves no result behind, and no half-written file."""
    left = [str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file() and (".part" in p.name or p.name == "run.nc")]
    return [f"refused, but left {', '.join(left)[:200]}"] if left else []


def accepted(words: list[str]) -> list[str]:
    """Times that no run can have are refused, not replaced by a default."""
    wrong = [
        f"accepted {name} {given}"
        for name, given in pairwise(words)
        if name in TIMES and is_number(given) and not 0 < float(given) < math.inf
    ]
    return wrong if words[0] in ("run", "sweep", "optimise", "pareto") and "--help" not in words else []


def is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def tail(words: list[str], out: str) -> list[str]:
    """A finished run reaches the duration asked for."""
    if words[0] != "run" or "--json" not in words or "--duration" not in words or not out:
        return []
    summary, asked = json.loads(out), float(words[words.index("--duration") + 1])
    if summary["status"] != "finished" or math.isclose(summary["duration"], asked, rel_tol=1e-9):
        return []
    return [f"finished at {summary['duration']} s of {asked} s"]


# --- commands -------------------------------------------------------------------------------------------------------


def run_line(line: Line, name: str, about: dict | None) -> None:
    line.words.append(name)
    settings(line, about)
    times(line, about, "--duration", 1.0)
    line.option("--method", line.chance.choice(METHODS), 0.4)
    line.option("--output", repr(line.chance.uniform(1e-3, 0.02)), 0.3)
    line.option("--rtol", "1e-6", 0.2)
    line.option("--atol", "1e-8", 0.2)
    outputs(line, 0.3)
    line.flag("--force", 0.2)


def sweep_line(line: Line, name: str, about: dict | None) -> None:
    line.words.append(name)
    settings(line, about)
    times(line, about, "--seconds", 1.0)
    for _ in range(line.chance.choice((1, 1, 2))):
        line.words += ["--vary", f"{key(line, about)}={vary(line)}"]
    line.option("--threads", "2", 0.3)
    line.option("--block", "2", 0.3)
    line.option("--method", line.chance.choice(METHODS), 0.2)
    line.option("--trajectories", "base_position", 0.2)
    line.option("--cluster", line.chance.choice(("tcp://127.0.0.1:9", "ucx://127.0.0.1:9", "none.json", "tcp://")), 0.06)
    line.words += ["--timeout", "1"]
    outputs(line, 0.6, figures=False)


def search_line(line: Line, name: str, about: dict | None) -> None:
    goal = ["--objective", line.chance.choice(FIGURES)]
    if line.words[0] == "pareto":
        goal = ["--minimise", line.chance.choice(FIGURES), "--maximise", line.chance.choice(FIGURES)]
    line.words += [name, *goal]
    settings(line, about)
    times(line, about, "--seconds", 1.0)
    for _ in range(line.chance.choice((1, 1, 2))):
        line.words += ["--over", f"{key(line, about)}={bounds(line)}"]
    line.option("--subject-to", f"{line.chance.choice(FIGURES)}>=0", 0.3)
    line.words += ["--budget", odd_text(line.chance) if line.odd(0.05) else "8"]
    line.option("--population", "4", 0.3)
    line.option("--seed", "7", 0.3)
    line.option("--threads", "2", 0.3)
    outputs(line, 0.5)


def orbit_line(line: Line, name: str, about: dict | None) -> None:
    line.small = False  # finding an orbit is no small work
    line.words.append(name)
    settings(line, about)
    line.option("--settle", "0", 0.7)
    line.option("--steps", "50", 0.7)
    line.option("--segments", "2", 0.3)
    line.option("--period", "0.5", 0.2)
    line.option("--tolerance", "1e-6", 0.3)
    line.option("--trim", f"{key(line, about)}:speed=0.1", 0.2)
    line.option("--continue", f"{key(line, about)}={bounds(line)}", 0.2)
    line.option("--unknown", "twist", 0.2)
    outputs(line, 0.4)


def hull_line(line: Line, name: str, about: dict | None) -> None:
    line.small = False
    given = line.chance.choice(("1,0.3,0.1", "none.stl", None))
    line.words += ["--scull", given] if given and "," in given else [given] if given else []
    line.words += ["--frequencies", odd_text(line.chance) if line.odd(0.7) else "3"]
    line.option("--mass", "20", 0.4)
    line.option("--centre", "0,0,0.1", 0.3)
    line.option("--scale", "0.001", 0.2)
    line.option("--out", line.chance.choice(("h.json", "no/such/h.json", "/proc/h.json", "a" * 300)), 0.7)
    line.flag("--json")


def list_line(line: Line, name: str, about: dict | None) -> None:
    line.words += [name] if line.chance.random() < 0.7 else []
    line.flag("--json")


def plot_line(line: Line, name: str, about: dict | None) -> None:
    line.words.append(line.chance.choice((".", "none", "/", "/dev/null", odd_text(line.chance))))
    line.option("--format", "png", 0.3)
    line.option("--joints", "joint1", 0.3)


def verify_line(line: Line, name: str, about: dict | None) -> None:
    line.words.append(odd_text(line.chance))  # a good name would run for minutes
    line.small = False
    line.flag("--json")


MAKERS = {
    "run": run_line, "sweep": sweep_line, "optimise": search_line, "pareto": search_line, "orbit": orbit_line, "hull": hull_line,
    "list": list_line, "plot": plot_line, "verify": verify_line,
}  # fmt: skip


# --- parts ----------------------------------------------------------------------------------------------------------


def settings(line: Line, about: dict | None) -> None:
    """--set for small counts and up to three other parameters."""
    known = about["parameters"] if about else {}
    chosen = {name: str(count) for name, count in SMALL.items() if name in known}
    for _ in range(line.chance.choice((0, 0, 1, 1, 2, 3))):
        name = key(line, about)
        chosen[name] = value(line, known[name]["default"], name) if name in known else odd_text(line.chance)
    for name, given in chosen.items():
        line.words += ["--set", f"{name}={given}"]


def key(line: Line, about: dict | None) -> str:
    """A parameter's name, rarely one that does not exist."""
    known = list(about["parameters"]) if about else []
    words = [name for name in known if name in choices()]
    if words and line.chance.random() < 0.3:
        return line.chance.choice(words)
    return line.chance.choice(known) if known and line.chance.random() < 0.97 else odd_text(line.chance)


def value(line: Line, default, name: str) -> str:
    """A value near the default, another word, or something odd."""
    if line.odd(0.35):
        return odd_text(line.chance)
    if name in choices():
        return line.chance.choice(choices()[name])
    if isinstance(default, list):
        return ",".join(repr(v + line.chance.uniform(-0.1, 0.1)) for v in default)
    if isinstance(default, str):
        return default or "abc"
    if isinstance(default, int):
        return str(max(0, min(default, 4) + line.chance.randint(-1, 1)))
    return repr(default * line.chance.uniform(0.5, 2.0))


def times(line: Line, about: dict | None, name: str, share: float) -> None:
    """A duration of some steps, and a step near the scenario's."""
    dt = (about["dt"] if about else 1e-3) * line.chance.choice((0.5, 1.0, 1.0, 2.0))
    line.option(name, repr(dt * line.chance.uniform(5, MOST_STEPS)), share)
    line.option("--dt", repr(dt), 0.3)


def vary(line: Line) -> str:
    """A range of few values."""
    if line.odd():
        return odd_text(line.chance)
    few = [line.chance.choice(NUMBERS) if line.odd(0.05) else repr(line.chance.uniform(0.1, 2)) for _ in range(3)]
    return line.chance.choice((",".join(few), f"{few[0]}:{few[1]}:3"))


def bounds(line: Line) -> str:
    """Two bounds."""
    low = line.chance.uniform(0.05, 1)
    return odd_text(line.chance) if line.odd() else f"{low!r}:{low * 2!r}"


def outputs(line: Line, share: float, figures: bool = True) -> None:
    """Where results go, and in which form."""
    line.option("--out", line.chance.choice(("r", "r", "a/b/c", "r" * 300, "/proc/r", "/dev/null")), share)
    line.flag("--json", 0.6)
    if figures:
        line.flag("--no-figures", 0.8)


KIND = Kind("cli", "command lines with odd parameters and options", attack, weight=4)
