"""What must not matter: where the world's axes are, how bodies are named and ordered, the units."""

from dataclasses import dataclass, replace

import casadi as ca
import homogeneous
import numpy as np
import pytest
from random_machines import (
    Cloud,
    Machine,
    Recipe,
    State,
    call,
    condition,
    evaluate,
    every_tree,
    load_size,
    random_machine,
    random_state,
    symbols,
)
from tolerances import ROUNDING, VISIBLE, assert_close, assert_differs, conditioned, largest, relative_error

from elver.dynamics import momentum
from elver.forces import Effect
from elver.model import dynamics_function
from elver.robot import Joint, Robot
from elver.symbolic.spatial import cross, quaternion_rotation, rotation_quaternion

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


@every_tree
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


@every_tree
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


@every_tree
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
