"""A rowing boat in its plane of symmetry, written out by hand: the oracle of the scull.

Nothing of the engine's mechanics is used, only its data (masses, inertias, control polygons, coefficients). Every body is six
point masses with its mass, centre and second moments; the boat's surge, heave and pitch follow from Newton's law summed over
all points and its moment, with places, velocities and accelerations of the points in the boat given by the drawn motion.

Boat axes: X forward, Z up, origin below the oarlocks. theta: pitch, bow down. w x r = q (Z, -X). Angles of legs and trunk run
from X towards Z. FLOAT table 2 and (46)-(57), with the corrections of docs/models/scull.md.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.interpolate import BSpline


class Jet:
    """A quantity with its first and second time derivative, arrays allowed."""

    def __init__(self, value, rate=0.0, bend=0.0):
        self.v, self.d, self.dd = value, rate, bend

    def __add__(self, other):
        o = other if isinstance(other, Jet) else Jet(other)
        return Jet(self.v + o.v, self.d + o.d, self.dd + o.dd)

    def __mul__(self, other):
        o = other if isinstance(other, Jet) else Jet(other)
        return Jet(self.v * o.v, self.d * o.v + self.v * o.d, self.dd * o.v + 2 * self.d * o.d + self.v * o.dd)

    def __sub__(self, other):
        return self + other * -1.0

    def __neg__(self):
        return self * -1.0

    __radd__, __rmul__ = __add__, __mul__

    def cos(self):
        c, s = np.cos(self.v), np.sin(self.v)
        return Jet(c, -s * self.d, -c * self.d**2 - s * self.dd)

    def sin(self):
        c, s = np.cos(self.v), np.sin(self.v)
        return Jet(s, c * self.d, -s * self.d**2 + c * self.dd)


def periodic_spline(values) -> BSpline:
    """Cubic spline over x in [0, n) whose control value i weighs most at x = i."""
    c, n = np.asarray(values, float), len(values)
    return BSpline(np.arange(-3.0, n + 4.0), c[np.arange(-1, n + 2) % n], 3)


def motion(gait, joint: str, t: float) -> Jet:
    """A joint's angle with its derivatives: spline of the phase u + c sin^2(pi u)."""
    n, u = len(gait.points[joint]), t / gait.period
    c = (gait.drive_end - gait.drive) / np.sin(np.pi * gait.drive) ** 2
    s = u + c * np.sin(np.pi * u) ** 2
    sd, sdd = 1 + c * np.pi * np.sin(2 * np.pi * u), 2 * c * np.pi**2 * np.cos(2 * np.pi * u)
    spline, x = periodic_spline(gait.points[joint]), (s % 1.0) * n
    rate, bend = n * sd / gait.period, n * sdd / gait.period**2
    return Jet(spline(x), spline(x, 1) * rate, spline(x, 2) * rate**2 + spline(x, 1) * bend)


def point_masses(body) -> tuple[np.ndarray, np.ndarray]:
    """Six places [m, body frame] (6, 3), and masses, with the mass, centre and inertia of a body."""
    central = body.central_inertia
    second, axes = np.linalg.eigh(0.5 * np.trace(central) * np.eye(3) - central)
    arms = axes * np.sqrt(3 * np.maximum(second, 0.0) / body.mass)
    places = body.centre_of_mass + np.vstack([arms.T, -arms.T])
    return places, np.full(6, body.mass / 6)


@dataclass
class PlanarScull:
    """model: data of the boat.  rig: foot, foot_height, rail, hip, span, lock, lever, dip, shank, thigh [m, rad]."""

    model: object
    rig: dict

    def __post_init__(self):
        self.clouds = {b.name: point_masses(b) for b in self.model.robot.bodies}
        self.hull = self.model.forces["hull"]
        self.gravity = self.model.forces["gravity"].acceleration
        self.blade = self.model.forces["port_blade"]
        self.radiation = self.hull.radiation
        self.restoring = np.asarray(self.hull.hydrostatics.restoring)[np.ix_([0, 2], [0, 2])]
        pick = [0, 2, 4]
        self.added = np.asarray(self.radiation.added)[np.ix_(pick, pick)]
        damping = self.radiation.damping
        self.damping = np.zeros((3, 3)) if damping is None else np.asarray(damping)[np.ix_(pick, pick)]
        self.F, self.G = np.zeros((0, 0)), np.zeros((0, 3))
        if self.radiation.memory is not None:
            m = self.radiation.memory
            self.F, self.G = m.F, m.G[:, [m.freedoms.index(k) for k in pick]]

    # --- the rower's loop -------------------------------------------------------------------------------------------

    def limbs(self, t: float) -> list[Jet]:
        """Absolute angles of shank, thigh and trunk: the ankle closes hip and seat in height."""
        r, gait = self.rig, self.model.gait
        knee, trunk = motion(gait, "knee", t), motion(gait, "trunk", t)
        lengths = np.array([r["shank"], r["thigh"], -r["hip"]])
        offsets = [Jet(0.0), -knee, trunk - knee]  # of the three absolute angles from the ankle's
        ankle = Jet(1.4)
        for _ in range(50):
            angles = np.array([ankle.v + o.v for o in offsets])
            ankle.v -= (r["foot_height"] + lengths @ np.sin(angles) - r["rail"]) / (lengths @ np.cos(angles))
        rates = np.array([o.d for o in offsets])
        weights = lengths * np.cos(angles)
        ankle.d = -(weights @ rates) / weights.sum()
        bends = np.array([o.dd for o in offsets])
        ankle.dd = (lengths @ (np.sin(angles) * (ankle.d + rates) ** 2) - weights @ bends) / weights.sum()
        return [ankle + o for o in offsets]

    def points(self, t: float):
        """X and Z of every point mass as jets, and the masses."""
        r, gait = self.rig, self.model.gait
        shank, thigh, trunk = self.limbs(t)
        x, z = Jet(-r["foot"]), Jet(r["foot_height"])
        out = [self.fixed("boat", 0.0)]
        for name, angle, length in (("shank", shank, r["shank"]), ("thigh", thigh, r["thigh"]), ("trunk", trunk, 0.0)):
            places, masses = self.clouds[name]
            across = -1.0 if name == "thigh" else 1.0  # y of the thigh's frame points the other way
            px, py = places[:, 0], across * places[:, 1]
            c, s = angle.cos(), angle.sin()
            out.append((x + c * px - s * py, z + s * px + c * py, masses))
            x, z = x + c * length, z + s * length
        seat = x - trunk.cos() * r["hip"]
        places, masses = self.clouds["seat"]  # x4 = Z, z4 = X
        out.append((seat + places[:, 2], Jet(r["rail"] + places[:, 0], 0 * masses, 0 * masses), masses))
        for side, up in (("port", 1.0), ("starboard", -1.0)):
            angle = motion(gait, side, t)
            for name, shift in ((f"{side}_oar", (0.0, 0.0)), (f"{side}_blade", self.blade_shift())):
                places, masses = self.clouds[name]
                px, py, pz = places[:, 0] + shift[0], places[:, 1], up * places[:, 2] + shift[1]
                out.append((-(angle.sin() * px) - angle.cos() * py, Jet(r["lock"] + pz, 0 * pz, 0 * pz), masses))
        return out

    def fixed(self, name: str, at: float):
        places, masses = self.clouds[name]
        still = 0 * masses
        return Jet(places[:, 0] + at, still, still), Jet(places[:, 2], still, still), masses

    def blade_shift(self) -> tuple[float, float]:
        return self.rig["lever"] * np.cos(self.rig["dip"]), -self.rig["lever"] * np.sin(self.rig["dip"])

    # --- forces -----------------------------------------------------------------------------------------------------

    def blades(self, t: float, u: float, q: float) -> np.ndarray:
        """Force X, Z and moment of both blades, about the origin. (53)-(57)."""
        lever, drop = self.blade_shift()
        angle, z = motion(self.model.gait, "port", t), self.rig["lock"] + drop
        flow = -(lever * angle.d - np.cos(angle.v) * (u + q * z))
        push = 0.5 * self.blade.density * self.blade.area * self.blade.coefficient * flow * abs(flow) if flow < 0 else 0.0
        force = -2 * push * np.cos(angle.v)
        return np.array([force, 0.0, z * force])

    def resistance(self, u: float) -> float:
        """(52), with the Reynolds number rounded off at rest."""
        r = self.hull.resistance
        reynolds = np.hypot(u * r.length / r.viscosity, r.floor)
        friction = 0.075 / (np.log10(reynolds) - 2) ** 2
        return -0.5 * r.density * r.area * (1 + r.form + r.wave) * friction * u * abs(u)

    def water(self, x: float, z: float, theta: float, v: np.ndarray, memory: np.ndarray):
        """Force X, Z and moment on the hull about its own origin, without added mass times acceleration; memory's rate."""
        h = self.hull.reference[0]
        s, c = np.sin(theta), np.cos(theta)
        lift, moment = -self.restoring @ np.array([z - h * s, theta])
        up, W = np.array([-s, c]), self.hull.hydrostatics.buoyancy
        b = self.hull.hydrostatics.centre
        force = (lift + W) * up
        moment += W * (b[2] * up[0] - b[0] * up[1])
        U = self.radiation.steady[0]
        relative = np.array([v[0], v[1] - v[2] * h, v[2]]) - np.array([U * c, U * s, 0.0])
        turning = np.array([-U * s, U * c, 0.0]) * v[2]  # rate of the steady velocity's components
        waves = -self.G.T @ memory - self.damping @ relative + self.added @ turning
        total = np.array([force[0] + self.resistance(v[0]), force[1], moment]) + waves
        return total, self.F @ memory + self.G @ relative

    def rates(self, t: float, state: np.ndarray) -> np.ndarray:
        """d/dt of (x, z, theta, u, w, q, memory); u, w along the boat's axes."""
        x, z, theta, u, w, q = state[:6]
        s, c, h = np.sin(theta), np.cos(theta), self.hull.reference[0]
        M, b = np.zeros((3, 3)), np.zeros(3)  # M (du, dw, dq) = b about the boat's origin
        for X, Z, m in self.points(t):
            ones = np.ones_like(m)
            # acceleration of a point in boat axes: known part, with the origin's q w, -q u
            ax = q * w - q**2 * X.v + 2 * q * Z.d + X.dd
            az = -q * u - q**2 * Z.v - 2 * q * X.d + Z.dd
            J = np.array([[ones, 0 * m, Z.v], [0 * m, ones, -X.v]])
            fx, fz = m * (self.gravity * s - ax), m * (-self.gravity * c - az)
            b += [fx.sum(), fz.sum(), (Z.v * fx - X.v * fz).sum()]
            M += np.einsum("ijk,ilk,k->jl", J, J, m)
        shift = np.array([[1.0, 0, 0], [0, 1, -h], [0, 0, 1]])  # velocity of the hull's own origin
        wet, memory = self.water(x, z, theta, np.array([u, w, q]), state[6:])
        M += shift.T @ self.added @ shift
        b += shift.T @ wet + self.blades(t, u, q)
        du = np.linalg.solve(M, b)
        return np.concatenate([[c * u + s * w, -s * u + c * w, q], du, memory])

    def run(self, state: np.ndarray, duration: float, steps: int) -> np.ndarray:
        """States at all steps of RK4."""
        out, h = [np.asarray(state, float)], duration / steps
        for k in range(steps):
            t, y = k * h, out[-1]
            k1 = self.rates(t, y)
            k2 = self.rates(t + h / 2, y + h / 2 * k1)
            k3 = self.rates(t + h / 2, y + h / 2 * k2)
            k4 = self.rates(t + h, y + h * k3)
            out.append(y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4))
        return np.array(out)
