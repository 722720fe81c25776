"""What a page is told of its module: how it is stepped, where its arrays stand, and what they mean."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from elver._support.choices import ADAPTIVE
from elver._support.errors import InputError, unknown_name
from elver._support.statuses import STATUSES
from elver.contact.record import NOT_WITH_CONTACT
from elver.export.wasm.blocks import KernelBlock, TouchField, touch_labels
from elver.export.wasm.sliders import followed_periods
from elver.model import Field, Program
from elver.model.symbols import declare_memory
from elver.simulation import StiffnessWarning
from elver.simulation.finish import drawn_regions, free_values, gait_period
from elver.simulation.plan import METHODS, make_plan, seconds
from elver.simulation.schemes.table import stable_limit
from elver.simulation.stiffness import choose_method

# --- How a live machine is stepped: a method of fixed steps, and a step that it is stable with.

SHORTEST = 1e-6  # s: shorter steps do not reach real time by far


@dataclass(frozen=True)
class Steps:
    """method and dt [s] of a live machine.   note: why they are not those asked for; empty where they are."""

    method: str
    dt: float
    note: str = ""


def live_steps(program: Program, dt: float, method: str = "auto") -> Steps:
    """Fixed steps for a program: those asked for; where ``auto`` or an adaptive method would be implicit, shorter ones of rk4."""
    if method not in METHODS:
        raise unknown_name("method", method, METHODS)
    dt = seconds("dt", dt, "a time step in seconds, greater than 0, such as 0.001")
    signals = program.equations.signals
    if signals is not None and signals.begin > 0.0:
        raise InputError(
            f"model '{program.model.name}' cannot be a live page: its sampled signals begin at {signals.begin:g} s. "
            "Record them from 0 s on, where a page begins."
        )
    if program.model.scene is not None:
        if set_by_page := sorted(_hidden_states(program)):
            raise InputError(
                f"model '{program.model.name}' cannot be a live page: it has a scene and the state "
                f"{program.equations.layout.names[set_by_page[0]]} of a smooth input. Leave the input or the scene out."
            )
        if method not in ("auto", "moreau"):
            raise InputError(f"method {method} cannot step model '{program.model.name}', which has a scene. Use auto or moreau.")
        return Steps("moreau", dt)
    explicit = "rk4" if method in ("auto", *ADAPTIVE) else method
    rate = stiffness(program, dt, explicit)
    if method == explicit or rate * dt <= stable_limit(explicit):
        why = "" if method in ("auto", explicit) else f"by {explicit} in fixed steps of {dt:g} s instead of {method}"
        return Steps(explicit, dt, why)
    parts = math.ceil(rate * dt / stable_limit(explicit))
    if dt / parts < SHORTEST:
        raise InputError(
            f"model '{program.model.name}' is too stiff for a live page: its fastest eigenvalue {rate:.3g} 1/s asks for steps of "
            f"{dt / parts:.2g} s; {SHORTEST:g} s are the shortest. Soften the stiffest spring or gain, or show a recorded run."
        )
    return Steps(
        explicit,
        dt / parts,
        f"by {explicit} in steps of {dt / parts:.3g} s: the fastest eigenvalue of {rate:.3g} 1/s does not allow {dt:g} s",
    )


def stiffness(program: Program, dt: float, method: str) -> float:
    """Size of the fastest eigenvalue at the start [1/s]; 0 where nothing can be stiff."""
    plan = make_plan(dt, dt=dt, method=method, output=dt)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", StiffnessWarning)
        return choose_method(program, plan, program.parameter_vector())[1] or 0.0


# --- What a module is, as plain data for whoever opens it: where states, parameters and outputs stand, and what they mean.

_FORMAT = 1
_OWN_TO_PAGES = ("input", "clock")  # owners of states that a slider brings along
_OF_SCENE = ("ground", "obstacles", "gravity", "restitution", "friction")  # parts of a kernel's block that may be written


@dataclass(frozen=True)
class Addresses:
    """Where arrays of doubles stand in memory: state, parameters, outputs."""

    x: int
    p: int
    y: int


@dataclass(frozen=True)
class ContactFields:
    """What is recorded of contacts: fields, behind those of the equations, and the names of the links."""

    fields: Sequence[TouchField] = ()
    links: Sequence[str] = ()

    @property
    def size(self) -> int:
        return sum(field.size for field in self.fields)


def described(program: Program, steps: Steps, at: Addresses, block: KernelBlock, touched: ContactFields) -> dict[str, Any]:
    """The description of a module (plain JSON)."""
    values = free_values(program, program.parameter_vector())
    begin, step = ("begin", "dt") if steps.method == "moreau" else ("origin", "h")
    numbers = {"done": block.number("done"), "begin": block.number(begin), "step": block.number(step)}
    numbers |= {"tolerance": block.number("tolerance")} if "tolerance" in block.layout.parts else {}
    return {
        "format": _FORMAT,
        "name": program.model.name,
        "method": steps.method,
        "dt": steps.dt,
        "notes": [steps.note] if steps.note else [],
        "period": gait_period(program.model, values) or None,
        "regions": drawn_regions(program.model, values),
        "signals": _covered(program),
        "addresses": {"x": at.x, "p": at.p, "y": at.y, **numbers},
        "all_states": list(program.equations.layout.names),
        "states": visible_states(program),
        "parameters": parameters(program),
        "tables": _tables(block),
        "inside": _inside(program, block),
        "outputs": _outputs(program, touched),
        "statuses": {s.code: {"word": s.word, "text": s.cause} for s in STATUSES if s.code is not None},
    }


def _covered(program: Program) -> dict[str, float] | None:
    """The time that recorded signals last [s], where a machine goes by some that end: it cannot go on beyond them."""
    table = program.equations.signals
    return None if table is None or table.period is not None else {"from": table.begin, "to": table.end}


def visible_states(program: Program) -> list[dict[str, Any]]:
    """Name and place of every state but those that follow sliders."""
    names, hidden = program.equations.layout.names, _hidden_states(program)
    return [{"name": name, "place": k} for k, name in enumerate(names) if k not in hidden]


def _hidden_states(program: Program) -> set[int]:
    """Places of the states that follow inputs, and of the clocks of gaits."""
    first = program.equations.layout.slices["memory"].start
    slots = declare_memory(program.model).slots
    return {first + k for owner, slot in slots.items() if owner[0] in _OWN_TO_PAGES for k in range(slot.start, slot.stop)}


def parameters(program: Program) -> list[dict[str, Any]]:
    """Free parameters in the order of p. states: places of value, rate and acceleration that follow a smooth input.

    clocks: of gaits whose period goes with it: place of the clock's state, power and base as in ``Slider``.
    allowed: ``low``, ``high`` and ``above``, where there are such bounds.
    """
    first, slots = program.equations.layout.slices["memory"].start, declare_memory(program.model).slots
    clocks = _clocks_by_name(program)
    found = []
    for place, (name, value) in enumerate(program.equations.parameters.items()):
        slot = slots.get(("input", name), slice(0, 0))
        states = [first + k for k in range(slot.start, slot.stop)]
        row = {"name": name, "place": place, "value": float(value), "kind": "smooth" if states else "direct", "states": states}
        found.append(row | _optional("clocks", clocks.get(name, [])) | _optional("allowed", _allowed(program, name)))
    return found


def _optional(key: str, value: Any) -> dict[str, Any]:
    """An entry that is left out where it is empty."""
    return {key: value} if value else {}


def _allowed(program: Program, name: str) -> dict[str, float]:
    """Bounds of a free parameter."""
    quantity = program.model.free[name].quantity
    bounds = {key: getattr(quantity, key, None) for key in ("low", "high", "above")}
    return {key: float(bound) for key, bound in bounds.items() if bound is not None and math.isfinite(bound)}


def _clocks_by_name(program: Program) -> dict[str, list[dict[str, float]]]:
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


def _tables(block: KernelBlock) -> dict[str, dict[str, int]]:
    """Numbers of the scene that may be written while a machine runs: where they begin, and how many there are."""
    found = {}
    for name in (n for n in _OF_SCENE if n in block.layout.parts):
        array = block.arrays.get(name)
        found[name] = (
            {"address": array.address, "count": math.prod(array.shape)} if array else {"address": block.number(name), "count": 1}
        )
    return found


def _inside(program: Program, block: KernelBlock) -> dict[str, Any] | None:
    """Where a refused start says which link lies how deep [m] in which obstacle (three numbers), and the names of both."""
    scene = program.model.scene
    if scene is None or "passing" not in block.arrays:
        return None
    obstacles = [o.name or f"number {k}" for k, o in enumerate(scene.obstacles, 1)]
    return {"address": block.arrays["passing"].address, "links": list(program.contact_graph.bodies), "obstacles": obstacles}


def _outputs(program: Program, touched: ContactFields) -> dict[str, Any]:
    """Fields with their places in the output array, and the labels of their dimensions."""
    recorded = program.equations.recorded
    left_out = NOT_WITH_CONTACT if touched.fields else ()
    fields = [
        _field_entry(f, recorded.shape(f), recorded.slices[f.name].start)
        for f in recorded.fields
        if f.name not in left_out and 0 not in recorded.shape(f)
    ]
    fields += [_field_entry(f, f.shape, recorded.size + f.place) for f in touched.fields]
    labels: Mapping[str, Sequence[str]] = {**recorded.labels, **(touch_labels(touched.links) if touched.fields else {})}
    used = {dim for f in fields for dim in f["dims"]}
    return {
        "size": recorded.size + touched.size,
        "fields": fields,
        "labels": {d: list(n) for d, n in labels.items() if d in used},
    }


def _field_entry(field: Field | TouchField, shape: Sequence[int], place: int) -> dict[str, Any]:
    return {
        "name": field.name,
        "dims": list(field.dims),
        "unit": field.unit,
        "meaning": field.meaning,
        "shape": list(shape),
        "place": place,
    }
