"""Recordings that nobody made: like a fitted one, at other values of free parameters. Predictions and designs ask for them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np

from elver.errors import InputError, unknown_name
from elver.fit.problem import Camera, Problem, Recording

Values = Mapping[str, float]


def like(problem: Problem, values: Values, figures: bool = False) -> Recording:
    """The fitted recording that is nearest along the parameter of the trivial laws, or the first.

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
    by = problem.law_by
    if by not in values:
        return fitted[0]
    return min(fitted, key=lambda r: abs(r.values.get(by, math.inf) - values[by]))


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
        rivals={}, offset=clock["offset"], factor=clock["factor"],
    )  # fmt: skip


def candidates(problem: Problem, wanted: Iterable[Values]) -> tuple[Recording, ...]:
    """Further recordings for a design: the channels, times and errors of fitted ones, at other values."""
    found: dict[str, Recording] = {}
    taken = {r.name for r in problem.recordings}
    for values in wanted:
        name = ", ".join(f"{key} = {value:.6g}" for key, value in values.items())
        if name not in taken:
            found[name] = moved(problem, problem.start, like(problem, values), values, name)
    return tuple(found.values())
