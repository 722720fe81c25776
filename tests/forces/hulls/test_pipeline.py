"""From a hull to its coefficients by both routes. Needs Capytaine."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from wave_table import needs_capytaine

from elver import InputError
from elver.forces.hulls import Scull, hull_from_mesh, hull_from_scull
from elver.forces.hulls.memory import fit_memory
from elver.forces.hulls.meshes import box

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


@pytest.mark.parametrize("seed", range(3))
def test_a_last_bit_of_the_table_decides_nothing(halves, seed):
    """Barrier steps near the edge of what is passive: with q as unknowns their matrices were singular in half of such cases."""
    table, rng = halves.table, np.random.default_rng(seed)
    noisy = replace(table, damping=table.damping * (1 + 1e-13 * rng.standard_normal(table.damping.shape)))
    found = fit_memory(noisy, reach=SHORT.beam / 2).model.transfer(table.frequencies)
    given = halves.memory.transfer(table.frequencies)
    assert np.abs(found - given).max() < 0.02 * np.abs(given).max()


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
