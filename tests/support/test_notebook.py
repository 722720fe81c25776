"""Tables for notebooks."""

from __future__ import annotations

from elver._support.display import html_table, named


def test_texts_are_escaped():
    text = html_table("a < b", [("<script>", "1 & 2")])
    assert "<script>" not in text
    assert "a &lt; b" in text
    assert "1 &amp; 2" in text


def test_few_names_and_a_count():
    assert named([]) == "none"
    assert named(["a", "b"]) == "a, b"
    assert named("abcdef") == "a, b, c, d and 2 more"
