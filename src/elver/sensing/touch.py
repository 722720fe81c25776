"""Contact forces on the links of a machine in a scene."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import casadi as ca
import numpy as np

from elver.equations import Model
from elver.errors import InputError, unknown_name
from elver.quantities import quantity
from elver.sensing.sensor import NUMBERS, Sensor
from elver.sensing.view import View, as_names

PARTS = ("contact along", "contact across", "ground along", "ground across")


@dataclass(frozen=True)
class ContactForce(Sensor):
    """Forces on links of a machine in a scene, in the axes of each link: along its x axis, and across it to the left.

    Contact is with obstacles and other links: across a straight link it is mostly the normal force, along it friction. Ground is
    the friction of the plane. A reading holds for the step that ended at the instant, as ``contact_force`` and ``ground_force``
    of a run do.   links: names of bodies; None for all that can touch.   ground: the ground's friction too.
    """

    kind: ClassVar[str] = "contact"
    unit: ClassVar[str] = "N"
    meaning: ClassVar[str] = "contact forces on links, in their own axes"
    from_contacts: ClassVar[bool] = True

    links: tuple[str, ...] | str | None = None
    ground: bool = True
    noise: float = quantity(0.0, "N", "standard deviation", low=0.0, fixed=NUMBERS)

    def chosen(self, model: Model) -> list[int]:
        """Places of the links among all that can touch."""
        if model.scene is None:
            raise InputError(f"sensor '{self.name}' reads contact forces, but model '{model.name}' has no scene. Leave it out.")
        known = [body.name for body in model.robot.bodies if body.outline is not None]
        for name in as_names(self.links):
            if name not in known:
                raise unknown_name(f"link of sensor '{self.name}':", name, known)
        return [k for k, name in enumerate(known) if self.links is None or name in as_names(self.links)]

    def names(self, model: Model) -> list[str]:
        """The links that are read."""
        known = [body.name for body in model.robot.bodies if body.outline is not None]
        return [known[k] for k in self.chosen(model)]

    def labels(self, model: Model) -> tuple[str, ...]:
        return tuple(f"{part} {name}" for name in self.names(model) for part in (PARTS if self.ground else PARTS[:2]))

    def expression(self, view: View) -> ca.SX:
        """Direction (cosine, sine) of every link's x axis, which ``turned`` makes forces of."""
        found = []
        for name in self.names(view.model):
            R = view.motion(name).rotation
            found += [R[0, 0], R[1, 0]] * (2 if self.ground else 1)
        return ca.vertcat(*found)

    def turned(self, model: Model, directions: np.ndarray, contact: np.ndarray, ground: np.ndarray) -> np.ndarray:
        """Forces in the links' axes, one row per machine; contact, ground: (machine, link, xy) in the world."""
        own = self.chosen(model)
        forces = np.stack([part[:, own] for part in ((contact, ground) if self.ground else (contact,))], axis=2)
        c, s = np.moveaxis(directions.reshape(forces.shape), -1, 0)
        x, y = np.moveaxis(forces, -1, 0)
        return np.stack([c * x + s * y, c * y - s * x], axis=-1).reshape(directions.shape)
