"""Events: where they fall in a step, touches on the way, and whole scenes whose motion is known event by event."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from small_machines import incline, place, slide

from elver.contact import ContactSettings, Disc, Polygon, Scene, Wall
from elver.contact.driver import scene_tables
from elver.contact.single.events import LightTouch, first_touch

ROOT = Path(__file__).parents[3]
OUTLINES = np.array([[0.1, 0.02], [0.1, 0.02]])


@pytest.fixture
def events(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    import events

    return events


# --- touches on the way ---------------------------------------------------------------------------------------------


def touch(scene, begin, end, depth=1e-4, meets=None, pressing=False, rate=np.inf):
    """``first_touch`` of one link, or two, between poses (x, y, angle) each."""
    poses = [np.array([v for x, y, a in pose for v in (x, y, np.cos(a), np.sin(a))]) for pose in (begin, end)]
    outlines = OUTLINES[: len(begin)]
    tables = scene_tables(scene, outlines, np.zeros((len(begin),) * 2) if meets is None else meets)
    guess = np.full((len(begin), len(tables.things), 2), 1.0 if pressing else 0.0)
    return first_touch(*poses, outlines, tables, guess, LightTouch(depth, rate))


def test_a_thin_peg_is_met_where_it_stands():
    """A link that flies 1 m broadside past a peg of 5 mm touches it after 0.5 m less both radii."""
    scene = Scene((Disc(0.0, 0.5, 0.005),))
    share = touch(scene, [(0.0, 0.0, 0.0)], [(0.0, 1.0, 0.0)])
    assert abs(share - 0.475) <= 1e-3
    assert touch(scene, [(0.0, 0.0, 0.0)], [(0.0, 1.0, 0.0)], pressing=True) == 2.0


def test_a_graze_is_met_and_a_near_miss_is_none():
    """Tip first past a disc, 1 mm deep or 1 mm free, whatever the length of the way."""
    for aside, met in ((0.069, True), (0.071, False)):
        scene = Scene((Disc(0.5, aside, 0.05),))
        assert (touch(scene, [(0.0, 0.0, 0.0)], [(1.0, 0.0, 0.0)]) < 1.0) == met


@pytest.mark.parametrize("deep", [1e-4, 1e-6, 1e-8])
def test_a_graze_is_met_however_shallow(deep):
    """A chord of 2 sqrt(2 R deep), and no touch where the way is free by as much; a light one counts by its closing velocity."""
    radius, ways = 0.05 + 0.02, ([(0.0, 0.0, np.pi / 2)], [(1.0, 0.0, np.pi / 2)])  # its round end goes past
    chord, slope = 2.0 * np.sqrt(2.0 * radius * deep), np.sqrt(2.0 * deep / radius)
    missed, met = (Scene((Disc(0.5, 0.1 + radius + aside, 0.05),)) for aside in (deep, -deep))
    assert touch(missed, *ways, depth=0.1 * deep) == 2.0
    assert touch(met, *ways, depth=0.1 * deep) == pytest.approx(0.5 - 0.5 * chord, abs=0.1 * chord)
    assert touch(met, *ways, depth=10 * deep, rate=0.5 * slope) == pytest.approx(0.5 - 0.5 * chord, abs=0.1 * chord)
    assert touch(met, *ways, depth=10 * deep, rate=2.0 * slope) == 2.0


def test_a_link_that_enters_from_the_far_side_of_a_disc_is_met_where_it_entered():
    """At the end of the step it is past the middle of the disc and would be let out on the other side."""
    share = touch(Scene((Disc(0.5, 0.0, 0.17),)), [(0.0, 0.0, np.pi / 2)], [(0.55, 0.0, np.pi / 2)])
    assert abs(share * 0.55 - 0.31) <= 1e-3


def test_corners_of_polygons_walls_and_other_links_are_met():
    square = Polygon(((0.4, -0.01), (0.42, -0.01), (0.42, 0.01), (0.4, 0.01)))
    assert abs(touch(Scene((square,)), [(0.0, 0.0, np.pi / 2)], [(1.0, 0.0, np.pi / 2)]) - 0.38) <= 1e-3
    turn = touch(Scene((Wall(0.0, -0.08, np.pi / 2),)), [(0.0, 0.0, 0.0)], [(0.0, 0.0, np.pi / 2)])
    assert abs(np.sin(turn * np.pi / 2) - 0.6) <= 0.02  # its end comes down to its radius above the wall
    meets = np.array([[0.0, 1.0], [1.0, 0.0]])
    both = [(0.0, 0.0, np.pi / 2), (1.0, 0.0, np.pi / 2)], [(1.0, 0.0, np.pi / 2), (0.0, 0.0, np.pi / 2)]
    assert abs(touch(Scene(self_contact=True), *both, meets=meets) - 0.48) <= 1e-3
    assert touch(Scene(), *both) == 2.0


# --- single events ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("accuracy", [1e-3, 1e-4, 1e-5, 1e-6])
def test_sliding_that_turns_over_is_located(accuracy):
    """A block goes up a slope, stops and slides back: the path to within the accuracy, in a few steps."""
    angle, mu, speed, seconds, g = 0.5, 0.3, 2.0, 1.5, 9.81
    settings = ContactSettings(accuracy=accuracy)
    run = slide(incline(angle, mu, np.pi), (speed, 0.0), duration=seconds, dt=0.1, every=0.1, contact=settings, check_step=False)
    up, down = g * (np.sin(angle) + mu * np.cos(angle)), g * (np.sin(angle) - mu * np.cos(angle))
    stop = speed / up
    exact = 0.5 * speed * stop - 0.5 * down * (seconds - stop) ** 2
    assert abs(place(run)[-1, 0] - exact) <= accuracy
    assert run.data.attrs["located_events"] == 1
    assert run.data.attrs["steps"] <= 60


def test_a_fast_body_does_not_fly_through_a_disc():
    """It enters and would leave by the other side between two looks, at every accuracy."""
    for accuracy in (1e-3, 1e-6):
        settings = ContactSettings(accuracy=accuracy)
        run = slide(Scene((Disc(1.0, 0.0, 0.05),)), (6.0, 0.0), dt=0.1, every=0.1, contact=settings, check_step=False)
        assert place(run)[:, 0].max() <= 0.8 + 1e-6  # half length 0.1, radii 0.05
        assert run.data.penetration.values.max() <= accuracy


def test_a_disc_that_grazes_a_peg_is_turned_aside(events):
    """11 micrometres deep, 4 degrees of its heading: missed at every accuracy, and trusted, while looks on the way ran out."""
    metrics = {
        metric.key: metric for metric in events.trust_metrics(events.judged_runs(("discs",), range(5019, 5020), silent=True))
    }
    assert metrics["fixed_wrong"].value == metrics["chosen_wrong"].value == 0.0
    assert max(ratios(events, ("discs",), range(5019, 5020))) <= events.HELD


# --- random scenes ----------------------------------------------------------------------------------------------------


def ratios(events, kinds, seeds):
    found = events.accuracy_ratios(kinds, seeds, silent=True)
    return [ratio for kind in kinds for by in found[kind].values() for ratio in by]


def test_accuracy_holds_on_fifty_scenes(events):
    """Exact event solutions: errors at most ten times the accuracy, of 1e-3, 1e-4 and 1e-5 m."""
    found = ratios(events, ("incline", "bounce", "rod", "discs"), range(2000, 2011)) + ratios(
        events, ("chain", "swim"), range(2000, 2003)
    )
    assert len(found) >= 140
    assert max(found) <= events.HELD
    assert np.median(found) <= 1.0


def test_trusted_runs_are_right(events):
    """As users run them, by published steps and by chosen ones."""
    rows = events.judged_runs(("incline", "bounce", "rod", "discs"), range(2000, 2008), silent=True)
    assert sum(row.trusted for row in rows) >= 30
    assert sum(row.error > events.WRONG for row in rows) >= 5  # there is something to be found
    assert not [row for row in rows if row.trusted and row.error > events.WRONG]


@pytest.mark.long
def test_five_hundred_scenes(events):
    """The goals of docs/trust.md."""
    kinds, seeds = events.KINDS, range(3000, 3085)
    assert np.mean(np.array(ratios(events, kinds, seeds)) <= events.HELD) >= 0.99
    metrics = {metric.key: metric for metric in events.trust_metrics(events.judged_runs(kinds, seeds, silent=True))}
    assert metrics["fixed_runs"].value >= 450
    assert all(metric.verdict != "MISSED" for metric in metrics.values())
