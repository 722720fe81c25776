"""The sculler, the rig and the oars: masses, postures, mirror images."""

from __future__ import annotations

import math

import numpy as np
import pytest
from tolerances import assert_close

from elver.systems.scull.robot import Boat, Oar, Rig, Sculler, scull_robot


def test_everything_on_board_weighs_what_it_should():
    robot = scull_robot(Sculler(), Rig(), Boat(), Oar())
    mass = {body.name: body.mass for body in robot.bodies}
    assert robot.mass == pytest.approx(80 + 17 + 2 * 1.5 + 1.7)
    assert mass["boat"] == pytest.approx(17 + 80 * 2 * 0.0137)  # the feet stay on the stretcher
    assert mass["trunk"] == pytest.approx(80 * (0.4346 + 0.0694 + 2 * 0.0494))  # the arms belong to it
    assert mass["port_oar"] + mass["port_blade"] == pytest.approx(1.5)


def test_upper_body_is_where_a_mans_is():
    """Centre about 0.36 m above the hip, radius of gyration about 0.3 m; arms ahead pull it to the rower's front."""
    body = Sculler().upper_body()
    assert 0.33 < body.centre_of_mass[0] < 0.40
    assert 0.0 < body.centre_of_mass[1] < 0.08
    assert 0.24 < math.sqrt(body.central_inertia[2, 2] / body.mass) < 0.32
    hanging = Sculler(arms=0.0).upper_body()
    assert hanging.centre_of_mass[1] == pytest.approx(0.0, abs=1e-12)
    assert hanging.centre_of_mass[0] < body.centre_of_mass[0]


def test_the_oars_of_both_sides_mirror_each_other():
    robot = scull_robot(Sculler(), Rig(), Boat(), Oar(dip=0.3))
    port, starboard = robot.body("port_oar"), robot.body("starboard_oar")
    flip = np.array([1.0, 1.0, -1.0])
    assert_close(port.centre_of_mass, flip * starboard.centre_of_mass, 1e-13)
    assert_close(port.inertia, np.outer(flip, flip) * starboard.inertia, 1e-13)
    assert port.centre_of_mass[2] < -0.05  # its z axis points up, its blade down
