"""F3OF as a machine of Elver: base and flaps with hinges, hulls that feel each other: ``python examples/f3of/machine.py``.

Decay tests by the engine, at any angle, beside those of the linear machine with the whole memory (``predict.py``).
"""

from __future__ import annotations

import sys
import time
from functools import cache
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
import casadi as ca
import mesh
import predict

import elver
from elver.drive import Spring
from elver.forces import Effect, Gravity, Hull, HullGroup, Hydrostatics, Motion
from elver.forces.hulls import CoupledMemory, RadiationTable, fit_coupled_memory
from elver.robot import Body, Joint, Place, placed

PLANAR = [6 * k + c for k in range(3) for c in (0, 2, 4)]  # the nine freedoms among eighteen
BAND = (0.25, 0.95)  # rad/s
BODIES = ("base", "fore", "aft")


def groups() -> list[np.ndarray]:
    """Motions (18, k) of the machine with its hinges: those that look the same backwards, and those that do not."""
    surge, heave, pitch, fore, aft = predict.FREE.T
    found = []
    for own in ((surge, pitch, (fore + aft) / np.sqrt(2)), (heave, (fore - aft) / np.sqrt(2))):
        motion = np.zeros((18, len(own)))
        motion[PLANAR] = np.array(own).T
        found.append(motion)
    return found


@cache
def memory() -> CoupledMemory:
    """Memory and added mass of all three bodies, about points of the waterplane above their hinges."""
    table = predict.device().radiation
    down = np.eye(18)  # velocities at the hinges from those at the waterplane
    for k in range(3):
        down[6 * k, 6 * k + 4] = -mesh.HINGE_DEPTH

    def whole(part: np.ndarray) -> np.ndarray:
        full = np.zeros((*part.shape[:-2], 18, 18))
        full[(..., *np.ix_(PLANAR, PLANAR))] = part
        return down.T @ full @ down

    wide = RadiationTable(table.frequencies, whole(table.added), whole(table.damping), whole(table.infinite))
    return fit_coupled_memory(wide, [np.linalg.solve(down, motion) for motion in groups()], band=BAND)


def water() -> HullGroup:
    """Buoyancy of the three bodies, and the water between them."""
    hulls, scale = [], predict.DENSITY * predict.GRAVITY
    drawn = predict.hydrostatics()
    weight = predict.GRAVITY * (predict.MASSES[0] + 2 * predict.MASSES[1])
    missing = weight / scale - sum(volume for _, _, volume, _ in drawn)  # m^3: the published masses displace 0.17 % more
    for k, (area, second, volume, height) in enumerate(drawn):
        restoring = np.diag([scale * area, 0.0, scale * second])
        buoyancy = scale * (volume + (missing if k == 0 else 0.0))
        centre = (0.0, 0.0, height - mesh.HINGE_DEPTH)
        hulls.append(Hull(BODIES[k], Hydrostatics(restoring, buoyancy, centre), reference=(0.0, 0.0, mesh.HINGE_DEPTH)))
    return HullGroup(hulls, memory().added, memory().model)


def machine(test: str, start: dict | None = None, forces: dict | None = None) -> elver.Model:
    """The machine of a test: "DT1", "DT2" (flaps locked), "DT3" (base held) or "free"; forces: further ones.

    Each flap hangs on a link without mass that turns about the hinge, so that its own axes are level at rest.
    """
    bodies = [elver.Body.central("base", predict.MASSES[0], (0, 0, 0), np.diag([predict.TURNING[0]] * 3))]
    joints = []
    for name, x in zip(BODIES[1:], mesh.HINGES, strict=True):
        hinge = placed((x, 0.0, 0.0), (0.0, 1.0, 0.0))
        level = Place(np.zeros(3), hinge.rotation.T)
        own = Body.central(name, predict.MASSES[1], (0, 0, predict.CENTRE), np.diag([predict.TURNING[1]] * 3))
        if test in ("DT1", "DT2"):
            joints.append(Joint(f"{name} hinge", "base", name, type="fixed", place=Place(np.array([x, 0.0, 0.0]))))
            bodies.append(own)
        else:
            bodies += [Body(f"{name} link"), own]
            joints.append(Joint(f"{name} hinge", "base", f"{name} link", place=hinge, mode="passive"))
            joints.append(Joint(f"{name} seat", f"{name} link", name, type="fixed", place=level))
    robot = elver.Robot("f3of", bodies, joints, base="fixed" if test == "DT3" else "sagittal")
    begin = elver.InitialState(**{"position": (0.0, 0.0, -mesh.HINGE_DEPTH), **(start or {})})
    laws = {"water": water(), "weight": Gravity(), **(forces or {})}
    elastic = None if test in ("DT1", "DT2") else Spring()
    return elver.Model(f"f3of {test}", robot, forces=laws, elastic=elastic, start=begin)


class SurgeSpring:
    """A spring along x that holds the base, 1e5 N/m."""

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        if body.name != "base":
            return None
        pull = ca.vertcat(-predict.SPRING * motion.position[0], 0, 0)
        return Effect(
            wrench=ca.vertcat(motion.to_body(pull), ca.SX(3, 1)), potential=0.5 * predict.SPRING * motion.position[0] ** 2
        )


def decay(test: str, step: float = 0.05) -> tuple[np.ndarray, np.ndarray, elver.Run]:
    """Times, what the test shows (n, 1) or (n, 2) [m or deg], and the run."""
    deg = np.pi / 180
    spring = {"spring": SurgeSpring()}
    if test == "DT1":
        model = machine(test, {"position": (5.0, 0.0, -mesh.HINGE_DEPTH)}, spring)
    elif test == "DT2":
        model = machine(test, {"quaternion": (np.cos(5 * deg), 0.0, np.sin(5 * deg), 0.0)}, spring)
    else:
        model = machine(test, {"angles": {"fore hinge": 10 * deg}})
    run = elver.simulate(model, duration=predict.END, solver=elver.Solver(method="rk4", dt=step))
    t = run.data.time.values
    if test == "DT1":
        return t, run.data.base_position.values[:, :1], run
    if test == "DT2":
        q = run.data.base_quaternion.values
        return t, np.degrees(2 * np.arctan2(q[:, 2], q[:, 0]))[:, None], run
    return t, np.degrees(run.data.joint_position.values), run


def main() -> None:
    own, deg = predict.device(), np.pi / 180
    print(f"memory: {memory().model.order} states, errors {memory().errors}")
    linear = {
        "DT1": predict.decay(own, predict.LOCKED, np.array([5.0, 0, 0]), predict.SPRING)[:, :1],
        "DT2": predict.decay(own, predict.LOCKED, np.array([0, 0, 10 * deg]), predict.SPRING)[:, 2:] / deg,
        "DT3": predict.decay(own, predict.FREE[:, 3:], np.array([10 * deg, 0.0])) / deg,
    }
    for test, expected in linear.items():
        began = time.perf_counter()
        t, shown, run = decay(test)
        took = time.perf_counter() - began
        times = predict.STEP * np.arange(len(expected))
        apart = [np.interp(times, t, column) - row for column, row in zip(shown.T, expected.T, strict=True)]
        print(
            f"{test}: root mean square from the linear machine {np.sqrt(np.mean(np.square(apart))):.3f}, "
            f"ledger {run.summary['ledger_closure']:.1e}, {took:.1f} s with compiling"
        )


if __name__ == "__main__":
    main()
