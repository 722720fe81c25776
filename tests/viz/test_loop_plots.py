"""Figures of inputs and readings: they are there where a run has them, and draw what it holds."""

from __future__ import annotations

import numpy as np
from arms import swimmer

from elver import Body, Model, Robot, simulate
from elver.robot import Box
from elver.sensors import IMU, Encoder
from elver.simulation import Control, Solver
from elver.viz.plots import pictures_of
from elver.viz.run_figures import MOST_LINES, channel_unit, few, inputs, sensors


def test_inputs_and_readings_are_drawn():
    run = simulate(
        swimmer(),
        0.06,
        solver=Solver(dt=2e-3),
        control=Control(lambda now: [0.01 * now.step, -0.1], every=0.02),
        sensors=[Encoder(), IMU(rate=50.0)],
    )
    assert {"inputs", "sensors"} <= set(pictures_of(run))
    curves = inputs(run).axes[0].get_lines()
    assert np.array_equal(curves[0].get_ydata(), run.data.input.values[:, 0])
    panels = sensors(run).axes
    assert [len(axis.get_lines()) for axis in panels] == [2, 3, 3]
    assert [axis.get_ylabel() for axis in panels] == ["encoder\n[deg]", "imu\n[m/s^2]", "imu\n[deg/s]"]
    assert np.allclose(panels[0].get_lines()[1].get_ydata(), np.degrees(run.data.sensed_encoder.values[:, 1]))
    turning = run.data.sensed_imu.values[:, 3:]
    assert np.allclose(panels[2].get_lines()[2].get_ydata(), np.degrees(turning[:, 2]), equal_nan=True)


def test_channels_have_units_of_their_own():
    """A sensor may read lengths and angles, and a joint may slide."""
    data = simulate(swimmer(), 0.01, solver=Solver(dt=2e-3)).data
    slid = data.assign(joint_type=("joint", np.array(["prismatic", *data.joint_type.values[1:]], dtype=object)))
    first = str(data.joint.values[0])
    both = "rad or m, rad/s or m/s"
    assert [channel_unit(data, f"{word} of {first}", both) for word in ("angle", "rate")] == ["rad", "rad/s"]
    assert [channel_unit(slid, f"{word} of {first}", both) for word in ("angle", "rate")] == ["m", "m/s"]
    assert [channel_unit(data, f"{word} of nose", "m, rad") for word in ("x", "heading")] == ["m", "rad"]
    assert channel_unit(data, "salt of nose", "m, rad") == "m, rad"  # of a sensor that nobody here knows


def test_a_run_without_has_no_such_figures():
    box = Model("box", Robot("box", [Body.solid("b", Box(1, 1, 1), 1.0)]))
    assert not {"inputs", "sensors"} & set(pictures_of(simulate(box, 0.02)))


def test_many_names_become_a_few():
    names = [f"j{k}" for k in range(36)]
    assert len(few(names)) == MOST_LINES
    assert (few(names)[0], few(names)[-1]) == ("j0", "j35")
