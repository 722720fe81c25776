"""Two laws of one medium and a share between them: what a page switches from one to the other while the machine runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import casadi as ca

from elver.forces.effect import Effect, ForceWrapper, Motion, trait, wet_law
from elver.robot import Body


@dataclass(frozen=True)
class Blend(ForceWrapper):
    """``(1 - share) first + share second``: wrench, added inertia, energies and flows alike.

    At share 0 and 1 it is one of the laws to the last digit. Between them it is a law too, whose ledger closes: all that an
    effect holds enters the equations of a body and its ledger linearly. Both laws must have the same states.
    share [1]: a number, or the symbol of a free parameter.
    """

    first: Any
    second: Any
    share: Any

    @property
    def inner(self) -> tuple:
        return (self.first, self.second)

    @property
    def reads(self) -> tuple[str, ...] | None:
        """What both look at of a body; all of it where one of them does not say."""
        said: list[tuple[str, ...]] = []
        for law in self.inner:
            own = trait(law, "reads") if "reads" in vars(type(law)) else None
            if own is None:
                return None
            said.append(own)
        return tuple(dict.fromkeys(name for own in said for name in own))

    @property
    def commands(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for law in self.inner for name in trait(law, "commands")))

    def wet_law(self, name: str) -> Any:
        return wet_law(self.first, name)

    def regions(self) -> Sequence[dict[str, object]]:
        return trait(self.first, "regions")()

    def check_bodies(self, names: Sequence[str]) -> None:
        for law in self.inner:
            trait(law, "check_bodies")(names)

    def margins(self) -> list:
        return [margin for law in self.inner if hasattr(law, "margins") for margin in law.margins()]

    def memory(self, body: Body) -> Sequence[str]:
        return trait(self.first, "memory")(body)

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        effects = [law.effect(body, motion) for law in self.inner]
        if effects == [None, None]:
            return None
        first, second = (Effect(flows={}) if effect is None else effect for effect in effects)
        flows = [
            effect.flows if effect.flows is not None else {"": -(effect.wrench.T @ motion.twist)} for effect in (first, second)
        ]
        names = list(dict.fromkeys([*flows[0], *flows[1]]))
        parts = [
            [
                e.wrench,
                e.inertia,
                e.kinetic_energy(motion.twist),
                e.potential,
                e.rates,
                e.motor,
                *(own.get(n, ca.SX(0)) for n in names),
            ]
            for e, own in zip((first, second), flows, strict=True)
        ]
        shared = ca.cse([ca.densify(part) if part.nnz() == 0 else part for side in parts for part in side])
        mixed = [_mixed(a, b, self.share) for a, b in zip(shared[: len(parts[0])], shared[len(parts[0]) :], strict=True)]
        wrench, inertia, kinetic, potential, rates, motor = mixed[:6]
        return Effect(wrench, inertia, kinetic, potential, dict(zip(names, mixed[6:], strict=True)), rates, motor)


def _mixed(first: ca.SX, second: ca.SX, share: Any) -> ca.SX:
    """``(1 - share) first + share second``; entries in which both are one and the same stay as they are."""
    mixed = ca.SX(first.shape[0], first.shape[1])
    for row in range(first.shape[0]):
        for column in range(first.shape[1]):
            a, b = first[row, column], second[row, column]
            same = ca.is_equal(a, b, 2)
            if not (same and a.is_zero()):
                mixed[row, column] = a if same else (1 - share) * a + share * b
    return mixed
