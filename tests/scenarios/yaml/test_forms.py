"""Forms: what may stand in a document, and what is said where it does not."""

from __future__ import annotations

import pytest

from elver._support.expressions import Value
from elver.quantities import ANY, unnamed
from elver.scenarios.yaml.forms import (
    Each,
    Fields,
    Flag,
    Grid,
    Many,
    Names,
    OneOrMany,
    OptionalField,
    OrCommand,
    QuantityField,
    Words,
    amount,
)
from elver.scenarios.yaml.nodes import DocumentError, parse_document
from elver.scenarios.yaml.scope import Scope

SCOPE = Scope({"a": Value(0.5)}, {"which": "own"}).knowing("joint", {"j1": "g", "j2": "g"})


def node(text: str):
    return parse_document(f"key: {text}\n", "f.yaml").get("key")


def test_small_forms():
    assert OptionalField(Flag()).read(node("none"), SCOPE) is None
    assert OptionalField(Flag()).read(node("true"), SCOPE) is True
    assert Grid("m", 2, 2).read(node("[[1, 2 cm], [a, 0]]"), SCOPE) == [[1.0, 0.02], [0.5, 0.0]]
    assert Many(amount("m", "")).read(node("[1 mm, 2]"), SCOPE) == [0.001, 2.0]
    assert Each(amount("", ""), "joint").read(node("{g: 1, j2: 2}"), SCOPE) == {"j1": 1.0, "j2": 2.0}
    assert OneOrMany(amount("1", "", length=ANY)).read(node("a"), SCOPE) == (0.5,)
    assert OneOrMany(amount("1", "", length=ANY)).read(node("[1, 2]"), SCOPE) == (1.0, 2.0)
    assert OrCommand(amount("1/s", "")).read(node("speed"), SCOPE) == "speed"
    assert OrCommand(amount("1/s", "")).read(node("a"), SCOPE) == 0.5
    assert Words("", ("x", "own")).read(node("which"), SCOPE) == "own"
    assert amount("m", "", length=ANY).read(node("{count: 3, each: i / n}"), SCOPE) == pytest.approx((1 / 3, 2 / 3, 1.0))
    assert Names("joint", one=True).read(node("j1"), SCOPE) == "j1"
    for form, text, says in (
        (Grid("m", 2, 2), "[[1, 2]]", "has 1 rows"),
        (Grid("m", 1, 2), "[[1]]", "has 1 entries"),
        (Many(Flag(), 1), "[]", "Give 1 to 1000"),
        (Names("joint", one=True), "g", "means 2 of kind joint. Name one"),
        (Words("", ("x",)), "y", "unknown word 'y'"),
        (Fields("it", {"a": Flag()}, ("a",)), "{}", "it has no 'a'"),
        (Fields("it", {"a": Flag()}), "{b: true}", "unknown key of it"),
    ):
        with pytest.raises(DocumentError, match=says):
            form.read(node(text), SCOPE)


def test_described():
    assert QuantityField(unnamed("m", "length")).schema()["description"] == "length [m]"


def test_a_name_goes_before_patterns_whatever_the_order():
    joints = {"neck": "front", "tail1": "rear", "tail2": "rear"}
    for words in ("{tail1: 1, 'tail*': 2, rear: 3, '*': 4}", "{'tail*': 2, tail1: 1, rear: 3, '*': 4}"):
        found = Each(amount("", "x"), "joint").read(
            parse_document(f"a: {words}", "t").need("a", ""), Scope().knowing("joint", joints)
        )
        assert found == {"neck": 4.0, "tail1": 1.0, "tail2": 2.0}
