"""The moth on its periodic orbit: what a run starts with, trims, sensitivities, schemes, and what is said where there is none."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from ready_models import ready
from tolerances import assert_close

from elver import InputError, compile_model, scenario, simulate
from elver.analysis import find_orbit
from elver.cli.main import main
from elver.drive import Flapping
from elver.simulation import Save, Solver, sensitivities
from elver.simulation.derivatives.forward import flow

PERIOD = 0.04
FREE = ("wing.twist_tip", "gait.amplitude", "gait.frequency")
KEYS = {
    "orbit_residual", "vertical_drift", "floquet_max", "peak_stroke_torque", "power_per_wing", "specific_power",
    "tip_twist_amplitude", "tip_bending_amplitude", "tip_bending_with_stroke_amplitude", "pitch_amplitude",
}  # fmt: skip
# Truncation. Two schemes of order four at 400 steps a period; the wings' fastest mode turns by half a radian in a step.
SCHEMES = 5e-4


@pytest.fixture(scope="module")
def program():
    return compile_model(scenario("moth").prepared(free=FREE))


def test_a_run_starts_on_the_orbit():
    """Five periods: all alike, in the sagittal plane, hovering, and the air carries the weight."""
    run = simulate(ready("moth"), 5 * PERIOD, solver=Solver(dt=1e-4))  # a hundred samples per period
    summary = run.summary
    assert set(summary) >= KEYS
    assert summary["orbit_residual"] < 1e-9
    assert summary["floquet_max"] == pytest.approx(1.18867, abs=1e-5)
    assert summary["vertical_drift"] == pytest.approx(-0.0036132, abs=1e-7)
    assert summary["mean_lift"] == pytest.approx(9.81 * summary["mass"], rel=1e-4)
    angles = run.data.joint_position.values
    assert angles[:101] == pytest.approx(angles[400:], abs=1e-9)
    # forth is back: half a period later the machine is its own image before and behind
    assert summary["final_position"][0] == pytest.approx(0, abs=1e-11)
    assert angles[50] == pytest.approx(-angles[0], abs=1e-9)


def test_metrics_of_the_orbit_are_those_of_a_run_on_it(program):
    """Neither from rest nor with free parameters, whose other values have another orbit."""
    model = scenario("moth").build({"start": "rest"})
    for summary in (
        simulate(model, 0.01, solver=Solver(dt=1e-4)).summary,
        simulate(program, 0.01, solver=Solver(dt=1e-4)).summary,
    ):
        assert not {"orbit_residual", "floquet_max"} & set(summary)
        assert "vertical_drift" in summary


@pytest.mark.parametrize(
    ("parameter", "value"), [("wing.twist_tip", 9.05359e-4), ("gait.amplitude", 0.721155), ("gait.frequency", 157.1308)]
)
def test_hovering_by_each_parameter(program, parameter, value):
    """All three trims lie within 1 % of the scenario."""
    problem, shooting = scenario("moth").orbit(program.model)
    orbit = find_orbit(program, replace(problem, trim=(parameter,), conditions={"vz": 0.0}), shooting=shooting)
    assert orbit.converged
    assert orbit.residual < 1e-9
    assert abs(orbit.drift.velocity[2]) < 1e-9
    assert orbit.parameters[parameter] == pytest.approx(value, rel=1e-5)


def test_sensitivities_of_one_period(program):
    """By parameters and states at the start of the orbit, against central differences of whole periods."""
    states, names = ["base vz", "base wy", "angle of right_twist3"], list(program.equations.layout.names)
    found = sensitivities(program, PERIOD, solver=Solver(dt=1e-4), states=states, free=FREE)
    p, x, motion = program.parameter_vector(), program.initial_state(program.parameter_vector()), slice(0, 41)
    for k, name in enumerate(found.columns):
        dx, dp, step = np.zeros(len(x)), np.zeros(len(p)), 1e-6
        if name in FREE:
            dp[FREE.index(name)] = step = 1e-6 * p[FREE.index(name)]
        else:
            dx[names.index(name)] = step
        ends = [flow(program, p + s * dp, x + s * dx, 0, 1e-4, 400).end for s in (1, -1)]
        difference = (ends[0] - ends[1]) / (2 * step)
        assert np.abs(difference[motion]).max() > 1e-3
        assert_close(found.matrix[motion, k], difference[motion], 1e-6)


def test_the_authors_scheme_stays_on_the_orbit(program):
    """Adams and Bashforth's predictor and Adams and Moulton's corrector against RK4 over one period, from the same start."""
    runs = [
        simulate(program, PERIOD, solver=Solver(dt=1e-4, method=method), save=Save(every=1e-3)).data
        for method in ("rk4", "adams")
    ]
    for variable in ("joint_position", "base_position", "base_twist"):
        one, other = (run[variable].values for run in runs)
        assert_close(other, one, SCHEMES)
        assert np.abs(one).max() > 1e-3


def test_where_no_orbit_is_found_the_way_out_is_told(capsys):
    """Without damping the wings ring for ever."""
    assert main(["run", "moth", "--set", "wing.damping=0", "--json"]) == 1
    printed = capsys.readouterr()
    assert "start=rest needs no orbit; `elver orbit moth --continue wing.damping=1e-05:0`" in printed.err
    assert not printed.out


def test_the_printed_stiffness_climbs(program):
    """With k_t^2 = 9e-3 as printed there is an orbit too, and a search from rest finds it."""
    problem, shooting = scenario("moth").orbit(program.model)
    orbit = find_orbit(program, problem, parameters={"wing.twist_tip": 9e-3}, shooting=shooting)
    assert orbit.converged
    assert orbit.drift.velocity[2] == pytest.approx(0.66399, abs=1e-5)
    assert np.degrees(orbit.run().summary["tip_twist_amplitude"]) == pytest.approx(54.7, abs=0.1)


def test_joints_without_law_or_motion_are_refused():
    model = scenario("moth").build({"start": "rest"})
    laws = {name: law for name, law in model.elastic.items() if name != "left_twist3"}
    with pytest.raises(InputError, match="'left_twist3' is passive but model 'moth' has no elastic law"):
        replace(model, elastic=laws)
    with pytest.raises(InputError, match="'left_stroke' is driven but the gait gives it no motion"):
        compile_model(replace(model, gait=Flapping(("right_stroke",), (), 0.7, 157.0)))


def test_people_read_about_drift_and_orbit(capsys, tmp_path):
    assert main(["run", "moth", "--no-figures", "--out", str(tmp_path / "moth")]) == 0
    out = capsys.readouterr().out
    assert "vertical drift     -0.003613 m/s" in out
    assert "largest Floquet multiplier 1.189" in out
