"""Rowing along one line, written out by hand: the second opinion on the scenario ``scull-rowing``.

Nothing of the engine is used, only the scenario's parameters: a boat that goes straight ahead, a rower whose centre of mass is
moved in it by a posture solved here, two blades with lift and drag, a hull with friction. With M all the mass, m x the first
moment of all that moves in the boat, theta the oars' angle and v the boat's velocity,

    d/dt (M v + d(m x)/dtheta theta') = thrust(v, theta, theta') - resistance(v).

No heave, no pitch, no waves, no loops. The oars' angle is the periodic cubic spline through the drawn shares.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.interpolate import CubicSpline
from scipy.optimize import brentq

DENSITY, MEN = 1000.0, 1.741  # kg/m^3; m: height of the men of de Leva's table
# de Leva 1996, men: share of the mass, length [m], centre from the upper end as share of the length
TABLE = {
    "head": (0.0694, 0.2429, 0.5002), "trunk": (0.4346, 0.6033, 0.5138), "upper_arm": (0.0271, 0.2817, 0.5772),
    "forearm": (0.0162, 0.2689, 0.4574), "hand": (0.0061, 0.0862, 0.79), "thigh": (0.1416, 0.4222, 0.4095),
    "shank": (0.0433, 0.4403, 0.4395),
}  # fmt: skip
HIP_TO_SHOULDER, GRASP = 0.5155, 0.6  # m at the men's height; share of the hand
OARS = 2


@dataclass
class Rowing:
    """p: parameters of the scenario by name."""

    p: dict

    def __post_init__(self):
        p, scale = self.p, self.p["rower.height"] / MEN
        self.length = {name: row[1] * scale for name, row in TABLE.items()}
        self.shoulder = HIP_TO_SHOULDER * scale
        self.fore = self.length["forearm"] + GRASP * self.length["hand"]
        held = p["oar.inboard"] - p["arms.grip"]
        self.handle, self.height = held * math.cos(p["oar.dip"]), p["rig.lock"] + held * math.sin(p["oar.dip"])
        self.lever = p["oar.lever"] * math.cos(p["oar.dip"])
        self.mass = p["rower.mass"] + p["boat.mass"] + p["boat.seat"] + OARS * p["oar.mass"]
        share = np.linspace(-0.02, 1.02, 261)
        self.angles = p["stroke.catch"] + (p["stroke.finish"] - p["stroke.catch"]) * share
        moments = np.array([self.moment(s, a) for s, a in zip(share, self.angles, strict=True)])
        self.slope = CubicSpline(self.angles, moments).derivative()
        self.travel = float(np.ptp(moments)) / self.mass  # of the boat against the common centre of mass [m]
        self.area = self.wetted_area()

    # --- the rower --------------------------------------------------------------------------------------------------

    def knee_and_elbow(self, share: float) -> tuple[float, float]:
        """Bent knees and elbows where that share of the arc is done."""
        p, shank, thigh = self.p, self.length["shank"], self.length["thigh"]

        def leg(knee: float) -> float:
            return math.hypot(shank + thigh * math.cos(knee), thigh * math.sin(knee))

        slow, done = p["stroke.legs"]
        begin, full = p["stroke.arms"]
        grown = integral(lambda s: 1.0 - smooth((s - slow) / (done - slow)), share) / (0.5 * (slow + done))
        bent = integral(lambda s: smooth((s - begin) / (full - begin)), share) / (0.5 * (full - begin) + 1.0 - full)
        wanted = leg(p["stroke.knee_catch"]) + grown * (leg(p["stroke.knee_finish"]) - leg(p["stroke.knee_catch"]))
        knee = brentq(lambda k: leg(k) - wanted, 0.0, math.pi)
        return knee, p["stroke.elbow_catch"] + bent * (p["stroke.elbow_finish"] - p["stroke.elbow_catch"])

    def hip(self, knee: float, lean: float) -> tuple[float, float]:
        """Place of the hips: a leg's length from the feet, at the height that the seat gives them."""
        p, shank, thigh = self.p, self.length["shank"], self.length["thigh"]
        reach = math.hypot(shank + thigh * math.cos(knee), thigh * math.sin(knee))
        z = p["rig.rail"] + p["rig.hip"] * math.sin(lean)
        return -p["rig.foot"] + math.sqrt(reach**2 - (z - p["rig.foot_height"]) ** 2), z

    def moment(self, share: float, angle: float) -> float:
        """First moment of everything that moves in the boat [kg m]."""
        p, size, m = self.p, self.length, self.p["rower.mass"]
        knee, elbow = self.knee_and_elbow(share)
        arm = math.sqrt(size["upper_arm"] ** 2 + self.fore**2 + 2 * size["upper_arm"] * self.fore * math.cos(elbow))
        hand = np.array([self.handle * math.sin(angle), p["rig.span"] - self.handle * math.cos(angle), self.height])

        def shoulder(lean: float) -> np.ndarray:
            x, z = self.hip(knee, lean)
            return np.array([x + self.shoulder * math.cos(lean), p["arms.shoulders"], z + self.shoulder * math.sin(lean)])

        lean = brentq(lambda b: float(np.linalg.norm(hand - shoulder(b))) - arm, math.radians(40), math.radians(145))
        (hip, z), joint = self.hip(knee, lean), shoulder(lean)[0]
        shank, thigh = size["shank"], size["thigh"]
        rise = math.asin((z - p["rig.foot_height"]) / math.hypot(shank + thigh * math.cos(knee), thigh * math.sin(knee)))
        bent = -p["rig.foot"] + shank * math.cos(rise + math.atan2(thigh * math.sin(knee), shank + thigh * math.cos(knee)))
        between = 0.5 + (size["upper_arm"] ** 2 - self.fore**2) / (2 * arm**2)  # foot of the elbow on the line to the hand
        inner = joint + between * (hand[0] - joint)
        neck, wrist = hip + size["trunk"] * math.cos(lean), inner + size["forearm"] / self.fore * (hand[0] - inner)
        ends = {
            "head": (neck + size["head"] * math.cos(lean), neck), "trunk": (neck, hip), "thigh": (hip, bent),
            "shank": (bent, -p["rig.foot"]), "upper_arm": (joint, inner), "forearm": (inner, wrist), "hand": (wrist, hand[0]),
        }  # fmt: skip
        total = p["boat.seat"] * (hip - p["rig.hip"] * math.cos(lean)) - OARS * self.oar_moment() * math.sin(angle)
        for name, (upper, lower) in ends.items():
            sides = 1 if name in ("head", "trunk") else 2
            total += sides * TABLE[name][0] * m * (upper + TABLE[name][2] * (lower - upper))
        return float(total)

    def oar_moment(self) -> float:
        """First moment of one oar outboard of its lock [kg m]: a round shaft of 2 cm radius and a blade of 42 x 20 x 1 cm."""
        p = self.p
        shaft, blade = math.pi * 0.02**2 * (p["oar.inboard"] + p["oar.lever"]), 0.42 * 0.20 * 0.01
        middle = 0.5 * (p["oar.lever"] - p["oar.inboard"])
        return p["oar.mass"] * (shaft * middle + blade * p["oar.lever"]) / (shaft + blade) * math.cos(p["oar.dip"])

    # --- the water --------------------------------------------------------------------------------------------------

    def wetted_area(self) -> float:
        """Half-elliptic sections below the drawn waterline, upright walls above it [m^2]."""
        xi, length = np.linspace(-1.0, 1.0, 4001), self.p["boat.length"]
        b, d = 0.14 * (1 - xi**2), 0.092 * (1 - xi**4)
        h = np.divide((b - d) ** 2, (b + d) ** 2, out=np.zeros_like(b), where=b + d > 0)
        below = np.trapezoid(0.5 * math.pi * (b + d) * (1 + 3 * h / (10 + np.sqrt(4 - 3 * h))), xi) * length / 2  # Ramanujan
        volume, plane = (np.trapezoid(f, xi) * length / 2 for f in (0.5 * math.pi * b * d, 2 * b))
        return float(below + 2 * length * (self.mass / DENSITY - volume) / plane)

    def resistance(self, v: float) -> float:
        """ITTC 1957 with form and waves [N]."""
        p = self.p
        friction = 0.075 / (math.log10(max(abs(v), 0.05) * p["boat.length"] / p["hull.viscosity"]) - 2) ** 2
        return 0.5 * DENSITY * self.area * (1 + p["hull.form"] + p["hull.wave"]) * friction * v * abs(v)

    def blades(self, v: float, angle: float, rate: float) -> tuple[float, float, float]:
        """Thrust [N], power that is left in the water [W], force across both shafts [N]."""
        p = self.p
        slip, along = self.lever * rate - v * math.cos(angle), v * math.sin(angle)
        speed = math.hypot(slip, along)
        if slip <= 0:
            return 0.0, 0.0, 0.0
        attack, size = math.atan2(slip, abs(along)), 0.5 * DENSITY * OARS * p["blade.area"] * speed**2
        lift, drag = size * p["blade.lift"] * math.sin(2 * attack), size * p["blade.drag"] * math.sin(attack) ** 2
        across = lift * math.cos(attack) + drag * math.sin(attack)
        shaft = (lift * math.sin(attack) - drag * math.cos(attack)) * math.copysign(1.0, along)  # outwards on the blade
        return across * math.cos(angle) - shaft * -math.sin(angle), drag * speed, across

    # --- the stroke -------------------------------------------------------------------------------------------------

    def oars(self, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Angle and rate of the oars at ``count`` even times of a stroke."""
        p = self.p
        steps = len(p["stroke.sweep"]) - 1
        keys = [*p["stroke.sweep"], *(1.0 - share for share in p["stroke.recovery"][1:])]
        curve = CubicSpline(np.arange(2 * steps + 1) / (2 * steps), keys, bc_type="periodic")
        u, period = np.arange(count) / count, 60.0 / p["stroke.rate"]
        warp = (0.5 - p["stroke.drive"]) / math.sin(math.pi * p["stroke.drive"]) ** 2
        phase, pace = u + warp * np.sin(math.pi * u) ** 2, 1 + math.pi * warp * np.sin(2 * math.pi * u)
        arc = p["stroke.finish"] - p["stroke.catch"]
        return p["stroke.catch"] + arc * curve(phase), arc * curve(phase, 1) * pace / period

    def steady(self, strokes: int = 16, steps: int = 300) -> dict[str, float]:
        """Metrics of the last of some strokes; RK4."""
        angle, rate = (x.tolist() for x in self.oars(2 * steps))
        carried = [float(self.slope(a)) * r for a, r in zip(angle, rate, strict=True)]
        h, momentum = 60.0 / self.p["stroke.rate"] / steps, 4.5 * self.mass

        def force(k: int, p: float) -> float:
            v = (p - carried[k]) / self.mass
            return self.blades(v, angle[k], rate[k])[0] - self.resistance(v)

        for stroke in range(strokes):
            rows = []
            for k in range(0, 2 * steps, 2):
                if stroke == strokes - 1:
                    v = (momentum - carried[k]) / self.mass
                    rows.append((v, *self.blades(v, angle[k], rate[k]), self.resistance(v)))
                k1 = force(k, momentum)
                k2 = force(k + 1, momentum + h / 2 * k1)
                k3 = force(k + 1, momentum + h / 2 * k2)
                momentum += h / 6 * (k1 + 2 * k2 + 2 * k3 + force((k + 2) % (2 * steps), momentum + h * k3))
        v, thrust, slip, across, drag = np.array(rows).T
        useful, lost = (thrust * v).mean(), slip.mean()
        return {
            "mean_surge_speed": v.mean(), "surge_speed_range": np.ptp(v), "speed_variation": v.std() / v.mean(),
            "rower_power": lost + (drag * v).mean(), "slip_power": lost, "drag_power": (drag * v).mean(),
            "blade_efficiency": useful / (useful + lost), "handle_force": across.max() * self.lever / self.handle,
            "wetted_area": self.area, "steady_drag_power": self.resistance(v.mean()) * v.mean(),
        }  # fmt: skip


def smooth(x: float) -> float:
    """A step from 0 at 0 to 1 at 1 with two continuous derivatives."""
    x = min(max(x, 0.0), 1.0)
    return x**3 * (10 - 15 * x + 6 * x**2)


def integral(f, end: float) -> float:
    """Of f from 0 to ``end``."""
    nodes, weights = np.polynomial.legendre.leggauss(64)
    return 0.5 * end * sum(w * f(0.5 * end * (1 + x)) for x, w in zip(nodes, weights, strict=True))


def least_range(travel: float, rate: float, drive: float) -> float:
    """Least range of the boat's velocity [m/s] that moving people alone make, without any force of the water.

    The boat goes ``travel`` [m] to and fro against the common centre of mass: in the share ``drive`` of the stroke one way, in
    the rest the other. A velocity with these means cannot vary by less than when it jumps between them; rate [1/min].
    """
    period = 60.0 / rate
    return travel / (drive * period) + travel / ((1 - drive) * period)
