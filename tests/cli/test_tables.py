"""Tables for people, and for programs that read what people see."""

from __future__ import annotations

import pytest

from elver.cli.terminal import coloured, name_values, table

LONG = "a very long text that no terminal of forty columns shows in one line"


@pytest.fixture
def terminal(monkeypatch):
    """Standard output as a terminal of forty columns that shows colours."""
    monkeypatch.setattr("elver.cli.terminal.on_terminal", lambda: True)
    for name, value in {"COLUMNS": "40", "TERM": "xterm-256color"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("NO_COLOR", raising=False)


def test_off_a_terminal_a_row_is_a_line_without_colour():
    assert name_values([("speed", "1 m/s"), ("path", LONG)]) == f"  {'speed':<18} 1 m/s\n  {'path':<18} {LONG}"
    text = table([("a", "1"), ("bb", "22")], headers=("name", "value"), styles=("bold red",), right=(1,))
    assert text.splitlines() == ["  name value", "  a        1", "  bb      22"]
    assert coloured("ok", "green") == "ok"


def test_what_looks_like_markup_is_text():
    assert name_values([("[red]", "[/] [rad]")], 0) == "  [red] [/] [rad]"


def test_on_a_terminal_there_is_colour_and_long_cells_are_folded(terminal):
    text = name_values([("path", LONG)])
    assert "\x1b[36m" in text
    assert len(text.splitlines()) > 1
    assert "\x1b[32m" in coloured("ok", "green")


def test_no_color_is_kept_to(terminal, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in name_values([("path", LONG)])
    assert coloured("ok", "green") == "ok"


def test_nothing_is_an_empty_table():
    assert name_values([]) == ""
