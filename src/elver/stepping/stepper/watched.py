"""What a stepper shows at the end of every call: recorded quantities and other functions of the state, in one vector."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, runtime_checkable

import casadi as ca

from elver.equations import Equations
from elver.errors import InputError, unknown_name
from elver.pieces import Written


@runtime_checkable
class Graphed(Protocol):
    """What is watched besides recorded quantities: a name, and its function of (t, x, p, u)."""

    @property
    def name(self) -> str: ...
    def graph(self, equations: Equations) -> ca.Function: ...


Wanted: TypeAlias = "str | Graphed"


@dataclass(frozen=True, eq=False)
class Watched:
    """graph(t, x, p, u) -> all that is watched, one after the other; where each stands, and in which shape (row-major).

    touching: what the graph gives in part alone, by name: ``complete(values, contact, ground)`` adds the forces of contacts.
    """

    graph: Written
    places: dict[str, slice]
    shapes: dict[str, tuple[int, ...]]
    touching: dict[str, Any] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return self.graph.nnz_out(0)


def watch(equations: Equations, wanted: Iterable[Wanted], elsewhere: dict[str, tuple[int, ...]] | None = None) -> Watched:
    """The graph of all that is wanted. elsewhere: names and shapes of what no graph gives (contact); they come last, as zeros."""
    wanted = (wanted,) if isinstance(wanted, (str, Graphed)) else tuple(wanted)
    (args, y), others = equations.observed, elsewhere or {}
    found: dict[str, tuple[ca.SX, tuple[int, ...]]] = {}
    for one in sorted(wanted, key=lambda one: isinstance(one, str) and one in others):
        if not isinstance(one, (str, Graphed)):
            raise InputError(f"outputs: {one!r} cannot be watched. Give names of recorded quantities, or sensors.")
        name = one if isinstance(one, str) else one.name
        if name in found:
            raise InputError(f"outputs: '{name}' is named twice. Give every one a name of its own.")
        found[name] = expression(equations, one, args, y, others)
    places, start = {}, 0
    for name, (part, _) in found.items():
        places[name] = slice(start, start + part.numel())
        start += part.numel()
    graph = equations.observing("watched", ca.vertcat(ca.SX(0, 1), *(part for part, _ in found.values())))
    touching = {one.name: one for one in wanted if not isinstance(one, str) and getattr(one, "touching", False)}
    return Watched(graph, places, {name: shape for name, (_, shape) in found.items()}, touching)


def expression(equations: Equations, one: Wanted, args: Sequence[ca.SX], y: ca.SX, others: dict) -> tuple[ca.SX, tuple[int, ...]]:
    """What is wanted as a column, and its shape."""
    if not isinstance(one, str):
        value = ca.densify(ca.vec(one.graph(equations)(*args)))
        return value, (value.numel(),)
    layout, x = equations.recorded, args[1]
    if one == "state":
        return x, (x.numel(),)
    if one == "base_quaternion" and equations.layout.freedoms:
        return x[equations.layout.slices["quaternion"]], (4,)
    if one in others:
        return ca.SX.zeros(math.prod(others[one])), others[one]
    known = [f.name for f in layout.fields]
    if one not in known:
        raise unknown_name("recorded quantity", one, [*known, *others, "state"])
    return y[layout.slices[one]], layout.shape(one)
