"""What a trimmed orbit must also satisfy, such as no vertical drift: value and derivatives of named quantities."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from elver.errors import InputError, unknown_name
from elver.orbits.coordinates import Chart, heading_of
from elver.spatial import conjugate, multiply

DRIFTS = ("vx", "vy", "vz", "turn", "speed")
KINDS = (*DRIFTS, "period")


@dataclass(frozen=True)
class Drift:
    """What one period does beyond returning: displacement [m, world], turn [rad] about the vertical, period [s].

    velocity [m/s]: mean over the period, along the axes of the heading at the start.
    """

    displacement: tuple[float, float, float]
    turn: float
    velocity: tuple[float, float, float]
    period: float

    @property
    def speed(self) -> float:
        """Size of the mean velocity [m/s]."""
        return float(np.linalg.norm(self.velocity))

    @property
    def turn_rate(self) -> float:
        """Mean rate of turning about the vertical [rad/s]."""
        return self.turn / self.period


def drift_of(chart: Chart, start: np.ndarray, end: np.ndarray, period: float) -> Drift:
    """The drift between two states one period apart."""
    if not chart.posed:
        return Drift((0.0, 0.0, 0.0), 0.0, (0.0, 0.0, 0.0), period)
    d = end[:3] - start[:3]
    turn = heading_of(multiply(end[3:7], conjugate(start[3:7])))
    return Drift(tuple(d.tolist()), turn, tuple((d @ chart.axes / period).tolist()), period)


@dataclass(frozen=True)
class Condition:
    """``name`` has ``value`` on the orbit.

    Names: ``vx``, ``vy``, ``vz``, ``speed`` [m/s] and ``turn`` [rad/s] of the drift, ``period`` [s], or a state at the start.
    """

    name: str
    value: float

    def check(self, chart: Chart) -> None:
        places, refused = {name: k for k, name in enumerate(chart.names)}, {*chart.works, *chart.followers}
        allowed = (*KINDS, *(n for n, k in places.items() if k >= 6 * chart.posed and k not in refused))
        if places.get(self.name) in refused:
            grows = "an energy that grows from period to period"
            what = grows if places[self.name] in chart.works else "a dependent joint, which follows from the others"
            raise InputError(f"condition '{self.name}' is on {what}: nothing can be asked of it. Allowed: {', '.join(allowed)}.")
        if self.name not in allowed:
            raise unknown_name("condition", self.name, allowed)
        if self.name in DRIFTS and not chart.posed:
            raise InputError(f"condition '{self.name}': a machine on a fixed base has no drift.")

    def residual(self, chart: Chart, start: np.ndarray, end: np.ndarray, period: float) -> float:
        """Quantity less its wanted value."""
        return self.quantity(chart, start, end, period) - self.value

    def quantity(self, chart: Chart, start, end, period) -> float:
        if self.name == "period":
            return period
        if self.name not in DRIFTS:
            return float(start[chart.layout.names.index(self.name)])
        drift = drift_of(chart, start, end, period)
        if self.name == "speed":
            return drift.speed
        return drift.turn_rate if self.name == "turn" else drift.velocity["xyz".index(self.name[1])]

    def slopes(self, chart: Chart, start, end, period, startdot, enddot, perioddot) -> np.ndarray:
        """Derivatives along directions: rows of local displacements at start and end, changes of the period."""
        if self.name == "period":
            return perioddot
        if self.name not in DRIFTS:
            return startdot[:, chart.names.index(self.name)]
        drift = drift_of(chart, start, end, period)
        if self.name == "turn":
            return (enddot[:, 5] - startdot[:, 5] - drift.turn_rate * perioddot) / period
        change = (enddot[:, :3] - startdot[:, :3] - np.outer(perioddot, drift.velocity)) / period
        if self.name == "speed":
            return change @ np.array(drift.velocity) / max(drift.speed, 1e-12)
        return change[:, "xyz".index(self.name[1])]


def read_conditions(given) -> tuple[Condition, ...]:
    """Conditions from a mapping name -> value."""
    conditions = []
    for name, value in dict(given or {}).items():
        try:
            conditions.append(Condition(str(name), float(value)))
        except (TypeError, ValueError):
            raise InputError(f"condition '{name}' = {value!r} is not a number.") from None
    return tuple(conditions)
