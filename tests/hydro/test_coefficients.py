"""The shipped coefficients, their file, and files that are none."""

from __future__ import annotations

import json

import numpy as np
import pytest

from elver import InputError
from elver.hydro import Scull, load_hull
from tolerances import assert_close


def test_shipped_scull_is_the_hull_it_says():
    c, scull = load_hull(), Scull()
    assert c.provenance["length"] == scull.length
    assert c.provenance["solver"].startswith("capytaine ")
    assert c.mass == pytest.approx(1000 * scull.volume, rel=1e-6)
    half = scull.length / 2  # waterplane of half breadth beam/2 (1 - xi^2)
    area, second = 2 / 3 * scull.length * scull.beam, scull.beam * half**3 * 2 * (1 / 3 - 1 / 5)
    assert c.restoring[0, 0] == pytest.approx(9810 * area, rel=2e-3)
    assert c.restoring[2, 2] == pytest.approx(9810 * second, rel=2e-3)
    assert c.length == pytest.approx(scull.length, rel=1e-2)
    assert 100 < c.added[2, 2] < 180
    for group in c.fit["groups"]:
        for name in {"heave", "pitch"} & set(group["freedoms"]):
            assert group["force_error"][name] < 0.01


def test_strip_theory_gives_the_same_added_mass_at_infinite_frequency():
    """Half-elliptic sections on a free surface at infinite frequency: heave pi/2 rho b^2 per length, sway 2/pi rho d^2.

    (J. N. Newman, Marine Hydrodynamics, 1977, for the half circle; sections of a slender hull act as in two dimensions.)
    """
    c, scull = load_hull(), Scull()
    x = np.linspace(-1, 1, 4001)
    heave = np.trapezoid(np.pi / 2 * 1000 * scull.half_breadth(x) ** 2, x) * scull.length / 2
    sway = np.trapezoid(2 / np.pi * 1000 * scull.depth(x) ** 2, x) * scull.length / 2
    assert c.added[2, 2] == pytest.approx(heave, rel=0.06)
    assert c.added[1, 1] == pytest.approx(sway, rel=0.12)
    assert c.added[2, 2] < heave  # the water escapes round the ends


def test_round_trip(tmp_path):
    c = load_hull()
    c.save(tmp_path / "hull.json")
    back = load_hull(tmp_path / "hull.json")
    assert_close(back.added, c.added, 1e-6)
    assert_close(back.memory.F, c.memory.F, 1e-15)
    assert_close(back.table.damping, c.table.damping, 1e-6)
    assert back.provenance == c.provenance


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not JSON"),
        ("[1]", "not a file of hull coefficients"),
        ('{"format": "elver hull 1", "mas": 1}', "density"),
    ],
)
def test_other_files_are_refused(tmp_path, text, message):
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        load_hull(path)
    with pytest.raises(InputError, match="cannot read"):
        load_hull(tmp_path / "none.json")


def test_numbers_that_make_no_sense_are_refused(tmp_path):
    c = load_hull()
    c.save(tmp_path / "a.json")
    plain = json.loads((tmp_path / "a.json").read_text())
    for key, value in (("wetted_area", -1.0), ("restoring", [[1, 2], [3, 4]]), ("mass", 0)):
        (tmp_path / "b.json").write_text(json.dumps({**plain, key: value}))
        with pytest.raises(InputError, match=key):
            load_hull(tmp_path / "b.json")
