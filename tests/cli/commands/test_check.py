"""`elver check` as a user meets it."""

from __future__ import annotations

import json

import pytest
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


@pytest.mark.parametrize(
    ("times", "says"),
    [
        ("duration: 1e300", "times.yaml:5:17: run.duration = 1e300"),
        ("duration: 1e8, dt: 1e-9", "1e+17 steps"),
        ("duration: 1_0", "times.yaml:5:17: run.duration = 1_0"),
        ("duration: \u0661", "times.yaml:5:17: run.duration = \u0661"),
    ],
)
def test_times_that_a_run_would_refuse_are_refused(capsys, tmp_path, times, says):
    body = "{mass: 1, inertia: [1, 1, 1]}"
    text = f"elver: 1\nname: one\nmachine:\n  bodies: {{link: {body}}}\nrun: {{{times}}}\n"
    (tmp_path / "times.yaml").write_text(text, encoding="utf-8")
    code, _, err = run(capsys, "check", str(tmp_path / "times.yaml"))
    assert code == 2
    assert says in err
