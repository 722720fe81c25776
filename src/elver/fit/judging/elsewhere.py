"""Recordings that nobody made: like a fitted one, at other values of free parameters. Predictions and designs ask for them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from elver.errors import InputError, unknown_name
from elver.fit.problem import Camera, Problem, Recording

Values = Mapping[str, float]


def like(problem: Problem, values: Values, figures: bool = False) -> Recording:
    """The fitted recording that is nearest along the parameter of the trivial laws; without it, along all values given.

    figures: it must have figures of whole strokes.   Values that cannot be set are refused.
    """
    fitted = [r for r in problem.fitted if not figures or any(c.figure for c in r.channels)]
    if not fitted:
        raise InputError(
            "no fitted recording has a figure of whole strokes (kind mean, harmonic or amplitude), so that there is nothing to "
            "predict. Add such a channel to the fit."
        )
    for name in values:
        known = [n for n in fitted[0].program.equations.parameters if n not in problem.names]
        if name in problem.names:
            raise InputError(f"'{name}' is an unknown of the fit: the fit says its value. Give values of other parameters.")
        if name not in known:
            hint = "Only what recordings set in the fit file stays free."
            raise InputError(f"{unknown_name('free parameter of the fit:', name, known)} {hint}")
    return nearest(problem, fitted, values)


def nearest(problem: Problem, recordings: Sequence[Recording], values: Values) -> Recording:
    """Of some recordings the one nearest to values; the first of those that are as near as each other."""
    keys = [problem.law_by] if problem.law_by in values else list(values)

    def distance(recording: Recording) -> float:
        found = 0.0
        for key in keys:
            there = [r.values[key] for r in recordings if key in r.values]
            size = max(there, default=0.0) - min(there, default=0.0) or 1.0
            found += abs(recording.values[key] - values[key]) / size if key in recording.values else math.inf
        return found

    return min(recordings, key=distance)


def moved(problem: Problem, theta: np.ndarray, template: Recording, values: Values, name: str) -> Recording:
    """A recording like another at other values; the unknowns that only the other one has keep what theta says of them."""
    own, states = dict(template.values), dict(template.states)
    camera = dict(zip(("x", "y", "yaw", "scale"), template.camera.numbers.tolist(), strict=True))
    clock = {"offset": template.offset, "factor": template.factor}
    tables = {"parameter": own, "state": states, "camera": camera, "clock": clock}
    for unknown, value in zip(problem.unknowns, theta.tolist(), strict=True):
        if unknown.recording == template.name:
            tables[unknown.role][unknown.of] = value
    return replace(
        template, name=name, values={**own, **values}, states=states, camera=Camera(**camera), held_out=True, dropped=(),
        rivals={}, like=template.name, offset=clock["offset"], factor=clock["factor"],
    )  # fmt: skip


def candidates(problem: Problem, wanted: Iterable[Values]) -> tuple[Recording, ...]:
    """Further recordings for a design: every kind of fitted recording at other values, named after those and what it is like.

    Recordings are of one kind where they show the same channels at the same times of the same machine, and differ in the values
    asked for alone: of those, the nearest is taken.
    """
    found: dict[str, Recording] = {}
    for values in wanted:
        like(problem, values)  # refuses what cannot be set
        kinds: dict[tuple, list[Recording]] = {}
        for recording in problem.fitted:
            kinds.setdefault(kind_of(recording, values), []).append(recording)
        for own in kinds.values():
            template = nearest(problem, own, values)
            name = f"{', '.join(f'{key} = {value:.6g}' for key, value in values.items())}, like {template.name}"
            found.setdefault(name, moved(problem, problem.start, template, values, name))
    return tuple(found.values())


def kind_of(recording: Recording, values: Values) -> tuple:
    """What a recording shows, and of which machine in which setting, the values asked for left aside."""
    shown = tuple((c.name, c.kind, c.order, c.unit, c.times.tobytes(), c.window) for c in recording.channels)
    setting = tuple(sorted((key, value) for key, value in recording.values.items() if key not in values))
    return id(recording.program), shown, setting, recording.start, tuple(sorted(recording.states.items())), id(recording.signals)
