"""The closed form of the snake robot against the engine's recursion."""

from __future__ import annotations

from dataclasses import dataclass, replace

import casadi as ca
import numpy as np
from closed_forms import (
    EXACT,
    LENGTH,
    State,
    accelerations,
    assert_same_accelerations,
    every_kind,
    every_law,
    every_size,
    numbers,
    random_robot,
    random_states,
)
from tolerances import assert_close

from elver import Body, Joint, Robot
from elver.forces import Effect, GroundFriction
from elver.model import dynamics_function
from elver.robot import Strip
from elver.symbolic.spatial import cross, skew
from elver.systems.snake.closed_form import ClosedForm, SnakeFluid, closed_form
from oracles import snake_multipliers as multipliers


@dataclass(frozen=True)
class LumpedWater:
    """The paper's fluid as a force of the engine: everything acts at the link's centre of mass."""

    fluids: dict[str, SnakeFluid]

    def effect(self, body: Body, motion) -> Effect:
        fluid, centre = self.fluids[body.name], ca.SX(ca.DM(body.centre_of_mass))
        w, velocity = motion.angular, motion.velocity_at(centre)
        stream = motion.to_body(ca.vertcat(*fluid.current, 0))
        vt, vn = (velocity - stream)[0], (velocity - stream)[1]
        force = ca.vertcat(-(fluid.c_t + fluid.d_t * ca.fabs(vt)) * vt, -(fluid.c_n + fluid.d_n * ca.fabs(vn)) * vn, 0)
        m_a = ca.diag(ca.SX([0.0, fluid.mu_n, 0.0]))
        turning = stream if fluid.current_law == "galilean" else velocity + stream
        force = force - m_a @ cross(w, turning)
        torque = ca.vertcat(0, 0, -(fluid.lambda2 + fluid.lambda3 * ca.fabs(w[2])) * w[2])
        c = skew(centre)
        inertia = ca.blockcat([[m_a, -(m_a @ c)], [c @ m_a, ca.diag(ca.SX([0.0, 0.0, fluid.lambda1])) - c @ m_a @ c]])
        return Effect(wrench=ca.vertcat(force, torque + cross(centre, force)), inertia=inertia)


def machine(robot: ClosedForm) -> Robot:
    """The same chain as a tree: the head is the base, joint i turns link i about the rear end of link i + 1."""
    n, length = robot.n, 2 * robot.half_lengths
    bodies, joints = [], []
    for i in range(n, 0, -1):
        m, J, half = robot.masses[i - 1], robot.inertias[i - 1], robot.half_lengths[i - 1]
        centre = (0.0, 0.0, 0.0) if i == n else (-half, 0.0, 0.0)
        bodies.append(Body.central(f"link{i}", m, centre, np.diag([J / 2, J, J])))
        if i < n:
            d = -robot.half_lengths[-1] if i == n - 1 else -length[i]
            joints.append(Joint(f"joint{i}", f"link{i + 1}", f"link{i}", d=d, mode="torque"))
    return Robot("snake", bodies, joints, base="planar")


def engine_accelerations(robot: ClosedForm, tree: Robot, direct: ca.Function, state: State) -> np.ndarray:
    """[theta''; p''] of the engine, from the acceleration of its base and its joints by kinematics of points."""
    n, l = robot.n, robot.half_lengths  # noqa: E741
    X, Y = numbers(robot.link_positions(state.theta, state.p))
    velocities = np.column_stack(numbers(robot.link_velocities(*state.motion)))
    head = state.theta[-1]
    R = np.array([[np.cos(head), -np.sin(head)], [np.sin(head), np.cos(head)]])
    order = [int(name.removeprefix("joint")) - 1 for name in tree.joint_names]
    phi, phi_rate = (robot.D @ state.theta)[order], (robot.D @ state.theta_rate)[order]
    quaternion = [np.cos(head / 2), 0, 0, np.sin(head / 2)]
    twist = [*(R.T @ velocities[-1]), 0, 0, 0, state.theta_rate[-1]]
    base, joint = numbers(direct(quaternion, [X[-1], Y[-1], 0], twist, phi, phi_rate, state.u[order]))
    theta_acc, at = np.zeros(n), np.zeros((n, 2))
    theta_acc[-1] = base[5]
    at[-1] = R @ (base[:2] + state.theta_rate[-1] * np.array([-twist[1], twist[0]]))  # body components -> classical
    phi_acc = np.zeros(n - 1)
    phi_acc[order] = joint
    for i in range(n - 2, -1, -1):
        theta_acc[i] = theta_acc[i + 1] + phi_acc[i]
        at[i] = at[i + 1]
        for k in (i, i + 1):  # back to the joint, and from there to the centre of link i
            t, across = multipliers.axes(state.theta[k])
            at[i] -= l[k] * (theta_acc[k] * across - state.theta_rate[k] ** 2 * t)
    return np.append(theta_acc, robot.masses @ at / robot.masses.sum())


@every_size
@every_kind
def test_engine_agrees_in_a_vacuum(n, individual):
    wet = random_robot(n, individual)
    robot = closed_form(2 * wet.half_lengths, wet.masses, wet.inertias)
    tree = machine(robot)
    direct = dynamics_function(tree, "direct")
    for state in random_states(n):
        ours, engine = accelerations(robot, state), engine_accelerations(robot, tree, direct, state)
        assert_close(engine[:n], ours[:n], EXACT)
        assert_close(engine[n:], ours[n:], EXACT, scale=np.max(np.abs(ours)) * LENGTH)  # zero: momentum is conserved


@every_size
@every_kind
@every_law
def test_engine_agrees_in_water(n, individual, law):
    robot = random_robot(n, individual, law)
    tree = machine(robot)
    water = LumpedWater({f"link{i}": fluid for i, fluid in enumerate(robot.fluids, start=1)})
    direct = dynamics_function(tree, "direct", {"water": water})
    for state in random_states(n):
        assert_same_accelerations(engine_accelerations(robot, tree, direct, state), accelerations(robot, state), n)


@every_size
def test_engine_agrees_on_land(n):
    """Remark 4: the links of the engine lie on the ground by strips, those of the closed form by their own sums."""
    law = GroundFriction(0.5, 9.0, 0.2, 0.3, slip_speed=0.05)
    wet = random_robot(n, True)
    robot = closed_form(2 * wet.half_lengths, wet.masses, wet.inertias, None, law)
    tree = machine(robot)
    bodies = []
    for i, body in zip(range(n, 0, -1), tree.bodies, strict=True):
        half = robot.half_lengths[i - 1]
        start = body.centre_of_mass - np.array([half, 0.0, 0.0])
        bodies.append(replace(body, strip=Strip(start, np.eye(3), 2 * half, 0.03, 0.03)))
    tree = replace(tree, bodies=bodies)
    direct = dynamics_function(tree, "direct", {"ground": law})
    for state in random_states(n):
        assert_same_accelerations(accelerations(robot, state), engine_accelerations(robot, tree, direct, state), n)
