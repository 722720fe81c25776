"""A small eel with the recordings of a fit, made once in a process: from rest, seen by a camera, and on its orbit."""

from functools import cache

import numpy as np

from elver.analysis import Shooting
from elver.analysis.fit.problem import Channel, Observable, Problem, Recording, Unknown
from elver.model import compile_model
from elver.quantities import Parameter
from elver.scenarios import scenario

TIMES = np.linspace(0.1, 1.4, 14)


@cache
def eel():
    return compile_model(scenario("eel").build({"body.joints": 2}, free=["gait.amplitude", "water.friction", "gait.period"]))


def tail(axis: int) -> Observable:
    last = eel().model.robot.body_names[-1]
    return Observable(f"{'xyz'[axis]} of the tail", lambda m, c: c.seen(m["body_position", last])[axis], "m")


def channel(name: str, observable: Observable, kind: str, count: int = 1) -> Channel:
    times = TIMES if kind in ("path", "velocity") else np.zeros(count)
    return Channel(name, observable, times, np.zeros(len(times)), np.ones(len(times)), kind, unit="m")


def problem() -> Problem:
    swimming = (channel("x", tail(0), "path"), channel("y", tail(1), "path"), channel("rate", tail(1), "velocity"))
    speed = Observable("speed", lambda m, c: m["base_velocity", "x"], "m/s")
    steady = (
        channel("speed", speed, "mean"),
        channel("sway", tail(1), "amplitude"),
        channel("wave", tail(1), "harmonic", 2),
        channel("size", tail(1), "harmonic"),
        channel("x", tail(0), "path"),
    )
    unknowns = (
        Unknown(Parameter("gait.amplitude", 0.06)),
        Unknown(Parameter("water.friction", 0.02)),
        Unknown(Parameter("gait.period", 2.0)),
        Unknown(Parameter("x", 0.1), role="camera", recording="rest"),
        Unknown(Parameter("yaw", 0.2), role="camera", recording="rest"),
        Unknown(Parameter("scale", 0.5), role="camera", recording="rest"),
        Unknown(Parameter("base vy", 0.01), role="state", recording="rest"),
        Unknown(Parameter("factor", 1.1), role="clock", recording="rest"),
        Unknown(Parameter("offset", 0.3), role="clock", recording="steady"),
    )
    recordings = (Recording("rest", eel(), swimming), Recording("steady", eel(), steady, start="orbit"))
    return Problem("eel", recordings, unknowns, dt=0.01, method="rk4", shooting=Shooting(steps=256))
