"""Sections measured on meshes."""

from __future__ import annotations

import numpy as np
import pytest

from elver import Body, InputError
from elver.forces import CrossFlowDrag, Morison, SharpEdgedDrag
from elver.forces.hulls import Surface, drag_from_mesh, stations_from_mesh, tapered_from_mesh
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


def rounded_box(length=0.8, width=0.1, height=0.06, corner=0.0) -> Surface:
    """A bar along x whose section is a rectangle with round corners of a radius [m]."""
    turn = np.linspace(0, np.pi / 2, 17)
    ring = [
        (sy * (width / 2 - corner) + corner * np.cos(t + start), sz * (height / 2 - corner) + corner * np.sin(t + start))
        for (sy, sz), start in zip(((1, 1), (-1, 1), (-1, -1), (1, -1)), np.arange(4) * np.pi / 2, strict=True)
        for t in turn
    ]
    ends = [np.array([(x, y, z) for y, z in ring]) for x in (-length / 2, length / 2)]
    middles = [end.mean(axis=0) for end in ends]
    triangles = []
    for k in range(len(ring)):
        n = (k + 1) % len(ring)
        triangles += [(ends[0][k], ends[1][n], ends[1][k]), (ends[0][k], ends[0][n], ends[1][n])]
        triangles += [(middles[0], ends[0][n], ends[0][k]), (middles[1], ends[1][k], ends[1][n])]
    return Surface.from_triangles(np.array(triangles))


ALONG, ACROSS = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)


def test_an_ellipsoid_and_a_cylinder_have_curves_of_round_sections():
    """By the length over the height that the flow meets: of e2 the height, of e3 the width, both on the mean of their areas."""
    drag = drag_from_mesh(ellipsoid(), ALONG, 21, ACROSS)
    assert all(isinstance(curve, CrossFlowDrag) for curve in drag.values())
    assert drag["drag_e2"].slenderness * 0.08 == pytest.approx(drag["drag_e3"].slenderness * 0.05, rel=1e-3)
    rod = Surface.from_triangles(np.asarray(trimesh.creation.cylinder(0.03, 0.6, sections=96).triangles))
    drag = drag_from_mesh(rod, (0.0, 0.0, 1.0), 9)
    assert all(isinstance(curve, CrossFlowDrag) for curve in drag.values())
    assert [curve.slenderness for curve in drag.values()] == pytest.approx([10.0, 10.0], rel=5e-3)


def test_a_bar_has_sharp_edges_until_they_are_rounded():
    sharp = drag_from_mesh(rounded_box(), ALONG, 9, ACROSS)
    assert all(isinstance(curve, SharpEdgedDrag) for curve in sharp.values())
    assert sharp["drag_e2"].slenderness == pytest.approx(0.8 / 0.06)
    assert sharp["drag_e3"].slenderness == pytest.approx(0.8 / 0.1)
    assert isinstance(drag_from_mesh(rounded_box(corner=0.004), ALONG, 9, ACROSS)["drag_e2"], SharpEdgedDrag)
    assert isinstance(drag_from_mesh(rounded_box(corner=0.02), ALONG, 9, ACROSS)["drag_e2"], CrossFlowDrag)
    inside_out = rounded_box()
    inside_out = Surface(inside_out.vertices, inside_out.faces[:, ::-1])
    assert drag_from_mesh(inside_out, ALONG, 9, ACROSS) == sharp


def test_a_mesh_gives_strips_their_drag():
    """A square bar, 12 heights long, across the flow: 2.05 by the ratio of the section, times the reduction for its ends."""
    from force_validator import Evaluated

    mesh = rounded_box(1.2, 0.1, 0.1)
    body = Body.solid("bar", tapered_from_mesh(mesh, ALONG, 5, ACROSS), 1000.0)
    law = Morison(**drag_from_mesh(mesh, ALONG, 5, ACROSS))
    force = Evaluated(law, body).wrench(np.array([0, 0.5, 0, 0, 0, 0]))[1]
    curve = SharpEdgedDrag(slenderness=12.0)
    assert -force / (0.5 * 1000 * 0.25 * 0.12) == pytest.approx(float(curve.coefficient(0.5, 0.05, 0.05)), rel=1e-3)
    assert float(SharpEdgedDrag().coefficient(0.5, 0.05, 0.05)) == pytest.approx(2.1, rel=0.05)


def test_what_is_refused():
    with pytest.raises(InputError, match="count"):
        stations_from_mesh(ellipsoid(), (1.0, 0.0, 0.0), 1)
    with pytest.raises(InputError, match="orthonormal"):
        stations_from_mesh(ellipsoid(), (2.0, 0.0, 0.0), 5)
    balls = [np.asarray(trimesh.creation.icosphere(radius=0.1).triangles) + np.array([x, 0, 0]) for x in (0.0, 1.0)]
    with pytest.raises(InputError, match="in one piece"):
        stations_from_mesh(Surface.from_triangles(np.concatenate(balls)), (1.0, 0.0, 0.0), 9)
