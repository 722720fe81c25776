"""Added mass and radiation damping of a floating hull by Capytaine's boundary elements (optional extra ``hull``)."""

from __future__ import annotations

import numpy as np

from elver.errors import InputError
from elver.hulls.forms import Scull
from elver.hulls.retardation import RadiationTable
from elver.hulls.surface import Surface, clipped, refined
from elver.packages import needed

FREEDOMS = ("Surge", "Sway", "Heave", "Roll", "Pitch", "Yaw")
MOST_PANELS = 6000  # a dense complex matrix of this size takes half a gigabyte
ADDED_PANELS = 1000  # at most, where a mesh is too coarse
SHORTEST = 10.0  # highest frequency: wave number times beam
PER_WAVE = 5.0  # panels along the shortest wave
CUT_AREA = 9.0  # area of the surface times this, over the square of the longest edge allowed: panels to expect
COARSER = 1.2  # factor on the edges where that were too many


def highest_frequency(beam: float, gravity: float = 9.81) -> float:
    """Frequency [rad/s] at which waves are 0.6 beams long: radiation beyond is a tail."""
    return float(np.sqrt(SHORTEST * gravity / beam))


def frequency_grid(beam: float, count: int = 40, gravity: float = 9.81) -> np.ndarray:
    """Evenly spaced frequencies [rad/s] up to the highest one."""
    return highest_frequency(beam, gravity) * np.arange(1, count + 1) / count


def capytaine():
    """The package, or an error that says how to get it."""
    package = needed("capytaine", "computing radiation coefficients (stored ones do without it)")
    package.set_logging("ERROR")
    return package


def scull_body(scull: Scull, along: int, around: int):
    """Capytaine's body of a parametric scull: one half, its mirror image, and a lid."""
    cpt = capytaine()
    halves = (scull.half_panels(along, around), scull.half_lid(along, max(2, around // 2)))
    mesh, lid = (cpt.ReflectionSymmetricMesh(cpt.Mesh(h.vertices, h.faces), plane="xOz") for h in halves)
    return cpt.FloatingBody(mesh=mesh, lid_mesh=lid, dofs=cpt.rigid_body_dofs(rotation_center=(0, 0, 0)), name="scull")


def wetted_panels(surface: Surface, beam: float, name: str = "hull") -> Surface:
    """The part of a closed surface below z = 0, its panels small enough for the shortest waves of the frequency grid.

    Edges up to a fifth of that wave, or longer ones where more than ``ADDED_PANELS`` would come on top of those drawn.
    """
    wet = limited(Surface.from_triangles(clipped(surface.triangles)), name)
    t, most = wet.triangles, min(len(wet.faces) + ADDED_PANELS, MOST_PANELS)
    area = 0.5 * np.linalg.norm(np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0]), axis=1).sum()
    size = max(2 * np.pi * beam / SHORTEST / PER_WAVE, np.sqrt(CUT_AREA * area / most))
    fine = refined(wet, size)
    while len(fine.faces) > most:
        size *= COARSER
        fine = refined(wet, size)
    return fine


def limited(wet: Surface, name: str) -> Surface:
    """The wetted surface where the method can take so many panels; otherwise an error."""
    if len(wet.faces) > MOST_PANELS:
        raise InputError(
            f"{name} has {len(wet.faces)} wetted panels; the dense boundary-element method takes up to {MOST_PANELS}. "
            "Export a coarser mesh: panels of a tenth of the beam are fine."
        )
    return wet


def surface_body(surface: Surface, name: str = "hull"):
    """Capytaine's body of the part of a closed surface below z = 0, panels as they are, with a lid made by Capytaine."""
    cpt = capytaine()
    wet = limited(Surface.from_triangles(clipped(surface.triangles)), name)
    mesh = cpt.Mesh(wet.vertices, wet.faces)
    return cpt.FloatingBody(
        mesh=mesh, lid_mesh=mesh.generate_lid(), dofs=cpt.rigid_body_dofs(rotation_center=(0, 0, 0)), name=name
    )


def radiation_table(body, frequencies, density=1000.0, gravity=9.81, progress=None) -> RadiationTable:
    """Solve the six radiation problems at every frequency and at infinity; deep water, no forward speed."""
    pairs = []
    for w in (*(float(w) for w in frequencies), np.inf):
        pairs.append(radiation_at(body, w, density, gravity))
        if progress is not None:
            progress(w)
    added, damping = (np.array(part) for part in zip(*pairs, strict=True))
    return RadiationTable(np.asarray(frequencies, float), added[:-1], damping[:-1], added[-1])


def radiation_at(body, w: float, density: float = 1000.0, gravity: float = 9.81) -> tuple[np.ndarray, np.ndarray]:
    """Added mass and damping (6, 6) at one frequency [rad/s], made symmetric."""
    cpt = capytaine()
    solver = cpt.BEMSolver(method="direct")  # the potential itself: converges faster than a source distribution
    problems = [
        cpt.RadiationProblem(body=body, radiating_dof=d, omega=w, water_depth=np.inf, rho=density, g=gravity) for d in FREEDOMS
    ]
    results = [solver.solve(p, keep_details=False) for p in problems]
    added = np.array([[r.added_masses[i] for r in results] for i in FREEDOMS])
    damping = np.array([[r.radiation_dampings[i] for r in results] for i in FREEDOMS])
    return 0.5 * (added + added.T), 0.5 * (damping + damping.T)
