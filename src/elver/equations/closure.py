"""Closed loops in the graph of a model.

The dependent joints follow from the others at every instant. Newton's method needs a guess on the right assembly of the
mechanism: one state per dependent joint, integrated with its exact rate, is that guess. It need not be accurate, only near;
the joint's own position is the projected one, so that closure does not drift. A graph has no loops: the number of Newton steps
is fixed, and a closure that they do not reach makes the rate of the guess NaN, which ends the run at the last good step.
"""

from __future__ import annotations

import json

import casadi as ca
import numpy as np

from elver.dynamics import ClosedResult, LoopFunctions, LoopState, Settled, loop_functions, loop_state, settle
from elver.equations.layout import Field
from elver.equations.model import Model

OPEN = 1e-9  # m, rad: Newton's method did not arrive
RECALL = 1.0  # 1/s: the guess is drawn to the solution; slow against any machine, enough against drift over hours


def loops_of(model: Model, p: ca.SX) -> LoopFunctions | None:
    """The loops of the model's robot, if it has any; p: symbols of the free parameters."""
    return loop_functions(model.robot, p) if model.robot.loops else None


def close(loops: LoopFunctions | None, q: list, qd: list) -> tuple[list, list, LoopState | None]:
    """q and qd of all moving joints with those of the dependent ones from closure; q comes with guesses of them."""
    if loops is None:
        return q, qd, None
    state = loop_state(loops, loops.project(ca.vertcat(*q)), ca.vertcat(*qd))
    return ca.vertsplit(state.q), ca.vertsplit(state.qd), state


def guess_rates(loops: LoopState | None, guesses):
    """Rates of the guesses: those of the joints themselves; NaN where a loop is open."""
    if loops is None:
        return ca.SX(0, 1)
    dependent = list(loops.functions.dependent)
    rates = loops.qd[dependent] + RECALL * (loops.q[dependent] - guesses)
    is_closed = ca.norm_inf(loops.functions.error(loops.q)) <= OPEN
    return ca.vertcat(*(ca.if_else(is_closed, rate, np.nan) for rate in ca.vertsplit(rates)))


def loop_fields(loops: LoopState | None, result) -> list[tuple[Field, object]]:
    """What a run records of its loops."""
    if loops is None or not isinstance(result, ClosedResult):
        return []
    error, worst, start = loops.functions.error(loops.q), [], 0
    for loop in loops.functions.robot.loops:
        size = sum(len(axes) for axes in loop.constrained)
        worst.append(ca.norm_inf(error[start : start + size]))
        start += size
    return [
        (Field("loop_closure", ("loop",), "m or rad", "largest closure error of the cut joint"), ca.vertcat(*worst)),
        (Field("loop_condition", (), "1", "condition of the dependent joints' closure (Frobenius)"), loops.condition),
        (Field("cut_wrench", ("loop", "component"), "N, N m",
               "of the cut joint on its second body, first cut frame, at the second's origin"), ca.vertcat(*result.cut_wrenches)),
    ]  # fmt: skip


def settled_start(equations, t: float, x: np.ndarray, p, u) -> tuple[np.ndarray, Settled | None]:
    """The state x with its guesses put on the loops, and the assembly found. Refuses loops that cannot close."""
    if equations.loops is None:
        return x, None
    found = settle(equations.loops.at(p), np.array(equations.guess(t, x, p, u)).ravel())
    x = x.copy()
    x[equations.layout.slices["followers"]] = found.q[list(equations.loops.dependent)]
    return x, found


def is_closed(equations, t: float, x: np.ndarray, p, u) -> bool:
    """Whether the Newton steps of the graph close the loops at a state."""
    loops = equations.loops.at(p)
    q = loops.project(equations.guess(t, x, p, u))
    return bool(np.abs(np.array(loops.error(q))).max() <= OPEN)


def describe(equations, found: Settled) -> str:
    """The assembly at the start as JSON: branch, condition, and where the dependent joints are."""
    robot = equations.model.robot
    start = {name: float(found.q[k]) for k, name in zip(equations.loops.dependent, robot.dependent, strict=True)}
    return json.dumps({"branch": found.branch, "condition": found.condition, "start": start})
