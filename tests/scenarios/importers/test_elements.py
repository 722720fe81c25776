"""XML of strangers: lines, bounds, no entities, and nothing else opened."""

from __future__ import annotations

import builtins

import pytest

from elver._support.errors import InputError
from elver.scenarios.importers import description
from elver.scenarios.importers.description import read_xml
from elver.scenarios.importers.robot import import_robot


def written(tmp_path, content) -> object:
    path = tmp_path / "x.urdf"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_elements_know_their_lines_and_text(tmp_path):
    root = read_xml(written(tmp_path, "<a>\n <b name='q'> 1 2\n 3</b>\n <c x='4'/></a>"))
    b, c = root.children
    assert (b.line, c.line, str(b)) == (2, 4, "<b name='q'>")
    assert list(b.content(3)) == [1, 2, 3]
    assert c.number("x") == 4
    assert c.number("y", 5.0) == 5
    assert [e.tag for e in root.walk()] == ["a", "b", "c"]
    assert root.below("c/d", 7.0) == 7.0


BOMB = '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><robot name="&b;"/>'
OTHER = '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]><robot name="r">&x;</robot>'


@pytest.mark.parametrize("content", [BOMB, OTHER, '<!DOCTYPE robot SYSTEM "http://host/x.dtd"><robot name="r"/>'])
def test_a_doctype_is_refused_before_anything_is_opened(content, tmp_path, monkeypatch):
    path, opened, usual = written(tmp_path, content), [], builtins.open
    monkeypatch.setattr(builtins, "open", lambda name, *a, **k: opened.append(str(name)) or usual(name, *a, **k))
    with pytest.raises(InputError, match="DOCTYPE"):
        import_robot(path)
    assert opened == [str(path)]


def test_bounds(tmp_path, monkeypatch):
    with pytest.raises(InputError, match="deep"):
        read_xml(written(tmp_path, "<a>" * 200 + "</a>" * 200))
    monkeypatch.setattr(description, "MOST_ELEMENTS", 50)
    with pytest.raises(InputError, match="more than 50 elements"):
        read_xml(written(tmp_path, "<a>" + "<b/>" * 60 + "</a>"))
    monkeypatch.setattr(description, "MOST_BYTES", 10)
    with pytest.raises(InputError, match="up to 10 are read"):
        read_xml(written(tmp_path, "<abcdefghijk/>"))


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe\0", b"<a>", b"<a></b>", b"<a/><a/>", b"<?xml version='1.0' encoding='nonsense'?><a/>", b"<a>\xff</a>"],
)
def test_what_is_no_xml_is_one_error(content, tmp_path):
    with pytest.raises(InputError, match="not well-formed XML"):
        read_xml(written(tmp_path, content))


@pytest.mark.parametrize("text", ["", "1 2", "x", "inf", "nan", "1e999", "1_0", "0x10"])
def test_numbers_are_finite_and_as_many_as_wanted(text, tmp_path):
    root = read_xml(written(tmp_path, f"<a x='{text}'>{text}</a>"))
    for read in (lambda: root.number("x"), root.content):
        with pytest.raises(InputError, match=r"x\.urdf:1: <a>"):
            read()


def test_bounds_of_numbers_and_choices(tmp_path):
    root = read_xml(written(tmp_path, "<a x='-1' kind='bx'><b/><b/></a>"))
    with pytest.raises(InputError, match=r"x = -1\. Give a number of 0 or more"):
        root.number("x", low=0.0)
    with pytest.raises(InputError, match="Did you mean 'box'"):
        root.choice("kind", ("box", "ball"))
    with pytest.raises(InputError, match="a second <b>"):
        root.child("b")
    with pytest.raises(InputError, match="has no <c>"):
        root.need("c")


def test_a_name_that_a_terminal_would_obey_is_refused(tmp_path):
    """XML itself refuses most control characters, but not those beyond U+007F, nor those that turn the direction of writing."""
    path = tmp_path / "odd.urdf"
    path.write_text('<robot name="r">\n<link name="a&#x9b;2J"/></robot>')
    with pytest.raises(InputError, match=r"odd.urdf:2: <link>: name = 'a\\x9b2J' holds a character that cannot be printed"):
        read_xml(path)
