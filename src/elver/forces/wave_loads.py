"""Waves on floating hulls: loads of first order, from tables of potential flow and the components of a sea.

A hull meets the components of a sea one by one, each with its load X(w, b) from a table (elver.forces.hulls.Excitation),

    F = ramp sum a Re X(w, b - heading) exp(i q),      q = k . s - w t + e.

**The place s in the phase is the slow one.** Linear theory is one of small motions about a mean place. With the momentary place
the load and the motion beat with each other, and push the hull along by a force that is not there. So s is what a filter of
second order leaves of the path p, with the time tau = ``slow``,

    s = p - h,      h' = v - 2 h / tau - g / tau^2,      g' = h,      h(0) = g(0) = 0:

it begins where the hull begins, follows drift without a lag, and lets 2/(w tau) of a motion of the frequency w pass.

**The axes are level**, turned by the mean heading: a load that heeled with the hull would have a mean of second order too. Of a
hull that turns away from its ``heading`` the table says nothing.

Forces of second order (mean and slow drift) are not in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import casadi as ca
import numpy as np

from elver._support.errors import InputError
from elver.forces.effect import Effect, Fitting, Motion, Range
from elver.forces.hulls.excitation import Excitation
from elver.forces.sea import Sea
from elver.quantities import check_quantities, quantity
from elver.robot import Body, Robot
from elver.symbolic.spatial import column, cross

_PERIODS = 10.0  # of the mean period of the sea: the time of the filter where none is given
_TURNED = np.radians(15.0)  # off its heading, beyond which the loads are those of another heading
_STATES = ("swaying x", "swept x", "swaying y", "swept y")


@dataclass(frozen=True, eq=False)
class WaveLoads(Fitting):
    """What the waves of a sea do to floating hulls. The hulls' own law (Hull, HullGroup) stands beside it.

    body: name of the hull, or names in the order of the table.   table: loads (``elver hull --waves``).
    current: the Sea.   reference [m]: origin of the hull's frame in the body, or one for each body.
    Flow: ``waves``, the power that the machine gives to the waves, and they to it.
    """

    file_word: ClassVar = "wave_loads"
    from_outside: ClassVar = ("waves",)
    in_sea: ClassVar = True

    body: str | Sequence[str]
    table: Excitation
    current: Any = field(default_factory=Sea)
    heading: float = quantity(0.0, "rad", "mean heading of the hull's x axis in the world", fixed="it is folded into the sums.")
    slow: float | None = quantity(
        None, "s", "time of the filter that the place goes through; none: ten mean periods", above=0.0, optional=True
    )
    reference: tuple = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        check_quantities(self)
        if not isinstance(self.table, Excitation):
            raise InputError(
                f"WaveLoads.table is a {type(self.table).__name__}. Give loads that elver.forces.hulls.load_excitation read.",
                name="WaveLoads.table",
            )
        if not isinstance(self.current, Sea):
            raise InputError(
                f"WaveLoads.current is a {type(self.current).__name__}. Give the elver.forces.Sea whose waves it is about.",
                name="WaveLoads.current",
            )
        if len(self.names) != self.table.bodies:
            raise InputError(
                f"WaveLoads names {len(self.names)} bodies and its table holds {self.table.bodies}. Name them in its order."
            )
        depth = np.inf if self.current.depth is None else float(self.current.depth)
        if self.current.components and not np.isclose(depth, self.table.depth):
            raise InputError(
                f"WaveLoads: the sea is {depth:g} m deep and the table made for {self.table.depth:g} m. Compute the loads with "
                "`elver hull --depth`, or give the sea that depth."
            )
        _ = self._loads  # refuses a sea that the table does not hold

    @cached_property
    def _places(self) -> np.ndarray:
        """The reference of each body (n, 3)."""
        return np.broadcast_to(np.atleast_2d(np.asarray(self.reference, float)), (len(self.names), 3))

    @cached_property
    def _loads(self) -> dict[str, list[np.ndarray]]:
        """Amplitudes times loads, by body."""
        return {name: self._folded(k) for k, name in enumerate(self.names)}

    @property
    def names(self) -> tuple[str, ...]:
        """The bodies, in the order of the table."""
        return (self.body,) if isinstance(self.body, str) else tuple(self.body)

    @property
    def kinks(self) -> tuple[float, ...]:
        return self.current.kinks

    @property
    def filter_time(self) -> Any:
        """tau [s]."""
        if self.slow is not None:
            return self.slow
        own = self.current.components
        energy = sum(one.moment(0) for one in own)
        mean = sum(one.moment(1) for one in own) / energy if energy > 0 else 1.0
        return _PERIODS * 2 * np.pi / mean

    def memory(self, body: Body) -> Sequence[str]:
        """States of the filter."""
        return _STATES if body.name in self.names and self.current.components else ()

    def resists(self, body: Body) -> bool:
        return False  # it depends on the place, not on the velocity

    def surroundings(self) -> dict[str, object]:
        return {"water": self.current.level}

    def _folded(self, k: int) -> list[np.ndarray]:
        """Amplitude times load (n, 6), complex, of all components of each of the sea's waves on body k."""
        found = []
        for own in self.current.components:
            loads = self.table.about(own.frequencies, own.directions - self.heading, k)
            found.append(own.amplitudes[:, None] * loads)
        return found

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        if body.name not in self.names:
            return None
        if not self.current.components:
            return Effect(flows={"waves": 0.0})
        k = self.names.index(body.name)
        arm = column(self._places[k])
        place, velocity = motion.to_world(arm), motion.rotation @ motion.velocity_at(arm)
        tau, memory = self.filter_time, motion.memory
        rates = []
        for axis, (h, g) in enumerate(((memory[0], memory[1]), (memory[2], memory[3]))):
            rates += [velocity[axis] - 2 * h / tau - g / tau**2, h]
        x = place[0] - memory[0] - self.current.current[0] * motion.time
        y = place[1] - memory[2] - self.current.current[1] * motion.time
        load = ca.SX(6, 1)
        for own, folded in zip(self.current.components, self._loads[body.name], strict=True):
            load = load + own.scale * _sum_of(own, folded, x, y, motion.time)
        load = self.current.swelling(motion.time) * load
        turn = _about_up(self.heading)
        force, moment = (motion.to_body(turn @ part) for part in (load[:3], load[3:]))
        wrench = ca.vertcat(force, moment + cross(arm, force))
        return Effect(wrench=wrench, flows={"waves": -(wrench.T @ motion.twist)}, rates=ca.vertcat(*rates))

    def ranges(self, robot: Robot, j: int, motion: Motion) -> Sequence[Range]:
        """How far the hull may turn away from its heading."""
        if robot.bodies[j].name not in self.names or robot.base != "free":
            return ()
        ahead = _about_up(-self.heading) @ motion.rotation[:, 0]
        away = ca.fabs(ca.atan2(ahead[1], ahead[0]))
        remedy = "Compute with the heading that it keeps (heading), or hold it there."
        return [
            Range("turn of the hull away from its heading in the waves", away, high=float(_TURNED), unit="rad", remedy=remedy)
        ]


def _sum_of(own: Any, folded: np.ndarray, x: ca.SX, y: ca.SX, t: ca.SX) -> ca.SX:
    """Re sum folded exp(i q): every cosine and sine is taken once, for all six freedoms."""
    k, b, w, e = own.wavenumbers, own.directions, own.frequencies, own.phases
    total = [ca.SX(0)] * 6
    small = 1e-14 * np.abs(folded).max(initial=0.0)
    for i in range(len(own)):
        q = k[i] * np.cos(b[i]) * x + k[i] * np.sin(b[i]) * y - w[i] * t + e[i]
        c, s = ca.cos(q), ca.sin(q)
        for j, value in enumerate(folded[i]):
            if abs(value) > small:
                total[j] = total[j] + float(value.real) * c - float(value.imag) * s
    return ca.vertcat(*total)


def _about_up(angle: float) -> ca.SX:
    """World from level axes turned by an angle [rad]."""
    c, s = float(np.cos(angle)), float(np.sin(angle))
    return ca.SX(np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]))
