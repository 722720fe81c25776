"""A machine as compiled loops see it: native code, and what it is called with besides time and state. Importing this module does
not import Numba.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

NUDGE = 1e-6  # m/s, rad/s: where a norm has no derivative (at rest) it is taken next to it


class System(NamedTuple):
    """Native code at ``address``, usually of f in x' = f(t, x, p, u(t)).

    work: size of its work array.   p: free parameters.   breaks, coefficients: of the signals u (``evaluate_signals``).
    velocity_like: places in x of velocities.   quaternion: place of the base's quaternion; -1 where there is none.
    """

    address: int
    work: int
    p: np.ndarray
    breaks: np.ndarray
    coefficients: np.ndarray
    velocity_like: np.ndarray
    quaternion: int


class SignalTables(NamedTuple):
    """Tables of signals one behind the other, for machines with signals of their own. which: the table of every machine.

    The breaks of table k are those from first_break[k] up to first_break[k + 1], its pieces those from first_piece[k] on.
    """

    breaks: np.ndarray
    coefficients: np.ndarray
    first_break: np.ndarray
    first_piece: np.ndarray
    which: np.ndarray


class Workspace(NamedTuple):
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
    shelf: SignalTables | None


class Linear(NamedTuple):
    """How a loop collects df/dx: the address of the directional derivative, and groups of columns (``native.Columns``)."""

    tangent: int
    seeds: np.ndarray
    owner: np.ndarray
    coupled: np.ndarray
    quadratures: np.ndarray


class StepGrid(NamedTuple):
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


# --- Explicit Runge-Kutta schemes whose stage s starts from the rate of stage s - 1 alone. Kernels, derivatives and
# GPU code read the same numbers.
#
#     k_s = f(t + c_s h, x + c_s h k_(s-1)),        x(t + h) = x + h sum_s b_s k_s


class _Tableau(NamedTuple):
    """nodes c and weights b."""

    nodes: tuple[float, ...]
    weights: tuple[float, ...]


RK4 = _Tableau((0.0, 0.5, 0.5, 1.0), (1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0))
HEUN = _Tableau((0.0, 1.0), (0.5, 0.5))
TABLEAUX = {"rk4": RK4, "heun": HEUN}


# --- Calls of compiled loops from Python without a look at the types of their arguments: it costs more than a short loop does.


def entry_of(loop: Any, *arguments: Any) -> Callable:
    """What calls a compiled loop with arguments of these very types and array layouts; it is compiled where that is missing.

    Nothing is checked later: arrays must stay writeable, of the same kind of numbers, dimensions and order in memory.
    """
    from numba import typeof

    if not hasattr(loop, "overloads"):  # a plain function under NUMBA_DISABLE_JIT
        return loop
    return loop.compile(tuple(typeof(argument) for argument in arguments))
