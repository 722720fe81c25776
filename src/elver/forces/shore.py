"""A shoreline: land on one side, water on the other, and each body feeling the medium it is in."""

from __future__ import annotations

from dataclasses import dataclass, replace

import casadi as ca

from elver.errors import InputError
from elver.forces.effect import AroundForces, Effect, Force, Motion, surroundings_of
from elver.forces.morison import Load
from elver.quantities import check_quantities, quantity
from elver.robot import Body
from elver.spatial import column


@dataclass(frozen=True)
class Shore(AroundForces):
    """``water`` beyond the line where x = position [m, world], ``land`` before it; blended over ``width`` [m].

    A body is wet by the fraction w of its centre's passage through the strip of that width (a quintic, smooth to the
    second derivative), and feels w times the water's and 1 - w times the land's effect. Its added mass then grows as it
    wades in; the energy that the growing mass brings is the flow ``wading``.
    """

    water: Force
    land: Force
    position: float = quantity(0.0, "m", "x of the shoreline: land before it, water beyond")
    width: float = quantity(0.2, "m", "width over which a link passes from land to water", above=0.0)

    def __post_init__(self):
        check_quantities(self)
        for name in ("water", "land"):
            if hasattr(getattr(self, name), "memory"):
                raise InputError(f"Shore.{name} has states of its own. A shore blends only forces without memory.")

    @property
    def inner(self) -> tuple:
        return (self.water, self.land)

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        parts = {"water": self.water.effect(body, motion), "land": self.land.effect(body, motion)}
        wet, rate = self.wetness(body, motion)
        shares = {"water": (wet, rate), "land": (1 - wet, -rate)}
        total = None
        for name, part in parts.items():
            if part is not None:
                scaled = scale(part, name, motion, *shares[name])
                total = scaled if total is None else add(total, scaled)
        return total

    def load(self, body: Body, motion: Motion, acceleration, fraction: float) -> Load | None:
        """Force per length of the water at a place of the body's strip, as far as it is wet; None where it has no strips."""
        own = self.water.load(body, motion, acceleration, fraction) if hasattr(self.water, "load") else None
        return own if own is None else replace(own, force=self.wetness(body, motion)[0] * own.force)

    def regions(self) -> list[dict[str, object]]:
        """What pictures show of it: land up to the line, water from there on, along x [m]."""
        return [{"name": "land", "to": self.position}, {"name": "water", "from": self.position}]

    def surroundings(self) -> dict[str, object]:
        """What pictures show of it: what its two media have; ``regions`` says where."""
        return {**surroundings_of(self.land), **surroundings_of(self.water)}

    def wetness(self, body: Body, motion: Motion):
        """Fraction in [0, 1] of water, and its rate [1/s]."""
        centre = column(body.strip.middle if body.strip is not None else body.centre_of_mass)
        u = ca.fmin(ca.fmax((motion.to_world(centre)[0] - self.position) / self.width + 0.5, 0), 1)
        speed = (motion.rotation @ motion.velocity_at(centre))[0]
        return u**3 * (10 + u * (-15 + 6 * u)), 30 * u**2 * (1 - u) ** 2 * speed / self.width


def scale(effect: Effect, name: str, motion: Motion, share, rate) -> Effect:
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
