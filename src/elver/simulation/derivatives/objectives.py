"""Scalars of a run that can be differentiated: those of its metrics that have an expression, and the user's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import casadi as ca

from elver._support.errors import InputError, from_user, is_symbol, unknown_name
from elver.forces import expression
from elver.model import Equations
from elver.model.layout import MetricLike
from elver.results import PLANAR
from elver.results.metrics import GENERAL, distance


class InstantExpressions:
    """One instant of a run as expressions: ``state(name)``, and every recorded quantity by its name in docs/results.md.

    ``moment["base_position"]`` is a column; further keys choose along its dimensions: ``moment["joint_torque", "joint4"]``,
    ``moment["body_position", "tail"]``. Matrices come as one column, row by row. time [s].
    """

    def __init__(self, equations: Equations, time: ca.SX | ca.DM, x: ca.SX | ca.DM, p: ca.SX | ca.DM, u: ca.SX | ca.DM):
        self.equations, self.time, self._inputs = equations, time, (time, x, p, u)

    def state(self, name: str) -> ca.SX:
        """A state by its name in ``program.equations.layout.names``."""
        names = self.equations.layout.names
        if name not in names:
            raise unknown_name("state", name, names)
        return self._inputs[1][names.index(name)]

    def parameter(self, name: str) -> ca.SX | ca.DM:
        """A free parameter by name."""
        names = list(self.equations.parameters)
        if name not in names:
            raise unknown_name("free parameter", name, names)
        return self._inputs[2][names.index(name)]

    @property
    def parameters(self) -> ca.SX | ca.DM:
        """All free parameters, in order."""
        return self._inputs[2]

    @cached_property
    def _outputs(self) -> ca.SX | ca.DM:
        return self.equations.outputs(*self._inputs)

    def __getitem__(self, key: str | tuple[str, ...]) -> ca.SX | ca.DM:
        name, *labels = key if isinstance(key, tuple) else (key,)
        return self._outputs[self.equations.recorded.part(name, labels)]


@dataclass(frozen=True, eq=False)
class _RunExpressions:
    """A whole run as an objective sees it. start, end: its first and last moment.   duration [s].

    integrals: of the objective's integrands over the run, by name.
    """

    start: InstantExpressions
    end: InstantExpressions
    duration: ca.SX
    integrals: Mapping[str, ca.SX] = field(default_factory=dict)

    @property
    def equations(self) -> Equations:
        return self.end.equations

    def own(self, value: Any) -> Any:
        """A number of the model as an expression of the run's parameters, where it was left free."""
        if not is_symbol(value):
            return value
        declared = ca.vertcat(*(f.symbol for f in self.equations.model.free.values()))
        return ca.substitute(value, declared, self.end.parameters)


@dataclass(frozen=True, eq=False)
class Objective:
    """A scalar of a run.

    Parameters
    ----------
    name : str
        What it is called.
    value : callable
        ``value(course)`` -> a CasADi expression of what the run began and ended with.
    integrands : mapping
        Name -> function of an instant; its integral over the run (trapezoidal rule over all steps) is
        ``course.integrals[name]``.
    """

    name: str
    value: Callable[[_RunExpressions], ca.SX]
    integrands: Mapping[str, Callable[[InstantExpressions], ca.SX]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        functions = [self.value, *self.integrands.values()] if isinstance(self.integrands, Mapping) else [None]
        if not all(callable(f) for f in functions):
            raise InputError(
                f"objective '{self.name}': give value, a function of a Course, and integrands, functions of a Moment by name."
            )


def _of_metrics(metrics: Iterable[MetricLike]) -> dict[str, Objective]:
    """Objectives by name, of the metrics that have an expression."""
    return {m.name: Objective(m.name, m.expression) for m in metrics if m.expression is not None}


_NAMED = {"distance": Objective("distance", distance), **_of_metrics((*GENERAL, *PLANAR))}


def as_objective(given: Any, metrics: Iterable[MetricLike] = ()) -> Objective:
    """An objective from its name, a function of a Course, or itself. metrics: of the model, whose names count too."""
    if isinstance(given, Objective):
        return given
    if isinstance(given, str):
        own = _of_metrics(metrics)
        if given in own:
            return own[given]
        if given not in _NAMED:
            raise unknown_name("objective", given, _NAMED)
        return _NAMED[given]
    if callable(given) and not isinstance(given, type):
        return Objective(getattr(given, "__name__", "objective"), given)
    raise InputError(
        f"objective is a {type(given).__name__}. Give one of {', '.join(_NAMED)}, a function of a Course, "
        "or an elver.simulation.Objective."
    )


@dataclass(frozen=True, eq=False)
class ObjectiveGraph:
    """ends(x0, xT, p, u0, uT, duration, integrals) -> value and its derivatives by x0, xT, p and the integrals.

    integrands(t, x, p, u) -> the integrands, stacked; None where there are none.   names: of the integrals.
    """

    ends: ca.Function
    integrands: ca.Function | None
    names: tuple[str, ...]


def write_objective(equations: Equations, objective: Objective) -> ObjectiveGraph:
    """The graphs of an objective for one model."""
    rhs = equations.rhs
    x0, xT, x = (ca.SX.sym(name, rhs.nnz_in("x")) for name in ("x0", "xT", "x"))
    u0, uT, u = (ca.SX.sym(name, rhs.nnz_in("u")) for name in ("u0", "uT", "u"))
    p, t, duration = ca.SX.sym("p", rhs.nnz_in("p")), ca.SX.sym("t"), ca.SX.sym("duration")
    names = tuple(objective.integrands)
    integrals = ca.SX.sym("integrals", len(names))
    course = _RunExpressions(
        InstantExpressions(equations, ca.SX(0), x0, p, u0),
        InstantExpressions(equations, duration, xT, p, uT),
        duration,
        dict(zip(names, ca.vertsplit(integrals), strict=True)) if names else {},
    )
    what = f"objective '{objective.name}'"
    value = expression(what, from_user(what, objective.value, course), (1, 1))
    ends = [x0, xT, p, u0, uT, duration, integrals]
    slopes = [ca.densify(ca.gradient(value, by)) for by in (x0, xT, p, integrals)]
    moment = InstantExpressions(equations, t, x, p, u)
    stacked = [
        expression(f"integrand '{name}' of {what}", from_user(f"integrand '{name}' of {what}", f, moment), (1, 1))
        for name, f in objective.integrands.items()
    ]
    refuse_loose(what, ca.vertcat(value, *stacked), [*ends, t, x, u])
    integrands = ca.Function("integrands", [t, x, p, u], [ca.densify(ca.vertcat(*stacked))], ["t", "x", "p", "u"], ["g"])
    return ObjectiveGraph(ca.Function("ends", ends, [ca.densify(value), *slopes]), integrands if names else None, names)


def refuse_loose(what: str, value: ca.SX, inputs: list) -> None:
    """No symbol in the objective that is not part of the run."""
    known = {s.name() for s in ca.symvar(ca.vertcat(*inputs))}
    loose = [s.name() for s in ca.symvar(value) if s.name() not in known]
    if loose:
        raise InputError(
            f"{what} uses the symbol '{loose[0]}', which is no part of the run. Use course.start, .end and .parameter(name)."
        )
