"""What a fit is made of: recordings with their channels, unknowns with their priors, and the model that should explain them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError, unknown_name
from elver.analysis.orbits.problem import OrbitProblem, Shooting
from elver.drive import SignalTable
from elver.model import Program
from elver.quantities import OfParameter, Parameter, Prior
from elver.simulation.derivatives.objectives import InstantExpressions

_SHARED = ""  # of an unknown that all recordings have in common
CAMERA = ("x", "y", "yaw", "scale")
CLOCK = ("offset", "factor")
_ROLES = ("parameter", "state", "camera", "clock")
KINDS = ("path", "velocity", "mean", "harmonic", "amplitude")
STARTS = ("model", "orbit")


@dataclass(frozen=True)
class Unknown(OfParameter):
    """A number to be found, within the bounds of its ``parameter``; the search begins at its ``value``.

    Parameters
    ----------
    parameter : Parameter
        Its unit, bounds, prior and meaning. Its name is that of the free parameter or the state, one of x, y, yaw, scale of a
        camera, or one of offset, factor of a clock.
    role : str
        ``parameter`` (a free parameter of the model), ``state`` (a state at the start), ``camera`` or ``clock``.
    recording : str
        Whose it is; empty where all share it.
    """

    parameter: Parameter
    role: str = "parameter"
    recording: str = _SHARED

    def __post_init__(self) -> None:
        if self.role not in _ROLES:
            raise unknown_name(f"role of the unknown '{self.of}':", self.role, _ROLES)
        known = {"camera": CAMERA, "clock": CLOCK}.get(self.role, (self.of,))
        if self.of not in known:
            raise unknown_name(f"unknown of a {self.role}:", self.of, known)

    @property
    def of(self) -> str:
        """What it is called within its role."""
        return self.parameter.name

    @property
    def name(self) -> str:
        """Its name in tables: ``water.friction``, ``camera.yaw@swim1``."""
        own = self.of if self.role in ("parameter", "state") else f"{self.role}.{self.of}"
        return f"{own}@{self.recording}" if self.recording else own

    @property
    def prior(self) -> Prior | None:
        return self.parameter.prior

    def changed(self, start: float, low: float, high: float) -> Unknown:
        """The same where the search begins elsewhere, in another range."""
        return replace(self, parameter=replace(self.parameter.between(low, high), default=start))

    @property
    def as_shown(self) -> Unknown:
        """The same with all its numbers in the unit that people see."""
        return replace(self, parameter=self.parameter.as_shown)

    @property
    def nuisance(self) -> bool:
        """Whether it belongs to one recording only, so that it says nothing about the machine."""
        return bool(self.recording)

    @property
    def logarithmic(self) -> bool:
        """Whether it is searched by its logarithm: a positive number with a log-normal prior or a range over a decade."""
        if self.prior is not None and self.prior.kind == "lognormal":
            return True
        return self.low > 0 and self.value > 0 and self.high >= 10 * self.low and math.isfinite(self.high)


@dataclass(frozen=True, eq=False)
class Camera:
    """From the world to the picture: pixel = R(-yaw) (place - (x, y)) / scale for the first two coordinates.

    Parameters
    ----------
    x, y : float
        Place of the picture's frame in the world [m]. All four are numbers here, symbols where expressions are written.
    yaw : float
        Direction of the picture's x axis in the world [rad].
    scale : float
        Length of one unit of the recording [m].
    """

    x: Any = 0.0
    y: Any = 0.0
    yaw: Any = 0.0
    scale: Any = 1.0

    @property
    def numbers(self) -> np.ndarray:
        return np.array([self.x, self.y, self.yaw, self.scale], dtype=float)

    def seen(self, place: ca.SX | ca.DM) -> ca.SX | ca.DM:
        """A point of the world [m] in units of the recording; a height is scaled alone."""
        c, s = ca.cos(self.yaw), ca.sin(self.yaw)
        dx, dy = place[0] - self.x, place[1] - self.y
        return ca.vertcat(c * dx + s * dy, c * dy - s * dx, place[2]) / self.scale

    def seen_velocity(self, velocity: ca.SX | ca.DM) -> ca.SX | ca.DM:
        """A velocity of the world [m/s] in units of the recording."""
        c, s = ca.cos(self.yaw), ca.sin(self.yaw)
        return ca.vertcat(c * velocity[0] + s * velocity[1], c * velocity[1] - s * velocity[0], velocity[2]) / self.scale


@dataclass(frozen=True, eq=False)
class Observable:
    """What the model says about a channel at an instant.

    Parameters
    ----------
    name : str
        In words for reports, such as ``y of fin tip in the frame of head``.
    expression : callable
        ``expression(moment, camera)`` -> one number in ``unit``.
    unit : str
        That of the channel.
    """

    name: str
    expression: Callable[[InstantExpressions, Camera], ca.SX]
    unit: str = "1"


@dataclass(frozen=True)
class Noise:
    """How a channel errs besides sigma.

    Parameters
    ----------
    huber : float
        Residuals beyond so many sigmas count linearly; 0 for none.
    ar1 : float, optional
        Correlation of neighbouring samples, 0 to 1; None estimates it from the residuals.
    model_error : float, optional
        Standard deviation of what the model cannot say, in the channel's unit, added to sigma in quadrature; None estimates it
        from the residuals.
    """

    huber: float = 0.0
    ar1: float | None = 0.0
    model_error: float | None = 0.0


@dataclass(frozen=True, eq=False)
class Channel:
    """Measured numbers of one kind in one recording.

    Parameters
    ----------
    name : str
        Its name in the recording.
    observable : Observable
        What the model says about it.
    times : ndarray
        On the recording's clock [s]; of no use for a metric of strokes.
    values, sigma : ndarray
        What was measured, and the error of each number, in ``unit``.
    kind : str
        ``path`` (the observable at ``times``), ``velocity`` (its rate there), or a metric of whole strokes: ``mean``,
        ``harmonic`` (the order-th: cosine and sine part, or one value, its size), ``amplitude`` (half the way from lowest to
        highest).
    order : int
        Of the harmonic.
    unit : str
        Of values and sigma.
    noise : Noise
        How it errs besides sigma.
    window : tuple[float, float], optional
        From and to [s], of a metric of strokes; None for one period of an orbit, or of the whole run else.
    strokes : int
        How many the window holds; harmonics and amplitudes are those of their mean.
    """

    name: str
    observable: Observable
    times: np.ndarray
    values: np.ndarray
    sigma: np.ndarray
    kind: str = "path"
    order: int = 1
    unit: str = "1"
    noise: Noise = field(default_factory=Noise)
    window: tuple[float, float] | None = None
    strokes: int = 1

    def __post_init__(self) -> None:
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
        if self.of_strokes and self.count > (2 if self.kind == "harmonic" else 1):
            raise InputError(
                f"channel '{self.name}': {self.kind} over strokes is one number (harmonic: one or two), not {self.count}."
            )

    @property
    def of_strokes(self) -> bool:
        """Whether it is a number of whole strokes."""
        return self.kind not in ("path", "velocity")

    @property
    def count(self) -> int:
        return len(self.values)


@dataclass(frozen=True, eq=False)
class Recording:
    """One recording, and what is known about how it was made.

    Parameters
    ----------
    name : str
        Its name in the fit.
    program : Program
        The model that should explain it.
    channels : tuple[Channel, ...]
        What was measured.
    values : mapping
        Of free parameters that belong to it (the beat of its motor), in SI units.
    signals : SignalTable, optional
        Of its own, in place of the model's.
    start : str
        ``model`` (the model's start) or ``orbit`` (the periodic motion).
    states : mapping
        Values that replace states at the start, in SI units.
    camera : Camera
        That saw it.
    offset, factor : float
        Time of the machine at which its clock shows 0 [s], and seconds of the machine in one of its own.
    held_out : bool
        Whether it is predicted, not fitted.
    dropped : tuple[str, ...]
        What of its file is not used, and why, in words.
    rivals : mapping
        Predictions of others, by name: channel -> values.
    like : str
        Of one that nobody made, the recording it was copied from.
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

    def __post_init__(self) -> None:
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

    Parameters
    ----------
    name : str
        Of the fit.
    recordings : tuple[Recording, ...]
        Fitted and held-out ones.
    unknowns : tuple[Unknown, ...]
        Numbers to be found.
    dt : float
        Longest step of the runs [s].
    method : str
        ``auto``, ``rk4``, ``radau`` (``moreau`` with a scene).
    orbit, shooting : OrbitProblem, Shooting
        Which orbit recordings on one begin on, and how it is found, as of ``find_orbit``.
    law_by : str
        The parameter that trivial laws go by (a channel as a constant, proportional to it, on a line); empty for none.
    source : str
        Where everything comes from, in words.
    digest : str
        Of the files that it was read from.
    """

    name: str
    recordings: tuple[Recording, ...]
    unknowns: tuple[Unknown, ...]
    dt: float = 1e-3
    method: str = "auto"
    orbit: OrbitProblem = OrbitProblem()
    shooting: Shooting = Shooting()
    law_by: str = ""
    source: str = ""
    digest: str = ""

    def __post_init__(self) -> None:
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
        return np.array([u.value for u in self.unknowns])

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


# --- What the model says about every channel at some values of the unknowns, with exact derivatives.


@dataclass(frozen=True, eq=False)
class Block:
    """One channel of one recording beside the model's numbers.

    Attributes
    ----------
    recording : str
        Its name.
    channel : Channel
        What was measured.
    predicted : ndarray
        The model's numbers, in the channel's unit.
    slopes : ndarray, optional
        ``slopes[i, k]`` is the derivative of number i by unknown k; None where they were not asked for.
    """

    recording: str
    channel: Channel
    predicted: np.ndarray
    slopes: np.ndarray | None = None

    @property
    def name(self) -> str:
        return f"{self.recording}: {self.channel.name}"

    @property
    def difference(self) -> np.ndarray:
        """Predicted less measured, in the channel's unit."""
        return self.predicted - self.channel.values


@dataclass(frozen=True, eq=False)
class Evaluation:
    """All blocks at one point theta of the unknowns.

    Attributes
    ----------
    theta : ndarray
        Values of the unknowns, in the order of the problem.
    blocks : tuple[Block, ...]
        All channels of all recordings.
    failed : dict[str, str]
        Recording -> why its run gave no numbers (it diverged, no orbit was found); empty where all is well.
    metrics : dict[str, dict[str, float]]
        Recording -> numbers of its run for the report (period, floquet_max, ledger_closure).
    """

    theta: np.ndarray
    blocks: tuple[Block, ...]
    failed: dict[str, str]
    metrics: dict[str, dict[str, float]]

    def of(self, recording: str) -> tuple[Block, ...]:
        """The blocks of one recording."""
        return tuple(b for b in self.blocks if b.recording == recording)


# --- What a fit found: estimates with uncertainty, what the data cannot tell, how well held-out recordings are predicted.


@dataclass(frozen=True, eq=False)
class Estimate:
    """An unknown that was found. sigma: Laplace's.   low, high: its 95 % interval (Laplace on the scale of the search).

    profile_low, profile_high: the 95 % interval of the profile likelihood, None where it was not computed.
    share_of_prior: how much of what is known of it comes from the prior, 0 to 1.   at_bound: the bound it stands at, or empty.
    """

    name: str
    value: float
    sigma: float
    low: float
    high: float
    unit: str = ""
    meaning: str = ""
    profile_low: float | None = None
    profile_high: float | None = None
    share_of_prior: float = 0.0
    at_bound: str = ""


@dataclass(frozen=True, eq=False)
class Score:
    """How well one channel of one recording is told. rms and mean_abs of predicted - measured, in its unit.

    z: (measured - predicted)/its standard deviation, noise, model error and the estimates' uncertainty together.
    inside: share of the measured numbers within the ``level`` interval.   laws: mean_abs of trivial laws by name.
    rivals: mean_abs of rivals by name.   low, high: interval of every prediction.
    """

    recording: str
    channel: str
    unit: str
    held_out: bool
    rms: float
    mean_abs: float
    z: np.ndarray
    inside: float
    level: float
    low: np.ndarray
    high: np.ndarray
    laws: dict[str, float] = field(default_factory=dict)
    rivals: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class ResidualCheck:
    """One look at the residuals. kind: ``chi-square``, ``structure``, ``skill``, ``coverage`` or ``held out``; of: which numbers.

    statistic: chi^2, Ljung and Box's, the skill beside the mean, a share, or standard deviations.   p: the probability that
    chance makes it so bad, nan where none is computed.   failed: whether that is less than its part of the level.
    said: in words.   freedom: degrees of freedom, or how many independent numbers there are; 0 where that has no meaning.
    """

    kind: str
    of: str
    statistic: float
    p: float
    failed: bool
    said: str
    freedom: float = 0.0


@dataclass(frozen=True)
class FitVerdict:
    """Whether the model describes the data.

    word: ``described``; ``outliers`` (described but for a few numbers, which pull the estimates); ``not described``; ``cannot be
    judged`` (too few numbers).   reasons: what speaks against it, worst first.   notes: what else is to be said of the noise.
    outliers: how many.   remedies: changes of the recordings that would mend it (an axis, a sign, a clock), in sentences.
    structured: channels much of whose variance was taken for noise that follows itself, as a wrong form of the model would be.
    """

    word: str
    reasons: tuple[str, ...] = ()
    checks: tuple[ResidualCheck, ...] = ()
    notes: tuple[str, ...] = ()
    outliers: int = 0
    remedies: tuple[str, ...] = ()
    structured: tuple[str, ...] = ()

    @property
    def good(self) -> bool:
        """Whether nothing speaks against estimates and intervals."""
        return self.word in ("described", "cannot be judged")


@dataclass(frozen=True)
class ChannelNoise:
    """Noise of one channel at the end of a fit: correlation of neighbours, model error in the channel's unit, and how many values
    Huber's limit holds down.
    """

    ar1: float = 0.0
    model_error: float = 0.0
    held_down: float = 0.0


@dataclass(frozen=True, eq=False)
class SearchStart:
    """One start of a search. start: the unknowns there.   first_cost: there; infinite where the run failed.

    status: of the descent from it, ``screened`` where there was none, or ``failed``.   end, cost: where the descent ended.
    minimum: which one that is, counted from 1 for the best.
    """

    start: np.ndarray
    first_cost: float
    status: str
    end: np.ndarray | None = None
    cost: float | None = None
    minimum: int | None = None


@dataclass(frozen=True, eq=False)
class LeftOut:
    """A fit without one recording, and its prediction of that recording. skipped: why there is none, or empty.

    status: of the fit.   theta, estimates: of it, the recording's own unknowns fitted on it.   scores: of the prediction.
    """

    skipped: str = ""
    status: str = ""
    theta: np.ndarray | None = None
    estimates: tuple[Estimate, ...] = ()
    scores: tuple[Score, ...] = ()


@dataclass(frozen=True)
class RankedRecording:
    """A further recording, and what it would tell. like: the recording that it copies.   values: that were changed.

    volume: by which the ellipsoid of all shared unknowns shrinks (D-criterion, which units, scales and unknowns that nothing
    depends on do not change).   shrink: unknown -> its new sigma over the present one.   best_for: the unknown that gains most.
    failed: why its run gave no numbers, or empty.
    """

    recording: str
    like: str = ""
    values: Mapping[str, float] = field(default_factory=dict)
    volume: float = 1.0
    shrink: Mapping[str, float] = field(default_factory=dict)
    best_for: str = ""
    failed: str = ""


@dataclass(frozen=True, eq=False)
class Fit:
    """The outcome of a fit.

    status: ``converged``, ``too many iterations``, ``stalled``, ``interrupted``, ``failed``; detail: a sentence.
    theta: the unknowns in the order of problem.unknowns; estimates: of each of them, those of held-out recordings too.
    cost: half the sum of squared whitened residuals, priors included.
    covariance: of theta (Laplace).   correlations: of theta.   history: one entry per iteration (cost, step, damping, gradient).
    evaluation: at theta, of all recordings, held-out ones too.   noise: by block name.   starts: of the search.
    weak: directions that the data do not tell, in words, weakest first.   scores: of every channel.
    left_out: by recording.   design: further recordings, best first.   verdict: whether the model describes the data.
    seed, wall_time [s], counts (runs, evaluations).
    """

    problem: Problem
    status: str
    detail: str
    theta: np.ndarray
    cost: float
    covariance: np.ndarray
    correlations: np.ndarray
    history: tuple[dict[str, float], ...]
    evaluation: Evaluation
    estimates: tuple[Estimate, ...]
    noise: dict[str, ChannelNoise] = field(default_factory=dict)
    weak: tuple[str, ...] = ()
    starts: tuple[SearchStart, ...] = ()
    scores: tuple[Score, ...] = ()
    left_out: dict[str, LeftOut] = field(default_factory=dict)
    design: tuple[RankedRecording, ...] = ()
    profiles: dict[str, tuple[np.ndarray, np.ndarray]] = field(default_factory=dict)
    verdict: FitVerdict = FitVerdict("cannot be judged")
    seed: int = 0
    wall_time: float = 0.0
    counts: dict[str, int] = field(default_factory=dict)

    def __repr__(self) -> str:
        shown = ", ".join(f"{e.name} {e.value:.4g} +- {e.sigma:.2g}" for e in self.estimates[:6])
        more = f" and {len(self.estimates) - 6} more" if len(self.estimates) > 6 else ""
        return f"Fit {self.problem.name}: {self.status}; {shown}{more}"

    @property
    def converged(self) -> bool:
        return self.status == "converged"

    def estimate(self, name: str) -> Estimate:
        """An estimate by name."""
        for own in self.estimates:
            if own.name == name:
                return own
        raise unknown_name("unknown", name, [e.name for e in self.estimates])


def unit_of(problem: Problem, name: str) -> tuple[str, str]:
    """The unit that a parameter of the recordings is shown in, and the same where its numbers must be changed into it."""
    for recording in problem.recordings:
        free = None if recording.program is None else recording.program.model.free.get(name)
        if free is not None and free.quantity is not None:
            return free.quantity.shown_in or free.quantity.unit, free.quantity.shown_in
    return "", ""
