"""Machines that start straight: friction of links in one line is ambiguous, and gives way at nanometres a second."""

import numpy as np
import pytest
from small_machines import SOLVED

from elver.contact import Disc, Scene
from elver.drive import PD, Serpenoid
from elver.model import Model, compile_model
from elver.robot import Body, Joint, Robot, Rod
from elver.simulation import Save, Solver, simulate, simulate_batch

FRICTIONS = (0.2, (0.1, 0.1, 0.6), (0.05, 0.3, 0.8), 0.01, 1.0)


def straight(links, friction, gains=(20.0, 0.5), **gait):
    """Links in a line, at rest, far from a post."""
    bodies = [Body.solid(f"link{i}", Rod(0.14, 0.05), 1000.0) for i in range(links)]
    joints = [Joint(f"joint{i}", f"link{i - 1}", f"link{i}", d=0.14, mode="torque", group="yaw") for i in range(1, links)]
    robot = Robot("snake", bodies, joints, base="planar")
    scene = Scene((Disc(0.2, 1.5, 0.1),), friction)
    return Model("snake", robot, gait=Serpenoid(robot.joint_names, **gait), control=PD(*gains), scene=scene)


@pytest.mark.parametrize("friction", [0.2, (0.1, 0.1, 0.6)])
def test_a_straight_snake_starts(friction):
    """Its links stick, pull at each other and let go: every step is solved, long or short."""
    program = compile_model(straight(5, friction, ramp_time=1.0))
    for dt in (5e-4, 2e-3, 1e-2):
        run = simulate(program, max(0.1, 20 * dt), solver=Solver(dt=dt))
        assert run.status == "finished", run.status_detail
        assert run.summary["worst_residual"] <= SOLVED


def random_start(seed):
    """A straight snake of 3 to 12 links and a step from 0.2 to 20 ms."""
    rng = np.random.default_rng(seed)
    gait = {"amplitude": rng.uniform(0.05, 0.8), "frequency": rng.uniform(0.5, 6), "phase": rng.uniform(-1, 1)}
    gains = (rng.choice([2.0, 20.0, 100.0]), rng.choice([0.05, 0.5]))
    friction = FRICTIONS[rng.integers(len(FRICTIONS))]
    model = straight(int(rng.integers(3, 13)), friction, gains, ramp_time=rng.choice([0.0, 0.1, 1.0, 3.0]), **gait)
    return model, 10 ** rng.uniform(np.log10(2e-4), np.log10(2e-2))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(40))
def test_random_straight_starts(seed):
    model, dt = random_start(seed)
    run = simulate(model, 400 * dt, solver=Solver(dt=dt), save=Save(every=400 * dt))
    assert run.status == "finished", run.status_detail


@pytest.mark.long
@pytest.mark.parametrize(("links", "friction", "dt"), [(8, 0.2, 5e-4), (11, (0.1, 0.1, 0.6), 1e-3)])
def test_straight_starts_side_by_side(links, friction, dt):
    """Machines in lanes: what Newton's method in step cannot finish goes to the solver of single runs."""
    program = compile_model(straight(links, friction, ramp_time=1.0).freed("gait.amplitude"))
    batch = simulate_batch(program, 0.5, solver=Solver(dt=dt), parameters={"gait.amplitude": np.linspace(0.3, 0.6, 9)})
    assert set(np.ravel(batch.status)) == {"finished"}
