"""The search of a fit: points spread over the ranges, descents from the best, the noise estimated; and its state on disk."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from elver._support.errors import ElverError, InputError
from elver._support.files import read_json, write_json
from elver.analysis.fit.channels import stroke_metric
from elver.analysis.fit.evaluation import (
    Evaluator,
    channel_times,
    chosen_method,
    merge,
    model_start,
    recording_parameters,
)
from elver.analysis.fit.least_squares import ROUGH, TOLERANCE, Descent, Misfit, Point, Scales, State, descend
from elver.analysis.fit.noise import Levels, NoiseLevel, estimated_levels, huber, key_of, same_levels, whitened
from elver.analysis.fit.problem import Channel, Problem, Recording, SearchStart
from elver.model import Program
from elver.simulation import Compute, Save, Solver

_ROUNDS = 12  # of noise and descent
Callback = Callable[[str], None]


@dataclass(frozen=True, eq=False)
class _SearchResult:
    """Where a search ended. starts: its table of starts."""

    descent: Descent
    starts: tuple[SearchStart, ...]


def search_minimum(
    misfit: Misfit, count: int, seed: int, kept: Checkpoint, callback: Callback, screen: Screen | None = None
) -> _SearchResult:
    """Descend from the best of ``count`` starts; estimate noise where asked for. Leaves the noise in ``misfit.levels``."""
    misfit.levels = kept.levels(misfit.levels)
    unsure = any(None in (noise.ar1, noise.model_error) for _, noise in misfit.levels)
    points = drawn(misfit.scales, misfit.start, count, seed)
    if kept.content["costs"] is None:
        costs = _start_costs(misfit, points, screen) if count > 1 else np.array([misfit.at(points[0]).cost])
        kept.write(costs=costs.tolist())
    costs = np.array([math.inf if cost is None else cost for cost in kept.content["costs"]])
    places = chosen(costs, descents_of(count)) or [0]
    ends: list[Descent] = []
    for number, place in enumerate(places):
        label = f"start {number + 1} of {len(places)}, " if len(places) > 1 else ""
        ends.append(_from_start(misfit, points[place], number, kept, callback, label, ROUGH if unsure else TOLERANCE))
        if ends[-1].status == "interrupted":
            break
    rows = _table_of_starts(misfit, points, costs, places[: len(ends)], ends)
    best = min(ends, key=lambda end: end.point.cost)
    if not math.isfinite(best.point.cost):
        raise InputError(f"the model gives no numbers at the start: {best.point.why}. Start elsewhere, or narrow the ranges.")
    if ends[-1].status == "interrupted":
        return _SearchResult(replace(best, status="interrupted", detail=ends[-1].detail), rows)
    return _SearchResult(_noise_rounds(misfit, best, kept, callback) if unsure else best, rows)


def _from_start(
    misfit: Misfit, start: np.ndarray, number: int, kept: Checkpoint, callback: Callback, label: str, tolerance: float
) -> Descent:
    """The descent from one start; of one that ended in an earlier run its end is looked at again, and nothing more."""
    ended = kept.content["starts"]
    if number < len(ended):
        state = _state_from(ended[number]["state"])
        return Descent(misfit.at(state.s), ended[number]["status"], ended[number]["detail"], state)
    end = _told_descent(misfit, kept.state or State(start), kept, callback, label, tolerance)
    if end.status != "interrupted":
        row = {"state": _plain_state(end.state), "status": end.status, "detail": end.detail}
        kept.write(starts=[*ended, row], current=None)
    return end


def _told_descent(misfit: Misfit, begin: State, kept: Checkpoint, callback: Callback, label: str, tolerance: float) -> Descent:
    """A descent that tells every iteration to the file and to the listener."""

    def each(state: State, point: Point) -> None:
        kept.write(current=_plain_state(state))
        last = state.history[-1]
        callback(f"{label}iteration {len(state.history)}: cost {point.cost:.6g}, {last['gradient']:.2g} sigma from the minimum")

    return descend(misfit, begin, tolerance=tolerance, callback=each)


def _noise_rounds(misfit: Misfit, best: Descent, kept: Checkpoint, callback: Callback) -> Descent:
    """Noise estimated at the minimum, the minimum sought with that noise, until neither moves; then the last digits."""
    end = best
    if kept.state is not None:  # interrupted within a round
        end = _told_descent(misfit, kept.state, kept, callback, "noise, ", ROUGH)
    for number in range(_ROUNDS):
        if end.status == "interrupted":
            break
        point, before = end.point, misfit.levels
        assert point.evaluation is not None
        priors = misfit.scales.priors(point.s)
        after = estimated_levels(point.evaluation.blocks, before, misfit.slopes_of(point), priors)
        last = same_levels(before, after) or number == _ROUNDS - 1
        misfit.levels = after
        begin = State(point.s, history=end.history)
        kept.write(levels=_plain_levels(after), current=_plain_state(begin))
        end = _told_descent(misfit, begin, kept, callback, f"noise round {number + 1}, ", TOLERANCE if last else ROUGH)
        if last:
            break
    return end


# --- starts ----------------------------------------------------------------------------------------------------------

_SPREAD = 1.0  # of a logarithm without range and prior: a factor of e both ways
_SAME_COST, _SAME_PLACE = 0.05, 0.2  # cost and standard deviations within which two ends are one minimum
Screen = Callable[[list[np.ndarray]], Sequence[float] | np.ndarray]


def drawn(scales: Scales, first: np.ndarray, count: int, seed: int) -> np.ndarray:
    """Search coordinates of ``count`` starts: ``first``, then a scrambled Sobol sequence over ranges and priors.

    A coordinate with a prior spreads over two standard deviations of it both ways, within its range; one with a range over 90 %
    of that; one with neither over its own size around ``first``.
    """
    starts = [np.array(first, float)]
    if count > 1:
        from scipy.stats import qmc

        low, high = _spread(scales, first)
        cube = qmc.Sobol(len(first), scramble=True, rng=seed) if _takes_rng(qmc.Sobol) else qmc.Sobol(len(first), seed=seed)
        points = cube.random_base2(max(0, math.ceil(math.log2(count - 1))))
        starts.extend(low + (high - low) * point for point in points[: count - 1])
    return np.array(starts)


def _takes_rng(kind: type) -> bool:
    """Whether this SciPy calls the seed ``rng``; before 1.15 it did not."""
    import inspect

    return "rng" in inspect.signature(kind).parameters


def _spread(scales: Scales, first: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Lowest and highest start of every coordinate."""
    low, high = np.array(first, float) - _SPREAD, np.array(first, float) + _SPREAD
    for i, unknown in enumerate(scales.unknowns):
        span = scales.high[i] - scales.low[i]
        if scales.prior_precisions[i] > 0:
            prior = unknown.prior
            assert prior is not None
            centre = math.log(prior.mean) if scales.logarithmic[i] and prior.kind == "lognormal" else first[i]
            centre = prior.mean / scales.sizes[i] if not scales.logarithmic[i] else centre
            low[i], high[i] = centre - 2.0 * scales.widths[i], centre + 2.0 * scales.widths[i]
        elif math.isfinite(span):
            low[i], high[i] = scales.low[i] + 0.05 * span, scales.high[i] - 0.05 * span
    return np.clip(low, scales.low, scales.high), np.clip(high, scales.low, scales.high)


def _start_costs(misfit: Misfit, starts: np.ndarray, screen: Screen | None = None) -> np.ndarray:
    """The cost at every start, by the batch ``screen`` of all unknowns where there is one, otherwise run by run."""
    if screen is not None and len(starts) > 1:
        costs = np.array(screen([misfit.theta(s) for s in starts]), float)
        return np.where(np.isfinite(costs), costs, math.inf)
    return np.array([misfit.at(s, slopes=False).cost for s in starts])


def chosen(costs: np.ndarray, count: int) -> list[int]:
    """Places of the starts to descend from: the best ones, the given start among them where it gave numbers."""
    order = [int(i) for i in np.argsort(costs, kind="stable") if math.isfinite(costs[i])]
    best = order[:count]
    if best and 0 in order and 0 not in best:
        best[-1] = 0
    return best


def descents_of(starts: int) -> int:
    """From how many of the screened starts to descend."""
    return min(starts, max(2, math.ceil(math.sqrt(starts))))


def _minima(ends: Sequence[Descent]) -> list[int]:
    """Which minimum each descent came to, counted from 1 for the best; 0 for one that failed.

    Two ends are one minimum where their costs are equal and the linearised misfit cannot tell them apart.
    """
    kinds: list[Descent] = []
    numbers = [0] * len(ends)
    for place in sorted(range(len(ends)), key=lambda i: ends[i].point.cost):
        point = ends[place].point
        if not math.isfinite(point.cost):
            continue
        for number, other in enumerate(kinds):
            assert other.point.jacobian is not None
            apart = float(np.linalg.norm(other.point.jacobian @ (point.s - other.point.s)))
            if apart <= _SAME_PLACE and abs(point.cost - other.point.cost) <= _SAME_COST:
                numbers[place] = number + 1
                break
        else:
            kinds.append(ends[place])
            numbers[place] = len(kinds)
    return numbers


def _table_of_starts(
    misfit: Misfit, starts: np.ndarray, costs: np.ndarray, places: list[int], ends: Sequence[Descent]
) -> tuple[SearchStart, ...]:
    """One entry per start for the report: where it began, where it ended, at what cost, and which minimum that is."""
    numbers = _minima(ends)
    rows = []
    for i, s in enumerate(starts):
        row = SearchStart(misfit.theta(s), float(costs[i]), "screened" if math.isfinite(costs[i]) else "failed")
        if i in places:
            end, minimum = ends[places.index(i)], numbers[places.index(i)]
            row = replace(row, status=end.status, end=misfit.theta(end.point.s), cost=float(end.point.cost), minimum=minimum)
        rows.append(row)
    return tuple(rows)


# --- the cost of many starts at once ---------------------------------------------------------------------------------
#
# Runs go side by side on the batch program, without derivatives. They have the fit's step and are recorded a few steps apart;
# channels are evaluated on cubic splines through the recorded states. That ranks starts and is good for nothing else: descents
# begin with runs of their own. Recordings on an orbit or with obstacles are run one after the other.

_APART = 1 / 400  # of the run, at most, between recorded states
_AHEAD = 4  # steps beyond the last time


class BatchScreen:
    """Calls with a list of values of all unknowns; returns their costs, infinite where a run failed."""

    def __init__(self, misfit: Misfit, evaluator: Evaluator):
        self.misfit, self.evaluator = misfit, evaluator
        self.problem = misfit.memory.problem

    def __call__(self, thetas: Sequence[np.ndarray]) -> np.ndarray:
        scales, free = self.misfit.scales, self.misfit.free
        costs = np.array([0.5 * np.sum(scales.priors(scales.search(theta[free]))[0] ** 2) for theta in thetas])
        for name in self.misfit.recordings:
            recording = self.problem.recording(name)
            plain = recording.start == "model" and recording.program.model.scene is None
            costs += self.side_by_side(recording, thetas) if plain else self.one_by_one(recording, thetas)
        return costs

    def one_by_one(self, recording: Recording, thetas: Sequence[np.ndarray]) -> np.ndarray:
        """Costs of one recording by the evaluator."""
        found = []
        for theta in thetas:
            evaluation = self.misfit.memory(theta, slopes=False, recordings=[recording.name])
            told = [self.cost(b.channel, b.difference) for b in evaluation.blocks]
            found.append(math.inf if evaluation.failed else sum(told))
        return np.array(found)

    def side_by_side(self, recording: Recording, thetas: Sequence[np.ndarray]) -> np.ndarray:
        """Costs of one recording by a batch."""
        from scipy.interpolate import CubicSpline

        from elver.simulation import simulate_batch

        program, names = self.evaluator.programs[recording.name], recording.program.equations.parameters
        settings = [recording_parameters(self.problem, recording, program, theta) for theta in thetas]
        begins = [model_start(program, own) for own in settings]
        wanted = [
            merge([channel_times(recording, c, own, b)[0] for c in recording.channels])
            for own, b in zip(settings, begins, strict=True)
        ]
        last, dt = max(float(times[-1]) for times, _ in wanted), self.problem.dt
        stride = max(1, math.floor(last * _APART / dt))
        length = (math.ceil(last / (stride * dt)) + _AHEAD) * stride * dt
        values = {name: np.array([own.p[k] for own in settings]) for k, name in enumerate(names)}
        method = chosen_method(self.problem, program, settings[0], begins[0])
        try:
            data = simulate_batch(
                program,
                length,
                parameters=values,
                initial_states=np.array([b.x for b in begins]),
                solver=Solver(method, dt),
                save=Save(every=stride * dt, fields=["state"]),
                compute=Compute(threads=self.evaluator.threads),
                progress=False,
            )
        except ElverError:  # the batch refuses what single runs may not: a value out of its bounds, signals that end
            return self.one_by_one(recording, thetas)
        costs = np.full(len(thetas), math.inf)
        for k, (own, (times, places)) in enumerate(zip(settings, wanted, strict=True)):
            if data.status.values[k] == "finished":
                states = CubicSpline(data.time.values, data.state.values[k])(times)
                seen = self.evaluator.observers[recording.name](program, own.p, own.camera, times, states)
                costs[k] = self.channels_cost(recording, seen.values, places)
        return costs

    def channels_cost(self, recording: Recording, seen: np.ndarray, places: Sequence[np.ndarray]) -> float:
        """Cost of all channels of a recording. seen: [time, channel]; places: of every channel's samples among the times."""
        total = 0.0
        for k, channel in enumerate(recording.channels):
            values = seen[places[k], k]
            if channel.of_strokes:
                values = stroke_metric(channel.kind, channel.order, channel.count, values)[0]
            total += self.cost(channel, values - channel.values)
        return total if math.isfinite(total) else math.inf

    def cost(self, channel: Channel, difference: np.ndarray) -> float:
        """Cost of one channel's differences."""
        level = self.misfit.levels[key_of(channel)]
        return huber(whitened(channel, difference, level), level.huber)[0]


# --- the state on disk, written whole after every iteration ----------------------------------------------------------

_FORM = 1  # of the file
_MOST_BYTES = 64 << 20
_LARGEST = 1e100  # of a number in the file; an infinite cost is null
_ADVICE = "Remove it, or give another file for the state."


def digest_of(problem: Problem, **settings: Any) -> str:
    """A fingerprint of everything that decides what is searched: data, noise, unknowns, settings of runs and search."""
    found = hashlib.sha256()
    plain = (problem.name, problem.digest, problem.dt, problem.method, problem.orbit, problem.shooting)
    for part in (plain, problem.unknowns, sorted(settings.items())):
        found.update(repr(part).encode())
    for recording in problem.recordings:
        own = (
            recording.name,
            sorted(recording.values.items()),
            sorted(recording.states.items()),
            recording.start,
            recording.held_out,
            None if recording.signals is None else recording.signals.digest,
            repr(sorted(recording.program.model.parameters.items())) if isinstance(recording.program, Program) else None,
        )
        found.update(repr((own, recording.camera.numbers.tolist(), recording.offset, recording.factor)).encode())
        for channel in recording.channels:
            own_kind = (channel.kind, channel.order, channel.window, channel.strokes, channel.unit, channel.observable.unit)
            found.update(repr((channel.name, channel.observable.name, own_kind, channel.noise)).encode())
            for numbers in (channel.times, channel.values, channel.sigma):
                found.update(np.ascontiguousarray(numbers).tobytes())
    return found.hexdigest()[:16]


class Checkpoint:
    """What a fit has reached, in a file; without a path nothing is kept.

    costs: of all starts.   starts: descents that have ended (state, status, detail).   current: the State of the one under way.
    levels: noise as estimated so far, one for each channel in the problem's order.
    sizes: how many unknowns, starts and levels there are; None where nothing is read.
    """

    def __init__(self, path: Path | None, digest: str, sizes: tuple[int, int, int] | None = None):
        self.path, self.sizes = None if path is None else Path(path), sizes
        begun: dict[str, Any] = {"costs": None, "starts": [], "current": None, "levels": None}
        self.content: dict[str, Any] = {"form": _FORM, "digest": digest, **begun}
        if self.path is not None and self.path.exists():
            self.content = self._read(digest)

    def _read(self, digest: str) -> dict[str, Any]:
        assert self.path is not None
        content = read_json(self.path, _MOST_BYTES, _ADVICE)
        if not isinstance(content, dict) or "form" not in content:
            raise InputError(f"'{self.path}' is no state of a fit. {_ADVICE}")
        if content["form"] != _FORM or not {"digest", "starts", "current", "costs", "levels"} <= set(content):
            raise InputError(f"'{self.path}' is the state of a fit of another version. Remove it to begin anew.")
        if content["digest"] != digest:
            raise InputError(
                f"'{self.path}' is the state of another fit: data, unknowns or settings differ. Remove it to begin anew, or give "
                "another file for the state."
            )
        if self.sizes is not None and not _is_state(content, *self.sizes):
            raise InputError(f"'{self.path}' is the state of a fit, but damaged. Remove it to begin anew.")
        return content

    def write(self, **changed: Any) -> None:
        """Keep what changed."""
        self.content.update(changed)
        if self.path is not None:
            write_json(self.path, self.content)

    @property
    def state(self) -> State | None:
        """The state of the descent under way."""
        return None if self.content["current"] is None else _state_from(self.content["current"])

    def levels(self, first: Levels) -> Levels:
        """Noise as estimated so far."""
        kept = self.content["levels"]
        return dict(first) if kept is None else {key: NoiseLevel(*row) for key, row in zip(first, kept, strict=True)}


def _is_state(content: dict[str, Any], unknowns: int, starts: int, levels: int) -> bool:
    """Whether a state holds what a search of so many unknowns, starts and levels leaves behind."""
    costs, ended, current, noise = (content[name] for name in ("costs", "starts", "current", "levels"))
    return (
        (costs is None or _are_numbers(costs, starts, gaps=True))
        and isinstance(ended, list)
        and len(ended) <= starts
        and all(isinstance(row, dict) and _is_descent(row.get("state"), unknowns) for row in ended)
        and all(isinstance(row.get(word), str) and row[word].isprintable() for row in ended for word in ("status", "detail"))
        and (current is None or _is_descent(current, unknowns))
        and (noise is None or (isinstance(noise, list) and len(noise) == levels and all(_are_numbers(row, 3) for row in noise)))
    )


def _is_descent(plain: Any, unknowns: int) -> bool:
    """Whether ``_plain_state`` wrote it."""
    if not isinstance(plain, dict) or not {"s", "damping", "growth", "norms", "history"} <= set(plain):
        return False
    pace = [plain["damping"], plain["growth"]]
    lines = plain["history"]
    return (
        _are_numbers(plain["s"], unknowns)
        and _are_numbers(pace, 2)
        and min(pace) > 0
        and (plain["norms"] is None or (_are_numbers(plain["norms"], unknowns) and min(plain["norms"], default=0) >= 0))
        and isinstance(lines, list)
        and all(isinstance(line, dict) and _are_numbers(list(line.values()), len(line), gaps=True) for line in lines)
    )


def _are_numbers(given: Any, count: int, gaps: bool = False) -> bool:
    """Whether it is a list of so many numbers that a search may meet; gaps: some may be missing."""
    numbers = [v for v in given if not (gaps and v is None)] if isinstance(given, list) and len(given) == count else [None]
    return all(isinstance(v, int | float) and not isinstance(v, bool) and abs(v) < _LARGEST for v in numbers)


def _plain_state(state: State) -> dict[str, Any]:
    """A state as plain data."""
    norms = None if state.norms is None else state.norms.tolist()
    own = {"s": state.s.tolist(), "damping": state.damping, "growth": state.growth, "norms": norms}
    return {**own, "history": [dict(line) for line in state.history]}


def _state_from(plain: dict[str, Any]) -> State:
    """The state that ``_plain_state`` wrote."""
    norms = None if plain["norms"] is None else np.array(plain["norms"], float)
    return State(np.array(plain["s"], float), plain["damping"], plain["growth"], norms, tuple(plain["history"]))


def _plain_levels(levels: Levels) -> list[list[float]]:
    """Levels as plain data, in their order."""
    return [[level.ar1, level.model_error, level.huber] for level in levels.values()]
