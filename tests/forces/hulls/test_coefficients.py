"""The shipped coefficients, their file, and files that are none."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from tolerances import assert_close

from elver import InputError
from elver._support.errors import WriteError
from elver.forces import Hull
from elver.forces.hulls import Scull, load_hull
from elver.systems.scull.robot import scull_hull


def test_shipped_scull_is_the_hull_it_says():
    c, scull = scull_hull(), Scull()
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
    c, scull = scull_hull(), Scull()
    x = np.linspace(-1, 1, 4001)
    heave = np.trapezoid(np.pi / 2 * 1000 * scull.half_breadth(x) ** 2, x) * scull.length / 2
    sway = np.trapezoid(2 / np.pi * 1000 * scull.depth(x) ** 2, x) * scull.length / 2
    assert c.added[2, 2] == pytest.approx(heave, rel=0.06)
    assert c.added[1, 1] == pytest.approx(sway, rel=0.12)
    assert c.added[2, 2] < heave  # the water escapes round the ends


def test_round_trip(tmp_path):
    c = scull_hull()
    c.save(tmp_path / "hull.json")
    back = load_hull(tmp_path / "hull.json")
    assert_close(back.added, c.added, 1e-6)
    assert_close(back.memory.F, c.memory.F, 1e-15)
    assert_close(back.table.damping, c.table.damping, 1e-6)
    assert back.provenance == c.provenance


def test_draught_and_freeboard_are_kept_and_may_be_missing(tmp_path):
    assert scull_hull().draught is None  # a file of before
    replace(scull_hull(), draught=0.092, freeboard=0.2).save(tmp_path / "hull.json")
    back = load_hull(tmp_path / "hull.json")
    assert (back.draught, back.freeboard) == (0.092, 0.2)
    for name in ("draught", "freeboard"):
        with pytest.raises(InputError, match=name):
            replace(scull_hull(), **{name: -0.1})


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
    c = scull_hull()
    c.save(tmp_path / "a.json")
    plain = json.loads((tmp_path / "a.json").read_text())
    for key, value in (("wetted_area", -1.0), ("restoring", [[1, 2], [3, 4]]), ("mass", 0)):
        (tmp_path / "b.json").write_text(json.dumps({**plain, key: value}))
        with pytest.raises(InputError, match=key):
            load_hull(tmp_path / "b.json")


def mutations(plain: dict, count: int, seed: int):
    """Copies of a file's content with one entry, at any depth, replaced by something else or taken away."""
    rng = np.random.default_rng(seed)
    odd = [
        None,
        True,
        "1.0",
        "",
        -1,
        0,
        1e308,
        -1e308,
        float("nan"),
        float("inf"),
        10**400,
        2.5,
        [],
        {},
        [[]],
        [1, [2]],
        {"a": 1},
    ]
    for _ in range(count):
        copy = json.loads(json.dumps(plain))
        place = copy
        while True:
            keys = list(place) if isinstance(place, dict) else range(len(place))
            key = keys[int(rng.integers(len(keys)))]
            if not isinstance(place[key], (dict, list)) or not place[key] or rng.random() < 0.3:
                break
            place = place[key]
        if rng.random() < 0.15:
            del place[key]
        else:
            place[key] = odd[int(rng.integers(len(odd)))]
        yield copy


def test_any_mutation_of_a_file_is_refused_or_usable(tmp_path):
    """Found by fuzzing: 336 of 1500 ended in a traceback."""
    path = tmp_path / "a.json"
    scull_hull().save(path)
    refused = 0
    for plain in mutations(json.loads(path.read_text()), 400, 0):
        path.write_text(json.dumps(plain))
        try:
            c = load_hull(path)
            Hull.from_coefficients("hull", c)
        except InputError:
            refused += 1
    assert 200 < refused < 400


def test_negative_or_skew_added_mass_is_refused(tmp_path):
    scull_hull().save(tmp_path / "a.json")
    plain = json.loads((tmp_path / "a.json").read_text())
    negative, skew = (np.array(plain["added"]) for _ in range(2))
    negative[2, 2] *= -1
    skew[0, 2] += 10
    for added, message in ((negative, "added has the eigenvalue -13. < 0"), (skew, "added is not symmetric")):
        (tmp_path / "b.json").write_text(json.dumps({**plain, "added": added.tolist()}))
        with pytest.raises(InputError, match=f"b.json.*{message}"):
            load_hull(tmp_path / "b.json")


def test_a_file_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    (tmp_path / "a.json").write_text("before")

    def full_disk(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full_disk)
    with pytest.raises(WriteError, match="No space left"):
        scull_hull().save(tmp_path / "a.json", overwrite=True)
    assert [p.name for p in tmp_path.iterdir()] == ["a.json"]
    assert (tmp_path / "a.json").read_text() == "before"


def test_an_existing_file_is_kept_unless_asked_otherwise(tmp_path):
    path = tmp_path / "hull.json"
    path.write_text("mine")
    with pytest.raises(InputError, match="exists and is not overwritten"):
        scull_hull().save(path)
    assert path.read_text() == "mine"
    scull_hull().save(path, overwrite=True)
    assert load_hull(path).mass == scull_hull().mass
