"""Many machines on the cores of this computer: groups of machines side by side in vectors, groups over threads."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial

import numpy as np

from elver._support.display import Progress
from elver._support.errors import InputError
from elver._support.interrupts import Interrupt
from elver._support.statuses import BY_WORD
from elver.codegen import NativeFunction, compile_function
from elver.codegen.kernels.system import StepGrid, System
from elver.codegen.kernels.table import KERNELS
from elver.codegen.kernels.width import host_width
from elver.contact import ContactSettings
from elver.model import Program
from elver.model.program import made_once
from elver.simulation.batches.figures import Figures, MetricAccumulator, make_book, sample_rows
from elver.simulation.contact import run_moreau
from elver.simulation.integrate import integrate
from elver.simulation.plan import Plan, sample_times
from elver.simulation.recording import Sampling, evaluate_outputs
from elver.simulation.steppers.engines import lane_code, lane_rhs
from elver.simulation.trajectory import Trajectory, end_at_singular_loops, loop_failure, name_open_loops, shelf_of, system_of

_TASKS_PER_THREAD = 8  # enough that no core waits long for the last one
_SHARED = ("t", "u")  # what all machines of a group have in common


@dataclass(frozen=True, eq=False)
class BatchOutcome:
    """What a target hands back: one row per machine, and the recorded rows (machine, sample, row).

    status, detail: words per machine.   end: time of the last good state [s].   samples: how many were taken.
    wall_time: of the time loops alone [s].
    """

    states: np.ndarray
    figures: Figures
    kept: np.ndarray
    status: np.ndarray
    detail: np.ndarray
    end: np.ndarray
    samples: np.ndarray
    wall_time: float


def vector_code(program: Program, sampling: Sampling, width: int) -> tuple[NativeFunction, NativeFunction]:
    """Right-hand side and sample for ``width`` machines at once, compiled when first asked for."""
    shared = _SHARED if width > 1 else ()
    wanted = {("rhs", width): program.equations.rhs, ("sample", width, _recorded_names(sampling)): sampling.graph}
    rhs, sample = (
        made_once(program.variants, key, partial(compile_function, graph, width=width, shared=shared))
        for key, graph in wanted.items()
    )
    return rhs, sample


def _lane_codes(program: Program, sampling: Sampling, width: int) -> tuple[NativeFunction, NativeFunction]:
    """The same for machines with signals of their own."""
    key = ("lane sample", width, _recorded_names(sampling))
    return lane_rhs(program, width), made_once(program.variants, key, partial(lane_code, sampling.graph, width))


def _recorded_names(sampling: Sampling) -> tuple[str, ...]:
    return tuple(r.name for r in sampling.recorded)


def run_tasks(tasks: int, threads: int, run: Callable[[int], float], bar: Progress) -> float:
    """Call ``run(k) -> simulated seconds`` for every task on a pool of threads; Ctrl-C leaves those that have not begun.

    Returns the wall time [s].
    """
    finished, started = 0.0, time.perf_counter()
    with Interrupt() as interrupt, ThreadPoolExecutor(threads) as pool:
        waiting = {pool.submit(lambda k: 0.0 if interrupt.asked else run(k), k) for k in range(tasks)}
        while waiting:
            ready, waiting = wait(waiting, timeout=0.1, return_when=FIRST_COMPLETED)
            finished += sum(task.result() for task in ready)
            bar.update(finished)
    return time.perf_counter() - started


# --- groups in vectors ------------------------------------------------------------------------------------------------


def grouped(rows: np.ndarray, groups: int, width: int) -> np.ndarray:
    """(machine, component) as one row per group, the machines of a component side by side; the last machine fills up."""
    padded = np.concatenate([rows, np.repeat(rows[-1:], groups * width - len(rows), axis=0)])
    return np.ascontiguousarray(padded.reshape(groups, width, -1).transpose(0, 2, 1)).reshape(groups, -1)


def ungrouped(rows: np.ndarray, machines: int, width: int) -> np.ndarray:
    """The way back: (machine, component)."""
    return np.ascontiguousarray(rows.reshape(len(rows), -1, width).transpose(0, 2, 1)).reshape(-1, rows.shape[1] // width)[
        :machines
    ]


def run_vectors(
    program: Program,
    plan: Plan,
    sampling: Sampling,
    parameters: np.ndarray,
    states: np.ndarray,
    threads: int,
    bar: Progress,
    width: int | None = None,
    own: Sequence[Program] | None = None,
) -> BatchOutcome:
    """Fixed steps of all machines. The numbers do not depend on the number of threads.

    own: the program of every machine, where they have signals of their own.
    """
    width = width or host_width()
    rhs, sample = (vector_code if own is None else _lane_codes)(program, sampling, width)
    machines, groups = len(states), -(-len(states) // width)
    X, P = grouped(states, groups, width), grouped(parameters, groups, width)
    book = make_book(sampling.rows, sampling.signs, groups * width, len(sample_times(plan)))
    codes = [system_of(program, P[0], native, also=(rhs, sample), width=width) for native in (rhs, sample)]
    loop, pace = KERNELS.advance_groups[plan.method], StepGrid(0, plan.dt, plan.every)
    shelf = None if own is None else shelf_of(own, groups * width)

    def advance(first: int, last: int) -> float:
        loop(first, last, *codes, pace, plan.steps, width, X, P, shelf, book)
        return (last - first) * width * plan.duration

    advance(0, 0)  # compiles or loads the loop
    bounds = np.linspace(0, groups, min(groups, _TASKS_PER_THREAD * threads) + 1).astype(int)
    wall_time = run_tasks(len(bounds) - 1, threads, lambda k: advance(bounds[k], bounds[k + 1]), bar)
    figures, done = Figures(*(f[:, :machines] for f in book.figures)), book.done[:machines]
    outcome = fixed_step_outcome(plan, ungrouped(X, machines, width), figures, book.kept[:machines], done, wall_time)
    return end_at_loops(outcome, own or [program] * machines, plan.dt, parameters, book.turned[:machines])


def fixed_step_outcome(
    plan: Plan, states: np.ndarray, figures: Figures, kept: np.ndarray, done: np.ndarray, wall_time: float
) -> BatchOutcome:
    """Status, time and number of samples of every machine from the steps it did."""
    steps, which = np.unique(done, return_inverse=True)
    words = np.where(steps == plan.steps, "finished", np.where(steps < 0, "interrupted", "diverged")).astype(object)
    ends = np.maximum(steps, 0) * plan.dt
    details = np.array([explain(word, t) for word, t in zip(words, ends, strict=True)], dtype=object)
    samples = np.where(done < 0, 0, -(-done // plan.every) + 1)
    return BatchOutcome(states, figures, kept, words[which], details[which], ends[which], samples, wall_time)


def end_at_loops(
    outcome: BatchOutcome, programs: Sequence[Program], dt: float, p: np.ndarray, turned: np.ndarray
) -> BatchOutcome:
    """The outcome with what the loops of machines did that ended early. turned: they turned over after the last good state."""
    if programs[0].equations.loops is None:
        return outcome
    for k in np.flatnonzero(outcome.status == "diverged").tolist():
        end, x = float(outcome.end[k]), outcome.states[k]
        word = "loop singular" if turned[k] else loop_failure(programs[k], end, x, p[k], dt)
        if word is not None:
            outcome.status[k], outcome.detail[k] = word, explain(word, end)
    return outcome


def with_refused(outcome: BatchOutcome, good: np.ndarray, states: np.ndarray, refused: Mapping[int, str]) -> BatchOutcome:
    """The outcome of the machines that ran, with those that could not start at their places. states: where all begin."""
    count = len(good)

    def placed(values: np.ndarray, empty: object) -> np.ndarray:
        rows = np.full((count, *values.shape[1:]), empty, dtype=values.dtype)
        rows[good] = values
        return rows

    last = states.copy()
    last[good] = outcome.states
    detail = placed(outcome.detail, "")
    detail[list(refused)] = list(refused.values())
    return BatchOutcome(
        last,
        Figures(*(placed(f.T, 0.0).T for f in outcome.figures)),
        placed(outcome.kept, np.nan),
        placed(outcome.status, "refused"),
        detail,
        placed(outcome.end, 0.0),
        placed(outcome.samples, 0),
        outcome.wall_time,
    )


def explain(status: str, end: float, detail: str = "") -> str:
    """A few words on how a machine ended."""
    return f"{status} after {end:.6g} s: {detail}" if detail else BY_WORD[status].of_machine(end)


# --- one machine after the other --------------------------------------------------------------------------------------


class Terminations:
    """How the machines of a batch ended, filled in one by one from their trajectories; those left out were interrupted.

    programs: of every machine, which differ in their signals alone.   states: where they begin.
    """

    def __init__(self, programs: Sequence[Program], plan: Plan, sampling: Sampling, states: np.ndarray):
        count, self.programs, self.times = len(states), programs, sample_times(plan)
        _, self.sample = vector_code(programs[0], sampling, 1)
        self.book = make_book(sampling.rows, sampling.signs, count, len(self.times))
        self.states, self.end, self.samples = states.copy(), np.zeros(count), np.zeros(count, dtype=int)
        self.status = np.full(count, "interrupted", dtype=object)
        self.detail = np.full(count, explain("interrupted", 0.0), dtype=object)

    def reach(self, k: int, p: np.ndarray, trajectory: Trajectory) -> None:
        """Machine k with these parameters has gone so."""
        _book_trajectory(system_of(self.programs[k], p, self.sample), trajectory, self.times, k, self.book)
        end, word = trajectory.times[-1], trajectory.status
        self.states[k], self.end[k], self.samples[k] = trajectory.states[-1], end, len(trajectory.times)
        self.status[k], self.detail[k] = word, explain(word, end, trajectory.detail)

    def fail(self, k: int, error: Exception) -> None:
        """Machine k could not be run."""
        refused = isinstance(error, InputError)
        self.status[k] = "refused" if refused else "failed"
        self.detail[k] = str(error) if refused else f"{type(error).__name__}: {error}"

    def outcome(self, wall_time: float) -> BatchOutcome:
        """All of them."""
        book, ends = self.book, (self.status, self.detail, self.end, self.samples)
        return BatchOutcome(self.states, book.figures, book.kept, *ends, wall_time)


def run_singles(
    program: Program,
    plan: Plan,
    sampling: Sampling,
    parameters: np.ndarray,
    states: np.ndarray,
    threads: int,
    bar: Progress,
    refused: Mapping[int, str],
    own: Sequence[Program] | None = None,
    contact: ContactSettings | None = None,
) -> BatchOutcome:
    """Every machine by the loop of a single run, over threads: for loops and methods that choose their own steps.

    refused: machines that cannot start, and why.   own: the program of every machine, where they have signals of their own.
    contact: how contacts are solved, where the model has any.
    """
    for each in {id(each): each for each in own or [program]}.values():
        _prepare(each, plan)
    programs = own or [program] * len(states)
    ends = Terminations(programs, plan, sampling, states)

    def one(k: int) -> float:
        p = np.ascontiguousarray(parameters[k])
        try:
            if k in refused:
                raise InputError(refused[k])
            ends.reach(k, p, _single_run(programs[k], plan, p, states[k], contact))
        except Exception as error:
            ends.fail(k, error)
        return plan.duration

    return ends.outcome(run_tasks(len(states), threads, one, bar))


def _book_trajectory(sample: System, trajectory: Trajectory, times: np.ndarray, machine: int, book: MetricAccumulator) -> None:
    """The samples of one machine's run into the figures of all."""
    out = np.empty((len(trajectory.times), sample_rows(book.rows)))
    KERNELS.evaluate_all(sample, trajectory.times, np.ascontiguousarray(trajectory.states), out)
    both = min(len(times), len(trajectory.times))
    on_time = int(np.isclose(trajectory.times[:both], times[:both], rtol=0, atol=1e-9).sum())
    KERNELS.note_samples(out, on_time, machine, book)


def _single_run(program: Program, plan: Plan, p: np.ndarray, x: np.ndarray, contact: ContactSettings | None = None) -> Trajectory:
    """One machine, ended where its loops open or turn over."""
    if program.model.scene is not None:
        return run_moreau(program, plan, p, contact or ContactSettings(), False, start=x)[0]
    trajectory = name_open_loops(program, integrate(program, plan, p, False, start=x), plan.dt, p)
    if program.equations.loops is None:
        return trajectory
    return end_at_singular_loops(program, trajectory, evaluate_outputs(program, trajectory, p), p)[0]


def _prepare(program: Program, plan: Plan) -> None:
    """Compile what single runs need before threads ask for it."""
    if plan.method == "rodas":
        _ = program.tangent, program.columns
    if program.model.scene is not None:
        _ = program.momentum_contact
    program.signal_tables()
