"""Machines with free parameters, each with the duration and the step of a run whose gradient is asked for.

``compiled(build)`` has the program in place of the model, made once in a process.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import casadi as ca

from elver import Body, InitialState, Joint, Model, Robot, compile_model, scenario
from elver.forces import Effect, Gravity
from elver.robot import Box


def eel():
    free = ["gait.amplitude", "gait.wavelength", "gait.period", "gait.yaw_offset", "water.friction", "water.drag_e2"]
    return scenario("eel").build({"body.joints": 4, "gait.amplitude": 0.3, "gait.yaw_offset": 0.1}, free=free), 2.5, 0.005


def swimmer():
    """Controlled joints that start on the gait, with a lag: memory states."""
    changes = {"control": "pd-rate", "control.kp": 2.0, "control.kd": 0.1, "control.lag": 0.05, "links": 4, "gait.offset": 0.1}
    return scenario("swimmer").build(changes, free=["gait.amplitude", "gait.offset", "control.kp", "water.drag"]), 2.0, 0.005


def crawler():
    changes = {"links": 4, "control": "computed", "gait.offset": 0.1}
    return scenario("crawler").build(changes, free=["gait.amplitude", "gait.phase", "gait.offset"]), 1.0, 0.002


@dataclass(frozen=True)
class Twirl:
    """Turns about two axes: the base tumbles."""

    size: float = 0.8
    period: float = 1.0

    def motion(self, now):
        phase = 2 * math.pi * now.time / self.period
        return {"yaw": self.size * ca.sin(phase), "pitch": self.size * ca.cos(phase)}


@dataclass(frozen=True)
class Drag:
    rate: float = 3.0

    def effect(self, body, motion):
        return Effect(wrench=ca.vertcat(-self.rate * motion.velocity, ca.SX(3, 1)))


def tumbler():
    """A free base that turns by large angles about all axes."""
    bodies = [Body.solid(name, Box(0.1, 0.2, 0.3, at=(0.1, 0.05, 0)), 500.0) for name in ("a", "b", "c")]
    joints = [Joint("yaw", "a", "b", d=0.2), Joint("pitch", "b", "c", d=0.2, alpha=math.pi / 2)]
    start = InitialState(twist=(0.2, 0.1, -0.3, 2.0, -1.0, 1.5), quaternion=(0.5, -0.5, 0.5, 0.5))
    model = Model("tumbler", Robot("t", bodies, joints), {"drag": Drag(), "g": Gravity(0.3)}, Twirl(), start=start)
    return model.freed("gait.size", "gait.period", "forces.drag.rate"), 1.5, 0.01


@cache
def compiled(build):
    """The program of one of them, its duration and its step."""
    model, duration, dt = build()
    return compile_model(model), duration, dt
