"""Rods on rough floors: dragged they slide as they must, by every solver; pushed they meet Painleve's paradox, which is named."""

from dataclasses import replace

import numpy as np
import pytest

from elver import compile_model
from elver.contact import ContactSettings, Scene, Wall
from elver.model import InitialState, Model
from elver.robot import Body, Contour, Robot
from elver.simulation import Compute, Save, Solver, simulate, simulate_batch
from elver.simulation.derivatives.contact import contact_flow

HALF, RADIUS, G = 0.2, 0.01, 9.81
SOLVERS = ["auto", "gauss-seidel", "newton"]


def rod(angle, speed, friction, fall=0.0, height=0.0) -> Model:
    """A thin rod of 1 kg whose lower end touches the floor, sliding at ``speed`` and falling at ``fall``; ``height`` above it."""
    body = Body.central("rod", 1.0, np.zeros(3), (2 * HALF) ** 2 / 12 * np.eye(3))
    body = replace(body, contour=Contour(np.zeros(3), np.array([1.0, 0.0, 0.0]), HALF, RADIUS))
    c, s = np.cos(angle), np.sin(angle)
    place, turned = (0.0, RADIUS + HALF * abs(s) - 1e-9 + height, 0.0), (np.cos(angle / 2), 0.0, 0.0, np.sin(angle / 2))
    start = InitialState(place, turned, (c * speed - s * fall, -s * speed - c * fall, 0.0, 0.0, 0.0, 0.0))
    floor = Scene((Wall(0.0, 0.0, np.pi / 2, "floor"),), slope=(0.0, -G), obstacle_friction=friction)
    return Model("rod", Robot("rod", [body], [], base="planar"), scene=floor, start=start)


def acceleration(angle, speed, friction):
    """Of the centre along the floor, of a rod that is dragged: friction times its normal force, by hand."""
    arm = -HALF * np.array([np.cos(angle), np.sin(angle)]) - np.array([0.0, RADIUS])
    side, inertia = -np.sign(speed), (2 * HALF) ** 2 / 12
    gain = 1.0 + arm[0] * (arm[0] - side * friction * arm[1]) / inertia
    return side * friction * G / gain


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(("friction", "angle", "speed"), [(1.8, 0.6, 0.5), (1.8, 2.0, -0.5), (3.0, 1.1, 0.5), (3.0, 2.6, -0.5)])
def test_dragged_rods_slide(solver, friction, angle, speed):
    for dt in (1e-4, 1e-5):
        run = simulate(
            rod(angle, speed, friction), 2e-3, solver=Solver(dt=dt, contact=ContactSettings(solver)), save=Save(every=1e-3)
        )
        assert run.status == "finished"
        assert run.data.contact_residual.values.max() <= 1e-8
        gained = run.data.base_velocity.values[-1, 0] - speed
        assert gained == pytest.approx(2e-3 * acceleration(angle, speed, friction), rel=0.02)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(("friction", "angle", "speed"), [(1.8, 1.1, -0.5), (3.0, 2.0, 0.5)])
def test_pushed_rods_meet_the_paradox(solver, friction, angle, speed):
    """Body, obstacle, both coefficients and a remedy are named; below the coefficient it slides on."""
    run = simulate(
        rod(angle, speed, friction), 2e-3, solver=Solver(dt=1e-4, contact=ContactSettings(solver)), save=Save(every=1e-3)
    )
    detail = run.data.attrs["status_detail"]
    assert run.status == "friction paradox"
    for word in ("'rod'", "'floor'", "Painleve", f"obstacle_friction is {friction:g}", "Use less"):
        assert word in detail
    begins = float(detail.split("begins at a coefficient of ")[1].split(";")[0])
    arm = HALF * abs(np.cos(angle)), HALF * abs(np.sin(angle)) + RADIUS
    inertia = (2 * HALF) ** 2 / 12
    assert begins == pytest.approx((1.0 + arm[0] ** 2 / inertia) / (arm[0] * arm[1] / inertia), rel=1e-2)
    assert simulate(rod(angle, speed, 0.8 * begins), 2e-3, solver=Solver(dt=1e-4), save=Save(every=1e-3)).status == "finished"


def test_an_impact_is_no_paradox():
    """A rod that falls on the floor may stop sliding at once: one solution, whatever the friction."""
    run = simulate(rod(1.1, -0.5, 3.0, fall=1.0, height=0.005), 0.02, solver=Solver(dt=1e-4), save=Save(every=1e-3))
    assert run.status == "finished"
    assert np.abs(run.data.contact_impulse.values).max() > 0.1


def test_machines_side_by_side_on_a_rough_floor():
    """Two are dragged as in single runs; the third is pushed and ends alone, by its name."""
    program = compile_model(rod(1.1, 0.5, 3.0))
    twists = [(np.cos(1.1) * v, -np.sin(1.1) * v) for v in (0.5, 0.3, -0.5)]
    states = {"base vx": [t[0] for t in twists], "base vy": [t[1] for t in twists]}
    for solver in SOLVERS:
        contact = ContactSettings(solver)
        data = simulate_batch(
            program,
            2e-3,
            solver=Solver(dt=1e-4, contact=contact),
            initial_states=states,
            save=Save(fields=["state"], every=1e-3),
            compute=Compute(threads=1),
        )
        assert data.status.values.tolist() == ["finished", "finished", "friction paradox"]
        assert "'rod' at obstacle 'floor'" in str(data.status_detail[2].values)
        for k, speed in enumerate((0.5, 0.3)):
            run = simulate(rod(1.1, speed, 3.0), 2e-3, solver=Solver(dt=1e-4, contact=contact), save=Save(every=1e-3))
            np.testing.assert_allclose(data.state[k].values, run.data.state.values, rtol=0, atol=1e-8)


def test_derivatives_of_a_dragged_rod():
    """By its turning at the start and by the friction: central differences, through normal and friction together."""
    program = compile_model(rod(0.6, 0.5, 1.8).freed("scene.obstacle_friction"))
    p, settings = program.parameter_vector(), ContactSettings(tolerance=1e-13, most=20_000)
    x = program.initial_state(p)
    turning = program.equations.layout.names.index("base wz")
    xdot, pdot = np.vstack([np.eye(len(x))[turning], np.zeros(len(x))]), np.array([[0.0], [1.0]])
    flow = contact_flow(program, p, x, 1e-4, 20, xdot, pdot, every=20, settings=settings)
    for k in range(2):
        ends = [
            contact_flow(program, p + s * pdot[k], x + s * xdot[k], 1e-4, 20, np.zeros((0, len(x))), every=20, settings=settings)
            for s in (1e-6, -1e-6)
        ]
        differences = (ends[0].states[-1] - ends[1].states[-1]) / 2e-6
        assert np.abs(differences).max() > 1e-3
        np.testing.assert_allclose(flow.variations[-1, k], differences, rtol=0, atol=1e-6 * np.abs(differences).max())
