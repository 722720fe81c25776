"""The residuals of a fit: every recording run at some values of the unknowns, its channels compared, all derivatives exact."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import replace

import numpy as np

from elver.derivatives.sampled import SampledFlow
from elver.errors import ElverError
from elver.fit.beginnings import OrbitBegin
from elver.fit.courses import Course, Paces, Setting, run_course, settle
from elver.fit.evaluation import Block, Evaluation
from elver.fit.observed import Observer, Seen, make_observer
from elver.fit.problem import CAMERA, Problem, Recording
from elver.fit.strokes import figure
from elver.native import Program
from elver.results.ledger import balance
from elver.stepping.chunks import in_one_piece, stop_if_asked
from elver.stepping.system import system_of


class Evaluator:
    """Calls with values of the unknowns; returns what the model says about every channel.

    threads: recordings that run at once; all cores by default.   counts: how much was computed.
    """

    def __init__(self, problem: Problem, threads: int | None = None):
        self.problem = problem
        self.programs = {r.name: own_program(r) for r in problem.recordings}
        self.observers: dict[str, Observer] = {r.name: make_observer(r) for r in problem.recordings if r.channels}
        self.orbits = {
            r.name: OrbitBegin(self.programs[r.name], problem.orbit, problem.steps) if r.start == "orbit" else None
            for r in problem.recordings
        }
        self.paces = {r.name: Paces() for r in problem.recordings}
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
        blocks, failed, figures = [], {}, {}
        for recording, outcome in zip(wanted, found, strict=True):
            if isinstance(outcome, str):
                failed[recording.name] = outcome
            else:
                blocks += outcome[0]
                figures[recording.name] = outcome[1]
        return Evaluation(theta, tuple(blocks if slopes else [replace(b, slopes=None) for b in blocks]), failed, figures)

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
                found[recording.name] = ledger_closure(self.programs[recording.name], p, flow)
        return found

    def course(self, recording: Recording, program: Program, own: Setting) -> Course:
        """The run of a recording."""
        return run_course(self.problem, recording, program, own, self.orbits[recording.name], self.paces[recording.name])

    def attempted(self, recording: Recording, theta: np.ndarray) -> tuple[list[Block], dict[str, float]] | str:
        """The blocks and figures of one recording, or why it has none."""
        try:
            return self.compared(recording, theta)
        except (ElverError, np.linalg.LinAlgError) as error:
            return str(error)

    def compared(self, recording: Recording, theta: np.ndarray) -> tuple[list[Block], dict[str, float]]:
        """One recording: its run, and its channels beside it."""
        stop_if_asked()
        program = self.programs[recording.name]
        own = settle(self.problem, recording, program, theta)
        course = self.course(recording, program, own)
        self.last[recording.name] = (theta.tobytes(), own.p, course.flow)
        seen = self.observers[recording.name](program, own.p, own.camera, course.flow.times, course.flow.states)
        blocks = [channel_block(recording, k, course, own, seen) for k in range(len(recording.channels))]
        orbit = self.orbits[recording.name]
        return blocks, {} if orbit is None else {"period": course.begin.period, "floquet_max": orbit.floquet_max}


def own_program(recording: Recording) -> Program:
    """The recording's program with its own signals."""
    return recording.program if recording.signals is None else recording.program.with_signals(recording.signals)


def ledger_closure(program: Program, p: np.ndarray, flow: SampledFlow) -> float:
    """The error of the energy ledger over the energy turned over, at the times that were recorded."""
    from elver.compiled.calls import evaluate_all

    layout = program.equations.recorded
    outputs = np.empty((len(flow.times), layout.size))
    evaluate_all(system_of(program, p, program.outputs), flow.times, np.ascontiguousarray(flow.states), outputs)
    moving, medium, stored = (layout.take(outputs, f"{kind}_energy") for kind in ("kinetic", "medium", "potential"))
    return balance(moving + medium, stored, layout.take(outputs, "work"), list(layout.labels["flow"]))[2]


def channel_block(recording: Recording, k: int, course: Course, own: Setting, seen: Seen) -> Block:
    """One channel beside what the model says about it."""
    channel, places = recording.channels[k], course.spans[k]
    values, slopes = seen.values[places, k], total_slopes(k, places, course, own, seen)
    if channel.figure:
        values, weights = figure(channel.kind, channel.order, channel.count, values, channel.strokes)
        slopes = weights @ slopes
    return Block(recording.name, channel, values, slopes)


def total_slopes(k: int, places: np.ndarray, course: Course, own: Setting, seen: Seen) -> np.ndarray:
    """d channel k / d unknown at its samples: through the state, its time, the parameters and the camera."""
    flow, by_clock = course.flow, course.time_slopes[k]
    shift = by_clock - np.outer(flow.times[places], course.begin.stretch)  # what the slopes of the states do not have yet
    moved = flow.slopes[places] + shift[:, :, None] * flow.rates[places][:, None, :]
    slopes = np.einsum("sn,skn->sk", seen.by_state[places, k], moved)
    slopes += seen.by_parameter[places, k] @ own.pdot.T + seen.by_time[places, k][:, None] * by_clock
    for name, direction in own.camera_moved.items():
        slopes[:, direction] += seen.by_camera[places, k, CAMERA.index(name)]
    return slopes
