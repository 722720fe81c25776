"""The stroke of a sculler with arms: how the arc is shared, and what is refused."""

from __future__ import annotations

import re

import numpy as np
import pytest

from elver import InputError
from elver.systems.scull.robot import Oar, Rig, Sculler
from elver.systems.scull.rowing_robot import Arms, Reach
from elver.systems.scull.rowing_stroke import Pull, slowing, starting, trunk_lean

MAN, RIG = Sculler(), Rig(foot=0.28)
REACH = Reach.of(MAN, RIG, Oar(), Arms())
SHARES = np.linspace(0.0, 1.0, 101)


def leans(pull: Pull) -> np.ndarray:
    return trunk_lean(MAN, RIG, REACH, pull.oar(SHARES), pull.knee(MAN, SHARES), pull.elbow(SHARES))


def test_shares_begin_end_and_bend_smoothly():
    for curve in (slowing(SHARES, 0.4, 0.9), starting(SHARES, 0.45, 0.8)):
        assert curve[[0, -1]] == pytest.approx([0.0, 1.0], abs=1e-12)
        assert np.diff(curve).min() >= -1e-12
        assert np.abs(np.diff(curve, 3)).max() < 0.01 * np.abs(np.diff(curve)).max()  # no kink
    assert slowing(SHARES, 0.4, 0.9)[90] == pytest.approx(1.0)
    assert starting(SHARES, 0.45, 0.8)[45] == 0.0


def test_legs_then_trunk_then_arms():
    """Half of each one's way is done in this order, and the trunk only swings back."""
    pull = Pull()
    lean = leans(pull)
    assert np.diff(lean).max() < 1e-3
    assert np.degrees(lean[[0, -1]]) == pytest.approx([115, 60], abs=3)

    def half(curve):
        return SHARES[np.argmin(np.abs(curve - 0.5 * (curve[0] + curve[-1])))]

    knee, elbow = pull.knee(MAN, SHARES), pull.elbow(SHARES)
    assert half(knee) + 0.03 < half(lean) < half(elbow) - 0.03
    assert np.degrees(elbow[:46]).max() < 13  # straight arms hang on the handles


def test_the_hands_are_an_arm_away():
    pull = Pull()
    lean, knee = leans(pull), pull.knee(MAN, SHARES)
    hip = -0.28 + np.sqrt(
        (MAN.shank + MAN.thigh * np.cos(knee)) ** 2
        + (MAN.thigh * np.sin(knee)) ** 2
        - (RIG.rail + RIG.hip * np.sin(lean) - RIG.foot_height) ** 2
    )
    shoulder = np.array([hip + REACH.trunk * np.cos(lean), np.full(101, 0.19), RIG.rail + (RIG.hip + REACH.trunk) * np.sin(lean)])
    hand = np.array([*REACH.hand(pull.oar(SHARES)), np.full(101, REACH.height)])
    assert np.abs(np.linalg.norm(hand - shoulder, axis=0) - REACH.arm(pull.elbow(SHARES))).max() < 1e-12


def test_the_arc_goes_through_the_drawn_shares():
    pull = Pull()
    assert pull.arc(np.arange(11) / 20) == pytest.approx(pull.sweep, abs=1e-12)
    assert pull.arc(0.5 + np.arange(10) / 20) == pytest.approx(1 - np.array(pull.recovery[:-1]), abs=1e-12)


@pytest.mark.parametrize("foot", [0.28, 0.283])
@pytest.mark.parametrize("height", [1.55, 1.7])
def test_the_refusal_of_a_small_rower_names_a_stretcher_that_fits_all_of_the_stroke(height, foot):
    man, rig = Sculler(height=height), Rig(foot=foot, span=0.81)
    reach, pull = Reach.of(man, rig, Oar(inboard=0.86), Arms()), Pull()
    for refused in (pull.start, pull.gait):
        with pytest.raises(
            InputError, match=r"arms are too short by .* m for any lean of the trunk. rig.foot=0\.\d\d fits"
        ) as told:
            refused(man, rig, reach)
        fitting = Rig(foot=float(re.search(r"rig\.foot=(0\.\d\d)", str(told.value))[1]), span=0.81)
        assert abs(fitting.foot - foot) < 0.15
        assert pull.gait(man, fitting, reach).points["knee"]


def test_the_refusal_of_a_rower_whom_no_stretcher_fits():
    with pytest.raises(InputError, match="No place of the stretcher fits"):
        leans(Pull(catch=np.radians(-89), knee_catch=np.radians(12), finish=np.radians(85), elbow_finish=np.radians(150)))


REFUSALS = {
    "oars too far back": ({"catch": np.radians(-85), "knee_catch": np.radians(40)}, r"arms are too short by 0\.\d+ m"),
    "arms too long for the finish": (
        {"elbow_finish": np.radians(13), "finish": np.radians(60)},
        r"arms are too long by 0\.\d+ m",
    ),
    "shares that fall": ({"sweep": (0.0, 0.6, 0.4, *np.linspace(0.7, 1.0, 8))}, "rise from 0 to 1"),
    "a way that is not finished": ({"recovery": tuple(np.linspace(0.0, 0.9, 11))}, "rise from 0 to 1"),
    "other shares": ({"sweep": (0.0, 0.5, 1.0)}, "11 numbers"),
    "legs that end before they slow": ({"legs": (0.9, 0.4)}, "second the larger"),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_refusals(case):
    changes, message = REFUSALS[case]
    with pytest.raises(InputError, match=message):
        leans(Pull(**changes))
