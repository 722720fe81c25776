"""Whether a run is trusted: its doubts, from status, ledger, error by the steps and energy from nothing."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from elver._support.statuses import ENDED
from elver.results.record import Attributes, StepError, attribute

if TYPE_CHECKING:
    from elver.results.samples import Data

# --- What a run carries of the looks that were taken at it, warnings and the error by its steps, and whether it is to be trusted.
#
# Files may come from strangers: what is damaged in them is left out.

LEDGER_WARNING = 1e-3  # relative closure error beyond which a run is not to be trusted
STEP_WARNING = 0.02  # relative error by the steps beyond which a run is told to be coarse, and is not to be trusted
_LEDGER_OVER_STEPS = 10.0  # times the error by the steps that a ledger may be open: both are relative, to other sizes
FROM_NOTHING = "energy from nothing"  # the check that finds laws which bring energy in
CONSISTENT = "kirchhoff"  # the added-mass law that keeps energy
PUBLISHED_LAW = f"this is the published added-mass law; `{CONSISTENT}` keeps energy"  # the remedy where that law does
_WHOLE = ("finished", "interrupted")  # statuses of runs that did not break off
_KINDS = {
    "position": "the base's path",
    "quaternion": "the base's orientation",
    "twist": "the base's velocity",
    "angles": "joint positions",
    "rates": "joint rates",
    "followers": "joints of closed loops",
    "memory": "states of the medium",
    "works": "works",
    "com": "the path of the centre of mass",
}
NOT_COMPUTED = "not computed"  # where a metric or a check has failed
_STANDS = "the run itself stands; look at whether it is long enough and has enough samples for that"
HOVERING = 0.02  # net displacement over the length of the path, up to which a machine hovers
MOST = 50  # findings that are kept
_WORDS = ("check", "where", "text", "remedy", "unit", "doubt")
_NUMBERS = ("time", "number", "threshold")
_NAME, _NUMBER = re.compile(r"(?<!\w)'[^']*'(?!\w)"), re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
_SHOWN = 3  # names in a line that is about many things, besides the first


def discretisation(data: Data) -> StepError | None:
    """What is known of the error by the steps; None where it was not looked for."""
    return attribute(data, "discretisation")


def _finer_end(found: StepError | None) -> str:
    """The status of a finer run that did not finish, so that no error by steps was found; empty where that is not so."""
    return "" if found is None or found.error is not None else (found.by or "").partition(ENDED)[2]


def _finer_broke_off(found: StepError | None) -> bool:
    """Whether a finer run broke off, where this one did not."""
    return _finer_end(found) not in ("", *_WHOLE)


def kind_of(found: StepError) -> str:
    """The states that an error by steps is largest in, in words."""
    return _KINDS.get(found.kind or "", "the state")


def step_words(data: Data) -> str:
    """The error by the steps as a line of a table."""
    found = discretisation(data)
    if found is None:
        return "not looked for"
    by = (found.by or "")[:200]
    if found.error is None:
        return f"not found ({by})"
    shrinks = "" if found.order is None else f", of order {found.order:.2g}"
    return f"{found.error:.1e} in {kind_of(found)}{shrinks} ({by})"


def step_details(data: Data) -> dict[str, Any]:
    """How the error by the steps was found (``StepError.details``)."""
    found = discretisation(data)
    return {} if found is None else found.details


def worst_findings(before: list[dict[str, Any]], now: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Findings of two parts of a run: of each check and place the one farthest beyond its threshold."""
    worst: dict[tuple[str, str], dict[str, Any]] = {}
    for entry in (e for part in (before, now) for e in warnings_of(Attributes({"warnings": part}))):
        known = worst.setdefault((entry["check"], entry["where"]), entry)
        if _beyond(entry) > _beyond(known):
            worst[entry["check"], entry["where"]] = entry
    return [worst[key] for key in sorted(worst)][:MOST]


def _beyond(entry: Mapping[str, Any]) -> float:
    """How far the number of a finding is from its threshold; 0 where a file has none."""
    number, threshold = entry["number"], entry["threshold"]
    return 0.0 if number is None or threshold is None else abs(number - threshold)


def larger_step_error(before: StepError | None, now: StepError | None) -> StepError | None:
    """The larger error by steps of two parts of a run; a finer run that broke off is the largest.

    A part that was looked at counts before one that was not, whatever was found.
    """

    def size(found: StepError | None) -> float:
        return math.inf if _finer_broke_off(found) else -1.0 if found is None else found.error or 0.0

    return max((before, now), key=size)


def step_error_of(data: Data) -> float | None:
    """Relative error of a run by its steps; None where it was not looked for, or not found."""
    found = discretisation(data)
    return None if found is None or found.error is None else float(found.error)


def warnings_of(data: Any) -> list[dict[str, Any]]:
    """The findings that a run carries, metrics that could not be computed last; what a damaged file has instead is left out."""
    entries = [entry for entry in attribute(data, "warnings", []) if isinstance(entry, dict)]
    own = [not_computed(str(what), str(why)) for what, why in attribute(data, "not_computed", {}).items()]
    return [_plain_entry(entry) for entry in [*entries[:MOST], *own[:MOST]] if isinstance(entry.get("text"), str)]


def not_computed(what: str, reason: str) -> dict[str, Any]:
    """The finding that a metric or a check has failed. what: such as ``metric 'glide'``."""
    nothing = {"time": None, "number": None, "threshold": None, "unit": ""}
    text = f"{what} could not be computed: {reason.rstrip('.')}"
    return {"check": NOT_COMPUTED, "where": what, **nothing, "text": text, "remedy": _STANDS, "doubt": ""}


def _plain_entry(entry: dict[str, Any]) -> dict[str, Any]:
    """A finding with its words as words and its numbers as numbers."""
    words = {key: str(entry.get(key, ""))[:500] for key in _WORDS}
    values = {key: entry.get(key) for key in _NUMBERS}
    numbers = {k: float(v) if isinstance(v, (int, float)) and not isinstance(v, bool) else None for k, v in values.items()}
    order = ("check", "where", "time", "number", "threshold", "unit", "text", "remedy", "doubt")
    return {key: {**words, **numbers}[key] for key in order}


def ledger_bound(error: float | None) -> float:
    """Relative closure error beyond which a ledger does not close. error: by the steps; None where it was not estimated.

    Steps that leave an error in the works leave one in their balance. A ledger that is open by no more than that is the same
    error told twice; one that is open by more contradicts itself, whatever the steps.
    """
    return LEDGER_WARNING if error is None else max(LEDGER_WARNING, min(STEP_WARNING, _LEDGER_OVER_STEPS * error))


def ledger_closes(status: str, closure: float | None, error: float | None = None) -> bool:
    """Whether a run did not break off and its energy ledger closes (None: has no number). error: see ``ledger_bound``."""
    return status in _WHOLE and closure is not None and closure <= ledger_bound(error)  # a NaN does not


def numerical_doubts(status: str, closure: float | None, found: StepError | None, contact: bool) -> list[str]:
    """What a smaller step may mend: a run that broke off, a ledger that is open, steps that leave an error.

    found: what is known of that error.   contact: whether bodies may touch: impacts that a step misses leave no trace in the
    ledger, and a run whose error nobody has estimated is not to be trusted.
    """
    error = None if found is None else found.error
    if status not in _WHOLE:
        return ["it broke off"]
    doubts = []
    if not ledger_closes(status, closure, error):
        number = "has no number" if closure is None or not math.isfinite(closure) else f"closes to {closure:.1e} only"
        doubts.append(f"its energy ledger {number}")
    if error is not None and not error <= STEP_WARNING:
        doubts.append(f"its steps leave an error of {100 * error:.2g} %")
    if _finer_broke_off(found):
        doubts.append(f"with finer steps it breaks off ({_finer_end(found)[:60]})")
    elif contact and error is None:
        doubts.append("its error by steps through contacts was not estimated (--check-step does)")
    return doubts


# --- Cases of a study: many at once, of whose errors by steps most are not estimated.

ESTIMATED, NOT_ESTIMATED, BREAKS_OFF = STEP_CHECKS = ("estimated", "not estimated", "finer steps break off")
OPEN_LEDGER, COARSE_STEPS = "energy ledger does not close", f"error by the steps above {100 * STEP_WARNING:g} %"
TOUCHING, LIKE_COARSE = "with contact, not estimated", "not estimated, where the steps of others are too long"


def step_check(found: StepError | None) -> str:
    """What is known of the error of a case by its steps, one of ``STEP_CHECKS``."""
    if _finer_broke_off(found):
        return BREAKS_OFF
    return NOT_ESTIMATED if found is None or found.error is None else ESTIMATED


def usable_cases(status: Any, closure: Any) -> np.ndarray:
    """Which cases finished with a ledger that closes. A closure without a number does not."""
    return (np.asarray(status) == "finished") & (np.asarray(closure, dtype=float) <= LEDGER_WARNING)


@dataclass(frozen=True)
class Cases:
    """What is known of cases, one array each. usable: they finished with a ledger that closes, and may be compared.

    check: of ``STEP_CHECKS``.   error: by the steps, where that was estimated.   contact: whether bodies may touch.
    """

    usable: np.ndarray
    check: np.ndarray
    error: np.ndarray
    contact: np.ndarray

    @property
    def too_coarse(self) -> np.ndarray:
        """Which ones were checked, and have an error by the steps that is too large."""
        return (self.check == ESTIMATED) & ~(self.error <= STEP_WARNING)

    @property
    def speak_against(self) -> bool:
        """Whether the steps of a case without contact are too long, and so may be those of cases that were not checked."""
        return bool((self.usable & ~self.contact & (self.too_coarse | (self.check == BREAKS_OFF))).any())

    def doubts(self, coarse: bool) -> np.ndarray:
        """Why they are not trusted, a few words each; empty where they are. coarse: ``speak_against`` of all of the study.

        Errors of smooth motions change little from one case to the next: a few that are small speak for the others, and one that
        is not speaks against them. Impacts that a step misses follow no such rule: with contact a case is judged by its own.
        """
        unknown = self.check == NOT_ESTIMATED
        reasons = {
            OPEN_LEDGER: ~self.usable,
            BREAKS_OFF: self.check == BREAKS_OFF,
            COARSE_STEPS: self.too_coarse,
            TOUCHING: unknown & self.contact,
            LIKE_COARSE: unknown & ~self.contact & coarse,
        }
        return np.select([*reasons.values()], [np.array(reason, dtype=object) for reason in reasons], "")  # words are held once


def doubts_in(summary: Mapping[str, Any]) -> list[str]:
    """The same of a run's summary."""
    found = StepError.read({**summary["discretisation"], "error": summary["discretisation_error"]})
    return numerical_doubts(summary["status"], summary["ledger_closure"], found, "worst_residual" in summary)


def doubts_of(data: Data) -> list[str]:
    """Why the numbers of a run are not to be relied on, in a few words each; empty where nothing is known against them."""
    made = [
        f"{entry['where']} brings energy in" if entry["check"] == FROM_NOTHING else entry["doubt"]
        for entry in warnings_of(data)
        if entry["check"] == FROM_NOTHING or entry["doubt"]
    ]
    known = data.attrs["status"], float(data.attrs["ledger_closure"]), discretisation(data)
    return [*numerical_doubts(*known, "contact_settings" in data.attrs), *made]


def plain_doubts(data: Data, setting: str = CONSISTENT) -> list[str]:
    """The same in words for a reader who does not know the laws by their names.

    setting: what the published added-mass law is changed with, such as ``water.law=kirchhoff``.
    """
    own = {f"{e['where']} brings energy in" for e in warnings_of(data) if e["remedy"] == PUBLISHED_LAW}
    return [published_doubt(setting) if doubt in own else doubt for doubt in doubts_of(data)]


def published_doubt(setting: str, brings: str = "brings") -> str:
    """What is to be said of a published added-mass law, and what to do."""
    return f"the published added-mass law {brings} energy in; the energy-consistent one, {setting}, does not"


def trust_words(data: Data) -> str:
    """Whether a run is trusted, as a line of a table."""
    doubts = doubts_of(data)
    if doubts:
        return "no: " + "; ".join(doubts)
    found = discretisation(data)
    if found is None:
        return "yes, as far as is known: nobody has looked at its steps"
    return "yes" if found.error is not None else f"yes, as far as is known: the error by its steps was {step_words(data)}"


# --- Findings as sentences, the same about many things as one.


def sentence(finding: dict[str, Any]) -> str:
    """A finding as one line: what was found, and what to do."""
    remedy = finding["remedy"]
    return f"{finding['text']}. {remedy[:1].upper()}{remedy[1:]}."


def sentences(findings: Sequence[dict[str, Any]]) -> list[str]:
    """Findings as lines, the same about many joints or bodies as one: of these the one farthest beyond its threshold."""
    return grouped([sentence(finding) for finding in sorted(findings, key=_beyond, reverse=True)], order=map(sentence, findings))


def grouped(lines: Sequence[str], order: Iterable[str] | None = None) -> list[str]:
    """Sentences that say the same of different things, each in quotation marks, as one: the first, and the names of the others.

    order: the same lines in the order in which groups are told; None for that of the lines.
    """
    groups: dict[str, list[str]] = {_pattern(line): [] for line in (lines if order is None else order)}
    for line in lines:
        groups[_pattern(line)].append(line)
    return [told for group in groups.values() for told in _likewise(group)]


def _pattern(line: str) -> str:
    """A sentence without its names and numbers."""
    return _NUMBER.sub("0", _NAME.sub("''", line))


def _likewise(group: list[str]) -> list[str]:
    """Sentences of one pattern as one; as they are where they do not differ in a name."""
    names = [_NAME.findall(line) for line in group]
    differing = [k for k in range(len(names[0])) if len({own[k] for own in names}) > 1]
    others = list(dict.fromkeys(" and ".join(own[k] for k in differing) for own in names))[1:]
    if not others:
        return list(dict.fromkeys(group))
    return [f"{group[0].rstrip()} Likewise {_listed(others)}."]


def _listed(names: Sequence[str]) -> str:
    """Names in a row, the first of many: ``'a', 'b', 'c' and 12 more``."""
    if len(names) <= _SHOWN + 1:
        return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    return f"{', '.join(names[:_SHOWN])} and {len(names) - _SHOWN} more"
