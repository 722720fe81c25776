"""The JSON schema of fit files knows the keys that files are read with, takes files that load, and refuses mistakes in them."""

from __future__ import annotations

import re
from pathlib import Path

import jsonschema
import pytest
import yaml
from fit_files import FIT

from elver.analysis.fit.files import channels, loading, recordings, unknowns
from elver.analysis.fit.files.loading import fit_schema

from .test_derived import FIT as CIRCLES
from .test_tables import FIT as ROWS

ROOT = Path(__file__).parents[4]
PAGE = re.search(r"```yaml\n(.*?)```", (ROOT / "docs" / "fit_files.md").read_text(), re.S)[1]
EXAMPLES = [path.read_text() for path in sorted(ROOT.glob("examples/*/fit*.yaml"))]
SHIPPED = (Path(loading.__file__).with_name("example.yaml")).read_text()


@pytest.fixture(scope="module")
def validator():
    schema = fit_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("text", [FIT, CIRCLES, ROWS, PAGE, SHIPPED, *EXAMPLES])
def test_files_that_load_are_valid(validator, text):
    errors = [f"{e.json_path}: {e.message[:200]}" for e in validator.iter_errors(yaml.safe_load(text))]
    assert errors == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("elver: 1", "elver: 2"),
        ("fit: trial", "fit: a trial"),
        ("{start: 0.04}", "{begin: 0.04}"),
        ("body: arm, at: [0.05, 0, 0]", "at: [0.05, 0, 0]"),
        ("[0.05, 0, 0]", "[0.05, 0]"),
        ("sigma: 1 mm", "sgima: 1 mm"),
        ("method: rk4", "methd: rk4"),
    ],
)
def test_mistakes_are_not(validator, old, new):
    assert FIT.count(old) == 1
    assert not validator.is_valid(yaml.safe_load(FIT.replace(old, new)))


def test_every_key_that_is_read_is_in_the_schema():
    own = fit_schema()["properties"]
    assert set(own) == set(loading.KEYS)
    assert set(own["recordings"]["additionalProperties"]["properties"]) == set(recordings.KEYS)
    assert set(own["channels"]["additionalProperties"]["anyOf"][1]["properties"]) == set(channels.KEYS)
    assert set(own["markers"]["additionalProperties"]["properties"]) == set(channels.MARKER_KEYS)
    settings = own["unknowns"]["anyOf"][1]["additionalProperties"]["anyOf"][0]
    assert set(settings["properties"]) == set(unknowns.KEYS)
