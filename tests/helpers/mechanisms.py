"""Machines with closed loops whose motion is known by elementary geometry."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import homogeneous
import numpy as np

from elver.robot import Body, Box, Joint, Loop, Robot, Rod, spherical_joint
from elver.robot.robot import LOOP_TYPES

HALF = math.pi / 2
# Axes of a slider's frame (z along x0, x along y0, y along z0) turned back to those of the base.
FROM_SLIDER = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])


def bar(name: str, length: float, density: float = 1000.0) -> Body:
    """A rod from the frame's origin along x."""
    return Body.solid(name, Rod(length, 0.02), density)


def block(name: str) -> Body:
    """A box about the frame's origin, with three different moments of inertia."""
    return Body.solid(name, Box(0.3, 0.2, 0.1), 1000.0)


@dataclass(frozen=True)
class Turning:
    """The crank turns evenly from an angle of its own [rad, rad/s]."""

    offset: float = 0.3
    rate: float = 1.0
    period: float = 2.0

    def motion(self, now):
        return {"crank": self.offset + self.rate * now.time}


@dataclass(frozen=True)
class FourBar:
    """Lengths [m] of ground, crank, coupler, rocker. ``tilt`` [rad] turns all hinges by the same two angles out of the z axis."""

    ground: float = 1.0
    crank: float = 0.4
    coupler: float = 0.9
    rocker: float = 0.7
    tilt: tuple[float, float] = (0.0, 0.0)

    def robot(
        self, base: str = "fixed", mode: str = "driven", dependent=("pin", "rocker"), cut: str = "revolute", **crank
    ) -> Robot:
        """Crank, coupler and rocker as a tree that is cut between coupler and rocker."""
        gamma, alpha = self.tilt
        modes = {name: "passive" if name in dependent else mode for name in ("crank", "pin", "rocker")}
        joints = [
            Joint("crank", "ground", "crank", gamma=gamma, alpha=alpha, mode=modes["crank"], **crank),
            Joint("pin", "crank", "coupler", d=self.crank, mode=modes["pin"]),
            Joint("rocker", "ground", "rocker", gamma=gamma, alpha=alpha, d=self.ground, mode=modes["rocker"]),
        ]
        bodies = [block("ground"), bar("crank", self.crank), bar("coupler", self.coupler), bar("rocker", self.rocker)]
        loop = Loop(
            "cut", "coupler", "rocker", dependent, cut, first_at=(self.coupler, 0, 0), second_at=(self.rocker, 0, 0)
        )  # fmt: skip
        return Robot("four-bar", bodies, joints, base, loops=[loop])

    def positions(self, crank, sign: float = 1.0) -> np.ndarray:
        """Joint angles (crank, pin, rocker) by the cosine rule. ``sign`` chooses the side of the diagonal."""
        x, y = self.crank * np.cos(crank) - self.ground, self.crank * np.sin(crank)  # crank pin seen from the rocker's hinge
        diagonal = np.hypot(x, y)
        inner = np.arccos((self.rocker**2 + diagonal**2 - self.coupler**2) / (2 * self.rocker * diagonal))
        rocker = np.arctan2(y, x) - sign * inner
        tip = self.rocker * np.array([np.cos(rocker), np.sin(rocker)]) - np.array([x, y])
        return np.array([crank, np.arctan2(tip[1], tip[0]) - crank, rocker])

    def rates(self, q, crank_rate: float) -> np.ndarray:
        """Joint rates by the classic velocity loop of absolute angles."""
        a, b, c = q[0], q[0] + q[1], q[2]
        coupler = -crank_rate * self.crank * np.sin(a - c) / (self.coupler * np.sin(b - c))
        rocker = crank_rate * self.crank * np.sin(a - b) / (self.rocker * np.sin(c - b))
        return np.array([crank_rate, coupler - crank_rate, rocker])

    def accelerations(self, q, qd, crank_acceleration: float) -> np.ndarray:
        """Joint accelerations: the second derivative of the vector loop, solved by projection on the bars."""
        a, b, c = q[0], q[0] + q[1], q[2]
        wa, wb, wc = qd[0], qd[0] + qd[1], qd[2]
        along = self.crank * (crank_acceleration * np.sin(a - c) + wa**2 * np.cos(a - c)) + self.coupler * wb**2 * np.cos(b - c)
        coupler = -(along - self.rocker * wc**2) / (self.coupler * np.sin(b - c))
        across = self.crank * (crank_acceleration * np.sin(a - b) + wa**2 * np.cos(a - b)) + self.coupler * wb**2
        rocker = (across - self.rocker * wc**2 * np.cos(c - b)) / (self.rocker * np.sin(c - b))
        return np.array([crank_acceleration, coupler - crank_acceleration, rocker])


@dataclass(frozen=True)
class SliderCrank:
    """Crank radius, length of the rod, offset [m] of the slide from the crank's axis. The slider moves along x0."""

    radius: float = 0.1
    rod: float = 0.35
    offset: float = 0.02

    def robot(self, base: str = "fixed", mode: str = "driven") -> Robot:
        joints = [
            Joint("crank", "engine", "crank", mode=mode),
            Joint("pin", "crank", "rod", d=self.radius, mode="passive"),
            Joint("slide", "engine", "piston", "prismatic", gamma=HALF, alpha=HALF, d=self.offset, mode="passive"),
        ]
        bodies = [block("engine"), bar("crank", self.radius), bar("rod", self.rod), block("piston")]
        loop = Loop("wrist", "rod", "piston", ("pin", "slide"), first_at=(self.rod, 0, 0), second_axes=FROM_SLIDER)
        return Robot("slider-crank", bodies, joints, base, loops=[loop])

    def positions(self, crank: float) -> np.ndarray:
        """Crank angle, angle of the rod against the crank, place of the slider."""
        lift = self.offset - self.radius * np.sin(crank)
        reach = np.sqrt(self.rod**2 - lift**2)
        return np.array([crank, np.arctan2(lift, reach) - crank, self.radius * np.cos(crank) + reach])


def spatial_four_bar(base: str = "fixed", mode: str = "driven") -> tuple[Robot, dict]:
    """RSSR: two skew hinges, a coupler on two ball joints; the second is cut. The coupler may spin about its own axis."""
    size = {"ground": 0.8, "crank": 0.25, "coupler": 0.9, "rocker": 0.6, "skew": 0.9}
    ball = Joint("ball", "crank", "coupler", d=size["crank"], mode="passive")
    links, three = spherical_joint(ball)
    joints = [
        Joint("crank", "ground", "crank", mode=mode),
        *three[:2],
        replace(three[2], mode=mode),
        Joint("rocker", "ground", "rocker", d=size["ground"], alpha=size["skew"], mode="passive"),
    ]
    coupler = Body.solid("coupler", Rod(size["coupler"], 0.02, axes=FROM_SLIDER), 1000.0)
    bodies = [block("ground"), bar("crank", size["crank"]), *links, coupler, bar("rocker", size["rocker"])]
    loop = Loop(
        "second_ball", "coupler", "rocker", ("ball_yaw", "ball_pitch", "rocker"), "spherical",
        first_at=(0, 0, size["coupler"]), second_at=(size["rocker"], 0, 0),
    )  # fmt: skip
    return Robot("rssr", bodies, joints, base, loops=[loop]), size


def two_loops(base: str = "fixed", mode: str = "driven") -> tuple[Robot, FourBar, FourBar]:
    """A linkage whose rocker is the crank of a second one: two loops, the second within reach of the first."""
    first, second = FourBar(), FourBar(ground=0.9, crank=0.35, coupler=0.8, rocker=0.6)
    robot = first.robot(base, mode)
    bodies = [*robot.bodies, bar("coupler2", second.coupler), bar("rocker2", second.rocker)]
    joints = [
        *robot.joints,
        Joint("pin2", "rocker", "coupler2", d=second.crank, mode="passive"),
        Joint("rocker2", "ground", "rocker2", d=first.ground + second.ground, mode="passive"),
    ]
    loop = Loop("cut2", "coupler2", "rocker2", ("pin2", "rocker2"), first_at=(0.8, 0, 0), second_at=(0.6, 0, 0))
    return Robot("six-bar", bodies, joints, base, loops=[*robot.loops, loop]), first, second


def random_loop(seed: int, cut: str, base: str = "fixed", mode: str = "passive") -> Robot:
    """A chain of hinges in space, closed by a cut joint at q = 0, with one freedom more than the cut joint takes away."""
    rng = np.random.default_rng(seed)
    freedoms = 1 + sum(len(axes) for axes in LOOP_TYPES[cut])
    bodies, joints = [block("b0")], []
    for k in range(1, freedoms + 1):
        turns = dict(zip(("gamma", "alpha", "theta"), rng.uniform(-2, 2, 3), strict=True))
        lengths = dict(zip(("b", "d", "r"), rng.uniform(0.2, 0.6, 3), strict=True))
        bodies.append(block(f"b{k}"))
        joints.append(Joint(f"j{k}", f"b{k - 1}", f"b{k}", **turns, **lengths, mode=mode if k == 1 else "passive"))
    end = homogeneous.numbers(homogeneous.poses(Robot("open", bodies, joints), np.eye(4), np.zeros(freedoms))[-1])
    followers = [joint.name for joint in joints[1:]]
    turn = homogeneous.numbers(homogeneous.rotation("x", 1.1) @ homogeneous.rotation("y", -0.7))[:3, :3]
    loop = Loop(
        "cut", bodies[-1].name, "b0", followers, cut, first_at=(0.3, -0.2, 0.1), first_axes=turn,
        second_at=end[:3, 3] + end[:3, :3] @ [0.3, -0.2, 0.1], second_axes=end[:3, :3] @ turn,
    )  # fmt: skip
    return Robot(f"ring {seed}", bodies, joints, base, loops=[loop])


@dataclass(frozen=True)
class Rower:
    """Legs and trunk of a rower on a sliding seat, FLOAT table 2: foot and seat rail fixed to the boat, x0 forward, z0 up.

    foot_x, foot_z d_1, b_1; shank d_2; thigh d_3; hip d_8: from the trunk's frame back to the seat; rail b_4 [m].
    """

    foot_x: float = 0.72
    foot_z: float = -0.05
    shank: float = 0.461
    thigh: float = 0.449
    hip: float = 0.09
    rail: float = 0.10

    def robot(self, base: str = "sagittal") -> Robot:
        joints = [
            Joint("ankle", "boat", "shank", b=self.foot_z, alpha=HALF, d=-self.foot_x, mode="passive"),
            Joint("knee", "shank", "thigh", alpha=math.pi, d=self.shank),
            Joint("trunk", "thigh", "trunk", alpha=math.pi, d=self.thigh),
            Joint("seat", "boat", "seat", "prismatic", gamma=HALF, b=self.rail, alpha=HALF, theta=HALF, mode="passive"),
        ]
        bodies = [block("boat"), bar("shank", self.shank), bar("thigh", self.thigh), bar("trunk", 0.7), block("seat")]
        loop = Loop(
            "hip", "trunk", "seat", ("ankle", "seat"), first_at=(-self.hip, 0, 0), first_axes=np.diag([1.0, -1.0, -1.0]),
            second_axes=np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]]),
        )  # fmt: skip
        return Robot("rower", bodies, joints, base, loops=[loop])

    def gap(self, ankle, knee, trunk, seat) -> list:
        """Closure in the boat's plane: hip point minus seat, along x0 and z0 [m]."""
        back, lean = ankle - knee, ankle - knee + trunk
        x = -self.foot_x + self.shank * np.cos(ankle) + self.thigh * np.cos(back) - self.hip * np.cos(lean) - seat
        z = self.foot_z + self.shank * np.sin(ankle) + self.thigh * np.sin(back) - self.hip * np.sin(lean) - self.rail
        return [x, z]
