"""Aiko on obstacles placed for its own gait: the placement against a second route, and the phase shifts of SNAKE Fig. 12."""

import math

import numpy as np
import pytest
from tolerances import assert_close

from elver._support.errors import InputError
from elver.scenarios import scenario
from elver.systems.aiko.scenario import SMALL_RADII, fitted

LENGTH, HALF, RADIUS, AMPLITUDE = 0.122, 0.0393, 0.0525, math.radians(40)
PHASES = [-30, -50, -70]


def links(degrees):
    """Centres and directions of the links at the start, from the joint angles of (71) alone; mean direction -x."""
    delta = math.radians(degrees)
    angles = np.cumsum([0.0, *(AMPLITUDE * np.sin(delta * np.arange(10)))])
    long = np.cumsum([0.0, *(AMPLITUDE * np.sin(delta * np.arange(-3600, 3600)))])  # many waves: their mean is the axis
    angles += math.pi - (long - long[3600]).mean()
    along = np.column_stack([np.cos(angles), np.sin(angles)])
    centres = np.vstack([np.zeros(2), np.cumsum(LENGTH / 2 * (along[1:] + along[:-1]), axis=0)])
    return centres, along


def gaps(degrees, discs):
    """Gap of every link (row) and disc (column) [m], by dense points along each link."""
    centres, along = links(degrees)
    s = np.linspace(-HALF, HALF, 401)
    points = centres[:, None] + s[None, :, None] * along[:, None]
    places = np.array([(d.x, d.y) for d in discs])
    distance = np.linalg.norm(points[:, :, None] - places, axis=-1).min(axis=1)
    return distance - RADIUS - np.array([d.radius for d in discs])


def track(degrees, **changes):
    values = scenario("aiko-track").values({"gait.phase": math.radians(degrees), **changes})
    return fitted(values)


@pytest.mark.parametrize("degrees", PHASES)
def test_obstacles_line_the_robot(degrees):
    """Seven discs with the printed radii in order; none more than 1 mm inside the robot, those beside it no farther than 2 cm."""
    discs = track(degrees)
    found = gaps(degrees, discs).min(axis=0)
    beside = {-30: 2, -50: 3, -70: 4}[degrees]
    assert tuple(d.radius for d in discs) == SMALL_RADII
    assert found.min() > -1e-3
    assert (found[:beside] < 0.02).all()
    assert (found[beside + 1 :] > 0.1).all()


def test_a_small_phase_shift_leaves_two_obstacles_beside_the_robot():
    """11 |delta| / pi half waves: 1.8, 3.1 and 4.3. Three push-points need the second."""
    assert [int(11 * abs(math.radians(d)) / math.pi) for d in PHASES] == [1, 3, 4]


def test_obstacles_stand_on_alternate_sides_near_the_centre_line():
    """Within the robot's own width of one line, left and right in turn, half of the printed 0.7349 m wavelength apart."""
    discs = track(-50)
    y, x = np.array([d.y for d in discs]), np.array([d.x for d in discs])
    assert np.ptp(y) < 2 * RADIUS + 2 * max(SMALL_RADII)
    assert (np.diff(np.sign(np.diff(y))) != 0).all()
    assert_close(x[4] - x[0], 2 * 0.7349, 0.03)  # radii differ, and so do the offsets


def test_a_shift_moves_obstacles_along_the_wave_off_its_centre_line():
    """The centres of one side go up where those of the other go down, as far as the wave is wide."""
    shifts = np.radians([0.0, 30.0, 60.0])
    y = np.array([[d.y for d in track(-50, **{"track.shift": shift})] for shift in shifts])
    steps = np.diff(y, axis=0)
    assert (np.sign(steps) == np.tile(np.sign(steps[0]), (2, 1))).all()
    assert (steps[:, :-1] * steps[:, 1:] < 0).all()
    half = LENGTH / math.radians(50) * AMPLITUDE / (2 * math.sin(math.radians(25)))  # of the wave's width, for small headings
    assert (np.abs(y[2] - y[0]) > 0.5 * half * math.sin(shifts[2])).all()
    assert [d.y for d in track(-50, **{"track.shift": 0.0})] == [d.y for d in track(-50)]
    with pytest.raises(InputError, match=r"track\.shift"):
        track(-50, **{"track.shift": 2.0})


def test_clearance_moves_obstacles_away():
    near, wide = (gaps(-50, track(-50, **{"track.clearance": c})).min(axis=0)[:3] for c in (0.006, 0.016))
    assert np.abs(wide - near - 0.01).max() <= 1e-3


@pytest.mark.parametrize("changes", [{"track.clearance": -0.01}, {"track.obstacles": 0}, {"gait.phase": 0.0}])
def test_bad_values_are_refused(changes):
    with pytest.raises(InputError, match=next(iter(changes))):
        scenario("aiko-track").build(changes)
