"""Sensors on bodies against numerical derivatives of recorded positions, and against what a run records."""

from __future__ import annotations

import numpy as np
import pytest
from tolerances import ROUNDING, assert_close

from elver import InputError, simulate, with_inputs
from elver.drive import ParameterInput
from elver.model import assemble
from elver.scenarios import scenario
from elver.sensors import IMU, Depth, Position, SpeedLog
from elver.simulation import Save, Solver
from swimmers import CURRENT, program, swimmer, true_values

AT, STEP = (0.15, 0.01, -0.02), 1e-3


@pytest.fixture(scope="module")
def run():
    return simulate(program(), 0.2, solver=Solver(dt=STEP), save=Save(every=STEP))


def rotations(run, body):
    """World from body at every sample."""
    w, x, y, z = run.data.body_quaternion.sel(body=body).values.T
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), -1, 0)


def place(run, body):
    return run.data.body_position.sel(body=body).values + rotations(run, body) @ np.array(AT)


@pytest.mark.parametrize("body", ["nose", "tail"])
def test_imu_against_differences_of_recorded_positions(run, body):
    found = true_values(program(), run, IMU(body, at=AT))["imu"][2:-2]
    x, R = place(run, body), rotations(run, body)
    a = (-x[4:] + 16 * x[3:-1] - 30 * x[2:-2] + 16 * x[1:-3] - x[:-4]) / (12 * STEP**2)
    expected = np.einsum("tji,tj->ti", R[2:-2], a + np.array([0.0, 0.0, 9.81]))
    assert np.abs(a).max() > 0.3  # something moves
    assert np.abs(found[:, :3] - expected).max() < 2e-7 * np.abs(expected).max()  # fourth order, h = 1 ms; rounding / h^2
    turned = np.einsum("tji,tjk->tik", R[:-2], R[2:])  # over two steps
    rate = np.stack([turned[:, 2, 1] - turned[:, 1, 2], turned[:, 0, 2] - turned[:, 2, 0], turned[:, 1, 0] - turned[:, 0, 1]], 1)
    assert np.abs(found[:, 3:] - rate[1:-1] / (4 * STEP)).max() < 1e-3 * np.abs(found[:, 3:]).max()  # second order


def test_gravity_of_the_imu_is_the_model_s_unless_given(run):
    own, none = (true_values(program(), run, IMU("tail", gravity=g))["imu"] for g in (None, 0.0))
    down = rotations(run, "tail")[:, 2, :]
    assert_close(own[:, :3] - none[:, :3], 9.81 * down, ROUNDING)


def test_depth_position_and_heading(run):
    found = true_values(program(), run, Depth("tail", at=AT, surface=0.5), Position("tail", at=AT, heading=True))
    x, R = place(run, "tail"), rotations(run, "tail")
    assert_close(found["depth"][:, 0], 0.5 - x[:, 2], ROUNDING)
    assert_close(found["position"][:, :3], x, ROUNDING)
    assert_close(found["position"][:, 3], np.arctan2(R[:, 1, 0], R[:, 0, 0]), ROUNDING)


def test_speed_through_the_water(run):
    found = true_values(program(), run, SpeedLog("tail", at=AT))["speed_log"][1:-1]
    x, R = place(run, "tail"), rotations(run, "tail")
    over_ground = (x[2:] - x[:-2]) / (2 * STEP)
    expected = np.einsum("tji,tj->ti", R[1:-1], over_ground - CURRENT)
    assert np.abs(found - expected).max() < 1e-4  # second order
    assert np.abs(found - np.einsum("tji,tj->ti", R[1:-1], over_ground)).max() > 0.05  # the current counts


def test_an_imu_on_impacts_is_refused():
    from elver.model import assemble

    model = scenario("aiko-obstacles").build()
    with pytest.raises(InputError, match="gyro_only"):
        IMU().graph(assemble(model))


def test_bad_sensors_are_refused():
    with pytest.raises(InputError, match="rate"):
        IMU(density=0.01)
    with pytest.raises(InputError, match="noise"):
        Depth(noise=-1.0)
    with pytest.raises(InputError, match="Did you mean 'tail'"):
        Depth("tial").labels(program().model)
    with pytest.raises(InputError, match="medium with a current"):
        SpeedLog(medium="watr").graph(program().equations)


def test_a_smoothed_current_is_read_as_the_machine_sees_it():
    """The command is 1 m/s at once; the water takes half a second."""
    model = with_inputs(swimmer(), ParameterInput("forces.water.current.0", -2, 2, smooth=0.5))
    one = model.inputs["forces.water.current.0"]
    assert (one.unit, one.parameter.wanted) == ("m/s", "a finite number from -2 to 2 m/s")
    graph, layout = SpeedLog().graph(assemble(model)), assemble(model).layout
    x = np.array(assemble(model).initial(0.0, [0.05], [])).ravel()
    x[list(layout.names).index("forces.water.current.0 seen")] = 0.3
    still, moved = (np.array(graph(0.0, x, [command], [])).ravel() for command in (0.05, 1.0))
    assert still.tolist() == moved.tolist()
    x[list(layout.names).index("forces.water.current.0 seen")] = 0.4
    assert np.array(graph(0.0, x, [0.05], [])).ravel()[0] - still[0] == pytest.approx(-0.1)
