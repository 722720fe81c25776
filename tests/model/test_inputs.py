"""A period that follows an input: the gait goes on where it is, at the rate of its present period."""

from __future__ import annotations

import numpy as np
import pytest
from floating_arm import WAVE, arm
from tolerances import assert_close

from elver import compile_model, simulate, with_inputs
from elver.drive import PD, CombinedGait, ParameterInput, PeriodicSpline, Serpenoid
from elver.drive.couplings import JointStops
from elver.model import assemble
from elver.model.validity import gait_samples
from elver.simulation import Save, Solver

FAST = {"solver": Solver(method="dopri5", rtol=1e-11, atol=1e-13), "save": Save(every=0.01), "progress": False}
TWO = CombinedGait(
    [
        Serpenoid(("j1",), amplitude=0.3, frequency=5.0),
        PeriodicSpline({"j2": (0.0, 0.3, -0.2, 0.1), "j3": (0.2, 0.0, 0.1, -0.1)}, 0.9, start=0.2),
    ]
)


@pytest.fixture(scope="module")
def swept():
    """The frequency of the wave falls to a third from 2 s on, the period of the spline grows by half."""
    model = with_inputs(
        arm(("driven",) * 3, gait=TWO),
        ParameterInput("gait.gaits.0.frequency", 1.0, 9.0, smooth=0.3),
        ParameterInput("gait.gaits.1.period", 0.5, 2.0, smooth=0.4),
    )
    program = compile_model(model)
    first = simulate(program, 2.0, **FAST)
    values = {"gait.gaits.0.frequency": 5.0 / 3, "gait.gaits.1.period": 1.35}
    return program, first, simulate(program, 3.0, parameters=values, resume=first, **FAST)


def test_rates_and_accelerations_are_derivatives_while_the_period_moves(swept):
    _, _, run = swept
    q, v, a = (run.data[name].values for name in ("joint_position", "joint_velocity", "joint_acceleration"))
    for value, slope in ((q[:, :1], v[:, :1]), (v[:, :1], a[:, :1]), (q, v)):  # a spline's third derivative jumps
        central = (value[:-4] - 8 * value[1:-3] + 8 * value[3:-1] - value[4:]) / 0.12
        assert_close(central, slope[2:-2], 1e-3 * np.abs(slope).max())
    assert run.summary["ledger_closure"] < 1e-7


def test_the_phase_grows_by_one_over_the_period(swept):
    """Each gait by its own clock; with the true time alone the wave would run backwards: t w' = -10 w at its fastest."""
    _, _, run = swept
    state = run.data.state
    t, w = run.data.time.values, state.sel(state_name="gait.gaits.0.frequency seen").values
    period = state.sel(state_name="gait.gaits.1.period seen").values
    turned = w * (t + state.sel(state_name="gait clock 1").values)
    strokes = (t + state.sel(state_name="gait clock 2").values - 0.2) / period
    for phase, rate in ((turned, w), (strokes, 1 / period)):
        central = (phase[:-4] - 8 * phase[1:-3] + 8 * phase[3:-1] - phase[4:]) / 0.12
        assert_close(central, rate[2:-2], 1e-4 * rate.max())
        assert (np.diff(phase) > 0).all()
    assert (np.diff(w * t) < 0).any()
    assert run.data.joint_position.values[:, 0] == pytest.approx(0.3 * np.sin(turned), abs=1e-9)


def test_held_periods_change_nothing(swept):
    """The clock of a gait that rests is the true time, and the motion that of the plain model."""
    program, first, _ = swept
    clocks = first.data.state.sel(state_name=["gait clock 1", "gait clock 2"])
    assert not clocks.values.any()
    plain = assemble(arm(("driven",) * 3, gait=TWO))
    x = first.data.state.values[-1]
    kept = [k for k, name in enumerate(program.equations.layout.names) if name in plain.layout.names]
    p = program.parameter_vector()
    rates = np.array(program.equations.rhs(2.0, x, p, [])).ravel()
    assert_close(rates[kept], np.array(plain.rhs(2.0, x[kept], [], [])).ravel(), 1e-12)
    assert not rates[[k for k in range(len(x)) if k not in kept]].any()


def test_without_a_moving_period_there_is_no_clock():
    model = with_inputs(arm(("driven",) * 3, gait=WAVE), ParameterInput("gait.offset", -1.0, 1.0, smooth=0.2))
    assert not [name for name in assemble(model).layout.names if "clock" in name]


def test_whoever_looks_at_the_gait_sees_it_at_rest():
    """Warnings about the gait's swing, and the search for stops, see inputs where they are held."""
    smooth = ParameterInput("gait.frequency", 1.0, 9.0, smooth=0.3)
    moved, plain = with_inputs(arm(("driven",) * 3, gait=WAVE), smooth), arm(("driven",) * 3, gait=WAVE)
    assert np.array_equal(gait_samples(moved), gait_samples(plain))
    stopped = arm(
        ("driven", "torque", "torque"),
        gait=WAVE,
        control=PD(3.0, 0.2),
        couplings={"stops": JointStops(("j2", "j3"), -0.4, 0.4, 10.0, 0.1)},
    )
    assert simulate(with_inputs(stopped, smooth), 0.05, progress=False).status == "finished"
