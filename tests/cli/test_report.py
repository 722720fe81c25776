"""The table of a run."""

from __future__ import annotations

from command_line import run

from elver.results.summary import factor


def test_the_table_says_what_the_machine_has(capsys):
    """No pitch in the plane, forces of sliding joints in newtons, nothing about a stroke that is not finished."""
    _, planar, _ = run(capsys, "run", "gray", "--duration", 0.01, "--no-figures")
    assert "pitch turned" not in planar
    assert "(0 x real time)" not in planar
    _, eel, _ = run(capsys, "run", "eel", "--duration", 0.1, "--no-figures")
    assert "pitch turned" in eel
    _, boat, _ = run(capsys, "run", "scull-40", "--set", "start=rest", "--duration", 0.1, "--no-figures")
    peaks = next(line for line in boat.splitlines() if "peak torque" in line)
    assert " N," in peaks or peaks.endswith(" N")
    assert " N m" in peaks
    assert "shorter than one stroke" in boat


def test_factors_below_one_keep_a_digit():
    assert [factor(x) for x in (0.0342, 0.96, 3.4, None)] == ["0.03", "1", "3", "-"]
