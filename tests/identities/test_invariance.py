"""What must not matter: where the world's axes are, how bodies are named, which one is the root, how one is cut, the units."""

from dataclasses import dataclass, replace

import casadi as ca
import numpy as np
import pytest

import homogeneous
from elver.dynamics import direct_dynamics, inverse_dynamics, momentum
from elver.equations import dynamics_function
from elver.forces import Effect
from elver.robot import Body, Joint, Robot
from elver.spatial import cross, quaternion_rotation, rotation_quaternion, screw_transform
from random_machines import (
    Cloud,
    Machine,
    Recipe,
    State,
    call,
    evaluate,
    load_size,
    machines_where,
    random_joint,
    random_machine,
    random_state,
    symbols,
)
from tolerances import ROUNDING, VISIBLE, assert_close, assert_differs, conditioned, largest, relative_error

every_free_machine = machines_where(lambda recipe: recipe.base == "free")
some_machines = machines_where(lambda recipe: recipe.shape == "tree")


def condition(machine, state) -> float:
    return np.linalg.cond(evaluate(machine, "lagrange", state)["A"])


# ---- world ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Field:
    """A uniform acceleration and a spring to an anchor, both fixed in the world: it knows where and how a body lies."""

    acceleration: np.ndarray
    anchor: np.ndarray

    def effect(self, body, motion):
        weight = motion.to_body(ca.SX(ca.DM(self.acceleration)))
        pull = motion.to_body(ca.SX(ca.DM(self.anchor)) - motion.position)
        moments = ca.SX(ca.DM(body.first_moments))
        return Effect(wrench=ca.vertcat(body.mass * weight + pull, cross(moments, weight)))

    def moved(self, R, t):
        return Field(R @ self.acceleration, R @ self.anchor + t)


def moved_state(state: State, R, t) -> State:
    """The same machine elsewhere in the world."""
    own = homogeneous.numbers(quaternion_rotation(state.quaternion))
    return replace(state, quaternion=rotation_quaternion(R @ own), position=R @ state.position + t)


def in_field(machine, kind, state, inputs, field):
    return call(dynamics_function(machine.robot, kind, {**machine.forces, "field": field}), *state.arguments, inputs)


@some_machines
def test_rotating_and_moving_the_whole_world_changes_nothing(recipe):
    """Machine and field turned and shifted together: body accelerations and torques stay; the machine alone: they change."""
    machine = random_machine(recipe)
    state = random_state(machine, recipe.seed)
    R, t = homogeneous.numbers(quaternion_rotation(random_state(machine, 99).quaternion)), np.array([3.0, -2.0, 5.0])
    field = Field(np.array([1.0, 2.0, -9.0]), np.array([0.5, -1.0, 2.0]))
    there = moved_state(state, R, t)
    for kind in ("inverse", "direct"):
        here = in_field(machine, kind, state, state.qdd, field)
        carried = in_field(machine, kind, there, state.qdd, field.moved(R, t))
        alone = in_field(machine, kind, there, state.qdd, field)
        size = max(largest(output) for output in here.values())
        for name, output in here.items():
            assert_close(carried[name], output, conditioned(condition(machine, state)), scale=size)
        assert any(relative_error(alone[name], output, size) > VISIBLE for name, output in here.items())


@some_machines
def test_momentum_turns_with_the_world(recipe):
    """p turns, L turns and gains t x p."""
    machine = random_machine(recipe)
    s, state = symbols(machine), random_state(machine, recipe.seed)
    R, t = homogeneous.numbers(quaternion_rotation(random_state(machine, 98).quaternion)), np.array([1.0, 4.0, -2.0])
    function = s.function([], h=momentum(s.inertias, s.kin))
    here, there = (call(function, *x.arguments)["h"] for x in (state, moved_state(state, R, t)))
    p, L = R @ here[:3], R @ here[3:]
    assert_close(there, np.concatenate([p, L + np.cross(t, p)]), ROUNDING)
    assert largest(here) > 1e-2


# ---- names and order --------------------------------------------------------------------------------------------------


def relabelled(machine: Machine, seed: int) -> tuple[Machine, dict]:
    """The same machine with other names, bodies and joints listed in another order."""
    rng = np.random.default_rng(seed)
    robot = machine.robot
    fresh = dict(zip(robot.body_names, (f"part{k}" for k in rng.permutation(len(robot.bodies))), strict=True))
    renamed = {joint.name: f"axis{k}" for joint, k in zip(robot.joints, rng.permutation(len(robot.joints)), strict=True)}
    bodies = [replace(b, name=fresh[b.name]) for b in robot.bodies]
    joints = [replace(j, name=renamed[j.name], parent=fresh[j.parent], child=fresh[j.child]) for j in robot.joints]
    shuffled = Robot("other", [bodies[k] for k in rng.permutation(len(bodies))], rng.permutation(joints).tolist(), robot.base)
    added = {fresh[name]: inertia for name, inertia in machine.added.items()}
    return Machine(shuffled, {fresh[n]: c for n, c in machine.clouds.items()}, added), renamed


def test_relabelling_and_reordering_bodies_changes_nothing():
    """Names and the order of the lists are bookkeeping: results agree joint by joint, and the order did change."""
    reordered = 0
    for seed in range(8):
        machine = random_machine(Recipe(seed, joints=6, added=seed % 2 == 1, base=("free", "planar")[seed % 2]))
        other, renamed = relabelled(machine, seed)
        state = random_state(machine, seed)
        order = [other.robot.joint_names.index(renamed[name]) for name in machine.robot.joint_names]
        reordered += order != sorted(order)
        back = np.argsort(order)
        shuffled = replace(state, q=state.q[back], qd=state.qd[back], qdd=state.qdd[back])
        inverse, direct = (evaluate(machine, kind, state, state.qdd) for kind in ("inverse", "direct"))
        inverse2, direct2 = (evaluate(other, kind, shuffled, shuffled.qdd) for kind in ("inverse", "direct"))
        tolerance = conditioned(condition(machine, state))
        assert_close(inverse2["base_acceleration"], inverse["base_acceleration"], tolerance)
        assert_close(inverse2["torques"][order], inverse["torques"], tolerance)
        assert_close(direct2["base_acceleration"], direct["base_acceleration"], tolerance)
        assert_close(direct2["joint_accelerations"][order], direct["joint_accelerations"], tolerance)
    assert reordered >= 4


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


@some_machines
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


# ---- units ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Units:
    """New units: how many of them make one kilogram, metre and second."""

    mass: float
    length: float
    time: float

    def coordinate(self, joint) -> float:
        """Unit of a joint's variable: an angle has none."""
        return self.length if joint.type == "prismatic" else 1.0

    def force(self, joint) -> float:
        """Unit of a joint's torque or force: power over rate."""
        return self.mass * self.length**2 / self.time**2 / self.coordinate(joint)

    def twist(self) -> np.ndarray:
        return np.array([self.length] * 3 + [1.0] * 3) / self.time

    def inertia(self, J) -> np.ndarray:
        """A 6x6 inertia: masses, first and second moments."""
        arm = np.array([1.0] * 3 + [self.length] * 3)
        return self.mass * arm[:, None] * J * arm


def scaled_joint(joint: Joint, u: Units) -> Joint:
    force, coordinate = u.force(joint), u.coordinate(joint)
    return replace(
        joint,
        b=u.length * joint.b,
        d=u.length * joint.d,
        r=u.length * joint.r,
        coulomb=force * joint.coulomb,
        viscous=force * u.time / coordinate * joint.viscous,
        rotor=force * u.time**2 / coordinate * joint.rotor,
    )


def scaled(machine: Machine, u: Units) -> Machine:
    """The same machine measured in other units."""
    clouds = {name: Cloud(u.mass * c.masses, u.length * c.places) for name, c in machine.clouds.items()}
    bodies = [clouds[b.name].body(b.name) if b.name in clouds else b for b in machine.robot.bodies]
    robot = Robot("scaled", bodies, [scaled_joint(j, u) for j in machine.robot.joints], machine.robot.base)
    return Machine(robot, clouds, {name: u.inertia(J) for name, J in machine.added.items()})


@some_machines
@pytest.mark.parametrize("units", [Units(1e3, 1.0, 1.0), Units(1.0, 39.37, 1.0), Units(1.0, 1.0, 0.07), Units(2.2, 3.3, 60.0)])
def test_units_do_not_matter(recipe, units):
    """Grams, inches, minutes: every output changes by its own unit and by nothing else."""
    machine = random_machine(recipe)
    state = random_state(machine, recipe.seed)
    joints = machine.robot.moving_joints
    coordinate, force = np.array([units.coordinate(j) for j in joints]), np.array([units.force(j) for j in joints])
    state2 = State(
        state.quaternion,
        units.length * state.position,
        units.twist() * state.twist,
        coordinate * state.q,
        coordinate / units.time * state.qd,
        coordinate / units.time**2 * state.qdd,
    )
    other = scaled(machine, units)
    inverse, inverse2 = evaluate(machine, "inverse", state, state.qdd), evaluate(other, "inverse", state2, state2.qdd)
    direct, direct2 = evaluate(machine, "direct", state, state.qdd), evaluate(other, "direct", state2, force * state.qdd)
    tolerance = max(conditioned(condition(machine, state)), conditioned(condition(other, state2)))
    loads = largest(load_size(machine, state, inverse["base_acceleration"], state.qdd))
    per_twist = units.twist() / units.time
    assert_close(inverse2["torques"] / force, inverse["torques"], tolerance, scale=loads)
    assert_close(inverse2["base_acceleration"] / per_twist, inverse["base_acceleration"], tolerance)
    found = direct2["joint_accelerations"] / coordinate * units.time**2
    moves = largest(direct["joint_accelerations"]) + largest(direct["base_acceleration"])
    assert_close(found, direct["joint_accelerations"], tolerance, scale=moves)
    assert_close(direct2["base_acceleration"] / per_twist, direct["base_acceleration"], tolerance, scale=moves)
    assert_differs(inverse2["torques"], inverse["torques"])
