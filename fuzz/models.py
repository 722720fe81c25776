"""simulate, simulate_batch, gradient, sensitivities and native functions of small random models; some arguments are odd."""

from __future__ import annotations

import json
import math
import sys
import warnings
from functools import cache
from pathlib import Path
from random import Random

import numpy as np

from .case import Kind, Report
from .child import forked, warm
from .odd import VALUES
from .verdict import judge

METHODS = ("auto", "rk4", "adams", "heun", "semi-implicit", "dopri5", "rodas")
SCENARIOS = {
    "eel": {"body.joints": 2},
    "crawler": {"links": 3},
    "swimmer": {"links": 3},
    "gray": {},
    "aiko-flat": {"links": 3},
    "aiko-obstacles": {"links": 3},
}
FREE = {"eel": ("gait.amplitude", "gait.period"), "swimmer": ("gait.amplitude",)}
UNARY = (
    "sin",
    "cos",
    "tan",
    "exp",
    "log",
    "sqrt",
    "fabs",
    "floor",
    "ceil",
    "tanh",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "sign",
)
FAR = 1e13  # rad: a sine of larger angles may be no number, but never a wrong one
CLOSE = 1e-12  # relative: two libraries' elementary functions


def attack(chance: Random, folder: Path) -> Report:
    """One call in a process of its own."""
    warm()
    verb = chance.choice((run, run, run, batch, batch, slopes, native))
    seed = chance.randrange(10**9)
    plan = Random(seed)
    what, small, call = verb(plan)
    ended = forked(lambda: tried(call), folder)
    findings, long = judge(ended, small)
    if not findings and not long:
        findings = json.loads(ended.out.splitlines()[-1])
    return Report(what, findings, long)


def tried(call) -> int:
    """Call; print what is wrong with the answer as a list."""
    from elver import ElverError

    warnings.simplefilter("ignore")
    try:
        wrong = call()
    except ElverError as error:
        wrong = [] if str(error).strip() else ["an error without a message"]
    print(json.dumps(wrong))
    return 0


@cache
def scenario_model(name: str):
    from elver import scenario

    return scenario(name).prepared(SCENARIOS[name], FREE.get(name, ()))


@cache
def random_machines() -> tuple:
    """The generator of machines that the tests use."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "helpers"))
    import random_machines as made

    return made.BASES, made.SHAPES, made.Recipe, made.random_machine


def any_model(chance: Random):
    """A small machine of a scenario, or a random tree that falls and tumbles."""
    if chance.random() < 0.6:
        name = chance.choice(list(SCENARIOS))
        return name, scenario_model(name)
    from elver import InitialState, Model
    from elver.drive import Spring
    from elver.forces import Gravity

    BASES, SHAPES, Recipe, random_machine = random_machines()
    recipe = Recipe(chance.randrange(1000), chance.randint(1, 4), chance.choice(SHAPES), chance.choice(BASES))
    robot = random_machine(recipe).robot
    joints = [j.name for j in robot.moving_joints]
    rates = {name: chance.choice((0.0, chance.uniform(-3, 3))) for name in joints}
    return str(recipe), Model(
        str(recipe), passive_robot(robot), {"gravity": Gravity()}, elastic=Spring(), start=InitialState(rates=rates)
    )


def passive_robot(robot):
    """The same tree with passive joints."""
    from dataclasses import replace

    from elver import Robot

    joints = [replace(j, mode="passive") if j.type != "fixed" else j for j in robot.joints]
    return Robot(robot.name, robot.bodies, joints, robot.base)


def times(chance: Random) -> tuple[dict, bool]:
    """Duration, step and method; whether they are good ones."""
    dt = chance.choice((1e-3, 1e-3, 5e-4, 3e-3))
    asked = {"duration": chance.choice((0.02, 0.05, chance.uniform(0.001, 0.05))), "dt": dt, "method": chance.choice(METHODS)}
    if chance.random() < 0.4:
        asked["every"] = chance.choice((dt, 0.01, 0.3, chance.uniform(1e-4, 0.1)))
    if chance.random() < 0.25:
        asked[chance.choice(list(asked))] = chance.choice(VALUES)
        return asked, False
    return asked, True


def grouped(asked: dict) -> dict:
    """The same as arguments of a verb."""
    import elver

    groups = {"solver": (elver.Solver, "dt", "method"), "save": (elver.Save, "every"), "compute": (elver.Compute, "threads")}
    parts = {
        what: kind(**{name: asked[name] for name in names if name in asked})
        for what, (kind, *names) in groups.items()
        if any(name in asked for name in names)
    }
    return {"duration": asked["duration"], **parts}


def run(chance: Random):
    """A run twice: it ends where it was asked to, with the same bits."""
    name, model = any_model(chance)
    asked, good = times(chance)

    def call() -> list[str]:
        from elver import compile_model, simulate

        program = compile_model(model)
        first, second = (simulate(program, **grouped(asked), progress=False) for _ in range(2))
        return judge_run(first, asked) + ([] if identical(first.data, second.data) else ["a repeat has other bits"])

    return f"simulate({name}, {asked})", good, call


def judge_run(run, asked: dict) -> list[str]:
    """What is wrong with a run."""
    wrong = []
    try:
        json.dumps(run.summary, allow_nan=False)
    except ValueError as error:
        wrong.append(f"summary: {error}")
    if run.status != "finished":
        return wrong + ([] if run.summary.get("status_detail") else [f"status {run.status} without a word"])
    end = float(run.data.time[-1])
    if not math.isclose(end, asked["duration"], rel_tol=1e-9):
        wrong.append(f"finished at {end} s of {asked['duration']} s")
    if not np.isfinite(run.data.body_twist.values).all():
        wrong.append("finished with numbers that are not finite")
    return wrong


def identical(a, b) -> bool:
    return all(a[name].values.tobytes() == b[name].values.tobytes() for name in a.data_vars if a[name].dtype.kind == "f")


def batch(chance: Random):
    """A batch with one odd machine: the others are what they are alone."""
    name, model = any_model(chance)
    asked, good = times(chance)
    asked["threads"] = chance.choice((1, 2))
    count = chance.randint(1, 5)
    odd = chance.choice((math.nan, math.inf, 1e308, -1.0, 0.0, 1e-320)) if chance.random() < 0.4 else None
    good = good and odd is None

    def call() -> list[str]:
        from elver import compile_model, simulate_batch

        program = compile_model(model)
        names = list(program.equations.parameters)
        values = {n: [float(program.parameter_vector(None)[k])] * count for k, n in enumerate(names)}
        if names and odd is not None:
            values[names[0]] = [odd, *values[names[0]][1:]]
        states = None if names else np.tile(program.start(program.parameter_vector(None))[0], (count, 1))
        data = simulate_batch(program, parameters=values or None, initial_states=states, progress=False, **grouped(asked))
        status = [str(s) for s in data.status.values]
        return [] if len(status) == count and all(status) else [f"statuses {status} of {count} machines"]

    return f"simulate_batch({name}, {count} machines, first parameter {odd}, {asked})", good, call


def slopes(chance: Random):
    """Gradients and sensitivities: finite, or refused."""
    name = chance.choice(("eel", "swimmer"))
    asked, good = times(chance)
    asked.pop("every", None)
    if chance.random() < 0.7:
        asked["method"] = "rk4"
    forward = chance.random() < 0.4
    goal = chance.choice(("mean_speed", "work", "cost_of_transport", "final_heading", "werk", ""))

    def call() -> list[str]:
        import elver

        if forward:
            elver.sensitivities(scenario_model(name), **grouped(asked))
            return []
        found = elver.gradient(scenario_model(name), goal, **grouped(asked))
        return [] if np.isfinite(found.gradient).all() and math.isfinite(found.value) else ["a gradient that is not finite"]

    return f"{'sensitivities' if forward else f'gradient of {goal}'} of {name}, {asked}", good, call


def native(chance: Random):
    """A native function beside CasADi's own evaluation, at odd arguments."""
    names = [chance.choice(UNARY) for _ in range(6)]
    pool = (0.0, -0.0, 1e-320, 1e-8, 1.0, -1.0, 3.0, 709.0, 1e5, 1e10, 1e15, 1e16, 1e17, 1e22, 1e300, math.inf, math.nan)
    at = [chance.choice(pool) * chance.choice((1.0, -1.0, chance.uniform(0.5, 2))) for _ in range(6)]

    def call() -> list[str]:
        import casadi as ca

        from elver.codegen import compile_function

        x = ca.SX.sym("x", 6)
        graph = ca.Function("odd", [x], [ca.vertcat(*(getattr(ca, n)(x[k]) for k, n in enumerate(names)))])
        expected = np.array(graph(at)).ravel()
        mine = np.asarray(compile_function(graph)(np.array(at))).ravel()
        return [
            f"{n}({a!r}) = {m!r}, not {e!r}"
            for n, a, m, e in zip(names, at, mine.tolist(), expected.tolist(), strict=True)
            if not (math.isnan(m) and (math.isnan(e) or abs(a) > FAR)) and not math.isclose(m, e, rel_tol=CLOSE, abs_tol=1e-300)
        ]

    return f"native {names} at {at}", True, call


KIND = Kind("models", "simulate, batch, gradient and native calls on small random models", attack, weight=3)
