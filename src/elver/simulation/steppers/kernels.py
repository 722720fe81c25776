"""Compiled loops over machines that go on from call to call: one after the other, or several side by side in vectors.

Every thread calls the same loop; a counter that they share hands out the work, so that the numbers do not depend on how many
there are. Importing this module imports Numba; do it only where a simulation starts.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from elver._support.statuses import DIVERGED, REFUSED, RUNNING
from elver.codegen.kernels.evaluate import aligned, all_sane, claim, copy_to, evaluate, make_lane_scratch, make_scratch, normalise
from elver.codegen.kernels.jit import compiled
from elver.simulation.batches.kernels import insane, is_negative, lanes_lost, take_over, with_parameters
from elver.simulation.schemes.fixed import STEPS

_ROOM = 5  # rows that a step needs besides the state


@compiled
def _take_inputs(orders, given, m, fleet):
    """Let machine m hold its row of ``given`` (a single row is for all, none changes nothing).

    Where a number is not finite or beyond its bounds, none is taken: the place of that one is returned, else -1.
    """
    if given.shape[0] == 0:
        return -1
    row, low, high = given[m if given.shape[0] > 1 else 0], orders.low, orders.high
    for k in range(row.shape[0]):
        value = min(max(row[k], low[k]), high[k]) if orders.clip else row[k]
        if not (low[k] <= row[k] <= high[k] or (orders.clip and row[k] == row[k])) or not np.isfinite(value):
            return k
    for k in range(row.shape[0]):
        value = min(max(row[k], low[k]), high[k]) if orders.clip else row[k]
        fleet.held[m, k] = fleet.p[m, orders.places[k]] = value
        if orders.slots[k] >= 0:
            fleet.constants[m, orders.slots[k]] = value
    return -1


@compiled
def ready(orders, given, m, fleet):
    """Whether machine m goes on; where its inputs are refused it stops."""
    if fleet.status[m] != RUNNING:
        return False
    place = _take_inputs(orders, given, m, fleet)
    if place >= 0:
        fleet.wrong[m, 0], fleet.wrong[m, 1] = place, given[m if given.shape[0] > 1 else 0, place]
        fleet.status[m] = REFUSED
        return False
    return True


@compiled
def take_all_inputs(orders, given, fleet):
    """Every machine takes its inputs; which of them go on."""
    moved = np.zeros(fleet.status.shape[0], dtype=np.bool_)
    for m in range(moved.shape[0]):
        moved[m] = ready(orders, given, m, fleet)
    return moved


@compiled
def put_states(q, u, works, places, joints, chosen, fleet):
    """States of the chosen planar machines from coordinates q = (x, y, heading; joints; memory), u = q' and their works.

    States of actuators and media are the rates of coordinates of their own, behind the joints.
    """
    moving = q.shape[1] - 3
    for m in range(chosen.shape[0]):
        if chosen[m]:
            x, heading = fleet.state[m], q[m, 2]
            c, s = np.cos(heading), np.sin(heading)
            x[0], x[1], x[2] = q[m, 0], q[m, 1], 0.0
            x[3], x[4], x[5], x[6] = np.cos(heading / 2), 0.0, 0.0, np.sin(heading / 2)
            x[7], x[8], x[9] = c * u[m, 0] + s * u[m, 1], -s * u[m, 0] + c * u[m, 1], u[m, 2]
            for k in range(joints):
                x[10 + k] = q[m, 3 + k]
            for k in range(moving):
                x[10 + joints + k] = u[m, 3 + k]
            for k in range(places.shape[0]):
                x[10 + joints + moving + places[k]] = works[m, k]


@compiled
def look(sample, scratch, h, m, fleet):
    """The outputs of machine m as it is now."""
    evaluate(sample, scratch, fleet.base[m] + fleet.steps[m] * h, fleet.state[m], fleet.output[m])


@compiled
def look_at_machines(sample, h, chosen, fleet):
    """The outputs of the chosen machines, one after the other."""
    p = np.empty(fleet.p.shape[1])
    sample = with_parameters(sample, p)
    scratch = make_scratch(sample)
    for m in range(chosen.shape[0]):
        if chosen[m]:
            copy_to(fleet.p[m], p)
            look(sample, scratch, h, m, fleet)


# --- one after the other ----------------------------------------------------------------------------------------------


def _machine_loop(take_step: Any) -> Any:
    """The loop over machines of the scheme whose step is ``take_step``, with the very numbers of a run of its own."""

    @compiled
    def advance_machines(rhs, sample, orders, fleet, given, stride, counter):
        """Machines as the counter hands them out: inputs, all steps, outputs. A machine that runs away stays where it was."""
        size, h = fleet.state.shape[1], stride.h
        k, new = np.empty((_ROOM, size)), np.empty(size)
        c, p = np.empty(fleet.constants.shape[1]), np.empty(fleet.p.shape[1])
        rhs, sample = with_parameters(rhs, c), with_parameters(sample, p)
        scratch, looking = make_scratch(rhs), make_scratch(sample)
        while True:
            m = claim(counter.ctypes.data)
            if m >= fleet.state.shape[0]:
                break
            if not ready(orders, given, m, fleet):
                continue
            copy_to(fleet.constants[m], c)
            x = fleet.state[m]
            for step in range(stride.steps):
                take_step(step, rhs, scratch, fleet.steps[m] * h, h, x, k, new)
                normalise(new, rhs.quaternion, 1)
                if not all_sane(new):
                    fleet.status[m] = DIVERGED
                    break
                copy_to(new, x)
                fleet.steps[m] += 1
            copy_to(fleet.p[m], p)
            look(sample, looking, h, m, fleet)

    return advance_machines


# --- side by side -----------------------------------------------------------------------------------------------------


@compiled
def _gather(rows, first, width, out):
    """Rows from ``first`` on, side by side; the last row fills up."""
    for lane in range(width):
        row = rows[min(first + lane, rows.shape[0] - 1)]
        for k in range(row.shape[0]):
            out[k * width + lane] = row[k]


@compiled
def _scatter(values, width, chosen, first, rows):
    """Back to their rows, those that are chosen."""
    for lane in range(width):
        if chosen[lane]:
            row = rows[first + lane]
            for k in range(row.shape[0]):
                row[k] = values[k * width + lane]


@compiled
def _read_clocks(fleet, first, h, begin):
    """Time [s] of every machine of a group."""
    for lane in range(begin.shape[0]):
        m = min(first + lane, fleet.steps.shape[0] - 1)
        begin[lane] = fleet.base[m] + fleet.steps[m] * h


@compiled
def _note_lost(lost, first, step, fleet, alive):
    """Take machines that ran away in this step from the living; so many steps were good."""
    for lane in range(alive.shape[0]):
        if lost[lane]:
            alive[lane] = False
            fleet.status[first + lane] = DIVERGED
            fleet.steps[first + lane] += step


@compiled
def _look_at_group(sample, scratch, h, first, chosen, x, y, fleet):
    """The outputs of the chosen machines of a group whose states are x."""
    _read_clocks(fleet, first, h, scratch.lanes)
    evaluate(sample, scratch, 0.0, x, y)
    _scatter(y, chosen.shape[0], chosen, first, fleet.output)


@compiled
def look_at_groups(sample, width, h, chosen, fleet):
    """The outputs of the chosen machines, group by group."""
    x, y = aligned(fleet.state.shape[1] * width), aligned(fleet.output.shape[1] * width)
    p, begin, own = aligned(fleet.p.shape[1] * width), aligned(width), np.zeros(width, dtype=np.bool_)
    sample = with_parameters(sample, p)
    scratch = make_lane_scratch(sample, begin, None)
    for first in range(0, chosen.shape[0], width):
        for lane in range(width):
            own[lane] = first + lane < chosen.shape[0] and chosen[first + lane]
        if own.any():
            _gather(fleet.p, first, width, p)
            _gather(fleet.state, first, width, x)
            _look_at_group(sample, scratch, h, first, own, x, y, fleet)


def _group_loop(take_step: Any) -> Any:
    """The loop over groups of machines side by side, each with its own clock, of the scheme whose step is ``take_step``."""

    @compiled
    def advance_group(rhs, sample, scratch, first, stride, room, alive, fleet):
        """All steps of one group from x in place, and its outputs. Machines that run away stay at their last good state."""
        x, p, k, new, y = room
        width, h = alive.shape[0], stride.h
        lost, moved = np.zeros(width, dtype=np.bool_), alive.copy()
        _gather(fleet.p, first, width, p)
        _gather(fleet.state, first, width, x)
        _read_clocks(fleet, first, h, scratch.lanes)
        for step in range(stride.steps):
            take_step(step, rhs, scratch, step * h, h, x, k, new)
            normalise(new, rhs.quaternion, width)
            if insane(new) and lanes_lost(new, alive, width, lost):
                _note_lost(lost, first, step, fleet, alive)
                if not alive.any():
                    break
            take_over(new, alive, x)
        for lane in range(width):
            if alive[lane]:
                fleet.steps[first + lane] += stride.steps
        _scatter(x, width, moved, first, fleet.state)
        _look_at_group(sample, scratch, h, first, moved, x, y, fleet)

    @compiled
    def advance_groups(rhs, sample, width, orders, fleet, given, stride, counter):
        """Groups of ``width`` machines as the counter hands them out."""
        size, machines, begin = fleet.state.shape[1] * width, fleet.state.shape[0], aligned(width)
        p, k = aligned(fleet.p.shape[1] * width), aligned(_ROOM * size).reshape((_ROOM, size))
        room = (aligned(size), p, k, aligned(size), aligned(fleet.output.shape[1] * width))
        rhs, sample = with_parameters(rhs, p), with_parameters(sample, p)
        scratch, alive = make_lane_scratch(rhs, begin, None), np.zeros(width, dtype=np.bool_)
        while True:
            first = claim(counter.ctypes.data) * width
            if first >= machines:
                break
            for lane in range(width):
                alive[lane] = first + lane < machines and ready(orders, given, first + lane, fleet)
            if alive.any():
                advance_group(rhs, sample, scratch, first, stride, room, alive, fleet)

    return advance_groups


BY_MACHINES = {method: _machine_loop(step) for method, step in STEPS.items() if method != "adams"}
BY_GROUPS = {method: _group_loop(step) for method, step in STEPS.items() if method != "adams"}


# --- Whether the loops of machines turned over between two looks. Importing this module imports Numba.
#
# The test is det(J_p^T J_p') < 0, the columns of J_p before and J_p' now being those of the dependent joints.


@compiled
def look_for_turns(system, h, rows, fleet, J, turned):
    """Mark the running machines that have turned over since J, one row of columns each; J of the others becomes that of now."""
    columns = J.shape[1] // rows
    p, now, product = np.empty(fleet.p.shape[1]), np.empty(J.shape[1]), np.empty((columns, columns))
    system = with_parameters(system, p)
    scratch = make_scratch(system)
    for m in range(turned.shape[0]):
        if fleet.status[m] != RUNNING:
            continue
        copy_to(fleet.p[m], p)
        evaluate(system, scratch, fleet.base[m] + fleet.steps[m] * h, fleet.state[m], now)
        for a in range(columns):
            for b in range(columns):
                product[a, b] = 0.0
                for r in range(rows):
                    product[a, b] += J[m, a * rows + r] * now[b * rows + r]
        turned[m] = is_negative(product)
        if not turned[m]:
            copy_to(now, J[m])
