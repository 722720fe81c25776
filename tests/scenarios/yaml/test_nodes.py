"""Nodes: names that are allowed and needed, copies at other paths, errors that point."""

from __future__ import annotations

import pytest

from elver._support.errors import InputError, NotFreeError
from elver.scenarios.yaml.nodes import DocumentError, NotFreeInDocumentError, as_items, as_table, as_text, parse_document

ROOT = parse_document("body:\n  density: 3\n  shape: {a: [1, 2]}\n  none: none\n  empty:\n  quoted: 'null'\n", "fish.yaml")
BODY = ROOT.get("body")


def test_unknown_and_missing_names():
    with pytest.raises(
        DocumentError, match=r"fish.yaml:2:3: body.density: unknown key of a body: 'density'. Did you mean 'densities'"
    ):
        BODY.allow(("densities", "shape", "none", "empty", "quoted"), "a body")
    with pytest.raises(DocumentError, match=r"fish.yaml:2:3: body: a body has no 'mass'"):
        BODY.need("mass", "a body")
    assert BODY.need("shape", "a body") is BODY.get("shape")
    assert list(BODY.without("shape").entries) == ["density", "none", "empty", "quoted"]


def test_kinds_of_nodes():
    assert as_table(BODY, "x") is BODY
    with pytest.raises(DocumentError, match=r"fish.yaml:2:12: body.density is '3', but a shape is a mapping"):
        as_table(BODY.get("density"), "a shape")
    with pytest.raises(DocumentError, match="is a list"):
        as_items(BODY.get("density"), "this")
    with pytest.raises(DocumentError, match=r"body.shape is a mapping, but a number is a single value"):
        as_text(BODY.get("shape"), "a number")


def test_nothing_is_empty_unless_quoted():
    assert [BODY.get(name).empty for name in ("none", "empty", "quoted", "density")] == [True, True, False, False]


def test_a_copy_keeps_its_place_and_takes_another_path():
    twin = BODY.copied("fin")
    assert twin.get("shape").get("a").items[1].key == "fin.shape.a[1]"
    assert twin.get("shape").line == BODY.get("shape").line
    assert (BODY.size(), BODY.depth()) == (9, 4)


def test_refusals_of_the_engine_point_at_the_document():
    error = BODY.caught(InputError("mass = -1 is not allowed."))
    assert str(error) == "fish.yaml:2:3: body: mass = -1 is not allowed."
    assert isinstance(BODY.caught(NotFreeError("no")), NotFreeInDocumentError)
    assert "makes no machine (boom)" in str(BODY.caught(ZeroDivisionError("boom")))
