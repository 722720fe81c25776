"""A run with contact chunk by chunk: the compiled steps, what they carry from chunk to chunk, and why they end.

A chunk that ends early is done again up to its last good step, from what was kept before it: the same steps with the same
numbers, so that the last good state is a sample with all its forces. Where the contact problem was too small it grows, and the
run goes on from there as if it had been large enough from the start.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from elver._support.choices import ContactSolver, chosen
from elver._support.errors import InputError
from elver._support.statuses import NOT_CONVERGED, PARADOX, RUNNING, STEPPED_OVER, TOO_MANY
from elver.codegen.kernels.shipped import Caller
from elver.codegen.kernels.table import KERNELS
from elver.contact.planar import ContactTerms
from elver.contact.record import Contacts, empty_record, unsolved_problem
from elver.contact.scene import ContactSettings, Scene
from elver.contact.single.adaptive_arrays import COLD, EVENTS, StepHistory
from elver.contact.single.arrays import Carried, Code, Failure, Grid, Inputs, Laws, Machine, Samples, SceneTables

CONTACTS_PER_LINK = 8  # capacity at the start; more where a run needs it
MEMORY = 1e9  # bytes that a contact problem may take


class ContactLoop:
    """What a compiled loop of one machine is handed, and its run chunk by chunk; ``step`` is what a driver of fixed steps calls.

    ``advance`` calls the loop: subclasses say which. Runs of fixed steps go by ``simd.driver.SingleContactDriver`` instead.

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
        self.set_capacity(2 * len(terms.loads) * (1 + CONTACTS_PER_LINK))

    def measure(self, terms: ContactTerms) -> None:
        """Go on with other outlines and loads of the same links."""
        self.terms, self.machine = terms, Machine(terms.outlines, terms.loads, terms.motors)
        self.tables = scene_tables(self.scene, terms.outlines, terms.meets)

    def set_capacity(self, rows: int) -> None:
        """Capacity for contact problems of so many rows."""
        self.failure = Failure(np.zeros((rows, self.terms.freedoms)), np.zeros((8, max(rows, 3))), np.zeros(3))

    def arguments(self, first: int, last: int) -> dict[str, Any]:
        """What ``advance_moreau`` is handed for the steps first + 1 .. last, by its own names."""
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
        raise NotImplementedError

    def prepare(self) -> None:
        """Compile or load the loop."""
        self.advance(0, 0)

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
        """Twice the capacity for contacts; False where that takes too much memory."""
        rows = len(self.failure.B)
        self.detail = crowded_text(rows, 2 * rows * row_bytes(self.terms.freedoms))
        if not self.detail:
            self.set_capacity(2 * rows)
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
    """Why there cannot be more than so many rows; nothing where the ``needed`` memory [bytes] is allowed."""
    if needed <= MEMORY:
        return ""
    return (
        f"the contacts of one step have more than {rows} rows, and twice as many would take {needed / 1e9:.2g} GB "
        f"of the {MEMORY / 1e9:.2g} GB allowed. Use fewer or simpler obstacles, or fewer links"
    )


def failure_text(code: int, terms: ContactTerms, scene: Scene, dt: float, passing: np.ndarray) -> str:
    """What is known about a run that ended so: who passed or rubs at which obstacle. passing: see ``Failure``."""
    if code == STEPPED_OVER:
        return _passing_text(terms, scene, dt, passing)
    if code == PARADOX or (code == NOT_CONVERGED and passing[2] < 0.0):
        return _paradox_text(terms, scene, passing)
    return ""


def _paradox_text(terms: ContactTerms, scene: Scene, passing: np.ndarray) -> str:
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


def _passing_text(terms: ContactTerms, scene: Scene, dt: float, passing: np.ndarray) -> str:
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
    rates, solver = (float(s.r_normal), float(s.r_friction)), list(ContactSolver).index(chosen(ContactSolver, s.solver))
    return Laws(bool(s.implicit), solver, *rates, float(s.tolerance), int(s.iterations))


def scene_tables(scene: Scene, outlines: np.ndarray, meets: np.ndarray) -> SceneTables:
    """A scene as numbers, for links of these outlines. meets: which of them can touch each other, where the scene lets them."""
    table, size = scene.table(), (outlines[:, 1].min() + scene.half_widths()).min(initial=np.inf)
    numbers = float(scene.gravity), float(scene.restitution), float(scene.obstacle_friction)
    pairs = np.ascontiguousarray(meets, dtype=float) if scene.self_contact else np.zeros((0, 0))
    return SceneTables(table, scene.corners(), ground_of(scene), *numbers, pairs, things_at(table, len(outlines)), float(size))


def things_at(table: np.ndarray, links: int) -> np.ndarray:
    """What every place where a link can touch belongs to: an obstacle, or the number of obstacles plus that of another link."""
    counts = [KERNELS.features_of(row) for row in table]
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
    """Arrays for so many samples, the first of them the start."""
    q, u, works = (np.zeros((rows, len(array))) for array in (start.q, start.u, start.works))
    q[0], u[0], works[0] = start.q, start.u, start.works
    return Samples(q, u, works, empty_record(rows, len(start.ground), obstacles))


# --- Whether a machine starts free of obstacles and of itself, and where it could.

_PUSHES, _RAYS, _RINGS = 100, 16, 0.005 * 1.25 ** np.arange(25)  # search for a free start: rings from 5 mm to 1 m


class _Overlap(NamedTuple):
    """A body inside an obstacle: gap [m], below 0, and the normal along which it comes out."""

    gap: float
    normal: np.ndarray
    body: str
    obstacle: str


def deepest_overlap(terms: ContactTerms, scene: Scene, q: np.ndarray, p: np.ndarray) -> _Overlap | None:
    """The deepest overlap at coordinates q; None where nothing overlaps."""
    gap, nx, ny, link, k = KERNELS.deepest(terms.link_poses(q, p), terms.outlines, scene.table(), scene.corners())
    if not gap < 0:
        return None
    return _Overlap(gap, np.array([nx, ny]), terms.bodies[link], scene.obstacles[k].name or f"number {k + 1}")


def _nearest_free_position(terms: ContactTerms, scene: Scene, q: np.ndarray, p: np.ndarray) -> np.ndarray | None:
    """Place (x, y) [m] of the base at which nothing overlaps, close by: pushed out of the deepest overlap again and again.

    Where that goes to and fro between obstacles, the first free place on rings around the start.
    """
    q, start = q.copy(), q[:2].copy()
    for _ in range(_PUSHES):
        found = deepest_overlap(terms, scene, q, p)
        if found is None:
            return q[:2]
        q[:2] += (1e-6 - found.gap) * found.normal
    for distance in _RINGS:
        for angle in 2 * np.pi * np.arange(_RAYS) / _RAYS:
            q[:2] = start + distance * np.array([np.cos(angle), np.sin(angle)])
            if deepest_overlap(terms, scene, q, p) is None:
                return q[:2]
    return None


def _deepest_reached(terms: ContactTerms, scene: Scene) -> float:
    """Depth [m] in which a machine on its way may find itself: half the radius of its thinnest link or thinnest obstacle.

    Moreau's scheme knows gaps only as velocities: what passes into an obstacle within a step stays there until it moves out.
    """
    return 0.5 * float(min(terms.outlines[:, 1].min(initial=np.inf), scene.half_widths().min(initial=np.inf)))


def check_start(
    terms: ContactTerms, scene: Scene, q: np.ndarray, p: np.ndarray, settings: ContactSettings, reached: bool = False
) -> None:
    """Refuse a start inside an obstacle, with the name, the depth and the nearest free place; and links inside each other.

    reached: another machine came there by itself; it may lie deeper.
    """
    _check_pairs(terms, scene, q, p, max(settings.overlap, 0.5 * float(terms.outlines[:, 1].min()) if reached else 0.0))
    found = deepest_overlap(terms, scene, q, p)
    if found is None or found.gap >= -max(settings.overlap, _deepest_reached(terms, scene) if reached else 0.0):
        return
    free = _nearest_free_position(terms, scene, q, p)
    way = "No free place was found nearby." if free is None else f"A free place is start position ({free[0]:.5g}, {free[1]:.5g})."
    raise InputError(f"the start pose puts {found.body} {-found.gap:.4g} m inside obstacle {found.obstacle}. {way}")


def _check_pairs(terms: ContactTerms, scene: Scene, q: np.ndarray, p: np.ndarray, allowed: float) -> None:
    """Refuse a start in which links that can touch each other overlap by more than ``allowed`` [m]: they would lock."""
    if not scene.self_contact:
        return
    gap, first, second = KERNELS.deepest_pair(terms.link_poses(q, p), terms.outlines, terms.meets)
    if gap < -allowed:
        raise InputError(
            f"the start pose puts bodies {terms.bodies[first]} and {terms.bodies[second]} {-gap:.4g} m inside each other, and "
            "self_contact lets them touch: they are not joined by a joint. Start them apart, give them smaller contours, join "
            "them by a fixed joint where they are one piece, or leave self_contact out."
        )


# --- A run by steps of second order, chunk by chunk.


class AdaptiveContactDriver(ContactLoop):
    """Runs ``advance_contact_adaptive``; a step of the loop is a stretch of dt, which may take several steps."""

    def __init__(self, *arguments: Any):
        super().__init__(*arguments)
        carried = self.carried
        self.past: StepHistory = _no_past(len(carried.q), len(carried.ground), len(carried.works) - 4, self.grid.dt)

    @property
    def memory(self) -> tuple[np.ndarray, ...]:
        return *self.carried, *self.past

    def arguments(self, first: int, last: int) -> dict[str, Any]:
        """What the compiled loop is handed for the stretches first + 1 .. last, by its own names."""
        given = super().arguments(first, last)
        added = {"past": self.past, "accuracy": float(self.settings.accuracy or 0.0)}
        kept = {name: given[name] for name in ("code", "inputs", "machine", "scene", "laws", "grid", "carried")}
        return kept | added | {"samples": self.samples, "failure": self.failure, "span": (first, last)}

    def advance(self, first: int, last: int) -> tuple[int, int]:
        """Stretches first + 1 .. last; the last good one and a status."""
        if self.entry is None:
            self.entry = Caller(KERNELS.advance_contact_adaptive)
        return self.entry(*self.arguments(first, last).values())

    @property
    def counts(self) -> dict[str, int]:
        """How many steps were taken, tried but refused, and done twice, and how many events they were shortened for."""
        taken, refused, corrected, events = map(int, self.past.counts[: EVENTS + 1])
        return {"steps": taken, "refused_steps": refused, "corrected_steps": corrected, "located_events": events}


def _no_past(freedoms: int, links: int, flows: int, step: float) -> StepHistory:
    """What is known at a start: nothing. step: length to try first [s]."""
    momentum, force, force_change, smooth, gain, gain_change, torque, torque_change = np.zeros((8, freedoms))
    pushing, pushing_change = np.zeros((2, links, 2))
    known = momentum, force, force_change, smooth, gain, gain_change, torque, torque_change, pushing, pushing_change
    return StepHistory(*known, np.zeros(2 + flows), np.array([COLD, step, step, 0.0, 0.0, 0.0]), np.zeros(6, dtype=np.int64))
