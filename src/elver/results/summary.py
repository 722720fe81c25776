"""The summary of a run: its metrics as plain numbers, and as lines of a table."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from elver._support.errors import attempted
from elver._support.files import finite
from elver.model import Model
from elver.results.checks.trust import not_computed, step_words, trust_words
from elver.results.metrics import BY_NAME, CONTACT, GENERAL, LOOPS, evaluated, metrics_of
from elver.results.record import attribute
from elver.results.samples import Data, Samples

if TYPE_CHECKING:
    from elver.results.run import Run

_WORDS = ("unit", "meaning", "shown", "absent")  # what is said of a metric


def summarise(data: Data) -> dict[str, Any]:
    """Plain numbers under stable keys (docs/results.md lists them with units)."""
    return finite(general(data) | attribute(data, "measures", {}))


def general(data: Data, failed: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The metrics that all runs have, from samples or a data set; the warnings name those that could not be computed.

    failed: the model's own ones of these, where the data do not say it.
    """
    parts = (*GENERAL, *(CONTACT if "contact_residual" in data else ()), *(LOOPS if "loop_closure" in data else ()))
    found: dict[str, Any] = {}
    reasons = dict(failed or {})
    for m in parts:
        found[m.name], reason = attempted(f"metric '{m.name}'", m.of, data)
        if reason:
            reasons[f"metric '{m.name}'"] = reason
    found["warnings"] = [*(found["warnings"] or ()), *(not_computed(what, reason) for what, reason in reasons.items())]
    return found


def summary_of(samples: Samples, model: Model) -> dict[str, Any]:
    """The summary of a run from its samples, without a data set where the model's own metrics need none."""
    failed: dict[str, str] = {}
    own = evaluated(model.metrics, samples, failed)
    return finite(general(samples, failed) | own)


def metric_attributes(data: Data, model: Model) -> dict[str, Any]:
    """The model's own metrics, and unit and meaning of all, as attributes: a saved run stands alone."""
    failed: dict[str, str] = {}
    own = evaluated(model.metrics, data, failed)
    return {"measures": own, "not_computed": failed, "figures": {m.name: m.described for m in metrics_of(model)}}


def described_metrics(data: Data) -> dict[str, dict[str, str]]:
    """Unit and meaning of a run's metrics by name; those that every run has where its file says nothing of them."""
    known = {name: m.described for name, m in BY_NAME.items()}
    try:
        found = attribute(data, "figures", {})
        words = {str(n): {k: str(own[k])[:300] for k in _WORDS if k in own} for n, own in found.items()}
        made_now = known.keys() - attribute(data, "measures", {}).keys()  # from the data, by today's meaning
        words = {n: own for n, own in words.items() if n not in made_now}
    except (TypeError, AttributeError):
        words = {}
    return known | {name: {"unit": "", "meaning": "", **own} for name, own in words.items()}


# --- The summary of a run as lines of a table: name, and metrics in words.

_PITCHING = ("free", "sagittal")  # bases that can pitch
_MOTION = ("mean_speed", "final_speed", "path_length", "pitch_turned")
_EFFORT = ("work", "work_positive", "cost_of_transport", "cost_of_transport_positive")
_SPECIAL = (*_MOTION, *_EFFORT)
_FACTORS = {("rad", "deg"): 180 / math.pi, ("m", "mm"): 1e3}
_PLACE = re.compile(r"\{(\.\d[efg])?(?: ?([A-Za-z0-9/^% ]*))\}")  # {FORMAT UNIT}


def report_rows(run: Run) -> list[tuple[str, str]]:
    """Headline metrics with units, one line each."""
    s, described = run.summary, run.metrics
    flows = ", ".join(f"{k} {number(v, '.3g')}" for k, v in (s["ledger"] or {}).items() if k != "motor_positive")
    speed = f"{factor(s['realtime_factor'])} x real time"
    rows = [
        ("status", _status_line(s["status"], s["status_detail"])),
        ("simulated", f"{number(s['duration'], 'g')} s in {number(s['wall_time'], '.3g')} s ({speed})"),
        ("final position", ", ".join(number(v, ".4f") for v in s["final_position"] or ()) + " m"),
        *shown_rows(_MOTION, s, described),
        ("peak torque", _peak_torques(run)),
        *shown_rows(_EFFORT, s, described),
        ("energy ledger", f"{flows} J; closes to {number(s['ledger_closure'], '.1e')}"),
        ("step error", step_words(run.samples)),
        ("trusted", trust_words(run.samples)),
        *shown_rows([name for name in s if name not in _SPECIAL], s, described),
    ]
    left_out = () if run.samples.attrs.get("base", "free") in _PITCHING else ("pitch turned",)
    return [(name, text) for name, text in rows if name not in left_out]


def _status_line(word: str, detail: str) -> str:
    """How a run ended: the word and the sentence, the word once."""
    return detail if detail.startswith(word) else f"{word}: {detail}"


def number(value: float | None, form: str = ".4g") -> str:
    """A number in a format; a dash for none."""
    return "-" if value is None else format(value, form)


def factor(value: float | None) -> str:
    """How many times faster than the machine itself; one digit where it is slower."""
    return "-" if value is None else f"{value:.0f}" if value >= 1 else f"{value:.1g}"


def shown_rows(names: Iterable[str], s: Mapping[str, Any], described: Mapping[str, Mapping[str, str]]) -> list[tuple[str, str]]:
    """Lines of the metrics that say how they are shown; where a whole line has no number, the reason."""
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
    """A metric in its place within a text, in the unit that stands there."""

    def fill(match: re.Match) -> str:
        form, wanted = match.group(1) or ".4g", match.group(2) or ""
        return number(None if value is None else value * _FACTORS.get((unit, wanted), 1.0), form) + f" {wanted}".rstrip()

    return _PLACE.sub(fill, text)


def _peak_torques(run: Run) -> str:
    """Largest torque, or force, of every group of joints with its unit."""
    found = run.summary["peak_torque_by_group"]
    if not found:
        return "-"
    units = {group: _unit_of(run.samples, group) for group in found}
    if set(units.values()) == {"N m"}:
        return ", ".join(f"{group} {number(v, '.3g')}" for group, v in found.items()) + " N m"
    return ", ".join(f"{group} {number(v, '.3g')} {units[group]}" for group, v in found.items())


def _unit_of(data: Data, group: str) -> str:
    """Unit of what the joints of a group exert."""
    kinds = {str(k) for k, g in zip(data.joint_type.values, data.joint_group.values, strict=True) if str(g) == group}
    units: dict[tuple[str, ...], str] = {("prismatic",): "N", ("revolute",): "N m"}
    return units.get(tuple(sorted(kinds)), "N m or N")
