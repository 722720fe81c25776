"""Exported C code against the native program: time of one evaluation, and how far the numbers are apart.

Processor time of the thread is measured, not elapsed time: both sides run batches of different lengths, and on a busy computer
the longer ones are interrupted more often and look slower than they are.
"""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

import elver
from elver.export.c import WARNINGS, c_files, find_compiler
from elver.export.description import describe
from timing import Metric, arguments, compiled_loop, interleaved, progress, relative_error, report

DESCRIPTION = "The C code of `elver export --c`, compiled by this computer's compiler, against Elver's own native code."
EPILOG = """\
NAME.native_us   one evaluation of the right-hand side by Elver's native code, called from compiled code; processor time
NAME.o2_us       by the exported C code, -O2
NAME.o3_us       by the exported C code, -O3 -march=native
NAME.ratio       o2 over native
NAME.rhs         largest difference of the right-hand side, over its largest entry
NAME.outputs     largest difference of the outputs, over their largest entry
NAME.run         largest difference of the states of one second (or the scenario's duration) by RK4, over the largest state
NAME.gcc_s       seconds of the compiler, -O2, right-hand side and outputs
"""
NAMES = ("swimmer", "crawler", "eel", "moth-tethered", "moth", "scull-40")
OPTIONS = {"o2": ["-O2"], "o3": ["-O3", "-march=native"]}
LOOP = """
#include "%(name)s.h"
void repeat(long count, double t, const double *x, const double *p, const double *u, const double *s, double *xdot)
{
    long k;
    for (k = 0; k < count; k++) %(name)s_rhs(t += 1e-9, x, p, u, s, xdot);
}
"""
COUNT = 5000


def pointer(array: np.ndarray) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def compiled(folder: Path, name: str, options: list[str]) -> tuple[ctypes.CDLL, float]:
    """The model and a loop over its right-hand side as a library, and the seconds it took."""
    (folder / "loop.c").write_text(LOOP % {"name": name})
    target = f"model{''.join(options)}.so"
    start = time.perf_counter()
    command = [find_compiler(), *WARNINGS, *options, "-fPIC", "-shared", "-o", target, f"{name}.c", "loop.c", "-lm"]
    subprocess.run(command, cwd=folder, check=True)
    return ctypes.CDLL(str(folder / target)), time.perf_counter() - start


def loop_of(library: ctypes.CDLL, arrays: list[np.ndarray]):
    """A contender that evaluates the right-hand side of a library."""

    def run() -> float:
        start = time.thread_time()
        library.repeat(ctypes.c_long(COUNT), ctypes.c_double(0.3), *map(pointer, arrays))
        return (time.thread_time() - start) / COUNT

    return run


def native_of(function, inputs: list[np.ndarray]):
    """A contender that evaluates native code from compiled code."""
    arrays = [np.array([0.3]), *inputs, np.empty(max(1, function.work_size))]
    repeat, pointers = compiled_loop(), tuple(a.ctypes.data for a in arrays)
    repeat(function.address, pointers, arrays[0], 1)

    def run() -> float:
        start = time.thread_time()
        repeat(function.address, pointers, arrays[0], COUNT)
        return (time.thread_time() - start) / COUNT

    return run


def run_difference(export, library: ctypes.CDLL) -> float:
    """Difference of a run by RK4 of the library from the program's."""
    program, p, h = export.program, export.program.parameter_vector(), export.plan.dt
    x, step = np.zeros(len(export.states)), getattr(library, f"{export.name}_step")
    getattr(library, f"{export.name}_start")(ctypes.c_double(0.0), pointer(p), None, None, pointer(x))
    for k in range(export.plan.steps):
        if step(ctypes.c_double(k * h), ctypes.c_double(h), pointer(p), None, None, pointer(x)):
            raise SystemExit(f"{export.name} diverged")
    run = elver.simulate(
        program,
        export.plan.duration,
        solver=elver.Solver(dt=h, method="rk4"),
        save=elver.Save(every=export.plan.output),
        progress=False,
    )
    return relative_error(x, run.data.state.values[-1])


def measure(name: str, silent: bool) -> list[Metric]:
    """All metrics of one scenario."""
    progress(f"{name} ...", silent)
    scenario = elver.scenario(name)
    program = elver.compile_model(scenario.prepared())
    export = describe(program, min(1.0, scenario.duration), scenario.dt)
    p, u, s = program.parameter_vector(), np.zeros(1), program.signal_values(0.3)
    x = program.initial_state(p, 0.3) + 1e-3 * np.random.default_rng(1).standard_normal(len(export.states))
    with tempfile.TemporaryDirectory() as folder:
        for file, text in c_files(export).items():
            (Path(folder) / file).write_text(text)
        made = {key: compiled(Path(folder), export.name, options) for key, options in OPTIONS.items()}
        contenders = {key: loop_of(library, [x, p, u, s, np.empty(len(x))]) for key, (library, _) in made.items()}
        contenders["native"] = native_of(program.rhs, [x, p, s, np.empty(len(x))])
        best = interleaved(contenders, 15)
        library, seconds = made["o2"]
        differences = {}
        for function, native in (("rhs", program.rhs), ("outputs", program.outputs)):
            expected = native([0.3], x, p, s)
            found = np.empty(len(expected))
            getattr(library, f"{export.name}_{function}")(ctypes.c_double(0.3), *map(pointer, (x, p, u, s, found)))
            differences[function] = relative_error(found, expected)
        differences["run"] = run_difference(export, library)
    note = f"{program.equations.rhs.n_instructions()} instructions"
    return [
        Metric(f"{name}.native_us", 1e6 * best["native"], "us", note=note),
        Metric(f"{name}.o2_us", 1e6 * best["o2"], "us"),
        Metric(f"{name}.o3_us", 1e6 * best["o3"], "us"),
        Metric(f"{name}.ratio", best["o2"] / best["native"], "1", note="-O2 over native"),
        *(Metric(f"{name}.{key}", value, "1", at_most=1e-12) for key, value in differences.items()),
        Metric(f"{name}.gcc_s", seconds, "s"),
    ]


def main() -> None:
    parser = arguments(DESCRIPTION, EPILOG)
    parser.add_argument("scenarios", nargs="*", default=NAMES, help=f"scenarios ({', '.join(NAMES)})")
    options = parser.parse_args()
    if find_compiler() is None:
        raise SystemExit("no C compiler is found: install gcc or clang")
    metrics = [metric for name in options.scenarios for metric in measure(name, options.json)]
    report("Exported C code against the native program", metrics, options.json)


if __name__ == "__main__":
    main()
