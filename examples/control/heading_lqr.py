"""Linear quadratic control of heading, the direction from tail to head: the eel turns by 45 degrees.

The input is the bend of all yaw joints (``gait.yaw_offset``). The eel is linearised along its steady stroke (``elver.linearise``
at many instants), the pieces between control instants are put together to one stroke, and scipy solves the Riccati equation of
that (periodic_lqr.py). A proportional controller, the best of eight gains, does the same turn.

    python examples/control/heading_lqr.py [--short] [--out FOLDER]

With --short two joints and 4 s, too short for the turn: it shows that all parts run.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from control_report import arguments, table
from periodic_lqr import multipliers, piece, response, stroke_gains

import elver
from elver.drive import ParameterInput
from elver.viz.style import ACCENT, INK, LEAF, SOFT, WATER, legend, new_figure, write

INPUT = "gait.yaw_offset"
LARGEST = 0.1  # rad
SMOOTH = 0.6  # s
INSTANTS, PARTS = 10, 4  # control instants in a stroke; linearisations from one to the next
TURN = math.radians(45)
STATES = ("base turn z", "base vx", "base vy", "base wz", *(f"{INPUT} {part}" for part in ("seen", "rate", "acceleration")))
GAINS = (0.03, 0.05, 0.06, 0.07, 0.08, 0.1, 0.14, 0.2)  # of the proportional controller [rad/rad]
EFFORT = 10.0  # weight of a bend [1/rad^2]; that of the heading is 1
CASES = {
    "tuned": {},
    "8 joints": {"body.joints": 8},
    "period 1.5 s": {"gait.period": 1.5},
    "amplitude 0.08": {"gait.amplitude": 0.08},
    "current (0, 0.15) m/s": {"water.current": (0.0, 0.15, 0.0)},
}


@dataclass(frozen=True, eq=False)
class Stroke:
    """A machine on its steady gait: the run up to it, the period, STATES at the control instants, and the pieces between.

    chord: change of the direction from tail to head with STATES, mean over the stroke.   directions: at the instants.
    """

    program: object
    run: object
    period: float
    states: np.ndarray
    pieces: list
    chord: np.ndarray
    directions: np.ndarray


def heading(states, names) -> np.ndarray:
    """Heading of the head [rad] from states, without jumps."""
    w, z = (states[..., names.index(f"base quaternion {part}")] for part in "wz")
    return np.unwrap(2 * np.arctan2(z, w), axis=0)


def chosen(states, names) -> np.ndarray:
    """STATES out of whole states."""
    return np.column_stack([heading(states, names), *(states[:, names.index(name)] for name in STATES[1:])])


def direction(positions) -> np.ndarray:
    """Direction from tail to head [rad] from the bodies' positions, without jumps."""
    along = positions[:, 0] - positions[:, -1]
    return np.unwrap(np.arctan2(along[:, 1], along[:, 0]))


def chord_change(linear, bodies) -> np.ndarray:
    """Change of the direction from tail to head with the coordinates of a linear system whose outputs are body positions."""
    rows = list(linear.C.output.values)
    ends = [[rows.index(f"body_position.{body}.{axis}") for axis in "xy"] for body in (bodies[0], bodies[-1])]
    (dx, dy), (cx, cy) = (part[ends[0]] - part[ends[1]] for part in (linear.y, linear.C.values))
    return (dx * cy - dy * cx) / (dx**2 + dy**2)


def steady_stroke(values: dict, strokes: int) -> Stroke:
    """Swim that many strokes, then linearise along one."""
    model = elver.with_inputs(elver.scenario("eel").build(values), ParameterInput(INPUT, -LARGEST, LARGEST, smooth=SMOOTH))
    program, period = elver.compile_model(model), model.gait.period
    sample = period / INSTANTS / PARTS / 2
    run = elver.simulate(
        program, strokes * period, solver=elver.Solver(dt=sample / 3, method="rk4"), save=elver.Save(every=sample), progress=False
    )
    names, last = list(run.data.state_name.values), slice(-1 - 2 * INSTANTS * PARTS, None)
    states, times = run.data.state.values[last], run.data.time.values[last]
    rates, chords = [], []
    for x, t in zip(states[1::2], times[1::2], strict=False):  # the middles of the parts
        linear = elver.linearise(program, x, t=float(t), outputs=["body_position"])
        keep = [list(linear.A.coordinate.values).index(name) for name in STATES]
        rates.append((linear.A.values[np.ix_(keep, keep)], linear.B.values[keep]))
        chords.append(chord_change(linear, model.robot.body_names)[keep])
    pieces = [piece(rates[k : k + PARTS], period / INSTANTS) for k in range(0, len(rates), PARTS)]
    directions = direction(run.data.body_position.values[last])[: -1 : 2 * PARTS]
    return Stroke(program, run, period, chosen(states[:-1], names)[:: 2 * PARTS], pieces, np.mean(chords, axis=0), directions)


def controller(stroke: Stroke, gains):
    """u = -K (state - that of the stroke), with the heading turned by TURN."""

    def act(now):
        k = now.step % INSTANTS
        away = chosen(now.state[None], list(now.names))[0] - stroke.states[k]
        away[0] = math.remainder(away[0] - TURN, 2 * math.pi)
        return -gains[k] @ away

    return act


def proportional(stroke: Stroke, gain: float) -> list[np.ndarray]:
    """The same law with one gain, of the direction from tail to head alone."""
    return [-gain * stroke.chord[None]] * INSTANTS  # a positive bend turns the eel to the right


def turned(stroke: Stroke, gains, duration: float):
    """Times from the command [s], direction from tail to head less that of the stroke [rad], and bends."""
    begin, every = float(stroke.run.data.time[-1]), stroke.period / INSTANTS
    run = elver.simulate(
        stroke.program,
        duration,
        solver=elver.Solver(dt=every / PARTS / 6, method="rk4"),
        save=elver.Save(every=every),
        resume=stroke.run,
        control=elver.Control(controller(stroke, gains), every=every, out_of_bounds="clip"),
        progress=False,
    )
    course = direction(run.data.body_position.values)
    away = course - np.resize(stroke.directions, len(course))
    away -= 2 * math.pi * round(away[0] / (2 * math.pi))
    return run.data.time.values - begin, away, run.data.input.values[:, 0]


def judged(times, course) -> tuple[float, float]:
    """Overshoot [%] and the time after which the heading stays within 5 % of the turn [s]."""
    outside = np.flatnonzero(np.abs(course - TURN) > 0.05 * TURN)
    settled = times[outside[-1] + 1] if outside[-1] + INSTANTS < len(times) else math.inf
    return 100 * max(course.max() / TURN - 1, 0.0), float(settled)


def told(overshoot: float, settled: float) -> str:
    """Both in words."""
    return f"{overshoot:.1f} % {settled:.1f} s" if math.isfinite(settled) else "not settled"


def designed(stroke: Stroke):
    """Gains of the least sum of squared heading and bend, and how well the Riccati equation of the stroke closes."""
    return stroke_gains(stroke.pieces, np.outer(stroke.chord, stroke.chord), np.array([[EFFORT]]))


def foretold(stroke: Stroke, gains, strokes: int):
    """The turn as the linear model has it: times and heading, and the bends it asks for."""
    start = np.array([-TURN, *[0.0] * (len(STATES) - 1)])
    course = response(stroke.pieces, gains, start, strokes)
    bends = [-float((gains[k % INSTANTS] @ z)[0]) for k, z in enumerate(course)]
    return np.arange(len(course)) * stroke.period / INSTANTS, course @ stroke.chord + TURN, np.array(bends)


def draw(courses: dict, path) -> None:
    """Headings and bends by name."""
    figure, (upper, lower) = new_figure(2, 1, size=(8.6, 6.0), sharex=True)
    looks = {"LQR, linear model": (SOFT, "--"), "LQR, run": (WATER, "-"), "proportional, run": (ACCENT, "-")}
    for name, (times, course, bends) in courses.items():
        color, line = looks[name]
        upper.plot(times, np.degrees(course), color=color, linestyle=line, label=name)
        lower.step(times, bends, where="post", color=color, linestyle=line)
    upper.axhline(45.0, color=INK, linewidth=0.8)
    for bound in (-LARGEST, LARGEST):
        lower.axhline(bound, color=LEAF, linewidth=0.8, linestyle=":")
    upper.set(ylabel="heading [degrees]")
    end = min(12.0, *(times[-1] for times, *_ in courses.values()))
    lower.set(xlabel="time [s]", ylabel="bend of a joint [rad]", xlim=(0, end))
    legend(upper, "A turn of 45 degrees")
    legend(lower, "What is asked of every joint; dotted: the bounds of the input")
    write(figure, path, 110)


def main(given=None) -> dict[str, list]:
    options = arguments(__doc__, given)
    cases = {"2 joints": {"body.joints": 2}} if options.short else CASES
    strokes, duration = (3, 4.0) if options.short else (30, 40.0)
    rows, first, best = {}, None, 0.08
    for name, changes in cases.items():
        stroke = steady_stroke(changes, strokes)
        gains, open_by = designed(stroke)
        times, course, bends = foretold(stroke, gains, math.ceil(duration / stroke.period))
        if first is None:
            first = gains
            tried = {} if options.short else {gain: turned(stroke, proportional(stroke, gain), duration) for gain in GAINS}
            best = min(tried, key=lambda gain: judged(*tried[gain][:2])[1], default=best)
        runs = [turned(stroke, law, duration) for law in (gains, first, proportional(stroke, best))]
        slowest = float(abs(multipliers(stroke.pieces, gains)[0]))
        rows[name] = [judged(times, course), *(judged(*run[:2]) for run in runs), slowest, open_by]
        if len(rows) == 1:
            courses = {"LQR, linear model": (times, course, bends), "LQR, run": runs[0], "proportional, run": runs[2]}
            draw(courses, options.out / "control-heading.png")
    heads = ["case", "linear model", "run", "first case's gains", f"proportional, {best:g}", "multiplier", "Riccati closes to"]
    cells = [[name, *(told(*pair) for pair in row[:4]), f"{row[4]:.3f}", f"{row[5]:.0e}"] for name, row in rows.items()]
    print(table("Overshoot and settling time (5 %) of a turn by 45 degrees", heads, cells))
    return rows


if __name__ == "__main__":
    main()
