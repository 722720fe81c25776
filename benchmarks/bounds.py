"""What bounds an evaluation on a CPU: instructions, arithmetic, spills, bytes of code, and how far the clock is from each."""

from __future__ import annotations

import re
from collections import Counter

import casadi as ca
import numpy as np

import elver
from batch import free_eel
from elver.codegen import compile_function
from elver.codegen.instructions import instruction_list
from elver.codegen.kernels.abi import target
from elver.codegen.kernels.width import host_width
from elver.codegen.llvm import emit_llvm
from elver.codegen.simd import emit_lanes
from timing import Metric, arguments, interleaved, native_loop, progress, report

DESCRIPTION = "Straight-line machine code of right-hand sides, counted, beside the time it takes and the clock of this processor."
EPILOG = """\
For every machine, alone (_1) and in vectors of the host's width (_W). Loops, in which an instruction is issued many times,
cannot be counted so, and only their time is given (taken):
  cycles        measured clock cycles of one evaluation (of all machines of the vector)
  code_kb       bytes of machine code: straight-line code streams through the instruction cache in every evaluation
  issued        machine instructions, each issued once
  arithmetic    floating-point additions, multiplications (fused ones count once), divisions and roots among them
  stack         loads and stores of the stack: values that found no register
  ipc           instructions a cycle (issued / cycles)
  of_issue      share of the time that issuing them at the widest rate of the processor, --width a cycle, would take
  of_arithmetic share of the time that the arithmetic alone would take at --pipes operations a cycle
The clock is measured by a chain of dependent additions, whose latency is --latency cycles.
"""
ARITHMETIC = re.compile(r"^v?(add|sub|mul|div|sqrt|fmadd|fmsub|fnmadd|fnmsub)[0-9]*[sp]d")
STACK = re.compile(r"\((%rsp|%rbp)[,)]|\[(rsp|rbp|sp)\b")


def straight(rhs) -> ca.Function:
    """The same function as one plain graph, which is never made into loops."""
    arguments = rhs.sx_in()
    return ca.Function("straight", arguments, [rhs(*arguments)], rhs.name_in(), rhs.name_out())


def written(graph, width: int, shared: tuple[str, ...]) -> str:
    """LLVM IR of the straight code that ``compile_function`` makes."""
    if width == 1:
        return emit_lanes(instruction_list(graph), "counted", host_width())
    return emit_llvm(instruction_list(graph), "counted", width, frozenset(graph.index_in(name) for name in shared))


def assembly(graph, width: int, shared: tuple[str, ...]) -> list[str]:
    """Its assembler lines."""
    import llvmlite.binding as llvm

    machine, _ = target()
    module = llvm.parse_assembly(written(graph, width, shared))
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    options = llvm.create_pipeline_tuning_options(speed_level=1)
    options.slp_vectorization = options.loop_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    lines = (line.split("#", 1)[0].strip() for line in machine.emit_assembly(module).splitlines())
    return [line for line in lines if line and not line.startswith((".", "_", "L")) and not line.endswith(":")]


def counted(lines: list[str]) -> Counter:
    """How many instructions of each kind there are."""
    found = Counter(issued=len(lines))
    for line in lines:
        found["arithmetic"] += bool(ARITHMETIC.match(line))
        found["stack"] += bool(STACK.search(line))
    return found


def code_bytes(graph, width: int, shared: tuple[str, ...]) -> int:
    """Size of the object code."""
    import llvmlite.binding as llvm

    from elver.codegen.compiler import to_object

    code = to_object(written(graph, width, shared), target()[0], 1)
    sections = llvm.ObjectFileRef.from_data(code).sections()
    return sum(section.size() for section in sections if section.is_text())


def chain_loop():
    """A contender: seconds of a million dependent additions."""
    import time

    import numba

    @numba.njit
    def add(start, step, count):
        total = start
        for _ in range(count):
            total += step
        return total

    add(0.0, 1e-9, 10)

    def run() -> float:
        start = time.perf_counter()
        add(0.0, 1e-9, 1_000_000)
        return (time.perf_counter() - start) / 1_000_000

    return run


def contenders(programs: dict) -> tuple[dict, dict]:
    """Loops over the evaluations, and the counts of their code."""
    loops, counts, wide = {}, {}, host_width()
    for name, program in programs.items():
        graph, x = straight(program.equations.rhs), program.initial_state(program.parameter_vector())
        x = x + 0.01 * np.random.default_rng(1).normal(size=len(x))
        given = [np.array([0.3]), x, program.parameter_vector(), program.signal_values(0.3)]
        for width in (1, wide):
            shared = ("t", "u") if width > 1 else ()
            function = compile_function(graph, width=width, shared=shared)
            inputs = [v if n in shared or width == 1 else np.repeat(v, width) for n, v in zip("txpu", given, strict=True)]
            key = f"{name}_{width}"
            loops[key] = native_loop(function, tuple(inputs), 1, 20_000 // width)
            taken = compile_function(program.equations.written["rhs"], width=width, shared=shared)
            loops[f"{key} taken"] = native_loop(taken, tuple(inputs), 1, 20_000 // width)
            counts[key] = {**counted(assembly(graph, width, shared)), "bytes": code_bytes(graph, width, shared)}
    return loops, counts


def main() -> None:
    parser = arguments(DESCRIPTION, EPILOG)
    parser.add_argument("--rounds", type=int, default=15, help="rounds of which the best counts (15)")
    parser.add_argument("--width", type=float, default=6.0, help="instructions that the processor can issue a cycle (6)")
    parser.add_argument("--pipes", type=float, default=2.0, help="arithmetic instructions that it can start a cycle (2)")
    parser.add_argument("--latency", type=float, default=3.0, help="cycles of a dependent addition (3)")
    options = parser.parse_args()
    progress("compiling", options.json)
    loops, counts = contenders(
        {
            "eel": free_eel(),
            "swimming": elver.compile_model(elver.scenario("eel").build()),
            "moth": elver.compile_model(elver.scenario("moth-tethered").prepared()),
            "scull": elver.compile_model(elver.scenario("scull-40").prepared()),
        }
    )
    best = interleaved({"chain": chain_loop(), **loops}, options.rounds)
    clock = options.latency / best.pop("chain")
    rows = [Metric("clock_ghz", clock / 1e9, "GHz", note="by a chain of additions")]
    for key, seconds in best.items():
        if key.endswith(" taken"):
            rows.append(Metric(key.replace(" taken", "_taken_us"), 1e6 * seconds, "us", note="loops where they are faster"))
            continue
        c, cycles = counts[key], seconds * clock
        rows += [
            Metric(f"{key}_us", 1e6 * seconds, "us"),
            Metric(f"{key}_cycles", cycles, note=f"{c['bytes'] / 1024:.0f} kB of code"),
            Metric(f"{key}_issued", c["issued"], note=f"{c['arithmetic']} arithmetic, {c['stack']} of the stack"),
            Metric(f"{key}_ipc", c["issued"] / cycles),
            Metric(f"{key}_of_issue", c["issued"] / options.width / cycles, note="1: bound by issue"),
            Metric(f"{key}_of_arithmetic", c["arithmetic"] / options.pipes / cycles, note="1: bound by arithmetic"),
        ]
    report("What bounds an evaluation", rows, options.json)


if __name__ == "__main__":
    main()
