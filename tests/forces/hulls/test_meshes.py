"""Meshes from files: what comes back, and what is refused."""

from __future__ import annotations

import builtins
import contextlib
import sys

import numpy as np
import pytest

from elver import InputError
from elver.forces.hulls import Scull, Surface, read_mesh, write_stl
from elver.forces.hulls.hydrostatics import checked, float_hull
from elver.forces.hulls.meshes import box, sphere

trimesh = pytest.importorskip("trimesh")


def test_a_drawing_in_millimetres_is_scaled(tmp_path):
    write_stl(Surface(1000 * box(2.0, 0.6, 0.2).vertices, box(2.0, 0.6, 0.2).faces), tmp_path / "mm.stl")
    assert read_mesh(tmp_path / "mm.stl", scale=1e-3).volume == pytest.approx(2.0 * 0.6 * 0.3, rel=1e-6)
    with pytest.raises(InputError, match="scale"):
        read_mesh(tmp_path / "mm.stl", scale=-1.0)


def text_stl(hull: Surface) -> bytes:
    """The surface as other programs write it in text form."""
    lines = ["solid hull"]
    for t in hull.triangles:
        lines += ["facet normal 0 0 0\nouter loop", *(f"vertex {x!r} {y!r} {z!r}" for x, y, z in t.tolist()), "endloop\nendfacet"]
    return "\n".join([*lines, "endsolid hull"]).encode()


def drawn(hull: Surface, kind: str, path) -> bytes:
    """The surface in a file of a kind."""
    if kind == "stl":
        write_stl(hull, path)
    elif kind == "text":
        path.write_bytes(text_stl(hull))
    else:
        exported = trimesh.Trimesh(
            hull.triangles.reshape(-1, 3), np.arange(3 * len(hull.triangles)).reshape(-1, 3), process=False
        )
        path.write_bytes(exported.export(file_type=kind).encode() if kind == "obj" else exported.export(file_type=kind))
    return path.read_bytes()


KINDS = {"stl": "hull.stl", "text": "hull.stl", "obj": "hull.obj", "ply": "hull.PLY"}


@pytest.mark.parametrize("kind", KINDS)
def test_a_mesh_comes_back(tmp_path, kind):
    hull = Scull().surface(30, 4)
    drawn(hull, kind, tmp_path / KINDS[kind])
    back = checked(read_mesh(tmp_path / KINDS[kind]), "hull")
    assert back.volume == pytest.approx(hull.volume, rel=1e-6)
    assert len(back.faces) == len(Surface.from_triangles(hull.triangles).faces)


@pytest.mark.parametrize("kept", [0, 60, 84, 342, 683])
def test_an_stl_file_that_was_cut_short_says_so(tmp_path, kept):
    """Whatever the reader stumbles over, and whichever packages it looks for then."""
    path = tmp_path / "hull.stl"
    write_stl(box(2.0, 1.0, 0.3), path)
    path.write_bytes(path.read_bytes()[:kept])
    says = f"promises 12 triangles and holds {(kept - 84) // 50}" if kept >= 84 else f"has {kept} bytes"
    with pytest.raises(InputError, match=rf"hull.stl' {says}.*The file is cut short"):
        read_mesh(path)


def test_a_text_stl_that_was_cut_short_says_so(tmp_path, monkeypatch):
    data = drawn(box(2.0, 1.0, 0.3), "text", tmp_path / "hull.stl")
    (tmp_path / "hull.stl").write_bytes(data[: len(data) // 2])

    def without_a_package(*_, **__):
        raise ModuleNotFoundError("chardet")

    with pytest.raises(InputError, match=r"has no .endsolid. at its end\. The file is cut short"):
        read_mesh(tmp_path / "hull.stl")
    monkeypatch.setattr("elver.forces.hulls.meshes.triangles", without_a_package)
    with pytest.raises(InputError, match=r"has no .endsolid. at its end\. The file is cut short"):
        read_mesh(tmp_path / "hull.stl")


def test_another_file_that_a_mesh_names_is_not_read(tmp_path, monkeypatch):
    """An OBJ may name materials; they are of no use here, and nothing is opened for them."""
    path = tmp_path / "hull.obj"
    path.write_bytes(b"mtllib /etc/hostname\nusemtl x\n" + drawn(box(2.0, 0.6, 0.2), "obj", path))
    opened, real = [], builtins.open

    def watched(name, *arguments, **options):
        opened.append(str(name))
        return real(name, *arguments, **options)

    monkeypatch.setattr(builtins, "open", watched)
    read_mesh(path)
    assert str(path) in opened
    assert not [name for name in opened if "hostname" in name]


@pytest.mark.parametrize("content", [b"", b"not a mesh", b"\x00" * 200, b"solid x\nvertex 1 2\nendsolid", b"vertex a b c"])
def test_other_files_are_refused(tmp_path, content):
    path = tmp_path / "thing.stl"
    path.write_bytes(content)
    with pytest.raises(InputError, match="STL"):
        read_mesh(path)


def test_missing_file_is_refused(tmp_path):
    with pytest.raises(InputError, match="cannot read"):
        read_mesh(tmp_path / "none.stl")


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


@pytest.mark.parametrize("kind", KINDS)
def test_any_damage_to_a_mesh_is_refused_or_floats(tmp_path, kind):
    path = tmp_path / KINDS[kind]
    good = drawn(sphere(0.5, 4), kind, path)
    floating = 0
    for data in (good, *damaged(good, 200, 0)):
        path.write_bytes(data)
        with contextlib.suppress(InputError):
            float_hull(read_mesh(path), 150.0, (0.0, 0.0, -0.1))
            floating += 1
    assert 1 <= floating < 150


def test_meshes_of_no_size_or_beyond_all_bounds_are_refused(tmp_path):
    path = tmp_path / "hull.stl"
    for factor in (0.0, 1e-6, 1e9, 1e30):
        write_stl(Surface(factor * box(2.0, 0.6, 0.2).vertices, box(2.0, 0.6, 0.2).faces), path)
        with pytest.raises(InputError, match="m large"):
            read_mesh(path)
    with pytest.raises(InputError, match=r"m large|finite"):
        read_mesh(path, scale=1e300)


# --- DAE --------------------------------------------------------------------------------------------------------------

DAE = """<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="centimeter" meter="0.01"/><up_axis>Y_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh><source id="p">
<float_array id="a" count="12">0 0 0 100 0 0 0 100 0 0 0 100</float_array>
<technique_common><accessor source="#a" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/><p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles></mesh></geometry>
</library_geometries><library_visual_scenes><visual_scene id="s">
<node><matrix>1 0 0 200 0 1 0 0 0 0 1 0 0 0 0 1</matrix><instance_geometry url="#g"/></node>
<node><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>"""


def test_a_dae_is_read_in_its_unit_with_all_its_nodes(tmp_path):
    """A corner of a cube of 100 cm twice, once moved by 200 cm; up stays what the numbers say."""
    pytest.importorskip("collada")
    path = tmp_path / "corner.dae"
    path.write_text(DAE)
    corners = read_mesh(path).triangles.reshape(-1, 3)
    np.testing.assert_allclose([corners.min(axis=0), corners.max(axis=0)], [[0, 0, 0], [3, 1, 1]], atol=1e-12)
    assert len(corners) == 24
    np.testing.assert_allclose(read_mesh(path, 2.0).triangles.reshape(-1, 3), 2 * corners)


@pytest.mark.parametrize("content", [b"PK\x03\x04", b"<!DOCTYPE a [<!ENTITY b 'c'>]><COLLADA/>", b"<COLLADA/>", b"nothing"])
def test_a_dae_that_is_none_is_refused(tmp_path, content):
    pytest.importorskip("collada")
    (tmp_path / "corner.dae").write_bytes(content)
    with pytest.raises(InputError, match=r"corner\.dae' .*Export the hull as"):
        read_mesh(tmp_path / "corner.dae")


def test_without_its_package_a_dae_says_what_brings_it(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "collada", None)
    (tmp_path / "corner.dae").write_text(DAE)
    with pytest.raises(InputError, match=r"'collada' is not installed, which reading DAE meshes needs.*elver\[hull\]"):
        read_mesh(tmp_path / "corner.dae")
