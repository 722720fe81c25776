"""The coefficients that come with Elver are what the command in their own file makes.

`make scull` makes all of them again (minutes); the usual tests make one frequency.
"""

from __future__ import annotations

import inspect
import os
import shlex

import numpy as np
import pytest
from wave_table import needs_capytaine

from elver.forces.hulls import Scull, hull_from_scull, load_hull
from elver.forces.hulls.hydrostatics import float_hull
from elver.forces.hulls.radiation import frequency_grid, radiation_at, scull_body
from elver.systems.scull.robot import scull_hull

DIGITS = 2e-6  # files keep seven digits; the solver repeats itself to fewer on another number of threads
FITTED = 1e-5  # the fit's own tolerance (measured: 2e-6 of the peak)
SHIPPED = scull_hull()
RECIPE = SHIPPED.provenance["recipe"]


def test_the_recipe_is_the_command_with_nothing_but_its_hull():
    """Every option it leaves out has the value the file was made with."""
    from elver.cli.commands.hull import Options, recipe
    from elver.cli.main import build_parser
    from elver.cli.options import read_options

    options = read_options(Options, build_parser(["hull"])[0].parse_args(shlex.split(RECIPE)[1:]))
    source, panels = SHIPPED.provenance, inspect.signature(hull_from_scull).parameters
    assert recipe(options) == RECIPE
    assert options.frequencies == Options().frequencies == str(source["frequencies"])
    assert options.scull == f"{source['length']:g},{source['beam']:g},{source['draft']:g}"
    assert Scull() == Scull(source["length"], source["beam"], source["draft"])
    assert (panels["along"].default, panels["around"].default) == (source["panels_along"], source["panels_around_half"])
    assert panels["count"].default == source["frequencies"]


def test_hydrostatics_come_out_again():
    source = SHIPPED.provenance
    surface = Scull().surface(2 * source["panels_along"], 4 * source["panels_around_half"])
    floating = float_hull(surface, 1000.0 * Scull().volume, np.zeros(3))
    assert floating.mass == pytest.approx(SHIPPED.mass, rel=DIGITS)
    assert floating.wet.area == pytest.approx(SHIPPED.wetted_area, rel=DIGITS)
    np.testing.assert_allclose(floating.restoring, SHIPPED.restoring, rtol=DIGITS, atol=DIGITS)
    np.testing.assert_allclose(floating.wet.centre, SHIPPED.buoyancy_centre, rtol=DIGITS, atol=1e-9)


@pytest.mark.long
def test_one_frequency_comes_out_again():
    needs_capytaine()
    source, k = SHIPPED.provenance, 11
    w = float(frequency_grid(Scull().beam, source["frequencies"])[k])
    assert w == pytest.approx(SHIPPED.table.frequencies[k], rel=DIGITS)
    made = radiation_at(scull_body(Scull(), source["panels_along"], source["panels_around_half"]), w)
    for matrix, kept in zip(made, (SHIPPED.table.added[k], SHIPPED.table.damping[k]), strict=True):
        np.testing.assert_allclose(matrix, kept, rtol=DIGITS, atol=DIGITS * np.abs(kept).max())


@pytest.mark.skipif("ELVER_SLOW" not in os.environ, reason="minutes; make scull")
def test_the_whole_file_comes_out_again(tmp_path, monkeypatch):
    from elver.cli.main import main

    monkeypatch.chdir(tmp_path)
    assert main([*shlex.split(RECIPE)[1:], "--out", "scull.json", "--json"]) == 0
    made = load_hull("scull.json")
    for name in ("restoring", "added", "buoyancy_centre"):
        kept = getattr(SHIPPED, name)
        np.testing.assert_allclose(getattr(made, name), kept, rtol=DIGITS, atol=DIGITS * np.abs(kept).max())
    for name in ("added", "damping"):
        kept = getattr(SHIPPED.table, name)
        np.testing.assert_allclose(getattr(made.table, name), kept, rtol=DIGITS, atol=DIGITS * np.abs(kept).max())
    assert made.memory.order == SHIPPED.memory.order
    for t in np.linspace(0.0, 6.0, 13):  # the same forces; axes of the states may point the other way
        kept = kernel(SHIPPED, t)
        np.testing.assert_allclose(kernel(made, t), kept, rtol=0, atol=FITTED * np.abs(kernel(SHIPPED, 0.0)).max())


def kernel(hull, t: float) -> np.ndarray:
    """Retardation of the fitted memory [kg/s^2 ..]."""
    from scipy.linalg import expm

    return hull.memory.G.T @ expm(hull.memory.F * t) @ hull.memory.G
