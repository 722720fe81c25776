"""Loops that store less compute the same."""

import casadi as ca
import numpy as np
import pytest

import elver
from elver.codegen.instructions import Step, combined
from elver.codegen.rerolling.build import WORK, Place, RolledList, RolledLoop, evaluate, rolled_list
from elver.codegen.rerolling.recompute import lean
from elver.model import assemble
from elver.systems.eel.scenario import EelBody, eel_robot


def compute(op, values):
    return float(combined(op, [ca.SX(value) for value in values]))


def products(count: int, op: int) -> RolledList:
    """a_k = t_k x_k, then b_k = op(a_k) are stored; backwards, y_k = a_k + b_k."""
    forth, back = tuple(range(count)), tuple(range(count - 1, -1, -1))
    wide = tuple(count + k for k in forth)
    first = RolledLoop(
        count, (Step(ca.OP_MUL, 2, (0, 1)), Step(op, 3, (2,))), columns={1: 0}, table=np.arange(1.0, count + 1)[:, None],
        reads={0: Place("input", 0, forth)}, writes=((Place(WORK, 0, forth), 2), (Place(WORK, 0, wide), 3)),
    )  # fmt: skip
    reads = {0: Place(WORK, 0, back), 1: Place(WORK, 0, tuple(count + k for k in back))}
    second = RolledLoop(count, (Step(ca.OP_ADD, 2, (0, 1)),), reads=reads, writes=((Place("output", 0, back), 2),))
    return RolledList("products", (first, second), 2 * count, (count,), (count,))


def stored(rolled: RolledList) -> int:
    """Numbers that all passes together put into the work array."""
    return sum(loop.count for loop in rolled.loops for place, _ in loop.writes if place.kind == WORK)


@pytest.mark.parametrize(("op", "kept"), [(ca.OP_SQ, 0), (ca.OP_ERF, 6)], ids=["cheap", "dear"])
def test_what_is_cheap_is_computed_again(op, kept):
    plain = products(6, op)
    made, x = lean(plain), np.linspace(-1, 2, 6)
    np.testing.assert_array_equal(*(evaluate(r, [x], compute)[0] for r in (plain, made)))
    assert (stored(plain), stored(made), made.work_size) == (12, kept, kept)
    assert len(made.loops[0].steps) == (0 if kept == 0 else 2)


def test_a_number_that_is_written_twice_stays():
    plain = products(3, ca.OP_SQ)
    again = RolledList("again", (*plain.loops, plain.loops[0]), 6, (3,), (3,))
    assert lean(again) is again


def test_an_eel_stores_less_and_moves_alike():
    robot = eel_robot(EelBody(joints=5), "passive")
    rhs = assemble(
        elver.Model("eel", robot, forces={"water": elver.forces.Morison(law="paper")}, elastic=elver.drive.Spring())
    ).rhs
    plain = rolled_list(rhs.recorded)
    made = lean(plain)
    assert made.work_size < 0.6 * plain.work_size
    assert stored(made) < 0.8 * stored(plain)
    assert made.instructions < 1.3 * plain.instructions
    rng = np.random.default_rng(3)
    inputs = [rng.uniform(-0.5, 0.5, rhs.nnz_in(k)) for k in range(rhs.n_in())]
    (found,) = evaluate(made, inputs, compute)
    expected = np.array(rhs(*inputs)).ravel()
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-13 * np.abs(expected).max())
