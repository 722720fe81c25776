"""The ship section of examples/section: what its predictions are made of, and the file that was written down."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

FOLDER = Path(__file__).parents[2] / "examples" / "section"


@pytest.fixture(scope="module")
def predict():
    spec = importlib.util.spec_from_file_location("section_predict", FOLDER / "predict.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def written():
    return np.genfromtxt(FOLDER / "predictions.csv", delimiter=",", names=True)


def test_the_written_intervals_hold_what_the_model_says_without_chance(predict, written):
    """With every unknown at its middle, at frequencies across the range; a coarser flow will do."""
    contour = predict.SectionContour.rounded_box(predict.BEAM, predict.DRAUGHT, predict.BILGE, 14)

    def flow(w):
        return predict.section_flow(contour, w, predict.DEPTH, predict.DENSITY, per_wave=30, reach=4.0)

    natural = {name: predict.LENGTH * flow(2 * np.pi / period).added for name, (period, _) in predict.PERIODS.items()}
    for row in written[[0, 6, 9]]:
        at = flow(row["omega_rad_per_s"])
        own = predict.Unknowns()
        for name, value in zip(predict.QUANTITIES, [*predict.loads(at, own), *predict.motions(at, own, natural)], strict=True):
            assert row[f"{name}_low"] < value < row[f"{name}_high"], (name, value)


def test_the_free_section_has_the_periods_that_were_measured(predict):
    """A section that nothing damps, in waves of a period next to its own, heaves as far as one likes."""
    contour = predict.SectionContour.rounded_box(predict.BEAM, predict.DRAUGHT, predict.BILGE, 10)
    w = 2 * np.pi / predict.PERIODS["roll"][0]
    added = predict.LENGTH * predict.section_flow(contour, w, predict.DEPTH, predict.DENSITY, per_wave=30, reach=4.0).added
    mass, stiffness, _ = predict.mechanics(predict.Unknowns(), {"roll": added, "heave": added})
    dynamic = (stiffness - w**2 * (mass + added))[np.ix_([0, 2], [0, 2])]
    assert abs(np.linalg.det(dynamic)) < 1e-9 * abs(np.prod(np.diag(dynamic)))


def test_the_file_has_every_frequency_and_every_interval_in_order(predict, written):
    np.testing.assert_allclose(written["omega_rad_per_s"], predict.FREQUENCIES)
    for name in predict.QUANTITIES:
        assert (written[f"{name}_low"] < written[name]).all()
        assert (written[name] < written[f"{name}_high"]).all()
