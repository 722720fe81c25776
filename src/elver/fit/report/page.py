"""The report of a fit as one page: a file of its own with everything in it, for people without Elver and without a network."""

from __future__ import annotations

import base64
import io
from collections.abc import Mapping
from html import escape
from pathlib import Path

from elver.files import write_whole
from elver.fit.report import tables
from elver.fit.report.tables import Table
from elver.fit.report.words import (
    MODEL,
    bound_sentences,
    goodness_sentences,
    headline,
    ledger_sentence,
    prediction_sentences,
    prior_sentences,
    trusted,
    weak_sentences,
)
from elver.fit.result import Fit

STYLE = """
:root { color-scheme: light dark; --ink: #1b2a41; --soft: #5b6775; --line: #d9dee4; --ground: #ffffff; --card: #f5f7f9;
  --water: #2878b5; --bad: #b3402a; --good: #2f6d3a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ebf1; --soft: #a4afbb; --line: #37424f; --ground: #12181f;
  --card: #1b232c;  --water: #6db3e8; --bad: #f08a72; --good: #7fc48c; } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1.2rem 4rem; }
h1 { font-size: 1.7rem; margin: 0 0 .2rem; } h2 { font-size: 1.2rem; margin: 2.4rem 0 .6rem; }
h3 { font-size: 1rem; margin: 1.4rem 0 .4rem; }
p { margin: .4rem 0; max-width: 48rem; } .soft, figcaption, .note { color: var(--soft); font-size: .9rem; }
.verdict { border-left: 4px solid var(--good); background: var(--card); padding: .7rem 1rem; border-radius: 0 6px 6px 0; }
.verdict.bad { border-color: var(--bad); } li.bad { color: var(--bad); }
ul { padding-left: 1.2rem; margin: .4rem 0; max-width: 48rem; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .28rem .8rem .28rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--soft); font-weight: 600; white-space: nowrap; } td { overflow-wrap: break-word; }
th.number, td.number { text-align: right; } td.short { white-space: nowrap; }
td.model, th.model { font-weight: 700; color: var(--water); }
figure { margin: 1rem 0 1.6rem; }
img { width: auto; max-width: min(100%, 48rem); height: auto; background: #fff; border-radius: 6px; }
@media (prefers-color-scheme: dark) { img { filter: invert(.92) hue-rotate(180deg); } }
nav { font-size: .9rem; margin: .8rem 0 0; } nav a { margin-right: .9rem; white-space: nowrap; } a { color: var(--water); }
@media print { nav { display: none; } figure, table { break-inside: avoid; } }
"""
SHORT = 30  # characters of a cell that is not broken
CAPTIONS = {
    "steady": "Measured figures of whole strokes, predictions with their intervals, trivial laws and rivals. Bars of the "
    "measurements are two sigmas. Below: predicted less measured.",
    "recording": "Measured and predicted over time, with the interval of the prediction. Below: z = (measured - predicted) / "
    "standard deviation; the grey band is two wide.",
    "estimates": "Estimates with 95 % intervals over what was believed before.",
    "profiles": "The smallest cost with one unknown held at each value. Where it leaves the parabola, Laplace's interval is wrong"
    " and the profile's is right. The dashed line marks 95 %.",
    "correlations": "Correlations of the estimates. Near 1 or -1: the data do not tell the two apart.",
    "z_scores": "Errors over their standard deviations. Wider than the normal curve: intervals are too narrow.",
    "search": "The cost at every iteration, and where each start ended.",
}


def caption_of(name: str) -> str:
    return next((text for key, text in CAPTIONS.items() if name.startswith(key)), "")


def picture(figure, caption: str) -> str:
    """A figure, or the bytes of its PNG file, within the page."""
    if not isinstance(figure, bytes):
        buffer = io.BytesIO()
        figure.savefig(buffer, format="png", dpi=120, bbox_inches="tight", pad_inches=0.1)
        figure = buffer.getvalue()
    data = base64.b64encode(figure).decode()
    text = escape(caption)
    return f'<figure><img alt="{text}" src="data:image/png;base64,{data}"><figcaption>{text}</figcaption></figure>'


def html_rows(table: Table) -> str:
    """A table of the page; one without rows is nothing."""
    if not table.rows:
        return ""
    heads = "".join(f"<th{cell_class(table, k)}>{escape(text)}</th>" for k, text in enumerate(table.headers))
    lines = "".join(
        "<tr>" + "".join(f"<td{cell_class(table, k)}>{escape(cell)}</td>" for k, cell in enumerate(row)) + "</tr>"
        for row in table.rows
    )
    note = f'<p class="note">{escape(table.note)}</p>' if table.note else ""
    return f'<div class="scroll"><table><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table></div>{note}'


def classed(kind: str) -> str:
    return f' class="{kind}"' if kind else ""


def cell_class(table: Table, k: int) -> str:
    """Numbers end at their right edge; the model's own stand out."""
    kinds = ["number"] if k in table.right else []
    kinds += ["model"] if kinds and table.headers[k] == MODEL else []
    kinds += ["short"] if all(len(row[k]) <= SHORT for row in table.rows) else []
    return classed(" ".join(kinds))


def listed(lines: list[str]) -> str:
    """Sentences as a list; those that shout are marked."""
    if not lines:
        return ""
    return "<ul>" + "".join(f"<li{classed('bad' if is_bad(text) else '')}>{escape(text)}</li>" for text in lines) + "</ul>"


def is_bad(text: str) -> bool:
    return "NOT " in text


def section(name: str, title: str, *parts: str) -> str:
    """A section with a heading; nothing where all its parts are empty."""
    content = "".join(parts)
    return f'<section id="{name}"><h2>{escape(title)}</h2>{content}</section>' if content else ""


def paragraph(text: str, kind: str = "") -> str:
    return f"<p{classed(kind)}>{escape(text)}</p>" if text else ""


def begun(text: str) -> str:
    """A sentence with a capital letter."""
    return text[:1].upper() + text[1:]


def titled(table: Table) -> str:
    """A table under a heading of its own."""
    rows = html_rows(table)
    return f"<h3>{escape(begun(table.title))}</h3>{rows}" if rows else ""


def fit_page(fit: Fit, figures: Mapping[str, object] | None = None, further: tuple[Table, ...] = ()) -> str:
    """The report as the text of one HTML file.

    figures: as of ``fit_figures``, or the bytes of PNG files.   further: tables such as predictions.
    """
    drawn = {name: picture(figure, caption_of(name)) for name, figure in (figures or {}).items()}
    sections = page_sections(fit, drawn, further)
    title = escape(f"Fit of {fit.problem.name}")
    links = " ".join(f'<a href="#{name}">{escape(name)}</a>' for name, text in sections.items() if text)
    verdict = "verdict" if fit.converged and trusted(fit) else "verdict bad"
    top = (
        f"<h1>{title}</h1>{paragraph(fit.problem.source, 'soft')}"
        f"<div{classed(verdict)}>{''.join(map(paragraph, goodness_sentences(fit)))}"
        f"{paragraph(begun(headline(fit)) + '.')}{paragraph(begun(fit.detail), 'soft')}"
        f"{paragraph(ledger_sentence(fit))}</div>"
        f"<nav>{links}</nav>"
    )
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
    body = f"<main>{top}{''.join(sections.values())}{footer(fit)}</main>"
    return f'<!doctype html>\n<html lang="en"><head>{head}<style>{STYLE}</style></head><body>{body}</body></html>\n'


def page_sections(fit: Fit, drawn: Mapping[str, str], further: tuple[Table, ...]) -> dict[str, str]:
    """The sections of the page, by the names of their links."""

    def pictures(*beginnings: str) -> str:
        return "".join(text for name, text in drawn.items() if name.startswith(beginnings))

    held = bool(fit.problem.held_out)
    predicted = [
        listed(prediction_sentences(fit)),
        titled(tables.errors_table(fit)) if held else "",
        titled(tables.errors_table(fit, held_out=False)),
        *(titled(table) for table in further),
    ]
    unsure = [*weak_sentences(fit), *bound_sentences(fit), *prior_sentences(fit)]
    made = {
        "prediction": ("How well it predicts", *predicted, pictures("steady")),
        "estimates": (
            "Estimates",
            html_rows(tables.estimates_table(fit)),
            meanings(fit),
            pictures("estimates", "profiles"),
        ),
        "not-told": (
            "What the data cannot tell",
            listed(unsure) or paragraph("No direction of the unknowns is left open by the data."),
            titled(tables.correlations_table(fit)),
            pictures("correlations"),
        ),
        "recordings": (
            "Recordings",
            html_rows(tables.recordings_table(fit)),
            titled(tables.dropped_table(fit.problem)),
            pictures("recording"),
        ),
        "errors": (
            "Errors and noise",
            html_rows(tables.scores_table(fit)),
            titled(tables.checks_table(fit)),
            titled(tables.noise_table(fit)),
            pictures("z_scores"),
        ),
        "left-out": ("Each recording left out in turn", *(titled(t) for t in tables.left_out_tables(fit))),
        "design": ("Which recording to make next", html_rows(tables.design_table(fit))),
        "search": ("The search", html_rows(tables.starts_table(fit)), pictures("search")),
    }
    return {name: section(name, title, *parts) for name, (title, *parts) in made.items()}


def meanings(fit: Fit) -> str:
    """What the unknowns are, where that was said."""
    return listed([f"{e.name}: {e.meaning}" for e in fit.estimates if e.meaning])


def footer(fit: Fit) -> str:
    """How it was made."""
    from elver.results.provenance import versions

    counts = ", ".join(f"{value} {name.replace('_', ' ')}" for name, value in fit.counts.items())
    made = ", ".join(f"{name} {version}" for name, version in versions().items())
    text = f"Seed {fit.seed}; {fit.wall_time:.1f} s" + (f"; {counts}" if counts else "") + f". Made with {made}."
    return paragraph(text + (f" Files: {fit.problem.digest}." if fit.problem.digest else ""), "soft")


def write_page(fit: Fit, path, figures: Mapping[str, object] | None = None, further: tuple[Table, ...] = ()) -> Path:
    """Write the page, whole or not at all."""
    return write_whole(path, fit_page(fit, figures, further))
