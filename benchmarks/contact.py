"""Contact with set-valued friction: creep at rest, speed against MuJoCo, the cost of many obstacles, a hundred links."""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

import elver
from contact_batch import BATCH_NOTES, batch_figures
from elver.contact import ContactSettings, Disc, Scene
from elver.contact.coordinates import coordinates_of
from elver.results.measures import body_centre
from elver.robot import Body, Contour, Robot
from timing import Figure, arguments, interleaved, progress, report

DESCRIPTION = "A block on a slope, the snake robot Aiko among obstacles, and how the cost grows; MuJoCo beside it."
EPILOG = """\
creep_*_m             how far a block slips in 1000 s on a slope of half its friction angle's tangent
speed_vs_mujoco       Aiko among seven obstacles, 10 s: Elver's simulated seconds per second over those of the FASTEST MuJoCo
                      setup, each at its own largest step from which on the mean speed stays within 1 % of its finest step's
..._own_weight        the same against the fastest setup in which every link carries its own weight
..._implicitfast      the same against the fastest setup with the integrator implicitfast
path_vs_mujoco        the same with another yardstick: the path of the middle link within 1 mm of the finest step's
obstacle_cost_ratio   200 obstacles over 7, the same run
realtime_100_links    Aiko with 100 links on flat ground
batch_steps_gain      steps a second of many machines in lanes over those of single runs, on one core; the worst of three
"""
PARTS = ("creep", "speed", "obstacles", "links", "batch")
SECONDS, SAMPLE, SPEED_TOLERANCE, PATH_TOLERANCE = 10.0, 0.5, 0.01, 1e-3
STEPS = (0.5, 0.25, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005)
FRICTION, STEEPNESS, G = 0.5, 0.5, 9.81
LOADS, INTEGRATORS = ("base", "link"), ("discrete", "implicitfast")  # one vertical slide for the machine, or one per link
NOTES = (
    "MuJoCo, creep: a free box (four contacts) on a plane under inclined gravity; elliptic cone, Newton, implicitfast, step\n"
    "2 ms, default solref and solimp, 2 s to settle, then 1000 s in full (nothing extrapolated); noslip: 10 iterations.",
    "MuJoCo, snake: x, y and heading of the base and ten hinges, the same masses and inertias, all links in one plane. Links\n"
    "are capsules; obstacles are upright capsules (in the plane the same circles as cylinders, but collided in closed form,\n"
    "which is faster), frictionless (condim 1). Each link presses on the ground through one sphere below its centre: one\n"
    "point of friction (condim 3, isotropic), as in the paper. Weight needs a vertical freedom: one for the whole machine\n"
    "('base': fewest freedoms, but the load wanders from link to link) or one per link ('link': every link carries its own\n"
    "weight on average). Elliptic cone, Newton, default solref, solimp and tolerances; sparse Jacobian, no islands and no\n"
    "mid-phase, because that is faster here. PD control: a general actuator with affine bias, kp q* + kd qd* sampled\n"
    "beforehand as its control; mujoco.rollout steps in C, so no Python is timed. The integrator 'discrete' (since 3.13)\n"
    "takes joint stiffness at the end of the step, as Elver's scheme does; 'implicitfast' takes only the damping so, and is\n"
    "unstable from about 6 ms on.",
    "Steps tried: 500, 250, 100, 50, 20, 10, 5, 2, 1 and 0.5 ms. A step counts if it and all finer ones pass; the finest is\n"
    "the reference. The obstacles hold the snake so firmly that its mean speed hardly depends on the step: the path is the\n"
    "sharper test.",
)


class ElverSnake:
    """Aiko in Elver, with whatever obstacles."""

    label = "elver"

    def __init__(self, model=None):
        self.program = elver.compile_model(model or elver.scenario("aiko-obstacles").build())

    def simulate(self, dt: float, seconds: float = SECONDS):
        """One run, sampled every 0.5 s."""
        return elver.simulate(self.program, seconds, dt=dt, output=SAMPLE, contact=ContactSettings(), progress=False)

    def path(self, dt: float) -> np.ndarray:
        """Centre of the middle link [m] every 0.5 s, the start first; NaN where the run failed."""
        run = self.simulate(dt)
        return body_centre(run.data, "link6")[:, :2] if run.summary["status"] == "finished" else no_path()

    def timed(self, dt: float, seconds: float = SECONDS) -> Callable[[], float]:
        """A contender: seconds of the stepping loop per simulated second."""
        return lambda: self.simulate(dt, seconds).summary["wall_time"] / seconds


class MuJoCoSnake:
    """The same machine in MuJoCo, see NOTES."""

    def __init__(self, like: ElverSnake, load: str, integrator: str):
        import mujoco
        from mujoco import rollout

        self.mujoco, self.load, self.integrator, self.label = mujoco, load, integrator, f"mujoco {load} {integrator}"
        self.model, self.values = like.program.model, like.program.model.parameters
        self.start, _ = coordinates_of(
            like.program.equations.layout.slices, like.program.initial_state(like.program.parameter_vector())
        )
        self.stepper = rollout.Rollout(nthread=0)
        mujoco.set_mju_user_warning(lambda text: None)  # unstable steps are found by their warnings; no log file

    def prepared(self, dt: float):
        """Model, data, first state, controls [1, steps, joints] and room for the states of all steps."""
        mujoco, v = self.mujoco, self.values
        model = mujoco.MjModel.from_xml_string(snake_xml(self.model, self.load, self.integrator, dt))
        data = mujoco.MjData(model)
        names = ("x", "y", "heading", *(f"joint{i}" for i in range(1, v["links"])))
        for name, value in zip(names, self.start, strict=True):
            data.qpos[model.joint(name).qposadr[0]] = value
        steps = round(SECONDS / dt)
        t = (np.arange(steps) + (self.integrator == "discrete")) * dt
        angle = v["gait.frequency"] * t[:, None] + v["gait.phase"] * np.arange(v["links"] - 1)
        rate = v["gait.frequency"] * np.cos(angle)
        control = v["gait.amplitude"] * (v["control.kp"] * np.sin(angle) + v["control.kd"] * rate)
        kind = mujoco.mjtState.mjSTATE_FULLPHYSICS
        first = np.empty(mujoco.mj_stateSize(model, kind))
        mujoco.mj_getState(model, data, first, kind)
        return model, data, first[None], control[None], np.empty((1, steps, len(first)))

    def path(self, dt: float) -> np.ndarray:
        """Centre of the middle link [m] every 0.5 s, the start first; NaN where the run was unstable."""
        model, data, first, control, states = self.prepared(dt)
        self.stepper.rollout(model, data, first, control, state=states)
        if any(w.number for w in data.warning):
            return no_path()
        found = []
        for state in np.concatenate([first, states[0, round(SAMPLE / dt) - 1 :: round(SAMPLE / dt)]]):
            self.mujoco.mj_setState(model, data, state, self.mujoco.mjtState.mjSTATE_FULLPHYSICS)
            self.mujoco.mj_kinematics(model, data)
            found.append(data.body("link6").xipos[:2].copy())
        return np.array(found)

    def load_scatter(self, dt: float = 2e-3) -> float:
        """Standard deviation of a link's load on the ground over its weight; 0 for a machine that rests on flat ground."""
        model, data, first, control, _ = self.prepared(dt)
        self.mujoco.mj_setState(model, data, first[0], self.mujoco.mjtState.mjSTATE_FULLPHYSICS)
        loads, force = np.zeros((control.shape[1], self.values["links"])), np.zeros(6)
        for row, now in zip(loads, control[0], strict=True):
            data.ctrl[:] = now
            self.mujoco.mj_step(model, data)
            for k in range(data.ncon):
                if data.contact[k].dim == 3:
                    self.mujoco.mj_contactForce(model, data, k, force)
                    row[model.geom_bodyid[max(data.contact[k].geom)] - 1] = force[0]
        return float(loads.std() / (self.values["body.mass"] * self.values["gravity"]))

    def timed(self, dt: float) -> Callable[[], float]:
        """A contender: seconds of the rollout per simulated second."""
        model, data, first, control, states = self.prepared(dt)

        def run() -> float:
            self.mujoco.mj_resetData(model, data)
            start = time.perf_counter()
            self.stepper.rollout(model, data, first, control, state=states)
            return (time.perf_counter() - start) / SECONDS

        return run


def no_path() -> np.ndarray:
    """The path of a run that failed."""
    return np.full((round(SECONDS / SAMPLE) + 1, 2), np.nan)


def snake_xml(model, load: str, integrator: str, dt: float) -> str:
    """The machine and its scene in MuJoCo's format."""
    v = model.parameters
    kp, kd, height = v["control.kp"], v["control.kd"], v["body.radius"]
    mu = model.scene.ground.across
    obstacles = "".join(
        f'<geom type="capsule" pos="{o.x} {o.y} {height}" size="{o.radius} 0.1" contype="0" conaffinity="1" condim="1"/>'
        for o in model.scene.obstacles
    )
    actuators = "".join(
        f'<general joint="joint{i}" gaintype="fixed" gainprm="1" biastype="affine" biasprm="0 {-kp} {-kd}"/>'
        for i in range(1, v["links"])
    )
    return f"""<mujoco><compiler angle="radian" inertiafromgeom="false" autolimits="false"/>
    <option timestep="{dt}" integrator="{integrator}" cone="elliptic" solver="Newton" jacobian="sparse"
    gravity="0 0 {-model.scene.gravity}"><flag island="disable" midphase="disable"/></option>
    <worldbody><geom type="plane" size="0 0 1" contype="0" conaffinity="2" condim="3" friction="{mu} 0 0"/>{obstacles}
    {link_xml(v, 1, load, mu)}</worldbody><actuator>{actuators}</actuator></mujoco>"""


def link_xml(v: Mapping[str, object], i: int, load: str, mu: float) -> str:
    """Link i and all behind it: joints, inertia, a capsule for the obstacles and a sphere for the ground."""
    length, radius, half, mass = v["body.length"], v["body.radius"], v["body.half_length"], v["body.mass"]
    slide = '<joint type="slide" axis="{}"/>'
    if i == 1:
        place, centre = f"0 0 {radius}", 0.0
        joints = '<joint name="x" type="slide" axis="1 0 0"/><joint name="y" type="slide" axis="0 1 0"/>'
        joints += slide.format("0 0 1") + '<joint name="heading" type="hinge" axis="0 0 1"/>'
    else:
        place, centre = f"{length / 2 if i == 2 else length} 0 0", length / 2
        joints = slide.format("0 0 1") if load == "link" else ""
        joints += f'<joint name="joint{i - 1}" type="hinge" axis="0 0 1"/>'
    rest = link_xml(v, i + 1, load, mu) if i < v["links"] else ""
    return f"""<body name="link{i}" pos="{place}">{joints}
    <inertial pos="{centre} 0 0" mass="{mass}" diaginertia="{mass * radius**2 / 2} {v["body.inertia"]} {v["body.inertia"]}"/>
    <geom type="capsule" fromto="{centre - half} 0 0 {centre + half} 0 0" size="{radius}" contype="1" conaffinity="0" condim="1"/>
    <geom type="sphere" pos="{centre} 0 0" size="{radius}" contype="2" conaffinity="0" condim="3" friction="{mu} 0 0"/>
    {rest}</body>"""


def creep_figures() -> list[Figure]:
    """A block at rest on a slope for 1000 s in both engines."""
    block = Body.central("block", 1.0, np.zeros(3), np.diag([0.01, 0.01, 0.01]))
    block = replace(block, contour=Contour(np.zeros(3), np.array([1.0, 0, 0]), 0.1, 0.05))
    angle = math.atan(STEEPNESS * FRICTION)
    scene = Scene(friction=FRICTION, gravity=G * math.cos(angle), slope=(G * math.sin(angle), 0.0))
    program = elver.compile_model(elver.Model("block", Robot("block", [block], base="planar"), scene=scene))
    run = elver.simulate(program, 1000.0, dt=0.002, output=1.0, contact=ContactSettings(), progress=False)
    moved = float(np.abs(np.asarray(run.data.base_position) - np.asarray(run.data.base_position)[0]).max())
    note = f"in 1000 s; mu {FRICTION:g}, tan(slope) {STEEPNESS * FRICTION:g}"
    return [
        Figure("creep_elver_m", moved, "m", at_most=1e-12, note=note),
        Figure("creep_mujoco_m", mujoco_creep(angle, 0), "m", note="default solver parameters"),
        Figure("creep_mujoco_noslip_m", mujoco_creep(angle, 10), "m", note="10 noslip iterations"),
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


def speed_figures(rounds: int, silent: bool) -> list[Figure]:
    """Aiko among seven obstacles in both engines, by both yardsticks."""
    ours = ElverSnake()
    theirs = [MuJoCoSnake(ours, load, integrator) for load in LOADS for integrator in INTEGRATORS]
    engines = {e.label: e for e in (ours, *theirs)}
    chosen = {label: largest_steps(e, silent) for label, e in engines.items()}
    contenders = {(label, k): e.timed(chosen[label][k]) for label, e in engines.items() for k in (0, 1)}
    rates = {key: 1 / seconds for key, seconds in interleaved(contenders, rounds).items()}
    for (label, k), rate in rates.items():
        dt = chosen[label][k]
        what = ("speed", "path")[k]
        progress(f"{label:25s} by {what:5s}: step {1e3 * dt:8.4f} ms, {rate:8.1f} x, {1e6 * dt / rate:6.1f} us a step", silent)

    def fastest(k: int, part: str = "mujoco") -> str:
        return max((e.label for e in theirs if part in e.label), key=lambda label: rates[label, k])

    best, own, fast = fastest(0), fastest(0, "link"), fastest(0, "implicitfast")
    path, path_own, path_fast = fastest(1), fastest(1, "link"), fastest(1, "implicitfast")
    mine, mine_path = rates["elver", 0], rates["elver", 1]
    return [
        Figure("speed_vs_mujoco", mine / rates[best, 0], at_least=5, note=f"against the fastest setup: {best}"),
        Figure("elver_dt", chosen["elver"][0], "s", note="largest step, mean speed within 1 %"),
        Figure("mujoco_dt", chosen[best][0], "s"),
        Figure("elver_realtime", mine, note="simulated seconds per second"),
        Figure("mujoco_realtime", rates[best, 0]),
        Figure("elver_step_us", 1e6 * chosen["elver"][0] / mine, "us", note="one step at that size"),
        Figure("mujoco_step_us", 1e6 * chosen[best][0] / rates[best, 0], "us"),
        Figure("elver_speed", chosen["elver"][2], "m/s", note=f"mean over {SECONDS:g} s, finest step"),
        Figure("mujoco_speed", chosen[best][2], "m/s"),
        Figure("speed_vs_mujoco_own_weight", mine / rates[own, 0], note=f"against {own}"),
        Figure("speed_vs_mujoco_implicitfast", mine / rates[fast, 0], note=f"against {fast}"),
        Figure("mujoco_implicitfast_dt", chosen[fast][0], "s"),
        Figure("mujoco_implicitfast_realtime", rates[fast, 0]),
        Figure("path_vs_mujoco", mine_path / rates[path, 1], note=f"path within 1 mm; against the fastest: {path}"),
        Figure("path_vs_mujoco_own_weight", mine_path / rates[path_own, 1], note=f"path within 1 mm; against {path_own}"),
        Figure("path_vs_mujoco_implicitfast", mine_path / rates[path_fast, 1], note=f"path within 1 mm; against {path_fast}"),
        Figure("path_elver_dt", chosen["elver"][1], "s"),
        Figure("path_mujoco_dt", chosen[path][1], "s"),
        Figure("path_elver_realtime", mine_path),
        Figure("path_mujoco_realtime", rates[path, 1]),
        *(
            Figure(f"mujoco_load_scatter_{load}", engines[f"mujoco {load} discrete"].load_scatter(), note=note)
            for load, note in zip(
                LOADS, ("deviation of a link's load over its weight, step 2 ms (Elver: 0)", "the same"), strict=True
            )
        ),
    ]


def obstacle_figures(rounds: int) -> list[Figure]:
    """The same run with 193 discs more, all out of reach."""
    few = elver.scenario("aiko-obstacles").build()
    rows = [1.5 + 0.5 * k for k in range(10)]
    places = [(-1.5 + 0.5 * k, side * y) for y in rows for side in (1, -1) for k in range(12)][:193]
    discs = (*few.scene.obstacles, *(Disc(x, y, 0.125, f"far {k}") for k, (x, y) in enumerate(places)))
    scene = Scene(discs, few.scene.friction, few.scene.gravity)
    contenders = {len(m.scene.obstacles): ElverSnake(m).timed(2e-3) for m in (few, replace(few, scene=scene))}
    times = interleaved(contenders, rounds)
    return [
        Figure("obstacle_cost_ratio", times[200] / times[7], at_most=1.5, note="200 obstacles over 7, step 2 ms"),
        Figure("obstacles_7_step_us", 2e3 * times[7], "us"),
        Figure("obstacles_200_step_us", 2e3 * times[200], "us"),
    ]


def hundred_links(dt: float = 0.01) -> list[Figure]:
    """Aiko with 100 links on flat ground."""
    snake = ElverSnake(elver.scenario("aiko-flat").build({"links": 100}))
    run = max((snake.simulate(dt, 2.0) for _ in range(3)), key=lambda r: r.summary["realtime_factor"]).summary
    return [
        Figure("realtime_100_links", run["realtime_factor"], at_least=1, note=f"step {1e3 * dt:g} ms, 2 s, flat ground"),
        Figure("links_100_step_ms", 1e3 * dt / run["realtime_factor"], "ms"),
        Figure("links_100_residual", run["worst_residual"], note="worst of the run"),
    ]


def parsed() -> argparse.Namespace:
    parser = arguments(DESCRIPTION, EPILOG)
    parser.add_argument("--rounds", type=int, default=9, help="rounds in which all take turns (default 9)")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="what to measure (default: all)")
    return parser.parse_args()


def main() -> None:
    options = parsed()
    measures = {
        "creep": creep_figures,
        "speed": lambda: speed_figures(options.rounds, options.json),
        "obstacles": lambda: obstacle_figures(options.rounds),
        "links": hundred_links,
        "batch": lambda: batch_figures(options.rounds),
    }
    rows = []
    for part in options.parts:
        progress(f"{part} ...", options.json)
        rows += measures[part]()
    report("Contact with set-valued friction", rows, options.json, ("mujoco",), (*NOTES, *BATCH_NOTES))


if __name__ == "__main__":
    main()
