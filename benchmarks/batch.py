"""Thousands of eels at once on the cores of this computer, against MuJoCo's threaded rollout."""

from __future__ import annotations

import time
from importlib.util import find_spec

import numpy as np

import elver
from elver.codegen.kernels.width import host_width
from elver.simulation.batches.machines import thread_count
from elver.systems.eel.scenario import EelBody, eel_robot
from rivals import MuJoCo, State
from timing import Metric, arguments, interleaved, relative_error, report

DESCRIPTION = "A batch of 3-D eels (free base, 36 free joints, water), RK4 with 1 ms steps, on 1 core, 2 cores, .. up to all."
EPILOG = """\
The joints turn freely; every machine starts with joint rates and a base velocity of its own.
  elver    simulate_batch: direct dynamics with the water (added mass, drag on 13 strips of 6 points), works and energy ledger
  mujoco   mujoco.rollout with as many threads, its ellipsoid fluid model, integrator RK4, states of all steps stored

vs_mujoco      time of MuJoCo over time of elver for the same steps of the same number of machines on all cores
thread_gain    time on one core over time on two; on a busy computer see thread_cost. thread_gain_N: N cores over half of them;
               with many cores take --steps 200, so that a run lasts longer than starting the threads
thread_cost    processor time of the whole call with two threads over that with one: 1 where threads do not hinder each other
us_per_eval    one evaluation of the right-hand side of one machine, on one core, everything included
imposed_...    the same for the scenario `eel`, whose joint motion is imposed
agreement      both without water: relative difference of the joint angles after the steps, first machines
"""
DT = 1e-3
STAGES = 4
CHECKED = 4  # machines
AGREEMENT = 1e-7  # both are RK4, but MuJoCo's quaternion moves along its own chart


def free_eel(water: bool = True):
    """The eel with free joints, compiled."""
    forces = {"water": elver.forces.Morison(law="paper")} if water else {}
    return elver.compile_model(elver.Model("eel", eel_robot(EelBody(), "passive"), forces=forces, elastic=elver.drive.Spring()))


def starts(program, machines: int) -> np.ndarray:
    """Initial states: straight at rest, but for the rates of joints and base."""
    x = np.tile(program.initial_state(program.parameter_vector()), (machines, 1))
    rng, slices = np.random.default_rng(5), program.equations.layout.slices
    for part, size in (("angles", 0.2), ("rates", 0.5), ("twist", 0.1)):
        x[:, slices[part]] = rng.uniform(-size, size, (machines, slices[part].stop - slices[part].start))
    return x


class Rollout:
    """The same machines in MuJoCo, stepped by its own threads."""

    def __init__(self, program, x: np.ndarray, threads: int, steps: int, water: bool = True):
        from mujoco import mjtState, rollout

        self.eel = MuJoCo(program.model.robot, water, DT, "RK4")
        self.data = [self.eel.mujoco.MjData(self.eel.model) for _ in range(threads)]
        self.pool, self.steps = rollout.Rollout(nthread=threads if threads > 1 else 0), steps
        slices = program.equations.layout.slices
        self.first = np.array([self.state({name: row[s] for name, s in slices.items()}) for row in x])
        size = self.eel.mujoco.mj_stateSize(self.eel.model, mjtState.mjSTATE_FULLPHYSICS)
        assert self.first.shape[1] == size
        self.states = np.empty((len(x), steps, size))

    def state(self, part: dict) -> np.ndarray:
        """MuJoCo's full state (time, positions, velocities) from the parts of Elver's."""
        still = np.zeros(len(part["angles"]))
        self.eel.set_state(State(part["quaternion"], part["position"], part["twist"], part["angles"], part["rates"], still))
        return np.concatenate([[0.0], self.eel.data.qpos, self.eel.data.qvel])

    def run(self) -> float:
        """Seconds of all steps of all machines."""
        start = time.perf_counter()
        self.pool.rollout(self.eel.model, self.data, self.first, nstep=self.steps, state=self.states)
        return time.perf_counter() - start


class Batch:
    """The machines in Elver."""

    def __init__(self, program, steps: int, **given):
        self.program, self.steps, self.given = program, steps, given
        self.call(1)

    def call(self, threads: int):
        """One batch; sampled at its start and its end."""
        seconds = self.steps * DT
        return elver.simulate_batch(
            self.program,
            seconds,
            solver=elver.Solver(dt=DT, method="rk4"),
            save=elver.Save(every=seconds),
            compute=elver.Compute(threads=threads),
            **self.given,
        )

    def processor_time(self, threads: int):
        """A contender: processor seconds of one call."""

        def run() -> float:
            start = time.process_time()
            self.call(threads)
            return time.process_time() - start

        return run

    def timed(self, threads: int):
        """A contender: seconds of all steps of all machines."""
        return lambda: self.call(threads).attrs["wall_time"]


def agreement(steps: int) -> float:
    """Relative difference of the joint angles of both codes, without water."""
    program = free_eel(water=False)
    x = starts(program, CHECKED)
    rival = Rollout(program, x, 1, steps, water=False)
    rival.run()
    found = Batch(program, steps, initial_states=x).call(1)
    if not (found.status == "finished").all():
        raise SystemExit("a machine of the check did not finish")
    angles = found.final_state.values[:, program.equations.layout.slices["angles"]]
    error = relative_error(angles, rival.states[:, -1, 8 : 8 + angles.shape[1]])
    if not error < AGREEMENT:
        raise SystemExit(f"elver and MuJoCo disagree by {error:.2g} (allowed: {AGREEMENT:g}); the times would mean nothing.")
    return error


def metrics(best: dict, machines: int, steps: int, cores: int) -> list[Metric]:
    """The table."""
    evaluations = machines * steps * STAGES
    rows = []
    if "mujoco" in best:
        rows.append(
            Metric("vs_mujoco", best["mujoco"] / best[f"free {cores}"], at_least=10.0, note=f"times faster, {cores} cores")
        )
    if cores > 1:
        rows.append(Metric("thread_gain", best["free 1"] / best["free 2"], at_least=1.8, note="two cores over one"))
        cost = best.pop("processor 2") / best.pop("processor 1")
        rows.append(Metric("thread_cost", cost, at_most=1.1, note="processor time, two threads over one"))
        rows.append(Metric("imposed_thread_gain", best["imposed 1"] / best["imposed 2"], at_least=1.8, note="the same"))
        for n in (2**k for k in range(2, cores.bit_length())):
            gain = best[f"free {n // 2}"] / best[f"free {n}"]
            rows.append(Metric(f"thread_gain_{n}", gain, at_least=1.8, note=f"{n} cores over {n // 2}"))
    rows.append(Metric("us_per_eval", 1e6 * best["free 1"] / evaluations, "us", note="one machine, one core"))
    rows.append(Metric("imposed_us_per_eval", 1e6 * best["imposed 1"] / evaluations, "us", note="one machine, one core"))
    for name, seconds in best.items():
        label = name.replace(" ", "_")
        rows.append(Metric(f"{label}_us_per_step", 1e6 * seconds / (machines * steps), "us", note="one machine, elapsed"))
    return rows


def main() -> None:
    parser = arguments(DESCRIPTION, EPILOG)
    parser.add_argument("--machines", type=int, default=4096, help="eels (4096)")
    parser.add_argument("--steps", type=int, default=20, help="time steps (20)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds, in each of which every contender runs once (5)")
    options = parser.parse_args()
    cores = thread_count(None)
    program = free_eel()
    x = starts(program, options.machines)
    free = Batch(program, options.steps, initial_states=x)
    swimming = elver.compile_model(elver.scenario("eel").build(free=["gait.amplitude"]))
    imposed = Batch(swimming, options.steps, parameters={"gait.amplitude": np.linspace(0.03, 0.09, options.machines)})
    counts = [2**k for k in range(cores.bit_length())]
    counts += [cores] if cores not in counts else []
    contenders = {f"{name} {n}": batch.timed(n) for name, batch in (("free", free), ("imposed", imposed)) for n in counts}
    if cores > 1:
        contenders |= {f"processor {n}": imposed.processor_time(n) for n in (1, 2)}
    notes = []
    if find_spec("mujoco"):
        error = agreement(options.steps)
        contenders["mujoco"] = Rollout(program, x, cores, options.steps).run
    else:
        notes.append("Not installed, so not compared: mujoco. pip install mujoco")
    rows = metrics(interleaved(contenders, options.rounds), options.machines, options.steps, cores)
    if find_spec("mujoco"):
        rows.append(Metric("agreement", error, at_most=AGREEMENT, note="without water, relative"))
    rows.append(Metric("width", host_width(), note="machines per vector"))
    report(f"{options.machines} eels at once, {options.steps} steps", rows, options.json, ["mujoco"], notes)


if __name__ == "__main__":
    main()
