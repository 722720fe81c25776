"""Loop closure on position, velocity and acceleration level against elementary geometry."""

import casadi as ca
import homogeneous
import numpy as np
import pytest
from mechanisms import FourBar, Rower, SliderCrank, bar, block, spatial_four_bar, two_loops
from scipy.optimize import brentq
from tolerances import ROUNDING, assert_close, assert_differs, largest

from elver._support.errors import InputError
from elver.dynamics import close_loops, loop_functions
from elver.robot import Joint, Loop, Robot

PLANES = [FourBar(), FourBar(tilt=(0.7, 0.3)), FourBar(0.8, 0.3, 0.6, 0.75, tilt=(-1.1, 2.0))]


def vector(value) -> np.ndarray:
    return np.array(value).ravel()


@pytest.mark.parametrize("bars", PLANES, ids=["plane", "tilted", "turned over"])
@pytest.mark.parametrize("sign", [1.0, -1.0], ids=["open", "crossed"])
@pytest.mark.parametrize("crank", [0.1, 0.9, 2.5, 4.0, 5.9])
def test_four_bar_is_the_cosine_rule(bars, sign, crank):
    """Positions, rates and accelerations of a four-bar linkage on both assemblies, in any plane."""
    loops = loop_functions(bars.robot())
    expected = bars.positions(crank, sign)
    guess = expected + np.array([0.0, 0.1, -0.1])
    found = close_loops(loops, guess).q
    assert_close(found, expected, ROUNDING)
    assert_differs(guess, expected)
    assert_close(vector(loops.project(expected + np.array([0.0, 1e-3, -1e-3]))), expected, ROUNDING)
    qd = bars.rates(expected, 1.7)
    assert_close(vector(loops.rates(expected, [1.7, 99.0, 99.0])), qd, ROUNDING)
    qdd = bars.accelerations(expected, qd, -2.3)
    assert_close(vector(loops.accelerations(expected, qd, [-2.3, 0, 0])), qdd, ROUNDING)
    no_velocity_terms = vector(loops.accelerations(expected, 0 * qd, [-2.3, 0, 0]))
    assert_differs(no_velocity_terms, qdd)


def test_planar_loops_are_recognised():
    """A cut hinge forbids five things; in a plane along the axes three of them are structurally nothing, in a tilted one not."""
    assert loop_functions(PLANES[0].robot()).rows == (0, 1)
    assert len(loop_functions(PLANES[1].robot()).rows) == 5
    assert loop_functions(Rower().robot()).rows == (0, 1)


@pytest.mark.parametrize("crank", [0.3, 1.4, 3.0, 5.2])
def test_slider_crank_is_its_closed_form(crank):
    """Piston and rod of an offset slider-crank; rates and accelerations by differentiating the closed form."""
    engine = SliderCrank()
    t = ca.SX.sym("t")
    angle = crank + 3.0 * t + 0.7 * t**2
    lift = engine.offset - engine.radius * ca.sin(angle)
    reach = ca.sqrt(engine.rod**2 - lift**2)
    exact = ca.vertcat(angle, ca.atan2(lift, reach) - angle, engine.radius * ca.cos(angle) + reach)
    first = ca.jacobian(exact, t)
    q, qd, qdd = (vector(v) for v in ca.Function("f", [t], [exact, first, ca.jacobian(first, t)])(0.0))
    loops = loop_functions(engine.robot())
    assert_close(close_loops(loops, q + np.array([0, 0.1, 0.02])).q, q, ROUNDING)
    assert_close(vector(loops.rates(q, qd)), qd, ROUNDING)
    assert_close(vector(loops.accelerations(q, qd, qdd)), qdd, ROUNDING)
    assert_close(engine.positions(crank), q, ROUNDING)


def test_spatial_loop_keeps_its_bar_length():
    """RSSR: the rocker's angle is the root of one scalar equation, and both ends of the cut ball move alike."""
    robot, size = spatial_four_bar()
    loops = loop_functions(robot)
    crank, roll = 0.4, 0.3
    ball = size["crank"] * np.array([np.cos(crank), np.sin(crank), 0.0])
    c, s = np.cos(size["skew"]), np.sin(size["skew"])

    def stretch(angle):
        tip = np.array([size["ground"], 0, 0]) + size["rocker"] * np.array([np.cos(angle), c * np.sin(angle), s * np.sin(angle)])
        return np.linalg.norm(tip - ball) - size["coupler"]

    rocker = brentq(stretch, 0.5, 2.5, xtol=1e-15)
    q = close_loops(loops, [crank, 0.1, -0.5, roll, 1.2]).q
    assert abs(q[4] - rocker) < 1e-12

    q_s, qd_s, qdd_s = (ca.SX.sym(n, 5) for n in ("q", "qd", "qdd"))
    poses = dict(zip(robot.body_names, homogeneous.poses(robot, ca.SX.eye(4), q_s), strict=True))
    gap = (poses["coupler"] @ ca.DM([0, 0, size["coupler"], 1]) - poses["rocker"] @ ca.DM([size["rocker"], 0, 0, 1]))[:3]
    rate = ca.jtimes(gap, q_s, qd_s)
    acceleration = ca.jtimes(rate, q_s, qd_s) + ca.jtimes(rate, qd_s, qdd_s)
    check = ca.Function("check", [q_s, qd_s, qdd_s], [gap, rate, acceleration])
    qd = vector(loops.rates(q, [2.0, 0, 0, -1.0, 0]))
    qdd = vector(loops.accelerations(q, qd, [0.5, 0, 0, 0.8, 0]))
    for level in check(q, qd, qdd):
        assert largest(level) < 1e-13
    assert largest(qd[[1, 2, 4]]) > 0.1
    assert largest(check(q, qd, qdd * 0)[2]) > 0.1


def test_gradient_lies_in_the_constraint():
    """J G = 0: moving the independent joints, with the dependent ones along, opens no loop."""
    for robot, guess in ((FourBar().robot(), [0.5, 0.1, 1.4]), (spatial_four_bar()[0], [0.4, 0.1, -0.5, 0.3, 1.2])):
        loops = loop_functions(robot)
        q = close_loops(loops, guess).q
        J, G = np.array(loops.jacobian(q)), np.array(loops.gradient(q))
        assert largest(J @ G) < 1e-14
        assert G.shape == (len(q), len(q) - len(robot.dependent))
        assert largest(G[list(loops.dependent)]) > 0.1


@pytest.mark.parametrize("cut", ["prismatic", "cylindrical"])
@pytest.mark.parametrize("crank", [0.4, 2.2])
def test_a_swinging_block(cut, crank):
    """A block on the crank's pin slides along a rocker, which therefore points from its hinge to the pin."""
    along_x = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])  # third column: the sliding axis
    robot = Robot(
        "quick return",
        [block("ground"), bar("crank", 0.3), block("block"), bar("rocker", 1.0)],
        [
            Joint("crank", "ground", "crank"),
            Joint("pin", "crank", "block", d=0.3, mode="passive"),
            Joint("rocker", "ground", "rocker", d=-0.5, mode="passive"),
        ],
        loops=[Loop("rail", "block", "rocker", ("pin", "rocker"), cut, first_axes=along_x, second_axes=along_x)],
    )
    rocker = np.arctan2(0.3 * np.sin(crank), 0.5 + 0.3 * np.cos(crank))
    found = close_loops(loop_functions(robot), [crank, rocker - crank + 0.2, rocker - 0.2]).q
    assert_close(found, [crank, rocker - crank, rocker], ROUNDING)


def test_a_weld_completes_a_linkage():
    """A four-bar whose last hinge is in the tree and whose stub is welded to the rocker."""
    bars = FourBar()
    robot = Robot(
        "welded",
        [*bars.robot().bodies, bar("stub", 0.1)],
        [*bars.robot().joints, Joint("tip", "coupler", "stub", d=bars.coupler, mode="passive")],
        loops=[Loop("weld", "stub", "rocker", ("pin", "rocker", "tip"), "fixed", second_at=(bars.rocker, 0, 0))],
    )
    expected = bars.positions(1.1)
    tip = expected[2] - expected[0] - expected[1]
    order = [robot.joint_names.index(name) for name in ("crank", "pin", "rocker", "tip")]
    guess = np.zeros(4)
    guess[order] = [*(expected + np.array([0, 0.1, 0.1])), tip - 0.1]
    assert_close(close_loops(loop_functions(robot), guess).q[order], [*expected, tip], ROUNDING)


def test_two_loops_in_a_row():
    """A six-bar linkage: the cosine rule twice, with the first rocker as the second crank."""
    robot, first, second = two_loops()
    loops = loop_functions(robot)
    q1 = first.positions(0.9)
    q2 = second.positions(q1[2])
    expected = dict(zip(("crank", "pin", "rocker", "pin2", "rocker2"), [*q1, *q2[1:]], strict=True))
    expected = np.array([expected[name] for name in robot.joint_names])
    assert_close(close_loops(loops, expected + 0.05 * (expected != expected[0])).q, expected, ROUNDING)
    qd1 = first.rates(q1, 1.3)
    qd2 = second.rates(q2, qd1[2])
    found = dict(zip(robot.joint_names, vector(loops.rates(expected, [1.3, 0, 0, 0, 0])), strict=True))
    assert_close([found["pin2"], found["rocker2"]], qd2[1:], ROUNDING)
    qdd2 = second.accelerations(q2, qd2, first.accelerations(q1, qd1, 0.4)[2])
    qdd = vector(loops.accelerations(expected, list(found.values()), [0.4, 0, 0, 0, 0]))
    bent = dict(zip(robot.joint_names, qdd, strict=True))
    assert_close([bent["pin2"], bent["rocker2"]], qdd2[1:], ROUNDING)


def test_too_many_dependent_joints_are_refused():
    with pytest.raises(InputError, match="give 2 equations for the 3 dependent joints"):
        loop_functions(FourBar().robot(dependent=("crank", "pin", "rocker")))
