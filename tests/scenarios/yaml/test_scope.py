"""Scopes: numbers, names and patterns, files, and what the engine refuses, each with its place."""

from __future__ import annotations

import casadi as ca
import pytest

from elver._support.errors import InputError, NotFreeError
from elver._support.expressions import Value
from elver._support.units import read_unit
from elver.scenarios.yaml.nodes import DocumentError, NotFreeInDocumentError, parse_document
from elver.scenarios.yaml.scope import Scope, truth

JOINTS = {"joint1": "yaw", "joint2": "yaw", "neck": "pitch"}
SCOPE = Scope({"a": Value(2.0)}).knowing("joint", JOINTS)


def node(text: str):
    return parse_document(f"key: {text}\n", "s.yaml").get("key")


def test_numbers_are_read_once_and_evaluated_each_time():
    one = node("3 * a")
    assert SCOPE.number(one) == 6.0
    assert SCOPE.counting(a=5).number(one) == 15.0
    assert SCOPE.number(node("3 mm"), read_unit("m"), "m") == 0.003
    with pytest.raises(DocumentError, match=r"s.yaml:1:6: key has no value. Give a number in m."):
        SCOPE.number(node("null"), read_unit("m"), "m")
    with pytest.raises(DocumentError, match=r"s.yaml:1:6: key = 3 \* b: unknown name 'b'"):
        SCOPE.number(node("3 * b"))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("neck", ("neck",)),
        ("yaw", ("joint1", "joint2")),
        ('"joint*"', ("joint1", "joint2")),
        ("joint?", ("joint1", "joint2")),
        ('"*"', tuple(JOINTS)),
    ],
)
def test_names_groups_and_patterns(text, found):
    assert SCOPE.chosen(node(text), "joint") == found


def test_names_that_are_not_there():
    with pytest.raises(DocumentError, match=r"s.yaml:1:6: key: unknown joint 'joint3'. Did you mean 'joint"):
        SCOPE.chosen(node("joint3"), "joint")
    with pytest.raises(DocumentError, match=r"no joint is called so. There are: joint1, joint2, neck"):
        SCOPE.chosen(node('"x*"'), "joint")


def test_what_the_engine_refuses_points_at_the_document():
    def refuse(error):
        raise error

    for given, says in ((InputError("too long"), "key: too long"), (ZeroDivisionError("by 0"), "makes no machine \\(by 0\\)")):
        with pytest.raises(DocumentError, match=f"s.yaml:1:6: key: {says}|s.yaml:1:6: {says}"):
            SCOPE.built(node("1"), refuse, given)
    with pytest.raises(NotFreeInDocumentError):
        SCOPE.built(node("1"), refuse, NotFreeError("a number is needed"))
    own = node("1").error("mine")
    with pytest.raises(DocumentError) as caught:
        SCOPE.built(node("2"), refuse, own)
    assert caught.value is own
    symbolic = Scope({"a": Value(ca.SX.sym("a"))})
    assert symbolic.symbolic
    with pytest.raises(TypeError):  # the scenario looks for the parameter that cannot be free
        symbolic.built(node("1"), refuse, TypeError("no float"))


def test_files_stay_in_the_folder(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.csv").write_text("")
    (tmp_path / "b.csv").write_text("")
    (tmp_path / "in" / "link.csv").symlink_to(tmp_path / "b.csv")
    scope = Scope(folder=tmp_path / "in")
    assert scope.file(node("a.csv")) == tmp_path / "in" / "a.csv"
    assert scope.file(node("../in/a.csv")) == tmp_path / "in" / "a.csv"
    for outside in ("../b.csv", "link.csv", str(tmp_path / "b.csv"), "/etc/passwd"):
        with pytest.raises(DocumentError, match="lies outside the folder"):
            scope.file(node(outside))
    assert Scope(folder=tmp_path / "in", outside=True).file(node("../b.csv")) == tmp_path / "b.csv"
    for missing in ("none.csv", ".", "x" * 3000):
        with pytest.raises(DocumentError, match=r"no such file|cannot be read"):
            scope.file(node(missing))
    with pytest.raises(DocumentError, match="cannot name files"):
        Scope().file(node("a.csv"))


def test_truth():
    assert truth(node("true")) is True
    assert truth(node("false")) is False
    for wrong in ("yes", "1", "True", "[true]"):
        with pytest.raises(DocumentError, match="Give true or false"):
            truth(node(wrong))
