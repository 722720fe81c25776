"""Set-valued contact laws against sign functions, their smoothed forms, and springs and dampers.

python study.py            all numbers
python study.py PICTURE    the same, and the picture of docs/models/set-valued.md
python study.py --json     the numbers as one JSON object
"""

from __future__ import annotations

import argparse
import json
import math
import warnings
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

import elver
from elver.contact import ContactSettings, Scene, Wall
from elver.forces import SignFriction, SpringContact
from elver.forces.gravity import Slope
from elver.model import InitialState
from elver.robot import Body, Contour, Robot

G, FRICTION = 9.81, 0.5
ANGLE = math.atan(0.5 * FRICTION)  # of the slope: half of what friction can hold
WIDTHS = (1e-1, 1e-2, 1e-3, 1e-4, 1e-5)  # m/s
STIFFNESSES = (1e3, 1e4, 1e5, 1e6, 1e7)  # N/m
DAMPING = 0.3  # of the critical one, of every spring
PRESS = 2.0  # m/s^2: pulls the link against its wall
WALL = Wall(0.0, -0.05, math.pi / 2)  # that it lies on with its whole length: two contacts
CHOSEN = ContactSettings(accuracy=1e-6)
LONG = 0.25  # s, a step


# --- Models: one link alone, and Aiko.


def link(forces=None, scene: Scene | None = None, speed: float = 0.0, sideways: float = 0.0) -> elver.Model:
    """One link of 1 kg along x, moving."""
    contour = Contour(np.zeros(3), np.array([1.0, 0.0, 0.0]), 0.1, 0.05)
    body = replace(Body.central("link", 1.0, np.zeros(3), 0.01 * np.eye(3)), contour=contour)
    start = InitialState(twist=(speed, sideways, 0, 0, 0, 0))
    return elver.Model("link", Robot("link", [body], base="planar"), forces=forces or {}, scene=scene, start=start)


def on_slope(width: float) -> elver.Model:
    """The link on the slope, on friction by a function of its velocity."""
    ground = SignFriction(FRICTION, width, G * math.cos(ANGLE))
    return link({"ground": ground, "slope": Slope((G * math.sin(ANGLE), 0.0))})


def at_wall(stiffness: float, damping: float = DAMPING, speed: float = 0.0) -> elver.Model:
    """The link that lies on a wall of springs, two of them, pressed on by PRESS, or thrown at it where there is a speed.

    damping: of the critical one of both springs together, 2 d = 2 damping sqrt(2 k m).
    """
    spring = SpringContact((WALL,), stiffness, damping * math.sqrt(2 * stiffness))
    return link({"wall": spring} if speed else {"wall": spring, "slope": Slope((0.0, -PRESS))}, sideways=-speed)


def integrated(model: elver.Model, seconds: float, dt: float, method: str, every: float | None = None, **tolerances):
    """A run of a model without a scene."""
    solver = elver.Solver(method=method, dt=dt, check_step=False, **tolerances)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of steps at the edge of stability, which are what is looked for
        return elver.simulate(model, seconds, solver=solver, save=elver.Save(every=every), progress=False)


def stepped(model, seconds: float, dt: float, settings: ContactSettings | None = None, every: float | None = None) -> elver.Run:
    """A run of a model with a scene."""
    solver = elver.Solver(dt=dt, contact=settings, check_step=False)
    return elver.simulate(model, seconds, solver=solver, save=elver.Save(every=every), progress=False)


# --- One link on a slope that friction can hold: creep.


def creep() -> dict[str, float]:
    """Speed [m/s] at which it slides down under smoothed laws, and how far it goes in 1000 s under the set-valued one [m]."""
    found = {}
    for width in WIDTHS:
        run = integrated(on_slope(width), 1.0, 1e-4, "rodas", rtol=1e-10, atol=1e-14)
        found[f"creep_{width:g}"] = float(run.data.base_velocity.values[-1, 0])
    scene = Scene(friction=FRICTION, gravity=G * math.cos(ANGLE), slope=(G * math.sin(ANGLE), 0.0))
    moved = stepped(link(scene=scene), 1000.0, LONG, every=LONG).data.base_position.values
    return {**found, "creep_set_valued_m": float(np.abs(moved - moved[0]).max())}


# --- One link that slides to rest: chattering, and which way friction points.


def chatter(dt: float) -> dict[str, np.ndarray]:
    """Velocities [m/s] of a link that slides to rest, by steps of dt: sign function, smoothed, set-valued; and times [s]."""
    contenders = {
        "sign": integrated(link({"ground": SignFriction(FRICTION, 0.0, G)}, speed=0.3), 0.2, dt, "semi-implicit", dt),
        "smoothed": integrated(link({"ground": SignFriction(FRICTION, 0.02, G)}, speed=0.3), 0.2, dt, "semi-implicit", dt),
        "set_valued": stepped(link(scene=Scene(friction=FRICTION), speed=0.3), 0.2, dt, every=dt),
    }
    traces = {name: run.data.base_velocity.values[:, 0] for name, run in contenders.items()}
    return {"time": contenders["sign"].data.time.values, **traces}


def chattering() -> dict[str, float]:
    """Largest speed after the link should have come to rest [m/s], by the length of the step."""
    found = {}
    for dt in (5e-3, 1e-3, 2e-4):
        traces = chatter(dt)
        rest = traces["time"] > 0.3 / (FRICTION * G) + 2 * dt
        for name in ("sign", "set_valued"):
            found[f"chatter_{name}_{dt:g}"] = float(np.abs(traces[name][rest]).max())
    return found


def direction(heading: float) -> dict[str, float]:
    """Angle [rad] between friction and what would be against the velocity, for a link that slides at an angle to its axis."""
    vx, vy = math.cos(heading), math.sin(heading)
    smoothed = SignFriction(FRICTION, 1e-4, G, double=True)
    models = {
        "double_sign": integrated(link({"ground": smoothed}, speed=vx, sideways=vy), 1e-3, 1e-4, "rk4", 1e-4),
        "set_valued": stepped(link(scene=Scene(friction=FRICTION), speed=vx, sideways=vy), 1e-3, 1e-4, every=1e-4),
    }
    found = {}
    for name, run in models.items():
        change = run.data.base_velocity.values[-1] - run.data.base_velocity.values[0]
        found[f"off_{name}_deg"] = math.degrees(abs(math.atan2(-change[1], -change[0]) - heading))
    return found


# --- What a law gives away, and the largest step of RK4 that is stable with it.


def largest_step(model: elver.Model, rest, guess: float) -> float:
    """Largest step [s] of RK4 with which the model comes to rest as it should: ``rest(run)`` is how far it is off, over 1."""
    program = elver.compile_model(model)
    low, high = 0.05 * guess, 20.0 * guess
    for _ in range(24):
        dt = math.sqrt(low * high)
        run = integrated(program, 400 * dt, dt, "rk4", 400 * dt)
        good = run.status == "finished" and rest(run) < 0.05
        low, high = (dt, high) if good else (low, dt)
    return low


def stability() -> dict[str, float]:
    """Largest stable steps [s]; and penetrations [m] of the link that is pressed against a wall."""
    found = {}
    for width in WIDTHS:
        speed = width * math.atanh(0.5)
        stable = largest_step(
            on_slope(width), lambda run, v=speed: abs(run.data.base_velocity.values[-1, 0] / v - 1), width / (FRICTION * G)
        )
        found[f"step_friction_{width:g}"] = stable
    for k in STIFFNESSES:
        pace = 1 / math.sqrt(2 * k)  # s, for 1 kg on both springs
        stable = largest_step(at_wall(k), lambda run, d=PRESS / (2 * k): abs(_depth(run) / d - 1), pace)
        found[f"step_spring_{k:g}"] = stable
        found[f"depth_{k:g}"] = _depth(integrated(at_wall(k), 40 * pace, 0.05 * pace, "rk4", 40 * pace))
    held = stepped(link(scene=Scene((WALL,), slope=(0.0, -PRESS))), 10.0, LONG, CHOSEN, LONG)
    return {**found, "depth_set_valued": _depth(held), "step_set_valued": 10.0 / float(held.data.attrs["steps"])}


def _depth(run: elver.Run) -> float:
    """How far the link lies in the wall at the end [m]."""
    return -float(run.data.base_position.values[-1, 1])


def rebound() -> dict[str, float]:
    """Speed after over speed before an impact, by the springs' share of critical damping; and of the set-valued law with 0.5."""
    found = {}
    for share in (0.1, 0.2, 0.4):
        run = integrated(at_wall(1e5, share, 0.5), 0.1, 1e-5, "rk4", 1e-3)
        found[f"rebound_{share:g}"] = float(run.data.base_velocity.values[-1, 1]) / 0.5
    run = stepped(link(scene=Scene((WALL,), restitution=0.5), sideways=-0.5), 0.1, 1e-2, every=1e-2)
    return {**found, "rebound_set_valued": float(run.data.base_velocity.values[-1, 1]) / 0.5}


# --- The snake: time to equal accuracy.


@dataclass(frozen=True)
class Race:
    """One way to compute the snake's path: its label, a setting, the error of the path [m] and the time of the loop [s]."""

    label: str
    setting: float
    error: float
    seconds: float


def path(run: elver.Run) -> np.ndarray:
    """Places of the middle link [m], every 0.1 s."""
    return run.data.body_position.values[:, 5, :2]


def timed(make, rounds: int = 5) -> tuple[np.ndarray, float]:
    """A path, and the shortest wall time of its loop in so many rounds."""
    runs = [make() for _ in range(rounds)]
    assert all(run.status == "finished" for run in runs)
    return path(runs[0]), min(float(run.data.attrs["wall_time"]) for run in runs)


def race(name: str, seconds: float) -> list[Race]:
    """Aiko's path by set-valued laws in both kinds of steps, and by functions and springs with an adaptive integrator."""
    model, every = elver.scenario(name).build(), 0.1
    assert model.scene is not None
    program, found = elver.compile_model(model), []
    reference = path(stepped(program, seconds, 0.01, ContactSettings(accuracy=1e-6), every))

    def add(label: str, setting: float, make) -> None:
        places, cost = timed(make)
        found.append(Race(label, setting, float(np.abs(places - reference).max()), cost))

    for dt in (2e-2, 5e-3, 1e-3, 2e-4):
        add("set-valued, published steps", dt, lambda dt=dt: stepped(program, seconds, dt, None, every))
    for accuracy in (1.0, 1e-1, 1e-2, 1e-3):
        settings = ContactSettings(accuracy=accuracy)
        add("set-valued, chosen steps", accuracy, lambda s=settings: stepped(program, seconds, 0.1, s, every))
    pairs = zip((1e-2, 1e-3, 1e-4), (1e4, 1e5, 1e6), strict=True)
    for (width, k), double in ((pair, double) for pair in pairs for double in (False, True)):
        forces = {"ground": SignFriction(0.2, width, double=double)}
        if model.scene.obstacles:
            if double:
                continue
            mass = 7.5 / 11
            forces["posts"] = SpringContact(model.scene.obstacles, k, 2 * DAMPING * math.sqrt(k * mass))
        smooth = elver.compile_model(replace(model, scene=None, forces=forces))
        label = "double sign, smoothed" if double else "smoothed" + (" and springs" if model.scene.obstacles else "")
        for method in ("dopri5", "rodas"):
            add(label, width, lambda p=smooth, m=method: integrated(p, seconds, 1e-4, m, every, rtol=1e-5, atol=1e-7))
        slower = max(found[-2:], key=lambda race: race.seconds)
        found.remove(slower)
    return found


def numbers(seconds: float) -> tuple[dict[str, float], dict[str, list[Race]]]:
    """All figures, and both races."""
    figures = {**creep(), **chattering(), **direction(math.radians(22.5)), **stability(), **rebound()}
    return figures, {name: race(name, seconds) for name in ("aiko-flat", "aiko-obstacles")}


# --- The picture.


def draw(figures: dict[str, float], races: dict[str, list[Race]], place: Path) -> None:
    """Four panels: creep, chattering, stable steps, time to equal accuracy."""
    from elver.viz.style import ACCENT, INK, LEAF, SOFT, WARM, WATER, new_figure, write

    figure, (slope, rest, steps, snake) = new_figure(2, 2, size=(10.0, 7.6))
    widths = np.array(WIDTHS)
    slope.loglog(widths, widths * math.atanh(0.5), color=SOFT, label="w atanh(tan(slope)/mu)")
    slope.loglog(widths, [figures[f"creep_{w:g}"] for w in WIDTHS], "o", color=ACCENT, label="smoothed, computed")
    slope.axhline(1e-7, color=WATER)
    moved = figures["creep_set_valued_m"]
    slope.text(0.97, 0.1, f"set-valued: {moved:g} m in 1000 s", color=WATER, ha="right", transform=slope.transAxes)
    slope.set(xlabel="width w of the smoothed sign [m/s]", ylabel="creep [m/s]", ylim=(5e-8, 0.2))
    slope.set_title("On a slope that friction holds: creep", loc="left", color=INK, fontsize=11)

    traces = chatter(5e-3)
    colours = {"sign": ACCENT, "smoothed": WARM, "set_valued": WATER}
    labels = {"sign": "sign function", "smoothed": "smoothed, w = 20 mm/s", "set_valued": "set-valued"}
    for name, label in labels.items():
        rest.plot(1e3 * traces["time"], 1e3 * traces[name], ".-", color=colours[name], label=label, linewidth=1.1, markersize=4)
    rest.set(xlabel="time [ms]", ylabel="velocity [mm/s]", xlim=(30, 130), ylim=(-40, 160))
    rest.set_title("Sliding to rest by steps of 5 ms: chattering", loc="left", color=INK, fontsize=11)

    for kind, settings, mark, colour, label in (
        ("friction", [("creep", w) for w in WIDTHS], "o-", ACCENT, "smoothed friction: creep [mm/s]"),
        ("spring", [("depth", k) for k in STIFFNESSES], "s-", LEAF, "springs of a wall: penetration [mm]"),
    ):
        given = [1e3 * figures[f"{what}_{setting:g}"] for what, setting in settings]
        stable = [1e3 * figures[f"step_{kind}_{setting:g}"] for _, setting in settings]
        steps.loglog(given, stable, mark, color=colour, label=label)
    steps.axhline(1e3 * figures["step_set_valued"], color=WATER)
    steps.text(0.03, 0.87, "set-valued: nothing", color=WATER, transform=steps.transAxes)
    steps.set(xlabel="what the law gives away", ylabel="largest stable step of RK4 [ms]", ylim=(3e-3, 2e3))
    steps.set_title("Stiffness", loc="left", color=INK, fontsize=11)

    colours = {
        "set-valued, published steps": WATER,
        "set-valued, chosen steps": INK,
        "smoothed": WARM,
        "double sign, smoothed": ACCENT,
    }
    for label, colour in colours.items():
        rows = [r for r in races["aiko-flat"] if r.label == label]
        snake.loglog([1e3 * r.error for r in rows], [1e3 * r.seconds for r in rows], "o-", color=colour, label=label)
    snake.set(xlabel="error of the middle link's path [mm]", ylabel="time of the loop [ms]")
    snake.set_title("Aiko on flat ground: time to equal accuracy", loc="left", color=INK, fontsize=11)
    for axis, corner in ((slope, "upper left"), (rest, "upper right"), (steps, "lower right"), (snake, "upper right")):
        axis.legend(loc=corner, fontsize=8, frameon=False)
    write(figure, place, 110)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("picture", nargs="?", type=Path)
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.add_argument("--seconds", type=float, default=9.0, help="of the snake's runs (9: two periods of its gait)")
    options = parser.parse_args()
    figures, races = numbers(options.seconds)
    rows = {
        f"{name}: {r.label}, {r.setting:g}": {"error": r.error, "seconds": r.seconds}
        for name, found in races.items()
        for r in found
    }
    if options.json:
        print(json.dumps({**figures, **rows}))
    else:
        for name, value in figures.items():
            print(f"{name:28s} {value:.4g}")
        for name, row in rows.items():
            print(f"{name:60s} {1e3 * row['error']:10.4g} mm {1e3 * row['seconds']:10.4g} ms")
    if options.picture:
        draw(figures, races, options.picture)


if __name__ == "__main__":
    main()
