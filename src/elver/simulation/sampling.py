"""What a batch looks at while it runs: a few rows of the recorded quantities, and the figures that grow from them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import casadi as ca
import numpy as np

from elver.equations import Equations
from elver.errors import InputError, unknown_name
from elver.simulation.results import NOT_IN_BALANCE

ROTATIONS = {"base_quaternion": "base_rotation", "body_quaternion": "body_rotation"}


class Rows(NamedTuple):
    """Where a sample holds what, as numbers of rows: position 3, centre of mass 3, moving energy, energy, works, torques, more."""

    works: int
    torques: int
    recorded: int


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
    args = [ca.SX.sym(name, equations.rhs.nnz_in(k)) for k, name in enumerate(("t", "x", "p", "u"))]
    y, places, fields, start = equations.outputs(*args), {}, {f.name: f for f in equations.fields}, 0
    for f in equations.fields:
        size = int(np.prod([len(equations.coordinates[d]) for d in f.dims], dtype=int))
        places[f.name], start = y[start : start + size], start + size
    moving = places["kinetic_energy"] + places["medium_energy"]
    head = [places["base_position"], places["com_position"], moving, moving + places["potential_energy"]]
    parts = [*head, places["work"], places["joint_torque"]]
    rows = Rows(places["work"].numel(), places["joint_torque"].numel(), 0)
    column, recorded = sum(part.numel() for part in parts), []
    for name in dict.fromkeys(record):
        own = recorded_field(equations, fields, name)
        part = args[1] if name == "state" else places[ROTATIONS.get(name, name)]
        recorded.append(Recorded(*own, slice(column, column + part.numel())))
        parts.append(part)
        column += part.numel()
    rows = rows._replace(recorded=sum(r.rows.stop - r.rows.start for r in recorded))
    flows = equations.coordinates["flow"]
    signs = np.array([1.0 if f == "motor" else 0.0 if f in NOT_IN_BALANCE else -1.0 for f in flows])
    graph = ca.Function("sample", args, [ca.densify(ca.vertcat(*parts))], ["t", "x", "p", "u"], ["y"])
    return Sampling(graph, rows, tuple(recorded), signs)


def recorded_field(equations: Equations, fields: dict, name: str) -> tuple:
    """Name, dimensions, shape, unit and meaning of a quantity that can be recorded."""
    if name == "state":
        return name, ("state_name",), (equations.layout.size,), "SI", "integrated state"
    known = [*(n for n in fields if n not in ROTATIONS.values()), *ROTATIONS, "state"]
    if name not in known:
        raise unknown_name("recorded quantity", name, known)
    f = fields[ROTATIONS.get(name, name)]
    return name, f.dims, tuple(len(equations.coordinates[d]) for d in f.dims), f.unit, f.meaning


class Figures(NamedTuple):
    """Running figures of many machines: arrays of rows with one column per machine.

    place, com: base and centre of mass at the last sample [m].   first: base at the start [m].   path [m].
    energy: at the start [J].   moved: largest kinetic energy [J].   error: largest ledger error [J].
    begun, works, span: works at the start, at the last sample, and the largest change of each [J].   torques: peaks [N m].
    """

    first: np.ndarray
    place: np.ndarray
    com: np.ndarray
    path: np.ndarray
    energy: np.ndarray
    moved: np.ndarray
    error: np.ndarray
    begun: np.ndarray
    works: np.ndarray
    span: np.ndarray
    torques: np.ndarray


def make_figures(rows: Rows, machines: int, xp=np) -> Figures:
    """Figures before the first sample; ``xp`` is NumPy or a library with its interface on another device."""
    sizes = (3, 3, 3, 1, 1, 1, 1, rows.works, rows.works, rows.works, rows.torques)
    return Figures(*(xp.zeros((size, machines)) for size in sizes))


def note_all(xp, y, rows: Rows, signs, active, first: bool, figures: Figures) -> None:
    """Book one sample of every machine that is ``active``; y has one column per machine."""
    works, torques = y[8 : 8 + rows.works], y[8 + rows.works : 8 + rows.works + rows.torques]
    f = figures
    if first:
        f.first[...], f.place[...], f.begun[...], f.energy[0] = y[:3], y[:3], works, y[7]
    done = works - f.begun
    error = (signs[:, None] * done).sum(axis=0) - (y[7] - f.energy[0])
    step = xp.sqrt(((y[:3] - f.place) ** 2).sum(axis=0))
    for target, value in (
        (f.path, f.path + step),
        (f.place, y[:3]),
        (f.com, y[3:6]),
        (f.moved, xp.maximum(f.moved, abs(y[6]))),
        (f.error, xp.maximum(f.error, abs(error))),
        (f.works, works),
        (f.span, xp.maximum(f.span, abs(done))),
        (f.torques, xp.maximum(f.torques, abs(torques))),
    ):
        target[...] = xp.where(active, value, target)


def closure(figures: Figures, signs: np.ndarray, samples: np.ndarray) -> np.ndarray:
    """Ledger error over the energy turned over, as of a single run; NaN for a machine that has one sample alone."""
    scale = np.maximum((np.abs(signs)[:, None] * figures.span).sum(axis=0), figures.moved[0])
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(scale == 0, 0.0, figures.error[0] / scale)
    return np.where(samples < 2, np.nan, ratio)


def check_recording(sampling: Sampling, machines: int, samples: int, limit: float, output: float) -> None:
    """Refuse trajectories that would fill the memory."""
    size = 8.0 * machines * samples * sampling.rows.recorded
    if size > limit:
        longer = output * np.ceil(size / limit)
        raise InputError(
            f"the trajectories would take {size / 1e9:.1f} GB. Record fewer quantities, or less often: output = {longer:.6g} s."
        )
