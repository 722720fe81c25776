"""What every sensor is made of: rate, noise, delay, and the view of the machine that it reads."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import casadi as ca
import numpy as np

from elver._support.errors import InputError, shown, unknown_name
from elver.forces import Motion
from elver.forces.flow import velocity_of
from elver.model import Equations, Model
from elver.quantities import check_quantities, quantity
from elver.robot import Joint
from elver.symbolic.spatial import column, cross

# --- A machine as sensors see it: its recorded quantities and their rates as expressions of (t, x, p, u).


class View:
    """The graph of a model with symbols of its own for time, state and signals; p: the symbols of the model's free parameters.

    A smoothed input is a command in p; its symbol in the model is the value seen, a state, which ``seen`` puts in.
    """

    def __init__(self, equations: Equations):
        self.equations, self.model = equations, equations.model
        rhs = equations.rhs
        self.t, self.x, self.u = ca.SX.sym("t"), ca.SX.sym("x", rhs.nnz_in("x")), ca.SX.sym("u", rhs.nnz_in("u"))
        smooth = [name for name, one in self.model.inputs.items() if one.smooth]
        commands = {name: ca.SX.sym(f"{name} command") for name in smooth}
        self.p = ca.vertcat(*(commands.get(name, f.symbol) for name, f in self.model.free.items()), ca.SX(0, 1))
        layout = equations.layout
        first = layout.slices["memory"].start
        self.lagging = ca.vertcat(*(self.model.free[name].symbol for name in smooth), ca.SX(0, 1))
        self.lagged = ca.vertcat(*(self.x[first + layout.memory.index(f"{name} seen")] for name in smooth), ca.SX(0, 1))

    @property
    def arguments(self) -> list[ca.SX]:
        """t, x, p, u."""
        return [self.t, self.x, self.p, self.u]

    @cached_property
    def outputs(self) -> ca.SX:
        """All recorded quantities, one after the other."""
        return self.equations.outputs(*self.arguments)

    @cached_property
    def xdot(self) -> ca.SX:
        """d/dt of the state."""
        return self.equations.rhs(*self.arguments)

    def function(self, name: str, value: ca.SX) -> ca.Function:
        """An expression as a function of (t, x, p, u)."""
        return ca.Function(name, self.arguments, [ca.densify(self.seen(value))], ["t", "x", "p", "u"], ["y"])

    def seen(self, value: ca.SX) -> ca.SX:
        """An expression of the model's own symbols with the values of smoothed inputs that it sees."""
        return ca.substitute(value, self.lagging, self.lagged) if self.lagging.numel() else value

    def recorded(self, name: str, *labels: str) -> ca.SX:
        """A recorded quantity, or what labels leave of it, as a column."""
        return self.outputs[self.equations.recorded.part(name, labels)]

    def rate(self, value: ca.SX) -> ca.SX:
        """d/dt of an expression along the motion, exact; inputs are held, sampled signals go on by their own derivatives."""
        third = self.u.numel() // 3
        moving = ca.vertcat(self.u[third:], ca.SX.zeros(third))
        return ca.jtimes(self.seen(value), ca.vertcat(self.t, self.x, self.u), ca.vertcat(1, self.xdot, moving))

    def motion(self, body: str) -> Motion:
        """Pose and twist of a body."""
        R = ca.reshape(self.recorded("body_rotation", body), 3, 3).T  # recorded row by row
        return Motion(self.t, R, self.recorded("body_position", body), self.recorded("body_twist", body))

    def velocity_at(self, body: str, place: Any) -> ca.SX:
        """Velocity of a point of a body [m/s, world]."""
        motion = self.motion(body)
        return motion.rotation @ (motion.velocity + cross(motion.angular, column(place)))

    def current(self, medium: str, place: ca.SX) -> ca.SX:
        """Velocity of the water at a place [m/s; m, world]: the current of the medium of this name, else of the first that has
        one, else 0.
        """
        for name, force in self.model.media.items():
            for part in (force, getattr(force, "law", None), getattr(force, "water", None)):
                if medium in ("", name) and (current := getattr(part, "current", None)) is not None:
                    return velocity_of(current, place, self.t)
        if medium:
            raise unknown_name("medium with a current:", medium, self.model.media)
        return ca.SX(3, 1)


def chosen_body(model: Model, body: str) -> str:
    """The name of a body; the base's where none is named."""
    names = model.robot.body_names
    if not body:
        return names[0]
    if body not in names:
        raise unknown_name("body of a sensor:", body, names)
    return body


def chosen_joints(model: Model, wanted: tuple[str, ...]) -> list[Joint]:
    """Moving joints by name or group, in the machine's order; all where none is named."""
    joints = model.robot.moving_joints
    for name in wanted:
        if not any(name in (j.name, j.group) for j in joints):
            raise unknown_name("joint or group of a sensor:", name, [*(j.name for j in joints), *{j.group: 0 for j in joints}])
    return [j for j in joints if not wanted or j.name in wanted or j.group in wanted]


def as_names(given: Any) -> tuple[str, ...]:
    """One name or several as a tuple; nothing for None."""
    return () if given is None else (given,) if isinstance(given, str) else tuple(given)


# --- What all sensors have: a name, a rate, a delay, noise; and how a reading differs from the true value.

_LONGEST = 60  # characters of a name
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

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.kind if self.name == "" else self.name)
        if not (isinstance(self.name, str) and self.name.isidentifier() and len(self.name) <= _LONGEST):
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
