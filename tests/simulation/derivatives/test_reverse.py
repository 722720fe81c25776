"""Gradients of runs: central differences, forward sensitivities, closed forms."""

from __future__ import annotations

import gc
import math
import weakref
from dataclasses import dataclass

import casadi as ca
import numpy as np
import pytest
from differentiated_machines import compiled, crawler, eel, swimmer, tumbler
from mechanisms import SliderCrank
from scipy.special import ellipj, ellipk
from tolerances import ROUNDING, assert_close

from elver import Body, InitialState, InputError, Joint, Model, Robot, compile_model, gradient, sensitivities, simulate
from elver.drive import RecordedMotion, SignalTable, Spring
from elver.forces import Effect, Gravity
from elver.robot import Box
from elver.simulation import Solver

AGREE = 1e-10  # reverse against forward: the same derivative, summed in another order
DIFFERENCES = 1e-6  # central differences of a run: rounding over the step, truncation
STEP = 1e-5


def shape(course):
    """Something of everything: states, recorded quantities, parameters, the start."""
    end, start = course.end, course.start
    first = next(iter(course.equations.parameters))
    way = ca.sumsqr(end["com_position"] - start["com_position"])
    return way + 0.3 * end["kinetic_energy"] + ca.sin(end.parameter(first)) + end.state("work motor") / course.duration


def value_at(program, objective, duration, dt, name, size):
    """The objective with a parameter or an initial state moved."""
    from elver.simulation.derivatives.objectives import as_objective
    from elver.simulation.derivatives.reverse import Tape, prepared

    p, names = program.parameter_vector(), list(program.equations.parameters)
    if name in names:
        p[names.index(name)] += size
    tape = Tape(program, p, dt, round(duration / dt), 1e9)
    if name not in names:
        tape.start[program.equations.layout.names.index(name)] += size
    tape.record()
    return prepared(program, as_objective(objective)).at_ends(tape)[0]


@pytest.mark.parametrize(
    ("build", "objective", "states"),
    [
        (eel, "distance", ["base vx", "base wz", "base vy"]),
        (eel, "cost_of_transport", []),
        (eel, "final_heading", ["base wz"]),
        (eel, shape, ["base vy"]),
        (swimmer, "distance", ["base vx", "rate of joint1", "angle of joint2"]),
        (swimmer, "final_heading", ["angle of joint1"]),
        (swimmer, shape, []),
        (crawler, "mean_speed", ["base vx", "rate of joint1"]),
        (tumbler, shape, ["base quaternion w", "base quaternion y", "base wx", "base vz"]),
    ],
)
def test_against_central_differences(build, objective, states):
    program, duration, dt = compiled(build)
    if build is swimmer:
        states = [*states, program.equations.layout.memory[1]]
    found = gradient(program, objective, duration, solver=Solver(dt=dt), states=states)
    differences = []
    for name in found.names:
        far = [value_at(program, objective, duration, dt, name, k * STEP) for k in (-2, -1, 1, 2)]
        differences.append((far[0] - 8 * far[1] + 8 * far[2] - far[3]) / (12 * STEP))
    assert found.names == (*states, *program.equations.parameters)
    assert np.abs(found.gradient).min() > 1e-6
    assert_close(found.gradient, differences, DIFFERENCES)


@pytest.mark.parametrize("build", [eel, swimmer, crawler, tumbler])
def test_against_forward_sensitivities(build):
    program, duration, dt = compiled(build)
    layout = program.equations.layout
    rows = [k for k, name in enumerate(layout.names) if not name.startswith("work motor_positive")]
    weight = np.random.default_rng(0).normal(size=len(rows))

    def objective(course):
        return sum(w * course.end.state(layout.names[k]) for w, k in zip(weight, rows, strict=True))

    states = layout.names[: layout.slices["works"].start]
    forward = sensitivities(program, duration, solver=Solver(dt=dt), states=states, free=list(program.equations.parameters))
    reverse = gradient(program, objective, duration, solver=Solver(dt=dt), states=states)
    assert reverse.names == forward.columns
    assert np.abs(reverse.gradient).max() > 0.1
    assert_close(reverse.gradient, weight @ forward.matrix[rows], AGREE)


def test_the_run_is_that_of_simulate():
    program, duration, dt = compiled(eel)
    run = simulate(program, duration, solver=Solver(dt=dt, method="rk4"))
    found = {
        name: gradient(program, name, duration, solver=Solver(dt=dt), free=[]) for name in ("mean_speed", "cost_of_transport")
    }
    np.testing.assert_array_equal(found["mean_speed"].end[:3], run.data.base_position.values[-1])
    for name, result in found.items():
        assert_close(result.value, run.summary[name], ROUNDING)
    program, duration, dt = compiled(swimmer)
    heading = gradient(program, "final_heading", duration, solver=Solver(dt=dt), free=[]).value
    assert_close(heading, simulate(program, duration, solver=Solver(dt=dt, method="rk4")).summary["final_heading"], ROUNDING)


def test_pendulum_against_elliptic_functions():
    """d angle(t) / d amplitude of a bar of length 1 m that swings from rest."""
    bodies = [Body("ground", 0, (0, 0, 0), np.zeros((3, 3))), Body("bar", 1.0, (0, -0.5, 0), np.diag([1 / 3, 1e-3, 1 / 3]))]
    joint = Joint("hinge", "ground", "bar", alpha=math.pi / 2, mode="passive")
    robot, amplitude = Robot("p", bodies, [joint], base="fixed"), 1.2
    model = Model("pendulum", robot, {"g": Gravity()}, elastic=Spring(), start=InitialState(angles={"hinge": amplitude}))

    def angle(a, t):
        k2, w = math.sin(a / 2) ** 2, math.sqrt(9.81 * 1.5)
        return 2 * math.asin(math.sin(a / 2) * ellipj(w * t + ellipk(k2), k2)[0])

    def swing(course):
        return course.end.state("angle of hinge")

    found, d = gradient(model, swing, 3.0, solver=Solver(dt=1e-3), states=["angle of hinge"]), 1e-4
    near, far = (angle(amplitude + k * d, 3.0) - angle(amplitude - k * d, 3.0) for k in (1, 2))
    assert_close(found.value, angle(amplitude, 3.0), 1e-9)  # truncation of RK4
    assert_close(found["angle of hinge"], (8 * near - far) / (12 * d), 1e-8)


def test_linear_machine_is_the_transposed_power_of_its_step_matrix():
    bodies = [Body("ground", 0, (0, 0, 0), np.zeros((3, 3))), Body.solid("mass", Box(1, 1, 1), 2.0)]
    joint = Joint("slide", "ground", "mass", type="prismatic", mode="passive")
    model = Model("m", Robot("m", bodies, [joint], base="fixed"), elastic=Spring(8.0, 0.5))
    h, steps = 0.02, 100
    A = h * np.array([[0.0, 1.0], [-4.0, -0.25]])
    step = np.eye(2) + A @ (np.eye(2) + A / 2 @ (np.eye(2) + A / 3 @ (np.eye(2) + A / 4)))
    found = gradient(
        model, lambda c: c.end.state("rate of slide"), h * steps, solver=Solver(dt=h), states=["angle of slide", "rate of slide"]
    )
    assert_close(found.gradient, np.linalg.matrix_power(step.T, steps) @ [0.0, 1.0], ROUNDING)


@dataclass(frozen=True)
class Crank:
    offset: float = 0.4
    swing: float = 0.5

    def motion(self, now):
        return {"crank": self.offset + self.swing * ca.sin(3 * now.time)}


def test_closed_loops_with_a_parameter_that_decides_the_start():
    mechanism = SliderCrank()
    robot = mechanism.robot("planar")
    start = InitialState(angles=dict(zip(robot.dependent, mechanism.positions(0.4)[1:], strict=True)))
    model = Model("engine", robot, gait=Crank(), start=start).freed("gait.offset", "gait.swing")
    program = compile_model(model)

    def place(course):
        guess = course.end.state(program.equations.layout.names[-len(program.equations.layout.works) - 1])
        return ca.sumsqr(course.end["joint_position"]) + course.end.state("base vx") + guess

    found = gradient(program, place, 0.5, solver=Solver(dt=0.005))
    differences = []
    for name in found.names:
        far = [value_at(program, place, 0.5, 0.005, name, k * STEP) for k in (-1, 1)]
        differences.append((far[1] - far[0]) / (2 * STEP))
    assert np.abs(found.gradient).min() > 1e-2
    assert_close(found.gradient, differences, DIFFERENCES)


@dataclass(frozen=True)
class NormDrag:
    """Drag by the norm of the velocity, which has no derivative at rest."""

    rate: float = 2.0

    def effect(self, body, motion):
        return Effect(wrench=ca.vertcat(-self.rate * ca.norm_2(motion.velocity) * motion.velocity, ca.SX(3, 1)))


def test_a_norm_at_rest_is_differentiated_next_to_it():
    model = Model("cube", Robot("c", [Body.solid("cube", Box(1, 1, 1), 1.0)]), {"drag": NormDrag()})
    found = gradient(model, lambda c: c.end.state("base x"), 1.0, solver=Solver(dt=0.1), states=["base vx"])
    assert_close(found["base vx"], 1.0, 1e-5)  # at a speed of 1e-6 m/s


def test_sampled_motion():
    times = np.linspace(0.0, 2.0, 41)
    bodies = [Body.solid(f"b{k}", Box(0.1, 0.2, 0.3), 1000.0) for k in range(2)]
    robot = Robot("two", bodies, [Joint("j", "b0", "b1", d=0.3)], base="planar")
    gait = RecordedMotion(SignalTable(["j"], times, np.sin(2 * times)[:, None]))
    start = InitialState(twist=(0.1, 0.2, 0, 0, 0, 0.3))
    program = compile_model(Model("two", robot, {"drag": NormDrag()}, gait, start=start).freed("forces.drag.rate"))
    forward = sensitivities(program, 1.0, solver=Solver(dt=0.01), states=["base vx", "base wz"], free=["forces.drag.rate"])
    reverse = gradient(program, lambda c: c.end.state("base y"), 1.0, solver=Solver(dt=0.01), states=["base vx", "base wz"])
    assert np.abs(reverse.gradient).min() > 1e-6
    assert_close(reverse.gradient, forward.matrix[list(forward.rows).index("base y")], AGREE)
    with pytest.raises(InputError, match="sampled signals cover"):
        gradient(program, "distance", 3.0, solver=Solver(dt=0.01))


def test_an_objective_is_written_once_for_a_program():
    """The same function hits, another one does not; a program that is no longer used is not kept alive by its objectives."""
    written = []

    def way(course):
        written.append(course)
        return course.end.state("base x")

    def other(course):
        written.append(course)
        return course.end.state("base y")

    model, duration, dt = tumbler()
    program = compile_model(model)
    first, again = (gradient(program, way, duration, solver=Solver(dt=dt)) for _ in range(2))
    assert len(written) == 1
    assert np.array_equal(first.gradient, again.gradient)
    assert not np.allclose(first.gradient, gradient(program, other, duration, solver=Solver(dt=dt)).gradient)
    assert len(written) == 2
    written.clear()
    alive = weakref.ref(program)
    del program
    gc.collect()
    assert alive() is None


def test_a_gradient_is_printed_in_short():
    program, duration, dt = compiled(eel)
    found = gradient(program, "distance", duration, solver=Solver(dt=dt))
    text = repr(found)
    assert len(text) < 200
    assert "\n" not in text
    assert f"gait.amplitude {found['gait.amplitude']:.4g}" in text
    assert "and 2 more" in text
