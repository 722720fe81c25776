"""The state of a fit on disk, written whole after every iteration, so that an interrupted fit goes on where it was."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np

from elver.errors import InputError
from elver.files import write_json
from elver.fit.problem import Problem
from elver.fit.solving.levenberg import State
from elver.fit.solving.noise import Level, Levels
from elver.native import Program
from elver.reading import read_json

FORM = 1  # of the file
MOST_BYTES = 64 << 20
LARGEST = 1e100  # of a number in the file; an infinite cost is null
ADVICE = "Remove it, or give another file for the state."


def digest_of(problem: Problem, **settings: Any) -> str:
    """A fingerprint of everything that decides what is searched: data, noise, unknowns, settings of runs and search."""
    found = hashlib.sha256()
    plain = (problem.name, problem.digest, problem.dt, problem.steps, problem.method, sorted(problem.orbit.items()))
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
            own_kind = (channel.kind, channel.order, channel.window, channel.strokes, channel.unit, channel.quantity.unit)
            found.update(repr((channel.name, channel.quantity.name, own_kind, channel.noise)).encode())
            for numbers in (channel.times, channel.values, channel.sigma):
                found.update(np.ascontiguousarray(numbers).tobytes())
    return found.hexdigest()[:16]


class Checkpoint:
    """What a fit has reached, in a file; without a path nothing is kept.

    costs: of all starts.   starts: descents that have ended (state, status, detail).   current: the State of the one under way.
    levels: noise as estimated so far, one for each channel in the problem's order.
    sizes: how many unknowns, starts and levels there are; None where nothing is read.
    """

    def __init__(self, path, digest: str, sizes: tuple[int, int, int] | None = None):
        self.path, self.sizes = None if path is None else Path(path), sizes
        begun: dict[str, Any] = {"costs": None, "starts": [], "current": None, "levels": None}
        self.content: dict[str, Any] = {"form": FORM, "digest": digest, **begun}
        if self.path is not None and self.path.exists():
            self.content = self._read(digest)

    def _read(self, digest: str) -> dict[str, Any]:
        assert self.path is not None
        content = read_json(self.path, MOST_BYTES, ADVICE)
        if not isinstance(content, dict) or "form" not in content:
            raise InputError(f"'{self.path}' is no state of a fit. {ADVICE}")
        if content["form"] != FORM or not {"digest", "starts", "current", "costs", "levels"} <= set(content):
            raise InputError(f"'{self.path}' is the state of a fit of another version. Remove it to begin anew.")
        if content["digest"] != digest:
            raise InputError(
                f"'{self.path}' is the state of another fit: data, unknowns or settings differ. Remove it to begin anew, or give "
                "another file for the state."
            )
        if self.sizes is not None and not is_state(content, *self.sizes):
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
        return None if self.content["current"] is None else state_from(self.content["current"])

    def levels(self, first: Levels) -> Levels:
        """Noise as estimated so far."""
        kept = self.content["levels"]
        return dict(first) if kept is None else {key: Level(*row) for key, row in zip(first, kept, strict=True)}


def is_state(content: dict[str, Any], unknowns: int, starts: int, levels: int) -> bool:
    """Whether a state holds what a search of so many unknowns, starts and levels leaves behind."""
    costs, ended, current, noise = (content[name] for name in ("costs", "starts", "current", "levels"))
    return (
        (costs is None or are_numbers(costs, starts, gaps=True))
        and isinstance(ended, list)
        and len(ended) <= starts
        and all(isinstance(row, dict) and is_descent(row.get("state"), unknowns) for row in ended)
        and all(isinstance(row.get(word), str) and row[word].isprintable() for row in ended for word in ("status", "detail"))
        and (current is None or is_descent(current, unknowns))
        and (noise is None or (isinstance(noise, list) and len(noise) == levels and all(are_numbers(row, 3) for row in noise)))
    )


def is_descent(plain: Any, unknowns: int) -> bool:
    """Whether ``plain_state`` wrote it."""
    if not isinstance(plain, dict) or not {"s", "damping", "growth", "norms", "history"} <= set(plain):
        return False
    pace = [plain["damping"], plain["growth"]]
    lines = plain["history"]
    return (
        are_numbers(plain["s"], unknowns)
        and are_numbers(pace, 2)
        and min(pace) > 0
        and (plain["norms"] is None or (are_numbers(plain["norms"], unknowns) and min(plain["norms"], default=0) >= 0))
        and isinstance(lines, list)
        and all(isinstance(line, dict) and are_numbers(list(line.values()), len(line), gaps=True) for line in lines)
    )


def are_numbers(given: Any, count: int, gaps: bool = False) -> bool:
    """Whether it is a list of so many numbers that a search may meet; gaps: some may be missing."""
    numbers = [v for v in given if not (gaps and v is None)] if isinstance(given, list) and len(given) == count else [None]
    return all(isinstance(v, int | float) and not isinstance(v, bool) and abs(v) < LARGEST for v in numbers)


def plain_state(state: State) -> dict[str, Any]:
    """A state as plain data."""
    norms = None if state.norms is None else state.norms.tolist()
    own = {"s": state.s.tolist(), "damping": state.damping, "growth": state.growth, "norms": norms}
    return {**own, "history": [dict(line) for line in state.history]}


def state_from(plain: dict[str, Any]) -> State:
    """The state that ``plain_state`` wrote."""
    norms = None if plain["norms"] is None else np.array(plain["norms"], float)
    return State(np.array(plain["s"], float), plain["damping"], plain["growth"], norms, tuple(plain["history"]))


def plain_levels(levels: Levels) -> list[list[float]]:
    """Levels as plain data, in their order."""
    return [[level.ar1, level.model_error, level.huber] for level in levels.values()]
