"""One verb: stepper. Machines that go on from call to call, with inputs that change in between."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from elver.choices import ADAPTIVE, Target
from elver.contact import ContactSettings
from elver.contact.loop import CONTACTS_PER_LINK
from elver.drive import Input
from elver.errors import InputError, is_whole, unknown_name, whole_steps
from elver.memory import require_memory
from elver.native.program import Program
from elver.native.sources import STEP, Source, as_program, run_manner, scenario_of
from elver.simulation.beginnings import begin_parameters, begin_states, begin_times, reached, read_mask, settle_machines
from elver.simulation.engines import make_engine
from elver.simulation.machines import require_choice, thread_count
from elver.statuses import REFUSED, RUNNING, status_word
from elver.stepping.plan import Plan, check_plan, make_plan, seconds
from elver.stepping.stepper.fleet import Stride, put_back
from elver.stepping.stepper.ledger import Ledger

BEYOND = ("refuse", "clip")
MOST_MACHINES = 10_000_000
LATE = 1e-9  # s, by which a call may end after the sampled signals


def stepper(
    source: Source,
    machines: int | None = None,
    dt: float | None = None,
    *,
    method: str = "auto",
    outputs: Iterable[Any] = (),
    values: Mapping[str, object] | None = None,
    states: Any = None,
    beyond: str = "refuse",
    target: str = "cpu",
    precision: str = "double",
    threads: int | None = None,
    contact: ContactSettings | None = None,
    rtol: float = 1e-8,
    atol: float = 1e-10,
) -> Any:
    """Machines that go on from call to call: ``step(u, duration)`` moves them, with the inputs u held meanwhile.

    source: a scenario, a model (``elver.with_inputs`` gives it inputs) or a program.   machines: None for one machine and plain
    vectors; a number for so many, with a leading axis everywhere.   dt [s]: step (default: the scenario's own, else 1 ms).
    method, rtol, atol, contact, threads: as for ``simulate`` and ``simulate_batch``; ``auto`` looks at the first machine's start.
    outputs: names of recorded quantities (docs/results.md) and sensors, to be seen at the end of every call.
    values: of free parameters by name, a number or one per machine; states: where machines begin, as for ``simulate_batch``.
    beyond: what becomes of inputs beyond their bounds: ``refuse``, or ``clip`` them. What is no finite number is always refused.
    target: ``cpu``, or ``gpu`` (NVIDIA, needs CuPy; rk4 and heun, no contact and no loops): all arrays are the device's then.
    precision: ``double``, or ``single`` on a GPU.
    """
    own = scenario_of(source)
    method, _ = run_manner(source, method, None)
    dt = seconds("dt", (STEP if own is None else own.dt) if dt is None else dt, "a time step in seconds, greater than 0")
    plan = make_plan(dt, dt, method, dt, rtol, atol)
    require_choice("beyond", beyond, BEYOND)
    require_choice("target", target, tuple(Target))
    require_choice("precision", precision, ("double", "single") if target == "gpu" else ("double",))
    program = as_program(source)
    check_plan(program, plan)
    count, threads = machine_count(machines), thread_count(threads)
    require_room(program, count)
    everyone = np.ones(count, dtype=bool)
    usual = begin_parameters(program, np.tile(program.checked_vector(), (count, 1)), values, everyone)
    x = begin_states(program, states, usual, np.zeros(count), everyone)
    refused = settle_machines(program, usual, x, np.zeros(count))
    first = next((k for k in range(count) if k not in refused), 0)
    if target == "gpu":
        from elver.simulation.gpu_stepper import on_gpu

        return on_gpu(program, plan, tuple_of(outputs), usual, x, first, machines is not None, beyond == "clip", precision)
    engine, plan = make_engine(program, plan, usual[first], x[first], tuple_of(outputs), count, machines is not None,
                               beyond == "clip", threads, contact)  # fmt: skip
    made = Stepper(program, plan, engine, usual, machines is None)
    made.reset(states=states)
    return made


def machine_count(machines: int | None) -> int:
    """How many machines there are."""
    if machines is None:
        return 1
    if isinstance(machines, bool) or not isinstance(machines, (int, np.integer)) or not 1 <= machines <= MOST_MACHINES:
        raise InputError(f"machines = {machines!r} is not allowed. Give 1 or more, or None for a single one without an axis.")
    return int(machines)


def require_room(program: Program, count: int) -> None:
    """Refuse more machines than the memory holds. Numbers of each are kept about six times over, while it begins."""
    model, size = program.model, program.equations.layout.size
    each = 48 * (size + len(program.equations.parameters)) + 500
    if model.scene is not None:
        terms = program.contact[0]
        links, rows = len(terms.bodies), 2 * len(terms.bodies) * (1 + CONTACTS_PER_LINK)
        each += 8 * rows * (terms.freedoms + 8) + 64 * links * (links + len(model.scene.obstacles)) + 12000
    require_memory(f"{count} machines of '{model.name}'", count * each, "Use fewer machines, some after the others")


def tuple_of(outputs: Any) -> tuple:
    """One thing to be watched, or several."""
    return (outputs,) if isinstance(outputs, str) or not isinstance(outputs, Iterable) else tuple(outputs)


class Stepper:
    """Machines that go on from call to call. All arrays have a leading axis of machines, unless there is one machine alone.

    names: of the states.   inputs: what ``u`` holds, in order.   program: the compiled model.   dt [s].   method.
    A stepper is one thread's at a time: a call while another is under way is refused.
    """

    def __init__(self, program: Program, plan: Plan, engine: Any, usual: np.ndarray, single: bool):
        self.program, self.dt, self.method, self.engine = program, plan.dt, plan.method, engine
        self.names, self.inputs = program.equations.layout.names, tuple[Input, ...](program.model.inputs.values())
        self._usual, self._single, self._fleet = usual, single, engine.fleet
        self._ledger = Ledger(program, engine.fleet, plan.dt)
        self._nothing = np.zeros((0, len(self.inputs)))
        self._given = np.zeros((len(usual), len(self.inputs)))
        self._strides: dict[float | None, Stride] = {None: Stride(1, plan.dt, plan.dt)}
        self._reasons: dict[int, str] = {}
        signals = program.equations.signals
        self._first, self._last = (-np.inf, np.inf) if signals is None else (signals.begin, signals.end)
        self._status = read_only(engine.fleet.status)
        views = {
            name: self._seen(engine.fleet.output[:, part].reshape(len(usual), *engine.watched.shapes[name]))
            for name, part in engine.watched.places.items()
        }
        self._outputs = MappingProxyType(views)
        self._one_call = threading.Lock()

    def __repr__(self) -> str:
        many = "one machine" if self._single else f"{len(self._usual)} machines"
        return f"Stepper of {self.program.model.name}: {many}, {self.method}, dt {self.dt:g} s, {len(self.inputs)} inputs"

    def _seen(self, rows: np.ndarray) -> Any:
        """Rows of machines as they are shown."""
        return rows[0] if self._single else rows

    # --- what machines are now ----------------------------------------------------------------------------------------

    @property
    def state(self) -> np.ndarray:
        """The states, changed in place by every call."""
        return self._seen(self._fleet.state)

    @property
    def time(self) -> Any:
        """Time of every machine [s]."""
        return self._seen(self._fleet.base + self._fleet.steps * self.dt)

    @property
    def status(self) -> Any:
        """Codes of elver.statuses: 0 (RUNNING) where all is well; all others stay where they are until they are reset."""
        return self._fleet.status[0] if self._single else self._status

    @property
    def status_words(self) -> Any:
        """The statuses in words."""
        words = np.array(["running" if code == RUNNING else status_word(code) for code in self._fleet.status], dtype=object)
        return self._seen(words)

    @property
    def u(self) -> np.ndarray:
        """The inputs that are held now."""
        return self._seen(read_only(self._fleet.held))

    @property
    def p(self) -> np.ndarray:
        """The free parameters, in the order of ``program.equations.parameters``; inputs are among them."""
        return self._seen(read_only(self._fleet.p))

    @property
    def outputs(self) -> Mapping[str, np.ndarray]:
        """What is watched, by name: views of ``output_buffer``."""
        return self._outputs

    @property
    def output_buffer(self) -> np.ndarray:
        """All that is watched, as of the end of the last call."""
        return self._seen(self._fleet.output)

    def why(self, machine: int = 0) -> str:
        """What stopped a machine; nothing while it runs."""
        code = int(self._fleet.status[machine])
        end = float(self._fleet.base[machine] + self._fleet.steps[machine] * self.dt)
        if code == REFUSED and machine not in self._reasons:
            return self._wrong_input(machine)
        return "" if code == RUNNING else self._reasons.get(machine) or self.engine.reason(machine, code, end)

    def ledger_error(self) -> Any:
        """Motor work - change of energy - work that left [J], since the last reset of every machine."""
        return self._seen(self._ledger.balance()[0])

    def ledger_closure(self) -> Any:
        """The ledger's error over the energy turned over since the last reset of every machine."""
        error, scale = self._ledger.balance()
        return self._seen(np.divide(np.abs(error), scale, out=np.zeros(len(error)), where=scale > 0))

    # --- going on -----------------------------------------------------------------------------------------------------

    def step(self, u: Any = None, duration: float | None = None) -> Any:
        """Go on for ``duration`` [s] (default: dt) with the inputs u: one number per input, one row per machine, or a mapping
        from names to a number or one per machine. None keeps what is held. Returns the status.

        Fixed steps need a whole number of them. A bad input of one of many machines stops that machine with status ``refused``.
        """
        known = self._strides.get(duration) if duration is None or isinstance(duration, float) else None
        stride = known or self._stride(duration)
        given = self._nothing if u is None else self._read(u)
        if self._last < np.inf:
            self._refuse_late(stride.duration)
        if not self._one_call.acquire(False):
            raise in_use()
        try:
            self.engine.advance(given, stride)
        finally:
            self._one_call.release()
        if self._single and self._fleet.status[0] == REFUSED:
            self._fleet.status[0] = RUNNING
            raise InputError(self._wrong_input(0))
        return self.status

    def _stride(self, duration: Any) -> Stride:
        """How far a call of this duration goes."""
        length = seconds("duration", duration, "seconds, greater than 0")
        free = self.method in ADAPTIVE and not (is_whole(length, self.dt) and length > 0.5 * self.dt)
        made = Stride(-1 if free else whole_steps("duration", length, self.dt), self.dt, length)
        if len(self._strides) < 100:
            self._strides[length] = made
        return made

    def _read(self, u: Any) -> np.ndarray:
        """Inputs as rows that compiled loops take: one for all machines, or one each."""
        if isinstance(u, Mapping):
            return self._read_names(u)
        try:
            given = np.asarray(u, dtype=float)
        except (TypeError, ValueError, RuntimeError):
            raise InputError(
                f"u = {str(u)[:60]} is not allowed. Give numbers {self._given.shape}, or a mapping from names."
            ) from None
        if given.shape == self._given.shape and not self._single:
            if given.flags.carray:
                return given
            self._given[...] = given
            return self._given
        if given.shape != self._given.shape[1:]:
            allowed = f"{self._given.shape[1:]}" + ("" if self._single else f" or {self._given.shape}")
            raise InputError(f"u has the shape {given.shape}. Give {allowed}, or a mapping from names of inputs.")
        self._given[...] = given
        return self._given[:1] if self._single else self._given

    def _read_names(self, given: Mapping) -> np.ndarray:
        """Inputs by name; the others are held."""
        known = list(self.program.model.inputs)
        self._given[...] = self._fleet.held
        for name, value in given.items():
            if name not in known:
                raise unknown_name("input", name, known) if known else InputError(f"'{name}': this model has no inputs.")
            try:
                self._given[:, known.index(name)] = value
            except (TypeError, ValueError):
                raise InputError(f"input '{name}' = {str(value)[:60]}. Give a number, or one per machine.") from None
        return self._given

    def _wrong_input(self, machine: int) -> str:
        """Which input of a machine was not allowed."""
        place, value = self._fleet.wrong[machine]
        own = self.inputs[int(place)]
        return f"input '{own.name}' = {value:g} is not allowed. Give {own.allowed}."

    def _refuse_late(self, duration: float) -> None:
        """Machines whose sampled signals end before the call does stop."""
        late = (self._fleet.base + self._fleet.steps * self.dt + duration > self._last + LATE) & (self._fleet.status == RUNNING)
        text = f"its sampled signals end at {self._last:g} s. Record a longer table"
        if late.any() and self._single:
            raise InputError(f"step of {duration:g} s: {text}, or reset.")
        self._fleet.status[late] = REFUSED
        self._reasons |= dict.fromkeys(np.flatnonzero(late).tolist(), text)

    # --- beginning again ----------------------------------------------------------------------------------------------

    def reset(self, mask: Any = None, states: Any = None, values: Mapping[str, Any] | None = None, time: Any = 0.0) -> None:
        """Let machines begin again: those of the mask (one True or False per machine), all for None.

        states: rows for all machines or for those that begin, or a mapping from names; None for the model's own start.
        values: of free parameters, inputs included; those not named go back to what the stepper was made with.   time [s].
        A machine that cannot begin so (values that make no machine, loops that do not close) gets status ``refused``.
        """
        chosen = read_mask(mask, len(self._usual))
        if not chosen.any():
            return
        if not self._one_call.acquire(False):
            raise in_use()
        try:
            self._reset(chosen, states, values, time)
        finally:
            self._one_call.release()

    def _reset(self, chosen: np.ndarray, states: Any, values: Mapping[str, Any] | None, time: Any) -> None:
        rows, fleet = np.flatnonzero(chosen), self._fleet
        times, p = begin_times(time, chosen), begin_parameters(self.program, self._usual, values, chosen)
        if times.min() < self._first:
            raise InputError(f"time {times.min():g} s: sampled signals begin at {self._first:g} s. Begin there, or later.")
        base, count = self.engine.clock(times)
        x = begin_states(self.program, states, p, times, chosen)
        came = reached(self.program, states, x, p, times)
        refused = settle_machines(self.program, p, x, times)
        refused = self.engine.check(x, p, came) | refused
        if self._single and refused:
            raise InputError(refused[0])
        fleet.state[rows], fleet.p[rows], fleet.base[rows], fleet.steps[rows] = x, p, base, count
        fleet.held[rows] = p[:, self.program.input_places]
        fleet.status[rows] = RUNNING
        self.engine.begin(rows)
        for k, m in enumerate(rows.tolist()):
            self._reasons.pop(m, None)
            if k in refused:
                fleet.status[m], self._reasons[m] = REFUSED, refused[k]
        self._ledger.begin(rows)
        self.engine.look(chosen)

    # --- elsewhere ----------------------------------------------------------------------------------------------------

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise InputError(
            "a stepper holds compiled code of this process and cannot be copied or pickled. Make another one where it is needed, "
            "with elver.stepper(...), and put its machines where these are: reset(states=..., values=..., time=...)."
        )

    def kept(self) -> dict[str, Any]:
        """All that the machines are now as plain data: a stepper made in the same way goes on with it, to the last bit."""
        own = self._ledger
        return {"engine": self.engine.kept(), "ledger": [a.copy() for a in (own.states, own.p, own.times)],
                "reasons": dict(self._reasons)}  # fmt: skip

    def put_back(self, kept: Mapping[str, Any]) -> None:
        """Go on with machines that another stepper kept."""
        self.engine.put_back(kept["engine"])
        put_back((self._ledger.states, self._ledger.p, self._ledger.times), kept["ledger"])
        self._reasons = dict(kept["reasons"])


def in_use() -> InputError:
    return InputError(
        "this stepper is in use by another thread, and steps would get lost. Give every thread a stepper of its own."
    )


def read_only(array: np.ndarray) -> np.ndarray:
    """A view that cannot be written to."""
    view = array.view()
    view.flags.writeable = False
    return view
