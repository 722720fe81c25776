"""Sensors of runs without a controller: the run is the same, the readings are what it records."""

from __future__ import annotations

import numpy as np
import pytest
from arms import swimmer
from tolerances import ROUNDING, assert_close

from elver import InputError, simulate
from elver.sensors import Encoder, JointTorque
from elver.simulation import Save, Solver

VALUES = {"torque.neck": 0.2}


def test_sensors_change_nothing_and_read_what_is_recorded():
    plain = simulate(swimmer(), 0.1, solver=Solver(dt=2e-3), parameters=VALUES)
    run = simulate(
        swimmer(), 0.1, solver=Solver(dt=2e-3), parameters=VALUES, sensors=[Encoder(delay=0.02), JointTorque(rate=50.0)], seed=1
    )
    assert np.array_equal(run.data.state, plain.data.state)
    assert_close(run.data.sensed_encoder.values[2:], plain.data.joint_position.values[:-2], ROUNDING)
    assert_close(run.data.sensed_joint_torque.values, plain.data.joint_torque.values, ROUNDING)
    assert run.data.sensed_encoder.attrs["units"] == "rad or m"
    assert [str(c) for c in run.data.channel_of_encoder.values] == ["angle of neck", "angle of waist"]
    assert (plain.data.input == np.array([0.2, 0.0])).all()


def test_readings_go_on_when_a_run_is_resumed():
    options = {"solver": Solver(dt=2e-3), "parameters": VALUES, "sensors": [Encoder(noise=0.1, rate=50.0, delay=0.03)], "seed": 1}
    whole = simulate(swimmer(), 0.2, **options)
    second = simulate(swimmer(), 0.1, resume=simulate(swimmer(), 0.1, **options), **options)
    assert np.array_equal(second.data.sensed_encoder, whole.data.sensed_encoder[10:])


def test_samples_of_sensors_may_lie_between_those_of_the_run():
    fine = simulate(swimmer(), 0.1, solver=Solver(dt=2e-3), save=Save(every=2e-3), parameters=VALUES)
    run = simulate(
        swimmer(),
        0.1,
        solver=Solver(dt=2e-3),
        save=Save(every=0.016),
        parameters=VALUES,
        sensors=[Encoder(rate=100.0, delay=0.006)],
    )
    steps = [0, 8, 16, 24, 32, 40, 48, 50]
    assert_close(run.data.time.values, fine.data.time.values[steps], ROUNDING)
    assert np.array_equal(run.data.state, fine.data.state[steps])
    newest = [max(k - 3, 0) // 5 * 5 for k in steps]
    assert_close(run.data.sensed_encoder.values, fine.data.joint_position.values[newest], ROUNDING)


def test_a_run_that_ends_between_samples_takes_none_early():
    options = {"save": Save(every=0.01), "parameters": VALUES, "sensors": [Encoder(rate=100.0)]}
    for method in ("rk4", "dopri5"):
        solver = Solver(method, dt=1e-3)
        first = simulate(swimmer(), 0.016, solver=solver, **options)
        assert_close(first.data.sensed_encoder[2], first.data.joint_position[1], ROUNDING)
        second = simulate(swimmer(), 0.014, solver=solver, resume=first, **options)
        assert_close(second.data.sensed_encoder[0], first.data.joint_position[1], ROUNDING)
        fine = simulate(swimmer(), 0.004, solver=solver, resume=first, **options)
        assert_close(second.data.sensed_encoder[1], fine.data.joint_position[-1], 1e-8)


def test_sensors_that_need_too_many_samples_are_refused():
    sensors = [Encoder(rate=333.333), JointTorque(rate=99.7)]
    with pytest.raises(InputError, match="multiples of a longer"):
        simulate(swimmer(), 1.0, solver=Solver(method="dopri5"), save=Save(every=0.01), sensors=sensors)
    with pytest.raises(InputError, match="GB of memory"):
        simulate(
            swimmer(),
            1e5,
            solver=Solver(method="dopri5"),
            save=Save(every=1.0),
            sensors=[Encoder(rate=1000.0), JointTorque(rate=999.0)],
        )


def test_periods_between_steps_are_refused():
    with pytest.raises(InputError, match="rate = 400 Hz"):
        simulate(swimmer(), 0.1, solver=Solver(dt=2e-3), sensors=[Encoder(rate=400.0)])
