"""Fits of strangers: fit files, recordings and states of fits with odd numbers, odd words, missing and doubled lines, damage."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from random import Random

from .bases import fit_folder, half_fit
from .case import Kind, Report
from .child import elver, forked
from .descriptions import elements, numbers, words
from .files import mutated
from .odd import damage
from .verdict import judge

STATE = "fit-state.json"
SECONDS = 60.0
COMMENTS = (
    "# unit: furlong\n",
    "# sigma: -1\n",
    "# rate: 1e999 Hz\n",
    "# sigma way: \u0661\n",
    "# unit way: mm\n",
    "# rate: 0\n",
)


def attack(chance: Random, folder: Path) -> Report:
    """One changed file of a fit, and a look at it; of a state, going on with it."""
    name = chance.choice(("fit.yaml", "fit.yaml", "swim.csv", "swim.csv", f"half/{STATE}"))
    source = (half_fit if name.endswith(STATE) else fit_folder)(folder.parent)
    place = Path(shutil.copytree(source, folder / "fit"))
    path = place / name
    if name.endswith(STATE):
        way, content = changed_state(path.read_bytes(), chance)
    else:
        way, content = changed_text(path.read_text(), chance, name)
    path.write_bytes(content)
    words_ = ["fit", "fit/fit.yaml", "--json"]
    resumed = name.endswith(STATE)
    words_ += ["--out", "fit/half", "--resume", "--no-figures"] if resumed else ["--check"]
    ended = forked(elver(words_), folder, SECONDS)
    findings, long = judge(ended, small=not resumed, as_json=True)
    if not findings and ended.code == 2 and len(ended.err.strip().splitlines()) != 1:
        findings = [f"a refusal of several lines: {ended.err[:300]}"]
    return Report(f"{name}: {way}", findings, long)


def changed_text(text: str, chance: Random, name: str) -> tuple[str, bytes]:
    """A text with a mistake."""
    if name.endswith(".csv") and chance.random() < 0.2:
        return "a comment more", (chance.choice(COMMENTS) + text).encode()
    if chance.random() < 0.2:
        return damage(text.encode(), chance)
    if chance.random() < 0.1:
        return "a doubled row", re.sub(r"(?m)^(.+)$", r"\1\n\1", text, count=chance.randint(1, 3)).encode()
    return chance.choice((numbers, numbers, words, elements))(text, chance)


def changed_state(content: bytes, chance: Random) -> tuple[str, bytes]:
    """A state with damage, or with one value of it replaced."""
    if chance.random() < 0.3:
        return damage(content, chance)
    return mutated(json.loads(content), chance)


KIND = Kind("fits", "fit files, recordings and states of fits with odd numbers, words and damage", attack, weight=2)
