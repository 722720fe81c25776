"""What the data do not tell, named: a product of two unknowns, a look-alike, nothing where all is told."""

from __future__ import annotations

from dataclasses import replace

import casadi as ca
import numpy as np
import pytest
from fake_fits import FakeEvaluator, channel, recording

import elver
from elver.analysis import FitReport, fit_model, fit_with_evaluator
from elver.analysis.fit.identifiability import unseen_inertias
from elver.analysis.fit.problem import Channel, Observable, Problem, Recording, Unknown
from elver.drive import ConstantTorque
from elver.quantities import Parameter
from elver.robot import Body, Joint, Robot, Rod

T = np.linspace(0, 2, 30)
PRODUCT = (
    Unknown(Parameter("stiffness", 2.0, low=0.1, high=20.0)),
    Unknown(Parameter("drag", 0.5, low=0.05, high=5.0)),
    Unknown(Parameter("level", 0.0, low=-5.0, high=5.0)),
)


def weak_of(model, unknowns, sigma=0.05):
    truth = np.array([u.value for u in unknowns]) + 0.1
    shape = channel(np.zeros(30), sigma, T)
    made = recording("a", channel(model(None, shape, truth), sigma, T))
    problem = Problem("weak", (made,), unknowns)
    return fit_with_evaluator(problem, FakeEvaluator(problem, model), report=FitReport(profiles=0))


def test_a_power_law_of_two_is_not_told():
    """Only stiffness^2 drag^5 matters: 10 % more of one is 4 % less of the other."""
    fit = weak_of(lambda r, c, p: p[2] + p[0] ** 2 * p[1] ** 5 * c.times, PRODUCT)
    assert fit.weak[0] == "raising stiffness by 10 % and lowering drag by 4 % changes nothing measurable"
    assert len(fit.weak) == 1
    assert fit.estimate("stiffness").low == pytest.approx(0.1)
    assert fit.estimate("stiffness").high == pytest.approx(20.0)
    assert fit.estimate("level").sigma < 0.1


def test_look_alikes_are_named():
    fit = weak_of(lambda r, c, p: p[2] + p[0] * c.times + p[1] * (c.times + 0.02 * np.sin(3 * c.times)), PRODUCT, 2e-3)
    assert len(fit.weak) == 1
    assert fit.weak[0].startswith("hardly told apart: raising ")
    assert "stiffness" in fit.weak[0]
    assert "drag" in fit.weak[0]
    assert "level" not in fit.weak[0]
    assert fit.weak[0].count("raising") == 1
    assert fit.weak[0].count("lowering") == 1


def test_nothing_to_say():
    fit = weak_of(lambda r, c, p: p[2] + p[0] * c.times + p[1] * np.sin(3 * c.times), PRODUCT)
    assert fit.weak == ()


def test_a_number_at_zero_is_moved_in_its_unit():
    unknowns = (Unknown(Parameter("x", 0.0, "m")), Unknown(Parameter("y", 0.0, "m")), Unknown(Parameter("k", 1.0)))

    def model(r, c, p):
        return p[2] * c.times + 1e-3 * p[0] - 1e-3 * p[1]

    made = recording("a", channel(T, 0.05, T))
    problem = Problem("weak", (made,), unknowns)
    fit = fit_with_evaluator(problem, FakeEvaluator(problem, model), report=FitReport(profiles=0))
    assert any("by 0.1 m and raising" in words for words in fit.weak)


def turntable(mode: str = "torque") -> elver.Model:
    """An arm that turns about the vertical with a weight welded to its end: masses of both, and friction, are unknown."""
    bodies = [
        Body.solid("stand", Rod(0.2, 0.05), 2000.0),
        Body.solid("arm", Rod(0.5, 0.02), 2000.0),
        Body.central("weight", 0.8, (0.1, 0.0, 0.0), 1e-3 * np.eye(3)),
    ]
    joints = [Joint("turn", "stand", "arm", mode=mode, viscous=0.05), Joint("weld", "arm", "weight", "fixed", d=0.5)]
    robot = Robot("turntable", bodies, joints, base="fixed")
    model = elver.Model("turntable", robot, {"gravity": elver.forces.Gravity()}, control=ConstantTorque({"turn": 0.3}))
    return model.freed("robot.bodies.arm.mass", "robot.bodies.weight.mass", "robot.joints.turn.viscous")


def test_masses_that_only_add_up_are_named_as_base_parameters():
    """Of the arm's and the weight's mass one combination turns about the axis; friction is found."""
    program = elver.compile_model(turntable())
    angle = Observable("angle", lambda m, c: m["joint_position", "turn"], "rad")
    times = np.linspace(0.1, 2.0, 20)
    run = elver.simulate(program, 2.0, save=elver.Save(every=0.1), solver=elver.Solver(dt=1e-3))
    seen = run.data.joint_position.sel(joint="turn").values[1:]
    made = Recording("turning", program, (Channel("angle", angle, times, seen, np.full(20, 1e-3), "path", unit="rad"),))
    names = ("robot.bodies.arm.mass", "robot.bodies.weight.mass", "robot.joints.turn.viscous")
    unknowns = tuple(Unknown(Parameter(name, 1.1 * program.model.free[name].value, low=1e-3, high=5.0)) for name in names)
    problem = Problem("turntable", (made,), unknowns, dt=1e-3, method="rk4")
    (move,) = unseen_inertias(problem, np.array([0.8, 0.9, 0.05]), [0, 1, 2])
    about = [0.5**2 / 3 + 0.02**2 / 4, 0.6**2 + 1e-3 / 0.8]  # squared radii of gyration about the axis [m^2]
    assert move[0] * about[0] + move[1] * about[1] == pytest.approx(0.0, abs=1e-9)
    assert move[2] == 0.0
    fit = fit_model(problem, report=FitReport(profiles=0))
    assert fit.estimate("robot.joints.turn.viscous").value == pytest.approx(0.05, rel=1e-3)
    assert len(fit.weak) == 1
    assert "robot.bodies.arm.mass" in fit.weak[0]
    assert fit.weak[0].endswith("from whatever recording (base parameters). Fix one of them")


def test_masses_that_also_load_a_contact_are_no_base_parameters():
    """On ground with friction a mass is felt by its weight: nothing is said."""
    model = turntable()
    names = ("robot.bodies.arm.mass", "robot.bodies.weight.mass")
    unknowns = tuple(Unknown(Parameter(name, 1.0)) for name in names)

    class Rubbing:
        """A brake that each body's own mass presses on."""

        def effect(self, body, motion):
            return elver.forces.Effect(wrench=ca.vertcat(ca.SX(5, 1), -(body.mass**2) * motion.angular[2]))

    for forces, count in (({}, 1), ({"rubbing": Rubbing()}, 0)):
        program = elver.compile_model(replace(model, forces=forces))
        problem = Problem("turntable", (Recording("turning", program, ()),), unknowns)
        assert len(unseen_inertias(problem, np.array([0.8, 0.9]), [0, 1])) == count
