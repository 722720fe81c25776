"""What a run carries of the looks that were taken at it: warnings, and the error by its steps. Files may come from strangers."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from elver.statuses import ENDED

LEDGER_WARNING = 1e-3  # relative closure error beyond which a run is not to be trusted
STEP_WARNING = 0.02  # relative error by the steps beyond which a run is told to be coarse, and is not to be trusted
LEDGER_OVER_STEPS = 10.0  # times the error by the steps that a ledger may be open: both are relative, to other sizes
FROM_NOTHING = "energy from nothing"  # the check that finds laws which bring energy in
CONSISTENT = "kirchhoff"  # the added-mass law that keeps energy
PUBLISHED_LAW = f"this is the published added-mass law; `{CONSISTENT}` keeps energy"  # the remedy where that law does
WHOLE = ("finished", "interrupted")  # statuses of runs that did not break off
KINDS = {
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
NOT_COMPUTED = "not computed"  # where a figure or a check has failed
STANDS = "the run itself stands; look at whether it is long enough and has enough samples for that"
HOVERING = 0.02  # net displacement over the length of the path, up to which a machine hovers
MOST = 50  # findings that are kept
WORDS = ("check", "where", "text", "remedy", "unit", "doubt")
NUMBERS = ("time", "number", "threshold")
NAME, NUMBER = re.compile(r"(?<!\w)'[^']*'(?!\w)"), re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
SHOWN = 3  # names in a line that is about many things, besides the first


def discretisation(data) -> dict[str, Any]:
    """What is known of the error by the steps: ``error``, ``kind``, ``by``; empty where it was not looked for.

    error: None where it was looked for and not found, as ``by`` says.
    """
    try:
        found = json.loads(data.attrs.get("discretisation", "{}"))
    except (TypeError, ValueError, RecursionError):
        return {}
    if not isinstance(found, dict) or "error" not in found:
        return {}
    error = found["error"]
    good = isinstance(found.get("by"), str) if error is None else isinstance(error, (int, float)) and math.isfinite(error)
    return found if good else {}


def finer_end(found: Mapping[str, Any]) -> str:
    """The status of a finer run that did not finish, so that no error by steps was found; empty where that is not so."""
    return str(found.get("by", "")).partition(ENDED)[2] if found.get("error") is None else ""


def finer_broke_off(found: Mapping[str, Any]) -> bool:
    """Whether a finer run broke off, where this one did not."""
    return finer_end(found) not in ("", *WHOLE)


def kind_of(found: Mapping[str, Any]) -> str:
    """The states that an error by steps is largest in, in words."""
    return KINDS.get(str(found.get("kind")), "the state")


def step_words(data) -> str:
    """The error by the steps as a line of a table."""
    found = discretisation(data)
    if not found:
        return "not looked for"
    if found["error"] is None:
        return f"not found ({found['by'][:200]})"
    order = found.get("order")
    shrinks = f", of order {order:.2g}" if isinstance(order, (int, float)) else ""
    return f"{found['error']:.1e} in {kind_of(found)}{shrinks} ({str(found.get('by', ''))[:200]})"


def step_details(data) -> dict[str, Any]:
    """How the error by the steps was found: ``kind``, ``by``, and of a whole run again ``order`` and ``measures``."""
    found = discretisation(data)
    return {key: found[key] for key in ("kind", "by", "order", "measures") if key in found}


def merged(before: str, now: str) -> str:
    """Findings of two parts of a run as attributes hold them: of each check and place the one farthest beyond its threshold."""
    worst: dict[tuple[str, str], dict[str, Any]] = {}
    for entry in (e for part in (before, now) for e in warnings_of(Attributes({"warnings": part}))):
        known = worst.setdefault((entry["check"], entry["where"]), entry)
        if beyond(entry) > beyond(known):
            worst[entry["check"], entry["where"]] = entry
    return json.dumps([worst[key] for key in sorted(worst)][:MOST])


def beyond(entry: Mapping[str, Any]) -> float:
    """How far the number of a finding is from its threshold; 0 where a file has none."""
    number, threshold = entry["number"], entry["threshold"]
    return 0.0 if number is None or threshold is None else abs(number - threshold)


def larger(before: str, now: str) -> str:
    """The larger error by steps of two parts of a run, as attributes hold it; a finer run that broke off is the largest.

    A part that was looked at counts before one that was not, whatever was found.
    """

    def size(part: str) -> float:
        found = discretisation(Attributes({"discretisation": part}))
        return math.inf if finer_broke_off(found) else found.get("error") or 0.0 if found else -1.0

    return max((before, now), key=size)


class Attributes:
    """Attributes without data."""

    def __init__(self, attrs: Mapping[str, Any]):
        self.attrs = attrs


def step_error_of(data) -> float | None:
    """Relative error of a run by its steps; None where it was not looked for, or not found."""
    error = discretisation(data).get("error")
    return None if error is None else float(error)


def warnings_of(data: Any) -> list[dict[str, Any]]:
    """The findings that a run carries, figures that could not be computed last; what a damaged file has instead is left out."""
    found, failed = parsed(data, "warnings"), parsed(data, "not_computed")
    entries = [entry for entry in found if isinstance(entry, dict)] if isinstance(found, list) else []
    own = [not_computed(str(what), str(why)) for what, why in failed.items()] if isinstance(failed, dict) else []
    return [plain(entry) for entry in [*entries[:MOST], *own[:MOST]] if isinstance(entry.get("text"), str)]


def parsed(data: Any, name: str) -> Any:
    """What an attribute holds as JSON; None where it holds none."""
    try:
        return json.loads(data.attrs.get(name, "null"))
    except (TypeError, ValueError, RecursionError):
        return None


def not_computed(what: str, reason: str) -> dict[str, Any]:
    """The finding that a figure or a check has failed. what: such as ``measure 'glide'``."""
    nothing = {"time": None, "number": None, "threshold": None, "unit": ""}
    text = f"{what} could not be computed: {reason.rstrip('.')}"
    return {"check": NOT_COMPUTED, "where": what, **nothing, "text": text, "remedy": STANDS, "doubt": ""}


def plain(entry: dict[str, Any]) -> dict[str, Any]:
    """A finding with its words as words and its numbers as numbers."""
    words = {key: str(entry.get(key, ""))[:500] for key in WORDS}
    values = {key: entry.get(key) for key in NUMBERS}
    numbers = {k: float(v) if isinstance(v, (int, float)) and not isinstance(v, bool) else None for k, v in values.items()}
    order = ("check", "where", "time", "number", "threshold", "unit", "text", "remedy", "doubt")
    return {key: {**words, **numbers}[key] for key in order}


def ledger_bound(error: float | None) -> float:
    """Relative closure error beyond which a ledger does not close. error: by the steps; None where it was not estimated.

    Steps that leave an error in the works leave one in their balance. A ledger that is open by no more than that is the same
    error told twice; one that is open by more contradicts itself, whatever the steps.
    """
    return LEDGER_WARNING if error is None else max(LEDGER_WARNING, min(STEP_WARNING, LEDGER_OVER_STEPS * error))


def ledger_closes(status: str, closure: float | None, error: float | None = None) -> bool:
    """Whether a run did not break off and its energy ledger closes (None: has no number). error: see ``ledger_bound``."""
    return status in WHOLE and closure is not None and closure <= ledger_bound(error)  # a NaN does not


def numerical_doubts(status: str, closure: float | None, found: Mapping[str, Any], contact: bool) -> list[str]:
    """What a smaller step may mend: a run that broke off, a ledger that is open, steps that leave an error.

    found: what is known of that error, as ``discretisation`` has it.   contact: whether bodies may touch: impacts that a step
    misses leave no trace in the ledger, and a run whose error nobody has estimated is not to be trusted.
    """
    error = found.get("error")
    if status not in WHOLE:
        return ["it broke off"]
    doubts = []
    if not ledger_closes(status, closure, error):
        number = "has no number" if closure is None or not math.isfinite(closure) else f"closes to {closure:.1e} only"
        doubts.append(f"its energy ledger {number}")
    if error is not None and not error <= STEP_WARNING:
        doubts.append(f"its steps leave an error of {100 * error:.2g} %")
    if finer_broke_off(found):
        doubts.append(f"with finer steps it breaks off ({finer_end(found)[:60]})")
    elif contact and error is None:
        doubts.append("its error by steps through contacts was not estimated (--check-step does)")
    return doubts


def doubts_in(summary: Mapping[str, Any]) -> list[str]:
    """The same of a run's summary."""
    found = {**summary["discretisation"], "error": summary["discretisation_error"]}
    return numerical_doubts(summary["status"], summary["ledger_closure"], found, "worst_residual" in summary)


def doubts_of(data) -> list[str]:
    """Why the figures of a run are not to be relied on, in a few words each; empty where nothing is known against them."""
    made = [
        f"{entry['where']} brings energy in" if entry["check"] == FROM_NOTHING else entry["doubt"]
        for entry in warnings_of(data)
        if entry["check"] == FROM_NOTHING or entry["doubt"]
    ]
    known = data.attrs["status"], float(data.attrs["ledger_closure"]), discretisation(data)
    return [*numerical_doubts(*known, "contact_settings" in data.attrs), *made]


def plain_doubts(data, setting: str = CONSISTENT) -> list[str]:
    """The same in words for a reader who does not know the laws by their names.

    setting: what the published added-mass law is changed with, such as ``water.law=kirchhoff``.
    """
    own = {f"{e['where']} brings energy in" for e in warnings_of(data) if e["remedy"] == PUBLISHED_LAW}
    return [published_doubt(setting) if doubt in own else doubt for doubt in doubts_of(data)]


def published_doubt(setting: str, brings: str = "brings") -> str:
    """What is to be said of a published added-mass law, and what to do."""
    return f"the published added-mass law {brings} energy in; {setting} keeps energy"


def trust_words(data) -> str:
    """Whether a run is trusted, as a line of a table."""
    doubts = doubts_of(data)
    if doubts:
        return "no: " + "; ".join(doubts)
    found = discretisation(data)
    if not found:
        return "yes, as far as is known: nobody has looked at its steps"
    return "yes" if found["error"] is not None else f"yes, as far as is known: the error by its steps was {step_words(data)}"


def sentence(finding: dict[str, Any]) -> str:
    """A finding as one line: what was found, and what to do."""
    remedy = finding["remedy"]
    return f"{finding['text']}. {remedy[:1].upper()}{remedy[1:]}."


def sentences(findings: Sequence[dict[str, Any]]) -> list[str]:
    """Findings as lines, the same about many joints or bodies as one: of these the one farthest beyond its threshold."""
    return grouped([sentence(finding) for finding in sorted(findings, key=beyond, reverse=True)], order=map(sentence, findings))


def grouped(lines: Sequence[str], order: Iterable[str] | None = None) -> list[str]:
    """Sentences that say the same of different things, each in quotation marks, as one: the first, and the names of the others.

    order: the same lines in the order in which groups are told; None for that of the lines.
    """
    groups: dict[str, list[str]] = {pattern(line): [] for line in (lines if order is None else order)}
    for line in lines:
        groups[pattern(line)].append(line)
    return [told for group in groups.values() for told in likewise(group)]


def pattern(line: str) -> str:
    """A sentence without its names and numbers."""
    return NUMBER.sub("0", NAME.sub("''", line))


def likewise(group: list[str]) -> list[str]:
    """Sentences of one pattern as one; as they are where they do not differ in a name."""
    names = [NAME.findall(line) for line in group]
    differing = [k for k in range(len(names[0])) if len({own[k] for own in names}) > 1]
    others = list(dict.fromkeys(" and ".join(own[k] for k in differing) for own in names))[1:]
    if not others:
        return list(dict.fromkeys(group))
    return [f"{group[0].rstrip()} Likewise {listed(others)}."]


def listed(names: Sequence[str]) -> str:
    """Names in a row, the first of many: ``'a', 'b', 'c' and 12 more``."""
    if len(names) <= SHOWN + 1:
        return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    return f"{', '.join(names[:SHOWN])} and {len(names) - SHOWN} more"
