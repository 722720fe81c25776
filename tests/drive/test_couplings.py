"""Couplings of one's own: their place in the equations and in the ledger, with every kind of joint law and with loops."""

from __future__ import annotations

from dataclasses import dataclass, replace

import casadi as ca
import numpy as np
import pytest
from mechanisms import FourBar

from elver import Body, InitialState, InputError, Joint, Model, Robot, compile_model, gradient, simulate
from elver.contact import Disc, Scene
from elver.drive import PD, ComputedTorque, ConstantPose, CouplingAction, JointAction, JointStops, Serpenoid, Spring, Tendon
from elver.drive.couplings import matching, one_sided
from elver.robot import Box, EllipticCylinder
from elver.simulation import Solver

BOX = Box(0.4, 0.1, 0.1)


def arm(*modes: str, base: str = "planar") -> Robot:
    """Boxes hinged to each other one after the other."""
    bodies = [Body.solid(f"box{k}", BOX, 500.0) for k in range(len(modes) + 1)]
    joints = [Joint(f"j{k}", f"box{k - 1}", f"box{k}", d=0.4, mode=mode) for k, mode in enumerate(modes, start=1)]
    return Robot("arm", bodies, joints, base=base)


@dataclass(frozen=True)
class Band:
    """A spring between two joints that pulls their angles together."""

    stiffness: float

    def joints(self, names):
        return ("j1", "j2")

    def act(self, now, joints):
        gap = joints["j1"].angle - joints["j2"].angle
        return CouplingAction({"j1": -self.stiffness * gap, "j2": self.stiffness * gap}, 0.5 * self.stiffness * gap**2)


def test_a_band_between_two_joints_keeps_the_energy():
    model = Model("arm", arm("passive", "passive"), elastic=Spring(1.0), couplings={"band": Band(3.0)})
    run = simulate(replace(model, start=InitialState(angles={"j1": 0.6, "j2": -0.3})), 2.0)
    assert run.summary["ledger_closure"] < 1e-9
    free = simulate(replace(model, couplings={}, start=model.start), 2.0)
    assert np.ptp(run.data.joint_position.values[:, 0]) > 0.3
    assert free.data.joint_position.shape == run.data.joint_position.shape
    torque = run.data.coupling_torque.sel(coupling="band").values
    assert torque[0] == pytest.approx([-2.7, 2.7])
    spring = run.data.joint_torque.values[:, 0]
    assert spring == pytest.approx(-run.data.joint_position.values[:, 0], abs=1e-12)  # the joint's own law alone


@pytest.mark.parametrize("control", [PD(8.0, 0.5), ComputedTorque(60.0, 12.0), ComputedTorque(60.0, 12.0, limit=0.8)])
def test_motors_work_against_a_band(control):
    """The ledger closes and the motor's torque leaves the band's out, whatever law moves the joints."""
    gait = Serpenoid(["j1", "j2"], amplitude=0.5, frequency=6.0, ramp_time=0.5)
    model = Model("arm", arm("torque", "torque"), gait=gait, control=control, couplings={"band": Band(3.0)})
    run = simulate(model, 2.0)
    assert run.summary["ledger_closure"] < 1e-8
    if getattr(control, "limit", None):
        assert np.abs(run.data.joint_torque.values).max() == pytest.approx(0.8)


def test_a_driven_joint_needs_the_torque_of_the_band_besides_its_own():
    gait = Serpenoid(["j1", "j2"], amplitude=0.5, frequency=6.0)
    model = Model("arm", arm("driven", "driven"), gait=gait)
    plain, banded = simulate(model, 1.0), simulate(replace(model, couplings={"band": Band(3.0)}), 1.0)
    difference = (banded.data.joint_torque - plain.data.joint_torque).values
    assert difference == pytest.approx(-banded.data.coupling_torque.values[:, 0], abs=1e-9)
    assert np.abs(difference).max() > 0.5
    assert banded.summary["ledger_closure"] < 1e-8


@dataclass(frozen=True)
class Creep:
    """A band that follows its own stretch with a lag: a state of the coupling's own."""

    stiffness: float
    time: float

    def joints(self, names):
        return ("j1",)

    def memory(self):
        return ("stretch",)

    def act(self, now, joints):
        state = joints["j1"]
        torque = -self.stiffness * (state.angle - state.memory[0])
        loss = self.stiffness * (state.angle - state.memory[0]) ** 2 / self.time
        energy = 0.5 * self.stiffness * (state.angle - state.memory[0]) ** 2
        return CouplingAction({"j1": torque}, energy, {"creep": loss}, rates=(state.angle - state.memory[0]) / self.time)


def test_memory_of_a_coupling():
    """A Maxwell element: spring and damper in a row."""
    model = Model("arm", arm("passive", base="fixed"), elastic=Spring(), couplings={"band": Creep(4.0, 0.3)})
    run = simulate(replace(model, start=InitialState(angles={"j1": 0.5})), 2.0)
    assert run.summary["ledger_closure"] < 1e-8
    assert run.summary["ledger"]["band.creep"] > 0.01


def test_what_is_refused():
    good = {"elastic": Spring(), "start": InitialState(angles={"j1": 0.1})}
    with pytest.raises(InputError, match="lacks joints"):
        Model("arm", arm("passive", "passive"), couplings={"band": object()}, **good)
    with pytest.raises(InputError, match="must be a mapping"):
        Model("arm", arm("passive", "passive"), couplings=[Band(1.0)], **good)

    @dataclass(frozen=True)
    class Wrong(Band):
        def act(self, now, joints):
            return {"j1": 1.0}

    with pytest.raises(InputError, match="returns a dict"):
        simulate(Model("arm", arm("passive", "passive"), couplings={"band": Wrong(1.0)}, **good), 0.1)


def test_gait_may_only_name_joints_and_commands():
    model = Model("arm", arm("driven"), gait=ConstantPose({"j1": 0.0, "winch": 0.1}))
    with pytest.raises(InputError, match="winch"):
        simulate(model, 0.1)


def test_matching():
    assert matching("joint", ["tail*", "neck"], ["tail1", "neck", "tail2", "fin"]) == ("tail1", "neck", "tail2")
    with pytest.raises(InputError, match=r"unknown joint 'tale1'\. Did you mean 'tail1'"):
        matching("joint", ["tale1"], ["tail1"])


@pytest.mark.parametrize("rounding", [0.0, 0.2])
def test_a_one_sided_spring_is_the_slope_of_its_energy(rounding):
    x = ca.SX.sym("x")
    value, energy, slope = one_sided(x, rounding)
    f = ca.Function("f", [x], [value, energy, ca.jacobian(energy, x), ca.jacobian(value, x), slope])
    for place in (-1.0, -0.21, -0.1, 0.05, 0.19, 0.21, 2.0):
        pulled, stored, derivative, steepness, share = (float(v) for v in f(place))
        assert pulled == pytest.approx(derivative, abs=1e-14)
        assert share == pytest.approx(steepness, abs=1e-14)
        assert pulled >= 0
        if abs(place) > rounding:
            assert pulled == pytest.approx(max(place, 0), abs=1e-14)
        assert stored == pytest.approx(float(f(place - 1e-9)[1]), abs=1e-8)


def test_a_band_acts_in_a_scene_as_without_one():
    """On smooth ground far from obstacles Moreau's scheme and Runge-Kutta's go the same way."""
    slab = EllipticCylinder(0.4, 0.05, 0.05)
    bodies = [Body.solid(f"box{k}", slab, 500.0) for k in range(3)]
    joints = [Joint(f"j{k}", f"box{k - 1}", f"box{k}", d=0.4, mode="passive") for k in (1, 2)]
    start = InitialState(angles={"j1": 0.6, "j2": -0.3})
    robot = Robot("arm", bodies, joints, base="planar")
    free = Model("arm", robot, elastic=Spring(1.0), couplings={"band": Band(3.0)}, start=start)
    among = replace(free, scene=Scene(obstacles=[Disc(50.0, 0.0, 0.1)]))
    coarse, fine = (simulate(among, 1.0, solver=Solver(dt=dt)).data.joint_position.values[-1] for dt in (2e-4, 1e-4))
    exact = simulate(free, 1.0).data.joint_position.values[-1]
    assert 2 * fine - coarse == pytest.approx(exact, abs=2e-4)  # the scheme is of first order
    unbound = simulate(replace(free, couplings={}), 1.0)
    assert np.abs(exact - unbound.data.joint_position.values[-1]).max() > 0.05


def test_a_reel_in_a_scene_is_refused():
    class Wind:
        def motion(self, now):
            return {"reel": 0.1 * now.time}

    slab = EllipticCylinder(0.4, 0.05, 0.05)
    bodies = [Body.solid(f"box{k}", slab, 500.0) for k in range(2)]
    robot = Robot("arm", bodies, [Joint("j1", "box0", "box1", d=0.4, mode="passive")], base="planar")
    cord = Tendon({"j1": 0.05}, stiffness=100.0, command="reel")
    scene = Scene(obstacles=[Disc(50.0, 0.0, 0.1)])
    model = Model("arm", robot, gait=Wind(), elastic=Spring(1.0), couplings={"cord": cord}, scene=scene)
    with pytest.raises(InputError, match="a motor of its own"):
        simulate(model, 0.1)


@dataclass(frozen=True)
class Twist:
    """A constant torque on one joint, as a conservative coupling."""

    joint: str
    torque: float

    def joints(self, names):
        return (self.joint,)

    def act(self, now, joints):
        return CouplingAction({self.joint: self.torque}, -self.torque * joints[self.joint].angle)


@dataclass(frozen=True)
class Push:
    """The same torque as a joint's own law."""

    torque: float

    def act(self, joint, now, state):
        return JointAction(torque=ca.SX(self.torque), potential=-self.torque * state.angle, flows={})


@pytest.mark.parametrize("joint", ["crank", "rocker"])
def test_a_coupling_on_a_joint_of_a_loop_does_what_the_joints_own_law_does(joint):
    """On the independent joint and on one that the loop moves."""
    bar = FourBar()
    start = InitialState(angles=dict(zip(("crank", "pin", "rocker"), bar.positions(1.0), strict=True)))
    free = {name: Spring() for name in ("crank", "pin", "rocker")}
    model = Model("four-bar", bar.robot(mode="passive"), elastic=free, start=start)
    coupled = simulate(replace(model, couplings={"twist": Twist(joint, 0.4)}), 0.5, solver=Solver(dt=5e-4))
    lawful = simulate(replace(model, elastic={**free, joint: Push(0.4)}), 0.5, solver=Solver(dt=5e-4))
    assert coupled.data.joint_position.values == pytest.approx(lawful.data.joint_position.values, abs=1e-11)
    assert coupled.summary["ledger_closure"] < 1e-8
    assert np.ptp(coupled.data.joint_position.sel(joint=joint).values) > 1e-2


@pytest.mark.parametrize("path", ["couplings.cord.stiffness", "couplings.cord.arms.j2", "couplings.stop.damping"])
def test_gradient_through_couplings_is_that_of_differences(path):
    couplings = {
        "cord": Tendon({"j1": 0.05, "j2": 0.03}, stiffness=300.0, pretension=5.0, damping=2.0),
        "stop": JointStops(["j1"], -0.2, 0.2, stiffness=20.0, damping=0.4, rounding=0.05),
    }
    start = InitialState(angles={"j1": 0.15, "j2": -0.2}, rates={"j1": 2.0})
    model = Model("arm", arm("passive", "passive"), elastic=Spring(1.0), couplings=couplings, start=start)
    program = compile_model(model.freed(path))
    value = program.equations.parameters[path]

    def angle(at):
        return float(simulate(program, 0.4, parameters={path: at}).data.joint_position.values[-1, 0])

    step = 1e-5 * value
    difference = (angle(value + step) - angle(value - step)) / (2 * step)
    found = gradient(program, lambda course: course.end["joint_position", "j1"], duration=0.4)
    assert found[path] == pytest.approx(difference, rel=1e-4)
    assert abs(difference * value) > 1e-6
