"""Fits whose answer is known: the published machines, recorded by ``elver.simulate`` at true values, with noise added.

Every machine is a ``Case``: a model with free parameters, two recordings of it that differ in a known setting, what is seen in
them and how noisy, what nobody knows about each recording (where the camera stood), and where the search begins.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

import elver
from elver.analysis import Channel, Observable, Problem, Recording, Unknown
from elver.model import Program
from elver.quantities import Parameter

AXES = "xyz"


@dataclass(frozen=True)
class Seen:
    """A coordinate of a body's frame, or its rate, as the camera sees it. sigma [m, m/s]: of its noise."""

    body: str
    axis: str
    sigma: float
    kind: str = "path"

    @property
    def name(self) -> str:
        return f"{self.body}.{self.axis}.{self.kind}"

    @property
    def observable(self) -> Observable:
        place = AXES.index(self.axis)
        return Observable(
            f"{self.axis} of {self.body}", lambda moment, camera: camera.seen(moment["body_position", self.body])[place], "m"
        )

    def recorded(self, run, camera: Mapping[str, float]) -> np.ndarray:
        """The same out of a run's data, by another way than the fit's own."""
        if self.kind == "path":
            course = run.data.body_position.sel(body=self.body).values - np.array([camera["x"], camera["y"], 0.0])
        else:
            course = turned(
                run.data.body_quaternion.sel(body=self.body).values, run.data.body_twist.sel(body=self.body).values[:, :3]
            )
        half = -0.5 * camera["yaw"]
        back = np.tile([math.cos(half), 0.0, 0.0, math.sin(half)], (len(course), 1))
        return turned(back, course)[1:, AXES.index(self.axis)]


def turned(q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Vectors turned by unit quaternions (w, x, y, z)."""
    t = 2 * np.cross(q[:, 1:], v)
    return v + q[:, :1] * t + np.cross(q[:, 1:], t)


@dataclass(frozen=True, eq=False)
class Case:
    """A machine to identify.

    truth: unknown parameters with their true values; begin: factor from the truth to the start of the search.
    settings: recording -> values of free parameters that are known.   camera: unknown pose of every recording's camera with its
    true values, searched from 0.   duration, every (sample), dt (step of the fit), fine (step of the recorded runs) [s].
    """

    key: str
    name: str
    scenario: str
    changes: Mapping[str, Any]
    truth: Mapping[str, float]
    settings: Mapping[str, Mapping[str, float]]
    seen: Callable[[Program], tuple[Seen, ...]]
    duration: float
    every: float
    dt: float
    fine: float
    begin: float = 1.3
    camera: Mapping[str, float] = field(default_factory=dict)

    @cached_property
    def program(self) -> Program:
        free = {*self.truth, *(name for values in self.settings.values() for name in values)}
        return elver.compile_model(elver.scenario(self.scenario).build(self.changes, free=sorted(free)))

    @cached_property
    def times(self) -> np.ndarray:
        return self.every * np.arange(1, round(self.duration / self.every) + 1)

    @cached_property
    def channels(self) -> tuple[Seen, ...]:
        return self.seen(self.program)

    @cached_property
    def unknowns(self) -> tuple[Unknown, ...]:
        """Parameters, then what every recording has of its own."""
        found = [Unknown(Parameter(name, v * self.begin, low=0.0 if v > 0 else None)) for name, v in self.truth.items()]
        for recording in self.settings:
            found += [Unknown(Parameter(name, 0.0), role="camera", recording=recording) for name in self.camera]
        return tuple(found)

    @property
    def answer(self) -> np.ndarray:
        """The true values of all unknowns."""
        return np.array([*self.truth.values(), *(list(self.camera.values()) * len(self.settings))])

    def predicted(self, theta: np.ndarray, dt: float | None = None) -> dict[str, np.ndarray]:
        """What plain runs say about the channels, as whoever writes his own fit gets it."""
        found, at = {}, dict(zip([u.name for u in self.unknowns], theta.tolist(), strict=True))
        for recording, setting in self.settings.items():
            values = {**setting, **{name: at[name] for name in self.truth}}
            run = elver.simulate(
                self.program,
                self.duration,
                solver=elver.Solver(dt=dt or self.dt),
                save=elver.Save(every=self.every),
                parameters=values,
                progress=False,
            )
            assert run.status == "finished", run.summary["status_detail"]
            camera = {"x": 0.0, "y": 0.0, "yaw": 0.0} | {name: at[f"camera.{name}@{recording}"] for name in self.camera}
            found |= {f"{recording}: {one.name}": one.recorded(run, camera) for one in self.channels}
        return found

    @cached_property
    def exact(self) -> dict[str, np.ndarray]:
        """What would be recorded without noise, by finer steps than those of the fit."""
        return self.predicted(self.answer, self.fine)

    def problem(self, seed: int | None) -> Problem:
        """The fit, with the noise of this seed; None for none."""
        rng, recordings = np.random.default_rng(seed), []
        for recording, setting in self.settings.items():
            channels = []
            for one in self.channels:
                noise = 0.0 if seed is None else one.sigma * rng.normal(size=len(self.times))
                values, sigma = self.exact[f"{recording}: {one.name}"] + noise, np.full(len(self.times), one.sigma)
                channels.append(Channel(one.name, one.observable, self.times, values, sigma, one.kind))
            recordings.append(Recording(recording, self.program, tuple(channels), setting))
        return Problem(self.name, tuple(recordings), self.unknowns, dt=self.dt)


def ends(program: Program, sigma: float, axes: str = "xy") -> tuple[Seen, ...]:
    """First and last body."""
    names = program.model.robot.body_names
    return tuple(Seen(body, axis, sigma) for body in (names[0], names[-1]) for axis in axes)


POSE = {"x": 0.35, "y": -0.2, "yaw": 0.3}
EEL = Case(
    "eel",
    "drag and added mass of the eel",
    "eel",
    {"gait.amplitude": 0.08},
    {"water.friction": 0.013, "water.drag_e2": 1.15, "water.added_e2": 0.9},
    {"slow": {"gait.period": 2.3}, "fast": {"gait.period": 1.8}},
    lambda program: ends(program, 0.002),
    duration=9.0,
    every=0.1,
    dt=0.01,
    fine=0.002,
    camera=POSE,
)
SWIMMER = Case(
    "swimmer",
    "drag, added mass and current of the underwater snake",
    "swimmer",
    {"links": 6, "case": 3, "control": "computed"},
    {"water.drag": 1.7, "water.added": 1.1, "water.friction": 0.04, "water.current.x": 0.06, "water.current.y": -0.04},
    {"slow": {"gait.frequency": 1.2}, "fast": {"gait.frequency": 2.0}},
    lambda program: ends(program, 0.002),
    duration=8.0,
    every=0.1,
    dt=0.01,
    fine=0.002,
    camera=POSE,
)
MOTH = Case(
    "moth",
    "stiffness of the moth's wings",
    "moth",
    {"start": "rest"},
    {"wing.twist_root": 0.0033, "wing.bend_root": 0.033},
    {"wide": {"gait.amplitude": 0.72}, "narrow": {"gait.amplitude": 0.6}},
    lambda program: ends(program, 0.0005, "xyz"),
    duration=0.12,
    every=0.001,
    dt=1e-4,
    fine=5e-5,
    begin=1.15,
    camera={"x": 0.02, "y": -0.01, "yaw": 0.3},
)
SCULL = Case(
    "scull",
    "blades and resistance of the scull",
    "scull-50",
    {"start": "rest", "hull.waves": "simple"},
    {"blade.area": 0.082, "hull.wetted_area": 2.5},
    {"easy": {"stroke.rate": 22.0}, "hard": {"stroke.rate": 30.0}},
    lambda program: tuple(Seen(program.model.robot.body_names[0], "x", s, k) for s, k in ((0.02, "path"), (0.05, "velocity"))),
    duration=8.0,
    every=0.05,
    dt=0.005,
    fine=0.002,
    camera={"x": 3.0},
)
AIKO = Case(
    "aiko",
    "friction of the snake on the ground",
    "aiko-flat",
    {"links": 7},
    {"friction": 0.23},
    {"slow": {"gait.frequency": 1.4}, "fast": {"gait.frequency": 2.2}},
    lambda program: ends(program, 0.001),
    duration=6.0,
    every=0.1,
    dt=2e-3,
    fine=2e-3,
    camera=POSE,
)


@dataclass(frozen=True, eq=False)
class OrbitCase(Case):
    """The same of steady motion: mean speed along the head, which heads for -x, and mean power of the motors."""

    sigmas: tuple[float, float] = (0.002, 0.005)  # m/s, W

    def observables(self) -> dict[str, Observable]:
        return {
            "speed": Observable("speed", lambda moment, camera: -moment["base_twist", "vx"], "m/s"),
            "power": Observable("power", lambda moment, camera: moment["power", "motor"], "W"),
        }

    def predicted(self, theta: np.ndarray, dt: float | None = None) -> dict[str, np.ndarray]:
        found, values = {}, dict(zip(self.truth, theta.tolist(), strict=True))
        for name, own in self.settings.items():
            run = elver.find_orbit(self.program, parameters={**own, **values}).demand().run()
            time, speed, work = run.data.time.values, run.data.base_twist.values[:, 0], run.data.work.sel(flow="motor").values
            found[f"{name}: speed"] = np.array([-np.trapezoid(speed, time) / (time[-1] - time[0])])
            found[f"{name}: power"] = np.array([(work[-1] - work[0]) / (time[-1] - time[0])])
        return found

    def problem(self, seed: int | None) -> Problem:
        rng, recordings = np.random.default_rng(seed), []
        for name, own in self.settings.items():
            channels = []
            for (key, observable), sigma in zip(self.observables().items(), self.sigmas, strict=True):
                value = self.exact[f"{name}: {key}"] + (0.0 if seed is None else sigma * rng.normal())
                channels.append(Channel(key, observable, [0.0], value, [sigma], "mean"))
            recordings.append(Recording(name, self.program, tuple(channels), own, start="orbit"))
        return Problem(self.name, tuple(recordings), self.unknowns)


EEL_ORBIT = OrbitCase(
    "eel_orbit",
    "drag of the eel from steady swimming",
    "eel",
    {"body.joints": 6, "gait.amplitude": 0.08},
    {"water.friction": 0.013, "water.drag_e2": 1.15},
    {"slow": {"gait.period": 2.5}, "usual": {"gait.period": 2.0}, "fast": {"gait.period": 1.5}},
    lambda program: (),
    duration=0.0,
    every=1.0,
    dt=0.0,
    fine=0.0,
)
CASES = {case.key: case for case in (EEL, SWIMMER, MOTH, SCULL, AIKO, EEL_ORBIT)}
