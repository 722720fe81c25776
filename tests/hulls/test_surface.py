"""Closed surfaces: volumes and waterplanes against closed forms, files, and what is refused."""

from __future__ import annotations

import contextlib
import math

import numpy as np
import pytest

from elver import InputError
from elver.hulls import Scull, Surface, read_stl, write_stl
from elver.hulls.floating import float_hull, turned
from elver.hulls.forms import box, sphere
from elver.hulls.surface import checked, clipped, refined, wetted
from tolerances import ROUNDING, assert_close


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


def test_a_drawing_in_millimetres_is_scaled(tmp_path):
    write_stl(Surface(1000 * box(2.0, 0.6, 0.2).vertices, box(2.0, 0.6, 0.2).faces), tmp_path / "mm.stl")
    assert read_stl(tmp_path / "mm.stl", scale=1e-3).volume == pytest.approx(2.0 * 0.6 * 0.3, rel=1e-6)
    with pytest.raises(InputError, match="scale"):
        read_stl(tmp_path / "mm.stl", scale=-1.0)


@pytest.mark.parametrize("kind", ["binary", "text"])
def test_stl_comes_back(tmp_path, kind):
    hull, path = Scull().surface(30, 4), tmp_path / "hull.stl"
    if kind == "binary":
        write_stl(hull, path)
    else:
        facets = ["facet normal 0 0 0\nouter loop"]
        lines = ["solid hull"]
        for t in hull.triangles:
            corners = [f"vertex {p[0]:.9g} {p[1]:.9g} {p[2]:.9g}" for p in t]
            lines += [*facets, *corners, "endloop\nendfacet"]
        path.write_text("\n".join([*lines, "endsolid"]))
    back = checked(read_stl(path), "hull")
    assert back.volume == pytest.approx(hull.volume, rel=1e-6)


@pytest.mark.parametrize("content", [b"", b"not a mesh", b"\x00" * 200, b"solid x\nvertex 1 2\nendsolid", b"vertex a b c"])
def test_other_files_are_refused(tmp_path, content):
    path = tmp_path / "thing.stl"
    path.write_bytes(content)
    with pytest.raises(InputError, match="STL"):
        read_stl(path)


def test_missing_file_is_refused(tmp_path):
    with pytest.raises(InputError, match="cannot read"):
        read_stl(tmp_path / "none.stl")


def test_a_hole_is_refused_with_its_number_of_edges():
    whole = box(1, 1, 0.5)
    with pytest.raises(InputError, match="not watertight: 4 of its edges"):
        checked(Surface(whole.vertices, whole.faces[:-1]), "box")


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


def damaged(good: bytes, count: int, seed: int):
    """Copies of a file with flipped bits, pieces cut out, or numbers replaced."""
    rng = np.random.default_rng(seed)
    for k in range(count):
        data = bytearray(good)
        if k % 4 == 0:
            del data[int(rng.integers(len(data))) :]
        elif k % 4 == 1:
            start = int(rng.integers(len(data)))
            del data[start : start + int(rng.integers(1, 60))]
        else:
            for place in rng.integers(0 if k % 4 == 2 else 84, len(data), int(rng.integers(1, 6))):
                data[place] ^= 1 << int(rng.integers(8))
        yield bytes(data)


@pytest.mark.parametrize("kind", ["binary", "text"])
def test_any_damage_to_a_mesh_is_refused_or_floats(tmp_path, kind):
    path, hull = tmp_path / "hull.stl", sphere(0.5, 4)
    write_stl(hull, path)
    if kind == "text":
        lines = [f"vertex {x!r} {y!r} {z!r}" for x, y, z in hull.triangles.reshape(-1, 3).tolist()]
        path.write_text("solid hull\n" + "\n".join(lines) + "\nendsolid\n")
    good = path.read_bytes()
    floating = 0
    for data in (good, *damaged(good, 200, 0)):
        path.write_bytes(data)
        with contextlib.suppress(InputError):
            float_hull(read_stl(path), 150.0, (0.0, 0.0, -0.1))
            floating += 1
    assert 1 <= floating < 150


def test_meshes_of_no_size_or_beyond_all_bounds_are_refused(tmp_path):
    path = tmp_path / "hull.stl"
    for factor in (0.0, 1e-6, 1e9, 1e30):
        write_stl(Surface(factor * box(2.0, 0.6, 0.2).vertices, box(2.0, 0.6, 0.2).faces), path)
        with pytest.raises(InputError, match="m large"):
            read_stl(path)
    with pytest.raises(InputError, match=r"m large|finite"):
        read_stl(path, scale=1e300)
