"""Signals of one's own for a compiled machine: tables in place of the model's, one per machine of a batch, tables that repeat."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
from tolerances import assert_close, relative_error

import elver
from elver._support.errors import InputError
from elver.analysis import OrbitProblem, OrbitTracker, Shooting, find_orbit, mean_output, orbit_slopes
from elver.drive import PD, CombinedGait, DelayedGait, Playback, RecordedMotion, Serpenoid, SignalTable, Spring
from elver.robot import EllipticCylinder
from elver.simulation import sensitivities
from elver.simulation.batches.gpu import TargetWarning

PERIOD = 0.8
SINGLE_RUN = 1e-12  # rounding, carried through some hundred steps
WAVE = Serpenoid(["second"], amplitude=0.4, frequency=2 * np.pi / PERIOD)


def nod(t, size: float = 0.3, lead: float = 0.0):
    """A motion of PERIOD that is no sine."""
    w = 2 * np.pi * (t - lead) / PERIOD
    return size * np.sin(w + 0.3 * np.sin(w))


def nodding(size: float = 0.3, count: int = 101, end: float = 2.0, lead: float = 0.0) -> SignalTable:
    times = np.linspace(0, end, count)
    return SignalTable(["first"], times, nod(times, size, lead)[:, None])


def one_period(size: float = 0.3, count: int = 60, lead: float = 0.0) -> SignalTable:
    times = np.arange(count) / count * PERIOD
    return SignalTable(["first"], times, nod(times, size, lead)[:, None], PERIOD)


def chain(gait) -> elver.Model:
    """Four links in water: the first joint follows a recording, the second a wave, the third is a spring."""
    links = [elver.Body.solid(f"b{k}", EllipticCylinder(0.14, 0.05, 0.03), 1000.0) for k in range(4)]
    modes = {"first": "driven", "second": "driven", "third": "passive"}
    joints = [elver.Joint(name, f"b{k}", f"b{k + 1}", d=0.14, mode=mode) for k, (name, mode) in enumerate(modes.items())]
    robot = elver.Robot("chain", links, joints, base="planar")
    return elver.Model("chain", robot, {"water": elver.forces.Morison()}, gait, elastic=Spring(0.05, 0.002))


@pytest.fixture(scope="module")
def program():
    return elver.compile_model(chain(CombinedGait([RecordedMotion(nodding()), WAVE])).freed("gait.gaits.1.amplitude"))


def test_a_recording_of_some_joints_a_wave_and_a_spring_move_one_machine(program):
    run = elver.simulate(program, 1.0, solver=elver.Solver(dt=2e-3))
    angle, rate = run.data.joint_position, run.data.joint_velocity
    t = run.data.time.values
    slope = (nod(t + 1e-5) - nod(t - 1e-5)) / 2e-5
    assert_close(angle.sel(joint="first"), nod(t), 1e-4)  # samples every 0.02 s
    assert_close(rate.sel(joint="first"), slope, 1e-3)
    assert_close(angle.sel(joint="second"), 0.4 * np.sin(WAVE.frequency * t), 1e-12)
    assert np.abs(angle.sel(joint="third")).max() > 1e-3
    assert run.summary["ledger_closure"] < 1e-6


def test_another_table_runs_as_if_it_were_the_models_own(program):
    table = nodding(0.2, 85, 1.5)
    own = elver.simulate(chain(CombinedGait([RecordedMotion(table), WAVE])), 1.0, solver=elver.Solver(dt=2e-3))
    run = elver.simulate(program, 1.0, solver=elver.Solver(dt=2e-3), signals=table)
    assert_close(run.data.state, own.data.state, SINGLE_RUN)
    assert relative_error(run.data.state[-1], elver.simulate(program, 1.0, solver=elver.Solver(dt=2e-3)).data.state[-1]) > 1e-3
    assert json.loads(run.data.attrs["signals"])["digest"] == json.loads(own.data.attrs["signals"])["digest"]
    other = program.with_signals(table)
    assert other.rhs is program.rhs
    assert other.variation_for(8)[0] is program.variation_for(8)[0]
    a, b = (
        sensitivities(one, 0.2, solver=elver.Solver(dt=2e-3), free=["gait.gaits.1.amplitude"]).matrix for one in (program, other)
    )
    d = 1e-5
    ends = [
        elver.simulate(other, 0.2, solver=elver.Solver(dt=2e-3), parameters={"gait.gaits.1.amplitude": 0.4 + s * d}).data.state[
            -1
        ]
        for s in (1, -1)
    ]
    assert_close(b[:, 0], (ends[0] - ends[1]) / (2 * d), 1e-6)
    assert relative_error(a, b) > 1e-3


@pytest.mark.long
def test_every_machine_of_a_batch_has_signals_of_its_own(program):
    tables = [nodding(0.1, 90), one_period(0.2), nodding(0.3, 61, 1.0), one_period(0.2), nodding(0.3, end=0.4), nodding(0.4)]
    tables[3] = tables[1]
    sizes = np.linspace(0.1, 0.3, len(tables))
    data = elver.simulate_batch(
        program,
        0.5,
        solver=elver.Solver(dt=2e-3, method="rk4"),
        parameters={"gait.gaits.1.amplitude": sizes},
        signals=tables,
        save=elver.Save(every=0.1, fields=["joint_torque"]),
    )
    assert str(data.status.values[4]) == "refused"
    assert "cover 0 to 0.4 s" in str(data.status_detail.values[4])
    for k in (0, 1, 2, 3, 5):
        value = {"gait.gaits.1.amplitude": sizes[k]}
        run = elver.simulate(
            program,
            0.5,
            solver=elver.Solver(dt=2e-3, method="rk4"),
            save=elver.Save(every=0.1),
            parameters=value,
            signals=tables[k],
        )
        assert_close(data.final_state[k], run.data.state[-1], SINGLE_RUN)
        assert_close(data.joint_torque[k], run.data.joint_torque, 1e-11)
    assert data.signals.values.tolist() == [program.with_signals(t).equations.signals.digest for t in tables]
    assert len(set(data.signals.values.tolist())) == 5
    assert relative_error(data.final_state[0], data.final_state[5]) > 1e-2


def test_machines_one_after_the_other_have_signals_of_their_own(program):
    tables = [nodding(0.1), nodding(0.3, 61)]
    data = elver.simulate_batch(program, 0.2, solver=elver.Solver(dt=2e-3, method="dopri5"), signals=tables)
    for k, table in enumerate(tables):
        run = elver.simulate(program, 0.2, solver=elver.Solver(dt=2e-3, method="dopri5"), signals=table)
        assert_close(data.final_state[k], run.data.state[-1], SINGLE_RUN)
    shared = elver.simulate_batch(
        program,
        0.2,
        solver=elver.Solver(dt=2e-3, method="dopri5"),
        parameters={"gait.gaits.1.amplitude": [0.4]},
        signals=tables[1],
    )
    assert_close(shared.final_state[0], data.final_state[1], SINGLE_RUN)


def test_a_start_on_the_recording_is_that_of_every_machine():
    """A joint with a motor begins where its own table does."""
    model = chain(RecordedMotion(nodding()))
    joints = [replace(j, mode={"first": "torque"}.get(j.name, "passive")) for j in model.robot.joints]
    program = elver.compile_model(replace(model, robot=replace(model.robot, joints=joints), control=PD(0.1, 0.01)))
    tables = [nodding(lead=0.05), nodding(0.5, lead=0.3)]
    data = elver.simulate_batch(
        program, 0.02, solver=elver.Solver(dt=2e-3, method="dopri5"), signals=tables, save=elver.Save(fields=["joint_position"])
    )
    assert_close(data.joint_position[:, 0, 0], [nod(0.0, 0.3, 0.05), nod(0.0, 0.5, 0.3)], 1e-9)


def test_a_period_goes_on_for_ever_and_smoothly(program):
    """Long after the table's own time: the same as a table of that time, and no kick at the seams."""
    times = np.arange(0, 301) / 60 * PERIOD
    long = SignalTable(["first"], times, nod(times)[:, None])
    a, b = (elver.simulate(program, 3.2, solver=elver.Solver(dt=4e-3), signals=table) for table in (one_period(), long))
    assert_close(a.data.state[-1], b.data.state[-1], 1e-4)  # the long spline is another one near its ends
    one = program.with_signals(one_period())
    for t in (0.0, PERIOD, 5 * PERIOD):
        before, after = one.signal_values(t - 1e-9), one.signal_values(t + 1e-9)
        assert np.abs(after - before).max() < 1e-5  # the third derivative is some hundred rad/s^3
        assert_close(one.signal_values(t + 0.3), one.signal_values(0.3), 1e-11)
    assert a.data.attrs["period"] == pytest.approx(PERIOD)


def test_an_orbit_of_a_recording_that_repeats_is_what_a_long_run_comes_to(program):
    repeating = program.with_signals(one_period(lead=0.7))
    orbit = find_orbit(repeating, shooting=Shooting(steps=200))
    assert orbit.converged
    assert orbit.stable
    assert orbit.period == pytest.approx(PERIOD)
    assert orbit.drift.speed > 1e-3
    run = elver.simulate(
        repeating, 500 * PERIOD, solver=elver.Solver(dt=PERIOD / 200, method="rk4"), save=elver.Save(every=PERIOD)
    )  # the slowest error: 0.98 a period
    names = run.data.state_name.values.tolist()
    places = [names.index(n) for n in ("base vx", "base vy", "base wz", "angle of third", "rate of third")]
    assert_close(run.data.state[-1].values[places], orbit.state[places], 1e-5)
    again = orbit.run(periods=2).data.state.values  # the model that starts on the orbit has the table too
    assert_close(again[-1][places], orbit.state[places], 1e-8)
    twice = find_orbit(repeating, OrbitProblem(period=2 * PERIOD), shooting=Shooting(steps=400))
    assert_close(twice.state[places], orbit.state[places], 1e-8)


def test_slopes_of_the_orbit_of_a_recording(program):
    """Two recordings on two threads: the orbit of each, and what the wave's amplitude does to it."""
    name, d = "gait.gaits.1.amplitude", 1e-4
    ones = [program.with_signals(one_period(lead=lead)) for lead in (0.2, 0.7)]
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda one: OrbitTracker(one, shooting=Shooting(steps=100), free=[name]).solve(), ones))
    for one, tracked in zip(ones, found, strict=True):
        slopes = tracked.slopes
        mean, by_mean = mean_output(slopes, "power")
        ends = []
        for s in (1, -1):
            near = find_orbit(
                one, shooting=Shooting(steps=100, initial_state=tracked.orbit.state, transient=0), parameters={name: 0.4 + s * d}
            )
            ends.append((near.states[:, 7:] - near.states[0, 7:], mean_output(orbit_slopes(near), "power")[0]))
        assert_close(slopes.states[:, 0, 7:] - slopes.state[0, 7:], (ends[0][0] - ends[1][0]) / (2 * d), 1e-6)
        assert_close(by_mean[0], (ends[0][1] - ends[1][1]) / (2 * d), 1e-6)
        assert np.abs(mean).max() > 1e-4
    assert relative_error(found[0].slopes.velocity, found[1].slopes.velocity) > 1e-3


def test_signals_that_do_not_repeat_with_the_orbit_are_refused(program):
    with pytest.raises(InputError, match=r"do not repeat.*period="):
        find_orbit(program, OrbitProblem(period=PERIOD))
    with pytest.raises(InputError, match=r"repeat after 0\.8 s, which is no whole part"):
        find_orbit(program.with_signals(one_period()), OrbitProblem(period=1.0))


def test_tables_that_do_not_fit_are_refused(program):
    other = SignalTable(["hinge"], np.arange(7.0), np.zeros((7, 1)))
    with pytest.raises(InputError, match=r"hinge do not match .*: first"):
        elver.simulate(program, 0.1, signals=other)
    with pytest.raises(InputError, match="SignalTable"):
        elver.simulate(program, 0.1, signals=np.zeros(3))
    with pytest.raises(InputError, match="one per machine"):
        elver.simulate_batch(program, 0.1, signals=[])
    with pytest.raises(InputError, match="'signals' has 2 values"):
        elver.simulate_batch(program, 0.1, parameters={"gait.gaits.1.amplitude": [0.1] * 3}, signals=[nodding()] * 2)
    with pytest.raises(InputError, match="no signals that others could replace"):
        elver.simulate(chain(Serpenoid(["first", "second"])), 0.1, signals=nodding())


def test_a_gpu_is_not_asked_for_tables_of_ones_own(program):
    with pytest.warns(TargetWarning, match="signals of their own have no GPU code"):
        elver.simulate_batch(
            program,
            0.01,
            solver=elver.Solver(dt=2e-3, method="rk4"),
            signals=[nodding(), nodding(0.1)],
            compute=elver.Compute(device="gpu"),
        )


def test_gait_and_control_have_their_own_signals():
    """A motor whose torque is played back beside a recorded motion: names say which is which; a shift keeps the clock."""
    gait = DelayedGait(RecordedMotion(nodding(0.2).renamed(["first"])), 0.3)
    torque = nodding(1e-3).shifted(0.3).renamed(["second"])
    model = chain(gait)
    joints = [replace(j, mode={"second": "torque"}.get(j.name, j.mode)) for j in model.robot.joints]
    model = replace(model, robot=replace(model.robot, joints=joints), control=Playback(torque))
    program = elver.compile_model(model)
    assert_close(program.signal_values(0.2)[:2], [nod(0.5, 0.2), nod(0.5, 1e-3)], 1e-4)
    own = program.equations.signals
    assert list(own.names) == ["gait.first", "control.second"]
    doubled = program.with_signals(SignalTable(own.names[::-1], own.times, 2 * own.values[:, ::-1]))
    assert_close(doubled.signal_values(0.1), 2 * program.signal_values(0.1), 1e-12)
    again = elver.compile_model(doubled.model)  # the model itself has the other tables
    assert_close(again.signal_values(0.1), doubled.signal_values(0.1), 1e-12)
    with pytest.raises(InputError, match=r"control\.second"):
        program.with_signals(nodding())
