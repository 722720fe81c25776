"""The JSON schema of fit files knows the keys that files are read with, takes files that load, and refuses mistakes in them."""

from __future__ import annotations

import re
from pathlib import Path

import jsonschema
import pytest
import yaml
from fit_files import FIT, folder, wide

from elver._support.errors import ElverError
from elver.analysis import load_fit
from elver.analysis.fit.files import loading
from elver.analysis.fit.files.loading import fit_schema

from .test_derived import FIT as CIRCLES
from .test_tables import FIT as ROWS

ROOT = Path(__file__).parents[4]
PAGE = re.search(r"```yaml\n(.*?)```", (ROOT / "docs" / "fit_files.md").read_text(), re.S)[1]
EXAMPLES = [path.read_text() for path in sorted(ROOT.glob("examples/*/fit*.yaml"))]
RICH = """elver: 1
fit: trial
model: arm.yaml
unknowns: {stiffness: {start: 0.04, range: [0.01, 0.5], prior: {type: lognormal, mean: 0.05, sigma: 0.5}}, size: {}}
markers: {elbow: {body: arm, at: [0.05, 0, 0], sigma: 1 mm}, hand: {body: arm, at: [size, 0, 0]}}
channels:
  torque: {of: joint_torque.hinge, kind: mean, window: [0 s, 0.2 s], unit: mN m, sigma: 5 %, noise: {huber: 2, ar1: estimate}}
  turn: {heading: {body: arm, forward: x, relative_to: ground, reference: 10 deg}, kind: harmonic, order: 1, unit: deg}
  pace: {speed: {point: hand, along: y}, kind: mean, window: [0, 0.4], unit: mm/s, from_markers: true}
  tip: {point: {body: arm}, axis: x, in: ground, kind: amplitude, unit: mm}
recordings:
  wide: {start: orbit, held_out: true, numbers: {torque: -20, turn: [10 +- 1, 5 deg +- 0.01 rad], tip: 3 +- 1}}
  first: {file: first.csv, unit: mm, sigma: 1 mm, camera: {x: 1 mm}, nuisance: [camera.yaw, clock.offset], from: 0, to: 0.4}
run: {dt: 5 ms, method: rk4}
orbit: {period: 0.4 s, settle: 3}
law_by: swing
"""
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


# A key or a word that is written twice in a row is refused by the schema and by the reader.
OWN = {"arm", "hand", "elbow", "torque", "turn", "pace", "tip", "wide", "first", "stiffness", "size"}  # names of the file's own
KEYS = sorted({*re.findall(r"(?<=[{ \n])([a-z_0-9]+):", RICH)} - OWN)
CHOSEN = ["x", "mean", "harmonic", "lognormal", "rk4", "orbit", "true"]  # axis, kinds, prior, method, start, flag


def refused_by(text: str, tmp_path, validator) -> tuple[list[str], str]:
    """Paths that the schema refuses, and what the reader says."""
    errors = [e.json_path for e in validator.iter_errors(yaml.safe_load(text))]
    try:
        load_fit(folder(tmp_path, text, first=wide()))
    except ElverError as error:
        return errors, str(error)
    return errors, ""


@pytest.mark.parametrize("key", KEYS)
def test_a_key_that_is_misspelt_is_refused_by_both(tmp_path, validator, key):
    text = re.sub(rf"(?<=[{{ \n]){key}:", f"{key}{key}:", RICH, count=1)
    errors, said = refused_by(text, tmp_path, validator)
    assert errors
    assert f"{key}{key}" in said or f"has no '{key}'" in said


@pytest.mark.parametrize("word", CHOSEN)
def test_a_word_that_is_misspelt_is_refused_by_both(tmp_path, validator, word):
    found = re.search(rf": ({word})(?=[,}}])", RICH)
    errors, said = refused_by(f"{RICH[: found.start(1)]}{word}{word}{RICH[found.end(1) :]}", tmp_path, validator)
    assert errors
    assert f"{word}{word}" in said


def test_the_text_that_mistakes_are_put_into_is_taken_by_both(tmp_path, validator):
    assert refused_by(RICH, tmp_path, validator) == ([], "")
