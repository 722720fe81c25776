"""Published papers, their figures and tables: what each shows, the runs that it is drawn from, and how it stands here.

Every package in ``elver.systems`` may name papers in ``PAPERS`` and figures in ``FIGURES`` of its file ``figures``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from elver._support.choices import FigureState, chosen, described
from elver._support.errors import InputError, UnknownNameError, unknown_name
from elver.results import Run
from elver.scenarios.claims import Claim
from elver.scenarios.definition import scenario, system_packages
from elver.scenarios.statements import Statement
from elver.scenarios.verification import ClaimRunner, command_of

NO_RESULT = "it defines symbols and shows no result"  # why many a sketch is not drawn
_NEAR = 1e-9  # relative: numbers that a figure needs, and those of a run, but for rounding
_NUMBER = re.compile(r"(?:fig(?:ure)?s?\.?)?\s*(table)?[\s-]*(\w+)", re.IGNORECASE)
_CITED = re.compile(r"(Figs?|Tables?)\.?\s+((?:\w+(?:,\s+|\s+and\s+)?)+)")
_NUMERAL = re.compile(r"(\d+[a-z]?|[IVX]+)(?=,|\s|$)")
_APPENDIX = 40  # behind every section
_ROMAN = {"I": 1, "V": 5, "X": 10}


@dataclass(frozen=True)
class Paper:
    """A published paper. name: short, by which claims and figures cite it.

    doi: empty where none is known here.   doubt: what of the reference no source at hand confirms.
    """

    name: str
    authors: str
    title: str
    venue: str
    year: int
    doi: str = ""
    doubt: str = ""

    @property
    def reference(self) -> str:
        """Authors, title, venue, year, and what is not known of them."""
        doi = f"doi:{self.doi}" if self.doi else "Its DOI is not known here"
        return f"{self.authors}: {self.title}. {self.venue}, {self.year}. {doi}" + (f"; {self.doubt}" if self.doubt else "")

    @property
    def short_reference(self) -> str:
        """Family names and year."""
        names = [author.split()[-1] for author in self.authors.split(", ")]
        return f"{', '.join(names)} {self.year}"


@dataclass(frozen=True, eq=False)
class Case:
    """A run that a figure shows: a scenario with changes to parameters.

    duration, dt [s], accuracy [m]: as in ``ClaimRunner.run``; None for the scenario's own.   label: its name in the picture.
    """

    scenario: str
    changes: Mapping[str, Any] = field(default_factory=dict)
    duration: float | None = None
    dt: float | None = None
    accuracy: float | None = None
    label: str = ""

    @property
    def command(self) -> str:
        """What one types for this run."""
        return command_of(scenario(self.scenario), self.duration, self.dt, self.accuracy, self.changes)

    def made(self, bench: ClaimRunner) -> Run:
        """The run, made once on a bench."""
        named = {name.replace(".", "__"): value for name, value in self.changes.items()}
        return bench.run(self.scenario, self.duration, self.dt, self.accuracy, **named)

    def lacking(self, run: Run) -> str:
        """What a result lacks to be this run, in words; empty where it lacks nothing. A longer one will do."""
        own, model = scenario(self.scenario), str(run.samples.attrs["model"])
        if model != own.name:
            return f"it is a run of '{model}', not of '{own.name}'"
        for name, wanted in own.values(self.changes).items():
            here = run.parameters.get(name)
            if not _alike(here, wanted):
                return f"it has {name} = {_worded(here)} where {_worded(wanted)} is needed"
        needed, last = own.duration if self.duration is None else self.duration, float(run.samples.time.values[-1])
        if last < needed * (1 - _NEAR):
            return f"it ends at {last:.6g} s where {needed:.6g} s are needed"
        return ""


def _alike(one: Any, other: Any) -> bool:
    """Whether two values of a parameter are the same but for rounding."""
    if isinstance(other, tuple | list):
        same = isinstance(one, tuple | list) and len(one) == len(other)
        return same and all(_alike(a, b) for a, b in zip(one, other, strict=True))
    if isinstance(other, float | int) and isinstance(one, float | int):
        return math.isclose(one, other, rel_tol=_NEAR, abs_tol=_NEAR)
    return bool(one == other)


def _worded(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else "none" if value is None else str(value)


@dataclass(frozen=True, eq=False)
class PaperFigure:
    """A figure, or a table, of a paper.

    paper: short name.   number: as printed, such as ``11``, ``3a`` or ``table-1``.   section: where the paper speaks of it.
    shows: what, in one line.   state: a word of ``FigureState``.   cases: the runs that it is drawn from.
    draw(runs): makes it; None where nothing is drawn.   note: how ours differs, what is not printed, or why nothing is drawn.
    """

    paper: str
    number: str
    section: str
    shows: str
    state: str
    draw: Callable[[Sequence[Run]], Any] | None = None
    cases: tuple[Case, ...] = ()
    note: str = ""

    def __post_init__(self) -> None:
        if self.state not in tuple(FigureState):
            raise InputError(f"{self.name}: state = {self.state!r}. Known: {described(FigureState)}.")
        object.__setattr__(self, "state", chosen(FigureState, self.state))
        if self.draw is None and self.state not in (FigureState.SKETCH, FigureState.PHOTOGRAPH):
            raise InputError(f"{self.name}: a figure that is '{self.state}' needs a function that draws it.")
        if not self.note and (self.draw is None or self.state in (FigureState.DIFFERS, FigureState.SIMULATION)):
            raise InputError(f"{self.name}: a figure that is '{self.state}' needs a note that says what or why.")

    @property
    def is_table(self) -> bool:
        return self.number.startswith("table-")

    @property
    def name(self) -> str:
        """As it is cited, such as ``EEL Fig. 11``."""
        word = f"Table {self.number.removeprefix('table-')}" if self.is_table else f"Fig. {self.number}"
        return f"{self.paper} {word}"

    @property
    def file(self) -> str:
        """Name of its files, without their ending."""
        return f"{self.paper}-{self.number}"

    @property
    def command(self) -> str:
        """What one types to draw it; empty where nothing is drawn."""
        return f"elver figure {self.paper} {self.number}" if self.draw is not None else ""

    @property
    def scenarios(self) -> tuple[str, ...]:
        """Names of the scenarios that it is drawn from."""
        return tuple(dict.fromkeys(case.scenario for case in self.cases))

    def cited_in(self, paper: str, place: str) -> bool:
        """Whether a place in a paper, such as ``VII-B, Fig. 11``, names this figure.

        One that names a whole figure names its parts too, and the reverse.
        """
        if paper != self.paper:
            return False
        own = self.number.removeprefix("table-")
        for word, numbers in _CITED.findall(place):
            if word.startswith("Table") == self.is_table:
                for number in _NUMERAL.findall(numbers):
                    if number == own or number.rstrip("abc") == own or own.rstrip("abc") == number:
                        return True
        return False

    def cited_by(self, claim: Claim) -> bool:
        """Whether a claim names this figure as its source."""
        name, _, place = claim.source.partition(" ")
        return self.cited_in(name, place)

    @property
    def order(self) -> tuple:
        """By which the items of a paper are put in its order: the section, then tables and figures by number."""
        own = self.number.removeprefix("table-")
        return (section_order(self.section), not self.is_table, _place(own) or 0, own)


def roman(text: str) -> int:
    """The number that a Roman numeral up to XXXIX is; 0 where the text is none."""
    values = [_ROMAN.get(letter, 0) for letter in text]
    return sum(-v if v < after else v for v, after in zip(values, [*values[1:], 0], strict=True)) if all(values) else 0


def section_order(text: str) -> tuple[int, ...]:
    """By which a text that begins with a section such as ``VIII-D-2`` is ordered; one that names none comes first.

    The appendix comes last.
    """
    if text.startswith("Appendix"):
        return (_APPENDIX,)
    word = re.match(r"([IVX]+(?:-[A-Z])?(?:-\d+)?)(?![A-Za-z])", text)
    if not word:
        return (0,)
    first, *rest = word[1].split("-")
    return (roman(first), *(ord(part) - ord("A") + 1 if part.isalpha() else int(part) for part in rest))


# --- All papers and their figures, in the order in which the packages name them.


def _named(what: str) -> list[Any]:
    """What the packages of the published systems name in their files ``figures``."""
    modules = [f"{package}.figures" for package in system_packages()]
    return [item for name in modules if find_spec(name) is not None for item in getattr(import_module(name), what, ())]


def all_papers() -> tuple[Paper, ...]:
    """All papers."""
    return tuple(_named("PAPERS"))


def paper(name: str) -> Paper:
    """The paper of that short name, however it is written."""
    papers = {own.name: own for own in all_papers()}
    if name.upper() not in papers:
        raise unknown_name("paper", name.upper(), papers)
    return papers[name.upper()]


def paper_figures(of: Paper | None = None) -> tuple[PaperFigure, ...]:
    """All figures and tables, paper by paper, tables after figures; of one paper where one is given."""
    figures = _named("FIGURES")
    return tuple(
        figure
        for own in (all_papers() if of is None else (of,))
        for figure in sorted((f for f in figures if f.paper == own.name), key=lambda f: (f.is_table, *f.order[1:]))
    )


def find_figures(of: Paper, number: str) -> tuple[PaperFigure, ...]:
    """The figure of a paper by its number, such as ``11``, ``Fig. 11`` or ``table I``; ``3`` means 3a and 3b."""
    word = _NUMBER.fullmatch(number.strip())
    wanted = number if word is None else f"table-{word[2]}" if word[1] else word[2]
    known = {figure.number.casefold(): figure for figure in paper_figures(of)}
    if wanted.casefold() in known:
        return (known[wanted.casefold()],)
    parts = tuple(figure for name, figure in known.items() if name.rstrip("abc") == wanted.casefold())
    if not parts:
        numbers, place = [figure.number for figure in known.values()], _place(wanted)
        alike = [number for number in numbers if number.startswith("table-") == wanted.startswith("table-")] or numbers
        near = "" if place is None else min(alike, key=lambda number: abs((_place(number) or 0) - place))
        hint = f" The nearest is {near}." if near else ""
        raise UnknownNameError(f"{of.name} has no figure '{wanted[:60]}'.{hint} It has {', '.join(numbers)}.")
    return parts


def _place(number: str) -> int | None:
    """The whole number in a figure's number such as ``3a`` or ``table-II``; None where there is none."""
    digits = re.search(r"\d+", number)
    return int(digits[0]) if digits else roman(number.removeprefix("table-")) or None


def claims_about(figure: PaperFigure, claims: Iterable[Claim], statements: Iterable[Statement]) -> tuple[Claim, ...]:
    """The claims that name a figure as their source, and those of the statements that do."""
    said = [
        claim for statement in statements if figure.cited_in(statement.paper, statement.section) for claim in statement.claims
    ]
    return tuple(claim for claim in claims if figure.cited_by(claim) or claim in said)
