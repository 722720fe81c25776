"""Bodies at the surface of a flow that has one (``elevation``): how wet a section is, its buoyancy, water that is taken along.

A body is a row of elliptic sections with half axes a, b (along e2, e3) and a length l of its own along e1. With the vertical u in
these axes the half height of a section, as seen from the side, is

    sigma = sqrt(a^2 u_2^2 + b^2 u_3^2 + (l/2)^2 u_1^2),

and with the depth d of its centre below the surface, tau = d/sigma cut off at -1 and 1, the wet share of its area

    phi(tau) = (pi/2 + asin tau + tau sqrt(1 - tau^2)) / pi,

which is exact for an ellipse that lies level; the length smooths a body that stands.

**Buoyancy** follows from the potential V = rho g A l sigma E(d/sigma)/pi, E' = pi phi: a lift rho g A l phi at the centre and
the moment of a section that is cut askew. A surface that rises by itself gives the power rho g A l phi d(eta)/dt, the flow
``waves``.

**Added mass** goes with the wet share. With T = sum phi_k T_k and its momentum p = sum phi_k p_k a body that gets wetter sets
water in motion that was at rest, d(phi)/dt p_k; one that comes out leaves its water behind as it moves. Both lose

    spray = |d(phi_k)/dt| T_k  >=  0.

A share of the area is no law of impact: on a cylinder that falls flat it begins as the root of the depth, where the first term of
von Karman and Wagner begins with a step.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np

from elver.forces.effect import Motion, surface_of
from elver.robot import Box, Compound, Ellipsoid, Tapered, TaperedStrip
from elver.robot.shapes import Cylinder, HalfEllipsoid, Shape
from elver.symbolic.arrays import times
from elver.symbolic.lookup import settled
from elver.symbolic.spatial import column, cross, matrix

_POINTS = 4  # sections of a solid
_ROOT = 1e-16  # under a root that ends at 0: keeps slopes finite
_SMALL = 1e-18  # m^2, of sigma^2: keeps points smooth


@dataclass(frozen=True)
class Section:
    """A slice of a solid: place [m, body], axes e1 e2 e3 as columns, thickness [m], half axes a, b [m], volume [m^3]."""

    place: ca.SX
    axes: Any
    thickness: Any
    a: Any
    b: Any
    volume: Any


@dataclass(frozen=True)
class LocalSurface:
    """The surface above a place: its height [m, world], and how fast it rises for who moves with the body there [m/s]."""

    height: ca.SX
    rise: ca.SX


@dataclass(frozen=True)
class Wetness:
    """Of one section: depth d of its centre and half height sigma [m], wet share phi and its rate [1/s], the surface above it;
    up: the vertical in the section's axes.
    """

    depth: ca.SX
    sigma: ca.SX
    share: ca.SX
    rate: ca.SX
    surface: LocalSurface
    up: ca.SX


def slices(start: Any, axes: Any, length: Any, a: Any, b: Any, points: int = _POINTS) -> list[Section]:
    """An elliptic cylinder from ``start`` along its axis [m], in slices at Gauss points."""
    nodes, weights = np.polynomial.legendre.leggauss(points)
    found = []
    for s, ds in zip(times(0.5 * length, nodes + 1), times(0.5 * length, weights), strict=True):
        found.append(Section(column(start) + s * matrix(axes)[:, 0], axes, ds, a, b, math.pi * a * b * ds))
    return found


def slices_of(shape: Shape) -> list[Section]:
    """A solid in slices across its first axis; of a box the ellipses of the same proportions and area."""
    if isinstance(shape, Compound):
        return [own for part in shape.parts for own in slices_of(part)]
    if isinstance(shape, Cylinder):
        return slices(shape.at, shape.axes, shape.length, shape.a2, shape.a3)
    if isinstance(shape, Tapered):
        strip = TaperedStrip(start=shape.at, axes=shape.axes, stations=shape.stations)
        return [
            Section(column(strip.start) + s * matrix(strip.axes)[:, 0], strip.axes, ds, a, b, math.pi * a * b * ds)
            for s, ds, a, b in strip.sections(3)
        ]
    if isinstance(shape, Box):
        start, fair = shape.at - times(0.5 * shape.l1, shape.axes[:, 0]), 1 / math.sqrt(math.pi)
        return slices(start, shape.axes, shape.l1, fair * shape.l2, fair * shape.l3)
    if isinstance(shape, (Ellipsoid, HalfEllipsoid)):
        whole, length = (True, shape.a1) if isinstance(shape, Ellipsoid) else (False, shape.length)
        found, (nodes, weights) = [], np.polynomial.legendre.leggauss(_POINTS)
        for x, w in zip(nodes, weights, strict=True):
            s, ds = (x, w) if whole else (0.5 * (x + 1), 0.5 * w)
            size = math.sqrt(1 - s * s)
            a, b, thick = size * shape.a2, size * shape.a3, ds * length
            place = column(shape.at) + s * length * matrix(shape.axes)[:, 0]
            found.append(Section(place, shape.axes, thick, a, b, math.pi * a * b * thick))
        return found
    return slices_of(shape.ellipsoid())


def local_surface(flow: Any, motion: Motion, place: ca.SX) -> LocalSurface:
    """The surface above a place of a body [m, body]."""
    x, t = ca.SX.sym("x", 3), ca.SX.sym("t")
    elevation = surface_of(flow)
    assert elevation is not None
    eta = ca.SX(elevation(x, t))
    slope, rate = settled([ca.densify(ca.jacobian(eta, x)), ca.densify(ca.jacobian(eta, t))])
    velocity = motion.rotation @ motion.velocity_at(place)
    here = [ca.densify(ca.SX(motion.to_world(place))), ca.densify(ca.SX(motion.time))]
    height, slope, rate = ca.substitute([ca.densify(eta), slope, rate], [x, t], here)
    return LocalSurface(height, rate + slope @ velocity)


def share_of(tau: ca.SX) -> tuple[ca.SX, ca.SX, ca.SX]:
    """phi(tau), its slope, and E(tau)."""
    c = ca.fmin(ca.fmax(tau, -1), 1)
    root = ca.sqrt(ca.fmax(1 - c * c, 0) + _ROOT)
    turn = ca.atan2(c, root)
    phi = 0.5 + (turn + c * root) / math.pi
    E = math.pi / 2 * c + c * turn + root - root * root * root / 3 + math.pi * ca.fmax(tau - 1, 0)
    return phi, 2 / math.pi * (root - math.sqrt(_ROOT)), E


def wetness(flow: Any, motion: Motion, section: Section) -> Wetness:
    """How wet a section is."""
    E, r = matrix(section.axes), section.place
    squares = [(0.5 * section.thickness) ** 2, section.a**2, section.b**2]
    up = E.T @ motion.rotation[2, :].T
    surface = local_surface(flow, motion, r)
    depth = surface.height - motion.to_world(r)[2]
    sigma = ca.sqrt(sum(square * up[i] * up[i] for i, square in enumerate(squares)) + _SMALL)
    sinking = surface.rise - (motion.rotation @ motion.velocity_at(r))[2]
    turning = -cross(E.T @ motion.angular, up)  # du/dt of the vertical in axes that turn
    widening = sum(square * up[i] * turning[i] for i, square in enumerate(squares)) / sigma
    tau = depth / sigma
    phi, slope, _ = share_of(tau)
    return Wetness(depth, sigma, phi, slope * (sinking - tau * widening) / sigma, surface, up)


def wet_share(flow: Any, motion: Motion, shape: Shape) -> tuple[ca.SX, ca.SX]:
    """The share of a solid's volume that is wet, and its rate [1/s]."""
    share, rate, whole = ca.SX(0), ca.SX(0), 0.0
    for section in slices_of(shape):
        own = wetness(flow, motion, section)
        share, rate = share + section.volume * own.share, rate + section.volume * own.rate
        whole = whole + section.volume
    return share / whole, rate / whole


def buoyancy(flow: Any, motion: Motion, section: Section, weight: float | ca.SX) -> tuple[ca.SX, ca.SX, ca.SX]:
    """Wrench of the lift of a section, its potential [J], and the power [W] that the surface brings by rising.

    weight: of the fluid, rho g [N/m^3].
    """
    E, r, wet = matrix(section.axes), section.place, wetness(flow, motion, section)
    squares = [(0.5 * section.thickness) ** 2, section.a**2, section.b**2]
    whole, tau = weight * section.volume, wet.depth / wet.sigma
    phi, _, area = share_of(tau)
    lift = whole * phi
    askew = whole * (area / math.pi - tau * phi) / wet.sigma  # dV/dsigma over sigma
    moment = askew * cross(wet.up, ca.vertcat(*(square * wet.up[i] for i, square in enumerate(squares))))
    force = motion.to_body(ca.vertcat(0, 0, lift))
    return ca.vertcat(force, cross(r, force) + E @ moment), whole * wet.sigma * area / math.pi, lift * wet.surface.rise


def taken_along(
    rates: Sequence[ca.SX], momenta: Sequence[ca.SX], energies: Sequence[ca.SX], twist: ca.SX
) -> tuple[ca.SX, ca.SX, ca.SX]:
    """What changing wet shares do to a body: wrench, and the powers ``spray`` and ``brought`` by the stream (out, negative: in).

    rates: d(phi_k)/dt.   momenta: p_k of the water that each part moves when wet, as a wrench.   energies: T_k.
    """
    wrench, spray, carried = ca.SX(6, 1), ca.SX(0), ca.SX(0)
    for rate, p, T in zip(rates, momenta, energies, strict=True):
        wrench = wrench - ca.fmax(rate, 0) * p
        spray = spray + ca.fabs(rate) * T
        carried = carried + ca.fmax(-rate, 0) * (twist.T @ p - 2 * T)
    return wrench, spray, carried
