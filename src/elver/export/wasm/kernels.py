"""The loops that pages run, compiled for WebAssembly: fixed steps and contact, around a block of memory.

Importing this module imports Numba.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import carray, types
from numba.extending import intrinsic

from elver._support.statuses import DIVERGED, REFUSED, RUNNING
from elver.codegen.kernels.evaluate import all_sane, call_pointers, copy_to, make_scratch, normalise
from elver.codegen.kernels.jit import compiled
from elver.codegen.kernels.system import StepGrid, System
from elver.contact.geometry import deepest
from elver.contact.record import ContactRecord
from elver.contact.single.arrays import Carried, Code, Failure, Grid, Inputs, Laws, Machine, Samples, SceneTables, Terms
from elver.contact.single.moreau import advance_moreau
from elver.contact.single.step import make_terms, term_pointers
from elver.export.wasm.layout import FIXED, MOREAU
from elver.simulation.schemes.fixed import ADVANCE, rk4_step

# --- Numbers and arrays of a block as compiled code sees them.


def _pointers_to(kind: types.Type):
    """What turns an address into a pointer to numbers of one kind."""

    @intrinsic
    def pointer_at(typing, address):
        def generate(context, builder, signature, args):
            return builder.inttoptr(args[0], context.get_value_type(signature.return_type))

        return types.CPointer(kind)(types.int64), generate

    return pointer_at


_doubles_at, _wholes_at = _pointers_to(types.float64), _pointers_to(types.int64)


@compiled
def _slots_at(address, count):
    """The slots of the block at an address."""
    return carray(_doubles_at(address), (count,))


@compiled
def whole(block, slot):
    """A whole number."""
    return np.int64(block[slot])


@compiled
def vector(block, slot):
    """An array of one dimension."""
    return carray(_doubles_at(np.int64(block[slot])), (np.int64(block[slot + 1]),))


@compiled
def _whole_vector(block, slot):
    """An array of whole numbers of 64 bits."""
    return carray(_wholes_at(np.int64(block[slot])), (np.int64(block[slot + 1]),))


@compiled
def matrix(block, slot):
    """An array of two dimensions."""
    return carray(_doubles_at(np.int64(block[slot])), (np.int64(block[slot + 1]), np.int64(block[slot + 2])))


@compiled
def _cube(block, slot):
    """An array of three dimensions."""
    sizes = np.int64(block[slot + 1]), np.int64(block[slot + 2]), np.int64(block[slot + 3])
    return carray(_doubles_at(np.int64(block[slot])), sizes)


@compiled
def flat(array):
    """All numbers of an array, row by row."""
    return carray(_doubles_at(array.ctypes.data), (array.size,))


# --- Kernels of fixed steps: the loops of ``simulation/schemes/fixed.py`` around a block. Importing this module imports Numba.

_AT, _SLOTS = FIXED.at, FIXED.size
_NEVER = 2**62  # steps between two samples
_ON_GRID = 1e-9  # of a step, by which a corner may miss the end of one, as in elver.simulation.integrate


@compiled
def _system_in(block):
    """The machine that the block describes."""
    signals = vector(block, _AT.breaks), _cube(block, _AT.coefficients)
    numbers = _whole_vector(block, _AT.velocity_like), whole(block, _AT.quaternion)
    return System(whole(block, _AT.rhs), whole(block, _AT.work), vector(block, _AT.p), *signals, *numbers)


def _kernel_of(advance: Any) -> Any:
    """The kernel of one scheme."""

    @compiled
    def kernel(address, steps):
        """``steps`` steps more, in place on the state of the block; the status. Where it is not RUNNING, the last good state."""
        block = _slots_at(address, _SLOTS)
        x, rates, done = vector(block, _AT.x), _cube(block, _AT.rates), whole(block, _AT.done)
        pace = StepGrid(whole(block, _AT.origin), block[_AT.h], _NEVER)
        last, status = advance(_system_in(block), pace, done, done + steps, x, rates, rates[0])
        block[_AT.done] = last
        return status

    return kernel


@compiled
def _next_corner(corners, origin, done):
    """The first corner beyond a place, in steps since the start; infinite where there is none."""
    found = np.inf
    for corner in corners:
        place = corner - origin
        if place > done + _ON_GRID * max(1.0, abs(place)) and place < found:
            found = place
    return found


@compiled
def _step_across(system, origin, h, corners, done, x, k):
    """The step that corners lie in, as shorter ones by Runge and Kutta's method that meet at them; the status."""
    scratch, state, new, begin = make_scratch(system), x.copy(), np.empty(x.shape[0]), float(done)
    while begin < done + 1:
        end = _next_corner(corners, origin, begin)
        if end > done + 1 - _ON_GRID:
            end = done + 1.0
        rk4_step(0, system, scratch, (origin + begin) * h, (end - begin) * h, state, k, new)
        copy_to(new, state)
        begin = end
    normalise(state, system.quaternion, 1)
    if not all_sane(state):
        return DIVERGED
    copy_to(state, x)
    return RUNNING


@compiled
def _adams_kernel(address, steps):
    """The kernel of Adams' method: its history ends at the corners of the block, and begins anew behind them."""
    block = _slots_at(address, _SLOTS)
    x, rates, corners, system = vector(block, _AT.x), _cube(block, _AT.rates), vector(block, _AT.corners), _system_in(block)
    origin, h, done = whole(block, _AT.origin), block[_AT.h], whole(block, _AT.done)
    begun, goal, status = min(whole(block, _AT.begun), done), done + steps, RUNNING
    while status == RUNNING and done < goal:
        place = _next_corner(corners, origin, done)
        near = abs(place - np.rint(place)) < _ON_GRID * max(1.0, abs(place))  # not where it is infinite
        cut = np.rint(place) if near else np.floor(place)
        last = np.int64(min(cut, float(goal)))
        if last > done:
            number, status = _advance_adams(
                system, StepGrid(origin + begun, h, _NEVER), done - begun, last - begun, x, rates, rates[0]
            )
            done = begun + number
        if status == RUNNING and done == cut and (near or done < goal):
            if not near:
                status = _step_across(system, origin, h, corners, done, x, rates[0])
                done += 1 if status == RUNNING else 0
            begun = done
    block[_AT.done], block[_AT.begun] = done, begun
    return status


_advance_adams = ADVANCE["adams"]
KERNELS = {method: _kernel_of(advance) for method, advance in ADVANCE.items()} | {"adams": _adams_kernel}


# --- Kernels of machines with contact: Moreau's loop around a block. Importing this module imports Numba.
#
# ``kernel_moreau`` takes steps, ``kernel_moreau_start`` begins at the engine's state x of the block (REFUSED inside an
# obstacle: ``passing`` then holds link, obstacle and depth), and ``kernel_moreau_frame`` hands out what the contacts did since
# it was called last (``touch``, see ``records.py``). After each the state x is that of now.

_MOREAU_AT, _MOREAU_SLOTS = MOREAU.at, MOREAU.size
_NOW = 1  # row of the samples that a call fills


# --- the tuples of the loop -------------------------------------------------------------------------------------------


class _TermsAt(NamedTuple):
    """Terms, and the time and signals that they are taken at, as in ``StepWorkspace``."""

    terms: Terms
    clock: np.ndarray
    signals: np.ndarray


@compiled
def _machine_in(block):
    """Outlines, loads and motors; those that depend on parameters as the parameters are now."""
    outlines, loads, p = matrix(block, _MOREAU_AT.outlines), vector(block, _MOREAU_AT.loads), vector(block, _MOREAU_AT.p)
    if whole(block, _MOREAU_AT.measured) != 0:
        work = vector(block, _MOREAU_AT.work)
        call_pointers(
            whole(block, _MOREAU_AT.measured), (p.ctypes.data, outlines.ctypes.data, loads.ctypes.data, work.ctypes.data)
        )
    return Machine(outlines, loads, vector(block, _MOREAU_AT.motors))


@compiled
def _scene_in(block, machine):
    """The scene for links of these outlines."""
    tables = matrix(block, _MOREAU_AT.obstacles), matrix(block, _MOREAU_AT.corners), vector(block, _MOREAU_AT.ground)
    numbers = (
        block[_MOREAU_AT.gravity],
        block[_MOREAU_AT.restitution],
        block[_MOREAU_AT.friction],
        matrix(block, _MOREAU_AT.meets),
    )
    thinnest = np.inf
    for i in range(machine.outlines.shape[0]):
        thinnest = min(thinnest, machine.outlines[i, 1])
    return SceneTables(*tables, *numbers, _whole_vector(block, _MOREAU_AT.things), thinnest + block[_MOREAU_AT.half_width])


@compiled
def _laws_in(block):
    """The settings of the contact problem."""
    rates = block[_MOREAU_AT.r_normal], block[_MOREAU_AT.r_friction], block[_MOREAU_AT.tolerance]
    return Laws(block[_MOREAU_AT.implicit] != 0.0, whole(block, _MOREAU_AT.solver), *rates, whole(block, _MOREAU_AT.most))


@compiled
def _inputs_in(block):
    return Inputs(vector(block, _MOREAU_AT.p), vector(block, _MOREAU_AT.breaks), _cube(block, _MOREAU_AT.coefficients))


@compiled
def _carried_in(block):
    """What goes on from step to step, in place."""
    motion = (
        vector(block, _MOREAU_AT.q),
        vector(block, _MOREAU_AT.u),
        vector(block, _MOREAU_AT.works),
        vector(block, _MOREAU_AT.links),
    )
    guesses = matrix(block, _MOREAU_AT.held), _cube(block, _MOREAU_AT.guess), _whole_vector(block, _MOREAU_AT.hard)
    return Carried(*motion, *guesses, matrix(block, _MOREAU_AT.impulse), vector(block, _MOREAU_AT.since))


@compiled
def _samples_in(block):
    """Room for two samples: of the start, which stays as it is, and of now. Forces of pairs are not kept."""
    forces = (
        _cube(block, _MOREAU_AT.contact),
        _cube(block, _MOREAU_AT.ground_force),
        matrix(block, _MOREAU_AT.stick),
        matrix(block, _MOREAU_AT.stats),
    )
    impulse, pairs = _cube(block, _MOREAU_AT.sample_impulse), np.empty((2, 1, 0, 2))
    record = ContactRecord(*forces, impulse, pairs, _cube(block, _MOREAU_AT.strongest))
    return Samples(
        matrix(block, _MOREAU_AT.sample_q), matrix(block, _MOREAU_AT.sample_u), matrix(block, _MOREAU_AT.sample_works), record
    )


# --- states -----------------------------------------------------------------------------------------------------------


@compiled
def _take_state(x, joints, places, q, u, works):
    """Coordinates, rates and works of the engine's state: ``contact.planar.coordinates_of``."""
    moving, heading = q.shape[0] - 3, 2.0 * np.arctan2(x[6], x[3])
    c, s = np.cos(heading), np.sin(heading)
    q[0], q[1], q[2] = x[0], x[1], heading
    u[0], u[1], u[2] = c * x[7] - s * x[8], s * x[7] + c * x[8], x[9]
    for k in range(joints):
        q[3 + k] = x[10 + k]
    for k in range(joints, moving):
        q[3 + k] = 0.0
    for k in range(moving):
        u[3 + k] = x[10 + joints + k]
    for k in range(places.shape[0]):
        works[k] = x[10 + joints + moving + places[k]]


@compiled
def _put_state(q, u, works, joints, places, x):
    """The engine's state: ``contact.planar.states_of``."""
    moving, heading = q.shape[0] - 3, q[2]
    c, s = np.cos(heading), np.sin(heading)
    x[0], x[1], x[2] = q[0], q[1], 0.0
    x[3], x[4], x[5], x[6] = np.cos(heading / 2), 0.0, 0.0, np.sin(heading / 2)
    x[7], x[8], x[9] = c * u[0] + s * u[1], -s * u[0] + c * u[1], u[2]
    for k in range(joints):
        x[10 + k] = q[3 + k]
    for k in range(moving):
        x[10 + joints + k] = u[3 + k]
    for k in range(places.shape[0]):
        x[10 + joints + moving + places[k]] = works[k]


@compiled
def _clear(part):
    for k in range(part.shape[0]):
        part[k] = 0.0


@compiled
def _keep(parts):
    """Copies of vectors, one after the other."""
    size = 0
    for part in parts:
        size += part.shape[0]
    kept, place = np.empty(size), 0
    for part in parts:
        for k in range(part.shape[0]):
            kept[place + k] = part[k]
        place += part.shape[0]
    return kept


@compiled
def _give_back(kept, parts):
    """What was kept, back to its vectors."""
    place = 0
    for part in parts:
        for k in range(part.shape[0]):
            part[k] = kept[place + k]
        place += part.shape[0]


# --- obstacles at the start -------------------------------------------------------------------------------------------


@compiled
def _find_deepest(links, outlines, obstacles, corners, found):
    """The link that lies deepest inside an obstacle: found becomes its number, that of the obstacle, and the depth [m]."""
    gap, _, _, link, obstacle = deepest(links, outlines, obstacles, corners)
    found[0], found[1], found[2] = link, obstacle, -gap


# --- the kernels ------------------------------------------------------------------------------------------------------


@compiled
def _take_steps(address, steps):
    """``steps`` steps more in place; the status. Where it is not RUNNING, everything is as after the last good step.

    A call that ends early is done again up to its last good step, from what was kept before it (``ContactLoop.step``).
    """
    block = _slots_at(address, _MOREAU_SLOTS)
    code = Code(whole(block, _MOREAU_AT.terms), vector(block, _MOREAU_AT.work), whole(block, _MOREAU_AT.small))
    machine, carried, samples = _machine_in(block), _carried_in(block), _samples_in(block)
    scene, laws, inputs = _scene_in(block, machine), _laws_in(block), _inputs_in(block)
    failure = Failure(
        matrix(block, _MOREAU_AT.failure_B), matrix(block, _MOREAU_AT.failure_table), vector(block, _MOREAU_AT.passing)
    )
    grid, done = Grid(block[_MOREAU_AT.begin], block[_MOREAU_AT.dt], _NEVER), whole(block, _MOREAU_AT.done)
    q, u, works, links, held, guess, hard, impulse, since = carried
    parts = (q, u, works, links, flat(held), flat(guess), flat(impulse), since)
    kept, patience = _keep(parts), hard[0]
    last, status = advance_moreau(code, inputs, machine, scene, laws, grid, carried, samples, failure, done, done + steps)
    if status != RUNNING:
        _give_back(kept, parts)
        hard[0] = patience
        advance_moreau(code, inputs, machine, scene, laws, grid, carried, samples, failure, done, last)
    block[_MOREAU_AT.gathered] += last - done
    block[_MOREAU_AT.done] = last
    places = _whole_vector(block, _MOREAU_AT.places)
    _put_state(q, u, works, whole(block, _MOREAU_AT.joints), places, vector(block, _MOREAU_AT.x))
    return status


@compiled
def begin(address, number):
    """Begin at the state x: nothing known of any contact, no step done. REFUSED where a link lies inside an obstacle."""
    block, machine = _slots_at(address, _MOREAU_SLOTS), _machine_in(_slots_at(address, _MOREAU_SLOTS))
    q, u, works, links, held, guess, hard, impulse, since = _carried_in(block)
    places = _whole_vector(block, _MOREAU_AT.places)
    _take_state(vector(block, _MOREAU_AT.x), whole(block, _MOREAU_AT.joints), places, q, u, works)
    for part in (flat(held), flat(guess), flat(impulse), since, vector(block, _MOREAU_AT.touch)):
        _clear(part)
    hard[0] = 0
    block[_MOREAU_AT.done], block[_MOREAU_AT.gathered] = 0.0, 0.0
    still, clock = np.zeros(q.shape[0]), np.zeros(1)
    signals = np.zeros(3 * whole(block, _MOREAU_AT.coefficients + 2))
    terms = make_terms(q.shape[0], machine.loads.shape[0], works.shape[0] - 4)
    work = _TermsAt(terms, clock, signals)
    pointers = term_pointers(vector(block, _MOREAU_AT.work), vector(block, _MOREAU_AT.p), work, q, still)
    call_pointers(whole(block, _MOREAU_AT.terms), pointers)
    copy_to(terms.links, links)
    deepest = vector(block, _MOREAU_AT.passing)
    _find_deepest(links, machine.outlines, matrix(block, _MOREAU_AT.obstacles), matrix(block, _MOREAU_AT.corners), deepest)
    return REFUSED if deepest[2] > block[_MOREAU_AT.overlap] else RUNNING


@compiled
def _hand_out(address, number):
    """What the contacts did, into ``touch``; what has gathered begins anew. Without steps since then it stays as it is."""
    block = _slots_at(address, _MOREAU_SLOTS)
    steps, out = block[_MOREAU_AT.gathered], vector(block, _MOREAU_AT.touch)
    if steps == 0.0:
        return RUNNING
    impulse, since = matrix(block, _MOREAU_AT.impulse), vector(block, _MOREAU_AT.since)
    contact, ground, stick = (
        _cube(block, _MOREAU_AT.contact)[_NOW],
        _cube(block, _MOREAU_AT.ground_force)[_NOW],
        matrix(block, _MOREAU_AT.stick)[_NOW],
    )
    links, time, place = stick.shape[0], steps * block[_MOREAU_AT.dt], 0
    for i in range(links):
        for c in range(2):
            out[place], out[place + 2 * links] = contact[i, c], impulse[i, c]
            out[place + 4 * links], out[place + 6 * links] = impulse[i, c] / time, ground[i, c]
            place += 1
    for i in range(links):
        out[8 * links + i] = stick[i]
    for k in range(3):
        out[9 * links + k] = since[k]
    _clear(flat(impulse))
    _clear(since)
    block[_MOREAU_AT.gathered] = 0.0
    return RUNNING


MOREAU_KERNELS = {"kernel_moreau": _take_steps, "kernel_moreau_start": begin, "kernel_moreau_frame": _hand_out}
