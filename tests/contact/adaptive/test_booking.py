"""Works and impulses of chosen steps: they are what energy and momentum change by."""

import numpy as np
from small_machines import AMONG, MASS, G, chain, slide, works
from tolerances import assert_close

from elver.contact import ContactSettings, Scene
from elver.simulation import Save, Solver, simulate


def chosen(accuracy):
    return ContactSettings(accuracy=accuracy)


def test_a_sliding_block_comes_to_rest_where_it_should():
    """v0^2 / (2 mu g), and all of its energy goes into friction."""
    run = slide(Scene((), 0.3), (1.0, 0.0), duration=0.6, dt=0.02, every=0.02, contact=chosen(1e-5))
    assert_close(run.data.base_position.values[-1, 0], 1 / (2 * 0.3 * G), 1e-4)
    assert_close(works(run, "contact.friction")[-1], MASS / 2, 1e-3)


def test_impulses_are_the_change_of_momentum():
    """Through impacts, in a scene without friction: what contacts give from sample to sample is what the momentum changes by."""
    run = simulate(chain(Scene(AMONG.obstacles)), 1.0, solver=Solver(dt=5e-3, contact=chosen(1e-5)), save=Save(every=0.05))
    momentum = run.data.momentum.values[:, :2]
    given = run.data.contact_impulse.values.sum(axis=1)[1:]
    assert np.abs(given).max() > 1e-3
    assert np.abs(np.diff(momentum, axis=0) - given).max() <= 0.02 * np.abs(given).max()


def test_the_ledger_closes_better_with_smaller_errors():
    """Through impacts and friction."""
    closures = [
        simulate(chain(AMONG), 1.0, solver=Solver(dt=0.05, contact=chosen(a)), save=Save(every=0.05)).summary["ledger_closure"]
        for a in (1e-4, 1e-6)
    ]
    assert closures[1] <= 5e-3
    assert closures[1] <= closures[0] / 3
