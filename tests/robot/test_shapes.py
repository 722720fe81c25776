"""Solids: volume, centroid and inertia against integration over their points; silhouettes; strips."""

from __future__ import annotations

import numpy as np
import pytest
from tolerances import assert_close

from elver import Body, InputError
from elver.robot import Box, Compound, Ellipsoid, EllipticCylinder, HalfEllipsoid, Rod, axes_from

TURN = axes_from([0.6, 0.8, 0.0], [0.0, 0.0, 1.0])
PLACE = np.array([0.3, -0.1, 0.2])
SOLIDS = {
    "ellipsoid": (Ellipsoid(0.5, 0.3, 0.2, at=PLACE, axes=TURN), lambda x: (x / [0.5, 0.3, 0.2]) ** 2 @ np.ones(3) < 1),
    "half": (
        HalfEllipsoid(0.5, 0.3, 0.2, at=PLACE, axes=TURN),
        lambda x: ((x / [0.5, 0.3, 0.2]) ** 2 @ np.ones(3) < 1) & (x[:, 0] > 0),
    ),
    "cylinder": (
        EllipticCylinder(0.5, 0.3, 0.2, at=PLACE, axes=TURN),
        lambda x: (x[:, 1] / 0.3) ** 2 + (x[:, 2] / 0.2) ** 2 < 1,
    ),
    "rod": (Rod(0.5, 0.2, at=PLACE, axes=TURN), lambda x: x[:, 1] ** 2 + x[:, 2] ** 2 < 0.04),
    "box": (Box(1.0, 0.6, 0.4, at=PLACE, axes=TURN), lambda x: np.full(len(x), True)),
}


def sampled(shape, inside, n=160):
    """Volume, centroid and inertia (density 1) by counting cells of a grid over the shape's bounding box."""
    local = shape.local_surface()
    low, high = local.min(axis=0), local.max(axis=0)
    cells = [low[k] + (np.arange(n) + 0.5) * (high[k] - low[k]) / n for k in range(3)]
    points = np.stack(np.meshgrid(*cells, indexing="ij"), axis=-1).reshape(-1, 3)
    points = shape.at + points[inside(points)] @ shape.axes.T
    cell = np.prod((high - low) / n)
    square = np.einsum("ni,nj->ij", points, points)
    return cell * len(points), points.mean(axis=0), cell * (np.trace(square) * np.eye(3) - square)


@pytest.mark.parametrize("name", SOLIDS)
def test_solid_against_counting_its_cells(name):
    shape, inside = SOLIDS[name]
    volume, centroid, inertia = sampled(shape, inside)
    assert shape.volume == pytest.approx(volume, rel=2e-3)
    assert shape.centroid() == pytest.approx(centroid, abs=1e-3)
    assert_close(shape.inertia(1.0), inertia, 3e-3)


def test_two_halves_make_a_whole():
    halves = Compound((HalfEllipsoid(0.5, 0.3, 0.2), HalfEllipsoid(0.5, 0.3, 0.2, axes=axes_from([-1.0, 0, 0], [0, 1.0, 0]))))
    whole = Ellipsoid(0.5, 0.3, 0.2)
    assert halves.volume == pytest.approx(whole.volume)
    assert_close(halves.inertia(3.0), whole.inertia(3.0), 1e-13)
    assert halves.centroid() == pytest.approx(np.zeros(3), abs=1e-15)
    assert halves.strip().length == pytest.approx(1.0)
    assert halves.strip().start == pytest.approx([-0.5, 0, 0])


def test_solid_body_has_central_inertia_of_its_shape():
    body = Body.solid("b", SOLIDS["cylinder"][0], 700.0)
    again = Body.central("b", body.mass, body.centre_of_mass, body.central_inertia)
    assert_close(again.inertia, body.inertia, 1e-12)


@pytest.mark.parametrize("length", [0.0, -1.0, float("nan"), "long"])
def test_bad_lengths_are_refused(length):
    with pytest.raises(InputError, match=r"Rod\.length"):
        Rod(length, 0.1)


def test_axes_must_be_orthonormal():
    with pytest.raises(InputError, match="orthonormal"):
        axes_from([1.0, 0, 0], [0.5, 0.5, 0])
    with pytest.raises(InputError, match="no parts"):
        Compound(())
