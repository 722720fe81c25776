"""Inputs and readings of a run, as labelled data, and what a run to be resumed needs of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from elver.native.program import Program
from elver.results.saved.layout import CHANNELS, SENSED
from elver.stepping.trajectory import Trajectory

NO_ROWS = np.zeros((0, 0))


@dataclass(frozen=True, eq=False)
class Reading:
    """What a sensor gave at every sample of a run: (time, channel)."""

    name: str
    labels: Sequence[str]
    unit: str
    meaning: str
    values: np.ndarray


@dataclass(frozen=True, eq=False)
class ClosedLoop:
    """What a run holds besides its motion: readings; and for resuming, the sensors' memory and the inputs on their way.

    pending: inputs that were given but do not act yet, one row each.   due [s]: when they will.   seed: of the noise.
    sensors: which they are, in words.
    """

    readings: tuple[Reading, ...] = ()
    memory: np.ndarray = field(default_factory=lambda: np.zeros(0))
    pending: np.ndarray = field(default_factory=lambda: NO_ROWS)
    due: np.ndarray = field(default_factory=lambda: np.zeros(0))
    seed: int | None = None
    sensors: str = ""


def input_variables(program: Program, p: np.ndarray, trajectory: Trajectory) -> dict[str, tuple]:
    """The inputs at every sample; nothing where the model has none."""
    inputs = program.model.inputs
    if not inputs:
        return {}
    held = np.tile(p[program.input_places], (len(trajectory.times), 1)) if trajectory.inputs is None else trajectory.inputs
    meaning = "inputs in force from the sample on"
    return {
        "input": (("time", "input_name"), held, {"units": "see input_unit", "long_name": meaning}),
        "input_unit": (("input_name",), [one.unit for one in inputs.values()], {"long_name": "unit of every input"}),
    }


def closed_loop_variables(program: Program, p: np.ndarray, trajectory: Trajectory, loop: ClosedLoop | None) -> dict[str, tuple]:
    """Inputs and readings at the samples of a run, and what resuming needs."""
    found, samples = input_variables(program, p, trajectory), len(trajectory.times)
    if loop is None:
        return found
    for one in loop.readings:
        about = {"units": one.unit, "long_name": one.meaning}
        found[SENSED + one.name] = (("time", CHANNELS + one.name), one.values[:samples], about)
    if loop.readings:
        about = {"units": "SI", "long_name": "memory of the sensors at the end, for resuming", "sensors": loop.sensors}
        found["sensor_memory"] = (("sensor_memory_place",), loop.memory, about)
    if len(loop.due):
        about = {"units": "see input_unit", "long_name": "inputs that were given but do not act yet, for resuming"}
        found["pending_input"] = (("pending", "input_name"), loop.pending, about)
        found["pending_time"] = (("pending",), loop.due, {"units": "s", "long_name": "when they act"})
    return found


def closed_loop_labels(program: Program, loop: ClosedLoop | None) -> dict[str, list[str]]:
    """Labels along the dimensions of inputs and readings."""
    own = {"input_name": list(program.input_names)} if program.input_names else {}
    return own | {CHANNELS + one.name: list(one.labels) for one in (loop.readings if loop is not None else ())}
