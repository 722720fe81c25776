"""Smooth friction on flat ground (viscous, and Coulomb's law rounded off at small speeds); and a shore between ground and water.

The rounded law creeps: below the friction limit it holds nothing still, it only moves slowly. True stick needs the
set-valued law.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

import casadi as ca
import numpy as np

from elver._support.errors import InputError
from elver.forces.effect import Effect, Force, ForceWrapper, Motion, has_states
from elver.forces.morison import Load
from elver.quantities import check_quantities, quantity
from elver.robot import Body, Strip
from elver.symbolic.arrays import times
from elver.symbolic.spatial import column, cross, matrix


@dataclass(frozen=True)
class GroundFriction:
    """Friction between the ground and every body with a strip, lying with e3 upright.

    Equal coefficients along (t, e1) and across (n, e2) are isotropic. The load of Coulomb's law is the body's weight, spread
    along its strip.
    """

    file_word: ClassVar = "ground_friction"

    viscous_t: float = quantity(0.0, "N s/m^2", "viscous friction along the link, per length", low=0.0)
    viscous_n: float = quantity(0.0, "N s/m^2", "viscous friction across the link, per length", low=0.0)
    coulomb_t: float = quantity(0.0, "1", "Coulomb friction along the link, rounded off at small speeds", low=0.0)
    coulomb_n: float = quantity(0.0, "1", "Coulomb friction across the link", low=0.0)
    slip_speed: float = quantity(1e-3, "m/s", "speed at which Coulomb friction has reached 71 %", above=0.0)
    gravity: float = quantity(9.81, "m/s^2", "gravity", low=0.0)
    points: int = quantity(3, "1", "Gauss points per strip", low=1, high=64)

    def __post_init__(self) -> None:
        check_quantities(self)

    def surroundings(self) -> dict[str, object]:
        """What pictures show of it: the ground that the machine lies on."""
        return {"ground": True}

    def resists(self, body: Body) -> bool:
        return body.strip is not None

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        """Friction of one body; None where it has no strip."""
        if body.strip is None:
            return None
        E, start = matrix(body.strip.axes), column(body.strip.start)
        v = E.T @ motion.velocity_at(start)
        turn = (E.T @ motion.angular)[2]
        load = self.gravity * body.mass / body.strip.length
        f1, f2, m3 = 0, 0, 0
        for s, ds in self.quadrature(body.strip):
            d1, d2 = self.density(v[0], v[1] + s * turn, load)
            f1, f2, m3 = f1 + ds * d1, f2 + ds * d2, m3 + ds * s * d2
        force = E @ ca.vertcat(f1, f2, ca.SX(1, 1))
        moment = E @ ca.vertcat(ca.SX(2, 1), m3) + cross(start, force)
        return Effect(wrench=ca.vertcat(force, moment))

    def quadrature(self, strip: Strip) -> Iterator[tuple[float, float]]:
        nodes, weights = np.polynomial.legendre.leggauss(self.points)
        return zip(times(0.5 * strip.length, nodes + 1), times(0.5 * strip.length, weights), strict=True)

    def density(self, v1: ca.SX, v2: ca.SX, load: float) -> tuple[ca.SX, ca.SX]:
        """Force per length along e1 and e2 [N/m] for a section that slides with (v1, v2)."""
        slip = load / ca.sqrt(v1 * v1 + v2 * v2 + self.slip_speed**2)
        return -(self.viscous_t + self.coulomb_t * slip) * v1, -(self.viscous_n + self.coulomb_n * slip) * v2


# --- A shoreline: land on one side, water on the other, and each body feeling the medium it is in.


@dataclass(frozen=True)
class Shore(ForceWrapper):
    """``water`` beyond the line where x = position [m, world], ``land`` before it; blended over ``width`` [m].

    A body is wet by the fraction w of its centre's passage through the strip of that width (a quintic, smooth to the
    second derivative), and feels w times the water's and 1 - w times the land's effect. Its added mass then grows as it
    wades in; the energy that the growing mass brings is the flow ``wading``.
    """

    file_word: ClassVar = "shore"

    water: Force
    land: Force
    position: float = quantity(0.0, "m", "x of the shoreline: land before it, water beyond")
    width: float = quantity(0.2, "m", "width over which a link passes from land to water", above=0.0)

    def __post_init__(self) -> None:
        check_quantities(self)
        for name in ("water", "land"):
            if has_states(getattr(self, name)):
                raise InputError(f"Shore.{name} has states of its own. A shore blends only forces without memory.")

    @property
    def inner(self) -> tuple:
        return (self.water, self.land)

    def wet_law(self, name: str) -> Force:
        return self.water

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        parts = {"water": self.water.effect(body, motion), "land": self.land.effect(body, motion)}
        wet, rate = self.wetness(body, motion)
        shares = {"water": (wet, rate), "land": (1 - wet, -rate)}
        total = None
        for name, part in parts.items():
            if part is not None:
                scaled = _scale(part, name, motion, *shares[name])
                total = scaled if total is None else add(total, scaled)
        return total

    def load(self, body: Body, motion: Motion, acceleration: ca.SX, fraction: float) -> Load | None:
        """Force per length of the water at a place of the body's strip, as far as it is wet; None where it has no strips."""
        own = self.water.load(body, motion, acceleration, fraction) if hasattr(self.water, "load") else None
        return own if own is None else replace(own, force=self.wetness(body, motion)[0] * own.force)

    def regions(self) -> list[dict[str, object]]:
        """What pictures show of it: land up to the line, water from there on, along x [m]."""
        return [{"name": "land", "to": self.position}, {"name": "water", "from": self.position}]

    def wetness(self, body: Body, motion: Motion) -> tuple[ca.SX, ca.SX]:
        """Fraction in [0, 1] of water, and its rate [1/s]."""
        centre = column(body.strip.middle if body.strip is not None else body.centre_of_mass)
        u = ca.fmin(ca.fmax((motion.to_world(centre)[0] - self.position) / self.width + 0.5, 0), 1)
        speed = (motion.rotation @ motion.velocity_at(centre))[0]
        return u**3 * (10 + u * (-15 + 6 * u)), 30 * u**2 * (1 - u) ** 2 * speed / self.width


def _scale(effect: Effect, name: str, motion: Motion, share: ca.SX, rate: ca.SX) -> Effect:
    """A fraction of an effect. Its flows carry the medium's name; a share that grows brings kinetic energy with it."""
    kinetic = effect.kinetic_energy(motion.twist)
    flows = {part.removeprefix("."): share * power for part, power in effect.named_flows("", motion.twist).items()}
    named = {f"{name}.{part}" if part else name: power for part, power in flows.items()}
    return replace(
        effect,
        wrench=share * effect.wrench,
        inertia=share * effect.inertia,
        kinetic=share * kinetic,
        potential=share * effect.potential,
        flows={**named, "wading": -rate * (kinetic + effect.potential)},
    )


def add(a: Effect, b: Effect) -> Effect:
    """Both effects together, their energies and flows given."""
    first, second = a.flows or {}, b.flows or {}
    flows = {k: first.get(k, 0) + second.get(k, 0) for k in {**first, **second}}
    return Effect(
        wrench=a.wrench + b.wrench,
        inertia=a.inertia + b.inertia,
        kinetic=a.kinetic + b.kinetic,
        potential=a.potential + b.potential,
        flows=flows,
        rates=ca.vertcat(a.rates, b.rates),
    )
