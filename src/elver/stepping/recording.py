"""The recorded quantities of a run, evaluated block by block into the arrays of its data set: nothing exists twice."""

from __future__ import annotations

import math

import numpy as np

from elver.compiled.shipped.loops import loop_at
from elver.contact.record import empty_record
from elver.equations import Equations
from elver.native.program import Program
from elver.stepping.system import system_of
from elver.stepping.trajectory import Trajectory

ROTATIONS = {"base_quaternion": "base_rotation", "body_quaternion": "body_rotation"}
QUATERNIONS = {rotation: quaternion for quaternion, rotation in ROTATIONS.items()}
BLOCK = 8e6  # bytes evaluated at a time
SPARE = 1.2  # peak over what is kept: one variable at a time is copied while a summary is made or a file written


def recorded_shapes(equations: Equations) -> dict[str, tuple[int, ...]]:
    """Shape of every quantity of the data set at one sample: the fields, with quaternions for rotations."""
    shapes = equations.recorded.shapes.items()
    return {QUATERNIONS.get(name, name): (*shape[:-2], 4) if name in QUATERNIONS else shape for name, shape in shapes}


def sample_bytes(program: Program) -> float:
    """Bytes that one sample of a run takes at most while the run is made, saved and summarised."""
    kept = sum(math.prod(shape) for shape in recorded_shapes(program.equations).values())
    return SPARE * (8.0 * kept + state_bytes(program))


def state_bytes(program: Program) -> float:
    """Bytes that states and contacts of one sample take while a run is made."""
    equations, scene = program.equations, program.model.scene
    size = 16.0 * equations.layout.size
    if scene is not None:  # q, u and works before they are ordered into states; forces of the contacts
        record = empty_record(1, len(program.model.robot.bodies), len(scene.obstacles))
        size += 16.0 * equations.layout.size + record.nbytes
    return size


def evaluate_outputs(program: Program, trajectory: Trajectory, p: np.ndarray) -> dict[str, np.ndarray]:
    """All recorded quantities by name, one row per sample."""
    evaluate_all = loop_at("elver.compiled.calls:evaluate_all")
    evaluate_rows = loop_at("elver.compiled.rows:evaluate_rows")
    system, inputs = system_of(program, p, program.outputs), trajectory.inputs
    slots = program.outputs.input_slots(program.input_places)
    system = system if inputs is None else system._replace(p=system.p.copy())
    times, states, width = trajectory.times, np.ascontiguousarray(trajectory.states), program.outputs.shapes_out[0][0]
    found = {name: np.empty((len(times), *shape)) for name, shape in recorded_shapes(program.equations).items()}
    rows = max(1, int(BLOCK / (8 * width)))
    out = np.empty((min(rows, len(times)), width))
    for first in range(0, len(times), rows):
        part = slice(first, min(first + rows, len(times)))
        block = out[: part.stop - first]
        if inputs is None:
            evaluate_all(system, times[part], states[part], block)
        else:
            evaluate_rows(system, slots, inputs[part], times[part], states[part], block)
        store(program.equations, block, part, found)
    return found


def store(equations: Equations, block: np.ndarray, part: slice, found: dict[str, np.ndarray]) -> None:
    """Rows of output vectors into the arrays of the quantities; rotations as quaternions."""
    quaternions_of = loop_at("elver.compiled.quaternions:quaternions_of")
    for name in equations.recorded.slices:
        values = equations.recorded.take(block, name)
        if name in QUATERNIONS:
            quaternions_of(values.reshape(-1, 9), found[QUATERNIONS[name]][part].reshape(-1, 4))
        else:
            found[name][part] = values
