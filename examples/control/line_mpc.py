"""Model predictive control: the 10-link snake swims along a line in a current that nobody told it, 50 times a second.

The plant is the whole scenario ``swimmer`` with motors in its joints. The controller sees a noisy place and heading of the head
ten times a second, estimates the current (current_filter.py), and plans 6.8 s ahead (mpc.py). What it plans acts 20 ms later: so
long may it take.

    python examples/control/line_mpc.py [--short] [--out FOLDER] [--seed N]
"""

from __future__ import annotations

import math
import time

import numpy as np
from control_report import arguments, table
from current_filter import CurrentFilter
from mpc import Bounds, LinePredictiveControl, Weights
from predictor import SIZE, predictor, straight

import elver
from elver.drive import ParameterInput
from elver.sensors import Position
from elver.viz.style import ACCENT, INK, LEAF, SOFT, WATER, legend, new_figure, write

RATE = 50  # Hz
READINGS = 10  # Hz
SMOOTH = 0.6  # s
BOUNDS = Bounds()
START = {"case": 3, "start.position": (0.0, 0.6), "gait.ramp_time": 4.0}
CASES = {
    "tuned": {"water.current": (0.02, -0.06, 0.0)},
    "another current": {"water.current": (-0.05, 0.08, 0.0)},
    "strong current": {"water.current": (0.0, -0.15, 0.0)},
    "8 links": {"links": 8, "water.current": (0.02, -0.06, 0.0)},
    "frequency 90 degrees/s": {"gait.frequency": math.radians(90), "water.current": (0.02, -0.06, 0.0)},
    "friction 0.045, not 0.03": {"water.friction": 0.045, "water.current": (0.02, -0.06, 0.0)},
}
KNOWN = {"water.current": (0.0, 0.0, 0.0), "water.friction": 0.03}  # what the controller believes


class Pilot:
    """The controller: filter and plan, with the time that each call takes and what it believed."""

    def __init__(self, values: dict, start: np.ndarray):
        model = predictor(elver.scenario("swimmer").build({**values, **KNOWN}), SMOOTH)
        self.filter = CurrentFilter(model, start)
        self.control = LinePredictiveControl(model, BOUNDS, Weights())
        self.acting = self.coming = 0.0
        self.walls: list[float] = []
        self.work: list[float] = []
        self.believed: list[np.ndarray] = []

    def __call__(self, now):
        began, worked = time.perf_counter(), time.thread_time()
        self.filter.predict(now.time, self.acting)
        self.acting = self.coming
        if now.step % (RATE // READINGS) == 0:
            self.filter.update(now.sensed["position"][[0, 1, 3]])
        ahead = self.filter.model.step(now.time, self.filter.mean[:SIZE], self.filter.current, self.acting, 1 / RATE)[0]
        self.coming = self.control.solve(now.time + 1 / RATE, ahead.copy(), self.filter.current, self.acting)
        self.walls.append(time.perf_counter() - began)
        self.work.append(time.thread_time() - worked)
        self.believed.append(self.filter.current.copy())
        return [self.coming]


def follow(changes: dict, duration: float, seed: int):
    """The run and its pilot."""
    values = {**START, **changes}
    model = elver.with_inputs(
        elver.scenario("swimmer").build(values), ParameterInput("gait.offset", -BOUNDS.steering, BOUNDS.steering, smooth=SMOOTH)
    )
    links = elver.scenario("swimmer").values(values)["links"]
    pilot = Pilot(values, straight(links, y=0.6))
    doubt = pilot.filter.doubt
    sensor = Position(rate=READINGS, heading=True, noise=doubt.place, heading_noise=doubt.heading)
    run = elver.simulate(
        model,
        duration,
        solver=elver.Solver(dt=0.01),
        save=elver.Save(every=0.02),
        control=elver.Control(pilot, every=1 / RATE, delay=1 / RATE),
        sensors=[sensor],
        seed=seed,
        progress=False,
    )
    return run, pilot


def by_sight(changes: dict, duration: float):
    """The same swim by the built-in line-of-sight law, which sees the true state and knows no current."""
    values = {**START, **changes, "steer": "line"}
    return elver.simulate(
        elver.scenario("swimmer").build(values),
        duration,
        solver=elver.Solver(dt=0.01),
        save=elver.Save(every=0.02),
        progress=False,
    )


def off_the_line(run) -> float:
    """Distance from the line [cm], root mean square over the second half."""
    y = run.data.com_position.values[len(run.data.time) // 2 :, 1]
    return 100 * float(np.sqrt(np.mean(y**2)))


def figures(run, pilot: Pilot) -> dict:
    """What the page prints of a run."""
    data = run.data
    walls, work = (1000 * np.array(t[1:]) for t in (pilot.walls, pilot.work))  # the first call loads the code
    return {
        "off": off_the_line(run),
        "angle": float(np.abs(data.joint_position.values).max()) / BOUNDS.angle,
        "rate": float(np.abs(data.joint_velocity.values).max()) / BOUNDS.rate,
        "torque": float(np.abs(data.joint_torque.values).max()) / BOUNDS.torque,
        "walls": (np.median(walls), np.percentile(walls, 99), walls.max()),
        "late": int((walls > 1000 / RATE).sum()),
        "work": (np.median(work), np.percentile(work, 99), work.max()),
    }


def draw(run, sight, pilot: Pilot, true, path) -> None:
    """Path, belief about the current, and how near the bounds are."""
    data = run.data
    t, com = data.time.values, data.com_position.values
    figure, axes = new_figure(3, 1, size=(8.6, 8.0), height_ratios=(1, 1, 1.1))
    axes[0].plot(com[:, 0], com[:, 1], color=WATER, label="predictive control")
    other = sight.data.com_position.values
    axes[0].plot(other[:, 0], other[:, 1], color=SOFT, linestyle="--", label="built-in line of sight")
    axes[0].axhline(0.0, color=INK, linewidth=0.8)
    axes[0].set(xlabel="x [m]", ylabel="y [m]")
    legend(axes[0], "Centre of mass")
    calls = np.arange(len(pilot.believed)) / RATE
    for k, (name, color) in enumerate((("x", LEAF), ("y", ACCENT))):
        axes[1].plot(calls, 100 * np.array(pilot.believed)[:, k], color=color, label=name)
        axes[1].axhline(100 * true[k], color=color, linestyle=":")
    axes[1].set(xlabel="time [s]", ylabel="current [cm/s]")
    legend(axes[1], "Believed (true: dotted)")
    for name, color, values, bound in (
        ("angle", WATER, data.joint_position, BOUNDS.angle),
        ("rate", LEAF, data.joint_velocity, BOUNDS.rate),
        ("torque", ACCENT, data.joint_torque, BOUNDS.torque),
    ):
        axes[2].plot(t, np.abs(values.values).max(axis=1) / bound, color=color, label=name)
    axes[2].axhline(1.0, color=SOFT, linestyle="--")
    axes[2].set(xlabel="time [s]", ylabel="largest over bound")
    legend(axes[2], "Joints")
    write(figure, path, 110)


def main(given=None) -> list[dict]:
    options = arguments(__doc__, given)
    cases = {"tuned, 3 links": {"links": 3, **CASES["tuned"]}} if options.short else CASES
    duration, found, rows = (2.0 if options.short else 60.0), [], []
    for name, changes in cases.items():
        run, pilot = follow(changes, duration, options.seed)
        sight, own = by_sight(changes, duration), figures(run, pilot)
        found.append(own)
        limits = (f"{own[part]:.3f}" for part in ("angle", "rate", "torque"))
        rows.append(
            [
                name,
                f"{own['off']:.1f}",
                f"{off_the_line(sight):.1f}",
                *limits,
                *("/".join(f"{v:.1f}" for v in own[k]) for k in ("walls", "work")),
            ]
        )
        if len(found) == 1:
            draw(run, sight, pilot, changes["water.current"], options.out / "control-mpc.png")
    heads = ["case", "off [cm]", "by sight [cm]", "angle/bound", "rate/bound", "torque/bound", "call [ms]", "at work [ms]"]
    print(table(f"Line in an unknown current, {duration:g} s; calls: median/99 %/worst; off: rms, second half", heads, rows))
    return found


if __name__ == "__main__":
    main()
