"""Loops of recorded functions: they compute what the plain graph does."""

import math

import casadi as ca
import numpy as np
import pytest

import elver
from elver.codegen.instructions import combined
from elver.codegen.rerolling.build import evaluate, rolled_list
from elver.model import assemble
from elver.symbolic.functions import written_function
from elver.symbolic.tracing import piece, recording
from elver.systems.eel.scenario import EelBody, eel_robot

WATER = {"water": elver.forces.Morison(law="paper")}


def compute(op, values):
    return float(combined(op, [ca.SX(value) for value in values]))


def difference(function) -> float:
    """Largest difference of loops and plain graph at a random state, relative to the size of the results."""
    rng = np.random.default_rng(3)
    inputs = [rng.uniform(-0.5, 0.5, function.nnz_in(k)) for k in range(function.n_in())]
    plain = np.concatenate([np.array(y).ravel() for y in function.call([ca.DM(x) for x in inputs])])
    rolled = np.concatenate(evaluate(rolled_list(function.recorded), inputs, compute))
    return np.abs(rolled - plain).max() / np.abs(plain).max()


@pytest.fixture(scope="module")
def free_eel():
    robot = eel_robot(EelBody(joints=5), "passive")
    return assemble(elver.Model("eel", robot, forces=WATER, elastic=elver.drive.Spring()))


@pytest.mark.parametrize("name", ["rhs", "outputs"])
def test_the_loops_of_a_model_compute_its_graph(free_eel, name):
    assert difference(getattr(free_eel, name)) < 1e-13


def test_a_longer_eel_has_the_same_code():
    short, long = (
        rolled_list(elver.model.dynamics_function(eel_robot(EelBody(joints=n)), "direct", WATER).recorded) for n in (6, 12)
    )
    assert long.written == short.written
    assert long.instructions > 1.6 * short.instructions
    assert max(loop.count for loop in long.loops) == 11


def test_a_force_on_one_body_parts_no_loop():
    """Passes that may be computed side by side stay together, whatever acts on one of the bodies between them."""
    robot = eel_robot(EelBody(joints=8))
    fin = elver.forces.BluffDrag("link3", area=(1, 1, 1))
    both = [elver.model.dynamics_function(robot, "direct", forces).recorded for forces in (WATER, {**WATER, "fin": fin})]
    without, with_fin = (rolled_list(own, side_by_side=True) for own in both)
    loops = [
        [(loop.count, len(loop.steps)) for loop in own.loops if loop.count > 1 and loop.independent]
        for own in (without, with_fin)
    ]
    assert loops[0] == loops[1]
    rng = np.random.default_rng(4)
    inputs = [rng.uniform(-0.5, 0.5, argument.nnz()) for argument in both[1].arguments]
    straight, rolled = (np.concatenate(evaluate(rolled_list(both[1], side), inputs, compute)) for side in (False, True))
    assert np.array_equal(straight, rolled)


def test_outputs_that_are_numbers():
    x = ca.SX.sym("x", 4)
    with recording() as record:
        found = [piece("wave", lambda a: ca.sin(a) * a, x[k]) for k in range(4)]
        outputs = [ca.vertcat(*found, ca.SX(math.nan), ca.SX(3.0), ca.SX(-0.0), ca.SX(math.nan), x[2])]
        function = written_function(record, "f", [x], outputs, ["x"], ["y"])
    (values,) = evaluate(rolled_list(function.recorded), [np.arange(4.0)], compute)
    assert np.array_equal(values, np.array(function(np.arange(4.0))).ravel(), equal_nan=True)
