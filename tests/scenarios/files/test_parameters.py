"""Parameters in words: SI inside, units and bounds kept, names that would be mistaken refused."""

from __future__ import annotations

import math

import pytest
from written import BRIEF, changed

from elver.quantities import Prior
from elver.scenarios import load_text
from elver.scenarios.files.parameters import read_parameters, scope_of
from elver.scenarios.yaml.nodes import DocumentError, parse_document


def one(words: str, name: str = "a"):
    return read_parameters(parse_document(f"parameters:\n  {name}: {words}\n", "p.yaml").get("parameters"))[0]


@pytest.mark.parametrize(
    ("words", "default", "unit", "low", "high"),
    [
        ("{value: 80 mm, range: [40 mm, 150 mm]}", 0.08, "m", 0.04, 0.15),
        ("{value: 1.5, unit: Hz, range: [0.5, 3]}", 1.5, "Hz", 0.5, 3.0),
        ("{value: 90, unit: rpm, range: [0.5 Hz, 120]}", 1.5, "Hz", 0.5, 2.0),
        ("{value: 80, unit: mm, range: [4 cm, 150]}", 0.08, "m", 0.04, 0.15),
        ("{value: 30, unit: deg, range: [null, 90]}", math.radians(30), "rad", None, math.radians(90)),
        ("{value: 5 mN m/rad}", 5e-3, "N m/rad", None, None),
        ("{value: 5, unit: mN m/rad}", 5e-3, "N m/rad", None, None),
        ("{value: 2 * pi / 3}", 2 * math.pi / 3, "", None, None),
        ("0.3 m", 0.3, "m", None, None),
        ("7", 7.0, "", None, None),
        ("{value: [1 cm, 2 cm]}", (0.01, 0.02), "m", None, None),
    ],
)
def test_numbers(words, default, unit, low, high):
    own = one(words)
    assert own.default == pytest.approx(default, rel=1e-15)
    assert own.unit == unit
    assert (own.low, own.high) == pytest.approx((low, high))


def test_whole_words_and_priors():
    assert one("{value: 6, whole: true}").default == 6
    assert isinstance(one("{value: 6, whole: true}").default, int)
    assert isinstance(one("{value: 6}").default, float)
    law = one("{value: paper, choices: [paper, kirchhoff], meaning: law}")
    assert (law.default, law.choices, law.meaning) == ("paper", ("paper", "kirchhoff"), "law")
    believed = one("{value: 8 cm, prior: {type: normal, mean: 7 cm, sigma: 5 mm}}").prior
    assert believed == Prior("normal", 0.07, 5e-3)
    assert one("{value: 8 cm, prior: {type: lognormal, sigma: 0.2}}").prior == Prior("lognormal", sigma=0.2)
    assert one("{value: 3, above: 0}").above == 0.0


@pytest.mark.parametrize(
    ("words", "column", "says"),
    [
        ("{value: 3 mmm}", 14, "unknown unit 'mmm'. Did you mean 'mm'"),
        ("{value: 3 m, unit: kg}", 14, "given in m, but kg is expected"),
        ("{value: 3, unit: kgg}", 23, "unknown unit 'kgg'"),
        ("{value: b}", 14, "'b' has no value here"),
        ("{valu: 3}", 7, "Did you mean 'value'"),
        ("{unit: m}", 6, "has no 'value'"),
        ("{value: 3, range: [4, 5]}", 14, "outside the parameter's own range"),
        ("{value: 18, range: [2 deg, 40 deg]}", 14, "from 0.0349066 to 0.698132 rad. Did you mean 18 deg?"),
        ("{value: 3, above: 3}", 14, "outside the parameter's own range"),
        ("{value: 3, range: [5, 4]}", 24, "is not below"),
        ("{value: 3, range: [1, 2, 3]}", 24, "has 3 entries"),
        ("{value: 3 m, range: [1 kg, 4 m]}", 27, "given in kg, but m is expected"),
        ("{value: 2.5, whole: true}", 14, "Give a whole number"),
        ("{value: 2, whole: 1}", 24, "Give true or false"),
        ("{value: x, choices: [y, z]}", 14, "unknown word 'x'"),
        ("{value: y, choices: [y, z], unit: m}", 34, "a word has none"),
        ("{value: 1, prior: {type: flat}}", 31, "unknown prior 'flat'"),
        ("{value: 1, prior: {type: normal}}", 24, "needs a sigma"),
        ("{value: 1 / 0}", 14, "divides by zero"),
        ("{value: }", 14, "the end where a number"),
    ],
)
def test_what_is_refused(words, column, says):
    with pytest.raises(DocumentError, match=says) as caught:
        one(words)
    assert (caught.value.line, caught.value.column) == (2, column)


@pytest.mark.parametrize(
    "name", ["m", "min", "pi", "sin", "i", "x", "A", "fin length", "2fast", "a__b", "a-b", "_a", "a..b", "gait."]
)
def test_names_that_would_be_mistaken(name):
    with pytest.raises(DocumentError, match=r"p.yaml:2:3: .*Use small letters"):
        one("3", f'"{name}"')


def test_dotted_names_and_scopes():
    own = one("3 m", "gait.length_2")
    scope = scope_of((own,), {own.name: 4.0}, None, False)
    assert scope.number(parse_document("a: 2 * gait.length_2", "x").get("a")) == 8.0
    assert not scope.symbolic


def test_a_parameter_that_does_nothing_is_refused_where_it_stands():
    text = changed(BRIEF, "parameters: {", "parameters: {span: 0.3 m, ")
    with pytest.raises(DocumentError, match=r"b\.yaml:3:14: parameters\.span does nothing") as caught:
        load_text(text, "b.yaml")
    assert "leave it out" in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("density: 1000", "density: 1000 * span / (0.3 m)"),
        ("run: {", "start: {angles: {hinge: 0.1 * si(span)}}\nrun: {"),
        ("run: {", "claims: [{what: it stays, measure: mean_speed, low: -1, high: si(span)}]\nrun: {"),
    ],
)
def test_a_parameter_in_any_expression_is_used(old, new):
    text = changed(changed(BRIEF, "parameters: {", "parameters: {span: 0.3 m, "), old, new)
    assert "span" in load_text(text).names


def test_the_words_of_a_title_or_a_meaning_use_no_parameter():
    text = changed(BRIEF, "name: brief\nparameters: {", "name: brief\ntitle: a span\nparameters: {span: 0.3 m, ")
    with pytest.raises(DocumentError, match="does nothing"):
        load_text(text)
