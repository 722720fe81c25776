"""The verb: what pages are made of, files, notes, notebooks."""

from __future__ import annotations

import html
import re

import pytest

import elver
from elver._support.errors import InputError
from elver.viz import make_page
from elver.viz.page import make as html_module


@pytest.fixture(scope="module")
def page(gray_run):
    return make_page(gray_run)


def test_a_run_is_replayed(page):
    assert page.kind == "replay"
    assert page.html.lower().startswith("<!doctype html")
    assert page.sizes.module == 0
    assert page.notes == ()
    assert "kB" in repr(page)
    assert len(repr(page)) < 120


def test_one_file_that_is_not_overwritten(page, tmp_path):
    file = page.save(tmp_path / "run.html")
    assert file.read_text(encoding="utf-8") == page.html
    with pytest.raises(InputError, match="exists"):
        page.save(file)
    page.save(file, overwrite=True)


def test_a_saved_run_and_its_folder_give_the_same_page(page, gray_run, tmp_path):
    gray_run.save(tmp_path / "run.nc")
    assert make_page(tmp_path / "run.nc").html == page.html
    assert make_page(str(tmp_path)).html == page.html


def test_nothing_is_fetched(page):
    outside = re.findall(r"""(?:src|href)\s*=\s*["'](?!data:|#|blob:)([^"']+)""", page.html)
    assert outside == []


def test_a_notebook_shows_it_in_a_frame(page):
    text = page._repr_html_()
    assert text.startswith("<iframe")
    assert html.unescape(re.search(r'srcdoc="([^"]*)"', text).group(1)) == page.html
    assert "allow-same-origin" not in text  # a page of somebody's file cannot reach into the notebook


def test_what_a_replay_cannot_have(gray_run):
    for name, value in {"changes": {"a": 1}, "sliders": ["a"], "duration": 1.0, "dt": 1e-3}.items():
        with pytest.raises(InputError, match=f"{name} is for a machine that runs"):
            make_page(gray_run, **{name: value})
    with pytest.raises(InputError, match="case and of are for a sweep"):
        make_page(gray_run, case=1)


def test_what_has_no_page(tmp_path):
    with pytest.raises(InputError, match="a int has no page"):
        make_page(3)
    with pytest.raises(InputError, match="say which case"):
        make_page(tmp_path)
    with pytest.raises(InputError, match="Did you mean 'eel'"):
        make_page("eels")
    with pytest.raises(InputError, match="run"):
        make_page(tmp_path / "nothing.nc")


def test_a_large_page_is_told(gray_run, monkeypatch):
    monkeypatch.setattr("elver.viz.page.make.LIMIT", 1000)
    (note,) = make_page(gray_run).notes
    assert "kB, more than 1" in note


def test_title(gray_run):
    assert "<title>my pegs" in make_page(gray_run, title="my pegs").html


def test_names_of_the_package():
    assert elver.make_page is make_page
    assert html_module.LIMIT == 450_000
