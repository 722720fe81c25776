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


@intrinsic
def claim(typing, address):
    """Take the next number from the counter at ``address``; no two threads get the same one."""

    def generate(context, builder, signature, args):
        number = ir.IntType(64)
        return builder.atomic_rmw("add", builder.inttoptr(args[0], number.as_pointer()), ir.Constant(number, 1), "monotonic")

    return types.int64(types.intp), generate


@compiled
def make_scratch(system):
    """Room for the calls of a system's native code."""
    signals = 3 * system.coefficients.shape[1]
    clock, u, work = np.empty(2), np.empty(signals), aligned(system.work)
    at = (clock.ctypes.data, system.p.ctypes.data, u.ctypes.data, work.ctypes.data)
    return Scratch(clock, u, np.empty(signals), work, at, None, None)


@compiled
def make_lane_scratch(system, lanes, shelf):
    """Room for the calls of native code for machines side by side, each ``lanes`` [s] ahead of the time of a call.

    shelf: None, or the tables of signals of their own.
    """
    width, signals = lanes.shape[0], 3 * system.coefficients.shape[1]
    clock, u, work = aligned(width), aligned(signals * width), aligned(system.work)
    at = (clock.ctypes.data, system.p.ctypes.data, u.ctypes.data, work.ctypes.data)
    return Scratch(clock, u, np.empty(signals), work, at, lanes, shelf)


@compiled
def lane_signals(shelf, system, lane, t, u):
    """Signals of one of the machines side by side at time t."""
    if shelf is None:
        evaluate_signals(t, system.breaks, system.coefficients, u)
    else:
        k = shelf.which[lane]
        breaks = shelf.breaks[shelf.first_break[k] : shelf.first_break[k + 1]]
        evaluate_signals(t, breaks, shelf.coefficients[shelf.first_piece[k] : shelf.first_piece[k + 1]], u)


@compiled
def set_clock(lanes, system, scratch, t):
    """Time and signals at t; of every machine at its own time where they are side by side."""
    if lanes is None:
        scratch.clock[0] = t
        if system.coefficients.shape[1] > 0:
            evaluate_signals(t, system.breaks, system.coefficients, scratch.u)
    else:
        width, own = lanes.shape[0], scratch.udot
        for lane in range(width):
            scratch.clock[lane] = lanes[lane] + t
            if own.shape[0] > 0:
                lane_signals(scratch.shelf, system, lane, scratch.clock[lane], own)
                for k in range(own.shape[0]):
                    scratch.u[k * width + lane] = own[k]


@compiled(inline="always")
def evaluate(system, scratch, t, x, out):
    """out = f(t, x, p, u(t))."""
    set_clock(scratch.lanes, system, scratch, t)
    clock, p, u, work = scratch.at
    call_pointers(system.address, (clock, x.ctypes.data, p, u, out.ctypes.data, work))


@compiled
def evaluate_all(system, times, states, out):
    """Rows of ``out`` = f at every (time, state)."""
    scratch = make_scratch(system)
    for i in range(times.shape[0]):
        evaluate(system, scratch, times[i], states[i], out[i])
