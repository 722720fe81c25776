"""One verb: stepper. Machines that are stepped from outside, with `reset`, `step` and `state`."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from elver._support.choices import ADAPTIVE, STEP
from elver._support.errors import InputError, is_whole, unknown_name, whole_steps
from elver._support.resources import require_memory
from elver._support.statuses import REFUSED, RUNNING, status_word
from elver.contact.driver import CONTACTS_PER_LINK
from elver.drive import Input
from elver.model import Model, Program
from elver.model.assembly import settled_start
from elver.model.program import Source, as_program, run_manner, scenario_of
from elver.results import Run
from elver.sensors import Sensor, Sensors
from elver.simulation.batches.machines import columns, numbers, read_states, thread_count
from elver.simulation.contact import chosen_settings
from elver.simulation.options import OUT_OF_BOUNDS, Compute, Solver, honoured, require_choice
from elver.simulation.plan import Plan, check_plan, contact_plan, make_plan, seconds
from elver.simulation.steppers.contact import ContactEngine, force_shapes
from elver.simulation.steppers.engines import AdaptiveEngine, FixedStepEngine
from elver.simulation.steppers.state import Ledger, LoopMonitor, StepRequest, put_back, watch
from elver.simulation.stiffness import choose_method
from elver.simulation.trajectory import refuse_long_quaternions

# --- Where machines of a stepper begin: parameters, states and times of those that are reset, checked before anything changes.


def _read_mask(mask: Any, machines: int) -> np.ndarray:
    """Which machines are meant: all for None, else one truth value per machine."""
    if mask is None:
        return np.ones(machines, dtype=bool)
    given = np.asarray(mask)
    if given.dtype != bool or given.shape != (machines,):
        raise InputError(
            f"mask has the shape {given.shape} and the type {given.dtype}. Give one True or False per machine: ({machines},)."
        )
    return np.ascontiguousarray(given)


def _per_machine(what: str, given: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """Numbers of the chosen machines from one for all, one per machine, or one per chosen machine."""
    count = int(chosen.sum())
    if given.ndim and len(given) not in (len(chosen), count):
        raise InputError(
            f"{what} has {len(given)} values. Give a number, one per machine ({len(chosen)}), or one per machine that is reset "
            f"({count})."
        )
    return given[chosen] if given.ndim and len(given) == len(chosen) else np.broadcast_to(given, (count,))


def _begin_parameters(program: Program, usual: np.ndarray, values: Any, chosen: np.ndarray) -> np.ndarray:
    """Parameters of the chosen machines: the usual ones, replaced by ``values``. Each is known and within its own bounds."""
    p, known = usual[chosen], list(program.equations.parameters)
    for name, given in columns("parameter", values).items():
        if name not in known:
            if not known:
                raise InputError(f"'{name}' is not free: this model has no free parameters. Name some with Model.freed(...).")
            raise unknown_name("free parameter", name, known)
        for value in (float(np.min(given)), float(np.max(given))):
            program.model.free[name].check(name, value)
        p[:, known.index(name)] = _per_machine(f"parameter '{name}'", given, chosen)
    return p


def _begin_states(program: Program, states: Any, p: np.ndarray, times: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """States of the chosen machines: those given, else the model's own start with the parameters p."""
    if states is not None and not isinstance(states, Mapping):
        states = np.asarray(states)
        states = states[None] if states.ndim == 1 and len(chosen) == 1 else states
    whole, parts = read_states(program, states)
    if whole is None:
        x = own_starts(program, p, times)
    elif len(whole) not in (len(chosen), len(p)):
        raise InputError(
            f"initial_states has {len(whole)} rows. Give one per machine ({len(chosen)}), or one per "
            f"machine that is reset ({len(p)})."
        )
    else:
        x = (whole[chosen] if len(whole) == len(chosen) else whole).copy()
    for name, given in parts.items():
        x[:, program.equations.layout.names.index(name)] = _per_machine(f"state '{name}'", given, chosen)
    refuse_long_quaternions(program, x)
    return x


def given_start(program: Program, p: np.ndarray, start: Any) -> np.ndarray:
    """The state that a run begins with: one given in order or by names, or where another run ended. Works begin at 0."""
    layout = program.equations.layout
    if isinstance(start, Run):
        if list(start.data.state_name.values) != list(layout.names):
            raise InputError(
                f"initial_state is a run of '{start.data.attrs['model']}', whose states differ from those of "
                f"'{program.model.name}'. Give a run with the same states, or those that both have by their names."
            )
        start = start.data.state.values[-1]
    elif not isinstance(start, Mapping) and np.shape(start) != (layout.size,):
        raise InputError(
            f"initial_state has the shape {np.shape(start)}. Give the {layout.size} states in order "
            f"({', '.join(layout.names[:4])}, ..), a mapping from their names to numbers, or a run."
        )
    x = _begin_states(program, start, p[None], np.zeros(1), np.ones(1, dtype=bool))[0].copy()
    x[layout.slices["works"]] = 0.0
    return x


def with_held(model: Model, parameters: Mapping[str, float] | None, inputs: Any) -> Mapping[str, float] | None:
    """Values of free parameters, with those of inputs that were given apart."""
    if inputs is None:
        return parameters
    known = list(model.inputs)
    if not known:
        raise InputError(f"inputs is given, but model '{model.name}' has none. Leave it out, or add some: elver.with_inputs.")
    if not isinstance(inputs, Mapping):
        given = numbers("inputs", inputs)
        if given.shape != (len(known),):
            raise InputError(f"inputs has the shape {given.shape}. Give {len(known)} numbers: {', '.join(known)}; or a mapping.")
        inputs = dict(zip(known, given.tolist(), strict=True))
    for name in inputs:
        if name not in known:
            raise unknown_name(f"input of '{model.name}':", name, known)
        if name in (parameters or {}):
            raise InputError(f"input '{name}' is given twice, by inputs and by parameters. Give it once.")
    return {**(parameters or {}), **inputs}


def own_starts(program: Program, p: np.ndarray, times: np.ndarray) -> np.ndarray:
    """The model's own start for every row of parameters at its time."""
    initial = program.equations.initial
    decided = any(initial.jac_sparsity(0, k).nnz() for k in range(3))
    key = ("own start",)
    if not decided:  # every machine begins at the same place
        if key not in program.variants:
            program.variants[key] = np.array(initial(0.0, p[0], program.signal_values(0.0)), dtype=float).ravel()
        return np.tile(program.variants[key], (len(p), 1))
    u = np.array([program.signal_values(t) for t in times]).T if program.signal_width else np.zeros((0, len(p)))
    return np.array(initial(times[None], p.T, u), dtype=float).T.copy()


def _are_under_way(program: Program, states: Any, x: np.ndarray, p: np.ndarray, times: np.ndarray) -> np.ndarray:
    """Which machines begin in a whole state that was given and is not the model's own start: one that a machine came to."""
    if states is None or isinstance(states, Mapping) or program.model.scene is None:
        return np.zeros(len(x), dtype=bool)
    return (x != own_starts(program, p, times)).any(axis=1)


def settle_machines(program: Program, p: np.ndarray, x: np.ndarray, times: np.ndarray) -> dict[int, str]:
    """Put the dependent joints of all machines on their loops, in place; and why some machines cannot begin, by row."""
    loops, doubtful, refused = program.equations.loops is not None, set(program.model.doubtful(p).tolist()), {}
    for k in range(len(x)) if loops else sorted(doubtful):
        try:
            if k in doubtful:
                program.model.check_machine(p[k].tolist())
            if loops:
                x[k] = settled_start(program.equations, times[k], x[k], p[k], program.signal_values(times[k]))[0]
        except InputError as error:
            refused[k] = str(error)
    return refused


def _begin_times(time: Any, chosen: np.ndarray) -> np.ndarray:
    """Times [s] at which the chosen machines begin."""
    return np.array(_per_machine("time", numbers("time", time), chosen), dtype=float)


# --- Which engine moves the machines of a stepper.


class _Machines(NamedTuple):
    """How many machines an engine moves, with an axis for them or not, whether inputs are clipped, and by how many threads."""

    number: int
    many: bool
    clip: bool
    threads: int


def _make_engine(
    program: Program, plan: Plan, start: tuple[np.ndarray, np.ndarray], outputs: tuple, machines: _Machines, contact: Any
) -> tuple[Any, Plan]:
    """The engine of a program, and the plan with its method. start: parameters and state of a machine that can begin."""
    settings, (count, many, clip, threads) = chosen_settings(program, contact), machines
    if plan.method == "adams":
        raise InputError("method adams remembers steps before the last, which inputs that change make worthless. Use rk4.")
    p, x = start
    plan = contact_plan(plan) if program.model.scene is not None else choose_method(program, plan, p, start=x)[0]
    watched = watch(program.equations, [_alone(one, program) for one in outputs], force_shapes(program))
    if plan.method == "moreau":
        return ContactEngine(program, plan, settings, watched, count, many, clip, threads), plan
    engine: Any
    if plan.method in ADAPTIVE:
        engine = AdaptiveEngine(program, plan, watched, count, clip, threads)
    else:
        engine = FixedStepEngine(program, plan.method, plan.dt, watched, count, many, clip, threads)
    return LoopMonitor(engine, program, plan.dt) if program.equations.loops is not None else engine, plan


def _alone(one: Any, program: Program) -> Any:
    """What is to be watched; a sensor of contacts together with what makes forces of its graph."""
    if not (isinstance(one, Sensor) and one.from_contacts):
        return one
    made = Sensors((one,), program.model)
    made.name = one.name
    return made


# --- One verb: stepper. Machines that go on from call to call, with inputs that change in between.

_MOST_MACHINES = 10_000_000
_LATE = 1e-9  # s, by which a call may end after the sampled signals


def stepper(
    source: Source,
    count: int | None = None,
    *,
    parameters: Mapping[str, object] | None = None,
    initial_states: Any = None,
    outputs: Iterable[Any] = (),
    out_of_bounds: str = "raise",
    solver: Solver = Solver(),
    compute: Compute = Compute(),
) -> Any:
    """Machines that go on from call to call: ``reset`` lets them begin, ``step(u, duration)`` moves them with inputs u held
    meanwhile, ``state`` and ``outputs`` are what they are then.

    Parameters
    ----------
    source : Scenario, Model or Program
        What moves; ``elver.with_inputs`` gives a model inputs.
    count : int, optional
        Machines, with a leading axis of all arrays; None for one machine and plain vectors.
    parameters : mapping, optional
        Values of free parameters by name, a number or one per machine.
    initial_states : array or mapping, optional
        Where machines begin, as for ``simulate_batch``.
    outputs : names of recorded quantities (docs/results.md) and sensors
        What is to be seen at the end of every call.
    out_of_bounds : str
        What becomes of inputs outside their bounds: ``raise``, or ``clip`` them. What is no finite number is always refused.
    solver : Solver
        As for ``simulate``, without ``check_step``; ``auto`` looks at the first machine's start.
    compute : Compute
        Device, precision and threads. A GPU takes rk4 and heun, no contact and no loops: all arrays are the device's then.

    Returns
    -------
    Stepper or DeviceStepper

    Examples
    --------
    >>> fish = elver.stepper(model, 64, solver=elver.Solver(dt=2e-3), outputs=["base_position"])
    >>> fish.reset()
    >>> status = fish.step(torques, 0.02)
    >>> fish.state, fish.outputs["base_position"]
    """
    honoured("stepper", "solver", solver, Solver, "method", "dt", "rtol", "atol", "contact")
    honoured("stepper", "compute", compute, Compute, "device", "precision", "threads")
    require_choice("out_of_bounds", out_of_bounds, OUT_OF_BOUNDS)
    own = scenario_of(source)
    method, _ = run_manner(source, solver.method, None)
    dt = (STEP if own is None else own.dt) if solver.dt is None else solver.dt
    dt = seconds("dt", dt, "a time step in seconds, greater than 0")
    plan = make_plan(dt, dt, method, dt, solver.rtol, solver.atol)
    program = as_program(source)
    check_plan(program, plan)
    many, count, clip = count is not None, _machine_count(count), out_of_bounds == "clip"
    threads = thread_count(compute.threads)
    _require_room(program, count)
    everyone = np.ones(count, dtype=bool)
    usual = _begin_parameters(program, np.tile(program.checked_vector(), (count, 1)), parameters, everyone)
    x = _begin_states(program, initial_states, usual, np.zeros(count), everyone)
    refused = settle_machines(program, usual, x, np.zeros(count))
    first = next((k for k in range(count) if k not in refused), 0)
    if compute.device == "gpu":
        from elver.simulation.steppers.gpu import on_gpu

        return on_gpu(program, plan, _tuple_of(outputs), usual, x, first, many, clip, compute.precision)
    machines = _Machines(count, many, clip, threads)
    engine, plan = _make_engine(program, plan, (usual[first], x[first]), _tuple_of(outputs), machines, solver.contact)
    made = Stepper(program, plan, engine, usual, not many)
    made.reset(initial_states=initial_states)
    return made


def _machine_count(count: int | None) -> int:
    """How many machines there are."""
    if count is None:
        return 1
    if isinstance(count, bool) or not isinstance(count, (int, np.integer)) or not 1 <= count <= _MOST_MACHINES:
        raise InputError(f"count = {count!r} is not allowed. Give 1 or more, or None for a single one without an axis.")
    return int(count)


def _require_room(program: Program, count: int) -> None:
    """Refuse more machines than the memory holds. Numbers of each are kept about six times over, while it begins."""
    model, size = program.model, program.equations.layout.size
    each = 48 * (size + len(program.equations.parameters)) + 500
    if model.scene is not None:
        terms = program.contact_graph
        links, rows = len(terms.bodies), 2 * len(terms.bodies) * (1 + CONTACTS_PER_LINK)
        each += 8 * rows * (terms.freedoms + 8) + 64 * links * (links + len(model.scene.obstacles)) + 12000
    require_memory(f"{count} machines of '{model.name}'", count * each, "Use fewer machines, some after the others")


def _tuple_of(outputs: Any) -> tuple:
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
        self._strides: dict[float | None, StepRequest] = {None: StepRequest(1, plan.dt, plan.dt)}
        self._reasons: dict[int, str] = {}
        signals = program.equations.signals
        self._first, self._last = (-np.inf, np.inf) if signals is None else (signals.begin, signals.end)
        self._status = _read_only(engine.fleet.status)
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
        """Codes of elver._support.statuses: 0 (RUNNING) where all is well; all others stay where they are until they are
        reset.
        """
        return self._fleet.status[0] if self._single else self._status

    @property
    def status_words(self) -> Any:
        """The statuses in words."""
        words = np.array(["running" if code == RUNNING else status_word(code) for code in self._fleet.status], dtype=object)
        return self._seen(words)

    @property
    def u(self) -> np.ndarray:
        """The inputs that are held now."""
        return self._seen(_read_only(self._fleet.held))

    @property
    def p(self) -> np.ndarray:
        """The free parameters, in the order of ``program.equations.parameters``; inputs are among them."""
        return self._seen(_read_only(self._fleet.p))

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
            raise _in_use()
        try:
            self.engine.advance(given, stride)
        finally:
            self._one_call.release()
        if self._single and self._fleet.status[0] == REFUSED:
            self._fleet.status[0] = RUNNING
            raise InputError(self._wrong_input(0))
        return self.status

    def _stride(self, duration: Any) -> StepRequest:
        """How far a call of this duration goes."""
        length = seconds("duration", duration, "seconds, greater than 0")
        free = self.method in ADAPTIVE and not (is_whole(length, self.dt) and length > 0.5 * self.dt)
        made = StepRequest(-1 if free else whole_steps("duration", length, self.dt), self.dt, length)
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
        return f"input '{own.name}' = {value:g} is not allowed. Give {own.parameter.wanted}."

    def _refuse_late(self, duration: float) -> None:
        """Machines whose sampled signals end before the call does stop."""
        late = (self._fleet.base + self._fleet.steps * self.dt + duration > self._last + _LATE) & (self._fleet.status == RUNNING)
        text = f"its sampled signals end at {self._last:g} s. Record a longer table"
        if late.any() and self._single:
            raise InputError(f"step of {duration:g} s: {text}, or reset.")
        self._fleet.status[late] = REFUSED
        self._reasons |= dict.fromkeys(np.flatnonzero(late).tolist(), text)

    # --- beginning again ----------------------------------------------------------------------------------------------

    def reset(
        self, mask: Any = None, initial_states: Any = None, parameters: Mapping[str, Any] | None = None, time: Any = 0.0
    ) -> None:
        """Let machines begin again: those of the mask (one True or False per machine), all for None.

        initial_states: rows for all machines or for those that begin, or a mapping from names; None for the model's own start.
        parameters: values of free ones, inputs included; those not named go back to what the stepper was made with.   time [s].
        A machine that cannot begin so (values that make no machine, loops that do not close) gets status ``refused``.
        """
        chosen = _read_mask(mask, len(self._usual))
        if not chosen.any():
            return
        if not self._one_call.acquire(False):
            raise _in_use()
        try:
            self._reset(chosen, initial_states, parameters, time)
        finally:
            self._one_call.release()

    def _reset(self, chosen: np.ndarray, states: Any, values: Mapping[str, Any] | None, time: Any) -> None:
        rows, fleet = np.flatnonzero(chosen), self._fleet
        times, p = _begin_times(time, chosen), _begin_parameters(self.program, self._usual, values, chosen)
        if times.min() < self._first:
            raise InputError(f"time {times.min():g} s: sampled signals begin at {self._first:g} s. Begin there, or later.")
        base, count = self.engine.clock(times)
        x = _begin_states(self.program, states, p, times, chosen)
        came = _are_under_way(self.program, states, x, p, times)
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
            "with elver.stepper(...), and put its machines where these are: reset(initial_states=..., parameters=..., time=...)."
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


def _in_use() -> InputError:
    return InputError(
        "this stepper is in use by another thread, and steps would get lost. Give every thread a stepper of its own."
    )


def _read_only(array: np.ndarray) -> np.ndarray:
    """A view that cannot be written to."""
    view = array.view()
    view.flags.writeable = False
    return view
