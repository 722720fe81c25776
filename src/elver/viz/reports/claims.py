"""The report of `elver verify`: what papers say against what is measured, as one HTML page."""

from __future__ import annotations

import base64
import io
import math
from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import TYPE_CHECKING

from elver._support.choices import ClaimKind, ClaimOrigin
from elver.results import Run
from elver.scenarios import Claim, Verdict, count_kinds, find_scenario
from elver.scenarios.claims import Interval, span
from elver.viz.plots import figures, pictures_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# --- What a paper says against what is measured, as a small picture: intervals on one axis, in SVG.

WIDTH, _HEIGHT, MARGIN, _LINE = 300.0, 46.0, 8.0, 18.0
_FAR = 50.0  # ratio of the numbers beyond which the axis is logarithmic


def interval_picture(verdict: Verdict) -> str:
    """The paper's interval, the range of an ambiguous claim, the band that is watched, and the measured figure with its error."""
    c = verdict.claim
    place = axis_of(_shown_numbers(verdict))
    parts = [f'<line class="axis" x1="0" x2="{WIDTH:g}" y1="{_LINE:g}" y2="{_LINE:g}"/>']
    for pair, kind, tall in ((c.range, "range", 20.0), (c.paper, "paper", 14.0), ((c.low, c.high), "band", 6.0)):
        if pair is not None:
            parts.append(_bar(pair, kind, tall, place))
    error = _drawn_error(verdict)
    if math.isfinite(verdict.measured):
        low, here, high = (place(v) for v in (verdict.measured - error, verdict.measured, verdict.measured + error))
        if verdict.error is not None:
            parts.append(f'<line class="error" x1="{low:.1f}" x2="{high:.1f}" y1="{_LINE:g}" y2="{_LINE:g}"/>')
            parts += [
                f'<line class="error" x1="{x:.1f}" x2="{x:.1f}" y1="{_LINE - 5:g}" y2="{_LINE + 5:g}"/>' for x in (low, high)
            ]
        parts.append(f'<circle class="{"good" if verdict.holds else "bad"}" cx="{here:.1f}" cy="{_LINE:g}" r="3.6"/>')
    for other in verdict.others:
        if math.isfinite(other):
            parts.append(f'<circle class="other" cx="{place(other):.1f}" cy="{_LINE:g}" r="3.6"/>')
    parts += labels(verdict, place)
    said = "" if c.paper is None else f"paper {span(c.paper)}, "
    words = escape(f"{said}measured {verdict.measured:.6g} {c.unit}")
    return f'<svg viewBox="0 0 {WIDTH:g} {_HEIGHT:g}" role="img" aria-label="{words}">{"".join(parts)}</svg>'


def _shown_numbers(verdict: Verdict) -> list[float]:
    """Every finite number that has to be on the axis."""
    c, error = verdict.claim, _drawn_error(verdict)
    numbers = [c.low, c.high, *(c.paper or ()), *(c.range or ()), verdict.measured - error, verdict.measured + error]
    return [v for v in (*numbers, *verdict.others) if math.isfinite(v)]


def _drawn_error(verdict: Verdict) -> float:
    """Half the length of the error bar; none where there is no finite error."""
    return verdict.error if verdict.error is not None and math.isfinite(verdict.error) else 0.0


def axis_of(numbers: list[float]) -> Callable[[float], float]:
    """Where a number stands on the axis [px]; logarithmic where all are positive and far apart, infinite ones at its ends."""
    low, high = (min(numbers), max(numbers)) if numbers else (0.0, 1.0)
    bent = low > 0 and high / low > _FAR
    first, last = (math.log(low), math.log(high)) if bent else (low, high)
    spread = (last - first) or abs(last) or 1.0
    first, last = first - 0.08 * spread, last + 0.08 * spread

    def place(value: float) -> float:
        if math.isinf(value) or (bent and value <= 0):
            return 0.0 if value <= 0 else WIDTH
        return MARGIN + (WIDTH - 2 * MARGIN) * ((math.log(value) if bent else value) - first) / (last - first)

    return place


def _bar(pair: Interval, kind: str, tall: float, place: Callable[[float], float]) -> str:
    """An interval as a bar, wide enough to be seen."""
    left, right = (place(v) for v in pair)
    width = max(right - left, 1.5)
    left = min(left, WIDTH - width)
    return f'<rect class="{kind}" x="{left:.1f}" y="{_LINE - tall / 2:g}" width="{width:.1f}" height="{tall:g}"/>'


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
    return f'<text class="{kind}" x="{min(max(x, room), WIDTH - room):.1f}" y="{_HEIGHT - 4:g}">{words}</text>'


# --- Measured claims as one page: a file of its own with everything in it, for people without Elver and without a network.

_DOTS = 70  # per inch of the runs' figures
_COLOURS = 16  # of a figure: lines, letters and their soft edges
_STYLE = """
:root { color-scheme: light dark; --ink: #1b2a41; --soft: #5b6775; --line: #d9dee4; --ground: #fff; --water: #2878b5;
  --bad: #b3402a; --good: #2f6d3a; --calibrated: #7a5c00; --ambiguous: #6a4c93; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ebf1; --soft: #a4afbb; --line: #37424f; --ground: #12181f;
  --water: #6db3e8; --bad: #f08a72; --good: #7fc48c; --calibrated: #e0b84c; --ambiguous: #c3a6e8; } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.45 system-ui, sans-serif; }
main { max-width: 66rem; margin: 0 auto; padding: 1.5rem 1.2rem 4rem; }
h1 { font-size: 1.7rem; margin: 0 0 .2rem; } h2 { font-size: 1.25rem; margin: 2.2rem 0 .6rem; }
p { margin: .4rem 0; max-width: 50rem; } .soft, .why, figcaption { color: var(--soft); font-size: .9rem; }
dl { display: grid; grid-template-columns: max-content max-content 1fr; gap: .15rem .9rem; margin: .8rem 0; }
dd { margin: 0; } dd.count { text-align: right; font-variant-numeric: tabular-nums; }
.claim { display: grid; grid-template-columns: 6.6rem 1fr 19rem; gap: .2rem 1rem; padding: .7rem 0;
  border-top: 1px solid var(--line); }
.claim h3 { font-size: 1rem; margin: 0; } .claim p { margin: .1rem 0; } .kind { font-weight: 700; }
.confirmed { color: var(--good); } .refuted { color: var(--bad); } .calibrated { color: var(--calibrated); }
.ambiguous { color: var(--ambiguous); } .own { color: var(--water); } .fails { color: var(--bad); font-weight: 700; }
svg { width: 100%; height: auto; font: 11px system-ui, sans-serif; } svg text { fill: var(--soft); text-anchor: middle; }
svg text.measured { fill: var(--ink); font-weight: 600; } .axis { stroke: var(--line); }
.paper { fill: var(--soft); opacity: .45; } .range { fill: var(--ambiguous); opacity: .22; }
.band { fill: none; stroke: var(--water); } .error { stroke: var(--ink); stroke-width: 1.4; }
circle.good { fill: var(--good); } circle.bad { fill: var(--bad); }
circle.other { fill: none; stroke: var(--ambiguous); stroke-width: 1.6; }
figure { margin: 1rem 0 1.8rem; } code { font-size: .9rem; } a { color: var(--water); }
img { max-width: min(100%, 40rem); height: auto; background: #fff; border-radius: 6px; }
nav a { margin-right: .9rem; white-space: nowrap; }
.contents { columns: 14rem; margin: 0; padding: 0; list-style: none; } .contents li { break-inside: avoid; margin: .1rem 0; }
@media (max-width: 48rem) { .claim { grid-template-columns: 1fr; }
  dl { grid-template-columns: max-content 2.5rem 1fr; } dl .means { grid-column: 1 / -1; margin-bottom: .3rem; } }
@media print { nav { display: none; } .claim, figure { break-inside: avoid; } }
"""
_LEGEND = (
    "In the small pictures the grey bar is what the paper says, the blue frame the band that is watched, the dot the measured "
    "figure (green where the claim behaves as its kind says), with its error where that was measured. Violet: the range over "
    "choices that the paper does not print, and the figure with other ones."
)


class _Pictures:
    """Figures of the runs behind claims, each drawn once."""

    def __init__(self) -> None:
        self.drawn: dict[tuple[str, str], str] = {}
        self.anchors: dict[tuple[str, str], str] = {}

    def link(self, verdict: Verdict) -> str:
        """A link to the figure of the first run behind a claim; empty where no run is."""
        if not verdict.runs:
            return ""
        command, run = verdict.runs[0]
        name = chosen_picture(run, verdict.claim.picture)
        if not name:
            return ""
        key = (command, name)
        if key not in self.drawn:
            self.anchors[key] = f"run-{len(self.drawn) + 1}"
            self.drawn[key] = _inline(run, name)
        return f'<a href="#{self.anchors[key]}">figure: {escape(name)}</a>'

    def section(self) -> str:
        """All figures, with the command that makes their run."""
        found = []
        for key, data in self.drawn.items():
            command, name = (escape(word) for word in key)
            text = f"<code>{command}</code>" if command.startswith("elver") else command
            image = f'<img alt="{name} of {command}" loading="lazy" src="{data}">'
            found.append(f'<figure id="{self.anchors[key]}">{image}<figcaption>{text}: {name}</figcaption></figure>')
        return f'<h2 id="runs">Runs</h2>{"".join(found)}' if found else ""


def chosen_picture(run: Run, wanted: str) -> str:
    """The picture that a claim names where the run has it, else the first one; empty where the run has none."""
    possible = pictures_of(run)
    return wanted if wanted in possible else next(iter(possible), "")


def _inline(run: Run, name: str) -> str:
    """A figure of a run as an address."""
    return inline(figures(run, names=[name])[name])


def inline(figure: Figure) -> str:
    """A figure as an address that holds its picture: WebP without loss, of few colours, a third of a PNG."""
    from PIL import Image

    drawn, small = io.BytesIO(), io.BytesIO()
    figure.savefig(drawn, format="png", dpi=_DOTS, bbox_inches="tight", pad_inches=0.1)
    with Image.open(drawn) as picture:
        picture.convert("RGB").quantize(_COLOURS, dither=Image.Dither.NONE).convert("RGB").save(small, "WEBP", lossless=True)
    return f"data:image/webp;base64,{base64.b64encode(small.getvalue()).decode()}"


def number(value: float, unit: str) -> str:
    return f"{value:.6g}" + ("" if unit in ("", "1") else f" {escape(unit)}")


def equations_of(claim: Claim) -> str:
    """Equations that the claim's scenario names; a scenario out of a file may name none."""
    own = find_scenario(claim.scenario)
    return own.equations if own is not None else ""


def _facts(verdict: Verdict) -> list[str]:
    """What is behind a claim, in sentences."""
    c = verdict.claim
    says = "The paper, in words, read as" if c.worded else "The paper:"
    said = [f"{says} {_interval(c.paper)}."] if c.paper is not None else []
    said.append(f"Measured: {number(verdict.measured, c.unit)}{_error_of(verdict)}.")
    if c.paper != (c.low, c.high):
        said.append(f"Watched: {_interval((c.low, c.high))}.")
    if equations := equations_of(c):
        said.append(f"Calculated by: {escape(equations)}.")
    if c.parameter:
        said.append(f"Chosen for it: <code>{escape(c.parameter)}</code>.")
    if c.choice:
        others = f" ({', '.join(number(other, c.unit) for other in verdict.others)})" if verdict.others else ""
        said.append(f"Left open: {escape(c.choice)}{others}. Range: {_interval(c.range) if c.range else ''}.")
    return said


def _interval(pair: Interval) -> str:
    return escape(span(pair))


def _error_of(verdict: Verdict) -> str:
    """The error of a figure and how it was found."""
    if verdict.error is None:
        return f" ({escape(verdict.found)})" if verdict.found else ""
    return f" &plusmn; {verdict.error:.2g} ({escape(verdict.found)})"


def _article(verdict: Verdict, pictures: _Pictures) -> str:
    """One claim."""
    c = verdict.claim
    state = (
        '<span class="good">as it says</span>'
        if verdict.holds
        else f'<span class="fails">fails: {escape(verdict.trouble)}</span>'
    )
    link = pictures.link(verdict)
    place = f" ({c.origin})" if c.origin == ClaimOrigin.ELSEWHERE else ""
    source = f"{escape(c.source)}{place}; scenario <code>{escape(c.scenario)}</code>{'; ' + link if link else ''}"
    return (
        f'<div class="claim"><div><span class="kind {c.kind}">{c.kind}</span><p class="why">{state}</p></div>'
        f'<div><h3>{escape(c.statement)}</h3><p class="soft">{source}</p><p class="why">{" ".join(_facts(verdict))}</p></div>'
        f"<div>{interval_picture(verdict)}</div></div>"
    )


def _head_of(verdicts: list[Verdict]) -> str:
    """How many claims there are of each kind, and how many of them fail."""
    failed = [v for v in verdicts if not v.holds]
    counts = count_kinds(v.claim for v in verdicts)
    rows = "".join(
        f'<dt class="kind {word}">{word}</dt><dd class="count">{counts[word]}</dd>'
        f'<dd class="soft means">{escape(word.meaning)}</dd>'
        for word in (*ClaimKind, ClaimOrigin.ELSEWHERE)
    )
    errors = "" if any(v.error is not None for v in verdicts) else " Numerical errors were not measured: <code>--errors</code>."
    state = "All of them behave as their kind says." if not failed else f"{len(failed)} do not behave as their kind says."
    return (
        f"<h1>Claims</h1><p>{len(verdicts)} statements, measured. {state}{errors}</p><dl>{rows}</dl><p class='soft'>{_LEGEND}</p>"
    )


def claims_report(verdicts: Iterable[Verdict], papers: str | None = None) -> str:
    """The page. Figures are drawn from the runs that the claims were measured on.

    papers: where the report on the papers' figures stands, as a link from here.
    """
    measured, pictures = list(verdicts), _Pictures()
    groups: dict[str, list[Verdict]] = {}
    for verdict in measured:
        groups.setdefault(verdict.claim.scenario, []).append(verdict)
    sections = "".join(
        f'<h2 id="{escape(name)}">{escape(name)}</h2>{"".join(_article(v, pictures) for v in own)}'
        for name, own in groups.items()
    )
    runs = pictures.section()
    other = f'<p><a href="{escape(papers)}">The papers</a>, figure by figure.</p>' if papers else ""
    return page_of("Elver: claims", f"{_head_of(measured)}{other}{_contents(groups, len(pictures.drawn))}{sections}{runs}")


def _contents(groups: Mapping[str, list[Verdict]], runs: int) -> str:
    """A list of all sections: how many claims each has, and how many of them fail. runs: figures at the end."""
    rows = []
    for name, own in groups.items():
        failed = sum(not verdict.holds for verdict in own)
        fails = f', <span class="fails">{failed} fail{"s" if failed == 1 else ""}</span>' if failed else ""
        rows.append(f'<li><a href="#{escape(name)}">{escape(name)}</a> <span class="soft">{len(own)}{fails}</span></li>')
    if runs:
        rows.append(f'<li><a href="#runs">Runs</a> <span class="soft">{runs} figures</span></li>')
    return f'<nav aria-labelledby="contents"><h2 id="contents">Contents</h2><ul class="contents">{"".join(rows)}</ul></nav>'


def page_of(title: str, body: str, more_style: str = "") -> str:
    """A page with everything in it."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{_STYLE}{more_style}</style></head><body><main>{body}</main></body></html>\n"
    )
