"""Headline figures of a run, from its data set alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from elver.equations import Model
from elver.errors import attempted
from elver.files import finite
from elver.results.measures import Measure, measured
from elver.results.plausibility.kept import not_computed
from elver.results.samples.sheet import Sheet
from elver.results.summary import BY_NAME, CONTACT, GENERAL, LOOPS

WORDS = ("unit", "meaning", "shown", "absent")  # what is said of a figure


def summarise(data) -> dict[str, Any]:
    """Plain numbers under stable keys (docs/results.md lists them with units)."""
    return finite(general(data) | json.loads(data.attrs["measures"]))


def general(data, failed: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The figures that all runs have, from a data set or a Sheet; the warnings name those that could not be computed.

    failed: the model's own ones of these, where the data do not say it.
    """
    parts = (*GENERAL, *(CONTACT if "contact_residual" in data else ()), *(LOOPS if "loop_closure" in data else ()))
    found: dict[str, Any] = {}
    reasons = dict(failed or {})
    for m in parts:
        found[m.name], reason = attempted(f"measure '{m.name}'", m.of, data)
        if reason:
            reasons[f"measure '{m.name}'"] = reason
    found["warnings"] = [*(found["warnings"] or ()), *(not_computed(what, reason) for what, reason in reasons.items())]
    return found


def summary_of(sheet: Sheet, model: Model) -> dict[str, Any]:
    """The summary of a run from its samples, without a data set where the model's own figures need none."""
    failed: dict[str, str] = {}
    own = measured(model.measures, sheet, failed)
    return finite(general(sheet, failed) | own)


def figures_of(model: Model) -> tuple[Measure, ...]:
    """The measures of all figures that the summary of a model's run has."""
    parts = (*GENERAL, *(CONTACT if model.scene is not None else ()), *(LOOPS if model.robot.loops else ()))
    own = {m.name for m in model.measures}
    return (*(m for m in parts if m.name not in own), *model.measures)


def add_measures(data, model: Model) -> None:
    """The model's own figures, and unit and meaning of all, as attributes: a saved run stands alone."""
    failed: dict[str, str] = {}
    data.attrs["measures"] = json.dumps(measured(model.measures, data, failed))
    data.attrs["not_computed"] = json.dumps(failed)
    data.attrs["figures"] = json.dumps({m.name: m.described for m in figures_of(model)})


def described_figures(data) -> dict[str, dict[str, str]]:
    """Unit and meaning of a run's figures by name; those that every run has where its file says nothing of them."""
    known = {name: m.described for name, m in BY_NAME.items()}
    try:
        found = json.loads(data.attrs.get("figures", "{}"))
        words = {str(n): {k: str(own[k])[:300] for k in WORDS if k in own} for n, own in found.items()}
        made_now = known.keys() - json.loads(data.attrs.get("measures", "{}"))  # from the data, by today's meaning
        words = {n: own for n, own in words.items() if n not in made_now}
    except (TypeError, ValueError, AttributeError, RecursionError):
        words = {}
    return known | {name: {"unit": "", "meaning": "", **own} for name, own in words.items()}
