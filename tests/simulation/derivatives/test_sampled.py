"""Runs sampled at given times: equal to plain sensitivities, whatever the times between, by both methods."""

import numpy as np
import pytest
from small_fits import eel

from elver._support.errors import InputError
from elver.simulation import Solver, sensitivities
from elver.simulation.derivatives.forward import initial_slopes, sampled_flow, step_counts

NAMES = ["gait.amplitude", "water.friction", "gait.period"]


def sampled(times, dt, method="rk4"):
    program = eel()
    p = program.parameter_vector()
    start = program.initial_state(p), initial_slopes(program, p).T
    return sampled_flow(program, p, start[0], 0.0, times, step_counts(0.0, times, dt), start[1], np.eye(3), None, method)


def test_equals_sensitivities():
    found = sampled(np.linspace(0, 1.0, 11), 0.01)
    wanted = sensitivities(eel(), 1.0, solver=Solver(dt=0.01), free=NAMES)
    assert found.states[-1] == pytest.approx(wanted.states[-1], abs=1e-14)
    assert pytest.approx(wanted.matrix, abs=1e-12) == found.slopes[-1].T


def test_uneven_times_and_radau():
    times = np.array([0.0, 0.0137, 0.3, 0.31, 1.0])
    fine, uneven, implicit = sampled([1.0], 0.002), sampled(times, 0.01), sampled(times, 0.01, "radau")
    for found in (uneven, implicit):
        assert found.states[-1] == pytest.approx(fine.states[-1], abs=1e-7)
        assert found.slopes[-1] == pytest.approx(fine.slopes[-1], abs=1e-5)  # a ramp begins


def test_rates_are_those_of_the_states():
    found = sampled(np.array([0.5, 0.5 + 1e-5]), 0.01)
    assert (found.states[1] - found.states[0]) / 1e-5 == pytest.approx(found.rates[0], abs=1e-4)


def test_times_go_forward():
    with pytest.raises(InputError, match="increase"):
        step_counts(0.0, np.array([0.2, 0.1]), 0.01)
