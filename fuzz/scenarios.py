"""Scenario files of strangers: from the grammar, from good files with mistakes, from bytes. Milliseconds each."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from .case import Kind, Report
from .documents import grammar, mutations, verdict
from .documents.seeds import texts
from .documents.yard import FILE, Yard

WAYS = (mutations.changed_tree, grammar.from_schema, mutations.changed_lines, mutations.changed_bytes, mutations.soup)
SHARES = (10, 6, 4, 4, 1)
IN_FOLDER = 0.35  # of the files that lie in a folder and may name others
OUTSIDE = 0.05  # of those that may name files elsewhere


@cache
def watch() -> verdict.Watch:
    """What notes what is opened, with everything loaded before: a good file of each sort is read once."""
    import numpy  # noqa: F401

    from elver.scenarios import load, load_text

    with tempfile.TemporaryDirectory() as folder:
        yard = Yard(Path(folder) / "yard")
        for text in (t for group in texts() for t in group.values()):
            yard.put(text.encode(), Random(0))
            load(yard.file).build()
    grammar.schema()
    try:
        load_text("elver: 2")
    except ValueError:
        return verdict.Watch()
    raise AssertionError("a wrong version was taken")


def attack(chance: Random, folder: Path) -> Report:
    """One file in a folder of its own."""
    watch()
    return attack_in(chance, Yard(folder / "yard"))


def attack_in(chance: Random, yard: Yard) -> Report:
    """One file in a yard that may be used again."""
    from elver.scenarios import load, load_text

    way = chance.choices(WAYS, SHARES)[0]
    data = way(chance)
    further = Random(chance.random())
    more = lambda scenario: studied(scenario, further)  # noqa: E731
    if chance.random() < IN_FOLDER:
        outside = chance.random() < OUTSIDE
        yard.put(data, chance)
        folder = Path("/") if outside else yard.inside.resolve()
        outcome, findings = verdict.judged(watch(), lambda: load(yard.file, outside), str(yard.file), data, folder, more)
    else:
        outcome, findings = verdict.judged(watch(), lambda: load_text(data, FILE), FILE, data, None, more)
    return Report(f"{way.__name__}, {len(data)} bytes: {outcome[:300]}", findings)


def studied(scenario: Any, chance: Random) -> None:
    """The model of a scenario builds; another value or a free parameter is taken or refused."""
    from elver._support.errors import InputError

    model = scenario.build()
    assert model.robot.bodies
    numbers = [p.name for p in scenario.parameters if isinstance(p.default, float)]
    if not numbers or chance.random() < 0.5:
        return
    name = chance.choice(numbers)
    try:
        if chance.random() < 0.5:
            scenario.build(free=name)
        else:
            scenario.build({name: chance.choice((0.0, 1.0, -1.0, 1e300, 1e-300))})
    except InputError as error:
        if not str(error).strip():
            raise AssertionError("an error without a message") from error


KIND = Kind("scenarios", "scenario files out of the grammar, with mistakes, or of any bytes", attack, weight=3)
