"""A sculler with arms: masses, the reach of an arm, loops that close at the catch."""

from __future__ import annotations

import numpy as np
import pytest

import elver
from elver.systems.scull.robot import Boat, Oar, Rig, Sculler, scull_robot
from elver.systems.scull.rowing_robot import Arms, Reach, rowing_robot
from elver.systems.scull.rowing_stroke import Pull, trunk_lean
from elver.systems.scull.stroke import posture

MAN, RIG, BOAT, OAR, ARMS = Sculler(), Rig(foot=0.28), Boat(), Oar(), Arms()


def robot():
    return rowing_robot(MAN, RIG, BOAT, OAR, ARMS)


def test_the_same_rower_cut_into_more_pieces():
    cut, whole = robot(), scull_robot(MAN, RIG, BOAT, OAR)
    assert cut.mass == pytest.approx(whole.mass, rel=1e-14)
    pieces = [b for b in cut.bodies if b.name in ("trunk", "head") or "arm" in b.name]
    assert sum(b.mass for b in pieces) == pytest.approx(whole.body("trunk").mass, rel=1e-14)
    assert cut.body("starboard_forearm").mass == pytest.approx(80 * (0.0162 + 0.0061))
    assert cut.body("head").mass == pytest.approx(80 * 0.0694)
    assert [j.name for j in cut.joints if j.moving and j.mode == "driven"] == ["knee", "trunk", "starboard_elbow", "port_elbow"]


@pytest.mark.parametrize("elbow", [0.1, 1.0, 2.0])
def test_a_hand_where_the_shoulder_joints_put_it(elbow):
    """Swing, spread and elbow as three plain rotations: towards the front, outwards, and back up."""
    reach = Reach.of(MAN, RIG, OAR, ARMS)
    swing, spread = 2.1, 0.3
    upper = np.array([np.cos(spread), 0.0, np.sin(spread)])
    hand = reach.upper * upper + reach.fore * (np.cos(elbow) * upper - np.sin(elbow) * np.array([0.0, 1.0, 0.0]))
    along, front = np.cos(swing) * hand[0] - np.sin(swing) * hand[1], np.sin(swing) * hand[0] + np.cos(swing) * hand[1]
    assert np.linalg.norm(hand) == pytest.approx(float(reach.arm(elbow)), rel=1e-12)
    found = reach.shoulder_joints(along, front, hand[2], elbow)
    assert np.allclose([np.mod(found[0], 2 * np.pi), found[1]], [swing, spread], atol=1e-12)


def test_all_three_loops_are_closed_at_the_catch():
    reach, pull, machine = Reach.of(MAN, RIG, OAR, ARMS), Pull(), robot()
    knee, elbow = pull.knee(MAN, [0.0]), pull.elbow([0.0])
    lean = trunk_lean(MAN, RIG, reach, pull.oar([0.0]), knee, elbow)
    trunk = posture(MAN, RIG, knee, lean)[1]
    q = {**pull.start(MAN, RIG, reach), "knee": knee[0], "trunk": trunk[0], "starboard_elbow": elbow[0], "port_elbow": elbow[0]}
    places = [q[j.name] for j in machine.joints if j.moving]
    loops = elver.dynamics.loop_functions(machine)
    assert np.abs(np.array(loops.error(places))).max() < 1e-12
    places[[j.name for j in machine.joints if j.moving].index("port_elbow")] += 0.1
    assert np.abs(np.array(loops.error(places))).max() > 0.01
