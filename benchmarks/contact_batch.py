"""Contact of many machines at once: steps a second on one core, in lanes against one machine after the other. See contact.py."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import partial

import numpy as np

import elver
from elver.contact import ContactSettings, Disc, Polygon, Scene, Wall
from elver.drive import PD, Serpenoid
from elver.robot import Body, Joint, Robot, Rod
from elver.simulation.contact import lane_loop, lane_machine
from timing import Metric, interleaved

DT, SECONDS, GROUPS, SHORT = 2e-3, 2.0, 2, 0.2
STEPS = round(SECONDS / DT)
BATCH_NOTES = (
    "Batches: machines of the same model whose joints start up to 0.02 rad from each other, 1000 steps of 2 ms each, the sample\n"
    "of every tenth kept. Times are those of the processor for the stepping loops on one thread, best of the rounds, in turns:\n"
    "single runs by the loop of simulate, batches by that of simulate_batch. 'own': six rods with elliptic friction among a\n"
    "polygon, a wall and three discs that rub, built from elver.robot as a user would. Agreement: largest difference of any\n"
    "joint angle or place between batch and single runs; machines whose contacts close in other steps go apart later.",
)


def own_model() -> elver.Model:
    """A machine as users build them: six rods under PD control on ground that is rougher across than along."""
    bodies = [Body.solid(f"rod{i}", Rod(0.15, 0.02), 1000.0) for i in range(6)]
    joints = [Joint(f"joint{i}", f"rod{i - 1}", f"rod{i}", d=0.15, mode="torque", group="yaw") for i in range(1, 6)]
    robot = Robot("own", bodies, joints, base="planar")
    square = Polygon(((0.2, -0.5), (0.4, -0.5), (0.4, -0.3), (0.2, -0.3)))
    obstacles = (Disc(0.3, 0.25, 0.1), Disc(0.75, 0.25, 0.1), Disc(0.75, -0.3, 0.1), Wall(0.0, -0.6, np.pi / 2), square)
    scene = Scene(obstacles, (0.1, 0.1, 0.4), obstacle_friction=0.2)
    drive = {"gait": Serpenoid(robot.joint_names, 0.6, 4.0, 1.0), "control": PD(5.0, 0.2)}
    return elver.Model("own", robot, **drive, start=elver.InitialState(twist=(0.1, -0.1, 0, 0, 0, 0)), scene=scene)


class Fleet:
    """Machines of one model that start apart, by the loop of single runs and by that of batches."""

    def __init__(self, model: elver.Model, machines: int):
        self.program, self.settings = elver.compile_model(model), ContactSettings()
        self.p = self.program.parameter_vector()
        states = np.tile(self.program.initial_state(self.p), (machines, 1))
        angles = self.program.equations.layout.slices["angles"]
        states[:, angles] += np.random.default_rng(1).uniform(-0.02, 0.02, states[:, angles].shape)
        self.machines = [lane_machine(self.program, self.p, x) for x in states]

    def singles(self, steps: int) -> tuple[float, list[np.ndarray]]:
        """Seconds of the processor for all machines, one after the other; their coordinates at the samples."""
        spent, found = 0.0, []
        for machine in self.machines:
            loop = lane_loop([self.program], [machine], self.settings, DT, 10, steps, recorded=True, width=1)
            loop.advance(np.zeros(1, dtype=np.int64))
            begun = time.thread_time()
            loop.run(np.array([steps]))
            spent += time.thread_time() - begun
            found.append(loop.trajectory(0)[1])
        return spent, found

    def lanes(self, steps: int, recorded: bool = False) -> tuple[float, list[np.ndarray], float]:
        """The same side by side; and, where recorded, the largest residual."""
        width, spent, found, worst = elver.codegen.compiler.host_width(), 0.0, [], 0.0
        for first in range(0, len(self.machines), width):
            group = self.machines[first : first + width]
            loop = lane_loop([self.program] * len(group), group, self.settings, DT, 10, steps, recorded)
            loop.advance(np.zeros(len(group), dtype=np.int64))
            begun = time.thread_time()
            loop.run(np.full(len(group), steps))
            spent += time.thread_time() - begun
            found += [loop.trajectory(k)[1] for k in range(len(group))]
            worst = max(worst, float(loop.samples.record.stats[..., 0].max()))
        return spent, found, worst

    def contenders(self) -> dict[str, Callable[[], float]]:
        """Seconds per step and machine."""
        count = STEPS * len(self.machines)
        return {"single": lambda: self.singles(STEPS)[0] / count, "lanes": lambda: self.lanes(STEPS)[0] / count}


def batch_metrics(rounds: int) -> list[Metric]:
    """Steps a second of batches over those of single runs, on one core; agreement, residual, and more cores."""
    machines = GROUPS * elver.codegen.compiler.host_width()
    models = {name: elver.scenario(f"aiko-{name}").build() for name in ("flat", "obstacles")} | {"own": own_model()}
    fleets = {name: Fleet(model, machines) for name, model in models.items()}
    turns = {(name, way): run for name, fleet in fleets.items() for way, run in fleet.contenders().items()}
    times = interleaved(turns, rounds)
    gains = {name: times[name, "single"] / times[name, "lanes"] for name in fleets}
    metrics = [Metric("batch_steps_gain", min(gains.values()), at_least=4, note="steps a second of one core, the worst of three")]
    for name, fleet in fleets.items():
        short = round(SHORT / DT)
        _, beside, worst = fleet.lanes(short, True)
        apart = [float(np.abs(a - b).max()) for a, b in zip(beside, fleet.singles(short)[1], strict=True)]
        later = [float(np.abs(a - b).max()) for a, b in zip(fleet.lanes(STEPS)[1], fleet.singles(STEPS)[1], strict=True)]
        metrics += [
            Metric(f"batch_gain_{name}", gains[name]),
            Metric(f"batch_single_us_{name}", 1e6 * times[name, "single"], "us", note="one step of one machine"),
            Metric(f"batch_lanes_us_{name}", 1e6 * times[name, "lanes"], "us", note="the same side by side"),
            Metric(f"batch_apart_{name}", max(apart), at_most=1e-9, note=f"from single runs after {SHORT:g} s, m and rad"),
            Metric(f"batch_apart_later_{name}", max(later), note=f"after {SECONDS:g} s; median {np.median(later):.2g}"),
            Metric(f"batch_residual_{name}", worst, at_most=1e-8),
        ]
    return [*metrics, *thread_metrics(fleets["flat"])]


def thread_metrics(fleet: Fleet) -> list[Metric]:
    """Batches on one thread and on all, by the clock. The fleet must be one that may start: nobody inside an obstacle."""
    cores, states = len(os.sched_getaffinity(0)), np.array([m.start[0] for m in fleet.machines])
    names, angles = fleet.program.equations.layout.names, fleet.program.equations.layout.slices["angles"]
    given = {names[k]: np.tile(states[:, 3 + j], 4) for j, k in enumerate(range(angles.start, angles.stop))}

    def took(threads: int) -> float:
        data = elver.simulate_batch(
            fleet.program,
            SECONDS,
            solver=elver.Solver(dt=DT),
            initial_states=given,
            compute=elver.Compute(threads=threads),
            save=elver.Save(every=SECONDS),
            progress=False,
        )
        assert set(data.status.values) == {"finished"}, "a machine that is refused takes no time"
        return float(data.attrs["wall_time"])

    took(cores)  # compiles or loads what it needs
    times = interleaved({threads: partial(took, threads) for threads in (1, cores)}, 3)
    rate = 4 * len(fleet.machines) * STEPS / times[cores]
    return [
        Metric("batch_threads_gain", times[1] / times[cores], note=f"{cores} threads over one, by the clock"),
        Metric("batch_steps_per_second", rate, "1/s", note=f"{4 * len(fleet.machines)} machines, {cores} threads, all included"),
    ]
