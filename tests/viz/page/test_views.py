"""Notebooks: a table, and below it the thing in motion."""

from __future__ import annotations

import elver
from elver._support.display import SWITCH
from elver.viz.page.make import view


def test_a_run_shows_its_table_and_its_page(gray_run, monkeypatch):
    monkeypatch.setenv(SWITCH, "1")
    text = gray_run._repr_html_()
    assert text.startswith("<table>")
    assert "</table><iframe" in text
    monkeypatch.setenv(SWITCH, "0")
    assert "<iframe" not in gray_run._repr_html_()


def test_the_reason_is_told_where_nothing_can_be_shown(gray_run, monkeypatch):
    monkeypatch.setenv(SWITCH, "1")
    short = elver.Run(gray_run.data.isel(time=[0]))
    assert "It is not shown in motion: the run of" in short._repr_html_()
    unknown = elver.Run(gray_run.data.isel(time=[0]).assign_attrs(model="<b>"))
    assert "&lt;b&gt;" in view(unknown)


def test_a_notebook_is_not_kept_waiting(monkeypatch):
    assert "is computed first. Ask for it with elver.make_page" in view(elver.scenario("scull-40"))
    monkeypatch.setattr("elver.viz.page.make.MANY_JOINTS", 1)
    assert "2 joints take a while" in view(elver.scenario("gray").build())
