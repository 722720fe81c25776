"""Hundreds of thousands of eels on a GPU: evaluations a second, and whether the numbers are those of the CPU."""

from __future__ import annotations

import json
import os
import tempfile
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np

import gpu_rivals
from gpu_stalls import stall_metrics
from timing import Metric, arguments, progress, relative_error, report

DESCRIPTION = "The 3-D eel with 36 free joints in water, RK4 in one kernel, one machine per thread (NVIDIA, CuPy with NVRTC)."
EPILOG = """\
In one go, where Elver and a GPU are on the same computer:      python benchmarks/gpu.py
In two steps, where the GPU's computer has NumPy and CuPy only: python benchmarks/gpu.py --prepare FOLDER   (any computer)
                                           PYTHONPATH=src python benchmarks/gpu.py --run FOLDER       (this tree and FOLDER there)

A variant is PRECISION-CODE-THREADS-RESIDENT-SHARED. CODE: rolled (loops over equal parts), whole (one straight-line function), or
instructions per straight-line function; THREADS per block of the GPU; RESIDENT blocks on a multiprocessor at once, which decides
how many registers a thread gets; SHARED arrays as long as the state in shared memory: 0, 2 (where a step began, the sum of its
rates) or 4 (the states of its stages too).
best_single, best_double    the fastest variants
vs_warp, vs_mjx   best_single over MuJoCo Warp's and MJX's best, measured in the same run with the same eel; how: gpu_rivals.py
M_per_s_X         million evaluations of the right-hand side a second, time loop and a sample of every machine, fetched
                  to the host, included; best of --rounds
written_s_X       the kernel's source, where it was prepared, once the loops in the equations are known
build_s_X         NVRTC, nothing cached
registers_X, local_X    per thread, local in bytes
error_X           largest relative difference of the final states from the CPU's, first machines
figures_error_X   the same of path length, works and final positions, booked on the GPU
stall_X_WHY       cycles that a warp waits for WHY between two of its instructions, by Nsight Compute (ncu), the fastest variants
issue_X, L1_X, L2_X, DRAM_X    share of the peak that is used: instructions issued, both caches and the memory
"""
VARIANTS = (
    "single-rolled-128-1-4,single-rolled-128-2-2,single-rolled-128-4-0,single-whole-64-8-0,"
    "double-rolled-128-1-2,double-rolled-64-1-4,double-rolled-128-3-0,double-whole-64-8-0"
)
DT, STAGES, CHECKED = 1e-3, 4, 256
BUILD = 2.0  # s, NVRTC
ALLOWED = {"double": 1e-10, "single": 1e-3}
BARS = {"single": 600.0, "double": 250.0}  # million evaluations a second on an H200


def prepare(folder: Path, variants: list[str], steps: int) -> None:
    """Write kernels, inputs and the CPU's results into a folder."""
    import elver
    from batch import free_eel, starts
    from elver.codegen.cuda.kernel import emit_kernel
    from elver.simulation.recording import make_sampling
    from elver.simulation.trajectory import quaternion_index

    program = free_eel()
    x, sampling = starts(program, CHECKED), make_sampling(program.equations, [])
    for variant in variants:
        precision, tuning = variant.split("-")[0], tuning_of(variant)
        own, seconds = (program.equations.written["rhs"], sampling.graph, "rk4", precision, quaternion_index(program)), []
        for _ in range(2):  # what all variants share, the loops, is found in the first
            start = time.perf_counter()
            kernel = emit_kernel(*own, tuning=tuning)
            seconds.append(time.perf_counter() - start)
        (folder / f"{variant}.json").write_text(json.dumps(vars(kernel) | {"written": min(seconds)}))
    gpu_rivals.prepare(folder, program.model.robot, [rival_state(program, row) for row in x])
    cpu = elver.simulate_batch(
        program, steps * DT, solver=elver.Solver(dt=DT, method="rk4"), initial_states=x, save=elver.Save(every=steps * DT)
    )
    breaks, coefficients = program.signal_tables()
    np.savez(
        folder / "inputs.npz", states=x.T, breaks=breaks, coefficients=coefficients, rows=np.array(sampling.rows),
        signs=sampling.signs, steps=steps, final=cpu.final_state.values.T, path=cpu.path_length.values[None],
        works=cpu.ledger.values.T, place=cpu.final_position.values.T,
    )  # fmt: skip


def tuning_of(variant: str):
    """The layout that a variant's name stands for."""
    from elver.codegen.cuda.kernel import Tuning

    _, code, threads, resident, place = variant.split("-")
    block = None if code in ("rolled", "whole") else int(code)
    return Tuning(code == "rolled", block, int(threads), int(resident), int(place))


def rival_state(program, row: np.ndarray):
    """One of our states as that of a rival."""
    from rivals import State

    part = {name: row[own] for name, own in program.equations.layout.slices.items()}
    still = np.zeros(len(part["angles"]))
    return State(part["quaternion"], part["position"], part["twist"], part["angles"], part["rates"], still)


class Variant:
    """One kernel on the GPU."""

    def __init__(self, device, folder: Path, name: str):
        self.device, self.name = device, name
        self.kernel = SimpleNamespace(**json.loads((folder / f"{name}.json").read_text()))
        start = time.perf_counter()
        self.built = device.build(self.kernel.source)
        self.build_time = time.perf_counter() - start

    def advance(self, given, machines: int, booking=None):
        """All steps of the machines, with samples at start and end; final states and elapsed seconds."""
        from elver.codegen.cuda.device import advance_chunk

        states = np.tile(given["states"], (1, -(-machines // CHECKED)))[:, :machines]
        tables, bounds = (given["breaks"], given["coefficients"]), [0, int(given["steps"])]
        moments = []

        def on_sample(i, y, active, reached):
            self.device.fetch(y)
            moments.append(time.perf_counter())
            if booking is not None:
                booking(i, y, active)

        empty = np.zeros((self.kernel.parameters, machines))
        final, done = advance_chunk(self.device, self.built, self.kernel, states, empty, tables, DT, bounds, on_sample)
        if (done >= 0).any():
            raise SystemExit(f"{self.name}: {int((done >= 0).sum())} machines ran away")
        return final, moments[1] - moments[0]

    def errors(self, given) -> tuple[float, float]:
        """Relative differences from the CPU: final states, and figures."""
        from elver.simulation.batches.figures import SampleLayout, make_figures, note_all

        xp, rows = self.device.xp, SampleLayout(*map(int, given["rows"]))
        signs, own = xp.asarray(given["signs"]), make_figures(rows, CHECKED, xp)

        def booking(i, y, active):
            note_all(xp, y.astype(np.float64), rows, signs, active, i == 0, own)

        final, _ = self.advance(given, CHECKED, booking)
        found = {name: self.device.fetch(getattr(own, name)) for name in ("path", "works", "place")}
        return relative_error(final, given["final"]), max(relative_error(v, given[name]) for name, v in found.items())

    def measure(self, given, machines: int, rounds: int) -> list[Metric]:
        """The figures of this variant."""
        error, booked = self.errors(given)
        precision = self.kernel.precision
        seconds = min(self.advance(given, machines)[1] for _ in range(rounds))
        rate = machines * int(given["steps"]) * STAGES / seconds / 1e6
        facts = getattr(self.built, "attributes", {})
        return [
            Metric(f"M_per_s_{self.name}", rate, "M/s", note=f"{machines} machines"),
            Metric(f"build_s_{self.name}", self.build_time, "s", at_most=BUILD if "-rolled-" in self.name else None),
            Metric(f"written_s_{self.name}", self.kernel.written, "s", note="where it was prepared"),
            Metric(f"registers_{self.name}", facts.get("num_regs", 0)),
            Metric(f"local_{self.name}", facts.get("local_size_bytes", 0), "B"),
            Metric(f"error_{self.name}", error, at_most=ALLOWED[precision], note="against the CPU"),
            Metric(f"figures_error_{self.name}", booked, at_most=ALLOWED[precision], note="against the CPU"),
        ]


def run(folder: Path, variants: list[str], machines: int, rounds: int, silent: bool) -> list[Metric]:
    """Build and measure every variant on the GPU of this computer."""
    os.environ.setdefault("CUPY_CACHE_DIR", tempfile.mkdtemp())  # so that building is measured
    from elver.codegen.cuda.device import CudaDevice, NoDeviceError

    try:
        device = CudaDevice()
    except NoDeviceError as reason:
        raise SystemExit(f"no GPU to measure: {reason}.") from None
    given, rows = np.load(folder / "inputs.npz"), []
    for name in variants:
        progress(f"building {name} ..", silent)
        rows += Variant(device, folder, name).measure(given, machines, rounds)
        progress(f"{rows[-7].value:.1f} M/s, error {rows[-2].value:.2g}", silent)
    return rows


def best_of(rows: list[Metric]) -> dict[str, Metric]:
    """The fastest variant of every precision."""
    found = {}
    for precision in BARS:
        own = [f for f in rows if f.key.startswith(f"M_per_s_{precision}")]
        if own:
            found[precision] = max(own, key=lambda f: f.value)
    return found


def whole_report(options, folder: Path, variants: list[str]) -> None:
    """Ours, Nsight's stalls, the rivals; printed."""
    rows, notes = run(folder, variants, options.machines, options.rounds, options.json), list[str]()
    best = best_of(rows)
    first = [Metric(f"best_{p}", f.value, "M/s", at_least=BARS[p], note="evaluations a second") for p, f in best.items()]
    if "stalls" not in options.without:
        for metric in best.values():
            found, words = stall_metrics(folder, metric.key.removeprefix("M_per_s_"), options.machines)
            rows, notes = rows + found, [*notes, *words]
    if "rivals" not in options.without and "single" in best:
        found, words = gpu_rivals.rival_metrics(folder, best["single"].value, options.json)
        first, notes = first + found, [*notes, *words]
    packages = ["cupy-cuda12x", "cupy-cuda13x", "mujoco", "mujoco-warp", "warp-lang", "mujoco-mjx", "jax"]
    report(f"{options.machines} eels on a GPU", first + rows, options.json, packages, dict.fromkeys(notes))


def main() -> None:
    parser = arguments(DESCRIPTION, EPILOG)
    parser.add_argument("--prepare", metavar="FOLDER", type=Path, help="only write kernels and inputs")
    parser.add_argument("--run", metavar="FOLDER", type=Path, help="only run what --prepare wrote")
    parser.add_argument("--variants", default=VARIANTS, help=f"which kernels ({VARIANTS})")
    parser.add_argument("--machines", type=int, default=2**18, help="eels (262144)")
    parser.add_argument("--steps", type=int, default=100, help="time steps, then one sample, fixed by --prepare (100)")
    parser.add_argument("--rounds", type=int, default=3, help="runs of which the best counts (3)")
    parser.add_argument("--without", default="", help="leave out: stalls, rivals (comma between)")
    options = parser.parse_args()
    variants = options.variants.split(",")
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.run or options.prepare or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        if not options.run:
            prepare(folder, variants, options.steps)
        if not options.prepare:
            whole_report(options, folder, variants)


if __name__ == "__main__":
    main()
