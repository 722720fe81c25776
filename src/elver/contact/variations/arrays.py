"""What the compiled loop with variations is handed, and the arrays that it works in.

Directions go side by side, four at a time: the last axis of an array of changes is the lane, the first one the group.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

LANES = 4  # directions side by side: their sums are taken at once, and so is the native code


class Plain(NamedTuple):
    """What the loop without variations is handed: the arguments of ``advance_moreau``."""

    code: tuple
    inputs: tuple
    machine: tuple
    scene: tuple
    laws: tuple
    grid: tuple
    carried: tuple
    samples: tuple
    failure: tuple


class Directions(NamedTuple):
    """What every direction changes.

    address, work: native code of ``change_graph`` and its buffer.   now: coordinates, velocities and works, changed in place.
    samples: them at every sample.   p: free parameters.   numbers: of the scene, in the order of ``contact/scene.py``.
    loads, outlines: masses on the contours; half length and radius, contour by contour.
    closed, rate, pending: of impacts whose instants move, see step.py; ``closed`` is empty where they stay at their steps.
    hits: how many of them there were, but soft ones.
    """

    address: int
    work: np.ndarray
    now: np.ndarray
    samples: np.ndarray
    p: np.ndarray
    numbers: np.ndarray
    loads: np.ndarray
    outlines: np.ndarray
    closed: np.ndarray
    rate: np.ndarray
    pending: np.ndarray
    hits: np.ndarray


class Slopes(NamedTuple):
    """Rows as combinations of a link's velocity (vx, vy, turning), W_r = factors . J of the link, and how these change.

    link: of the row, and of the other link it acts on (see rows.py).   factors[r, 0 or 1]: of both.
    by[r, 0 or 1]: derivatives of the factors by the six numbers of both contours (see rows.py).   gap: those of the gap.
    """

    link: np.ndarray
    factors: np.ndarray
    by: np.ndarray
    gap: np.ndarray


class Active(NamedTuple):
    """The laws of a step in force.

    state: of every row, see active.py.   size: how many rows are held, how many pairs slide.   held: the independent held rows.
    X: motions of unit impulses of held rows, friction that goes along included.   S: operator of held rows, factored.
    sliding: first rows of pairs that slide.   tangent: direction along the border of the set, and how far the impulse goes that
    way per relative velocity.   H: factor of the motion's operator with what slides.   Q, order: buffers.
    """

    state: np.ndarray
    size: np.ndarray
    held: np.ndarray
    X: np.ndarray
    S: np.ndarray
    sliding: np.ndarray
    tangent: np.ndarray
    H: np.ndarray
    Q: np.ndarray
    order: np.ndarray


class Shifts(NamedTuple):
    """Changes within one step, of one group of directions.

    q, start, u: coordinates in its middle, velocities at its start and end.   out: what the graph gives back.
    gamma, before: relative velocities at the end (first with the end velocity held) and at the start.   P: impulses of the rows.
    y: motion.   pushes: on the contours.   target: what held rows lack, then their impulses.
    """

    q: np.ndarray
    start: np.ndarray
    u: np.ndarray
    out: np.ndarray
    gamma: np.ndarray
    before: np.ndarray
    P: np.ndarray
    y: np.ndarray
    pushes: np.ndarray
    target: np.ndarray
