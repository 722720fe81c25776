"""`elver hull` as a user meets it."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import numpy as np
import pytest
from wave_table import needs_capytaine

from elver.cli.main import main
from elver.forces.hulls import Surface, load_excitation, load_hull, write_stl
from elver.forces.hulls.meshes import box, sphere
from elver.systems.scull.robot import scull_hull


def run(capsys, *arguments):
    code = main(["hull", *(str(a) for a in arguments)])
    out = capsys.readouterr()
    return code, out.out, out.err


def test_a_mesh_becomes_a_file_and_a_picture(capsys, tmp_path):
    needs_capytaine()
    write_stl(sphere(0.5, 8), "buoy.stl")
    mass = 0.3 * 1000 * sphere(0.5, 8).volume
    options = ("--mass", mass, "--centre", "0,0,-0.1", "--frequencies", 8)  # its metacentre is the middle of the sphere
    code, out, err = run(capsys, "buoy.stl", *options, "--out", "buoy.json", "--picture", "buoy.png", "--json")
    assert (code, err) == (0, "")
    report = json.loads(out)
    assert report["mass"] == pytest.approx(mass)
    assert report["warnings"] == []
    assert report["pose"]["heave"] > 0.05  # lighter than half its volume: it floats higher
    c = load_hull("buoy.json")
    assert c.provenance["hull"] == "buoy"
    assert c.draught + c.freeboard == pytest.approx(1.0)  # both ends of the sphere
    assert c.draught == pytest.approx(0.5 - report["pose"]["heave"], rel=1e-6)
    assert np.linalg.eigvalsh(c.added).min() >= -1e-9 * c.added.max()
    assert (tmp_path / "buoy.png").stat().st_size > 5000
    code, _, err = run(capsys, "buoy.stl", "--out", "buoy.json")
    assert code == 2
    assert "nothing is overwritten" in err


def test_loads_of_waves_are_written_beside_the_coefficients(capsys):
    needs_capytaine()
    write_stl(sphere(0.5, 6), "buoy.stl")
    options = ("--frequencies", 8, "--waves", "waves.nc", "--headings", "90,0", "--depth", 4, "--out", "buoy.json", "--json")
    code, out, _ = run(capsys, "buoy.stl", *options)
    assert code == 0
    report = json.loads(out)
    waves = load_excitation("waves.nc")
    assert np.degrees(waves.headings) == pytest.approx([0, 90])
    assert (waves.depth, waves.force.shape, waves.freedoms[2]) == (4.0, (8, 2, 6), "heave")
    assert report["waves"]["energy"] == pytest.approx(waves.checks["energy"].max(), rel=1e-6)
    assert "--waves waves.nc --headings 90,0 --depth 4" in load_hull("buoy.json").provenance["recipe"]


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (("--waves", "waves.json"), "must end in .nc"),
        (("--waves", "w.nc", "--headings", "0,0"), "different headings"),
        (("--waves", "w.nc", "--headings", "0,north"), "numbers separated by commas"),
        (("--depth", "-3"), "above 0"),
    ],
)
def test_waves_that_cannot_be_computed_are_refused_at_once(capsys, options, what):
    write_stl(box(2.0, 0.6, 0.2, 0.2), "box.stl")
    code, _, err = run(capsys, "box.stl", *options)
    assert (code, what in err) == (2, True), err


def test_sea_water(capsys, monkeypatch):
    """Density goes to the computation, to the file and into the recipe."""
    asked = {}

    def computed(surface, mass, centre, count, name, density, progress, **water):
        asked["density"] = density
        return replace(scull_hull(), density=density)

    write_stl(box(2.0, 0.6, 0.2, 0.2), "box.stl")
    monkeypatch.setattr("elver.forces.hulls.hull_from_mesh", computed)
    code, out, _ = run(capsys, "box.stl", "--density", "1025", "--out", "box.json", "--json")
    assert (code, asked["density"], json.loads(out)["density"]) == (0, 1025.0, 1025.0)
    assert load_hull("box.json").provenance["recipe"] == "elver hull box.stl --density 1025 --frequencies 40"
    run(capsys, "box.stl", "--out", "fresh.json")
    assert asked["density"] == 1000.0
    assert "--density" not in load_hull("fresh.json").provenance["recipe"]


def test_files_of_before_are_replaced_when_asked(capsys, monkeypatch, tmp_path):
    write_stl(box(2.0, 0.6, 0.2, 0.2), "box.stl")
    (tmp_path / "box.json").write_text("before")
    monkeypatch.setattr("elver.forces.hulls.hull_from_mesh", lambda *_, **__: scull_hull())
    code, _, err = run(capsys, "box.stl", "--out", "box.json")
    assert code == 2
    assert "Choose another name, or add --force." in err
    assert (tmp_path / "box.json").read_text() == "before"
    run(capsys, "box.stl", "--out", "box.json", "--force")
    assert load_hull("box.json").mass == scull_hull().mass


@pytest.mark.long
def test_a_box_of_twelve_triangles_is_refined_and_fitted(capsys):
    """In millimetres, with the diagonals of its faces as its only inner edges."""
    needs_capytaine()
    drawn = box(2.0, 0.6, 0.2, 0.2)
    write_stl(Surface(1000 * drawn.vertices, drawn.faces), "box.stl")
    options = ("--mass", 100, "--scale", 0.001, "--frequencies", 8, "--out", "box.json", "--picture", "box.png")
    code, out, err = run(capsys, "box.stl", *options)
    assert code == 0
    assert "warning" not in err
    assert "kg (surge, sway, heave)" in out
    assert "kg m^2 (roll, pitch, yaw)" in out
    assert "box.json, box.png" in out
    c = load_hull("box.json")
    assert c.provenance["wetted_panels"] > 500
    errors = {name: e for group in c.fit["groups"] for name, e in group["force_error"].items()}
    assert max(errors["heave"], errors["pitch"]) < 0.03
    assert c.added[2, 2] == pytest.approx(300.0, rel=0.02)  # 4102 panels: 299.7 kg


def test_a_poor_fit_is_a_warning_and_code_1(capsys, monkeypatch):
    monkeypatch.setattr("elver.cli.commands.hull.computed", lambda *_: poor)
    shipped = scull_hull()
    poor = replace(shipped, fit=shipped.fit | {"groups": [shipped.fit["groups"][0] | {"force_error": {"heave": 0.43}}]})
    code, out, err = run(capsys, "box.stl", "--out", "a.json")
    assert code == 1
    assert "warning: the memory of heave is fitted with an error of 43 %" in err
    assert "a.json" in out
    code, out, _ = run(capsys, "box.stl", "--out", "b.json", "--json")
    assert code == 1
    assert "43 %" in json.loads(out)["warnings"][0]


def test_a_hull_that_capsizes_is_a_warning(capsys, monkeypatch):
    """The file is good: what the machine carries may hold it upright, as oars do."""
    monkeypatch.setattr("elver.cli.commands.hull.computed", lambda *_: tall)
    tall = replace(scull_hull(), fit=scull_hull().fit | {"metacentric_heights": [-0.1034, 60.0]})
    code, _, err = run(capsys, "box.stl", "--out", "a.json")
    assert code == 0
    assert "warning: the metacentric height is -0.103 m in roll: upright the hull capsizes" in err
    code, out, _ = run(capsys, "box.stl", "--out", "b.json", "--json")
    (warning,) = json.loads(out)["warnings"]
    assert (code, warning) == (0, tall.warnings[0])
    assert "in pitch" not in warning
    assert load_hull("a.json").warnings == tall.warnings
    assert scull_hull().warnings == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "needs a mesh or --scull"),
        (("a.stl", "--scull", "8,0.3,0.1"), "not both"),
        (("none.stl",), "cannot read"),
        (("--scull", "8,0.3"), "3 numbers"),
        (("--scull", "8,-0.3,0.1"), "beam"),
        (("--scull", "8,0.3,0.1", "--mass", "3"), "own draft"),
        (("box.stl", "--mass", "99999"), "does not float"),
        (("open.stl",), "not watertight: 3 of its edges"),
        (("box.stl", "--mass", "much"), "is not a number"),
        (("box.stl", "--scale", "0"), "scale"),
        (("box.stl", "--density", "0"), "density"),
        (("box.stl", "--density", "salt"), "is not a number"),
        (("box.stl", "--scale", "1000"), "Drawn in millimetres"),
        (("--scull", "8,0.3,0.1", "--scale", "0.001"), "in metres"),
        (("box.stl", "--frequencies", "2"), "from 8 to 400"),
        (("box.stl", "--out", "nowhere/x.json"), "does not exist"),
    ],
)
def test_wrong_input_is_one_message_and_code_2(capsys, arguments, message):
    whole = box(2, 1, 0.3)
    write_stl(whole, "box.stl")
    triangles = Surface.from_triangles(whole.triangles)
    write_stl(Surface(triangles.vertices, triangles.faces[:-1]), "open.stl")
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert message in err
    assert out == ""


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--frequencies", "nan"), "not finite"),
        (("--frequencies", "inf"), "not finite"),
        (("--frequencies", "1e400"), "not finite"),
        (("--frequencies", "12.5"), "whole number from 8 to 400"),
        (("--scale", "nan"), "not finite"),
        (("--mass", "inf"), "not finite"),
        (("--centre", "0,nan,0"), "not finite"),
        (("--out", "a" * 300), "File name too long"),
        (("--out", "none/a.json"), "folder 'none' does not exist"),
        (("--out", "."), "exists"),
        (("--out", "/proc/a.json"), "cannot write|does not exist"),
        (("--picture", "a.gif"), "must end in .png, .svg, .pdf"),
        (("--picture", "b" * 300 + ".png"), "File name too long"),
        (("--out", "a.png", "--picture", "a.png"), "Give two names"),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_is_computed(capsys, monkeypatch, tmp_path, options, message):
    def never(*_, **__):
        raise AssertionError("computed")

    write_stl(box(2.0, 0.6, 0.2, 0.2), "box.stl")
    monkeypatch.setattr("elver.forces.hulls.hull_from_mesh", never)
    code, out, err = run(capsys, "box.stl", *options)
    assert (code, out) == (2, "")
    assert re.search(message, err)
    assert err.count("\n") == 1
    assert [p.name for p in tmp_path.iterdir()] == ["box.stl"]


def test_a_log_hears_of_the_progress_and_the_report_of_the_frames(capsys, monkeypatch):
    """Radiation takes minutes: a log gets plain lines, and the report says in which frame its places are."""

    def computed(surface, mass, centre, count, name, density, progress, **water):
        for w in range(count + 1) if progress else ():
            progress(float(w))
        made = scull_hull()
        pose = {"heave": 0.1, "trim": 0.0, "heel": 0.0}
        return replace(made, pose=pose, provenance={**made.provenance, "centre": [0.2, 0.0, -0.05]})

    write_stl(box(2.0, 0.6, 0.2, 0.2), "box.stl")
    monkeypatch.setattr("elver.forces.hulls.hull_from_mesh", computed)
    monkeypatch.setattr("elver._support.display.LINES", -1.0)
    _, out, err = run(capsys, "box.stl", "--frequencies", "8", "--out", "box.json")
    assert "radiation: 11 %, 1 of 9 frequencies" in err
    assert "fitting the memory" in err
    assert "\r" not in err
    assert re.search(r"centre of mass +0\.2, 0, -0\.05 m in the mesh's frame, 0\.2, 0, 0\.05 m in the hull's frame", out)
    assert "origin in the waterplane" in out
    _, out, err = run(capsys, "box.stl", "--out", "again.json", "--json")
    assert err == ""
    assert json.loads(out)["centre_of_mass"] == pytest.approx([0.2, 0.0, 0.05])
