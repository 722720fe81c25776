"""From a hull to its coefficients by both routes. Needs Capytaine."""

from __future__ import annotations

import numpy as np
import pytest

from elver import InputError
from elver.hulls import Scull, hull_from_mesh, hull_from_scull
from elver.hulls.forms import box
from wave_table import needs_capytaine

SHORT = Scull(3.0, 0.5, 0.15)


@pytest.fixture(scope="module", autouse=True)
def table():
    needs_capytaine()


@pytest.fixture(scope="module")
def halves():
    """The parametric route: half the hull, its mirror image, panels in rows."""
    return hull_from_scull(SHORT, along=24, around=4, count=8)


@pytest.mark.long
def test_a_mesh_of_the_same_hull_gives_the_same_coefficients(halves):
    mesh = hull_from_mesh(SHORT.surface(24, 4), mass=halves.mass, centre=(0, 0, 0), count=8, name="short")
    assert mesh.restoring[0, 0] == pytest.approx(halves.restoring[0, 0], rel=0.02)
    for k in (1, 2, 4, 5):
        assert mesh.added[k, k] == pytest.approx(halves.added[k, k], rel=0.08)
    low = slice(1, 5)
    assert np.allclose(mesh.table.damping[low, 2, 2], halves.table.damping[low, 2, 2], rtol=0.08)


def test_the_frame_is_level_and_the_mass_is_afloat(halves):
    assert halves.mass == pytest.approx(1000 * SHORT.volume, rel=1e-9)
    assert abs(halves.pose["trim"]) < 1e-9
    assert halves.buoyancy == pytest.approx(halves.mass * 9.81)
    assert halves.provenance["panels_along"] == 24
    assert halves.fit["order"] == halves.memory.order > 4


def test_a_hull_drawn_above_the_water_needs_a_mass():
    lifted = box(1.0, 0.5, 0.2).moved(np.eye(3), np.array([0, 0, 5.0]))
    with pytest.raises(InputError, match="no part below z = 0"):
        hull_from_mesh(lifted)
