"""All checks, in the order in which they speak, asked of a run."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from elver.document.wording import in_file_words
from elver.native.program import Program
from elver.results.plausibility.bodies import OVERLAP
from elver.results.plausibility.check import Seen, kept_for
from elver.results.plausibility.energy import CREATED
from elver.results.plausibility.floating import CAPSIZING, OTHER_MASS, OUT_OF_REACH
from elver.results.plausibility.joints import LIMIT, TRACKING, TURN
from elver.results.plausibility.kept import MOST
from elver.results.plausibility.numerics import LEDGER, LONG, SAMPLES, STEPS
from elver.results.plausibility.ranges import BELIEF, DEGREES, HOVERS, STRIPS
from elver.results.plausibility.reynolds import REYNOLDS

CHECKS = (
    LEDGER, STEPS, LONG, SAMPLES, CREATED, LIMIT, TURN, OVERLAP, TRACKING, CAPSIZING, OUT_OF_REACH, OTHER_MASS, DEGREES, STRIPS,
    REYNOLDS, HOVERS, BELIEF,
)  # fmt: skip
OF_FAILED = (LEDGER, LONG, CAPSIZING, OUT_OF_REACH, OTHER_MASS, DEGREES)  # what may be a cause; the rest would only follow


def find_warnings(data: Any, program: Program, p: np.ndarray) -> list[dict[str, Any]]:
    """All findings of a run. data: its samples, a Sheet."""
    seen = Seen(data, program.model, p, kept_for(program))
    failed = data.attrs["status"] not in ("finished", "interrupted")
    found = [finding for check in (OF_FAILED if failed else CHECKS) for finding in check.findings(seen)][:MOST]
    if "digest" not in program.model.origin:
        return found
    return [entry | {key: in_file_words(entry[key]) for key in ("text", "remedy")} for entry in found]  # the machine is a file's


def add_warnings(data: Any, program: Program, p: np.ndarray) -> None:
    """Look at a run, and keep what is found with it."""
    data.attrs["warnings"] = json.dumps(find_warnings(data, program, p))
