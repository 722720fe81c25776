"""`elver export` as a person and as a script use it."""

from __future__ import annotations

import json

import casadi as ca
import pytest
from command_line import run

from elver.export.c import find_compiler
from elver.scenarios import scenario

SMALL = ("export", "eel", "--set", "body.joints=3")


def test_c_and_casadi_for_people(capsys, tmp_path):
    code, out, err = run(capsys, *SMALL, "--c", tmp_path / "c", "--casadi", tmp_path / "eel.casadi", "--free", "gait.amplitude")
    assert (code, err) == (0, "")
    assert "eel.h" in out
    assert "EEL_P_gait_amplitude" in (tmp_path / "c" / "eel.h").read_text()
    assert ca.Function.load(str(tmp_path / "eel.casadi")).name_in() == ["t", "x", "p", "u", "s"]
    assert ca.Function.load(str(tmp_path / "eel.casadi")).size1_in("p") == 1


def test_changes_are_compiled_in(capsys, tmp_path):
    for name, amplitude in (("a", "0.05"), ("b", "0.09")):
        assert run(capsys, *SMALL, "--set", f"gait.amplitude={amplitude}", "--c", tmp_path / name, "--duration", 2)[0] == 0
    first, second = ((tmp_path / name / "eel.c").read_text() for name in "ab")
    assert first != second
    assert "#define EEL_DURATION 2.0 " in (tmp_path / "a" / "eel.h").read_text()


@pytest.mark.skipif(find_compiler() is None, reason="no C compiler on this computer")
def test_a_unit_for_scripts(capsys, tmp_path):
    code, out, err = run(capsys, *SMALL, "--fmu", tmp_path / "eel.fmu", "--json")
    assert (code, err) == (0, "")
    assert json.loads(out) == {"fmu": [str(tmp_path / "eel.fmu")]}
    assert (tmp_path / "eel.fmu").stat().st_size > 10_000
    code, _, err = run(capsys, *SMALL, "--fmu", tmp_path / "eel.fmu")
    assert code == 2
    assert "--force" in err
    assert run(capsys, *SMALL, "--fmu", tmp_path / "eel.fmu", "--force")[0] == 0


def test_the_step_is_that_of_the_changed_machine(capsys, tmp_path, monkeypatch):
    """A stroke of 4 s in 500 steps, whatever the step of the usual stroke is."""
    from elver.cli.commands import export

    asked = []
    monkeypatch.setattr(export, "write", lambda *given: asked.append(given[5]) or {})
    for options in ((), ("--set", "stroke.rate=15"), ("--set", "stroke.rate=15", "--dt", "0.001")):
        assert run(capsys, "export", "scull-rowing", *options, "--c", tmp_path / "c")[0] == 0
    assert asked == pytest.approx([scenario("scull-rowing").dt, 0.008, 0.001])


def test_a_stiff_model_says_what_its_step_is(capsys, tmp_path):
    code, out, _ = run(capsys, "export", "swimmer", "--set", "links=3", "--c", tmp_path / "c")
    assert code == 0
    assert "the model is stiff" in out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "Add --c FOLDER"),
        (["--c", "there", "--free", "gait.amplitud"], "Did you mean 'gait.amplitude'"),
        (["--c", "there", "--free", "body.joints"], "only real numbers can"),
        (["--c", "there", "--free", "gait.period,gait.period"], "given twice"),
        (["--c", "there", "--set", "gait.amplitude"], "KEY=VALUE"),
        (["--c", "there", "--duration", "0"], "greater than 0"),
        (["--c", "there", "--dt", "x"], "not a number"),
        (["--c", "there", "--inputs"], "Add --fmu"),
        (["--c", ""], "no name"),
        (["--fmu", "eel.zip"], "must end in .fmu"),
        (["--casadi", "nowhere/eel.casadi"], "does not exist"),
        (["--inputs", "--fmu", "eel.fmu"], "no signals"),
    ],
)
def test_wrong_options(capsys, tmp_path, monkeypatch, options, message):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, *SMALL, *options, "--json")
    assert (code, out) == (2, "")
    assert message in err
    assert list(tmp_path.iterdir()) == []


def test_impacts_are_refused_before_anything_is_written(capsys, tmp_path):
    code, _, err = run(capsys, "export", "gray", "--c", tmp_path / "gray")
    assert code == 2
    assert "impacts" in err
    assert list(tmp_path.iterdir()) == []


def test_a_missing_compiler_stops_only_the_unit(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("CC", "no-such-compiler")
    code, _, err = run(capsys, *SMALL, "--fmu", tmp_path / "eel.fmu")
    assert code == 2
    assert "needs a C compiler" in err
    assert run(capsys, *SMALL, "--c", tmp_path / "c")[0] == 0


def test_help_teaches(capsys):
    code, out, _ = run(capsys, "export", "--help")
    assert code == 0
    assert "elver export eel --fmu eel.fmu" in out


def test_a_run_in_motion(capsys, tmp_path):
    assert (
        run(capsys, "run", "eel", "--set", "body.joints=3", "--duration", 0.2, "--out", tmp_path / "eel", "--no-figures")[0] == 0
    )
    code, out, _ = run(capsys, "export", tmp_path / "eel", "--glb", "--json")
    assert (code, json.loads(out)) == (0, {"glb": [str(tmp_path / "eel" / "run.glb")]})
    assert (tmp_path / "eel" / "run.glb").read_bytes().startswith(b"glTF")
    code, _, err = run(capsys, "export", tmp_path / "eel" / "run.nc", "--glb")
    assert (code, "--force" in err) == (2, True)
    assert run(capsys, "export", tmp_path / "eel" / "run.nc", "--glb", tmp_path / "own.glb")[0] == 0


@pytest.mark.parametrize(
    ("given", "word"), [(("eel", "--glb", "eel.glb"), "of a run"), (("eel", "--glb", "--c", "eel_c"), "--c"), (("eel",), "--glb")]
)
def test_motion_is_that_of_a_run(capsys, given, word):
    code, _, err = run(capsys, "export", *given)
    assert code == 2
    assert word in err
