"""Closed surfaces: volumes and waterplanes against closed forms, files, and what is refused."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from tolerances import ROUNDING, assert_close

from elver import InputError
from elver.forces.hulls import Scull, Surface
from elver.forces.hulls.hydrostatics import checked, clipped, refined, turned, wetted
from elver.forces.hulls.meshes import box, sphere


def test_box_is_the_closed_form():
    wet = wetted(box(2.0, 0.8, 0.3))
    assert wet.volume == pytest.approx(2.0 * 0.8 * 0.3, rel=1e-13)
    assert_close(wet.centre, [0, 0, -0.15], ROUNDING)
    assert wet.area == pytest.approx(2.0 * 0.8 + 2 * 0.3 * 2.8, rel=1e-13)
    assert_close(wet.waterplane, [1.6, 0, 0, 0.8 * 2.0**3 / 12, 0, 2.0 * 0.8**3 / 12], ROUNDING)


def test_tilted_box_keeps_the_volume_that_its_section_says():
    """A box rolled by 0.2 about an axis in its waterplane: the wedges that leave and enter are equal."""
    rolled = box(2.0, 0.8, 0.3, freeboard=0.3).moved(turned(0.0, 0.2), np.zeros(3))
    wet = wetted(rolled)
    assert wet.volume == pytest.approx(0.48, rel=1e-12)
    assert wet.waterplane[0] == pytest.approx(1.6 / math.cos(0.2), rel=1e-12)
    bm, phi = 0.8**2 / 12 / 0.3, 0.2  # wall-sided: the centre moves by BM tan(phi) across and BM tan(phi)^2 / 2 up
    across, up = -bm * math.tan(phi), -0.15 + 0.5 * bm * math.tan(phi) ** 2
    assert wet.centre[1] == pytest.approx(math.cos(phi) * across - math.sin(phi) * up, rel=1e-9)


def test_sphere_converges_to_its_closed_form_at_second_order():
    errors = [abs(wetted(sphere(1.0, n)).volume - 2 / 3 * math.pi) for n in (8, 16, 32)]
    assert 3.5 < errors[0] / errors[1] < 4.5
    assert 3.5 < errors[1] / errors[2] < 4.5


def test_scull_is_closed_and_displaces_its_volume():
    scull = Scull()
    surface = checked(scull.surface(), "scull")
    wet = wetted(surface)
    assert wet.volume == pytest.approx(scull.volume, rel=5e-3)
    assert wet.waterplane[0] == pytest.approx(2 / 3 * scull.length * scull.beam, rel=1e-3)
    assert 95 < 1000 * scull.volume < 110


def test_half_panels_and_lid_close_the_wetted_half():
    scull = Scull()
    side, lid = scull.half_panels(40, 6), scull.half_lid(40, 3)
    normal = [np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0]).sum(axis=0) / 2 for t in (side.triangles, lid.triangles)]
    assert normal[0][2] < 0  # the side looks down and out
    assert normal[0][1] > 0
    assert abs(normal[1][2]) == pytest.approx(-normal[0][2], rel=1e-12)  # same projected area


@pytest.mark.parametrize("surface", [box(2.0, 0.6, 0.1, 0.3), Scull().surface(10, 3)], ids=["box", "scull"])
def test_refined_surface_is_the_same_body_with_short_edges(surface):
    fine = checked(refined(surface, 0.15), "refined")  # watertight: neighbours are cut at the same places
    edges = np.linalg.norm(np.roll(fine.triangles, -1, axis=1) - fine.triangles, axis=2)
    assert edges.max() <= 0.15
    assert len(fine.faces) > 4 * len(surface.triangles)
    assert fine.volume == pytest.approx(surface.volume, rel=1e-12)
    assert_close(wetted(fine).waterplane, wetted(surface).waterplane, 1e-10)
    assert len(refined(fine, 0.15).faces) == len(fine.faces)
    with pytest.raises(InputError, match="size of the panels"):
        refined(surface, 0.0)


def test_a_hole_is_refused_with_its_number_of_edges():
    whole = box(1, 1, 0.5)
    with pytest.raises(InputError, match="not watertight: 4 of its edges"):
        checked(Surface(whole.vertices, whole.faces[:-1]), "box")


def test_a_hole_is_refused_with_the_place_of_an_edge():
    whole = box(1, 1, 0.5)
    missing = whole.faces[-1]
    with pytest.raises(InputError) as refusal:
        checked(Surface(whole.vertices, whole.faces[:-1]), "box")
    ends = [tuple(map(float, text.split(","))) for text in re.findall(r"\((.*?)\)", str(refusal.value))[:2]]
    corners = {tuple(v) for v in whole.vertices[missing].tolist()}
    assert set(ends) <= corners
    assert len(set(ends)) == 2


def test_a_panel_turned_round_and_a_hull_inside_out_are_refused():
    whole = box(1, 1, 0.5)
    faces = whole.faces.copy()
    faces[0] = faces[0][::-1]
    with pytest.raises(InputError, match="not watertight"):
        checked(Surface(whole.vertices, faces), "box")
    with pytest.raises(InputError, match="negative area"):
        checked(Surface(whole.vertices, whole.faces[:, ::-1]), "box")


def test_clipping_keeps_area_below_and_drops_what_is_above():
    t = box(1, 1, 0.5).triangles
    kept = clipped(t)
    assert kept[:, :, 2].max() <= 0
    assert len(clipped(t + np.array([0, 0, 5.0]))) == 0
