"""Which engine moves the machines of a stepper."""

from __future__ import annotations

from typing import Any

import numpy as np

from elver.choices import ADAPTIVE
from elver.contact import ContactSettings
from elver.errors import InputError
from elver.native.program import Program
from elver.sensing import Sensor, Sensors
from elver.stepping.choice import choose_method
from elver.stepping.nonsmooth import chosen_settings
from elver.stepping.plan import Plan, contact_plan
from elver.stepping.stepper.adaptive import OwnSteps
from elver.stepping.stepper.contact import ContactSteps, force_shapes
from elver.stepping.stepper.fixed import FixedSteps
from elver.stepping.stepper.loop_watch import LoopWatch
from elver.stepping.stepper.watched import watch


def make_engine(
    program: Program,
    plan: Plan,
    p: np.ndarray,
    x: np.ndarray,
    outputs: tuple,
    machines: int,
    many: bool,
    clip: bool,
    threads: int,
    contact: ContactSettings | None,
) -> tuple[Any, Plan]:
    """The engine of a program, and the plan with its method. p, x: of a machine that can begin."""
    settings = chosen_settings(program, contact)
    if plan.method == "adams":
        raise InputError("method adams remembers steps before the last, which inputs that change make worthless. Use rk4.")
    plan = contact_plan(plan) if program.model.scene is not None else choose_method(program, plan, p, start=x)[0]
    watched = watch(program.equations, [alone(one, program) for one in outputs], force_shapes(program))
    if plan.method == "moreau":
        return ContactSteps(program, plan, settings, watched, machines, many, clip, threads), plan
    loops = program.equations.loops is not None
    engine: Any
    if plan.method in ADAPTIVE:
        engine = OwnSteps(program, plan, watched, machines, clip, threads)
    else:
        engine = FixedSteps(program, plan.method, plan.dt, watched, machines, many, clip, threads)
    return LoopWatch(engine, program, plan.dt) if loops else engine, plan


def alone(one: Any, program: Program) -> Any:
    """What is to be watched; a sensor of contacts together with what makes forces of its graph."""
    if not (isinstance(one, Sensor) and one.from_contacts):
        return one
    made = Sensors((one,), program.model)
    made.name = one.name
    return made
