"""States whose independent joints were moved, with their closed loops closed again.

The guesses of dependent joints are functions of time, parameters and the other joints: whoever moves a state puts them back on
the loops, on the assembly they were on, and a direction of motion takes them along.
"""

from __future__ import annotations

from functools import lru_cache

import casadi as ca
import numpy as np

from elver.equations.closure import settled_start
from elver.errors import InputError
from elver.native import Program


def closed(program: Program, p: np.ndarray, t: float, x: np.ndarray) -> tuple[np.ndarray, int]:
    """x with the guesses of its dependent joints on the loops, and which assembly that is. Refuses loops that cannot close.

    An assembly is the sign of a determinant; 0 where there is none to tell them apart by.
    """
    x, found = settled_start(program.equations, t, x, p, program.signal_values(t))
    return x, 0 if found is None else found.branch


def closed_if_possible(program: Program, p: np.ndarray, t: float, x: np.ndarray) -> tuple[np.ndarray, int] | None:
    """The same; None where the loops cannot close."""
    try:
        return closed(program, p, t, x)
    except (InputError, np.linalg.LinAlgError):
        return None


def follow(program: Program, p: np.ndarray, t: float, x: np.ndarray, xdot, pdot, tdot) -> np.ndarray:
    """Rows of xdot with the dependent joints going along: x closed, changes of state, parameters and time by rows."""
    if program.equations.loops is None:
        return xdot
    slopes = np.array(guess_slopes(program)(t, x, p, program.signal_values(t)), dtype=float)
    xdot = xdot.copy()
    xdot[:, program.equations.layout.slices["followers"]] = np.hstack([np.reshape(tdot, (-1, 1)), xdot, pdot]) @ slopes.T
    return xdot


@lru_cache(maxsize=16)
def guess_slopes(program: Program) -> ca.Function:
    """(t, x, p, u) -> derivatives of the dependent joints by t, x and p; zero by their guesses.

    One Newton step from a closed loop changes nothing but has its derivative.
    """
    equations = program.equations
    t, x, p, u = (ca.SX.sym(name, equations.rhs.nnz_in(name)) for name in ("t", "x", "p", "u"))
    joints = equations.loops.at(p).newton(equations.guess(t, x, p, u))[list(equations.loops.dependent)]
    return ca.Function("slopes", [t, x, p, u], [ca.densify(ca.jacobian(joints, ca.vertcat(t, x, p)))])
