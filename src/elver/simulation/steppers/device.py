"""Machines in a GPU's memory that go on from call to call, with inputs that change between the calls. Needs NumPy and CuPy alone.

Nothing here waits for the device but where its numbers are asked for by the host: words of statuses, starts that depend on the
parameters, and states for some of the machines.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np

from elver._support.errors import InputError, unknown_name, whole_steps
from elver._support.statuses import BY_CODE, REFUSED, RUNNING
from elver.codegen.cuda.device import CLIP, KEEP, TAKE, TYPES, device_fleet, launcher

_UNIT = {"double": 1e-6, "single": 1e-4}  # how far the norm of a given quaternion may be from 1
_LATE = 1e-9  # s, by which a time may miss the end of the sampled signals
_DEVICES = (2, 13)  # DLPack's numbers of CUDA memory, plain and managed


@dataclass(frozen=True, eq=False)
class DeviceParts:
    """All that the device must know about a program, as plain data.

    kernel: source and sizes (elver.codegen.cuda.kernel.Kernel).   tables: breaks and coefficients of the sampled signals.   dt
    [s].
    names: of the states.   inputs: with name, low, high.   parameters: names of the free ones, with the smallest and the largest
    value allowed.   places: of the inputs among the parameters.   outputs: name -> where it stands in a row of outputs, and its
    shape.   signs: of the works in the ledger.   quaternion: place of the base's quaternion among the states, or -1.
    last [s]: end of the sampled signals.   start: the state at the start at time 0; None where it depends on parameters.
    moving: whether the start depends on time.
    begin(p, times) -> states at the start, and {row: why it cannot start}; None where the host knows nothing more.
    """

    kernel: Any
    tables: tuple[np.ndarray, np.ndarray]
    dt: float
    names: tuple[str, ...]
    inputs: tuple[Any, ...]
    parameters: Mapping[str, tuple[float, float]]
    places: Sequence[int]
    outputs: Mapping[str, tuple[slice, tuple[int, ...]]]
    signs: np.ndarray
    quaternion: int = -1
    last: float = math.inf
    start: np.ndarray | None = None
    moving: bool = False
    begin: Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, dict[int, str]]] | None = field(default=None)


class DeviceStepper:
    """The stepper of ``elver.stepper(compute=elver.Compute("gpu"))``; all arrays are the device's, one row per machine.

    state, p, status, output_buffer, u: live buffers.   outputs: views of ``output_buffer`` by name.
    """

    def __init__(self, device: Any, parts: DeviceParts, usual: np.ndarray, clip: bool = False, built: Any = None):
        """usual: free parameters to which machines go back in a reset, one row for each of them."""
        xp, kernel = device.xp, parts.kernel
        self.device, self.parts, self.machines = device, parts, len(usual)
        self.manner, self.real, self.reasons = CLIP if clip else TAKE, TYPES[kernel.precision], dict[int, str]()
        self.usual = xp.asarray(np.ascontiguousarray(usual, dtype=self.real))
        self.start = None if parts.start is None else xp.asarray(np.asarray(parts.start, dtype=self.real))
        self.places = xp.asarray(np.asarray(parts.places, dtype=np.int64))
        x = xp.zeros((self.machines, kernel.states), dtype=self.real)
        self.fleet = device_fleet(xp, kernel, x, self.usual.copy())
        self.launch = launcher(device, built or device.build(kernel.source), kernel, self.fleet, parts.tables, parts.dt)
        self.room, self.begun = xp.zeros_like(self.fleet.held), xp.zeros_like(self.fleet.booked)
        self.reset()

    # --- what there is ------------------------------------------------------------------------------------------------

    @property
    def inputs(self) -> tuple[Any, ...]:
        """The inputs in order."""
        return self.parts.inputs

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the states."""
        return self.parts.names

    @property
    def dt(self) -> float:
        """Step [s]."""
        return self.parts.dt

    @property
    def state(self) -> Any:
        """States, (machine, state)."""
        return self.fleet.state

    @property
    def p(self) -> Any:
        """Free parameters, (machine, parameter), the inputs among them."""
        return self.fleet.p

    @property
    def u(self) -> Any:
        """Inputs that are held, (machine, input)."""
        return self.fleet.held

    @property
    def time(self) -> Any:
        """Time of every machine [s]."""
        return self.fleet.base + self.fleet.steps * self.parts.dt

    @property
    def status(self) -> Any:
        """Codes of ``elver._support.statuses``, one per machine; whoever is not RUNNING (0) stays as it is until it is reset."""
        return self.fleet.status

    @property
    def status_words(self) -> np.ndarray:
        """The words for the statuses; ``running`` where all is well."""
        codes = self.device.fetch(self.fleet.status)
        return np.array(["running" if code == RUNNING else BY_CODE[int(code)].word for code in codes])

    @property
    def output_buffer(self) -> Any:
        """All outputs, (machine, number), as of the end of the last step or reset."""
        return self.fleet.output

    @cached_property
    def outputs(self) -> Mapping[str, Any]:
        """Views of the outputs by name."""
        y, n = self.fleet.output, self.machines
        return MappingProxyType({name: y[:, at].reshape(n, *shape) for name, (at, shape) in self.parts.outputs.items()})

    def why(self, machine: int = 0) -> str:
        """What stopped a machine; nothing while it runs."""
        code = int(self.device.fetch(self.fleet.status[machine : machine + 1])[0])
        end = float(self.device.fetch(self.time[machine : machine + 1])[0])
        return "" if code == RUNNING else self.reasons.get(machine) or BY_CODE[code].of_machine(end)

    def ledger_error(self) -> Any:
        """Motor work - change of energy - work that left [J], since the last reset of every machine."""
        return self.balance()[0]

    def ledger_closure(self) -> Any:
        """The ledger's error over the energy turned over since the last reset of every machine."""
        xp, (error, scale) = self.device.xp, self.balance()
        return xp.where(scale > 0, abs(error) / xp.where(scale > 0, scale, 1.0), 0.0)

    def balance(self) -> tuple[Any, Any]:
        """Error of the ledger and the energy turned over [J]. Booked are kinetic energy, energy, and the works."""
        xp, now, begun = self.device.xp, self.fleet.booked.astype(np.float64), self.begun.astype(np.float64)
        done = (now - begun)[:, 2:] * xp.asarray(self.parts.signs)
        error = done.sum(axis=1) - (now - begun)[:, 1]
        return error, xp.maximum(abs(done).sum(axis=1), xp.maximum(abs(now[:, 0]), abs(begun[:, 0])))

    # --- steps --------------------------------------------------------------------------------------------------------

    def step(self, u: Any = None, duration: float | None = None) -> Any:
        """All machines that run go on by ``duration`` [s], whole steps; one step where it is None.   Returns ``status``.

        u: inputs as (input,), (machine, input), or a mapping from names to a number or one per machine; arrays of the device come
        by DLPack or the CUDA array interface and are not copied where their type is the stepper's. None: what is held stays held.
        """
        steps = _steps_of(duration, self.parts.dt)
        if self.parts.last < math.inf:
            late = (self.time + steps * self.parts.dt > self.parts.last + _LATE) & (self.fleet.status == RUNNING)
            self.fleet.status[late] = REFUSED
        if u is None:
            self.launch(steps, None, KEEP)
        else:
            given = self.given(u)
            self.launch(steps, given, self.manner)
            self.device.keep(given)
        return self.fleet.status

    def given(self, u: Any) -> Any:
        """Inputs as the kernel takes them."""
        if isinstance(u, Mapping):
            return self.named(u)
        count, array = len(self.parts.inputs), self.array("u", u)
        if array.shape not in ((count,), (self.machines, count)):
            raise InputError(
                f"u has the shape {array.shape}. Give ({count},), ({self.machines}, {count}), or a mapping from names of inputs."
            )
        if array.ndim == 2 and array.dtype == self.real and array.flags.c_contiguous:
            return array
        self.room[...] = array
        return self.room

    def named(self, u: Mapping[str, Any]) -> Any:
        """The inputs that are held, with those that are named replaced."""
        names = [i.name for i in self.parts.inputs]
        self.room[...] = self.fleet.held
        for name, value in u.items():
            if name not in names:
                raise unknown_name("input", name, names)
            self.room[:, names.index(name)] = self.per_machine(f"input '{name}'", value)
        return self.room

    def array(self, what: str, given: Any) -> Any:
        """Whatever holds numbers as an array of the device."""
        try:
            array = _as_device_array(self.device, given)
        except (TypeError, ValueError, BufferError, RuntimeError) as error:
            raise InputError(f"{what} cannot be read as numbers: {error}. Give an array of numbers.") from None
        if array.dtype.kind not in "fiub":
            raise InputError(f"{what} is of type {array.dtype}. Give real numbers.")
        return array

    def per_machine(self, what: str, given: Any, chosen: Any = None) -> Any:
        """A number, or one per machine; also one per machine that is chosen."""
        array = self.array(what, given)
        if array.ndim == 1 and len(array) != self.machines and chosen is not None:
            return self.scattered(what, array, chosen)
        if array.shape not in ((), (self.machines,)):
            raise InputError(f"{what} has the shape {array.shape}. Give a number or one per machine, ({self.machines},).")
        return array

    # --- resets -------------------------------------------------------------------------------------------------------

    def reset(
        self, mask: Any = None, initial_states: Any = None, parameters: Mapping[str, Any] | None = None, time: Any = 0.0
    ) -> None:
        """Let machines begin again: those of the mask, (machine,) of truth values; all for None.

        initial_states: rows for all machines or for those that begin, or a mapping from names; None for the model's own start.
        parameters: values of free ones, inputs included, a number or one per machine; those not named go back to what the
        stepper was made with.   time [s]. A machine whose numbers are not allowed gets the status ``refused``.
        """
        xp, f = self.device.xp, self.fleet
        chosen = self.chosen(mask)
        at = xp.zeros(self.machines)
        at[...] = time if isinstance(time, float) else self.per_machine("time", time, chosen)
        p, good, foreign = self.parameters(parameters, chosen)
        known = self.start is not None and (not self.parts.moving or (isinstance(time, (int, float)) and time == 0))
        x = self.states(initial_states, p, at, chosen, good, foreign, known)
        good = good & xp.isfinite(x).all(axis=1) & xp.isfinite(at) & self.unit_quaternions(x)
        column, moved = chosen[:, None], (chosen & good)[:, None]
        if self.reasons:
            self.reasons = {m: why for m, why in self.reasons.items() if not self.device.fetch(moved[m]).any()}
        f.p[...] = xp.where(moved, p, f.p)
        f.held[...] = f.p[:, self.places]
        f.state[...] = xp.where(moved, x, f.state)
        f.base[...], f.steps[...] = xp.where(chosen, at, f.base), xp.where(chosen, 0, f.steps)
        f.status[...] = xp.where(chosen, xp.where(good, RUNNING, REFUSED), f.status)
        self.launch(0)
        self.begun[...] = xp.where(column, f.booked, self.begun)

    def chosen(self, mask: Any) -> Any:
        """The mask as truth values of the device."""
        if mask is None:
            return self.device.xp.ones(self.machines, dtype=bool)
        array = self.array("mask", mask)
        if array.shape != (self.machines,) or array.dtype != bool:
            raise InputError(f"mask has the shape {array.shape} and type {array.dtype}. Give ({self.machines},) truth values.")
        return array

    def parameters(self, values: Mapping[str, Any] | None, chosen: Any) -> tuple[Any, Any, bool]:
        """Free parameters of all machines if all were reset, which of them are allowed, and whether the host gave some."""
        xp, names, foreign = self.device.xp, list(self.parts.parameters), False
        p, good = self.usual.copy(), xp.ones(self.machines, dtype=bool)
        if values is not None and not isinstance(values, Mapping):
            raise InputError(f"parameters is a {type(values).__name__}. Give a mapping from names of free parameters to numbers.")
        for name, value in (values or {}).items():
            if name not in names:
                raise unknown_name("free parameter", name, names)
            array, (low, high) = self.per_machine(f"parameter '{name}'", value, chosen), self.parts.parameters[name]
            good = good & xp.isfinite(array) & (array >= low) & (array <= high)
            p[:, names.index(name)] = array
            foreign = foreign or (_is_of_host(value) and names.index(name) not in self.parts.places)
        return p, good, foreign

    def states(self, states: Any, p: Any, at: Any, chosen: Any, good: Any, foreign: bool, known: bool) -> Any:
        """Where all machines would begin: as given, else the model's own start; not a number where they cannot.

        foreign: the host gave values, and looks whether they make machines.   known: the start is; else the host works it out.
        """
        xp, named = self.device.xp, states if isinstance(states, Mapping) else {}
        own = states is None or isinstance(states, Mapping)
        if own:
            x = xp.zeros(self.fleet.state.shape, dtype=self.real)
            x[...] = self.start if known else 0.0
        else:
            x = self.spread(self.array("initial_states", states), chosen)
        if self.parts.begin is not None and (foreign or (own and not known)):
            rows = np.flatnonzero(self.device.fetch(chosen & good))
            starts, refused = self.parts.begin(self.device.fetch(p)[rows].astype(float), self.device.fetch(at)[rows])
            self.reasons |= {int(rows[k]): why for k, why in refused.items()}
            if own:
                x[xp.asarray(rows)] = xp.asarray(starts.astype(self.real))
            x[xp.asarray(rows[list(refused)])] = np.nan
        for name, value in named.items():
            if name not in self.parts.names:
                raise unknown_name("state", name, self.parts.names)
            x[:, self.parts.names.index(name)] = self.per_machine(f"state '{name}'", value, chosen)
        return x

    def spread(self, states: Any, chosen: Any) -> Any:
        """Given states as one row per machine."""
        width, rows = len(self.parts.names), self.machines
        if states.ndim != 2 or states.shape[1] != width:
            raise InputError(f"states has the shape {states.shape}. Give ({rows}, {width}), or one row for each that is chosen.")
        return states.astype(self.real) if len(states) == rows else self.scattered("states", states.astype(self.real), chosen)

    def scattered(self, what: str, given: Any, chosen: Any) -> Any:
        """One row for each machine that is chosen, put into rows for all; the host must count them."""
        count = int(self.device.fetch(chosen).sum())
        if len(given) != count:
            raise InputError(f"{what} has {len(given)} rows. Give one per machine ({self.machines}) or per chosen one ({count}).")
        whole = self.device.xp.zeros((self.machines, *given.shape[1:]), dtype=given.dtype)
        whole[chosen] = given
        return whole

    def unit_quaternions(self, x: Any) -> Any:
        """Which states have a quaternion of length 1."""
        place = self.parts.quaternion
        if place < 0:
            return True
        square = (x[:, place : place + 4].astype(np.float64) ** 2).sum(axis=1)
        return abs(square - 1) < 2 * _UNIT[self.parts.kernel.precision]


def _steps_of(duration: float | None, dt: float) -> int:
    """How many steps a duration has [s]."""
    if duration is None:
        return 1
    if isinstance(duration, bool) or not isinstance(duration, (int, float, np.number)) or not 0 < duration < math.inf:
        raise InputError(f"duration = {duration!r} is not allowed. Give seconds, a whole number of dt = {dt:g} s.")
    return whole_steps("duration", float(duration), dt)


def _is_of_host(given: Any) -> bool:
    """Whether numbers lie in the host's memory."""
    if hasattr(given, "__dlpack_device__"):
        return given.__dlpack_device__()[0] not in _DEVICES
    return not hasattr(given, "__cuda_array_interface__")


def _as_device_array(device: Any, given: Any) -> Any:
    """An array of the device that shares memory with ``given`` where that is on the device; else a copy."""
    xp = device.xp
    if isinstance(given, (xp.ndarray, np.ndarray, int, float, list, tuple)):
        return xp.asarray(given)
    if hasattr(given, "__dlpack__"):
        library = xp if given.__dlpack_device__()[0] in _DEVICES else np
        return xp.asarray(library.from_dlpack(given))
    return xp.asarray(given)
