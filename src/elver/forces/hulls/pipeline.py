"""From a hull to its coefficients: float it, solve radiation, fit the memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from elver._support.errors import InputError, require_number
from elver.forces.hulls.coefficients import HullCoefficients
from elver.forces.hulls.excitation import Excitation, wave_tables
from elver.forces.hulls.hydrostatics import Floating, Surface, checked, float_hull, wetted
from elver.forces.hulls.memory import fit_memory
from elver.forces.hulls.meshes import Scull
from elver.forces.hulls.radiation import (
    RadiationTable,
    capytaine,
    frequency_grid,
    positive,
    radiation_table,
    scull_body,
    surface_body,
    wetted_panels,
)


def hull_from_scull(
    scull: Scull,
    along: int = 110,
    around: int = 8,
    count: int = 40,
    progress: Callable[[float], object] | None = None,
    density: float = 1000.0,
    headings: Sequence[float] | np.ndarray = (),
    depth: float = np.inf,
) -> HullCoefficients:
    """Coefficients of a parametric scull at its design draught, centre of mass in the waterplane.

    along, around: panels of half the wetted hull; count: frequencies; density [kg/m^3] and depth [m] of the water; headings
    [rad]: of waves whose loads are computed too.
    """
    require_number("density", density, above=0.0, unit="kg/m^3")
    gravity = 9.81
    floating = float_hull(
        scull.surface(2 * along, 4 * around), density * scull.volume, np.zeros(3), density, gravity, "the scull"
    )
    body = scull_body(scull, along, around)
    table, waves = _tables(body, frequency_grid(scull.beam, count, gravity), headings, density, gravity, depth, progress)
    source = {"hull": "scull", "length": scull.length, "beam": scull.beam, "draft": scull.draft}
    source |= {"panels_along": along, "panels_around_half": around}
    made = _assembled(floating, table, waves, source, density, gravity, depth)
    return replace(made, freeboard=None)  # its walls end anywhere


def hull_from_mesh(
    surface: Surface,
    mass: float | None = None,
    centre: Sequence[float] | np.ndarray | None = None,
    count: int = 40,
    name: str = "hull",
    density: float = 1000.0,
    progress: Callable[[float], object] | None = None,
    gravity: float = 9.81,
    headings: Sequence[float] | np.ndarray = (),
    depth: float = np.inf,
) -> HullCoefficients:
    """Coefficients of a closed hull [m, z up, x forward]. Panels too coarse for the shortest waves are cut into smaller ones.

    mass [kg]: without one the hull floats with z = 0 as its waterline. centre (3) of mass [m, mesh frame]: without one in the
    waterline above the centre of buoyancy. density [kg/m^3], gravity [m/s^2], depth [m]: of the water where it floats; headings
    [rad]: of waves whose loads are computed too.
    """
    require_number("density", density, above=0.0, unit="kg/m^3")
    drawn = wetted(checked(surface, name))
    if mass is None:
        mass = density * drawn.volume
        if mass <= 0:
            raise InputError(f"{name} has no part below z = 0. Give its mass, or draw it with the waterline at z = 0.")
    if centre is None:
        centre = (drawn.centre[0], drawn.centre[1], 0.0) if drawn.volume > 0 else (*surface.vertices.mean(axis=0)[:2], 0.0)
    floating = float_hull(surface, mass, centre, density, gravity, name)
    beam = min(floating.wet.beam, floating.wet.length)
    panels = wetted_panels(floating.surface, beam, name)
    frequencies = frequency_grid(beam, count, gravity)
    table, waves = _tables(surface_body(panels, name), frequencies, headings, density, gravity, depth, progress)
    source = {"hull": name, "panels": len(surface.faces), "wetted_panels": len(panels.faces)}
    source |= {"mass": mass, "centre": [float(c) for c in centre]}
    return _assembled(floating, table, waves, source, density, gravity, depth)


def _tables(
    body: Any,
    frequencies: np.ndarray,
    headings: Sequence[float] | np.ndarray,
    density: float,
    gravity: float,
    depth: float,
    progress: Callable[[float], object] | None,
) -> tuple[RadiationTable, Excitation | None]:
    """Radiation, and loads of waves where headings are given."""
    if len(headings):
        return wave_tables(body, frequencies, headings, density, gravity, depth, progress=progress)
    return radiation_table(body, frequencies, density, gravity, progress, depth), None


def _assembled(
    floating: Floating,
    table: RadiationTable,
    waves: Excitation | None,
    source: dict,
    density: float,
    gravity: float,
    depth: float,
) -> HullCoefficients:
    """All coefficients of a floating hull, its memory fitted."""
    wet, w = floating.wet, table.frequencies
    fit = fit_memory(table, reach=wet.beam / 2)
    water = "deep water" if np.isinf(depth) else f"water {depth:g} m deep"
    method = f"potential flow in {water} without forward speed, boundary elements with a lid"
    source = {**source, "method": method, "solver": f"capytaine {capytaine().__version__}"}
    source |= {"frequencies": len(w), "lowest_frequency": float(w[0]), "highest_frequency": float(w[-1])}
    return HullCoefficients(
        density=density,
        gravity=gravity,
        mass=floating.mass,
        buoyancy_centre=wet.centre,
        wetted_area=wet.area,
        length=wet.length,
        beam=wet.beam,
        restoring=floating.restoring,
        added=positive(table.infinite[None])[0],
        memory=fit.model,
        table=table,
        waves=waves,
        pose={"heave": floating.heave, "trim": floating.trim, "heel": floating.heel},
        provenance=source,
        fit={**fit.report(), "metacentric_heights": list(floating.metacentric)},
        draught=-float(floating.surface.vertices[:, 2].min()),
        freeboard=float(floating.surface.vertices[:, 2].max()),
    )
