"""One look for all pictures."""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from elver._support.choices import Style
from elver._support.errors import InputError, unknown_name
from elver._support.files import whole_file
from elver._support.resources import needed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

INK, WATER, ACCENT, SOFT, WARM, LEAF = "#1b2a41", "#2878b5", "#c8553d", "#9aa5b1", "#e0a030", "#4fae88"
CYCLE = (WATER, ACCENT, LEAF, WARM, "#4b2e83", "#86d0e0", INK, "#b56576", "#6c757d")  # told apart by colour-blind people too

LARGEST = 4.0  # what is drawn over the size of the figure
_MARGIN = 0.08  # inches around what is drawn
_LETTER, _SMALL_LETTER, _SAMPLE = 0.084, 0.062, 0.38  # inches: of a title, of a legend, of a line with its gaps in a legend
DEGREES = 180 / np.pi
_IN_DEGREES = {"rad": "deg", "rad/s": "deg/s", "rad/s^2": "deg/s^2"}  # angles are drawn in degrees; data are in radians
_FLATTEST = 0.15  # height of a path over its width, below which it is drawn larger across than along


def new_figure(rows: int = 1, columns: int = 1, size: tuple[float, float] = (7.2, 4.2), **kwargs: Any) -> tuple[Figure, Any]:
    """A figure without any global state, and its axes as a flat list."""
    figures, canvas = (needed(f"matplotlib.{name}", "a picture") for name in ("figure", "backends.backend_agg"))
    figure = figures.Figure(figsize=size, layout="constrained")
    canvas.FigureCanvasAgg(figure)
    figure.get_tightbbox = _bounded(figure.get_tightbbox, size)
    axes = figure.subplots(rows, columns, squeeze=False, **kwargs).ravel().tolist()
    for axis in axes:
        axis.set_prop_cycle(color=list(CYCLE))
        axis.grid(True, color="#e3e7eb", linewidth=0.7)
        axis.set_axisbelow(True)
        for side in ("top", "right"):
            axis.spines[side].set_visible(False)
    return figure, axes


def _bounded(measure: Callable[..., Any], size: tuple[float, float]) -> Callable[..., Any]:
    """``measure`` of what is drawn [inches], an error where that is far larger than the figure: it would fill the memory."""

    def measured(*arguments: Any, **options: Any) -> Any:
        found = measure(*arguments, **options)
        if not (found.width <= LARGEST * size[0] and found.height <= LARGEST * size[1]):
            raise InputError("something lies far outside the picture: the data are damaged or not finite.")
        return found

    return measured


def shown_name(of: Any) -> str:
    """The name under which pictures show a run, a store or a search; a name as it is. ``plots.scenario_of`` finds scenarios."""
    return of if isinstance(of, str) else str(of.attrs["model"])


def titled(of: Any, text: str) -> str:
    """The title of a figure: of what, and what it shows."""
    return f"{shown_name(of)}: {text}"


def legend(axis: Axes, title: str | None = None) -> None:
    """Title on the left, legend above on the right or, where both have no room there, beside the axis: they hide no curve."""
    if title:
        axis.set_title(title, loc="left", color=INK, fontsize=11)
    labels = axis.get_legend_handles_labels()[1]
    if not labels:
        return
    common = {"frameon": False, "fontsize": 8, "borderaxespad": 0.2, "handlelength": 1.6, "columnspacing": 1.2}
    if _needs_room(axis, title or "", labels):
        made = axis.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), **common)
    else:
        made = axis.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=max(1, len(labels)), **common)
    made.moves = True  # type: ignore[attr-defined]  # a style may put it elsewhere


def _needs_room(axis: Axes, title: str, labels: list[str]) -> bool:
    """Whether a title and a legend in one line are wider than the axis, or the legend alone is long."""
    place = axis.get_subplotspec()
    columns = 1 if place is None else place.get_gridspec().ncols
    wide = _LETTER * len(title.split("\n")[-1]) + sum(_SMALL_LETTER * len(label) + _SAMPLE for label in labels)
    return sum(map(len, labels)) > 45 or wide > 0.9 * axis.figure.get_figwidth() / columns  # type: ignore[union-attr]


def shown_unit(unit: str) -> tuple[str, float]:
    """The unit that a quantity is drawn in, and the factor to it: angles in degrees, all else as it is."""
    return (_IN_DEGREES[unit], DEGREES) if unit in _IN_DEGREES else (unit, 1.0)


def stretch_of(width: float, height: float) -> float:
    """How many times larger across than along a path is drawn: once, unless it is too flat to be seen; then 2, 5, 10, ..."""
    steps = (step * 10.0**power for power in range(9) for step in (1, 2, 5))
    return next((k for k in steps if k * height >= _FLATTEST * width), 1.0) if height > 0 else 1.0


def to_scale(axis: Axes, view: str, stretch: float = 1.0) -> None:
    """Axes of a plane such as ``xy`` [m], to one scale; where the second is drawn larger, the first one's label says how much.

    It stands there because such an axis is low: beside it the words would be longer than the axis.
    """
    larger = "" if stretch == 1 else f"  ({view[1]} drawn {stretch:g} times larger)"
    axis.set(xlabel=f"{view[0]} [m]{larger}", ylabel=f"{view[1]} [m]")
    axis.set_aspect(stretch, adjustable="datalim")


def powers_of_ten(axis: Axis) -> None:
    """Ticks of a logarithmic axis as 10 with a small exponent, in plain letters: setting them as formulas is slow."""
    small = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

    def text(value: float, place: float) -> str:
        return "10" + f"{round(np.log10(value))}".translate(small) if value > 0 else ""

    axis.set_major_formatter(text)


def clip_spikes(axes: Sequence, curves: Sequence[np.ndarray], share: float = 8.0, whose: str = "") -> None:
    """Where a spike beyond ``share`` times the 99th percentile would flatten the rest, show the rest and name its height.

    axes, curves: axes of one height, and what is drawn on each. A spike is named in the label of the axis that it is on, where it
    hides nothing: label the axes first.   whose: what else is said of it there.
    """
    values = np.concatenate([np.ravel(c) for c in curves])
    usual, peak = np.percentile(np.abs(values), 99.0), np.abs(values).max()
    if not 0 < share * usual < peak:
        return
    low, high = -1.6 * usual if values.min() < 0 else -0.05 * usual, 1.6 * usual
    for axis, own in zip(axes, curves, strict=True):
        axis.set_ylim(low, high)
        if (largest := np.abs(own).max()) > high:
            axis.set_ylabel(f"{axis.get_ylabel()}\npeak {largest:.3g}{whose} not shown".strip())


# --- What a figure is drawn for: the screen, a paper, slides. And units in which small machines have handy numbers.


@dataclass(frozen=True)
class _Look:
    """Width [inches] of a figure that is one column wide on the screen, and of a wider one; letters and lines over those of the
    screen, and between which sizes letters stay [points]; dots an inch of a PNG."""

    column: float
    page: float
    letters: float
    smallest: float
    largest: float
    lines: float
    dots: int


_LOOKS: dict[str, _Look] = {
    Style.PAPER: _Look(3.5, 7.16, 0.8, 7.0, 8.0, 0.8, 300),
    Style.SLIDES: _Look(10.0, 10.0, 1.6, 14.0, 18.0, 1.7, 150),
}
_COLUMN = 7.8  # inches: wider figures of the screen take both columns of a paper
_TALLER = 0.35  # of what letters grow by over the figure, figures grow in height
_STYLE: ContextVar[str | None] = ContextVar("style", default=None)
_LETTER_WIDTH = 0.57  # of a letter over its size
_PANEL = 0.86  # of the width of a panel beside its numbers and label
_LINE, _BELOW = 1.5, 2.5  # a line of letters over their size, and lines of numbers and label below a panel
_LOWEST = 0.15  # height of a plane to scale over the width of its figure, at least
_BESIDE_BAR = 0.85  # of the width of a panel that has a bar of colours
_SMALL = 0.1  # numbers below it are drawn in a thousandth of the unit
_UNIT = re.compile(r"\[(m|N|N m|W|J)\]")


@contextmanager
def styled(style: str | None) -> Iterator[None]:
    """Figures that are drawn within the block are for a ``paper`` or for ``slides``; None: for the screen."""
    if style is not None and style not in tuple(Style):
        raise unknown_name("style", style, tuple(Style))
    before = _STYLE.set(style)
    try:
        yield
    finally:
        _STYLE.reset(before)


def finished(figure: Any) -> Any:
    """The figure in handy units and in the style that is asked for; once."""
    if not hasattr(figure, "is_finished"):
        figure.is_finished = True
        in_handy_units(figure)
        if (style := _STYLE.get()) is not None:
            _restyle(figure, _LOOKS[style])
        for axis in figure.axes:
            _fit_numbers(figure, axis)
    return figure


def _fit_numbers(figure: Any, axis: Any) -> None:
    """No numbers in the tiles of a map where one is wider than its tile: the bar of colours says them."""
    numbers = [text for text in axis.texts if hasattr(text, "share")]
    panel = _PANEL * _BESIDE_BAR * 72 * figure.get_figwidth()
    if any(_LETTER_WIDTH * text.get_fontsize() * len(text.get_text()) > text.share * panel for text in numbers):
        for text in numbers:
            text.remove()


def in_handy_units(figure: Any) -> None:
    """Axes whose numbers are all small, in thousandths of their unit; both of a plane to one scale, or none."""
    for axis in figure.axes:
        if hasattr(axis, "_colorbar"):
            continue
        lines = [line for name in "xyz" if (line := getattr(axis, f"{name}axis", None)) is not None]
        small = [line for line in lines if _is_small(line)]
        if axis.get_aspect() != 1 or len(small) == len(lines):
            for line in small:
                line.set_label_text(_UNIT.sub(r"[m\1]", line.get_label_text()))
                line.set_major_formatter(lambda value, place: f"{1e3 * value:.6g}".replace("-", "\N{MINUS SIGN}"))


def _is_small(line: Axis) -> bool:
    """Whether millimetres say more than metres, and so on: all numbers are small, and the label names no peak."""
    text, largest = line.get_label_text(), float(np.abs(line.get_view_interval()).max())
    return bool(_UNIT.search(text)) and "peak" not in text and 0 < largest < _SMALL and line.get_scale() == "linear"


def _restyle(figure: Any, look: _Look) -> None:
    """Size of the figure, letters, lines and legends."""
    from matplotlib.collections import LineCollection
    from matplotlib.lines import Line2D
    from matplotlib.text import Text

    wide, high = figure.get_size_inches()
    width = look.column if wide <= _COLUMN else look.page
    share = width / wide
    figure.set_size_inches(width, high * share * (1 + _TALLER * max(0.0, look.letters / share - 1)))
    for text in figure.findobj(Text):
        text.set_fontsize(min(max(look.letters * text.get_fontsize(), look.smallest), look.largest))
    for line in figure.findobj(Line2D):
        line.set(linewidth=look.lines * line.get_linewidth(), markersize=look.lines * line.get_markersize())
    for lines in figure.findobj(LineCollection):
        lines.set_linewidth([look.lines * own for own in np.atleast_1d(lines.get_linewidth())])
    if (below := figure._supxlabel) is not None:
        below.set_text(_in_lines(" ".join(below.get_text().split("\n")), width, below.get_fontsize()))
    for axis in figure.axes:
        _move_legend(figure, axis)
        _break_label(figure, axis)
    _fit_to_scale(figure)


def _break_label(figure: Any, axis: Any) -> None:
    """The label of a vertical axis in lines that are no longer than its panel is high."""
    if (place := axis.get_subplotspec()) is None or not axis.get_ylabel():
        return
    high = _PANEL * place.get_position(figure).height * figure.get_figheight()
    size = axis.yaxis.label.get_fontsize()
    axis.yaxis.label.set_text("\n".join(_in_lines(line, high, size) for line in axis.get_ylabel().split("\n")))


def _fit_to_scale(figure: Any) -> None:
    """The height of a figure of one plane to scale: what its curves need, below title and legend, and no wider range for them."""
    axis = figure.axes[0]
    if len(figure.axes) > 1 or axis.get_aspect() == "auto" or not (axis.dataLim.width > 0 and axis.dataLim.height > 0):
        return
    made, size = axis.get_legend(), axis.xaxis.label.get_fontsize()
    rows = math.ceil(len(made.get_texts()) / made._ncols) if made is not None else 0
    words = _LINE * size / 72 * (rows + len(axis.get_title(loc="left").split("\n")) + _BELOW)
    width = figure.get_figwidth()
    plane = _PANEL * width * axis.get_aspect() * axis.dataLim.height / axis.dataLim.width
    figure.set_figheight(words + min(max(1.15 * plane, _LOWEST * width), width))


def _in_lines(text: str, width: float, size: float) -> str:
    """A text in lines of at most so many inches."""
    return textwrap.fill(text, max(10, int(width * 72 / (_LETTER_WIDTH * size))))


def _move_legend(figure: Any, axis: Any) -> None:
    """The legend above the axis, in as many columns as fit, and its title above that, in as many lines as it needs."""
    place, made = axis.get_subplotspec(), axis.get_legend()
    width = _PANEL * figure.get_figwidth() / (1 if place is None else place.get_gridspec().ncols)
    above = {"loc": "left", "color": INK, "fontsize": axis._left_title.get_fontsize()}
    title = _in_lines(axis.get_title(loc="left"), width, above["fontsize"])
    if made is None or not getattr(made, "moves", False):
        axis.set_title(title, **above)
        return
    size = made.get_texts()[0].get_fontsize()
    widest = max(_LETTER_WIDTH * size * len(text.get_text()) + 4.0 * size for text in made.get_texts())
    count = len(made.get_texts())
    columns = max(1, min(count, int(72 * width / widest)))
    axis.legend(ncols=columns, loc="lower left", bbox_to_anchor=(0.0, 1.0), borderaxespad=0.2,
                frameon=False, fontsize=size, handlelength=1.6, columnspacing=1.2)  # fmt: skip
    axis.set_title(title, pad=size * (1.4 + 1.5 * math.ceil(count / columns)), **above)


def write(figure: Figure, path: str | Path, dpi: int = 130) -> None:
    """Save a figure, whole or not at all, trimmed to what is drawn; an SVG carries no date, so that repeats are equal.

    It is laid out once: what is written later in other formats has the same places. dpi: of the screen's style.
    """
    finished(figure)
    dpi = dpi if (style := _STYLE.get()) is None else _LOOKS[style].dots
    metadata = {"Date": None} if str(path).endswith(".svg") else None
    box = _laid_out(figure, dpi)
    with whole_file(path) as part:
        figure.savefig(part, dpi=dpi, metadata=metadata, bbox_inches=box)


def _laid_out(figure: Any, dpi: int) -> Any:
    """The part of the figure that is drawn on [inches], with a margin; its layout is worked out when this is first asked."""
    if not hasattr(figure, "drawn_part"):
        figure.set_dpi(dpi)
        if (engine := figure.get_layout_engine()) is not None:
            engine.execute(figure)
            figure.set_layout_engine(None)  # "none" would have every format laid out again
        figure.drawn_part = figure.get_tightbbox(figure.canvas.get_renderer()).padded(_MARGIN)
    return figure.drawn_part
