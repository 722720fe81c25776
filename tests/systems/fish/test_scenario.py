"""The soft fish: its tail against the beam that it stands for, and how it swims."""

from __future__ import annotations

import math
from dataclasses import replace

import casadi as ca
import numpy as np
import pytest

from elver import Model, compile_model, scenario, simulate
from elver.drive import Serpenoid, springs
from elver.forces import Morison
from elver.forces.morison import added_inertia
from elver.simulation import Solver
from elver.symbolic.spatial import rotate
from elver.systems.fish.scenario import Head, Tail, fish_robot

WATER = Morison(friction=0.0, drag_e2=0.0, drag_e3=0.0, drag_roll=0.0)


def beam_tip(tail: Tail, frequency: float) -> complex:
    """Deflection of the tip over length times angle of the root: Euler and Bernoulli's beam with damping in still ideal water.

    w'''' = k^4 w,  k^4 = m w^2 / (EI (1 + i w tau)),  w(0) = 0, w'(0) = 1, w''(L) = w'''(L) = 0.
    """
    mass = tail.density * tail.thickness * tail.height + WATER.density * math.pi * (tail.height / 2) ** 2
    k = (mass * frequency**2 / (tail.rigidity * (1 + 1j * frequency * tail.relaxation))) ** 0.25
    L = tail.length
    ch, sh, c, s = np.cosh(k * L), np.sinh(k * L), np.cos(k * L), np.sin(k * L)
    equations = np.array([[1, 0, 1, 0], [0, k, 0, k], [ch, sh, -c, -s], [sh, ch, s, -c]])
    return complex(np.array([ch, sh, c, s]) @ np.linalg.solve(equations, [0, 1, 0, 0]) / L)


def simulated_tip(tail: Tail, frequency: float) -> complex:
    """The same of a fish whose head is held, beaten by 1e-3 rad until the start is forgotten."""
    robot, soft = fish_robot(Head(), tail, base="fixed")
    small, period = 1e-3, 2 * math.pi / frequency
    gait = Serpenoid(("beat",), small, frequency, 0.0, ramp_time=3.0)
    run = simulate(
        Model("held", robot, {"water": WATER}, gait, elastic=springs(soft)), 12.0, solver=Solver(dt=2e-3), progress=False
    )
    late = run.data.sel(time=slice(12.0 - math.floor(2.0 / period + 1) * period, None))
    q = late.body_quaternion.isel(body=-1).values
    piece = tail.length / tail.sections
    direction = 2 * np.arctan2(q[:, 3], q[:, 0])  # yaw of the last section; its x axis points backwards
    y = late.body_position.isel(body=-1).values[:, 1] + piece * np.sin(direction)
    t = late.time.values
    waves = np.stack([np.sin(frequency * t), np.cos(frequency * t)], axis=1)
    a, b = np.linalg.lstsq(waves, y, rcond=None)[0]
    return -complex(a, b) / (small * tail.length)  # a positive angle takes the tip of a tail along -x to -y


@pytest.mark.long
@pytest.mark.parametrize("hertz", [0.7, 2.0])
def test_the_tail_is_the_beam(hertz):
    """Amplitude and lag of its tip below and above its first frequency, 1.4 Hz: 16 sections to 1 %, with their length squared."""
    frequency = 2 * math.pi * hertz
    wanted = beam_tip(Tail(), frequency)
    gaps = [abs(simulated_tip(Tail(sections=n), frequency) - wanted) / abs(wanted) for n in (8, 16)]
    assert gaps[1] < 0.01
    assert gaps[0] / gaps[1] > 3
    softer = beam_tip(replace(Tail(), modulus=2.7e6), frequency)
    assert abs(softer - wanted) / abs(wanted) > 5 * gaps[1]


def swim(duration=6.0, **changes):
    changes = {name.replace("__", "."): value for name, value in changes.items()}
    model = scenario("soft-fish").build({"tail.sections": 4, **changes})
    return simulate(model, duration, solver=Solver(dt=1e-3), progress=False)


def test_it_swims_forwards_and_its_ledger_closes():
    run = swim()
    assert run.status == "finished"
    assert run.summary["cruise_speed"] > 0.3
    assert 0.5 < run.summary["strouhal"] < 1
    assert run.summary["ledger_closure"] < 1e-7
    assert run.summary["trusted"]
    assert run.data.com_position.values[-1, 0] > 1


def test_there_is_a_best_stiffness_and_a_best_frequency():
    program = compile_model(scenario("soft-fish").build({"tail.sections": 4}, free=["tail.modulus", "gait.frequency"]))
    speed = lambda **p: simulate(  # noqa: E731
        program, 6.0, solver=Solver(dt=1e-3), parameters={k.replace("__", "."): v for k, v in p.items()}, progress=False
    ).summary["cruise_speed"]
    best = speed()
    assert max(speed(tail__modulus=1e6), speed(tail__modulus=9e6)) < 0.7 * best
    assert max(speed(gait__frequency=3 * math.pi), speed(gait__frequency=12 * math.pi)) < 0.8 * best


def test_in_an_ideal_fluid_the_impulse_stays_what_it_was():
    """No drag, no friction: fish and water together keep the momentum 0 that they began with, however the tail beats."""
    ideal = {"water.friction": 0.0, "water.drag_e2": 0.0}
    model = scenario("soft-fish").build({"tail.sections": 4, **ideal})
    run = simulate(model, 3.0, solver=Solver(dt=5e-4), progress=False)
    q, twist = run.data.body_quaternion.values, run.data.body_twist.values
    water, total = Morison(friction=0.0, drag_e2=0.0, drag_e3=1.0), run.data.momentum.values[:, :3].copy()
    for k, body in enumerate(model.robot.bodies):
        if body.strip is not None:
            added = np.array(ca.evalf(added_inertia(body.strip, water.coefficients(body.strip))))
            total += rotate(q[:, k], (twist[:, k] @ added.T)[:, :3])
    size = np.abs(run.data.momentum.values[:, :2]).max()
    assert size > 0.05
    assert np.abs(total[:, :2]).max() < 1e-6 * size
    assert abs(run.summary["cruise_speed"]) < 0.1  # it wags to and fro, and swims nowhere to speak of


def test_mirrored_beat_mirrors_the_run():
    plain, other = swim(3.0), swim(3.0, gait__amplitude=-scenario("soft-fish").values()["gait.amplitude"])
    assert other.data.com_position.values == pytest.approx(plain.data.com_position.values * [1, -1, 1], abs=1e-9)


def test_offset_turns_it():
    headings = [np.unwrap(2 * np.arctan2(*swim(6.0, gait__offset=s).data.base_quaternion.values[:, [3, 0]].T))[-1] for s in
        (0.2, -0.2)]  # fmt: skip
    assert headings[0] * headings[1] < 0
    assert min(map(abs, headings)) > 0.3


def test_planar_base_leaves_nothing_out():
    """Free in space it stays in its plane: the same run."""
    model = scenario("soft-fish").build({"tail.sections": 3})
    runs = [
        simulate(replace(model, robot=replace(model.robot, base=base)), 2.0, solver=Solver(dt=1e-3), progress=False)
        for base in ("planar", "free")
    ]
    planar, free = (run.data.com_position.values for run in runs)
    assert np.abs(free[:, 2]).max() < 1e-12
    assert free == pytest.approx(planar, abs=1e-9)
