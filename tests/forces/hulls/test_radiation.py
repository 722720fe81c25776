"""Boundary elements against published values. Needs Capytaine."""

from __future__ import annotations

import math

import numpy as np
import pytest
from wave_table import needs_capytaine

from elver import InputError
from elver.forces.hulls import radiation
from elver.forces.hulls.hydrostatics import refined, wetted
from elver.forces.hulls.meshes import box, sphere
from elver.forces.hulls.radiation import MOST_PANELS, frequency_grid, radiation_table, surface_body, wetted_panels

# A. Hulme, J. Fluid Mech. 121 (1982) 443-463, table 1, heave: Ka -> added mass, damping over (2/3 pi rho a^3), (... times w).
HULME = {0.2: (0.7938, 0.2793), 0.5: (0.5861, 0.3391), 1.0: (0.4284, 0.2484), 2.0: (0.3884, 0.1031)}
COARSE = 0.015  # truncation: 480 flat panels on half a sphere (measured: 1.0 %)
DAMPING = (0.01, 0.02, 0.03, 0.06)  # the same; short waves are resolved less well (measured: 0.7, 1.1, 2.0, 4.9 %)


@pytest.fixture(scope="module", autouse=True)
def table():
    needs_capytaine()


@pytest.fixture(scope="module")
def hemisphere():
    """Radius 1 m; coefficients over the displaced mass of the panelled body."""
    surface = sphere(1.0, 16)
    w = np.sqrt(9.81 * np.array(list(HULME)))
    table = radiation_table(surface_body(surface, "sphere"), w)
    return table, 1000 * surface.volume / 2


@pytest.mark.parametrize("k", range(len(HULME)))
def test_heaving_hemisphere_is_hulmes(hemisphere, k):
    table, mass = hemisphere
    added, damping = list(HULME.values())[k]
    assert table.added[k, 2, 2] / mass == pytest.approx(added, rel=COARSE)
    assert table.damping[k, 2, 2] / mass / table.frequencies[k] == pytest.approx(damping, rel=DAMPING[k])


def test_infinite_frequency_is_half_the_displaced_mass(hemisphere):
    """The free surface acts as a zero of the potential: half the added mass of the whole sphere, exactly 1/2."""
    table, mass = hemisphere
    assert table.infinite[2, 2] / mass == pytest.approx(0.5, rel=COARSE)


def test_symmetries_of_a_body_of_revolution(hemisphere):
    table, mass = hemisphere
    assert table.infinite[0, 0] == pytest.approx(table.infinite[1, 1], rel=1e-2)
    assert np.abs(table.infinite[0, 1]) < 1e-3 * mass
    assert np.abs(table.infinite[3:, 3:]).max() < 0.02 * mass  # turning about its own centre moves no water


def test_zero_frequency_limit_is_stortis():
    """0.8310 at zero frequency (M. Storti, J. D'Elia, J. Fluids Eng. 126 (2004); Hulme's long-wave limit)."""
    surface = sphere(1.0, 16)
    table = radiation_table(surface_body(surface), [1e-3, 2e-3, 3e-3, 4e-3])
    assert table.added[0, 2, 2] / (500 * surface.volume) == pytest.approx(0.8310, rel=COARSE)


@pytest.mark.parametrize(("draft", "published"), [(0.5, 0.68), (1.0, 0.36)])
def test_heaving_box_is_half_a_published_prism(draft, published):
    """Under short waves a box is the lower half of a square prism, twice as deep, that moves along its axis in unbounded water.

    Its coefficient, over the displaced mass: DNV-RP-H103 (2011), table A-2, square prisms, b/a = 1 and 2. The table has two
    digits of old approximations: panels of 0.3, 0.2, 0.15 m on the cube give 0.663, 0.658, 0.649, towards 0.64, six per cent
    below its 0.68.
    """
    surface = refined(box(1.0, 1.0, draft, freeboard=0.2), 0.2)
    table = radiation_table(surface_body(surface, "box"), [1.0, 2.0, 3.0, 4.0])
    assert table.infinite[2, 2] / (1000 * draft) == pytest.approx(published, rel=0.07)


def test_a_box_of_twelve_triangles_gets_panels_for_the_shortest_wave():
    """The wave of the highest frequency is 0.63 beams long; at most 1000 panels are added, and a fine mesh stays as it is."""
    drawn = box(2.0, 0.6, 0.08, freeboard=0.3)
    panels = wetted_panels(drawn, 0.6)
    edges = np.linalg.norm(np.roll(panels.triangles, -1, axis=1) - panels.triangles, axis=2)
    assert edges.max() < 0.4 * 0.628 * 0.6  # twelve triangles allow a thousand more, not yet a fifth of the wave
    assert 500 < len(panels.faces) <= 1012
    assert wetted(panels).volume == pytest.approx(2.0 * 0.6 * 0.08, rel=1e-12)
    fine = refined(box(1.0, 1.0, 0.3), 0.12)
    assert len(wetted_panels(fine, 1.0).faces) == len(surface_body(fine).mesh.faces) < MOST_PANELS


def test_grid_and_limits():
    grid = frequency_grid(0.28, 40)
    assert len(grid) == 40
    assert grid[-1] == pytest.approx(math.sqrt(10 * 9.81 / 0.28))
    with pytest.raises(InputError, match="wetted panels"):
        surface_body(sphere(1.0, 120))


def test_missing_package_says_what_to_install(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "capytaine", None)
    with pytest.raises(InputError, match=r'pip install "elver\[hull\]"'):
        radiation.surface_body(box(1, 1, 0.3))
