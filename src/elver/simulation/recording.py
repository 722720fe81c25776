"""The recorded quantities of a run, evaluated block by block into the arrays of its data set: nothing exists twice."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import casadi as ca
import numpy as np

from elver._support.errors import unknown_name
from elver._support.resources import memory_room, require_memory
from elver.codegen.kernels.table import KERNELS
from elver.contact.record import empty_record
from elver.model import Equations, Program
from elver.model.layout import ledger_signs
from elver.simulation.batches.figures import SampleLayout
from elver.simulation.trajectory import Trajectory, loop_columns, system_of

ROTATIONS = {"base_quaternion": "base_rotation", "body_quaternion": "body_rotation"}
_QUATERNIONS = {rotation: quaternion for quaternion, rotation in ROTATIONS.items()}
BLOCK = 8e6  # bytes evaluated at a time
_SPARE = 1.2  # peak over what is kept: one variable at a time is copied while a summary is made or a file written


def recorded_shapes(equations: Equations) -> dict[str, tuple[int, ...]]:
    """Shape of every quantity of the data set at one sample: the fields, with quaternions for rotations."""
    shapes = equations.recorded.shapes.items()
    return {_QUATERNIONS.get(name, name): (*shape[:-2], 4) if name in _QUATERNIONS else shape for name, shape in shapes}


def sample_bytes(program: Program) -> float:
    """Bytes that one sample of a run takes at most while the run is made, saved and summarised."""
    kept = sum(math.prod(shape) for shape in recorded_shapes(program.equations).values())
    return _SPARE * (8.0 * kept + state_bytes(program))


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
    evaluate_all, evaluate_rows = KERNELS.evaluate_all, KERNELS.evaluate_rows
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
        _store(program.equations, block, part, found)
    return found


def _store(equations: Equations, block: np.ndarray, part: slice, found: dict[str, np.ndarray]) -> None:
    """Rows of output vectors into the arrays of the quantities; rotations as quaternions."""
    quaternions_of = KERNELS.quaternions_of
    for name in equations.recorded.slices:
        values = equations.recorded.take(block, name)
        if name in _QUATERNIONS:
            quaternions_of(values.reshape(-1, 9), found[_QUATERNIONS[name]][part].reshape(-1, 4))
        else:
            found[name][part] = values


# --- What a batch looks at while it runs: a few rows of the recorded quantities.


@dataclass(frozen=True)
class _RecordedTrajectory:
    """A trajectory that was asked for: its name, dimensions beyond time, shape, unit, meaning and rows of a sample."""

    name: str
    dims: tuple[str, ...]
    shape: tuple[int, ...]
    unit: str
    meaning: str
    rows: slice


@dataclass(frozen=True, eq=False)
class Sampling:
    """graph(t, x, p, u) -> one sample, a column of rows; ``recorded`` says what lies beyond the rows that all metrics need."""

    graph: ca.Function
    rows: SampleLayout
    recorded: tuple[_RecordedTrajectory, ...]
    signs: np.ndarray


def make_sampling(equations: Equations, record: Iterable[str]) -> Sampling:
    """The graph of the metrics and of the quantities named in ``record``."""
    record = (record,) if isinstance(record, str) else tuple(record)
    (args, y), layout = equations.observed, equations.recorded
    places = {name: y[part] for name, part in layout.slices.items()}
    moving = places["kinetic_energy"] + places["medium_energy"]
    head = [places["base_position"], places["com_position"], moving, moving + places["potential_energy"]]
    parts = [*head, places["work"], places["joint_torque"]]
    rows = SampleLayout(places["work"].numel(), places["joint_torque"].numel(), 0)
    column, recorded = sum(part.numel() for part in parts), list[_RecordedTrajectory]()
    for name in dict.fromkeys(record):
        own = _recorded_field(equations, name)
        part = args[1] if name == "state" else places[ROTATIONS.get(name, name)]
        recorded.append(_RecordedTrajectory(*own, slice(column, column + part.numel())))
        parts.append(part)
        column += part.numel()
    rows = rows._replace(recorded=sum(r.rows.stop - r.rows.start for r in recorded))
    if equations.loops is not None:
        J = loop_columns(equations)(*args)
        rows = rows._replace(closures=J.shape[0], dependent=J.shape[1])
        parts.append(ca.vec(J))
    signs = np.array(ledger_signs(layout.labels["flow"]))
    return Sampling(equations.observing("sample", ca.vertcat(*parts)), rows, tuple(recorded), signs)


def states_alone(equations: Equations) -> Sampling:
    """The states and nothing else, for those who work out all metrics themselves: the rows of metrics are zero."""
    args = [ca.SX.sym(name, equations.rhs.nnz_in(k)) for k, name in enumerate(("t", "x", "p", "u"))]
    size = equations.layout.size
    graph = ca.Function("sample", args, [ca.densify(ca.vertcat(ca.SX.zeros(8), args[1]))], ["t", "x", "p", "u"], ["y"])
    state = _RecordedTrajectory("state alone", ("state_name",), (size,), "SI", "integrated state", slice(8, 8 + size))
    return Sampling(graph, SampleLayout(0, 0, size), (state,), np.zeros(0))


def _recorded_field(equations: Equations, name: str) -> tuple[str, tuple[str, ...], tuple[int, ...], str, str]:
    """Name, dimensions, shape, unit and meaning of a quantity that can be recorded."""
    if name == "state":
        return name, ("state_name",), (equations.layout.size,), "SI", "integrated state"
    layout = equations.recorded
    known = [*(f.name for f in layout.fields if f.name not in ROTATIONS.values()), *ROTATIONS, "state"]
    if name not in known:
        raise unknown_name("recorded quantity", name, known)
    f = layout.field(ROTATIONS.get(name, name))
    return name, f.dims, layout.shape(f), f.unit, f.meaning


def check_recording(sampling: Sampling, machines: int, samples: int, output: float) -> None:
    """Refuse trajectories that would fill the memory: all that is recorded, and the copy by quantities that is handed back."""
    size = 2 * 8.0 * machines * samples * sampling.rows.recorded
    longer = output * np.ceil(size / max(memory_room(), 1.0))
    require_memory("the trajectories", size, f"Record fewer quantities, or less often: output = {longer:.6g} s")
