"""`elver studio` as a user meets it."""

from __future__ import annotations

import os

import pytest
from command_line import run

SOON = ("--no-browser", "--idle", "0.003")  # minutes


def test_it_prints_its_address_and_stops_by_itself(capsys, tmp_path):
    code, out, _ = run(capsys, "studio", *SOON, "--folder", tmp_path)
    assert code == 0
    assert out.startswith("http://127.0.0.1:")
    assert "/?token=" in out
    assert str(tmp_path) in out
    assert "no page has asked" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("ell",), "Did you mean 'eel'"),
        (("--port", "x"), "whole number"),
        (("--port", "70000"), "65535"),
        (("--idle", "0"), "above 0"),
        (("--folder", "none"), "--folder"),
        (("none.yaml",), "no file"),
        (("../fish.yaml",), "outside the working folder"),
    ],
)
def test_wrong_input_is_refused(capsys, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, "studio", "--no-browser", *arguments)
    assert (code, out) == (2, "")
    assert words in err


def test_a_file_to_begin_with_is_named_from_where_one_is(capsys, tmp_path, monkeypatch):
    from elver.cli.commands.studio import first_model
    from elver.viz.studio.folder import Folder

    (tmp_path / "machines").mkdir()
    (tmp_path / "machines" / "fish.yaml").write_text("elver: 1\n")
    os.symlink(tmp_path / "machines" / "fish.yaml", tmp_path / "machines" / "other.yaml")
    monkeypatch.chdir(tmp_path)
    folder = Folder.at("machines")
    assert first_model("machines/fish.yaml", folder) == "fish.yaml"
    assert first_model("fish.yaml", folder) == "fish.yaml"
    assert first_model("eel", folder) == "eel"
