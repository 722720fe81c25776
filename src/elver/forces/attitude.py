"""Buoyancy of a hull at any heel, trim and draught, from its mesh.

What the water lends a hull is the energy of the water that it pushes away,

    E(h, phi, theta) = -rho g integral of z dV over the part below the surface,      F_z = -dE/dh,      M = -dE/d(phi, theta),

with the height h of the hull's frame above the water, heel phi and trim theta (rotation Ry(theta) Rx(phi), as in all of hulls).
E is computed on an even grid, each time by cutting the mesh once at the surface, and put between the nodes by cubic B-splines:
one smooth function, so that force and moment belong to one energy exactly, whatever the grid. Beyond the grid it is not a number:
a run that leaves it ends there, with everything up to its last good step.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np

from elver._support.errors import InputError, require_number
from elver.forces.effect import Effect
from elver.forces.hull import HullMotion, Hydrostatics
from elver.forces.hulls.hydrostatics import Floating, Surface, checked, float_hull, turned, wetted
from elver.symbolic.lookup import number_of, read

_AXES = ("height", "heel", "trim")
_FEWEST = 5  # nodes along an axis
_MOST = 400_000  # nodes
_STEEPEST = np.radians(85.0)  # trim, where heel and trim become one


@dataclass(frozen=True, eq=False)
class AttitudeTable:
    """Energy of the water that a hull pushes away [J], at nodes of height [m], heel and trim [rad], evenly spaced.

    energy (heights, heels, trims).   density [kg/m^3]; gravity [m/s^2].
    """

    height: np.ndarray
    heel: np.ndarray
    trim: np.ndarray
    energy: np.ndarray
    density: float = 1000.0
    gravity: float = 9.81

    def __post_init__(self) -> None:
        for name in _AXES:
            nodes = np.asarray(getattr(self, name), float)
            steps = np.diff(nodes)
            if nodes.ndim != 1 or len(nodes) < _FEWEST or not (steps > 0).all() or np.ptp(steps) > 1e-6 * steps[0]:
                raise InputError(f"attitude table: {name} needs {_FEWEST} or more even nodes that increase.")
            object.__setattr__(self, name, nodes)
        energy = np.asarray(self.energy, float)
        if energy.shape != tuple(len(getattr(self, n)) for n in _AXES) or not np.isfinite(energy).all():
            raise InputError(f"attitude table: energy {energy.shape} must be finite, one for each height, heel and trim.")
        if energy.size > _MOST:
            raise InputError(f"attitude table: {energy.size} nodes. Give up to {_MOST}.")
        if max(abs(self.trim[0]), abs(self.trim[-1])) > _STEEPEST:
            raise InputError(f"attitude table: trim up to {np.degrees(_STEEPEST):g} deg; beyond, heel and trim are one turn.")
        object.__setattr__(self, "energy", energy)

    @classmethod
    def of(
        cls,
        surface: Surface,
        height: Sequence[float] | np.ndarray,
        heel: Sequence[float] | np.ndarray,
        trim: Sequence[float] | np.ndarray,
        density: float = 1000.0,
        gravity: float = 9.81,
    ) -> AttitudeTable:
        """The table of a closed surface in the hull's frame [m]: one cut of the mesh for every node."""
        checked(surface, "the hull")
        found = np.empty((len(height), len(heel), len(trim)))
        for (i, h), (j, phi), (k, theta) in itertools.product(*map(enumerate, (height, heel, trim))):
            found[i, j, k] = lifted(surface, h, phi, theta, density, gravity)
        return cls(np.asarray(height), np.asarray(heel), np.asarray(trim), found, density, gravity)

    @cached_property
    def coefficients(self) -> np.ndarray:
        """Of the B-splines: two more than nodes along each axis; the third slope is the same on both sides of the last node
        but one.
        """
        values = self.energy
        for axis in range(3):
            n = values.shape[axis]
            system = np.zeros((n + 2, n + 2))
            for k in range(n):
                system[k + 1, k : k + 3] = (1 / 6, 4 / 6, 1 / 6)
            system[0, :5] = system[-1, -5:] = (1, -4, 6, -4, 1)
            moved = np.moveaxis(values, axis, 0)
            padded = np.concatenate([np.zeros((1, *moved.shape[1:])), moved, np.zeros((1, *moved.shape[1:]))])
            solved = np.linalg.solve(system, padded.reshape(n + 2, -1)).reshape(padded.shape)
            values = np.moveaxis(solved, 0, axis)
        return values

    def slopes(self, height: ca.SX, heel: ca.SX, trim: ca.SX) -> tuple[ca.SX, list[ca.SX]]:
        """Energy and its three slopes at an attitude; not a number beyond the table."""
        at = dict(zip(_AXES, map(ca.SX, (height, heel, trim)), strict=True))
        firsts, weights, inside = [], [], ca.SX(1)
        for name, own in at.items():
            nodes = getattr(self, name)
            step = float(nodes[1] - nodes[0])
            u = (own - float(nodes[0])) / step
            cell = ca.fmin(ca.fmax(ca.floor(u), 0), len(nodes) - 2)
            s = u - cell
            firsts.append(cell)
            weights.append((_spline(s), [w / step for w in _spline_slope(s)]))
            inside = ca.logic_and(inside, ca.logic_and(own >= float(nodes[0]), own <= float(nodes[-1])))
        table = self.coefficients
        number, strides = number_of(table.ravel()), (table.shape[1] * table.shape[2], table.shape[2], 1)
        start = sum((strides[k] * firsts[k] for k in range(3)), ca.SX(0))
        sums = [ca.SX(0)] * 4
        for i in range(4):
            for j in range(4):
                line = [read(number, start + strides[0] * i + strides[1] * j + k) for k in range(4)]
                plain = sum((w * entry for w, entry in zip(weights[2][0], line, strict=True)), ca.SX(0))
                slope = sum((w * entry for w, entry in zip(weights[2][1], line, strict=True)), ca.SX(0))
                (a, da), (b, db) = ((weights[n][0][m], weights[n][1][m]) for n, m in ((0, i), (1, j)))
                sums = [sums[0] + a * b * plain, sums[1] + da * b * plain, sums[2] + a * db * plain, sums[3] + a * b * slope]
        known = ca.sqrt(2 * inside - 1)  # 1, or not a number
        energy, *slopes = (known * one for one in sums)
        return energy, slopes

    @cached_property
    def evaluated(self) -> ca.Function:
        """(height, heel, trim) -> energy and slopes, as one column."""
        at = [ca.SX.sym(name) for name in _AXES]
        energy, slopes = self.slopes(*at)
        return ca.Function("attitude", at, [ca.vertcat(energy, *slopes)])


def _spline(s: ca.SX) -> list[ca.SX]:
    """The four cubic B-splines at s in [0, 1)."""
    r = 1 - s
    return [r**3 / 6, (4 - 6 * s**2 + 3 * s**3) / 6, (4 - 6 * r**2 + 3 * r**3) / 6, s**3 / 6]


def _spline_slope(s: ca.SX) -> list[ca.SX]:
    """Their slopes."""
    r = 1 - s
    return [-(r**2) / 2, (3 * s**2 - 4 * s) / 2, (4 * r - 3 * r**2) / 2, s**2 / 2]


def lifted(surface: Surface, height: float, heel: float, trim: float, density: float = 1000.0, gravity: float = 9.81) -> float:
    """E [J] of a surface in the hull's frame at an attitude, by one cut of the mesh."""
    wet = wetted(surface.moved(turned(trim, heel), np.array([0.0, 0.0, height])))
    return -density * gravity * wet.volume * float(wet.centre[2])


@dataclass(frozen=True, eq=False)
class MeshHydrostatics(Hydrostatics):
    """Buoyancy of a hull at any attitude, by a table of its mesh, in place of the linear one.

    restoring, buoyancy, centre: at rest, for checks and pictures.
    """

    table: AttitudeTable | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.table, AttitudeTable):
            raise InputError(
                f"buoyancy by a mesh needs a table of attitudes, not a {type(self.table).__name__}. Make one of the mesh first.",
                name="MeshHydrostatics.table",
            )

    @classmethod
    def of(
        cls,
        surface: Surface,
        mass: float,
        centre: Sequence[float] | np.ndarray,
        heel: float = np.radians(75.0),
        trim: float = np.radians(25.0),
        nodes: tuple[int, int, int] = (25, 31, 11),
        density: float = 1000.0,
        gravity: float = 9.81,
    ) -> MeshHydrostatics:
        """Of a closed mesh that floats with ``mass`` [kg] and its centre at ``centre`` [m, frame of the mesh].

        heel, trim [rad]: how far the table goes to both sides; it goes from the hull clear of the water to the hull below it,
        upright.   nodes: along height, heel and trim.
        """
        floating = float_hull(surface, mass, centre, density, gravity)
        for name, value, most in (("heel", heel, np.pi), ("trim", trim, _STEEPEST)):
            require_number(f"range of {name} of a table of attitudes", value, above=0.0, unit="rad")
            if value > most:
                raise InputError(f"a table of attitudes: {name} = {value:g} rad. Give up to {most:.4g}.")
        low, high = (float(f(floating.surface.vertices[:, 2])) for f in (np.min, np.max))
        heights = np.linspace(-high, -low, nodes[0])
        heels, trims = np.linspace(-heel, heel, nodes[1]), np.linspace(-trim, trim, nodes[2])
        table = AttitudeTable.of(floating.surface, heights, heels, trims, density, gravity)
        return cls(floating.restoring, mass * gravity, tuple(floating.wet.centre), table)

    def effect(self, hull: HullMotion) -> Effect:
        assert self.table is not None
        energy, (lift, roll, pitch) = self.table.slopes(hull.height, hull.roll, hull.pitch)
        sp, cp, tt = ca.sin(hull.roll), ca.cos(hull.roll), ca.tan(hull.pitch)
        rates = ca.blockcat([[1, sp * tt, cp * tt], [0, cp, -sp]])  # (48) of FLOAT
        moment = -rates.T @ ca.vertcat(roll, pitch)
        return Effect(wrench=ca.vertcat(-lift * hull.up, moment), potential=energy, flows={})


@dataclass(frozen=True, eq=False)
class RightingArms:
    """Righting arms of a hull, free in draught and trim: heels [rad], arms [m] (positive: it rights itself), heights [m] of its
    frame above the water, trims [rad].
    """

    heels: np.ndarray
    arms: np.ndarray
    heights: np.ndarray
    trims: np.ndarray


def righting_arms(
    surface: Surface,
    mass: float,
    centre: Sequence[float] | np.ndarray,
    heels: Sequence[float] | np.ndarray,
    density: float = 1000.0,
    gravity: float = 9.81,
    table: AttitudeTable | None = None,
) -> RightingArms:
    """GZ at heels [rad]: lever between weight and buoyancy across the ship, by cuts of the mesh, or by a table of it.

    surface, centre [m]: in the frame of the mesh; the hull is floated upright first, and each heel begins where the one before
    ended, with draught and trim in balance.
    """
    floating = float_hull(surface, mass, centre, density, gravity)
    weight = mass * gravity
    order = np.argsort(np.abs(np.asarray(heels, float)))
    results = np.zeros((len(order), 3))
    pose = {1: np.zeros(2), -1: np.zeros(2)}
    for k in order:
        heel = float(np.asarray(heels, float)[k])
        side = 1 if heel >= 0 else -1
        pose[side] = _balanced(floating, heel, pose[side], weight, density, gravity, table)
        height, trim = pose[side]
        results[k] = _arm(floating, heel, height, trim, weight, density, gravity, table), height, trim
    return RightingArms(np.asarray(heels, float), *results.T)


def _slopes(
    floating: Floating, h: float, heel: float, trim: float, density: float, gravity: float, table: AttitudeTable | None
) -> np.ndarray:
    """dE/d(h, heel, trim)."""
    if table is not None:
        return np.array(table.evaluated(h, heel, trim)).ravel()[1:]
    wet = wetted(floating.surface.moved(turned(trim, heel), np.array([0.0, 0.0, h])))
    push, (x, y, _) = density * gravity * wet.volume, wet.centre
    # heel turns about (cos trim, 0, -sin trim), trim about y: how fast the centre of buoyancy would rise
    return -push * np.array([1.0, y * np.cos(trim), -x])


def _weight_slopes(floating: Floating, heel: float, trim: float, weight: float) -> np.ndarray:
    """d(weight times height of the centre)/d(h, heel, trim)."""
    x, y, z = floating.centre
    up = y * np.sin(heel) + z * np.cos(heel)
    return weight * np.array([1.0, np.cos(trim) * (y * np.cos(heel) - z * np.sin(heel)), -np.sin(trim) * up - np.cos(trim) * x])


def _balanced(
    floating: Floating, heel: float, start: np.ndarray, weight: float, density: float, gravity: float, table: AttitudeTable | None
) -> np.ndarray:
    """Height and trim at which weight and buoyancy, and their moments along the ship, are in balance; Newton, by differences."""
    pose, size = start.copy(), float(np.ptp(floating.surface.vertices, axis=0).max())

    def residual(own: np.ndarray) -> np.ndarray:
        total = _slopes(floating, own[0], heel, own[1], density, gravity, table) + _weight_slopes(floating, heel, own[1], weight)
        return total[[0, 2]] / np.array([weight, weight * size])

    for _ in range(60):
        now = residual(pose)
        if np.abs(now).max() < 1e-10:
            return pose
        steps = (1e-6 * size, 1e-6)
        slopes = np.array(
            [(residual(pose + d) - residual(pose - d)) / (2 * e) for e, d in zip(steps, np.diag(steps), strict=True)]
        )
        move = -np.linalg.solve(slopes.T, now)
        pose = pose + move * min(1.0, 0.05 * size / max(abs(move[0]), 1e-300), 0.05 / max(abs(move[1]), 1e-300))
    raise InputError(
        f"the hull finds no draught and trim at a heel of {np.degrees(heel):.4g} deg"
        + (" within its table. Make one that goes further." if table is not None else ". Check the mesh and the centre of mass.")
    )


def _arm(
    floating: Floating,
    heel: float,
    height: float,
    trim: float,
    weight: float,
    density: float,
    gravity: float,
    table: AttitudeTable | None,
) -> float:
    """GZ [m]: the moment that rights over the weight."""
    total = _slopes(floating, height, heel, trim, density, gravity, table) + _weight_slopes(floating, heel, trim, weight)
    return float(total[1] / weight)
