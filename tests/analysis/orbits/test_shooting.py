"""The Jacobian of the shooting equations against differences of their residual."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from orbit_machines import VanDerPol, four_bar, rower, slide
from tolerances import assert_close

from elver import compile_model, scenario
from elver.analysis import Mirror, OrbitProblem, Shooting
from elver.analysis.orbits.find import set_up

SHORT = Shooting(steps=100, transient=1.0)
STRAIGHT = {"links": 3, "control": "computed"}
TURNING = {"links": 3, "control": "computed", "gait.offset": 0.2}


def eel():
    return scenario("eel").build(
        {"body.joints": 3, "gait.yaw_offset": 0.1, "body.density": 1010.0}, free=["gait.period", "gait.amplitude"]
    )


CASES = {
    "plain": (eel, OrbitProblem(), 1),
    "segments": (eel, OrbitProblem(), 4),
    "trim": (eel, OrbitProblem(trim=["gait.amplitude", "gait.period"], conditions={"speed": 0.3, "turn": 0.05}), 1),
    "trim in segments": (eel, OrbitProblem(trim=["gait.period"], conditions={"vx": 0.3}), 2),
    "state": (eel, OrbitProblem(trim=["gait.amplitude"], conditions={"base vx": -0.3}), 1),
    "turning": (lambda: scenario("swimmer").build(TURNING), OrbitProblem(), 2),
    "loop": (
        lambda: four_bar().freed("gait.amplitude", "gait.period"),
        OrbitProblem(trim=["gait.amplitude", "gait.period"], conditions={"angle of crank": 0.5, "period": 1.1}),
        2,
    ),
    "free period": (lambda: slide(VanDerPol(), 2.0), OrbitProblem(period=6.0, free_period=True), 2),
    "half": (lambda: scenario("swimmer").build(STRAIGHT), OrbitProblem(mirror=Mirror("y", sign=-1, half=True)), 2),
    "mirror": (rower, OrbitProblem(mirror=Mirror("y", {"left tip": "right tip"}, sign=-1)), 2),
}


REPEATED = ("trim in segments", "state", "turning")  # of what the rest tests one by one


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.long] * (name in REPEATED)) for name in CASES])
def test_jacobian(name):
    model, problem, segments = CASES[name]
    setting = set_up(compile_model(model()), problem, replace(SHORT, segments=segments), None)
    system = setting.system
    at = system.guess(setting.state, setting.period, setting.parameters)
    here = system.evaluate(at, True)
    scales = here.unknown_scales, here.equation_scales
    assert here.jacobian.shape == (len(system.equations), len(system.unknowns))
    assert len(system.equations) == len(system.unknowns)
    phase = [k for k, e in enumerate(system.equations) if e == "phase"]
    for k in range(len(system.unknowns)):
        step = np.zeros(len(system.unknowns))
        step[k] = 1e-6
        ends = [system.evaluate(system.moved(at, sign * step * scales[0]), False, scales).residual for sign in (1, -1)]
        column, difference = np.delete(here.jacobian[:, k], phase), np.delete((ends[0] - ends[1]) / 2e-6, phase)
        gap = np.abs(
            here.residual
        ).max()  # the turn's own Jacobian is left out: an error of the residual's size, gone at the orbit
        assert_close(column, difference, 1e-6 + gap, scale=max(np.abs(difference).max(), 1e-3))
        assert np.abs(difference).max() > 1e-9


def test_at_the_orbit_the_jacobian_is_exact():
    from elver.analysis.orbits.newton import solve

    setting = set_up(compile_model(eel()), OrbitProblem(), replace(SHORT, segments=2), None)
    system = setting.system
    solution = solve(system, system.guess(setting.state, setting.period, setting.parameters), 1e-12, 20)
    at, here = solution.at, solution.evaluation
    assert solution.status == "converged"
    scales = here.unknown_scales, here.equation_scales
    for k in range(len(system.unknowns)):
        step = np.zeros(len(system.unknowns))
        step[k] = 1e-6
        ends = [system.evaluate(system.moved(at, sign * step * scales[0]), False, scales).residual for sign in (1, -1)]
        assert_close(here.jacobian[:, k], (ends[0] - ends[1]) / 2e-6, 1e-6, scale=1.0)
