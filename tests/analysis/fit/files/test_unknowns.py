"""Unknowns of a file: what they take from the scenario, and what they say themselves."""

from __future__ import annotations

import math

import numpy as np
import pytest
from fit_files import ARM

from elver.analysis.fit.files.machine import Base
from elver.analysis.fit.files.unknowns import NUISANCE, UNKNOWNS, nuisance, read_unknowns
from elver.scenarios import load_text
from elver.scenarios.files.robot import naming
from elver.scenarios.yaml.nodes import DocumentError, parse_document
from elver.scenarios.yaml.scope import Scope


def base() -> Base:
    scenario = load_text(ARM)
    model = scenario.build()
    return Base(scenario, {}, naming(Scope(), model.robot.bodies, model.robot.joints), model)


def unknowns(text: str):
    node = parse_document(f"unknowns: {text}", "f").need("unknowns", "")
    return read_unknowns(node, UNKNOWNS.read(node, Scope()), base())


def test_all_that_the_scenario_says():
    (stiffness, swing) = unknowns("[stiffness, swing]")
    assert (stiffness.value, stiffness.low, stiffness.high, stiffness.parameter.unit) == (0.05, 0.001, 1.0, "N m/rad")
    assert (stiffness.prior.kind, stiffness.prior.mean, stiffness.prior.sigma) == ("lognormal", 0.05, 0.5)
    assert swing.low == pytest.approx(-math.pi / 2)
    assert swing.parameter.meaning == "angle at the start"


def test_what_the_file_says_goes_before_it():
    prior = "prior: {type: normal, mean: 35 deg, sigma: 0.1}"
    swing, stiffness = unknowns(f"{{swing: {{range: [10 deg, 60 deg], start: 30 deg, {prior}}}, stiffness: {{prior: none}}}}")
    np.testing.assert_allclose([swing.low, swing.high, swing.value, swing.prior.mean], np.deg2rad([10, 60, 30, 35]))
    assert swing.prior.sigma == 0.1
    assert stiffness.prior is None


def test_a_uniform_prior_narrows_the_range():
    (size,) = unknowns("{size: {prior: {type: uniform, low: 15 cm, high: 25 cm}}}")
    assert (size.low, size.high) == (0.15, 0.25)


def test_a_component_of_a_vector():
    (pull,) = unknowns("{pull.x: {range: [-1, 1]}}")
    assert (pull.of, pull.value, pull.parameter.unit) == ("pull.x", 0.0, "m/s")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[]", "names no unknown"),
        ("[size, size]", "a second time"),
        ("{size: {range: [0.3, 0.2]}}", "is not below"),
        ("{size: {range: [0.3]}}", "Give two"),
        ("{size: {range: [0.3, 0.35]}}", "Give a start within it"),
        ("{size: {begin: 1}}", "unknown key of an unknown: 'begin'"),
        ("{size: {start: 1 kg}}", "m is expected"),
        ("{size: {prior: {type: beta}}}", "unknown prior 'beta'"),
        ("{size: {prior: {type: lognormal, mean: -1, sigma: 1}}}", "a mean greater than 0"),
    ],
)
def test_mistakes(text, said):
    with pytest.raises(DocumentError) as error:
        unknowns(text)
    assert said in str(error.value)


def test_nuisances_begin_where_the_recording_stands():
    text = "camera.yaw: {range: [-20 deg, 20 deg], prior: {type: normal, mean: 0, sigma: 5 deg}}\nrate of hinge:\nsize: {}"
    turn, spin, length = NUISANCE.read(parse_document(text, "f"), Scope())
    now = {"camera.yaw": (0.1, "rad"), "rate of hinge": (2.0, "rad/s")}
    yaw = nuisance(turn, base(), "swim", now)
    assert (yaw.name, yaw.role, yaw.of, yaw.value) == ("camera.yaw@swim", "camera", "yaw", 0.1)
    np.testing.assert_allclose([yaw.low, yaw.prior.sigma], np.deg2rad([-20, 5]))
    rate = nuisance(spin, base(), "swim", now)
    assert (rate.name, rate.role, rate.value) == ("rate of hinge@swim", "state", 2.0)
    beat = nuisance(length, base(), "swim", now)
    assert (beat.role, beat.recording, beat.value) == ("parameter", "swim", 0.2)
