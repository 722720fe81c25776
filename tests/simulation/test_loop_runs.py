"""Runs of machines with loops: closure without drift, conservation, the ledger, and how a loop that cannot go on is reported."""

import json
from dataclasses import replace

import casadi as ca
import numpy as np
import pytest
from mechanisms import FourBar, Rower, SliderCrank, random_loop
from scipy.optimize import fsolve
from tolerances import ROUNDING, assert_close, largest

from elver._support.errors import InputError
from elver.drive import PD, ComputedTorque, Playback, SignalTable, Spring
from elver.forces import Gravity
from elver.model import InitialState, Model, compile_model
from elver.robot import Loop
from elver.simulation import Save, Solver, simulate

UPRIGHT = (np.sqrt(0.5), np.sqrt(0.5), 0.0, 0.0)  # y0 of the base is the vertical
WEIGHT = {"gravity": Gravity(9.81)}


class Drive:
    """Angles by name as functions of time."""

    period = 2.0

    def __init__(self, **laws):
        self.laws = laws

    def motion(self, now):
        return {name: law(now.time) for name, law in self.laws.items()}


def swinging(base: str = "fixed", rate: float = 0.0, **more) -> Model:
    """A four-bar that swings freely, upright on a fixed base and without weight on another."""
    start = InitialState(quaternion=UPRIGHT, angles={"crank": 0.3, "pin": 0.2, "rocker": 1.3}, rates={"crank": rate})
    forces = WEIGHT if base == "fixed" else {}
    return Model("swing", FourBar().robot(base, "passive"), forces, elastic=Spring(), start=start, **more)


def travel(values) -> float:
    """Largest minus smallest value."""
    return float(values.max() - values.min())


def energy(run) -> np.ndarray:
    return (run.data.kinetic_energy + run.data.potential_energy).values


def test_energy_is_conserved_at_the_integrators_order():
    """Ten seconds of free swinging: the error falls with the fourth power of the step and closure stays at rounding."""
    program = compile_model(swinging())
    errors = []
    for dt in (8e-3, 4e-3, 2e-3, 1e-3):
        run = simulate(program, 10.0, solver=Solver(dt=dt, method="rk4"), save=Save(every=0.04))
        errors.append(largest(energy(run) - energy(run)[0]))
        assert float(run.data.loop_closure.max()) < 1e-14
    assert travel(run.data.kinetic_energy) > 1
    assert travel(run.data.joint_position.sel(joint="crank")) > 1
    slopes = np.log2(np.array(errors[:-1]) / errors[1:])
    assert (slopes > 3.8).all(), slopes
    assert errors[-1] < 1e-8 * travel(run.data.kinetic_energy)


def test_a_floating_linkage_conserves_momentum():
    """Without weight and medium, momentum about the world's origin and energy stay; the linkage turns its base."""
    run = simulate(swinging("free", rate=4.0), 10.0)
    assert_close(run.data.momentum[-1], run.data.momentum[0], 1e-9)  # truncation of rk4 at 1 ms
    assert_close(energy(run)[-1], energy(run)[0], 1e-9)
    assert largest(run.data.base_twist[:, 5]) > 0.1
    assert travel(run.data.joint_position.sel(joint="crank")) > 6


def test_a_ring_in_space_conserves_energy_and_momentum():
    """A closed chain of hinges in no plane, tumbling without weight."""
    robot = random_loop(2, "spherical", "free")
    run = simulate(Model("ring", robot, elastic=Spring(), start=InitialState(rates={"j1": 0.3})), 1.0)
    assert run.status == "finished"
    assert run.summary["worst_loop_closure"] < 1e-13
    assert largest(energy(run) - energy(run)[0]) < 1e-11 * energy(run)[0]
    momentum = run.data.momentum.values
    assert_close(momentum, np.broadcast_to(momentum[0], momentum.shape), 1e-11)
    assert (np.ptp(run.data.joint_position.values, axis=0) > 0.05).all()
    assert largest(run.data.cut_wrench) > 0.01


def test_closure_holds_for_a_minute():
    """A driven, a free and a floating loop over 60 s: the closure error stays at rounding and the guesses stay near."""
    gait = Drive(crank=lambda t: 0.3 + 4 * t + 0.4 * ca.sin(3 * t))
    start = InitialState(angles={"pin": 0.2, "rocker": 1.3})
    driven = Model("driven", FourBar().robot("planar"), gait=gait, start=start)
    for model in (driven, swinging(rate=3.0), swinging("free", rate=3.0)):
        run = simulate(model, 60.0, solver=Solver(dt=5e-3, method="rk4"))
        assert run.status == "finished"
        assert run.summary["worst_loop_closure"] < 1e-10
        guesses = run.data.state.sel(state_name=["guess of pin", "guess of rocker"]).values
        assert largest(guesses - run.data.joint_position.sel(joint=["pin", "rocker"]).values) < 1e-3
        assert travel(run.data.joint_position.sel(joint="crank")) > 4


@pytest.mark.parametrize("method", ["rk4", "heun", "dopri5", "rodas"])
def test_driven_linkage_follows_the_cosine_rule(method):
    """Positions, rates and accelerations of a driven four-bar are those of the geometry at every sample, with any integrator."""
    bars = FourBar()
    gait = Drive(crank=lambda t: 0.3 + 4 * t)
    run = simulate(
        Model("driven", bars.robot(), gait=gait, start=InitialState(angles={"pin": 0.2, "rocker": 1.3})),
        2.0,
        solver=Solver(method=method),
    )
    for k in range(0, len(run.data.time), 20):
        q, qd, qdd = (run.data[f"joint_{what}"].values[k] for what in ("position", "velocity", "acceleration"))
        expected = bars.positions(0.3 + 4 * float(run.data.time[k]))
        assert largest(np.sin((q - expected) / 2)) < ROUNDING
        assert_close(qd, bars.rates(expected, 4.0), 1e-11)
        assert_close(qdd, bars.accelerations(expected, bars.rates(expected, 4.0), 0.0), 1e-10)


@pytest.mark.parametrize("base", ["fixed", "planar"])
def test_torques_of_the_inverse_model_repeat_the_motion(base):
    """A driven slider-crank; its crank torque, recorded and played to the free machine, makes the same motion."""
    engine, gait = SliderCrank(), Drive(crank=lambda t: 0.8 + 5 * t + 0.2 * ca.sin(4 * t))
    start = InitialState(quaternion=UPRIGHT if base == "fixed" else (1, 0, 0, 0), angles={"pin": -0.9, "slide": 0.4})
    forces = WEIGHT if base == "fixed" else {}
    driven = simulate(Model("driven", engine.robot(base), forces, gait, start=start), 2.0, save=Save(every=1e-3))
    assert driven.summary["ledger_closure"] < 1e-9
    torque = driven.data.joint_torque.sel(joint=["crank"]).values
    playback = Playback(SignalTable(["crank"], driven.data.time.values, torque))
    played = Model("played", engine.robot(base, "torque"), forces, gait, playback, start=start)
    free = simulate(played, 2.0, save=Save(every=1e-3))
    assert largest(free.data.joint_position.values - driven.data.joint_position.values) < 1e-8
    assert largest(torque) > 0.5
    assert travel(driven.data.joint_position.sel(joint="slide")) == pytest.approx(2 * engine.radius, rel=0.01)


def test_ledger_with_springs_and_friction_on_followers():
    """Everything that acts on dependent joints is accounted for; cut joints do no work."""
    robot = FourBar().robot("free", "torque")
    joints = [replace(j, viscous=0.2, coulomb=0.1) if j.name == "rocker" else j for j in robot.joints]
    robot = replace(robot, joints=joints)
    gait = Drive(crank=lambda t: 0.3 + 3 * t)
    start = InitialState(angles={"pin": 0.2, "rocker": 1.3})
    law = {"pin": Spring(stiffness=2.0, damping=0.1)}
    run = simulate(
        Model("m", robot, {"gravity": Gravity(2.0)}, gait, PD(20.0, 1.0), law, start),
        5.0,
        solver=Solver(dt=5e-4),
        save=Save(every=0.01),
    )
    assert run.summary["ledger_closure"] < 1e-6
    assert run.summary["ledger"]["joint_friction"] > 0.1
    assert run.summary["ledger"]["joint_damping"] > 0.01
    assert run.summary["ledger"]["motor"] > 1


def test_cut_wrench_completes_the_joints():
    """With the cut's wrench, hinges that nothing turns carry no moment about their axis, and the rocker is in balance."""
    gait = Drive(crank=lambda t: 0.3 + 4 * t)
    model = Model("driven", FourBar().robot("free"), WEIGHT, gait, start=InitialState(angles={"pin": 0.2, "rocker": 1.3}))
    run = simulate(model, 1.0)
    wrench = run.data.joint_wrench
    assert largest(wrench.sel(joint=["pin", "rocker"], component="wz")) < 1e-10
    assert_close(wrench.sel(joint="crank", component="wz"), run.data.joint_torque.sel(joint="crank"), 1e-10)
    assert largest(run.data.cut_wrench) > 1
    # Rocker: a bar turning about its hinge; the cut's force times its length turns it.
    force = run.data.cut_wrench.sel(loop="cut").values[:, :3]
    q = run.data.joint_position.values
    angle = q[:, 0] + q[:, 1] - q[:, 2]  # from the rocker's frame to the coupler's, which the force is given in
    across = np.sin(angle) * force[:, 0] + np.cos(angle) * force[:, 1]
    body = model.robot.body("rocker")
    base = run.data.base_acceleration.values
    spin = run.data.joint_acceleration.sel(joint="rocker").values + base[:, 5]
    w = run.data.base_twist.values[:, 5]
    v = run.data.base_twist.values[:, :2]
    hinge = np.stack([base[:, 0] - w * v[:, 1] - w**2 * 1.0, base[:, 1] + w * v[:, 0] + base[:, 5] * 1.0], axis=1)
    normal = -np.sin(q[:, 2]) * hinge[:, 0] + np.cos(q[:, 2]) * hinge[:, 1]
    assert_close(across * 0.7, body.inertia[2, 2] * spin + body.first_moments[0] * normal, 1e-9)


def test_computed_torque_tracks_through_a_loop():
    """A controller on the crank that asks for accelerations gets them, and its torque is that of the driven machine."""
    gait = Drive(crank=lambda t: 0.3 + 4 * t)
    start = InitialState(angles={"pin": 0.2, "rocker": 1.3})
    driven = simulate(Model("d", FourBar().robot(), gait=gait, start=start), 1.0)
    held = simulate(Model("c", FourBar().robot(mode="torque"), gait=gait, control=ComputedTorque(100.0, 20.0), start=start), 1.0)
    assert_close(held.data.joint_torque, driven.data.joint_torque, 1e-8)


def test_a_run_can_be_resumed():
    whole = simulate(program := compile_model(swinging()), 1.0, solver=Solver(method="rk4"))
    half = simulate(program, 0.5, solver=Solver(method="rk4"))
    rest = simulate(program, 0.5, solver=Solver(method="rk4"), resume=half)
    assert np.array_equal(rest.data.state.values[-1], whole.data.state.values[-1])


# ---- what cannot go on ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["rk4", "dopri5", "rodas"])
def test_a_crank_that_cannot_turn_round_stops_the_run(method):
    """The crank goes on until coupler and rocker are in line: cosine rule. The run keeps everything up to there."""
    bars = FourBar(1.0, 0.9, 0.3, 0.6)
    limit = np.arccos((1.0 + 0.81 - 0.9**2) / (2 * 0.9))
    gait = Drive(crank=lambda t: 0.5 + t)
    run = simulate(
        Model("stuck", bars.robot(), gait=gait, start=InitialState(angles={"pin": 0.1, "rocker": 1.5})),
        3.0,
        solver=Solver(method=method),
    )
    assert run.status == "loop open"
    assert float(run.data.time[-1]) == pytest.approx(limit - 0.5, abs=2e-3)
    assert "do not close beyond this instant" in run.summary["status_detail"]
    assert run.summary["worst_loop_closure"] < 1e-10
    assert float(run.data.loop_condition[-1]) > 10


def test_a_change_point_ends_the_run():
    """A parallelogram driven through its flat position: what follows is not determined."""
    bars = FourBar(1.0, 0.4, 1.0, 0.4)
    gait = Drive(crank=lambda t: 0.5 + 2 * t)
    run = simulate(Model("flat", bars.robot(), gait=gait, start=InitialState(angles={"pin": -0.5, "rocker": 0.5})), 4.0)
    assert run.status == "loop singular"
    assert "singular position" in run.summary["status_detail"]
    assert float(run.data.time[-1]) == pytest.approx((np.pi - 0.5) / 2, abs=0.02)
    assert float(run.data.loop_condition[-1]) > 50


@pytest.mark.parametrize(("method", "dt"), [("rk4", 1e-3), ("rk4", 8e-4), ("dopri5", 1e-3), ("rodas", 1e-3)])
def test_a_step_onto_a_singular_position_is_named(method, dt):
    """Crank and rod of one length fold onto each other at 90 degrees: the piston may then stay where it is. Steps of 1 ms
    land there to rounding, where the rates are infinite; others go over it.
    """
    engine = SliderCrank(0.05, 0.05, 0.0)
    gait, start = Drive(crank=lambda t: 20 * np.pi * t), InitialState(angles={"pin": 0.0, "slide": 0.1})
    run = simulate(
        Model("folding", engine.robot("planar"), gait=gait, start=start),
        0.1,
        solver=Solver(method=method, dt=dt),
        save=Save(every=dt),
    )
    assert run.status == "loop singular"
    assert "singular position" in run.summary["status_detail"]
    assert 0.025 - 2 * dt < float(run.data.time[-1]) < 0.025
    assert float(run.data.loop_condition[-1]) > 100


def test_start_is_put_on_the_loop_and_reported():
    bars = FourBar()
    gait = Drive(crank=lambda t: 0.7 + 0 * t)
    branches = []
    for sign in (1.0, -1.0):
        expected = bars.positions(0.7, sign)
        start = InitialState(angles={"pin": expected[1] + 0.1, "rocker": expected[2] - 0.1})
        run = simulate(Model("held", bars.robot(), gait=gait, start=start), 0.1)
        told = json.loads(run.data.attrs["loops"])
        assert_close([told["start"]["pin"], told["start"]["rocker"]], expected[1:], ROUNDING)
        branches.append(told["branch"])
    assert sorted(branches) == [-1, 1]


class Rowing(Drive):
    """Knee and trunk of a rower, 27 strokes a minute."""

    period = 60 / 27

    def __init__(self):
        phase = 2 * np.pi / self.period
        super().__init__(
            knee=lambda t: np.radians(70) + np.radians(60) * ca.cos(phase * t),
            trunk=lambda t: np.radians(110) + np.radians(25) * ca.cos(phase * t + 0.4),
        )


def test_rower():
    """FLOAT's rower on its sliding seat: ankle and seat solve the closure equations over a minute, on a boat free to move."""
    rower = Rower()
    model = Model("rower", rower.robot(), gait=Rowing(), start=InitialState(angles={"ankle": 2.2, "seat": -0.1}))
    run = simulate(model, 60.0, solver=Solver(dt=5e-3, method="rk4"), save=Save(every=0.05))
    assert run.status == "finished"
    assert run.summary["worst_loop_closure"] < 1e-10
    names = ("ankle", "knee", "trunk", "seat")
    q = run.data.joint_position.sel(joint=list(names)).values
    assert largest([rower.gap(*row) for row in q]) < 1e-13
    for row in q[:: len(q) // 8]:
        solved = fsolve(lambda x, row=row: rower.gap(x[0], row[1], row[2], x[1]), [row[0] + 0.05, row[3] - 0.05], xtol=1e-13)
        assert_close(solved, row[[0, 3]], 1e-10)
    assert np.ptp(q[:, 3]) > 0.3  # the seat travels
    assert run.summary["ledger_closure"] < 1e-7
    momentum = run.data.momentum.values
    assert_close(momentum, np.broadcast_to(momentum[0], momentum.shape), 1e-6)  # rk4 at 5 ms over a minute


# ---- refusals ---------------------------------------------------------------------------------------------------------


def model(bars=None, **more) -> Model:
    return Model("m", (bars or FourBar()).robot(), gait=Drive(crank=lambda t: 0.3 + t), **more)


REFUSALS = {
    "a rate of a follower": (lambda: model(start=InitialState(rates={"pin": 1.0})), "follows from a loop"),
    "out of reach": (lambda: compile_model(model(FourBar(1.0, 0.1, 0.2, 0.2))), "cannot close"),
    "singular": (
        lambda: compile_model(replace(model(FourBar(1.0, 0.4, 1.0, 0.4)), gait=Drive(crank=lambda t: 0 * t))),
        "singular at the start",
    ),
    "a driven follower": (
        lambda: replace(FourBar().robot(), joints=[replace(j, mode="driven") for j in FourBar().robot().joints]),
        "cannot be driven",
    ),
    "an acceleration of a follower": (
        lambda: compile_model(
            Model(
                "m",
                FourBar().robot(mode="torque").with_modes("torque", ["pin"]),
                gait=Drive(crank=lambda t: 0.3 + t, pin=lambda t: t),
                control=ComputedTorque(1.0, 1.0),
            )
        ),
        "commands an acceleration, but the joint follows",
    ),
    "an unknown body": (
        lambda: replace(FourBar().robot(), loops=[Loop("l", "coupler", "roker", ["pin"])]),
        "Did you mean 'rocker'",
    ),
    "an unknown type": (lambda: Loop("l", "a", "b", ["pin"], "revolut"), "Did you mean 'revolute'"),
    "nothing dependent": (lambda: Loop("l", "a", "b", []), "at least one joint's name"),
    "a text for a list": (lambda: Loop("l", "a", "b", "pin"), "at least one joint's name"),
    "a bad place": (lambda: Loop("l", "a", "b", ["pin"], first_at=(1, 2)), "first_at must be 3 finite numbers"),
    "axes that are none": (lambda: Loop("l", "a", "b", ["pin"], second_axes=2 * np.eye(3)), "is not a rotation"),
    "a joint of another branch": (
        lambda: replace(FourBar().robot(), loops=[Loop("l", "crank", "rocker", ["pin"])]),
        "unknown moving joint of loop 'l': 'pin'",
    ),
    "a loop of one body": (lambda: replace(FourBar().robot(), loops=[Loop("l", "crank", "crank", ["pin"])]), "to itself"),
    "a joint twice": (
        lambda: replace(
            FourBar().robot(), loops=[Loop("l", "coupler", "rocker", ["pin"]), Loop("k", "coupler", "rocker", ["pin"])]
        ),
        "dependent twice",
    ),
    "a name twice": (
        lambda: replace(
            FourBar().robot(), loops=[Loop("l", "coupler", "rocker", ["pin"]), Loop("l", "coupler", "rocker", ["rocker"])]
        ),
        "used more than once",
    ),
    "no list of loops": (lambda: replace(FourBar().robot(), loops=FourBar().robot().loops[0]), "list of elver.robot.Loop"),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_refusals(case):
    make, message = REFUSALS[case]
    with pytest.raises(InputError, match=message):
        make()
