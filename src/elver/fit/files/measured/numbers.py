"""Measured numbers that stand in the fit file itself: figures of strokes, or a few values at given times."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from elver.document.nodes import Node, Table
from elver.errors import nearest
from elver.fit.files.channels import Plan, read_noise
from elver.fit.files.measured.data import Intake
from elver.fit.intake.amounts import Ruler, read_measured
from elver.fit.problem import Channel


def read_numbers(intake: Intake, table: Table, plans: Mapping[str, Plan], on_orbit: bool) -> list[Channel]:
    """Channels by name, each with its numbers."""
    found = []
    for name, item in table.items():
        if name not in plans:
            known = ", ".join(plans) or "none"
            raise table.at(name).error(f"{item.key}: unknown channel '{name}'.{nearest(name, plans)} Known: {known}.")
        plan = plans[name]
        if not plan.unit:
            raise plan.node.error(
                f"{plan.node.key} has no unit, and its numbers stand in the fit file. Give unit: {plan.measured_in}."
            )
        if plan.unit.split("/")[0] == "px":
            intake.scale_of([plan.unit])
        if plan.figure and not on_orbit and plan.window is None:
            raise item.error(
                f"{item.key}: channel '{plan.name}' is a figure of whole strokes. Give the recording start: orbit, or the "
                "channel window: [BEGIN, END]."
            )
        found.append(read_one(intake, plan, item))
    return found


def read_one(intake: Intake, plan: Plan, item: Node) -> Channel:
    """One channel whose numbers stand in the fit file."""
    scale, unit, rules = intake.scale, plan.unit, intake.rules
    ruler = Ruler(unit, scale)
    times = np.zeros(0)
    if isinstance(item, Table) and "times" in item:
        times = read_measured(item.need("times", ""), Ruler("s"))[0]
        item = Table(item.file, item.line, item.column, without_times(item), item.places, item.key)
    values, errors = read_measured(item, ruler)
    usual = intake.usual_error(plan, ruler)
    if np.isnan(errors).any() and usual is not None:
        errors = np.where(np.isnan(errors), usual.of(values), errors)
    if np.isnan(errors).any():
        raise item.error(f"{item.key}: it has no error. Write VALUE +- ERROR, or give channel '{plan.name}' a sigma.")
    if not plan.figure and len(times) != len(values):
        raise item.error(
            f"{item.key}: channel '{plan.name}' is a {plan.kind}: give {{times: [...], values: [...]}} of one length, or a file; "
            "or make it a mean, an amplitude or a harmonic (kind)."
        )
    times = times if len(times) else np.full(len(values), plan.window[1] if plan.window else 0.0)
    noise = read_noise(plan.noise or rules.noise, unit, scale, intake.base)
    about = {"kind": plan.kind, "order": plan.order, "unit": unit, "noise": noise, "window": plan.window}
    quantity = plan.quantity_for(unit, scale)
    return intake.base.scope.built(item, Channel, plan.name, quantity, times, values, errors, **about)


def without_times(item: Table) -> dict[str, Node]:
    """Values and sigma of a mapping with times."""
    item.allow(("times", "values", "sigma"), "measured numbers")
    found = {"value": item.need("values", "measured numbers")}
    return found | ({"sigma": item.entries["sigma"]} if "sigma" in item else {})
