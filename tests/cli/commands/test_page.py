"""`elver page` as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import run

import elver
from elver.cli.commands.page import default_name


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """A folder with a small run in it."""
    folder = tmp_path_factory.mktemp("runs") / "mine"
    folder.mkdir()
    elver.simulate(elver.scenario("gray"), duration=0.01, progress=False).save(folder / "run.nc")
    return folder


def test_a_saved_run_becomes_one_file(capsys, tmp_path, saved, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, "page", saved / "run.nc")
    assert (code, err) == (0, "")
    assert (tmp_path / "mine.html").read_text().lower().startswith("<!doctype html")
    assert "mine.html" in out
    assert "kB" in out


def test_sizes_for_scripts(capsys, tmp_path, saved):
    code, out, _ = run(capsys, "page", saved, "-o", tmp_path / "x.html", "--json")
    assert code == 0
    found = json.loads(out)
    assert found["kind"] == "replay"
    assert found["bytes"]["page"] == (tmp_path / "x.html").stat().st_size
    assert found["bytes"]["module"] == 0


def test_nothing_is_overwritten_unasked(capsys, tmp_path, saved):
    place = tmp_path / "x.html"
    place.write_text("precious")
    code, _, err = run(capsys, "page", saved, "-o", place)
    assert code == 2
    assert "add --force" in err
    assert place.read_text() == "precious"
    assert run(capsys, "page", saved, "-o", place, "--force")[0] == 0
    assert place.read_text() != "precious"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["eels"], "Did you mean 'eel'"),
        (["eel", "-o", "eel.txt"], "must end in .html"),
        (["eel", "-o", "nowhere/eel.html"], "does not exist"),
        (["eel", "--dt", "fast"], "--dt 'fast' is not a number"),
        (["eel", "--set", "gait"], "is not KEY=VALUE"),
        (["eel", "--case", "1"], "for a sweep"),
        (["nothing.nc"], "nothing.nc"),
        (["fish.yaml"], "fish.yaml"),
    ],
)
def test_mistakes_are_told_and_nothing_is_written(capsys, tmp_path, monkeypatch, arguments, said):
    monkeypatch.chdir(tmp_path)
    code, _, err = run(capsys, "page", *arguments)
    assert code == 2
    assert said in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_replay_takes_no_parameters(capsys, tmp_path, saved):
    code, _, err = run(capsys, "page", saved, "-o", tmp_path / "x.html", "--set", "a=1")
    assert code == 2
    assert "changes is for a machine that runs" in err


def test_a_page_is_opened_in_the_browser(capsys, tmp_path, saved, monkeypatch):
    asked = []
    monkeypatch.setattr("webbrowser.open", lambda address: asked.append(address) or False)
    code, _, err = run(capsys, "page", saved, "-o", tmp_path / "a page.html", "--open")
    assert code == 0
    assert asked == [(tmp_path / "a page.html").as_uri()]
    assert "no browser was found" in err


SOURCES = {"eel": "eel", "models/fish.yaml": "fish", "runs/eel": "eel", "runs/eel/run.nc": "eel", "a.nc": "a", ".": "page"}


@pytest.mark.parametrize(("source", "name"), SOURCES.items())
def test_a_page_is_named_after_its_source(source, name):
    assert default_name(source) == f"{name}.html"
    assert Path(default_name(source)).name == default_name(source)
