"""Periods of the motion that a model asks for: of its gaits, and of signals that repeat."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from elver.drive import laws_in
from elver.drive.clocks import timed_gaits
from elver.equations.model import Model
from elver.errors import is_finite, is_symbol


def known_periods(model: Model, p: np.ndarray) -> dict[str, float]:
    """Periods [s] by the part that has them: every gait, joint law, force and coupling that names one, or whose signals do.

    p: values of the free parameters. Of parts with one name the shortest is taken. Frequencies that the machine finds by itself
    (a spring, waves) are not among these.
    """
    found: dict[str, float] = {}
    for name, period in named(model):
        number = float(model.evaluated(period, p[None])[0]) if is_symbol(period) else period
        if is_finite(number) and number > 0:
            found[name] = min(float(number), found.get(name, math.inf))
    return found


def named(model: Model) -> Iterator[tuple[str, Any]]:
    """Parts and their periods, which may be symbols."""
    for one in timed_gaits(model.gait):
        yield f"gait ({type(one.gait).__name__})", one.period
    laws = (*laws_in(model.control), *laws_in(model.elastic))
    named_laws = ((f"law ({type(law).__name__})", law) for law in laws)
    for name, part in (*named_laws, *model.forces.items(), *model.couplings.items()):
        own = getattr(part, "period", None)
        yield name, getattr(getattr(part, "signals", None), "period", None) if own is None else own
