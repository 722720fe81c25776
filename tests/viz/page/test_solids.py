"""Bodies as triangles: volumes by the divergence theorem against the shapes' own, sharing, bones."""

from __future__ import annotations

import base64

import numpy as np
import pytest

import elver
from elver.robot import Compound, EllipticCylinder, HalfEllipsoid
from elver.robot.shapes import Tapered
from elver.simulation.finish import described_robot
from elver.viz.page.geometry import (
    Form,
    Solid,
    body_solids,
    bone,
    convex,
    joined,
    morphs_of,
    moved_points,
    moves_of,
    quadrilateral,
    shared_meshes,
    world_points,
)


def volume(solid: Solid) -> float:
    """Enclosed volume [m^3]; negative where triangles are turned inside out."""
    a, b, c = np.moveaxis(solid.points[solid.triangles], 1, 0)
    return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6)


def data_of(bodies, joints=(), places=None):
    """The data set of a robot at one sample, all frames along the world's axes."""
    import xarray as xr

    robot = elver.Robot("thing", bodies, joints, base="free")
    count = len(robot.bodies)
    own = described_robot(robot)
    places = np.zeros((1, count, 3)) if places is None else np.asarray(places, dtype=float)[None]
    turns = np.broadcast_to([1.0, 0.0, 0.0, 0.0], (1, count, 4))
    motion = {"body_position": (("time", "body", "axis"), places), "body_quaternion": (("time", "body", "quaternion"), turns)}
    return xr.Dataset({**own, **motion}, {"body": list(robot.body_names), "axis": list("xyz")})


def test_a_box_is_twelve_triangles_turned_outwards():
    shape = elver.robot.Box(1.0, 2.0, 3.0, at=np.array([0.3, 0.0, -1.0]))
    found = convex(shape.surface())
    assert found is not None
    assert found.triangles.shape == (12, 3)
    assert volume(found) == pytest.approx(6.0)


@pytest.mark.parametrize("shape", [elver.robot.Ellipsoid(0.5, 0.1, 0.2), elver.robot.Rod(1.0, 0.1), HalfEllipsoid(0.3, 0.1, 0.2)])
def test_round_shapes_nearly_fill_their_volume(shape):
    found = convex(shape.surface())
    assert found is not None
    assert 0.88 * shape.volume < volume(found) < shape.volume
    assert len(found.points) < 140  # poles are one point, not sixteen


def test_points_that_enclose_nothing_give_nothing():
    assert convex(np.zeros((0, 3))) is None
    assert convex(np.ones((5, 3))) is None
    assert convex(np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]], dtype=float)) is None


def test_a_compound_keeps_its_hollows():
    shape = Compound((EllipticCylinder(1.0, 0.1, 0.1), elver.robot.Ellipsoid(0.1, 0.4, 0.4, at=np.array([0.5, 0.0, 0.0]))))
    data = data_of([elver.Body.solid("thing", shape, 1000.0)])
    (found,) = body_solids(data)
    assert volume(found) == pytest.approx(shape.volume, rel=0.1)
    assert volume(convex(shape.surface())) > 1.5 * shape.volume  # as one convex hull it would be a spindle


def test_a_waist_is_seen():
    shape = Tapered(((0.0, 0.1, 0.1), (0.5, 0.02, 0.02), (1.0, 0.1, 0.1)))
    (found,) = body_solids(data_of([elver.Body.solid("thing", shape, 1000.0)]))
    assert volume(found) == pytest.approx(shape.volume, rel=0.1)


def test_blades_are_thin_quadrilaterals():
    blade = elver.robot.Blade((0, 0, 0), (0, 1, 0), (1, 0, 0), (0, 0, 1), 0.5, 0.1)
    (found,) = body_solids(data_of([elver.Body.solid("wing", elver.robot.Box(0.1, 0.5, 0.001), 100.0, blade=blade)]))
    assert found.thin
    assert np.allclose(found.points, blade.corners())


def test_bodies_without_a_shape_have_bones():
    heavy = [elver.Body(name, 1.0, np.array([0.0, 0.0, 0.1]), np.eye(3)) for name in ("one", "two")]
    data = data_of(heavy, [elver.Joint("hinge", "one", "two", d=0.5)], [[0, 0, 0], [0.5, 0, 0]])
    one, two = body_solids(data)
    assert one.points[:, 0].max() == pytest.approx(0.5)  # from the joint that carries it to the next
    assert two.points[:, 2].max() == pytest.approx(0.1)  # to its centre of mass
    assert volume(one) > 0


def test_virtual_links_of_a_machine_with_shapes_are_not_drawn():
    bodies = [
        elver.Body.solid("one", elver.robot.Box(1, 1, 1), 100.0),
        elver.Body("frame"),
        elver.Body.solid("two", elver.robot.Rod(1, 0.1), 1.0),
    ]
    joints = [elver.Joint("a", "one", "frame"), elver.Joint("b", "frame", "two")]
    data = data_of(bodies, joints)
    assert [solid is None for solid in body_solids(data)] == [False, True, False]


def test_equal_bodies_share_a_mesh(swimmer_run):
    solids = body_solids(swimmer_run.data)
    meshes, numbers = shared_meshes(solids)
    assert len(meshes) < len(solids)
    points = np.frombuffer(base64.b64decode(meshes[numbers[3]]["points"]), "<f4").reshape(-1, 3)
    corners = np.frombuffer(base64.b64decode(meshes[numbers[3]]["triangles"]), "<u2").reshape(-1, 3)
    assert np.allclose(points, solids[3].points, atol=1e-5)
    assert (corners == solids[3].triangles).all()


def test_many_points_need_wide_numbers():
    strip = np.column_stack([np.linspace(0, 1, 70_000), np.zeros(70_000), np.zeros(70_000)])
    (mesh,), _ = shared_meshes([Solid(strip, np.array([[0, 1, 69_999]]))])
    assert mesh["wide"]
    assert np.frombuffer(base64.b64decode(mesh["triangles"]), "<u4").tolist() == [0, 1, 69_999]


def test_places_in_the_world(swimmer_run):
    points = world_points(swimmer_run.data, body_solids(swimmer_run.data))
    assert np.ptp(points[:, 0]) == pytest.approx(1.4, rel=0.2)  # ten links of 0.14 m


def test_joined_and_bone():
    both = joined([quadrilateral(np.eye(4)[:, :3]), quadrilateral(np.eye(4)[:, :3])])
    assert both.triangles.max() == 7
    assert convex(bone(np.zeros(3), 0.1)) is None


def test_forms_move_points_where_they_belong_together():
    first, longer = (data_of([elver.Body.solid("thing", elver.robot.Box(x, 1.0, 1.0), 1.0)]) for x in (1.0, 3.0))
    solids = body_solids(first)
    (points,) = moved_points(solids, first, longer)
    assert np.allclose(points, solids[0].points * [3.0, 1.0, 1.0])
    moves = moves_of(solids, first, Form("x", (1.0, 1.0, 3.0), first, longer))
    (morph,) = morphs_of([Form("x", (1.0, 1.0, 3.0), first, longer)], [moves], [0])
    far = np.frombuffer(base64.b64decode(morph["meshes"]["0"]["high"]), "<f4").reshape(-1, 3)
    assert np.allclose(far, solids[0].points * [2.0, 0.0, 0.0], atol=1e-5)
    still = Form("x", (1.0, 1.0, 3.0), first, first)
    assert morphs_of([still], [moves_of(solids, first, still)], [0]) == []
    other = data_of([elver.Body.solid("thing", elver.robot.Ellipsoid(1.0, 1.0, 1.0), 1.0)])
    assert moved_points(solids, first, other) is None
    assert moves_of(solids, first, Form("x", (1.0, 1.0, 3.0), first, other)) is None


def test_bones_follow_a_form_and_keep_their_thickness():
    def machine(length):
        heavy = [elver.Body(name, 1.0, np.array([0.0, 0.0, 0.1]), np.eye(3)) for name in ("one", "two")]
        return data_of(heavy, [elver.Joint("hinge", "one", "two", d=length)], [[0, 0, 0], [length, 0, 0]])

    first, longer = machine(0.5), machine(1.5)
    solids = body_solids(first)
    one, two = moved_points(solids, first, longer)
    assert one[:, 0].max() == pytest.approx(1.5)
    assert np.allclose(np.ptp(one[:, 1]), np.ptp(solids[0].points[:, 1]))
    assert np.allclose(two, solids[1].points)
