"""Steps of a model as a CasADi function, with a look at their length."""

from __future__ import annotations

import warnings
from typing import Any

import casadi as ca

from elver.model import Model, Program, assemble
from elver.model.assembly import rk4_function
from elver.simulation.schemes.table import stable_limit
from elver.simulation.stiffness import StiffnessWarning, eigenvalue_text, moves_freely, stiffest_eigenvalue


def discrete_function(source: Any, interval: float, dt: float) -> ca.Function:
    """Steps of a model as a CasADi function: (t, x, p, u) -> the state after ``interval`` seconds with the inputs held.

    The steps are those of ``simulate`` by rk4; the quaternion has unit length after each.

    Parameters
    ----------
    source : Model or Program
        The machine.
    interval : float
        [s].
    dt : float
        Length of a step [s].

    Returns
    -------
    casadi.Function
        Its p are the free parameters that are no inputs (``equations.settings`` has their values).

    Warns
    -----
    StiffnessWarning
        Where dt is too long for the steps at the model's start, where ``simulate`` would take another method.
    """
    program = Program(assemble(source), None, None, 0.0, 0.0) if isinstance(source, Model) else source
    function = rk4_function(program, interval, dt)
    if isinstance(program, Program) and moves_freely(program.model, program.equations.layout):
        p = program.parameter_vector()
        eigenvalue = stiffest_eigenvalue(program, 0.0, program.initial_state(p), p)
        if abs(eigenvalue) * dt > stable_limit("rk4"):
            warnings.warn(
                f"dt = {dt:g} s is too long for the RK4 steps of discrete_function: at its start model '{program.model.name}' "
                f"has the eigenvalue {eigenvalue_text(eigenvalue)} 1/s, so that they are stable up to dt = "
                f"{stable_limit('rk4') / abs(eigenvalue):.2g} s, and the states run away or shake. Use a shorter dt; the "
                "interval may stay as it is.",
                StiffnessWarning,
                stacklevel=2,
            )
    return function
