"""Means over the period of what a run records, with their derivatives by parameters."""

from __future__ import annotations

import casadi as ca
import numpy as np

from elver.derivatives.rates import signal_slopes
from elver.errors import unknown_name
from elver.native import Program
from elver.native.compiler import NativeFunction, compile_directions, host_width
from elver.native.program import MACHINE, variation_graph
from elver.orbits.parameters.slopes import OrbitSlopes


def mean_output(found: OrbitSlopes, name: str) -> tuple[np.ndarray, np.ndarray]:
    """Mean over the period of a recorded quantity, such as ``power``, and its slopes: shapes (numbers), (parameter, numbers).

    By the trapezoidal rule over all steps; the slopes are those of that sum. Numbers of a quantity stand in their recorded order.
    """
    orbit, program = found.orbit, found.orbit.program
    native, parameters = varied_output(program, name), program.equations.parameters
    p, lanes, count = orbit.at.parameters, native.width, len(found.names)
    pdot = np.zeros((count, len(p)))
    pdot[np.arange(count), [list(parameters).index(n) for n in found.names]] = 1.0
    for trim, slopes in found.trimmed.items():
        pdot[:, list(parameters).index(trim)] = slopes
    times = orbit.start_time + np.linspace(0.0, orbit.period, len(orbit.states))
    weights = np.full(len(times), 1.0 / orbit.steps)
    weights[[0, -1]] *= 0.5
    size = native.shapes_out[0][0]
    value, change = np.zeros(size), np.zeros((count, size))
    for k, (t, x) in enumerate(zip(times, orbit.states, strict=True)):
        for first in range(0, count, lanes):
            part = slice(first, first + lanes)
            seeds = [filled(s[part], lanes).T for s in (found.times[k][:, None], found.states[k], pdot)]
            slopes, y = native(t, x, p, program.signal_values(t), signal_slopes(program, t), *seeds)
            change[part] += weights[k] * slopes.T[: count - first]
        value += weights[k] * y
    return value, change


def filled(rows: np.ndarray, lanes: int) -> np.ndarray:
    """Directions (rows), with zeros for those that are missing."""
    return np.vstack([rows, np.zeros((lanes - len(rows), rows.shape[1]))])


def varied_output(program: Program, name: str) -> NativeFunction:
    """A recorded quantity with its directional derivatives, compiled when first asked for."""
    key, recorded, outputs = ("varied output", name), program.equations.recorded, program.equations.outputs
    if name not in recorded.slices:
        raise unknown_name("recorded quantity", name, recorded.slices)
    if key not in program.variants:
        inputs = [ca.SX.sym(n, outputs.nnz_in(n)) for n in ("t", "x", "p", "u")]
        part = ca.Function("output", inputs, [outputs(*inputs)[recorded.slices[name]]], ["t", "x", "p", "u"], ["y"])
        program.variants[key] = compile_directions(variation_graph(part), host_width(), MACHINE)
    return program.variants[key]
