"""Hulls that float beside each other: each with its own buoyancy and resistance, all with one radiation.

What one hull's motion radiates presses on all. With the twists V of all hulls, each in its own frame, one over the other,

    f = -A Vdot - G^T z,      z' = F z + G V,      F + F^T <= 0:

the added mass A at infinite frequency (6 n, 6 n), and one memory whose states z all hulls share. In them lies most of what the
hulls feel of each other; no algebraic loop comes from it. Blocks of A on the diagonal are added inertias of the bodies as any
other; what is beside them couples the accelerations of different bodies (``GroupEffect.coupling``).

The water keeps V.A V/2 + |z|^2/2, and the waves carry away -z.F z, never less than nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import casadi as ca
import numpy as np

from elver._support.errors import InputError
from elver.forces.effect import Effect, GroupEffect, Motion, check_body
from elver.forces.hull import Hull, check_square, hull_motion
from elver.forces.hulls.memory import MemoryModel
from elver.robot import Body
from elver.symbolic.spatial import matrix


@dataclass(frozen=True, eq=False)
class HullGroup:
    """Hulls that feel each other through the water.

    hulls: one ``Hull`` for each body, without radiation of its own.
    added (6 n, 6 n) [kg, kg m, kg m^2]: at infinite frequency, in the hulls' frames.
    memory_model: of all of them (``MemoryModel`` with ``hulls=n``), or None.
    Flows: ``radiated``, and those of the hulls.
    """

    floats: ClassVar = True

    hulls: Sequence[Hull]
    added: np.ndarray
    memory_model: MemoryModel | None = None

    def __post_init__(self) -> None:
        hulls = tuple(self.hulls)
        if len(hulls) < 2 or not all(isinstance(one, Hull) for one in hulls):
            raise InputError("a group of hulls: give two or more hulls. One alone needs no group.")
        names = [one.body for one in hulls]
        if len(set(names)) < len(names):
            raise InputError(f"a group of hulls: two hulls on one body among {', '.join(names)}. Give each body one.")
        for one in hulls:
            if one.radiation is not None or one.shrinking:
                raise InputError(
                    f"a group of hulls: that of '{one.body}' has radiation, or a waterplane that shrinks. Leave both out."
                )
        object.__setattr__(self, "hulls", hulls)
        added = check_square("added mass of a group of hulls", self.added, 6 * len(hulls))
        lowest = np.linalg.eigvalsh(added).min()
        if lowest < -1e-6 * np.abs(added).max():
            raise InputError(
                f"added mass of a group of hulls has the eigenvalue {lowest:.3g} < 0: some motion of all hulls would have less "
                "than no inertia. Refine the mesh."
            )
        object.__setattr__(self, "added", added)
        memory = self.memory_model
        if memory is not None and memory.hulls != len(hulls):
            raise InputError(f"a group of hulls: the memory is that of {memory.hulls} hulls, and here are {len(hulls)}.")

    @property
    def members(self) -> tuple[str, ...]:
        """The bodies."""
        return tuple(one.body for one in self.hulls)

    def check_bodies(self, names: Sequence[str]) -> None:
        check_body("HullGroup", self.members, names)

    def resists(self, body: Body) -> bool:
        return body.name in self.members

    def memory(self, body: Body) -> list[str]:
        """Names of the free surface's states; they stand with the first hull."""
        order = 0 if self.memory_model is None or body.name != self.members[0] else self.memory_model.order
        return [f"memory {k + 1}" for k in range(order)]

    def surroundings(self) -> dict[str, object]:
        return {"water": self.hulls[0].level}

    def _block(self, i: int, j: int) -> ca.SX:
        return matrix(self.added[6 * i : 6 * i + 6, 6 * j : 6 * j + 6])

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        """On one hull, were the others not there, and the water without memory."""
        if body.name not in self.members:
            return None
        k = self.members.index(body.name)
        own = self.hulls[k].effect(body, motion)
        shift = hull_motion(motion, self.hulls[k].reference, self.hulls[k].level).shift
        assert own is not None
        return replace(own, inertia=own.inertia + shift.T @ self._block(k, k) @ shift)

    def effects(self, bodies: Sequence[Body], motions: Sequence[Motion]) -> GroupEffect:
        """On all of them."""
        moved = [hull_motion(m, h.reference, h.level) for h, m in zip(self.hulls, motions, strict=True)]
        alone = [h.effect(b, m) for h, b, m in zip(self.hulls, bodies, motions, strict=True)]
        V = ca.vertcat(*(m.twist for m in moved))
        T = ca.diagcat(*(m.shift for m in moved))
        inertia = ca.sparsify(T.T @ matrix(self.added) @ T)
        kinetic, radiated, rates, pressed = 0.5 * V.T @ matrix(self.added) @ V, ca.SX(0), ca.SX(0, 1), ca.SX(V.shape[0], 1)
        if self.memory_model is not None and self.memory_model.order:
            z, F, G = motions[0].memory, matrix(self.memory_model.F), matrix(self.memory_model.inputs)
            pressed = T.T @ (G.T @ z)
            rates = F @ z + G @ V
            radiated = -(z.T @ (matrix(0.5 * (self.memory_model.F + self.memory_model.F.T)) @ z))
            kinetic = kinetic + 0.5 * ca.sumsqr(z)
        found, coupling = [], ca.SX(inertia)
        for k, own in enumerate(alone):
            part = slice(6 * k, 6 * k + 6)
            assert own is not None
            coupling[part, part] = 0
            first = k == 0
            found.append(
                replace(
                    own,
                    wrench=own.wrench - pressed[part],
                    inertia=own.inertia + inertia[part, part],
                    kinetic=kinetic if first else ca.SX(0),
                    flows={**(own.flows or {}), "radiated": radiated if first else ca.SX(0)},
                    rates=rates if first else ca.SX(0, 1),
                )
            )
        return GroupEffect(tuple(found), ca.sparsify(coupling))
