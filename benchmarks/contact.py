"""Contact with set-valued friction: creep at rest, speed against MuJoCo, the cost of many obstacles, a hundred links."""

from __future__ import annotations

import argparse
import math
from dataclasses import replace

import numpy as np

import elver
from contact_batch import BATCH_NOTES, batch_metrics
from contact_snakes import INTEGRATORS, LOADS, SECONDS, SNAKE_NOTE, STEPS, USUAL, ElverSnake, MuJoCoSnake
from elver.contact import ContactSettings, Disc, Scene
from elver.robot import Body, Contour, Robot
from timing import Metric, arguments, interleaved, progress, report

DESCRIPTION = "A block on a slope, the snake robot Aiko among obstacles, and how the cost grows; MuJoCo beside it."
EPILOG = """\
creep_*_m             how far a block slips in 1000 s on a slope of half its friction angle's tangent
speed_vs_mujoco       Aiko among seven obstacles, 10 s: Elver's simulated seconds per second over those of the FASTEST MuJoCo
                      setup, each at its own largest step from which on the mean speed stays within 1 % of its finest step's
..._own_weight        the same against the fastest setup in which every link carries its own weight
..._implicitfast      the same against the fastest setup with the integrator implicitfast
path_vs_mujoco        the same with another yardstick: the path of the middle link within 1 mm of the finest step's
..._aiko-flat, ...    the same on flat ground and among small obstacles
obstacle_cost_ratio   200 obstacles over 7, the same run
realtime_100_links    Aiko with 100 links on flat ground
batch_steps_gain      steps a second of many machines in lanes over those of single runs, on one core; the worst of three
"""
PARTS = ("creep", "speed", "others", "obstacles", "links", "batch")
SPEED_TOLERANCE, PATH_TOLERANCE = 0.01, 1e-3
ACCURACIES = (30.0, 10.0, 3.0, 1.0, 0.3, 0.1, 0.03, 0.01, 1e-3, 1e-4)  # m, one for each of STEPS
CHOSEN = tuple(ContactSettings(accuracy=accuracy) for accuracy in ACCURACIES)
WAYS = (("elver", USUAL), ("elver chosen steps", CHOSEN))  # of which the fastest counts: a label that begins so, and settings
OTHERS = ("aiko-flat", "aiko-small-obstacles")  # on which nothing was tuned
FRICTION, STEEPNESS, G = 0.5, 0.5, 9.81
NOTES = (
    "MuJoCo, creep: a free box (four contacts) on a plane under inclined gravity; elliptic cone, Newton, implicitfast, step\n"
    "2 ms, default solref and solimp, 2 s to settle, then 1000 s in full (nothing extrapolated); noslip: 10 iterations.",
    SNAKE_NOTE,
    "Steps tried: 500, 250, 100, 50, 20, 10, 5, 2, 1 and 0.5 ms. A step counts if it and all finer ones pass; the finest is\n"
    "the reference. The obstacles hold the snake so firmly that its mean speed hardly depends on the step: the path is the\n"
    "sharper test. 'elver chosen steps' takes steps of second order, at most that long, to 30, 10, 3 m .. 0.1 mm:\n"
    "rough ground forgets errors, and what is reached is ten to a thousand times better than asked for.",
)


def creep_metrics() -> list[Metric]:
    """A block at rest on a slope for 1000 s in both engines."""
    block = Body.central("block", 1.0, np.zeros(3), np.diag([0.01, 0.01, 0.01]))
    block = replace(block, contour=Contour(np.zeros(3), np.array([1.0, 0, 0]), 0.1, 0.05))
    angle = math.atan(STEEPNESS * FRICTION)
    scene = Scene(friction=FRICTION, gravity=G * math.cos(angle), slope=(G * math.sin(angle), 0.0))
    program = elver.compile_model(elver.Model("block", Robot("block", [block], base="planar"), scene=scene))
    run = elver.simulate(
        program, 1000.0, solver=elver.Solver(dt=0.002, contact=USUAL), save=elver.Save(every=1.0), progress=False
    )
    moved = float(np.abs(np.asarray(run.data.base_position) - np.asarray(run.data.base_position)[0]).max())
    note = f"in 1000 s; mu {FRICTION:g}, tan(slope) {STEEPNESS * FRICTION:g}"
    return [
        Metric("creep_elver_m", moved, "m", at_most=1e-12, note=note),
        Metric("creep_mujoco_m", mujoco_creep(angle, 0), "m", note="default solver parameters"),
        Metric("creep_mujoco_noslip_m", mujoco_creep(angle, 10), "m", note="10 noslip iterations"),
    ]


def mujoco_creep(angle: float, noslip: int) -> float:
    """How far MuJoCo's box moves in 1000 s, after 2 s to settle [m]."""
    import mujoco

    model = mujoco.MjModel.from_xml_string(
        f"""<mujoco><option timestep="0.002" integrator="implicitfast" cone="elliptic" solver="Newton"
        noslip_iterations="{noslip}" gravity="{G * math.sin(angle)} 0 {-G * math.cos(angle)}"/>
        <worldbody><geom type="plane" size="0 0 1" condim="3" friction="{FRICTION} 0 0"/><body pos="0 0 0.05"><freejoint/>
        <geom type="box" size="0.1 0.05 0.05" mass="1" condim="3" friction="{FRICTION} 0 0"/></body></worldbody></mujoco>"""
    )
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data, 1000)
    settled = data.qpos[:2].copy()
    mujoco.mj_step(model, data, 500_000)
    return float(np.hypot(*(data.qpos[:2] - settled)))


def largest_steps(engine, silent: bool) -> tuple[float, float, float]:
    """Largest steps by the mean speed and by the path (they and all finer ones pass), and the finest step's mean speed [m/s]."""
    paths = [engine.path(dt) for dt in STEPS]
    speeds = np.array([(path[-1, 0] - path[0, 0]) / SECONDS for path in paths])
    errors = np.array([np.abs(path - paths[-1]).max() for path in paths])
    for dt, speed, error in zip(STEPS, speeds, errors, strict=True):
        progress(
            f"{engine.label:25s} step {1e3 * dt:8.4f} ms: mean speed {speed:.5f} m/s, path off by {1e3 * error:.3f} mm", silent
        )
    by_speed = first_of_all_good(np.abs(speeds / speeds[-1] - 1) <= SPEED_TOLERANCE)
    return STEPS[by_speed], STEPS[first_of_all_good(errors <= PATH_TOLERANCE)], float(speeds[-1])


def first_of_all_good(good: np.ndarray) -> int:
    """First index from which on all are true (the last is)."""
    bad = np.flatnonzero(~good)
    return int(bad[-1]) + 1 if len(bad) else 0


def race(name: str, rounds: int, silent: bool) -> tuple[dict, dict, dict]:
    """A scenario in both engines: engines by label; their largest steps, and simulated seconds per second, by both yardsticks."""
    model = elver.scenario(name).build()
    ours = [ElverSnake(model, label, settings) for label, settings in WAYS]
    theirs = [MuJoCoSnake(ours[0], load, integrator) for load in LOADS for integrator in INTEGRATORS]
    engines = {e.label: e for e in (*ours, *theirs)}
    chosen = {label: largest_steps(e, silent) for label, e in engines.items()}
    contenders = {(label, k): e.timed(chosen[label][k]) for label, e in engines.items() for k in (0, 1)}
    rates = {key: 1 / seconds for key, seconds in interleaved(contenders, rounds).items()}
    for (label, k), rate in rates.items():
        dt = chosen[label][k]
        what = ("speed", "path")[k]
        progress(f"{label:25s} by {what:5s}: step {1e3 * dt:8.4f} ms, {rate:8.1f} x, {1e6 * dt / rate:6.1f} us a step", silent)
    return engines, chosen, rates


def other_metrics(rounds: int, silent: bool) -> list[Metric]:
    """The path in other scenarios."""
    rows = []
    for name in OTHERS:
        _, chosen, rates = race(name, rounds, silent)
        ours, theirs = (max((key for key in rates if key[1] == 1 and part in key[0]), key=rates.get) for part in ("elver", "muj"))
        steps = f"steps {1e3 * chosen[ours[0]][1]:g} and {1e3 * chosen[theirs[0]][1]:g} ms"
        rows.append(Metric(f"path_vs_mujoco_{name}", rates[ours] / rates[theirs], note=f"{ours[0]} over {theirs[0]}, {steps}"))
    return rows


def speed_metrics(rounds: int, silent: bool) -> list[Metric]:
    """Aiko among seven obstacles in both engines, by both yardsticks."""
    engines, chosen, rates = race("aiko-obstacles", rounds, silent)

    def fastest(k: int, part: str = "mujoco") -> str:
        return max((label for label in engines if part in label), key=lambda label: rates[label, k])

    best, own, fast = fastest(0), fastest(0, "link"), fastest(0, "implicitfast")
    path, path_own, path_fast = fastest(1), fastest(1, "link"), fastest(1, "implicitfast")
    way, way_path = fastest(0, "elver"), fastest(1, "elver")
    mine, mine_path = rates[way, 0], rates[way_path, 1]
    return [
        Metric("speed_vs_mujoco", mine / rates[best, 0], at_least=5, note=f"against the fastest setup: {best}"),
        Metric("elver_dt", chosen[way][0], "s", note="largest step, mean speed within 1 %"),
        Metric("mujoco_dt", chosen[best][0], "s"),
        Metric("elver_realtime", mine, note="simulated seconds per second"),
        Metric("mujoco_realtime", rates[best, 0]),
        Metric("elver_step_us", 1e6 * chosen[way][0] / mine, "us", note="one step at that size"),
        Metric("mujoco_step_us", 1e6 * chosen[best][0] / rates[best, 0], "us"),
        Metric("elver_speed", chosen["elver"][2], "m/s", note=f"mean over {SECONDS:g} s, finest step"),
        Metric("mujoco_speed", chosen[best][2], "m/s"),
        Metric("speed_vs_mujoco_own_weight", mine / rates[own, 0], note=f"against {own}"),
        Metric("speed_vs_mujoco_implicitfast", mine / rates[fast, 0], note=f"against {fast}"),
        Metric("mujoco_implicitfast_dt", chosen[fast][0], "s"),
        Metric("mujoco_implicitfast_realtime", rates[fast, 0]),
        Metric("path_vs_mujoco", mine_path / rates[path, 1], at_least=5, note=f"path within 1 mm; {way_path} over {path}"),
        Metric("path_vs_mujoco_own_weight", mine_path / rates[path_own, 1], note=f"path within 1 mm; against {path_own}"),
        Metric("path_vs_mujoco_implicitfast", mine_path / rates[path_fast, 1], note=f"path within 1 mm; against {path_fast}"),
        Metric("path_elver_dt", chosen[way_path][1], "s", note=way_path),
        Metric("path_mujoco_dt", chosen[path][1], "s"),
        Metric("path_elver_realtime", mine_path),
        Metric("path_mujoco_realtime", rates[path, 1]),
        *(
            Metric(f"mujoco_load_scatter_{load}", engines[f"mujoco {load} discrete"].load_scatter(), note=note)
            for load, note in zip(
                LOADS, ("deviation of a link's load over its weight, step 2 ms (Elver: 0)", "the same"), strict=True
            )
        ),
    ]


def obstacle_metrics(rounds: int) -> list[Metric]:
    """The same run with 193 discs more, all out of reach."""
    few = elver.scenario("aiko-obstacles").build()
    rows = [1.5 + 0.5 * k for k in range(10)]
    places = [(-1.5 + 0.5 * k, side * y) for y in rows for side in (1, -1) for k in range(12)][:193]
    discs = (*few.scene.obstacles, *(Disc(x, y, 0.125, f"far {k}") for k, (x, y) in enumerate(places)))
    scene = Scene(discs, few.scene.friction, few.scene.gravity)
    contenders = {len(m.scene.obstacles): ElverSnake(m).timed(2e-3) for m in (few, replace(few, scene=scene))}
    times = interleaved(contenders, rounds)
    return [
        Metric("obstacle_cost_ratio", times[200] / times[7], at_most=1.5, note="200 obstacles over 7, step 2 ms"),
        Metric("obstacles_7_step_us", 2e3 * times[7], "us"),
        Metric("obstacles_200_step_us", 2e3 * times[200], "us"),
    ]


def hundred_links(dt: float = 0.01) -> list[Metric]:
    """Aiko with 100 links on flat ground."""
    snake = ElverSnake(elver.scenario("aiko-flat").build({"links": 100}))
    run = max((snake.simulate(dt, 2.0) for _ in range(3)), key=lambda r: r.summary["realtime_factor"]).summary
    return [
        Metric("realtime_100_links", run["realtime_factor"], at_least=1, note=f"step {1e3 * dt:g} ms, 2 s, flat ground"),
        Metric("links_100_step_ms", 1e3 * dt / run["realtime_factor"], "ms"),
        Metric("links_100_residual", run["worst_residual"], note="worst of the run"),
    ]


def parsed() -> argparse.Namespace:
    parser = arguments(DESCRIPTION, EPILOG)
    parser.add_argument("--rounds", type=int, default=9, help="rounds in which all take turns (default 9)")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="what to measure (default: all)")
    return parser.parse_args()


def main() -> None:
    options = parsed()
    measures = {
        "creep": creep_metrics,
        "speed": lambda: speed_metrics(options.rounds, options.json),
        "others": lambda: other_metrics(options.rounds, options.json),
        "obstacles": lambda: obstacle_metrics(options.rounds),
        "links": hundred_links,
        "batch": lambda: batch_metrics(options.rounds),
    }
    rows = []
    for part in options.parts:
        progress(f"{part} ...", options.json)
        rows += measures[part]()
    report("Contact with set-valued friction", rows, options.json, ("mujoco",), (*NOTES, *BATCH_NOTES))


if __name__ == "__main__":
    main()
