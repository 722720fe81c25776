"""Encoders and torque sensors against what a run records."""

from __future__ import annotations

import numpy as np
import pytest
from tolerances import ROUNDING, assert_close

from elver import InputError, simulate
from elver.sensors import Encoder, JointTorque
from swimmers import program, true_values


def test_joint_sensors_read_what_a_run_records():
    run = simulate(program(), 0.05)
    found = true_values(program(), run, Encoder(rates=True), Encoder("soft", name="soft"), JointTorque("neck"))
    assert_close(found["encoder"], np.hstack([run.data.joint_position, run.data.joint_velocity]), ROUNDING)
    assert_close(found["soft"][:, 0], run.data.joint_position.sel(joint="waist"), ROUNDING)
    assert_close(found["joint_torque"][:, 0], run.data.joint_torque.sel(joint="neck"), ROUNDING)
    assert Encoder(rates=True).labels(program().model)[2] == "rate of neck"


def test_errors_of_angles_and_rates_are_their_own():
    errors = Encoder(rates=True, noise=0.1, rate_noise=0.3, resolution=0.01).errors(program().model)
    assert errors.noise.tolist() == [0.1, 0.1, 0.3, 0.3]
    assert errors.resolution.tolist() == [0.01, 0.01, 0.0, 0.0]


def test_unknown_joints_are_refused():
    with pytest.raises(InputError, match="Did you mean 'waist'"):
        Encoder(("wast",)).labels(program().model)
