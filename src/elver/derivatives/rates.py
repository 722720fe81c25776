"""Derivatives of the right-hand side of a program at one state, by compiled code."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from elver.errors import InputError, shown
from elver.native.program import Program


def directional_derivative(
    program: Program,
    t: float,
    x: np.ndarray,
    xdot: np.ndarray,
    pdot: np.ndarray | None = None,
    tdot: np.ndarray | float = 0.0,
    values: Mapping[str, float] | None = None,
) -> np.ndarray:
    """df/dx xdot + df/dp pdot + df/dt tdot of x' = f(t, x, p), with sampled signals moving along with t.

    xdot: a direction, or one per row; pdot and tdot likewise. values: of the free parameters.
    """
    p = program.parameter_vector(values)
    x, u, rates = vector("x", x, program.equations.layout.size), program.signal_values(t), signal_slopes(program, t)
    rows = directions("xdot", xdot, len(x))
    native, lanes = program.variation_for(len(rows))
    changes = np.zeros((len(rows), len(p))) if pdot is None else directions("pdot", pdot, len(p), len(rows))
    changes = native.constant_changes(p, changes)
    speeds = np.broadcast_to(np.asarray(tdot, dtype=float), len(rows))
    found = np.empty_like(rows)
    for first in range(0, len(rows), lanes):
        part, count = slice(first, first + lanes), min(lanes, len(rows) - first)
        seeds = [np.vstack([s[part], np.zeros((lanes - count, s.shape[1]))]).T for s in (speeds[:, None], rows, changes)]
        change, _ = native(t, x, p, u, rates, *seeds)
        found[part] = change.T[:count]
    return found[0] if np.ndim(xdot) == 1 else found


def adjoint_derivative(
    program: Program, t: float, x: np.ndarray, weight: np.ndarray, values: Mapping[str, float] | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """weight^T df/dx and weight^T df/dp of x' = f(t, x, p): the gradient of the weighted sum of the rates."""
    size = program.equations.layout.size
    p, u = program.parameter_vector(values), program.signal_values(t)
    by_x, by_p = program.adjoint(t, vector("x", x, size), p, u, vector("weight", weight, size))
    return by_x, by_p


def signal_slopes(program: Program, t: float) -> np.ndarray:
    """Time derivatives of the sampled signals' values, rates and accelerations at t."""
    from elver.compiled.piecewise import signal_rates

    u = program.signal_values(t)
    rates = np.zeros_like(u)
    signal_rates(t, *program.signal_tables(), u, rates)
    return rates


def vector(name: str, given, size: int) -> np.ndarray:
    """``given`` as ``size`` finite numbers."""
    try:
        array = np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        raise InputError(
            f"{name} = {shown(given)} is not allowed. Give {size} finite numbers, in the order of program.equations.layout.names."
        ) from None
    if array.shape == (size,) and not np.isfinite(array).all():
        wrong = int(np.flatnonzero(~np.isfinite(array))[0])
        raise InputError(f"{name}[{wrong}] = {array[wrong]:g} is not allowed. Give {size} finite numbers.")
    if array.shape != (size,):
        raise InputError(
            f"{name} has shape {array.shape}. Give {size} finite numbers, in the order of program.equations.layout.names."
        )
    return array


def directions(name: str, given, size: int, count: int | None = None) -> np.ndarray:
    """``given`` as rows of ``size`` numbers, ``count`` of them."""
    rows = np.atleast_2d(np.asarray(given, dtype=float))
    if rows.shape[1:] != (size,) or count not in (None, len(rows)):
        wanted = f"{'any number of' if count is None else count} rows of {size} numbers"
        raise InputError(f"{name} has shape {np.shape(given)}. Give {wanted}.")
    return rows
