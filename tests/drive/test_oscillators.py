"""Networks of oscillators: against SciPy, in closed loop with machines, as orbits, in files, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.interpolate import make_interp_spline

import elver
from elver import Body, InputError, Joint, Model, Robot
from elver.drive import (
    PD,
    ChainCoupling,
    DescendingDrive,
    HopfOscillators,
    LinkCoupling,
    MatsuokaOscillators,
    OscillatorOutput,
    PairCoupling,
    ParameterInput,
    PhaseOscillators,
    StretchFeedback,
)
from elver.forces import Morison
from elver.robot import EllipticCylinder
from elver.scenarios import load_text
from elver.simulation import Save, Solver

LINK = EllipticCylinder(0.1, 0.02, 0.03)


def swimmer(joints: int = 2, mode: str = "driven") -> Robot:
    bodies = [Body.solid(f"link{k}", LINK, 1000.0) for k in range(joints + 1)]
    hinges = [Joint(f"j{k}", f"link{k - 1}", f"link{k}", d=0.1, mode=mode) for k in range(1, joints + 1)]
    return Robot("swimmer", bodies, hinges, base="planar")


def outputs(robot: Robot, chains=("left", "right"), gain: float = 0.3, wave: str = "both") -> dict:
    return {c: OscillatorOutput(robot.joint_names, c, gain * (-1) ** k, wave=wave) for k, c in enumerate(chains)}


def phases(robot: Robot, **changes) -> PhaseOscillators:
    given = {
        "couplings": {"along": ChainCoupling(6.0, 0.7, back=2.0), "across": PairCoupling(["left", "right"], 8.0)},
        "frequency": {"left": 6.0, "right1": 6.6, "right": 5.7},
        "amplitude": {"left": 1.0, "right": 0.8},
        "rate": 9.0,
    }
    return PhaseOscillators(["left", "right"], len(robot.joint_names), outputs(robot, wave="positive"), **{**given, **changes})


def angles_of(gait, robot: Robot, duration: float = 3.0) -> tuple[np.ndarray, ...]:
    """Times, angles, rates and accelerations of the driven joints."""
    run = elver.simulate(Model("net", robot, {"water": Morison()}, gait), duration, solver=Solver(dt=5e-4, check_step=False),
                         save=Save(every=0.1))  # fmt: skip
    data = run.data
    return tuple(v.to_numpy() for v in (data.time, data.joint_position, data.joint_velocity, data.joint_acceleration))


def integrated(law, start, times) -> np.ndarray:
    return solve_ivp(law, (0, times[-1]), start, "DOP853", times, rtol=1e-13, atol=1e-13).y


def test_phase_oscillators_are_those_of_ijspeert():
    """Written again with phases in place of points on a circle; joints follow with angle, rate and acceleration."""
    robot = swimmer()
    t, q, qd, qdd = angles_of(phases(robot), robot)
    w, R, a = np.array([6.0, 6.0, 6.6, 5.7]), np.array([1.0, 1.0, 0.8, 0.8]), 9.0
    W, phi = np.zeros((4, 4)), np.zeros((4, 4))
    for i, j, weight, lag in ((1, 0, 6, 0.7), (0, 1, 2, -0.7), (3, 2, 6, 0.7), (2, 3, 2, -0.7)):
        W[i, j], phi[i, j] = weight, lag
    for i, j in ((0, 2), (1, 3)):
        W[i, j], W[j, i], phi[j, i], phi[i, j] = 8, 8, np.pi, -np.pi

    def law(_, z):
        theta, r, v = z.reshape(3, 4)
        turn = w + (W * r * np.sin(theta[None] - theta[:, None] - phi)).sum(axis=1)
        return np.concatenate([turn, v, a * (0.25 * a * (R - r) - v)])

    start = np.concatenate([[0, -0.7, -np.pi, -np.pi - 0.7], np.zeros(8)])
    z = integrated(law, start, t)
    theta, r, v = z.reshape(3, 4, -1)
    turn, _, rv = np.array([law(0, column) for column in z.T]).T.reshape(3, 4, -1)
    wave, slope = r * (1 + np.cos(theta)), v * (1 + np.cos(theta)) - r * np.sin(theta) * turn
    np.testing.assert_allclose(q.T, 0.3 * (wave[:2] - wave[2:]), atol=1e-9)
    np.testing.assert_allclose(qd.T, 0.3 * (slope[:2] - slope[2:]), atol=1e-8)
    step = 1e-5
    turned = np.array([law(0, c) for c in (z + step * np.array([law(0, k) for k in z.T]).T).T]).T.reshape(3, 4, -1)[0]
    bend = rv * (1 + np.cos(theta)) - 2 * v * np.sin(theta) * turn
    bend -= r * (np.cos(theta) * turn**2 + np.sin(theta) * (turned - turn) / step)
    np.testing.assert_allclose(qdd.T, 0.3 * (bend[:2] - bend[2:]), atol=2e-3)


def test_hopf_oscillators_against_scipy():
    robot = swimmer(3)
    gait = HopfOscillators(["one"], 3, outputs(robot, ("one",)), {"along": ChainCoupling(2.0, 0.5)}, 5.0, 0.9, 4.0)
    t, q, _, _ = angles_of(gait, robot)

    def law(_, z):
        z = z[:3] + 1j * z[3:]
        rate = (4.0 * (0.81 - abs(z) ** 2) + 5j) * z
        for i, j, lag in ((1, 0, 0.5), (0, 1, -0.5), (2, 1, 0.5), (1, 2, -0.5)):
            rate[i] += 2.0 * (np.exp(-1j * lag) * z[j] - z[i])
        return np.concatenate([rate.real, rate.imag])

    begun = 0.045 * np.exp(-0.5j * np.arange(3))
    np.testing.assert_allclose(q.T, 0.3 * integrated(law, np.concatenate([begun.real, begun.imag]), t)[:3], atol=1e-9)


def test_matsuoka_neurons_against_scipy():
    """With the rounded threshold, which driven joints need; the sharp one agrees as far as steps across a kink can."""
    robot = swimmer(1)
    for rounding, accuracy in ((0.05, 1e-9), (0.0, 1e-5)):
        gait = MatsuokaOscillators(
            ["left", "right"], 1, outputs(robot), {"across": PairCoupling(["left", "right"], -2.5)}, rounding=rounding
        )
        t, q, _, _ = angles_of(gait, robot)

        def law(_, z, e=rounding):
            x, v = z.reshape(2, 2)
            y = 0.5 * (x + np.sqrt(x * x + e * e))
            return np.concatenate([(1 - x - 2.5 * v - 2.5 * y[::-1]) / 0.1, (y - v) / 0.2])

        x = integrated(law, np.array([0.1, 0.1 * np.cos(1.5 * np.pi), 0, 0]), t)[:2]
        y = 0.5 * (x + np.sqrt(x * x + rounding**2))
        np.testing.assert_allclose(q[:, 0], 0.3 * (y[0] - y[1]), atol=accuracy)
        assert np.ptp(q[-10:, 0]) > 0.1  # it still beats


def test_lags_of_a_chain_are_held_and_a_ring_goes_round():
    robot = swimmer(4)
    gait = PhaseOscillators(["ring"], 4, outputs(robot, ("ring",)), {"around": ChainCoupling(5.0, np.pi / 2, ring=True)}, 4.0)
    start = elver.InitialState(memory={"ring3 cosine": 1.0, "ring3 sine": 0.0})  # 180 degrees off
    model = Model("net", robot, {"water": Morison()}, gait, start=start)
    data = elver.simulate(model, 8.0, solver=Solver(dt=1e-3, check_step=False)).data
    q, t = data.joint_position.to_numpy()[-157:], data.time.to_numpy()[-157:]  # one cycle
    basis = np.exp(-4j * t)
    found = np.angle((q * basis[:, None]).sum(axis=0) / (q[:, 0] * basis).sum())
    wanted = -np.pi / 2 * np.arange(4)
    assert np.abs(np.angle(np.exp(1j * (found - wanted)))).max() < 0.05


def test_the_drive_sets_frequency_and_amplitude_and_switches_off():
    drive = DescendingDrive(3.0)
    assert drive.at(3.0) == pytest.approx((2 * np.pi * 0.9, 0.391))
    assert drive.at(5.5) == (0.0, 0.0)
    robot = swimmer()
    gait = phases(robot, drive=DescendingDrive({"left": 3.0, "right": 4.0}))
    assert gait._targets("right2")[1] == pytest.approx(0.456)
    with pytest.raises(InputError, match="drive is beyond its range"):
        phases(robot, drive=DescendingDrive(0.5))


def test_a_level_of_the_drive_is_an_input_while_it_runs():
    robot = swimmer()
    model = Model("net", robot, {"water": Morison()}, phases(robot, drive=DescendingDrive(3.0)))
    with pytest.raises(InputError, match="jump"):
        elver.with_inputs(model, "gait.drive.level")
    steered = elver.with_inputs(model, ParameterInput("gait.drive.level", 1.5, 4.5, smooth=0.2))
    program, crossings = elver.compile_model(steered), []
    for level in (2.0, 4.0):
        run = elver.simulate(program, 6.0, solver=Solver(dt=2e-3, check_step=False), parameters={"gait.drive.level": level})
        late = run.data.joint_position.to_numpy()[-400:, 0]
        crossings.append(np.count_nonzero(np.diff(np.sign(late))))
        assert run.summary["ledger_closure"] < 1e-6
    assert 5 <= crossings[0] <= 6  # 0.7 Hz
    assert 8 <= crossings[1] <= 9  # 1.1 Hz


def test_an_orbit_of_the_closed_loop_has_the_networks_period_and_multipliers():
    """Nobody gives a period. Seen along its left eigenvector, what a perturbed run is off shrinks by the multiplier."""
    robot = swimmer(3)
    orbit = elver.find_orbit(Model("net", robot, {"water": Morison(friction=0.02)}, phases(robot))).demand()
    assert orbit.stable
    assert 5.7 < 2 * np.pi / orbit.period < 6.6
    values, left = np.linalg.eig(orbit.monodromy.T)
    start, T = orbit.model.start, orbit.period
    memory = {**start.memory, "left2 amplitude": start.memory["left2 amplitude"] + 1e-5}
    twist = tuple(np.add(start.twist, (1e-5, 0, 0, 0, 0, 2e-5)))
    runs = [
        elver.simulate(
            replace(orbit.model, start=begun), T, solver=Solver(dt=T / orbit.steps, check_step=False), save=Save(every=T)
        ).data
        for begun in (start, replace(start, twist=twist, memory=memory))
    ]
    one, other = (
        np.hstack([data.base_twist.sel(component=["vx", "vy", "wz"]).to_numpy(), data.memory.to_numpy()]) for data in runs
    )
    off = other - one
    for multiplier in orbit.multipliers[:3].real:  # of the body, and of the oscillators among each other
        w = left[:, np.abs(values - multiplier).argmin()].real
        assert (w @ off[1]) / (w @ off[0]) == pytest.approx(multiplier, abs=1e-4)


def test_gradients_go_through_the_network():
    robot = swimmer()
    model = Model("net", robot, {"water": Morison(friction=0.02)}, phases(robot, frequency=6.0)).freed(
        "gait.frequency", "gait.rate"
    )
    program = elver.compile_model(model)
    solver = Solver(dt=2e-3)
    found = elver.gradient(program, "mean_speed", duration=2.0, solver=solver)
    for name, usual in (("gait.frequency", 6.0), ("gait.rate", 9.0)):
        ends = [
            elver.gradient(program, "mean_speed", duration=2.0, solver=solver, parameters={name: usual + h}).value
            for h in (-1e-4, 1e-4)
        ]
        assert found[name] == pytest.approx((ends[1] - ends[0]) / 2e-4, rel=1e-5)


def servo_swimmer(feedback: float, cut: int = 0, frequency: float = 6.0) -> Model:
    """Three joints with soft servos, so that water bends them, and a network that feels it."""
    robot = swimmer(3, "torque")
    felt = {c: StretchFeedback(c, robot.joint_names, feedback * (-1) ** k) for k, c in enumerate(("left", "right"))}
    gait = phases(robot, feedback=felt if feedback else {}, cut=cut, frequency=frequency)
    return Model("net", robot, {"water": Morison(friction=0.02)}, gait, control=PD(0.3, 0.01))


def test_felt_angles_change_the_rhythm_and_the_ledger_closes():
    plain, felt = (elver.simulate(servo_swimmer(k), 6.0, solver=Solver(dt=1e-3)) for k in (0.0, 4.0))
    for run in (plain, felt):
        assert run.summary["ledger_closure"] < 1e-9 if run is plain else run.summary["ledger_closure"] < 1e-7
        assert run.summary["trusted"]
    beats = []
    for run in (plain, felt):
        q = run.data.joint_position.to_numpy()[200:, 0]
        at = np.flatnonzero((q[:-1] < 0) & (q[1:] >= 0))
        beats.append(1 / (1e-2 * np.diff(at).mean()))
    assert abs(beats[1] - beats[0]) > 0.02
    assert beats[0] == pytest.approx(6.0 / (2 * np.pi), rel=0.02)


def test_a_felt_loop_is_what_scipy_makes_of_it():
    """One oscillator that feels the joint it moves: phase by phase from the recorded angle."""
    robot = swimmer(1, "torque")
    gait = PhaseOscillators(
        ["one"], 1, outputs(robot, ("one",)), frequency=5.0, feedback={"own": StretchFeedback("one", ["j1"], 3.0)}
    )
    run = elver.simulate(
        Model("net", robot, {"water": Morison()}, gait, control=PD(0.3, 0.01)), 3.0, solver=Solver(dt=5e-4, check_step=False),
        save=Save(every=5e-3),
    )  # fmt: skip
    t, q = run.data.time.to_numpy(), run.data.joint_position.to_numpy()[:, 0]
    angle = make_interp_spline(t, q, k=5)
    theta = integrated(lambda s, z: [5.0 - 3.0 * angle(s) * np.sin(z[0])], [0.0], t)[0]
    np.testing.assert_allclose(run.data.memory.sel(memory_name="one1 cosine"), np.cos(theta), atol=1e-8)


def test_a_cut_spine_is_two_networks():
    robot = swimmer(3)
    gait = phases(robot, cut=1)
    place = {name: int(name[-1]) for name in gait.oscillators}
    assert all((place[link.source] <= 1) == (place[link.target] <= 1) for link in gait.links())
    assert len(phases(robot).links()) - len(gait.links()) == 4


FILE = """
elver: 1
name: lamprey
parameters: {level: {value: 3, range: [0, 6], meaning: drive}}
machine:
  base: planar
  bodies: {head: {shape: {type: rod, length: 10 cm, radius: 2 cm}, density: 1000}}
  chain: [{count: 2, after: head, body: {name: "link{i}", shape: {type: rod, length: 10 cm, radius: 2 cm}, density: 1000},
    joint: {name: "joint{i}", d: 10 cm}}]
media: {water: {type: morison}}
drive:
  gait:
    type: cpg
    chains: [left, right]
    count: 2
    drive: {level: level}
    couplings: {along: {type: chain, weight: 10, lag: 40 deg}, across: {type: pairs, of: [left, right], weight: 10}}
    outputs: {l: {to: "joint*", chain: left, gain: 30 deg}, r: {to: "joint*", chain: right, gain: -30 deg}}
run: {duration: 1 s, dt: 1 ms}
"""


def test_a_network_in_a_file():
    model = load_text(FILE).build({"level": 4.0})
    assert model.gait.drive.level == 4.0
    assert model.gait.couplings["along"].lag == pytest.approx(np.radians(40))
    assert elver.simulate(model, 1.0).summary["trusted"]
    wrong = FILE.replace("across: {type: pairs, of: [left, right]", "across: {type: link, source: left1, target: rihgt1")
    with pytest.raises(InputError, match=r"oscillator of a coupling: 'rihgt1'.*right1"):
        load_text(wrong).build()


def test_bad_networks_are_named():
    robot = swimmer()
    with pytest.raises(InputError, match=r"chain of oscillators in a coupling along chains: 'lft'.*left"):
        phases(robot, couplings={"along": ChainCoupling(1.0, of=["lft"])})
    with pytest.raises(InputError, match="oscillator of a coupling: 'left9'"):
        phases(robot, couplings={"one": LinkCoupling("left9", "left1", 1.0)})
    with pytest.raises(InputError, match="no cycle holds them all"):
        PhaseOscillators(["a"], 4, outputs(swimmer(4), ("a",)), {"around": ChainCoupling(1.0, 1.0, ring=True)})
    with pytest.raises(InputError, match=r"no limit cycle.*1\.5 to 3.5"):
        MatsuokaOscillators(["left", "right"], 1, outputs(swimmer(1)), {"across": PairCoupling(["left", "right"], -1.2)})
    with pytest.raises(InputError, match="has no outputs"):
        PhaseOscillators(["a"], 2)
    with pytest.raises(InputError, match="2 oscillators and there are 3"):
        PhaseOscillators(["a"], 2, outputs(swimmer(3), ("a",)))
    felt = {"own": StretchFeedback("left", robot.joint_names, 1.0)}
    driven = Model("net", robot, {"water": Morison()}, phases(robot, feedback=felt))
    with pytest.raises(InputError, match="'j1' is felt by an oscillator, but its motion is not free"):
        elver.compile_model(driven)
