"""Compiled time loops of several machines at once: their state is one flat array, the machines of a component side by side.

Importing this module imports Numba; do it only where a simulation starts.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.extending import overload

from elver.compiled import compiled
from elver.compiled.arrays import aligned, copy_to
from elver.compiled.calls import evaluate, make_lane_scratch, make_scratch
from elver.compiled.quaternions import normalise
from elver.compiled.system import Shelf, System
from elver.statuses import RUNAWAY
from elver.stepping.batch.figures import sample_rows
from elver.stepping.batch.turning import end_at_turns, first_look
from elver.stepping.schemes.fixed import STEPS

numbers_of_sample = compiled(sample_rows)


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
def larger(a, b):
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
        f.moved[0, m] = larger(f.moved[0, m], abs(y[6 * width + lane]))
        for k in range(rows.works):
            work = y[(8 + k) * width + lane]
            if first:
                f.begun[k, m] = work
            done = work - f.begun[k, m]
            error += signs[k] * done
            f.works[k, m], f.span[k, m] = work, larger(f.span[k, m], abs(done))
        f.error[0, m] = larger(f.error[0, m], abs(error - (y[7 * width + lane] - f.energy[0, m])))
        for k in range(rows.torques):
            f.torques[k, m] = larger(f.torques[k, m], abs(y[(8 + rows.works + k) * width + lane]))


@compiled
def keep(y, width, first_machine, chosen, book, sample):
    """Store the recorded rows of one sample of the chosen machines."""
    rows, kept = book.rows, book.kept
    start = 8 + rows.works + rows.torques
    for lane in range(width):
        if chosen[lane]:
            for k in range(rows.recorded):
                kept[first_machine + lane, sample, k] = y[(start + k) * width + lane]


@compiled
def take_sample(sample, scratch, t, x, y, width, machine, chosen, step, looked, book):
    """Book the sample after ``step`` steps of the chosen machines; one whose loops turned over before it is no longer chosen."""
    evaluate(sample, scratch, t, x, y)
    if book.rows.dependent:
        end_at_turns(y, width, machine, chosen, looked, step, x, book)
    note(y, width, machine, chosen, step == 0, book)


@compiled
def bury(step, machine, alive, lost, done):
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
            keep(samples[i], 1, machine, chosen, book, i)


def group_scratch(shelf, system, width, group):
    """Room for the calls of a group whose machines share their signals (shelf None), or have each their own."""
    raise NotImplementedError("compiled code alone calls this")


@overload(group_scratch)
def scratch_for(shelf, system, width, group):
    """One kind of room or the other, by the type of the shelf."""

    def for_shared(shelf, system, width, group):
        return make_scratch(system)

    def for_own(shelf, system, width, group):
        which = shelf.which[group * width : (group + 1) * width]
        own = Shelf(shelf.breaks, shelf.coefficients, shelf.first_break, shelf.first_piece, which)
        return make_lane_scratch(system, np.zeros(width), own)

    return for_shared if isinstance(shelf, types.NoneType) else for_own


def group_loop(take_step: Any) -> Any:
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
        k, new, scratch, h = aligned(5 * size).reshape((5, size)), aligned(size), group_scratch(shelf, rhs, width, group), pace.h
        y = aligned(numbers_of_sample(book.rows) * width)
        alive, lost = np.ones(width, dtype=np.bool_), np.zeros(width, dtype=np.bool_)
        looked = first_look(book.rows, x, width)
        take_sample(sample, scratch, 0.0, x, y, width, machine, alive, 0, looked, book)
        keep(y, width, machine, alive, book, 0)
        for step in range(steps):
            take_step(step, rhs, scratch, step * h, h, x, k, new)
            normalise(new, rhs.quaternion, width)
            if insane(new) and lanes_lost(new, alive, width, lost):
                bury(step, machine, alive, lost, book.done)
                if step % pace.every:
                    take_sample(sample, scratch, step * h, x, y, width, machine, lost, step, looked, book)
                if not alive.any():
                    break
            take_over(new, alive, x)
            if (step + 1) % pace.every == 0 or step + 1 == steps:
                take_sample(sample, scratch, (step + 1) * h, x, y, width, machine, alive, step + 1, looked, book)
                keep(y, width, machine, alive, book, (step + pace.every) // pace.every)
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


ADVANCE_GROUPS = {method: group_loop(step) for method, step in STEPS.items() if method != "adams"}
