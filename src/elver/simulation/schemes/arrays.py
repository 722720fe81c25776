"""Coefficients of the schemes, the room that each needs, and the tuples that their loops are handed.

Importing this module does not import Numba.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from elver.codegen.kernels.system import Linear

GROWTH = 5.0  # of a step at most
RODAS, DORMAND_PRINCE = 8, 7  # stages

ROWS = {"semi-implicit": 5, "heun": 5, "rk4": 5, "adams": 9}  # of the room that a step needs, each as long as the state


class StepControl(NamedTuple):
    """How steps are chosen and samples taken.

    t0, end: of the run [s].   output: between samples [s].   again: growth allowed right after a step that was rejected.
    least: mean length of trial steps below which the scheme does not come along [s].
    watch: trial steps of this window, and the time it began at; kept from call to call.
    blame: for every state but the works, how many trial steps of the window it had the largest error in.
    """

    t0: float
    end: float
    output: float
    rtol: float
    atol: float
    again: float
    least: float
    watch: np.ndarray
    blame: np.ndarray


class _Implicit(NamedTuple):
    """What Rodas5P carries besides stages: J = df/dx and ``drift`` = df/dt at the start of a step, the factors M of W with their
    ``order`` of rows, and room b for a right-hand side.
    """

    linear: Linear
    J: np.ndarray
    drift: np.ndarray
    M: np.ndarray
    order: np.ndarray
    b: np.ndarray


def make_implicit(linear: Linear, states: int) -> _Implicit:
    """Room for steps of a model with so many states."""
    m = len(linear.coupled)
    J, M, order = np.zeros((states, m)), np.empty((m, m)), np.empty(m, dtype=np.int64)
    return _Implicit(linear, J, np.empty(states), M, order, np.empty(m))
