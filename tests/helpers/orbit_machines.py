"""Small machines with known orbits: a mass on a slide, a shaken pendulum, a rower with two fins, linkages with a torque."""

from __future__ import annotations

import math
from dataclasses import dataclass

import casadi as ca
import numpy as np
from mechanisms import FourBar, SliderCrank

from elver import Body, InitialState, Joint, Model, Robot
from elver.drive import PD, JointAction, Spring
from elver.forces import Gravity, Morison
from elver.robot import Box, EllipticCylinder, axes_from

GROUND = Body("ground", 0, (0, 0, 0), np.zeros((3, 3)))


@dataclass(frozen=True)
class Duffing:
    """x'' = -damping x' - x - cubic x^3 + force cos(frequency t) on a unit mass."""

    damping: float = 0.2
    cubic: float = 1.0
    force: float = 0.3
    frequency: float = 1.2

    def act(self, joint, now, state):
        x, v = state.angle, state.rate
        return JointAction(-self.damping * v - x - self.cubic * x**3 + self.force * ca.cos(self.frequency * now.time))


@dataclass(frozen=True)
class VanDerPol:
    """x'' = mu (1 - x^2) x' - x on a unit mass."""

    mu: float = 1.0

    def act(self, joint, now, state):
        return JointAction(self.mu * (1 - state.angle**2) * state.rate - state.angle)


@dataclass(frozen=True)
class Push:
    """A constant force on a unit mass, with nothing that slows it."""

    force: float = 1.0

    def act(self, joint, now, state):
        return JointAction(self.force + 0 * state.rate)


def slide(law, angle: float = 0.0, rate: float = 0.0) -> Model:
    joint = Joint("slide", "ground", "mass", type="prismatic", mode="passive")
    robot = Robot("slide", [GROUND, Body.solid("mass", Box(1, 1, 1), 1.0)], [joint], base="fixed")
    return Model("slide", robot, elastic=law, start=InitialState(angles={"slide": angle}, rates={"slide": rate}))


def duffing_period(p):
    return 2 * math.pi / p["elastic.frequency"]


@dataclass(frozen=True)
class Shaker:
    """The support moves up and down: amplitude cos(frequency t)."""

    amplitude: float = 0.1
    frequency: float = 10.0

    @property
    def period(self):
        return 2 * math.pi / self.frequency

    def motion(self, now):
        return {"support": self.amplitude * ca.cos(self.frequency * now.time)}


def shaken_pendulum(amplitude: float, frequency: float, damping: float = 0.0) -> Model:
    """A point of 1 kg at 1 m below a support that is shaken along the vertical; angle from the downward vertical."""
    bob = Body.central("bob", 1.0, (0, -1.0, 0), 1e-12 * np.eye(3))
    rod = Joint("rod", "carriage", "bob", alpha=math.pi / 2, mode="passive")
    joints = [Joint("support", "ground", "carriage", type="prismatic", mode="driven"), rod]
    carriage = Body("carriage", 1.0, (0, 0, 0), 0.1 * np.eye(3))
    robot = Robot("shaken", [GROUND, carriage, bob], joints, base="fixed")
    return Model("shaken", robot, {"g": Gravity()}, Shaker(amplitude, frequency), elastic=Spring(damping=damping))


@dataclass(frozen=True)
class Strokes:
    """Both fins beat, mirror images of each other, faster back than forth."""

    amplitude: float = 0.6
    lopsided: float = 0.0
    period: float = 1.0

    def motion(self, now):
        phase = 2 * math.pi * now.time / self.period
        beat = ca.cos(phase) + 0.25 * ca.sin(2 * phase)
        return {"left root": self.amplitude * beat, "right root": -(self.amplitude + self.lopsided) * beat}


def rower(lopsided: float = 0.0, base: str = "free", density: float = 1020.0) -> Model:
    """A hull with two fins: driven roots, soft outer halves, a little heavier than the water it sinks in."""
    hull = Body.solid("hull", EllipticCylinder(0.4, 0.05, 0.04, at=(-0.2, 0.0, 0.0)), density)
    bodies, joints = [hull], []
    for side, sign in (("left", 1.0), ("right", -1.0)):
        half = EllipticCylinder(0.1, 0.01, 0.03, axes=axes_from((0, sign, 0), (1, 0, 0)))
        bodies += [Body.solid(f"{side} inner", half, density), Body.solid(f"{side} outer", half, density)]
        joints.append(
            Joint(f"{side} root", "hull", f"{side} inner", b=0.02, gamma=sign * math.pi / 2, d=0.05, theta=-sign * math.pi / 2)
        )
        joints.append(
            Joint(
                f"{side} tip",
                f"{side} inner",
                f"{side} outer",
                gamma=sign * math.pi / 2,
                d=0.1,
                theta=-sign * math.pi / 2,
                mode="passive",
            )
        )
    forces = {"water": Morison(friction=0.05), "gravity": Gravity(9.81, 1000.0)}
    return Model(
        "rower", Robot("rower", bodies, joints, base=base), forces, Strokes(lopsided=lopsided), elastic=Spring(0.05, 1e-3)
    )


@dataclass(frozen=True)
class Crank:
    """The crank swings about a middle angle [rad]; ramp [s] fades the swing in."""

    middle: float = 0.6
    amplitude: float = 0.5
    period: float = 1.0
    ramp: float = 0.0

    def motion(self, now):
        fade = ca.fmin(now.time / self.ramp, 1.0) if self.ramp else 1.0
        return {"crank": self.middle + fade * self.amplitude * ca.sin(2 * math.pi * now.time / self.period)}


def four_bar(gait=None, bars=None, base: str = "fixed", mode: str = "torque", gains=(60.0, 3.0)) -> Model:
    """A four-bar with a soft torque on its crank, or a driven one; upright under its weight on a fixed base, or in water."""
    gait, bars = gait or Crank(), bars or FourBar()
    angles = dict(zip(("crank", "pin", "rocker"), bars.positions(gait.middle).tolist(), strict=True))
    if mode == "driven":
        del angles["crank"]
    control, forces = PD(*gains) if mode == "torque" else None, {"g": Gravity()} if base == "fixed" else {"water": Morison()}
    upright = {"quaternion": (math.sqrt(0.5), math.sqrt(0.5), 0.0, 0.0)} if base == "fixed" else {}
    return Model("four-bar", bars.robot(base, mode), forces, gait, control=control, start=InitialState(angles=angles, **upright))


def engine() -> Model:
    """A slider and crank whose slide points at the crank's axis: a swing to one side is the mirror image of one to the other."""
    machine = SliderCrank(offset=0.0)
    start = InitialState(angles=dict(zip(("crank", "pin", "slide"), machine.positions(0.0).tolist(), strict=True)))
    return Model("engine", machine.robot(mode="torque"), {}, Crank(middle=0.0), control=PD(5.0, 0.3), start=start)
