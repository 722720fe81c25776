"""Inputs of the graph: time, free parameters, sampled signals; the gait's motion; the medium's states."""

from __future__ import annotations

from dataclasses import dataclass, field

import casadi as ca
import numpy as np

from elver.drive import Instant, SignalTable
from elver.equations.model import Model
from elver.errors import InputError, unknown_name


@dataclass(frozen=True)
class Symbols:
    """Inputs of the graph. ``gait_signals`` and ``control_signals`` map names to (value, rate, acceleration) symbols."""

    t: ca.SX
    p: ca.SX
    u: ca.SX
    gait_signals: dict = field(default_factory=dict)
    control_signals: dict = field(default_factory=dict)


def declare_inputs(model: Model) -> tuple[Symbols, SignalTable | None]:
    """Symbols of time, free parameters and sampled signals, and the table the signals come from."""
    tables = {role: getattr(getattr(model, role), "signals", None) for role in ("gait", "control")}
    given = [t for t in tables.values() if t is not None]
    if len(given) == 2 and not np.array_equal(given[0].times, given[1].times):
        raise InputError("gait and control are sampled at different times. Resample one of them to the other's times.")
    names = [f"{role}.{n}" for role, t in tables.items() if t is not None for n in t.names]
    triples = {name: ca.SX.sym(name, 3) for name in names}
    u = ca.vertcat(*(triples[n][k] for k in range(3) for n in names)) if names else ca.SX(0, 1)
    by_role = {role: {n.removeprefix(f"{role}."): s for n, s in triples.items() if n.startswith(f"{role}.")} for role in tables}
    p = ca.vertcat(*(f.symbol for f in model.free.values())) if model.free else ca.SX(0, 1)
    table = SignalTable(names, given[0].times, np.hstack([t.values for t in given])) if given else None
    return Symbols(ca.SX.sym("t"), p, u, by_role["gait"], by_role["control"]), table


def gait_motion(model: Model, symbols: Symbols) -> dict[str, tuple]:
    """Angle, rate and acceleration of every joint the gait moves; derivatives by differentiation of the law."""
    if model.gait is None:
        return {}
    signals = symbols.gait_signals
    now = Instant(symbols.t, {name: s[0] for name, s in signals.items()})
    angles = {name: ca.SX(angle) for name, angle in model.gait.motion(now).items()}
    names = model.robot.joint_names
    for name in angles:
        if name not in names:
            raise unknown_name(f"joint moved by the gait of '{model.name}':", name, names)
    for joint in model.robot.moving_joints:
        if joint.mode == "driven" and joint.name not in angles:
            raise InputError(
                f"joint '{joint.name}' is driven but the gait gives it no motion. Add it to the gait (Hold it at 0)."
            )
    stacked = ca.vertcat(*angles.values())
    inputs = ca.vertcat(symbols.t, *(s[0] for s in signals.values()), *(s[1] for s in signals.values()))
    speeds = ca.vertcat(1, *(s[1] for s in signals.values()), *(s[2] for s in signals.values()))
    rates = ca.jtimes(stacked, inputs, speeds)
    accelerations = ca.jtimes(rates, inputs, speeds)
    return {name: (stacked[k], rates[k], accelerations[k]) for k, name in enumerate(angles)}


def memory_names(model: Model) -> dict[tuple[str, int], list[str]]:
    """States of the medium, by force name and body index."""
    memory = {}
    for name, force in model.forces.items():
        for j, body in enumerate(model.robot.bodies):
            states = tuple(force.memory(body)) if hasattr(force, "memory") else ()
            if states:
                memory[name, j] = [f"{name} {body.name} {s}" for s in states]
    return memory
