"""The closed loop on the cores of this computer: eels as environments, a controller in Python, and what a call costs."""

from __future__ import annotations

import time
from importlib.util import find_spec

import numpy as np

import elver
from elver.robot import EllipticCylinder
from elver.simulation.batches.machines import thread_count
from environment import CONTROL, DT, OBSERVED, OUTPUTS, STEPS, eel_model, limits, policy, reward
from rivals import MuJoCo
from timing import Metric, arguments, interleaved, relative_error, report

DESCRIPTION = "Eels with 36 torque inputs, 20 ms control = 10 RK4 steps of 2 ms: environment steps a second, and what calls cost."
EPILOG = """\
One environment step: actions (a random part and a weak pull towards the straight eel), 10 steps with those torques held,
observation (joint angles and rates, twist of the base: 78 numbers, in place), reward (speed less effort); the same NumPy code on
both sides.
  elver    elver.stepper: free base, 36 joints, water (added mass, drag on 13 strips of 6 points), works and ledger
  mujoco   mujoco.rollout.Rollout, which keeps its threads: the same tree and inertias (13 bodies, three hinges each, no massless
           links), a motor per joint, ellipsoid fluid; contacts, constraints and limits off; its own checks of arguments skipped

env_steps_per_second   of all machines together; best of --rounds
env_steps_per_core_second   the same over processor time, which others on the computer disturb less
env_vs_mujoco          over MuJoCo with the same method, RK4 (with water); each round begins from the straight eel
env_vs_mujoco_euler    over MuJoCo's fastest integrator at the same step, Euler: of order 1, one evaluation a step instead of four
agreement              both without water: relative difference of the joint angles after 10 environment steps, first machines
controller_realtime    simulated seconds per second of the time loop of `simulate`, one eel, a controller in Python every 20 ms
controller_whole       the same of the whole call: checks before, recorded quantities, energy ledger
stepper_call_us        step() of one machine over its physics: a call of one step less a step in a call of 1000; a pair of links
batch_call_us          the same of 256 such machines on all cores
"""
AGREEMENT = 1e-7  # both are RK4, but MuJoCo's quaternion moves along its own chart
CHECKED, COMPARED = 4, 10
LONG = 1000  # steps in one call, to know what a step costs


class Environments:
    """The machines in Elver."""

    def __init__(self, machines: int, threads: int, water: bool = True):
        self.stepper = elver.stepper(
            eel_model(water),
            machines,
            solver=elver.Solver(dt=DT, method="rk4"),
            outputs=OUTPUTS,
            compute=elver.Compute(threads=threads),
        )
        self.largest = limits(self.stepper.program.model)

    def reset(self) -> None:
        """All machines straight and at rest."""
        rest = np.zeros(self.stepper.state.shape)
        rest[:, self.stepper.program.equations.layout.slices["quaternion"].start] = 1.0
        self.stepper.reset(initial_states=rest)

    def step(self, noise: np.ndarray) -> None:
        """One environment step of all machines."""
        own = self.stepper
        self.actions = policy(own.outputs["joint_position"], own.outputs["joint_velocity"], noise, self.largest)
        if own.step(self.actions, CONTROL).any():
            raise SystemExit("a machine of elver's did not run on")
        self.observation = own.output_buffer[:, :OBSERVED]
        self.reward = reward(own.output_buffer, self.actions)

    @property
    def angles(self) -> np.ndarray:
        """Joint angles [rad]."""
        return self.observation[:, :36]


class Rollouts:
    """The same machines in MuJoCo."""

    def __init__(self, machines: int, threads: int, integrator: str = "RK4", water: bool = True):
        from mujoco import rollout

        model = eel_model()
        self.eel, self.largest = MuJoCo(model.robot, water, DT, integrator, motors=True), limits(model)
        self.models = [self.eel.model] * machines
        self.data = [self.eel.mujoco.MjData(self.eel.model) for _ in range(threads)]
        self.pool = rollout.Rollout(nthread=threads if threads > 1 else 0)
        rest = np.concatenate([[0.0], self.eel.data.qpos, self.eel.data.qvel])
        self.rest, self.states = np.tile(rest, (machines, 1)), np.empty((machines, STEPS, len(rest)))
        self.controls = np.empty((machines, STEPS, 36))

    def reset(self) -> None:
        """All machines straight and at rest."""
        self.states[:, -1] = self.rest

    def step(self, noise: np.ndarray) -> None:
        """One environment step of all machines."""
        last = self.states[:, -1].copy()
        self.actions = policy(last[:, 8:44], last[:, 50:], noise, self.largest)
        self.controls[:] = self.actions[:, None]
        self.pool.rollout(self.models, self.data, last, self.controls, nstep=STEPS, state=self.states, skip_checks=True)
        self.observation = self.states[:, -1, 8:]
        self.reward = reward(self.states[:, -1, 44:47], self.actions)

    @property
    def angles(self) -> np.ndarray:
        """Joint angles [rad]."""
        return self.observation[:, :36]


def timed(environments: Environments | Rollouts, machines: int, steps: int, clock=time.perf_counter):
    """A contender: seconds of one environment step of all machines."""
    noise = np.random.default_rng(7).uniform(-1, 1, (steps, machines, 36))

    def run() -> float:
        environments.reset()
        start = clock()
        for row in noise:
            environments.step(row)
        return (clock() - start) / steps

    return run


def agreement() -> float:
    """Relative difference of the joint angles of both codes, without water."""
    both = (Environments(CHECKED, 1, water=False), Rollouts(CHECKED, 1, water=False))
    random = np.random.default_rng(1)
    for one in both:
        one.reset()
    for _ in range(COMPARED):
        noise = random.uniform(-1, 1, (CHECKED, 36))
        for one in both:
            one.step(noise)
    error = relative_error(both[0].angles, both[1].angles)
    if not error < AGREEMENT:
        raise SystemExit(f"elver and MuJoCo disagree by {error:.2g} (allowed: {AGREEMENT:g}); the times would mean nothing.")
    return error


def controlled(seconds: float):
    """Contenders: seconds of the time loop for a simulated second, a controller in Python at 50 Hz; and of the whole call."""
    program = elver.compile_model(eel_model())
    phases, largest = np.linspace(0, 2 * np.pi, 36), limits(program.model)
    slices, solver, save = program.equations.layout.slices, elver.Solver("rk4", DT), elver.Save(every=CONTROL)

    def controller(now):
        target = 0.1 * np.sin(2 * np.pi * now.time - phases)
        torque = 20.0 * (target - now.state[slices["angles"]]) - 0.5 * now.state[slices["rates"]]
        return np.clip(torque, -largest, largest)

    control = elver.Control(controller, every=CONTROL)

    def run() -> tuple[float, float]:
        start = time.perf_counter()
        found = elver.simulate(program, seconds, solver=solver, save=save, control=control, progress=False)
        if found.status != "finished":
            raise SystemExit(f"the controlled eel did not finish: {found.summary['status_detail']}")
        return 1 / found.summary["realtime_factor"], (time.perf_counter() - start) / seconds

    run()
    return {"controlled": lambda: run()[0], "controlled whole": lambda: run()[1]}


def pair_of_links() -> elver.Model:
    """Two links with a joint whose torque is an input: hardly any physics."""
    bodies = [elver.Body.solid(name, EllipticCylinder(0.2, 0.02, 0.05), density=1000.0) for name in "ab"]
    robot = elver.Robot("pair", bodies, [elver.Joint("hinge", "a", "b", d=0.2, mode="torque")], base="planar")
    model = elver.Model("pair", robot, forces={"water": elver.forces.Morison(friction=0.02)}, control=elver.drive.PD(0.0, 0.0))
    return elver.with_inputs(model, elver.drive.TorqueInputs(limit=1.0))


def calls(machines: int | None, threads: int | None) -> dict:
    """Contenders: seconds of a call of one step, and of one step in a long call."""
    own = elver.stepper(
        pair_of_links(),
        machines,
        solver=elver.Solver(dt=1e-5, method="rk4"),
        outputs=["joint_position"],
        compute=elver.Compute(threads=threads),
    )
    u, length = np.zeros(own.u.shape), LONG * 1e-5

    def short() -> float:
        start = time.perf_counter()
        for _ in range(100):
            own.step(u)
        return (time.perf_counter() - start) / 100

    def long() -> float:
        start = time.perf_counter()
        own.step(u, length)
        return (time.perf_counter() - start) / LONG

    return {"short": short, "long": long}


def call_cost(machines: int | None, threads: int | None, rounds: int) -> float:
    """Microseconds of a call over its physics."""
    best = interleaved(calls(machines, threads), rounds)
    return 1e6 * (best["short"] - best["long"])


def metrics(best: dict, machines: int, error: float | None, threads: int, rounds: int) -> list[Metric]:
    """The table."""
    rows = [Metric("env_steps_per_second", machines / best["elver"], "1/s", 1e5, note=f"{machines} eels, {threads} threads")]
    if error is not None:
        rows.append(Metric("env_vs_mujoco", best["mujoco RK4"] / best["elver"], at_least=5.0, note="times faster, both RK4"))
        rows.append(Metric("env_vs_mujoco_euler", best["mujoco Euler"] / best["elver"], note="RK4 against its Euler"))
    rows.append(Metric("controller_realtime", 1 / best["controlled"], at_least=200.0, note="one eel, 50 Hz"))
    rows.append(Metric("controller_whole", 1 / best["controlled whole"], note="with checks, recording and energy ledger"))
    rows.append(Metric("stepper_call_us", call_cost(None, None, 20 * rounds), "us", at_most=20.0, note="one machine"))
    rows.append(Metric("batch_call_us", call_cost(256, threads, 20 * rounds), "us", at_most=100.0, note="256 machines"))
    rows.append(Metric("env_steps_per_core_second", machines / best["elver processor"], "1/s", note="of processor time"))
    if error is not None:
        rows.append(Metric("mujoco_steps_per_second", machines / best["mujoco RK4"], "1/s", note="RK4"))
        rows.append(Metric("mujoco_euler_steps_per_second", machines / best["mujoco Euler"], "1/s"))
        rows.append(Metric("agreement", error, at_most=AGREEMENT, note="without water, relative"))
    return rows


def main() -> None:
    parser = arguments(DESCRIPTION, EPILOG)
    parser.add_argument("--machines", type=int, default=1024, help="eels (1024)")
    parser.add_argument("--threads", type=int, help="of both codes (all cores)")
    parser.add_argument(
        "--steps", type=int, default=20, help="environment steps of elver's machines in a round; MuJoCo's: a tenth (20)"
    )
    parser.add_argument("--seconds", type=float, default=30.0, help="simulated with a controller in Python (30)")
    parser.add_argument("--rounds", type=int, default=7, help="rounds, in each of which every contender runs once (7)")
    options = parser.parse_args()
    threads, machines = thread_count(options.threads), options.machines
    error, notes = None, []
    own = Environments(machines, threads)
    contenders = {"elver": timed(own, machines, options.steps)}
    contenders["elver processor"] = timed(own, machines, options.steps, time.process_time)
    if find_spec("mujoco"):
        error = agreement()
        for integrator in ("RK4", "Euler"):
            few = max(1, options.steps // 10)
            contenders[f"mujoco {integrator}"] = timed(Rollouts(machines, threads, integrator), machines, few)
    else:
        notes.append("Not installed, so not compared: mujoco. pip install mujoco")
    contenders |= controlled(options.seconds)
    best = interleaved(contenders, options.rounds)
    rows = metrics(best, machines, error, threads, options.rounds)
    report("The closed loop on this computer", rows, options.json, ["mujoco"], notes)


if __name__ == "__main__":
    main()
