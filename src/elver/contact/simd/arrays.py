"""What the compiled loop of machines side by side is handed, and the arrays that it works in.

The last dimension of most arrays is the machine ("lane"; a single run has one): a row holds one number of every machine. What
only plain loops look at (warm starts, impulses, samples) has the machine first. Inside the loop arrays are blocks
(``codegen.kernels.simd``).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from elver.codegen.kernels.system import SignalTables
from elver.contact.record import ContactRecord
from elver.contact.single.arrays import COUPLED


class LaneCode(NamedTuple):
    """Native code by address: terms of all machines at once with an array to work in; Newton's linear systems of one machine.

    memory, whole: rows of numbers and of whole numbers to work in, see ``memory_rows``.
    """

    terms: int
    work: np.ndarray
    small: int
    memory: np.ndarray
    whole: np.ndarray


class LaneInputs(NamedTuple):
    """Free parameters [parameter, lane] and the tables of the machines' signals."""

    p: np.ndarray
    shelf: SignalTables


class Obstacles(NamedTuple):
    """Obstacles and corners of polygons, see ``Scene.table``; what each place of contact belongs to, see single/records.py."""

    table: np.ndarray
    corners: np.ndarray
    things: np.ndarray


class LaneMachines(NamedTuple):
    """Half length and radius [m] of every contour [link, 2, lane], the mass on it [kg] [link, lane]; 1 for coordinates that a
    motor turns.   reach: the last coordinate that moves each link.   number, places: of links, and where each can touch.
    """

    outlines: Any
    loads: Any
    motors: Any
    reach: Any
    number: int
    places: int


class LaneScenes(NamedTuple):
    """Scenes of the same obstacles whose numbers may differ: ground [3, lane], gravity, restitution, friction and size [lane].

    number: of obstacles.   grounded, bouncing, rubbing: whether any machine has ground, restitution and friction of obstacles.
    things, size, meets: see ``SceneTables``.   self_contact: whether links touch each other at all.
    """

    number: int
    things: Any
    self_contact: bool
    meets: Any
    ground: Any
    gravity: Any
    restitution: Any
    friction: Any
    size: Any
    grounded: bool
    bouncing: bool
    rubbing: bool


class LaneGrid(NamedTuple):
    """Time at step 0 of every machine and length of a step [s]; steps between two samples."""

    begin: np.ndarray
    dt: float
    every: int


class LaneCarried(NamedTuple):
    """All that a step changes and the next one starts from, see ``Carried``.

    q, u, works, links, ground [number, lane]; contacts [lane, link, place, 4]; impulse [lane, link, 2]; since [3, lane].
    ground, contacts: warm starts of the next step, which go on as the last two steps did, then the last step's impulses.
    steps: good ones so far.   status: how a machine ended; whoever is not RUNNING stays where it is.
    passing: link, obstacle and way [m] of a step over an obstacle, or what ``_slides_into_paradox`` finds.
    """

    q: Any
    u: Any
    works: Any
    links: Any
    ground: Any
    contacts: Any
    impulse: Any
    since: Any
    steps: Any
    status: Any
    passing: Any


class LaneSamples(NamedTuple):
    """Rows of samples by machine: coordinates, velocities, works; and what the contacts did, where ``recorded``."""

    q: np.ndarray
    u: np.ndarray
    works: np.ndarray
    record: ContactRecord
    recorded: bool


class LaneTerms(NamedTuple):
    """Blocks that the compiled terms fill at the middle of a step (see ``lane_terms``): G holds two rows per link, its velocity
    along and across its axis, T one, its turning.   c, s: damping and stiffness of every joint by itself.
    """

    M: Any
    f: Any
    torque: Any
    c: Any
    s: Any
    links: Any
    G: Any
    T: Any
    flows: Any


class LaneRows(NamedTuple):
    """Blocks of the contact problems' rows: two per link on the ground, then one or two per slot, filled up to whole fours.

    A slot holds one closed contact of every machine, nothing (zeros) where it has fewer.
    W, B [row, freedom, lane]; P, free [row, lane].   limits [link, 3, lane]: half axes of the ground's friction.
    bound [slot, lane]: friction over normal impulse.   normal [slot, 2, lane].   deepest [lane]: penetration [m].
    earlier [slot, 2, lane]: the last step's impulses, normal and friction.
    Whole numbers: owner [slot, 2, lane]: link and place.   count [lane]: contacts of every machine.   previous [slot, 2, lane],
    known [lane]: contacts whose warm starts are set, and how many.   reach: last freedom of every four rows that is not zero.
    """

    W: Any
    B: Any
    P: Any
    free: Any
    limits: Any
    bound: Any
    normal: Any
    deepest: Any
    earlier: Any
    owner: Any
    count: Any
    previous: Any
    known: Any
    reach: Any


class NewtonWorkspace(NamedTuple):
    """Blocks of Newton's method, see ``newton``. weight: of every block of rows [link or slot row, lane].   found: what machines
    ended with.   starts: see ``add_squares``.   X, S, there: motions and operator of what slides, and a buffer for one motion.
    """

    Q: Any
    z: Any
    gamma: Any
    ahead: Any
    slope: Any
    found: Any
    weight: Any
    y: Any
    g: Any
    d: Any
    V: Any
    H: Any
    R: Any
    starts: Any
    X: Any
    S: Any
    there: Any


class SimdStepWorkspace(NamedTuple):
    """Blocks of a step: its matrix and factor; coordinates in the middle; velocities without impulses and at the end; y = B^T P;
    mean velocities; then one row each: time, signals, weight times dt, residual, iterations, marks.
    """

    A: Any
    R: Any
    middle: Any
    unpushed: Any
    end: Any
    y: Any
    mean: Any
    clock: Any
    scale: Any
    error: Any
    used: Any
    alive: Any
    good: Any
    near: Any
    signals: Any


class Size(NamedTuple):
    """Freedoms, links, links on the ground, rows of a slot; slots and rows in use (whole fours).

    even: whether all sets of the ground's friction are discs.
    """

    freedoms: int
    links: int
    pairs: int
    stride: int
    slots: int
    rows: int
    even: bool


# --- How much memory a step of machines side by side works in (parted in ``linear``).

_ONES = 7  # blocks of one row in SimdStepWorkspace


def memory_rows(n: int, links: int, pairs: int, capacity: int, flows: int, signals: int, width: int) -> tuple[int, int]:
    """Rows of numbers and of whole numbers for machines of n freedoms with so many links, pairs on the ground, closed contacts,
    flows of media and signals (values, rates, accelerations). width: of the machines side by side.
    """
    most, wide = padded_rows(pairs, capacity), n + n % 2
    terms = n * n + 4 * n + 4 * links + 3 * links * n + flows
    rows = most * (2 * n + 2) + 3 * pairs + 5 * capacity + 1
    newton = 7 * most + 4 * n + most * wide + wide * wide + n * n + COUPLED * (n + COUPLED + 1)
    step = 2 * n * n + 5 * n + _ONES + signals
    return terms + rows + newton + step, 4 * capacity + 2 + -(-most // 4 // width) + 1 + -(-n // width)


def padded_rows(pairs: int, capacity: int) -> int:
    """Rows that ``capacity`` closed contacts may need."""
    return (2 * pairs + 2 * capacity + 3) // 4 * 4
