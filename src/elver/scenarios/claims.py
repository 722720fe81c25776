"""Published statements as claims: what is said, where, within which bounds, and how it is measured.

Every claim has a kind, and each kind says what makes it fail:

- confirmed: the number leaves the paper's own interval.
- refuted: the number leaves its own narrow band, or enters the paper's interval after all.
- calibrated: the number leaves the paper's interval, although a named parameter was chosen for it.
- ambiguous: the number leaves its band, that of another choice leaves the range that is stated, or none gives the paper's.
- own: the number leaves its band.

A kind says how a claim stands to its source. One whose source is another work than the publication of its machine has the origin
``elsewhere`` and is counted by itself: it says nothing about that publication.

Of all kinds: the number is nearer to the end of its band than its numerical error, where that was measured, or its run broke off.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from elver._support.choices import ClaimKind, ClaimOrigin, chosen, described
from elver._support.errors import InputError

if TYPE_CHECKING:
    from elver.results import Run
    from elver.scenarios.verification import ClaimRunner

Interval: TypeAlias = tuple[float, float]
Measurement: TypeAlias = "Callable[[ClaimRunner], float]"


class Printed(NamedTuple):
    """An interval of numbers that a paper prints; any other one is how its words are read here."""

    low: float
    high: float


_NEEDED = {
    ClaimKind.REFUTED: ("paper",),
    ClaimKind.CALIBRATED: ("parameter",),
    ClaimKind.AMBIGUOUS: ("choice", "range", "others"),
}
_ALLOWED = {
    ClaimKind.CONFIRMED: ("paper",),
    ClaimKind.REFUTED: ("paper",),
    ClaimKind.CALIBRATED: ("paper", "parameter"),
    ClaimKind.AMBIGUOUS: ("paper", "choice", "range", "others"),
    ClaimKind.OWN: (),
}
_MEANING = {
    "paper": "what the paper says, low and high",
    "parameter": "what was chosen for it",
    "choice": "what the paper leaves open",
    "range": "low and high over the choices",
    "others": "the number with other choices",
}


@dataclass(frozen=True)
class Claim:
    """A statement that can fail. kind: how it stands to the paper.   low <= measured <= high, in ``unit``.

    paper: the interval that the paper states, ``Printed`` or read from its words; low and high of confirmed ones.
    parameter: of calibrated ones, a parameter of the scenario or a constant in its module.
    choice, range: of ambiguous ones, what is left open and what the number can become by it;
    others: of them too, functions of a bench: the number with other choices.   picture: the figure of a run that shows it.
    origin: whether it was published with the machine.
    """

    scenario: str
    statement: str
    source: str
    kind: ClaimKind
    unit: str
    low: float
    high: float
    measure: Measurement
    paper: Interval | None = None
    parameter: str = ""
    choice: str = ""
    range: Interval | None = None
    others: tuple[Measurement, ...] = ()
    picture: str = ""
    origin: ClaimOrigin = ClaimOrigin.PAPER

    def __post_init__(self) -> None:
        if self.kind not in tuple(ClaimKind):
            raise InputError(f"{self.name}: kind = {self.kind!r}. Known: {described(ClaimKind)}.")
        if self.origin not in tuple(ClaimOrigin):
            raise InputError(f"{self.name}: origin = {self.origin!r}. Known: {described(ClaimOrigin)}.")
        kind, origin = chosen(ClaimKind, self.kind), chosen(ClaimOrigin, self.origin)
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "origin", origin)
        if kind == ClaimKind.OWN and origin == ClaimOrigin.ELSEWHERE:
            raise InputError(f"{self.name}: a claim that is {kind} is from nowhere else. Give another kind, or no origin.")
        for name, given in {key: getattr(self, key) for key in _MEANING}.items():
            empty = given in (None, "", ())
            if empty and name in _NEEDED.get(kind, ()):
                raise InputError(f"{self.name}: a claim that is {kind} needs '{name}', {_MEANING[name]}.")
            if not empty and name not in _ALLOWED[kind]:
                raise InputError(f"{self.name}: '{name}', {_MEANING[name]}, is no part of a claim that is {kind}.")
        if kind in (ClaimKind.CONFIRMED, ClaimKind.CALIBRATED):
            if self.paper is None:
                object.__setattr__(self, "paper", (self.low, self.high))
            elif self.paper != (self.low, self.high):
                raise InputError(
                    f"{self.name}: a claim that is {kind} has the paper's bounds, {span(self.paper)}, and no others."
                )
        self.check_intervals()

    @property
    def worded(self) -> bool:
        """Whether the paper says it in words, so that its interval is how they are read here."""
        return self.paper is not None and not isinstance(self.paper, Printed)

    @property
    def key(self) -> str:
        """By what other data name the claim."""
        return f"{self.scenario}: {self.statement}"

    @property
    def of_the_paper(self) -> bool:
        """Whether it is a statement of the publication that the machine is from."""
        return self.kind != ClaimKind.OWN and self.origin == ClaimOrigin.PAPER

    @property
    def name(self) -> str:
        return f"claim '{self.statement}' of '{self.scenario}'"

    def check_intervals(self) -> None:
        """Intervals in order; a refuted band outside the paper's, an ambiguous one and the paper's within reach of the range."""
        own = (self.low, self.high)
        for name, pair in (("its own", own), ("the paper's", self.paper), ("its range", self.range)):
            if pair is not None and not pair[0] <= pair[1]:
                raise InputError(f"{self.name}: low = {pair[0]:g} is greater than high = {pair[1]:g} ({name}).")
        if self.kind == ClaimKind.REFUTED and self.paper and _overlap(own, self.paper):
            raise InputError(f"{self.name}: {span(own)} and the paper's {span(self.paper)} have values in common: not refuted.")
        if self.range is not None:
            if not (self.range[0] <= self.low and self.high <= self.range[1]):
                raise InputError(f"{self.name}: {span(own)} lies outside of its range {span(self.range)}.")
            if self.paper is not None and not _overlap(self.range, self.paper):
                raise InputError(f"{self.name}: no choice of {span(self.range)} gives the paper's {span(self.paper)}: refuted.")


@dataclass(frozen=True)
class Verdict:
    """A measured claim. others: with the other choices of an ambiguous one.   runs: that it was measured on, by their commands.

    error: how far the number is from that of finer steps; None where it was not asked for, or no run is behind the number.
    found: how the error was found.   broken: why there is no number, or none with finer steps; empty where there is.
    """

    claim: Claim
    measured: float
    others: tuple[float, ...] = ()
    error: float | None = None
    found: str = ""
    runs: tuple[tuple[str, Run], ...] = ()
    broken: str = ""

    @property
    def trouble(self) -> str:
        """Why the claim does not behave as its kind says; empty where it does."""
        c = self.claim
        if self.broken:
            return self.broken
        if c.kind == ClaimKind.REFUTED and c.paper and _within(self.measured, c.paper):
            return f"the paper is right: {self.measured:.6g} is within its {span(c.paper)}"
        if not _within(self.measured, (c.low, c.high)):
            return f"{self.measured:.6g} is outside of {span((c.low, c.high))}"
        if self.error is not None and not all(_within(end, (c.low, c.high)) for end in self.ends):
            return (
                f"{self.measured:.6g} +- {self.error:.2g} reaches out of {span((c.low, c.high))}: the error is too large for it"
            )
        return self.trouble_of_choices

    @property
    def ends(self) -> Interval:
        """The number less and plus its error. A size, whose band begins at zero and ends somewhere, is not made negative."""
        low, high = self.measured - (self.error or 0.0), self.measured + (self.error or 0.0)
        size = self.claim.low == 0.0 and math.isfinite(self.claim.high)
        return (max(low, 0.0) if size else low, high)

    @property
    def trouble_of_choices(self) -> str:
        """What is wrong with the numbers of the other choices."""
        c = self.claim
        for other in self.others:
            if c.range is not None and not _within(other, c.range):
                return f"another choice gives {other:.6g}, outside of the range {span(c.range)}"
        numbers = (self.measured, *self.others)
        if self.others and c.paper is not None and not any(_within(number, c.paper) for number in numbers):
            return f"no choice gives the paper's {span(c.paper)}: {', '.join(f'{number:.6g}' for number in numbers)}"
        return ""

    @property
    def holds(self) -> bool:
        return not self.trouble


def _within(value: float, pair: Interval) -> bool:
    return pair[0] <= value <= pair[1]


def _overlap(one: Interval, other: Interval) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


def span(pair: Interval) -> str:
    """An interval in words."""
    low, high = pair
    if math.isinf(low) or math.isinf(high):
        return "any" if math.isinf(low) and math.isinf(high) else f"<= {high:.6g}" if math.isinf(low) else f">= {low:.6g}"
    return f"{low:.6g} .. {high:.6g}"


def printed(text: str) -> Printed:
    """What a printed number allows: half a unit of its last digit to both sides. ``12.1``; ``1.2e2`` for "about 120"."""
    number = Decimal(text)
    half = Decimal((0, (5,), int(number.as_tuple().exponent) - 1))
    return Printed(float(number - half), float(number + half))


def about(text: str) -> Printed:
    """What a number with "about" allows: what the printed one does, and a tenth of it at most, so that 1 is not 0.5 to 1.5."""
    pair, middle = printed(text), float(text)
    room = abs(middle) / 10
    return Printed(max(pair.low, middle - room), min(pair.high, middle + room))


def below(text: str) -> Printed:
    """What a printed limit allows to a size."""
    return Printed(0.0, float(text))


def count_kinds(claims: Iterable[Claim]) -> dict[str, int]:
    """How many claims there are of each kind, all kinds named; those whose source is another work by themselves."""
    words = [str(c.kind if c.of_the_paper or c.kind == ClaimKind.OWN else c.origin) for c in claims]
    return {word: words.count(word) for word in (*map(str, ClaimKind), str(ClaimOrigin.ELSEWHERE))}


def counts_in_words(counts: Mapping[str, int]) -> str:
    """The counts of ``count_kinds`` on one line."""
    return ", ".join(f"{count} {'from ' if word == ClaimOrigin.ELSEWHERE else ''}{word}" for word, count in counts.items())


def elsewhere(claim: Claim) -> Claim:
    """The claim as one whose source is another work than the publication that its machine is from."""
    return replace(claim, origin=ClaimOrigin.ELSEWHERE)


def confirmed(
    scenario: str, statement: str, source: str, unit: str, paper: Interval, measure: Measurement, picture: str = ""
) -> Claim:
    """The paper's statement within the paper's bound."""
    return Claim(scenario, statement, source, ClaimKind.CONFIRMED, unit, *paper, measure, paper=paper, picture=picture)


def refuted(
    scenario: str,
    statement: str,
    source: str,
    unit: str,
    paper: Interval,
    ours: Interval,
    measure: Measurement,
    picture: str = "",
) -> Claim:
    """The paper says ``paper``, and the calculation gives ``ours``."""
    return Claim(scenario, statement, source, ClaimKind.REFUTED, unit, *ours, measure, paper=paper, picture=picture)


def calibrated(
    scenario: str,
    statement: str,
    source: str,
    unit: str,
    paper: Interval,
    parameter: str,
    measure: Measurement,
    picture: str = "",
) -> Claim:
    """The paper's number, for which a parameter was chosen."""
    own: dict[str, Any] = {"paper": paper, "parameter": parameter, "picture": picture}
    return Claim(scenario, statement, source, ClaimKind.CALIBRATED, unit, *paper, measure, **own)


def ambiguous(
    scenario: str,
    statement: str,
    source: str,
    unit: str,
    paper: Interval | None,
    ours: Interval,
    span: Interval,
    choice: str,
    measure: Measurement,
    others: Measurement | tuple[Measurement, ...],
    picture: str = "",
) -> Claim:
    """What the paper's number becomes by a choice that it does not print: ``ours`` here, within ``span`` by ``others``."""
    shown = others if isinstance(others, tuple) else (others,)
    own: dict[str, Any] = {"paper": paper, "choice": choice, "range": span, "others": shown, "picture": picture}
    return Claim(scenario, statement, source, ClaimKind.AMBIGUOUS, unit, *ours, measure, **own)


def own(scenario: str, statement: str, source: str, unit: str, ours: Interval, measure: Measurement, picture: str = "") -> Claim:
    """A statement of ours."""
    return Claim(scenario, statement, source, ClaimKind.OWN, unit, *ours, measure, picture=picture)
