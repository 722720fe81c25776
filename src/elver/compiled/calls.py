"""Calls of native functions by address from compiled loops. Importing this module imports Numba."""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from elver.compiled import compiled
from elver.compiled.arrays import aligned
from elver.compiled.piecewise import evaluate_signals
from elver.compiled.system import Scratch


@intrinsic
def call_pointers(typing, address, pointers):
    """Call ``void f(double*, ..)`` at ``address`` with a tuple of addresses."""

    def generate(context, builder, signature, args):
        pointer = ir.IntType(8).as_pointer()
        function_type = ir.FunctionType(ir.VoidType(), [pointer] * pointers.count)
        function = builder.inttoptr(args[0], function_type.as_pointer())
        builder.call(function, [builder.inttoptr(builder.extract_value(args[1], k), pointer) for k in range(pointers.count)])
        return context.get_dummy_value()

    return types.void(types.intp, pointers), generate


@compiled
def make_scratch(system):
    """Room for the calls of a system's native code."""
    signals = 3 * system.coefficients.shape[1]
    clock, u, work = np.empty(2), np.empty(signals), aligned(system.work)
    at = (clock.ctypes.data, system.p.ctypes.data, u.ctypes.data, work.ctypes.data)
    return Scratch(clock, u, np.empty(signals), work, at)


@compiled(inline="always")
def evaluate(system, scratch, t, x, out):
    """out = f(t, x, p, u(t))."""
    scratch.clock[0] = t
    if system.coefficients.shape[1] > 0:
        evaluate_signals(t, system.breaks, system.coefficients, scratch.u)
    clock, p, u, work = scratch.at
    call_pointers(system.address, (clock, x.ctypes.data, p, u, out.ctypes.data, work))


@compiled
def evaluate_all(system, times, states, out):
    """Rows of ``out`` = f at every (time, state)."""
    scratch = make_scratch(system)
    for i in range(times.shape[0]):
        evaluate(system, scratch, times[i], states[i], out[i])
