"""`elver hull`: coefficients of a floating hull from a mesh or from three numbers."""

from __future__ import annotations

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
PICTURES = (".png", ".svg", ".pdf")
DESCRIPTION = (
    'Float a hull, compute its added mass and radiation damping (needs Capytaine: pip install "elver[hull]"), '
    "fit the memory of the free surface, and write all coefficients to a file for elver.forces.Hull."
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
    with counter(options, count) as progress:
        coefficients = computed(options, count, progress)
    coefficients = replace(coefficients, provenance={**coefficients.provenance, "recipe": recipe(options)})
    coefficients.save(out, overwrite=options.force)
    if picture is not None:
        from elver.viz.model_figures import hull_figure

        hull_figure(coefficients, picture)
    if options.json:
        print(to_json({**summary(coefficients), "warnings": coefficients.warnings}))
    else:
        print(report(coefficients, [p for p in (out, picture) if p is not None]))
        for line in coefficients.warnings:
            print(f"warning: {line}", file=sys.stderr)
    return 1 if fit_warnings(coefficients.fit) else 0


def computed(options: Options, count: int, progress: Callable[[float], object] | None) -> HullCoefficients:
    """Coefficients of the hull that the options describe."""
    from elver.forces.hulls import Scull, hull_from_mesh, hull_from_scull, read_mesh

    density = numbers("--density", options.density, 1)[0]
    if options.scull:
        if options.mass or options.centre or options.scale != "1":
            raise InputError("--scull floats at its own draft, in metres. Leave out --mass, --centre, --scale, or give a mesh.")
        return hull_from_scull(Scull(*numbers("--scull", options.scull, 3)), count=count, progress=progress, density=density)
    mass = numbers("--mass", options.mass, 1)[0] if options.mass else None
    centre = numbers("--centre", options.centre, 3) if options.centre else None
    mesh = Path(options.mesh or "")
    surface = read_mesh(mesh, numbers("--scale", options.scale, 1)[0])
    return hull_from_mesh(surface, mass, centre, count, mesh.stem, density, progress)


def recipe(options: Options) -> str:
    """The command that makes the same coefficients again."""
    asked = {"--scull": options.scull, "--scale": options.scale, "--mass": options.mass, "--centre": options.centre}
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
    }


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
    rows.append(("written to", ", ".join(map(str, written))))
    return name_values(rows, 19)
