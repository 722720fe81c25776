"""Predictions of all recordings at values of the unknowns, with exact derivatives: starts, runs, channels."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import dataclass, field, replace

import casadi as ca
import numpy as np

from elver._support.errors import ElverError, InputError, from_user
from elver._support.interrupts import in_one_piece, stop_if_asked
from elver.analysis.fit.channels import samples, stroke_metric
from elver.analysis.fit.problem import CAMERA, Block, Camera, Channel, Evaluation, Problem, Recording
from elver.analysis.orbits.derivatives import OrbitTracker
from elver.analysis.orbits.problem import OrbitProblem, Shooting
from elver.codegen import NativeFunction, compile_function
from elver.forces import expression
from elver.model import Program
from elver.results.ledger import balance
from elver.simulation.derivatives.forward import SampledVariedRun, initial_slopes, sampled_flow, step_counts
from elver.simulation.derivatives.objectives import InstantExpressions, refuse_loose
from elver.simulation.trajectory import system_of


class Evaluator:
    """Calls with values of the unknowns; returns what the model says about every channel.

    threads: recordings that run at once; all cores by default.   counts: how much was computed.
    """

    def __init__(self, problem: Problem, threads: int | None = None):
        self.problem = problem
        self.programs = {r.name: _own_program(r) for r in problem.recordings}
        self.observers: dict[str, _Observer] = {r.name: _make_observer(r) for r in problem.recordings if r.channels}
        self.orbits = {
            r.name: _OrbitBegin(self.programs[r.name], problem.orbit, problem.shooting) if r.start == "orbit" else None
            for r in problem.recordings
        }
        self.paces = {r.name: _StepCounts() for r in problem.recordings}
        self.last: dict[str, tuple] = {}  # the last run of every recording: theta, parameters, states
        self.counts = {"evaluations": 0, "runs": 0}
        self.threads = threads or os.cpu_count() or 1

    def __call__(self, theta: np.ndarray, slopes: bool = True, recordings: Sequence[str] | None = None) -> Evaluation:
        """Blocks of the recordings named (default: all), in the order of the problem."""
        theta = np.asarray(theta, dtype=float)
        wanted = [r for r in self.problem.recordings if recordings is None or r.name in recordings]
        self.counts["evaluations"] += 1
        self.counts["runs"] += len(wanted)
        with in_one_piece():
            if self.threads > 1 and len(wanted) > 1:
                with ThreadPoolExecutor(min(self.threads, len(wanted))) as pool:
                    found = list(pool.map(lambda r: self.attempted(r, theta), wanted))
            else:
                found = [self.attempted(r, theta) for r in wanted]
        blocks, failed, metrics = [], {}, {}
        for recording, outcome in zip(wanted, found, strict=True):
            if isinstance(outcome, str):
                failed[recording.name] = outcome
            else:
                blocks += outcome[0]
                metrics[recording.name] = outcome[1]
        return Evaluation(theta, tuple(blocks if slopes else [replace(b, slopes=None) for b in blocks]), failed, metrics)

    def beside(self, problem: Problem) -> Evaluator:
        """The same machines and channels beside other numbers: nothing is compiled again."""
        other = copy(self)
        other.problem = problem
        return other

    def closures(self, theta: np.ndarray) -> dict[str, float]:
        """How well the energy ledger of every recording's run closes; a run that fails is left out."""
        found, theta = {}, np.asarray(theta, dtype=float)
        for recording in self.problem.recordings:
            if self.last.get(recording.name, (b"",))[0] != theta.tobytes():
                with in_one_piece():
                    self.attempted(recording, theta)
            at, p, flow = self.last.get(recording.name, (b"", None, None))
            if at == theta.tobytes():
                found[recording.name] = _ledger_closure(self.programs[recording.name], p, flow)
        return found

    def course(self, recording: Recording, program: Program, own: RecordingParameters) -> _PredictedRun:
        """The run of a recording."""
        return _run_course(self.problem, recording, program, own, self.orbits[recording.name], self.paces[recording.name])

    def attempted(self, recording: Recording, theta: np.ndarray) -> tuple[list[Block], dict[str, float]] | str:
        """The blocks and metrics of one recording, or why it has none."""
        try:
            return self.compared(recording, theta)
        except (ElverError, np.linalg.LinAlgError) as error:
            return str(error)

    def compared(self, recording: Recording, theta: np.ndarray) -> tuple[list[Block], dict[str, float]]:
        """One recording: its run, and its channels beside it."""
        stop_if_asked()
        program = self.programs[recording.name]
        own = recording_parameters(self.problem, recording, program, theta)
        course = self.course(recording, program, own)
        self.last[recording.name] = (theta.tobytes(), own.p, course.flow)
        seen = self.observers[recording.name](program, own.p, own.camera, course.flow.times, course.flow.states)
        blocks = [_channel_block(recording, k, course, own, seen) for k in range(len(recording.channels))]
        orbit = self.orbits[recording.name]
        return blocks, {} if orbit is None else {"period": course.begin.period, "floquet_max": orbit.floquet_max}


def _own_program(recording: Recording) -> Program:
    """The recording's program with its own signals."""
    return recording.program if recording.signals is None else recording.program.with_signals(recording.signals)


def _ledger_closure(program: Program, p: np.ndarray, flow: SampledVariedRun) -> float:
    """The error of the energy ledger over the energy turned over, at the times that were recorded."""
    from elver.codegen.kernels.evaluate import evaluate_all

    layout = program.equations.recorded
    outputs = np.empty((len(flow.times), layout.size))
    evaluate_all(system_of(program, p, program.outputs), flow.times, np.ascontiguousarray(flow.states), outputs)
    moving, medium, stored = (layout.take(outputs, f"{kind}_energy") for kind in ("kinetic", "medium", "potential"))
    return balance(moving + medium, stored, layout.take(outputs, "work"), list(layout.labels["flow"]))[2]


def _channel_block(
    recording: Recording, k: int, course: _PredictedRun, own: RecordingParameters, seen: _ObservedChannels
) -> Block:
    """One channel beside what the model says about it."""
    channel, places = recording.channels[k], course.spans[k]
    values, slopes = seen.values[places, k], _total_slopes(k, places, course, own, seen)
    if channel.of_strokes:
        values, weights = stroke_metric(channel.kind, channel.order, channel.count, values, channel.strokes)
        slopes = weights @ slopes
    return Block(recording.name, channel, values, slopes)


def _total_slopes(
    k: int, places: np.ndarray, course: _PredictedRun, own: RecordingParameters, seen: _ObservedChannels
) -> np.ndarray:
    """d channel k / d unknown at its samples: through the state, its time, the parameters and the camera."""
    flow, by_clock = course.flow, course.time_slopes[k]
    shift = by_clock - np.outer(flow.times[places], course.begin.stretch)  # what the slopes of the states do not have yet
    moved = flow.slopes[places] + shift[:, :, None] * flow.rates[places][:, None, :]
    slopes = np.einsum("sn,skn->sk", seen.by_state[places, k], moved)
    slopes += seen.by_parameter[places, k] @ own.pdot.T + seen.by_time[places, k][:, None] * by_clock
    for name, direction in own.camera_moved.items():
        slopes[:, direction] += seen.by_camera[places, k, CAMERA.index(name)]
    return slopes


# --- the run of a recording, at the times its channels need, with derivatives by the unknowns ------------------------

_APART = 1e-12  # s: times closer than this are one


@dataclass(frozen=True, eq=False)
class RecordingParameters:
    """The unknowns as one recording sees them. p: all free parameters; pdot: their change along every unknown.

    states: values at the start, with those that are unknown in ``moved`` (state -> direction).   camera, clock: likewise numbers,
    with the direction of each that is unknown.
    """

    p: np.ndarray
    pdot: np.ndarray
    states: dict[str, float]
    moved: dict[str, int]
    camera: Camera
    camera_moved: dict[str, int]
    offset: float
    factor: float
    clock_moved: dict[str, int]


@dataclass(frozen=True, eq=False)
class _PredictedRun:
    """The run of a recording: times [s] on the machine's clock, states and slopes there.

    time_slopes: channel -> slopes of its times by the unknowns.   spans: channel -> places of its samples among the times.
    """

    flow: SampledVariedRun
    time_slopes: tuple[np.ndarray, ...]
    spans: tuple[np.ndarray, ...]
    begin: RunStart


class _StepCounts:
    """Steps between the times of a recording: counted once, so that small changes of the unknowns change no count."""

    def __init__(self) -> None:
        self.last = np.zeros(0, dtype=np.int64)

    def counts(self, begin: float, times: np.ndarray, dt: float) -> np.ndarray:
        """The counts of the last call, unless a step would become much longer or shorter with them."""
        fresh = step_counts(begin, times, dt)
        kept = self.last
        if (
            len(kept) != len(fresh)
            or (fresh > kept + np.maximum(1, kept // 2)).any()
            or (kept > fresh + np.maximum(1, fresh)).any()
        ):
            self.last = fresh
        return self.last


def recording_parameters(problem: Problem, recording: Recording, program: Program, theta: np.ndarray) -> RecordingParameters:
    """The unknowns of a fit as one recording sees them."""
    known = list(program.equations.parameters)
    values, states = dict(recording.values), dict(recording.states)
    camera = dict(zip(CAMERA, recording.camera.numbers.tolist(), strict=True))
    clock = {"offset": recording.offset, "factor": recording.factor}
    pdot = np.zeros((len(theta), len(known)))
    places: dict[str, dict[str, int]] = {"state": {}, "camera": {}, "clock": {}}
    tables: dict[str, dict[str, float]] = {"state": states, "camera": camera, "clock": clock}
    for k, (unknown, value) in enumerate(zip(problem.unknowns, theta.tolist(), strict=True)):
        if unknown.recording not in ("", recording.name):
            continue
        if unknown.role == "parameter":
            if unknown.of in known:
                values[unknown.of] = value
                pdot[k, known.index(unknown.of)] = 1.0
        else:
            tables[unknown.role][unknown.of] = value
            places[unknown.role][unknown.of] = k
    seen, moved = Camera(**camera), places["state"]
    p = program.parameter_vector(values)
    return RecordingParameters(p, pdot, states, moved, seen, places["camera"], clock["offset"], clock["factor"], places["clock"])


def _make_begin(recording: Recording, program: Program, own: RecordingParameters, orbit: _OrbitBegin | None) -> RunStart:
    """Where the run begins."""
    if recording.start == "orbit":
        assert orbit is not None
        return orbit(own.p, own.pdot)
    return model_start(program, own)


def _run_course(
    problem: Problem,
    recording: Recording,
    program: Program,
    own: RecordingParameters,
    orbit: _OrbitBegin | None,
    paces: _StepCounts,
) -> _PredictedRun:
    """The run through all times that the channels ask for."""
    begin = _make_begin(recording, program, own, orbit)
    times, slopes = [], []
    for channel in recording.channels:
        at, by = channel_times(recording, channel, own, begin)
        times.append(at)
        slopes.append(by)
    merged, places = merge(times)
    dt = problem.dt if begin.dt is None else begin.dt
    method = begin.method or chosen_method(problem, program, own, begin)
    counts = paces.counts(begin.time, merged, dt)
    flow = _flow_along(program, own, begin, merged, counts, method)
    if flow.status != "finished":
        reached = flow.times[-1] - begin.time if len(flow.times) else 0.0
        raise ElverError(f"the run of recording '{recording.name}' {flow.status} {reached:.4g} s after its start.")
    return _PredictedRun(flow, tuple(slopes), places, begin)


def _flow_along(
    program: Program, own: RecordingParameters, begin: RunStart, times: np.ndarray, counts: np.ndarray, method: str
) -> SampledVariedRun:
    """The run with its variations along the unknowns that move it; cameras, clocks and what others own cost nothing."""
    moving = (begin.slopes != 0).any(axis=1) | (own.pdot != 0).any(axis=1) | (begin.stretch != 0)
    directions = begin.slopes[moving], own.pdot[moving], begin.stretch[moving]
    flow = sampled_flow(program, own.p, begin.x, begin.time, times, counts, *directions, method)
    slopes = np.zeros((len(flow.times), len(moving), flow.states.shape[1]))
    slopes[:, moving] = flow.slopes
    return replace(flow, slopes=slopes)


def chosen_method(problem: Problem, program: Program, own: RecordingParameters, begin: RunStart) -> str:
    """RK4, or Radau where RK4 would not be stable with the fit's step; Moreau's scheme with a scene."""
    if program.model.scene is not None:
        return "moreau"
    if problem.method != "auto":
        return problem.method
    return "rk4" if abs(program.fastest_eigenvalue(begin.time, begin.x, own.p)) * problem.dt <= 2.5 else "radau"


def channel_times(
    recording: Recording, channel: Channel, own: RecordingParameters, begin: RunStart
) -> tuple[np.ndarray, np.ndarray]:
    """Times [s] on the machine's clock at which a channel needs the run, and their slopes by the unknowns."""
    share = np.linspace(0.0, 1.0, samples(channel.strokes))
    if (
        channel.of_strokes and channel.window is None and begin.period
    ):  # a period of the machine, whatever the recording's clock says
        since, slopes = share * begin.period, begin.time_slopes + np.outer(share, begin.period_slopes)
    else:
        first, last = channel.window or (0.0, _last_time(recording))
        shown = first + (last - first) * share if channel.of_strokes else channel.times
        since, slopes = own.factor * shown, np.tile(begin.time_slopes, (len(shown), 1))
        if "factor" in own.clock_moved:
            slopes[:, own.clock_moved["factor"]] += shown
    if "offset" in own.clock_moved:
        slopes[:, own.clock_moved["offset"]] += 1.0
    return begin.time + own.offset + since, slopes


def _last_time(recording: Recording) -> float:
    """The last time [s] that any channel shows."""
    return max(float(c.times.max(initial=0.0)) for c in recording.channels)


def merge(parts: list[np.ndarray]) -> tuple[np.ndarray, tuple[np.ndarray, ...]]:
    """All times in order, each once, and the places of every part among them."""
    everything = np.concatenate(parts)
    order = np.argsort(everything, kind="stable")
    fresh = np.ones(len(order), dtype=bool)
    fresh[1:] = np.diff(everything[order]) > _APART
    number = np.empty(len(order), dtype=np.int64)
    number[order] = np.cumsum(fresh) - 1
    bounds = np.cumsum([len(part) for part in parts])[:-1]
    return everything[order][fresh], tuple(np.split(number, bounds))


# --- where a run begins, and how that moves with the unknowns --------------------------------------------------------


@dataclass(frozen=True, eq=False)
class RunStart:
    """The state x at ``time`` [s], and its change along every direction (rows of slopes), while times stretch by ``stretch``.

    period [s] and its slopes, 0 without an orbit.   time_slopes: of the time at which the recording's clock shows 0.
    dt [s], method: of the steps that belong to an orbit; None leaves them to the fit.
    """

    time: float
    x: np.ndarray
    slopes: np.ndarray
    time_slopes: np.ndarray
    stretch: np.ndarray
    period: float = 0.0
    period_slopes: np.ndarray = field(default_factory=lambda: np.zeros(0))
    dt: float | None = None
    method: str | None = None


def model_start(program: Program, own: RecordingParameters) -> RunStart:
    """The model's start, with some states at other values, and some of them unknown."""
    x, names = program.initial_state(own.p), program.equations.layout.names
    slopes = own.pdot @ initial_slopes(program, own.p).T
    for name, value in own.states.items():
        place = names.index(name)
        x[place], slopes[:, place] = value, 0.0
    for name, direction in own.moved.items():
        slopes[direction, names.index(name)] = 1.0
    return RunStart(0.0, x, slopes, np.zeros(len(own.pdot)), np.zeros(len(own.pdot)))


class _OrbitBegin:
    """The periodic orbit of one recording: found once, then tracked from one set of unknowns to the next.

    iterations: runs over the period with variations, so far.
    """

    def __init__(self, program: Program, problem: OrbitProblem, shooting: Shooting):
        for name in ("trim", "free_period"):
            if getattr(problem, name):
                raise InputError(f"a fit on the orbit takes no {name}: what it moves has no place in a recording. Leave it out.")
        self.program, self.problem, self.shooting = program, problem, shooting
        self.tracker: OrbitTracker | None = None
        self.iterations = 0
        self.floquet_max = 0.0  # of the last orbit

    def __call__(self, p: np.ndarray, pdot: np.ndarray) -> RunStart:
        """The orbit at p, and its change along the rows of pdot."""
        known = list(self.program.equations.parameters)
        moving = tuple(name for name, used in zip(known, (pdot != 0).any(axis=0), strict=True) if used)
        if self.tracker is None or self.tracker.names != moving:
            self.tracker = OrbitTracker(self.program, self.problem, free=moving, shooting=self.shooting)
        tracked = self.tracker.solve(dict(zip(known, p.tolist(), strict=True)))
        self.iterations += tracked.varied_runs
        self.floquet_max = tracked.orbit.floquet_max
        orbit, slopes, along = tracked.orbit, tracked.slopes, pdot[:, list(self.tracker.places)]
        period = along @ slopes.period
        return RunStart(
            time=orbit.start_time,
            x=orbit.state,
            slopes=along @ slopes.state,
            time_slopes=along @ slopes.times[0],
            stretch=period / orbit.period,
            period=orbit.period,
            period_slopes=period,
            dt=orbit.period / orbit.steps,
            method=orbit.method,
        )


# --- channels as compiled functions of time, state, parameters, signals and camera -----------------------------------


@dataclass(frozen=True, eq=False)
class _ObservedChannels:
    """What channels show at some times. values[k, i] of channel i at time k; by_time, by_state, by_parameter, by_camera: its
    partial derivatives, by_time with the signals moving along.
    """

    values: np.ndarray
    by_time: np.ndarray
    by_state: np.ndarray
    by_parameter: np.ndarray
    by_camera: np.ndarray


@dataclass(frozen=True, eq=False)
class _Observer:
    """Channels of one recording, compiled. sizes: of time, state, parameters, camera."""

    native: NativeFunction
    channels: int
    states: int
    parameters: int

    def __call__(
        self, program: Program, p: np.ndarray, camera: Camera, times: np.ndarray, states: np.ndarray
    ) -> _ObservedChannels:
        """Values and derivatives at every (time, state)."""
        from elver.analysis.fit.kernels import evaluate_channels

        count, width = len(times), 1 + self.states + self.parameters + len(CAMERA)
        values, slopes = np.empty((count, self.channels)), np.empty((count, width, self.channels))
        breaks, coefficients = program.signal_tables()
        table = (breaks, coefficients)
        p, c = np.ascontiguousarray(p, dtype=float), camera.numbers
        work = max(self.native.work_size, 1)
        evaluate_channels(
            self.native.address, work, np.ascontiguousarray(times), np.ascontiguousarray(states), p, c, table, values, slopes
        )
        slopes = slopes.transpose(0, 2, 1)
        a, b = 1 + self.states, 1 + self.states + self.parameters
        return _ObservedChannels(values, slopes[:, :, 0], slopes[:, :, 1:a], slopes[:, :, a:b], slopes[:, :, b:])


def _make_observer(recording: Recording) -> _Observer:
    """The compiled channels of a recording."""
    equations = recording.program.equations
    rhs = equations.rhs
    t, c = ca.SX.sym("t"), ca.SX.sym("c", len(CAMERA))
    x, p, u = (ca.SX.sym(name, rhs.nnz_in(name)) for name in ("x", "p", "u"))
    udot = ca.SX.sym("udot", u.numel())
    moment, camera = InstantExpressions(equations, t, x, p, u), Camera(*ca.vertsplit(c))
    shown = [_channel_expression(channel, moment, camera, (t, x, p, u, udot), rhs) for channel in recording.channels]
    y = ca.densify(ca.vertcat(ca.SX(0, 1), *shown))
    by_time = ca.jtimes(y, ca.vertcat(t, u), ca.vertcat(ca.SX(1), udot))
    slopes = ca.horzcat(by_time, *(ca.jacobian(y, by) for by in (x, p, c)))
    names = ["t", "x", "p", "u", "udot", "c"]
    graph = ca.Function("channels", [t, x, p, u, udot, c], [y, ca.densify(slopes)], names, ["y", "slopes"])
    return _Observer(compile_function(graph), len(shown), x.numel(), p.numel())


def _channel_expression(
    channel: Channel,
    moment: InstantExpressions,
    camera: Camera,
    inputs: tuple[ca.SX, ca.SX, ca.SX, ca.SX, ca.SX],
    rhs: ca.Function,
) -> ca.SX:
    """What the model says about a channel at an instant; the rate of its observable for a velocity."""
    what = f"channel '{channel.name}'"
    t, x, p, u, udot = inputs
    value = expression(what, from_user(what, channel.observable.expression, moment, camera), (1, 1))
    known = [t, x, p, u, *(getattr(camera, name) for name in CAMERA)]
    refuse_loose(what, value, known)
    if channel.kind != "velocity":
        return value
    return ca.jtimes(value, ca.vertcat(t, x, u), ca.vertcat(ca.SX(1), rhs(t, x, p, u), udot))
