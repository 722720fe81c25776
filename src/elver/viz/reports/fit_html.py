"""The report of a fit as one page: a file of its own with everything in it, for people without Elver and without a network."""

from __future__ import annotations

import base64
import io
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from elver._support.files import make_folder, write_json, write_whole
from elver.analysis import Fit
from elver.analysis.fit.comparison import Comparison
from elver.analysis.fit.prediction import Prediction
from elver.analysis.fit.summary import (
    MODEL,
    bound_sentences,
    fit_summary,
    goodness_sentences,
    headline,
    ledger_sentence,
    prediction_sentences,
    prior_sentences,
    save_fit,
    trusted,
    weak_sentences,
)
from elver.viz.reports import fit_tables
from elver.viz.reports.fit_plots import fit_figures
from elver.viz.reports.fit_tables import Table, markdown, plain_predictions, predictions_table

_STYLE = """
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
_SHORT = 30  # characters of a cell that is not broken
_CAPTIONS = {
    "steady": "Measured metrics of whole strokes, predictions with their intervals, trivial laws and rivals. Bars of the "
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


def _caption_of(name: str) -> str:
    return next((text for key, text in _CAPTIONS.items() if name.startswith(key)), "")


def _picture(figure: Any, caption: str) -> str:
    """A figure, or the bytes of its PNG file, within the page."""
    if not isinstance(figure, bytes):
        buffer = io.BytesIO()
        figure.savefig(buffer, format="png", dpi=120, bbox_inches="tight", pad_inches=0.1)
        figure = buffer.getvalue()
    data = base64.b64encode(figure).decode()
    text = escape(caption)
    return f'<figure><img alt="{text}" src="data:image/png;base64,{data}"><figcaption>{text}</figcaption></figure>'


def _html_rows(table: Table) -> str:
    """A table of the page; one without rows is nothing."""
    if not table.rows:
        return ""
    heads = "".join(f"<th{_cell_class(table, k)}>{escape(text)}</th>" for k, text in enumerate(table.headers))
    lines = "".join(
        "<tr>" + "".join(f"<td{_cell_class(table, k)}>{escape(cell)}</td>" for k, cell in enumerate(row)) + "</tr>"
        for row in table.rows
    )
    note = f'<p class="note">{escape(table.note)}</p>' if table.note else ""
    return f'<div class="scroll"><table><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table></div>{note}'


def _classed(kind: str) -> str:
    return f' class="{kind}"' if kind else ""


def _cell_class(table: Table, k: int) -> str:
    """Numbers end at their right edge; the model's own stand out."""
    kinds = ["number"] if k in table.right else []
    kinds += ["model"] if kinds and table.headers[k] == MODEL else []
    kinds += ["short"] if all(len(row[k]) <= _SHORT for row in table.rows) else []
    return _classed(" ".join(kinds))


def _listed(lines: list[str]) -> str:
    """Sentences as a list; those that shout are marked."""
    if not lines:
        return ""
    return "<ul>" + "".join(f"<li{_classed('bad' if _is_bad(text) else '')}>{escape(text)}</li>" for text in lines) + "</ul>"


def _is_bad(text: str) -> bool:
    return "NOT " in text


def _section(name: str, title: str, *parts: str) -> str:
    """A section with a heading; nothing where all its parts are empty."""
    content = "".join(parts)
    return f'<section id="{name}"><h2>{escape(title)}</h2>{content}</section>' if content else ""


def _paragraph(text: str, kind: str = "") -> str:
    return f"<p{_classed(kind)}>{escape(text)}</p>" if text else ""


def _begun(text: str) -> str:
    """A sentence with a capital letter."""
    return text[:1].upper() + text[1:]


def _titled(table: Table) -> str:
    """A table under a heading of its own."""
    rows = _html_rows(table)
    return f"<h3>{escape(_begun(table.title))}</h3>{rows}" if rows else ""


def fit_page(
    fit: Fit,
    figures: Mapping[str, object] | None = None,
    further: tuple[Table, ...] = (),
    comparison: Comparison | None = None,
) -> str:
    """The report as the text of one HTML file.

    figures: as of ``fit_figures``, or the bytes of PNG files.   further: tables such as predictions.   comparison: with other
    forms of the model.
    """
    drawn = {name: _picture(figure, _caption_of(name)) for name, figure in (figures or {}).items()}
    sections = _page_sections(fit, drawn, further, comparison)
    title = escape(f"Fit of {fit.problem.name}")
    links = " ".join(f'<a href="#{name}">{escape(name)}</a>' for name, text in sections.items() if text)
    verdict = "verdict" if fit.converged and trusted(fit) else "verdict bad"
    top = (
        f"<h1>{title}</h1>{_paragraph(fit.problem.source, 'soft')}"
        f"<div{_classed(verdict)}>{''.join(map(_paragraph, goodness_sentences(fit)))}"
        f"{_paragraph(_begun(headline(fit)) + '.')}{_paragraph(_begun(fit.detail), 'soft')}"
        f"{_paragraph(ledger_sentence(fit))}</div>"
        f"<nav>{links}</nav>"
    )
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
    body = f"<main>{top}{''.join(sections.values())}{_footer(fit)}</main>"
    return f'<!doctype html>\n<html lang="en"><head>{head}<style>{_STYLE}</style></head><body>{body}</body></html>\n'


def _page_sections(
    fit: Fit, drawn: Mapping[str, str], further: tuple[Table, ...], comparison: Comparison | None
) -> dict[str, str]:
    """The sections of the page, by the names of their links."""

    def pictures(*beginnings: str) -> str:
        return "".join(text for name, text in drawn.items() if name.startswith(beginnings))

    held = bool(fit.problem.held_out)
    predicted = [
        _listed(prediction_sentences(fit)),
        _titled(fit_tables.errors_table(fit)) if held else "",
        _titled(fit_tables.errors_table(fit, held_out=False)),
        *(_titled(table) for table in further),
    ]
    forms = (
        ()
        if comparison is None
        else (
            _listed(comparison.sentences()),
            *(_titled(table) for table in fit_tables.comparison_tables(comparison)),
        )
    )
    unsure = [*weak_sentences(fit), *bound_sentences(fit), *prior_sentences(fit)]
    made = {
        "prediction": ("How well it predicts", *predicted, pictures("steady")),
        "forms": ("Forms of the model", *forms),
        "estimates": (
            "Estimates",
            _html_rows(fit_tables.estimates_table(fit)),
            _meanings(fit),
            pictures("estimates", "profiles"),
        ),
        "not-told": (
            "What the data cannot tell",
            _listed(unsure) or _paragraph("No direction of the unknowns is left open by the data."),
            _titled(fit_tables.correlations_table(fit)),
            pictures("correlations"),
        ),
        "recordings": (
            "Recordings",
            _html_rows(fit_tables.recordings_table(fit)),
            _titled(fit_tables.dropped_table(fit.problem)),
            pictures("recording"),
        ),
        "errors": (
            "Errors and noise",
            _html_rows(fit_tables.scores_table(fit)),
            _titled(fit_tables.checks_table(fit)),
            _titled(fit_tables.noise_table(fit)),
            pictures("z_scores"),
        ),
        "left-out": ("Each recording left out in turn", *(_titled(t) for t in fit_tables.left_out_tables(fit))),
        "design": ("Which recording to make next", _html_rows(fit_tables.design_table(fit))),
        "search": ("The search", _html_rows(fit_tables.starts_table(fit)), pictures("search")),
    }
    return {name: _section(name, title, *parts) for name, (title, *parts) in made.items()}


def _meanings(fit: Fit) -> str:
    """What the unknowns are, where that was said."""
    return _listed([f"{e.name}: {e.meaning}" for e in fit.estimates if e.meaning])


def _footer(fit: Fit) -> str:
    """How it was made."""
    from elver.simulation.finish import versions

    counts = ", ".join(f"{value} {name.replace('_', ' ')}" for name, value in fit.counts.items())
    made = ", ".join(f"{name} {version}" for name, version in versions().items())
    text = f"Seed {fit.seed}; {fit.wall_time:.1f} s" + (f"; {counts}" if counts else "") + f". Made with {made}."
    return _paragraph(text + (f" Files: {fit.problem.digest}." if fit.problem.digest else ""), "soft")


def write_page(
    fit: Fit,
    path: str | Path,
    figures: Mapping[str, object] | None = None,
    further: tuple[Table, ...] = (),
    comparison: Comparison | None = None,
) -> Path:
    """Write the page, whole or not at all."""
    return write_whole(path, fit_page(fit, figures, further, comparison))


# --- The whole report of a fit in a folder: data set, plain data, pictures, one page.


def write_report(
    fit: Fit,
    folder: str | Path,
    predictions: Sequence[Prediction] = (),
    pictures: bool = True,
    comparison: Comparison | None = None,
) -> Path:
    """Write fit.nc, fit.json, report.html and, unless ``pictures`` is false, figures/; predictions.md where there are some.

    comparison: with other forms of the model, for a section of the page and an entry of fit.json.

    What is there under these names is replaced; each file is written whole or not at all. Returns the folder.
    """
    folder = make_folder(folder)
    save_fit(fit, folder / "fit.nc", overwrite=True)
    write_json(folder / "fit.json", summary_with(fit, predictions, comparison))
    if predictions:
        write_whole(folder / "predictions.md", markdown(predictions_table(predictions, fit)) + "\n")
    names = fit_figures(fit, folder / "figures", predictions=predictions) if pictures else {}
    drawn = {name: (folder / "figures" / f"{name}.png").read_bytes() for name in names}
    further = (predictions_table(predictions, fit),) if predictions else ()
    write_page(fit, folder / "report.html", drawn, further, comparison)
    return folder


def summary_with(fit: Fit, predictions: Sequence[Prediction], comparison: Comparison | None = None) -> dict[str, Any]:
    """The summary of the fit, what it predicts elsewhere, and its form beside others."""
    own = fit_summary(fit)
    own = {**own, "predictions": plain_predictions(predictions)} if predictions else own
    return {**own, "comparison": fit_tables.plain_comparison(comparison)} if comparison is not None else own
