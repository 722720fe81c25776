"""The SoPrA fish of examples/sopra: its processing on made-up markers with a known answer, its file, its published figures."""

from __future__ import annotations

import importlib
import math
import re
from pathlib import Path

import numpy as np
import pytest

import elver

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples" / "sopra"


@pytest.fixture
def derived(monkeypatch):
    """The module that derives the table."""
    monkeypatch.syspath_prepend(str(FOLDER))
    return importlib.import_module("derive_table")


def made_markers(beat: float, speed: float, yaw: float, tip: float, pixels: float) -> np.ndarray:
    """Nine markers of a fish that swims towards +x, in units of which 142 mm have ``pixels``; the tail leads the tip."""
    t = np.arange(400) / 60.0
    wave = 2 * np.pi * beat * t
    heading = yaw * np.cos(wave - 0.4)
    along = np.array([0.0, -142, -340, -376, -406, -438, -467, -488, -550])
    sizes, leads = np.array([0, 0, 0, 4, 14, 30, 48, 61, tip]), np.array([0, 0, 0, 0.3, 0.3, 0.3, 0.3, 0.3, 0])
    aside = sizes * np.cos(wave[:, None] + leads) + np.where((np.arange(9) > 2) & (np.arange(9) < 8), 9.0, 0.0)
    c, s = np.cos(heading)[:, None], np.sin(heading)[:, None]
    place = np.stack([c * along - s * aside, s * along + c * aside], axis=2)
    place[:, :, 0] += speed * t[:, None]
    return place * pixels / 142 * np.array([1.0, -1.0]) + 2000


def test_the_table_finds_what_was_put_in(derived, tmp_path):
    path = tmp_path / "markers_f1_00.csv"
    np.savetxt(path, made_markers(0.75, 80.0, math.radians(7.5), 105.0, 135.0).reshape(400, 18), delimiter=",")
    row = derived.derive(path)
    assert row.name == "1.00"
    assert abs(row.beat - 0.75) < 1e-3
    assert abs(row.head_pixels - 135.0) < 1e-6
    assert abs(row.yaw - 7.5) < 0.02
    assert abs(row.tip - 105.0) < 0.2
    assert abs(row.yaw_phase + math.degrees(0.4)) < 0.5
    assert abs(row.tail[4]) == pytest.approx(61.0, abs=0.3)
    # Marker 0 goes on at 80 mm/s and the head swings about it: along the head that is 80 cos(yaw) on average.
    assert row.speed == pytest.approx(80 * (1 - 0.25 * math.radians(7.5) ** 2), abs=0.3)
    assert not row.merged


def test_hinges_and_roll_are_told_apart(derived):
    hinges = 0.24 * np.exp(0.2j) * derived.ARMS / derived.ARMS[0]
    hinges[4] += 0.3 * np.exp(-1.1j)
    common = 11 * np.exp(0.7j)
    found, roll, left = derived.bent(derived.sides(hinges) + common * (np.arange(6) < 5), ())
    assert np.abs(found - hinges).max() < 1e-6
    assert abs(roll - common) < 1e-4
    assert left < 1e-4


def test_the_sides_of_small_bends_are_lengths_times_angles(derived):
    hinges = 1e-4 * np.array([1, 2j, -1, 0.5, 1j])
    places = [sum((max(x - h, 0.0) * z for h, z in zip(derived.HINGES, hinges, strict=True)), 0j) for x in derived.PLACES]
    assert np.abs(derived.sides(hinges) - places).max() < 1e-6


def test_merged_markers_are_named(derived, tmp_path):
    markers = made_markers(0.75, 80.0, 0.1, 105.0, 135.0)
    markers[:, 4] = markers[:, 5]
    path = tmp_path / "markers_f2_00.csv"
    np.savetxt(path, markers.reshape(400, 18), delimiter=",")
    assert derived.derive(path).merged == (4,)


def test_the_fish_swims_head_first_as_it_was_seen_to():
    fish = elver.load(FOLDER / "sopra.yaml")
    run = elver.simulate(
        fish.build({"beat": 0.75}), 16.0, solver=elver.Solver(dt=5e-4), save=elver.Save(every=0.02), progress=False
    )
    assert run.status == "finished"
    velocity = run.data.base_velocity.values[-200:, 0].mean()  # three beats
    assert -0.09 < velocity < -0.065  # 77 mm/s along its course
    assert run.summary["ledger_closure"] < 1e-3  # at twice the step of the file


def test_the_blind_table_is_whole():
    page = (ROOT / "docs" / "reality.md").read_text()
    rows = re.findall(r"^\| (\d\.\d{3}) \| ([\d.]+) \| ([\d.]+) to ([\d.]+) \|", page, re.M)
    blind = {float(beat): tuple(map(float, rest)) for beat, *rest in rows if beat in ("0.378", "0.940", "1.501", "1.659")}
    assert len(blind) == 4
    for speed, low, high in blind.values():
        assert low < speed < high


def test_a_fit_is_told_at_other_beats(monkeypatch):
    """The path from a fit to a prediction: the orbit at one beat, and its error by the unknowns."""
    from types import SimpleNamespace

    monkeypatch.syspath_prepend(str(FOLDER))
    predict = importlib.import_module("predict")
    monkeypatch.setattr(predict, "BEATS", (0.75,))
    monkeypatch.setattr(predict, "STEPS", 2500)
    problem = predict.read_problem()
    fit = SimpleNamespace(problem=problem, theta=problem.start, covariance=np.diag((0.01 * problem.start) ** 2))
    told = predict.at_beats(fit)
    assert 0.06 < told[0.75, "speed"][0] / 1e3 < 0.1
    assert told[0.75, "speed"][1] > 0
    importlib.sys.modules.pop("predict", None)
