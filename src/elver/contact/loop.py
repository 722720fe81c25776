"""A run with contact chunk by chunk: the compiled steps, what they carry from chunk to chunk, and why they end.

A chunk that ends early is done again up to its last good step, from what was kept before it: the same steps with the same
numbers, so that the last good state is a sample with all its forces. Where the contact problem was too small it grows, and the
run goes on from there as if it had been large enough from the start.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from elver.compiled.shipped.loops import Caller, loop_at
from elver.contact.moreau.tuples import Carried, Code, Failure, Grid, Inputs, Laws, Machine, Samples, SceneTables
from elver.contact.record import Contacts, empty_record, unsolved_problem
from elver.contact.scene import Scene
from elver.contact.settings import ContactSettings, Solver
from elver.contact.terms import ContactTerms
from elver.statuses import NOT_CONVERGED, PARADOX, RUNNING, STEPPED_OVER, TOO_MANY

CONTACTS_PER_LINK = 8  # room at the start; more where a run needs it
MEMORY = 1e9  # bytes that a contact problem may take


class ContactLoop:
    """Runs ``advance_moreau`` chunk by chunk; ``step`` is what a driver of fixed steps calls.

    steps: of the whole run.   q, u, works: its start, changed in place.
    done: good steps so far.   samples: the last good step included.   code: how it ended.   detail: why it ended early.
    """

    def __init__(
        self,
        terms: ContactTerms,
        scene: Scene,
        settings: ContactSettings,
        native: Code,
        inputs: Inputs,
        grid: Grid,
        steps: int,
        start: tuple[np.ndarray, np.ndarray, np.ndarray],
    ):
        self.terms, self.scene, self.settings, self.native = terms, scene, settings, native
        self.inputs, self.grid, self.steps = inputs, grid, steps
        self.done, self.code, self.detail = 0, RUNNING, ""
        self.entry: Callable | None = None
        self.machine, self.laws = Machine(terms.outlines, terms.loads, terms.motors), laws_of(settings)
        self.tables = scene_tables(scene, terms.outlines, terms.meets)
        self.carried = carried_from(*start, terms.link_poses(start[0], inputs.p), self.tables.things)
        self.samples = empty_samples(self.carried, -(-steps // grid.every) + 1, len(scene.obstacles))
        self.make_room(2 * len(terms.loads) * (1 + CONTACTS_PER_LINK))

    def measure(self, terms: ContactTerms) -> None:
        """Go on with other outlines and loads of the same links."""
        self.terms, self.machine = terms, Machine(terms.outlines, terms.loads, terms.motors)
        self.tables = scene_tables(self.scene, terms.outlines, terms.meets)

    def make_room(self, rows: int) -> None:
        """Room for contact problems of so many rows."""
        self.failure = Failure(np.zeros((rows, self.terms.freedoms)), np.zeros((8, max(rows, 3))), np.zeros(3))

    def arguments(self, first: int, last: int) -> dict[str, Any]:
        """What the compiled loop is handed for the steps first + 1 .. last, by its own names."""
        return {
            "code": self.native,
            "inputs": self.inputs,
            "machine": self.machine,
            "scene": self.tables,
            "laws": self.laws,
            "grid": self.grid,
            "carried": self.carried,
            "samples": self.samples,
            "failure": self.failure,
            "first": first,
            "last": last,
        }

    def advance(self, first: int, last: int) -> tuple[int, int]:
        """Steps first + 1 .. last; the last good one and a status."""
        arguments = self.arguments(first, last).values()
        if self.entry is None:
            self.entry = Caller("elver.contact.moreau.step:advance_moreau")
        return self.entry(*arguments)

    def step(self, chunk: int) -> tuple[int, float]:
        """At most ``chunk`` steps more: a status and the time simulated [s]."""
        first, last = self.done, min(self.done + chunk, self.steps)
        kept = [array.copy() for array in self.memory]
        self.done, code = self.advance(first, last)
        if code != RUNNING:
            for array, values in zip(self.memory, kept, strict=True):
                array[...] = values
            self.advance(first, self.done)
            if code == TOO_MANY and self.grow():
                code = RUNNING
            self.detail = self.detail or failure_text(code, self.terms, self.scene, self.grid.dt, self.failure.passing)
        self.code = code
        return code, self.done * self.grid.dt

    @property
    def memory(self) -> tuple[np.ndarray, ...]:
        """Every array that a step changes and the next one starts from."""
        return tuple(self.carried)

    def grow(self) -> bool:
        """Twice the room for contacts; False where that takes too much memory."""
        rows = len(self.failure.B)
        self.detail = crowded_text(rows, 2 * rows * row_bytes(self.terms.freedoms))
        if not self.detail:
            self.make_room(2 * rows)
        return not self.detail

    def trajectory(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Times [s], q, u and works of all samples, the last good step the last one."""
        full = self.full
        times = self.grid.begin + np.minimum(np.arange(full) * self.grid.every, self.done) * self.grid.dt
        return times, self.samples.q[:full], self.samples.u[:full], self.samples.works[:full]

    @property
    def full(self) -> int:
        """How many samples there are."""
        return -(-self.done // self.grid.every) + 1

    @property
    def counts(self) -> dict[str, int]:
        """How many steps there were."""
        return {"steps": self.done}

    def contacts(self) -> Contacts:
        """What the contacts did at the samples, and the problem that was not solved, if one was not."""
        problem = unsolved_problem(self.failure.B, self.failure.table) if self.code == NOT_CONVERGED else None
        record = self.samples.record.first(self.full)
        return Contacts(record, self.terms.bodies, self.scene.obstacles, self.settings, problem, self.counts)


def row_bytes(freedoms: int) -> int:
    """Memory of one row of a contact problem [bytes]: six times the freedoms (W, Y, B, V, copies), twenty numbers."""
    return 8 * (6 * freedoms + 20)


def crowded_text(rows: int, needed: float) -> str:
    """Why there cannot be room for more than so many rows; nothing where the ``needed`` memory [bytes] is allowed."""
    if needed <= MEMORY:
        return ""
    return (
        f"the contacts of one step have more than {rows} rows, and twice as many would take {needed / 1e9:.2g} GB "
        f"of the {MEMORY / 1e9:.2g} GB allowed. Use fewer or simpler obstacles, or fewer links"
    )


def failure_text(code: int, terms: ContactTerms, scene: Scene, dt: float, passing: np.ndarray) -> str:
    """What is known about a run that ended so: who passed or rubs at which obstacle. passing: see ``Failure``."""
    if code == STEPPED_OVER:
        return passing_text(terms, scene, dt, passing)
    if code == PARADOX or (code == NOT_CONVERGED and passing[2] < 0.0):
        return paradox_text(terms, scene, passing)
    return ""


def paradox_text(terms: ContactTerms, scene: Scene, passing: np.ndarray) -> str:
    """Which body rubs at which obstacle with too much friction, and what can be done."""
    link, obstacle, most = int(passing[0]), int(passing[1]), float(passing[2])
    name = scene.obstacles[obstacle].name or f"number {obstacle + 1}"
    if most > 0.0:
        what = "slides so that friction presses it on harder than it is pushed away"
    else:
        what = "may be pressed on by friction harder than it is pushed away"
    return (
        f"body '{terms.bodies[link]}' at obstacle '{name}' {what}: Painleve's paradox, in which rigid bodies have no motion that "
        f"goes on sliding, or several. Here it begins at a coefficient of {abs(most):.3g}; obstacle_friction is "
        f"{scene.obstacle_friction:.3g}. Use less, start so that the body is dragged and not pushed, or let joints with springs "
        "give way"
    )


def passing_text(terms: ContactTerms, scene: Scene, dt: float, passing: np.ndarray) -> str:
    """Which body passed which obstacle or other body, and the step that would have noticed."""
    link, obstacle, way = int(passing[0]), int(passing[1]), float(passing[2])
    if obstacle < len(scene.obstacles):
        name = scene.obstacles[obstacle].name or f"number {obstacle + 1}"
        what, size = f"moves {way:.3g} m", terms.outlines[link, 1] + scene.half_widths()[obstacle]
        whom = f"obstacle '{name}'"
    else:
        other = obstacle - len(scene.obstacles)
        what, size = f"and the other move {way:.3g} m", terms.outlines[[link, other], 1].sum()
        whom = f"body '{terms.bodies[other]}'"
    return (
        f"body '{terms.bodies[link]}' {what} in the next step of {dt:g} s and passes {whom} unnoticed. "
        f"Use dt = {dt * size / way:.2g} s or less"
    )


def laws_of(settings: ContactSettings) -> Laws:
    """The settings as numbers."""
    s = settings
    rates = float(s.r_normal), float(s.r_friction)
    return Laws(bool(s.implicit), list(Solver).index(Solver(s.solver)), *rates, float(s.tolerance), int(s.most))


def scene_tables(scene: Scene, outlines: np.ndarray, meets: np.ndarray) -> SceneTables:
    """A scene as numbers, for links of these outlines. meets: which of them can touch each other, where the scene lets them."""
    table, size = scene.table(), (outlines[:, 1].min() + scene.half_widths()).min(initial=np.inf)
    numbers = float(scene.gravity), float(scene.restitution), float(scene.obstacle_friction)
    pairs = np.ascontiguousarray(meets, dtype=float) if scene.self_contact else np.zeros((0, 0))
    return SceneTables(table, scene.corners(), ground_of(scene), *numbers, pairs, things_at(table, len(outlines)), float(size))


def things_at(table: np.ndarray, links: int) -> np.ndarray:
    """What every place where a link can touch belongs to: an obstacle, or the number of obstacles plus that of another link."""
    features_of = loop_at("elver.contact.geometry:features_of")
    counts = [features_of(row) for row in table]
    return np.concatenate([np.repeat(np.arange(len(table)), counts), len(table) + np.arange(links)]).astype(np.int64)


def ground_of(scene: Scene) -> np.ndarray:
    """Friction (forward, backward, across) of the ground; -1 first where there is none."""
    return np.array([scene.ground.forward, scene.ground.backward, scene.ground.across] if scene.ground else [-1.0, 0.0, 0.0])


def carried_from(q: np.ndarray, u: np.ndarray, works: np.ndarray, links: np.ndarray, things: np.ndarray) -> Carried:
    """What the first step starts from: no impulses known, nothing gathered."""
    count = len(links) // 4
    cold = np.zeros((count, 2)), np.zeros((count, len(things), 2)), np.zeros(1, dtype=np.int64)
    return Carried(q, u, works, links, *cold, np.zeros((count, 2)), np.zeros(3))


def empty_samples(start: Carried, rows: int, obstacles: int) -> Samples:
    """Room for so many samples, the first of them the start."""
    q, u, works = (np.zeros((rows, len(array))) for array in (start.q, start.u, start.works))
    q[0], u[0], works[0] = start.q, start.u, start.works
    return Samples(q, u, works, empty_record(rows, len(start.ground), obstacles))
