"""A run with its variations at given times: what fits and reports need of it. Steps are fitted between the times, so that nothing is
interpolated; derivatives are those of the states at these fixed times.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from elver.errors import InputError
from elver.native.program import Program
from elver.statuses import status_word
from elver.stepping.system import linear_of, system_of


@dataclass(frozen=True, eq=False)
class SampledFlow:
    """states[k] at times[k]; slopes[k, d]: their derivatives along direction d; rates[k] = f at times[k].

    A run that diverged ends at its last good time. status: ``finished`` or ``diverged``.
    """

    times: np.ndarray
    states: np.ndarray
    slopes: np.ndarray
    rates: np.ndarray
    status: str


def sampled_flow(
    program: Program,
    p: np.ndarray,
    x: np.ndarray,
    begin: float,
    times: np.ndarray,
    dt: float,
    xdot: np.ndarray,
    pdot: np.ndarray,
    method: str = "rk4",
) -> SampledFlow:
    """From x at time ``begin`` [s] through increasing ``times``, with steps of at most dt between them.

    xdot, pdot: one row per direction, its change of the state at the begin and of the parameters.   method: ``rk4`` or ``radau``.
    """
    times = np.asarray(times, dtype=float)
    gaps = np.diff(times, prepend=begin)
    if not (np.isfinite(times).all() and (gaps >= 0).all()):
        raise InputError("the times of a run must be finite, not before its begin, and increase.")
    counts = np.ceil(gaps / dt - 1e-9).astype(np.int64)
    native, lanes = program.variation
    count = len(xdot)
    full = max(-(-count // lanes), 1) * lanes  # the last group is filled up with zero directions
    directions, changes = np.zeros((full, len(x))), np.zeros((full, len(p)))
    directions[:count], changes[:count] = xdot, pdot
    states, slopes = np.empty((len(times), len(x))), np.empty((len(times), full, len(x)))
    now, kept = np.array(x, dtype=float), np.empty((max(int(counts.max(initial=0)), 1) + 1, len(x)))
    from elver.derivatives.variations import Variation

    variation = Variation(system_of(program, p, native), lanes, np.zeros(full), changes)
    if method == "radau":
        done, code = through_implicit(program, p, native, variation, begin, times, counts, now, directions, (kept, states, slopes))
    else:
        from elver.derivatives.variations import advance_through

        done, code = advance_through(variation, begin, times, counts, now, directions, kept, states, slopes)
    good = states[:done]
    return SampledFlow(times[:done], good, slopes[:done, :count], rates_at(program, p, times[:done], good), status_word(code))


def through_implicit(program: Program, p, native, variation, begin: float, times, counts, x, xdot, room) -> tuple[int, int]:
    """The same by Radau's steps, for stiff models."""
    from elver.derivatives.implicit_variations import advance_implicit
    from elver.statuses import RUNNING

    kept, states, slopes = room
    system, linear = system_of(program, p, also=(program.tangent, native)), linear_of(program)
    for k, t in enumerate(times):
        if counts[k]:
            h = (t - begin) / counts[k]
            done, code = advance_implicit(system, linear, variation, begin / h, h, int(counts[k]), x, xdot, kept)
            if done < counts[k]:
                return k, code
        states[k], slopes[k], begin = x, xdot, t
    return len(times), RUNNING


def rates_at(program: Program, p: np.ndarray, times: np.ndarray, states: np.ndarray) -> np.ndarray:
    """f at every (time, state)."""
    from elver.compiled.calls import evaluate_all

    rates = np.empty_like(states)
    evaluate_all(system_of(program, p), np.ascontiguousarray(times), np.ascontiguousarray(states), rates)
    return rates
