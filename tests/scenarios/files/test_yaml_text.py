"""YAML that is written is read again as the same values."""

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from elver.scenarios.files.writing import WIDTH, scalar, yaml_text

WORDS = st.text("abcdefgh xyz.-_:{}[]*&#\"'\\,0123456789", max_size=20)
VALUES = st.recursive(
    st.one_of(st.booleans(), st.integers(-1000, 1000), st.floats(allow_nan=False, allow_infinity=False), WORDS),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text("abc_", min_size=1, max_size=6), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.text("abcdef_", min_size=1, max_size=8), VALUES, max_size=5))
def test_round_trip(document):
    found = yaml.safe_load(yaml_text(document)) or {}
    assert numbers(found) == numbers(document)


def numbers(value):
    """The same with texts that look like numbers to YAML 1.1 (1e-05) made numbers: Elver's reader takes both."""
    if isinstance(value, dict):
        return {str(k): numbers(v) for k, v in value.items()}
    if isinstance(value, list):
        return [numbers(v) for v in value]
    if isinstance(value, str):
        try:
            return float(value)
        except ValueError:
            return value
    return value


def test_words_that_yaml_takes_for_something_else_are_quoted():
    assert [scalar(word) for word in ("no", "null", "3 deg", "a: b", "-x", "true", "eel")] == [
        '"no"', '"null"', "3 deg", '"a: b"', '"-x"', '"true"', "eel",
    ]  # fmt: skip


def test_short_things_stand_on_one_line():
    text = yaml_text({"name": "x", "part": {"short": {"a": 1, "b": [1, 2]}, "long": {f"key{i}": float(i) for i in range(30)}}})
    assert "  short: {a: 1, b: [1, 2]}" in text
    assert max(map(len, text.splitlines())) <= WIDTH
