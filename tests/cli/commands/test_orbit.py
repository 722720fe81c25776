"""``elver orbit`` as a person and as a script use it."""

from __future__ import annotations

import json

import pytest

from elver.cli.main import main

SHORT = ["orbit", "eel", "--set", "body.joints=3", "--no-figures"]


def test_orbit_as_json(capsys):
    assert main([*SHORT, "--json"]) == 0
    out = capsys.readouterr().out
    found = json.loads(out)
    assert found["orbit_residual"] < 1e-9
    assert found["status"] == "converged"
    assert {"floquet_max", "drift", "period", "iterations", "drift_speed"} <= set(found)


def test_orbit_for_people_with_trim(capsys, tmp_path):
    assert main([*SHORT, "--trim", "gait.amplitude:speed=0.1", "--out", str(tmp_path / "o")]) == 0
    out = capsys.readouterr().out
    assert "residual" in out
    assert "0.1 m/s" in out
    assert (tmp_path / "o" / "orbit.nc").exists()
    assert json.loads((tmp_path / "o" / "summary.json").read_text())["parameters"]["gait.amplitude"] > 0


def test_slopes(capsys):
    trimmed = [*SHORT, "--steps", "60", "--trim", "gait.amplitude:speed=0.1", "--slopes", "gait.period, water.friction"]
    assert main([*trimmed, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["slopes"]
    assert list(found) == ["gait.period", "water.friction"]
    assert abs(found["water.friction"]["drift_speed"]) < 1e-9  # it is held
    assert found["water.friction"]["trimmed"]["gait.amplitude"] > 0  # by a larger wave
    assert found["gait.period"]["period"] == 1.0
    assert main([*SHORT, "--steps", "60", "--slopes", "water.friction"]) == 0
    assert "per unit of water.friction" in capsys.readouterr().out


def test_branch(capsys, tmp_path):
    assert main([*SHORT, "--continue", "gait.amplitude=0.06:0.07", "--json", "--out", str(tmp_path / "o")]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["values"][0] == pytest.approx(0.06)
    assert found["values"][-1] == pytest.approx(0.07)
    assert (tmp_path / "o" / "branch.nc").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--trim", "gait.amplitude"], "KEY:NAME=VALUE"),
        (["--continue", "gait.amplitude"], "KEY=A:B"),
        (["--steps", "many"], "whole number"),
        (["--steps", "100000000"], "4 to 1000000"),
        (["--segments", "1000000"], "1 to 100"),
        (["--settle", "1e20"], "Give 0 to 10000"),
        (["--period", "1e308"], "Give 1e-12 to 1e+09 s"),
        (["--trim", "gait.amplitud:vx=1"], "Did you mean 'gait.amplitude'"),
        (["--unknown", "base qq"], "unknown state"),
        (["--slopes", "gait.amplitud"], "Did you mean 'gait.amplitude'"),
        (["--slopes", "gait.amplitude", "--continue", "gait.amplitude=0.06:0.07"], "Leave out --continue"),
        (["--slopes", "gait.amplitude", "--trim", "gait.amplitude:speed=0.1"], "was trimmed"),
    ],
)
def test_wrong_options(capsys, options, message):
    assert main([*SHORT, "--json", *options]) == 2
    assert message in capsys.readouterr().err


def test_no_orbit_exits_with_1(capsys):
    assert main([*SHORT, "--json", "--unknown", "base vx"]) == 1
    assert json.loads(capsys.readouterr().out)["status"] == "partial"
