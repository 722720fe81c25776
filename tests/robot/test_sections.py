"""Tapered solids and plates: volume, centroid and inertia against quadrature, closed forms and a mesh."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import quad
from tolerances import ROUNDING, assert_close

from elver import Body, InitialState, InputError, Model, Robot, compile_model, simulate
from elver.forces import Morison
from elver.robot import EllipticCylinder, Plate, Tapered, TaperedStrip, axes_from

STATIONS = [(0.0, 0.0, 0.01), (0.1, 0.04, 0.06), (0.35, 0.05, 0.03), (0.5, 0.01, 0.0)]
AXES = axes_from([0.6, 0.8, 0], [0, 0, 1.0])
FISH = Tapered(STATIONS, at=(0.2, -0.1, 0.05), axes=AXES)


def half_axes(s):
    table = np.array(STATIONS)
    return np.interp(s, table[:, 0], table[:, 1]), np.interp(s, table[:, 0], table[:, 2])


def integral(of) -> float:
    def area(s):
        a, b = half_axes(s)
        return math.pi * a * b * of(s, a, b)

    return sum(quad(area, lo, hi, epsabs=1e-16, epsrel=1e-13)[0] for lo, hi in ((0, 0.1), (0.1, 0.35), (0.35, 0.5)))


def test_volume_centroid_and_inertia_are_those_of_quadrature():
    volume = integral(lambda s, a, b: 1)
    middle = integral(lambda s, a, b: s) / volume
    mean = [lambda s, a, b: (s - middle) ** 2, lambda s, a, b: a * a / 4, lambda s, a, b: b * b / 4]
    local = np.diag([integral(part) for part in mean])
    second = AXES @ local @ AXES.T
    centroid = np.array([0.2, -0.1, 0.05]) + middle * AXES[:, 0]
    inertia = np.trace(second) * np.eye(3) - second + volume * (centroid @ centroid * np.eye(3) - np.outer(centroid, centroid))
    assert FISH.volume == pytest.approx(volume, rel=1e-12)
    assert_close(FISH.centroid(), centroid, ROUNDING)
    assert_close(FISH.inertia(1000.0), 1000 * inertia, 10 * ROUNDING)


def test_cone_and_cylinder_are_the_closed_forms():
    cone = Tapered([(0, 0.0, 0.0), (0.3, 0.06, 0.02)])
    assert cone.volume == pytest.approx(math.pi * 0.06 * 0.02 * 0.3 / 3, rel=1e-13)
    assert cone.centroid()[0] == pytest.approx(0.3 * 3 / 4, rel=1e-13)
    straight = Tapered([(0, 0.03, 0.05), (0.1, 0.03, 0.05), (0.4, 0.03, 0.05)])
    cylinder = EllipticCylinder(0.4, 0.03, 0.05)
    assert_close(straight.inertia(700.0), cylinder.inertia(700.0), ROUNDING)
    assert straight.volume == pytest.approx(cylinder.volume, rel=1e-13)


def test_mesh_of_the_solid_has_the_same_volume_and_inertia():
    """Rings of 400 corners joined by triangles; the polygon's own shortfall is (2 pi / n)^2 / 6."""
    trimesh = pytest.importorskip("trimesh")
    n, stations = 400, [(0.0, 0.02, 0.01), (0.1, 0.04, 0.06), (0.35, 0.05, 0.03), (0.5, 0.01, 0.02)]
    around = np.linspace(0, 2 * np.pi, n, endpoint=False)
    fine = [(s, a, b) for s, a, b in resampled(stations, 40)]
    corners = np.array([[s, a * np.cos(t), b * np.sin(t)] for s, a, b in fine for t in around])
    faces = []
    for k in range(len(fine) - 1):
        for i in range(n):
            p, q, r, s = k * n + i, k * n + (i + 1) % n, (k + 1) * n + i, (k + 1) * n + (i + 1) % n
            faces += [(p, r, q), (q, r, s)]
    first, last = len(corners), len(corners) + 1
    corners = np.vstack([corners, [0, 0, 0], [0.5, 0, 0]])
    top = (len(fine) - 1) * n
    faces += [(first, i, (i + 1) % n) for i in range(n)] + [(last, top + (i + 1) % n, top + i) for i in range(n)]
    mesh = trimesh.Trimesh(corners, faces, process=False)
    mesh.fix_normals()
    solid, lack = Tapered(stations), (2 * np.pi / n) ** 2
    assert mesh.volume == pytest.approx(solid.volume, rel=lack)
    assert mesh.center_mass == pytest.approx(solid.centroid(), abs=lack)
    mesh.density = 1000.0
    c = mesh.center_mass
    about_origin = mesh.moment_inertia + mesh.mass * (c @ c * np.eye(3) - np.outer(c, c))
    assert about_origin == pytest.approx(solid.inertia(1000.0), rel=4 * lack, abs=1e-7)


def resampled(stations, pieces):
    table = np.array(stations)
    for s in np.unique(np.concatenate([np.linspace(0, table[-1, 0], pieces + 1), table[:, 0]])):
        yield s, np.interp(s, table[:, 0], table[:, 1]), np.interp(s, table[:, 0], table[:, 2])


def test_strip_of_a_tapered_solid():
    strip = FISH.strip()
    assert (strip.length, strip.half_width, strip.half_height) == (0.5, 0.05, 0.06)
    assert strip.stations == tuple(tuple(map(float, row)) for row in STATIONS)
    assert Body.solid("fish", FISH, 1000.0).strip.stations == strip.stations
    assert sum(ds for _, ds, _, _ in strip.sections(4)) == pytest.approx(0.5)
    assert FISH.surface().shape[1] == 3


def test_plate_is_a_box_with_the_strip_of_its_height():
    plate = Plate(0.2, 0.002, 0.08, at=(0.1, 0, 0))
    strip = plate.strip()
    assert np.allclose(strip.start, 0)
    assert (strip.length, strip.half_width, strip.half_height) == (0.2, 0.001, 0.04)
    assert plate.volume == pytest.approx(0.2 * 0.002 * 0.08)


@pytest.mark.parametrize(
    ("stations", "message"),
    [
        ([(0, 0.1, 0.1)], "two or more rows"),
        ([(0, 0.1), (1, 0.1)], "two or more rows"),
        (3.0, "two or more rows"),
        ([(0.1, 0.1, 0.1), (1, 0.1, 0.1)], "increasing from 0"),
        ([(0, 0.1, 0.1), (1, 0.1, 0.1), (1, 0.1, 0.1)], "increasing from 0"),
        ([(0, -0.1, 0.1), (1, 0.1, 0.1)], "half_width"),
        ([(0, 0.0, 0.1), (1, 0.0, 0.1)], "half axis is 0 everywhere"),
        ([(0, 0.1, math.nan), (1, 0.1, 0.1)], "half_height"),
    ],
)
def test_bad_stations(stations, message):
    for kind in (Tapered, lambda rows: TaperedStrip(np.zeros(3), np.eye(3), stations=rows)):
        with pytest.raises(InputError, match=message):
            kind(stations)


def test_stations_may_be_free_parameters():
    """A fin whose height is free: mass, inertia and water follow it; a height that makes no fin is refused."""
    body = Body.solid("fin", Tapered([(0, 0.01, 0.02), (0.3, 0.005, 0.05)], at=(0.1, 0, 0)), 1000.0)
    model = Model("fin", Robot("fin", [body]), {"water": Morison()}, start=InitialState(twist=(0.3, 0.2, 0.1, 0.5, 0.4, 1.0)))
    path = "robot.bodies.fin.shape.stations.1.2"
    free = model.freed(path)
    assert isinstance(free.robot.bodies[0].strip, TaperedStrip)
    program = compile_model(free)
    for height in (0.05, 0.08):
        shape = Tapered([(0, 0.01, 0.02), (0.3, 0.005, height)], at=(0.1, 0, 0))
        fixed = replace(model, robot=Robot("fin", [Body.solid("fin", shape, 1000.0)]))
        run, expected = simulate(program, 0.3, parameters={path: height}), simulate(fixed, 0.3)
        assert run.data.base_twist.values == pytest.approx(expected.data.base_twist.values, abs=1e-11)
    with pytest.raises(InputError, match="half_height"):
        simulate(program, 0.1, parameters={path: -0.01})


def test_a_free_plate():
    body = Body.solid("fin", Plate(0.2, 0.002, 0.08, at=(0.1, 0, 0)), 1000.0)
    free = Model("fin", Robot("fin", [body]), {"water": Morison()}).freed("robot.bodies.fin.shape.l3")
    assert simulate(free, 0.1, parameters={"robot.bodies.fin.shape.l3": 0.1}).status == "finished"
