"""The least-squares problem of a fit: search coordinates, residuals with their Jacobian, Levenberg and Marquardt's descent.

A coordinate is the logarithm of an unknown, or the number in units of its own size. A step minimises |J d + r|^2 + damping |D
d|^2 with D the largest column norms so far (J. J. More 1978), so that units do not matter; the damping follows the gain ratio
(H. B. Nielsen 1999). A coordinate at its bound stays there while the slope of the cost presses it outwards; a step that would
leave the box is solved again with that coordinate set on the wall. The distance from the minimum is given in standard
deviations: |J d| of the undamped step. Below ``tolerance`` the descent has converged; where the misfit is larger than the
noise, standard deviations are counted as that much larger.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

import numpy as np

from elver._support.errors import InputError
from elver.analysis.fit.noise import Levels, huber, key_of, whitened
from elver.analysis.fit.problem import Block, Evaluation, Problem, Unknown

_FAR = 2.0  # longest step of a logarithm: a factor of 7
_NEAR_BOUND = 1e-9  # of a coordinate's width: closer than that it stands at its bound


@dataclass(frozen=True, eq=False)
class _Box:
    """Bounds of search coordinates and the longest step of each."""

    low: np.ndarray
    high: np.ndarray
    reach: np.ndarray


class Scales:
    """Search coordinates s of some unknowns: log(theta) where Unknown.logarithmic, theta/size otherwise.

    size: the prior's sigma, a quarter of the range, or the start's own size.   low, high: the range, a uniform prior included.
    """

    def __init__(self, unknowns: Sequence[Unknown]):
        self.unknowns = tuple(unknowns)
        self.logarithmic = np.array([u.logarithmic for u in unknowns], dtype=bool)
        self.sizes = np.array([1.0 if u.logarithmic else _size_of(u) for u in unknowns])
        self.limits = np.array([_limits_of(u) for u in unknowns], dtype=float).reshape(-1, 2).T
        self.low, self.high = (self.search(limit) for limit in self.limits)

    def search(self, theta: Sequence[float] | np.ndarray) -> np.ndarray:
        """The coordinates of unknowns; the logarithm of zero and less is -inf."""
        theta = np.asarray(theta, float)
        logarithms = np.log(np.where(self.logarithmic & (theta > 0), theta, 1.0))
        logarithms = np.where(theta > 0, logarithms, -math.inf)
        return np.where(self.logarithmic, logarithms, theta / self.sizes)

    def values(self, s: np.ndarray) -> np.ndarray:
        """The unknowns at coordinates; a coordinate at its bound or beyond gives the bound, to the last digit."""
        s = np.asarray(s, float)
        with np.errstate(over="ignore"):
            theta = np.where(self.logarithmic, np.exp(np.where(self.logarithmic, s, 0.0)), s * self.sizes)
        low, high = self.limits
        return np.where(s <= self.low, low, np.where(s >= self.high, high, np.clip(theta, low, high)))

    def rates(self, s: np.ndarray) -> np.ndarray:
        """d theta / d s."""
        return np.where(self.logarithmic, self.values(s), self.sizes)

    @cached_property
    def reaches(self) -> np.ndarray:
        """Longest step of each coordinate: half its range, or a few times its size."""
        half = np.where(np.isfinite(self.high - self.low), 0.5 * (self.high - self.low), math.inf)
        return np.minimum(np.maximum(half, 1e-12), np.where(self.logarithmic, _FAR, 10.0))

    @property
    def box(self) -> _Box:
        """Where the coordinates are searched."""
        return _Box(self.low, self.high, self.reaches)

    @cached_property
    def widths(self) -> np.ndarray:
        """Standard deviation of what is believed of each coordinate before any data: by its prior, its range, or its size."""
        return np.array([self._width(i) for i in range(len(self.unknowns))])

    def _width(self, i: int) -> float:
        precision = self.prior_precisions[i]
        if precision > 0:
            return 1.0 / math.sqrt(precision)
        span = self.high[i] - self.low[i]
        return span / math.sqrt(12.0) if math.isfinite(span) and span > 0 else 1.0

    @cached_property
    def prior_precisions(self) -> np.ndarray:
        """1/variance that the prior gives each coordinate at the start; 0 without one."""
        found = np.zeros(len(self.unknowns))
        rates = self.rates(self.search([u.value for u in self.unknowns]))
        for i, u in enumerate(self.unknowns):
            if u.prior is not None:
                found[i] = (u.prior.residual(u.value)[1] * rates[i]) ** 2
        return found

    def priors(self, s: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Residuals of the priors that say something, and their derivatives by all coordinates."""
        theta, rates = self.values(s), self.rates(s)
        kept = [i for i, u in enumerate(self.unknowns) if u.prior is not None and u.prior.kind != "uniform"]
        residuals, slopes = np.zeros(len(kept)), np.zeros((len(kept), len(self.unknowns)))
        for row, i in enumerate(kept):
            residuals[row], slope = self.unknowns[i].prior.residual(float(theta[i]))  # type: ignore[union-attr]
            slopes[row, i] = slope * rates[i]
        return residuals, slopes

    def at_bounds(self, s: np.ndarray) -> list[str]:
        """In words, the bound that each coordinate stands at, or nothing."""
        words = []
        for i, u in enumerate(self.unknowns):
            near = _NEAR_BOUND * max(1.0, abs(self.widths[i]))
            low, high = _limits_of(u)
            at_low, at_high = s[i] <= self.low[i] + near, s[i] >= self.high[i] - near
            words.append(
                f"its lowest, {u.parameter.shown(low):.6g}"
                if at_low
                else f"its highest, {u.parameter.shown(high):.6g}"
                if at_high
                else ""
            )
        return words


def _size_of(unknown: Unknown) -> float:
    """A typical change of a number that is searched as it is."""
    prior, low, high = unknown.prior, *_limits_of(unknown)
    if prior is not None and prior.kind == "normal":
        return prior.sigma
    if math.isfinite(high - low) and high > low:
        return 0.25 * (high - low)
    return abs(unknown.value) or 1.0


def _limits_of(unknown: Unknown) -> tuple[float, float]:
    """The range of an unknown, within its uniform prior."""
    low, high = unknown.low, unknown.high
    if unknown.prior is not None and unknown.prior.kind == "uniform":
        low, high = max(low, unknown.prior.low), min(high, unknown.prior.high)
    return low, high


def check_unknowns(unknowns: Sequence[Unknown]) -> None:
    """InputError where a range or a start cannot be searched."""
    for u in unknowns:
        low, high = _limits_of(u)
        if not low < high:
            raise InputError(
                f"unknown '{u.name}': its range {low:g} to {high:g} is empty. Give a lower bound below the upper one."
            )
        if not low <= u.value <= high:
            raise InputError(f"unknown '{u.name}': its start {u.value:g} is outside {low:g} to {high:g}. Start inside its range.")
        if u.logarithmic and not u.value > 0:
            raise InputError(f"unknown '{u.name}' has a log-normal prior and starts at {u.value:g}. Start at a positive number.")
        if u.prior is not None and u.prior.kind != "uniform" and not (u.prior.sigma > 0 and math.isfinite(u.prior.mean)):
            raise InputError(f"unknown '{u.name}': its prior needs a mean and a sigma greater than 0; given {u.prior}.")
        if u.prior is not None and u.prior.kind == "lognormal" and not u.prior.mean > 0:
            raise InputError(f"unknown '{u.name}': the median of a log-normal prior must be positive; given {u.prior.mean:g}.")


# --- residuals and their Jacobian ------------------------------------------------------------------------------------

_REMEMBERED = 16  # evaluations of a recording that are kept
Evaluate = Callable[..., Evaluation]


@dataclass(frozen=True, eq=False)
class Point:
    """The misfit at search coordinates s. cost: infinite where a recording gave no numbers; why: which, in words.

    residual, jacobian (by s): rows of the data, then of the priors; whitened, Huber's weights included.   data: rows of the data.
    """

    s: np.ndarray
    cost: float
    residual: np.ndarray
    jacobian: np.ndarray | None = None
    data: int = 0
    why: str = ""
    evaluation: Evaluation | None = None
    weights: dict[str, np.ndarray] = field(default_factory=dict)

    @property
    def gradient(self) -> np.ndarray:
        assert self.jacobian is not None
        return self.jacobian.T @ self.residual


class CachedEvaluator:
    """An evaluator that remembers its last answers by recording: asking again, or for fewer recordings, takes no time."""

    def __init__(self, problem: Problem, evaluate: Evaluate):
        self.problem, self.evaluate = problem, evaluate
        self.answers: dict[tuple[str, bytes], tuple[bool, tuple[Block, ...], str | None, dict[str, float]]] = {}
        self.counts = {"evaluations": 0, "with slopes": 0}

    def _key(self, theta: np.ndarray, recording: str) -> tuple[str, bytes]:
        """A recording sees the shared unknowns and its own."""
        seen = [u.recording in ("", recording) for u in self.problem.unknowns]
        return recording, theta[np.array(seen, dtype=bool)].tobytes()

    def __call__(self, theta: np.ndarray, slopes: bool = True, recordings: Sequence[str] | None = None) -> Evaluation:
        theta = np.asarray(theta, float)
        names = [r.name for r in self.problem.recordings] if recordings is None else list(recordings)
        keys = {name: self._key(theta, name) for name in names}
        lacking = [n for n, key in keys.items() if key not in self.answers or (slopes and not self.answers[key][0])]
        if lacking:
            new = self.evaluate(theta, slopes=slopes, recordings=tuple(lacking))
            self.counts["evaluations"] += 1
            self.counts["with slopes"] += int(slopes)
            for name in lacking:
                self.answers.pop(keys[name], None)
                self.answers[keys[name]] = (slopes, new.of(name), new.failed.get(name), new.metrics.get(name, {}))
        found = {name: self.answers[key] for name, key in keys.items()}
        for old in list(self.answers)[: max(0, len(self.answers) - _REMEMBERED * max(1, len(self.problem.recordings)))]:
            del self.answers[old]
        return Evaluation(
            theta,
            tuple(b for name in names for b in found[name][1]),
            {name: why for name, (_, _, why, _) in found.items() if why is not None},
            {name: metrics for name, (_, _, _, metrics) in found.items() if metrics},
        )


class Misfit:
    """Misfit of some recordings as a function of some unknowns, all others held.

    free: places of the unknowns that move.   held: values of all unknowns, of which the free ones do not count.
    """

    def __init__(self, memory: CachedEvaluator, levels: Levels, recordings: Sequence[str], free: Sequence[int], held: np.ndarray):
        self.memory, self.levels = memory, levels
        self.recordings, self.free, self.held = tuple(recordings), list(free), np.array(held, float)
        self.scales = Scales([memory.problem.unknowns[i] for i in self.free])

    def theta(self, s: np.ndarray) -> np.ndarray:
        """All unknowns at search coordinates of the free ones."""
        theta = self.held.copy()
        theta[self.free] = self.scales.values(s)
        return theta

    @property
    def start(self) -> np.ndarray:
        """Search coordinates of what is held now."""
        return self.scales.search(self.held[self.free])

    @property
    def box(self) -> _Box:
        return self.scales.box

    def at(self, s: np.ndarray, slopes: bool = True) -> Point:
        """The misfit at search coordinates."""
        s = np.asarray(s, float)
        return self.of(s, self.memory(self.theta(s), slopes=slopes, recordings=self.recordings), slopes)

    def of(self, s: np.ndarray, evaluation: Evaluation, slopes: bool = True) -> Point:
        """The same of an evaluation that is there."""
        if evaluation.failed:
            why = "; ".join(f"recording '{name}': {reason}" for name, reason in evaluation.failed.items())
            return Point(s, math.inf, np.zeros(0), why=why, evaluation=evaluation)
        rates = self.scales.rates(s)
        prior_rows, prior_slopes = self.scales.priors(s)
        cost, rows, slope_rows, weights = 0.5 * float(prior_rows @ prior_rows), [], [], {}
        for block in evaluation.blocks:
            level = self.levels[key_of(block.channel)]
            residual = whitened(block.channel, block.difference, level)
            more, weights[block.name] = huber(residual, level.huber)
            cost += more
            root = np.sqrt(weights[block.name])
            rows.append(root * residual)
            if slopes:
                assert block.slopes is not None, "the evaluator gave no slopes"
                slope_rows.append(root[:, None] * whitened(block.channel, block.slopes[:, self.free] * rates, level))
        jacobian = np.vstack([np.zeros((0, len(self.free))), *slope_rows, prior_slopes]) if slopes else None
        residual = np.concatenate([np.zeros(0), *rows, prior_rows])
        finite = bool(np.isfinite(residual).all() and (jacobian is None or np.isfinite(jacobian).all()))
        if not finite:
            return Point(s, math.inf, np.zeros(0), why="a prediction is not a finite number", evaluation=evaluation)
        return Point(s, cost, residual, jacobian, len(residual) - len(prior_rows), "", evaluation, weights)

    def slopes_of(self, point: Point) -> dict[str, np.ndarray]:
        """Block name -> slopes by the search coordinates, in the channel's unit."""
        assert point.evaluation is not None
        rates = self.scales.rates(point.s)
        return {b.name: b.slopes[:, self.free] * rates for b in point.evaluation.blocks if b.slopes is not None}


# --- Levenberg and Marquardt's descent with bounds -------------------------------------------------------------------

ROUGH = 1e-2  # standard deviations: close enough for what is no final estimate
TOLERANCE = 1e-4  # standard deviations from the minimum: what is closer no data can tell
_ITERATIONS = 60
_FIRST_DAMPING, _LEAST_DAMPING, _LARGEST_DAMPING = 1e-4, 1e-12, 1e12
_SINGULAR = 1e-10  # of the largest singular value: below that a direction is not told
_ROUNDING = 1e-12  # of the cost: a smaller gain is not seen
_NEARLY = 1e-2  # standard deviations: where no step gains anything so near the minimum, rounding is why


class _Target(Protocol):
    """What is descended: a misfit at search coordinates, within bounds."""

    @property
    def box(self) -> _Box: ...

    def at(self, s: np.ndarray, slopes: bool = True) -> Point: ...


@dataclass(frozen=True, eq=False)
class State:
    """Where a descent stands after an iteration; enough to go on from."""

    s: np.ndarray
    damping: float = _FIRST_DAMPING
    growth: float = 2.0
    norms: np.ndarray | None = None
    history: tuple[dict[str, float], ...] = ()


@dataclass(frozen=True, eq=False)
class Descent:
    """How a descent ended: at ``point``, with a status of Fit's list and a sentence."""

    point: Point
    status: str
    detail: str
    state: State = field(default_factory=lambda: State(np.zeros(0)))

    @property
    def history(self) -> tuple[dict[str, float], ...]:
        return self.state.history


def descend(
    target: _Target,
    begin: State,
    tolerance: float = TOLERANCE,
    iterations: int = _ITERATIONS,
    callback: Callable[[State, Point], None] | None = None,
) -> Descent:
    """Go down from ``begin``. callback: called after every iteration. Ctrl-C ends it with the best point so far."""
    state, best = begin, None
    try:
        best = target.at(_inside(target.box, begin.s))
        if not math.isfinite(best.cost):
            return Descent(best, "failed", f"no numbers at the start: {best.why}", state)
        while True:
            state, best, ended = _iterate(target, state, best, tolerance)
            if callback is not None:
                callback(state, best)
            if ended is not None:
                return Descent(best, ended[0], ended[1], state)
            if len(state.history) - len(begin.history) >= iterations:
                return Descent(best, "too many iterations", f"not converged after {iterations} iterations", state)
    except KeyboardInterrupt:
        if best is None:
            raise
        return Descent(best, "interrupted", f"interrupted after {len(state.history)} iterations; the best point so far", state)


def _iterate(target: _Target, state: State, now: Point, tolerance: float) -> tuple[State, Point, tuple[str, str] | None]:
    """One iteration: (state, point, how it ended or None). Steps are tried until one goes down, or none can."""
    box, J = target.box, now.jacobian
    assert J is not None
    norms = np.linalg.norm(J, axis=0)
    norms = norms if state.norms is None else np.maximum(norms, state.norms)
    distance = _remaining(box, now)
    damping, growth, tried = state.damping, state.growth, 0

    def after(point: Point, step: float, ended: tuple[str, str] | None) -> tuple[State, Point, tuple[str, str] | None]:
        line = {"cost": point.cost, "step": step, "damping": damping, "gradient": distance, "tried": float(tried)}
        return State(point.s, damping, growth, norms, (*state.history, line)), point, ended

    excess = max(1.0, math.sqrt(2.0 * now.cost / max(len(now.residual), 1)))  # misfit beyond the noise widens what is near
    if distance <= tolerance * excess:
        return after(now, 0.0, ("converged", f"{distance:.1g} standard deviations from the minimum"))
    while damping <= _LARGEST_DAMPING:
        tried += 1
        d = _damped_step(box, now, norms, damping)
        expected = -float(now.gradient @ d) - 0.5 * float(np.sum((J @ d) ** 2))
        length = float(np.linalg.norm(J @ d))
        if np.abs(d).max() <= 1e-15 * max(1.0, float(np.abs(now.s).max())):
            break
        if expected <= 0:  # walls stand in the way of this one
            damping, growth = damping * growth, min(2.0 * growth, 1e4)
            continue
        new = target.at(_inside(box, now.s + d))
        gain = (now.cost - new.cost) / expected if math.isfinite(new.cost) else -math.inf
        if gain > 1e-4:
            damping, growth = max(_LEAST_DAMPING, damping * max(0.1, 1.0 - (2.0 * min(gain, 1.0) - 1.0) ** 3)), 2.0
            return after(new, length, None)
        if expected <= _ROUNDING * max(now.cost, 1e-300):
            break
        damping, growth = damping * growth, min(2.0 * growth, 1e4)
    if distance <= _NEARLY * excess:
        ended = ("converged", f"{distance:.1g} standard deviations from the minimum, where no step gains more than rounding")
    else:
        ended = ("stalled", f"no step goes down although the minimum should be {distance:.2g} standard deviations away")
    return after(now, 0.0, ended)


def _inside(box: _Box, s: np.ndarray) -> np.ndarray:
    """Coordinates inside the box; what comes within rounding of a wall stands on it."""
    near = 1e-13 * np.maximum(1.0, np.abs(s))
    return np.where(s <= box.low + near, box.low, np.where(s >= box.high - near, box.high, s))


def _at_bounds(box: _Box, now: Point) -> np.ndarray:
    """Coordinates that stand at a bound and would go beyond it."""
    slope = now.gradient
    return ((now.s <= box.low) & (slope > 0)) | ((now.s >= box.high) & (slope < 0))


def _remaining(box: _Box, now: Point) -> float:
    """Distance from the minimum of the linearised misfit [standard deviations], bounds not counted but those pressed on."""
    assert now.jacobian is not None
    J = now.jacobian[:, ~_at_bounds(box, now)]
    norms = np.linalg.norm(J, axis=0)
    J = J[:, norms > 0] / norms[norms > 0]
    if not J.size:
        return 0.0
    U, sizes, _ = np.linalg.svd(J, full_matrices=False)
    return float(np.linalg.norm(U[:, sizes > _SINGULAR * sizes[0]].T @ now.residual))


def _damped_step(box: _Box, now: Point, norms: np.ndarray, damping: float) -> np.ndarray:
    """The damped step inside the box, at most ``reach`` long in every coordinate."""
    J = now.jacobian
    assert J is not None
    d = np.zeros(len(now.s))
    moving = ~_at_bounds(box, now) & (norms > 0)
    room_low, room_high = box.low - now.s, box.high - now.s
    residual = now.residual
    while moving.any():
        A = J[:, moving] / norms[moving]
        U, sizes, Vt = np.linalg.svd(A, full_matrices=False)
        told = sizes > _SINGULAR * sizes[0]
        factor = np.where(told, sizes / (sizes**2 + damping), 0.0)
        part = -(Vt.T @ (factor * (U.T @ residual))) / norms[moving]
        part *= min(1.0, float(np.min(box.reach[moving] / np.maximum(np.abs(part), 1e-300))))
        trial = d.copy()
        trial[moving] = part
        beyond = moving & ((trial < room_low) | (trial > room_high))
        if not beyond.any():
            return trial
        walls = np.clip(trial, room_low, room_high)
        d[beyond] = walls[beyond]
        moving &= ~beyond
        residual = now.residual + J @ d
    return d
