"""What a paper says against what is measured, as a small picture: intervals on one axis, in SVG."""

from __future__ import annotations

import math
from collections.abc import Callable
from html import escape

from elver.scenarios import Verdict
from elver.scenarios.claims import Interval, span

WIDTH, HEIGHT, MARGIN, LINE = 300.0, 46.0, 8.0, 18.0
FAR = 50.0  # ratio of the numbers beyond which the axis is logarithmic


def interval_picture(verdict: Verdict) -> str:
    """The paper's interval, the range of an ambiguous claim, the band that is watched, and the measured figure with its error."""
    c = verdict.claim
    place = axis_of(shown_numbers(verdict))
    parts = [f'<line class="axis" x1="0" x2="{WIDTH:g}" y1="{LINE:g}" y2="{LINE:g}"/>']
    for pair, kind, tall in ((c.range, "range", 20.0), (c.paper, "paper", 14.0), ((c.low, c.high), "band", 6.0)):
        if pair is not None:
            parts.append(bar(pair, kind, tall, place))
    error = drawn_error(verdict)
    if math.isfinite(verdict.measured):
        low, here, high = (place(v) for v in (verdict.measured - error, verdict.measured, verdict.measured + error))
        if verdict.error is not None:
            parts.append(f'<line class="error" x1="{low:.1f}" x2="{high:.1f}" y1="{LINE:g}" y2="{LINE:g}"/>')
            parts += [f'<line class="error" x1="{x:.1f}" x2="{x:.1f}" y1="{LINE - 5:g}" y2="{LINE + 5:g}"/>' for x in (low, high)]
        parts.append(f'<circle class="{"good" if verdict.holds else "bad"}" cx="{here:.1f}" cy="{LINE:g}" r="3.6"/>')
    for other in verdict.others:
        if math.isfinite(other):
            parts.append(f'<circle class="other" cx="{place(other):.1f}" cy="{LINE:g}" r="3.6"/>')
    parts += labels(verdict, place)
    said = "" if c.paper is None else f"paper {span(c.paper)}, "
    words = escape(f"{said}measured {verdict.measured:.6g} {c.unit}")
    return f'<svg viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img" aria-label="{words}">{"".join(parts)}</svg>'


def shown_numbers(verdict: Verdict) -> list[float]:
    """Every finite number that has to be on the axis."""
    c, error = verdict.claim, drawn_error(verdict)
    numbers = [c.low, c.high, *(c.paper or ()), *(c.range or ()), verdict.measured - error, verdict.measured + error]
    return [v for v in (*numbers, *verdict.others) if math.isfinite(v)]


def drawn_error(verdict: Verdict) -> float:
    """Half the length of the error bar; none where there is no finite error."""
    return verdict.error if verdict.error is not None and math.isfinite(verdict.error) else 0.0


def axis_of(numbers: list[float]) -> Callable[[float], float]:
    """Where a number stands on the axis [px]; logarithmic where all are positive and far apart, infinite ones at its ends."""
    low, high = (min(numbers), max(numbers)) if numbers else (0.0, 1.0)
    bent = low > 0 and high / low > FAR
    first, last = (math.log(low), math.log(high)) if bent else (low, high)
    spread = (last - first) or abs(last) or 1.0
    first, last = first - 0.08 * spread, last + 0.08 * spread

    def place(value: float) -> float:
        if math.isinf(value) or (bent and value <= 0):
            return 0.0 if value <= 0 else WIDTH
        return MARGIN + (WIDTH - 2 * MARGIN) * ((math.log(value) if bent else value) - first) / (last - first)

    return place


def bar(pair: Interval, kind: str, tall: float, place: Callable[[float], float]) -> str:
    """An interval as a bar, wide enough to be seen."""
    left, right = (place(v) for v in pair)
    width = max(right - left, 1.5)
    left = min(left, WIDTH - width)
    return f'<rect class="{kind}" x="{left:.1f}" y="{LINE - tall / 2:g}" width="{width:.1f}" height="{tall:g}"/>'


def labels(verdict: Verdict, place: Callable[[float], float]) -> list[str]:
    """The measured number under its dot, and the paper's under its bar where both have room."""
    c, texts = verdict.claim, []
    here = place(verdict.measured) if math.isfinite(verdict.measured) else WIDTH / 2
    texts.append(text(here, f"{verdict.measured:.4g}", "measured"))
    ends = [v for v in c.paper or () if math.isfinite(v)]
    if ends:
        middle = sum(place(v) for v in ends) / len(ends)
        if abs(middle - here) > 70:
            texts.append(text(middle, " .. ".join(dict.fromkeys(f"{v:.4g}" for v in ends)), "said"))
    return texts


def text(x: float, words: str, kind: str) -> str:
    room = 3.5 * len(words) + 2
    return f'<text class="{kind}" x="{min(max(x, room), WIDTH - room):.1f}" y="{HEIGHT - 4:g}">{words}</text>'
