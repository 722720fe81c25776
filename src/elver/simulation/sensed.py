"""Sensors of a run without a controller: read at its samples, after it has run."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from elver.contact.record import Contacts
from elver.native.compiler import compile_split
from elver.native.program import Program
from elver.results.closed_loop import ClosedLoop
from elver.sensing import Sensors
from elver.sensing.reader import ticks_of
from elver.simulation.controlled import begun_reader, readings_of
from elver.simulation.instants import common
from elver.stepping.plan import ADAPTIVE, Plan
from elver.stepping.system import system_of
from elver.stepping.trajectory import Trajectory


def closer(plan: Plan, sensors: Sensors) -> Plan:
    """The plan with samples so close that all samples of the sensors, and all readings, fall on one."""
    periods = [(s, "rate", 1 / s.rate) for s in sensors.all if s.rate is not None] + [(s, "delay", s.delay) for s in sensors.all]
    if plan.method in ADAPTIVE:
        return replace(plan, output=common([plan.output, *(value for *_, value in periods)]))
    ticks = [ticks_of(sensor, what, value, plan.dt) for sensor, what, value in periods]
    return replace(plan, output=math.gcd(plan.every, *ticks) * plan.dt)


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
    values = np.empty_like(raw)
    ticks = np.diff(np.rint((trajectory.times - trajectory.times[0]) / output).astype(np.int64), prepend=0)
    for k, row in enumerate(raw):
        values[k] = reader.look(row[None], int(ticks[k]))
    return ClosedLoop(readings_of(sensors, sensors.named(values)), reader.memory()[0], seed=seed)


def true_values(program: Program, sensors: Sensors, trajectory: Trajectory, p: np.ndarray) -> np.ndarray:
    """True values of all channels at every sample."""
    from elver.compiled.calls import evaluate_all

    native = compile_split(sensors.graph(program.equations), program.input_places)
    out = np.empty((len(trajectory.times), sensors.width))
    evaluate_all(system_of(program, p, native), trajectory.times, np.ascontiguousarray(trajectory.states), out)
    return out
