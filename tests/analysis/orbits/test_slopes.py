"""Slopes of orbits against central differences of orbits found anew, and against what is known without any."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from orbit_machines import Crank, Duffing, Push, VanDerPol, duffing_period, four_bar, rower, slide
from scipy.integrate import solve_ivp
from tolerances import assert_close

from elver import InputError, compile_model, scenario
from elver._support.errors import NoOrbitError
from elver.analysis import Mirror, OrbitProblem, Shooting, find_orbit, orbit_slopes


def eel():
    changes = {"body.joints": 3, "gait.yaw_offset": 0.1, "body.density": 1010.0}
    return scenario("eel").build(changes, free=["gait.period", "gait.amplitude", "water.friction"])


def stiff_swimmer():
    return scenario("swimmer").build({"links": 3}, free=["water.friction", "gait.amplitude"])


def turning_swimmer():
    return scenario("swimmer").build({"links": 3, "control": "computed", "gait.offset": 0.2}, free=["gait.offset"])


CASES = {
    "eel in a waited ramp": (eel, OrbitProblem(), Shooting(steps=60), None),
    "eel in segments": (eel, OrbitProblem(), Shooting(steps=60, segments=3), ["gait.period"]),
    "trimmed": (
        eel,
        OrbitProblem(trim=["gait.amplitude"], conditions={"speed": 0.1365}),
        Shooting(steps=60),
        ["gait.period", "water.friction"],
    ),
    "stiff": (stiff_swimmer, OrbitProblem(), Shooting(steps=40), None),
    "turning": (turning_swimmer, OrbitProblem(), Shooting(steps=60), None),
    "loop": (lambda: four_bar(Crank(ramp=0.5)).freed("gait.amplitude", "gait.period"), OrbitProblem(), Shooting(steps=60), None),
    "mirror": (
        lambda: rower().freed("elastic.stiffness"),
        OrbitProblem(mirror=Mirror("y", {"left tip": "right tip"}, sign=-1)),
        Shooting(steps=60),
        None,
    ),
    "half": (
        lambda: scenario("swimmer").build({"links": 3, "control": "computed"}, free=["water.friction"]),
        OrbitProblem(mirror=Mirror("y", sign=-1, half=True)),
        Shooting(steps=60),
        None,
    ),
    "period of a function": (
        lambda: slide(Duffing()).freed("elastic.frequency", "elastic.cubic"),
        OrbitProblem(period=duffing_period),
        Shooting(steps=100),
        None,
    ),
}


def differences(program, problem, shooting, orbit, name):
    """Central differences of every figure of orbits that begin at this one."""

    def figures(value):
        changed = {**orbit.parameters, name: value}
        near = find_orbit(program, problem, parameters=changed, shooting=replace(shooting, initial_state=orbit.state))
        assert near.converged
        world = near.chart.axes @ near.drift.velocity
        return near.period, np.array([*world, near.drift.turn_rate]), near.states, [*near.parameters.values()]

    d = 1e-4 * orbit.parameters[name]
    above, below = figures(orbit.parameters[name] + d), figures(orbit.parameters[name] - d)
    return [(np.array(a) - np.array(b)) / (2 * d) for a, b in zip(above, below, strict=True)]


REPEATED = ("eel in a waited ramp", "turning", "half")  # other machines of what the rest tests


@pytest.mark.parametrize("case", [pytest.param(name, marks=[pytest.mark.long] * (name in REPEATED)) for name in CASES])
def test_slopes_are_those_of_orbits_found_anew(case):
    build, problem, shooting, names = CASES[case]
    program = compile_model(build())
    near = find_orbit(program, problem, shooting=shooting).state
    close = replace(shooting, initial_state=near, transient=0, tolerance=1e-13)
    orbit = find_orbit(program, problem, shooting=close)
    found = orbit_slopes(orbit, names)
    for k, name in enumerate(found.names):
        period, drift, states, parameters = differences(program, problem, close, orbit, name)
        assert_close(found.period[k], period, 1e-6, scale=1.0)
        world = orbit.chart.axes @ found.velocity[k]
        assert_close([*world, found.turn_rate[k]], drift, 1e-6, scale=max(np.abs(drift).max(), 1e-2))
        assert_close(found.states[:, k], states, 1e-6, scale=np.abs(states).max())
        assert np.abs(states).max() > 1e-6
        for trim, slopes in found.trimmed.items():
            assert_close(slopes[k], parameters[list(orbit.parameters).index(trim)], 1e-6)
    assert_close(found.state, found.states[0], 1e-15)
    assert_close(found.times[-1] - found.times[0], found.period, 1e-12, scale=1.0)


def test_period_of_van_der_pol_by_its_damping():
    """dT/dmu by an independent integrator: events of its own, and differences of the period."""

    def period(mu):
        law = lambda t, y: [y[1], mu * (1 - y[0] ** 2) * y[1] - y[0]]  # noqa: E731
        top = lambda t, y: y[1]  # noqa: E731
        top.direction = -1
        run = solve_ivp(law, (0, 80), [2.0, 0.0], events=top, rtol=1e-12, atol=1e-13, method="DOP853")
        return run.t_events[0][-1] - run.t_events[0][-2]

    orbit = find_orbit(
        slide(VanDerPol(), 2.0).freed("elastic.mu"), OrbitProblem(period=6.6, free_period=True), shooting=Shooting(steps=1000)
    )
    found = orbit_slopes(orbit)
    d = 0.02
    coarse, fine = ((period(1 + s) - period(1 - s)) / (2 * s) for s in (d, d / 2))
    assert_close(found.period, [(4 * fine - coarse) / 3], 1e-6)
    flow = orbit.states[1] - orbit.states[-2]  # the start moves across the flow
    assert abs(found.state[0] @ flow) < 1e-4 * np.linalg.norm(found.state[0]) * np.linalg.norm(flow)


def test_multipliers_of_duffing_by_its_stiffness():
    program = compile_model(slide(Duffing()).freed("elastic.cubic", "elastic.damping", "elastic.frequency"))
    problem, shooting = OrbitProblem(period=duffing_period), Shooting(steps=400, tolerance=1e-13)
    orbit = find_orbit(program, problem, shooting=replace(shooting, transient=20))
    near = replace(shooting, initial_state=orbit.state)
    found = orbit_slopes(orbit)
    assert found.multipliers.shape == (3, 2)
    for k, name in enumerate(found.names):
        d = 1e-3 * orbit.parameters[name]
        ends = [
            find_orbit(program, problem, parameters={**orbit.parameters, name: orbit.parameters[name] + s * d}, shooting=near)
            for s in (1, -1)
        ]
        difference = (ends[0].multipliers - ends[1].multipliers) / (2 * d)
        assert np.abs(found.multipliers[k] - difference).max() < 1e-5
        assert found.multiplier_errors[k].max() < 1e-5
    # Liouville: the product of the multipliers is exp(-damping T), whatever the orbit
    a, b = orbit.multipliers
    change = (found.multipliers * np.array([b, a])).sum(axis=1).real
    product, T = math.exp(-0.2 * orbit.period), orbit.period
    assert_close(change, [0.0, -T * product, 0.2 * T / orbit.parameters["elastic.frequency"] * product], 1e-7, scale=1.0)


def test_multipliers_that_meet_have_no_slopes():
    """Critical damping: the two multipliers of a linear oscillator become one."""
    model = slide(Duffing(damping=2.0, cubic=0.0)).freed("elastic.damping")
    found = orbit_slopes(find_orbit(model, OrbitProblem(period=2 * math.pi / 1.2), shooting=Shooting(steps=100, transient=0)))
    assert np.isnan(found.multipliers).all()
    assert np.isinf(found.multiplier_errors).all()


def test_mean_output_by_parameters():
    from elver.analysis import mean_output

    program = compile_model(slide(Duffing()).freed("elastic.cubic", "elastic.frequency"))
    problem, shooting = OrbitProblem(period=duffing_period), Shooting(steps=100, tolerance=1e-13)
    orbit = find_orbit(program, problem, shooting=replace(shooting, transient=20))
    near = replace(shooting, initial_state=orbit.state)
    found = orbit_slopes(orbit)
    value, slopes = mean_output(found, "kinetic_energy")
    weights = np.full(101, 0.01)
    weights[[0, -1]] *= 0.5
    assert_close(value, [weights @ (0.5 * orbit.states[:, 1] ** 2)], 1e-12)
    for k, name in enumerate(found.names):
        d = 1e-4 * orbit.parameters[name]
        ends = []
        for s in (1, -1):
            values = {**orbit.parameters, name: orbit.parameters[name] + s * d}
            there = find_orbit(program, problem, parameters=values, shooting=near)
            ends.append(weights @ (0.5 * there.states[:, 1] ** 2))
        assert_close(slopes[k], [(ends[0] - ends[1]) / (2 * d)], 1e-6)
    with pytest.raises(InputError, match="recorded quantity"):
        mean_output(found, "kinetic energies")


def test_what_has_no_slopes():
    model = slide(Duffing()).freed("elastic.cubic", "elastic.force")
    problem, shooting = OrbitProblem(period=2 * math.pi / 1.2), Shooting(steps=100)
    trim = replace(problem, trim="elastic.force", conditions={"angle of slide": 0.4})
    trimmed = find_orbit(model, trim, shooting=shooting)
    with pytest.raises(InputError, match=r"'elastic\.force' was trimmed"):
        orbit_slopes(trimmed, "elastic.force")
    with pytest.raises(InputError, match="unknown free parameter"):
        orbit_slopes(trimmed, ["elastic.cubid"])
    with pytest.raises(InputError, match="no parameter is free"):
        orbit_slopes(find_orbit(slide(Duffing()), problem, shooting=shooting))
    with pytest.raises(NoOrbitError):
        orbit_slopes(find_orbit(slide(Push()).freed("elastic.force"), OrbitProblem(period=1.0)))
