"""Options of moving pictures and stills, checked before anything is computed."""

from __future__ import annotations

import sys

import pytest
from command_line import run

SMALL = ("--set", "body.joints=2", "--duration", 0.2)


def test_a_film_and_stills_as_they_are_asked_for(capsys, tmp_path, monkeypatch):
    heard = []

    def animate(run, path, **how):
        heard.append(how)
        return path

    monkeypatch.setattr("elver.viz.animate", animate)
    film = ("--animate", "gif", "--speed", 0.5, "--fps", 20, "--view", "-60,25", "--follow", "base")
    assert run(capsys, "run", "eel", *SMALL, "--no-figures", "--out", "mine", *film)[0] == 0
    assert heard == [{"speed": 0.5, "fps": 20.0, "view": "-60,25", "follow": "base", "renderer": None}]
    assert run(capsys, "plot", "mine", "ledger", "--format", "png", *film)[0] == 0
    assert heard[1] == heard[0]
    code, _, _ = run(capsys, "plot", "mine", "--still", "0,0.1", "--view", "top", "--follow", "stay", "--format", "png,svg")
    assert code == 0
    assert {p.name for p in (tmp_path / "mine" / "figures").iterdir()} == {"ledger.png", "stills.png", "stills.svg"}
    assert len(heard) == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--speed", 2), "--speed says how a moving picture looks. Add --animate gif"),
        (("--view", "top"), "--view says how a moving picture looks"),
        (("--animate", "gif", "--speed", "fast"), "--speed 'fast' is not a number"),
        (("--animate", "gif", "--speed", -1), "speed = -1"),
        (("--animate", "gif", "--fps", 90), "at most 50 pictures a second"),
        (("--animate", "gif", "--view", "nonsense"), "view 'nonsense' is not known for 'eel'"),
    ],
)
def test_what_is_no_film_is_refused_before_the_run(capsys, tmp_path, words, message):
    code, _, err = run(capsys, "run", "eel", *words)
    assert code == 2
    assert message in err
    assert list(tmp_path.iterdir()) == []


def test_a_camera_that_a_machine_has_of_its_own_is_known_before_the_run(capsys, tmp_path):
    code, _, err = run(capsys, "run", "scull-40", "--animate", "gif", "--follow", "base")
    assert code == 2
    assert "has a camera of its own" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("package", ["xarray", "matplotlib"])
def test_a_film_without_its_packages_is_refused_before_the_run(capsys, tmp_path, monkeypatch, package):
    monkeypatch.setitem(sys.modules, package, None)
    code, _, err = run(capsys, "run", "eel", "--animate", "gif", "--no-figures")
    assert code == 2
    assert f"'{package}' is not installed, which a moving picture needs" in err
    assert list(tmp_path.iterdir()) == []


def test_a_view_is_refused_before_the_other_figures_are_drawn(capsys, tmp_path):
    assert run(capsys, "run", "eel", *SMALL, "--no-figures", "--out", "mine")[0] == 0
    assert run(capsys, "plot", "mine", "ledger", "--animate", "gif", "--view", "nonsense")[0] == 2
    assert {p.name for p in (tmp_path / "mine").iterdir()} == {"run.nc", "summary.json"}
