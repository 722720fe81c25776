"""A model as one WebAssembly module: its graphs, the compiled loop that steps it, memory with everything in it, and three exports.

``start()`` puts the model's own start at the present parameters into the state, ``advance(steps)`` takes steps and returns a status
(``elver.statuses``; after a failure the last good state stays), ``frame()`` computes all recorded outputs of the present state.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np

from elver.contact import ContactSettings
from elver.equations import Equations
from elver.errors import InputError
from elver.live.description import Addresses, Touched, described
from elver.live.glue import CLOSING_CALLS, Call, Glue, KernelCall, SignalTable, load, pointer
from elver.live.kernels.blocks import Placed
from elver.live.kernels.placing import ContactCode, KernelBlock, fixed_block, measured_graph, moreau_block
from elver.live.kernels.records import touch_fields
from elver.live.kernels.shipped import kernel_object
from elver.live.steps import Steps, live_steps
from elver.live.storage import Storage
from elver.native.preamble import Split, split
from elver.native.program import Program
from elver.native.wasm.emit import function_object
from elver.native.wasm.library import IMPORTS, library_object
from elver.native.wasm.linker import link
from elver.native.wasm.target import wasm_object

MOST_INSTRUCTIONS = 150_000  # of all graphs together: some ten seconds of compiling, a megabyte of code
SMALL = 24  # freedoms up to which Newton's linear systems are solved by code without loops, as natively


@dataclass(frozen=True, eq=False)
class LiveModule:
    """code: the WebAssembly module.   description: plain data, see ``description.described``."""

    code: bytes
    description: dict[str, Any]


@dataclass(frozen=True)
class Parts:
    """Graphs of a module by the names of their functions, and their objects; room: doubles that any of them works in."""

    graphs: dict[str, ca.Function]
    objects: list[bytes]
    room: int
    preamble: Split | None


def live_module(program: Program, dt: float, method: str = "auto", contact: ContactSettings | None = None) -> LiveModule:
    """The module of a program that is stepped by fixed steps of dt [s].

    method: ``auto`` takes rk4, with shorter steps where that is not stable at dt; ``moreau`` where the model has a scene.
    contact: how contact problems are solved.
    """
    steps = live_steps(program, dt, method)
    storage, equations = Storage(), program.equations
    parts = made_parts(program, steps)
    table = [name for name in ("rhs", "terms", "small", "measured") if name in parts.graphs]
    x = Placed(storage.room(equations.layout.size), (equations.layout.size,))
    p = Placed(storage.place(program.parameter_vector()), (len(equations.parameters),))
    places = {name: k for k, name in enumerate(table, 1)}
    if steps.method == "moreau":
        code = ContactCode(places["terms"], parts.room, places.get("small", 0), places.get("measured", 0))
        block = moreau_block(storage, program, contact or ContactSettings(), steps.dt, code, p, x)
        touched = Touched(touch_fields(program.contact_graph.links), program.contact_graph.bodies)
    else:
        block = fixed_block(storage, program, steps.method, steps.dt, (places["rhs"], parts.room), constants(storage, parts, p), x)
        touched = Touched()
    y = storage.room(equations.recorded.size + touched.size)
    at = Addresses(x.address, p.address, y)
    glue = wasm_object(glue_of(program, steps, storage, parts, block, at, touched).text())
    objects = [glue, *parts.objects, kernel_object(steps.method), library_object()]
    exports = {name: name for name in ("start", "advance", "frame")}
    code = link(objects, exports, IMPORTS, table, storage.segments, storage.end)
    return LiveModule(code, described(program, steps, at, block, touched))
