"""All checks, in the order in which they speak, asked of a run."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from elver.document.wording import in_file_words
from elver.errors import attempted
from elver.native.program import Program
from elver.results.plausibility.bodies import OVERLAP
from elver.results.plausibility.check import Seen, kept_for
from elver.results.plausibility.energy import CREATED
from elver.results.plausibility.floating import ACROSS, CAPSIZING, FROUDE, OTHER_MASS, OUT_OF_REACH, TILTED
from elver.results.plausibility.joints import LIMIT, TRACKING, TURN
from elver.results.plausibility.kept import MOST, not_computed
from elver.results.plausibility.numerics import LEDGER, LONG, SAMPLES, STEPS
from elver.results.plausibility.ranges import BELIEF, DEGREES, DRY_BODIES, HOVERS, STRETCH, STRIPS
from elver.results.plausibility.reynolds import REYNOLDS

CHECKS = (
    LEDGER, STEPS, LONG, SAMPLES, CREATED, LIMIT, TURN, OVERLAP, TRACKING, CAPSIZING, TILTED, OUT_OF_REACH, OTHER_MASS, FROUDE,
    ACROSS, DEGREES, DRY_BODIES, STRIPS, REYNOLDS, STRETCH, HOVERS, BELIEF,
)  # fmt: skip
OF_FAILED = (
    LEDGER,
    LONG,
    CAPSIZING,
    TILTED,
    OUT_OF_REACH,
    OTHER_MASS,
    DEGREES,
)  # what may be a cause


def find_warnings(data: Any, program: Program, p: np.ndarray) -> list[dict[str, Any]]:
    """All findings of a run. data: its samples, a Sheet."""
    seen = Seen(data, program.model, p, kept_for(program))
    failed = data.attrs["status"] not in ("finished", "interrupted")
    found: list[dict[str, Any]] = []
    for check in OF_FAILED if failed else CHECKS:
        what = f"check '{check.name}'"
        own, reason = attempted(what, check.findings, seen)
        found += [not_computed(what, reason)] if reason else own
    found = found[:MOST]
    if "digest" not in program.model.origin:
        return found
    return [entry | {key: in_file_words(entry[key]) for key in ("text", "remedy")} for entry in found]  # the machine is a file's


def add_warnings(data: Any, program: Program, p: np.ndarray) -> None:
    """Look at a run, and keep what is found with it."""
    data.attrs["warnings"] = json.dumps(find_warnings(data, program, p))
