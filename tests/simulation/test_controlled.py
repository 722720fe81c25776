"""Controllers in simulate: against stepping by hand, delays exact, what goes wrong, resuming."""

from __future__ import annotations

import numpy as np
import pytest
from arms import swimmer

from elver import InputError, load_run, simulate, stepper
from elver.errors import ControllerError
from elver.sensing import IMU, Encoder, JointTorque
from tolerances import ROUNDING, assert_close

ARGS = {"dt": 2e-3, "every": 0.02}


def wave(now):
    """Torques that depend on time and state."""
    q = now.state[10:12]
    return 0.1 * np.sin(8 * now.time + np.arange(2)) - 0.2 * q


def test_a_controlled_run_is_stepping_by_hand():
    run = simulate(swimmer(), 0.2, controller=wave, **ARGS)
    by_hand = stepper(swimmer(), dt=2e-3)
    assert list(run.data.state_name[10:12]) == ["angle of neck", "angle of waist"]
    states, inputs = [by_hand.state.copy()], []
    for k in range(10):
        u = 0.1 * np.sin(8 * (k * 0.02) + np.arange(2)) - 0.2 * by_hand.state[10:12]
        for _ in range(2):
            by_hand.step(u, 0.01)
            states.append(by_hand.state.copy())
            inputs.append(u)
    assert np.array_equal(run.data.state, states)
    assert np.array_equal(run.data.input[:-1], inputs)
    assert_close(run.data.joint_torque, run.data.input, ROUNDING)
    assert np.abs(run.data.joint_position[-1]).max() > 0.05  # something happened
    assert run.summary["ledger_closure"] < 1e-6
    assert run.status == "finished"


def test_names_numbers_and_holding():
    calls = []

    def few(now):
        calls.append((now.time, now.step, now.inputs.tolist()))
        return {0: {"torque.waist": 0.1}, 1: None}.get(now.step, [0.2, 0.3])

    run = simulate(swimmer(), 0.08, controller=few, **ARGS)
    assert [c[:2] for c in calls] == [(0.0, 0), (0.02, 1), (0.04, 2), (0.06, 3)]
    assert [c[2] for c in calls] == [[0, 0], [0, 0.1], [0, 0.1], [0.2, 0.3]]
    assert run.data.input.values[:, 1].tolist() == [0.1] * 4 + [0.3] * 5
    assert run.data.input_unit.values.tolist() == ["N m", "N m"]


def test_inputs_act_later_and_readings_are_older_by_exactly_their_delays():
    seen = []

    def control(now):
        seen.append(now.sensed["encoder"].copy())
        return [0.01 * (now.step + 1), 0.0]

    run = simulate(
        swimmer(), 0.12, controller=control, delay=0.03, sensors=[Encoder(delay=0.014, rates=True)], output=2e-3, **ARGS
    )
    times = run.data.time.values
    expected = [0.01 * (np.floor((t - 0.03 + 1e-9) / 0.02) + 1) if t > 0.03 - 1e-9 else 0.0 for t in times]
    assert_close(run.data.input.values[:, 0], np.array(expected), ROUNDING)
    true = np.hstack([run.data.joint_position, run.data.joint_velocity])
    assert_close(np.array(seen), true[[max(10 * k - 7, 0) for k in range(6)]], ROUNDING)
    assert_close(run.data.sensed_encoder.values[7:], true[:-7], ROUNDING)
    assert np.abs(true).max() > 1e-3


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (np.array([np.nan, 0]), "torque.neck = nan at 0.04 s"),
        (np.zeros(3), r"shape \(3,\) at 0.04 s"),
        ([0.0, 0.7], "Give -0.5 to 0.5 N m, or beyond='clip'"),
        ({"torque.nek": 0.1}, "Did you mean 'torque.neck'"),
        ("left", "gives left at 0.04 s"),
        (ZeroDivisionError("over zero"), "failed at 0.04 s with ZeroDivisionError: over zero"),
    ],
)
def test_what_goes_wrong_names_the_time_and_keeps_the_good_part(result, words):
    def control(now):
        if now.step < 2:
            return [0.1, 0.0]
        if isinstance(result, Exception):
            raise result
        return result

    with pytest.raises(ControllerError, match=words) as caught:
        simulate(swimmer(), 0.1, controller=control, **ARGS)
    run = caught.value.run
    assert run.status == "interrupted"
    assert run.data.time.values[-1] == pytest.approx(0.04)
    assert (run.data.input.values[:, 0] == 0.1).all()


def test_inputs_beyond_their_bounds_may_be_clipped():
    run = simulate(swimmer(), 0.04, controller=lambda now: [9.0, -9.0], beyond="clip", **ARGS)
    assert (run.data.input == np.array([0.5, -0.5])).all()


def test_what_cannot_be_controlled_is_refused():
    for words, changes in (
        ("whole number of steps", {"every": 0.003}),
        ("delay", {"delay": -1.0}),
        ("function of one argument", {"controller": 3.0}),
        ("beyond", {"beyond": "wrap"}),
        ("sensors", {"sensors": ["imu"]}),
        ("needs a controller", {"controller": None}),
    ):
        with pytest.raises(InputError, match=words):
            simulate(swimmer(), 0.04, **{**ARGS, "controller": wave, **changes})


SENSORS = (Encoder(noise=0.01, rate=100.0, delay=0.03), IMU("tail", rate=50.0, gyro_walk=0.1), JointTorque(noise=0.02))


def noisy(now):
    return np.clip(-0.3 * now.sensed["encoder"] + 0.1 * np.cos(5 * now.time), -0.5, 0.5)


def test_resumed_runs_are_one_long_run(tmp_path):
    options = {**ARGS, "controller": noisy, "delay": 0.05, "sensors": SENSORS, "seed": 4}
    whole = simulate(swimmer(), 0.2, **options)
    first = simulate(swimmer(), 0.11, **options)
    second = simulate(swimmer(), 0.09, resume=load_run(first.save(tmp_path / "first.nc")), **options)
    for name in ("state", "sensed_encoder", "sensed_imu", "sensed_joint_torque"):
        assert np.array_equal(second.data[name], whole.data[name][11:]), name
    assert np.array_equal(second.data.input, whole.data.input[11:])
    assert np.abs(whole.data.input.values[-1]).max() > 0.01


def test_runs_repeat_by_seed():
    runs = [simulate(swimmer(), 0.1, controller=noisy, sensors=SENSORS, seed=seed, **ARGS) for seed in (1, 1, 2)]
    assert np.array_equal(runs[0].data.state, runs[1].data.state)
    assert not np.array_equal(runs[0].data.state, runs[2].data.state)
    assert runs[0].data.attrs["seed"] == "1"


def test_adaptive_methods_take_controllers_too():
    fine = simulate(swimmer(), 0.2, controller=wave, dt=2e-4, every=0.02)
    found = simulate(swimmer(), 0.2, controller=wave, method="dopri5", every=0.02, rtol=1e-9, atol=1e-11)
    assert_close(found.data.time, fine.data.time, ROUNDING)
    assert_close(found.data.state, fine.data.state, 1e-7)


def test_a_machine_that_runs_away_keeps_its_good_part():
    def wild(now):
        return {"torque.neck": 0.5 if now.step % 2 else -0.5}

    run = simulate(swimmer(), 40.0, controller=wild, dt=0.2, method="rk4", every=0.2)
    assert run.status == "diverged"
    assert 0 < run.data.time.values[-1] < 5
    assert np.isfinite(run.data.state).all()


def test_the_last_sample_is_the_end_though_a_clock_of_many_steps_is_rounded():
    run = simulate(swimmer(), 60.0, controller=lambda now: None, method="dopri5", every=0.005, output=60.0, rtol=1e-4)
    assert run.data.time.values.tolist() == [0.0, 60.0]
