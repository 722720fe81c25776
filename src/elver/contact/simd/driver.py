"""Runs with contact by steps of fixed length, one machine or several side by side: what they carry, and how each ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np

from elver._support.statuses import NOT_CONVERGED, RUNNING, TOO_MANY
from elver.codegen.kernels.shipped import Caller
from elver.codegen.kernels.system import SignalTables
from elver.codegen.kernels.table import KERNELS
from elver.contact.driver import CONTACTS_PER_LINK, crowded_text, failure_text, laws_of, row_bytes, scene_tables
from elver.contact.planar import ContactTerms
from elver.contact.record import ContactRecord, Contacts, empty_record, unsolved_problem
from elver.contact.scene import ContactSettings, Scene
from elver.contact.simd.arrays import (
    LaneCarried,
    LaneCode,
    LaneGrid,
    LaneInputs,
    LaneMachines,
    LaneSamples,
    LaneScenes,
    Obstacles,
    memory_rows,
)
from elver.contact.single.arrays import Failure, SceneTables


@dataclass(frozen=True, eq=False)
class LaneMachine:
    """One machine: its terms with the measures of its parameters, its scene, parameters, start (q, u, works) and time [s]."""

    terms: ContactTerms
    scene: Scene
    p: np.ndarray
    start: tuple[np.ndarray, np.ndarray, np.ndarray]
    begin: float = 0.0


class SimdContactDriver:
    """Runs ``simd.step.ADVANCE`` for at most as many machines as there are lanes, which differ in numbers alone.

    width: lanes, one for a single machine.
    code: address of the terms in lanes, size of the buffer they need, address of ``small_solver``, see ``Code``.
    signals: tables of the machines' signals.   steps: of which there are samples at most, one every ``every``.
    recorded: whether forces are kept with the samples.   reach: see ``link_reach``.
    done, status, detail: good steps so far, codes and reasons by machine.
    """

    def __init__(
        self,
        machines: Sequence[LaneMachine],
        settings: ContactSettings,
        code: tuple[int, int, int],
        reach: np.ndarray,
        signals: SignalTables,
        dt: float,
        every: int,
        steps: int,
        recorded: bool = False,
        width: int = 1,
    ):
        self.machines, self.count, self.width = list(machines), len(machines), width
        self.settings, self.laws = settings, laws_of(settings)
        self.native, self.dt, self.every = code, dt, every
        terms = machines[0].terms
        self.freedoms, self.detail = terms.freedoms, [""] * self.count
        self.inputs = LaneInputs(self._in_lanes([m.p for m in machines]), _filled_shelf(signals, self.count, width))
        self.grid = LaneGrid(self._in_lanes([np.array([m.begin]) for m in machines])[0], dt, every)
        self.reach = reach
        self.measure()
        self.carried = self._carried()
        self.set_capacity(CONTACTS_PER_LINK * len(terms.loads))
        self.samples = _empty_lane_samples(self.carried, -(-steps // every) + 1, len(machines[0].scene.obstacles), recorded)
        self.entry: Callable | None = None

    def measure(self) -> None:
        """Take outlines, loads and scenes from the machines."""
        terms = [m.terms for m in self.machines]
        tables = [scene_tables(m.scene, m.terms.outlines, m.terms.meets) for m in self.machines]
        sizes, loads = self._in_lanes([t.outlines for t in terms]), self._in_lanes([t.loads for t in terms])
        self.lane_machines = LaneMachines(sizes, loads, terms[0].motors, self.reach, len(loads), len(tables[0].things))
        self.scenes, one = self._lane_scenes(tables), tables[0]
        self.obstacles = Obstacles(one.obstacles, one.corners, one.things)

    def set_capacity(self, capacity: int) -> None:
        """Capacity for so many closed contacts of every machine."""
        links, width, (terms, work, small) = len(self.reach), self.width, self.native
        flows, signals = len(self.carried.works) - 4, 3 * self.inputs.shelf.coefficients.shape[1]
        pairs = links if self.scenes.grounded else 0
        numbers, whole = memory_rows(self.freedoms, links, pairs, capacity, flows, signals, width)
        memory = _aligned_zeros((numbers, width)), np.zeros((whole, width), dtype=np.int64)
        self.capacity, self.code = capacity, LaneCode(terms, _aligned_zeros((max(work, 1),)), small, *memory)
        rows = 2 * (capacity + links)
        self.failure = Failure(np.zeros((rows, self.freedoms)), np.zeros((8, max(rows, 3))), np.zeros(3))

    def _carried(self) -> LaneCarried:
        """What the first step starts from: no impulses known, nothing gathered."""
        width, links, places = self.width, len(self.machines[0].terms.loads), len(self.obstacles.things)
        q, u, works = (self._in_lanes([m.start[k] for m in self.machines]) for k in range(3))
        poses = self._in_lanes([m.terms.link_poses(m.start[0], m.p) for m in self.machines])
        whole, codes = np.zeros(width, dtype=np.int64), np.full(width, RUNNING)
        cold = np.zeros((width, links, places, 4)), np.zeros((width, links, 2)), _aligned_zeros((3, width))
        return LaneCarried(q, u, works, poses, _aligned_zeros((4 * links, width)), *cold, whole, codes, np.zeros((width, 3)))

    def _in_lanes(self, rows: Sequence[np.ndarray]) -> np.ndarray:
        """One array per machine as one array with the machines last; the first machine fills up."""
        out = _aligned_zeros((*rows[0].shape, self.width))
        out[...] = np.asarray(rows[0])[..., None]
        for lane, row in enumerate(rows):
            out[..., lane] = row
        return out

    def _lane_scenes(self, tables: Sequence[SceneTables]) -> LaneScenes:
        """Scenes of the same obstacles in lanes."""
        one, numbers = tables[0], ("gravity", "restitution", "friction", "size")
        ground = self._in_lanes([t.ground for t in tables])
        gravity, restitution, friction, size = (self._in_lanes([np.array(getattr(t, name)) for t in tables]) for name in numbers)
        kinds = bool(one.ground[0] >= 0.0), bool((restitution > 0.0).any()), bool((friction > 0.0).any())
        shared = len(one.obstacles), one.things, len(one.meets) > 0, one.meets
        return LaneScenes(*shared, ground, gravity, restitution, friction, size, *kinds)

    def place(self, lane: int, machine: LaneMachine) -> None:
        """Put a machine into a lane: it begins anew."""
        self.machines[lane] = machine
        self.measure()
        fresh, carried = SimdContactDriver._carried(self), self.carried
        for name in ("q", "u", "works", "links", "ground", "since"):
            getattr(carried, name)[..., lane] = getattr(fresh, name)[..., lane]
        for name in ("contacts", "impulse", "steps", "status", "passing"):
            getattr(carried, name)[lane] = getattr(fresh, name)[lane]
        self.inputs.p[:, lane], self.grid.begin[lane], self.detail[lane] = machine.p, machine.begin, ""

    @property
    def done(self) -> np.ndarray:
        """Good steps of every machine."""
        return self.carried.steps[: self.count]

    @property
    def status(self) -> np.ndarray:
        """Code of every machine."""
        return self.carried.status[: self.count]

    def advance(self, until: np.ndarray) -> None:
        """Every machine that runs goes on to so many steps; where contacts need more capacity there is more."""
        carried, goals = self.carried, np.zeros(self.width, dtype=np.int64)
        goals[: self.count] = until
        while True:
            arguments = (
                self.code, self.inputs, self.lane_machines, self.scenes, self.obstacles, self.laws, self.grid, carried,
                self.samples, self.failure, goals,
            )  # fmt: skip
            self.entry = self.entry or Caller(KERNELS.advance_contact[self.width])
            if self.entry(*arguments) == RUNNING:
                return
            crowded = next(int(k) for k in np.flatnonzero(carried.status == TOO_MANY) if not self.detail[k])  # not ended before
            rows = 2 * (self.capacity + len(self.reach))
            self.detail[crowded] = crowded_text(rows, 2 * rows * row_bytes(self.freedoms) * self.width)
            if not self.detail[crowded]:
                carried.status[crowded] = RUNNING
                self.set_capacity(2 * self.capacity + 1)

    def run(self, until: np.ndarray) -> None:
        """Go on; the last good step of a machine that fails is a sample too, with all its forces.

        For that all go again from where they were, the ones that fail up to that step: the same steps with the same numbers.
        """
        kept, before = [array.copy() for array in self.carried], self.status.copy()
        self.advance(until)
        failed = np.flatnonzero((self.status != before) & (before == RUNNING))
        if not len(failed):
            return
        codes, passing, until = self.status.copy(), self.carried.passing.copy(), until.copy()
        until[failed] = self.done[failed]
        for array, values in zip(self.carried, kept, strict=True):
            array[...] = values
        self.advance(until)
        self.status[...] = codes
        for k in failed:
            own = self.machines[k]
            self.detail[k] = self.detail[k] or failure_text(int(codes[k]), own.terms, own.scene, self.dt, passing[k])

    def _full(self, k: int) -> int:
        """How many samples of a machine there are."""
        return -(-int(self.done[k]) // self.every) + 1

    def contacts(self, k: int) -> Contacts:
        """What the contacts of a machine did at the samples; the problem that was not solved, of a machine that is alone."""
        own, full = self.machines[k], self._full(k)
        alone = self.count == 1 and int(self.status[k]) == NOT_CONVERGED
        problem = unsolved_problem(self.failure.B, self.failure.table) if alone else None
        record = ContactRecord(*(array[k, :full] for array in self.samples.record))
        counts = {"steps": int(self.done[k])}
        return Contacts(record, own.terms.bodies, own.scene.obstacles, self.settings, problem, counts)

    def trajectory(self, k: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Times [s], q, u and works of all samples of a machine, the last good step the last one."""
        full = self._full(k)
        times = self.grid.begin[k] + np.minimum(np.arange(full) * self.every, self.done[k]) * self.dt
        return times, self.samples.q[k, :full], self.samples.u[k, :full], self.samples.works[k, :full]


class SingleContactDriver:
    """A run of one machine, in the only lane of a ``SimdContactDriver``, chunk by chunk: what ``ContactLoop`` offers.

    steps: of the whole run.
    """

    def __init__(self, lanes: SimdContactDriver, steps: int):
        self.lanes, self.steps = lanes, steps

    @property
    def done(self) -> int:
        """Good steps so far."""
        return int(self.lanes.done[0])

    @property
    def code(self) -> int:
        """How it ended."""
        return int(self.lanes.status[0])

    @property
    def detail(self) -> str:
        """Why it ended early."""
        return self.lanes.detail[0]

    @property
    def counts(self) -> dict[str, int]:
        """How many steps there were."""
        return {"steps": self.done}

    def prepare(self) -> None:
        """Compile or load the loop."""
        self.lanes.advance(np.zeros(1, dtype=np.int64))

    def step(self, chunk: int) -> tuple[int, float]:
        """At most ``chunk`` steps more: a status and the time simulated [s]."""
        self.lanes.run(np.array([min(self.done + chunk, self.steps)]))
        return self.code, self.done * self.lanes.dt

    def trajectory(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Times [s], q, u and works of all samples, the last good step the last one."""
        return self.lanes.trajectory(0)

    def contacts(self) -> Contacts:
        """What the contacts did at the samples, and the problem that was not solved, if one was not."""
        return self.lanes.contacts(0)


def _aligned_zeros(shape: tuple[int, ...]) -> np.ndarray:
    """Zeros that begin at a cache line."""
    size = int(np.prod(shape))
    buffer = np.zeros(size + 8)
    first = (-buffer.ctypes.data // 8) % 8
    return buffer[first : first + size].reshape(shape)


def _filled_shelf(shelf: SignalTables, machines: int, width: int) -> SignalTables:
    """Tables of signals for all lanes; the first machine fills up."""
    which = np.concatenate([shelf.which[:machines], np.full(width - machines, shelf.which[0])])
    return shelf._replace(which=which.astype(np.int64))


def _empty_lane_samples(start: LaneCarried, rows: int, obstacles: int, recorded: bool) -> LaneSamples:
    """Room for so many samples of every machine, the first of them the start."""
    width = len(start.steps)
    q, u, works = (np.zeros((width, rows, len(array))) for array in (start.q, start.u, start.works))
    q[:, 0], u[:, 0], works[:, 0] = start.q.T, start.u.T, start.works.T
    one = empty_record(rows if recorded else 1, len(start.ground) // 4, obstacles)
    record = ContactRecord(*(np.repeat(array[None], width, axis=0) for array in one))
    return LaneSamples(q, u, works, record, recorded)


# --- The terms of Moreau's scheme as machines side by side need them.


def lane_terms(terms: ContactTerms) -> ca.Function:
    """terms(t, q, u, p, s) -> M, f, torques, c, s, links, G, T, flows; see ``LaneTerms``.

    c, s are the diagonals of C and S; G holds the Jacobian of every contour's velocity along and across its axis, T that of its
    turning, each row of them one behind the other.
    """
    inputs = [ca.SX.sym(name, terms.terms.size1_in(name)) for name in "tqups"]
    M, f, torques, C, S, links, J, flows = terms.terms(*inputs)
    along, across, turning = [], [], []
    for i in range(len(terms.bodies)):
        ex, ey = links[4 * i + 2], links[4 * i + 3]
        along.append(ex * J[3 * i, :] + ey * J[3 * i + 1, :])
        across.append(ex * J[3 * i + 1, :] - ey * J[3 * i, :])
        turning.append(J[3 * i + 2, :])
    G = ca.vertcat(*(row for pair in zip(along, across, strict=True) for row in pair))
    outputs = [M, f, torques, ca.diag(C), ca.diag(S), links, ca.simplify(G).T, ca.vertcat(*turning).T, flows]
    names = ["M", "f", "torques", "c", "s", "links", "G", "T", "flows"]
    return ca.Function("lane_terms", inputs, [ca.densify(o) for o in outputs], list("tqups"), [f"out_{name}" for name in names])


def link_reach(terms: ContactTerms) -> np.ndarray:
    """The last coordinate that moves each link: those beyond it have no entries in its rows."""
    function = terms.terms
    pattern = function.jac_sparsity(function.index_out("links"), function.index_in("q"))
    moves = np.array(ca.DM(pattern, 1.0)).reshape(len(terms.bodies), -1, terms.freedoms)
    return np.array([np.nonzero(link)[1].max() for link in moves], dtype=np.int64)
