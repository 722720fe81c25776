"""Loops as C text: the numbers of ``evaluate``, whatever is read, carried and written."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest
from host_device import COMPILER, HostDevice

from elver.codegen.cuda.device import advance_chunk
from elver.codegen.cuda.kernel import NOTHING_HELD, USUAL, write_kernel
from elver.codegen.cuda.source import emit_rolled, single_slots, table_kinds
from elver.codegen.instructions import Step, combined, instruction_list
from elver.codegen.rerolling.build import Carry, Place, RolledList, RolledLoop, evaluate

needs_compiler = pytest.mark.skipif(COMPILER is None, reason="no C compiler")
X = 1  # the state among the arguments of a kernel's function


def compute(op, values):
    return float(combined(op, [ca.SX(value) for value in values]))


def there_and_back(count: int = 5) -> RolledList:
    """w_k = c_k sin(x_k) and a lone number of the last pass; then, backwards, w_k / (2 + cos(x_k)), a carry and a jumping x."""
    forth, back = tuple(range(count)), tuple(range(count - 1, -1, -1))
    jumping = tuple((7 * k) % count for k in range(count))
    first = RolledLoop(
        count, (Step(ca.OP_SIN, 2, (0,)), Step(ca.OP_MUL, 3, (2, 1)), Step(ca.OP_SQ, 4, (3,))), columns={1: 0},
        table=np.linspace(0.5, 1.5, count)[:, None], reads={0: Place("input", X, forth)},
        writes=((Place("work", 0, forth), 3), (Place("work", 0, (count,) * count), 4)),
    )  # fmt: skip
    steps = (
        Step(ca.OP_COS, 4, (1,)), Step(ca.OP_ADD, 5, (4, 3)), Step(ca.OP_DIV, 6, (0, 5)), Step(ca.OP_DIV, 7, (1, 5)),
        Step(ca.OP_ADD, 8, (6, 2)), Step(ca.OP_SUB, 9, (8, 10)), Step(ca.OP_ADD, 11, (9, 7)),
    )  # fmt: skip
    second = RolledLoop(
        count, steps, constants={3: 2.0},
        reads={0: Place("work", 0, back), 1: Place("input", X, back), 10: Place("input", X, jumping)},
        writes=((Place("output", 0, back), 11),), carries=(Carry(2, 9, Place("work", 0, (count,))),),
    )  # fmt: skip
    return RolledList("both", (first, second), count + 1, (1, count, 0, 0), (count,))


def swapped(count: int = 4) -> RolledList:
    """Two carries that change places in every pass, and an input that is handed out as it is."""
    forth = tuple(range(count))
    loop = RolledLoop(
        count, (Step(ca.OP_ADD, 3, (0, 1)),), reads={2: Place("input", X, forth)},
        writes=((Place("output", 0, forth), 0), (Place("output", 0, tuple(k + count for k in forth)), 2)),
        carries=(Carry(0, 1, Place("input", X, (0,))), Carry(1, 3, Place("input", X, (1,)))),
    )  # fmt: skip
    return RolledList("swapped", (loop,), 0, (1, count, 0, 0), (2 * count,))


def sampled(rolled: RolledList, x: np.ndarray, precision: str = "double") -> np.ndarray:
    """What the loops give as a sample of machines that stand still, one column per machine."""
    args = [ca.SX.sym(name, n) for name, n in zip("txpu", rolled.sizes_in, strict=True)]
    still = instruction_list(ca.Function("still", args, [ca.SX.zeros(len(x))]))
    kernel = write_kernel(still, rolled, "rk4", precision, -1, 1, USUAL, 0, NOTHING_HELD)
    device, found = HostDevice(), []
    tables = np.array([0.0, 1.0]), np.zeros((1, 0, 1))
    none = np.zeros((0, x.shape[1]))
    advance_chunk(device, device.build(kernel.source), kernel, x, none, tables, 0.1, [0], lambda i, y, *_: found.append(y.copy()))
    return found[0]


@needs_compiler
@pytest.mark.parametrize("rolled", [there_and_back(), swapped(), there_and_back(1)], ids=["work", "carries", "one pass"])
@pytest.mark.parametrize("precision", ["double", "single"])
def test_numbers(rolled, precision):
    x = np.random.default_rng(2).uniform(-2, 2, (rolled.sizes_in[X], 3))
    found = sampled(rolled, x, precision)
    for k in range(3):
        (expected,) = evaluate(rolled, [np.zeros(1), x[:, k], [], []], compute)
        np.testing.assert_allclose(found[:, k], expected, rtol=1e-13 if precision == "double" else 2e-5)


def test_the_body_of_a_loop_stands_once():
    short, long = (emit_rolled(there_and_back(n), "f") for n in (5, 50))
    assert short.count("\n") == long.count("\n")
    assert long.count("for (int pass") == 2
    assert "w[49 - 1 * pass]" in long
    assert "f_1_steps_0[pass]" in long


def test_numbers_without_an_index_are_variables():
    assert single_slots(there_and_back()) == {5}
    assert "real w5 = 0;" in emit_rolled(there_and_back(), "f")


def test_large_tables_lie_elsewhere():
    loops = [RolledLoop(n, (), table=np.zeros((n, 1))) for n in (100, 10, 50)]
    assert table_kinds(loops, 8, 500) == ["FAR_TABLE", "TABLE", "TABLE"]


def test_a_stage_takes_the_rates():
    text = emit_rolled(swapped(), "rhs", staged=True)
    assert "const Stage o0" in text
    assert text.count("put(o0, ") == 2
