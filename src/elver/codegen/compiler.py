"""LLVM IR -> machine code in this process, through llvmlite. No C compiler is needed."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError
from elver.codegen.cache import KIND, load_code, object_key, save_code
from elver.codegen.instructions import InstructionList, Split, instruction_list, split
from elver.codegen.kernels.abi import link, module_of, run_passes, target
from elver.codegen.kernels.width import host_width
from elver.codegen.llvm import emit_directions, emit_llvm
from elver.codegen.rerolling.build import RolledList, hoisted, recorded_of, worth_rolling
from elver.codegen.rerolling.llvm import emit_rolled
from elver.codegen.simd import emit_lanes
from elver.symbolic import adjoint_function
from elver.symbolic.functions import TracedFunction, adjoint_recorded

_WIDTHS = (1, 2, 4, 8)
_SYMBOL = "elver_function"


@dataclass(frozen=True, eq=False)
class NativeFunction:
    """A compiled graph. Call it with arrays, or hand ``address`` to a compiled loop.

    C signature: ``void f(const double* in_0, .., double* out_0, .., double* work)``; ``work`` has ``work_size`` doubles.
    With a ``width`` above 1 the function evaluates that many machines at once: element e of an argument is ``width`` doubles,
    one per machine, except in the inputs named in ``shared``, which all machines have in common. Code of one machine with
    directions (``compile_directions``) has a direction in place of each machine, and names outputs in ``shared`` too.
    split: the machine code takes ``constants(p)`` in place of the parameters p, a call by hand p itself; None where both take p.
    """

    name: str
    address: int
    names_in: tuple[str, ...]
    names_out: tuple[str, ...]
    sizes_in: tuple[int, ...]
    shapes_out: tuple[tuple[int, int], ...]
    work_size: int
    instructions: int
    from_cache: bool
    width: int = 1
    shared: tuple[str, ...] = ()
    split: Split | None = field(repr=False, default=None)
    _keep: object = field(repr=False, default=None)

    def constants(self, p: np.ndarray) -> np.ndarray:
        """What the machine code takes for the parameters p."""
        return p if self.split is None else self.split.constants(p)

    def constant_changes(self, p: np.ndarray, pdot: np.ndarray) -> np.ndarray:
        """Rows: how that changes along the rows of pdot."""
        return pdot if self.split is None else self.split.changes(p, pdot)

    def input_slots(self, places: Sequence[int] | np.ndarray) -> np.ndarray:
        """Where the parameters at these places of p, which are inputs, stand in what the machine code takes."""
        if self.split is None:
            return np.array(places, dtype=np.int64)
        kept = self.split.kept
        lost = [int(k) for k in places if k not in kept]
        if lost:
            raise InputError(f"{self.name}: parameter {lost[0]} is no input; it was computed with before the run.")
        return np.array([kept.index(k) for k in places], dtype=np.int64)

    def __call__(self, *inputs: ca.DM | Sequence[float] | np.ndarray | float) -> Any:
        """Evaluate; inputs by position, one array each. Returns the output, or a tuple when there are several.

        With a width, inputs that are not shared have the shape (numbers, width), and so have the outputs.
        """
        if len(inputs) != len(self.sizes_in):
            raise InputError(f"{self.name} takes {len(self.sizes_in)} inputs ({', '.join(self.names_in)}); given {len(inputs)}.")
        if self.split is not None:
            place = self.names_in.index("p")
            p = self.argument("p", self.split.preamble.nnz_in(0), inputs[place])
            inputs = (*inputs[:place], self.constants(p), *inputs[place + 1 :])
        arrays = [self.argument(*given) for given in zip(self.names_in, self.sizes_in, inputs, strict=True)]
        widths = [1 if name in self.shared else self.width for name in self.names_out]
        outputs = [np.empty(rows * columns * w) for (rows, columns), w in zip(self.shapes_out, widths, strict=True)]
        work = np.empty(self.work_size)
        pointers = [a.ctypes.data for a in (*arrays, *outputs, work)]
        signature = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * len(pointers))
        signature(self.address)(*pointers)
        shapes = zip(outputs, self.shapes_out, widths, strict=True)
        results = tuple(self.shaped(o, *shape, width) for o, shape, width in shapes)
        return results[0] if len(results) == 1 else results

    def argument(self, name: str, size: int, given: ca.DM | Sequence[float] | np.ndarray | float) -> np.ndarray:
        """An input as the machine code wants it."""
        array = np.asarray(given, dtype=float)
        width = 1 if name in self.shared else self.width
        if array.size != size * width:
            raise InputError(f"{self.name}: input '{name}' has {array.size} numbers, expected {size * width}.")
        return np.ascontiguousarray(array.ravel(order="F" if width == 1 else "C"))

    def shaped(self, output: np.ndarray, rows: int, columns: int, width: int) -> np.ndarray:
        """An output as a vector or matrix; with a width, one column per machine."""
        if width > 1:
            return output.reshape(rows * columns, width)
        return output if columns == 1 else output.reshape((rows, columns), order="F")


def compile_function(
    function: ca.Function | TracedFunction,
    optimise: int = 1,
    width: int = 1,
    shared: tuple[str, ...] = (),
    block: int | None = None,
    quick: bool = False,
) -> NativeFunction:
    """Native code of a CasADi SX function, from the cache where the same graph was compiled before.

    A function that was written from pieces and repeats itself becomes loops (codegen/rerolling/build.py), any other a list.
    width: machines evaluated at once (1, 2, 4 or 8).   shared: inputs that all of them have in common.
    block: instructions per block; None takes what was measured to be best.   optimise: level of LLVM's passes.
    quick: compiled at once, half as fast. Both are for straight lists: loops are short, and compiled in one way.
    """
    if width not in _WIDTHS:
        raise InputError(f"width = {width!r} is not allowed. Give one of {', '.join(map(str, _WIDTHS))}.")

    rolled = worth_rolling(function, width) if block is None else None
    if rolled is not None:
        return compile_rolled(function, rolled, width, shared)
    function = function.function if isinstance(function, TracedFunction) else function

    def emit(program: InstructionList, symbol: str) -> str:
        if width == 1 and not quick:
            return emit_lanes(program, symbol, host_width())
        return emit_llvm(program, symbol, width, frozenset(function.index_in(name) for name in shared))

    optimise = 0 if quick else optimise
    how = f"{optimise} {width} {shared} {block}{' quick' * quick}"
    return _compiled_with(emit, function, how, optimise, width, shared, block, quick)


def compile_rolled(
    function: ca.Function | TracedFunction, rolled: RolledList, width: int = 1, shared: tuple[str, ...] = ()
) -> NativeFunction:
    """Native code of the loops of a function, from the cache where the same loops were compiled before."""
    recorded = recorded_of(function)
    assert recorded is not None
    common = frozenset(recorded.names_in.index(name) for name in shared)
    ir = emit_rolled(rolled, _SYMBOL, width, common, lanes=host_width())
    machine, host = target()
    key = object_key(host, "rolled", ir)
    code = stored = load_code(KIND, key)
    if code is None:
        code = to_object(ir, machine, 1)
        save_code(KIND, key, code)
    address, keep = link(code, _SYMBOL)
    return NativeFunction(
        name=recorded.name,
        address=address,
        names_in=tuple(recorded.names_in),
        names_out=tuple(recorded.names_out),
        sizes_in=rolled.sizes_in,
        shapes_out=tuple(output.shape for output in recorded.outputs),
        work_size=rolled.work_size * width,
        instructions=rolled.instructions,
        from_cache=stored is not None,
        width=width,
        shared=shared,
        _keep=keep,
    )


def compile_adjoint(function: ca.Function, wrt: Sequence[str]) -> NativeFunction:
    """Native code of ``adjoint_function(function, wrt)``: loops, piece by piece, where they are worth it."""
    recorded = recorded_of(function)
    if recorded is not None:
        adjoint = adjoint_recorded(recorded, wrt)
        rolled = worth_rolling(adjoint)
        if rolled is not None:
            return compile_rolled(adjoint, rolled)
    return compile_function(adjoint_function(function, wrt))


def compile_directions(function: ca.Function, width: int, single: tuple[str, ...], block: int | None = None) -> NativeFunction:
    """Native code of one machine with ``width`` directions side by side. single: inputs and outputs of the machine alone.

    block: as ``compile_function`` has it.
    """
    inputs, outputs = ([k for k, n in enumerate(names) if n in single] for names in (function.name_in(), function.name_out()))

    def emit(program: InstructionList, symbol: str) -> str:
        return emit_directions(program, symbol, width, frozenset(inputs), frozenset(outputs))

    return _compiled_with(emit, function, f"directions {width} {single} {block}", 1, width, single, block)


def _compiled_with(
    emit: Callable[[InstructionList, str], str],
    function: ca.Function,
    how: str,
    optimise: int,
    width: int,
    shared: tuple[str, ...],
    block: int | None = None,
    quick: bool = False,
) -> NativeFunction:
    """Native code of what ``emit`` writes, or of what it wrote before. how: all that decides the code besides the function."""
    machine, host = target(0 if quick else 2)
    name = object_key(host, how, function.serialize())
    stored = load_code(KIND, name)
    if stored is not None and len(stored) >= 8:
        work_size, code = int.from_bytes(stored[:8], "little"), stored[8:]
    else:
        program = instruction_list(function, block)
        work_size, code = program.work_size * width, to_object(emit(program, _SYMBOL), machine, optimise)
        save_code(KIND, name, work_size.to_bytes(8, "little") + code)
    address, keep = link(code, _SYMBOL)
    return NativeFunction(
        name=function.name(),
        address=address,
        names_in=tuple(function.name_in()),
        names_out=tuple(function.name_out()),
        sizes_in=tuple(function.nnz_in(k) for k in range(function.n_in())),
        shapes_out=tuple(function.size_out(k) for k in range(function.n_out())),
        work_size=work_size,
        instructions=function.n_instructions(),
        from_cache=stored is not None,
        width=width,
        shared=shared,
        _keep=keep,
    )


def compile_split(
    function: ca.Function | TracedFunction, inputs: Sequence[int] | np.ndarray = (), quick: bool = False
) -> NativeFunction:
    """Native code of a function of parameters p; what depends on them alone is computed once per run, where that saves much.

    inputs: places in p of those that change from step to step.   quick: as ``compile_function`` has it, nothing computed before.
    """
    rolled, recorded = worth_rolling(function), recorded_of(function)
    if rolled is not None and recorded is not None:
        less = None if quick else hoisted(rolled, recorded, inputs)
        return compile_rolled(recorded, rolled) if less is None else replace(compile_rolled(recorded, less[0]), split=less[1])
    if quick:
        return compile_function(function, quick=True)
    function = function.function if isinstance(function, TracedFunction) else function
    parts = split(function, keep=[int(k) for k in inputs])
    return compile_function(function) if parts is None else replace(compile_function(parts.main), split=parts)


def to_object(ir: str, machine: Any, optimise: int) -> bytes:
    """Optimise a module and generate its object code."""
    import llvmlite.binding as llvm

    module = module_of(ir)
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    if optimise:
        options = llvm.create_pipeline_tuning_options(speed_level=optimise)
        options.slp_vectorization = options.loop_vectorization = False
        run_passes(module, machine, options)
    return machine.emit_object(module)
