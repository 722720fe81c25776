"""Controllers in simulate: against stepping by hand, delays exact, what goes wrong, resuming."""

from __future__ import annotations

import numpy as np
import pytest
from arms import swimmer
from tolerances import ROUNDING, assert_close

from elver import InputError, load_run, simulate, stepper
from elver._support.errors import ControllerError
from elver.sensors import IMU, Encoder, JointTorque
from elver.simulation import Control, Save, Solver

ARGS = {"solver": Solver(dt=2e-3)}


def wave(now):
    """Torques that depend on time and state."""
    q = now.state[10:12]
    return 0.1 * np.sin(8 * now.time + np.arange(2)) - 0.2 * q


def test_a_controlled_run_is_stepping_by_hand():
    run = simulate(swimmer(), 0.2, control=Control(wave, every=0.02), **ARGS)
    by_hand = stepper(swimmer(), solver=Solver(dt=2e-3))
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
    assert run.summary["discretisation_error"] is None  # a controller cannot be asked again
    assert run.status == "finished"


def test_names_numbers_and_holding():
    calls = []

    def few(now):
        calls.append((now.time, now.step, now.inputs.tolist()))
        return {0: {"torque.waist": 0.1}, 1: None}.get(now.step, [0.2, 0.3])

    run = simulate(swimmer(), 0.08, control=Control(few, every=0.02), **ARGS)
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
        swimmer(),
        0.12,
        control=Control(control, every=0.02, delay=0.03),
        sensors=[Encoder(delay=0.014, rates=True)],
        save=Save(every=2e-3),
        **ARGS,
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
        (np.array([np.inf, 0]), "torque.neck = inf at 0.04 s"),
        (np.zeros(3), r"shape \(3,\) at 0.04 s"),
        ([0.0, 0.7], "Give a finite number from -0.5 to 0.5 N m, or out_of_bounds='clip'"),
        ({"torque.nek": 0.1}, "Did you mean 'torque.neck'"),
        ("left", "gives left at 0.04 s"),
        (np.array(["1", "0"]), "at 0.04 s. Give numbers"),
        (["1", 0.0], "gives torque.neck = '1' at 0.04 s. Give a number"),
        ([0.0, None], "= None at 0.04 s. Give a number"),
        ({"torque.neck": None}, "gives torque.neck = None at 0.04 s. Give a number; leave a name out to keep its value"),
        ({"torque.neck": "1"}, "gives torque.neck = '1' at 0.04 s"),
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
        simulate(
            swimmer(),
            0.1,
            control=Control(control, every=0.02, out_of_bounds="clip" if words.endswith("inf at 0.04 s") else "raise"),
            **ARGS,
        )
    run = caught.value.run
    assert run.status == "interrupted"
    assert run.data.time.values[-1] == pytest.approx(0.04)
    assert (run.data.input.values[:, 0] == 0.1).all()


def test_inputs_beyond_their_bounds_may_be_clipped():
    run = simulate(swimmer(), 0.04, control=Control(lambda now: [9.0, -9.0], every=0.02, out_of_bounds="clip"), **ARGS)
    assert (run.data.input == np.array([0.5, -0.5])).all()


def test_what_cannot_be_controlled_is_refused():
    for words, changes in (
        ("whole number of steps", {"control": Control(wave, every=0.003)}),
        ("delay", {"control": Control(wave, every=0.02, delay=-1.0)}),
        ("control is a function. Give elver.Control", {"control": wave}),
        ("seed = a", {"seed": "a"}),
        ("seed = 1.5", {"seed": 1.5}),
        ("seed = -1", {"seed": -1}),
        ("sensors", {"sensors": ["imu"]}),
    ):
        with pytest.raises(InputError, match=words):
            simulate(swimmer(), 0.04, **{**ARGS, "control": Control(wave, every=0.02), **changes})


def test_what_is_no_controller_is_refused():
    with pytest.raises(InputError, match="function of one argument"):
        Control(3.0)
    with pytest.raises(InputError, match="out_of_bounds"):
        Control(wave, out_of_bounds="wrap")


SENSORS = (Encoder(noise=0.01, rate=100.0, delay=0.03), IMU("tail", rate=50.0, gyro_walk=0.1), JointTorque(noise=0.02))


def noisy(now):
    return np.clip(-0.3 * now.sensed["encoder"] + 0.1 * np.cos(5 * now.time), -0.5, 0.5)


def test_resumed_runs_are_one_long_run(tmp_path):
    options = {**ARGS, "control": Control(noisy, every=0.02, delay=0.05), "sensors": SENSORS, "seed": 4}
    whole = simulate(swimmer(), 0.2, **options)
    first = simulate(swimmer(), 0.11, **options)
    second = simulate(swimmer(), 0.09, resume=load_run(first.save(tmp_path / "first.nc")), **options)
    for name in ("state", "sensed_encoder", "sensed_imu", "sensed_joint_torque"):
        assert np.array_equal(second.data[name], whole.data[name][11:]), name
    assert np.array_equal(second.data.input, whole.data.input[11:])
    assert np.abs(whole.data.input.values[-1]).max() > 0.01


def test_what_is_held_is_the_last_command_though_it_does_not_act_yet():
    def once(now):
        return {0: [0.1, 0.2], 2: {"torque.waist": 0.3}}.get(now.step)

    run = simulate(swimmer(), 0.1, control=Control(once, every=0.02, delay=0.04), **ARGS)
    assert run.data.input.values[:, 0].tolist() == [0.0] * 4 + [0.1] * 7
    assert run.data.input.values[:, 1].tolist() == [0.0] * 4 + [0.2] * 4 + [0.3] * 3


def test_a_resumed_run_reads_delayed_samples_from_before_the_seam():
    seen = []

    def control(now):
        seen.append((round(now.time, 6), now.sensed["encoder"].copy()))
        return [0.3, -0.2]

    options = {
        "solver": Solver(dt=1e-3),
        "control": Control(control, every=0.008),
        "save": Save(every=0.01),
        "sensors": [Encoder(delay=0.005)],
    }
    simulate(swimmer(), 0.04, **options)
    whole = dict(seen)
    seen.clear()
    simulate(swimmer(), 0.019, resume=simulate(swimmer(), 0.021, **options), **options)
    assert [t for t, _ in seen] == list(whole)
    for t, found in seen:
        assert np.array_equal(found, whole[t]), t
    assert np.abs(whole[0.024]).max() > 1e-4


@pytest.mark.parametrize("changes", [{"solver": Solver("dopri5", dt=1e-3)}, {"solver": Solver(dt=5e-4)}, {"control": None}])
def test_the_memory_of_sensors_counts_in_seconds(changes):
    def hold(now):
        return [0.3, -0.2]

    options = {
        "solver": Solver(dt=1e-3),
        "control": Control(hold, every=0.01),
        "save": Save(every=5e-3),
        "sensors": [Encoder(rate=100.0, delay=0.02)],
    }
    first = simulate(swimmer(), 0.105, **options)
    second = simulate(swimmer(), 0.055, resume=first, **{**options, **changes})
    true = np.vstack([first.data.joint_position[:-1], second.data.joint_position])
    expected = [true[max(k - 4, 0) // 2 * 2] for k in range(21, 33)]
    assert_close(second.data.sensed_encoder.values, np.array(expected), ROUNDING)
    with pytest.raises(InputError, match="other sensors"):
        simulate(swimmer(), 0.05, resume=first, **{**options, "sensors": [JointTorque(rate=100.0, delay=0.02)]})


def test_a_resumed_run_keeps_the_seed_and_inputs_on_their_way_act_without_the_controller():
    options = {"sensors": [Encoder(noise=0.1)], "solver": Solver(dt=2e-3), "save": Save(every=2e-3)}
    loop = {"control": Control(lambda now: [0.1 * now.step, 0.0], every=0.02, delay=0.03)}
    whole = simulate(swimmer(), 0.1, seed=3, **options, **loop)
    first = simulate(swimmer(), 0.05, seed=3, **options, **loop)
    second = simulate(swimmer(), 0.05, resume=first, **options)
    assert second.data.input.values[:, 0].tolist() == [0.1] * 10 + [0.2] * 16  # given at 0.02 and 0.04 s
    assert np.array_equal(second.data.sensed_encoder[:11], whole.data.sensed_encoder[25:36])
    assert second.data.attrs["seed"] == "3"


def test_noise_without_a_rate_is_that_of_the_time():
    runs = [
        simulate(swimmer(), 0.04, solver=Solver(dt=dt), save=Save(every=0.01), sensors=[Encoder(noise=0.1)], seed=1)
        for dt in (1e-3, 2e-3)
    ]
    runs.append(
        simulate(swimmer(), 0.04, control=Control(lambda now: None, every=0.02), sensors=[Encoder(noise=0.1)], seed=1, **ARGS)
    )
    for run in runs[1:]:
        assert_close(run.data.sensed_encoder, runs[0].data.sensed_encoder, ROUNDING)
    assert np.abs(runs[0].data.sensed_encoder).min() > 1e-4


def test_runs_repeat_by_seed():
    runs = [
        simulate(swimmer(), 0.1, control=Control(noisy, every=0.02), sensors=SENSORS, seed=seed, **ARGS) for seed in (1, 1, 2)
    ]
    assert np.array_equal(runs[0].data.state, runs[1].data.state)
    assert not np.array_equal(runs[0].data.state, runs[2].data.state)
    assert runs[0].data.attrs["seed"] == "1"


def test_adaptive_methods_take_controllers_too():
    fine = simulate(swimmer(), 0.2, control=Control(wave, every=0.02), solver=Solver(dt=2e-4))
    found = simulate(swimmer(), 0.2, control=Control(wave, every=0.02), solver=Solver(method="dopri5", rtol=1e-9, atol=1e-11))
    assert_close(found.data.time, fine.data.time, ROUNDING)
    assert_close(found.data.state, fine.data.state, 1e-7)


def test_a_machine_that_runs_away_keeps_its_good_part():
    def wild(now):
        return {"torque.neck": 0.5 if now.step % 2 else -0.5}

    run = simulate(
        swimmer(),
        40.0,
        control=Control(wild, every=1.0),
        solver=Solver(dt=0.2, method="rk4"),
        save=Save(every=2.0),
        sensors=[Encoder()],
    )
    assert run.status == "diverged"
    assert 0 < run.data.time.values[-1] < 5
    assert np.isfinite(run.data.state).all()
    assert_close(run.data.sensed_encoder, run.data.joint_position, ROUNDING)


def test_a_run_that_ends_between_ticks_has_nothing_to_read_there():
    run = simulate(
        swimmer(),
        40.0,
        parameters={"torque.neck": 0.5},
        solver=Solver(dt=0.2, method="rk4"),
        save=Save(every=2.0),
        sensors=[Encoder()],
    )
    assert run.status == "diverged"
    assert run.data.time.values[-1] % 2.0 > 0.1
    assert np.isnan(run.data.sensed_encoder.values[-1]).all()
    assert np.isfinite(run.data.sensed_encoder.values[:-1]).all()


def test_the_last_sample_is_the_end_though_a_clock_of_many_steps_is_rounded():
    run = simulate(
        swimmer(),
        60.0,
        control=Control(lambda now: None, every=0.005),
        solver=Solver(method="dopri5", rtol=1e-4),
        save=Save(every=60.0),
    )
    assert run.data.time.values.tolist() == [0.0, 60.0]

    def ending(now):
        if now.step == 400:
            raise ValueError

    with pytest.raises(ControllerError) as caught:
        simulate(
            swimmer(),
            60.0,
            solver=Solver(dt=0.007, method="dopri5", rtol=1e-4),
            control=Control(ending, every=0.005),
            save=Save(every=60.0),
        )
    assert caught.value.run.data.time.values.tolist() == [0.0, 2.0]
