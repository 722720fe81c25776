"""Pictures of a rowed boat: what they show, and that the animation keeps abreast of it."""

from __future__ import annotations

import numpy as np
import pytest
from looked_at import without_units, words_on_curves
from ready_models import ready

import elver
from elver._support.errors import InputError
from elver.results.metrics import last_period
from elver.systems.scull.pictures import PICTURES, alongside, boat_scene, body_colors, outflows, stroke_curves, strokes_compared
from elver.viz.animation import chosen_samples
from elver.viz.plots import pictures_of

PERIOD = 60 / 27


@pytest.fixture(scope="module")
def run():
    return elver.simulate(ready("scull-40"), 2 * PERIOD, solver=elver.Solver(dt=PERIOD / 500), save=elver.Save(every=PERIOD / 50))


def test_figures_of_a_boat(run):
    names = pictures_of(run)
    assert {"boat", "stroke", "power", "joints", "torques", "ledger", "speed"} <= set(names)
    assert not {"path", "strokes"} & set(names)
    assert len(elver.figures(run, names=["stroke"])["stroke"].axes) == 3


def test_stills_follow_the_last_stroke(run):
    """Six instants, both views; the blades go from the bow to the stern and back."""
    figure = elver.figures(run, names=["boat"])["boat"]
    assert len(figure.axes) == 12
    blades = [figure.axes[2 * row].collections[0].get_paths()[-1].vertices[:, 0].mean() for row in range(6)]
    assert blades[0] > 1.2
    assert blades[3] < -0.8
    assert np.argmin(blades) == 3
    assert "0.00 s" in figure.axes[0].get_title(loc="left")


def test_boats_alone_have_figures_of_rowing():
    eel = elver.simulate(elver.scenario("eel").build({"body.joints": 2}), 0.2, solver=elver.Solver(dt=0.01))
    assert not {"stroke", "power"} & set(pictures_of(eel))
    with pytest.raises(InputError, match=r"view 'boat' is not known for 'eel'. Choose side, top, front"):
        elver.animate(eel, "never.gif", view="boat")


def test_secondary_motions_are_shown_without_their_means(run):
    data = last_period(run.data)
    surge, heave, pitch = stroke_curves(data).values()
    for curve in (heave, pitch):
        assert abs(np.trapezoid(curve, data.time.values)) < 1e-9
        assert np.ptp(curve) > 0.1
    assert np.ptp(heave) == pytest.approx(1e3 * run.summary["heave_range"])
    assert np.ptp(pitch) == pytest.approx(np.degrees(run.summary["pitch_range"]), rel=1e-6)
    assert surge.mean() == pytest.approx(run.summary["mean_surge_speed"], rel=0.02)


def test_two_runs_share_axes(run):
    figure = strokes_compared({"a": run, "b": run})
    assert len(figure.axes[0].lines) == 4  # a curve and the finish of each
    assert words_on_curves(figure) == without_units(figure) == []


def test_a_stroke_is_shown_from_the_catch_wherever_the_run_ends(run):
    """The finish is marked at the end of the drive, which is where the oars turn."""
    for samples in (101, 83):
        part = elver.Run(run.data.isel(time=slice(0, samples)))
        surge, finish = elver.figures(part, names=["stroke"])["stroke"].axes[0].lines
        assert surge.get_xdata()[-1] == pytest.approx(PERIOD)
        assert finish.get_xdata()[0] == pytest.approx(0.4 * PERIOD)
        assert surge.get_ydata()[0] == pytest.approx(surge.get_ydata()[-1], abs=1e-3)
        assert int(np.argmin(surge.get_ydata())) < 10  # the boat is slowest at the catch


def test_slip_of_all_blades_is_one_curve(run):
    flows = outflows(last_period(run.data))
    assert set(flows) == {"hull.radiated", "hull.steady", "hull.resistance", "slip of the blades"}
    sampled = np.trapezoid(flows["slip of the blades"], last_period(run.data).time.values) / PERIOD
    assert sampled == pytest.approx(run.summary["slip_power"], rel=2e-3)  # 50 samples against the ledger


def test_the_launch_keeps_abreast(run):
    seen = alongside(run).data
    np.testing.assert_allclose(seen.base_position.sel(axis="x"), 0.0, atol=1e-12)
    np.testing.assert_array_equal(seen.body_position.sel(axis="z"), run.data.body_position.sel(axis="z"))
    assert float(abs(seen.body_position.sel(axis="x")).max()) < 3
    assert float(run.data.base_position.sel(axis="x").max()) > 15


def test_hull_rower_and_oars_are_drawn_in_both_views(run):
    colors = body_colors(run.data)
    assert len(set(colors)) == 3
    figure, draw = boat_scene(run)
    draw(30)
    parts = len(colors) + 3  # the trunk is drawn with a head and two arms
    drawn = [[c for c in axis.collections if len(c.get_paths()) == parts] for axis in figure.axes]
    assert all(len(found) == 1 for found in drawn)
    assert "m/s" in figure.axes[0].get_title()


def test_only_the_last_strokes_are_animated(run, tmp_path):
    samples = chosen_samples(run.data, 24, last_periods=True)
    assert samples[[0, -1]].tolist() == [50, 100]
    assert elver.animate(run, tmp_path / "boat.gif", seconds=0.5, fps=4).stat().st_size > 1000
    assert elver.animate(run, tmp_path / "space.gif", seconds=0.5, fps=4, view="3d").stat().st_size > 1000


def test_a_part_of_a_stroke_has_no_means():
    short = elver.simulate(elver.scenario("scull-40").build({"start": "rest"}), 0.5, solver=elver.Solver(dt=2e-3))
    assert short.summary["mean_surge_speed"] is None
    assert short.summary["rower_power"] is None
    assert short.summary["path_length"] > 0
    assert not {p.name for p in PICTURES} & set(pictures_of(short))
