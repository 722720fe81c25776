"""Sensors of a run without a controller: read at its samples, after it has run."""

from __future__ import annotations

from typing import Any

import numpy as np

from elver.contact.record import Contacts
from elver.native.compiler import compile_split
from elver.native.program import Program
from elver.results.closed_loop import ClosedLoop
from elver.sensing import Sensors
from elver.simulation.controlled import begun_reader, readings_of
from elver.stepping.system import system_of
from elver.stepping.trajectory import Trajectory


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
    """What sensors gave at every sample. Their periods and delays are whole numbers of the interval between samples."""
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
