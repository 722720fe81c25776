"""The summary of a run as lines of a table: name, and figures in words."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

from elver.results.plausibility.kept import step_words, trust_words

PITCHING = ("free", "sagittal")  # bases that can pitch
MOTION = ("mean_speed", "final_speed", "path_length", "pitch_turned")
EFFORT = ("work", "work_positive", "cost_of_transport", "cost_of_transport_positive")
SPECIAL = (*MOTION, *EFFORT)
FACTORS = {("rad", "deg"): 180 / math.pi, ("m", "mm"): 1e3}
PLACE = re.compile(r"\{(\.\d[efg])?(?: ?([A-Za-z0-9/^% ]*))\}")  # {FORMAT UNIT}


def report_rows(run) -> list[tuple[str, str]]:
    """Headline figures with units, one line each."""
    s, described = run.summary, run.figures
    flows = ", ".join(f"{k} {number(v, '.3g')}" for k, v in (s["ledger"] or {}).items() if k != "motor_positive")
    speed = f"{factor(s['realtime_factor'])} x real time"
    rows = [
        ("status", status_line(s["status"], s["status_detail"])),
        ("simulated", f"{number(s['duration'], 'g')} s in {number(s['wall_time'], '.3g')} s ({speed})"),
        ("final position", ", ".join(number(v, ".4f") for v in s["final_position"] or ()) + " m"),
        *shown_rows(MOTION, s, described),
        ("peak torque", peak_figures(run)),
        *shown_rows(EFFORT, s, described),
        ("energy ledger", f"{flows} J; closes to {number(s['ledger_closure'], '.1e')}"),
        ("step error", step_words(run.samples)),
        ("trusted", trust_words(run.samples)),
        *shown_rows([name for name in s if name not in SPECIAL], s, described),
    ]
    left_out = () if run.samples.attrs.get("base", "free") in PITCHING else ("pitch turned",)
    return [(name, text) for name, text in rows if name not in left_out]


def status_line(word: str, detail: str) -> str:
    """How a run ended: the word and the sentence, the word once."""
    return detail if detail.startswith(word) else f"{word}: {detail}"


def number(value, form: str = ".4g") -> str:
    """A number in a format; a dash for none."""
    return "-" if value is None else format(value, form)


def factor(value: float | None) -> str:
    """How many times faster than the machine itself; one digit where it is slower."""
    return "-" if value is None else f"{value:.0f}" if value >= 1 else f"{value:.1g}"


def shown_rows(names: Iterable[str], s: Mapping[str, Any], described: Mapping[str, Mapping[str, str]]) -> list[tuple[str, str]]:
    """Lines of the figures that say how they are shown; where a whole line has no number, the reason."""
    lines: dict[str, list[str]] = {}
    known: set[str] = set()
    for name in names:
        line, colon, text = described.get(name, {}).get("shown", "").partition(": ")
        if colon and name in s and (s[name] is None or isinstance(s[name], (int, float))):
            lines.setdefault(line, []).append(shown(text, s[name], described[name]["unit"]))
            known |= {line} if s[name] is not None else set()
    reasons = {d["shown"].partition(": ")[0]: d["absent"] for d in described.values() if d.get("shown") and d.get("absent")}
    empty = {line: f"- ({reasons[line]})" for line in lines if line not in known and line in reasons}
    return [(line, empty.get(line, ", ".join(parts))) for line, parts in lines.items()]


def shown(text: str, value: float | None, unit: str) -> str:
    """A figure in its place within a text, in the unit that stands there."""

    def fill(match: re.Match) -> str:
        form, wanted = match.group(1) or ".4g", match.group(2) or ""
        return number(None if value is None else value * FACTORS.get((unit, wanted), 1.0), form) + f" {wanted}".rstrip()

    return PLACE.sub(fill, text)


def peak_figures(run) -> str:
    """Largest torque, or force, of every group of joints with its unit."""
    found = run.summary["peak_torque_by_group"]
    if not found:
        return "-"
    units = {group: unit_of(run.samples, group) for group in found}
    if set(units.values()) == {"N m"}:
        return ", ".join(f"{group} {number(v, '.3g')}" for group, v in found.items()) + " N m"
    return ", ".join(f"{group} {number(v, '.3g')} {units[group]}" for group, v in found.items())


def unit_of(data, group: str) -> str:
    """Unit of what the joints of a group exert."""
    kinds = {str(k) for k, g in zip(data.joint_type.values, data.joint_group.values, strict=True) if str(g) == group}
    units: dict[tuple[str, ...], str] = {("prismatic",): "N", ("revolute",): "N m"}
    return units.get(tuple(sorted(kinds)), "N m or N")
