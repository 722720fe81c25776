"""`trusted` against far finer runs, by random settings of the scenarios: benchmarks/trust.py."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def trust(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    import trust

    return trust


def values(trust, rows) -> dict[str, float]:
    return {metric.key: metric.value for metric in trust.metrics(rows)}


def test_a_few_settings(trust):
    """Within a factor of ten of the error, all of them, and none that is trusted is wrong."""
    rows = trust.study(20, trust.TUNING, ("eel", "swimmer", "moth-tethered", "scull-50"), quiet=True)
    found = values(trust, rows)
    assert found["runs"] >= 18
    assert found["trusted"] >= 8
    assert found["doubted"] >= 2
    assert found["wrong"] == found["no_estimate"] == 0
    assert found["within_ten"] >= 0.95


@pytest.mark.long
def test_settings_that_nobody_has_looked_at(trust):
    """The goals: no trusted run more than 2 % off, a tenth of false alarms, 80 % of the estimates within a factor of ten."""
    found = trust.metrics(trust.study(300, trust.HELD_OUT, quiet=True))
    assert [metric.key for metric in found if metric.verdict == "MISSED"] == []
    assert {metric.key for metric in found if metric.verdict == "met"} == {"wrong", "false_alarms", "within_ten"}


@pytest.mark.long
def test_long_runs(trust, monkeypatch):
    """The same of runs that are taken to be long, by stretches and a coarse run."""
    monkeypatch.setattr(trust.step_error, "MOST_WORK", 0.0)
    found = values(trust, trust.study(100, trust.HELD_OUT, quiet=True))
    assert found["wrong"] == 0
    assert found["within_ten"] >= 0.7


def test_settings_are_those_of_the_seed(trust):
    (scenario,) = [s for s in trust.smooth_scenarios() if s.name == "moth-tethered"]
    first, again, other = ([s for _, s in trust.settings_of(scenario, 2, seed)] for seed in (5, 5, 6))
    assert first == again != other
    assert all(s.steps <= trust.SAMPLES or s.steps % trust.SAMPLES == 0 for s in first)


def test_how_rows_are_counted(trust):
    """Wrong and false alarms, rounding and lost runs, without running anything."""
    setting = trust.Setting("eel", {}, 1.0, 100, "rk4", 1e-6)
    good = trust.Row(setting, "finished", (), 1e-5, "position", 2e-5, {"position": 2e-5, "works": 4e-5}, 1e-9)
    wrong = replace(good, path=0.03, errors={"position": 0.03})
    alarm = replace(good, doubts=("its steps leave an error of 3 %",), estimate=0.03)
    rounding = replace(good, estimate=1e-13, path=1e-10, errors={"position": 1e-10})
    lost = replace(good, doubts=("its steps leave an error of 900 %",), estimate=9.0, path=2e4, errors={"position": 2e4})
    unknown = replace(wrong, known=0.5)
    rows = [good, wrong, alarm, rounding, lost, unknown, trust.Row(setting, "diverged")]
    found = values(trust, rows)
    assert (found["runs"], found["broke_off"], found["no_truth"], found["no_truth_trusted"]) == (5, 1, 1, 1)
    assert (found["trusted"], found["wrong"], found["doubted"], found["right"]) == (3, 2, 2, 3)
    assert found["false_alarms"] == pytest.approx(1 / 2)
    assert found["of_right"] == pytest.approx(1 / 3)
    assert trust.logarithms(rows) == pytest.approx([math.log10(0.25), math.log10(1e-5 / 0.03), math.log10(750), 0.0, 0.0])
    assert (found["under"], found["over"]) == (pytest.approx(0.2), pytest.approx(0.2))
    assert np.isclose(found["worst_trusted"], 0.03)
