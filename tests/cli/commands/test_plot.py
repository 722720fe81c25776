"""`elver plot` as a user meets it."""

from __future__ import annotations

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
