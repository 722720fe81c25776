"""A run with its variations at given times: what fits need of it. Steps are fitted between the times, so that nothing is
interpolated.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from elver.compiled.system import Variation
from elver.derivatives.forward import in_groups, in_rows
from elver.errors import InputError
from elver.native.program import Program
from elver.statuses import status_word
from elver.stepping.system import linear_of, system_of


@dataclass(frozen=True, eq=False)
class SampledFlow:
    """states[k] at times[k]; slopes[k, d]: their derivatives along direction d, at times that stretch with it; rates[k] = f.

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
    counts: np.ndarray,
    xdot: np.ndarray,
    pdot: np.ndarray,
    stretch: np.ndarray | None = None,
    method: str = "rk4",
) -> SampledFlow:
    """From x at time ``begin`` [s] through increasing ``times``, with counts[k] steps before times[k] (``step_counts``).

    xdot, pdot: one row per direction, its change of the state at the begin and of the parameters.
    stretch: relative change of all times along every direction, for gaits whose period moves; none by default.
    method: ``rk4`` or ``radau``; ``moreau`` for a model with a scene.
    """
    times = np.asarray(times, dtype=float)
    count = len(xdot)
    if method == "moreau":
        return touched_flow(program, p, x, begin, times, counts, xdot, pdot, stretch)
    native, lanes = program.variation_for(count)
    full = max(-(-count // lanes), 1) * lanes  # the last group is filled up with zero directions
    directions, changes = np.zeros((full, len(x))), np.zeros((full, native.sizes_in[native.names_in.index("p")]))
    directions[:count], changes[:count] = xdot, native.constant_changes(p, pdot)
    stretched = np.zeros(full)
    stretched[:count] = 0.0 if stretch is None else stretch
    states, now, kept = (
        np.empty((len(times), len(x))),
        np.array(x, dtype=float),
        np.empty((max(int(counts.max(initial=0)), 1) + 1, len(x))),
    )
    variation = Variation(system_of(program, p, native), lanes, np.zeros(full), in_groups(changes, lanes))
    if method == "radau":
        rows = np.empty((len(times), full, len(x)))
        room = (kept, states, rows)
        done, code = through_implicit(program, p, native, variation, stretched, begin, times, counts, now, directions, room)
    else:
        from elver.derivatives.variations import advance_through

        varied = in_groups(directions, lanes)
        groups = np.empty((len(times), *varied.shape))
        done, code = advance_through(variation, stretched, begin, times, counts, now, varied, kept, states, groups)
        rows = in_rows(groups)
    good = states[:done]
    return SampledFlow(times[:done], good, rows[:done, :count], rates_at(program, p, times[:done], good), status_word(code))


def touched_flow(program: Program, p, x, begin: float, times, counts, xdot, pdot, stretch) -> SampledFlow:
    """The same with contacts. Rates of places and angles are those of the motion; velocities may jump, theirs are taken as 0."""
    if stretch is not None and np.any(stretch):
        raise InputError("the steps of a run with contact cannot stretch with its parameters. Start at the model's start.")
    from elver.derivatives.contact_variations import contact_through, motion_rates

    found = contact_through(program, p, x, begin, times, counts, xdot, pdot)
    rates = motion_rates(program, found.states)
    return SampledFlow(found.times, found.states, found.variations, rates, found.status)


def step_counts(begin: float, times: np.ndarray, dt: float) -> np.ndarray:
    """Steps of at most dt before each of the times."""
    gaps = np.diff(np.asarray(times, dtype=float), prepend=begin)
    if not (np.isfinite(gaps).all() and (gaps >= 0).all()):
        raise InputError("the times of a run must be finite, not before its begin, and increase.")
    return np.ceil(gaps / dt - 1e-9).astype(np.int64)


def through_implicit(
    program: Program, p, native, variation, stretch, begin: float, times, counts, x, xdot, room
) -> tuple[int, int]:
    """The same by Radau's steps, for stiff models."""
    from elver.derivatives.implicit_variations import advance_implicit
    from elver.statuses import RUNNING

    kept, states, slopes = room
    system, linear = system_of(program, p, also=(program.tangent, native)), linear_of(program)
    for k, t in enumerate(times):
        if counts[k]:
            h = (t - begin) / counts[k]
            variation.slope[:] = stretch * h
            done, code = advance_implicit(system, linear, variation, begin / h, h, int(counts[k]), x, xdot, kept, slopes[:0])
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
