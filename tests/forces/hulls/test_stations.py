"""Sections measured on meshes."""

from __future__ import annotations

import numpy as np
import pytest

from elver import InputError
from elver.forces.hulls import Surface, stations_from_mesh, tapered_from_mesh
from elver.robot import axes_from

trimesh = pytest.importorskip("trimesh")


def ellipsoid(a=0.3, b=0.05, c=0.08, axes=None, at=(0.0, 0.0, 0.0)) -> Surface:
    ball = trimesh.creation.icosphere(subdivisions=5)
    axes = np.eye(3) if axes is None else axes
    corners = np.asarray(ball.triangles) * np.array([a, b, c])
    return Surface.from_triangles(corners @ axes.T + np.array(at))


def test_half_axes_of_an_ellipsoid():
    stations = stations_from_mesh(ellipsoid(), (1.0, 0.0, 0.0), 11)
    s, width, height = np.array(stations).T
    assert s[0] == 0
    assert s[-1] == pytest.approx(0.6, rel=1e-3)
    shape = np.sqrt(np.maximum(1 - (s / 0.3 - 1) ** 2, 0))
    inside = slice(1, -1)
    assert width[inside] == pytest.approx(0.05 * shape[inside], rel=5e-3)
    assert height[inside] == pytest.approx(0.08 * shape[inside], rel=5e-3)
    assert width[[0, -1]].max() < 0.1 * 0.05


def test_a_slanted_ellipsoid_off_the_origin_is_found_where_it_is():
    axes, at = axes_from([0.6, 0.8, 0.0], [0.0, 0.0, 1.0]), (0.4, -0.2, 0.3)
    solid = tapered_from_mesh(ellipsoid(axes=axes, at=at), axes[:, 0], 41, across=axes[:, 1])
    assert solid.volume == pytest.approx(4 / 3 * np.pi * 0.3 * 0.05 * 0.08, rel=0.01)
    assert solid.centroid() == pytest.approx(at, abs=1e-3)
    assert solid.strip().half_width == pytest.approx(0.05, rel=5e-3)


def test_volume_converges_with_the_stations():
    exact = 4 / 3 * np.pi * 0.3 * 0.05 * 0.08
    errors = [abs(tapered_from_mesh(ellipsoid(), (1.0, 0.0, 0.0), n).volume / exact - 1) for n in (4, 8, 16)]
    assert errors[0] > 3 * errors[1] > 6 * errors[2]


def test_a_box_keeps_its_faces():
    box = Surface.from_triangles(np.asarray(trimesh.creation.box((0.4, 0.1, 0.06)).triangles))
    stations = stations_from_mesh(box, (1.0, 0.0, 0.0), 5, across=(0.0, 1.0, 0.0))
    assert np.array(stations)[:, 1:] == pytest.approx(np.tile([0.05, 0.03], (5, 1)))


def test_what_is_refused():
    with pytest.raises(InputError, match="count"):
        stations_from_mesh(ellipsoid(), (1.0, 0.0, 0.0), 1)
    with pytest.raises(InputError, match="orthonormal"):
        stations_from_mesh(ellipsoid(), (2.0, 0.0, 0.0), 5)
    balls = [np.asarray(trimesh.creation.icosphere(radius=0.1).triangles) + np.array([x, 0, 0]) for x in (0.0, 1.0)]
    with pytest.raises(InputError, match="in one piece"):
        stations_from_mesh(Surface.from_triangles(np.concatenate(balls)), (1.0, 0.0, 0.0), 9)
