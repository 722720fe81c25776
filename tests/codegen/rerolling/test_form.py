"""Loops that stand for a whole function."""

import casadi as ca
import numpy as np

from elver.codegen.instructions import Step
from elver.codegen.rerolling.build import Carry, Place, RolledList, RolledLoop, evaluate

COMPUTE = {ca.OP_ADD: lambda a, b: a + b, ca.OP_MUL: lambda a, b: a * b}


def sums(count):
    """y_k = c_k x_k + y_(k-1), from y_(-1) = x_count."""
    steps = (Step(ca.OP_MUL, 3, (0, 1)), Step(ca.OP_ADD, 4, (3, 2)))
    passes = tuple(range(count))
    loop = RolledLoop(
        count, steps, columns={1: 0}, table=np.arange(1.0, count + 1)[:, None], reads={0: Place("input", 0, passes)},
        writes=((Place("output", 0, passes), 4),), carries=(Carry(2, 4, Place("input", 0, (count,))),),
    )  # fmt: skip
    return RolledList("sums", (loop,), 0, (count + 1,), (count,))


def test_a_loop_carries_its_result_to_the_next_pass():
    x = np.array([1.0, -2.0, 0.5, 4.0])
    (y,) = evaluate(sums(3), [x], lambda op, args: COMPUTE[op](*args))
    np.testing.assert_allclose(y, np.cumsum([1, -4, 1.5]) + 4)


def test_counts_of_instructions():
    rolled = sums(5)
    assert (rolled.instructions, rolled.written) == (10, 2)


def test_passes_that_need_each_other_are_not_independent():
    assert not sums(3).loops[0].independent
    own, earlier = Place("work", 0, (4, 5, 6)), Place("work", 0, (3, 4, 5))
    for read, expected in ((own, True), (earlier, False)):
        loop = RolledLoop(3, (Step(ca.OP_ADD, 1, (0, 0)),), reads={0: read}, writes=((own, 1),))
        assert loop.independent is expected


def test_stride_of_a_place():
    assert [Place("work", 0, e).stride for e in ((3, 5, 7), (3, 3), (1, 2, 5), (4,))] == [2, 0, None, 0]
