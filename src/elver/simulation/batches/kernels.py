"""Compiled loops over many machines with fixed steps: vectors of machines, metrics from sample to sample. Imports Numba."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import overload

from elver._support.statuses import RUNAWAY
from elver.codegen.kernels.evaluate import aligned, copy_to, evaluate, make_lane_scratch, make_scratch, normalise
from elver.codegen.kernels.jit import compiled
from elver.codegen.kernels.system import SignalTables, System
from elver.simulation.batches.figures import sample_rows
from elver.simulation.schemes.fixed import STEPS

# --- Whether the loops of machines turned over between two looks: in between they were singular, and what follows is not known.
#
# The test is det(J_p^T J_p') < 0, the columns of J_p before and J_p' now being those of the dependent joints.


@compiled
def is_negative(A):
    """Whether the determinant of A is negative, by elimination in place with the largest pivot."""
    n, negative = A.shape[0], False
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            if abs(A[i, k]) > abs(A[best, k]):
                best = i
        if A[best, k] == 0.0:
            return False
        if best != k:
            negative = not negative
            for j in range(n):
                A[k, j], A[best, j] = A[best, j], A[k, j]
        negative = negative != (A[k, k] < 0.0)
        for i in range(k + 1, n):
            factor = A[i, k] / A[k, k]
            for j in range(k, n):
                A[i, j] -= factor * A[k, j]
    return negative


class _LoopSample(NamedTuple):
    """A group of machines when each was last sampled: J_p and states, the machines side by side, and after how many steps."""

    J: np.ndarray
    state: np.ndarray
    step: np.ndarray


@compiled
def _first_look(rows, x, width):
    """Before the first sample: whatever comes has not turned over."""
    return _LoopSample(np.zeros(rows.closures * rows.dependent * width), x.copy(), np.zeros(width, dtype=np.int64))


@compiled
def _has_turned(y, start, width, lane, rows, J, product):
    """Whether the loops of one machine turned over between J and the sample y, whose rows from ``start`` on are J_p."""
    for a in range(rows.dependent):
        for b in range(rows.dependent):
            product[a, b] = 0.0
            for r in range(rows.closures):
                before, now = a * rows.closures + r, start + b * rows.closures + r
                product[a, b] += J[before * width + lane] * y[now * width + lane]
    return is_negative(product)


@compiled
def _end_at_turns(y, width, machine, chosen, looked, step, x, book):
    """End those of the chosen machines whose loops turned over since their sample before, at that sample: no longer chosen.

    y: the sample now, after ``step`` steps.
    """
    rows = book.rows
    start, product = 8 + rows.works + rows.torques + rows.recorded, np.empty((rows.dependent, rows.dependent))
    for lane in range(width):
        if not chosen[lane]:
            continue
        if _has_turned(y, start, width, lane, rows, looked.J, product):
            chosen[lane] = False
            book.turned[machine + lane], book.done[machine + lane] = True, looked.step[lane]
            copy_to(looked.state[lane::width], x[lane::width])
        else:
            copy_to(y[start * width + lane :: width], looked.J[lane::width])
            copy_to(x[lane::width], looked.state[lane::width])
            looked.step[lane] = step


# --- Compiled time loops of several machines at once: their state is one flat array, the machines of a component side by side.
#
# Importing this module imports Numba; do it only where a simulation starts.

_numbers_of_sample = compiled(sample_rows)


@compiled
def with_parameters(system, p):
    """The same native code for other parameters."""
    return System(system.address, system.work, p, system.breaks, system.coefficients, system.velocity_like, system.quaternion)


@compiled
def insane(x):
    """How many numbers are NaN, infinite or run away. Without a branch, so that it becomes vector code."""
    count = 0
    for i in range(x.shape[0]):
        count += not (abs(x[i]) < RUNAWAY)
    return count


@compiled
def lanes_lost(new, alive, width, lost):
    """Mark the living machines whose new state is not sane; how many."""
    count = 0
    for lane in range(width):
        lost[lane] = alive[lane] and insane(new[lane::width]) > 0
        count += lost[lane]
    return count


@compiled
def _larger(a, b):
    """The larger of a running peak a and a number b; a NaN stays."""
    return b if b > a or b != b else a


@compiled
def note(y, width, first_machine, chosen, first, book):
    """Book one sample of the chosen machines of a group; the first one of a run sets where it started."""
    rows, signs, f = book.rows, book.signs, book.figures
    for lane in range(width):
        if not chosen[lane]:
            continue
        m, step, error = first_machine + lane, 0.0, 0.0
        if first:
            f.energy[0, m] = y[7 * width + lane]
        for k in range(3):
            place = y[k * width + lane]
            if first:
                f.first[k, m] = f.place[k, m] = place
            step += (place - f.place[k, m]) ** 2
            f.place[k, m], f.com[k, m] = place, y[(3 + k) * width + lane]
        f.path[0, m] += np.sqrt(step)
        f.moved[0, m] = _larger(f.moved[0, m], abs(y[6 * width + lane]))
        for k in range(rows.works):
            work = y[(8 + k) * width + lane]
            if first:
                f.begun[k, m] = work
            done = work - f.begun[k, m]
            error += signs[k] * done
            f.works[k, m], f.span[k, m] = work, _larger(f.span[k, m], abs(done))
        f.error[0, m] = _larger(f.error[0, m], abs(error - (y[7 * width + lane] - f.energy[0, m])))
        for k in range(rows.torques):
            f.torques[k, m] = _larger(f.torques[k, m], abs(y[(8 + rows.works + k) * width + lane]))


@compiled
def _keep(y, width, first_machine, chosen, book, sample):
    """Store the recorded rows of one sample of the chosen machines."""
    rows, kept = book.rows, book.kept
    start = 8 + rows.works + rows.torques
    for lane in range(width):
        if chosen[lane]:
            for k in range(rows.recorded):
                kept[first_machine + lane, sample, k] = y[(start + k) * width + lane]


@compiled
def _take_sample(sample, scratch, t, x, y, width, machine, chosen, step, looked, book):
    """Book the sample after ``step`` steps of the chosen machines; one whose loops turned over before it is no longer chosen."""
    evaluate(sample, scratch, t, x, y)
    if book.rows.dependent:
        _end_at_turns(y, width, machine, chosen, looked, step, x, book)
    note(y, width, machine, chosen, step == 0, book)


@compiled
def _bury(step, machine, alive, lost, done):
    """Take the machines that are lost in this step from the living."""
    for lane in range(alive.shape[0]):
        alive[lane] = alive[lane] and not lost[lane]
        if lost[lane]:
            done[machine + lane] = step


@compiled
def take_over(new, alive, x):
    """The new state of the machines that live; the others stay where they are."""
    width = alive.shape[0]
    if alive.all():
        copy_to(new, x)
    else:
        for i in range(x.shape[0]):
            if alive[i % width]:
                x[i] = new[i]


@compiled
def note_samples(samples, on_time, machine, book):
    """Book the finished samples of one machine, one row of ``samples`` each; keep the first ones, which are on time."""
    chosen = np.ones(1, dtype=np.bool_)
    for i in range(samples.shape[0]):
        note(samples[i], 1, machine, chosen, i == 0, book)
        if i < on_time:
            _keep(samples[i], 1, machine, chosen, book, i)


def _group_scratch(shelf, system, width, group):
    """Room for the calls of a group whose machines share their signals (shelf None), or have each their own."""
    raise NotImplementedError("compiled code alone calls this")


@overload(_group_scratch)
def _scratch_for(shelf, system, width, group):
    """One kind of room or the other, by the type of the shelf."""

    def for_shared(shelf, system, width, group):
        return make_scratch(system)

    def for_own(shelf, system, width, group):
        which = shelf.which[group * width : (group + 1) * width]
        own = SignalTables(shelf.breaks, shelf.coefficients, shelf.first_break, shelf.first_piece, which)
        return make_lane_scratch(system, np.zeros(width), own)

    return for_shared if isinstance(shelf, types.NoneType) else for_own


def _group_loop(take_step: Any) -> Any:
    """The loop over groups of the scheme whose step is ``take_step``."""

    @compiled
    def advance_group(rhs, sample, pace, steps, width, group, states, parameters, shelf, book):
        """All steps of one group of ``width`` machines, and its samples; ``states`` and ``parameters`` hold a row per group.

        shelf: None, or the signals of every machine. A machine that runs away stays at its last good state, which is its last
        sample; the others go on.
        """
        x, p, machine = aligned(states.shape[1]), aligned(parameters.shape[1]), group * width
        copy_to(states[group], x)
        copy_to(parameters[group], p)
        rhs, sample, size = with_parameters(rhs, p), with_parameters(sample, p), x.shape[0]
        k, new, scratch, h = aligned(5 * size).reshape((5, size)), aligned(size), _group_scratch(shelf, rhs, width, group), pace.h
        y = aligned(_numbers_of_sample(book.rows) * width)
        alive, lost = np.ones(width, dtype=np.bool_), np.zeros(width, dtype=np.bool_)
        looked = _first_look(book.rows, x, width)
        _take_sample(sample, scratch, 0.0, x, y, width, machine, alive, 0, looked, book)
        _keep(y, width, machine, alive, book, 0)
        for step in range(steps):
            take_step(step, rhs, scratch, step * h, h, x, k, new)
            normalise(new, rhs.quaternion, width)
            if insane(new) and lanes_lost(new, alive, width, lost):
                _bury(step, machine, alive, lost, book.done)
                if step % pace.every:
                    _take_sample(sample, scratch, step * h, x, y, width, machine, lost, step, looked, book)
                if not alive.any():
                    break
            take_over(new, alive, x)
            if (step + 1) % pace.every == 0 or step + 1 == steps:
                _take_sample(sample, scratch, (step + 1) * h, x, y, width, machine, alive, step + 1, looked, book)
                _keep(y, width, machine, alive, book, (step + pace.every) // pace.every)
        for lane in range(width):
            if alive[lane]:
                book.done[machine + lane] = steps
        copy_to(x, states[group])

    @compiled
    def advance_groups(first, last, rhs, sample, pace, steps, width, states, parameters, shelf, book):
        """The groups ``first`` up to ``last``, one after the other."""
        for group in range(first, last):
            advance_group(rhs, sample, pace, steps, width, group, states, parameters, shelf, book)

    return advance_groups


ADVANCE_GROUPS = {method: _group_loop(step) for method, step in STEPS.items() if method != "adams"}
