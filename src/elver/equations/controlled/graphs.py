"""The equations of a model as CasADi functions of its inputs, for controllers, estimators and optimal control.

Elver's own functions have the inputs among the free parameters. Here they are apart: t [s], the state x, the other free
parameters p, the inputs u, and the sampled signals s (values, first and second derivatives; empty where a model has none).
"""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca

from elver.errors import InputError, require_number, whole_steps


def apart(function: ca.Function, places: Sequence[int]) -> ca.Function:
    """A function of (.., p, u) with the entries of p at ``places`` as an argument u of its own and the former u as s."""
    symbols = {name: ca.SX.sym(name, function.nnz_in(name)) for name in function.name_in()}
    others = [k for k in range(symbols["p"].numel()) if k not in places]
    p, u, s = ca.SX.sym("p", len(others)), ca.SX.sym("u", len(places)), symbols["u"]
    whole = ca.SX(symbols["p"].numel(), 1)
    for own, at in ((p, others), (u, places)):
        for k, place in enumerate(at):
            whole[place] = own[k]
    given = [whole if name == "p" else symbol for name, symbol in symbols.items()]
    arguments = {**{name: symbol for name, symbol in symbols.items() if name not in ("p", "u")}, "p": p, "u": u, "s": s}
    results = function.call(given)
    return ca.Function(function.name(), list(arguments.values()), results, list(arguments), function.name_out())


def rk4_function(source, interval: float, dt: float) -> ca.Function:
    """(t, x, p, u) -> the state after ``interval`` seconds with the inputs held, by RK4 steps of ``dt``, as a CasADi function.

    source: what has ``equations``, or they themselves. See ``elver.discrete_function``, which also looks at the step.
    """
    from elver.equations.assembly import Equations

    equations = getattr(source, "equations", source)
    if not isinstance(equations, Equations):
        raise InputError(f"discrete_function takes an elver.Model or Program, not {type(source).__name__}.")
    for name, given in (("interval", interval), ("dt", dt)):
        require_number(name, given, above=0.0, unit="s")
    steps = whole_steps("interval", interval, dt)
    if equations.signals is not None:
        raise InputError(
            f"model '{equations.model.name}' has sampled signals, which change within a step. Use equations.controlled."
        )
    if equations.model.scene is not None:
        raise InputError(f"model '{equations.model.name}' touches a scene: impacts are no part of RK4. Leave out the scene.")
    rhs, s = equations.controlled, ca.SX(0, 1)
    t, x, p, u = (ca.SX.sym(name, rhs.nnz_in(name)) for name in ("t", "x", "p", "u"))
    k1 = rhs(t, x, p, u, s)
    k2 = rhs(t + 0.5 * dt, x + 0.5 * dt * k1, p, u, s)
    k3 = rhs(t + 0.5 * dt, x + 0.5 * dt * k2, p, u, s)
    k4 = rhs(t + dt, x + dt * k3, p, u, s)
    after = x + dt / 6 * (k1 + 2 * (k2 + k3) + k4)
    part = equations.layout.slices["quaternion"]
    if part.stop > part.start:
        after[part] = after[part] / ca.norm_2(after[part])
    step = ca.Function("step", [t, x, p, u], [after], ["t", "x", "p", "u"], ["after"])
    time, state, others, held = (ca.MX.sym(name, rhs.nnz_in(name)) for name in ("t", "x", "p", "u"))
    now = state
    for k in range(steps):
        now = step(time + k * dt, now, others, held)
    return ca.Function("discrete", [time, state, others, held], [now], ["t", "x", "p", "u"], ["after"])
