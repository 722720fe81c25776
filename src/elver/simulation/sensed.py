"""Sensors of a run without a controller: read at its samples, after it has run."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from elver.choices import ADAPTIVE
from elver.contact.record import Contacts
from elver.memory import require_memory
from elver.native.compiler import compile_split
from elver.native.program import Program
from elver.results.closed_loop import ClosedLoop
from elver.sensing import Sensors
from elver.sensing.reader import ticks_of
from elver.simulation.controlled import BETWEEN, begun_reader, elapsed_of, readings_of
from elver.simulation.instants import common
from elver.stepping.plan import Plan
from elver.stepping.system import system_of
from elver.stepping.trajectory import Trajectory


def closer(plan: Plan, sensors: Sensors, resume: Any, each: float) -> Plan:
    """The plan with samples so close that all samples of the sensors, all readings and the end fall on one.

    each: bytes of a sample besides those of the sensors.
    """
    periods = [(s, "rate", 1 / s.rate) for s in sensors.all if s.rate is not None] + [(s, "delay", s.delay) for s in sensors.all]
    elapsed = elapsed_of(sensors, resume)
    if plan.method in ADAPTIVE:
        output = common([plan.output, plan.duration, elapsed, *(value for *_, value in periods)])
    else:
        ticks = [ticks_of(sensor, what, value, plan.dt) for sensor, what, value in periods]
        output = math.gcd(plan.every, plan.steps, round(elapsed / plan.dt), *ticks) * plan.dt
    require_memory(
        f"samples every {output:.3g} s, which rates and delays of the sensors, output and duration together need,",
        plan.duration / output * (each + 24.0 * sensors.width),
        "Give them so that they are multiples of a longer time",
    )
    return replace(plan, output=output)


def thinned(
    trajectory: Trajectory, contacts: Contacts | None, closed: ClosedLoop, every: int
) -> tuple[Trajectory, Contacts | None, ClosedLoop]:
    """Every so many samples of a run, and its last one."""
    if every == 1:
        return trajectory, contacts, closed
    last = len(trajectory.times) - 1
    rows = np.unique([*range(0, last, every), last])
    readings = tuple(replace(one, values=one.values[rows]) for one in closed.readings)
    if contacts is not None:
        record, begin = contacts.record, np.concatenate([[0], rows[:-1] + 1])  # what was gathered since the sample before
        kept = record._replace(**{name: getattr(record, name)[rows] for name in record._fields})
        kept = kept._replace(impulse=np.add.reduceat(record.impulse, begin), stats=np.maximum.reduceat(record.stats, begin))
        contacts = replace(contacts, record=kept)
    kept_trajectory = replace(trajectory, times=trajectory.times[rows], states=trajectory.states[rows])
    return kept_trajectory, contacts, replace(closed, readings=readings)


def sensed_run(
    program: Program,
    sensors: Sensors,
    trajectory: Trajectory,
    contacts: Contacts | None,
    p: np.ndarray,
    output: float,
    seed: int,
    resume: Any,
) -> ClosedLoop:
    """What sensors gave at every sample; ``output`` [s] lies between them (``closer``)."""
    raw, reader = true_values(program, sensors, trajectory, p), begun_reader(sensors, output, seed, resume)
    if contacts is not None and sensors.touching:
        raw = sensors.complete(raw, contacts.record.contact, contacts.record.ground)
    values, since = np.full_like(raw, np.nan), trajectory.times - trajectory.times[0]
    ticks = np.rint(since / output)
    on = np.abs(ticks * output - since) <= BETWEEN * output  # a run that ended early may end between ticks
    moved = np.diff(ticks[on].astype(np.int64), prepend=0)
    for k, count in zip(np.flatnonzero(on).tolist(), moved.tolist(), strict=True):
        values[k] = reader.look(raw[k][None], count)
    memory = reader.memory()[0]
    memory[0] += since[-1] - since[on][-1]  # seconds since they began
    return ClosedLoop(readings_of(sensors, sensors.named(values)), memory, seed=seed, sensors=sensors.identity)


def true_values(program: Program, sensors: Sensors, trajectory: Trajectory, p: np.ndarray) -> np.ndarray:
    """True values of all channels at every sample."""
    from elver.compiled.calls import evaluate_all

    native = compile_split(sensors.graph(program.equations), program.input_places)
    out = np.empty((len(trajectory.times), sensors.width))
    evaluate_all(system_of(program, p, native), trajectory.times, np.ascontiguousarray(trajectory.states), out)
    return out
