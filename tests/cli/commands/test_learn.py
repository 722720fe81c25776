"""``elver learn``: lists, trains, evaluates, refuses."""

from __future__ import annotations

import json

import pytest
from small_tasks import small_task

from elver.cli.main import main
from elver.tasks.from_file import OWN


@pytest.fixture
def known(monkeypatch):
    monkeypatch.setitem(OWN, "SmallSwim", small_task())


def test_tasks_are_listed(capsys):
    assert main(["learn"]) == 0
    text = capsys.readouterr().out
    assert "EelTarget" in text
    assert "ScullRace" in text


def test_a_training_writes_its_folder(known, tmp_path, capsys):
    small = ["--machines", "8", "--set", "width=8", "--set", "horizon=20", "--episodes", "3"]
    out = tmp_path / "out"
    assert main(["learn", "SmallSwim", "--seconds", "0.3", "--seed", "2", *small, "--out", str(out)]) == 0
    names = {path.name for path in out.iterdir()}
    assert names == {"policy.npz", "checkpoint.npz", "curve.csv", "curve.png", "end.png", "episode.gif", "summary.json"}
    summary = json.loads((out / "summary.json").read_text())
    assert (summary["seed"], summary["settings"]["width"]) == (2, 8)
    assert set(summary["evaluation"]) == {"policy", "middle"}
    assert "steps" in capsys.readouterr().out

    assert main(["learn", "SmallSwim", "--show", str(out / "policy.npz"), "--episodes", "3", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["evaluation"]["policy"]["returns"] == summary["evaluation"]["policy"]["returns"]
    assert shown["about"]["task"] == "SmallSwim"

    again = ["learn", "SmallSwim", "--seconds", "0.1", *small, "--json", "--resume", str(out / "checkpoint.npz")]
    assert main(again) == 0
    assert json.loads(capsys.readouterr().out)["steps"] > summary["steps"]


def test_ctrl_c_twice_keeps_the_best_policy(known, tmp_path, capsys, monkeypatch):
    """In the training, and in the evaluation that follows."""

    def pressed(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("elver.learn.training.tell", pressed)
    monkeypatch.setattr("elver.cli.commands.learn.timed_evaluations", lambda *_: ({}, 0.0))
    monkeypatch.setattr("elver.cli.commands.learn.evaluated", pressed)
    small = ["--machines", "8", "--set", "width=8", "--set", "horizon=20"]
    assert main(["learn", "SmallSwim", *small, "--out", str(tmp_path / "out")]) == 130
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"policy.npz", "checkpoint.npz", "curve.csv"}
    assert capsys.readouterr().err.startswith("elver: stopped; the best policy so far is kept")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["EelTargt"], "Did you mean 'EelTarget'?"),
        (["SmallSwim", "--set", "widh=3"], "Did you mean 'width'?"),
        (["SmallSwim", "--set", "width=many"], "not a whole number"),
        (["SmallSwim", "--seconds", "-1"], "positive number of seconds"),
        (["SmallSwim", "--episodes", "0"], "Give 1 or more"),
        (["SmallSwim", "--show", "nowhere.npz"], "cannot read 'nowhere.npz'"),
        (["SmallSwim", "--show", "baseline"], "no hand-written baseline"),
        (["SmallSwim", "--seconds", "1", "--machines", "0"], "machines = 0"),
    ],
)
def test_wrong_wishes_are_refused(known, words, message, capsys):
    assert main(["learn", *words, "--json"]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(("given", "spent"), [(100.0, 100.0), (8.0, 15.8)])
def test_the_evaluation_is_part_of_the_seconds(known, monkeypatch, given, spent):
    """With 5 s for every evaluation, of which there are three; a tenth of the time is for the training in any case."""
    from elver.cli.commands import learn
    from elver.learn import training
    from elver.learn.policy import EpisodeMetrics

    clock = [0.0]

    def evaluate(*_):
        clock[0] += 5.0
        return EpisodeMetrics(1, 0.0, 0.0, 0.0, None, None, {}, {})

    def trained(task, seconds, **_):
        clock[0] += seconds
        return training.Training(None, 0.0, seconds=seconds)

    monkeypatch.setattr(learn, "perf_counter", lambda: clock[0])
    monkeypatch.setattr(learn, "compared", lambda task: {"baseline": None, "middle": "middle"})
    monkeypatch.setattr("elver.learn.evaluate", evaluate)
    monkeypatch.setattr("elver.learn.train", trained)
    assert main(["learn", "SmallSwim", "--seconds", str(given), "--json"]) == 0
    assert clock[0] == pytest.approx(spent)
