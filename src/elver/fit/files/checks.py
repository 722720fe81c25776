"""What is wrong with a fit as a whole: too few data, nothing to fit, times out of reach, unknowns without influence."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from elver.document.nodes import Node, Table
from elver.errors import nearest
from elver.fit.files.base import Base
from elver.fit.files.channels import Plan
from elver.fit.files.influence import without_influence
from elver.fit.problem import Problem, Recording

MOST_STEPS = 20_000_000  # of one run


def check_problem(problem: Problem, root: Table, drafts: Sequence[Any], plans: Mapping[str, Plan], base: Base) -> None:
    """Refuse a fit that cannot give what it asks for; each error points at what is to be changed."""
    tables = {draft.name: draft.table for draft in drafts}
    check_used(problem, plans)
    for recording in problem.recordings:
        check_recording(problem, recording, tables[recording.name])
    fitted = problem.fitted
    if not fitted:
        raise (root.get("recordings") or root.need("table", "")).error(
            "all recordings are held out: there is nothing to fit. Leave held_out off at least one."
        )
    names = {r.name for r in fitted}
    unknowns = [u for u in problem.unknowns if u.recording in ("", *names)]
    told = sum(u.prior is not None and u.prior.kind != "uniform" for u in unknowns)
    data = sum(r.count for r in fitted)
    if data + told < len(unknowns):
        raise root.need("unknowns", "").error(
            f"{len(unknowns)} unknowns ({', '.join(u.name for u in unknowns[:6])}{', ...' if len(unknowns) > 6 else ''}) and "
            f"only {data} measured numbers with {told} priors. Give more recordings or channels, priors, or fewer unknowns."
        )
    check_influence(problem, root, tables)


def check_used(problem: Problem, plans: Mapping[str, Plan]) -> None:
    """Refuse a channel that no recording has."""
    used = {channel.name for recording in problem.recordings for channel in recording.channels}
    for name, plan in plans.items():
        if name not in used:
            hint = nearest(name, used)
            raise plan.node.error(
                f"{plan.node.key}: no recording has channel '{name}'.{hint} It is looked for as column '{plan.column}'. Give it "
                "another column, numbers, or leave it out."
            )


def check_recording(problem: Problem, recording: Recording, table: Node) -> None:
    """Refuse a recording without numbers, or with times that the machine does not reach."""
    if not recording.count:
        raise table.error(f"{table.key}: nothing of the recording is left. {' '.join(recording.dropped[:3])}")
    paths = [c for c in recording.channels if not c.figure]
    figures = [c for c in recording.channels if c.figure]
    for channel in figures:
        if recording.start != "orbit" and channel.window is None:
            raise table.error(
                f"{table.key}: channel '{channel.name}' is a figure of whole strokes. Give the recording start: orbit, or the "
                "channel window: [BEGIN, END]."
            )
    times = [t for c in paths for t in (c.times.min(), c.times.max())]
    times += [t for c in figures if c.window for t in c.window]
    if not times:
        return
    first, last = (recording.offset + recording.factor * t for t in (min(times), max(times)))
    moves = any(u.recording == recording.name and u.role == "clock" for u in problem.unknowns)
    if first < 0 and recording.start == "model" and not moves:
        raise table.error(
            f"{table.key}: its times begin at {first:g} s of the machine's clock, before the run does at 0. Give clock: "
            f"{{offset: {-first:g} s}}, or leave the beginning out by from."
        )
    steps = (last if recording.start == "model" else last - first) / problem.dt
    if steps > MOST_STEPS:
        raise table.error(
            f"{table.key}: its times go to {last:g} s, {steps:.3g} steps of the machine. The run begins at 0: give clock: "
            f"{{offset: {-first:g} s}}, choose a part by from and to, or a larger dt."
        )
    check_signals(recording, first, last, table)


def check_signals(recording: Recording, first: float, last: float, table: Node) -> None:
    """Refuse times at which the recorded motion is not known."""
    signals = recording.signals or recording.program.equations.signals
    if signals is None:
        return
    begin, end = float(getattr(signals, "begin", signals.times[0])), float(getattr(signals, "end", signals.times[-1]))
    start = 0.0 if recording.start == "model" else first
    if min(start, first) < begin - 1e-9 or last > end + 1e-9:
        known = f"{begin:g} to {end:g} s" if math.isfinite(end) else "no time"
        raise table.error(
            f"{table.key}: the run goes from {min(start, first):g} to {last:g} s, and the recorded motion is known from {known}. "
            "Leave the rest out by from and to, or give the signals a period."
        )


def check_influence(problem: Problem, root: Table, tables: Mapping[str, Table]) -> None:
    """Refuse an unknown that no channel depends on."""
    for unknown in without_influence(problem):
        if unknown.recording:
            table = tables[unknown.recording]
            place = table.get("nuisance") or table
            own = f"No channel of '{unknown.recording}' depends on it: leave it out, or record a channel that does."
        else:
            node = root.need("unknowns", "")
            place = node.at(unknown.of) if isinstance(node, Table) else node
            own = "No channel of any fitted recording depends on it: leave it out, or record a channel that does."
        raise place.error(f"{place.key}: unknown '{unknown.name}' has no influence. {own}")
