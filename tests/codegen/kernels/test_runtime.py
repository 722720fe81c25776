"""The runtime of shipped loops: arrays of one dimension take other shapes."""

from __future__ import annotations

import ctypes

import pytest

from elver.codegen.kernels.abi import RUNTIME, link, target


@pytest.mark.parametrize(
    ("stride", "dimensions", "found"), [(8, (5, 3), [24, 8]), (8, (2, 3, 4), [96, 32, 8]), (16, (5, 3), None)]
)
def test_an_array_without_gaps_takes_another_shape(stride, dimensions, found):
    import llvmlite.binding as llvm

    machine, _ = target()
    name = "numba_attempt_nocopy_reshape"
    address, keep = link(machine.emit_object(llvm.parse_assembly(RUNTIME)), name)
    whole, there = ctypes.c_int64, ctypes.POINTER(ctypes.c_int64)
    reshape = ctypes.CFUNCTYPE(ctypes.c_int32, whole, there, there, whole, there, there, whole, ctypes.c_int32)(address)
    n = len(dimensions)
    room = (whole * n)()
    can = reshape(1, (whole * 1)(15), (whole * 1)(stride), n, (whole * n)(*dimensions), room, 8, 0)
    assert can == (found is not None)
    assert list(room) == (found or [0] * n)
    assert keep
