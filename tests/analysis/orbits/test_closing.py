"""Orbits of machines with closed loops: trial states, steps and derivatives that keep the loops closed."""

from __future__ import annotations

import math

import numpy as np
import pytest
from mechanisms import FourBar
from orbit_machines import Crank, engine, four_bar
from tolerances import ROUNDING, assert_close

from elver import InputError, compile_model, simulate
from elver.analysis import Mirror, OrbitProblem, Shooting, find_orbit, follow_orbit
from elver.analysis.orbits.coordinates import LocalCoordinates, closed, follow
from elver.analysis.orbits.find import set_up
from elver.analysis.orbits.symmetry import find_symmetry, first_period, rates, trial_states
from elver.simulation import Save, Solver
from elver.simulation.derivatives.forward import flow

STEPS = 400
SHORT = FourBar(ground=1.0, crank=0.8, coupler=0.5, rocker=0.6)  # its crank cannot pass 1.299 rad
LIMIT = math.acos((1.0 + 0.8**2 - (0.5 + 0.6) ** 2) / (2 * 0.8))


@pytest.fixture(scope="module")
def program():
    return compile_model(four_bar(gains=(60.0, 0.6)))


@pytest.fixture(scope="module")
def orbit(program):
    return find_orbit(program, shooting=Shooting(transient=0))


def placed(x: np.ndarray, bars: FourBar) -> np.ndarray:
    """A state of the four-bar with its guesses by the cosine rule."""
    x = x.copy()
    x[2:4] = bars.positions(x[0])[1:]
    return x


def test_the_orbit_is_what_a_long_simulation_reaches(program, orbit):
    assert orbit.converged
    assert orbit.iterations >= 2
    assert orbit.residual < 1e-9
    run = simulate(program, 20.0, solver=Solver(dt=1 / STEPS, method="rk4"), save=Save(every=1.0))
    ends = run.data.state.values[-2:, :4]
    assert_close(ends[0], ends[1], 1e-8)  # it has settled
    assert_close(orbit.state[:4], ends[1], 1e-8)
    assert np.ptp(orbit.states[:, 3]) > 0.1  # the rocker swings
    assert_close(
        find_orbit(program, OrbitProblem(period=1.0), shooting=Shooting(segments=4, transient=0)).state[:4], orbit.state[:4], 1e-9
    )


def test_the_start_of_the_orbit_closes_its_loop(orbit):
    assert_close(orbit.state, placed(orbit.state, FourBar()), ROUNDING)


def test_monodromy_against_differences_of_the_return_map(program, orbit):
    """Guesses by elementary geometry on both sides."""
    assert orbit.coordinates == ("angle of crank", "rate of crank")
    ends, h = [], 1e-4
    for k in range(2):
        for sign in (1, -1):
            x = orbit.state.copy()
            x[k] += sign * h
            ends.append(flow(program, np.zeros(0), placed(x, FourBar()), 0, 1 / STEPS, STEPS).end[:2])
    difference = np.column_stack([ends[0] - ends[1], ends[2] - ends[3]]) / (2 * h)
    assert np.abs(difference).max() > 1e-2
    assert_close(orbit.monodromy, difference, 1e-6)  # truncation of the differences


def test_directions_take_dependent_joints_along():
    model = four_bar(Crank(amplitude=0.4), mode="driven", base="free").freed("gait.amplitude")
    program = compile_model(model)
    p, t = program.parameter_vector(), 0.2
    x = closed(program, p, t, program.initial_state(p))[0]
    guesses = program.equations.layout.slices["followers"]
    xdot = follow(program, p, t, x, np.zeros((2, len(x))), np.array([[1.0], [0.0]]), np.array([0.0, 1.0]))[:, guesses]
    sine, cosine, h = math.sin(0.4 * math.pi), math.cos(0.4 * math.pi), 1e-6
    slope = (FourBar().positions(0.6 + 0.4 * sine + h) - FourBar().positions(0.6 + 0.4 * sine - h))[1:] / (2 * h)
    assert_close(xdot[0], slope * sine, 1e-8)
    assert_close(xdot[1], slope * 0.4 * cosine * 2 * math.pi, 1e-8)


def test_trial_states_stay_within_reach_of_the_loop():
    model = four_bar(Crank(1.2, 0.05), SHORT, gains=(600.0, 30.0))
    program = compile_model(model)
    p = program.parameter_vector()
    x = program.initial_state(p)
    trials = trial_states(program, p, 0.0, x, LocalCoordinates(program.equations.layout, 0.0))
    angles = np.array([s[0] for s in trials])
    assert (angles < LIMIT).all()
    assert np.abs(angles - x[0]).min() > 1e-4
    assert all(np.isfinite(rates(program, p, 0.0, s)).all() for s in trials)
    for state in trials:
        assert_close(state, placed(state, SHORT), 1e-9)
    orbit = find_orbit(model)
    assert orbit.converged
    assert orbit.residual < 1e-9


def test_a_step_that_opens_a_loop_fails_and_is_shortened():
    setting = set_up(
        compile_model(four_bar(Crank(1.2, 0.05), SHORT, gains=(600.0, 30.0))),
        OrbitProblem(),
        Shooting(steps=100, transient=1.0),
        None,
    )
    system = setting.system
    at = system.guess(setting.state, setting.period, setting.parameters)
    assert system.evaluate(system.moved(at, np.array([0.3, 0.0])), True).failed == 0.0
    near = system.moved(at, np.array([0.01, 0.0]))
    assert system.evaluate(near, False).failed is None
    assert_close(near.nodes[0], placed(near.nodes[0], SHORT), 1e-9)


def test_a_long_step_takes_the_loop_along(program):
    setting = set_up(program, OrbitProblem(), Shooting(steps=100, transient=1.0), None)
    system = setting.system
    at = system.guess(setting.state, setting.period, setting.parameters)
    far = system.moved(at, np.array([1.0, 0.0]))
    assert_close(far.nodes[0], placed(far.nodes[0], FourBar()), 1e-9)
    assert np.abs(far.nodes[0] - at.nodes[0])[2:4].max() > 0.3  # beyond what three Newton steps of the equations repair
    assert system.evaluate(far, True).failed is None


def test_a_ramp_of_a_driven_loop_is_waited_for():
    program = compile_model(four_bar(Crank(ramp=1.5), base="free", mode="driven"))
    p = program.parameter_vector()
    x, chart = program.initial_state(p), LocalCoordinates(program.equations.layout, 0.0)
    assert first_period(program, p, x, 1.0, chart) == 2
    with pytest.raises(InputError, match=r"do not repeat after 0\.7 s"):
        first_period(program, p, x, 0.7, chart)


def test_a_floating_loop_is_free_of_its_pose():
    """Neutral in all directions: no equation knows place or heading, whatever the loop does."""
    program = compile_model(four_bar(base="free"))
    p = program.parameter_vector()
    x = program.initial_state(p)
    found = find_symmetry(program, p, x, 0.0, LocalCoordinates(program.equations.layout, 0.0))
    assert found.moves == ("x", "y", "z")
    assert found.turns == "all"


def test_a_mirror_takes_dependent_joints_along():
    program, mirror = compile_model(engine()), Mirror("y", sign={"crank": -1, "pin": -1}, half=True)
    half, whole = (
        find_orbit(program, OrbitProblem(mirror=mirror), shooting=Shooting(transient=0)),
        find_orbit(program, shooting=Shooting(transient=0)),
    )
    assert half.converged
    assert half.residual < 1e-9
    assert_close(half.state[:4], whole.state[:4], 1e-9)
    assert np.ptp(half.states[:, 0]) > 0.3
    with pytest.raises(InputError, match="not symmetric under this Mirror"):
        find_orbit(program, OrbitProblem(mirror=Mirror("y", sign={"crank": -1}, half=True)))


def test_a_branch_of_a_linkage():
    branch = follow_orbit(four_bar().freed("gait.amplitude"), "gait.amplitude", 0.3, 0.5)
    assert branch.status == "finished"
    for orbit in branch.orbits:
        assert orbit.residual < 1e-9
        assert_close(orbit.state, placed(orbit.state, FourBar()), 1e-9)
