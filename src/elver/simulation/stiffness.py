"""Which method takes a run: how stiff a model is at its start and at its end, what that means for the step, and what is said."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError
from elver.forces.effect import trait
from elver.model import Model, Program, StateLayout
from elver.model.symbols import declare_inputs, gait_motion
from elver.simulation.integrate import integrate
from elver.simulation.plan import Plan
from elver.simulation.schemes.table import SCHEMES, stable_limit
from elver.simulation.trajectory import Trajectory, name_open_loops, start_state
from elver.symbolic.arrays import is_zero


class StiffnessWarning(UserWarning):
    """The step is longer than an explicit method can take on this model."""


class FrictionWarning(StiffnessWarning):
    """Coulomb friction jumps where steps cannot follow it."""


def choose_method(
    program: Program, plan: Plan, p: np.ndarray, resume: Any = None, start: np.ndarray | None = None
) -> tuple[Plan, float | None]:
    """The plan with ``auto`` replaced by a method, and the stiffness [1/s]: the largest |eigenvalue| of df/dx at the start, and
    at the start with joints moved to where stops and tendons begin to act.

    Warns where the step of a fixed-step method is too long. Stiffness None: not looked at, for the method or the model has
    no need (nothing but the base moves freely).
    """
    if plan.method == "moreau":
        raise InputError(f"method moreau steps models with a scene; '{program.model.name}' has none. Use auto.")
    _warn_of_friction(program)
    explicit = replace(plan, method="rk4") if plan.method == "auto" else plan
    if not can_be_stiff(program, explicit):
        return explicit, None
    x, t0 = start_state(program, p, resume) if start is None else (start, 0.0)
    eigenvalue = stiffest_eigenvalue(program, t0, x, p)
    if not too_long(explicit, eigenvalue):
        return explicit, abs(eigenvalue)
    if plan.method == "auto" and not _jumps(program.model):
        return replace(plan, method="rodas"), abs(eigenvalue)
    warnings.warn(f"{_stiffness_text(program, explicit, eigenvalue)}.", StiffnessWarning, stacklevel=5)
    return explicit, abs(eigenvalue)


def stiffest_eigenvalue(program: Program, t: float, x: np.ndarray, p: np.ndarray) -> complex:
    """Largest eigenvalue of df/dx [1/s], by size, at a state and with joints moved to where stops and tendons begin to act."""
    return max((program.fastest_eigenvalue(t, y, p) for y in (x, *_engaged_states(program, t, x, p))), key=abs)


def _engaged_states(program: Program, t: float, x: np.ndarray, p: np.ndarray) -> Iterator[np.ndarray]:
    """The state with joints moved to where a coupling that is idle there would act."""
    layout, model = program.equations.layout, program.model
    couplings = [c for c in model.couplings.values() if hasattr(c, "engaged")]
    if not couplings:
        return
    symbols, _ = declare_inputs(model)
    free = set(layout.joints)
    given = {name: motion[0] for name, motion in gait_motion(model, symbols).items() if name not in free}
    for coupling in couplings:
        for angles in coupling.engaged(model.robot.joint_names, given):
            names = [name for name in angles if name in free]
            places = symbols.at_rest(ca.vertcat(ca.SX(0, 1), *(angles[name] for name in names)))
            at = ca.Function("places", [symbols.t, symbols.p, symbols.u], [ca.densify(places)])
            moved = x.copy()
            for name, value in zip(names, np.array(at(t, p, program.signal_values(t))).ravel(), strict=True):
                moved[layout.slices["angles"].start + list(layout.joints).index(name)] = value
            yield moved


def judge_end(
    program: Program, requested: str, plan: Plan, trajectory: Trajectory, p: np.ndarray, start: float | None = None
) -> tuple[Trajectory, dict[str, object]]:
    """A run by fixed steps after a look at the stiffness where it ended, and what to note about it: nothing where all is well.

    Where the step was too long there, a run that diverged says so; one whose method was left to Elver (``auto``) goes on by
    rodas from the last sample at which the step was short enough. One that finished warns, unless its start did.
    requested: the method asked for.   start: the stiffness at the start [1/s].
    """
    if trajectory.status not in ("finished", "diverged") or not can_be_stiff(program, plan):
        return trajectory, {}
    eigenvalue = program.fastest_eigenvalue(trajectory.times[-1], trajectory.states[-1], p)
    if not too_long(plan, eigenvalue):
        return trajectory, {}
    noted: dict[str, object] = {"stiffness_at_end": abs(eigenvalue)}
    text = _stiffness_text(program, plan, eigenvalue)
    if trajectory.status == "finished":
        if start is None or not too_long(plan, start):
            warnings.warn(f"at the end of the run {text}.", StiffnessWarning, stacklevel=5)
        return trajectory, noted
    if requested == "auto" and not _jumps(program.model) and len(trajectory.times) > 1:
        return _go_on_implicitly(program, plan, trajectory, p, noted)
    return replace(trajectory, detail=f"{text}; a smaller dt helps"), noted


def _go_on_implicitly(
    program: Program, plan: Plan, trajectory: Trajectory, p: np.ndarray, noted: dict[str, object]
) -> tuple[Trajectory, dict[str, object]]:
    """The run up to the last sample before the step became too long, and on from there by rodas."""
    last = last_stable_sample(program, plan, trajectory, p)
    begin = float(trajectory.times[last])
    left = trajectory.times[0] + plan.duration - begin
    rest = replace(plan, method="rodas", duration=float(left))
    more = integrate(program, rest, p, False, start=trajectory.states[last], t0=begin)
    more = name_open_loops(program, more, plan.dt, p)
    noticed = f"by rodas from {begin:g} s on, where dt = {plan.dt:g} s became too long for {plan.method}"
    joined = Trajectory(
        np.concatenate([trajectory.times[:last], more.times]),
        np.vstack([trajectory.states[:last], more.states]),
        more.status,
        trajectory.steps + more.steps,
        trajectory.wall_time + more.wall_time,
        noticed if more.status == "finished" else more.detail,
    )
    return joined, {**noted, "went_on": {"method": "rodas", "from": begin}}


def last_stable_sample(program: Program, plan: Plan, trajectory: Trajectory, p: np.ndarray) -> int:
    """Number of the last sample before the first one at which the step is too long for the method."""
    for k, (t, x) in enumerate(zip(trajectory.times[1:], trajectory.states[1:], strict=True)):
        if too_long(plan, program.fastest_eigenvalue(t, x, p)):
            return k
    return len(trajectory.times) - 2


def can_be_stiff(program: Program, plan: Plan) -> bool:
    """Whether the method has a limit of stability, and the model more than a base that moves freely."""
    return SCHEMES[plan.method].stable is not None and moves_freely(program.model, program.equations.layout)


def moves_freely(model: Model, layout: StateLayout) -> bool:
    """Whether more than a base moves freely: computed joints, memory, or a force that holds the machine by a stiffness."""
    held = any(trait(force, "stiffness") is not None for force in model.forces.values())
    return bool(layout.joints or layout.memory or held)


def may_take_rodas(model: Model, layout: StateLayout) -> bool:
    """Whether ``auto`` may take rodas for a model. Whether it does, eigenvalues of the compiled one say (``choose_method``)."""
    return model.scene is None and moves_freely(model, layout) and not _jumps(model)


def too_long(plan: Plan, eigenvalue: complex) -> bool:
    """Whether the step is beyond what the plan's explicit method can take."""
    return abs(eigenvalue) * plan.dt > stable_limit(plan.method)


def _stiffness_text(program: Program, plan: Plan, eigenvalue: complex) -> str:
    """What the step should be, and what else can be done."""
    advice = (
        "rodas is no help against jumps of Coulomb friction"
        if _jumps(program.model)
        else 'method="rodas" (`--method rodas`) does it, and "auto" takes that'
    )
    return (
        f"dt = {plan.dt:g} s is too long for {plan.method}: the model has the eigenvalue {eigenvalue_text(eigenvalue)} 1/s, "
        f"so that {plan.method} is stable up to dt = {stable_limit(plan.method) / abs(eigenvalue):.2g} s. {advice}"
    )


def _jumps(model: Model) -> bool:
    """Whether a computed joint has Coulomb friction. Where such a joint sticks, error control never finds a step to accept."""
    return any(not is_zero(joint.coulomb) and joint.mode != "driven" for joint in model.robot.moving_joints)


def _warn_of_friction(program: Program) -> None:
    """Coulomb friction about an axis of a ball or universal joint: what it turns there has no mass, so that it stops and starts
    again within a step, and no ledger shows how far off the path is.
    """
    robot = program.model.robot
    massless = {body.name for body in robot.bodies if body.virtual}
    joints = [j for j in robot.moving_joints if not is_zero(j.coulomb) and j.mode != "driven"]
    if found := [j.name for j in joints if massless & {j.parent, j.child}]:
        warnings.warn(
            f"joint '{found[0]}' has Coulomb friction and turns a link without mass (a ball or universal joint): the error "
            "shrinks slowly with dt, and the ledger does not show it. Compare with a tenth of dt, or use viscous friction.",
            FrictionWarning,
            stacklevel=6,
        )


def eigenvalue_text(value: complex) -> str:
    """A real number, or a conjugate pair, with four digits."""
    return f"{value.real:.4g}" + (f" +- {abs(value.imag):.4g}i" if value.imag else "")
