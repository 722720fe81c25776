"""What all sensors have: a name, a rate, a delay, noise; and how a reading differs from the true value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import casadi as ca
import numpy as np

from elver.equations import Equations, Model
from elver.errors import InputError, shown
from elver.quantities import check_quantities, quantity
from elver.sensing.view import View

LONGEST = 60  # characters of a name
NUMBERS = "how a sensor errs is numbers."


@dataclass(frozen=True, eq=False)
class Errors:
    """How the readings of a sensor err, one number per channel, each in the channel's unit.

    noise: standard deviation of every reading.   walk: of the step that the bias makes from reading to reading.
    resolution: readings are whole multiples of it; 0 for none.
    """

    noise: np.ndarray
    walk: np.ndarray
    resolution: np.ndarray


@dataclass(frozen=True, kw_only=True)
class Sensor:
    """A sensor takes a sample ``rate`` times a second, beginning at the start; a reading is the newest sample that is at least
    ``delay`` old, and the first sample before there is one.

    name: of its readings; the sensor's kind where it is empty.   rate: None takes a sample at every look.
    seed: of its noise; machines have streams of their own.
    """

    kind: ClassVar[str] = "sensor"
    unit: ClassVar[str] = "1"
    meaning: ClassVar[str] = ""
    from_contacts: ClassVar[bool] = False  # its graph needs ``turned`` with the forces of the contacts

    name: str = ""
    rate: float | None = quantity(
        None, "Hz", "samples a second; at every look where none is given", above=0.0, optional=True, fixed=NUMBERS
    )
    delay: float = quantity(0.0, "s", "age of a sample when it can be read", low=0.0, fixed=NUMBERS)
    seed: int = quantity(0, "1", "seed of the noise", low=0, fixed=NUMBERS)

    def __post_init__(self):
        object.__setattr__(self, "name", self.kind if self.name == "" else self.name)
        if not (isinstance(self.name, str) and self.name.isidentifier() and len(self.name) <= LONGEST):
            raise InputError(f"name of a sensor = {shown(self.name)} is not allowed. Give letters, digits and '_'.")
        check_quantities(self, f"sensor '{self.name}'")

    @property
    def units(self) -> str:
        """Unit of the readings as they are asked for."""
        return self.unit

    def labels(self, model: Model) -> tuple[str, ...]:
        """Names of the channels."""
        raise NotImplementedError

    def expression(self, view: View) -> ca.SX:
        """The true values, one per channel."""
        raise NotImplementedError

    def errors(self, model: Model) -> Errors:
        """How readings differ from the true values."""
        return plain_errors(len(self.labels(model)), getattr(self, "noise", 0.0))

    def graph(self, equations: Equations) -> ca.Function:
        """(t, x, p, u) -> the true values, one per channel."""
        view = View(equations)
        return view.function("sensor", self.expression(view))


def plain_errors(count: int, noise: float = 0.0, walk: float = 0.0, resolution: float = 0.0) -> Errors:
    """The same errors on several channels."""
    return Errors(*(np.full(count, float(value)) for value in (noise, walk, resolution)))


def joined_errors(*parts: Errors) -> Errors:
    """Errors of channels that follow each other."""
    return Errors(*(np.concatenate([getattr(part, name) for part in parts]) for name in ("noise", "walk", "resolution")))
