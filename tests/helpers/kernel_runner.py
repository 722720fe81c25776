"""Kernels in Node: a program's functions and a shipped kernel linked to one module, called step by step."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from node_runner import in_node, packed, unpacked

from elver.codegen.wasm.emit import IMPORTS, library_object
from elver.codegen.wasm.functions import function_object
from elver.codegen.wasm.linker import link
from elver.contact import ContactSettings
from elver.contact.planar import small_solver
from elver.export.wasm.blocks import ContactCode, KernelBlock, fixed_block, measured_graph, moreau_block, put
from elver.export.wasm.layout import Placed
from elver.export.wasm.module import Storage
from elver.export.wasm.shipped import kernel_object
from elver.model.program import Program

SCRIPT = """
const { exports } = (await WebAssembly.instantiate(bytes(given.code), { library: Math })).instance;
const memory = new Float64Array(exports.memory.buffer);
const statuses = [];
for (const [what, where, number] of given.calls) {
  if (what === "write") memory[where / 8] = number;
  else statuses.push(exports[what](where, number));
}
const read = ([address, count]) => pack(memory.slice(address / 8, address / 8 + count));
answer([statuses, Object.fromEntries(Object.entries(given.read).map(([name, place]) => [name, read(place)]))]);
"""


@dataclass(frozen=True)
class Linked:
    """A module with its block, the state and the parameters in it."""

    code: bytes
    block: KernelBlock
    x: Placed
    p: Placed

    def steps(self, count: int) -> list:
        return [self.block.kernel, self.block.address, count]

    def call(self, kernel: str) -> list:
        return [kernel, self.block.address, 0]

    def write(self, name: str, value: float, element: int = 0) -> list:
        """Put a number of the block, or of one of its arrays."""
        array = self.block.arrays.get(name)
        return ["write", self.block.number(name) if array is None else array.address + 8 * element, value]

    def run(self, *calls: list, **read: tuple[int, int]) -> tuple[list[int], dict[str, np.ndarray]]:
        """Statuses of the calls, and numbers that are read then: state, steps done, and (address, count) by name."""
        wanted = {"x": (self.x.address, self.x.shape[0]), "done": (self.block.number("done"), 1), **read}
        statuses, found = in_node(SCRIPT, code=packed(self.code), calls=list(calls), read=wanted)
        return statuses, {name: unpacked(text) for name, text in found.items()}

    def touch(self) -> tuple[int, int]:
        return self.block.arrays["touch"].address, self.block.arrays["touch"].shape[0]


def linked(storage: Storage, objects: list[bytes], table: list[str], method: str, kernels: list[str]) -> bytes:
    given = [*objects, kernel_object(method), library_object()]
    return link(given, {name: name for name in kernels}, IMPORTS, table, storage.segments, storage.end)


def fixed_module(program: Program, method: str, dt: float) -> Linked:
    """The module of fixed steps from the program's start."""
    storage, p = Storage(), program.parameter_vector()
    places = put(storage, p), put(storage, program.initial_state(p))
    code, work = function_object(program.equations.rhs, "rhs")
    block = fixed_block(storage, program, method, dt, (1, work), *places)
    return Linked(linked(storage, [code], ["rhs"], method, [block.kernel]), block, places[1], places[0])


def moreau_module(program: Program, dt: float, settings: ContactSettings | None = None) -> Linked:
    """The module of a machine with contact; ``kernel_moreau_start`` begins at the program's start."""
    storage, p, terms = Storage(), program.parameter_vector(), program.contact_graph
    places = put(storage, p), put(storage, program.initial_state(p))
    graphs = {"terms": terms.terms, "small": small_solver(terms.freedoms)}
    if (measured := measured_graph(terms)) is not None:
        graphs["measured"] = measured
    made = {name: function_object(graph, name) for name, graph in graphs.items()}
    room = max(work for _, work in made.values())
    code = ContactCode(1, room, 2, 3 if "measured" in graphs else 0)
    block = moreau_block(storage, program, settings or ContactSettings(), dt, code, *places)
    kernels = ["kernel_moreau", "kernel_moreau_start", "kernel_moreau_frame"]
    return Linked(linked(storage, [c for c, _ in made.values()], list(made), "moreau", kernels), block, places[1], places[0])
