"""How contact problems are solved."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from elver.errors import InputError, require_number, unknown_name

COLD, NEVER = -1.0, -2.0  # in place of the length of the step before: there was none; no step looks back; their sum: both


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
    implicit: joint torques at the end of the step, linearised; False: as predicted for it (needs dt below 3e-4 s for Aiko).
    overlap [m]: how deep the start pose may lie inside an obstacle.
    look_back: steps use the one before them (second order between impacts); False: none does (first order), as it must be where
    inputs jump from step to step. None: False for a model with inputs, else True.
    """

    solver: Solver | str = Solver.AUTO
    tolerance: float = 1e-8
    most: int = 1000
    implicit: bool = True
    r_normal: float = 0.01
    r_friction: float = 1.3
    overlap: float = 1e-3
    look_back: bool | None = None

    def __post_init__(self):
        if self.solver not in list(Solver):
            raise unknown_name("contact solver", self.solver, list(Solver))
        object.__setattr__(self, "solver", Solver(self.solver))
        for name in ("tolerance", "most", "r_normal", "r_friction"):
            require_number(f"ContactSettings.{name}", getattr(self, name), above=0.0)
        require_number("ContactSettings.overlap", self.overlap, low=0.0, unit="m")
        if self.look_back not in (None, True, False):
            raise InputError(f"ContactSettings.look_back = {self.look_back!r} is not allowed. Give True, False or None.")

    @property
    def first_length(self) -> float:
        """What a run's first step finds as the length of the one before: there was none, and perhaps none is looked back at."""
        return NEVER + COLD if self.look_back is False else COLD
