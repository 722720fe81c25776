"""Fits whose answer is known: the published machines, recorded by ``elver.simulate`` at true values, with noise added.

Every machine is a ``Case``: a model with free parameters, what is recorded of it, how noisy, and where the search begins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

import elver
from elver.fit.problem import Channel, Problem, Quantity, Recording, Unknown
from elver.native import Program

AXES = "xyz"


@dataclass(frozen=True)
class Seen:
    """A coordinate of a body's frame, or its rate, as a channel: name, body, axis, standard deviation of its noise [m, m/s]."""

    body: str
    axis: str
    sigma: float
    kind: str = "path"

    @property
    def name(self) -> str:
        return f"{self.body}.{self.axis}.{self.kind}"

    @property
    def quantity(self) -> Quantity:
        place = AXES.index(self.axis)
        return Quantity(f"{self.axis} of {self.body}", lambda moment, camera: moment["body_position", self.body][place], "m")

    def recorded(self, run) -> np.ndarray:
        """The same out of a run's data, by another way than the fit's own."""
        if self.kind == "path":
            return run.data.body_position.sel(body=self.body, axis=self.axis).values
        twist = run.data.body_twist.sel(body=self.body).values[:, :3]
        rotation = run.data.body_quaternion.sel(body=self.body).values
        return turned(rotation, twist)[:, AXES.index(self.axis)]


def turned(q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Vectors turned by unit quaternions (w, x, y, z)."""
    t = 2 * np.cross(q[:, 1:], v)
    return v + q[:, :1] * t + np.cross(q[:, 1:], t)


@dataclass(frozen=True, eq=False)
class Case:
    """A machine to identify. truth: unknown parameters with their true values; begin: factors from the truth to the start."""

    name: str
    scenario: str
    changes: Mapping[str, Any]
    truth: Mapping[str, float]
    seen: Callable[[Program], tuple[Seen, ...]]
    duration: float
    every: float
    dt: float
    key: str
    begin: float = 1.3
    simulated: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def program(self) -> Program:
        return elver.compile_model(elver.scenario(self.scenario).build(self.changes, free=list(self.truth)))

    @cached_property
    def times(self) -> np.ndarray:
        return self.every * np.arange(1, round(self.duration / self.every) + 1)

    @cached_property
    def channels(self) -> tuple[Seen, ...]:
        return self.seen(self.program)

    def run(self, values: Mapping[str, float], **options: Any):
        """A plain run at some values, sampled as the recording."""
        settings = {"dt": self.dt, "method": "rk4", **options}
        return elver.simulate(self.program, self.duration, output=self.every, values=values, progress=False, **settings)

    @cached_property
    def exact(self) -> dict[str, np.ndarray]:
        """What would be recorded without noise, by tighter steps than those of the fit."""
        run = self.run(self.truth, **self.simulated)
        assert run.status == "finished", run.summary["status_detail"]
        return {one.name: one.recorded(run)[1:] for one in self.channels}

    def predicted(self, values: Mapping[str, float]) -> dict[str, np.ndarray]:
        """What a plain run says about the channels, as whoever writes his own fit gets it."""
        run = self.run(values)
        return {one.name: one.recorded(run)[1:] for one in self.channels}

    def problem(self, seed: int | None) -> Problem:
        """The fit, with the noise of this seed; None for none."""
        rng = np.random.default_rng(seed)
        channels = []
        for one in self.channels:
            noise = 0.0 if seed is None else one.sigma * rng.normal(size=len(self.times))
            sigma = np.full(len(self.times), one.sigma)
            channels.append(Channel(one.name, one.quantity, self.times, self.exact[one.name] + noise, sigma, one.kind))
        unknowns = tuple(Unknown(name, value * self.begin) for name, value in self.truth.items())
        recording = Recording("synthetic", self.program, tuple(channels))
        return Problem(self.name, (recording,), unknowns, dt=self.dt)


def ends(program: Program, sigma: float, axes: str = "xy") -> tuple[Seen, ...]:
    """First and last body."""
    names = program.model.robot.body_names
    return tuple(Seen(body, axis, sigma) for body in (names[0], names[-1]) for axis in axes)


def links(program: Program, sigma: float) -> tuple[Seen, ...]:
    """Every second body in the plane."""
    return tuple(Seen(body, axis, sigma) for body in program.model.robot.body_names[::2] for axis in "xy")


EEL = Case(
    "eel: drag and added mass",
    "eel",
    {"gait.amplitude": 0.08},
    {"water.friction": 0.013, "water.drag_e2": 1.15, "water.added_e2": 0.9},
    lambda program: ends(program, 0.002),
    12.0,
    0.1,
    0.01,
    "eel",
    simulated={"dt": 0.002},
)
SWIMMER = Case(
    "swimmer: drag and added mass in a current",
    "swimmer",
    {"links": 6, "case": 3, "control": "computed"},
    {"water.drag": 1.7, "water.added": 1.1, "water.friction": 0.04, "water.current.x": 0.06, "water.current.y": -0.04},
    lambda program: ends(program, 0.002),
    8.0,
    0.1,
    0.01,
    "swimmer",
    simulated={"dt": 0.002},
)
MOTH = Case(
    "moth: stiffness of the wings",
    "moth",
    {"start": "rest"},
    {"wing.twist_root": 0.0033, "wing.bend_root": 0.033},
    lambda program: ends(program, 0.0005, "xyz"),
    0.12,
    0.001,
    1e-4,
    "moth",
    begin=1.15,
    simulated={"dt": 5e-5},
)
SCULL = Case(
    "scull: blades and resistance",
    "scull-50",
    {"start": "rest", "hull.waves": "simple"},
    {"blade.area": 0.082, "hull.wetted_area": 2.5},
    lambda program: (
        Seen(program.model.robot.body_names[0], "x", 0.02),
        Seen(program.model.robot.body_names[0], "x", 0.05, "velocity"),
    ),
    8.0,
    0.05,
    0.005,
    "scull",
    simulated={"dt": 0.002},
)


@dataclass(frozen=True, eq=False)
class OrbitCase(Case):
    """The same of steady motion: mean speed along the head and sway of the last body beside it, for several settings of the gait.

    settings: recording -> values of free parameters.   sigmas: of the speed [m/s] and the sway [m].
    """

    settings: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    sigmas: tuple[float, float] = (0.002, 0.001)

    @cached_property
    def program(self) -> Program:
        free = {*self.truth, *(name for values in self.settings.values() for name in values)}
        return elver.compile_model(elver.scenario(self.scenario).build(self.changes, free=sorted(free)))

    @property
    def tail(self) -> str:
        return self.program.model.robot.body_names[-1]

    def quantities(self) -> dict[str, tuple[Quantity, str]]:
        """Channels with their kind. The eel heads for -x."""

        def across(moment, camera):
            turn = moment["base_rotation"].reshape((3, 3))  # transposed: row by row in, column by column out
            return (turn @ (moment["body_position", self.tail] - moment["base_position"]))[1]

        speed = Quantity("speed", lambda moment, camera: -moment["base_twist", "vx"], "m/s")
        sway = Quantity("sway", across, "m")
        return {"speed": (speed, "mean"), "sway": (sway, "amplitude")}

    def predicted(self, values: Mapping[str, float]) -> dict[str, np.ndarray]:
        found = {}
        for name, own in self.settings.items():
            run = elver.find_orbit(self.program, values={**own, **values}).demand().run()
            away = run.data.body_position.sel(body=self.tail).values - run.data.base_position.values
            inverse = run.data.base_quaternion.values * np.array([1.0, -1.0, -1.0, -1.0])
            course, speed, time = turned(inverse, away)[:, 1], run.data.base_twist.values[:, 0], run.data.time.values
            found[f"{name}.speed"] = np.array([-np.trapezoid(speed, time) / (time[-1] - time[0])])
            found[f"{name}.sway"] = np.array([(course.max() - course.min()) / 2])
        return found

    @cached_property
    def exact(self) -> dict[str, np.ndarray]:
        return self.predicted(self.truth)

    def problem(self, seed: int | None) -> Problem:
        rng, recordings = np.random.default_rng(seed), []
        for name, own in self.settings.items():
            channels = []
            for (key, (quantity, kind)), sigma in zip(self.quantities().items(), self.sigmas, strict=True):
                value = self.exact[f"{name}.{key}"] + (0.0 if seed is None else sigma * rng.normal())
                channels.append(Channel(f"{name}.{key}", quantity, [0.0], value, [sigma], kind))
            recordings.append(Recording(name, self.program, tuple(channels), own, start="orbit"))
        unknowns = tuple(Unknown(name, value * self.begin) for name, value in self.truth.items())
        return Problem(self.name, tuple(recordings), unknowns)


EEL_ORBIT = OrbitCase(
    "eel: drag from steady swimming",
    "eel",
    {"body.joints": 6, "gait.amplitude": 0.08},
    {"water.friction": 0.013, "water.drag_e2": 1.15},
    lambda program: (),
    0.0,
    0.0,
    0.0,
    "eel_orbit",
    settings={"slow": {"gait.period": 2.5}, "usual": {"gait.period": 2.0}, "fast": {"gait.period": 1.5}},
)
CASES = {case.key: case for case in (EEL, SWIMMER, MOTH, SCULL, EEL_ORBIT)}
