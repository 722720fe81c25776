"""The report on the papers: every figure, table and statement in their order, with command, picture and verdict, as one page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import TypeVar

from elver._support.choices import FigureState
from elver._support.errors import ElverError
from elver.scenarios import ClaimRunner, Paper, PaperFigure, Statement, Verdict, all_papers, all_statements, paper_figures
from elver.scenarios.papers import claims_about, section_order
from elver.viz.paper_figures import draw_paper_figure
from elver.viz.reports.claims import inline, interval_picture, number, page_of

T = TypeVar("T")
_COLUMNS = "".join(f'<col style="width: {share}%">' for share in (31, 31, 14, 24))  # says, claim, kind and number, picture
_STYLE = """
table { border-collapse: collapse; width: 100%; font-size: .9rem; margin: .6rem 0; } th { text-align: left; }
td, th { padding: .18rem .6rem .18rem 0; border-top: 1px solid var(--line); vertical-align: top; }
.figures td:first-child { white-space: nowrap; } .said { table-layout: fixed; } .said td { overflow-wrap: anywhere; }
article { margin: 1.4rem 0 2rem; } article h3 { font-size: 1.05rem; margin: 0 0 .2rem; } h2 { margin-top: 3rem; }
.state { font-weight: 700; } .reproduced { color: var(--good); } .differs { color: var(--bad); }
.simulation-only { color: var(--calibrated); } .sketch, .photograph { color: var(--soft); }
@media (max-width: 48rem) { tr:has(th), td:empty, col { display: none; } tr, td { display: block; padding-right: 0; }
  table { display: block; } .figures td:last-child:not(:empty)::after { content: " claims as they say"; }
  tr { border-top: 1px solid var(--line); padding: .3rem 0; } td { border: 0; } }
@media print { article { break-inside: avoid; } }
"""


def papers_report(verdicts: Iterable[Verdict], bench: ClaimRunner | None = None) -> str:
    """The page. bench: holds the runs that the claims were measured on, which figures share."""
    bench, measured = bench or ClaimRunner(), {v.claim.key: v for v in verdicts}
    statements = all_statements()
    parts = [_part(paper, statements, measured, bench) for paper in all_papers()]
    links = " ".join(f'<a href="#{paper.name}">{paper.name}</a>' for paper in all_papers())
    return page_of("Elver: the papers", f"{_head(statements)}<nav>{links}</nav>{''.join(parts)}", _STYLE)


def _head(statements: Sequence[Statement]) -> str:
    """What the page is, and how many figures stand how."""
    figures = paper_figures()
    rows = "".join(
        f'<dt class="state {_class(state)}">{state}</dt><dd class="count">{sum(f.state == state for f in figures)}</dd>'
        f'<dd class="soft means">{escape(state.meaning)}</dd>'
        for state in FigureState
    )
    said = f"{len(statements)} sentences that can be checked: each with its claims or the reason why it has none"
    return (
        f"<h1>The papers, figure by figure</h1><p>{len(figures)} figures and tables of {len(all_papers())} papers, and {said}. "
        f"The printed curves are not to be had as data: what is compared are the papers' numbers and words.</p><dl>{rows}</dl>"
    )


def _class(state: str) -> str:
    return state.replace(" ", "-")


def _part(paper: Paper, everything: Sequence[Statement], measured: Mapping[str, Verdict], bench: ClaimRunner) -> str:
    """One paper: its table of figures, then figures, tables and statements in the order of its sections.

    A statement that names figures stands with the first of them; claims about a figure that no statement has stand there too.
    """
    figures = sorted(paper_figures(paper), key=lambda f: f.order)
    statements = [s for s in everything if s.paper == paper.name]
    stated = {claim.key for s in statements for claim in s.claims}
    loose = [v for v in measured.values() if v.claim.source.startswith(f"{paper.name} ") and v.claim.key not in stated]
    items: list[tuple[tuple, str]] = []
    for f in figures:
        own = [s for s in statements if f.cited_in(paper.name, s.section)]
        more = [v for v in loose if f.cited_by(v.claim)]
        statements, loose = [s for s in statements if s not in own], [v for v in loose if v not in more]
        items.append((f.order, _article(f, _rows_of(own, more, measured), bench)))
    for order, some in _by_section(statements, lambda s: s.section).items():
        items.append(((order, True, 10**6, ""), f"<article>{_rows_of(some, [], measured)}</article>"))
    for order, others in _by_section(loose, lambda v: v.claim.source.removeprefix(f"{paper.name} ")).items():
        items.append(((order, True, 10**6 + 1, ""), f"<article>{_rows_of([], others, measured)}</article>"))
    claims = [v.claim for v in measured.values()]
    rows = "".join(_row(f, [measured[c.key] for c in claims_about(f, claims, everything)]) for f in paper_figures(paper))
    head = "".join(f"<th>{word}</th>" for word in ("figure", "what it shows", "here", "command or reason", "claims as they say"))
    body = "".join(text for _, text in sorted(items, key=lambda item: item[0]))
    source = f'<p class="soft">{escape(paper.reference)}</p>'
    return f'<h2 id="{paper.name}">{paper.name}</h2>{source}<table class="figures"><tr>{head}</tr>{rows}</table>{body}'


def _by_section(items: Sequence[T], place: Callable[[T], str]) -> dict[tuple[int, ...], list[T]]:
    """Items by the order of their sections."""
    groups: dict[tuple[int, ...], list[T]] = {}
    for item in items:
        groups.setdefault(section_order(place(item)), []).append(item)
    return groups


def _row(figure: PaperFigure, verdicts: Sequence[Verdict]) -> str:
    """One figure in the table of its paper."""
    how = f"<code>{escape(figure.command)}</code>" if figure.command else escape(figure.note)
    held = sum(v.holds for v in verdicts)
    state = f'<span class="state {_class(figure.state)}">{figure.state}</span>'
    link, count = f'<a href="#{figure.file}">{figure.name}</a>', f"{held} of {len(verdicts)}" if verdicts else ""
    cells = (link, escape(figure.shows), state, how, count)
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _article(figure: PaperFigure, said: str, bench: ClaimRunner) -> str:
    """One figure: picture, command, note, and what is said about it. One that cannot be drawn says why."""
    picture, note = "", f" {escape(figure.note)}." if figure.note else ""
    if figure.draw is not None:
        try:
            picture = f'<img alt="{escape(figure.name)}" loading="lazy" src="{inline(draw_paper_figure(figure, bench))}">'
        except ElverError as error:
            picture = f'<p class="fails">not drawn: {escape(str(error))}</p>'
    runs = "".join(f"<br><code>{escape(case.command)}</code>" for case in figure.cases)
    command = f"<p><code>{escape(figure.command)}</code>{runs}</p>" if figure.command else ""
    return (
        f'<article id="{figure.file}"><h3>{figure.name} (section {figure.section}): {escape(figure.shows)}</h3>'
        f'<p class="soft"><span class="state {_class(figure.state)}">{figure.state}</span>.{note}</p>{command}{picture}'
        f"{said}</article>"
    )


def _rows_of(statements: Sequence[Statement], claims: Sequence[Verdict], measured: Mapping[str, Verdict]) -> str:
    """What a paper says and what is measured of it, as a table: a row for each claim; a statement without says why."""
    rows = []
    for s in statements:
        says = f"{escape(s.says)}<br><span class='soft'>{escape(s.id)}, section {escape(s.section)}</span>"
        known = [measured[claim.key] for claim in s.claims if claim.key in measured]
        if not known:
            why = escape(s.reason) if s.reason else "not measured: " + ", ".join(f"<code>{c}</code>" for c in s.commands)
            rows.append(f"<td>{says}</td><td colspan='3'>{why}</td>")
        rows += [f"<td>{says if number == 0 else ''}</td>{_measured(v)}" for number, v in enumerate(known)]
    rows += [f"<td><span class='soft'>{escape(v.claim.source)}</span></td>{_measured(v)}" for v in claims]
    return f'<table class="said">{_COLUMNS}{"".join(f"<tr>{row}</tr>" for row in rows)}</table>' if rows else ""


def _measured(v: Verdict) -> str:
    """A claim in three cells: what is measured and its command, its kind and whether it behaves so, the number."""
    c = v.claim
    state = '<span class="good">as it says</span>' if v.holds else f'<span class="fails">fails: {escape(v.trouble)}</span>'
    return (
        f"<td>{escape(c.statement)}<br><code>elver verify {escape(c.scenario)}</code></td>"
        f'<td><span class="kind {c.kind}">{c.kind}</span><br>{state}<br>{number(v.measured, c.unit)}</td>'
        f"<td class='verdict'>{interval_picture(v)}</td>"
    )
