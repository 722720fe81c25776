"""Pressure along the body, from the strips of a machine in water."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import casadi as ca

from elver.equations import Model
from elver.errors import InputError, unknown_name
from elver.forces import Force
from elver.quantities import ANY, quantity, word
from elver.sensing.sensor import NUMBERS, Sensor
from elver.sensing.view import View, as_names
from elver.symbols import is_zero

READINGS, DIRECTIONS = ("pressure", "force"), ("lateral", "vertical")


@dataclass(frozen=True)
class Pressure(Sensor):
    """What the water does to sections of the body: the strip-theory law at that instant, added mass included.

    reading: ``force``, the water's force per length [N/m] along e2 (lateral) or e3 (vertical) of the strip; or ``pressure``, the
    mean difference of pressure between the two sides [Pa]: that force over the height of the section, positive where the water
    pushes towards +e2 (+e3). It is no local pressure: strip theory knows the sum over a section only.
    bodies: None for all with a strip.   places: along each strip, 0 its start, 1 its end.
    medium: name of the force that has the strips; the first one where none is named.
    """

    kind: ClassVar[str] = "pressure"
    unit: ClassVar[str] = "Pa or N/m"
    meaning: ClassVar[str] = "the water's push on sections of the body"

    bodies: tuple[str, ...] | str | None = None
    places: tuple = quantity((0.5,), "1", "along each strip, 0 to 1", low=0.0, high=1.0, length=ANY, fixed=NUMBERS)
    reading: str = word("pressure", "difference of pressure, or force per length", READINGS)
    direction: str = word("lateral", "along e2 or along e3 of the strip", DIRECTIONS)
    medium: str = ""
    noise: float = quantity(0.0, "1", "standard deviation [Pa or N/m]", low=0.0, fixed=NUMBERS)

    @property
    def units(self) -> str:
        return "Pa" if self.reading == "pressure" else "N/m"

    def chosen(self, model: Model) -> list:
        """The bodies that are read."""
        wet = {body.name: body for body in model.robot.bodies if body.strip is not None}
        for name in as_names(self.bodies):
            if name not in wet:
                raise unknown_name(f"body with a strip of sensor '{self.name}':", name, wet)
        return [body for name, body in wet.items() if self.bodies is None or name in as_names(self.bodies)]

    def labels(self, model: Model) -> tuple[str, ...]:
        return tuple(f"{self.reading} on {body.name} at {place:g}" for body in self.chosen(model) for place in self.places)

    def force(self, model: Model) -> Force:
        """The medium with the strips."""
        known = {name: force for name, force in model.media.items() if hasattr(force, "load")}
        if self.medium and self.medium not in known:
            raise unknown_name(f"medium of sensor '{self.name}':", self.medium, known)
        if not known:
            raise InputError(f"sensor '{self.name}' needs a medium with strips, such as Morison. Model '{model.name}' has none.")
        return known[self.medium or next(iter(known))]

    def expression(self, view: View) -> ca.SX:
        law, found = self.force(view.model), []
        if view.model.scene is not None:
            raise InputError(
                f"sensor '{self.name}' needs accelerations (added mass), which do not exist where impulses change velocities at "
                f"once (model '{view.model.name}' has a scene)."
            )
        for body in self.chosen(view.model):
            motion = view.motion(body.name)
            acceleration = view.rate(motion.twist)
            for place in self.places:
                load = law.load(body, motion, acceleration, place)  # type: ignore[attr-defined]
                if load is None:
                    raise InputError(f"sensor '{self.name}': body '{body.name}' feels no strip force. Leave it out of bodies.")
                found.append(self.read(load, body.name))
        return ca.vertcat(*found)

    def read(self, load, body: str):
        """One channel from the load of a section."""
        force, breadth = (load.force[1], load.half_height) if self.direction == "lateral" else (load.force[2], load.half_width)
        if self.reading == "force":
            return force
        if is_zero(breadth):
            raise InputError(f"sensor '{self.name}': the section of '{body}' is a point there and has no pressure. Move places.")
        return force / (2 * breadth)
