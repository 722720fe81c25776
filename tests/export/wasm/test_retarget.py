"""Numba's IR for wasm32: arrays on the heap, what Numba would raise, and what belongs to the computer that wrote it."""

import base64
import os
import subprocess
import sys

import numpy as np
import pytest
from node_runner import in_node, needs_node, packed

from elver._support.errors import InputError
from elver._support.statuses import FAILED, TOO_MANY
from elver.codegen.kernels.abi import ENVIRONMENT
from elver.codegen.wasm.linker import STACK, link
from elver.export.wasm.shipped import refuse_host_sizes

MAKER = """
import base64
import numpy as np
from elver.codegen.kernels.jit import compiled
from elver.export.wasm.kernels import _slots_at
from elver.export.wasm.shipped import wasm_object

@compiled
def inner(size):
    first, second = np.ones(size), np.empty(size)
    for k in range(size):
        second[k] = k * first[k]
    return second

@compiled
def rounds(address, count):
    block, kept = _slots_at(address, 4), np.zeros(10)
    for k in range(count):
        values = inner(100)
        kept[k % 10] += values[k % 100]
    block[2] = kept.sum()
    return 0

@compiled
def divide(address, number):
    block = _slots_at(address, 4)
    block[2] = 6.0 / block[3]
    return int(block[2]) // number

print(base64.b64encode(wasm_object({"rounds": rounds, "divide": divide})).decode())
"""
SCRIPT = """
const { exports } = (await WebAssembly.instantiate(bytes(given.code), {})).instance;
const memory = new Float64Array(exports.memory.buffer), block = given.block, found = [];
for (const [name, number, heap, divisor] of given.calls) {
  memory.set([block + 64, heap, 0, divisor], block / 8);
  found.push([exports[name](block, number), memory[block / 8 + 2]]);
}
answer(found);
"""


@needs_node
@pytest.mark.long
def test_arrays_come_and_go_on_a_small_heap_and_errors_are_statuses():
    """Ten thousand arrays on a heap for four; too little room; Python's divisions by zero, of both kinds."""
    command = [sys.executable, "-c", MAKER]
    made = subprocess.run(command, env={**os.environ, **ENVIRONMENT}, capture_output=True, check=True, timeout=120).stdout
    code = link([base64.b64decode(made)], {"rounds": "rounds", "divide": "divide"}, used=STACK + 8192)
    calls = [("rounds", 5000, 3000, 0), ("rounds", 1, 1000, 0), ("divide", 2, 100, 1.0), ("divide", 0, 100, 1.0),
             ("divide", 2, 100, 0.0), ("rounds", 5000, 3000, 0)]  # fmt: skip
    found = in_node(SCRIPT, code=packed(code), block=STACK, calls=calls)
    total = float(np.sum(np.arange(5000) % 100))
    assert [status for status, _ in found] == [0, TOO_MANY, 3, FAILED, FAILED, 0]
    assert found[0][1] == found[-1][1] == total


def test_sizes_of_this_computer_are_refused():
    refuse_host_sizes("call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 %size, i1 false)")
    with pytest.raises(InputError, match="depends on this computer"):
        refuse_host_sizes("call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 56, i1 false)")
