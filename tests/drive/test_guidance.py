"""Guidance in space: paths by closed forms, the turn that is asked for, and laws with states for all their joints."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import casadi as ca
import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

from elver import InputError, Joint, Model, compile_model, scenario, simulate
from elver.drive import PD, ConstantPose, FirstOrderLag, Helix, Instant, JointAction, Machine, PathOfSight, Steered, Waypoints
from elver.drive.guidance import nearest_on, sampled
from elver.forces import Morison
from elver.simulation import Solver
from elver.systems.snake.scenario import ChainLink, planar_chain

HELIX = Helix((1.0, -2.0, 0.5), radius=1.5, rise=-0.8, turns=-2.0, begin=0.3)
CORNERS = Waypoints([(0, 0, 0), (3, 0, 0), (3, 2, 1), (6, 2, 1)], rounding=0.4)


@pytest.mark.parametrize("path", [HELIX, CORNERS])
def test_slope_is_the_derivative_of_the_point(path):
    s, step = np.linspace(-0.5, float(ca.DM(path.length)) + 0.5, 60), 1e-5
    differences = (sampled(path, s + step) - sampled(path, s - step)) / (2 * step)
    assert sampled(path, s, "slope") == pytest.approx(differences, abs=1e-5)


def test_helix_is_one():
    """Clockwise from above, from its beginning; its length by adding up chords."""
    s = np.linspace(0, float(ca.DM(HELIX.length)), 20001)
    points = sampled(HELIX, s)
    assert np.linalg.norm(points[:, :2] - (1.0, -2.0), axis=1) == pytest.approx(1.5)
    assert points[0] == pytest.approx([1 + 1.5 * math.cos(0.3), -2 + 1.5 * math.sin(0.3), 0.5])
    assert points[-1, 2] == pytest.approx(0.5 - 2 * 0.8)
    assert np.unwrap(np.arctan2(points[:, 1] + 2, points[:, 0] - 1))[-1] == pytest.approx(0.3 - 4 * math.pi)
    assert np.linalg.norm(np.diff(points, axis=0), axis=1).sum() == pytest.approx(s[-1], rel=1e-6)


def test_corners_are_cut_and_legs_are_met():
    legs = [3.0, math.sqrt(5), 3.0]
    assert float(ca.DM(CORNERS.length)) == pytest.approx(sum(legs))
    points = sampled(CORNERS, np.array([-1.0, 0, 2.6, 3.0, 3.4, 3 + legs[1] / 2, sum(legs), sum(legs) + 1]))
    direction = np.array([0, 2, 1]) / legs[1]
    assert points[0] == pytest.approx([-1, 0, 0])
    assert points[2] == pytest.approx([2.6, 0, 0])
    assert points[3] == pytest.approx([3 - 0.1, 0, 0] + 0.1 * direction)  # a quarter of the rounding: the parabola's middle
    assert points[4] == pytest.approx([3, 0, 0] + 0.4 * direction)
    assert points[5] == pytest.approx([3, 1, 0.5])
    assert points[6] == pytest.approx([6, 2, 1])
    assert points[7] == pytest.approx([7, 2, 1])


@pytest.mark.parametrize("path", [HELIX, CORNERS])
def test_nearest_point_of_a_path(path):
    """Nothing among very many points lies nearer, and what is nearest to a point of the path is the point."""
    places = np.random.default_rng(4).uniform(-2, 6, (12, 3))
    many = sampled(path, np.linspace(0, float(ca.DM(path.length)), 200001))
    for place in places:
        s, nearest = nearest_on(path, place[None])
        if 0 <= s[0] <= float(ca.DM(path.length)):
            assert np.linalg.norm(place - nearest[0]) <= np.linalg.norm(place - many, axis=1).min() + 1e-9
    s = np.array([0.4, 2.8, 5.0])
    found, points = nearest_on(path, sampled(path, s))
    assert found == pytest.approx(s, abs=1e-6)
    assert points == pytest.approx(sampled(path, s), abs=1e-6)


def machine(position=(0, 0, 0), forward=(1, 0, 0), up=(0, 0, 1)) -> Instant:
    view = Machine(ca.DM(position), ca.DM(0), [ca.DM(0)], ca.DM(forward), ca.DM(up))
    return Instant(ca.DM(9.0), {}, view)


LINE = Waypoints([(0, 0, 0), (10, 0, 0)])
GUIDE = PathOfSight(LINE, gain=0.5, lookahead=1.0, largest=0.3, integral=0.1)
YAW, PITCH = Joint("yaw", "one", "two", group="yaw"), Joint("pitch", "one", "two", group="pitch")


def bends(guide: PathOfSight, now: Instant, states=(0.0, 0.0, 0.0)) -> tuple[float, float]:
    """Offsets of a yaw and of a pitch joint."""
    yaw, pitch = (float(ca.evalf(ca.SX(guide.offset(joint, now, ca.DM(states))))) for joint in (YAW, PITCH))
    return yaw, pitch


def test_the_turn_aims_ahead_on_the_line():
    assert bends(GUIDE, machine()) == pytest.approx((0, 0))
    assert bends(GUIDE, machine((0, 0.5, 0))) == pytest.approx((0.5 * math.atan(0.5), 0))  # left of it: to the right, clockwise
    assert bends(GUIDE, machine((0, 0, 0.5))) == pytest.approx((0, -0.5 * math.atan(0.5)))  # above it: down
    assert bends(GUIDE, machine((0, 0, 0)), (0, 2.0, 0)) == pytest.approx((0.5 * math.atan(0.2), 0))
    assert bends(GUIDE, machine((0, 3.0, 4.0)))[0] ** 2 + bends(GUIDE, machine((0, 3.0, 4.0)))[1] ** 2 == pytest.approx(0.3**2)
    assert bends(GUIDE, machine((0, 0.5, 0), up=(0, -1, 0))) == pytest.approx(
        (0, 0.5 * math.atan(0.5))
    )  # rolled to the right: it climbs
    opposite = [bends(GUIDE, machine(forward=(-1, y, 0)))[0] for y in (-1e-6, 1e-6)]
    assert opposite == pytest.approx([0, 0], abs=1e-4)
    assert abs(bends(GUIDE, machine(forward=(-1, 0.3, 0)))[0]) == pytest.approx(0.3)


def test_the_whole_turn_does_not_depend_on_how_the_world_is_turned_or_the_machine_is_rolled():
    rng = np.random.default_rng(7)
    for _ in range(5):
        position, forward, roll = rng.normal(size=3), rng.normal(size=3), rng.uniform(-3, 3)
        forward /= np.linalg.norm(forward)
        up = np.cross(forward, np.cross([0.0, 0, 1], forward))
        plain = np.array(bends(GUIDE, machine(position, forward, up)))
        spin = Rotation.from_euler("z", rng.uniform(-3, 3))
        turned = replace(GUIDE, path=Waypoints(spin.apply(np.array([(0, 0, 0), (10, 0, 0)], float))))
        assert bends(turned, machine(spin.apply(position), spin.apply(forward), spin.apply(up))) == pytest.approx(
            plain, abs=1e-12
        )
        rolled = bends(GUIDE, machine(position, forward, Rotation.from_rotvec(roll * forward).apply(up)))
        assert np.linalg.norm(rolled) == pytest.approx(np.linalg.norm(plain))
        c, s = math.cos(roll), math.sin(roll)
        assert rolled == pytest.approx((c * plain[0] - s * plain[1], c * plain[1] + s * plain[0]))


def test_rates_of_the_states():
    """The place follows by c; the integral grows as printed, and rests on the line."""
    rates = np.array(ca.evalf(GUIDE.rates(machine((0.7, 0.5, -0.2)), ca.DM([0.4, 2.0, 0.0])))).ravel()
    assert rates == pytest.approx([2.0 * 0.3, 0.5 / (1 + 0.7**2), -0.2 / (1 + 0.2**2)])
    resting = GUIDE.rates(machine((0.4, 0, 0)), ca.DM([0.4, 2.0, 1.0]))
    assert np.array(ca.evalf(resting)).ravel() == pytest.approx([0, 0, 0])


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: Waypoints([(0, 0, 0)]), "at least two points"),
        (lambda: Waypoints([(0, 0), (1, 1)]), "three finite numbers"),
        (lambda: Waypoints([(0, 0, 0), (1, 0, 0), (1, 0, 0)]), "the same"),
        (lambda: Helix(radius=0.0), "radius"),
        (lambda: PathOfSight(LINE, lookahead=0.0), "lookahead"),
        (lambda: GUIDE.offset(Joint("knee", "a", "b", group="leg"), machine(), ca.DM([0, 0, 0])), "yaw, pitch"),
    ],
)
def test_what_is_no_guidance_is_refused(wrong, message):
    with pytest.raises(InputError, match=message):
        wrong()


# --- Laws with states that all their joints have in common.


@dataclass(frozen=True)
class Warming:
    """A law whose motors weaken with their common warmth w: w' = 1 - w."""

    def common_memory(self):
        return ("warmth",)

    def common_rates(self, now, common):
        return 1 - common

    def act(self, joint, now, state):
        return JointAction(-0.1 * (1 - state.common[0]) * state.angle - 0.01 * state.rate)


def chain(control) -> Model:
    robot = planar_chain([ChainLink()] * 3)
    names = robot.joint_names
    return Model("chain", robot, {"water": Morison()}, ConstantPose(dict.fromkeys(names, 0.2)), control)


def test_common_states_are_integrated_once_for_all_joints():
    run = simulate(chain(Warming()), 2.0, solver=Solver(dt=0.01))
    names = [str(n) for n in run.data.memory_name.values]
    assert names == ["control warmth"]
    wanted = solve_ivp(lambda t, w: 1 - w, (0, 2.0), [0.0], rtol=1e-10, atol=1e-12).y[0, -1]
    assert run.data.memory.values[-1, 0] == pytest.approx(wanted, abs=1e-8)
    torque = -0.1 * (1 - wanted) * run.data.joint_position.values[-1] - 0.01 * run.data.joint_velocity.values[-1]
    assert run.data.joint_torque.values[-1] == pytest.approx(torque, abs=1e-8)


def test_common_states_of_groups_have_the_names_of_their_groups():
    robot = planar_chain([ChainLink()] * 3)
    joints = [replace(j, group=g) for j, g in zip(robot.joints, ("front", "rear"), strict=True)]
    pose = ConstantPose(dict.fromkeys(robot.joint_names, 0.2))
    laws = {"front": Warming(), "rear": replace(Warming())}
    program = compile_model(Model("chain", replace(robot, joints=joints), {"water": Morison()}, pose, laws))
    assert [n for n in program.equations.layout.names if "warmth" in n] == ["front warmth", "rear warmth"]


def test_states_of_a_guidance_lie_under_a_lag():
    law = FirstOrderLag(Steered(PD(1.0, 0.1), GUIDE), 0.05)
    run = simulate(chain(law), 1.0, solver=Solver(dt=0.01))
    names = [str(n) for n in run.data.memory_name.values]
    assert sum("length of path" in n for n in names) == 1
    assert sum(n.endswith("torque") for n in names) == 2
    assert run.status == "finished"


def test_wrong_number_of_rates_is_refused():
    class Short(Warming):
        def common_rates(self, now, common):
            return ca.SX(0, 1)

    with pytest.raises(InputError, match="law 'control' gives 0 rates for 1 memory"):
        simulate(chain(Short()), 0.1)


def test_common_states_beside_contacts():
    """The contact scheme carries them too: 1 - exp(-t), as its steps allow."""
    model = scenario("aiko-flat").build({"links": 3})
    run = simulate(replace(model, control=Warming()), 0.5, solver=Solver(dt=5e-4), progress=False)
    assert run.status == "finished"
    assert run.data.memory.values[-1, 0] == pytest.approx(1 - math.exp(-0.5), abs=1e-3)
