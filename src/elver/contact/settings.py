"""How contact problems are solved."""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from elver.errors import require_number, unknown_name


class Solver(StrEnum):
    """Who solves the contact problem of a step."""

    AUTO = "auto"
    GAUSS_SEIDEL = "gauss-seidel"
    NEWTON = "newton"
    PROX = "prox"


@dataclass(frozen=True)
class ContactSettings:
    """How contact problems are solved.

    solver: ``auto`` (Gauss-Seidel sweeps where they converge, else Newton's method), one of these alone (``gauss-seidel``,
    ``newton``), or ``prox``, the published iteration with fixed r_normal and r_friction [kg].
    tolerance: largest natural-map residual of an accepted step, over the machine's weight times dt.  most: iterations allowed.
    implicit: joint torques at the end of the step, linearised; False: explicit, as published (needs dt below 3e-4 s for Aiko).
    overlap [m]: how deep the start pose may lie inside an obstacle.
    accuracy [m]: None steps as published, by dt; a length asks for steps of second order, at most dt long and as short as they
    must be for an error of that much in one step (of the mean way of all masses; ``math.inf``: all steps are dt).
    """

    solver: Solver | str = Solver.AUTO
    tolerance: float = 1e-8
    most: int = 1000
    implicit: bool = True
    r_normal: float = 0.01
    r_friction: float = 1.3
    overlap: float = 1e-3
    accuracy: float | None = None

    def __post_init__(self):
        if self.solver not in list(Solver):
            raise unknown_name("contact solver", self.solver, list(Solver))
        object.__setattr__(self, "solver", Solver(self.solver))
        for name in ("tolerance", "most", "r_normal", "r_friction"):
            require_number(f"ContactSettings.{name}", getattr(self, name), above=0.0)
        require_number("ContactSettings.overlap", self.overlap, low=0.0, unit="m")
        if self.accuracy is not None and self.accuracy != math.inf:
            require_number("ContactSettings.accuracy", self.accuracy, above=0.0, unit="m")


def accuracy_in(attributes: Mapping[str, Any]) -> float | None:
    """The accuracy of contact that a run was made with [m]; None for steps of one length, and where nothing legible stands."""
    text = str(attributes.get("contact_settings", "{}")).replace(": inf", ": 1e999")  # Python writes infinity as no number
    try:
        found = ast.literal_eval(text)["accuracy"]
        return None if found is None else float(found)
    except (ValueError, SyntaxError, KeyError, TypeError, MemoryError, RecursionError):
        return None
