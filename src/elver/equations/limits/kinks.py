"""Instants at which the equations of a model have a corner, and a method that remembers steps must begin anew."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from elver.drive import laws_in
from elver.equations.model import Model
from elver.errors import InputError, is_finite, is_symbol, shown


def kink_times(model: Model, p: np.ndarray) -> list[float]:
    """Times [s] that the parts of a model name in ``kinks``, in order. p: values of the free parameters.

    Gait, joint laws, forces and couplings may have them. Corners at places or speeds (a drag of the square of a speed, where
    it turns) come at times that nobody knows before; they are not among these.
    """
    return sorted({number(model, name, kink, p) for name, kink in named_kinks(model)})


def named_kinks(model: Model) -> list[tuple[str, Any]]:
    """All kinks with the part that names them; they may be symbols."""
    laws = (*laws_in(model.control), *laws_in(model.elastic))
    named = [("the gait", model.gait), *((type(law).__name__, law) for law in laws)]  # several may be of one class
    parts = (*named, *model.forces.items(), *model.couplings.items())
    return [(name, kink) for name, part in parts for kink in getattr(part, "kinks", ())]


def number(model: Model, name: str, kink, p: np.ndarray) -> float:
    """The time of a kink [s]; refused where it is none."""
    if is_symbol(kink):
        return float(model.evaluated(kink, p[None])[0])
    if not (is_finite(kink) or (isinstance(kink, float) and math.isinf(kink))):
        raise InputError(f"kinks of {name}: {shown(kink)} is not a time. Give seconds since the start.")
    return float(kink)
