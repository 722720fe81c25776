"""The run that belongs to a recording, at the times its channels need, with derivatives by the unknowns."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from elver.derivatives.sampled import SampledFlow, sampled_flow, step_counts
from elver.errors import ElverError
from elver.fit.beginnings import Begin, OrbitBegin, model_begin
from elver.fit.problem import CAMERA, Camera, Problem, Recording
from elver.fit.strokes import samples
from elver.native import Program

APART = 1e-12  # s: times closer than this are one


@dataclass(frozen=True, eq=False)
class Setting:
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
class Course:
    """The run of a recording: times [s] on the machine's clock, states and slopes there.

    time_slopes: channel -> slopes of its times by the unknowns.   spans: channel -> places of its samples among the times.
    """

    flow: SampledFlow
    time_slopes: tuple[np.ndarray, ...]
    spans: tuple[np.ndarray, ...]
    begin: Begin


class Paces:
    """Steps between the times of a recording: counted once, so that small changes of the unknowns change no count."""

    def __init__(self):
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


def settle(problem: Problem, recording: Recording, program: Program, theta: np.ndarray) -> Setting:
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
    return Setting(p, pdot, states, moved, seen, places["camera"], clock["offset"], clock["factor"], places["clock"])


def make_begin(recording: Recording, program: Program, own: Setting, orbit: OrbitBegin | None) -> Begin:
    """Where the run begins."""
    if recording.start == "orbit":
        assert orbit is not None
        return orbit(own.p, own.pdot)
    return model_begin(program, own.p, own.pdot, own.states, own.moved)


def run_course(
    problem: Problem, recording: Recording, program: Program, own: Setting, orbit: OrbitBegin | None, paces: Paces
) -> Course:
    """The run through all times that the channels ask for."""
    begin = make_begin(recording, program, own, orbit)
    times, slopes = [], []
    for channel in recording.channels:
        at, by = channel_times(recording, channel, own, begin)
        times.append(at)
        slopes.append(by)
    merged, places = merge(times)
    dt = problem.dt if begin.dt is None else begin.dt
    method = begin.method or chosen_method(problem, program, own, begin)
    counts = paces.counts(begin.time, merged, dt)
    flow = flow_along(program, own, begin, merged, counts, method)
    if flow.status != "finished":
        reached = flow.times[-1] - begin.time if len(flow.times) else 0.0
        raise ElverError(f"the run of recording '{recording.name}' {flow.status} {reached:.4g} s after its start.")
    return Course(flow, tuple(slopes), places, begin)


def flow_along(program: Program, own: Setting, begin: Begin, times: np.ndarray, counts: np.ndarray, method: str) -> SampledFlow:
    """The run with its variations along the unknowns that move it; cameras, clocks and what others own cost nothing."""
    moving = (begin.slopes != 0).any(axis=1) | (own.pdot != 0).any(axis=1) | (begin.stretch != 0)
    directions = begin.slopes[moving], own.pdot[moving], begin.stretch[moving]
    flow = sampled_flow(program, own.p, begin.x, begin.time, times, counts, *directions, method)
    slopes = np.zeros((len(flow.times), len(moving), flow.states.shape[1]))
    slopes[:, moving] = flow.slopes
    return replace(flow, slopes=slopes)


def chosen_method(problem: Problem, program: Program, own: Setting, begin: Begin) -> str:
    """RK4, or Radau where RK4 would not be stable with the fit's step; Moreau's scheme with a scene."""
    if program.model.scene is not None:
        return "moreau"
    if problem.method != "auto":
        return problem.method
    return "rk4" if abs(program.fastest_eigenvalue(begin.time, begin.x, own.p)) * problem.dt <= 2.5 else "radau"


def channel_times(recording: Recording, channel, own: Setting, begin: Begin) -> tuple[np.ndarray, np.ndarray]:
    """Times [s] on the machine's clock at which a channel needs the run, and their slopes by the unknowns."""
    share = np.linspace(0.0, 1.0, samples(channel.strokes))
    if channel.figure and channel.window is None and begin.period:  # a period of the machine, whatever the recording's clock says
        since, slopes = share * begin.period, begin.time_slopes + np.outer(share, begin.period_slopes)
    else:
        first, last = channel.window or (0.0, last_time(recording))
        shown = first + (last - first) * share if channel.figure else channel.times
        since, slopes = own.factor * shown, np.tile(begin.time_slopes, (len(shown), 1))
        if "factor" in own.clock_moved:
            slopes[:, own.clock_moved["factor"]] += shown
    if "offset" in own.clock_moved:
        slopes[:, own.clock_moved["offset"]] += 1.0
    return begin.time + own.offset + since, slopes


def last_time(recording: Recording) -> float:
    """The last time [s] that any channel shows."""
    return max(float(c.times.max(initial=0.0)) for c in recording.channels)


def merge(parts: list[np.ndarray]) -> tuple[np.ndarray, tuple[np.ndarray, ...]]:
    """All times in order, each once, and the places of every part among them."""
    everything = np.concatenate(parts)
    order = np.argsort(everything, kind="stable")
    fresh = np.ones(len(order), dtype=bool)
    fresh[1:] = np.diff(everything[order]) > APART
    number = np.empty(len(order), dtype=np.int64)
    number[order] = np.cumsum(fresh) - 1
    bounds = np.cumsum([len(part) for part in parts])[:-1]
    return everything[order][fresh], tuple(np.split(number, bounds))
