"""YAML to nodes: places are right, and what is hostile or wrong is refused once, with its line and column."""

from __future__ import annotations

import os
import pickle

import pytest
import yaml

from elver._support.errors import InputError
from elver.scenarios.yaml.nodes import (
    MOST_BYTES,
    MOST_DEPTH,
    MOST_NODES,
    DocumentError,
    Items,
    Table,
    Text,
    parse_document,
    read_document,
)

GOOD = """# a comment
a: 1
b:
  c: [x, "y z", 3 mm]
  d: {e: true}
"""


def plain(node):
    """What a node holds, as PyYAML's own loader would give it without its types."""
    if isinstance(node, Table):
        return {name: plain(item) for name, item in node.items()}
    if isinstance(node, Items):
        return [plain(item) for item in node]
    assert isinstance(node, Text)
    return node.text


def test_values_and_places():
    root = parse_document(GOOD, "good.yaml")
    assert plain(root) == yaml.load(GOOD, Loader=yaml.BaseLoader)
    c = root.get("b").get("c")
    assert (c.line, c.column, c.key) == (4, 6, "b.c")
    third = c.items[2]
    assert (third.line, third.column, third.key, third.text) == (4, 17, "b.c[2]", "3 mm")
    assert root.get("b").places == {"c": (4, 3), "d": (5, 3)}
    assert [item.quoted for item in c] == [False, True, False]


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("a: 1\nb: !!python/object:os.system x\n", 2, 4, "tag"),
        ("a: 1\nb: !mine {x: 1}\n", 2, 4, "tag"),
        ("a: 1\nb:\n  c: 1\n  c: 2\n", 4, 3, "b.c stands here a second time, first in line 3"),
        ("a: &x {b: 1}\nc:\n  <<: *x\n", 3, 3, "merges"),
        ("a: *nothing\n", 1, 4, "alias"),
        ("a: &x [*x]\n", 1, 8, "alias"),
        ("a: 1\n---\nb: 2\n", 2, 1, "second document"),
        ("a: {b: 1\nc: 2\n", 2, 2, "not YAML"),
        ("a: 1\n  b: 2\n", 2, 4, "not YAML"),
        ("a:\n\t- 1\n", 2, 1, "not YAML"),
        ("? [1, 2]\n: 3\n", 1, 3, "not a plain text"),
        ("{x: 1}: 2\n", 1, 1, "not a plain text"),
        ("'': 2\n", 1, 1, "0 characters"),
        ("a: 1\nb: x\x00y\n", 2, 5, "U+0000"),
        ("a: 1\nb: \x1b[0m\n", 2, 4, "U+001B"),
        ("- 1\n- 2\n", 1, 1, "not a mapping"),
        ("just words\n", 1, 1, "not a mapping"),
        ("", 1, 1, "not a mapping"),
        ("# nothing\n", 1, 1, "not a mapping"),
    ],
)
def test_what_is_refused(text, line, column, says):
    with pytest.raises(DocumentError, match=r"bad.yaml") as caught:
        parse_document(text, "bad.yaml")
    error = caught.value
    assert says in str(error)
    assert (error.file, error.line, error.column) == ("bad.yaml", line, column)
    assert str(error).startswith(f"bad.yaml:{line}:{column}: ")


def test_not_utf8():
    with pytest.raises(DocumentError, match="UTF-8") as caught:
        parse_document(b"a: 1\nb: \xff\xfe\n", "bad.yaml")
    assert caught.value.line == 2
    with pytest.raises(DocumentError, match="UTF-8"):
        parse_document("a: \ud800", "bad.yaml")
    assert plain(parse_document("\ufeffa: \u00fc\n".encode(), "good.yaml")) == {"a": "\u00fc"}


def test_bounds():
    deepest = "a: " + "[" * (MOST_DEPTH - 1) + "]" * (MOST_DEPTH - 1)
    parse_document(deepest, "deep.yaml")
    with pytest.raises(DocumentError, match="deep in each other"):
        parse_document("a: " + "[" * MOST_DEPTH + "]" * MOST_DEPTH, "deep.yaml")
    with pytest.raises(DocumentError, match="deep in each other"):
        parse_document("a: " + "[" * 100_000, "deep.yaml")
    with pytest.raises(DocumentError, match=f"more than {MOST_NODES}"):
        parse_document("a: [" + "1," * MOST_NODES + "]", "long.yaml")
    with pytest.raises(DocumentError, match="larger than 1 MB"):
        parse_document("a: " + "x" * MOST_BYTES, "large.yaml")


def test_aliases_unfold_within_the_bounds():
    root = parse_document("a: &x {b: [1, 2]}\nc: *x\n", "alias.yaml")
    assert plain(root.get("c")) == {"b": ["1", "2"]}
    assert root.get("c").get("b").items[1].key == "c.b[1]"
    bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    bomb += "".join(f"a{k}: &a{k} [{', '.join([f'*a{k - 1}'] * 10)}]\n" for k in range(1, 9))
    with pytest.raises(DocumentError, match=f"more than {MOST_NODES}"):
        parse_document(bomb, "bomb.yaml")
    tower = "a0: &a0 [x]\n" + "".join(f"a{k}: &a{k} [[[[[[*a{k - 1}]]]]]]\n" for k in range(1, 9))
    with pytest.raises(DocumentError, match="deep in each other"):
        parse_document(tower, "tower.yaml")


def test_files(tmp_path):
    file = tmp_path / "good.yaml"
    file.write_text(GOOD)
    assert plain(read_document(file)) == plain(parse_document(GOOD, "good.yaml"))
    assert read_document(file).file == str(file)
    os.mkfifo(tmp_path / "pipe.yaml")
    for wrong in (tmp_path, tmp_path / "pipe.yaml", tmp_path / "none.yaml", tmp_path / ("x" * 5000), "a\0b.yaml"):
        with pytest.raises(InputError, match="Give a scenario file in YAML"):
            read_document(wrong)


def test_errors_travel_between_processes():
    with pytest.raises(DocumentError) as caught:
        parse_document("a: 1\na: 2\n", "bad.yaml")
    twin = pickle.loads(pickle.dumps(caught.value))
    assert (str(twin), twin.line, twin.key) == (str(caught.value), 2, "a")


def test_the_parser_in_python_gives_the_same(monkeypatch):
    fast = plain(parse_document(GOOD, "good.yaml"))
    quoted = [item.quoted for item in parse_document(GOOD, "good.yaml").get("b").get("c")]
    monkeypatch.setattr("elver.scenarios.yaml.nodes.LOADER", yaml.SafeLoader)
    slow = parse_document(GOOD, "good.yaml")
    assert plain(slow) == fast
    assert [item.quoted for item in slow.get("b").get("c")] == quoted
    with pytest.raises(DocumentError, match=r"bad.yaml:2:1: a stands here a second time"):
        parse_document("a: 1\na: 2\n", "bad.yaml")


@pytest.mark.parametrize(
    ("text", "place", "sign"),
    [
        ('name: x\ntitle: "\\e]0;owned\\a"', "2:8", "U+001B"),
        ('a: "b\\0c"', "1:4", "U+0000"),
        ('a: ["\\x9b2J"]', "1:5", "U+009B"),
        ('"a\\u202eb": 1', "1:1", "U+202E"),
        ('a: {"b\\nc": 1}', "1:5", "U+000A"),
    ],
)
def test_signs_that_escapes_make_and_nobody_can_print_are_refused(text, place, sign):
    with pytest.raises(DocumentError, match=rf"odd.yaml:{place}: .*the character {sign.replace('+', '.')} cannot be printed"):
        parse_document(text, "odd.yaml")


def test_texts_may_have_lines():
    assert plain(parse_document('a: "b\\n\\tc"\nd: |\n  one\n  two\n', "good.yaml")) == {"a": "b\n\tc", "d": "one\ntwo\n"}
