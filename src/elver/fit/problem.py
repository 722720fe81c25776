"""What a fit is made of: recordings with their channels, unknowns with their priors, and the model that should explain them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np

from elver.derivatives.objectives import Moment
from elver.document.units import in_unit
from elver.drive import SignalTable
from elver.errors import InputError, unknown_name
from elver.native import Program

SHARED = ""  # of an unknown that all recordings have in common
CAMERA = ("x", "y", "yaw", "scale")
CLOCK = ("offset", "factor")
ROLES = ("parameter", "state", "camera", "clock")
KINDS = ("path", "velocity", "mean", "harmonic", "amplitude")
STARTS = ("model", "orbit")


@dataclass(frozen=True)
class Prior:
    """What is believed of a number before the fit. kind: ``normal`` (mean, sigma), ``lognormal`` (median ``mean``, sigma of the
    logarithm), or ``uniform`` (low, high), which says no more than its bounds.
    """

    kind: str
    mean: float = math.nan
    sigma: float = math.nan
    low: float = -math.inf
    high: float = math.inf

    def residual(self, value: float) -> tuple[float, float]:
        """(value - mean)/sigma on the prior's own scale, and its derivative; zeros for a uniform one."""
        if self.kind == "normal":
            return (value - self.mean) / self.sigma, 1.0 / self.sigma
        if self.kind == "lognormal":
            return math.log(value / self.mean) / self.sigma, 1.0 / (value * self.sigma)
        return 0.0, 0.0


@dataclass(frozen=True)
class Unknown:
    """A number to be found.

    role: ``parameter`` (a free parameter of the model), ``state`` (a state at the start), ``camera`` or ``clock``.
    of: which one: the parameter's or the state's name, one of x, y, yaw, scale, or one of offset, factor.
    recording: whose it is; empty where all share it.   low, high: its range.   start: where the search begins.
    shown_in: the unit that tables and pictures show it in, where that is not ``unit``.
    """

    of: str
    start: float
    low: float = -math.inf
    high: float = math.inf
    unit: str = ""
    meaning: str = ""
    prior: Prior | None = None
    role: str = "parameter"
    recording: str = SHARED
    shown_in: str = ""

    def __post_init__(self):
        if self.role not in ROLES:
            raise unknown_name(f"role of the unknown '{self.of}':", self.role, ROLES)
        known = {"camera": CAMERA, "clock": CLOCK}.get(self.role, (self.of,))
        if self.of not in known:
            raise unknown_name(f"unknown of a {self.role}:", self.of, known)

    @property
    def name(self) -> str:
        """Its name in tables: ``water.friction``, ``camera.yaw@swim1``."""
        own = self.of if self.role in ("parameter", "state") else f"{self.role}.{self.of}"
        return f"{own}@{self.recording}" if self.recording else own

    @property
    def shown_unit(self) -> str:
        """The unit in which people see it."""
        return self.shown_in or self.unit

    def shown(self, value: float | None) -> Any:
        """A number of it in that unit."""
        return value if value is None or not math.isfinite(value) else in_unit(value, self.shown_in)

    @property
    def as_shown(self) -> Unknown:
        """The same with all its numbers in the unit that people see."""
        own = self.prior
        if own is not None:
            sigma = own.sigma if own.kind == "lognormal" else self.shown(own.sigma)  # of the logarithm: no unit
            own = Prior(own.kind, self.shown(own.mean), sigma, self.shown(own.low), self.shown(own.high))
        ends = (self.shown(number) for number in (self.start, self.low, self.high))
        start, low, high = ends
        return replace(self, start=start, low=low, high=high, unit=self.shown_unit, prior=own, shown_in="")

    @property
    def nuisance(self) -> bool:
        """Whether it belongs to one recording only, so that it says nothing about the machine."""
        return bool(self.recording)

    @property
    def logarithmic(self) -> bool:
        """Whether it is searched by its logarithm: a positive number with a log-normal prior or a range over a decade."""
        if self.prior is not None and self.prior.kind == "lognormal":
            return True
        return self.low > 0 and self.start > 0 and self.high >= 10 * self.low and math.isfinite(self.high)


@dataclass(frozen=True, eq=False)
class Camera:
    """From the world to the picture: pixel = R(-yaw) (place - (x, y)) / scale for the first two coordinates.

    x, y [m], yaw [rad]: pose of the picture's frame in the world.   scale [m]: length of one unit of the recording.
    Numbers here; symbols where expressions are written.
    """

    x: Any = 0.0
    y: Any = 0.0
    yaw: Any = 0.0
    scale: Any = 1.0

    @property
    def numbers(self) -> np.ndarray:
        return np.array([self.x, self.y, self.yaw, self.scale], dtype=float)

    def seen(self, place):
        """A point of the world [m] in units of the recording; a height is scaled alone."""
        c, s = ca.cos(self.yaw), ca.sin(self.yaw)
        dx, dy = place[0] - self.x, place[1] - self.y
        return ca.vertcat(c * dx + s * dy, c * dy - s * dx, place[2]) / self.scale

    def seen_velocity(self, velocity):
        """A velocity of the world [m/s] in units of the recording."""
        c, s = ca.cos(self.yaw), ca.sin(self.yaw)
        return ca.vertcat(c * velocity[0] + s * velocity[1], c * velocity[1] - s * velocity[0], velocity[2]) / self.scale


@dataclass(frozen=True, eq=False)
class Quantity:
    """What the model says about a channel at an instant. expression(moment, camera) -> one number in the channel's unit.

    name: in words for reports, such as ``y of fin tip in the frame of head``.
    """

    name: str
    expression: Callable[[Moment, Camera], ca.SX]
    unit: str = "1"


@dataclass(frozen=True)
class Noise:
    """How a channel errs besides sigma. huber: residuals beyond so many sigmas count linearly; 0 for none.

    ar1: correlation of neighbouring samples, 0 to 1; None estimates it from the residuals.
    model_error: standard deviation of what the model cannot say, in the channel's unit, added to sigma in quadrature; None
    estimates it from the residuals.
    """

    huber: float = 0.0
    ar1: float | None = 0.0
    model_error: float | None = 0.0


@dataclass(frozen=True, eq=False)
class Channel:
    """Measured numbers of one kind in one recording.

    kind: ``path`` (the quantity at ``times``), ``velocity`` (its rate there), or a figure of whole strokes: ``mean``,
    ``harmonic`` (the order-th: cosine and sine part, or one value, its size), ``amplitude`` (half the way
    from lowest to highest).
    times [s]: on the recording's clock; of no use for a figure of strokes.   values, sigma: in ``unit``.
    window [s]: from and to, of a figure of strokes; None for one period of an orbit, or of the whole run else.
    strokes: how many the window holds; harmonics and amplitudes are those of their mean.
    """

    name: str
    quantity: Quantity
    times: np.ndarray
    values: np.ndarray
    sigma: np.ndarray
    kind: str = "path"
    order: int = 1
    unit: str = "1"
    noise: Noise = field(default_factory=Noise)
    window: tuple[float, float] | None = None
    strokes: int = 1

    def __post_init__(self):
        arrays = {name: np.atleast_1d(np.asarray(getattr(self, name), float)) for name in ("times", "values", "sigma")}
        for name, array in arrays.items():
            object.__setattr__(self, name, array)
        if self.kind not in KINDS:
            raise unknown_name(f"kind of channel '{self.name}':", self.kind, KINDS)
        sizes = {name: array.shape for name, array in arrays.items()}
        if len(set(sizes.values())) > 1 or arrays["times"].ndim != 1:
            raise InputError(f"channel '{self.name}': times, values and sigma must have one length each; given {sizes}.")
        if not (arrays["sigma"] > 0).all():
            raise InputError(f"channel '{self.name}': every sigma must be greater than 0. Give the error of each number.")
        if self.figure and self.count > (2 if self.kind == "harmonic" else 1):
            raise InputError(
                f"channel '{self.name}': {self.kind} over strokes is one number (harmonic: one or two), not {self.count}."
            )

    @property
    def figure(self) -> bool:
        """Whether it is a number of whole strokes."""
        return self.kind not in ("path", "velocity")

    @property
    def count(self) -> int:
        return len(self.values)


@dataclass(frozen=True, eq=False)
class Recording:
    """One recording, and what is known about how it was made.

    values: of free parameters that belong to it (the beat of its motor).   signals: of its own, in place of the model's.
    start: ``model`` (the model's start), ``orbit`` (the periodic motion); states: values that replace states at the start.
    held_out: predicted, not fitted.   dropped: in words, what of the file is not used, and why.
    rivals: predictions of others, by name: channel -> values.   like: of one that nobody made, the recording it was copied from.
    """

    name: str
    program: Program
    channels: tuple[Channel, ...]
    values: Mapping[str, float] = field(default_factory=dict)
    signals: SignalTable | None = None
    start: str = "model"
    states: Mapping[str, float] = field(default_factory=dict)
    camera: Camera = field(default_factory=Camera)
    offset: float = 0.0
    factor: float = 1.0
    held_out: bool = False
    dropped: tuple[str, ...] = ()
    rivals: Mapping[str, Mapping[str, Sequence[float]]] = field(default_factory=dict)
    like: str = ""

    def __post_init__(self):
        if self.start not in STARTS:
            raise unknown_name(f"start of recording '{self.name}':", self.start, STARTS)

    @property
    def count(self) -> int:
        return sum(channel.count for channel in self.channels)

    def channel(self, name: str) -> Channel:
        """A channel by name."""
        for own in self.channels:
            if own.name == name:
                return own
        raise unknown_name(f"channel of recording '{self.name}':", name, [c.name for c in self.channels])


@dataclass(frozen=True, eq=False)
class Problem:
    """Recordings to explain, unknowns to find.

    dt [s]: longest step of the runs.   steps: of one period, for orbits.
    method: ``auto``, ``rk4``, ``radau`` (``moreau`` with a scene).
    orbit: options of find_orbit.   law_by: the parameter that trivial laws go by (a channel as a constant, proportional to it,
    on a line); empty for none.   source: where everything comes from, in words.   digest: of the files that it was read from.
    """

    name: str
    recordings: tuple[Recording, ...]
    unknowns: tuple[Unknown, ...]
    dt: float = 1e-3
    steps: int | None = None
    method: str = "auto"
    orbit: Mapping[str, Any] = field(default_factory=dict)
    law_by: str = ""
    source: str = ""
    digest: str = ""

    def __post_init__(self):
        for what, names in (("recording", [r.name for r in self.recordings]), ("unknown", self.names)):
            twice = sorted({n for n in names if list(names).count(n) > 1})
            if twice:
                raise InputError(f"fit '{self.name}': two {what}s are called '{twice[0]}'. Give each a name of its own.")

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(u.name for u in self.unknowns)

    @property
    def fitted(self) -> tuple[Recording, ...]:
        return tuple(r for r in self.recordings if not r.held_out)

    @property
    def held_out(self) -> tuple[Recording, ...]:
        return tuple(r for r in self.recordings if r.held_out)

    @property
    def start(self) -> np.ndarray:
        """Where the search begins."""
        return np.array([u.start for u in self.unknowns])

    def recording(self, name: str) -> Recording:
        """A recording by name."""
        for own in self.recordings:
            if own.name == name:
                return own
        raise unknown_name("recording", name, [r.name for r in self.recordings])

    def keeping(self, fitted: Sequence[str]) -> Problem:
        """The same with other recordings held out: all but ``fitted``. Nuisances of those held out stay at their start."""
        changed = tuple(replace(r, held_out=r.name not in fitted) for r in self.recordings)
        return replace(self, recordings=changed)
