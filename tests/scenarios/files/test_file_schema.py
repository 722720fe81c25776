"""The JSON schema: a valid one, that takes the files which load and refuses mistakes in them."""

from __future__ import annotations

from pathlib import Path

import jsonschema
import pytest
import yaml
from written import BRIEF, SWIMMER, changed

import elver
from elver.scenarios.files.types import CONTROLS, COUPLINGS, ELASTICS, GAITS, MEDIA, OBSTACLES, PARTS, SHAPES, STRIPS

DATA = Path(__file__).parents[3] / "examples"


@pytest.fixture(scope="module")
def validator():
    schema = elver.scenarios.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("text", [SWIMMER, BRIEF, *(path.read_text() for path in sorted(DATA.glob("*.yaml")))])
def test_files_that_load_are_valid(validator, text):
    errors = [f"{e.json_path}: {e.message[:200]}" for e in validator.iter_errors(yaml.safe_load(text))]
    assert errors == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("elver: 1", "elver: 2"),
        ("name: three-links", "nmae: three-links"),
        ("name: three-links", "name: three links"),
        ("density: 1000\n    middle", "density: -3\n    middle"),
        ("density: 1 kg/l", "densty: 3"),
        ("type: half_ellipsoid", "type: half_elipsoid"),
        ("a2: 3 cm", "a2: [3 cm]"),
        ("friction: friction,", "fricton: 0.1,"),
        ("friction: friction,", "friction: -1,"),
        ("  gait: {type", "  giat: {type"),
        ("axis: [0, 0, 1]", "axis: [0, 0]"),
        ("run: {duration: 2,", "run: {duraton: 2,"),
        ("duration: 2,", "duration: 0,"),
        ("range: [50 mm, 200 mm]", "range: [50 mm]"),
        ("measure: mean_speed", "mesure: mean_speed"),
        ("position: [1 m, 0, 0]", "positon: [1 m, 0, 0]"),
    ],
)
def test_mistakes_are_refused(validator, old, new):
    assert not validator.is_valid(yaml.safe_load(changed(SWIMMER, old, new)))


def test_every_type_is_in_the_schema():
    definitions = elver.scenarios.schema()["$defs"]
    for part in PARTS:
        words = {way["properties"]["type"]["const"] for way in definitions[part.label]["oneOf"]}
        assert words == set(part.table)
    assert {"morison", "thruster", "shore"} <= set(MEDIA)
    assert {"serpenoid", "spline", "recorded"} <= set(GAITS)
    tables = (SHAPES, STRIPS, CONTROLS, ELASTICS, COUPLINGS, OBSTACLES)
    bare = {word for table in tables for word, kind in table.items() if not kind.schema()["properties"]}
    assert bare == {"idle"}  # it has nothing to set


def test_descriptions_are_those_of_the_engine():
    morison = next(
        w for w in elver.scenarios.schema()["$defs"]["medium"]["oneOf"] if w["properties"]["type"]["const"] == "morison"
    )
    assert morison["properties"]["density"]["description"] == "density of the water [kg/m^3]"
    assert {"type": "number", "minimum": 0.0} in morison["properties"]["friction"]["anyOf"]
