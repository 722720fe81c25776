"""Derivatives of a run's figures by the coordinates of the box that is searched.

Exact ones by reverse sweeps (``elver.gradient``, one per figure) where their measures have expressions; central
differences elsewhere, whose runs make one batch with the point itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from elver.derivatives import gradient
from elver.errors import ElverError
from elver.native import Program
from elver.results.figures import figures_of
from elver.studies.programs import program_for
from elver.studies.runs import Row, plan_of
from elver.studies.searching.goals import value_of
from elver.studies.searching.search import Search

STEP = 1e-4  # of the box's width; a run of fixed steps is smooth to rounding, so that the error is of order STEP^2
SAME = 1e-6  # a sweep's value and the run's figure differ by rounding, or are not the same figure


@dataclass(frozen=True, eq=False)
class Point:
    """A run, and slope(figure): derivatives by the coordinates of the box, NaN where there are none."""

    row: Row
    slope: Callable[[str], np.ndarray]


@dataclass(eq=False)
class Slopes:
    """Runs points with derivatives. program: whose runs are swept; None for differences.   ways: those taken so far.

    modulo: of figures that the sweep knows up to whole multiples of a number, such as a heading up to full turns.
    """

    search: Search
    program: Program | None = None
    modulo: Mapping[str, float] = field(default_factory=dict)
    ways: set[str] = field(default_factory=set)

    @property
    def used(self) -> str:
        """``exact``, ``differences``, or ``mixed`` where a sweep failed at some points; what is meant, before the first."""
        return "mixed" if len(self.ways) > 1 else next(iter(self.ways), "differences" if self.program is None else "exact")

    def at(self, x: np.ndarray) -> Point:
        """The run of a point; its neighbours run along where they are needed."""
        program = self.program
        if program is None:
            row, *others = self.search.run([x, *neighbours(x)])
            return Point(row, self.differences(x, others))
        row = self.search.run([x])[0]
        beside = cache(lambda: self.differences(x, self.search.run(neighbours(x))))

        @cache
        def slope(figure: str) -> np.ndarray:
            if not row.trusted or math.isnan(value_of(row, figure)):
                return np.full(len(x), math.nan)
            found = self.swept(program, x, row, figure)
            return beside()(figure) if found is None else found

        return Point(row, slope)

    def differences(self, x: np.ndarray, rows: list[Row]) -> Callable[[str], np.ndarray]:
        """Central differences between neighbours that have been run."""
        self.ways.add("differences")
        count = len(x)
        widths = np.minimum(x + STEP, 1.0) - np.maximum(x - STEP, 0.0)

        def slope(figure: str) -> np.ndarray:
            values = np.array([value_of(row, figure) for row in rows])
            return (values[:count] - values[count:]) / widths

        return slope

    def swept(self, program: Program, x: np.ndarray, row: Row, figure: str) -> np.ndarray | None:
        """The exact derivatives of a figure; None where the run has none, or the figure is another of the same name."""
        setup, values = self.search.setup, self.search.values(x)
        if plan_of(setup, program, program.parameter_vector(values)).method != "rk4":
            return None
        try:
            found = gradient(program, figure, setup.plan.duration, setup.plan.dt, list(values), values=values)
        except ElverError:
            return None
        value = value_of(row, figure)
        if abs(math.remainder(found.value - value, self.modulo.get(figure, math.inf))) > SAME * max(abs(value), SAME):
            return None
        self.ways.add("exact")
        return found.gradient * np.array([i.high - i.low for i in self.search.intervals])


def neighbours(x: np.ndarray) -> list[np.ndarray]:
    """Two along every coordinate, inside the box: all above, then all below."""
    aside = STEP * np.eye(len(x))
    return [*np.minimum(x + aside, 1.0), *np.maximum(x - aside, 0.0)]


def slopes_for(search: Search, figures: Iterable[str], first: np.ndarray) -> Slopes:
    """Exact derivatives where all figures have expressions, all parameters stay free, there is no scene and rk4 steps."""
    if search.setup.plan.method not in ("auto", "rk4"):
        return Slopes(search)
    values = search.values(first)
    exact = {m.name: m for m in figures_of(search.setup.build(values)) if m.expression is not None}
    if set(figures) - set(exact):
        return Slopes(search)
    found = program_for(search.setup, {}, tuple(values), values)
    if found is None or set(found.free) != set(values) or found.program.model.scene is not None:
        return Slopes(search)
    return Slopes(search, found.program, {name: m.modulo for name, m in exact.items() if m.modulo})
