"""Measured claims as one page: a file of its own with everything in it, for people without Elver and without a network."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable
from html import escape

from elver.choices import ClaimKind
from elver.results import Run
from elver.scenarios import Verdict, count_kinds
from elver.scenarios.claims import Claim, Interval, span
from elver.scenarios.registry import find_scenario
from elver.show.claims.interval import interval_picture
from elver.show.plots import figures, pictures_of

DOTS = 70  # per inch of the runs' figures
STYLE = """
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
@media (max-width: 48rem) { .claim { grid-template-columns: 1fr; }
  dl { grid-template-columns: max-content 2.5rem 1fr; } dl .means { grid-column: 1 / -1; margin-bottom: .3rem; } }
@media print { nav { display: none; } .claim, figure { break-inside: avoid; } }
"""
LEGEND = (
    "In the small pictures the grey bar is what the paper says, the blue frame the band that is watched, the dot the measured "
    "figure (green where the claim behaves as its kind says), with its error where that was measured. Violet: the range over "
    "choices that the paper does not print, and the figure with other ones."
)


class Pictures:
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
            self.drawn[key] = inline(run, name)
        return f'<a href="#{self.anchors[key]}">figure: {escape(name)}</a>'

    def section(self) -> str:
        """All figures, with the command that makes their run."""
        found = []
        for key, data in self.drawn.items():
            command, name = (escape(word) for word in key)
            text = f"<code>{command}</code>" if command.startswith("elver") else command
            image = f'<img alt="{name} of {command}" src="data:image/png;base64,{data}">'
            found.append(f'<figure id="{self.anchors[key]}">{image}<figcaption>{text}: {name}</figcaption></figure>')
        return f'<h2 id="runs">Runs</h2>{"".join(found)}' if found else ""


def chosen_picture(run: Run, wanted: str) -> str:
    """The picture that a claim names where the run has it, else the first one; empty where the run has none."""
    possible = pictures_of(run)
    return wanted if wanted in possible else next(iter(possible), "")


def inline(run: Run, name: str) -> str:
    """A figure of a run as the text of a PNG file."""
    from matplotlib import pyplot

    figure = figures(run, names=[name])[name]
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=DOTS, bbox_inches="tight", pad_inches=0.1)
    pyplot.close(figure)
    return base64.b64encode(buffer.getvalue()).decode()


def number(value: float, unit: str) -> str:
    return f"{value:.6g}" + ("" if unit in ("", "1") else f" {escape(unit)}")


def equations_of(claim: Claim) -> str:
    """Equations that the claim's scenario names; a scenario out of a file may name none."""
    own = find_scenario(claim.scenario)
    return own.equations if own is not None else ""


def facts(verdict: Verdict) -> list[str]:
    """What is behind a claim, in sentences."""
    c = verdict.claim
    says = "The paper, in words, read as" if c.worded else "The paper:"
    said = [f"{says} {interval(c.paper)}."] if c.paper is not None else []
    said.append(f"Measured: {number(verdict.measured, c.unit)}{error_of(verdict)}.")
    if c.paper != (c.low, c.high):
        said.append(f"Watched: {interval((c.low, c.high))}.")
    if equations := equations_of(c):
        said.append(f"Calculated by: {escape(equations)}.")
    if c.parameter:
        said.append(f"Chosen for it: <code>{escape(c.parameter)}</code>.")
    if c.choice:
        others = f" ({', '.join(number(other, c.unit) for other in verdict.others)})" if verdict.others else ""
        said.append(f"Left open: {escape(c.choice)}{others}. Range: {interval(c.range) if c.range else ''}.")
    return said


def interval(pair: Interval) -> str:
    return escape(span(pair))


def error_of(verdict: Verdict) -> str:
    """The error of a figure and how it was found."""
    if verdict.error is None:
        return f" ({escape(verdict.found)})" if verdict.found else ""
    return f" &plusmn; {verdict.error:.2g} ({escape(verdict.found)})"


def article(verdict: Verdict, pictures: Pictures) -> str:
    """One claim."""
    c = verdict.claim
    state = (
        '<span class="good">as it says</span>'
        if verdict.holds
        else f'<span class="fails">fails: {escape(verdict.trouble)}</span>'
    )
    link = pictures.link(verdict)
    source = f"{escape(c.source)}; scenario <code>{escape(c.scenario)}</code>{'; ' + link if link else ''}"
    return (
        f'<div class="claim"><div><span class="kind {c.kind}">{c.kind}</span><p class="why">{state}</p></div>'
        f'<div><h3>{escape(c.statement)}</h3><p class="soft">{source}</p><p class="why">{" ".join(facts(verdict))}</p></div>'
        f"<div>{interval_picture(verdict)}</div></div>"
    )


def head_of(verdicts: list[Verdict]) -> str:
    """How many claims there are of each kind, and how many of them fail."""
    failed = [v for v in verdicts if not v.holds]
    counts = count_kinds(v.claim for v in verdicts)
    rows = "".join(
        f'<dt class="kind {kind}">{kind}</dt><dd class="count">{counts[kind]}</dd>'
        f'<dd class="soft means">{escape(kind.meaning)}</dd>'
        for kind in ClaimKind
    )
    errors = "" if any(v.error is not None for v in verdicts) else " Numerical errors were not measured: <code>--errors</code>."
    state = "All of them behave as their kind says." if not failed else f"{len(failed)} do not behave as their kind says."
    return (
        f"<h1>Claims</h1><p>{len(verdicts)} statements, measured. {state}{errors}</p><dl>{rows}</dl><p class='soft'>{LEGEND}</p>"
    )


def claims_report(verdicts: Iterable[Verdict]) -> str:
    """The page. Figures are drawn from the runs that the claims were measured on."""
    measured, pictures = list(verdicts), Pictures()
    groups: dict[str, list[Verdict]] = {}
    for verdict in measured:
        groups.setdefault(verdict.claim.scenario, []).append(verdict)
    sections = "".join(
        f'<h2 id="{escape(name)}">{escape(name)}</h2>{"".join(article(v, pictures) for v in own)}' for name, own in groups.items()
    )
    runs = pictures.section()
    links = " ".join(f'<a href="#{escape(name)}">{escape(name)}</a>' for name in (*groups, *(("runs",) if runs else ())))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>Elver: claims</title><style>{STYLE}</style></head><body><main>{head_of(measured)}"
        f"<nav>{links}</nav>{sections}{runs}</main></body></html>\n"
    )
