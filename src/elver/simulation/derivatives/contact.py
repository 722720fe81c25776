"""Runs with contact and their variations: derivatives by initial states, free parameters and numbers of the scene.

What is differentiated is Moreau's discrete map, step by step, on the contacts that each step found (contact/variations/step.py):
exact wherever a small change opens and closes no contact and lets nothing begin to stick or to slide.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import casadi as ca
import numpy as np

from elver._support.errors import InputError
from elver._support.statuses import RUNNING, status_word
from elver.codegen import NativeFunction, compile_function
from elver.codegen.kernels.shipped import Caller
from elver.codegen.kernels.table import KERNELS
from elver.contact import ContactSettings, Scene
from elver.contact.driver import ContactLoop, check_start
from elver.contact.planar import SHARED, change_graph, coordinates_of, states_of
from elver.contact.scene import NUMBERS
from elver.contact.single.arrays import Grid
from elver.contact.variations.arrays import LANES, Directions, Plain
from elver.model import Program
from elver.model.parameters import scene_at, table_slopes
from elver.model.program import made_once
from elver.simulation.contact import chosen_settings, loop_from, work_places


@dataclass(frozen=True, eq=False)
class ContactFlow:
    """A run with contact: states at every sample, the first is the start; variations[sample, direction] of the whole state.

    times [s].   status, detail: how it ended. A run that ends early ends at its last good step.
    impacts: how many contacts closed with a jump of velocities, where their instants move.
    """

    times: np.ndarray
    states: np.ndarray
    variations: np.ndarray
    status: str
    detail: str = ""
    impacts: int = 0


class _VariedLoop(ContactLoop):
    """Steps a run and its variations chunk by chunk. directions: set before the first step."""

    directions: Directions
    kept: tuple[int, list[np.ndarray]] | None = None

    def advance(self, first: int, last: int) -> tuple[int, int]:
        """Steps first + 1 .. last; a chunk that is done again starts from the variations that it started from before."""
        own = self.directions
        changing = own.now, own.closed, own.rate, own.pending, own.hits
        if self.kept is not None and self.kept[0] == first:
            for array, values in zip(changing, self.kept[1], strict=True):
                array[...] = values
        self.kept = (first, [array.copy() for array in changing])
        plain = Plain(
            self.native, self.inputs, self.machine, self.tables, self.laws, self.grid, self.carried, self.samples, self.failure
        )
        arguments = (plain, self.directions, first, last)
        self.entry = self.entry or Caller(KERNELS.advance_changes)
        return self.entry(*arguments)

    def again(self, grid: Grid, steps: int) -> None:
        """Go on with other steps, counted from 0."""
        self.grid, self.steps, self.done, self.kept = grid, steps, 0, None

    def run(self) -> None:
        """All steps, or as many as are good."""
        while self.code == RUNNING and self.done < self.steps:
            self.step(self.steps - self.done)


def contact_flow(
    program: Program,
    p: np.ndarray,
    x: np.ndarray,
    h: float,
    steps: int,
    xdot: np.ndarray,
    pdot: np.ndarray | None = None,
    sdot: np.ndarray | None = None,
    every: int = 1,
    settings: ContactSettings | None = None,
    instants: bool = False,
) -> ContactFlow:
    """``steps`` steps of size h [s] from the state x at time 0, sampled at every ``every``-th step, and its variations.

    Direction k starts as xdot[k], changes the free parameters by pdot[k] and the numbers of the scene by sdot[k] (in the order of
    ``contact.numbers.NUMBERS``), besides what free parameters are of them.   settings: of the contact solver.
    instants: whether impacts move in time with the changes, as in reality, or stay at their steps, as in the numbers of the run.
    """
    loop = _varied_loop(program, p, x, (xdot, pdot, sdot), Grid(0.0, float(h), int(every)), int(steps), settings, instants)
    loop.run()
    times, q, u, works = loop.trajectory()
    found = _side_by_side(loop.directions.samples[: len(times)], len(xdot))
    states, variations = _engine_states(program, q, u, works, found)
    return ContactFlow(times, states, variations, status_word(loop.code), loop.detail, int(loop.directions.hits[0]))


def contact_through(
    program: Program,
    p: np.ndarray,
    x: np.ndarray,
    begin: float,
    times: np.ndarray,
    counts: np.ndarray,
    xdot: np.ndarray,
    pdot: np.ndarray,
    settings: ContactSettings | None = None,
    instants: bool = True,
) -> ContactFlow:
    """From x at time ``begin`` [s] through increasing ``times``, with counts[k] steps before times[k], and the variations there.

    A run that ends early ends at the last of the times that it reached.   settings, instants: see ``contact_flow``.
    """
    loop = _varied_loop(program, p, x, (xdot, pdot, None), Grid(float(begin), 1.0, 1), 1, settings, instants)
    carried, now, good = loop.carried, loop.directions.now, len(times)
    kept = [np.empty((len(times), len(part))) for part in (carried.q, carried.u, carried.works)]
    groups = np.empty((len(times), *now.shape))
    for k, (time, count) in enumerate(zip(np.asarray(times, dtype=float).tolist(), counts.tolist(), strict=True)):
        if count:
            loop.again(Grid(float(begin), (time - begin) / count, count), count)
            loop.run()
        if loop.code != RUNNING:
            good = k
            break
        for rows, part in zip(kept, (carried.q, carried.u, carried.works), strict=True):
            rows[k] = part
        groups[k], begin = now, time
    q, u, works = (rows[:good] for rows in kept)
    states, variations = _engine_states(program, q, u, works, _side_by_side(groups[:good], len(xdot)))
    reached, impacts = np.asarray(times[:good], dtype=float), int(loop.directions.hits[0])
    return ContactFlow(reached, states, variations, status_word(loop.code), loop.detail, impacts)


def _varied_loop(
    program: Program,
    p: np.ndarray,
    x: np.ndarray,
    changes: tuple,
    grid: Grid,
    steps: int,
    settings: ContactSettings | None,
    instants: bool,
) -> _VariedLoop:
    """The loop of a run and its variations before the first step. changes: of start, free parameters and scene, by direction."""
    settings, slices, scene = settings or ContactSettings(), program.equations.layout.slices, program.model.scene
    if settings.accuracy is not None:
        raise InputError("derivatives need steps of fixed length: leave out ContactSettings.accuracy and give a dt.")
    if scene is None:
        raise InputError(f"model '{program.model.name}' has no scene. Use elver.sensitivities, or varied_flow.")
    settings = chosen_settings(program, settings)
    xdot, pdot, sdot = changes
    count, places = len(xdot), work_places(program)
    pdot = np.zeros((count, len(p))) if pdot is None else np.asarray(pdot, dtype=float).reshape(count, len(p))
    sdot = np.zeros((count, len(NUMBERS))) if sdot is None else np.asarray(sdot, dtype=float).reshape(count, len(NUMBERS))
    sdot = sdot + pdot @ table_slopes(program.model)
    _refuse_missing(program, scene_at(program.model, p), sdot)
    q, u = coordinates_of(slices, x)
    check_start(program.contact_graph.at(p), scene, q, p, settings)
    loop = loop_from(program, p, settings, grid, steps, (q, u, x[slices["works"]][places]), _VariedLoop)
    assert isinstance(loop, _VariedLoop)
    began = _coordinate_changes(slices, x, np.asarray(xdot, dtype=float).reshape(count, len(x)), places)
    closed = np.ones(loop.carried.contacts.shape[:2] if instants else (0, 0), dtype=np.int64)  # what is closed from the start
    loop.directions = _directions_of(program, p, (began, pdot, sdot), len(loop.samples.q), closed)
    return loop


def _engine_states(
    program: Program, q: np.ndarray, u: np.ndarray, works: np.ndarray, changes: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The engine's states of all samples and their changes, from those of coordinates, velocities and works."""
    layout, places = program.equations.layout, work_places(program)
    ordered = np.zeros((len(q), len(layout.works)))
    ordered[:, places] = works
    return states_of(layout.slices, q, u, ordered), _state_changes(layout.slices, q, u, changes, places)


def _refuse_missing(program: Program, scene: Scene, sdot: np.ndarray) -> None:
    """Refuse a direction by a number of the scene that has no derivative there."""
    if scene.ground is None and sdot[:, :3].any():
        raise InputError(
            f"the scene of model '{program.model.name}' has no ground, and no friction on it. Give Scene(friction=...)."
        )
    if scene.obstacle_friction == 0.0 and sdot[:, list(NUMBERS).index("scene.obstacle_friction")].any():
        raise InputError("scene.obstacle_friction is 0, where its derivative has two sides. Give it a small value above 0.")


def _directions_of(program: Program, p: np.ndarray, changes: tuple, samples: int, closed: np.ndarray) -> Directions:
    """What all directions change, in groups of lanes; the last group is filled up with zero directions.

    changes: of coordinates, velocities and works, of free parameters, and of the scene.
    """

    def make() -> NativeFunction:
        return compile_function(change_graph(program.contact_graph), width=LANES, shared=SHARED)

    native = made_once(program.made, "contact changes", make)
    outlines, loads = _measure_changes(program, p, changes[1])
    now, pdot, sdot = (_in_lanes(rows) for rows in changes)
    kept = np.zeros((samples, *now.shape))
    kept[0] = now
    measures = _in_lanes(loads), _in_lanes(outlines)
    impacts = closed, np.zeros(program.contact_graph.freedoms), np.zeros((len(now), LANES)), np.zeros(1, dtype=np.int64)
    return Directions(native.address, np.empty(max(native.work_size, 1)), now, kept, pdot, sdot, *measures, *impacts)


def _in_lanes(rows: np.ndarray) -> np.ndarray:
    """One row per direction -> (group, number, lane)."""
    groups = -(-len(rows) // LANES)
    full = np.zeros((groups * LANES, rows.shape[1]))
    full[: len(rows)] = rows
    return np.ascontiguousarray(full.reshape(groups, LANES, rows.shape[1]).transpose(0, 2, 1))


def _side_by_side(samples: np.ndarray, count: int) -> np.ndarray:
    """(sample, group, number, lane) -> (sample, direction, number)."""
    rows, groups, size, lanes = samples.shape
    return samples.transpose(0, 1, 3, 2).reshape(rows, groups * lanes, size)[:, :count]


def _measure_changes(program: Program, p: np.ndarray, pdot: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Changes of every contour's half length and radius, and of the mass on it, per direction."""
    terms, count = program.contact_graph, len(pdot)
    links = len(terms.bodies)
    if terms.measured is None:
        return np.zeros((count, 2 * links)), np.zeros((count, links))
    if "measure slopes" not in program.variants:
        symbols = ca.SX.sym("p", len(p))
        outlines, loads = terms.measured(symbols)
        both = ca.vertcat(ca.vec(outlines.T), loads)
        program.variants["measure slopes"] = ca.Function("slopes", [symbols], [ca.densify(ca.jacobian(both, symbols))])
    slopes = np.array(program.variants["measure slopes"](p), dtype=float)
    found = pdot @ slopes.T
    return found[:, : 2 * links], found[:, 2 * links :]


def _coordinate_changes(slices: Mapping[str, slice], x: np.ndarray, xdot: np.ndarray, places: list[int]) -> np.ndarray:
    """Changes of the scheme's coordinates, velocities and works (rows) from changes of the engine's state."""
    w, z = x[slices["quaternion"]][[0, 3]]
    dw, dz = xdot[:, slices["quaternion"]][:, [0, 3]].T
    turn = 2 * (w * dz - z * dw) / (w * w + z * z)
    heading = 2 * np.arctan2(z, w)
    c, s = np.cos(heading), np.sin(heading)
    vx, vy, _ = x[slices["twist"]]
    dx, dy, spin = xdot[:, slices["twist"]].T
    velocity = [c * dx - s * dy - (s * vx + c * vy) * turn, s * dx + c * dy + (c * vx - s * vy) * turn, spin]
    pose = [*xdot[:, slices["position"]].T[:2], turn]
    works, memory = xdot[:, slices["works"]][:, places], xdot[:, slices["memory"]]
    coordinates = [*pose, xdot[:, slices["angles"]], np.zeros_like(memory)]
    return np.column_stack([*coordinates, *velocity, xdot[:, slices["rates"]], memory, works])


def _state_changes(
    slices: Mapping[str, slice], q: np.ndarray, u: np.ndarray, changes: np.ndarray, places: list[int]
) -> np.ndarray:
    """Changes of the engine's states (sample, direction, state) from those of coordinates, velocities and works."""
    n, width = q.shape[1], max(part.stop for part in slices.values())
    c, s = np.cos(q[:, 2])[:, None], np.sin(q[:, 2])[:, None]
    half_c, half_s = np.cos(q[:, 2] / 2)[:, None], np.sin(q[:, 2] / 2)[:, None]
    dq, du, vx, vy = changes[..., :n], changes[..., n : 2 * n], u[:, 0][:, None], u[:, 1][:, None]
    turn = dq[..., 2]
    found = np.zeros((*changes.shape[:2], width))
    position, quaternion, twist = (slices[name].start for name in ("position", "quaternion", "twist"))
    found[..., position], found[..., position + 1] = dq[..., 0], dq[..., 1]
    found[..., quaternion], found[..., quaternion + 3] = -0.5 * half_s * turn, 0.5 * half_c * turn
    found[..., twist] = c * du[..., 0] + s * du[..., 1] + (-s * vx + c * vy) * turn
    found[..., twist + 1] = -s * du[..., 0] + c * du[..., 1] + (-c * vx - s * vy) * turn
    found[..., twist + 2] = du[..., 2]
    moving = slice(3, 3 + slices["angles"].stop - slices["angles"].start)
    found[..., slices["angles"]], found[..., slices["rates"]] = dq[..., moving], du[..., moving]
    found[..., slices["memory"]] = du[..., moving.stop :]
    works = slices["works"]
    found[..., [works.start + k for k in places]] = changes[..., 2 * n :]
    return found


def motion_rates(program: Program, states: np.ndarray) -> np.ndarray:
    """Rates of the engine's states as far as they are velocities: of place, heading and angles; 0 for all others."""
    slices, found = program.equations.layout.slices, np.zeros_like(states)
    w, z = states[:, slices["quaternion"].start], states[:, slices["quaternion"].start + 3]
    c, s = w * w - z * z, 2 * w * z
    vx, vy, turning = states[:, slices["twist"]].T
    place, quaternion = slices["position"].start, slices["quaternion"].start
    found[:, place], found[:, place + 1] = c * vx - s * vy, s * vx + c * vy
    found[:, quaternion], found[:, quaternion + 3] = -0.5 * z * turning, 0.5 * w * turning
    found[:, slices["angles"]] = states[:, slices["rates"]]
    return found
