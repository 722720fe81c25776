"""The snake robot Aiko among obstacles, in Elver and in MuJoCo. See contact.py."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

import numpy as np

import elver
from elver.contact import ContactSettings
from elver.contact.planar import coordinates_of
from elver.results import body_centre

SECONDS, SAMPLE = 10.0, 0.5
STEPS = (0.5, 0.25, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005)
LOADS, INTEGRATORS = ("base", "link"), ("discrete", "implicitfast")  # one vertical slide for the machine, or one per link
USUAL = ContactSettings()
SNAKE_NOTE = (
    "MuJoCo, snake: x, y and heading of the base and ten hinges, the same masses and inertias, all links in one plane. Links\n"
    "are capsules; obstacles are upright capsules (in the plane the same circles as cylinders, but collided in closed form,\n"
    "which is faster), frictionless (condim 1). Each link presses on the ground through one sphere below its centre: one\n"
    "point of friction (condim 3, isotropic), as in the paper. Weight needs a vertical freedom: one for the whole machine\n"
    "('base': fewest freedoms, but the load wanders from link to link) or one per link ('link': every link carries its own\n"
    "weight on average). Elliptic cone, Newton, default solref, solimp and tolerances; sparse Jacobian, no islands and no\n"
    "mid-phase, because that is faster here. PD control: a general actuator with affine bias, kp q* + kd qd* sampled\n"
    "beforehand as its control; mujoco.rollout steps in C, so no Python is timed. The integrator 'discrete' (since 3.13)\n"
    "takes joint stiffness at the end of the step, as Elver's scheme does; 'implicitfast' takes only the damping so, and is\n"
    "unstable from about 6 ms on."
)


class ElverSnake:
    """Aiko in Elver, with whatever obstacles. settings: one for all steps tried, or one for each of them."""

    def __init__(self, model=None, label: str = "elver", settings: ContactSettings | Sequence[ContactSettings] = USUAL):
        self.program, self.label = elver.compile_model(model or elver.scenario("aiko-obstacles").build()), label
        own = [settings] * len(STEPS) if isinstance(settings, ContactSettings) else settings
        self.settings = dict(zip(STEPS, own, strict=True))

    def simulate(self, dt: float, seconds: float = SECONDS):
        """One run, sampled every 0.5 s."""
        settings = self.settings[dt]
        return elver.simulate(
            self.program, seconds, solver=elver.Solver(dt=dt, contact=settings), save=elver.Save(every=SAMPLE), progress=False
        )

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
