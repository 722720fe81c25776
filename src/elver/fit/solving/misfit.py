"""How far the model is from the recordings at some values of the unknowns: whitened residuals with their Jacobian."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from elver.fit.evaluation import Block, Evaluation
from elver.fit.problem import Problem
from elver.fit.solving.noise import Levels, huber, key_of, whitened
from elver.fit.solving.scales import Box, Scales

REMEMBERED = 16  # evaluations of a recording that are kept
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


class Memory:
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
                self.answers[keys[name]] = (slopes, new.of(name), new.failed.get(name), new.figures.get(name, {}))
        found = {name: self.answers[key] for name, key in keys.items()}
        for old in list(self.answers)[: max(0, len(self.answers) - REMEMBERED * max(1, len(self.problem.recordings)))]:
            del self.answers[old]
        return Evaluation(
            theta,
            tuple(b for name in names for b in found[name][1]),
            {name: why for name, (_, _, why, _) in found.items() if why is not None},
            {name: figures for name, (_, _, _, figures) in found.items() if figures},
        )


class Misfit:
    """Misfit of some recordings as a function of some unknowns, all others held.

    free: places of the unknowns that move.   held: values of all unknowns, of which the free ones do not count.
    """

    def __init__(self, memory: Memory, levels: Levels, recordings: Sequence[str], free: Sequence[int], held: np.ndarray):
        self.memory, self.levels = memory, levels
        self.recordings, self.free, self.held = tuple(recordings), list(free), np.array(held, float)
        self.scales = Scales([memory.problem.unknowns[i] for i in self.free])

    def theta(self, s) -> np.ndarray:
        """All unknowns at search coordinates of the free ones."""
        theta = self.held.copy()
        theta[self.free] = self.scales.values(s)
        return theta

    @property
    def start(self) -> np.ndarray:
        """Search coordinates of what is held now."""
        return self.scales.search(self.held[self.free])

    @property
    def box(self) -> Box:
        return self.scales.box

    def at(self, s, slopes: bool = True) -> Point:
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
