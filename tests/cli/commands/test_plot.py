"""`elver plot` as a user meets it."""

from __future__ import annotations

import pytest
from command_line import run


def test_plot_takes_the_folder_of_a_run(capsys, tmp_path):
    assert run(capsys, "run", "gray", "--duration", 0.01, "--no-figures", "--out", "mine")[0] == 0
    code, _, _ = run(capsys, "plot", "mine", "ledger", "--format", "png")
    assert code == 0
    assert (tmp_path / "mine" / "figures" / "ledger.png").is_file()
    code, out, _ = run(capsys, "plot", "mine", "--format", "png", "speed", "joints")  # figures after options
    assert code == 0
    assert [line.rpartition("/")[2] for line in out.split()] == ["speed.png", "joints.png"]


def test_plot_needs_a_result_and_no_more(capsys):
    code, _, err = run(capsys, "plot")
    assert code == 2
    assert err.rstrip().endswith("required: RESULT")


def test_several_results_are_laid_over_each_other(capsys, tmp_path):
    for name, friction in (("one", 0.1), ("two", 0.3)):
        given = ("--duration", 0.02, "--set", f"friction={friction}", "--no-figures", "--out", name)
        assert run(capsys, "run", "gray", *given)[0] in (0, 3)
    code, out, _ = run(capsys, "plot", "one", "two", "speed", "ledger", "--format", "png", "--out", "both")
    assert (code, out.split()) == (0, ["both/speed.png", "both/ledger.png"])
    code, _, err = run(capsys, "plot", "one", "two", "configurations")
    assert (code, "shows more than curves" in err) == (2, True)
    code, _, err = run(capsys, "plot", "one", "two", "--still", "0.01")
    assert (code, "a comparison of runs has no moving picture and no stills" in err) == (2, True)
    code, _, err = run(capsys, "plot", "one", "one")
    assert (code, "named twice" in err) == (2, True)
    code, _, err = run(capsys, "plot", "one", "three/run.nc")
    assert (code, "no such file or folder" in err) == (2, True)


def test_links_windows_and_instants_choose_what_is_shown(capsys):
    assert run(capsys, "run", "gray", "--duration", 0.05, "--no-figures", "--out", "mine")[0] == 0
    given = ("--links", "link1,link3", "--window", "0.01:0.03", "--format", "png")
    assert run(capsys, "plot", "mine", "pushing", *given)[0] == 0
    assert run(capsys, "plot", "mine", "configurations", "--at", "0,0.02", "--format", "png")[0] == 0
    for words, said in (
        (("--window", "0.03:0.01"), "0.03 s is not before 0.01 s"),
        (("--window", "3"), "--window '3' is not 2 numbers"),
        (("--window", "3:4"), "the run goes from 0 to 0.05 s"),
        (("speed", "--at", "0.01"), "none of these figures takes at"),
        (("configurations", "--at", "7"), "7 s is outside of the run"),
        (("pushing", "--links", "link7"), "unknown link of 'gray': 'link7'"),
    ):
        code, _, err = run(capsys, "plot", "mine", *words)
        assert (code, said in err) == (2, True), (words, err)


def test_figures_for_a_paper(capsys, tmp_path):
    """A column is 3.5 inches wide, at 300 dots an inch; where nothing is drawn a style is refused."""
    from PIL import Image

    eel = ("run", "eel", "--set", "body.joints=2", "--duration", 0.2)
    assert run(capsys, *eel, "--out", tmp_path / "eel", "--style", "paper")[0] == 0
    assert run(capsys, "plot", tmp_path / "eel", "speed", "--format", "png", "--out", tmp_path / "screen")[0] == 0
    with Image.open(tmp_path / "eel" / "figures" / "speed.png") as paper, Image.open(tmp_path / "screen" / "speed.png") as screen:
        assert paper.width == pytest.approx(3.5 * 300, abs=60)
        assert screen.width == pytest.approx(7.2 * 130, abs=60)
    code, _, err = run(capsys, *eel, "--out", tmp_path / "other", "--style", "paper", "--no-figures")
    assert (code, "--no-figures" in err) == (2, True)
