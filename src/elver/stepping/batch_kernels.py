"""Compiled time loops of several machines at once: their state is one flat array, the machines of a component side by side.

Importing this module imports Numba; do it only where a simulation starts.
"""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.compiled.arrays import RUNAWAY, copy_to
from elver.stepping.kernels import evaluate, fixed_step

LINE = 8  # doubles in a cache line, and in the widest vector


@compiled
def aligned(size):
    """An array of doubles that begins at a cache line."""
    room = np.empty(size + LINE)
    start = (LINE - (room.ctypes.data // 8) % LINE) % LINE
    return room[start : start + size]


@compiled
def normalise_lanes(x, quaternion, width):
    """Scale every machine's quaternion to unit length; a negative index means there is none."""
    if quaternion < 0:
        return
    for lane in range(width):
        norm = 0.0
        for k in range(quaternion, quaternion + 4):
            norm += x[k * width + lane] * x[k * width + lane]
        norm = np.sqrt(norm)
        for k in range(quaternion, quaternion + 4):
            x[k * width + lane] /= norm


@compiled
def insane(x):
    """How many numbers are NaN, infinite or run away. Without a branch, so that it becomes vector code."""
    count = 0
    for value in x:
        count += 0 if abs(value) < RUNAWAY else 1
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
def note(y, width, first_machine, chosen, first, rows, signs, f):
    """Book one sample of the chosen machines of a group; the first one of a run sets where it started."""
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
def keep(y, width, first_machine, chosen, rows, kept, sample):
    """Store the recorded rows of one sample of the chosen machines."""
    start = 8 + rows.works + rows.torques
    for lane in range(width):
        if chosen[lane]:
            for k in range(rows.recorded):
                kept[first_machine + lane, sample, k] = y[(start + k) * width + lane]


@compiled
def advance_group(
    method, rhs, sample, h, steps, every, group, width, states, parameters, breaks, coefficients,
    velocity_like, quaternion, work_size, rows, signs, figures, kept, done,
):  # fmt: skip
    """All steps of one group of ``width`` machines, and its samples; ``states`` and ``parameters`` hold a row per group.

    A machine that runs away stays at its last good state, which is its last sample; the others go on.
    """
    x, p, machine = aligned(states.shape[1]), aligned(parameters.shape[1]), group * width
    copy_to(states[group], x)
    copy_to(parameters[group], p)
    size = x.shape[0]
    k = aligned(5 * size).reshape((5, size))
    new, clock, u, work = aligned(size), np.empty(1), np.empty(3 * coefficients.shape[1]), aligned(work_size)
    y = aligned((8 + rows.works + rows.torques + rows.recorded) * width)
    alive, lost = np.ones(width, dtype=np.bool_), np.zeros(width, dtype=np.bool_)
    evaluate(sample, 0.0, x, p, breaks, coefficients, clock, u, y, work)
    note(y, width, machine, alive, True, rows, signs, figures)
    keep(y, width, machine, alive, rows, kept, 0)
    for step in range(steps):
        fixed_step(method, rhs, step * h, h, x, p, breaks, coefficients, velocity_like, clock, u, work, k, new)
        normalise_lanes(new, quaternion, width)
        if insane(new) and lanes_lost(new, alive, width, lost):
            if step % every:
                evaluate(sample, step * h, x, p, breaks, coefficients, clock, u, y, work)
                note(y, width, machine, lost, False, rows, signs, figures)
            for lane in range(width):
                alive[lane] = alive[lane] and not lost[lane]
                if lost[lane]:
                    done[machine + lane] = step
            if not alive.any():
                break
        if alive.all():
            copy_to(new, x)
        else:
            for i in range(size):
                if alive[i % width]:
                    x[i] = new[i]
        if (step + 1) % every == 0 or step + 1 == steps:
            evaluate(sample, (step + 1) * h, x, p, breaks, coefficients, clock, u, y, work)
            note(y, width, machine, alive, False, rows, signs, figures)
            keep(y, width, machine, alive, rows, kept, (step + every) // every)
    for lane in range(width):
        if alive[lane]:
            done[machine + lane] = steps
    copy_to(x, states[group])


@compiled
def advance_groups(
    first, last, method, rhs, sample, h, steps, every, width, states, parameters, breaks, coefficients,
    velocity_like, quaternion, work_size, rows, signs, figures, kept, done,
):  # fmt: skip
    """The groups ``first`` up to ``last``, one after the other."""
    for group in range(first, last):
        advance_group(
            method, rhs, sample, h, steps, every, group, width, states, parameters, breaks, coefficients,
            velocity_like, quaternion, work_size, rows, signs, figures, kept, done,
        )  # fmt: skip


@compiled
def note_samples(samples, on_time, machine, rows, signs, figures, kept):
    """Book the finished samples of one machine, one row of ``samples`` each; keep the first ones, which are on time."""
    chosen = np.ones(1, dtype=np.bool_)
    for i in range(samples.shape[0]):
        note(samples[i], 1, machine, chosen, i == 0, rows, signs, figures)
        if i < on_time:
            keep(samples[i], 1, machine, chosen, rows, kept, i)
