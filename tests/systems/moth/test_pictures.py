"""Pictures of wings: what is drawn is where the blades are."""

from __future__ import annotations

import numpy as np
import pytest
from looked_at import without_units, words_on_curves
from ready_models import ready

from elver import InputError, animate, figures, scenario, simulate
from elver.results import load_run
from elver.simulation import Save, Solver
from elver.symbolic.spatial import rotate
from elver.viz.animation import FRAMES_PER_PERIOD, Camera, chosen_samples, staged
from elver.viz.machine import blades, hulls, room
from elver.viz.plots import film_of, pictures_of

FLIGHT = {"strokes", "thorax", "strains", "forces"}


@pytest.fixture(scope="module")
def flight(tmp_path_factory):
    """Through a file, so that the pictures are made of what it holds."""
    run = simulate(ready("moth"), 0.06, solver=Solver(dt=1e-4))
    return load_run(run.save(tmp_path_factory.mktemp("moth") / "run.nc"))


@pytest.fixture(scope="module")
def tethered():
    return simulate(scenario("moth-tethered").build(), 0.04, solver=Solver(dt=1e-4))


def test_samples_follow_the_stroke_unless_told_otherwise(flight):
    assert flight.data.sizes["time"] == 151  # a hundred per period
    coarse = simulate(ready("moth"), 0.06, solver=Solver(dt=1e-4), save=Save(every=0.01))
    assert coarse.data.sizes["time"] == 7


def test_every_machine_gets_its_own_figures(flight, tethered):
    assert set(pictures_of(flight)) >= FLIGHT | {"path", "speed", "ledger"}
    assert FLIGHT - {"thorax"} <= set(pictures_of(tethered))
    assert not {"thorax", "path", "configurations"} & set(pictures_of(tethered))
    eel = simulate(scenario("eel").build(), 0.05)
    assert not FLIGHT & set(pictures_of(eel))


def test_figures_are_drawn_and_written(flight, tmp_path):
    drawn = figures(flight, tmp_path, sorted(FLIGHT), formats=["png"])
    for name in FLIGHT:
        assert (tmp_path / f"{name}.png").stat().st_size > 5000
    lines = drawn["strains"].axes[0].lines
    assert [line.get_label() for line in lines] == ["right_stroke", *(f"right_bending{k}" for k in (1, 2, 3, 4))]
    assert lines[0].get_xdata()[[0, -1]] == pytest.approx([0, 1], abs=1e-6)
    beat = slice(0, 101)  # the run ends in the middle of its second one
    assert lines[0].get_ydata() == pytest.approx(np.degrees(flight.data.joint_position.sel(joint="right_stroke").values[beat]))
    air = drawn["forces"].axes[1].lines[0].get_ydata()
    assert air == pytest.approx(flight.data.medium_force.sel(force="air", axis="z").values[beat])
    for name in ("thorax", "strains", "forces"):
        assert without_units(drawn[name]) == words_on_curves(drawn[name]) == [], name
        assert not any("rad" in axis.get_ylabel() for axis in drawn[name].axes), name


def test_blades_hang_together_along_the_leading_edge(flight):
    """Every section starts where the one before it ends, and all are as large as the machine says."""
    for sample in (0, 60, 150):
        quads = blades(flight.data, sample)
        assert quads.shape == (8, 4, 3)
        for wing in (quads[:4], quads[4:]):
            assert wing[1:, 0] == pytest.approx(wing[:-1, 1], abs=1e-12)
            assert wing[1:, 3] == pytest.approx(wing[:-1, 2], abs=1e-12)  # nor do they gape at the trailing edge
        assert np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1) == pytest.approx(0.0175)
        root = flight.data.base_position.values[sample] + rotate(
            flight.data.base_quaternion.values[sample], np.array([0.0, -0.0182, 0.0])
        )
        assert quads[0, 0] == pytest.approx(root, abs=1e-12)
    assert np.abs(blades(flight.data, 60) - blades(flight.data, 0)).max() > 0.02


def test_the_thorax_is_drawn_as_a_closed_surface_that_looks_outward(flight):
    (triangles,) = hulls(flight.data, 100).values()
    volume = np.einsum("ij,ij->i", triangles[:, 0], np.cross(triangles[:, 1], triangles[:, 2])).sum() / 6
    assert volume == pytest.approx(4 / 3 * np.pi * 8.5e-3**2 * 28e-3, rel=0.15)
    centre, half = room(flight.data)
    assert (np.abs(blades(flight.data, 100) - centre) < half).all()


def test_animation_in_space_shows_the_last_strokes(flight, tmp_path):
    samples = chosen_samples(flight.data, FRAMES_PER_PERIOD, last_periods=True)
    assert flight.data.time.values[samples[0]] == pytest.approx(0.02)
    assert samples[-1] == 150
    figure, draw = staged(flight, film_of(flight), Camera("3d"))
    before = len(figure.axes[0].collections)
    draw(50)
    assert len(figure.axes[0].collections) == before == 3  # thorax, blades, leading edges
    assert animate(flight, tmp_path / "moth.gif", seconds=0.3, fps=10).stat().st_size > 10000


def test_views_are_checked_and_any_machine_can_be_seen_in_space(flight, tmp_path):
    with pytest.raises(InputError, match=r"Choose side, top, front, iso \(or xy, xz, yz, 3d\), or give azimuth and elevation"):
        animate(flight, tmp_path / "a.gif", view="up")
    eel = simulate(scenario("eel").build(), 0.05)
    assert animate(eel, tmp_path / "eel.gif", seconds=0.2, fps=10, view="3d").exists()


def test_a_part_of_a_stroke_is_not_drawn_as_one(flight):
    short = simulate(scenario("moth").build({"start": "rest"}), 0.01, solver=Solver(dt=1e-4))
    assert not FLIGHT & set(pictures_of(short))
    assert set(pictures_of(flight)) >= FLIGHT
