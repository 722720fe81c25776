"""Sensitivities of a run: central differences, closed forms, the matrix of a linear machine."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import casadi as ca
import numpy as np
import pytest
from mechanisms import FourBar, Turning
from scipy.linalg import expm
from scipy.special import ellipj, ellipk
from tolerances import ROUNDING, assert_close

from elver import Body, InitialState, InputError, Joint, Model, Robot, compile_model, scenario
from elver.drive import JointAction, RecordedMotion, SignalTable, Spring
from elver.forces import Effect, Gravity
from elver.robot import Box
from elver.simulation import Solver, gradient, sensitivities
from elver.simulation.derivatives.forward import flow, varied_flow

DIFFERENCES = 1e-6  # central differences of step 1e-6: rounding of the run over the step
STEP = 1e-6


@cache
def eel():
    return compile_model(scenario("eel").build({"body.joints": 4}, free=["gait.amplitude", "gait.period"]))


def swimmer():
    changes = {"control": "computed", "gait.ramp_time": 1.0, "links": 4}
    return compile_model(scenario("swimmer").build(changes, free=["gait.amplitude", "water.drag"]))


def pendulum(**options) -> Model:
    """A bar of length 1 m hung by one end, its joint about the world's y axis; angle from the downward vertical."""
    bodies = [Body("ground", 0, (0, 0, 0), np.zeros((3, 3))), Body("bar", 1.0, (0, -0.5, 0), np.diag([1 / 3, 1e-3, 1 / 3]))]
    joint = Joint("hinge", "ground", "bar", alpha=math.pi / 2, mode="passive")
    return Model("pendulum", Robot("p", bodies, [joint], base="fixed"), {"g": Gravity()}, elastic=Spring(), **options)


@pytest.mark.parametrize(
    ("build", "states", "parameters", "duration"),
    [
        (eel, ["base vx", "base vy", "base wz", "base y"], ["gait.amplitude", "gait.period"], 2.5),
        (swimmer, ["base vx", "rate of joint1", "angle of joint2"], ["gait.amplitude", "water.drag"], 2.0),
    ],
)
def test_against_central_differences(build, states, parameters, duration):
    program, h = build(), 0.01
    found = sensitivities(program, duration, solver=Solver(dt=h), states=states, free=parameters)
    p, names, steps = program.parameter_vector(), program.equations.layout.names, round(duration / h)

    def end(dx, dp):
        return flow(program, p + dp, program.initial_state(p + dp) + dx, 0, h, steps).end

    for k, column in enumerate(found.columns):
        dx, dp = np.zeros(len(names)), np.zeros(len(p))
        (dx if column in names else dp)[(list(names) if column in names else parameters).index(column)] = STEP
        difference = (end(dx, dp) - end(-dx, -dp)) / (2 * STEP)
        assert np.abs(difference).max() > 1e-3
        assert_close(found.matrix[:, k], difference, DIFFERENCES)
    assert found.status == "finished"
    assert_close(found.states[-1], end(0.0, 0.0), ROUNDING)


def test_the_step_size_is_a_direction_too():
    program, steps = eel(), 120
    p = program.parameter_vector()
    x, zero = program.initial_state(p), np.zeros((1, program.equations.layout.size))
    found = varied_flow(program, p, x, 250, 0.01, steps, zero, slope=np.ones(1)).variations[0]
    difference = (flow(program, p, x, 250, 0.01 + STEP, steps).end - flow(program, p, x, 250, 0.01 - STEP, steps).end) / (
        2 * STEP
    )
    assert np.abs(found).max() > 1.0
    motion = slice(0, program.equations.layout.slices["works"].start)  # positive work has kinks that the difference steps over
    assert_close(found[motion], difference[motion], 1e-5)  # some 300 steps of time move with h: differences are coarse


def test_pendulum_against_elliptic_functions():
    amplitude, length = 1.2, 2 / 3  # length of the equivalent point pendulum, moment of inertia over first moment

    def angle(a, t):
        k2, w = math.sin(a / 2) ** 2, math.sqrt(9.81 / length)
        return 2 * math.asin(math.sin(a / 2) * ellipj(w * t + ellipk(k2), k2)[0])

    program = compile_model(pendulum(start=InitialState(angles={"hinge": amplitude})))
    found = sensitivities(program, 3.0, solver=Solver(dt=1e-3), states=["angle of hinge"])
    assert_close(found.states[-1, 0], angle(amplitude, 3.0), 1e-9)
    d = 1e-4
    slope = (
        8 * (angle(amplitude + d, 3.0) - angle(amplitude - d, 3.0))
        - angle(amplitude + 2 * d, 3.0)
        + angle(amplitude - 2 * d, 3.0)
    ) / (12 * d)
    assert_close(found.matrix[0, 0], slope, 1e-8)  # truncation of RK4 at this step


def test_linear_machine_is_the_power_of_its_step_matrix():
    bodies = [Body("ground", 0, (0, 0, 0), np.zeros((3, 3))), Body.solid("mass", Box(1, 1, 1), 2.0)]
    joint = Joint("slide", "ground", "mass", type="prismatic", mode="passive")
    model = Model("m", Robot("m", bodies, [joint], base="fixed"), elastic=Spring(8.0, 0.5)).freed("elastic.stiffness")
    h, steps = 0.02, 100
    found = sensitivities(
        compile_model(model),
        h * steps,
        solver=Solver(dt=h),
        states=["angle of slide", "rate of slide"],
        free=["elastic.stiffness"],
    )
    A = h * np.array([[0.0, 1.0], [-4.0, -0.25]])
    step = np.eye(2) + A @ (np.eye(2) + A / 2 @ (np.eye(2) + A / 3 @ (np.eye(2) + A / 4)))
    assert_close(found.matrix[:2, :2], np.linalg.matrix_power(step, steps), ROUNDING)
    assert_close(found.matrix[:2, :2], expm(A * steps), 1e-6)  # truncation of RK4
    assert not found.matrix[:2, 2].any()  # at rest in the spring's rest: its stiffness changes nothing


@dataclass(frozen=True)
class NormDrag:
    """Drag by the norm of the velocity, which has no derivative at rest."""

    def effect(self, body, motion):
        return Effect(wrench=ca.vertcat(-2.0 * ca.norm_2(motion.velocity) * motion.velocity, ca.SX(3, 1)))


def test_a_norm_at_rest_is_differentiated_next_to_it():
    model = Model("cube", Robot("c", [Body.solid("cube", Box(1, 1, 1), 1.0)]), {"drag": NormDrag()})
    found = sensitivities(compile_model(model), 1.0, solver=Solver(dt=0.1), states=["base vx"])
    assert_close(found.matrix[list(found.rows).index("base x"), 0], 1.0, 1e-5)


def test_sampled_signals_move_with_the_step():
    times = np.linspace(0.0, 2.0, 41)
    bodies = [Body.solid(f"b{k}", Box(0.1, 0.2, 0.3), 1000.0) for k in range(2)]
    robot = Robot("two", bodies, [Joint("j", "b0", "b1", d=0.3)], base="planar")
    gait = RecordedMotion(SignalTable(["j"], times, np.sin(2 * times)[:, None]))
    program = compile_model(Model("two", robot, {"drag": NormDrag()}, gait))
    x, p, n = program.initial_state(program.parameter_vector()), np.zeros(0), program.equations.layout.size
    found = varied_flow(program, p, x, 10, 0.01, 100, np.zeros((1, n)), slope=np.ones(1)).variations[0]
    difference = (flow(program, p, x, 10, 0.01 + STEP, 100).end - flow(program, p, x, 10, 0.01 - STEP, 100).end) / (2 * STEP)
    assert_close(found, difference, 1e-5)


def slider(law, **options) -> Model:
    bodies = [Body("ground", 0, (0, 0, 0), np.zeros((3, 3))), Body.solid("mass", Box(1, 1, 1), 1.0)]
    joint = Joint("slide", "ground", "mass", type="prismatic", mode="passive")
    return Model("slider", Robot("s", bodies, [joint], base="fixed"), elastic=law, **options)


@pytest.mark.long
def test_radau_has_its_stability_function():
    """Of a linear machine every step is R(h A), R(z) = (1 + 2z/5 + z^2/20) / (1 - 3z/5 + 3z^2/20 - z^3/60), however stiff."""
    h, k, c = 0.1, 1e4, 1e3
    states = ["angle of slide", "rate of slide"]
    found = sensitivities(compile_model(slider(Spring(k, c))), 0.3, solver=Solver(dt=h, method="radau"), states=states)
    A, one = h * np.array([[0.0, 1.0], [-k, -c]]), np.eye(2)
    above, below = one + A / 2.5 + A @ A / 20, one - A / (5 / 3) + A @ A / (20 / 3) - A @ A @ A / 60
    assert_close(found.matrix[:2, :2], np.linalg.matrix_power(np.linalg.solve(below, above), 3), 1e-9)
    assert np.abs(found.matrix[:2, :2]).max() < 1e3


@dataclass(frozen=True)
class Pull:
    """A nonlinear spring with a pull that changes with time."""

    size: float = 1.0

    def act(self, joint, now, state):
        return JointAction(-ca.sin(3 * state.angle) - 0.2 * state.rate**3 + self.size * ca.cos(now.time))


def test_radau_is_of_order_five_with_its_variations():
    program = compile_model(slider(Pull(), start=InitialState(angles={"slide": 0.5})).freed("elastic.size"))

    def run(h):
        return sensitivities(program, 1.6, solver=Solver(dt=h, method="radau"), states=["angle of slide"], free=["elastic.size"])

    fine, errors = run(0.0125), []
    for h in (0.2, 0.1, 0.05):
        coarse = run(h)
        errors.append(
            [np.abs(coarse.states[-1, :2] - fine.states[-1, :2]).max(), np.abs(coarse.matrix[:2] - fine.matrix[:2]).max()]
        )
    order = np.log2(np.array(errors[:-1]) / np.array(errors[1:]))
    assert (order > 4.6).all()
    assert np.abs(fine.matrix[:2]).min() > 1e-3


def test_radau_on_a_stiff_swimmer_against_central_differences():
    program = compile_model(scenario("swimmer").build({"links": 4}, free=["gait.frequency"]))
    p, h, steps = program.parameter_vector(), 0.02, 60
    x, n = program.initial_state(p), program.equations.layout.size
    xdot, pdot, slope = np.zeros((3, n)), np.array([[0.0], [1.0], [0.0]]), np.array([0.0, 0.0, 1.0])
    xdot[0, list(program.equations.layout.names).index("base vx")] = 1.0
    found = varied_flow(program, p, x, 0, h, steps, xdot, pdot, slope, "radau").variations
    for k in range(3):

        def end(d, k=k):
            return flow(program, p + d * pdot[k], x + d * xdot[k], 0, h + d * slope[k], steps, "radau").end

        difference = (end(STEP) - end(-STEP)) / (2 * STEP)
        motion = slice(0, program.equations.layout.slices["works"].start)
        assert np.abs(difference[motion]).max() > 1e-3
        assert_close(found[k, motion], difference[motion], 1e-6 if k < 2 else 1e-5)


def test_without_directions_the_states_are_those_of_the_run():
    program = compile_model(pendulum(start=InitialState(angles={"hinge": 1.0})))
    found, one = (
        sensitivities(program, 1.0, solver=Solver(dt=0.01), free=()),
        sensitivities(program, 1.0, solver=Solver(dt=0.01), states=["angle of hinge"]),
    )
    assert found.matrix.shape == (len(found.rows), 0)
    assert_close(found.states, one.states, ROUNDING)
    assert np.ptp(found.states[:, 0]) > 0.5


def test_signals_that_end_too_early_are_refused():
    times = np.linspace(0.0, 1.0, 21)
    bodies = [Body.solid(f"b{k}", Box(0.1, 0.2, 0.3), 1000.0) for k in range(2)]
    robot = Robot("two", bodies, [Joint("j", "b0", "b1", d=0.3)], base="planar")
    program = compile_model(Model("two", robot, gait=RecordedMotion(SignalTable(["j"], times, np.sin(times)[:, None]))))
    assert sensitivities(program, 1.0, solver=Solver(dt=0.01), states=["base vx"]).status == "finished"
    with pytest.raises(InputError, match="sampled signals cover"):
        sensitivities(program, 1.5, solver=Solver(dt=0.01), states=["base vx"])


@pytest.mark.parametrize("method", ["rk4", "radau"])
def test_loops_that_cannot_go_on_are_named(method):
    """A parallelogram through its flat position; a crank that coupler and rocker cannot follow."""
    model = Model(
        "flat",
        FourBar(1.0, 0.4, 1.0, 0.4).robot(),
        gait=Turning(0.5, 2.0),
        start=InitialState(angles={"pin": -0.5, "rocker": 0.5}),
    )
    program = compile_model(model.freed("gait.offset"))
    found = sensitivities(program, 2.0, solver=Solver(dt=1e-3, method=method), free=["gait.offset"])
    assert found.status == "loop singular"
    assert found.times[-1] == pytest.approx((math.pi - 0.5) / 2, abs=0.02)
    assert len(found.times) == len(found.states)
    there = sensitivities(program, float(found.times[-1]), solver=Solver(dt=1e-3, method=method), free=["gait.offset"])
    assert there.status == "finished"
    assert np.array_equal(found.matrix, there.matrix)
    model = Model(
        "stuck",
        FourBar(1.0, 0.9, 0.3, 0.6).robot(),
        gait=Turning(0.5, 1.0),
        start=InitialState(angles={"pin": 0.1, "rocker": 1.5}),
    )
    stuck = sensitivities(compile_model(model), 1.0, solver=Solver(dt=1e-3, method=method), free=())
    assert stuck.status == "loop open"
    assert stuck.times[-1] == pytest.approx(math.acos(1 / 1.8) - 0.5, abs=3e-3)


def test_without_names_all_free_parameters_are_taken_as_by_gradient():
    program = compile_model(scenario("eel").build({"body.joints": 2}, free=["gait.amplitude", "gait.period"]))
    found = sensitivities(program, 0.2, solver=Solver(dt=0.01), states=["base vx"])
    assert found.columns == ("base vx", "gait.amplitude", "gait.period")
    assert found.columns == gradient(program, "mean_speed", 0.2, solver=Solver(dt=0.01), states=["base vx"]).names
    assert np.array_equal(
        found.matrix, sensitivities(program, 0.2, solver=Solver(dt=0.01), states=["base vx"], free=found.columns[1:]).matrix
    )
    with pytest.raises(InputError, match="nothing is free: build"):
        sensitivities(compile_model(pendulum()), 1.0, solver=Solver(dt=0.1))


def test_unknown_names_are_refused():
    program = compile_model(pendulum())
    with pytest.raises(InputError, match="Did you mean 'angle of hinge'"):
        sensitivities(program, 1.0, solver=Solver(dt=0.1), states=["angle of hige"])
    with pytest.raises(InputError, match="is not free"):
        sensitivities(program, 1.0, solver=Solver(dt=0.1), free=["gait.amplitude"])
    with pytest.raises(InputError, match="unknown method"):
        sensitivities(program, 1.0, solver=Solver(dt=0.1, method="euler"))
