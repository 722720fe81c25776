"""What the compiled loops of contact are handed, and the arrays that a step works in."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from elver.contact.record import ContactRecord

COUPLED = 16  # contacts whose friction follows the normal impulse within a step; that of more does so from step to step


class Code(NamedTuple):
    """Native code by address: a machine's terms with an array to work in, and Newton's linear systems (0: loops do as well)."""

    terms: int
    work: np.ndarray
    small: int


class Inputs(NamedTuple):
    """Free parameters of the terms; break points and coefficients of their sampled signals."""

    p: np.ndarray
    breaks: np.ndarray
    coefficients: np.ndarray


class Machine(NamedTuple):
    """Half length and radius [m] of every contour and the mass [kg] on it; 1 for coordinates that a motor turns."""

    outlines: np.ndarray
    loads: np.ndarray
    motors: np.ndarray


class SceneTables(NamedTuple):
    """A scene as numbers.

    obstacles, corners: see ``Scene.table``.   ground: friction (forward, backward, across), -1 first where there is none.
    meets[i, j]: 1 for links that touch each other where they meet; empty where links do not touch each other at all.
    things: what each place of contact belongs to, see records.py.   size [m]: the smallest way that can pass anything.
    """

    obstacles: np.ndarray
    corners: np.ndarray
    ground: np.ndarray
    gravity: float
    restitution: float
    friction: float
    meets: np.ndarray
    things: np.ndarray
    size: float


class Laws(NamedTuple):
    """Settings of a run (see ContactSettings), the solver as a number."""

    implicit: bool
    solver: int
    r_normal: float
    r_friction: float
    tolerance: float
    most: int


class Grid(NamedTuple):
    """Time at step 0 and length of a step [s]; steps between two samples."""

    begin: float
    dt: float
    every: int


class Carried(NamedTuple):
    """All that a step changes and the next one starts from.

    works [J]: motor, motor_positive, friction, normal, then the flows of the media.   links: poses at which obstacles passed were
    last looked for.   ground, contacts: impulses of the last step, the warm start of the next.   hard: see ``solve``.
    impulse, since: sums and largest values since the last sample: impulses of every link; residual, penetration, iterations.
    """

    q: np.ndarray
    u: np.ndarray
    works: np.ndarray
    links: np.ndarray
    ground: np.ndarray
    contacts: np.ndarray
    hard: np.ndarray
    impulse: np.ndarray
    since: np.ndarray


class Samples(NamedTuple):
    """One row per sample: coordinates, velocities, works, and what the contacts did."""

    q: np.ndarray
    u: np.ndarray
    works: np.ndarray
    record: ContactRecord


class Failure(NamedTuple):
    """What a step that failed leaves behind.

    B, table: of a contact problem that was not solved; rows of ``table`` are free, P, kind, start, three limits, and the sizes.
    passing: link, obstacle and way [m] of a step over an obstacle; or link, obstacle and friction of ``slides_into_paradox``.
    B has as many rows as a contact problem may have.
    """

    B: np.ndarray
    table: np.ndarray
    passing: np.ndarray


class Terms(NamedTuple):
    """The terms at the middle of a step, see ``ContactTerms``; J, C, S column by column: J[k, r] is entry (r, k)."""

    M: np.ndarray
    f: np.ndarray
    torque: np.ndarray
    C: np.ndarray
    S: np.ndarray
    links: np.ndarray
    J: np.ndarray
    flows: np.ndarray


class ContactRows(NamedTuple):
    """The rows of a contact problem: Jacobian W and impulses P; of every block its kind, first row and limits (see ``Problem``),
    its link and place of contact, the direction in which its impulse acts, and its gap [m]."""

    W: np.ndarray
    kind: np.ndarray
    start: np.ndarray
    limits: np.ndarray
    owner: np.ndarray
    normal: np.ndarray
    P: np.ndarray


class BlockPlace(NamedTuple):
    """Where the next block of rows goes, its number and first row, and what it is of: a link and its place of contact."""

    block: int
    row: int
    link: int
    place: int


class Closed(NamedTuple):
    """A closed contact of a link: gap [m], normal, the nearest point of its segment from the contour's centre [m, world], its
    radius [m], and the coefficient of friction."""

    gap: float
    nx: float
    ny: float
    rx: float
    ry: float
    radius: float
    friction: float


class Velocities(NamedTuple):
    """Coordinates and velocities of one step.

    middle: coordinates in its middle.   end, unpushed: velocities at its end, with and without impulses.   b, A, L: momentum
    balance A w = b and the factor of A.   y: motion B^T P.   Y, B, free: see ``contact_factor``.
    """

    middle: np.ndarray
    end: np.ndarray
    unpushed: np.ndarray
    b: np.ndarray
    y: np.ndarray
    A: np.ndarray
    L: np.ndarray
    Y: np.ndarray
    B: np.ndarray
    free: np.ndarray


class StepWorkspace(NamedTuple):
    """What one step works with: terms, the time and the signals that they are taken at, rows and velocities."""

    terms: Terms
    rows: ContactRows
    velocities: Velocities
    clock: np.ndarray
    signals: np.ndarray
