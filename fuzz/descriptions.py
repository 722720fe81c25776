"""Robot descriptions with damaged bytes, odd numbers, missing and doubled elements: refused with one message, or a robot."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from random import Random

from .case import Kind, Report
from .child import forked
from .odd import damage, odd_text
from .verdict import judge

DATA = Path(__file__).parents[1] / "tests" / "scenarios" / "importers" / "data"
REFUSED = 2
CORNERS = [(0, 0, 0), (50, 0, 0), (0, 80, 0), (0, 0, 90)]
MESH = "solid s\n{}endsolid s\n".format(
    "".join(
        "facet normal 0 0 0\nouter loop\n{}endloop\nendfacet\n".format(
            "".join("vertex {} {} {}\n".format(*CORNERS[k]) for k in face)
        )
        for face in ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))
    )
)  # a tetrahedron


def attack(chance: Random, folder: Path) -> Report:
    """One damaged description, with a file beside its folder that must stay closed."""
    own = sorted(p for p in DATA.iterdir() if p.suffix != ".xml" or find_spec("mujoco"))
    source = chance.choice(own)
    text = source.read_text()
    way, content = chance.choice((bytes_damaged, numbers, numbers, words, elements, elements))(text, chance)
    inner = folder / "robot"
    inner.mkdir()
    for other in own:  # includes
        (inner / other.name).write_bytes(other.read_bytes())
    (inner / source.name).write_bytes(content)
    (inner / "meshes").mkdir()
    mesh = MESH.encode() if chance.random() < 0.5 else damage(MESH.encode(), chance)[1]
    (inner / "meshes" / "stand.stl").write_bytes(mesh)
    base, shapes = chance.choice((None, None, "free", "fixed", "planar")), chance.choice(("collision", "visual"))
    ended = forked(lambda: load(inner / source.name, base, shapes), folder)
    findings, long = judge(ended, silent=True)
    return Report(f"import of {source.name}, base {base}, {way}", findings, long)


def bytes_damaged(text: str, chance: Random) -> tuple[str, bytes]:
    """Flipped bits, a missing end, another content."""
    return damage(text.encode(), chance)


def numbers(text: str, chance: Random) -> tuple[str, bytes]:
    """One number replaced by an odd one."""
    return replaced(text, list(re.finditer(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", text)), odd_text(chance), chance)


def words(text: str, chance: Random) -> tuple[str, bytes]:
    """One name, tag or attribute replaced by another of the file, or by an odd word."""
    found = list(re.finditer(r"[A-Za-z_]+", text))
    return replaced(text, found, chance.choice([chance.choice(found).group(), odd_text(chance)]), chance)


def replaced(text: str, found: list, by: str, chance: Random) -> tuple[str, bytes]:
    """One of the matches replaced."""
    match = chance.choice(found)
    line = text.count("\n", 0, match.start()) + 1
    changed = text[: match.start()] + by + text[match.end() :]
    return f"line {line}: {match.group()!r} became {by!r}", changed.encode("utf-8", "surrogateescape")


def elements(text: str, chance: Random) -> tuple[str, bytes]:
    """Lines left out, doubled, or moved to another place."""
    lines = text.splitlines(keepends=True)
    for _ in range(chance.choice((1, 1, 2, 5))):
        k, way = chance.randrange(len(lines)), chance.choice(("left out", "doubled", "moved"))
        line = lines[k]
        if way != "doubled":
            del lines[k]
        if way != "left out":
            lines.insert(chance.randrange(len(lines) + 1), line)
        if not lines:
            break
    return f"lines {way} ({line.strip()[:60]})", "".join(lines).encode()


def load(path: Path, base: str | None, shapes: str) -> int:
    """Import a description and its meshes; what is opened outside its folder, or comes out and is no robot, is a finding."""
    import sys

    from elver._support.errors import ElverError
    from elver.scenarios.importers.robot import import_robot

    folder = path.parent
    opened: list[str] = []

    def watch(event: str, details: tuple) -> None:
        if event == "open" and isinstance(details[0], str) and details[0].endswith((".urdf", ".xml", ".sdf", ".stl", ".png")):
            opened.append(details[0])

    sys.addaudithook(watch)
    try:
        robot = import_robot(path, base, shapes=shapes, meshes=folder)
    except ElverError as error:
        for text in map(str, getattr(error, "problems", (error,))):
            named = any(other.name in text for other in folder.iterdir())
            if not named or "\n" in text.strip():
                raise AssertionError(f"the message names no file, or is no single line: {text}") from error
        print(f"elver: {text}", flush=True)
        return REFUSED
    finally:
        outside = [name for name in opened if not Path(name).resolve().is_relative_to(folder.resolve())]
        if outside:
            raise AssertionError(f"opened {outside}")
    if not robot.bodies:
        raise AssertionError("a robot without bodies")
    return 0


KIND = Kind(
    "descriptions", "robot descriptions (URDF, MJCF, SDF) with damage, odd numbers and missing elements", attack, weight=2
)
