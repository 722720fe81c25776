"""Kernels of machines with contact: Moreau's loop around a block. Importing this module imports Numba.

``kernel_moreau`` takes steps, ``kernel_moreau_start`` begins at the engine's state x of the block (REFUSED inside an obstacle:
``passing`` then holds link, obstacle and depth), and ``kernel_moreau_frame`` hands out what the contacts did since it was called
last (``touch``, see ``records.py``). After each the state x is that of now.
"""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.compiled.arrays import copy_to
from elver.compiled.calls import call_pointers
from elver.contact.moreau.step import addresses, advance_moreau, make_terms
from elver.contact.moreau.tuples import Carried, Code, Failure, Grid, Inputs, Laws, Machine, Samples, SceneTables
from elver.contact.overlaps import deepest
from elver.contact.record import ContactRecord
from elver.live.kernels.blocks import MOREAU
from elver.live.kernels.memory import cube, flat, matrix, slots_at, vector, whole, whole_vector
from elver.statuses import REFUSED, RUNNING

AT, SLOTS = MOREAU.at, MOREAU.size
NEVER = 2**62  # steps between two samples: the last step of every call takes one
NOW = 1  # row of the samples that a call fills


# --- the tuples of the loop -------------------------------------------------------------------------------------------


@compiled
def machine_in(block):
    """Outlines, loads and motors; those that depend on parameters as the parameters are now."""
    outlines, loads, p = matrix(block, AT.outlines), vector(block, AT.loads), vector(block, AT.p)
    if whole(block, AT.measured) != 0:
        work = vector(block, AT.work)
        call_pointers(whole(block, AT.measured), (p.ctypes.data, outlines.ctypes.data, loads.ctypes.data, work.ctypes.data))
    return Machine(outlines, loads, vector(block, AT.motors))


@compiled
def scene_in(block, machine):
    """The scene for links of these outlines."""
    tables = matrix(block, AT.obstacles), matrix(block, AT.corners), vector(block, AT.ground)
    numbers = block[AT.gravity], block[AT.restitution], block[AT.friction], matrix(block, AT.meets)
    thinnest = np.inf
    for i in range(machine.outlines.shape[0]):
        thinnest = min(thinnest, machine.outlines[i, 1])
    return SceneTables(*tables, *numbers, whole_vector(block, AT.things), thinnest + block[AT.half_width])


@compiled
def laws_in(block):
    """The settings of the contact problem."""
    rates = block[AT.r_normal], block[AT.r_friction], block[AT.tolerance]
    return Laws(block[AT.implicit] != 0.0, whole(block, AT.solver), *rates, whole(block, AT.most))


@compiled
def inputs_in(block):
    return Inputs(vector(block, AT.p), vector(block, AT.breaks), cube(block, AT.coefficients))


@compiled
def carried_in(block):
    """What goes on from step to step, in place."""
    motion = vector(block, AT.q), vector(block, AT.u), vector(block, AT.works), vector(block, AT.links)
    guesses = matrix(block, AT.held), cube(block, AT.guess), whole_vector(block, AT.hard)
    return Carried(*motion, *guesses, matrix(block, AT.impulse), vector(block, AT.since))


@compiled
def samples_in(block):
    """Room for two samples: of the start, which stays as it is, and of now. Forces of pairs are not kept."""
    forces = cube(block, AT.contact), cube(block, AT.ground_force), matrix(block, AT.stick), matrix(block, AT.stats)
    impulse, pairs = cube(block, AT.sample_impulse), np.empty((2, 1, 0, 2))
    record = ContactRecord(*forces, impulse, pairs, cube(block, AT.strongest))
    return Samples(matrix(block, AT.sample_q), matrix(block, AT.sample_u), matrix(block, AT.sample_works), record)


# --- states -----------------------------------------------------------------------------------------------------------


@compiled
def take_state(x, places, q, u, works):
    """Coordinates, rates and works of the engine's state: ``contact.coordinates.coordinates_of``."""
    joints, heading = q.shape[0] - 3, 2.0 * np.arctan2(x[6], x[3])
    c, s = np.cos(heading), np.sin(heading)
    q[0], q[1], q[2] = x[0], x[1], heading
    u[0], u[1], u[2] = c * x[7] - s * x[8], s * x[7] + c * x[8], x[9]
    for k in range(joints):
        q[3 + k], u[3 + k] = x[10 + k], x[10 + joints + k]
    for k in range(places.shape[0]):
        works[k] = x[10 + 2 * joints + places[k]]


@compiled
def put_state(q, u, works, places, x):
    """The engine's state: ``contact.coordinates.states_of``."""
    joints, heading = q.shape[0] - 3, q[2]
    c, s = np.cos(heading), np.sin(heading)
    x[0], x[1], x[2] = q[0], q[1], 0.0
    x[3], x[4], x[5], x[6] = np.cos(heading / 2), 0.0, 0.0, np.sin(heading / 2)
    x[7], x[8], x[9] = c * u[0] + s * u[1], -s * u[0] + c * u[1], u[2]
    for k in range(joints):
        x[10 + k], x[10 + joints + k] = q[3 + k], u[3 + k]
    for k in range(places.shape[0]):
        x[10 + 2 * joints + places[k]] = works[k]


@compiled
def clear(part):
    for k in range(part.shape[0]):
        part[k] = 0.0


@compiled
def keep(parts):
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
def give_back(kept, parts):
    """What was kept, back to its vectors."""
    place = 0
    for part in parts:
        for k in range(part.shape[0]):
            part[k] = kept[place + k]
        place += part.shape[0]


# --- obstacles at the start -------------------------------------------------------------------------------------------


@compiled
def find_deepest(links, outlines, obstacles, corners, found):
    """The link that lies deepest inside an obstacle: found becomes its number, that of the obstacle, and the depth [m]."""
    gap, _, _, link, obstacle = deepest(links, outlines, obstacles, corners)
    found[0], found[1], found[2] = link, obstacle, -gap


# --- the kernels ------------------------------------------------------------------------------------------------------


@compiled
def take_steps(address, steps):
    """``steps`` steps more in place; the status. Where it is not RUNNING, everything is as after the last good step.

    A call that ends early is done again up to its last good step, from what was kept before it (``ContactLoop.step``).
    """
    block = slots_at(address, SLOTS)
    code = Code(whole(block, AT.terms), vector(block, AT.work), whole(block, AT.small))
    machine, carried, samples = machine_in(block), carried_in(block), samples_in(block)
    scene, laws, inputs = scene_in(block, machine), laws_in(block), inputs_in(block)
    failure = Failure(matrix(block, AT.failure_B), matrix(block, AT.failure_table), vector(block, AT.passing))
    grid, done = Grid(block[AT.begin], block[AT.dt], NEVER), whole(block, AT.done)
    q, u, works, links, held, guess, hard, impulse, since = carried
    parts = (q, u, works, links, flat(held), flat(guess), flat(impulse), since)
    kept, patience = keep(parts), hard[0]
    last, status = advance_moreau(code, inputs, machine, scene, laws, grid, carried, samples, failure, done, done + steps)
    if status != RUNNING:
        give_back(kept, parts)
        hard[0] = patience
        advance_moreau(code, inputs, machine, scene, laws, grid, carried, samples, failure, done, last)
    block[AT.gathered] += last - done
    block[AT.done] = last
    put_state(q, u, works, whole_vector(block, AT.places), vector(block, AT.x))
    return status


@compiled
def begin(address, number):
    """Begin at the state x: nothing known of any contact, no step done. REFUSED where a link lies inside an obstacle."""
    block, machine = slots_at(address, SLOTS), machine_in(slots_at(address, SLOTS))
    q, u, works, links, held, guess, hard, impulse, since = carried_in(block)
    take_state(vector(block, AT.x), whole_vector(block, AT.places), q, u, works)
    for part in (flat(held), flat(guess), flat(impulse), since, vector(block, AT.touch)):
        clear(part)
    hard[0] = 0
    block[AT.done], block[AT.gathered] = 0.0, 0.0
    still, clock = np.zeros(q.shape[0]), np.zeros(1)
    signals = np.zeros(3 * whole(block, AT.coefficients + 2))
    terms = make_terms(q.shape[0], machine.loads.shape[0], works.shape[0] - 4)
    pointers = addresses(clock, q, still, vector(block, AT.p), signals, terms, vector(block, AT.work))
    call_pointers(whole(block, AT.terms), pointers)
    copy_to(terms.links, links)
    deepest = vector(block, AT.passing)
    find_deepest(links, machine.outlines, matrix(block, AT.obstacles), matrix(block, AT.corners), deepest)
    return REFUSED if deepest[2] > block[AT.overlap] else RUNNING


@compiled
def hand_out(address, number):
    """What the contacts did, into ``touch``; what has gathered begins anew. Without steps since then it stays as it is."""
    block = slots_at(address, SLOTS)
    steps, out = block[AT.gathered], vector(block, AT.touch)
    if steps == 0.0:
        return RUNNING
    impulse, since = matrix(block, AT.impulse), vector(block, AT.since)
    contact, ground, stick = cube(block, AT.contact)[NOW], cube(block, AT.ground_force)[NOW], matrix(block, AT.stick)[NOW]
    links, time, place = stick.shape[0], steps * block[AT.dt], 0
    for i in range(links):
        for c in range(2):
            out[place], out[place + 2 * links] = contact[i, c], impulse[i, c]
            out[place + 4 * links], out[place + 6 * links] = impulse[i, c] / time, ground[i, c]
            place += 1
    for i in range(links):
        out[8 * links + i] = stick[i]
    for k in range(3):
        out[9 * links + k] = since[k]
    clear(flat(impulse))
    clear(since)
    block[AT.gathered] = 0.0
    return RUNNING


KERNELS = {"kernel_moreau": take_steps, "kernel_moreau_start": begin, "kernel_moreau_frame": hand_out}
