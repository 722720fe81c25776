"""Damaged and foreign files: flipped bits, a missing end, another content are refused or read, never a traceback."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from random import Random

from .bases import OPTIMISE, PARETO, SWEEP, base, blocks, same
from .case import Kind, Report
from .child import elver, forked
from .odd import VALUES, damage
from .verdict import judge


def attack(chance: Random, folder: Path) -> Report:
    """One damaged file."""
    return chance.choice((plotted, plotted, resumed, resumed, hull))(chance, folder)


def damaged(chance: Random, folder: Path, source: Path, wanted: str = "") -> tuple[Path, str]:
    """A copy of a result with one of its files damaged, deleted or turned into a folder."""
    copy = folder / source.name
    shutil.copytree(source, copy)
    files = sorted(p for p in copy.rglob("*") if p.is_file() and wanted in p.name)
    victim = chance.choice(files)
    name = victim.relative_to(copy)
    if chance.random() < 0.1:
        victim.unlink()
        if chance.random() < 0.5:
            victim.mkdir()
        return copy, f"{name} missing"
    way, content = damage(victim.read_bytes(), chance)
    victim.write_bytes(content)
    return copy, f"{name} {way}"


def plotted(chance: Random, folder: Path) -> Report:
    """``elver plot`` of a damaged result."""
    kind = chance.choice(("run", "sweep", "optimise"))
    wanted = {"run": "run.nc", "optimise": "history"}.get(kind, "")
    copy, what = damaged(chance, folder, base(folder.parent, kind), wanted)
    ended = forked(elver(["plot", copy.name, "--format", "svg"]), folder)
    findings, long = judge(ended, silent=True)
    return Report(f"elver plot of a {kind}, {what}", findings, long)


def resumed(chance: Random, folder: Path) -> Report:
    """--resume of a damaged study."""
    kind = chance.choice(("sweep", "sweep", "optimise", "pareto"))
    source = blocks(folder.parent) if kind == "sweep" else base(folder.parent, kind)
    copy, what = damaged(chance, folder, source, {"sweep": ""}.get(kind, "history.jsonl"))
    command = {"sweep": SWEEP, "optimise": OPTIMISE, "pareto": PARETO}[kind]
    ended = forked(elver([*command, "--out", copy.name, "--resume", "--json"]), folder)
    findings, long = judge(ended, as_json=True)
    if kind == "sweep" and ended.code == 0 and not findings:
        differs = same("sweep", copy, base(folder.parent, "sweep"))
        findings = [f"exit code 0, but {differs}"] if differs else []
    return Report(f"elver {kind} --resume, {what}", findings, long)


def hull(chance: Random, folder: Path) -> Report:
    """Hull coefficients with damaged text, or with values of wrong types and signs."""
    from importlib.resources import files

    text = (files("elver.systems.scull") / "hull.json").read_text()
    if chance.random() < 0.3:
        way, content = damage(text.encode(), chance)
    else:
        way, content = mutated(json.loads(text), chance)
    (folder / "hull.json").write_bytes(content)
    ended = forked(lambda: load(folder / "hull.json"), folder)
    findings, long = judge(ended, silent=True)
    return Report(f"load_hull, {way}", findings, long)


def mutated(plain: dict, chance: Random) -> tuple[str, bytes]:
    """One value anywhere in a JSON object replaced by an odd one."""
    place, path = plain, []
    while True:
        key = chance.choice(list(place)) if isinstance(place, dict) else chance.randrange(len(place))
        path.append(str(key))
        inside = place[key]
        if isinstance(inside, (dict, list)) and inside and chance.random() < 0.6:
            place = inside
            continue
        odd = chance.choice([v for v in VALUES if isinstance(v, (type(None), bool, int, float, str, list, dict))])
        place[key] = -inside if isinstance(inside, float) and chance.random() < 0.3 else odd
        return f"{'.'.join(path)} = {place[key]!r}", json.dumps(plain).encode()


def load(path: Path) -> int:
    """Load coefficients and use them, as a model does."""
    from elver._support.errors import ElverError
    from elver.forces.hulls import load_hull

    try:
        load_hull(path)
    except ElverError as error:
        print(f"elver: {error}", flush=True)
        return 2
    return 0


KIND = Kind("files", "flipped bits, missing ends and foreign content in results and hulls", attack, weight=3)
