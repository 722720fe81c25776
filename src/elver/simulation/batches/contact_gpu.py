"""Many machines with contact on a GPU: the loop of a single run, one thread per machine, a launch from sample to sample."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np

from elver._support.display import Progress
from elver._support.errors import InputError
from elver._support.interrupts import Interrupt
from elver._support.statuses import RUNNING, status_word
from elver.codegen.cuda.device import NoDeviceError
from elver.codegen.cuda.ptx import (
    BEGIN,
    FIRST,
    STEP,
    THREADS,
    Leaf,
    Manner,
    Own,
    Scratch,
    Shared,
    Written,
    leaves_of,
    places,
    total,
)
from elver.contact import ContactSettings
from elver.contact.driver import CONTACTS_PER_LINK, ContactLoop, check_start, empty_samples, failure_text, ground_of
from elver.contact.planar import coordinates_of, small_solver, states_of
from elver.contact.single.arrays import Grid
from elver.model import Program
from elver.model.parameters import scene_at
from elver.simulation.batches.contact_ptx import function_ir, kernel_ptx
from elver.simulation.batches.cpu import BatchOutcome, explain, vector_code
from elver.simulation.batches.figures import Figures, make_figures, note_all
from elver.simulation.batches.gpu import warn_of_cpu
from elver.simulation.contact import SMALL, loop_from, work_places
from elver.simulation.plan import Plan
from elver.simulation.recording import Sampling
from elver.simulation.trajectory import system_of

_NEVER = 2**62  # steps between two samples of the loop itself: the host takes them
MEMORY_SHARE = 0.25  # of the free memory for the numbers of machines; the threads' own memory takes more
_TERMS, _SOLVER = "contact_terms", "small_solver"
_MEASURED, _TABLED = ("outlines", "loads", "size"), ("ground", "gravity", "restitution", "friction")


@dataclass(frozen=True, eq=False)
class _ContactKernel:
    """A kernel for the machines of one program. leaves: its arguments.   rows: most of a contact problem.   loop: of one."""

    ptx: str
    leaves: Mapping[str, Leaf]
    rows: int
    loop: ContactLoop

    @property
    def slots(self) -> dict[str, slice]:
        """Where the numbers of a machine stand, by name."""
        begins = places(self.leaves, Own)
        return {self.leaves[k].name: slice(place, place + self.leaves[k].size) for k, place in begins.items()}

    @property
    def shared(self) -> np.ndarray:
        """The tables that all machines read."""
        tables = [_doubles(leaf.value) for leaf in self.leaves.values() if isinstance(leaf.manner, Shared)]
        return np.concatenate([*tables, np.zeros(1)])

    def machines(self, own: Mapping[str, np.ndarray], count: int) -> np.ndarray:
        """Numbers (slot, machine): those given by name, one column each, and for the others what every machine begins with."""
        rows = np.zeros((total(self.leaves, Own), count))
        for leaf in self.leaves.values():
            if isinstance(leaf.manner, Own):
                rows[self.slots[leaf.name]] = own.get(leaf.name, _doubles(leaf.value)[:, None])
        return rows


def _doubles(value: Any) -> np.ndarray:
    """All numbers of an array as doubles; the bits of whole numbers."""
    return np.ascontiguousarray(value).ravel().view(np.float64)


def _most_rows(loop: ContactLoop) -> int:
    """Rows of the largest contact problem that the kernel has room for: all that can touch, at most what a run begins with."""
    links, scene = len(loop.machine.loads), loop.tables
    touching = links * (len(scene.things) - links) * (2 if scene.friction > 0.0 else 1)
    meeting = int(scene.meets.sum()) // 2
    return 2 * links + min(touching + meeting, 2 * links * CONTACTS_PER_LINK)


def _manner_of(program: Program, solver: bool) -> Callable[[str, Any], Manner | None]:
    """How an argument of the loop is handed to the kernel; see ``leaves_of``."""
    varying = {*(_MEASURED if program.contact_graph.measured is not None else ()), *(_TABLED if program.model.tables else ())}
    known: dict[str, Manner] = {
        "code.terms": Written(f"ptrtoint (ptr @{_TERMS} to i64)"),
        "code.small": Written(f"ptrtoint (ptr @{_SOLVER} to i64)" if solver else "0"),
        "grid.begin": Written(BEGIN),
        "grid.dt": Written(STEP),
        "first": Written(FIRST),
        "last": Written("%until"),
        "inputs.p": Own(),
        "failure.passing": Own(back=True, given=False),
    }

    def choose(name: str, value: Any) -> Manner | None:
        part, _, field = name.partition(".")
        if name in known:
            return known[name]
        if part in ("machine", "scene") and field in varying:
            return Own()
        if part == "carried":
            return Own(back=True)
        if not isinstance(value, np.ndarray):
            return None
        return Shared() if part in ("inputs", "machine", "scene") else Scratch()

    return choose


def contact_kernel(program: Program, settings: ContactSettings, dt: float, p: np.ndarray, capability: int) -> _ContactKernel:
    """The kernel for machines of a program, like the one with the parameters p. NoDeviceError where there can be none."""
    graph = program.contact_graph
    start = np.zeros(graph.freedoms), np.zeros(graph.freedoms), np.zeros(4 + len(graph.flows))
    loop = loop_from(program, p, settings, Grid(0.0, dt, _NEVER), 1, start, ContactLoop)
    loop.set_capacity(_most_rows(loop))
    loop.samples = empty_samples(loop.carried, 2, 0)
    solver = graph.freedoms <= SMALL
    leaves = leaves_of(loop.arguments(0, 0), _manner_of(program, solver))
    parts = [function_ir(graph.terms, _TERMS), *([function_ir(small_solver(graph.freedoms), _SOLVER)] * solver)]
    return _ContactKernel(kernel_ptx(leaves, parts, len(loop.failure.B), capability), leaves, len(loop.failure.B), loop)


# --- the start of many machines ---------------------------------------------------------------------------------------


def first_numbers(program: Program, parameters: np.ndarray, states: np.ndarray) -> dict[str, np.ndarray]:
    """What differs from machine to machine at the start, (number, machine) by name."""
    slices, graph, count = program.equations.layout.slices, program.contact_graph, len(states)
    q, u = coordinates_of(slices, states.T)
    own = {"inputs.p": parameters.T, "carried.q": q, "carried.u": u, "carried.links": _link_places(graph.terms, q, parameters)}
    own["carried.works"] = states.T[slices["works"]][work_places(program)]
    if program.model.tables:
        scenes = [scene_at(program.model, p) for p in parameters]
        own["scene.ground"] = np.array([ground_of(scene) for scene in scenes]).T
        for name, field in (("gravity", "gravity"), ("restitution", "restitution"), ("friction", "obstacle_friction")):
            own[f"scene.{name}"] = np.array([[getattr(scene, field) for scene in scenes]])
    if graph.measured is not None:
        outlines, loads = (np.array(part) for part in graph.measured.map(count)(parameters.T))
        pairs = outlines.reshape(len(loads), count, 2).transpose(1, 0, 2)
        half_width = program.model.scene.half_widths().min(initial=np.inf)  # type: ignore[union-attr]
        own["machine.outlines"], own["machine.loads"] = pairs.reshape(count, -1).T, loads
        own["scene.size"] = pairs[:, :, 1].min(axis=1)[None] + half_width
    return own


def _link_places(terms: ca.Function, q: np.ndarray, parameters: np.ndarray) -> np.ndarray:
    """Place and direction of every contour of many machines, (number, machine): ``ContactTerms.link_poses``."""
    symbols = [ca.SX.sym(name, terms.size1_in(name)) for name in "qp"]
    rest = ca.DM.zeros(terms.size1_in("u")), ca.DM.zeros(terms.size1_in("s"))
    poses = ca.Function("poses", symbols, [terms(0, symbols[0], rest[0], symbols[1], rest[1])[5]])
    return np.array(poses.map(q.shape[1])(q, parameters.T))


def refused_starts(
    program: Program, settings: ContactSettings, parameters: np.ndarray, states: np.ndarray, refused: Mapping[int, str]
) -> dict[int, str]:
    """Machines that cannot start, and why: those known, and those that lie inside an obstacle."""
    from elver.contact.geometry import depths_inside

    scene, found = program.model.scene, dict(refused)
    assert scene is not None
    graph, own = program.contact_graph, first_numbers(program, parameters, states)
    links, depths = np.ascontiguousarray(own["carried.links"].T), np.zeros(len(states))
    sizes = own.get("machine.outlines", np.repeat(graph.outlines.reshape(-1, 1), len(states), axis=1))
    outlines = np.ascontiguousarray(sizes.T).reshape(len(states), -1, 2)
    meets = graph.meets if scene.self_contact else np.zeros((0, 0))
    depths_inside(links, outlines, scene.table(), scene.corners(), meets, depths)
    for k in np.flatnonzero(depths > settings.overlap).tolist():
        try:
            check_start(graph.at(parameters[k]), scene, own["carried.q"][:, k].copy(), parameters[k], settings)
        except InputError as error:
            found.setdefault(k, str(error))
    return found


def find_kernel(program: Program, settings: ContactSettings, dt: float, p: np.ndarray, device: Any) -> _ContactKernel | None:
    """The kernel; None with a warning that says why where the model has no GPU code."""
    try:
        return contact_kernel(program, settings, dt, p, device.capability)
    except NoDeviceError as reason:
        warn_of_cpu(reason)
        return None


# --- the run ----------------------------------------------------------------------------------------------------------


class _Samples:
    """Books the samples of a batch on the host."""

    def __init__(self, program: Program, sampling: Sampling, parameters: np.ndarray, plan: Plan, samples: int):
        self.program, self.sampling, self.parameters, self.dt = program, sampling, parameters, plan.dt
        self.figures = make_figures(sampling.rows, len(parameters))
        self.kept = np.full((len(parameters), samples, sampling.rows.recorded), np.nan)
        self.sample = vector_code(program, sampling, 1)[1]

    def book(self, i: int, part: slice, states: np.ndarray, steps: np.ndarray, active: np.ndarray, reached: np.ndarray) -> None:
        """Sample number i of some machines: those ``active`` before it have one, of their last good state."""
        from elver.codegen.kernels.evaluate import evaluate_rows

        rows, p = self.sampling.rows, np.ascontiguousarray(self.parameters[part])
        out = np.empty((len(states), self.sampling.graph.nnz_out(0)))
        system = system_of(self.program, p[0].copy(), self.sample)
        evaluate_rows(system, np.arange(p.shape[1]), p, steps * self.dt, np.ascontiguousarray(states), out)
        own = Figures(*(figure[:, part] for figure in self.figures))
        note_all(np, out.T, rows, self.sampling.signs, active, i == 0, own)
        first = 8 + rows.works + rows.torques
        self.kept[part][reached, i] = out[reached, first : first + rows.recorded]


def run_contact(
    program: Program,
    plan: Plan,
    sampling: Sampling,
    parameters: np.ndarray,
    states: np.ndarray,
    device: Any,
    kernel: _ContactKernel,
    bar: Progress,
) -> BatchOutcome:
    """Fixed steps of all machines on the device, chunk by chunk; figures are booked on the host, sample by sample.

    Ctrl-C ends the chunk that runs at its next sample: its machines have what they did so far, those of later chunks are not run.
    """
    built, slots, machines = device.load(kernel.ptx), kernel.slots, len(states)
    bounds = sorted({*range(0, plan.steps + 1, plan.every), plan.steps})
    book, last, marks = (
        _Samples(program, sampling, parameters, plan, len(bounds)),
        states.copy(),
        np.zeros((2, machines), np.int64),
    )
    marks[1], passing = -1, np.zeros((machines, 3))
    size = max(1, min(machines, int(MEMORY_SHARE * device.free_memory / (16 * total(kernel.leaves, Own)))))
    shared, started, ordered = device.xp.asarray(kernel.shared), time.perf_counter(), work_places(program)
    with Interrupt() as interrupt:
        for begin in range(0, machines, size):
            if interrupt.asked:
                break
            part = slice(begin, min(begin + size, machines))
            count = part.stop - begin
            rows = device.xp.asarray(kernel.machines(first_numbers(program, parameters[part], states[part]), count))
            own, now = device.xp.zeros((2, count), dtype=np.int64), np.zeros((2, count), np.int64)
            for i, end in enumerate(bounds):
                active, from_step = now[0] == RUNNING, bounds[max(i - 1, 0)]
                given = np.int64(count), np.int64(from_step), np.int64(end), np.float64(0.0), np.float64(plan.dt)
                if i > 0:
                    device.launch(built, count, THREADS, (rows, shared, own, *given))
                now = device.fetch(own)
                q, u, works = (device.fetch(rows[slots[f"carried.{name}"]]).T for name in ("q", "u", "works"))
                all_works = np.zeros((count, len(program.equations.layout.works)))
                all_works[:, ordered] = works
                last[part] = states_of(program.equations.layout.slices, q, u, all_works) if i > 0 else states[part]
                book.book(i, part, last[part], now[1], active, now[0] == RUNNING)
                bar.update(plan.duration * (begin + count * (i + 1) / len(bounds)))
                if interrupt.asked:
                    break
            marks[:, part], passing[part] = now, device.fetch(rows[slots["failure.passing"]]).T
    return _contact_outcome(plan, kernel.loop, last, book, marks, passing, time.perf_counter() - started)


def _contact_outcome(
    plan: Plan, loop: ContactLoop, states: np.ndarray, book: _Samples, marks: np.ndarray, passing: np.ndarray, wall_time: float
) -> BatchOutcome:
    """How every machine ended. marks: status and last good step, -1 for a machine that was not run."""
    done, ends = marks[1], np.maximum(marks[1], 0) * plan.dt
    cut = (marks[0] == RUNNING) & (done < plan.steps)
    words = np.array([status_word(code) for code in marks[0].tolist()], dtype=object)
    words[cut] = "interrupted"
    details = np.array([explain(word, end) for word, end in zip(words, ends.tolist(), strict=True)], dtype=object)
    for k in np.flatnonzero(cut & (done >= 0)).tolist():
        details[k] = explain(words[k], ends[k], "Ctrl-C was pressed")
    for k in np.flatnonzero(done >= 0).tolist():
        if reason := failure_text(int(marks[0, k]), loop.terms, loop.scene, plan.dt, passing[k]):
            details[k] = explain(words[k], ends[k], reason)
    samples = np.where(done < 0, 0, -(-done // plan.every) + 1)
    return BatchOutcome(states, book.figures, book.kept, words, details, ends, samples, wall_time)
