"""Papers and their figures: the list is complete, every row has a command or a reason, and agrees with the claims."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import numpy as np
import pytest

from elver import scenario, simulate
from elver._support.choices import ClaimKind, FigureState
from elver._support.errors import InputError
from elver.scenarios import Case, PaperFigure, Statement, all_claims, all_papers, all_statements, own, paper_figures
from elver.scenarios.papers import claims_about, find_figures, paper, roman, section_order
from elver.simulation import Solver

DOCS = Path(__file__).parents[2] / "docs"
COUNTS = {"EEL": (11, ["I"]), "USR": (4, ["I"]), "SNAKE": (15, []), "MAV": (9, ["I"]), "FLOAT": (13, ["1", "2"])}
RESULTS = {  # figures of the papers that show something calculated
    "EEL": set(range(5, 12)),
    "USR": {3, 4},
    "SNAKE": {5, 7, *range(9, 16)},
    "MAV": {6, 7, 8, 9},
    "FLOAT": {6, 7, 10, 11, 12, 13},
}
FIGURES = paper_figures()


def claim(source: str):
    return own("eel", f"from {source}", source, "m", (0.0, 1.0), lambda bench: 0.0)


@pytest.mark.parametrize("name", COUNTS)
def test_the_list_has_every_figure_and_table_once(name):
    count, tables = COUNTS[name]
    figures = paper_figures(paper(name))
    numbers = [f.number for f in figures]
    assert len(set(numbers)) == len(numbers)
    assert {int(n.rstrip("ab")) for n in numbers if not n.startswith("table")} == set(range(1, count + 1))
    assert [n for n in numbers if n.startswith("table")] == [f"table-{t}" for t in tables]


def test_every_figure_belongs_to_a_paper_that_is_declared():
    assert {p.name for p in all_papers()} == set(COUNTS)
    assert sum(len(paper_figures(p)) for p in all_papers()) == len(FIGURES)


@pytest.mark.parametrize("figure", FIGURES, ids=lambda f: f.name)
def test_a_row_has_a_command_or_a_reason(figure):
    assert figure.command or figure.note
    assert all(case.scenario in case.command for case in figure.cases)
    assert figure.section
    assert section_order(figure.section) > (0,)


@pytest.mark.parametrize("name", RESULTS)
def test_results_are_drawn_and_nothing_else_counts_as_one(name):
    states = (FigureState.REPRODUCED, FigureState.DIFFERS, FigureState.SIMULATION)
    drawn = {int(f.number.rstrip("ab")) for f in paper_figures(paper(name)) if f.state in states and not f.is_table}
    assert drawn == RESULTS[name]


def refuted_about(figure: PaperFigure) -> list[str]:
    """What is refuted of what the paper says about a figure."""
    return [c.statement for c in claims_about(figure, all_claims(), all_statements()) if c.kind == ClaimKind.REFUTED]


@pytest.mark.parametrize("figure", [f for f in FIGURES if not f.is_table], ids=lambda f: f.name)
def test_a_figure_is_reproduced_or_differs_as_its_claims_say(figure):
    if figure.state == FigureState.REPRODUCED:
        assert not refuted_about(figure)
    if figure.state == FigureState.DIFFERS:
        assert refuted_about(figure)


@pytest.mark.parametrize(
    ("source", "cited", "not_cited"),
    [
        ("EEL VII-B, Fig. 11", ["11"], ["1", "10"]),
        ("EEL VII-B, Figs. 8, 9 and 10", ["8", "9", "10"], ["7", "11"]),
        ("EEL VII, Table I", ["table-I"], ["1"]),
        ("EEL (48)-(62)", [], ["1", "4", "6"]),
        ("USR III-F, III-G, Figs. 3, 4", [], ["3", "4"]),
        ("docs/models/eel.md", [], ["1"]),
    ],
)
def test_claims_cite_figures(source, cited, not_cited):
    known = {f.number: f for f in paper_figures(paper("EEL"))}
    assert all(known[number].cited_by(claim(source)) for number in cited)
    assert not any(known[number].cited_by(claim(source)) for number in not_cited)


def test_a_whole_figure_is_its_parts():
    (path, speed) = find_figures(paper("USR"), "3")
    assert (path.number, speed.number) == ("3a", "3b")
    assert path.cited_by(claim("USR III-F, Figs. 3, 4"))
    assert path.cited_by(claim("USR III-F, Fig. 3a"))
    assert not speed.cited_by(claim("USR III-F, Fig. 3a"))
    (twelve,) = find_figures(paper("SNAKE"), "12")
    assert twelve.cited_by(claim("SNAKE VIII-B, Fig. 12a"))


@pytest.mark.parametrize("written", ["11", "Fig. 11", "fig 11", "Figure 11", " 11 "])
def test_numbers_may_be_written_as_in_the_paper(written):
    assert [f.number for f in find_figures(paper("eel"), written)] == ["11"]


@pytest.mark.parametrize("written", ["table-I", "Table I", "TABLE i"])
def test_tables_may_be_written_as_in_the_paper(written):
    assert [f.number for f in find_figures(paper("EEL"), written)] == ["table-I"]


def test_unknown_papers_and_numbers_name_the_nearest():
    with pytest.raises(InputError, match=r"unknown paper 'EEEL'. Did you mean 'EEL'"):
        paper("EEEL")
    with pytest.raises(InputError, match=r"EEL has no figure '12'. The nearest is 11. It has 1, 2, .* table-I"):
        find_figures(paper("EEL"), "12")
    for written, nearest in (("0", "1"), ("x9", "9"), ("table-III", "table-I"), ("Table 4", "table-I")):
        with pytest.raises(InputError, match=rf"EEL has no figure '[\w-]+'. The nearest is {nearest}\. It has 1, "):
            find_figures(paper("EEL"), written)
    with pytest.raises(InputError, match=r"EEL has no figure 'xyz'. It has 1, "):
        find_figures(paper("EEL"), "xyz")


def test_a_reference_says_what_is_not_known_of_it():
    assert paper("EEL").reference.endswith("C 37(6), 2007. doi:10.1109/TSMCC.2007.905831")
    assert paper("SNAKE").reference.endswith("Robotics 24(1), 2008. Its DOI is not known here")
    assert "; venue and year are from memory" in paper("FLOAT").reference


def test_roman_numerals_and_sections_are_ordered():
    assert [roman(word) for word in ("I", "II", "IV", "VII", "VIII", "IX", "XIV", "Q")] == [1, 2, 4, 7, 8, 9, 14, 0]
    written = ["Fig. 7", "VII-B, Fig. 11", "VIII-B", "VIII-B-1", "VIII-D", "IX", "Appendix, (A1)-(A27)"]
    assert sorted(written, key=section_order) == written
    assert section_order("(48)-(62)") == (0,) < section_order("I")


def test_claims_about_a_figure_are_those_that_cite_it_and_those_of_the_statements_that_do():
    cites, other, of_a_statement = claim("EEL VII-B, Fig. 11"), claim("EEL VII-B"), claim("docs/models/eel.md")
    said = [
        Statement("EEL", "EEL.1", "VII-B, Fig. 11", "a loop", (of_a_statement,)),
        Statement("EEL", "EEL.2", "VII", "x", reason="y"),
    ]
    (eleven,) = find_figures(paper("EEL"), "11")
    assert claims_about(eleven, [other, of_a_statement, cites], said) == (of_a_statement, cites)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"state": "drawn"}, "Known: reproduced"),
        ({"draw": None}, "needs a function that draws it"),
        ({"state": "differs", "note": ""}, "needs a note"),
        ({"state": "photograph", "draw": None, "note": ""}, "needs a note"),
    ],
)
def test_a_figure_that_says_too_little_is_refused(changes, why):
    given = {"paper": "EEL", "number": "5", "section": "VII", "shows": "a path", "state": "reproduced", "draw": lambda runs: None}
    PaperFigure(**given)
    with pytest.raises(InputError, match=why):
        PaperFigure(**{**given, **changes})


@pytest.fixture(scope="module")
def short_gray():
    own = scenario("gray")
    return simulate(own.prepared(), 0.02, solver=Solver(dt=own.dt))


@pytest.mark.parametrize(
    ("case", "lacking"),
    [
        (Case("gray", duration=0.02), ""),
        (Case("gray", {"alpha": math.radians(40)}, duration=0.01), ""),
        (Case("gray"), "it ends at 0.02 s where 0.2 s are needed"),
        (Case("gray", {"friction": 0.2}, duration=0.02), "it has friction = 0.1 where 0.2 is needed"),
        (Case("eel", duration=0.02), "it is a run of 'gray', not of 'eel'"),
    ],
)
def test_a_case_says_what_a_result_lacks(short_gray, case, lacking):
    assert case.lacking(short_gray) == lacking


def test_the_command_of_a_case_is_what_one_types():
    case = Case("swimmer", {"gait": "eel", "case": 3}, duration=5.0)
    assert case.command == "elver run swimmer --duration 5 --set gait=eel --set case=3"


def test_the_page_of_papers_is_as_the_figures_say(monkeypatch):
    monkeypatch.syspath_prepend(str(DOCS))
    monkeypatch.delitem(sys.modules, "make_tables", raising=False)
    import make_tables

    assert make_tables.papers_page() == make_tables.PAPERS.read_text(encoding="utf-8"), "run python docs/make_tables.py"


def test_pegs_of_every_bend_hold_those_that_the_track_has():
    """SNAKE Fig. 8: those that propel stand where the scenario puts its obstacles, on the same side; the others opposite."""
    from elver.systems.aiko.scenario import fitted, pegs_of_every_bend

    values = scenario("aiko-track").values()
    useful, others = pegs_of_every_bend(values)
    track = np.array([[disc.x, disc.y] for disc in fitted(values)])
    for x, y, _ in useful:
        assert np.linalg.norm(track - [x, y], axis=1).min() < 0.025  # radii differ by 2 cm at most
    for x, y, _ in others:
        assert np.linalg.norm(track - [x, y], axis=1).min() > 0.1
    assert len(useful) == 3  # as the paper's Fig. 8 (b)
