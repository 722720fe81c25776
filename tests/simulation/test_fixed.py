"""The loop of fixed steps: chunks, kept rates, where it ends."""

import itertools

import numpy as np
import pytest

from elver import Body, InitialState, Model, Robot, compile_model
from elver._support.statuses import DIVERGED, RUNNING
from elver.codegen.kernels.system import StepGrid
from elver.robot import Box
from elver.simulation.schemes.arrays import ROWS
from elver.simulation.schemes.fixed import ADVANCE
from elver.simulation.trajectory import system_of


@pytest.fixture(scope="module")
def program():
    """A body that tumbles freely."""
    body = Body.solid("box", Box(0.1, 0.2, 0.3), 1000.0)
    return compile_model(Model("box", Robot("box", [body]), start=InitialState(twist=(0.1, 0, 0, 1.0, 2.0, 0.5))))


def run(program, method: str, bounds, every: int = 1, rows: int = 1, h: float = 1e-2):
    """States and kept rates of the steps between the bounds, chunk by chunk."""
    p = program.parameter_vector()
    x = program.initial_state(p)
    states, rates = np.full((bounds[-1] // every + 1, len(x)), np.nan), np.zeros((rows, ROWS[method], len(x)))
    states[0], system, pace = x, system_of(program, p), StepGrid(0, h, every)
    for first, last in itertools.pairwise(bounds):
        done, code = ADVANCE[method](system, pace, first, last, x, rates, states)
    return states, rates, done, code


@pytest.mark.parametrize("method", ADVANCE)
def test_chunks_do_not_change_a_bit(program, method):
    whole, parts = run(program, method, [0, 20])[0], run(program, method, [0, 3, 4, 17, 20])[0]
    assert whole.tobytes() == parts.tobytes()
    assert np.linalg.norm(whole[:, 3:7], axis=1) == pytest.approx(1, abs=1e-15)


def test_every_so_many_states_are_kept(program):
    assert run(program, "rk4", [0, 20], every=5)[0].tobytes() == run(program, "rk4", [0, 20])[0][::5].tobytes()


def test_rates_of_all_steps_are_kept_where_there_is_room(program):
    states, rates, *_ = run(program, "rk4", [0, 20], rows=20)
    rhs, p = program.equations.rhs, program.parameter_vector()
    for step in (0, 7, 19):
        first = np.array(rhs(step * 1e-2, states[step], p, np.zeros(0))).ravel()
        assert rates[step, 0] == pytest.approx(first, abs=1e-12)


def test_it_ends_at_the_last_good_state(program):
    *_, done, code = run(program, "rk4", [0, 20])
    assert (done, code) == (20, RUNNING)
    states, _, done, code = run(program, "rk4", [0, 20], h=1e13)
    assert (done, code) == (0, DIVERGED)
    assert np.isnan(states[1]).all()
