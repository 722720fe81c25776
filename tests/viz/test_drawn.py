"""Figures one by one: what cannot be drawn is refused by its name, or left out with a warning."""

from __future__ import annotations

import pytest

from elver._support.errors import InputError
from elver.viz.plots import draw_each
from elver.viz.style import new_figure


def good():
    return new_figure()[0]


def bad():
    raise ValueError("not finite")


def test_all_are_drawn_and_written(tmp_path):
    drawn = draw_each({"a": good, "b": good}, tmp_path / "figures", ("png", "svg"), asked=True)
    assert list(drawn) == ["a", "b"]
    assert sorted(p.name for p in (tmp_path / "figures").iterdir()) == ["a.png", "a.svg", "b.png", "b.svg"]


def test_one_that_fails_is_left_out_unless_asked_for():
    with pytest.warns(UserWarning, match="a figure is left out: figure 'b' cannot be drawn"):
        assert list(draw_each({"a": good, "b": bad}, None, ("png",), asked=False)) == ["a"]
    with pytest.raises(InputError, match="figure 'b' cannot be drawn"):
        draw_each({"a": good, "b": bad}, None, ("png",), asked=True)
    with pytest.raises(InputError, match="figure 'a' cannot be drawn"):
        draw_each({"a": bad, "b": bad}, None, ("png",), asked=False)
