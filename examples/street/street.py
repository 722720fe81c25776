"""A swimmer that holds its station behind a cylinder, and the same swimmer in the stream without one.

Behind a cylinder the water is slower on the average, and a street of vortices comes along. Trout hold their station there with
less effort than beside it (Liao, Beal, Lauder and Triantafyllou, Science 302, 2003). What does this machine make of it? Six
links, twice as long as the cylinder is thick, are held by a soft spring at the head; the amplitude of the beat is chosen so that
the mean force of the spring along the stream is nothing. Power of the motors in the stream, in water of the wake's mean
velocity without vortices, and in the street.

    python examples/street/street.py            the table of docs/models/flows.md
    python examples/street/street.py PICTURE    the same, and the picture
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np
from scipy.optimize import brentq

import elver
from elver.drive import Serpenoid
from elver.forces import Anchor, KarmanStreet, Morison, UniformFlow
from elver.robot import Body, EllipticCylinder, Joint, Robot, placed

LINKS, LENGTH = 6, 0.2  # m
SPEED, DIAMETER, BEHIND = 0.3, 0.1, 0.4  # m/s; m; m from the cylinder's axis to the swimmer's head
STREET = KarmanStreet(DIAMETER, (-SPEED, 0.0, 0.0), (BEHIND, 0.0, 0.0))
BEATS = 7  # for each pair of vortices: a whole number, so that the motion repeats
SPRING = 1.0  # N/m
SETTLED, PERIODS, DT = 12, 6, 4e-3  # periods of the shedding before the mean, and in it; s


@dataclass(frozen=True)
class Held:
    """A swimmer on its spring. force [N]: mean of the spring, forward.   power [W] of the motors.   sway [m]: half range."""

    force: float
    power: float
    sway: float
    run: elver.Run


def wake_velocity() -> float:
    """Mean velocity of the street on its axis [m/s], along the stream."""
    x = ca.SX.sym("x")
    along = ca.Function("u", [x], [STREET.velocity(ca.vertcat(x, 0, 0), ca.SX(0))[0]])
    return -float(np.array(along(np.linspace(0, STREET.spacing, 200, endpoint=False)[None, :])).mean())


def swimmer(current: Any) -> elver.Model:
    """Six links, head first along x, against the stream; a wave that runs to the tail, where it is largest."""
    piece = LENGTH / LINKS
    shapes = [EllipticCylinder(piece, 0.012 - 0.0016 * k, 0.025, at=(-piece, 0, 0)) for k in range(LINKS)]
    bodies = [Body.solid(f"link{k}", shape, 1000.0) for k, shape in enumerate(shapes)]
    hinge = placed((-piece, 0, 0), (0, 0, 1), (1, 0, 0))
    joints = [Joint(f"joint{k}", f"link{k - 1}", f"link{k}", place=hinge) for k in range(1, LINKS)]
    order = tuple(joint.name for joint in reversed(joints))  # the gait's first joint is the one at the tail
    frequency = 2 * math.pi * BEATS / STREET.period
    gait = Serpenoid(order, 0.3, frequency, 2 * math.pi / LINKS, envelope="eel", ramp_time=2.0)
    media = {
        "water": Morison(friction=0.02, drag_e2=1.5, current=current),
        "spring": Anchor("link0", SPRING, damping=0.3),
    }
    return elver.Model("swimmer", Robot("swimmer", bodies, joints, base="planar"), media, gait)


def compiled(current: Any) -> Any:
    return elver.compile_model(swimmer(current).freed("gait.amplitude"))


def held(program: Any, amplitude: float, settled: int = SETTLED) -> Held:
    """The swimmer with an amplitude [rad] of its beat, over whole periods of the shedding."""
    period = STREET.period
    end = (settled + PERIODS) * period
    run = elver.simulate(program, end, solver=elver.Solver(dt=DT), parameters={"gait.amplitude": amplitude}, progress=False)
    assert run.status == "finished", run.status_detail
    late = run.data.time.values >= end - PERIODS * period - 0.5 * DT
    place, work = run.data.base_position.values[late], run.data.work.sel(flow="motor").values[late]
    return Held(
        SPRING * float(place[:-1, 0].mean()), float(work[-1] - work[0]) / (PERIODS * period), float(np.ptp(place[:, 1])) / 2, run
    )


def station(program: Any, low: float = 0.3, high: float = 1.1) -> tuple[float, Held]:
    """The amplitude [rad] at which the mean force of the spring along the stream is nothing."""
    amplitude = brentq(lambda a: held(program, a).force, low, high, xtol=1e-4, rtol=1e-4)
    return amplitude, held(program, amplitude)


CASES = {
    "stream": UniformFlow((-SPEED, 0.0, 0.0)),
    "mean of the wake": UniformFlow((-wake_velocity(), 0.0, 0.0)),
    "street": STREET,
}


def outcome() -> dict[str, tuple[float, Held]]:
    return {name: station(compiled(current)) for name, current in CASES.items()}


def table(found: dict[str, tuple[float, Held]]) -> str:
    rows = [
        "| water | mean velocity [m/s] | amplitude at the tail [deg] | power [mW] | sway of the head [mm] | ledger |",
        "|---|---|---|---|---|---|",
    ]
    speeds = {"stream": SPEED, "mean of the wake": wake_velocity(), "street": wake_velocity()}
    for name, (amplitude, own) in found.items():
        tail = math.degrees(amplitude * (LINKS - 1) / (LINKS + 1))
        closure = own.run.summary["ledger_closure"]
        numbers = f"{speeds[name]:.3f} | {tail:.1f} | {1e3 * own.power:.1f} | {1e3 * own.sway:.1f} | {closure:.0e}"
        rows.append(f"| {name} | {numbers} |")
    return "\n".join(rows)


def draw(found: dict[str, tuple[float, Held]], path: str) -> None:
    """The street with the swimmer in it, and force and power over the amplitude in the three waters."""
    from matplotlib.patches import Circle

    from elver.viz.style import ACCENT, INK, LEAF, WATER, legend, new_figure, write

    figure, (seen, force, power) = new_figure(1, 3, size=(13.0, 3.9), width_ratios=(1.7, 1, 1))
    run = found["street"][1].run
    x, y = np.meshgrid(np.linspace(-0.75, 0.45, 260), np.linspace(-0.3, 0.3, 130))
    t, at = ca.SX.sym("t"), ca.SX.sym("x", 3)
    slopes = ca.jacobian(STREET.velocity(at, t), at)
    turning = ca.Function("w", [at, t], [slopes[1, 0] - slopes[0, 1]])
    end = float(run.data.time[-1])
    w = np.array(turning(np.stack([x.ravel(), y.ravel(), 0 * x.ravel()]), end)).reshape(x.shape)
    behind = np.where(x < BEHIND, w, 0.0)
    seen.contourf(x, y, behind, levels=np.linspace(-14, 14, 30), cmap="RdBu_r", extend="both")
    seen.add_patch(Circle((BEHIND, 0), DIAMETER / 2, color=INK))
    places, turns = run.data.body_position.values[-1], run.data.body_quaternion.values[-1]
    yaw = 2 * np.arctan2(turns[:, 3], turns[:, 0])
    tip = places[-1, :2] - LENGTH / LINKS * np.array([math.cos(yaw[-1]), math.sin(yaw[-1])])
    chain = np.vstack([places[:, :2], tip])
    seen.plot(chain[:, 0], chain[:, 1], color=INK, linewidth=4.0, solid_capstyle="round")
    seen.set(aspect="equal", xlabel="x [m]", ylabel="y [m]")
    seen.set_title("vorticity, 1/s: red turns to the left", fontsize=9)
    for (name, current), color in zip(CASES.items(), (INK, LEAF, ACCENT), strict=True):
        program = compiled(current)
        amplitudes = np.linspace(0.5, 0.9, 6)
        own = [held(program, a) for a in amplitudes]
        tail = np.degrees(amplitudes) * (LINKS - 1) / (LINKS + 1)
        force.plot(tail, [1e3 * h.force for h in own], color=color, marker=".", label=name)
        power.plot(tail, [1e3 * h.power for h in own], color=color, marker=".", label=name)
        amplitude, there = found[name]
        power.plot(math.degrees(amplitude) * (LINKS - 1) / (LINKS + 1), 1e3 * there.power, "o", color=color, markersize=9)
    force.axhline(0, color=WATER, linewidth=0.8)
    force.set(xlabel="amplitude at the tail [deg]", ylabel="mean force forward [mN]")
    power.set(xlabel="amplitude at the tail [deg]", ylabel="power of the motors [mW]")
    legend(force, "what is left for the spring")
    legend(power, "dots: at their station")
    write(figure, path, 110)


def main() -> None:
    found = outcome()
    print(table(found))
    if len(sys.argv) > 1:
        draw(found, sys.argv[1])


if __name__ == "__main__":
    main()
