"""What a module is, as plain data for whoever opens it: where states, parameters and outputs stand, and what they mean."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from elver.contact.record import NOT_WITH_CONTACT
from elver.equations.inputs import declare_memory
from elver.equations.layout import Field
from elver.errors import InputError
from elver.live.kernels.placing import KernelBlock
from elver.live.kernels.records import TouchField, touch_labels
from elver.live.sliders.kinds import followed_periods
from elver.live.steps import Steps
from elver.native.program import Program
from elver.results.provenance import drawn_regions, free_values, gait_period
from elver.statuses import STATUSES

FORMAT = 1
OWN_TO_PAGES = ("input", "clock")  # owners of states that a slider brings along
OF_SCENE = ("ground", "obstacles", "gravity", "restitution", "friction")  # parts of a kernel's block that may be written


@dataclass(frozen=True)
class Addresses:
    """Where arrays of doubles stand in memory: state, parameters, outputs."""

    x: int
    p: int
    y: int


@dataclass(frozen=True)
class Touched:
    """What is recorded of contacts: fields, behind those of the equations, and the names of the links."""

    fields: Sequence[TouchField] = ()
    links: Sequence[str] = ()

    @property
    def size(self) -> int:
        return sum(field.size for field in self.fields)


def described(program: Program, steps: Steps, at: Addresses, block: KernelBlock, touched: Touched) -> dict[str, Any]:
    """The description of a module (plain JSON)."""
    values = free_values(program, program.parameter_vector())
    begin, step = ("begin", "dt") if steps.method == "moreau" else ("origin", "h")
    numbers = {"done": block.number("done"), "begin": block.number(begin), "step": block.number(step)}
    numbers |= {"tolerance": block.number("tolerance")} if "tolerance" in block.layout.parts else {}
    return {
        "format": FORMAT,
        "name": program.model.name,
        "method": steps.method,
        "dt": steps.dt,
        "notes": [steps.note] if steps.note else [],
        "period": gait_period(program.model, values) or None,
        "regions": drawn_regions(program.model, values),
        "signals": covered(program),
        "addresses": {"x": at.x, "p": at.p, "y": at.y, **numbers},
        "all_states": list(program.equations.layout.names),
        "states": visible_states(program),
        "parameters": parameters(program),
        "tables": tables(block),
        "inside": inside(program, block),
        "outputs": outputs(program, touched),
        "statuses": {s.code: {"word": s.word, "text": s.cause} for s in STATUSES if s.code is not None},
    }


def covered(program: Program) -> dict[str, float] | None:
    """The time that recorded signals last [s], where a machine goes by some that end: it cannot go on beyond them."""
    table = program.equations.signals
    return None if table is None or table.period is not None else {"from": table.begin, "to": table.end}


def visible_states(program: Program) -> list[dict[str, Any]]:
    """Name and place of every state but those that follow sliders."""
    names, hidden = program.equations.layout.names, hidden_states(program)
    return [{"name": name, "place": k} for k, name in enumerate(names) if k not in hidden]


def hidden_states(program: Program) -> set[int]:
    """Places of the states that follow inputs, and of the clocks of gaits."""
    first = program.equations.layout.slices["memory"].start
    slots = declare_memory(program.model).slots
    return {first + k for owner, slot in slots.items() if owner[0] in OWN_TO_PAGES for k in range(slot.start, slot.stop)}


def parameters(program: Program) -> list[dict[str, Any]]:
    """Free parameters in the order of p. states: places of value, rate and acceleration that follow a smooth input.

    clocks: of gaits whose period goes with it: place of the clock's state, power and base as in ``Slider``.
    allowed: ``low``, ``high`` and ``above``, where there are such bounds.
    """
    first, slots = program.equations.layout.slices["memory"].start, declare_memory(program.model).slots
    clocks = clocks_by_name(program)
    found = []
    for place, (name, value) in enumerate(program.equations.parameters.items()):
        slot = slots.get(("input", name), slice(0, 0))
        states = [first + k for k in range(slot.start, slot.stop)]
        row = {"name": name, "place": place, "value": float(value), "kind": "smooth" if states else "direct", "states": states}
        found.append(row | optional("clocks", clocks.get(name, [])) | optional("allowed", allowed(program, name)))
    return found


def optional(key: str, value: Any) -> dict[str, Any]:
    """An entry that is left out where it is empty."""
    return {key: value} if value else {}


def allowed(program: Program, name: str) -> dict[str, float]:
    """Bounds of a free parameter."""
    quantity = program.model.free[name].quantity
    bounds = {key: getattr(quantity, key, None) for key in ("low", "high", "above")}
    return {key: float(bound) for key, bound in bounds.items() if bound is not None and math.isfinite(bound)}


def clocks_by_name(program: Program) -> dict[str, list[dict[str, float]]]:
    """Clocks in the state by the smooth inputs that move the periods of their gaits; without those of no simple law."""
    model, slots = program.model, declare_memory(program.model).slots
    first, smooth = program.equations.layout.slices["memory"].start, [n for n, one in model.inputs.items() if one.smooth]
    found: dict[str, list[dict[str, float]]] = {}
    try:
        periods = followed_periods(model, smooth)
    except InputError:
        return found
    for k, (_, powers, base) in enumerate(periods):
        for name, power in powers.items():
            found.setdefault(name, []).append({"state": first + slots["clock", k].start, "power": power, "base": base})
    return found


def tables(block: KernelBlock) -> dict[str, dict[str, int]]:
    """Numbers of the scene that may be written while a machine runs: where they begin, and how many there are."""
    found = {}
    for name in (n for n in OF_SCENE if n in block.layout.parts):
        array = block.arrays.get(name)
        found[name] = (
            {"address": array.address, "count": math.prod(array.shape)} if array else {"address": block.number(name), "count": 1}
        )
    return found


def inside(program: Program, block: KernelBlock) -> dict[str, Any] | None:
    """Where a refused start says which link lies how deep [m] in which obstacle (three numbers), and the names of both."""
    scene = program.model.scene
    if scene is None or "passing" not in block.arrays:
        return None
    obstacles = [o.name or f"number {k}" for k, o in enumerate(scene.obstacles, 1)]
    return {"address": block.arrays["passing"].address, "links": list(program.contact_graph.bodies), "obstacles": obstacles}


def outputs(program: Program, touched: Touched) -> dict[str, Any]:
    """Fields with their places in the output array, and the labels of their dimensions."""
    recorded = program.equations.recorded
    left_out = NOT_WITH_CONTACT if touched.fields else ()
    fields = [
        field_entry(f, recorded.shape(f), recorded.slices[f.name].start)
        for f in recorded.fields
        if f.name not in left_out and 0 not in recorded.shape(f)
    ]
    fields += [field_entry(f, f.shape, recorded.size + f.place) for f in touched.fields]
    labels: Mapping[str, Sequence[str]] = {**recorded.labels, **(touch_labels(touched.links) if touched.fields else {})}
    used = {dim for f in fields for dim in f["dims"]}
    return {
        "size": recorded.size + touched.size,
        "fields": fields,
        "labels": {d: list(n) for d, n in labels.items() if d in used},
    }


def field_entry(field: Field | TouchField, shape: Sequence[int], place: int) -> dict[str, Any]:
    return {
        "name": field.name,
        "dims": list(field.dims),
        "unit": field.unit,
        "meaning": field.meaning,
        "shape": list(shape),
        "place": place,
    }
