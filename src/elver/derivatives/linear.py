"""The linear system that a machine is for small changes of its state and inputs, with named rows and columns.

Let x0(t) be the motion through a state with the inputs held at u0. A small change d of the state, in the coordinates of
``SmallChanges`` about x0(t), and du of the inputs obey

    d' = A d + B du,     y - y0 = C d + D du.

The coordinates move along with x0: a turn of the base is measured from where the base is by then. With J = df/dx, P and Q the
matrices that push a change d into the state and pull it out again, d' = Q (J P - P') d, where P' is not zero for the quaternion.
All derivatives are exact; where a norm has none (a drag |v| v at rest) it is the mean of those on both sides of rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import casadi as ca
import numpy as np

from elver.compiled.system import NUDGE
from elver.derivatives.rates import vector
from elver.derivatives.small_changes import SmallChanges, changing
from elver.equations import directional_function
from elver.equations.closure import settled_start
from elver.errors import InputError, shown, unknown_name
from elver.native.program import Program
from elver.native.sources import Source, as_program
from elver.packages import needed
from elver.stepping.trajectory import refuse_long_quaternions

if TYPE_CHECKING:
    from xarray import DataArray


@dataclass(frozen=True, eq=False)
class LinearSystem:
    """d' = A d + B du, y - y0 = C d + D du about a state; or d(k + 1) = A d(k) + B du(k) after ``discrete``.

    A, B, C, D: xarray DataArrays with names and units along both dimensions.   t, x, u: where it was taken.   y: outputs there.
    changes: the coordinates: ``changes.difference(x)`` of another state, ``changes.lift(d)`` the other way.
    interval [s]: between the instants of a discrete system; 0 for one in continuous time.
    """

    A: DataArray
    B: DataArray
    C: DataArray
    D: DataArray
    t: float
    x: np.ndarray
    u: np.ndarray
    y: np.ndarray
    changes: SmallChanges
    interval: float = 0.0

    def __repr__(self) -> str:
        kind = f"discrete, every {self.interval:g} s" if self.interval else "continuous"
        return f"LinearSystem ({kind}): {len(self.A)} coordinates, {len(self.u)} inputs, {len(self.C)} outputs"

    def discrete(self, interval: float) -> LinearSystem:
        """The same system from instant to instant, with inputs held in between (exact: the matrix exponential)."""
        from scipy.linalg import expm

        from elver.stepping.plan import seconds

        if self.interval:
            raise InputError(f"the system is discrete already, every {self.interval:g} s. Take the continuous one.")
        seconds("interval", interval, "seconds between two instants, such as 0.02")
        n, m = self.B.shape
        whole = np.zeros((n + m, n + m))
        whole[:n, :n], whole[:n, n:] = self.A.values, self.B.values
        found = expm(whole * interval)
        return replace(self, A=self.A.copy(data=found[:n, :n]), B=self.B.copy(data=found[:n, n:]), interval=float(interval))

    def to_scipy(self) -> Any:
        """The system for ``scipy.signal``: a StateSpace of plain arrays."""
        from scipy.signal import StateSpace

        parts = self.A.values, self.B.values, self.C.values, self.D.values
        return StateSpace(*parts, dt=self.interval) if self.interval else StateSpace(*parts)


def linearise(
    source: Source,
    x: Sequence[float] | np.ndarray | None = None,
    u: Mapping[str, float] | Sequence[float] | np.ndarray | None = None,
    *,
    t: float = 0.0,
    values: Mapping[str, float] | None = None,
    outputs: Sequence[str] = (),
) -> LinearSystem:
    """The linear system about a state x (default: the start) with inputs u (default: their own values) at time t [s].

    u: numbers in the order of the model's inputs, or by name.   values: of the other free parameters, by name.
    outputs: names of recorded quantities, or of one number of them such as ``com_position.x``; none: the coordinates themselves.
    """
    program = as_program(source, None)
    if program.model.scene is not None:
        raise InputError(f"model '{program.model.name}' touches a scene: impacts have no linear system. Leave out the scene.")
    p = program.parameter_vector({**(values or {}), **named_inputs(program, u)})
    layout = program.equations.layout
    state = program.initial_state(p, t) if x is None else closed_state(program, t, vector("x", x, layout.size), p)
    changes = SmallChanges(program.model, layout, state)
    rows = chosen_outputs(program, outputs)
    kept = np.flatnonzero(changes.push.any(axis=1))
    f, by_x, by_u = derivatives(program, program.equations.rhs, t, state, p, kept)
    A = changes.pull @ (by_x @ changes.push - moving(changes, f))
    B = changes.pull @ by_u
    if rows is None:
        C, D, y = np.eye(changes.size), np.zeros((changes.size, len(program.input_places))), changes.pull @ state
        labels = list(zip(changes.names, changes.units, strict=True))
    else:
        places = np.array(list(rows))
        y, by_x, by_u = (part[places] for part in derivatives(program, program.equations.outputs, t, state, p, places))
        C, D, labels = by_x @ changes.push, by_u, list(rows.values())
    return labelled(program, changes, (A, B, C, D), labels, (t, state, p[program.input_places], y))


def named_inputs(program: Program, u) -> dict[str, float]:
    """Values of the inputs by name."""
    names = program.input_names
    if u is None:
        return {}
    if isinstance(u, Mapping):
        for name in u:
            if name not in names:
                raise unknown_name(f"input of '{program.model.name}':", name, names)
        return dict(u)
    try:
        array = np.asarray(u, dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"u = {shown(u)} is not allowed. Give {len(names)} numbers, or a mapping from names.") from None
    if array.shape != (len(names),):
        raise InputError(
            f"u has shape {array.shape}. Give {len(names)} numbers: {', '.join(names) or 'the model has no inputs'}."
        )
    return dict(zip(names, array.tolist(), strict=True))


def closed_state(program: Program, t: float, x: np.ndarray, p: np.ndarray) -> np.ndarray:
    """A state with the guesses of its loops put where the loops close; its quaternion has length 1."""
    refuse_long_quaternions(program, x[None])
    return settled_start(program.equations, t, x, p, program.signal_values(t))[0]


def derivatives(program: Program, function: ca.Function, t: float, x: np.ndarray, p: np.ndarray, rows: np.ndarray) -> tuple:
    """A function of the equations at a state, its derivatives by the state and by the inputs; all but ``rows`` of them are 0."""
    along = program.variants.get(key := f"directional {function.name()}") or directional_function(function, ("x", "p"))
    program.variants[key] = along
    n, m = len(x), len(program.input_places)
    seeds, pushed = np.zeros((n, n + m)), np.zeros((len(p), n + m))
    seeds[:, :n], pushed[program.input_places, n + np.arange(m)] = np.eye(n), 1.0
    s = program.signal_values(t)

    def found(state: np.ndarray) -> np.ndarray:
        columns = [np.tile(np.reshape(part, (-1, 1)), n + m) for part in (t, state, p, s)]
        every = np.array(along(*columns, seeds, pushed))
        own = np.zeros_like(every)
        own[rows] = every[rows]
        return own

    value, slopes = np.array(function(t, x, p, s)).ravel(), found(x)
    if not np.isfinite(slopes).all():
        nudge = np.zeros(n)
        for part in ("twist", "rates"):
            nudge[program.equations.layout.slices[part]] = NUDGE
        slopes = 0.5 * (found(x + nudge) + found(x - nudge))
    if not (np.isfinite(value[rows]).all() and np.isfinite(slopes).all()):
        raise InputError(f"the {function.name()} of '{program.model.name}' have no derivative at this state. Choose another one.")
    return value, slopes[:, :n], slopes[:, n:]


def moving(changes: SmallChanges, f: np.ndarray) -> np.ndarray:
    """P': how the matrix that pushes small changes into the state changes while the state moves on."""
    found = np.zeros_like(changes.push)
    if changes.turned:
        part = changes.layout.slices["quaternion"]
        columns = slice(len(changes.moved), len(changes.moved) + len(changes.turned))
        found[part, columns] = 0.5 * changing(f[part])[:, changes.turned]
    return found


def chosen_outputs(program: Program, wanted: Sequence[str]) -> dict[int, tuple[str, str]] | None:
    """Places of the outputs with their names and units; None where none was named."""
    if isinstance(wanted, str):
        raise InputError(f"outputs = {wanted!r}. Give a list of names, such as ['com_position'].")
    layout = program.equations.recorded
    every = {}
    for field in layout.fields:
        labels: list[str] = [""]
        for dimension in field.dims:
            labels = [f"{before}.{label}" for before in labels for label in layout.labels[dimension]]
        place = layout.slices[field.name].start
        every.update({f"{field.name}{label}": (place + k, field) for k, label in enumerate(labels)})
    found: dict[int, tuple[str, str]] = {}
    for name in wanted:
        own = {label: entry for label, entry in every.items() if name in (label, entry[1].name)}
        if not own:
            raise unknown_name("output", name, [*(f.name for f in layout.fields), *every])
        found.update({place: (label, field.unit) for label, (place, field) in own.items()})
    return found or None


def labelled(program: Program, changes: SmallChanges, parts: tuple, labels: list, about: tuple) -> LinearSystem:
    """The matrices with names and units."""
    needed("xarray", "a linear system with names")
    from xarray import DataArray

    inputs = program.model.inputs
    along = {
        "rate": (changes.names, [f"({unit})/s" if "/" in unit else f"{unit}/s" for unit in changes.units]),
        "coordinate": (changes.names, changes.units),
        "input": (tuple(inputs), [one.unit for one in inputs.values()]),
        "output": ([name for name, _ in labels], [unit for _, unit in labels]),
    }

    def named(matrix: np.ndarray, rows: str, columns: str) -> DataArray:
        own: dict[str, tuple] = {}
        for dimension in (rows, columns):
            names, units = along[dimension]
            own |= {dimension: (dimension, list(names)), f"{dimension}_unit": (dimension, list(units))}
        return DataArray(matrix, coords=own, dims=(rows, columns))

    dims = ("rate", "coordinate"), ("rate", "input"), ("output", "coordinate"), ("output", "input")
    A, B, C, D = (named(m, *d) for m, d in zip(parts, dims, strict=True))
    t, x, u, y = about
    return LinearSystem(A, B, C, D, t, x, u, y, changes)
