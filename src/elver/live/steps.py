"""How a live machine is stepped: a method of fixed steps, and a step that it is stable with."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass

from elver.choices import ADAPTIVE
from elver.errors import InputError, unknown_name
from elver.native.program import Program
from elver.stepping.choice import STABLE, StiffnessWarning, choose_method
from elver.stepping.plan import METHODS, make_plan, seconds

SHORTEST = 1e-6  # s: shorter steps do not reach real time by far


@dataclass(frozen=True)
class Steps:
    """method and dt [s] of a live machine.   note: why they are not those asked for; empty where they are."""

    method: str
    dt: float
    note: str = ""


def live_steps(program: Program, dt: float, method: str = "auto") -> Steps:
    """Fixed steps for a program: those asked for; where ``auto`` or an adaptive method would be implicit, shorter ones of rk4."""
    if method not in METHODS:
        raise unknown_name("method", method, METHODS)
    dt = seconds("dt", dt, "a time step in seconds, greater than 0, such as 0.001")
    signals = program.equations.signals
    if signals is not None and signals.begin > 0.0:
        raise InputError(
            f"model '{program.model.name}' cannot be a live page: its sampled signals begin at {signals.begin:g} s. "
            "Record them from 0 s on, where a page begins."
        )
    if program.model.scene is not None:
        if method not in ("auto", "moreau"):
            raise InputError(f"method {method} cannot step model '{program.model.name}', which has a scene. Use auto or moreau.")
        return Steps("moreau", dt)
    explicit = "rk4" if method in ("auto", *ADAPTIVE) else method
    rate = stiffness(program, dt, explicit)
    if method == explicit or rate * dt <= STABLE[explicit]:
        why = "" if method in ("auto", explicit) else f"by {explicit} in fixed steps of {dt:g} s instead of {method}"
        return Steps(explicit, dt, why)
    parts = math.ceil(rate * dt / STABLE[explicit])
    if dt / parts < SHORTEST:
        raise InputError(
            f"model '{program.model.name}' is too stiff for a live page: its fastest eigenvalue {rate:.3g} 1/s asks for steps of "
            f"{dt / parts:.2g} s; {SHORTEST:g} s are the shortest. Soften the stiffest spring or gain, or show a recorded run."
        )
    return Steps(
        explicit,
        dt / parts,
        f"by {explicit} in steps of {dt / parts:.3g} s: the fastest eigenvalue of {rate:.3g} 1/s does not allow {dt:g} s",
    )


def stiffness(program: Program, dt: float, method: str) -> float:
    """Size of the fastest eigenvalue at the start [1/s]; 0 where nothing can be stiff."""
    plan = make_plan(dt, dt=dt, method=method, output=dt)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", StiffnessWarning)
        return choose_method(program, plan, program.parameter_vector())[1] or 0.0
