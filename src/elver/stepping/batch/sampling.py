"""What a batch looks at while it runs: a few rows of the recorded quantities."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import casadi as ca
import numpy as np

from elver.equations import Equations
from elver.equations.layout import ledger_signs
from elver.errors import unknown_name
from elver.memory import memory_room, require_memory
from elver.stepping.batch.figures import Rows
from elver.stepping.loop_status import loop_columns
from elver.stepping.recording import ROTATIONS


@dataclass(frozen=True)
class Recorded:
    """A trajectory that was asked for: its name, dimensions beyond time, shape, unit, meaning and rows of a sample."""

    name: str
    dims: tuple[str, ...]
    shape: tuple[int, ...]
    unit: str
    meaning: str
    rows: slice


@dataclass(frozen=True, eq=False)
class Sampling:
    """graph(t, x, p, u) -> one sample, a column of rows; ``recorded`` says what lies beyond the rows that all figures need."""

    graph: ca.Function
    rows: Rows
    recorded: tuple[Recorded, ...]
    signs: np.ndarray


def make_sampling(equations: Equations, record: Iterable[str]) -> Sampling:
    """The graph of the figures and of the quantities named in ``record``."""
    record = (record,) if isinstance(record, str) else tuple(record)
    (args, y), layout = equations.observed, equations.recorded
    places = {name: y[part] for name, part in layout.slices.items()}
    moving = places["kinetic_energy"] + places["medium_energy"]
    head = [places["base_position"], places["com_position"], moving, moving + places["potential_energy"]]
    parts = [*head, places["work"], places["joint_torque"]]
    rows = Rows(places["work"].numel(), places["joint_torque"].numel(), 0)
    column, recorded = sum(part.numel() for part in parts), list[Recorded]()
    for name in dict.fromkeys(record):
        own = recorded_field(equations, name)
        part = args[1] if name == "state" else places[ROTATIONS.get(name, name)]
        recorded.append(Recorded(*own, slice(column, column + part.numel())))
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
    """The states and nothing else, for those who work out all figures themselves: the rows of figures are zero."""
    args = [ca.SX.sym(name, equations.rhs.nnz_in(k)) for k, name in enumerate(("t", "x", "p", "u"))]
    size = equations.layout.size
    graph = ca.Function("sample", args, [ca.densify(ca.vertcat(ca.SX.zeros(8), args[1]))], ["t", "x", "p", "u"], ["y"])
    state = Recorded("state alone", ("state_name",), (size,), "SI", "integrated state", slice(8, 8 + size))
    return Sampling(graph, Rows(0, 0, size), (state,), np.zeros(0))


def recorded_field(equations: Equations, name: str) -> tuple[str, tuple[str, ...], tuple[int, ...], str, str]:
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
