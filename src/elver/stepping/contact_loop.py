"""The compiled loop of a run with contact, and what it carries from chunk to chunk.

A chunk that ends early is done again up to its last good step, from what was kept before it: the same steps with the same
numbers, so that the last good state is a sample with all its forces. Where the contact problem was too small it grows, and the
run goes on from there as if it had been large enough from the start.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from elver.contact.record import ContactRecord, empty_record, unsolved_problem
from elver.contact.terms import ContactTerms
from elver.native.program import Program
from elver.statuses import RUNNING, STEPPED_OVER, TOO_MANY
from elver.stepping.plan import Plan

CONTACTS_PER_LINK = 8  # room at the start; more where a run needs it
MEMORY = 1e9  # bytes that a contact problem may take
SMALL = 24  # freedoms up to which Newton's linear systems are solved by code without loops


@dataclass(frozen=True, eq=False)
class Maximal:
    """Maximal coordinates: poses z and velocities uz of all links, masses (m, m, J), the base's centre, the joints' links."""

    z: np.ndarray
    uz: np.ndarray
    masses: np.ndarray
    base_centre: np.ndarray
    ends: np.ndarray


def small_address(program: Program, freedoms: int) -> int:
    """Where the code for Newton's linear systems is; 0 where loops do as well."""
    if freedoms > SMALL or program.small_solver.work_size > 2 * freedoms**2:
        return 0
    return program.small_solver.address


def things_at(table: np.ndarray, links: int) -> np.ndarray:
    """What every place where a link can touch belongs to: an obstacle, or the number of obstacles plus that of another link."""
    from elver.contact.problem import features_of

    counts = [features_of(row) for row in table]
    return np.concatenate([np.repeat(np.arange(len(table)), counts), len(table) + np.arange(links)]).astype(np.int64)


def row_bytes(freedoms: int) -> int:
    """Memory of one row of a contact problem [bytes]: six times the freedoms (W, Y, B, V, copies), twenty numbers."""
    return 8 * (6 * freedoms + 20)


class ContactLoop:
    """Runs ``advance_moreau`` chunk by chunk; ``step`` fits ``in_chunks``.

    done: good steps so far.   out, out_q, out_u, out_works: samples, the last good step included.   detail: why it ended early.
    """

    def __init__(self, program: Program, plan: Plan, p, settings, solver: int, q, u, works, t0: float, maximal: Maximal):
        self.program, self.plan, self.p, self.settings, self.solver, self.t0 = program, plan, p, settings, solver, t0
        self.terms, self.native = program.contact
        self.q, self.u, self.works, self.maximal = q, u, works, maximal
        self.done, self.detail = 0, ""
        scene, count, rows = program.model.scene, len(self.terms.loads), -(-plan.steps // plan.every) + 1
        self.table, self.corners, self.ground = scene.table(), scene.corners(), ground_of(scene)
        self.things, self.impulse, self.since = things_at(self.table, count), np.zeros((count, 2)), np.zeros(3)
        self.warm_ground, self.warm = np.zeros((count, 2)), np.zeros((count, len(self.things), 2))
        self.hard, self.small = np.zeros(1, dtype=np.int64), small_address(program, len(q))
        self.before, self.passing = link_poses(program, self.terms, q, p), np.zeros(3)
        self.sizes = self.terms.outlines[:, 1].min() + scene.half_widths()
        self.out = empty_record(rows, count, len(scene.obstacles))
        self.out_q, self.out_u = np.empty((rows, len(q))), np.empty((rows, len(q)))
        self.out_works = np.zeros((rows, len(works)))
        self.out_q[0], self.out_u[0], self.out_works[0] = q, u, works
        self.make_room(2 * count * (1 + CONTACTS_PER_LINK))

    def make_room(self, rows: int) -> None:
        """Room for contact problems of so many rows."""
        self.rows = rows
        self.replay_B, self.replay = np.zeros((rows, len(self.q))), np.zeros((8, max(rows, 3)))

    def advance(self, first: int, last: int) -> tuple[int, int]:
        """Steps first + 1 .. last; the last good one and a status."""
        from elver.contact import moreau

        scene, s, plan, m, terms = self.program.model.scene, self.settings, self.plan, self.maximal, self.terms
        breaks, coefficients = self.program.signal_tables()
        return moreau.advance_moreau(
            self.native.address, self.native.work_size, len(terms.flows), self.t0, plan.dt, first, last, plan.every, self.q,
            self.u, self.works, self.p, breaks, coefficients, terms.outlines, terms.loads, self.table, self.corners, self.ground,
            scene.gravity, terms.motors, scene.restitution, scene.obstacle_friction, scene.self_contact, s.implicit, self.solver,
            s.r_normal, s.r_friction, s.tolerance, s.most, s.formulation == "maximal", m.z, m.uz, m.masses, m.base_centre, m.ends,
            self.rows, self.before, self.sizes.min(initial=np.inf), self.passing, self.warm_ground, self.warm, self.hard,
            self.small, self.things, self.impulse, self.since, self.out_q, self.out_u, self.out_works, self.out.contact,
            self.out.ground, self.out.stick, self.out.stats, self.out.impulse, self.out.pairs, self.out.strongest, self.replay_B,
            self.replay,
        )  # fmt: skip

    def carried(self) -> tuple[np.ndarray, ...]:
        """All that a step changes and the next one starts from."""
        return (
            self.q, self.u, self.works, self.maximal.z, self.maximal.uz, self.warm_ground, self.warm, self.hard, self.since,
            self.impulse, self.before,
        )  # fmt: skip

    def step(self, chunk: int) -> tuple[int, float]:
        """At most ``chunk`` steps more: a status and the time simulated [s]."""
        first, last = self.done, min(self.done + chunk, self.plan.steps)
        kept = [array.copy() for array in self.carried()]
        self.done, code = self.advance(first, last)
        if code != RUNNING:
            for array, values in zip(self.carried(), kept, strict=True):
                array[...] = values
            self.advance(first, self.done)
            if code == TOO_MANY and self.grow():
                code = RUNNING
            self.detail = self.passing_text() if code == STEPPED_OVER else self.detail
        return code, self.done * self.plan.dt

    def grow(self) -> bool:
        """Twice the room for contacts; False where that takes too much memory."""
        needed = 2 * self.rows * row_bytes(len(self.q))
        if needed > MEMORY:
            self.detail = (
                f"the contacts of one step have more than {self.rows} rows, and twice as many would take {needed / 1e9:.2g} GB "
                f"of the {MEMORY / 1e9:.2g} GB allowed. Use fewer or simpler obstacles, or fewer links"
            )
            return False
        self.make_room(2 * self.rows)
        return True

    def passing_text(self) -> str:
        """Which body passed which obstacle, and the step that would have noticed."""
        link, obstacle, way = int(self.passing[0]), int(self.passing[1]), float(self.passing[2])
        name = self.program.model.scene.obstacles[obstacle].name or f"number {obstacle + 1}"
        size = self.terms.outlines[link, 1] + self.program.model.scene.half_widths()[obstacle]
        return (
            f"body '{self.terms.bodies[link]}' moves {way:.3g} m in the next step of {self.plan.dt:g} s and passes obstacle "
            f"'{name}' unnoticed. Use dt = {self.plan.dt * size / way:.2g} s or less"
        )

    def problem(self) -> dict:
        """The contact problem that was not solved."""
        return unsolved_problem(self.replay_B, self.replay)

    def samples(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Times [s], q, u and works of all samples, the last good step the last one."""
        full = self.full
        times = self.t0 + np.minimum(np.arange(full) * self.plan.every, self.done) * self.plan.dt
        return times, self.out_q[:full], self.out_u[:full], self.out_works[:full]

    @property
    def full(self) -> int:
        """How many samples there are."""
        return -(-self.done // self.plan.every) + 1

    def record(self, problem: dict | None) -> ContactRecord:
        """What the contacts did at the samples."""
        return self.out.first(self.full, problem)


def ground_of(scene) -> np.ndarray:
    """Friction (forward, backward, across) of the ground; -1 first where there is none."""
    return np.array([scene.ground.forward, scene.ground.backward, scene.ground.across] if scene.ground else [-1.0, 0.0, 0.0])


def link_poses(program: Program, terms: ContactTerms, q: np.ndarray, p: np.ndarray) -> np.ndarray:
    """Centre and axis of every contour, one after the other, at coordinates q."""
    return np.array(terms.terms(0, q, np.zeros_like(q), p, np.zeros(program.signal_width))[5], dtype=float).ravel()
