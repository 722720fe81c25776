"""Muscles: statics and curves in closed form, activation, energy, cost, and what is refused."""

from __future__ import annotations

import math
from dataclasses import replace

import casadi as ca
import numpy as np
import pytest

import elver
from elver import Body, InputError, Joint, Model, Robot
from elver.drive import (
    ChainCoupling,
    ConstantPose,
    EkebergMuscles,
    HillMuscles,
    OscillatorOutput,
    PairCoupling,
    PhaseOscillators,
    Spring,
)
from elver.drive.muscles import activation_names
from elver.forces import Morison
from elver.robot import EllipticCylinder
from elver.scenarios import load_text
from elver.simulation import Solver

LINK = EllipticCylinder(0.05, 0.02, 0.03)
EKEBERG = {"gain": 0.1, "stiffness": 0.2, "tonus": 0.5, "damping": 0.01}
HILL = {"force": 20.0, "length": 0.05, "arm": 0.01}


def chain(joints: int, base: str = "planar") -> Robot:
    bodies = [Body.solid(f"link{k}", LINK, 1000.0) for k in range(joints + 1)]
    hinges = [Joint(f"j{k}", f"link{k - 1}", f"link{k}", d=0.05, mode="passive") for k in range(1, joints + 1)]
    return Robot("chain", bodies, hinges, base=base)


def held(muscles, left: float, right: float, elastic=None, **start) -> Model:
    """One joint on a fixed base, with constant commands."""
    gait = ConstantPose(dict(zip(activation_names("j1"), (left, right), strict=True)))
    return Model("arm", chain(1, "fixed"), {}, gait, elastic=elastic or Spring(), couplings={"muscles": muscles}, **start)


def network(robot: Robot, gain: float = 0.4, **more) -> PhaseOscillators:
    """Left and right chains that activate the muscles."""
    sides = list(zip(*(activation_names(name) for name in robot.joint_names), strict=True))
    return PhaseOscillators(
        ["left", "right"],
        len(robot.joint_names),
        {c: OscillatorOutput(names, c, gain, wave="positive") for c, names in zip(("left", "right"), sides, strict=True)},
        {
            "along": ChainCoupling(10.0, 2 * math.pi / len(robot.joint_names)),
            "across": PairCoupling(["left", "right"], 10.0),
        },
        2 * math.pi,
        **more,
    )


def test_antagonists_of_ekeberg_rest_where_their_torques_agree():
    run = elver.simulate(held(EkebergMuscles(["j1"], **EKEBERG), 0.8, 0.3), 60.0, solver=Solver(dt=2e-3))
    assert run.data.joint_position.to_numpy()[-1, 0] == pytest.approx(0.1 * 0.5 / (0.2 * (1.1 + 0.5)), abs=1e-9)


def test_activation_makes_a_joint_stiffer_and_lose_more():
    """A swing about rest: frequency and decay of 0.2 (M + tonus) and delta + epsilon M over the moment of inertia."""
    muscles = EkebergMuscles(["j1"], active_damping=0.002, **{**EKEBERG, "damping": 0.0001})
    start = elver.InitialState(angles={"j1": 0.05})
    for activation in (0.0, 0.6):
        data = elver.simulate(
            held(muscles, activation, activation, start=start), 0.5, solver=Solver(dt=1e-4), save=elver.Save(every=1e-3)
        ).data
        t, q = data.time.to_numpy(), data.joint_position.to_numpy()[:, 0]
        both = 2 * activation
        stiffness, damping = 0.2 * (both + 0.5), 0.0001 + 0.002 * both
        kinetic = data.kinetic_energy.to_numpy()
        rate = data.joint_velocity.to_numpy()[:, 0]
        inertia = 2 * kinetic[5] / rate[5] ** 2
        s, w = damping / (2 * inertia), math.sqrt(stiffness / inertia - (damping / (2 * inertia)) ** 2)
        np.testing.assert_allclose(q, 0.05 * np.exp(-s * t) * (np.cos(w * t) + s / w * np.sin(w * t)), atol=1e-8)


def test_curves_of_hill():
    muscles = HillMuscles(["j1"], **HILL)
    assert muscles.force_over_length(1.0) == 1.0
    assert muscles.force_over_length(1.45) == pytest.approx(math.exp(-1))
    over = lambda v: float(ca.DM(muscles.force_over_velocity(ca.DM(v))))  # noqa: E731
    assert over(0.0) == 1.0
    assert over(-1.0) == 0.0
    assert over(-2.0) == 0.0
    assert over(-0.25) == pytest.approx(0.75 / 2)  # Hill's hyperbola
    assert over(1e9) == pytest.approx(1.4)
    h = 1e-6
    assert (over(h) - over(0)) / h == pytest.approx((over(0) - over(-h)) / h, rel=1e-4) == pytest.approx(5.0, rel=1e-4)


def test_hill_muscles_rest_where_lengths_balance():
    """The bend at which a_L f_l(l_L) + f_p(l_L) = a_R f_l(l_R) + f_p(l_R), found by bisection."""
    model = held(HillMuscles(["j1"], **HILL), 0.6, 0.3, Spring(damping=0.02))
    q = float(elver.simulate(model, 20.0, solver=Solver(dt=5e-4, check_step=False)).data.joint_position.to_numpy()[-1, 0])

    def difference(q):
        lengths = 1 - 0.2 * q, 1 + 0.2 * q
        pull = [a * math.exp(-(((x - 1) / 0.45) ** 2)) + 2 * max(x - 1, 0) ** 2 for a, x in zip((0.6, 0.3), lengths, strict=True)]
        return pull[0] - pull[1]

    low, high = 0.0, 2.5
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if difference(middle) > 0 else (low, middle)
    assert q == pytest.approx(low, abs=1e-8)


def test_activation_rises_and_falls_with_its_own_times():
    """From 0 with u = 0.5: a' = (u - a) / 0.025."""
    model = held(HillMuscles(["j1"], **HILL), 0.5, 0.5, Spring(damping=0.02))
    data = elver.simulate(model, 0.1, solver=Solver(dt=1e-4), save=elver.Save(every=1e-3)).data
    a = data.memory.sel(memory_name="muscles j1_left activation").to_numpy()
    np.testing.assert_allclose(a, 0.5 * (1 - np.exp(-data.time.to_numpy() / 0.025)), atol=1e-9)


@pytest.mark.parametrize("muscles", [EkebergMuscles, HillMuscles])
def test_the_ledger_of_a_muscular_swimmer_closes(muscles):
    robot = chain(5)
    own = EKEBERG if muscles is EkebergMuscles else HILL
    model = Model(
        "eel", robot, {"water": Morison(friction=0.02)}, network(robot), elastic=Spring(damping=1e-3),
        couplings={"muscles": muscles(robot.joint_names, **own)},
    )  # fmt: skip
    run = elver.simulate(model, 4.0, solver=Solver(dt=2.5e-4))
    assert run.summary["ledger_closure"] < 1e-9
    assert run.summary["trusted"]
    assert run.summary["mean_speed"] > 0.01
    assert run.summary["ledger"]["motor"] > 0
    twice = replace(model, gait=network(robot, 0.6))
    assert elver.simulate(twice, 4.0, solver=Solver(dt=5e-4)).summary["ledger"]["motor"] > run.summary["ledger"]["motor"]


def test_muscles_of_a_file():
    text = """
elver: 1
name: arm
machine:
  base: fixed
  bodies: {root: {}, arm: {shape: {type: rod, length: 10 cm, radius: 1 cm}, density: 1000}}
  joints: {hinge: {parent: root, child: arm, axis: z, at: [0, 0, 0], mode: passive}}
drive:
  gait: {type: hold, angles: {hinge_left: 0.5, hinge_right: 0.1}}
  elastic: {type: spring}
  couplings: {biceps: {type: ekeberg, at: [hinge], gain: 100 mN m, stiffness: 0.2 N m/rad, damping: 0.01}}
run: {duration: 20 s, dt: 2 ms}
"""
    model = load_text(text).build()
    run = elver.simulate(model, 20.0, solver=Solver(dt=2e-3))
    assert run.data.joint_position.to_numpy()[-1, 0] == pytest.approx(0.1 * 0.4 / (0.2 * 0.6), abs=1e-6)
    with pytest.raises(InputError, match="greater than 0 m"):
        load_text(text.replace("type: ekeberg, at: [hinge], gain: 100 mN m, stiffness: 0.2 N m/rad, damping: 0.01",
                               "type: hill, at: [hinge], force: 1 N, length: 0, arm: 1 cm")).build()  # fmt: skip


def test_bad_muscles_are_named():
    with pytest.raises(InputError, match=r"HillMuscles\.length = 0\.0 is not allowed"):
        HillMuscles(["j1"], 1.0, 0.0, 0.01)
    with pytest.raises(InputError, match=r"joint of EkebergMuscles: 'j7'"):
        held(EkebergMuscles(["j7"], **EKEBERG), 0.0, 0.0)
    lacking = replace(held(EkebergMuscles(["j1"], **EKEBERG), 0.0, 0.0), gait=ConstantPose({"j1_left": 0.1}))
    with pytest.raises(InputError, match="no value to the command 'j1_right'"):
        elver.compile_model(lacking)
