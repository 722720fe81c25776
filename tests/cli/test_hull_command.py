"""`elver hull` as a user meets it."""

from __future__ import annotations

import json

import numpy as np
import pytest

from elver.cli.main import main
from elver.hydro import Surface, load_hull, write_stl
from elver.hydro.forms import box, sphere


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def run(capsys, *arguments):
    code = main(["hull", *(str(a) for a in arguments)])
    out = capsys.readouterr()
    return code, out.out, out.err


def test_a_mesh_becomes_a_file_and_a_picture(capsys, tmp_path):
    pytest.importorskip("capytaine")
    write_stl(sphere(0.5, 8), "buoy.stl")
    mass = 0.3 * 1000 * sphere(0.5, 8).volume
    code, out, err = run(
        capsys, "buoy.stl", "--mass", mass, "--frequencies", 12, "--out", "buoy.json", "--picture", "buoy.png", "--json"
    )
    assert (code, err) == (0, "")
    report = json.loads(out)
    assert report["mass"] == pytest.approx(mass)
    assert report["pose"]["heave"] > 0.05  # lighter than half its volume: it floats higher
    c = load_hull("buoy.json")
    assert c.provenance["hull"] == "buoy"
    assert np.linalg.eigvalsh(c.added).min() >= -1e-9 * c.added.max()
    assert (tmp_path / "buoy.png").stat().st_size > 5000
    code, _, err = run(capsys, "buoy.stl", "--out", "buoy.json")
    assert code == 2
    assert "nothing is overwritten" in err


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
        (("box.stl", "--mass", "much"), "1 number"),
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
