"""What must not matter: which body is the root, and whether one is cut in two and welded again."""

from dataclasses import replace

import casadi as ca
import homogeneous
import numpy as np
import pytest
from random_machines import (
    Cloud,
    Machine,
    State,
    call,
    condition,
    evaluate,
    every_tree,
    machines_where,
    random_joint,
    random_machine,
    random_state,
    symbols,
)
from tolerances import ROUNDING, VISIBLE, assert_close, assert_differs, conditioned, largest, relative_error

from elver.dynamics import direct_dynamics, inverse_dynamics
from elver.robot import Body, Joint, Robot
from elver.symbolic.spatial import rotation_quaternion, screw_transform

every_free_machine = machines_where(lambda recipe: recipe.base == "free")


# ---- another root -----------------------------------------------------------------------------------------------------


def reversed_joint(joint: Joint) -> tuple[Body, list[Joint]]:
    """The same joint seen from its child: the turn comes first, to a massless axis frame, then a weld to the old parent.

    With q reversed, the inverse of Rz(gamma) Tz(b) Rx(alpha) Tx(d) Rz(theta + q) Tz(r) is
    Rz(-theta - q) Tz(-r), followed by Rx(-alpha) Tx(-d) Rz(-gamma) Tz(-b).
    """
    axis = Body(f"{joint.name}_axis")
    turn = replace(joint, parent=joint.child, child=axis.name, gamma=0.0, b=0.0, alpha=0.0, d=0.0, theta=-joint.theta, r=-joint.r)
    weld = Joint(
        f"{joint.name}_weld", axis.name, joint.parent, "fixed", alpha=-joint.alpha, d=-joint.d, theta=-joint.gamma, r=-joint.b
    )
    return axis, [turn, weld]


def rerooted(machine: Machine, root: str) -> tuple[Machine, set]:
    """The same machine with another body as root, and the names of the joints that were turned round."""
    robot = machine.robot
    above = {joint.child: joint for joint in robot.joints}
    path, body = [], root
    while body in above:
        path.append(above[body])
        body = above[body].parent
    bodies, joints = list(robot.bodies), [j for j in robot.joints if j not in path]
    for joint in path:
        axis, both = reversed_joint(joint)
        bodies.append(axis)
        joints += both
    return Machine(Robot("rerooted", bodies, joints, "free"), machine.clouds, machine.added), {j.name for j in path}


def everything(machine: Machine, state: State, inputs, kind: str) -> dict:
    """Pose, twist and acceleration of every body by name, and the joint results by name."""
    s = symbols(machine)
    u = ca.SX.sym("u", machine.size)
    solve = {"direct": direct_dynamics, "inverse": inverse_dynamics}[kind]
    r = solve(machine.robot, s.kin, s.inertias, s.betas, u)
    joints = r.joint_accelerations if kind == "direct" else r.torques
    function = s.function(
        [u],
        R=ca.horzcat(*s.kin.rotations),
        P=ca.horzcat(*s.kin.positions),
        V=ca.horzcat(*s.kin.twists),
        a=ca.horzcat(*r.accelerations),
        joints=joints,
    )
    found = call(function, *state.arguments, inputs)
    bodies = {
        name: (found["R"][:, 3 * k : 3 * k + 3], found["P"][:, k], found["V"][:, k], found["a"][:, k])
        for k, name in enumerate(machine.robot.body_names)
    }
    return {"bodies": bodies, "joints": dict(zip(machine.robot.joint_names, found["joints"], strict=True))}


def seen_from(other: Machine, machine: Machine, state: State, root_motion, turned: set) -> State:
    """The same physical state in the coordinates of the re-rooted machine."""
    sign = {name: -1.0 if name in turned else 1.0 for name in machine.robot.joint_names}

    def sort(values):
        by_name = dict(zip(machine.robot.joint_names, values, strict=True))
        return np.array([sign[name] * by_name[name] for name in other.robot.joint_names])

    R, P, V, _ = root_motion
    return State(rotation_quaternion(R), P, V, sort(state.q), sort(state.qd), sort(state.qdd))


@every_free_machine
@pytest.mark.parametrize("kind", ["direct", "inverse"])
def test_any_body_may_be_the_root(recipe, kind):
    """Every body accelerates as before, and the joints need or give the same, whichever body carries the freedoms."""
    machine = random_machine(recipe)
    state = random_state(machine, recipe.seed)
    root = machine.robot.bodies[machine.robot.moving[-1]].name
    other, turned = rerooted(machine, root)
    before = everything(machine, state, state.qdd, kind)
    state2 = seen_from(other, machine, state, before["bodies"][root], turned)
    after = everything(other, state2, state2.qdd, kind)
    tolerance = max(conditioned(condition(machine, state)), conditioned(condition(other, state2)))
    size = max(largest(motion[3]) for motion in before["bodies"].values())
    for name, motion in before["bodies"].items():
        for value, expected in zip(after["bodies"][name][:3], motion[:3], strict=True):
            assert_close(value, expected, ROUNDING)
        assert_close(after["bodies"][name][3], motion[3], tolerance, scale=size)
    names = machine.robot.joint_names
    signed = np.array([after["joints"][n] * (-1 if n in turned else 1) for n in names])
    expected = np.array([before["joints"][n] for n in names])
    assert_close(signed, expected, tolerance, scale=max(size, largest(expected)))
    assert turned
    assert_differs([after["joints"][n] for n in names], expected)


# ---- one body cut in two ----------------------------------------------------------------------------------------------


def split(machine: Machine, name: str, seed: int, carried: bool = True) -> Machine:
    """Half of the masses of one body moved to a second body, welded to it in an arbitrary frame.

    ``carried=False`` is the wrong variant: the second half keeps the coordinates it had in the first one's frame.
    """
    rng = np.random.default_rng([seed, 5])
    weld = replace(random_joint(rng, 2, 0, False), name="weld", parent=name, child="half", type="fixed")
    T = homogeneous.numbers(homogeneous.before_joint(weld) @ homogeneous.after_joint(weld))
    R, P = T[:3, :3], T[:3, 3]
    cloud = machine.clouds[name]
    places = (cloud.places[4:] - P) @ R if carried else cloud.places[4:]
    halves = {name: Cloud(cloud.masses[:4], cloud.places[:4]), "half": Cloud(cloud.masses[4:], places)}
    added = dict(machine.added)
    if name in added:
        back = np.linalg.inv(homogeneous.numbers(screw_transform(ca.SX(ca.DM(R)), ca.SX(ca.DM(P)))))
        added |= {name: 0.5 * added[name], "half": 0.5 * back.T @ added[name] @ back}
    bodies = [b for b in machine.robot.bodies if b.name != name] + [c.body(n) for n, c in halves.items()]
    robot = Robot("split", bodies, [*machine.robot.joints, weld], machine.robot.base)
    return Machine(robot, {**machine.clouds, **halves}, added)


@every_tree
def test_two_welded_halves_move_as_one_body(recipe):
    """Base, middle or tip: a body cut in two and welded again gives the same accelerations and torques.

    A half that is not carried to its new frame is seen when the base is free, so that every body matters.
    """
    machine = random_machine(recipe)
    state = random_state(machine, recipe.seed)
    tolerance, missed = conditioned(condition(machine, state)), 0.0
    for name in ("b0", "b2", f"b{recipe.joints}"):
        other, wrong = (split(machine, name, recipe.seed, carried) for carried in (True, False))
        assert len(other.robot.bodies) == len(machine.robot.bodies) + 1
        for kind, quantity in (("inverse", "torques"), ("direct", "joint_accelerations")):
            whole, cut, bad = (evaluate(m, kind, state, state.qdd) for m in (machine, other, wrong))
            size = largest(whole[quantity]) + largest(whole["base_acceleration"])
            for output in ("base_acceleration", quantity):
                assert_close(cut[output], whole[output], tolerance, scale=size)
            missed = max(missed, relative_error(bad[quantity], whole[quantity]))
    assert missed > VISIBLE or recipe.base != "free"
