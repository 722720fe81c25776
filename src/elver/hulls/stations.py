"""Sections of a slender body from a mesh: cut across its axis, each cut measured by its extent along both half axes."""

from __future__ import annotations

import numpy as np

from elver.errors import InputError
from elver.hulls.surface import Surface
from elver.robot import Tapered, axes_from

NEAREST = 1e-4  # share of the length by which the first and last cut keep from the ends, where a mesh has a corner or a face
MOST_CUTS = 500


def stations_from_mesh(mesh: Surface, axis, count: int, across=None) -> tuple[tuple[float, float, float], ...]:
    """Stations (s, half_width, half_height) [m] of a mesh along ``axis``, ``count`` of them, closer to each other at the ends.

    axis: unit vector along the body, in the mesh's frame.   across: unit vector of the half width; without one, the mesh's axis
    that lies most at right angles to it. s begins at the mesh's lowest point along the axis.
    """
    _, _, stations = measured(mesh, axis, count, across)
    return stations


def tapered_from_mesh(mesh: Surface, axis, count: int, across=None) -> Tapered:
    """The solid of elliptic sections that is as wide and as high as a mesh at ``count`` stations, placed where the mesh is.

    Its axis goes through the middle of the sections' extents on the average.
    """
    at, axes, stations = measured(mesh, axis, count, across)
    return Tapered(stations, at=at, axes=axes)


def measured(mesh: Surface, axis, count: int, across) -> tuple[np.ndarray, np.ndarray, tuple]:
    """Origin, axes and stations."""
    if isinstance(count, bool) or not isinstance(count, int) or not 2 <= count <= MOST_CUTS:
        raise InputError(f"count = {count!r} stations. Give a whole number from 2 to {MOST_CUTS}.")
    axes = axes_from(axis, perpendicular(np.asarray(axis, float)) if across is None else across)
    local = np.asarray(mesh.triangles, float) @ axes  # corners in e1, e2, e3
    low, high = local[..., 0].min(), local[..., 0].max()
    length = high - low
    places = 0.5 * length * (1 - np.cos(np.linspace(0, np.pi, count)))
    stations, middles = [], []
    for s in places:
        points = cut(local, low + np.clip(s, NEAREST * length, (1 - NEAREST) * length))
        if not len(points):
            raise InputError(f"the mesh has no section {s:.4g} m along its axis: it is not in one piece. Give one closed body.")
        lowest, highest = points.min(axis=0), points.max(axis=0)
        stations.append((float(s), *(float(v) for v in 0.5 * (highest - lowest))))
        middles.append(0.5 * (highest + lowest))
    aside = np.mean(middles, axis=0)
    return axes @ np.array([low, *aside]), axes, tuple(stations)


def perpendicular(axis: np.ndarray) -> np.ndarray:
    """The unit vector at right angles to ``axis`` that is nearest to one of the mesh's own axes."""
    nearest = np.eye(3)[int(np.argmin(np.abs(axis)))]
    aside = nearest - (nearest @ axis) * axis
    return aside / np.linalg.norm(aside)


def cut(triangles: np.ndarray, place: float) -> np.ndarray:
    """Where the edges of triangles (m, 3, 3) cross the plane e1 = place: points (k, 2) along e2, e3."""
    found = []
    for one, two in ((0, 1), (1, 2), (2, 0)):
        a, b = triangles[:, one], triangles[:, two]
        crossing = (a[:, 0] - place) * (b[:, 0] - place) < 0
        a, b = a[crossing], b[crossing]
        share = ((place - a[:, 0]) / (b[:, 0] - a[:, 0]))[:, None]
        found.append((a + share * (b - a))[:, 1:])
    return np.vstack(found)
