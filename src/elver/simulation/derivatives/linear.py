"""Linear models and directional derivatives of the equations, in tangent coordinates.

Small changes of a state as independent numbers: three for a turn of the base instead of four, none for works and guesses.

A change d of a state x has, in order: the position of the base [m, world], a rotation vector of the base [rad, base frame], and
one number for every other state: q_new = q * exp(turn / 2). Left out are works (nothing depends on them), the guesses of joints
that follow from loops (they are found again), and what the base cannot do: a planar one has x, y and the turn about z.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError, shown, unknown_name
from elver._support.resources import needed
from elver.codegen.kernels.system import NUDGE
from elver.model import Model, Program, StateLayout
from elver.model.assembly import settled_start
from elver.model.program import Source, as_program
from elver.model.symbols import clock_names, moving_periods
from elver.simulation.trajectory import refuse_long_quaternions
from elver.symbolic import directional_function
from elver.symbolic.spatial import conjugate, multiply, quaternion_of, rotate, turn_of

_FAR = 1e-12  # of a base's direction of motion: less than this does not move it along an axis
_TWIST_UNITS = ("m/s",) * 3 + ("rad/s",) * 3


def _changing(q: np.ndarray) -> np.ndarray:
    """Q (4, 3) of a quaternion (w, x, y, z): a small turn d, in the turned frame, changes it by Q d / 2."""
    w, x, y, z = q
    return np.array([[-x, -y, -z], [w, -z, y], [z, w, -x], [-y, x, w]])


@dataclass(frozen=True, eq=False)
class TangentCoordinates:
    """Coordinates of small changes about the state x of a model."""

    model: Model
    layout: StateLayout
    x: np.ndarray

    @cached_property
    def moved(self) -> list[int]:
        """World axes along which the base can move."""
        along = [k for k in self.layout.freedoms if k < 3]
        if not along:
            return []
        axes = rotate(self.quaternion, np.eye(3)[along])
        return [k for k in range(3) if np.abs(axes[:, k]).max() > _FAR]

    @cached_property
    def turned(self) -> list[int]:
        """Base axes about which the base can turn."""
        return [k - 3 for k in self.layout.freedoms if k >= 3]

    @cached_property
    def others(self) -> list[int]:
        """Places in the state of what counts as it is."""
        s = self.layout.slices
        return [k for part in ("twist", "angles", "rates", "memory") for k in range(s[part].start, s[part].stop)]

    @property
    def quaternion(self) -> np.ndarray:
        return self.x[self.layout.slices["quaternion"]]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """One readable name per coordinate."""
        pose = [*(f"base {'xyz'[k]}" for k in self.moved), *(f"base turn {'xyz'[k]}" for k in self.turned)]
        return (*pose, *(self.layout.names[k] for k in self.others))

    @cached_property
    def units(self) -> tuple[str, ...]:
        """Unit of every coordinate; empty where a law's own state has none declared."""
        joints = {joint.name: joint for joint in self.model.robot.moving_joints}
        of_joint = ["rad" if joints[name].type == "revolute" else "m" for name in self.layout.joints]
        return (
            *("m" for _ in self.moved),
            *("rad" for _ in self.turned),
            *(_TWIST_UNITS[k] for k in self.layout.freedoms),
            *of_joint,
            *(f"{unit}/s" for unit in of_joint),
            *(_memory_unit(self.model, name) for name in self.layout.memory),
        )

    @property
    def size(self) -> int:
        return len(self.names)

    @cached_property
    def push(self) -> np.ndarray:
        """Matrix (states, coordinates): what a small change does to the state."""
        found = np.zeros((len(self.x), self.size))
        place = self.layout.slices["position"].start
        for column, k in enumerate(self.moved):
            found[place + k, column] = 1.0
        if self.turned:
            columns = slice(len(self.moved), len(self.moved) + len(self.turned))
            found[self.layout.slices["quaternion"], columns] = 0.5 * _changing(self.quaternion)[:, self.turned]
        first = len(self.moved) + len(self.turned)
        found[self.others, np.arange(first, self.size)] = 1.0
        return found

    @cached_property
    def pull(self) -> np.ndarray:
        """Matrix (coordinates, states): the small change that a change of the state is."""
        found = self.push.T.copy()
        rows = slice(len(self.moved), len(self.moved) + len(self.turned))
        found[rows] *= 4.0  # Q^T Q = 1 for a unit quaternion, and push holds Q / 2
        return found

    def lift(self, change: Sequence[float] | np.ndarray) -> np.ndarray:
        """The state at a change from x, which need not be small."""
        d, x = np.asarray(change, dtype=float), self.x.copy()
        place = self.layout.slices["position"].start
        for value, k in zip(d, self.moved, strict=False):
            x[place + k] += value
        first = len(self.moved) + len(self.turned)
        if self.turned:
            turn = np.zeros(3)
            turn[self.turned] = d[len(self.moved) : first]
            x[self.layout.slices["quaternion"]] = multiply(self.quaternion, quaternion_of(turn))
        x[self.others] += d[first:]
        return x

    def difference(self, state: Sequence[float] | np.ndarray) -> np.ndarray:
        """The change from x to another state: the inverse of ``lift``."""
        other = np.asarray(state, dtype=float)
        place = self.layout.slices["position"].start
        moved = [other[place + k] - self.x[place + k] for k in self.moved]
        turned: list[float] = []
        if self.turned:
            turn = turn_of(multiply(conjugate(self.quaternion), other[self.layout.slices["quaternion"]]))
            turned = [float(turn[k]) for k in self.turned]
        return np.array([*moved, *turned, *(other[self.others] - self.x[self.others])])


def _memory_unit(model: Model, name: str) -> str:
    """Unit of a state of memory where it is known: of what follows an input, and of the clock of a gait."""
    for owner, one in model.inputs.items():
        for suffix, per in ((" seen", ""), (" rate", "/s"), (" acceleration", "/s^2")):
            if one.smooth and name == f"{owner}{suffix}":
                return f"{one.unit}{per}"
    return "s" if name in clock_names(len(moving_periods(model))) else ""


# --- Derivatives of the right-hand side of a program at one state, by compiled code.


def directional_derivative(
    program: Program,
    t: float,
    x: np.ndarray,
    xdot: np.ndarray,
    pdot: np.ndarray | None = None,
    tdot: np.ndarray | float = 0.0,
    parameters: Mapping[str, float] | None = None,
) -> np.ndarray:
    """df/dx xdot + df/dp pdot + df/dt tdot of x' = f(t, x, p), with sampled signals moving along with t.

    Parameters
    ----------
    program : Program
        Of the model.
    t : float
        Time [s].
    x : ndarray
        State, in the order of ``program.equations.layout.names``.
    xdot : ndarray
        A direction of the state, or one per row.
    pdot : ndarray, optional
        That of the free parameters, likewise; None for none.
    tdot : ndarray or float
        That of time, one number for each row.
    parameters : mapping, optional
        Values of the free parameters that are not at their defaults.

    Returns
    -------
    ndarray
        The derivative of the rates, one row for each direction.
    """
    p = program.parameter_vector(parameters)
    x, u, rates = vector("x", x, program.equations.layout.size), program.signal_values(t), signal_slopes(program, t)
    rows = _directions("xdot", xdot, len(x))
    native, lanes = program.variation_for(len(rows))
    changes = np.zeros((len(rows), len(p))) if pdot is None else _directions("pdot", pdot, len(p), len(rows))
    changes = native.constant_changes(p, changes)
    speeds = np.broadcast_to(np.asarray(tdot, dtype=float), len(rows))
    found = np.empty_like(rows)
    for first in range(0, len(rows), lanes):
        part, count = slice(first, first + lanes), min(lanes, len(rows) - first)
        seeds = [np.vstack([s[part], np.zeros((lanes - count, s.shape[1]))]).T for s in (speeds[:, None], rows, changes)]
        change, _ = native(t, x, p, u, rates, *seeds)
        found[part] = change.T[:count]
    return found[0] if np.ndim(xdot) == 1 else found


def adjoint_derivative(
    program: Program, t: float, x: np.ndarray, weight: np.ndarray, parameters: Mapping[str, float] | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """weight^T df/dx and weight^T df/dp of x' = f(t, x, p): the gradient of the weighted sum of the rates.

    Parameters
    ----------
    program : Program
        Of the model.
    t : float
        Time [s].
    x : ndarray
        State, in the order of ``program.equations.layout.names``.
    weight : ndarray
        One number for each rate.
    parameters : mapping, optional
        Values of the free parameters that are not at their defaults.

    Returns
    -------
    tuple[ndarray, ndarray]
        By the state, and by the free parameters.
    """
    size = program.equations.layout.size
    p, u = program.parameter_vector(parameters), program.signal_values(t)
    by_x, by_p = program.adjoint(t, vector("x", x, size), p, u, vector("weight", weight, size))
    return by_x, by_p


def signal_slopes(program: Program, t: float) -> np.ndarray:
    """Time derivatives of the sampled signals' values, rates and accelerations at t."""
    from elver.codegen.kernels.evaluate import signal_rates

    u = program.signal_values(t)
    rates = np.zeros_like(u)
    signal_rates(t, *program.signal_tables(), u, rates)
    return rates


def vector(name: str, given: Any, size: int) -> np.ndarray:
    """``given`` as ``size`` finite numbers."""
    try:
        array = np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        raise InputError(
            f"{name} = {shown(given)} is not allowed. Give {size} finite numbers, in the order of program.equations.layout.names."
        ) from None
    if array.shape == (size,) and not np.isfinite(array).all():
        wrong = int(np.flatnonzero(~np.isfinite(array))[0])
        raise InputError(f"{name}[{wrong}] = {array[wrong]:g} is not allowed. Give {size} finite numbers.")
    if array.shape != (size,):
        raise InputError(
            f"{name} has shape {array.shape}. Give {size} finite numbers, in the order of program.equations.layout.names."
        )
    return array


def _directions(name: str, given: Any, size: int, count: int | None = None) -> np.ndarray:
    """``given`` as rows of ``size`` numbers, ``count`` of them."""
    rows = np.atleast_2d(np.asarray(given, dtype=float))
    if rows.shape[1:] != (size,) or count not in (None, len(rows)):
        wanted = f"{'any number of' if count is None else count} rows of {size} numbers"
        raise InputError(f"{name} has shape {np.shape(given)}. Give {wanted}.")
    return rows


# --- The linear system that a machine is for small changes of its state and inputs, with named rows and columns.
#
# Let x0(t) be the motion through a state with the inputs held at u0. A small change d of the state, in the coordinates of
# ``TangentCoordinates`` about x0(t), and du of the inputs obey
#
#     d' = A d + B du,     y - y0 = C d + D du.
#
# The coordinates move along with x0: a turn of the base is measured from where the base is by then. With J = df/dx, P and Q the
# matrices that push a change d into the state and pull it out again, d' = Q (J P - P') d, where P' is not zero for the
# quaternion. All derivatives are exact; where a norm has none (a drag |v| v at rest) it is the mean of those on both sides of
# rest.

if TYPE_CHECKING:
    from xarray import DataArray


@dataclass(frozen=True, eq=False)
class LinearSystem:
    """d' = A d + B du, y - y0 = C d + D du about a state; or d(k + 1) = A d(k) + B du(k) after ``discrete``.

    Attributes
    ----------
    A, B, C, D : DataArray
        The matrices, with names and units along both dimensions.
    t : float
        Time at which it was taken [s].
    x, u : ndarray
        State and inputs there.
    y : ndarray
        Outputs there.
    changes : TangentCoordinates
        The coordinates d: ``changes.difference(x)`` of another state, ``changes.lift(d)`` the other way.
    interval : float
        Between the instants of a discrete system [s]; 0 for one in continuous time.
    """

    A: DataArray
    B: DataArray
    C: DataArray
    D: DataArray
    t: float
    x: np.ndarray
    u: np.ndarray
    y: np.ndarray
    changes: TangentCoordinates
    interval: float = 0.0

    def __repr__(self) -> str:
        kind = f"discrete, every {self.interval:g} s" if self.interval else "continuous"
        return f"LinearSystem ({kind}): {len(self.A)} coordinates, {len(self.u)} inputs, {len(self.C)} outputs"

    def discrete(self, interval: float) -> LinearSystem:
        """The same system from instant to instant, with inputs held in between (exact: the matrix exponential)."""
        from scipy.linalg import expm

        from elver.simulation.plan import seconds

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
    parameters: Mapping[str, float] | None = None,
    outputs: Sequence[str] = (),
) -> LinearSystem:
    """The linear system about a motion: d' = A d + B du, y - y0 = C d + D du of small changes of state and inputs.

    Parameters
    ----------
    source : Model or Program
        The machine.
    x : array, optional
        The state, in the order of ``equations.layout.names``; None: the start.
    u : sequence or mapping, optional
        Inputs in the order of the model's, or by name; None: their own values.
    t : float
        Time [s].
    parameters : mapping, optional
        Values of the other free parameters, by name.
    outputs : sequence of str
        Recorded quantities, or one number of them such as ``com_position.x``; none: the coordinates themselves.

    Returns
    -------
    LinearSystem
    """
    program = as_program(source, None)
    if program.model.scene is not None:
        raise InputError(f"model '{program.model.name}' touches a scene: impacts have no linear system. Leave out the scene.")
    p = program.parameter_vector({**(parameters or {}), **_named_inputs(program, u)})
    layout = program.equations.layout
    state = program.initial_state(p, t) if x is None else _closed_state(program, t, vector("x", x, layout.size), p)
    changes = TangentCoordinates(program.model, layout, state)
    rows = _chosen_outputs(program, outputs)
    kept = np.flatnonzero(changes.push.any(axis=1))
    f, by_x, by_u = derivatives(program, program.equations.rhs, t, state, p, kept)
    A = changes.pull @ (by_x @ changes.push - _moving(changes, f))
    B = changes.pull @ by_u
    if rows is None:
        C, D, y = np.eye(changes.size), np.zeros((changes.size, len(program.input_places))), changes.pull @ state
        labels = list(zip(changes.names, changes.units, strict=True))
    else:
        places = np.array(list(rows))
        y, by_x, by_u = (part[places] for part in derivatives(program, program.equations.outputs, t, state, p, places))
        C, D, labels = by_x @ changes.push, by_u, list(rows.values())
    return _labelled_system(program, changes, (A, B, C, D), labels, (t, state, p[program.input_places], y))


def _named_inputs(program: Program, u: Any) -> dict[str, float]:
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


def _closed_state(program: Program, t: float, x: np.ndarray, p: np.ndarray) -> np.ndarray:
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


def _moving(changes: TangentCoordinates, f: np.ndarray) -> np.ndarray:
    """P': how the matrix that pushes small changes into the state changes while the state moves on."""
    found = np.zeros_like(changes.push)
    if changes.turned:
        part = changes.layout.slices["quaternion"]
        columns = slice(len(changes.moved), len(changes.moved) + len(changes.turned))
        found[part, columns] = 0.5 * _changing(f[part])[:, changes.turned]
    return found


def _chosen_outputs(program: Program, wanted: Sequence[str]) -> dict[int, tuple[str, str]] | None:
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


def _labelled_system(program: Program, changes: TangentCoordinates, parts: tuple, labels: list, about: tuple) -> LinearSystem:
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
