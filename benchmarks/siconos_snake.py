"""The snake robot Aiko among obstacles: Elver's time stepping against Siconos' Moreau-Jean, and the contact solvers alone."""

from __future__ import annotations

import argparse
import ctypes
import json
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

import elver
from elver.contact import ContactSettings
from elver.contact.planar import coordinates_of
from elver.results import body_centre
from siconos_library import MOST, SETUPS, TIGHTER, TOLERANCE, Choice, Setup, SiconosMissingError, library
from siconos_solvers import solver_metrics
from timing import Metric, arguments, interleaved, progress, report

DESCRIPTION = "Aiko among seven obstacles, stepped by Elver and by Siconos at the same step and tolerance; their contact solvers."
EPILOG = """\
speed_vs_siconos      simulated seconds per second: Elver's over those of the fastest Siconos setup, step 0.5 ms
..._2ms               the same with steps of 2 ms
processor_vs_siconos  the same in processor time
siconos_solver_us     the part of one Siconos step that its contact solver takes; the rest is assembly and bookkeeping
solver_vs_siconos     contact solvers alone, from zero, on the frozen problems of tests/contact: median ratio
"""
NOTES = (
    "Both run in this process and take turns. Siconos is called through its C++ interface, compiled here (g++ -O2, Debian's\n"
    "libraries, BLAS on one thread): its Python package wants NumPy 1, Elver's Python has NumPy 2, and compiled terms are\n"
    "faster than Python callbacks. Timed on both sides: the loop over the steps of one period of the gait (4.5 s), nothing\n"
    "else. Processor times are there for busy machines, on which the longer run suffers more.",
    "Siconos' model: LagrangianDS with place and absolute headings (joints cannot open; 13 coordinates), terms as compiled\n"
    "plugins; MoreauJeanOSI with theta = 1, which takes joint torques at the end of the step as Elver does, and one linearised\n"
    "iteration per step (SICONOS_TS_LINEAR). Friction with a known load: every link has a height of its own, a system of one\n"
    "coordinate that gravity presses on a plane; the normal impulse is m g dt to rounding, and the law is exactly Elver's disc.\n"
    "Obstacles: NewtonImpactFrictionNSL with e = 0 and mu = 0, one relation per link with its nearest obstacle, which spares\n"
    "Siconos 66 of 77 relations (no link comes nearer than 13 mm to a second one); Elver looks at all. Warm start on. With\n"
    "theta = 1/2 Siconos fails at 2 ms. Difference left: Siconos takes directions and mass matrix at q + dt v, Elver at\n"
    "q + dt/2 v; both schemes are of first order.",
    "Maximal coordinates were not used for Siconos: the joints' stiffness couples neighbours, which separate systems can only\n"
    "take explicitly (unstable at these steps), and ten joints add twenty rows.",
    "Equal tolerance: the largest natural-map residual of any step, over the machine's weight times dt, is at most 1e-8 on both\n"
    "sides, computed outside the solvers from impulses and end velocities. Siconos' own tolerance is the loosest power of 100\n"
    "that reaches it. All setups are tried over 0.5 s, the one with the least processor time is timed.",
    "The frozen problems: Siconos solves its 3-D form, with half as many rows again, in a C++ loop; Elver in a Numba loop.\n"
    "Per problem the faster of NSGS and nonsmooth Newton counts for Siconos, at the loosest tolerance that gives 1e-8.",
)
PARTS = ("steps", "solver")
SECONDS, SAMPLE = 10.0, 0.5  # s
TIMED, TRIAL = 4.5, 0.5  # s: a period of the gait; a first look at every setup
STEPS = {"": 5e-4, "_2ms": 2e-3}  # the scenario's own step, and a long one
NUMBERS = (
    "body.length", "body.half_length", "body.radius", "body.mass", "body.inertia", "gait.amplitude", "gait.frequency",
    "gait.phase", "control.kp", "control.kd",
)  # fmt: skip


class ElverSnake:
    """Aiko in Elver."""

    def __init__(self):
        self.program = elver.compile_model(elver.scenario("aiko-obstacles").build())

    def run(self, dt: float, seconds: float = SECONDS):
        """One run, sampled every 0.5 s."""
        settings = ContactSettings(tolerance=TOLERANCE)
        return elver.simulate(
            self.program, seconds, solver=elver.Solver(dt=dt, contact=settings), save=elver.Save(every=SAMPLE), progress=False
        )

    def timed(self, dt: float, processor: list[float]) -> Callable[[], float]:
        """A contender: seconds of the stepping loop per step; processor seconds of the whole call go to the list."""

        def run() -> float:
            begin = time.thread_time()
            seconds = self.run(dt, TIMED).summary["wall_time"]
            processor.append((time.thread_time() - begin) * dt / TIMED)
            return seconds * dt / TIMED

        return run


@dataclass(frozen=True)
class Ran:
    """What one run of Siconos gave.

    seconds of the loop, by the clock and of the processor, and in the solver; unsolved problems; residual; path of link 6 [m].
    """

    steps: int
    seconds: float
    processor_seconds: float
    solver_seconds: float
    unsolved: int
    residual: float
    path: np.ndarray


class SiconosSnake:
    """The same machine in Siconos, see NOTES."""

    def __init__(self, like: ElverSnake):
        program = like.program
        self.values, scene = program.model.parameters, program.model.scene
        self.numbers = np.array([*(self.values[name] for name in NUMBERS), scene.ground.forward, scene.gravity])
        self.discs = np.array([(d.x, d.y, d.radius) for d in scene.obstacles])
        q, _ = coordinates_of(program.equations.layout.slices, program.initial_state(program.parameter_vector()))
        headings = np.cumsum(q[2:])
        axes = np.column_stack([np.cos(headings), np.sin(headings)])
        steps = self.values["body.length"] / 2 * (axes[:-1] + axes[1:])
        centres = q[:2] + np.vstack([np.zeros(2), np.cumsum(steps, axis=0)])
        self.start = np.concatenate([centres.mean(axis=0), headings])

    def run(self, setup: Setup, dt: float, tolerance: float, seconds: float, limit: float = 0.0) -> Ran:
        """One run from the start; with a ``limit`` residuals are computed (and timed), and one beyond it ends the run."""
        siconos = library()
        choice = Choice(dt, 1.0, tolerance, setup.whole, setup.solver, setup.local, MOST, setup.storage)
        links, numbers, discs = self.values["links"], self.numbers.ctypes.data, self.discs.ctypes.data
        start, data = self.start.ctypes.data, ctypes.addressof(choice)
        snake = siconos.snake_new(links, numbers, len(self.discs), discs, data, start, seconds + 1)
        if not snake:
            raise RuntimeError(f"Siconos refused the setup {setup}.")
        steps, every = round(seconds / dt), round(SAMPLE / dt)
        path, told = np.full((steps // every, 2), np.nan), np.zeros(5)
        done = siconos.snake_run(snake, steps, every, 5, limit, path.ctypes.data, told.ctypes.data)
        siconos.snake_delete(snake)
        return Ran(done, told[0], told[1], told[2], int(told[3]), told[4], path)

    def loosest(self, setup: Setup, dt: float, seconds: float, first: float = TIGHTER[0]) -> tuple[float, Ran] | None:
        """The loosest tolerance of the solver that keeps every step's residual within ours, and its run; None: there is none."""
        for tolerance in (t for t in TIGHTER if t <= first):
            ran = self.run(setup, dt, tolerance, seconds, TOLERANCE)
            if ran.steps == round(seconds / dt) and ran.residual <= TOLERANCE:
                return tolerance, ran
        return None

    def timed(self, setup: Setup, dt: float, tolerance: float, seconds: float, processor: list[float]) -> Callable[[], float]:
        """A contender: seconds of the stepping loop per step; its processor seconds go to the list."""

        def run() -> float:
            ran = self.run(setup, dt, tolerance, seconds)
            processor.append(ran.processor_seconds * dt / seconds)
            return ran.seconds * dt / seconds

        return run

    def fastest(self, dt: float, silent: bool) -> tuple[Setup, float, Ran]:
        """The setup with the least processor time over a short run, its tolerance, and its whole run with residuals."""
        able = {s: found[0] for s in SETUPS if (found := self.loosest(s, dt, TRIAL))}
        spent = {s: [] for s in able}
        interleaved({s: self.timed(s, dt, able[s], TRIAL, spent[s]) for s in able}, 3)
        times = {s: min(seconds) for s, seconds in spent.items()}
        for setup in SETUPS:
            text = (
                f"tolerance {able[setup]:.0e}, {1e6 * times[setup]:7.1f} us a step" if setup in able else "misses the tolerance"
            )
            progress(f"step {1e3 * dt:3g} ms, Siconos {setup.label:28s}: {text}", silent)
        for setup in sorted(able, key=times.get):
            if found := self.loosest(setup, dt, SECONDS, able[setup]):
                return setup, *found
        raise RuntimeError("no setup of Siconos keeps the tolerance over the whole time.")


def step_metrics(rounds: int, silent: bool) -> list[Metric]:
    """Whole steps at both sizes."""
    ours = ElverSnake()
    theirs = SiconosSnake(ours)
    metrics = []
    for suffix, dt in STEPS.items():
        setup, tolerance, checked = theirs.fastest(dt, silent)
        mine, other = [], []
        contenders = {"elver": ours.timed(dt, mine), "siconos": theirs.timed(setup, dt, tolerance, TIMED, other)}
        best = interleaved(contenders, rounds)
        note = f"step {1e3 * dt:g} ms; {setup.label}"
        solver = checked.solver_seconds * dt / SECONDS or math.nan
        rows = [
            Metric("speed_vs_siconos", best["siconos"] / best["elver"], at_least=10, note=note),
            Metric("processor_vs_siconos", min(other) / min(mine), note="processor time; Elver with all of its call"),
            Metric("elver_realtime", dt / best["elver"], note="simulated seconds per second"),
            Metric("siconos_realtime", dt / best["siconos"]),
            Metric("elver_step_us", 1e6 * best["elver"], "us"),
            Metric("siconos_step_us", 1e6 * best["siconos"], "us"),
            Metric("siconos_solver_us", 1e6 * solver, "us", note="of it in the contact solver"),
            *agreement(ours.run(dt), checked, tolerance),
        ]
        metrics += [replace(row, key=row.key + suffix) for row in rows]
    return metrics


def agreement(run, checked: Ran, tolerance: float) -> list[Metric]:
    """Both do the same: mean speeds, paths, residuals."""
    path = body_centre(run.data, "link6")[:, :2]
    apart = float(np.abs(checked.path - path[1:]).max())
    speeds = [float(end - path[0, 0]) / SECONDS for end in (path[-1, 0], checked.path[-1, 0])]
    return [
        Metric("elver_speed", speeds[0], "m/s", note=f"mean of link 6 over {SECONDS:g} s"),
        Metric("siconos_speed", speeds[1], "m/s"),
        Metric("path_difference_mm", 1e3 * apart, "mm", note="largest between the two, link 6, every 0.5 s"),
        Metric("elver_residual", run.summary["worst_residual"], at_most=TOLERANCE, note="worst of the run"),
        Metric("siconos_residual", checked.residual, at_most=TOLERANCE, note=f"its own tolerance {tolerance:.0e}"),
        Metric("siconos_unsolved", checked.unsolved, note="steps that it reports as not converged"),
    ]


def parsed() -> argparse.Namespace:
    parser = arguments(DESCRIPTION, EPILOG)
    parser.add_argument("--rounds", type=int, default=3, help="rounds in which both take turns (default 3)")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="what to measure (default: all)")
    return parser.parse_args()


def main() -> None:
    options = parsed()
    progress("compiling against Siconos ...", options.json)
    try:
        library()
    except SiconosMissingError as reason:
        advice = f"skipped: Siconos is not usable here: {reason}. On Debian: apt-get install siconos g++."
        print(json.dumps({}) if options.json else advice)
        return
    measures = {"steps": step_metrics, "solver": solver_metrics}
    rows = [metric for part in options.parts for metric in measures[part](options.rounds, options.json)]
    report("The snake robot among obstacles, Elver and Siconos", rows, options.json, (), NOTES)


if __name__ == "__main__":
    main()
