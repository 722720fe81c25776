"""Line-of-sight guidance as user code: the swimming chain follows the world's x axis, steered by a Python function.

The same law is built into Elver (``steer=line``), where it acts at every instant. Here it is called at its own rate and holds the
joints' offset in between; the paths come together as the rate grows.

    python examples/control/line_of_sight.py [--short] [--out FOLDER]
"""

from __future__ import annotations

import math

import numpy as np
from control_report import arguments, table, took

import elver
from elver.drive import ParameterInput
from elver.viz.style import CYCLE, INK, SOFT, legend, new_figure, write

LARGEST = 0.35  # rad, of the offset
SAMPLE = 0.1  # s
CASES = {
    "as in the scenario": {},
    "in a current of (0.05, 0.05) m/s": {"case": 3, "water.current": (0.05, 0.05, 0.0)},
    "6 links": {"links": 6},
    "frequency 120 degrees/s": {"gait.frequency": math.radians(120)},
}


def line_of_sight(length: float, gain: float = 0.4, lookahead: float = 1.4):
    """The controller: offset = gain (heading - direction to a point ``lookahead`` ahead on the line)."""

    def controller(now):
        at = dict(zip(now.names, now.state, strict=True))
        bends = [at[name] for name in now.names if name.startswith("angle of ")]  # from the head to the tail
        yaw = 2 * math.atan2(at["base quaternion z"], at["base quaternion w"])
        headings = yaw + np.cumsum([0.0, *bends])
        halves = length / 2 * np.sin(headings)  # y from the centre of a link to its front
        centres = at["base y"] - np.cumsum([0.0, *(halves[1:] + halves[:-1])])
        error = headings.mean() + math.atan(centres.mean() / lookahead)
        turn = math.remainder(error, 2 * math.pi)
        return [max(-LARGEST, min(LARGEST, gain * turn))]

    return controller


def steered(values: dict, duration: float, rate: float):
    """The run with the controller called ``rate`` times a second."""
    model = elver.with_inputs(elver.scenario("swimmer").build(values), ParameterInput("gait.offset", -LARGEST, LARGEST))
    guide = line_of_sight(length=0.14)
    return elver.simulate(
        model,
        duration,
        solver=elver.Solver(dt=0.01),
        save=elver.Save(every=SAMPLE),
        control=elver.Control(guide, every=1 / rate),
        progress=False,
    )


def compare(changes: dict, duration: float, rates):
    """Paths of the centre of mass: built in, and by user code at each rate; and how far they are apart at most [m]."""
    values = {"start.position": (0.0, 0.6), **changes}
    built_in = elver.simulate(
        elver.scenario("swimmer").build({**values, "steer": "line"}),
        duration,
        solver=elver.Solver(dt=0.01),
        save=elver.Save(every=SAMPLE),
        progress=False,
    )
    paths = {"built in": built_in.data.com_position.values[:, :2]}
    for rate in rates:
        paths[f"{rate} Hz"] = steered(values, duration, rate).data.com_position.values[:, :2]
    apart = [float(np.linalg.norm(path - paths["built in"], axis=1).max()) for path in list(paths.values())[1:]]
    return paths, apart


def draw(paths: dict, path) -> None:
    """The path of the built-in law, and how far those of the user code are from it."""
    figure, (left, right) = new_figure(1, 2, size=(10.5, 3.6), width_ratios=(1.2, 1))
    own = paths["built in"]
    left.plot(own[:, 0], own[:, 1], color=INK)
    left.axhline(0.0, color=SOFT, linewidth=0.8)
    left.set(xlabel="x [m]", ylabel="y [m]")
    legend(left, "Centre of mass, built-in law")
    for color, (name, course) in zip(CYCLE, list(paths.items())[1:], strict=False):
        right.plot(SAMPLE * np.arange(len(own)), 1000 * np.linalg.norm(course - own, axis=1), color=color, label=name)
    right.set(xlabel="time [s]", ylabel="distance [mm]", ylim=(0, None))
    legend(right, "User code from it")
    write(figure, path, 110)


def main(given=None) -> list[list]:
    options = arguments(__doc__, given)
    rates, duration = ((50, 100), 4.0) if options.short else ((50, 100, 200), 60.0)
    rows = []
    for name, changes in list(CASES.items())[: 1 if options.short else None]:
        with took() as clock:
            paths, apart = compare(changes, duration, rates)
        end = paths["built in"][-1, 1]
        rows.append([name, *(f"{1000 * a:.3f}" for a in apart), f"{100 * end:+.1f}", f"{clock.seconds:.1f}"])
        if not changes:
            draw(paths, options.out / "control-sight.png")
    heads = ["case", *(f"{r} Hz [mm]" for r in rates), "built in: y at the end [cm]", "took [s]"]
    print(table(f"Largest distance from the path of the built-in law in {duration:g} s", heads, rows))
    return rows


if __name__ == "__main__":
    main()
