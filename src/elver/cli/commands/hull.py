"""`elver hull`: coefficients of a floating hull from a mesh or from three numbers."""

from __future__ import annotations

import math
import shlex
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from elver._support.display import Progress
from elver._support.errors import InputError
from elver._support.files import shown, to_json
from elver.cli.folders import fresh
from elver.cli.options import argument, numbers, option, overwriting, switch
from elver.cli.terminal import name_values

if TYPE_CHECKING:
    import numpy as np

    from elver.forces.hulls.coefficients import HullCoefficients

FEWEST, MOST = 8, 400  # frequencies
MOST_HEADINGS = 73
PICTURES = (".png", ".svg", ".pdf")
DESCRIPTION = (
    'Float a hull, compute its added mass and radiation damping (needs Capytaine: pip install "elver[hull]"), '
    "fit the memory of the free surface, and write all coefficients to a file for elver.forces.Hull; with --waves also the loads "
    "of waves (Froude-Krylov and diffraction), checked by reciprocity, Haskind's relation and the energy of the waves."
)


FRAME = (
    "the hull's: x forward, z up, level, origin in the waterplane above or below that of the mesh, whose points p lie at "
    "Ry(trim) Rx(heel) p + (0, 0, heave); give joints, oarlocks and the centre of mass of the boat in it, or Hull(reference=)"
)


@dataclass(frozen=True)
class Options:
    mesh: str | None = argument("MESH", "closed hull, .stl, .obj or .ply, in metres (or see --scale), x forward, z up", "?")
    scale: str = option("--scale", "X", "metres per unit of the mesh: 0.001 where drawn in millimetres", "1")
    scull: str | None = option("--scull", "LENGTH,BEAM,DRAFT", "a parametric single scull instead of a mesh, in metres")
    mass: str | None = option("--mass", "KG", "mass it floats with (default: waterline at z = 0 of the mesh)")
    centre: str | None = option("--centre", "X,Y,Z", "centre of mass in the mesh's frame, in metres")
    density: str = option("--density", "KG/M3", "density of the water (default 1000; sea water 1025)", "1000")
    frequencies: str = option("--frequencies", "N", "number of frequencies (default 40)", "40")
    waves: str | None = option("--waves", "FILE", "also compute what waves do to the hull, and write that (.nc, NetCDF)")
    headings: str = option("--headings", "A,B,...", "towards which they travel, in degrees from x to y", "0,30,60,90,120,150,180")
    depth: str = option("--depth", "M", "depth of the water in metres (default inf: deep)", "inf")
    out: str = option("--out", "FILE", "file to write (default coefficients.json)", "coefficients.json")
    picture: str | None = option("--picture", "FILE", "also draw the fit (.png, .svg or .pdf)")
    force: bool = overwriting()
    json: bool = switch("--json", "print the report as one JSON object")


def command(options: Options, parser: ArgumentParser) -> int:
    from elver.forces.hulls.memory import fit_warnings

    if bool(options.mesh) == bool(options.scull):
        raise InputError("`elver hull` needs a mesh or --scull LENGTH,BEAM,DRAFT, and not both.")
    count = frequency_count(options.frequencies)
    out = fresh(options.out, options.force)
    picture = fresh_picture(options.picture, out, options.force) if options.picture else None
    waves = fresh_waves(options.waves, options.force) if options.waves else None
    with counter(options, count) as progress:
        coefficients = computed(options, count, progress)
    coefficients = replace(coefficients, provenance={**coefficients.provenance, "recipe": recipe(options)})
    coefficients.save(out, overwrite=options.force)
    if waves is not None and coefficients.waves is not None:
        coefficients.waves.save(waves, overwrite=options.force)
    if picture is not None:
        from elver.viz.model_figures import hull_figure

        hull_figure(coefficients, picture)
    if options.json:
        print(to_json({**summary(coefficients), "warnings": coefficients.warnings}))
    else:
        print(report(coefficients, [p for p in (out, waves, picture) if p is not None]))
        for line in coefficients.warnings:
            print(f"warning: {line}", file=sys.stderr)
    return 1 if fit_warnings(coefficients.fit) else 0


def computed(options: Options, count: int, progress: Callable[[float], object] | None) -> HullCoefficients:
    """Coefficients of the hull that the options describe."""
    from elver.forces.hulls import Scull, hull_from_mesh, hull_from_scull, read_mesh

    density = numbers("--density", options.density, 1)[0]
    headings = sorted(math.radians(one) for one in wave_headings(options)) if options.waves else []
    depth = water_depth(options.depth)
    if options.scull:
        if options.mass or options.centre or options.scale != "1":
            raise InputError("--scull floats at its own draft, in metres. Leave out --mass, --centre, --scale, or give a mesh.")
        return hull_from_scull(
            Scull(*numbers("--scull", options.scull, 3)),
            count=count,
            progress=progress,
            density=density,
            headings=headings,
            depth=depth,
        )
    mass = numbers("--mass", options.mass, 1)[0] if options.mass else None
    centre = numbers("--centre", options.centre, 3) if options.centre else None
    mesh = Path(options.mesh or "")
    surface = read_mesh(mesh, numbers("--scale", options.scale, 1)[0])
    return hull_from_mesh(surface, mass, centre, count, mesh.stem, density, progress, headings=headings, depth=depth)


def wave_headings(options: Options) -> list[float]:
    """Headings in degrees, each once."""
    count = options.headings.count(",") + 1
    if not count <= MOST_HEADINGS:
        raise InputError(f"--headings has {count} headings. Give up to {MOST_HEADINGS}.")
    found = list(numbers("--headings", options.headings, count))
    if len(set(found)) < len(found) or max(found) - min(found) > 360:
        raise InputError(f"--headings {options.headings[:60]}. Give different headings within one turn, such as 0,45,90,135,180.")
    return found


def water_depth(text: str) -> float:
    """Depth of the water [m]; inf for deep."""
    if text.strip().lower() in ("inf", "deep"):
        return math.inf
    (depth,) = numbers("--depth", text, 1)
    if not depth > 0:
        raise InputError(f"--depth {text[:60]}. Give metres above 0, or inf.")
    return depth


def fresh_waves(name: str, force: bool) -> Path:
    """A NetCDF file that can be written."""
    if Path(name).suffix != ".nc":
        raise InputError(f"--waves '{shown(name)}' must end in .nc.")
    return fresh(name, force)


def recipe(options: Options) -> str:
    """The command that makes the same coefficients again."""
    asked = {"--scull": options.scull, "--scale": options.scale, "--mass": options.mass, "--centre": options.centre}
    asked |= {"--waves": options.waves, "--headings": options.headings if options.waves else None}
    asked |= {"--depth": None if options.depth == "inf" else options.depth}
    asked |= {"--density": None if float(options.density) == 1000.0 else options.density}
    words = [word for name, value in asked.items() if value not in (None, "1") for word in (name, str(value))]
    mesh = [options.mesh] if options.mesh else []
    return shlex.join(["elver", "hull", *mesh, *words, "--frequencies", options.frequencies])


def centre_rows(c: HullCoefficients) -> list[tuple[str, str]]:
    """Where the centre of mass is, in both frames."""
    at = centre_afloat(c)
    if at is None:
        return []
    return [("centre of mass", f"{place(c.provenance['centre'])} in the mesh's frame, {place(at)} in the hull's frame")]


def frequency_count(text: str) -> int:
    """The number of frequencies, a whole number within its bounds."""
    (value,) = numbers("--frequencies", text, 1)
    if not value.is_integer() or not FEWEST <= value <= MOST:
        raise InputError(f"--frequencies {text[:60]}. Give a whole number from {FEWEST} to {MOST}.")
    return int(value)


def fresh_picture(name: str, out: Path, force: bool) -> Path:
    """A picture that can be written beside the coefficients."""
    path = Path(name)
    if path.suffix not in PICTURES:
        raise InputError(f"--picture '{shown(path)}' must end in {', '.join(PICTURES)}.")
    if path == out:
        raise InputError(f"--picture and --out both name '{shown(path)}'. Give two names.")
    return fresh(name, force)


@contextmanager
def counter(options: Options, count: int) -> Iterator[Callable[[float], None] | None]:
    """A function that counts solved frequencies on the screen, or in a log by lines, then says that the fit runs; None for
    scripts.
    """
    if options.json:
        yield None
        return
    with Progress(count + 1, "radiation", True, unit="frequencies") as bar:

        def solved(frequency: float) -> None:
            bar.advance(1)
            if bar.done >= count:
                bar.rename("fitting the memory")

        yield solved


def summary(c: HullCoefficients) -> dict:
    """The report as plain numbers."""
    hydrostatic = {"heave": c.restoring[0, 0], "roll": c.restoring[1, 1], "pitch": c.restoring[2, 2]}
    return {
        "mass": c.mass,
        "volume": c.mass / c.density,
        "density": c.density,
        "wetted_area": c.wetted_area,
        "length": c.length,
        "beam": c.beam,
        "pose": c.pose,
        "frame": FRAME,
        "buoyancy_centre": [float(v) for v in c.buoyancy_centre],
        "centre_of_mass": None if (at := centre_afloat(c)) is None else at.tolist(),
        "restoring": hydrostatic,
        "added_mass": [c.added[k, k] for k in range(6)],
        "states": c.memory.order,
        "fit": c.fit,
    } | ({} if c.waves is None else {"waves": {name: float(max(error)) for name, error in (c.waves.checks or {}).items()}})


def centre_afloat(c: HullCoefficients) -> np.ndarray | None:
    """The centre of mass that was given, in the hull's frame [m]; None where the file does not say it."""
    import numpy as np

    from elver.forces.hulls.hydrostatics import turned

    given = c.provenance.get("centre")
    if given is None:
        return None
    return turned(c.pose["trim"], c.pose["heel"]) @ np.asarray(given, dtype=float) + np.array([0.0, 0.0, c.pose["heave"]])


def place(values: Iterable[float]) -> str:
    return ", ".join(f"{0.0 if abs(v) < 1e-12 else v:.4g}" for v in values) + " m"


def report(c: HullCoefficients, written: list[Path]) -> str:
    """The report as a short table."""
    moved, turned = (", ".join(f"{c.added[k, k]:.4g}" for k in part) for part in (range(3), range(3, 6)))
    lateral, longitudinal = c.fit["metacentric_heights"]
    rows = [
        ("floats", f"{c.mass:.4g} kg, wetted {c.wetted_area:.4g} m^2, {c.length:.4g} x {c.beam:.4g} m"),
        ("pose", f"heave {c.pose['heave']:.4g} m, trim {c.pose['trim']:.3g} rad, heel {c.pose['heel']:.3g} rad"),
        ("frame", FRAME),
        ("centre of buoyancy", f"{place(c.buoyancy_centre)} in the hull's frame"),
        *centre_rows(c),
        ("restoring", f"heave {c.restoring[0, 0]:.4g} N/m, roll {c.restoring[1, 1]:.4g}, pitch {c.restoring[2, 2]:.4g} N m/rad"),
        ("metacentric height", f"{lateral:.3g} m in roll, {longitudinal:.3g} m in pitch (mass as one block)"),
        ("added mass", f"{moved} kg (surge, sway, heave), {turned} kg m^2 (roll, pitch, yaw), infinite frequency"),
    ]
    for g in c.fit["groups"]:
        errors = ", ".join(f"{n} {100 * e:.2g} %" for n, e in g["force_error"].items())
        rows.append(("memory", f"{', '.join(g['freedoms'])}: {g['order']} states, error {errors}"))
    if c.waves is not None:
        errors = ", ".join(f"{name} {100 * float(max(error)):.2g} %" for name, error in (c.waves.checks or {}).items())
        turn = ", ".join(f"{math.degrees(b):.4g}" for b in c.waves.headings)
        rows.append(("loads of waves", f"towards {turn} deg, {len(c.waves.frequencies)} frequencies; largest errors: {errors}"))
    rows.append(("written to", ", ".join(map(str, written))))
    return name_values(rows, 19)
