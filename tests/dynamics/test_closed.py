"""Dynamics of machines with loops: virtual work, Lagrange's equation, identities, and the same machine described otherwise."""

import casadi as ca
import numpy as np
import pytest
from mechanisms import FourBar, Rower, SliderCrank, random_loop, spatial_four_bar
from random_machines import call
from tolerances import ROUNDING, assert_close, assert_differs, conditioned, largest

from elver.dynamics import close_loops, loop_functions
from elver.forces import Gravity
from elver.model import dynamics_function
from elver.robot import Joint, Loop, Robot
from elver.robot.robot import LOOP_TYPES

WEIGHT = {"gravity": Gravity(9.81)}
MACHINES = {
    "four-bar": (lambda base: FourBar().robot(base, viscous=0.3, rotor=0.02), [0.5, 0.1, 1.4]),
    "tilted four-bar": (lambda base: FourBar(tilt=(0.7, 0.3)).robot(base), [0.5, 0.1, 1.4]),
    "slider-crank": (lambda base: SliderCrank().robot(base), [0.8, -0.9, 0.4]),
    "spatial": (lambda base: spatial_four_bar(base)[0], [0.4, 0.1, -0.5, 0.3, 1.2]),
    "rower": (lambda base: Rower().robot(base), [2.0, 1.5, 1.2, 0.0]),
}
PAIRS = [(name, base) for k, name in enumerate(MACHINES) for base in ("free", ("fixed", "planar", "sagittal")[k % 3])]
every_machine_and_base = pytest.mark.parametrize(("name", "base"), PAIRS, ids=["-".join(pair) for pair in PAIRS])
every_machine = pytest.mark.parametrize("name", MACHINES)


def situation(name: str, base: str, seed: int = 3):
    """A machine with its loops closed, at a random pose and in random motion."""
    make, guess = MACHINES[name]
    robot, rng = make(base), np.random.default_rng(seed)
    q = close_loops(loop_functions(robot), guess).q
    Q, twist = rng.standard_normal(4), np.zeros(6)
    twist[list(robot.freedoms)] = rng.standard_normal(len(robot.freedoms))
    return robot, [Q / np.linalg.norm(Q), rng.standard_normal(3), twist, q, rng.standard_normal(len(q))], rng


def independent(robot) -> list[int]:
    return [k for k, name in enumerate(robot.joint_names) if name not in robot.dependent]


@every_machine_and_base
def test_direct_of_inverse_is_the_identity(name, base):
    """Torques of the inverse model, given to the direct one, bring back the accelerations, base included."""
    robot, state, rng = situation(name, base)
    qdd = rng.standard_normal(len(robot.joint_names))
    inverse = call(dynamics_function(robot, "inverse", WEIGHT), *state, qdd)
    direct = call(dynamics_function(robot, "direct", WEIGHT), *state, inverse["torques"])
    A = call(dynamics_function(robot, "lagrange", WEIGHT), *state)["A"]
    tolerance = conditioned(np.linalg.cond(A))
    free = independent(robot)
    assert_close(inverse["joint_accelerations"][free], qdd[free], ROUNDING)
    assert_close(direct["joint_accelerations"], inverse["joint_accelerations"], tolerance)
    assert_close(direct["base_acceleration"], inverse["base_acceleration"], tolerance, scale=largest(qdd) + 10)
    assert largest(inverse["torques"]) > 0.01
    passive = [k for k in range(len(qdd)) if k not in free]
    assert largest(inverse["torques"][passive]) == 0


@every_machine_and_base
def test_lagrange_form(name, base):
    """Gamma_c = A_c qdd + h_c of the independent coordinates, FLOAT (16); a mixture of driven and free joints agrees."""
    robot, state, rng = situation(name, base)
    free, n = list(robot.freedoms), len(robot.joint_names)
    lagrange = call(dynamics_function(robot, "lagrange", WEIGHT), *state)
    inverse = call(dynamics_function(robot, "inverse", WEIGHT), *state, rng.standard_normal(n))
    a = np.concatenate([inverse["base_acceleration"][free], inverse["joint_accelerations"][independent(robot)]])
    expected = np.concatenate([np.zeros(len(free)), inverse["torques"][independent(robot)]])
    scale = largest(np.abs(lagrange["A"]) @ np.abs(a) + np.abs(lagrange["h"]))
    assert_close(lagrange["A"] @ a + lagrange["h"], expected, 10 * ROUNDING, scale=scale)
    assert_close(lagrange["A"], lagrange["A"].T, ROUNDING)

    driven = robot.joint_names[independent(robot)[0]]
    inputs = inverse["torques"].copy()
    inputs[robot.joint_names.index(driven)] = inverse["joint_accelerations"][robot.joint_names.index(driven)]
    mixed = call(dynamics_function(robot, "hybrid", WEIGHT, driven=[driven]), *state, inputs)
    tolerance = conditioned(np.linalg.cond(lagrange["A"]))
    assert_close(mixed["joint_accelerations"], inverse["joint_accelerations"], tolerance)
    assert_close(mixed["torques"], inverse["torques"], tolerance, scale=scale)


@every_machine
def test_forces_of_loops_do_not_move_the_base(name):
    """FLOAT section IV: the base accelerates as that of the tree whose joints, all driven, make the same motion; and the torques
    are Gamma_a + (dq_p/dq_a)^T Gamma_p of that tree's, (14)."""
    robot, state, rng = situation(name, "free")
    loops = loop_functions(robot)
    closed = call(dynamics_function(robot, "inverse", WEIGHT), *state, rng.standard_normal(len(robot.joint_names)))
    tree = Robot("tree", robot.bodies, robot.joints, robot.base)
    rates = np.array(loops.rates(state[3], state[4])).ravel()
    open_chain = call(dynamics_function(tree, "inverse", WEIGHT), *state[:4], rates, closed["joint_accelerations"])
    assert_close(closed["base_acceleration"], open_chain["base_acceleration"], ROUNDING)
    G = np.array(loops.gradient(state[3]))
    assert_close(
        closed["torques"][independent(robot)], G.T @ open_chain["torques"], 10 * ROUNDING, scale=largest(open_chain["torques"])
    )
    assert_differs(closed["torques"], open_chain["torques"])


def test_crank_torque_by_virtual_work():
    """Slider-crank standing upright: Lagrange's equation of its one freedom, written from the closed form by hand."""
    engine = SliderCrank()
    robot = engine.robot()
    angle, rate, acceleration = 0.8, 6.0, -11.0
    upright = [np.sqrt(0.5), np.sqrt(0.5), 0, 0]  # y0 becomes the vertical
    q = engine.positions(angle)
    found = call(
        dynamics_function(robot, "inverse", WEIGHT), upright, [0, 0, 0], np.zeros(6), q, [rate, 0, 0], [acceleration, 0, 0]
    )

    theta, omega = ca.SX.sym("theta"), ca.SX.sym("omega")
    lift = engine.offset - engine.radius * ca.sin(theta)
    reach = ca.sqrt(engine.rod**2 - lift**2)
    tilt, slide = ca.atan2(lift, reach), engine.radius * ca.cos(theta) + reach
    crank, rod, piston = (robot.body(name) for name in ("crank", "rod", "piston"))
    arm, half = crank.centre_of_mass[0], rod.centre_of_mass[0]
    middle = ca.vertcat(engine.radius * ca.cos(theta) + half * ca.cos(tilt), engine.radius * ca.sin(theta) + half * ca.sin(tilt))
    moving = ca.jacobian(middle, theta) * omega
    T = 0.5 * crank.inertia[2, 2] * omega**2 + 0.5 * rod.mass * ca.sumsqr(moving)
    T += 0.5 * rod.central_inertia[2, 2] * (ca.jacobian(tilt, theta) * omega) ** 2
    T += 0.5 * piston.mass * (ca.jacobian(slide, theta) * omega) ** 2
    V = 9.81 * (crank.mass * arm * ca.sin(theta) + rod.mass * middle[1])
    p = ca.jacobian(T, omega)
    torque = ca.jacobian(p, omega) * acceleration + ca.jacobian(p, theta) * omega - ca.jacobian(T - V, theta)
    expected = float(ca.Function("torque", [theta, omega], [torque])(angle, rate))
    assert found["torques"][0] == pytest.approx(expected, rel=1e-12)
    assert abs(expected) > 1


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("cut", LOOP_TYPES)
def test_rings_in_space_obey_lagrange(cut, seed):
    """A closed chain of hinges in no plane has one freedom: A qdd + A' qd^2 / 2 = Gamma, A' the slope of A along the loop."""
    robot = random_loop(seed, cut)
    loops, n = loop_functions(robot), len(robot.joint_names)
    q, qd = ca.SX.sym("q", n), ca.SX.sym("qd", n)
    A, h = dynamics_function(robot, "lagrange")([1, 0, 0, 0], [0, 0, 0], np.zeros(6), q, qd)
    along = ca.jacobian(A, q) @ loops.gradient(q)
    found = call(
        ca.Function("f", [q, qd], [h, 0.5 * along * qd[0] ** 2], ["q", "qd"], ["h", "expected"]), np.zeros(n), 1.3 * np.eye(n)[0]
    )
    assert_close(found["h"], found["expected"], 1e-10)  # conditioning of J_p, some 1e2, squared
    assert largest(found["h"]) > 1e-3


def test_which_joints_depend_does_not_matter():
    """The four-bar with crank and pin as followers of the rocker accelerates as with pin and rocker following the crank."""
    q = FourBar().positions(0.9)
    qd, torques = FourBar().rates(q, 2.0), [1.5, -0.4, 0.8]
    found = []
    for dependent in (("pin", "rocker"), ("crank", "pin"), ("crank", "rocker")):
        robot = FourBar().robot("free", dependent=dependent)
        found.append(call(dynamics_function(robot, "direct", WEIGHT), [1, 0, 0, 0], np.zeros(3), np.zeros(6), q, qd, torques))
    for other in found[1:]:
        assert_close(other["joint_accelerations"], found[0]["joint_accelerations"], 10 * ROUNDING)
        assert_close(other["base_acceleration"], found[0]["base_acceleration"], 10 * ROUNDING)


def test_where_the_loop_is_cut_does_not_matter():
    """Cut at the rocker's hinge on the ground instead of at its tip: the same accelerations."""
    bars = FourBar()
    q = bars.positions(0.9)
    qd = bars.rates(q, 2.0)
    tip, tip_rate = q[2] - q[0] - q[1], qd[2] - qd[0] - qd[1]
    original = bars.robot("free")
    tip_joint = Joint("tip", "coupler", "rocker", d=bars.coupler, theta=np.pi, mode="passive")
    hinge = Loop("hinge", "rocker", "ground", ("pin", "tip"), first_at=(bars.rocker, 0, 0), second_at=(bars.ground, 0, 0))
    kept = [joint for joint in original.joints if joint.name != "rocker"]
    other = Robot("cut below", original.bodies, [*kept, tip_joint], "free", loops=[hinge])
    # The rocker's frame now sits at its tip, the body seen from there: the rod is symmetric about its middle.
    state = [1, 0, 0, 0], np.zeros(3), [0.2, 0, 0, 0, 0, 0.7]
    a = call(dynamics_function(original, "direct", WEIGHT), *state, q, qd, [1.5, 0, 0])
    b = call(dynamics_function(other, "direct", WEIGHT), *state, [q[0], q[1], tip], [qd[0], qd[1], tip_rate], [1.5, 0, 0])
    assert_close(b["joint_accelerations"][:2], a["joint_accelerations"][:2], 10 * ROUNDING)
    assert_close(b["base_acceleration"], a["base_acceleration"], 10 * ROUNDING)


def test_massless_followers_are_allowed():
    """A light connecting rod: the tree alone would have no direct model, the closed machine has."""
    engine = SliderCrank()
    robot = engine.robot()
    light = Robot(
        "light", [b if b.name != "rod" else type(b)("rod") for b in robot.bodies], robot.joints, "fixed", loops=robot.loops
    )
    q = engine.positions(0.8)
    found = call(dynamics_function(light, "direct"), [1, 0, 0, 0], np.zeros(3), np.zeros(6), q, [3.0, 0, 0], [0.5, 0, 0])
    heavy = call(dynamics_function(robot, "direct"), [1, 0, 0, 0], np.zeros(3), np.zeros(6), q, [3.0, 0, 0], [0.5, 0, 0])
    assert np.isfinite(found["joint_accelerations"]).all()
    assert_differs(found["joint_accelerations"], heavy["joint_accelerations"])
