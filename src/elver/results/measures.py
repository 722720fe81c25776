"""Measures: figures of a run as data, declared once. And what several machines measure alike: headings, paths, a tracked body.

    Measure("glide", "m", "distance covered after the last stroke", glide, shown="glide: {.3g m}")

Summaries, tables on a terminal and in notebooks, sweeps, searches, help and documentation all read these declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from elver.equations.record import Figure
from elver.errors import InputError, attempted
from elver.packages import is_installed, needed
from elver.results import expressions
from elver.results.samples.sheet import Sheet, picked
from elver.spatial import rotate


@dataclass(frozen=True)
class Measure:
    """A figure of a run's summary: its key there, unit, meaning, and ``of(data)``, a number, a list or a mapping, or None.

    shown: its part of a line of the run's table, ``"LINE: text {FORMAT UNIT}"``; parts of the same line follow one another.
    absent: why it may have no number.
    expression: the same figure of a Course as a CasADi expression, for gradients; ``modulo``: up to whole multiples of this.
    plain: it reads nothing but arrays by name (``data.work.values``), sizes and attributes, and can do without labels.
    most: beyond this a run warns that the figure is not to be believed; remedy: what to do then.
    """

    name: str
    unit: str
    meaning: str
    of: Callable[[Any], Any]
    shown: str = ""
    absent: str = ""
    expression: Callable[[Any], Any] | None = None
    modulo: float = 0.0
    plain: bool = False
    most: float | None = None
    remedy: str = ""

    @property
    def described(self) -> dict[str, str]:
        """Unit and meaning as plain words, and how it is shown where that is said."""
        words = {"unit": self.unit, "meaning": self.meaning, "shown": self.shown, "absent": self.absent}
        return {key: word for key, word in words.items() if word or key in ("unit", "meaning")}


def measured(measures: Iterable[Figure], data, failed: dict[str, str]) -> dict[str, Any]:
    """Figures by name, as plain numbers. data: a data set, or a Sheet, whose data set is made for those that need labels.

    failed: takes the reasons of those that could not be computed, which are None.
    """

    whole: list[Any] = [] if isinstance(data, Sheet) else [data]

    def suited(m: Figure):
        if isinstance(data, Sheet) and getattr(m, "plain", False):
            return data
        if not whole:
            whole.append(data.dataset)
        return whole[0]

    found = {}
    for m in measures:
        what = f"measure '{m.name}'"
        found[m.name], reason = attempted(what, lambda m=m: plain(m.name, m.of(suited(m))))
        if reason:
            failed[what] = reason
    return found


def require_labels(name: str, measures: Iterable[Figure]) -> None:
    """Refuse, before anything is computed, measures that read labels where the package that makes them is missing."""
    reading = [m.name for m in measures if not getattr(m, "plain", False)]
    if reading and not is_installed("xarray"):
        needed("xarray", f"the measure '{reading[0]}' of '{name}'")


def plain(name: str, value: Any) -> Any:
    """A figure as Python's own numbers."""
    if isinstance(value, Mapping):
        return {str(k): plain(name, v) for k, v in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)) and np.ndim(value):
        return [plain(name, v) for v in value]
    if hasattr(value, "item"):
        value = value.item()
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    raise InputError(f"measure '{name}' is a {type(value).__name__}. Return a number, a list or a mapping of numbers, or None.")


def yaw_angles(data) -> np.ndarray:
    """Angle of every massive body's x axis about the world's z axis [rad], unwrapped in time; (time, body)."""
    w, x, y, z = np.moveaxis(data.body_quaternion.values[:, data.body_mass.values > 0], -1, 0)
    return np.unwrap(np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)), axis=0)


def heading(data) -> np.ndarray:
    """Mean angle of the links [rad]. USR (2)."""
    return yaw_angles(data).mean(axis=1)


def com_velocity(data) -> np.ndarray:
    """Velocity of the centre of mass in the world [m/s]; (time, 3)."""
    return data.momentum.values[:, :3] / float(data.body_mass.values.sum())


def forward_speed(data) -> np.ndarray:
    """Component of the centre of mass's velocity along the heading [m/s]. USR (5)."""
    angle, v = heading(data), com_velocity(data)
    return v[:, 0] * np.cos(angle) + v[:, 1] * np.sin(angle)


def average(series: np.ndarray, times: np.ndarray) -> float:
    """Time average by the trapezoidal rule."""
    return float(np.trapezoid(series, times) / (times[-1] - times[0])) if len(times) > 1 else 0.0


def mean_forward_speed(data) -> float:
    """Time average of the forward speed over the second half of the run [m/s], when the start has been forgotten."""
    t, half = data.time.values, data.sizes["time"] // 2
    return average(forward_speed(data)[half:], t[half:])


def forward_speed_from_rest(data) -> float:
    """Time average of the forward speed over the whole run [m/s], the start included."""
    return average(forward_speed(data), data.time.values)


def final_heading(data) -> float:
    """Heading at the end [rad], full turns counted."""
    return float(heading(data)[-1])


def body_centre(data, body: str) -> np.ndarray:
    """Path of a body's centre of mass in the world [m]; (time, 3)."""
    position, quaternion, com = (picked(data, name, body=body) for name in ("body_position", "body_quaternion", "body_com"))
    return position + rotate(quaternion, com)


def in_the_world(data, bodies: list[str], vectors: np.ndarray) -> np.ndarray:
    """Vectors in the axes of bodies along those of the world; (time, body, 3), shapes broadcast."""
    return rotate(data.body_quaternion.sel(body=bodies).values, vectors)


def cycle_speed(data) -> tuple[np.ndarray, np.ndarray] | None:
    """Times [s] and the base's net speed over the gait period that ends there [m/s]; None where there is no whole period."""
    times, position, period = data.time.values, data.base_position.values, float(data.attrs["period"])
    back = int(np.searchsorted(times, times[0] + period - 1e-9))
    if period <= 0 or not 0 < back < len(times):
        return None
    distance = np.linalg.norm(position[back:] - position[:-back], axis=1)
    return times[back:], distance / (times[back:] - times[:-back])


def tracked(body: str) -> tuple[Measure, ...]:
    """Displacement of one body in the plane [m] and its mean speed along x [m/s]."""

    def displacement(data) -> list[float]:
        path = body_centre(data, body)
        return (path[-1] - path[0])[:2].tolist()

    def speed(data) -> float:
        seconds = float(data.time.values[-1] - data.time.values[0])
        return displacement(data)[0] / seconds if seconds > 0 else 0.0

    return (
        Measure(
            "tracked_displacement",
            "m",
            "displacement (x, y) of the link that is tracked, the middle one",
            displacement,
            plain=True,
        ),
        Measure("tracked_speed_x", "m/s", "mean speed along x of the link that is tracked", speed, plain=True),
    )


PLANAR = (
    Measure(
        "mean_forward_speed",
        "m/s",
        "component of the centre of mass's velocity along the mean heading, averaged over the second half of the run",
        mean_forward_speed,
        plain=True,
    ),
    Measure(
        "forward_speed_from_rest",
        "m/s",
        "component of the centre of mass's velocity along the mean heading, averaged over the whole run",
        forward_speed_from_rest,
        plain=True,
    ),
    Measure(
        "final_heading",
        "rad",
        "mean angle of the links about the vertical at the end, full turns counted",
        final_heading,
        expression=expressions.final_heading,
        modulo=2 * np.pi,
        plain=True,
    ),
)
