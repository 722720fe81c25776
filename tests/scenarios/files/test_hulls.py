"""Hulls of scenario files, with their coefficients in a file that `elver hull` wrote."""

from __future__ import annotations

import numpy as np
import pytest

from elver import simulate
from elver.forces import Hull
from elver.scenarios import load
from elver.scenarios.yaml.nodes import DocumentError
from elver.simulation import Solver
from elver.systems.scull.robot import scull_hull

BOAT = """
elver: 1
name: adrift
machine:
  base: sagittal
  bodies:
    boat: {mass: 101.1 kg, centre: [0, 0, 5 cm], inertia: [3, 300, 300]}
media:
  water: {type: hull, body: boat, file: scull.json, freedoms: [surge, heave, pitch], form: 0.14, level: 1 m}
  gravity: {type: gravity}
start: {position: [0, 0, 103 cm]}
run: {duration: 1, dt: 2 ms}
"""


@pytest.fixture
def written(tmp_path):
    """A file with the boat in it, changed."""

    def write(*changes: tuple[str, str]):
        scull_hull().save(tmp_path / "scull.json", overwrite=True)
        text = BOAT
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        (tmp_path / "boat.yaml").write_text(text)
        return tmp_path / "boat.yaml"

    return write


def test_the_hull_is_the_one_of_python(written):
    model = load(written()).build()
    hull, own = model.forces["water"], Hull.from_coefficients("boat", scull_hull(), (0, 2, 4), form=0.14, level=1.0)
    assert (hull.body, hull.level, hull.made_for) == ("boat", 1.0, own.made_for)
    assert np.allclose(hull.hydrostatics.restoring, own.hydrostatics.restoring, rtol=1e-6)
    assert hull.radiation.memory.order == own.radiation.memory.order == 19
    assert (hull.resistance.form, hull.resistance.wave) == (0.14, 0.0)
    run = simulate(model, 1.0, solver=Solver(dt=2e-3))
    assert run.summary["ledger"]["water.radiated"] > 1.0
    assert run.summary["ledger_closure"] < 1e-6


def test_what_stands_beside_the_file_is_taken(written):
    own = "form: 0.14", "resistance: {area: 2, length: 8, form: 0.2}"
    assert load(written(own)).build().forces["water"].resistance.area == 2.0


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("scull.json", "none.json"), "none.json"),
        (("scull.json", "boat.yaml"), "not JSON"),
        (("heave", "heaves"), "Did you mean 'heave'"),
        (("[surge, heave, pitch]", "[]"), "Give 1 to 6"),
        (("form: 0.14", "form: -1"), "form"),
        (("file: scull.json, ", ""), "freedoms, form: only for a hull with a file of coefficients"),
        (("form: 0.14", "form: 0.14, resistance: {area: 2, length: 8}"), "given twice"),
        (("body: boat, ", ""), "no 'body'"),
        (("file: scull.json, freedoms: [surge, heave, pitch], form: 0.14, ", ""), "no 'hydrostatics'"),
    ],
)
def test_what_is_refused(written, change, says):
    with pytest.raises(DocumentError, match=says.replace("[", r"\[")):
        load(written(change))
