"""Shapes along a run: all of them in the picture, and no label on another."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.quiver import Quiver, QuiverKey

from elver import Run, scenario, simulate
from elver.simulation import Save, Solver
from elver.viz.machine import machine_size, metres_per_newton
from elver.viz.plots import pictures_of
from elver.viz.run_figures import configurations, instants, row_height, shape, snapshot, stays


@pytest.fixture(scope="module")
def gray():
    own = scenario("gray")
    return simulate(own.prepared(), 0.1, solver=Solver(dt=own.dt))


def test_instants_of_a_periodic_gait_differ_in_phase():
    """Eighteen seconds of a beat of two: evenly spaced, all ten would show the same shape."""
    times = np.linspace(0.0, 18.0, 1801)
    chosen = times[instants(times, 2.0, 10)]
    assert chosen[[0, -1]].tolist() == [0.0, 18.0]
    assert np.abs(chosen - np.linspace(0.0, 18.0, 10)).max() <= 1.0 + 1e-9
    assert len({round(float(t) % 2.0, 6) for t in chosen[1:-1]}) == 8
    assert (np.diff(chosen) > 0).all()
    for period in (0.0, 40.0):  # none, or one that is longer than what lies between two instants
        assert times[instants(times, period, 10)] == pytest.approx(np.linspace(0.0, 18.0, 10), abs=0.006)
    assert instants(np.array([0.0]), 2.0, 10).tolist() == [0] * 10


def test_instants_about_half_a_beat_apart_differ_too():
    """Twenty seconds of a beat of 4.5: evenly spaced, ten would show one shape and its mirror image."""
    times = np.linspace(0.0, 20.0, 2001)
    chosen = times[instants(times, 4.5, 10)]
    assert (np.diff(chosen) > 0).all()
    assert np.diff(np.sort(chosen[1:-1] % 2.25)).min() > 0.09  # evenly spaced 0.03
    times = np.linspace(0.0, 30.0, 3001)
    assert times[instants(times, 5.142857, 10)] == pytest.approx(np.linspace(0.0, 30.0, 10), abs=0.006)  # differ as they are


def test_every_row_is_inside_the_picture(gray):
    axis = configurations(gray).axes[0]
    low, high = axis.get_ylim()
    row = row_height(gray.data, "xy", 1.0, 1.0)
    assert high > shape(gray.data, 0, "xy")[:, 1].max()
    assert low < shape(gray.data, -1, "xy")[:, 1].min() - 5 * row
    assert len(axis.get_yticklabels()) == 6
    assert not axis.texts


def test_a_machine_that_stays_gets_rows_and_one_that_leaves_does_not():
    own = scenario("eel-loop")
    short = simulate(own.build(), 1.0)
    assert stays(short.data, "xz")
    assert row_height(short.data, "xz", 3.0, 3.0) > 0
    away = short.data.copy()
    for name in ("base_position", "body_position"):
        away[name] = away[name] + 10.0 * away.time
    assert not stays(away, "xz")
    assert row_height(away, "xz", 3.0, 3.0) == 0
    labels = [t.get_text() for t in configurations(short).axes[0].get_yticklabels()]
    assert len(labels) == len(set(labels)) == 10
    figure = configurations(Run(away))
    assert not figure.axes[0].texts  # times stand at a bar of colours, not on the machine
    assert figure.axes[1].get_ylabel() == "time [s]"
    assert len(figure.axes[1].get_yticklabels()) == 10


def test_arrows_of_forces_have_a_scale(gray):
    """One arrow with a number and a unit, as long as the picture says that force is."""
    for figure in (configurations(gray), snapshot(gray)):
        (key,) = [c for c in figure.axes[0].get_children() if isinstance(c, QuiverKey)]
        (first, *_) = [c for c in figure.axes[0].get_children() if isinstance(c, Quiver)]
        force = float(key.label.removesuffix(" N"))
        assert key.U == force > 0
        assert force / first.scale == pytest.approx(force * metres_per_newton(gray.data))
        assert 0.05 < force / first.scale / machine_size(gray.data) < 0.2


def test_a_touch_that_is_rare_sets_the_scale_too():
    """One force among many samples without any: its arrow is a quarter as long as the machine, and not a million metres."""
    own = scenario("gray")
    rare = simulate(own.prepared(), 0.1, solver=Solver(dt=own.dt), save=Save(every=own.dt)).data.copy()
    force = np.zeros_like(rare.contact_force.values)
    force[-1, 0] = (3.0, 4.0)
    rare["contact_force"] = (rare.contact_force.dims, force)
    assert (np.linalg.norm(force, axis=2) > 0).mean() < 0.005
    assert 5.0 * metres_per_newton(rare) == pytest.approx(0.25 * machine_size(rare))
    low, high = configurations(Run(rare)).axes[0].get_xlim()
    assert high - low < 5 * machine_size(rare)
    rare["contact_force"] = (rare.contact_force.dims, np.zeros_like(force))
    assert metres_per_newton(rare) == pytest.approx(0.25 * machine_size(rare))  # nothing touched: an arrow of 1 N


def test_nothing_stuck_no_picture_of_it(gray):
    assert not gray.data.sticking.values.any()
    assert "sticking" not in pictures_of(gray)
    still = simulate(scenario("gray").build({"torque": 0.01}), 0.01, solver=Solver(dt=1e-4))
    assert np.mean(still.data.sticking[-1]) == 1.0
    assert "sticking" in pictures_of(still)


def test_no_scale_of_forces_where_there_are_none():
    """Flat ground: nothing pushes, and the scale would lie on the title."""
    own = scenario("aiko-flat")
    axis = configurations(simulate(own.prepared(), 0.2, solver=Solver(dt=own.dt))).axes[0]
    assert not [artist for artist in axis.get_children() if isinstance(artist, (Quiver, QuiverKey))]
