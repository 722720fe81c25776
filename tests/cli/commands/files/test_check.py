"""`elver check` as a user meets it."""

from __future__ import annotations

import json

from command_line import run


def test_a_built_in_machine_is_explained(capsys):
    code, out, _ = run(capsys, "check", "eel")
    assert code == 0
    assert "36.8179 kg" in out
    assert "link12" in out


def test_numbers_for_scripts_and_a_picture(capsys, tmp_path):
    code, out, _ = run(capsys, "check", "eel", "--set", "body.density=1100", "--json", "--picture", str(tmp_path / "eel.png"))
    assert code == 0
    found = json.loads(out)
    assert found["mass"] > 1.09 * found["displaced"]
    assert (tmp_path / "eel.png").exists()


def test_warnings_go_to_standard_error(capsys):
    code, _, err = run(capsys, "check", "eel", "--set", "body.density=1100")
    assert code == 0
    assert "sinks" in err


def test_names_that_are_not_known(capsys):
    code, _, err = run(capsys, "check", "ell")
    assert code == 2
    assert "eel" in err


def test_a_picture_needs_an_ending_that_can_be_drawn(capsys):
    code, _, err = run(capsys, "check", "eel", "--picture", "eel.xyz")
    assert code == 2
    assert ".png" in err


def test_a_step_too_long_for_the_gait_is_told(capsys):
    code, _, err = run(capsys, "check", "eel", "--set", "gait.period=0.005")
    assert code == 0
    assert "look at this: the step dt = 0.001 s is too long for the motion asked for" in err
    assert "too long" not in run(capsys, "check", "eel")[2]


def test_a_step_that_rodas_may_choose_is_told_so(capsys):
    """Only a machine whose joints are computed may be stiff."""
    asked = ("check", "eel", "--set", "gait.period=0.005")
    assert "unless `auto` takes rodas" in run(capsys, *asked, "--set", "drive=pd")[2]
    assert "rodas" not in run(capsys, *asked)[2]
