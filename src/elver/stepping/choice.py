"""Which method takes a run: how stiff the model is, and what that means for the step."""

from __future__ import annotations

import warnings
from dataclasses import replace

import numpy as np

from elver.errors import InputError
from elver.native.program import Program
from elver.stepping.plan import ADAPTIVE, Plan
from elver.stepping.trajectory import start_state

# |eigenvalue| dt; a tenth inside the limits 2.78, 1.41, 2, 2 on the real axis
STABLE = {"rk4": 2.5, "adams": 1.27, "heun": 1.8, "semi-implicit": 1.8}


class StiffnessWarning(UserWarning):
    """The step is longer than an explicit method can take on this model."""


def choose_method(program: Program, plan: Plan, parameters: np.ndarray, resume=None, start=None) -> tuple[Plan, float | None]:
    """The plan with ``auto`` replaced by a method, and the stiffness [1/s]: the largest |eigenvalue| of df/dx at the start.

    Warns where the step of a fixed-step method is too long. Stiffness None: not looked at, for the method or the model has
    no need (nothing but the base moves freely).
    """
    if plan.method == "moreau":
        raise InputError(f"method moreau steps models with a scene; '{program.model.name}' has none. Use auto.")
    layout = program.equations.layout
    explicit = replace(plan, method="rk4") if plan.method == "auto" else plan
    if plan.method in ADAPTIVE or not (layout.joints or layout.memory):
        return explicit, None
    x, t0 = start_state(program, parameters, resume) if start is None else (start, 0.0)
    eigenvalue = program.fastest_eigenvalue(t0, x, parameters)
    stiffness, smooth = abs(eigenvalue), not jumps(program)
    if stiffness * plan.dt <= STABLE[explicit.method]:
        return explicit, stiffness
    if plan.method == "auto" and smooth:
        return replace(plan, method="rodas"), stiffness
    advice = 'method="rodas" does it, and "auto" takes that' if smooth else "rodas is no help against jumps of Coulomb friction"
    warnings.warn(
        f"dt = {plan.dt:g} s is too long for {explicit.method}: the model has the eigenvalue {eigenvalue_text(eigenvalue)} 1/s, "
        f"so that {explicit.method} is stable up to dt = {STABLE[explicit.method] / stiffness:.2g} s. {advice}.",
        StiffnessWarning,
        stacklevel=3,
    )
    return explicit, stiffness


def jumps(program: Program) -> bool:
    """Whether a computed joint has Coulomb friction. Where such a joint sticks, error control never finds a step to accept."""
    return any(joint.coulomb and joint.mode != "driven" for joint in program.model.robot.moving_joints)


def eigenvalue_text(value: complex) -> str:
    """A real number, or a conjugate pair, with four digits."""
    return f"{value.real:.4g}" + (f" +- {abs(value.imag):.4g}i" if value.imag else "")
