"""The WebAssembly module of a live machine: its equations, kernels and memory, linked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError
from elver.codegen.instructions import split
from elver.codegen.rerolling.build import RolledList, hoisted, recorded_of, worth_rolling
from elver.codegen.wasm.emit import IMPORTS, library_object, wasm_object
from elver.codegen.wasm.functions import function_object
from elver.codegen.wasm.linker import STACK, link
from elver.contact import ContactSettings
from elver.export.wasm.blocks import (
    ContactCode,
    KernelBlock,
    corners_graph,
    fixed_block,
    measured_graph,
    moreau_block,
    touch_fields,
)
from elver.export.wasm.description import Addresses, ContactFields, Steps, described, live_steps
from elver.export.wasm.exports import (
    CLOSING_CALLS,
    Call,
    ExportWriter,
    KernelCall,
    LawChoice,
    LoopOpeningTest,
    SignalTable,
    load,
    pointer,
)
from elver.export.wasm.layout import Placed
from elver.export.wasm.shipped import kernel_object
from elver.forces.blend import Blend
from elver.model import Equations, Program, assemble

# --- The memory of a module before it runs: arrays one behind the other, from the end of the stack on.

_LINE = 16  # bytes: arrays begin at a multiple of it, so that two numbers are loaded at once


class Storage:
    """Hands out addresses and keeps what stands there at the start. ``end``: the first address that is free."""

    def __init__(self) -> None:
        self.end = STACK
        self.segments: list[tuple[int, bytes]] = []

    def place(self, array: np.ndarray) -> int:
        """Put an array (doubles or whole numbers of 64 bits, row by row) into memory: its address."""
        if array.dtype not in (np.float64, np.int64):
            raise InputError(f"an array of {array.dtype} is no part of a module's memory. Give doubles or 64-bit whole numbers.")
        address = self.room(array.size)
        if array.any():
            self.segments.append((address, np.ascontiguousarray(array).tobytes()))
        return address

    def room(self, numbers: int) -> int:
        """Room for so many numbers of 8 bytes, zero at the start: its address."""
        address = self.end
        self.end += -(-max(8 * numbers, 1) // _LINE) * _LINE
        return address


# --- A model as one WebAssembly module: its graphs, the compiled loop that steps it, its memory, and three exports.
#
# ``start()`` puts the model's own start at the present parameters into the state, ``advance(steps)`` takes steps and returns a
# status (``elver._support.statuses``; after a failure the last good state stays), ``frame()`` computes all outputs of the
# present state.

MOST_INSTRUCTIONS = 150_000  # of all graphs together: some ten seconds of compiling, a megabyte of code
SMALL = 24  # freedoms up to which Newton's linear systems are solved by code without loops, as natively


@dataclass(frozen=True, eq=False)
class LiveModule:
    """code: the WebAssembly module.   description: plain data, see ``description.described``."""

    code: bytes
    description: dict[str, Any]


@dataclass(frozen=True)
class _Parts:
    """Graphs of a module by the names of their functions, and their objects; room: doubles that any of them works in.

    switch: the free parameter that chooses between ``rhs`` (0) and ``rhs_1`` (1), where there is one.
    """

    graphs: dict[str, ca.Function]
    objects: list[bytes]
    room: int
    switch: str | None

    @property
    def constants(self) -> int:
        """How many numbers are computed from the parameters for a right-hand side; 0 where it takes the parameters."""
        return max((graph.nnz_out(0) for name, graph in self.graphs.items() if name.startswith("constants")), default=0)


def live_module(
    program: Program, dt: float, method: str = "auto", contact: ContactSettings | None = None, *, quick: bool = False
) -> LiveModule:
    """The module of a program that is stepped by fixed steps of dt [s].

    method: ``auto`` takes rk4, with shorter steps where that is not stable at dt; ``moreau`` where the model has a scene.
    contact: how contact problems are solved.   quick: made in a fifth of the time, with code that is half as large again.
    """
    steps = live_steps(program, dt, method)
    storage, equations = Storage(), program.equations
    parts = _made_parts(program, steps, quick)
    table = [name for name in (*_RIGHT, "terms", "small", "measured") if name in parts.graphs]
    x = Placed(storage.room(equations.layout.size), (equations.layout.size,))
    p = Placed(storage.place(program.parameter_vector()), (len(equations.parameters),))
    places = {name: k for k, name in enumerate(table, 1)}
    if steps.method == "moreau":
        called = ContactCode(places["terms"], parts.room, places.get("small", 0), places.get("measured", 0))
        block = moreau_block(storage, program, contact or ContactSettings(), steps.dt, called, p, x)
        bodies = program.contact_graph.bodies
        touched = ContactFields(touch_fields(len(bodies)), bodies)
    else:
        block = fixed_block(
            storage, program, steps.method, steps.dt, (places["rhs"], parts.room), _constants(storage, parts, p), x
        )
        touched = ContactFields()
    y = storage.room(equations.recorded.size + touched.size)
    at = Addresses(x.address, p.address, y)
    glue = wasm_object(_glue_of(program, steps, storage, parts, block, at, touched).text())
    objects = [glue, *parts.objects, kernel_object(steps.method), library_object()]
    exports = {name: name for name in ("start", "advance", "frame")}
    code = link(objects, exports, IMPORTS, table, storage.segments, storage.end)
    return LiveModule(code, described(program, steps, at, block, touched))


def _made_parts(program: Program, steps: Steps, quick: bool) -> _Parts:
    """All graphs that the module needs, compiled."""
    equations, switch = program.equations, None
    graphs = {"outputs": equations.outputs, "initial": equations.initial}
    code: dict[str, ca.Function | RolledList] = {}
    if steps.method == "moreau":
        graphs |= _contact_graphs(program)
    else:
        switch, sides = _right_hand_sides(program)
        for name, before, rhs in zip(_RIGHT, _BEFORE, sides, strict=False):
            code[name], constants = (rhs, None) if quick else _hoisted(rhs, equations.input_places)
            graphs |= {name: rhs} | ({} if constants is None else {before: constants})
        missing = [before for before, _ in zip(_BEFORE, sides, strict=False) if before not in graphs]
        if len(missing) < len(sides):  # they take numbers from one place, be it the parameters themselves
            p = ca.SX.sym("p", len(equations.parameters))
            graphs |= {before: ca.Function(before, [p], [p]) for before in missing}
        corners = corners_graph(program, steps.dt) if steps.method == "adams" else None
        graphs |= {} if corners is None else {"corners": corners}
    if equations.loops is not None:
        graphs |= {"closing": _closing_graph(equations), "closure": _closure_graph(equations)}
    count = sum(graph.n_instructions() for graph in graphs.values())
    if count > MOST_INSTRUCTIONS:
        raise InputError(
            f"model '{program.model.name}' is too large for a live page: {count} instructions; {MOST_INSTRUCTIONS} are allowed. "
            "Use fewer bodies, or make a page of a recorded run."
        )
    made = {name: function_object(code.get(name, graph), name, quick) for name, graph in graphs.items()}
    return _Parts(graphs, [own for own, _ in made.values()], max(1, *(room for _, room in made.values())), switch)


_RIGHT, _BEFORE = ("rhs", "rhs_1"), ("constants", "constants_1")  # right-hand sides, and what they need of the parameters


def _right_hand_sides(program: Program) -> tuple[str | None, list[ca.Function]]:
    """The switch between two laws and the equations with each, in which the other does not stand; else the equations alone.

    With both in one, as its outputs have them, a step of the eel takes a sixth longer.
    """
    model, rhs = program.model, program.equations.rhs
    blends = {name: force for name, force in model.forces.items() if isinstance(force, Blend)}
    names = {own.share.name() for own in blends.values() if isinstance(own.share, ca.SX) and own.share.is_symbolic()}
    if len(names) != 1 or program.equations.loops is not None:
        return None, [rhs]
    ends = ({name: replace(own, share=ca.SX(end)) for name, own in blends.items()} for end in (0, 1))
    sides = [assemble(replace(model, forces={**model.forces, **own})).rhs for own in ends]
    return names.pop(), sides


def _hoisted(rhs: ca.Function, inputs: Sequence[int]) -> tuple[ca.Function | RolledList, ca.Function | None]:
    """A right-hand side without what depends on parameters alone, as loops where they are worth it, and what computes that."""
    rolled, recorded = worth_rolling(rhs), recorded_of(rhs)
    if rolled is not None and recorded is not None:
        less = hoisted(rolled, recorded, inputs)
        return (rolled, None) if less is None else (less[0], less[1].preamble)
    parts = split(rhs, keep=inputs)
    return (rhs, None) if parts is None else (parts.main, parts.preamble)


def _contact_graphs(program: Program) -> dict[str, ca.Function]:
    """What Moreau's loop calls: the machine's terms, Newton's small linear systems, outlines that depend on parameters."""
    from elver.contact.planar import small_solver

    terms = program.contact_graph
    found = {"terms": terms.terms}
    if terms.freedoms <= SMALL:
        found["small"] = small_solver(terms.freedoms)
    measured = measured_graph(terms)
    return found if measured is None else found | {"measured": measured}


def _closing_graph(equations: Equations) -> ca.Function:
    """(t, x, p, u) -> the followers' states drawn to the loops by some Newton steps."""
    t, x, p, u = (ca.SX.sym(name, equations.rhs.nnz_in(name)) for name in ("t", "x", "p", "u"))
    assert equations.loops is not None
    closed = equations.loops.at(p).project(equations.guess(t, x, p, u))
    followers = closed[list(equations.loops.dependent)]
    return ca.Function("closing", [t, x, p, u], [ca.densify(followers)], ["t", "x", "p", "u"], ["followers"])


def _closure_graph(equations: Equations) -> ca.Function:
    """(t, x, p, u) -> the largest closure error of the loops after the Newton steps that the equations take."""
    t, x, p, u = (ca.SX.sym(name, equations.rhs.nnz_in(name)) for name in ("t", "x", "p", "u"))
    assert equations.loops is not None
    loops = equations.loops.at(p)
    error = ca.norm_inf(loops.error(loops.project(equations.guess(t, x, p, u))))
    return ca.Function("closure", [t, x, p, u], [ca.densify(error)], ["t", "x", "p", "u"], ["error"])


def _opening_of(storage: Storage, block: KernelBlock, at: Addresses, clock: int, u: int, work: int, size: int) -> LoopOpeningTest:
    """How a machine with loops finds out that one opens."""
    rates, ahead, found = storage.room(size), storage.room(size), storage.room(1)
    rate = Call("rhs", (clock, at.x, block.arrays["p"].address, u, rates, work))
    return LoopOpeningTest(rate, Call("closure", (clock, ahead, at.p, u, found, work)), rates, ahead, found)


def _constants(storage: Storage, parts: _Parts, p: Placed) -> Placed:
    """What the right-hand side takes for the parameters: they themselves, or what is computed from them before every advance."""
    if not parts.constants:
        return p
    size = max(parts.constants, p.shape[0])
    return Placed(storage.room(size), (size,))


def _glue_of(
    program: Program, steps: Steps, storage: Storage, parts: _Parts, block: KernelBlock, at: Addresses, touched: ContactFields
) -> ExportWriter:
    """The calls that start, advance and frame are made of."""
    equations, moreau = program.equations, steps.method == "moreau"
    clock, u = storage.room(2), storage.room(max(program.signal_width, 1))
    work = storage.room(parts.room)
    breaks, coefficients = block.arrays["breaks"], block.arrays["coefficients"]
    pieces, count, powers = coefficients.shape
    repeats = breaks.shape[0] > pieces + 1
    laws, before = None, _constants_calls(_BEFORE[0], parts, block, at, work)
    if parts.switch is not None:
        share = at.p + 8 * list(equations.parameters).index(parts.switch)
        both = before, _constants_calls(_BEFORE[1], parts, block, at, work)
        laws, before = LawChoice(share, block.number("rhs"), (1, 2), both), []
    before += [Call("corners", (at.p, block.arrays["corners"].address, work))] if "corners" in parts.graphs else []
    begin, assembled, opening = [Call("initial", (clock, at.p, u, at.x, work))], None, None
    if "closing" in parts.graphs:
        part = equations.layout.slices["followers"]
        followers, own = at.x + 8 * part.start, program.initial_state(program.parameter_vector())[part]
        opening = _opening_of(storage, block, at, clock, u, work, equations.layout.size)
        assembled = (followers, storage.place(own), len(own))
        begin += [Call("closing", (clock, at.x, at.p, u, followers, work))] * CLOSING_CALLS
    done, origin, h = (block.number(name) for name in (("done", "begin", "dt") if moreau else ("done", "origin", "h")))
    time = [load("%done", done), load("%begin", origin), load("%h", h)]
    if moreau:
        time += ["  %way = fmul double %done, %h", "  %now = fadd double %begin, %way"]
    else:
        time += ["  %count = fadd double %done, %begin", "  %now = fmul double %count, %h"]
    return ExportWriter(
        clock=clock,
        u=u,
        signals=SignalTable(breaks.address, coefficients.address, (pieces, count, powers), repeats) if count else None,
        time="\n".join(time),
        reset="\n".join(f"  store double 0.0, {pointer(at)}" for at in (done, *([] if moreau else [block.number("begun")]))),
        before=before,
        begin=begin,
        assembled=assembled,
        begin_kernel=KernelCall("kernel_moreau_start", block.address) if moreau else None,
        steps=KernelCall(block.kernel, block.address),
        frame=[Call("outputs", (clock, at.x, at.p, u, at.y, work))],
        frame_kernel=KernelCall("kernel_moreau_frame", block.address) if moreau else None,
        copied=(at.y + 8 * equations.recorded.size, block.arrays["touch"].address, touched.size) if moreau else None,
        state=(at.x, equations.layout.size),
        opening=opening,
        laws=laws,
    )


def _constants_calls(name: str, parts: _Parts, block: KernelBlock, at: Addresses, work: int) -> list[Call]:
    """What fills the numbers that a right-hand side takes."""
    if name in parts.graphs:
        return [Call(name, (at.p, block.arrays["p"].address, work))]
    return []
