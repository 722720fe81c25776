"""The linear system of a machine against differences of its nonlinear equations, and against steps of them."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from mechanisms import FourBar
from tolerances import assert_close

import elver
from elver.drive import ConstantPose
from elver.model import assemble
from elver.model.program import Program
from elver.scenarios import scenario
from elver.simulation.derivatives.linear import TangentCoordinates
from elver.symbolic.spatial import quaternion_of

DIFFERENCES = 2e-7  # central differences of differences, extrapolated, against the largest entry


def program_of(model: elver.Model) -> Program:
    """A program that is not compiled: nothing here steps it."""
    return Program(assemble(model), None, None, 0.0, 0.0)


def state_of(program: Program, seed: int = 0) -> np.ndarray:
    """A state of the machine in full motion."""
    x, rng, slices = (
        program.initial_state(program.parameter_vector()),
        np.random.default_rng(seed),
        program.equations.layout.slices,
    )
    for part, size in (("twist", 0.4), ("angles", 0.2), ("rates", 0.5), ("memory", 0.1)):
        x[slices[part]] += rng.uniform(-size, size, slices[part].stop - slices[part].start)
    if slices["quaternion"].stop > slices["quaternion"].start:
        axes = [k - 3 for k in program.model.robot.freedoms if k >= 3]
        turn = np.zeros(3)
        turn[axes] = rng.uniform(-1, 1, len(axes))
        x[slices["quaternion"]] = quaternion_of(turn)
    return x


class Nonlinear:
    """Small changes of a machine by differences of its equations alone."""

    def __init__(self, program: Program, t: float, x: np.ndarray, p: np.ndarray):
        self.program, self.t, self.x, self.p = program, t, x, p
        self.about = TangentCoordinates(program.model, program.equations.layout, x)

    def moved(self, x: np.ndarray, p: np.ndarray, h: float) -> np.ndarray:
        found = x + h * np.array(self.program.equations.rhs(self.t, x, p, self.program.signal_values(self.t))).ravel()
        part = self.program.equations.layout.slices["quaternion"]
        if part.stop > part.start:
            found[part] /= np.linalg.norm(found[part])
        return found

    def rate(self, d: np.ndarray, p: np.ndarray, h: float = 1e-4) -> np.ndarray:
        """d': both states go on for a moment, and the change between them is taken again."""

        def later(h: float) -> np.ndarray:
            about = TangentCoordinates(self.program.model, self.about.layout, self.moved(self.x, self.p, h))
            return about.difference(self.moved(self.about.lift(d), p, h))

        return (later(h) - later(-h)) / (2 * h)

    def output(self, d: np.ndarray, p: np.ndarray) -> np.ndarray:
        return np.array(self.program.equations.outputs(self.t, self.about.lift(d), p, self.program.signal_values(self.t))).ravel()

    def slopes(self, function) -> tuple[np.ndarray, np.ndarray]:
        """Derivatives by the state and by the inputs: central differences with two steps, extrapolated."""
        n, still = self.about.size, np.zeros(self.about.size)

        def along(ahead, behind) -> np.ndarray:
            coarse, fine = ((ahead(e) - behind(e)) / (2 * e) for e in (2e-4, 1e-4))
            return (4 * fine - coarse) / 3

        by_x = [along(lambda e, v=v: function(e * v, self.p), lambda e, v=v: function(-e * v, self.p)) for v in np.eye(n)]
        inputs = np.eye(len(self.p))[self.program.input_places]
        by_u = [
            along(lambda e, v=v: function(still, self.p + e * v), lambda e, v=v: function(still, self.p - e * v)) for v in inputs
        ]
        return np.array(by_x).T, np.array(by_u).T


def compare(model: elver.Model, t: float = 0.3) -> None:
    program = program_of(model)
    x = state_of(program)
    u = [0.3 * one.high + 0.7 * one.value for one in model.inputs.values()]
    found = elver.linearise(program, x, u, t=t, outputs=["com_position", "joint_torque", "kinetic_energy"])
    p = program.parameter_vector(dict(zip(model.inputs, u, strict=True)))
    other = Nonlinear(program, t, found.x, p)
    A, B = other.slopes(other.rate)
    assert_close(found.A.values, A, DIFFERENCES)
    assert_close(found.B.values, B, DIFFERENCES)
    assert np.abs(B).max() > 0
    places = program.equations.recorded.slices
    rows = np.r_[places["com_position"], places["joint_torque"], places["kinetic_energy"]]
    C, D = other.slopes(other.output)
    assert_close(found.C.values, C[rows], DIFFERENCES)
    assert_close(found.D.values, D[rows], DIFFERENCES, scale=max(np.abs(D[rows]).max(), 1.0))


@cache
def eel() -> Program:
    return program_of(elver.with_inputs(scenario("eel").build({"body.joints": 2}), elver.drive.TorqueInputs(limit=5.0)))


def test_an_eel_with_torque_inputs():
    compare(eel().model)


def test_a_planar_swimmer_with_servos_and_a_smooth_number():
    model = scenario("swimmer").build({"links": 3})
    wanted = (
        elver.drive.ServoInputs(["joint1"], kp=5.0, kd=0.5, natural_frequency=9.0),
        elver.drive.ParameterInput("gait.offset", -0.5, 0.5, smooth=0.2),
    )
    compare(elver.with_inputs(model, *wanted))


def test_a_machine_with_a_loop():
    robot = FourBar().robot("planar", mode="torque")
    hold = ConstantPose({"crank": 0.7})
    start = elver.InitialState(angles=dict(zip(("crank", "pin", "rocker"), FourBar().positions(0.7), strict=True)))
    compare(
        elver.with_inputs(
            elver.Model("bar", robot, control=elver.drive.PD(1.0, 0.1), gait=hold, start=start),
            elver.drive.TorqueInputs(limit=5.0),
        )
    )


def test_a_moth_with_soft_wings():
    compare(
        elver.with_inputs(scenario("moth").build(), elver.drive.ParameterInput("gait.amplitude", 0.1, 1.0, smooth=0.01)), t=0.003
    )


def test_a_scull_with_loops():
    compare(elver.with_inputs(scenario("scull-50").build(), elver.drive.TorqueInputs(limit=500.0)), t=0.3)


# --- instants -----------------------------------------------------------------------------------------------------------


def test_steps_of_a_discrete_system_are_those_of_the_machine():
    """About rest, where the linear system does not change while it moves."""
    model = elver.with_inputs(scenario("swimmer").build({"links": 3}), elver.drive.ServoInputs(kp=2.0, kd=0.2))
    program = elver.compile_model(model)
    start = elver.linearise(program)
    x = start.x.copy()
    slices = program.equations.layout.slices
    x[slices["angles"]] = x[slices["rates"]] = 0.0
    about = elver.linearise(program, x)
    step = about.discrete(0.1)
    d, du = 1e-5 * np.random.default_rng(3).uniform(-1, 1, len(about.A)), np.array([1e-5, -2e-5])
    from elver.simulation.integrate import integrate
    from elver.simulation.plan import make_plan

    p = program.parameter_vector(dict(zip(program.input_names, about.u + du, strict=True)))
    moved = integrate(program, make_plan(0.1, 1e-3, "rk4"), p, False, None, about.changes.lift(d)).states[-1]
    assert_close(about.changes.difference(moved), step.A.values @ d + step.B.values @ du, 1e-3)
    assert np.abs(step.A.values @ d - d).max() > 1e-6
    with pytest.raises(elver.InputError, match="discrete already"):
        step.discrete(0.1)
    with pytest.raises(elver.InputError, match="interval"):
        about.discrete(-1.0)


def test_a_system_for_scipy():
    found = elver.linearise(eel())
    plain, again = found.to_scipy(), found.discrete(0.02).to_scipy()
    assert np.array_equal(plain.A, found.A.values)
    assert plain.dt is None
    assert again.dt == 0.02
    assert again.C.shape == (found.changes.size,) * 2


def test_names_units_and_where_it_was_taken():
    found = elver.linearise(eel(), u={"torque.joint1": 0.5}, outputs=["com_position.x", "base_twist"])
    assert found.A.sel(rate="base x", coordinate="base vx") == 1.0
    assert found.B.sel(rate="rate of joint1", input="torque.joint1") > 0
    assert found.A.rate_unit.sel(rate="base vx") == "(m/s)/s"
    assert found.C.output.values[:2].tolist() == ["com_position.x", "base_twist.vx"]
    assert found.u[0] == 0.5
    assert len(found.y) == 7
    assert "continuous" in repr(found)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"x": [1.0]}, "x has shape"),
        ({"u": [1.0]}, r"u has shape \(1,\)"),
        ({"u": {"torque.joint9": 1.0}}, "unknown input of 'eel': 'torque.joint9'"),
        ({"u": {"torque.joint1": 9.0}}, "not allowed"),
        ({"outputs": ["com_positon"]}, "Did you mean 'com_position"),
        ({"outputs": "com_position"}, "Give a list of names"),
    ],
)
def test_what_is_refused(arguments, words):
    with pytest.raises(elver.InputError, match=words):
        elver.linearise(eel(), **arguments)


def test_contact_has_no_linear_system():
    with pytest.raises(elver.InputError, match="impacts have no linear system"):
        elver.linearise(program_of(scenario("aiko-flat").build()))


def test_what_is_no_state_or_input_is_refused():
    program = program_of(elver.with_inputs(scenario("swimmer").build({"links": 3}), elver.drive.TorqueInputs(limit=1.0)))
    x = program.initial_state(program.parameter_vector())
    x[program.equations.layout.slices["quaternion"]] *= 2
    for given, message in (
        ({"x": "abc"}, "x = abc is not allowed. Give"),
        ({"x": [0.0, *[np.nan] * (len(x) - 1)]}, rf"x\[1\] = nan is not allowed. Give {len(x)} finite numbers"),
        ({"x": [np.nan]}, r"x has shape \(1,\)"),
        ({"u": ["a", 0]}, r"u = .* is not allowed. Give 2 numbers"),
        ({"x": x}, "quaternion has norm 2. Give a unit quaternion"),
    ):
        with pytest.raises(elver.InputError, match=message):
            elver.linearise(program, **given)
