"""What a search is after: figures of a summary to make small or large, and bounds on others."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from elver.errors import InputError, unknown_name
from elver.studies.runs import Row

SLACK = 1e-6  # of a bound: as near as gradients find it
PLACES = {"x": 0, "y": 1, "z": 2}


@dataclass(frozen=True)
class Goal:
    """A figure to minimise, or to maximise."""

    figure: str
    maximise: bool = False

    @property
    def sign(self) -> int:
        return -1 if self.maximise else 1

    def cost(self, row: Row) -> float:
        """A number to make small; infinite for a case that cannot be trusted or has no such figure."""
        value = value_of(row, self.figure)
        return self.sign * value if row.trusted and math.isfinite(value) else math.inf


@dataclass(frozen=True)
class Constraint:
    """``figure >= bound`` (sign 1) or ``figure <= bound`` (sign -1)."""

    figure: str
    sign: int
    bound: float

    def __str__(self):
        return f"{self.figure} {'>=' if self.sign > 0 else '<='} {self.bound:g}"

    @property
    def weight(self) -> float:
        """Change of the margin with the figure."""
        return self.sign / (abs(self.bound) or 1.0)

    def margin(self, row: Row) -> float:
        """How far inside the bound a case is, relative to the bound; minus infinity where it has no such figure."""
        value = value_of(row, self.figure)
        return -math.inf if math.isnan(value) else self.weight * (value - self.bound)


def violation(constraints: Iterable[Constraint], row: Row) -> float:
    """Sum of relative violations; 0 for a case that keeps all bounds to ``SLACK``, infinite for one that cannot be trusted."""
    if not row.trusted:
        return math.inf
    return sum(max(0.0, -c.margin(row) - SLACK) for c in constraints)


def merit(goal: Goal, constraints: Iterable[Constraint], row: Row) -> tuple[float, float]:
    """(violation, cost), by which cases are compared, the smaller the better; both infinite where the cost has no number."""
    cost = goal.cost(row)
    return (violation(constraints, row), cost) if math.isfinite(cost) else (math.inf, math.inf)


def value_of(row: Row, figure: str) -> float:
    """A figure of a finished case; NaN where there is none. Of several numbers the largest, or the one named after a dot."""
    if row.status != "finished":
        return math.nan
    value, (name, _, part) = None, figure.partition(".")
    if name in row.figures:
        value = row.figures[name]
        if isinstance(value, Mapping):
            value = value.get(part) if part else max((v for v in value.values() if v is not None), default=None)
        elif isinstance(value, list):
            value = value[PLACES[part]] if PLACES.get(part, len(value)) < len(value) else None
    return math.nan if value is None or isinstance(value, str) else float(value)


def known_figures(figures: Mapping[str, object]) -> list[str]:
    """Names that ``value_of`` understands."""
    names = []
    for name, value in figures.items():
        if isinstance(value, Mapping):
            names += [name, *(f"{name}.{part}" for part in value)]
        elif isinstance(value, list):
            names += [f"{name}.{part}" for part, k in PLACES.items() if k < len(value)]
        elif not isinstance(value, str | bool):
            names.append(name)
    return names


def require_figures(wanted: Iterable[str], figures: Mapping[str, object]) -> None:
    """Refuse names that a summary does not have."""
    known = known_figures(figures)
    for name in wanted:
        if name not in known:
            short = [n for n in known if "." not in n]
            raise unknown_name("figure of the summary", name, known if "." in name else short)


def read_constraint(text: str) -> Constraint:
    """``mean_speed>=0.3`` or ``peak_torque_by_group.yaw <= 4``."""
    match = re.fullmatch(r"\s*([\w.]+)\s*(>=|<=)\s*(\S+)\s*", str(text))
    try:
        bound = float(match.group(3)) if match else math.nan
    except ValueError:
        bound = math.nan
    if match is None or not math.isfinite(bound):
        raise InputError(f"constraint '{text}' is not FIGURE>=NUMBER or FIGURE<=NUMBER, such as mean_speed>=0.3.")
    return Constraint(match.group(1), 1 if match.group(2) == ">=" else -1, bound)
