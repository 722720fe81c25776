"""Values at which predictions are wanted."""

from __future__ import annotations

import pytest

from elver._support.errors import InputError
from elver.cli.commands.fit import read_predictions


def test_predictions_are_read_from_words_and_files(tmp_path):
    assert read_predictions("--predict", ["a=1,2", "b=0:1:3"]) == [{"a": a, "b": b} for a in (1.0, 2.0) for b in (0.0, 0.5, 1.0)]
    table = tmp_path / "cases.csv"
    table.write_text("# made\na,b\n1,2\n3,4\n")
    assert read_predictions("--predict", [str(table)]) == [{"a": 1.0, "b": 2.0}, {"a": 3.0, "b": 4.0}]


@pytest.mark.parametrize(
    ("item", "says"),
    [
        ("a=", "is not KEY=VALUES"),
        ("a=1:2", "first:last:count"),
        ("a=1:2:1", "from 2 to 1000"),
        ("a=much", "is not a number"),
        ("a=nan", "is not finite"),
        ("nothing.csv", "nor a file that can be read"),
        ("empty.csv", "has no rows"),
        ("ragged.csv", "row 1 has 1 numbers for 2 names"),
    ],
)
def test_predictions_that_cannot_be_read(item, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.csv").write_text("a,b\n")
    (tmp_path / "ragged.csv").write_text("a,b\n1\n")
    with pytest.raises(InputError, match=says):
        read_predictions("--predict", [item])


def test_the_same_key_twice_is_refused():
    with pytest.raises(InputError, match="given twice"):
        read_predictions("--predict", ["a=1", "a=2"])
