"""`elver table` as a user meets it."""

from __future__ import annotations

import pandas as pd
from command_line import run


def test_a_run_becomes_a_table_beside_it_or_elsewhere(capsys, tmp_path):
    assert run(capsys, "run", "eel", "--set", "body.joints=2", "--duration", 0.1, "--no-figures", "--out", "mine")[0] == 0
    code, out, _ = run(capsys, "table", "mine", "--csv", "--mat", "other.mat", "--quantities", "joint_position", "--every", 5)
    assert code == 0
    assert out.split() == ["mine/run.csv", "other.mat"]
    table = pd.read_csv(tmp_path / "mine" / "run.csv")
    assert len(table) == 3
    assert list(table.columns[:2]) == ["time [s]", "joint_position.joint1 [rad]"]
    assert (tmp_path / "other.mat").is_file()
    code, _, err = run(capsys, "table", "mine", "--csv")
    assert code == 2
    assert "not overwritten" in err
    assert run(capsys, "table", "mine/run.nc", "--csv", "--force")[0] == 0
    assert len(pd.read_csv(tmp_path / "mine" / "run.csv").columns) > len(table.columns)
    code, out, _ = run(capsys, "table", "mine", "--list")
    assert code == 0
    assert any(line.split()[:2] == ["base_velocity", "[m/s]"] for line in out.splitlines())
    for words, message in (
        (("mine",), "Add --csv, --xlsx or --mat"),
        (("mine", "--csv", "run.txt"), "must end in .csv"),
        (("nowhere", "--csv"), "nowhere"),
        ((".", "--csv"), "holds no run.nc"),
        (("mine", "--mat", "--quantities", "joint_positon"), "Did you mean 'joint_position'"),
    ):
        code, _, err = run(capsys, "table", *words)
        assert code == 2, words
        assert message in err
        assert err.count("\n") == 1
