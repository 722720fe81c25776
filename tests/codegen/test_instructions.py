"""Cutting the instruction list into blocks changes nothing but where values live."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest
from tolerances import ROUNDING

from elver._support.errors import InputError
from elver.codegen.compiler import to_object
from elver.codegen.instructions import instruction_list
from elver.codegen.kernels.abi import link, target
from elver.codegen.llvm import emit_llvm


def tangled(n: int = 60) -> ca.Function:
    """A graph in which early values are used late."""
    x = ca.SX.sym("x", 4)
    values = [x[0], x[1], x[2], x[3]]
    for k in range(n):
        values.append(ca.sin(values[k] + 0.3) + 0.5 * values[-1] - 0.25 * values[k // 2])
    return ca.Function("tangled", [x], [ca.vertcat(*values[-5:]), values[7] * x])


@pytest.mark.parametrize("block", [1, 3, 10, 47, 10_000])
def test_blocks_agree_with_casadi(block):
    import ctypes

    function = tangled()
    program = instruction_list(function, block)
    assert all(len(b.steps) <= block for b in program.blocks)
    assert (program.work_size == 0) == (len(program.blocks) == 1)
    address, keep = link(to_object(emit_llvm(program, f"tangled_{block}"), target()[0], 1), f"tangled_{block}")
    x = np.array([0.3, -1.2, 0.8, 2.0])
    out, other, work = np.empty(5), np.empty(4), np.empty(max(1, program.work_size))
    ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 4)(address)(*(a.ctypes.data for a in (x, out, other, work)))
    expected = function(x)
    assert out == pytest.approx(np.array(expected[0]).ravel(), rel=ROUNDING)
    assert other == pytest.approx(np.array(expected[1]).ravel(), rel=ROUNDING)
    assert np.abs(out).max() > 0.1
    assert keep is not None


def test_sparse_output_is_refused_with_the_remedy():
    x = ca.SX.sym("x", 3)
    with pytest.raises(InputError, match="densify"):
        instruction_list(ca.Function("f", [x], [ca.diag(x)]))
