"""The water that a sharp end leaves behind: what strips of Kirchhoff's type lack of Lighthill's balance.

A strip carries p = m2 v2 e2 + m3 v3 e3 of momentum and I1 w1 of angular momentum about its axis per length, and the energy

    T = (m2 v2^2 + m3 v3^2 + I1 w1^2) / 2,

with v, w the velocity and the turning of the section through the water in the strip's axes. At a sharp end with outward axis e
the body leaves water behind at the rate c = -v . e [m/s]. What that water has is lost, and its pressure on the plane of the end
is left over; on the body, at the end,

    F = -max(c, 0) p - T e,      M = -max(c, 0) I1 w1 e1.                                    (docs/models/edge.md)

The power of both is -T |c| where the water rests: what the wake takes is never negative. Where c < 0 the edge leads; it
meets water at rest, leaves none behind, and as a sharp edge has no suction (-T e takes it away; without it the force would jump
at c = 0). A section that falls towards the end sheds the fall, -dm, by the same law.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, ClassVar

import casadi as ca
import numpy as np

from elver._support.errors import InputError, is_symbol
from elver.forces.effect import Effect, Fitting, ForceWrapper, Motion, Range, is_flow, is_moving, sits_on, trait, wet_law
from elver.forces.flow import local_flow, velocity_of
from elver.forces.ground import Shore
from elver.quantities import check_quantities, quantity, word
from elver.robot import Body, Robot, Strip, TaperedStrip
from elver.robot.shapes import times
from elver.symbolic.spatial import column, cross, matrix

ENDS = ("last", "first")
_AHEAD = 5.0  # heights of the edge that the body should run before it
_GAUSS = np.polynomial.legendre.leggauss(3)  # exact: along a piece forces and moments are polynomials of degree 4


@dataclass(frozen=True)
class Edge(Fitting):
    """A sharp end of a strip, or sections that fall towards it, by which water leaves with the momentum that it has.

    Parameters
    ----------
    body : str
        The body whose strip it ends; of several each has one.
    end : str
        ``last``, where the strip ends (s = length; in most shapes the end away from the body's own joint), or ``first``.
    share : float
        Of the water at the end that leaves there. Where a lower body follows, half height b' after b: 1 - (b'/b)^2.
    taper : bool
        False: the end itself. True: the sections that fall towards it, as the rear of a fin does. Both are two laws.
    water : force
        Whose strips they are: added mass and current are its own. None: the one of the same machine that acts there.
    """

    file_word: ClassVar = "edge"

    body: str | Sequence[str]
    end: str = word("last", "which end of the strip: where it ends, or where it begins", ENDS)
    share: float = quantity(1.0, "1", "share of the water at the end that leaves there", low=0.0, high=1.0)
    taper: bool = False
    water: Any = None

    def __post_init__(self) -> None:
        check_quantities(self)

    def resists(self, body: Body) -> bool:
        return False  # the strips do; what leaves at an edge is theirs

    def within(self, robot: Robot, forces: Mapping[str, Any]) -> Edge:
        """With the force that gives its strips added mass; refused without one, and where what sheds there sheds already."""
        found: dict[int, Any] = {}
        for body in (b for b in robot.bodies if sits_on(self.body, b.name)):
            self._check_share(body, forces)
            for name, force in forces.items():
                law = wet_law(force, body.name)
                if law is not None and trait(law, "sheds")(body):
                    raise InputError(
                        f"the edge of body '{body.name}' would shed what '{name}' ({type(law).__name__}) sheds there already. "
                        "Leave out one of them, or put the blade on a body of its own.",
                        part=f"body {body.name}",
                    )
                if law is not None and trait(law, "sections_of") == "strip":
                    found[id(force)] = force
        if self.water is None and len(found) != 1:
            raise InputError(
                f"the edge of {self.body!r} takes its water from the one force of strips that acts there, and there are "
                f"{len(found)}. Give its bodies a strip and the machine an elver.forces.Morison; one edge for each force."
            )
        own = self if self.water is not None else replace(self, water=next(iter(found.values())))
        for body in robot.bodies:
            if sits_on(self.body, body.name):
                own._law_and_strip(body)
        return own

    def edges(self, body: Body) -> Sequence[np.ndarray]:
        """The end itself; where sections fall towards it, all that they leave behind is behind it."""
        if not sits_on(self.body, body.name) or body.strip is None:
            return ()
        return (body.strip.start + times(self._end_of(body.strip)[0], body.strip.axes[:, 0]),)

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        """None on other bodies."""
        if not sits_on(self.body, body.name):
            return None
        law, strip = self._law_and_strip(body)
        flow = law.current
        E, start, sign = matrix(strip.axes), column(strip.start), 1.0 if self.end == "last" else -1.0
        wrench, wake, brought = ca.SX(6, 1), ca.SX(0), ca.SX(0)
        for s, m2, m3, I1 in self._left_behind(law, strip):
            r = start + s * E[:, 0]
            stream, turning = motion.to_body(velocity_of(flow, motion.to_world(r), motion.time)), ca.SX(3, 1)
            if is_flow(flow):
                turning = motion.to_body(local_flow(flow, motion.to_world(r), motion.time).turning)
            v, w1 = E.T @ (motion.velocity_at(r) - stream), E[:, 0].T @ (motion.angular - turning)
            c = -sign * v[0]
            T = 0.5 * (m2 * v[1] * v[1] + m3 * v[2] * v[2] + I1 * w1 * w1)
            left = ca.fmax(c, 0)
            force, moment = E @ ca.vertcat(-sign * T, -left * m2 * v[1], -left * m3 * v[2]), E[:, 0] * (-left * I1 * w1)
            wrench = wrench + ca.vertcat(force, cross(r, force) + moment)
            wake, brought = wake + T * ca.fabs(c), brought + force.T @ stream + moment.T @ turning
        wet = self._wet_share(body, motion)
        flows = {"wake": wet * wake}
        if is_moving(flow):
            flows["current"] = -wet * brought
        return Effect(wet * wrench, flows=flows)

    def _check_share(self, body: Body, forces: Mapping[str, Any]) -> None:
        """Refuses edges that together shed more than there is at one end."""
        edges = {name: law for name, force in forces.items() if isinstance(law := wet_law(force, body.name), Edge)}
        same = {n: e for n, e in edges.items() if sits_on(e.body, body.name) and (e.end, e.taper) == (self.end, self.taper)}
        shares = [e.share for e in same.values()]
        if not any(map(is_symbol, shares)) and sum(shares) > 1 + 1e-9:
            names = ", ".join(f"'{name}'" for name in same)
            raise InputError(
                f"{names} shed {sum(shares):g} times what leaves at the {self.end} end of body '{body.name}'. Leave out one of "
                "them, or give shares that add up to 1 at most.",
                part=f"body {body.name}",
            )

    def _wet_share(self, body: Body, motion: Motion) -> Any:
        """Of the body that is in its water: 1, or less on a shore."""
        share, force = 1.0, self.water
        while isinstance(force, ForceWrapper):
            share = share * force.wetness(body, motion)[0] if isinstance(force, Shore) else share
            force = force.wet_law(body.name)
        return share

    def ranges(self, robot: Robot, j: int, motion: Motion) -> Sequence[Range]:
        """The run of strips ahead of the edge over its height: so long it takes until the momentum of sections has settled."""
        if not sits_on(self.body, robot.bodies[j].name):
            return ()
        _, strip = self._law_and_strip(robot.bodies[j])
        height = 2 * max(strip.half_width, strip.half_height)
        return (
            Range(
                "length of the body ahead of the edge, over its height",
                _longest_run(robot, j) / height,
                low=_AHEAD,
                unit="1",
                remedy="take a smaller share, a fin as a blade (elver.forces.QuasiSteadyWing), or compare with measurements",
            ),
        )

    def _law_and_strip(self, body: Body) -> tuple[Any, Strip]:
        """The strip of a body and its law; refused where there is nothing to shed, or nothing known of it."""
        law, strip, who = wet_law(self.water, body.name), body.strip, f"the edge of body '{body.name}'"
        if strip is None:
            raise InputError(f"{who} has no strip to end. Give the body a strip, or leave the edge out.")
        if not callable(getattr(law, "section", None)):
            given = "no law of strips" if law is None else type(law).__name__
            raise InputError(f"{who} has {given} to take its water from. Use elver.forces.Morison.")
        if law.law == "paper":
            raise InputError(
                f"{who}: the water's law 'paper' keeps neither energy nor momentum, so that nobody knows what leaves at an edge. "
                "Use law=kirchhoff, or leave the edge out."
            )
        if self.taper and not isinstance(strip, TaperedStrip):
            raise InputError(
                f"{who} is to follow its taper, and its section is the same everywhere. Give it a tapered strip, or taper=False."
            )
        return law, strip

    def _end_of(self, strip: Strip) -> tuple:
        """Place s [m] and half axes [m] of the section at the end."""
        if isinstance(strip, TaperedStrip):
            return strip.stations[-1 if self.end == "last" else 0]
        return strip.length if self.end == "last" else 0.0, strip.half_width, strip.half_height

    def _left_behind(self, law: Any, strip: Strip) -> list[tuple]:
        """Place s [m] and m2, m3 [kg/m], I1 [kg m] that leave there: at the end, or at Gauss points of the sections that fall."""
        if not self.taper:
            s, a, b = self._end_of(strip)
            return [(s, *(self.share * m for m in _carried(law, a, b)))]
        assert isinstance(strip, TaperedStrip)
        found, x = [], ca.SX.sym("x")
        for (s0, a0, b0), (s1, a1, b1) in pairwise(strip.stations):
            masses = ca.vertcat(*(ca.SX(m) for m in _carried(law, a0 + x * (a1 - a0), b0 + x * (b1 - b0))))
            slopes = ca.jacobian(masses, x) if self.end == "first" else -ca.jacobian(masses, x)
            for node, weight in zip(*_GAUSS, strict=True):
                at = 0.5 * (node + 1)
                falls = ca.substitute(0.5 * weight * ca.fmax(slopes, 0), x, at)
                found.append((s0 + at * (s1 - s0), *(self.share * falls[k] for k in range(3))))
        return found


def _carried(law: Any, a: Any, b: Any) -> tuple:
    """m2, m3 [kg/m] and I1 [kg m] of a section of half axes a, b [m]."""
    c = law.section(a, b)
    return c.added2, c.added3, c.added_roll


def _longest_run(robot: Robot, j: int) -> float:
    """Length of strips from body j on along the tree, the longest way, body j's own included [m]."""
    beside: dict[int, list[int]] = {k: [] for k in range(len(robot.bodies))}
    for k, parent in enumerate(robot.parents):
        if parent >= 0:
            beside[k].append(parent)
            beside[parent].append(k)
    longest, ahead = 0.0, [(j, -1, 0.0)]
    while ahead:
        k, before, run = ahead.pop()
        strip = robot.bodies[k].strip
        run += 0.0 if strip is None else float(strip.length)
        longest = max(longest, run)
        ahead += [(n, k, run) for n in beside[k] if n != before]
    return longest
