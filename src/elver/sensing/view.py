"""A machine as sensors see it: its recorded quantities and their rates as expressions of (t, x, p, u)."""

from __future__ import annotations

from functools import cached_property

import casadi as ca

from elver.equations import Equations, Model
from elver.errors import unknown_name
from elver.forces import Motion
from elver.robot import Joint
from elver.spatial import column, cross


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

    def velocity_at(self, body: str, place) -> ca.SX:
        """Velocity of a point of a body [m/s, world]."""
        motion = self.motion(body)
        return motion.rotation @ (motion.velocity + cross(motion.angular, column(place)))

    def current(self, medium: str) -> ca.SX:
        """Velocity of the water [m/s, world]: that of the medium of this name, else of the first that has a current, else 0."""
        for name, force in self.model.media.items():
            for part in (force, getattr(force, "law", None), getattr(force, "water", None)):
                if medium in ("", name) and (current := getattr(part, "current", None)) is not None:
                    return column(current)
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


def as_names(given) -> tuple[str, ...]:
    """One name or several as a tuple; nothing for None."""
    return () if given is None else (given,) if isinstance(given, str) else tuple(given)
