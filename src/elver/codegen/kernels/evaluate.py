"""What compiled loops call in every step: native code by its address, signals, sanity of numbers, normalised quaternions.

Importing this module imports Numba.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from elver._support.statuses import RUNAWAY
from elver.codegen.kernels.jit import compiled
from elver.codegen.kernels.system import Workspace

# --- Piecewise polynomials: the signals that a run is driven by.
#
# breaks: begin of every piece, and the end of the last; behind them the period, where the signals repeat.
# coefficients[piece, signal, power], in the time since the piece's begin.


@compiled
def _signal_time(t, breaks, pieces):
    """The time at which signals that repeat are looked up: t itself, or less whole periods."""
    if breaks.shape[0] > pieces + 1:
        return t - breaks[pieces + 1] * np.floor((t - breaks[0]) / breaks[pieces + 1])
    return t


@compiled
def _signal_piece(t, breaks, beyond):
    """Number of the piece that holds t, by bisection: breaks[piece] <= t, the last piece also beyond the end."""
    piece = 0
    while beyond - piece > 1:
        middle = (piece + beyond) // 2
        if breaks[middle] <= t:
            piece = middle
        else:
            beyond = middle
    return piece


@compiled
def evaluate_signals(t, breaks, coefficients, u):
    """Spline values, first and second derivatives of all signals at time t, in this order, into u."""
    n = coefficients.shape[1]
    if n == 0:
        return
    t = _signal_time(t, breaks, coefficients.shape[0])
    piece = _signal_piece(t, breaks, coefficients.shape[0])
    s = t - breaks[piece]
    for k in range(n):
        value, rate, acceleration = 0.0, 0.0, 0.0
        for power in range(coefficients.shape[2] - 1, -1, -1):
            acceleration = acceleration * s + 2.0 * rate
            rate = rate * s + value
            value = value * s + coefficients[piece, k, power]
        u[k], u[n + k], u[2 * n + k] = value, rate, acceleration


@compiled
def signal_rates(t, breaks, coefficients, u, udot):
    """Time derivative of u = (values, first, second derivatives): the last two of them and the third derivatives."""
    n = coefficients.shape[1]
    if n == 0:
        return
    for k in range(2 * n):
        udot[k] = u[n + k]
    t = _signal_time(t, breaks, coefficients.shape[0])
    piece = _signal_piece(t, breaks, coefficients.shape[0])
    s = t - breaks[piece]
    for k in range(n):
        third = 0.0
        for power in range(coefficients.shape[2] - 1, 2, -1):
            third = third * s + power * (power - 1.0) * (power - 2.0) * coefficients[piece, k, power]
        udot[2 * n + k] = third


# --- What compiled loops do with plain arrays. Importing this module imports Numba.

_LINE = 8  # doubles in a cache line, and in the widest vector


@compiled
def copy_to(source, target):
    for i in range(source.shape[0]):
        target[i] = source[i]


@compiled
def all_finite(values):
    for value in values.flat:  # noqa: SIM110  (Numba compiles the loop)
        if not np.isfinite(value):
            return False
    return True


@compiled
def all_sane(x):
    """False for a NaN, an infinity, or a number so large that the state has run away."""
    for value in x:  # noqa: SIM110  (Numba compiles the loop)
        if not abs(value) < RUNAWAY:
            return False
    return True


@compiled
def aligned(size):
    """An array of doubles that begins at a cache line."""
    room = np.empty(size + _LINE)
    start = (_LINE - (room.ctypes.data // 8) % _LINE) % _LINE
    return room[start : start + size]


# --- The base's quaternion scaled to unit length after a step, and what that does to derivatives. Importing this imports Numba.
#
# q' = q / |q|,        dq' = (1 - n n^T) dq / |q|,  n = q / |q|


@compiled
def norm_at(x, quaternion, width, lane):
    """Length of the quaternion of machine ``lane`` of ``width`` that lie side by side."""
    norm = 0.0
    for k in range(quaternion, quaternion + 4):
        norm += x[k * width + lane] * x[k * width + lane]
    return np.sqrt(norm)


@compiled
def normalise(x, quaternion, width):
    """Scale every machine's quaternion at ``quaternion`` to unit length; a negative place means there is none."""
    if quaternion >= 0:
        for lane in range(width):
            norm = norm_at(x, quaternion, width, lane)
            for k in range(quaternion, quaternion + 4):
                x[k * width + lane] /= norm


@compiled
def normalise_varied(x, xdot, quaternion):
    """Scale the quaternion to unit length, and its variations along."""
    if quaternion < 0:
        return
    norm = norm_at(x, quaternion, 1, 0)
    for d in range(xdot.shape[0]):
        along = 0.0
        for k in range(quaternion, quaternion + 4):
            along += x[k] * xdot[d, k] / (norm * norm)
        for k in range(quaternion, quaternion + 4):
            xdot[d, k] = (xdot[d, k] - along * x[k]) / norm
    normalise(x, quaternion, 1)


@compiled
def pull_back_scaling(q, quaternion, sweep):
    """The adjoint of scaling the quaternion q, in place on its part of ``sweep``."""
    norm, along = 0.0, 0.0
    for k in range(4):
        norm += q[k] * q[k]
        along += q[k] * sweep[quaternion + k]
    along /= norm
    norm = np.sqrt(norm)
    for k in range(4):
        sweep[quaternion + k] = (sweep[quaternion + k] - along * q[k]) / norm


@compiled
def quaternions_of(rotations, out):
    """Rows of ``out`` = unit quaternions of rotation matrices (entries row by row):
    ``elver.symbolic.spatial.rotation_quaternion``.
    """
    for i in range(rotations.shape[0]):
        r = rotations[i]
        xx, yy, zz = r[0], r[4], r[8]
        wx, wy, wz = r[7] - r[5], r[2] - r[6], r[3] - r[1]
        yz, xz, xy = r[7] + r[5], r[2] + r[6], r[3] + r[1]
        squares = (1.0 + (xx + yy + zz), 1.0 + (xx - yy - zz), 1.0 + (yy - xx - zz), 1.0 + (zz - xx - yy))
        best = 0
        for k in range(1, 4):
            if squares[k] > squares[best]:
                best = k
        s = squares[best]
        if best == 0:
            a, b, c, d = s, wx, wy, wz
        elif best == 1:
            a, b, c, d = wx, s, xy, xz
        elif best == 2:
            a, b, c, d = wy, xy, s, yz
        else:
            a, b, c, d = wz, xz, yz, s
        scale = (-1.0 if a < 0 else 1.0) / np.sqrt(a * a + b * b + c * c + d * d)
        out[i, 0], out[i, 1], out[i, 2], out[i, 3] = a * scale, b * scale, c * scale, d * scale


# --- Calls of native functions by address from compiled loops. Importing this module imports Numba.


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
    return Workspace(clock, u, np.empty(signals), work, at, None, None)


@compiled
def make_lane_scratch(system, lanes, shelf):
    """Room for the calls of native code for machines side by side, each ``lanes`` [s] ahead of the time of a call.

    shelf: None, or the tables of signals of their own.
    """
    width, signals = lanes.shape[0], 3 * system.coefficients.shape[1]
    clock, u, work = aligned(width), aligned(signals * width), aligned(system.work)
    at = (clock.ctypes.data, system.p.ctypes.data, u.ctypes.data, work.ctypes.data)
    return Workspace(clock, u, np.empty(signals), work, at, lanes, shelf)


@compiled
def _lane_signals(shelf, system, lane, t, u):
    """Signals of one of the machines side by side at time t."""
    if shelf is None:
        evaluate_signals(t, system.breaks, system.coefficients, u)
    else:
        k = shelf.which[lane]
        breaks = shelf.breaks[shelf.first_break[k] : shelf.first_break[k + 1]]
        evaluate_signals(t, breaks, shelf.coefficients[shelf.first_piece[k] : shelf.first_piece[k + 1]], u)


@compiled
def _set_clock(lanes, system, scratch, t):
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
                _lane_signals(scratch.shelf, system, lane, scratch.clock[lane], own)
                for k in range(own.shape[0]):
                    scratch.u[k * width + lane] = own[k]


@compiled(inline="always")
def evaluate(system, scratch, t, x, out):
    """out = f(t, x, p, u(t))."""
    _set_clock(scratch.lanes, system, scratch, t)
    clock, p, u, work = scratch.at
    call_pointers(system.address, (clock, x.ctypes.data, p, u, out.ctypes.data, work))


@compiled
def evaluate_all(system, times, states, out):
    """Rows of ``out`` = f at every (time, state)."""
    scratch = make_scratch(system)
    for i in range(times.shape[0]):
        evaluate(system, scratch, times[i], states[i], out[i])


# --- Native functions along the samples of a run whose inputs change. Importing this module imports Numba.


@compiled
def evaluate_rows(system, slots, inputs, times, states, out):
    """Rows of ``out`` = f at every (time, state) with the inputs of that row, which stand at ``slots`` of the parameters."""
    scratch = make_scratch(system)
    for i in range(times.shape[0]):
        for k in range(slots.shape[0]):
            system.p[slots[k]] = inputs[i, k]
        evaluate(system, scratch, times[i], states[i], out[i])
