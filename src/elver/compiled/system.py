"""A machine as compiled loops see it: native code, and what it is called with besides time and state. Importing this module does
not import Numba.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

NUDGE = 1e-6  # m/s, rad/s: where a norm has no derivative (at rest) it is taken next to it


class System(NamedTuple):
    """Native code at ``address``, usually of f in x' = f(t, x, p, u(t)).

    work: numbers of room that the code needs.   p: free parameters.   breaks, coefficients: of the signals u, see ``piecewise``.
    velocity_like: places in x of velocities.   quaternion: place of the base's quaternion; -1 where there is none.
    """

    address: int
    work: int
    p: np.ndarray
    breaks: np.ndarray
    coefficients: np.ndarray
    velocity_like: np.ndarray
    quaternion: int


class Shelf(NamedTuple):
    """Tables of signals one behind the other, for machines with signals of their own. which: the table of every machine.

    The breaks of table k are those from first_break[k] up to first_break[k + 1], its pieces those from first_piece[k] on.
    """

    breaks: np.ndarray
    coefficients: np.ndarray
    first_break: np.ndarray
    first_piece: np.ndarray
    which: np.ndarray


class Scratch(NamedTuple):
    """Arrays that a loop makes once for the calls of native code: time (and its change), signals, their rates, working room.

    at: addresses of clock, parameters, u and work, for the call that loops make most often.
    lanes: None; or, for machines side by side with clocks of their own, the time [s] that is added to that of a call.
    shelf: None; or the tables of machines side by side with signals of their own.
    """

    clock: np.ndarray
    u: np.ndarray
    udot: np.ndarray
    work: np.ndarray
    at: tuple[int, int, int, int]
    lanes: np.ndarray | None
    shelf: Shelf | None


class Linear(NamedTuple):
    """How a loop collects df/dx: the address of the directional derivative, and groups of columns (``native.Columns``)."""

    tangent: int
    seeds: np.ndarray
    owner: np.ndarray
    coupled: np.ndarray
    quadratures: np.ndarray


class Pace(NamedTuple):
    """Fixed steps: step k starts at (origin + k) h [s]; every ``every``-th state is kept."""

    origin: int
    h: float
    every: int


class Variation(NamedTuple):
    """Native code of f with ``lanes`` directional derivatives at once, and what every direction changes besides the state:

    slope: the step size.   pdot: the parameters; pdot[g, :, k] is direction g * lanes + k.
    """

    system: System
    lanes: int
    slope: np.ndarray
    pdot: np.ndarray
