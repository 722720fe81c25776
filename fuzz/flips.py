"""One flipped bit in a file of every kind that Elver reads: in its bytes, or in a number or text inside a data set.

A flipped bit is what a bad disk, a bad cable and a hostile hand have in common. In the bytes of an HDF5 file most flips hit
numbers that are only drawn; so half of the flips are made inside: in an attribute, a count, a number of a data set that is whole.
The file is used by every command that reads it, with little memory, so that a count that is believed is found.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import numpy as np

from .bases import OPTIMISE, PARETO, SWEEP, TASK, base, blocks, fit_folder, half_fit, policy_folder, small_learner
from .case import Kind, Report
from .child import elver, forked
from .odd import flipped
from .verdict import judge

MEMORY = 2 << 30  # bytes beyond those of the parent
SECONDS = 40.0
DATA = Path(__file__).parents[1] / "tests" / "scenarios" / "importers" / "data"
MESH = "solid cut\n" + "".join(
    f"facet normal 0 0 0\nouter loop\nvertex {a}\nvertex {b}\nvertex {c}\nendloop\nendfacet\n"
    for a, b, c in (("0 0 0", "0 1 0", "1 0 0"), ("0 0 0", "1 0 0", "0 0 1"), ("0 0 0", "0 0 1", "0 1 0"),
                    ("1 0 0", "0 1 0", "0 0 1"))
) + "endsolid\n"  # fmt: skip


@dataclass(frozen=True)
class Readable:
    """A kind of file. made: its folder in an empty one.   victims: which of its files are damaged.   uses: calls that read it."""

    made: Callable[[Path, Path], Path]
    victims: Callable[[Path], list[Path]]
    uses: Callable[[Path], dict[str, Callable[[], int]]]


def copied(source: Callable[[Path], Path]) -> Callable[[Path, Path], Path]:
    """A copy of a good result of the program."""

    def made(root: Path, folder: Path) -> Path:
        found = source(root)
        return Path(shutil.copytree(found, folder / found.name))

    return made


def written(name: str, content: Callable[[], bytes | str]) -> Callable[[Path, Path], Path]:
    """A folder with one file in it."""

    def made(root: Path, folder: Path) -> Path:
        place = folder / "given"
        place.mkdir()
        text = content()
        (place / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        return place

    return made


def named(*patterns: str) -> Callable[[Path], list[Path]]:
    return lambda place: sorted(p for pattern in patterns for p in place.rglob(pattern) if p.is_file())


def refused_or(call: Callable[[], object]) -> Callable[[], int]:
    """A call of the library as a command: 2 and one line where it refuses."""

    def command() -> int:
        from elver._support.errors import ElverError

        try:
            call()
        except ElverError as error:
            print(f"elver: {error}", flush=True)
            return 2
        print("read", flush=True)
        return 0

    return command


def use_mesh(place: Path) -> dict:
    from elver.forces.hulls import read_mesh

    return {"read_mesh": refused_or(lambda: read_mesh(place / "hull.stl"))}


def use_hull(place: Path) -> dict:
    import elver
    from elver.forces.hulls import load_hull

    own = {"hull.coefficients": str(place / "hull.json")}
    return {
        "load_hull": refused_or(lambda: load_hull(place / "hull.json")),
        "build": refused_or(lambda: elver.scenario("scull").build(own) if "hull.coefficients" in scull_names() else None),
    }


@cache
def scull_names() -> tuple[str, ...]:
    import elver

    return tuple(elver.scenario("scull").names)


def use_spline(place: Path) -> dict:
    from elver.drive.splines import load_spline

    return {"load_spline": refused_or(lambda: load_spline(place / "spline.json"))}


def spline() -> bytes:
    import tempfile

    from elver.drive import PeriodicSpline

    with tempfile.TemporaryDirectory() as folder:
        PeriodicSpline({"neck": [0.1, 0.3, -0.2, 0.4, 0.0]}, 2.0).save(Path(folder) / "spline.json")
        return (Path(folder) / "spline.json").read_bytes()


def use_policy(place: Path) -> dict:
    from elver.learn import Policy
    from elver.learn.training import restore

    def go_on() -> None:
        restore(small_learner(), place / "checkpoint.npz")

    return {
        "load": refused_or(lambda: Policy.load(place / "policy.npz").act(np.zeros(small_learner().world.observations))),
        "learn --show": elver(["learn", TASK, "--show", str(place / "policy.npz"), "--episodes", "1", "--json"]),
        "restore": refused_or(go_on),
    }


def use_run(place: Path) -> dict:
    return {
        "plot": elver(["plot", place.name, "--format", "svg"]),
        "page": elver(["page", place.name, "-o", "page.html"]),
        "table": elver(["table", place.name, "--csv", "run.csv"]),
        "table --list": elver(["table", place.name, "--list"]),
        "resume": elver(["run", "--resume", place.name, "--duration", "0.05", "--json"]),
    }


def use_sweep(place: Path) -> dict:
    return {
        "plot": elver(["plot", place.name, "--format", "svg"]),
        "page --case": elver(["page", place.name, "--case", "1", "-o", "page.html"]),
        "resume": elver([*SWEEP, "--out", place.name, "--resume", "--json"]),
    }


def use_search(command: list[str]) -> Callable[[Path], dict]:
    return lambda place: {
        "plot": elver(["plot", place.name, "--format", "svg"]),
        "resume": elver([*command, "--out", place.name, "--resume", "--json"]),
    }


def use_fit(place: Path) -> dict:
    return {"check": elver(["fit", str(place / "fit.yaml"), "--check", "--json"])}


def use_half_fit(place: Path) -> dict:
    return {
        "resume": elver(["fit", str(place / "fit.yaml"), "--out", str(place / "half"), "--resume", "--json", "--no-figures"]),
    }


def use_description(place: Path) -> dict:
    from elver.scenarios.importers.robot import import_robot

    return {p.name: refused_or(lambda p=p: import_robot(p)) for p in sorted(place.iterdir()) if p.suffix in (".urdf", ".sdf")}


def use_scenario(place: Path) -> dict:
    return {"check": elver(["check", str(place / "machine.yaml")]), "show": elver(["show", str(place / "machine.yaml")])}


def scenario_text() -> str:
    from .documents.seeds import texts

    return next(iter(texts()[0].values()))


def hull_text() -> bytes:
    from importlib.resources import files

    return (files("elver.systems.scull") / "hull.json").read_bytes()


def descriptions(root: Path, folder: Path) -> Path:
    return Path(shutil.copytree(DATA, folder / "robots"))


KINDS = {
    "run": Readable(copied(lambda root: base(root, "run")), named("run.nc"), use_run),
    "sweep": Readable(copied(blocks), named("*"), use_sweep),
    "finished sweep": Readable(copied(lambda root: base(root, "sweep")), named("*"), use_sweep),
    "optimise": Readable(copied(lambda root: base(root, "optimise")), named("history*", "*.json"), use_search(OPTIMISE)),
    "pareto": Readable(copied(lambda root: base(root, "pareto")), named("history*", "*.json"), use_search(PARETO)),
    "fit": Readable(copied(fit_folder), named("*.yaml", "*.csv", "*.nc"), use_fit),
    "half a fit": Readable(copied(half_fit), named("half/fit-state.json"), use_half_fit),
    "policy": Readable(copied(policy_folder), named("*.npz"), use_policy),
    "hull": Readable(written("hull.json", hull_text), named("hull.json"), use_hull),
    "mesh": Readable(written("hull.stl", lambda: MESH), named("hull.stl"), use_mesh),
    "spline": Readable(written("spline.json", spline), named("spline.json"), use_spline),
    "description": Readable(descriptions, named("*.urdf", "*.sdf"), use_description),
    "scenario": Readable(written("machine.yaml", scenario_text), named("machine.yaml"), use_scenario),
}
SHARES = {"run": 6, "fit": 3, "policy": 2, "sweep": 2}


def attack(chance: Random, folder: Path) -> Report:
    """One bit in one file, and one use of it."""
    name = chance.choices(list(KINDS), [SHARES.get(kind, 1) for kind in KINDS])[0]
    kind = KINDS[name]
    place = kind.made(folder.parent, folder)
    victim = chance.choice(kind.victims(place))
    inside = victim.suffix == ".nc" and chance.random() < 0.8
    what = flip_inside(victim, chance) if inside else flip_bytes(victim, chance)
    uses = kind.uses(place)
    use = chance.choice(sorted(uses))
    ended = forked(uses[use], folder, SECONDS, MEMORY)
    findings, long = judge(ended, silent=True)
    return Report(f"{name}, {use}, {victim.relative_to(place)}: {what}", findings, long)


def flip_bytes(path: Path, chance: Random) -> str:
    """One bit, or a few, of a file's bytes."""
    path.write_bytes(flipped(path.read_bytes(), chance))
    return "bits flipped"


def flip_inside(path: Path, chance: Random) -> str:
    """One bit of a number or a text of a data set: the file stays whole, and says something else."""
    import h5py

    with h5py.File(path, "r+") as file:
        keys = [(file[name], key) for name in file for key in file[name].attrs] + [(file, key) for key in file.attrs] * 3
        keys = [(thing, key) for thing, key in keys if isinstance(thing.attrs[key], (str, np.integer, np.floating, np.ndarray))]
        whole = [name for name in file if file[name].dtype.kind in "iu" and file[name].size]
        names = [name for name in file if file[name].dtype.kind in "fiu" and file[name].size] + 10 * whole
        if chance.random() < 0.4:
            thing, key = chance.choice([pair for pair in keys if not isinstance(pair[0].attrs[pair[1]], np.ndarray)] or keys)
            thing.attrs[key] = flipped_value(thing.attrs[key], chance)
            return f"attribute {key} of {thing.name}: {str(thing.attrs[key])[:80]!r}"
        name = chance.choice(names)
        values = file[name][...]
        flat = values.reshape(-1)
        at = chance.randrange(flat.size)
        flat[at : at + 1] = flipped_value(flat[at], chance)
        file[name][...] = values
        return f"{name}[{at}] = {flat[at]!r}"


def flipped_value(value, chance: Random):
    """A number or text with one bit turned; a text stays one where that can be."""
    if isinstance(value, str):
        data = bytearray(value.encode())
        if data:
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(7)
        return data.decode(errors="replace").replace("\0", "?")
    if isinstance(value, np.ndarray):
        return value
    data = bytearray(np.asarray(value).tobytes())
    bit = chance.choice((8 * len(data) - 1 - chance.randrange(16), chance.randrange(8 * len(data))))
    data[bit // 8] ^= 1 << bit % 8
    return np.frombuffer(bytes(data), np.asarray(value).dtype)[0]


KIND = Kind("flips", "one flipped bit in a file of every kind, and every command that reads it", attack, weight=3)
