"""Where results come from: model, parameters, settings, versions; and how a run ended."""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from numbers import Real
from typing import Any

import casadi as ca
import numpy as np

from elver.drive import SignalTable
from elver.equations import Model
from elver.equations.closure import describe
from elver.equations.limits.undefined import undefined_parts
from elver.errors import is_symbol
from elver.forces.effect import surroundings_of
from elver.native.program import Program
from elver.robot import Robot
from elver.statuses import BY_WORD
from elver.stepping.loop_status import LOOP_WORDS, loop_text
from elver.stepping.trajectory import Trajectory

ALIGNED = 0.98  # cosine between two axes of a ball joint from which on they lie in one line, about 11 degrees
LIBRARIES = ("elver", "casadi", "llvmlite", "numba", "numpy", "xarray")


@cache
def versions() -> dict[str, str]:
    """Versions of everything that decides the numbers."""
    found = {"python": platform.python_version()}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "unknown"
    return found


def origin(
    kind: str, program: Program, settings: Mapping[str, Any], wall_time: float, values: Mapping[str, float]
) -> dict[str, Any]:
    """Attributes that all results share. kind: ``run`` or ``batch``.   values: of the free parameters, where all share them."""
    model = program.model
    return {
        "title": f"Elver {kind} of {model.name}",
        "model": model.name,
        "parameters": json.dumps({**model.parameters, **values}, default=str),
        "settings": json.dumps(settings),
        "versions": json.dumps(versions()),
        "wall_time": wall_time,
        **({} if program.equations.signals is None else {"signals": json.dumps(described_signals(program.equations.signals))}),
    }


def parameter_words(model: Model) -> dict[str, tuple[str, ...]]:
    """Unit, meaning and the unit they are shown in (empty: their own) of the parameters of a model, where they are known."""
    known = {name: f.quantity for name, f in model.free.items() if f.quantity is not None}
    free = {name: (q.unit, q.meaning, q.shown_in) for name, q in known.items()}
    return {**free, **model.words}


def described_signals(table: SignalTable) -> dict[str, Any]:
    """Which samples a run was driven by: names, times [s], and a digest of all numbers."""
    times = {"from": float(table.times[0]), "to": float(table.times[-1]), "period": table.period}
    return {"names": list(table.names), "samples": len(table.times), **times, "digest": table.digest}


def run_provenance(program: Program, settings: Mapping[str, Any], p: np.ndarray, trajectory: Trajectory, data) -> dict[str, Any]:
    """Attributes that say what was run, how, with what, and how it ended."""
    model, free = program.model, free_values(program, p)
    return {
        **origin("run", program, settings, trajectory.wall_time, free),
        "parameter_words": json.dumps(parameter_words(model)),
        "base": model.robot.base,
        "status": trajectory.status,
        "status_detail": explain(program, p, trajectory, data),
        "seed": "none: the run is deterministic",
        "steps": trajectory.steps,
        "build_time": program.build_time,
        "compile_time": program.compile_time,
        **({"origin": json.dumps(dict(model.origin))} if model.origin else {}),
        **({"preparation": json.dumps(dict(model.preparation))} if model.preparation else {}),
        **({"regions": json.dumps(regions)} if (regions := drawn_regions(model, free)) else {}),
        **({"surroundings": json.dumps(around)} if (around := drawn_surroundings(model, free)) else {}),
        **({"loops": describe(program.equations, own)} if model.robot.loops and (own := program.start(p)[1]) else {}),
    }


def drawn_regions(model: Model, values: Mapping[str, float]) -> list[dict[str, object]]:
    """Regions along x that the media have, as plain numbers: ``name``, and ``from`` and ``to`` [m] where they end."""
    own = [region for force in model.media.values() if hasattr(force, "regions") for region in force.regions()]
    return [{key: plain(model, values, value) for key, value in region.items()} for region in own]


def drawn_surroundings(model: Model, values: Mapping[str, float]) -> dict[str, object]:
    """What the machine is in or on, for pictures: ``water`` with the height of its surface [m] or None, ``ground`` True."""
    found: dict[str, object] = {}
    for force in model.media.values():
        for key, value in surroundings_of(force, lambda v: plain(model, values, v)).items():
            found[key] = plain(model, values, value) if found.get(key) is None else found[key]
    return found | ({"ground": True} if model.scene is not None and model.scene.ground is not None else {})


def plain(model: Model, values: Mapping[str, float], value):
    """A place of pictures as a number, at values of the free parameters in order; words and nothing as they are."""
    if not is_symbol(value):
        return float(value) if isinstance(value, Real) and not isinstance(value, bool) else value
    symbols = ca.vertcat(*(f.symbol for f in model.free.values()), ca.SX(0, 1))
    return float(ca.Function("place", [symbols], [value])(list(values.values())))


def free_values(program: Program, p: np.ndarray) -> dict[str, float]:
    """The free parameters of a run by name."""
    return dict(zip(program.equations.parameters, p.tolist(), strict=True))


def gait_period(model: Model, values: Mapping[str, float]) -> float:
    """Period of the gait [s]; 0 where it has none. values: of the free parameters, in order."""
    period = getattr(model.gait, "period", 0.0)
    if not is_symbol(period):
        return float(period)
    symbols = [f.symbol for f in model.free.values()]
    return float(ca.Function("period", symbols, [period])(*values.values()))


def explain(program: Program, p: np.ndarray, trajectory: Trajectory, data) -> str:
    """One sentence on how a run ended; for a failure the time and the fastest body."""
    end, robot = trajectory.times[-1], program.model.robot
    if trajectory.status == "finished":
        return f"reached {end:g} s" + (f"; {trajectory.detail}" if trajectory.detail else "")
    if trajectory.status == "interrupted":
        return f"interrupted at {end:g} s; everything up to there is kept"
    if len(trajectory.times) == 1 and trajectory.status in ("diverged", "step too small") and not trajectory.detail:
        return f"{trajectory.status} at the start: {cause_at_start(program, p, trajectory)}"
    loops = loop_text(data, trajectory.status) if trajectory.status in LOOP_WORDS else ""
    locked = lock_text(robot, data) if trajectory.status in ("diverged", "step too small", "too many steps") else ""
    cause = locked or trajectory.detail or loops or BY_WORD[trajectory.status].cause
    fastest = fastest_body(data) if not cause.startswith("body '") else ""  # one body is enough
    return f"{trajectory.status} after {end:.6g} s{fastest}: {cause}. Every good step is kept."


def fastest_body(data) -> str:
    """The body that moves or turns fastest at the last sample, with the largest component of its velocity; empty at rest."""
    speed = np.abs(data.body_twist.values[-1])
    if not speed.max() > 0:
        return ""
    body, component = np.unravel_index(int(np.argmax(speed)), speed.shape)
    return f" at body '{data.body.values[body]}' (fastest, {float(speed.max()):.3g} {'m/s' if component < 3 else 'rad/s'})"


def cause_at_start(program: Program, p: np.ndarray, trajectory: Trajectory) -> str:
    """Why the first step fails: a part of the model that has no number there, a singular machine, a step that is too long."""
    t, x = float(trajectory.times[0]), trajectory.states[0]
    u = program.signal_values(t)
    own = p.copy()
    if trajectory.inputs is not None:
        own[program.input_places] = trajectory.inputs[0]
    if bad := undefined_parts(program.equations, t, x, own, u):
        more = f" (and {len(bad) - 1} more)" if len(bad) > 1 else ""
        return (
            f"{bad[0]}{more} is not a finite number there. Look for a division by a speed or a root at rest, and give the law "
            "its limit: casadi.if_else, or sqrt(v^2 + small^2) in place of |v|."
        )
    if np.isfinite(np.asarray(program.rhs(t, x, own, u))).all():
        return (
            "the equations are finite there, but not within the first step: it is too long, or a law has no number on its way. "
            "Use a smaller dt."
        )
    return (
        "all forces and laws are finite there, but the accelerations are not. Look for a singular machine: a joint that moves no "
        "inertia about its axis."
    )


def lock_text(robot: Robot, data) -> str:
    """Words about a ball joint near its gimbal lock at the end of a run: its first and last axis in one line; empty for none."""
    massless = {body.name for body in robot.bodies if body.virtual}
    for second in robot.moving_joints:
        last = next((joint for joint in robot.moving_joints if joint.parent == second.child), None)
        if (
            last is None
            or not {second.parent, second.child} <= massless
            or any(map(is_symbol, (second.theta, second.alpha, last.alpha)))
        ):
            continue
        angle = float(data.joint_position.values[-1][list(robot.joint_names).index(second.name)])
        tilts = np.sin(second.alpha) * np.sin(last.alpha), np.cos(second.alpha) * np.cos(last.alpha)
        if abs(tilts[1] - tilts[0] * np.cos(angle + second.theta)) >= ALIGNED:
            return (
                f"gimbal lock: joint '{second.name}' stands at {angle:.3g} rad, where the first and the last axis of its ball "
                "joint lie in one line and nothing with mass resists about the third. Order the axes otherwise (pitch away from "
                "90 degrees), stop the joint before (JointStops), or give the links between the axes a small mass and inertia"
            )
    return ""
