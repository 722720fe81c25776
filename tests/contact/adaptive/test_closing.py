"""Gaps of contacts that press are closed: nothing drifts into an obstacle or away from it, and impacts happen where they do."""

import math

import numpy as np
import pytest
from small_machines import place, slide
from tolerances import ROUNDING, assert_close

from elver.contact import ContactSettings, Disc, Scene, Wall

EVEN = ContactSettings(accuracy=math.inf)  # all steps are dt


def test_a_ball_that_is_pressed_to_a_disc_stays_on_it():
    """Down a slope over a disc without friction: the gap stays at 0 to second order while it presses."""
    scene = Scene((Disc(0.0, 0.0, 0.2),), slope=(0.0, -5.0))
    gaps = []
    for dt in (0.02, 0.01):
        start = (0.02, np.sqrt(0.25**2 - 0.02**2))
        run = slide(scene, half=0.0, at=start, duration=0.4, dt=dt, every=dt, contact=EVEN)
        pressing = run.data.contact_force.values[1:, 0, 1] > 0
        assert pressing[:15].all()
        gaps.append(np.abs(np.hypot(*place(run)[1:][pressing].T) - 0.25).max())
    assert gaps[1] <= 1e-4
    assert gaps[1] <= gaps[0] / 3


@pytest.mark.parametrize("restitution", [0.0, 0.4, 1.0])
def test_an_impact_happens_where_it_does_whatever_the_step(restitution):
    """A ball against a wall: x = wall - e v (t - impact) to rounding, at steps of which none ends at the impact."""
    scene = Scene((Wall(0.3, 0.0, np.pi),), restitution=restitution)
    run = slide(scene, (1.0, 0.2), half=0.0, duration=0.7, dt=0.007, every=0.007, contact=EVEN)
    t, x = run.data.time.values, run.data.base_position.values[:, 0]
    after = t > 0.25
    assert_close(x[after], 0.25 - restitution * (t[after] - 0.25), ROUNDING, 1.0)
    assert run.data.penetration.max() <= 1e-12


def test_contacts_that_depend_on_each_other():
    """A block flat on two walls that lie on one line: more contacts than its freedoms need; it rests there."""
    scene = Scene((Wall(0.0, -0.05, np.pi / 2), Wall(1.0, -0.05, np.pi / 2)), slope=(0.0, -5.0))
    run = slide(scene, half=0.1, at=(0.0, 0.0005), duration=0.2, dt=0.01, contact=EVEN)
    assert run.status == "finished"
    assert np.abs(place(run)[-1] - (0.0, 0.0)).max() <= 1e-12
