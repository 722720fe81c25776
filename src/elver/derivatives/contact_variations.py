"""Runs with contact and their variations: derivatives by initial states, free parameters and numbers of the scene.

What is differentiated is Moreau's discrete map, step by step, on the contacts that each step found (derivatives/moreau/step.py):
exact wherever a small change opens and closes no contact and lets nothing begin to stick or to slide.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca
import numpy as np

from elver.compiled.direct import entry_of
from elver.contact import ContactSettings
from elver.contact.coordinates import coordinates_of, states_of
from elver.contact.loop import ContactLoop
from elver.contact.moreau.tuples import Grid
from elver.contact.numbers import NUMBERS
from elver.contact.start import check_start
from elver.derivatives.moreau.graph import SHARED, change_graph
from elver.derivatives.moreau.tuples import LANES, Directions, Plain
from elver.errors import InputError
from elver.native.compiler import compile_function
from elver.native.program import Program
from elver.statuses import RUNNING, status_word
from elver.stepping.nonsmooth import loop_from, work_places


@dataclass(frozen=True, eq=False)
class ContactFlow:
    """A run with contact: states at every sample, the first is the start; variations[sample, direction] of the whole state.

    times [s].   status, detail: how it ended. A run that ends early ends at its last good step.
    """

    times: np.ndarray
    states: np.ndarray
    variations: np.ndarray
    status: str
    detail: str = ""


class VariedLoop(ContactLoop):
    """Steps a run and its variations chunk by chunk. directions: set before the first step."""

    directions: Directions
    kept: tuple[int, np.ndarray] | None = None

    def advance(self, first: int, last: int) -> tuple[int, int]:
        """Steps first + 1 .. last; a chunk that is done again starts from the variations that it started from before."""
        if self.kept is not None and self.kept[0] == first:
            self.directions.now[...] = self.kept[1]
        self.kept = (first, self.directions.now.copy())
        plain = Plain(
            self.native, self.inputs, self.machine, self.tables, self.laws, self.grid, self.carried, self.samples, self.failure
        )
        arguments = (plain, self.directions, first, last)
        if self.entry is None:
            from elver.derivatives.moreau.step import advance_changes

            self.entry = entry_of(advance_changes, *arguments)
        return self.entry(*arguments)


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
) -> ContactFlow:
    """``steps`` steps of size h [s] from the state x at time 0, sampled at every ``every``-th step, and its variations.

    Direction k starts as xdot[k], changes the free parameters by pdot[k] and the numbers of the scene by sdot[k] (in the order of
    ``contact.numbers.NUMBERS``). Other values of these numbers: ``Program.in_scene``.   settings: of the contact solver.
    """
    scene, layout, settings = program.model.scene, program.equations.layout, settings or ContactSettings()
    if scene is None:
        raise InputError(
            f"model '{program.model.name}' has no scene. Use elver.sensitivities, or derivatives.forward.varied_flow."
        )
    xdot = np.atleast_2d(np.asarray(xdot, dtype=float))
    count, places = len(xdot), work_places(program)
    pdot = np.zeros((count, len(p))) if pdot is None else np.asarray(pdot, dtype=float).reshape(count, len(p))
    sdot = np.zeros((count, len(NUMBERS))) if sdot is None else np.asarray(sdot, dtype=float).reshape(count, len(NUMBERS))
    refuse_missing(program, sdot)
    q, u = coordinates_of(layout.slices, x)
    check_start(program.contact[0].at(p), scene, q, p, settings)
    start = q, u, np.array(x[layout.slices["works"]][places])
    loop = loop_from(program, p, settings, Grid(0.0, float(h), int(every)), int(steps), start, VariedLoop)
    changes = coordinate_changes(layout.slices, x, xdot, places)
    loop.directions = directions_of(program, p, changes, pdot, sdot, len(loop.samples.q))
    while loop.code == RUNNING and loop.done < steps:
        loop.step(steps - loop.done)
    times, q, u, works = loop.trajectory()
    ordered = np.zeros((len(times), len(layout.works)))
    ordered[:, places] = works
    found = side_by_side(loop.directions.samples[: len(times)], count)
    variations = state_changes(layout.slices, q, u, found, places)
    return ContactFlow(times, states_of(q, u, ordered), variations, status_word(loop.code), loop.detail)


def refuse_missing(program: Program, sdot: np.ndarray) -> None:
    """Refuse a direction by a number of the scene that has no derivative there."""
    scene = program.model.scene
    assert scene is not None
    if scene.ground is None and sdot[:, :3].any():
        raise InputError(
            f"the scene of model '{program.model.name}' has no ground, and no friction on it. Give Scene(friction=...)."
        )
    if scene.obstacle_friction == 0.0 and sdot[:, NUMBERS.index("scene.obstacle_friction")].any():
        raise InputError("scene.obstacle_friction is 0, where its derivative has two sides. Give it a small value above 0.")


def directions_of(
    program: Program, p: np.ndarray, changes: np.ndarray, pdot: np.ndarray, sdot: np.ndarray, samples: int
) -> Directions:
    """What all directions change, in groups of lanes; the last group is filled up with zero directions."""
    if "contact changes" not in program.variants:
        program.variants["contact changes"] = compile_function(change_graph(program.contact_graph), width=LANES, shared=SHARED)
    native = program.variants["contact changes"]
    outlines, loads = measure_changes(program, p, pdot)
    grouped = [in_lanes(rows) for rows in (changes, pdot, sdot, loads, outlines)]
    now = grouped[0]
    kept = np.zeros((samples, *now.shape))
    kept[0] = now
    return Directions(native.address, np.empty(max(native.work_size, 1)), now, kept, *grouped[1:])


def in_lanes(rows: np.ndarray) -> np.ndarray:
    """One row per direction -> (group, number, lane)."""
    groups = -(-len(rows) // LANES)
    full = np.zeros((groups * LANES, rows.shape[1]))
    full[: len(rows)] = rows
    return np.ascontiguousarray(full.reshape(groups, LANES, rows.shape[1]).transpose(0, 2, 1))


def side_by_side(samples: np.ndarray, count: int) -> np.ndarray:
    """(sample, group, number, lane) -> (sample, direction, number)."""
    rows, groups, size, lanes = samples.shape
    return samples.transpose(0, 1, 3, 2).reshape(rows, groups * lanes, size)[:, :count]


def measure_changes(program: Program, p: np.ndarray, pdot: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
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


def coordinate_changes(slices, x: np.ndarray, xdot: np.ndarray, places: list[int]) -> np.ndarray:
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
    works = xdot[:, slices["works"]][:, places]
    return np.column_stack([*pose, xdot[:, slices["angles"]], *velocity, xdot[:, slices["rates"]], works])


def state_changes(slices, q: np.ndarray, u: np.ndarray, changes: np.ndarray, places: list[int]) -> np.ndarray:
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
    found[..., slices["angles"]], found[..., slices["rates"]] = dq[..., 3:], du[..., 3:]
    works = slices["works"]
    found[..., [works.start + k for k in places]] = changes[..., 2 * n :]
    return found
