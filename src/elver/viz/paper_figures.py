"""Figures of papers: drawn from runs that are made for them, or from results that are there; with what several of them share."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from elver._support.choices import FigureState
from elver._support.errors import InputError
from elver.results import Run
from elver.results.samples import picked
from elver.scenarios import ClaimRunner, PaperFigure, all_papers, scenario
from elver.viz.plots import say_below, wrapped
from elver.viz.style import INK, SOFT, legend, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_RESULTS = (FigureState.REPRODUCED, FigureState.DIFFERS, FigureState.SIMULATION)
_WITHOUT_DATA = "The printed curves are no data: compared are the paper's numbers and words."


def draw_paper_figure(figure: PaperFigure, bench: ClaimRunner | None = None, results: Mapping[str, Run] | None = None) -> Figure:
    """Draw the figure of a paper, with its source and what differs below it.

    Parameters
    ----------
    figure
        One that can be drawn.
    bench
        Shares runs with other figures and with claims.
    results
        Runs by name, such as their files, to draw from instead of running: each case takes the first that will do.

    Raises
    ------
    InputError
        Nothing is drawn of this figure, or the results lack something that it needs.
    """
    if figure.draw is None:
        raise InputError(f"{figure.name} is not drawn: {figure.note}")
    if results:
        runs = [_result_for(figure, number, results) for number in range(len(figure.cases))]
    else:
        runs = [case.made(bench or ClaimRunner()) for case in figure.cases]
    drawn = figure.draw(runs)
    say_below(drawn, wrapped(drawn, caption(figure)), INK)
    return drawn


def _result_for(figure: PaperFigure, number: int, results: Mapping[str, Run]) -> Run:
    """The first result that will do for a case of a figure."""
    case, reasons = figure.cases[number], []
    for name, run in results.items():
        if not (reason := case.lacking(run)):
            return run
        reasons.append(f"'{name}': {reason}")
    raise InputError(
        f"{figure.name} needs a result of `{case.command}`, and none was given. {'; '.join(reasons)}. "
        f"Make it, or leave out --from: then it is run."
    )


def caption(figure: PaperFigure) -> str:
    """What stands below the figure: what it shows, its source, how it stands to the paper."""
    source = next(own for own in all_papers() if own.name == figure.paper)
    note = f": {figure.note}" if figure.note else ""
    compared = f" {_WITHOUT_DATA}" if figure.state in _RESULTS and not figure.is_table else ""
    where = f"{figure.name} (section {figure.section}; {source.short_reference})"
    return f"{where}: {figure.shows}. Here: {figure.state}{note}.{compared}"


# --- Parts of figures that several papers have alike.


def curves(
    data: Any, variable: str, label: str, names: Sequence[str], title: str, factor: float = 1.0, limit: float | None = None
) -> Figure:
    """One quantity of some joints over time. limit: of the actuators, dotted to both sides."""
    figure, (axis,) = new_figure(size=(7.2, 3.4))
    for name in names:
        axis.plot(data.time.values, factor * picked(data, variable, joint=name), linewidth=1.1, label=name)
    if limit is not None:
        for bound, said in ((limit, "actuator limit"), (-limit, None)):
            axis.axhline(bound, color=SOFT, linestyle=":", label=said)
    axis.set(xlabel="time [s]", ylabel=label)
    legend(axis, title)
    return figure


def sketch(name: str, changes: Mapping[str, Any] | None = None) -> Callable[[Sequence[Run]], Figure]:
    """What draws a scenario's machine at its start, from above and from the side, without a run."""

    def draw(runs: Sequence[Run]) -> Figure:
        from elver.scenarios.explanation import explain
        from elver.viz.model_figures import machine_figure

        return machine_figure(explain(scenario(name).build(changes)))

    return draw


def angle_text(value: Any) -> str:
    """A right angle or two as such, any other number as it is."""
    words = {1: "pi/2", -1: "-pi/2", 2: "pi", -2: "-pi"}
    turns = float(value) / (math.pi / 2)
    return words[round(turns)] if abs(round(turns)) in (1, 2) and math.isclose(turns, round(turns)) else f"{float(value):.4g}"


def table_figure(head: Sequence[str], rows: Sequence[Sequence[Any]], title: str, marked: Sequence[int] = ()) -> Figure:
    """A table as a picture. marked: numbers of rows in which ours differs from what is printed."""
    texts = [[cell if isinstance(cell, str) else f"{cell:.6g}" for cell in row] for row in rows]
    wide = [max(len(str(row[k])) for row in (head, *texts)) + 2 for k in range(len(head))]
    figure, (axis,) = new_figure(size=(max(5.0, 0.085 * sum(wide) + 0.4), 0.26 * (len(texts) + 1) + 0.7))
    axis.set_axis_off()
    shares = [w / sum(wide) for w in wide]
    grid = axis.table(texts, colLabels=list(head), colWidths=shares, cellLoc="left", bbox=(0.0, 0.0, 1.0, 1.0))
    grid.auto_set_font_size(False)
    grid.set_fontsize(8)
    for (row, _), cell in grid.get_celld().items():
        cell.set(edgecolor="#d9dee4", linewidth=0.6, facecolor="#eef2f6" if row == 0 else "white")
        if row - 1 in marked:
            cell.set(facecolor="#fbe9e4")
    axis.set_title(title, loc="left", fontsize=11, color=INK)
    return figure
