"""`elver hull`: coefficients of a floating hull from a mesh or from three numbers."""

from __future__ import annotations

import math
import sys
from contextlib import contextmanager
from pathlib import Path

from elver.errors import InputError
from elver.files import shown, to_json, write_error

FEWEST, MOST = 8, 400  # frequencies
PICTURES = (".png", ".svg", ".pdf")


def add_parser(commands) -> None:
    """The command's options."""
    hull = commands.add_parser(
        "hull",
        help="hydrodynamic coefficients of a floating hull",
        description="Float a hull, compute its added mass and radiation damping (needs Capytaine: pip install elver[hull]), "
        "fit the memory of the free surface, and write all coefficients to a file for elver.forces.Hull.",
    )
    hull.add_argument("mesh", nargs="?", metavar="MESH.stl", help="closed hull, in metres (or see --scale), x forward, z up")
    hull.add_argument("--scale", default="1", metavar="X", help="metres per unit of the mesh: 0.001 where drawn in millimetres")
    hull.add_argument("--scull", metavar="LENGTH,BEAM,DRAFT", help="a parametric single scull instead of a mesh, in metres")
    hull.add_argument("--mass", metavar="KG", help="mass it floats with (default: waterline at z = 0 of the mesh)")
    hull.add_argument("--centre", metavar="X,Y,Z", help="centre of mass in the mesh's frame, in metres")
    hull.add_argument("--frequencies", default="40", metavar="N", help="number of frequencies (default 40)")
    hull.add_argument("--out", default="coefficients.json", metavar="FILE", help="file to write (default coefficients.json)")
    hull.add_argument("--picture", metavar="FILE", help="also draw the fit (.png, .svg or .pdf)")
    hull.add_argument("--json", action="store_true", help="print the report as one JSON object")


def hull_command(options, parser) -> int:
    from elver.hulls.fit import fit_warnings

    if bool(options.mesh) == bool(options.scull):
        raise InputError("`elver hull` needs a mesh or --scull LENGTH,BEAM,DRAFT, and not both.")
    count = frequency_count(options.frequencies)
    out = fresh(options.out)
    picture = fresh_picture(options.picture, out) if options.picture else None
    with counter(options, count) as progress:
        coefficients = computed(options, count, progress)
    coefficients.save(out)
    if picture is not None:
        from elver.show.hull_figure import hull_figure

        hull_figure(coefficients, picture)
    warnings = fit_warnings(coefficients.fit)
    if options.json:
        print(to_json({**summary(coefficients), "warnings": warnings}))
    else:
        print(report(coefficients, [p for p in (out, picture) if p is not None]))
        for line in warnings:
            print(f"warning: {line}", file=sys.stderr)
    return 1 if warnings else 0


def computed(options, count: int, progress):
    """Coefficients of the hull that the options describe."""
    from elver.hulls import Scull, hull_from_mesh, hull_from_scull, read_stl

    if options.scull:
        if options.mass or options.centre or options.scale != "1":
            raise InputError("--scull floats at its own draft, in metres. Leave out --mass, --centre, --scale, or give a mesh.")
        return hull_from_scull(Scull(*numbers("--scull", options.scull, 3)), count=count, progress=progress)
    mass = numbers("--mass", options.mass, 1)[0] if options.mass else None
    centre = numbers("--centre", options.centre, 3) if options.centre else None
    surface = read_stl(options.mesh, numbers("--scale", options.scale, 1)[0])
    return hull_from_mesh(surface, mass, centre, count, Path(options.mesh).stem, progress=progress)


def frequency_count(text: str) -> int:
    """The number of frequencies, a whole number within its bounds."""
    (value,) = numbers("--frequencies", text, 1)
    if not value.is_integer() or not FEWEST <= value <= MOST:
        raise InputError(f"--frequencies {text[:60]}. Give a whole number from {FEWEST} to {MOST}.")
    return int(value)


def numbers(what: str, text: str, count: int) -> list[float]:
    """Finite numbers separated by commas."""
    try:
        values = [float(v) for v in text.split(",")]
    except ValueError:
        values = []
    if len(values) != count:
        raise InputError(f"{what} '{text[:60]}' is not {count} number{'s separated by commas' if count > 1 else ''}.")
    if not all(map(math.isfinite, values)):
        raise InputError(f"{what} '{text[:60]}' is not finite. Give a finite number{'s' if count > 1 else ''}.")
    return values


def fresh(name: str) -> Path:
    """A file that does not exist yet and can be written: it is made and removed again, before minutes of work are done."""
    path = Path(name)
    try:
        with open(path, "x"):
            pass
        path.unlink()
    except FileExistsError:
        raise InputError(f"'{shown(path)}' exists and nothing is overwritten. Choose another name.") from None
    except FileNotFoundError:
        raise InputError(f"the folder '{shown(path.parent)}' does not exist.") from None
    except (OSError, ValueError) as error:
        plain = error if isinstance(error, OSError) else OSError(str(error))
        raise InputError(str(write_error(path, plain))) from None
    return path


def fresh_picture(name: str, out: Path) -> Path:
    """A picture that can be written beside the coefficients."""
    path = Path(name)
    if path.suffix not in PICTURES:
        raise InputError(f"--picture '{shown(path)}' must end in {', '.join(PICTURES)}.")
    if path == out:
        raise InputError(f"--picture and --out both name '{shown(path)}'. Give two names.")
    return fresh(name)


@contextmanager
def counter(options, count: int):
    """A function that counts solved frequencies on the screen, then says that the fit runs; None for scripts."""
    if options.json:
        yield None
        return
    from tqdm import tqdm

    with tqdm(total=count + 1, desc="radiation", unit="freq", delay=1.0, leave=False) as bar:

        def solved(_):
            bar.update()
            if bar.n == bar.total:
                bar.set_description("fitting the memory")

        yield solved


def summary(c) -> dict:
    """The report as plain numbers."""
    hydrostatic = {"heave": c.restoring[0, 0], "roll": c.restoring[1, 1], "pitch": c.restoring[2, 2]}
    return {
        "mass": c.mass,
        "volume": c.mass / c.density,
        "wetted_area": c.wetted_area,
        "length": c.length,
        "beam": c.beam,
        "pose": c.pose,
        "restoring": hydrostatic,
        "added_mass": [c.added[k, k] for k in range(6)],
        "states": c.memory.order,
        "fit": c.fit,
    }


def report(c, written: list[Path]) -> str:
    """The report as a short table."""
    moved, turned = (", ".join(f"{c.added[k, k]:.4g}" for k in part) for part in (range(3), range(3, 6)))
    lateral, longitudinal = c.fit["metacentric_heights"]
    rows = [
        ("floats", f"{c.mass:.4g} kg, wetted {c.wetted_area:.4g} m^2, {c.length:.4g} x {c.beam:.4g} m"),
        ("pose", f"heave {c.pose['heave']:.4g} m, trim {c.pose['trim']:.3g} rad, heel {c.pose['heel']:.3g} rad"),
        ("restoring", f"heave {c.restoring[0, 0]:.4g} N/m, roll {c.restoring[1, 1]:.4g}, pitch {c.restoring[2, 2]:.4g} N m/rad"),
        ("metacentric height", f"{lateral:.3g} m in roll, {longitudinal:.3g} m in pitch (mass as one block)"),
        ("added mass", f"{moved} kg (surge, sway, heave), {turned} kg m^2 (roll, pitch, yaw), infinite frequency"),
    ]
    for g in c.fit["groups"]:
        errors = ", ".join(f"{n} {100 * e:.2g} %" for n, e in g["force_error"].items())
        rows.append(("memory", f"{', '.join(g['freedoms'])}: {g['order']} states, error {errors}"))
    rows.append(("written to", ", ".join(map(str, written))))
    return "\n".join(f"  {name:<19} {value}" for name, value in rows)
