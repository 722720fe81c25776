"""A run as a glTF file, read back by readers that share nothing with its writer."""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
from pathlib import Path

import numpy as np
import pytest
import xarray as xr
from scipy.spatial.transform import Rotation

import elver
from elver.results import Run
from elver.viz import write_glb

WEB = Path(__file__).parents[2] / "web"
VALIDATOR = WEB / "node_modules" / "gltf-validator"
WIDTH = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}


@pytest.fixture(scope="module", params=["eel", "aiko-obstacles", "scull-40"])
def run(request) -> Run:
    scenario = elver.scenario(request.param)
    return elver.simulate(scenario.prepared(), 0.5, solver=elver.Solver(dt=scenario.dt), save=elver.Save(every=10 * scenario.dt))


@pytest.fixture(scope="module")
def file(run, tmp_path_factory) -> Path:
    return write_glb(run, tmp_path_factory.mktemp("glb") / "run.glb")


def parts(path: Path) -> tuple[dict, bytes]:
    """JSON and numbers of a GLB file, by its specification."""
    content = path.read_bytes()
    magic, version, length = struct.unpack_from("<4sII", content)
    assert (magic, version, length) == (b"glTF", 2, len(content))
    size, kind = struct.unpack_from("<I4s", content, 12)
    assert kind == b"JSON"
    rest, name = struct.unpack_from("<I4s", content, 20 + size)
    assert (name, 28 + size + rest) == (b"BIN\0", length)
    return json.loads(content[20 : 20 + size]), content[28 + size :]


def array(whole: dict, block: bytes, number: int) -> np.ndarray:
    own = whole["accessors"][number]
    view = whole["bufferViews"][own["bufferView"]]
    kind = {5126: "<f4", 5125: "<u4"}[own["componentType"]]
    count = own["count"] * WIDTH[own["type"]]
    return np.frombuffer(block, kind, count, view["byteOffset"]).reshape(own["count"], -1).astype(float)


def motion(path: Path) -> dict[str, tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Times, places and rotations of every animated node, in the world of glTF with y up."""
    whole, block = parts(path)
    (animation,) = whole["animations"]
    root = whole["nodes"][whole["scenes"][whole["scene"]]["nodes"][0]]
    upright = Rotation.from_quat(root["rotation"])
    found: dict[str, dict[str, np.ndarray]] = {}
    for channel in animation["channels"]:
        sampler = animation["samplers"][channel["sampler"]]
        own = found.setdefault(whole["nodes"][channel["target"]["node"]]["name"], {})
        own["times"] = array(whole, block, sampler["input"])[:, 0]
        own[channel["target"]["path"]] = array(whole, block, sampler["output"])
        assert channel["target"]["node"] in root["children"]
    return {
        name: (own["times"], upright.apply(own["translation"]), upright * Rotation.from_quat(own["rotation"]))
        for name, own in found.items()
    }


def test_poses_are_those_of_the_run(run, file):
    """World z is glTF's y, and x stays: places to 1e-6 m, orientations to 1e-6 rad."""
    data, seen = run.data, motion(file)
    swap = np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]])
    assert len(seen) > 3
    wrong = 0.0  # what the inverse rotations would differ by
    for name, (times, places, turns) in seen.items():
        w, x, y, z = data.body_quaternion.sel(body=name).values.T
        assert times == pytest.approx(data.time.values - data.time.values[0], abs=1e-6)
        assert np.abs(places - data.body_position.sel(body=name).values @ swap.T).max() < 1e-6
        own, upright = Rotation.from_quat(np.column_stack([x, y, z, w])), Rotation.from_matrix(swap)
        assert (turns * (upright * own).inv()).magnitude().max() < 1e-6
        wrong = max(wrong, (turns * (upright * own.inv()).inv()).magnitude().max())
    assert wrong > 1e-2


def test_orientations_go_the_short_way(file):
    whole, block = parts(file)
    (animation,) = whole["animations"]
    for channel in animation["channels"]:
        if channel["target"]["path"] == "rotation":
            turns = array(whole, block, animation["samplers"][channel["sampler"]]["output"])
            assert np.abs(np.linalg.norm(turns, axis=1) - 1).max() < 1e-6
            assert (turns[1:] * turns[:-1]).sum(axis=1).min() > 0


def test_bodies_have_their_size_and_colours(run, file):
    """trimesh puts the meshes where the first sample has them: as far as the outlines of the bodies reach."""
    trimesh = pytest.importorskip("trimesh")
    scene, data = trimesh.load(file), run.data
    for name in scene.graph.nodes_geometry:
        if name not in data.body.values or "body_blade" in data:
            continue
        turn, key = scene.graph[name]
        points = trimesh.transform_points(scene.geometry[key].vertices, turn)
        place, quaternion, cloud = (data[v].sel(body=name).values for v in ("body_position", "body_quaternion", "body_outline"))
        cloud = cloud[np.isfinite(cloud[:, 0])]
        if not len(cloud) or scene.geometry[key].vertices.shape[0] < 4:
            continue
        world = (place[0] + Rotation.from_quat(np.roll(quaternion[0], -1)).apply(cloud))[:, [0, 2, 1]] * [1, 1, -1]
        assert np.abs(points.min(axis=0) - world.min(axis=0)).max() < 1e-5
        assert np.abs(points.max(axis=0) - world.max(axis=0)).max() < 1e-5
    colours = {tuple(g.visual.material.baseColorFactor) for g in scene.geometry.values()}
    assert len(colours) > 1


def test_faces_look_outwards(file):
    """The volume of every closed body is positive, and its normals are of unit length and on the side of its faces."""
    whole, block = parts(file)
    for mesh in whole["meshes"]:
        (faces,) = mesh["primitives"]
        points, normals = (array(whole, block, faces["attributes"][key]) for key in ("POSITION", "NORMAL"))
        corners = array(whole, block, faces["indices"])[:, 0].astype(int).reshape(-1, 3)
        assert np.abs(np.linalg.norm(normals, axis=1) - 1).max() < 1e-5
        a, b, c = (points[corners[:, k]] for k in range(3))
        flat = np.cross(b - a, c - a)
        assert (np.einsum("ij,ikj->ik", flat, normals[corners]) > 0).all()
        if not whole["materials"][faces["material"]].get("doubleSided"):
            assert np.einsum("ij,ij->", a - points.mean(axis=0), flat) > 0


def test_what_is_around_is_there(run, file):
    nodes = {node["name"]: node for node in parts(file)[0]["nodes"]}
    assert len([name for name in nodes if name.startswith("obstacle")]) == run.data.sizes.get("obstacle", 0)
    assert ("water" in nodes) == (run.data.attrs["model"] == "scull-40")  # the only one with a surface


@pytest.mark.skipif(shutil.which("node") is None or not VALIDATOR.is_dir(), reason="gltf-validator is not installed in web/")
def test_the_validator_of_khronos_finds_nothing(file, tmp_path):
    script = (
        "const v=require(process.argv[1]),fs=require('fs');"
        "v.validateBytes(new Uint8Array(fs.readFileSync(process.argv[2]))).then(r=>console.log(JSON.stringify(r.issues)))"
    )

    def issues(path: Path) -> dict:
        done = subprocess.run(["node", "-e", script, str(VALIDATOR), str(path)], capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    found = issues(file)
    assert (found["numErrors"], found["numWarnings"], found["numInfos"]) == (0, 0, 0), found["messages"]
    broken = tmp_path / "broken.glb"
    broken.write_bytes(file.read_bytes().replace(b'"VEC4"', b'"VEC3"'))
    assert issues(broken)["numErrors"] > 0


def test_what_is_refused(run, file, tmp_path):
    with pytest.raises(elver.InputError, match="overwrite"):
        write_glb(run, file)
    with pytest.raises(elver.InputError, match=r"\.glb"):
        write_glb(run, tmp_path / "run.gltf")
    with pytest.raises(elver.InputError, match="two or more"):
        write_glb(Run(run.data.isel(time=[0])), tmp_path / "one.glb")


def test_samples_that_are_not_finite_are_left_out(run, tmp_path):
    places = run.data.body_position.values.copy()
    places[3] = np.nan
    damaged = Run(run.data.assign(body_position=xr.DataArray(places, dims=run.data.body_position.dims)))
    for times, *_ in motion(write_glb(damaged, tmp_path / "run.glb")).values():
        assert len(times) == run.data.sizes["time"] - 1
