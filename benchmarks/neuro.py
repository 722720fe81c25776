"""An eel with muscles and a spinal network: how much faster than real time, and beside MuJoCo as FARMS would step it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

import elver
from elver.drive import ChainCoupling, EkebergMuscles, OscillatorOutput, PairCoupling, PhaseOscillators, Spring
from elver.drive.muscles import activation_names
from elver.forces import BluffDrag, Morison
from elver.robot import Body, EllipticCylinder, Joint, Robot
from timing import Metric, arguments, interleaved, report

DESCRIPTION = "A planar eel of 50 joints with 100 muscles and 100 oscillators, simulated on one core."
EPILOG = """\
muscle_eel_realtime   simulated seconds a second, RK4, in Elver's water (strips, added mass)
muscle_cost           a run with muscles and oscillators over the same with springs and dampers in their place
vs_farms_like         the same machine with the drag law of FARMS: MuJoCo, with oscillators, muscles and drag applied at
                      every step from compiled code (1 ms), over Elver (RK4); FARMS itself is on no package index
farms_motion_error    by how much both swim unlike far in the last second, over that way: MuJoCo by steps of 0.25 ms, and
                      of 1 ms (farms_motion_error_1ms)
vs_farms_like_64      the same for 64 machines at once that differ in the drive, on one core
"""
JOINTS = 50
LINK = EllipticCylinder(0.02, 0.010, 0.015)  # m
SPAN = 0.02  # m, from joint to joint
GAIN, STIFFNESS, TONUS, DAMPING = 3e-3, 2e-3, 1.0, 1e-4  # of the muscles, SI units
ACTIVATION, FREQUENCY, WEIGHT, RATE = 0.4, 2 * math.pi, 10.0, 20.0
LAG = 2 * math.pi / JOINTS
AREA = (2e-5, 4e-4)  # m^2, drag coefficient times area of a link along and across
STEP, MUJOCO_STEP = 3.125e-3, 1e-3  # s
WAY = 4.0  # s after which ways are compared
CHUNK = 0.1  # s in one timed run: short ones find the moments when nobody else computes
BEST, BEST_BATCH = 300.0, 10.0


def robot(mode: str = "passive") -> Robot:
    """A chain of equal links."""
    bodies = [Body.solid(f"link{k}", LINK, 1000.0) for k in range(JOINTS + 1)]
    joints = [Joint(f"joint{k}", f"link{k - 1}", f"link{k}", d=SPAN, mode=mode) for k in range(1, JOINTS + 1)]
    return Robot("eel", bodies, joints, base="planar")


def network(names: tuple[str, ...]) -> PhaseOscillators:
    """Left and right chains that activate the muscles."""
    left, right = zip(*map(activation_names, names), strict=True)
    return PhaseOscillators(
        ["left", "right"],
        len(names),
        {
            "left": OscillatorOutput(left, "left", ACTIVATION, wave="positive"),
            "right": OscillatorOutput(right, "right", ACTIVATION, wave="positive"),
        },
        {"along": ChainCoupling(WEIGHT, LAG), "across": PairCoupling(["left", "right"], WEIGHT)},
        FREQUENCY,
        rate=RATE,
    )


def eel(media: dict[str, Any]) -> elver.Model:
    """The machine in a medium."""
    own = robot()
    muscles = EkebergMuscles(own.joint_names, gain=GAIN, stiffness=STIFFNESS, tonus=TONUS, damping=DAMPING)
    return elver.Model("eel", own, media, network(own.joint_names), elastic=Spring(), couplings={"muscles": muscles})


def plain_eel() -> elver.Model:
    """The same machine with springs and dampers alone in place of muscles, in Elver's water."""
    return elver.Model("eel", robot(), {"water": Morison()}, elastic=Spring(STIFFNESS * (TONUS + 2 * ACTIVATION), DAMPING))


def farms_drag(own: Robot) -> dict[str, Any]:
    """Drag along the axes of every link at its centre, each by its own speed."""
    centre = tuple(own.bodies[0].centre_of_mass)
    return {"drag": BluffDrag(list(own.body_names), (*AREA, AREA[1]), at=centre, speed="own")}


def timed(program: Any, duration: float, solver: elver.Solver) -> Callable[[], float]:
    """A contender: wall seconds per simulated second."""

    def run() -> float:
        found = elver.simulate(program, duration, solver=solver, save=elver.Save(every=duration), progress=False)
        return found.summary["wall_time"] / duration

    return run


# --- The same machine as FARMS would step it: MuJoCo, and all else applied from compiled code before every step.


@numba.njit(fastmath=True)
def drive(z, q, qd, force, dt, weight, lag, frequency, rate, pushed, dynamics):
    """Advance the oscillators by Euler's method, and give generalised forces of muscles and drag.

    z (2, n, 3): phase, amplitude, its rate, left and right.   q[:3]: x, y, heading of the first link.
    pushed: forces on the links at their centres, in the world [N].
    """
    n = z.shape[1]
    c, s = math.cos(lag), math.sin(lag)
    gain, stiffness, tonus, damping, activation, half, along, across, span = dynamics
    turn = np.empty((2, n))
    for side in range(2):
        for i in range(n):
            theta = z[side, i, 0]
            total = frequency
            if i > 0:
                d = z[side, i - 1, 0] - theta
                total += weight * z[side, i - 1, 1] * (math.sin(d) * c - math.cos(d) * s)
            if i < n - 1:
                d = z[side, i + 1, 0] - theta
                total += weight * z[side, i + 1, 1] * (math.sin(d) * c + math.cos(d) * s)
            total -= weight * z[1 - side, i, 1] * math.sin(z[1 - side, i, 0] - theta)
            turn[side, i] = total
    for i in range(n):
        left = activation * z[0, i, 1] * (1 + math.cos(z[0, i, 0]))
        right = activation * z[1, i, 1] * (1 + math.cos(z[1, i, 0]))
        force[3 + i] = gain * (left - right) - stiffness * (left + right + tonus) * q[3 + i] - damping * qd[3 + i]
    for side in range(2):
        for i in range(n):
            r, v = z[side, i, 1], z[side, i, 2]
            z[side, i, 0] += dt * turn[side, i]
            z[side, i, 1] += dt * v
            z[side, i, 2] += dt * rate * (0.25 * rate * (1 - r) - v)
    x, y, heading, vx, vy, w = q[0], q[1], q[2], qd[0], qd[1], qd[2]
    force[0] = force[1] = force[2] = 0.0
    for j in range(n + 1):
        if j > 0:
            x += span * math.cos(heading)
            y += span * math.sin(heading)
            vx -= span * w * math.sin(heading)
            vy += span * w * math.cos(heading)
            heading += q[2 + j]
            w += qd[2 + j]
        ch, sh = math.cos(heading), math.sin(heading)
        ux, uy = vx - half * w * sh, vy + half * w * ch
        u, v = ch * ux + sh * uy, ch * uy - sh * ux
        fu, fv = -500 * along * abs(u) * u, -500 * across * abs(v) * v
        pushed[j, 0], pushed[j, 1] = ch * fu - sh * fv, sh * fu + ch * fv


XML = """<mujoco><option timestep="{step}" gravity="0 0 0" integrator="implicitfast">
<flag contact="disable" constraint="disable"/></option><worldbody><body name="link0">{base}{links}</body></worldbody></mujoco>"""


def mujoco_model() -> Any:
    """The chain in MuJoCo."""
    import mujoco

    body = robot().bodies[0]
    inertia = " ".join(f"{v:.12g}" for v in np.diag(body.central_inertia))
    at = " ".join(f"{v:.12g}" for v in body.centre_of_mass)
    inertial = f'<inertial pos="{at}" mass="{float(body.mass):.12g}" diaginertia="{inertia}"/>'
    base = '<joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint type="hinge" axis="0 0 1"/>' + inertial
    links = ""
    for k in range(JOINTS, 0, -1):
        links = f'<body name="link{k}" pos="{SPAN} 0 0"><joint type="hinge" axis="0 0 1"/>{inertial}{links}</body>'
    return mujoco.MjModel.from_xml_string(XML.format(step=MUJOCO_STEP, base=base, links=links))


class FarmsLike:
    """MuJoCo with oscillators, muscles and drag applied before every step."""

    def __init__(self, frequency: float = FREQUENCY, step: float = MUJOCO_STEP):
        import mujoco

        self.step_of, self.model, self.frequency, self.dt = mujoco.mj_step, mujoco_model(), frequency, step
        self.model.opt.timestep = step
        self.data = mujoco.MjData(self.model)
        self.z = np.zeros((2, JOINTS, 3))
        self.z[0, :, 0] = -LAG * np.arange(JOINTS)
        self.z[1, :, 0] = -math.pi - LAG * np.arange(JOINTS)
        half = float(robot().bodies[0].centre_of_mass[0])
        self.numbers = (GAIN, STIFFNESS, TONUS, DAMPING, ACTIVATION, half, *AREA, SPAN)

    def advance(self, seconds: float) -> None:
        data, pushed = self.data, self.data.xfrc_applied[1:]
        for _ in range(round(seconds / self.dt)):
            drive(
                self.z, data.qpos, data.qvel, data.qfrc_applied, self.dt, WEIGHT, LAG, self.frequency, RATE, pushed, self.numbers
            )
            self.step_of(self.model, data)

    @property
    def place(self) -> np.ndarray:
        """Centre of mass [m]."""
        return self.data.subtree_com[1, :2].copy()


def farms_like(duration: float) -> Callable[[], float]:
    """A contender: wall seconds per simulated second."""
    machine = FarmsLike()
    machine.advance(0.01)

    def run() -> float:
        begun = time.perf_counter()
        machine.advance(duration)
        return (time.perf_counter() - begun) / duration

    return run


def motion_error(program: Any, step: float = 2.5e-4) -> float:
    """Difference of the ways of both in the last second, over that way; MuJoCo by short steps: its errors are of first order."""
    data = elver.simulate(program, WAY, solver=elver.Solver(dt=STEP), save=elver.Save(every=1.0), progress=False).data
    ours = data.com_position.to_numpy()[-1, :2] - data.com_position.to_numpy()[-2, :2]
    other = FarmsLike(step=step)
    other.advance(WAY - 1)
    before = other.place
    other.advance(1.0)
    theirs = other.place - before
    return float(np.linalg.norm(theirs - ours) / np.linalg.norm(ours))


def batch_of(program: Any, count: int, duration: float) -> Callable[[], float]:
    """A contender: wall seconds per simulated second of all machines, that differ in the frequency of their oscillators."""
    frequencies = FREQUENCY * np.linspace(0.9, 1.1, count)

    def run() -> float:
        begun = time.perf_counter()
        elver.simulate_batch(
            program, duration, parameters={"gait.frequency": frequencies}, solver=elver.Solver(dt=STEP, method="rk4"),
            compute=elver.Compute(threads=1), progress=False,
        )  # fmt: skip
        return (time.perf_counter() - begun) / (duration * count)

    return run


def main() -> None:
    parser = arguments(DESCRIPTION, EPILOG)
    parser.add_argument("--rounds", type=int, default=200, help="rounds, in each of which every contender runs once (200)")
    options = parser.parse_args()
    solver = elver.Solver(dt=STEP, method="rk4", check_step=False)
    water, plain = (elver.compile_model(model) for model in (eel({"water": Morison()}), plain_eel()))
    drag = elver.compile_model(eel(farms_drag(robot())))
    many = elver.compile_model(eel(farms_drag(robot())).freed("gait.frequency"))
    run = {
        "water": timed(water, CHUNK, solver),
        "plain": timed(plain, CHUNK, solver),
        "drag": timed(drag, CHUNK, solver),
        "farms": farms_like(0.1 * CHUNK),
    }
    best = interleaved(run, options.rounds)
    batch = interleaved({"many": batch_of(many, 64, 1.0), "farms": run["farms"]}, max(options.rounds // 2, 3))
    closed = elver.simulate(water, 4.0, solver=elver.Solver(dt=STEP), progress=False)
    metrics = [
        Metric("muscle_eel_realtime", 1 / best["water"], "x", at_least=BEST),
        Metric("muscle_eel_ledger", closed.summary["ledger_closure"], "1"),
        Metric("muscle_eel_step_error", closed.summary["discretisation_error"], "1"),
        Metric("muscle_cost", best["water"] / best["plain"], "1", at_most=2.0),
        Metric("vs_farms_like", best["farms"] / best["drag"], "x", at_least=BEST_BATCH),
        Metric("farms_motion_error_1ms", motion_error(drag, MUJOCO_STEP), "1"),
        Metric("farms_motion_error", motion_error(drag), "1", at_most=0.01),
        Metric("vs_farms_like_64", batch["farms"] / batch["many"], "x", at_least=5 * BEST_BATCH),
    ]
    report("An eel with muscles and a spinal network", metrics, options.json, ("mujoco",))


if __name__ == "__main__":
    main()
