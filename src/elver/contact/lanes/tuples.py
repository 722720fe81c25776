"""What the compiled loop of machines side by side is handed, and the arrays that it works in.

The last dimension of most arrays is the machine ("lane"): one row holds one number of every machine. What only plain loops look
at (guesses, impulses, samples) has the machine first.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from elver.compiled.system import Shelf
from elver.contact.record import ContactRecord


class LaneCode(NamedTuple):
    """Native code by address: terms of all machines at once with an array to work in; Newton's linear systems of one machine."""

    terms: int
    work: np.ndarray
    small: int


class LaneInputs(NamedTuple):
    """Free parameters [parameter, lane] and the tables of the machines' signals."""

    p: np.ndarray
    shelf: Shelf


class LaneMachines(NamedTuple):
    """Half length and radius [m] of every contour [link, 2, lane], the mass on it [kg] [link, lane]; 1 for coordinates that a
    motor turns.   reach: the last coordinate that moves each link.
    """

    outlines: np.ndarray
    loads: np.ndarray
    motors: np.ndarray
    reach: np.ndarray


class LaneScenes(NamedTuple):
    """Scenes of the same obstacles whose numbers may differ: ground [3, lane], gravity, restitution, friction and size [lane].

    grounded, bouncing, rubbing: whether there is ground, restitution and friction of obstacles for any machine. See SceneTables.
    """

    obstacles: np.ndarray
    corners: np.ndarray
    things: np.ndarray
    self_contact: bool
    ground: np.ndarray
    gravity: np.ndarray
    restitution: np.ndarray
    friction: np.ndarray
    size: np.ndarray
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

    q, u, works, links, ground [number, lane]; contacts [lane, link, place, 2]; impulse [lane, link, 2]; since [3, lane].
    steps: good ones so far.   status: how a machine ended; whoever is not RUNNING stays where it is.
    passing: link, obstacle and way [m] of a step over an obstacle.
    """

    q: np.ndarray
    u: np.ndarray
    works: np.ndarray
    links: np.ndarray
    ground: np.ndarray
    contacts: np.ndarray
    impulse: np.ndarray
    since: np.ndarray
    steps: np.ndarray
    status: np.ndarray
    passing: np.ndarray


class LaneSamples(NamedTuple):
    """Rows of samples by machine: coordinates, velocities, works; and what the contacts did, where ``recorded``."""

    q: np.ndarray
    u: np.ndarray
    works: np.ndarray
    record: ContactRecord
    recorded: bool


class LaneTerms(NamedTuple):
    """The terms at the middle of a step (see ``lane_terms``): G holds two rows per link, its velocity along and across its axis,
    T one, its turning.   c, s: damping and stiffness of every joint by itself.
    """

    M: np.ndarray
    f: np.ndarray
    torque: np.ndarray
    c: np.ndarray
    s: np.ndarray
    links: np.ndarray
    G: np.ndarray
    T: np.ndarray
    flows: np.ndarray


class LaneRows(NamedTuple):
    """Rows of the contact problems: two per link on the ground, then one or two per slot, filled up to whole fours.

    A slot holds one closed contact of every machine, nothing (zeros) where it has fewer.
    W, B [row, freedom, lane]; P, free [row, lane].   limits [link, 3, lane]: half axes of the ground's friction.
    bound [slot, lane]: friction over normal impulse.   reach: last freedom of every four rows that is not zero.
    owner [slot, 2, lane]: link and place.   normal [slot, 2, lane].   count [lane]: contacts of every machine.
    deepest [lane]: penetration [m].   previous [slot, 2, lane], known [lane]: contacts whose guesses are set, and how many.
    """

    W: np.ndarray
    B: np.ndarray
    P: np.ndarray
    free: np.ndarray
    limits: np.ndarray
    bound: np.ndarray
    reach: np.ndarray
    owner: np.ndarray
    normal: np.ndarray
    count: np.ndarray
    deepest: np.ndarray
    previous: np.ndarray
    known: np.ndarray


class Size(NamedTuple):
    """Freedoms, links on the ground, rows of a slot, slots in use, rows in use (whole fours)."""

    freedoms: int
    pairs: int
    stride: int
    slots: int
    rows: int
