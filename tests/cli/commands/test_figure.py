"""`elver figure` as a user meets it."""

from __future__ import annotations

import json

import pytest
from command_line import run

from elver.scenarios import paper_figures


def test_the_list_has_a_row_for_every_figure(capsys):
    code, out, _ = run(capsys, "figure", "--list")
    assert code == 0
    lines = out.splitlines()
    for figure in paper_figures():
        assert any(line.strip().startswith(f"{figure.name} ") for line in lines), figure.name
    assert lines[-2].startswith(f"{len(paper_figures())} figures and tables: ")


def test_the_list_of_one_paper_as_json(capsys):
    code, out, _ = run(capsys, "figure", "usr", "--list", "--json")
    assert code == 0
    rows = json.loads(out)["figures"]
    assert [row["number"] for row in rows] == ["1", "2", "3a", "3b", "4a", "4b", "table-I"]
    assert rows[2]["runs"][2] == "elver run swimmer --set gait=lateral --set case=3"
    assert rows[1]["command"] is None
    assert rows[1]["note"]


def test_tables_and_figures_are_written_in_every_format(capsys, tmp_path):
    code, out, _ = run(capsys, "figure", "eel", "table-I", "--out", "drawn", "--format", "png,svg")
    assert (code, out.split()) == (0, ["drawn/EEL-table-I.png,", "drawn/EEL-table-I.svg"])
    assert (tmp_path / "drawn" / "EEL-table-I.svg").is_file()
    code, _, err = run(capsys, "figure", "eel", "table-I", "--out", "drawn")
    assert (code, "exists and nothing is overwritten" in err) == (2, True)
    assert run(capsys, "figure", "eel", "table-I", "--out", "drawn", "--force")[0] == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("EELL", "1"), "unknown paper 'EELL'. Did you mean 'EEL'?"),
        (("EEL", "12"), "EEL has no figure '12'. The nearest is 11."),
        (("SNAKE", "1"), "SNAKE Fig. 1 is not drawn: a photograph of the robot."),
        ((), "name a paper and the number of a figure, such as `elver figure EEL 11`, or give --list or --all."),
        (("EEL", "5", "--format", "bmp"), "unknown picture format 'bmp'"),
        (("EEL", "5", "--json"), "--json goes with --list."),
        (("EEL", "5", "--from", "nowhere"), "--from 'nowhere': no such result."),
    ],
)
def test_wrong_input_is_named(capsys, words, said):
    code, _, err = run(capsys, "figure", *words)
    assert code == 2
    assert said in err


def test_a_result_that_will_not_do_says_what_it_lacks(capsys):
    assert run(capsys, "run", "gray", "--duration", 0.01, "--no-figures", "--out", "mine")[0] == 0
    code, _, err = run(capsys, "figure", "SNAKE", "7", "--from", "mine")
    assert code == 2
    assert "SNAKE Fig. 7 needs a result of `elver run gray" in err
    assert "'mine': it ends at 0.01 s where 0.05 s are needed" in err
