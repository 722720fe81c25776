"""Names that C and FMI accept, no two of them alike."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elver.export.description import KEYWORDS, distinct, dotted, identifier


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("base quaternion w", "base_quaternion_w"),
        ("scull-40", "scull_40"),
        ("3 links", "n3_links"),
        ("double", "double_"),
        ("é", "unnamed"),
        ("angle of joint_1", "angle_of_joint_1"),
    ],
)
def test_identifiers(text, name):
    assert identifier(text) == name


@given(st.text())
def test_every_text_becomes_an_identifier(text):
    name = identifier(text)
    assert re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name)
    assert name not in KEYWORDS


def test_parts_are_joined_by_dots():
    assert dotted(("body_rotation", "left wing", "x")) == "body_rotation.left_wing.x"


@given(st.lists(st.sampled_from(["a", "A", "a_2", "b", "a_3"])))
def test_no_two_names_are_alike(names):
    found = distinct(names)
    assert len({n.lower() for n in found}) == len(names)
    assert all(new.startswith(old) for old, new in zip(names, found, strict=True))


def test_names_that_are_taken_are_left_alone():
    assert distinct(["time", "x"], taken=["time"]) == ["time_2", "x"]
