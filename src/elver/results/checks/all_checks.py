"""All checks, in the order in which they speak, asked of a run.

A check is one function of a ``CheckContext`` that yields findings, under ``@check``: its name, what it looks at, the number that
it takes, threshold, unit and remedy.

A new check is such a function in the module of its subject (numbers and steps, energy, joints and bodies, hulls, ranges of the
theory), nothing else: it is found here, and ``python docs/make_tables.py`` writes it into the table of docs/warnings.md. Its test
stands in tests/results/checks. A subject of its own is a new module, added to ``_SUBJECTS``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from elver._support.errors import attempted
from elver._support.wording import in_file_words
from elver.model import Program
from elver.results.checks import conservation, hulls, mechanism, ranges, steps
from elver.results.checks.check import Check, CheckContext, cache_of
from elver.results.checks.trust import MOST, not_computed

_SUBJECTS = (steps, conservation, mechanism, hulls, ranges)
CHECKS = tuple(
    own
    for module in _SUBJECTS
    for own in vars(module).values()
    if isinstance(own, Check) and own.find.__module__ == module.__name__  # in the order in which they are written
)


def add_warnings(data: Any, program: Program, p: np.ndarray) -> None:
    """Ask all checks of a run, and keep what they find with it. data: its samples."""
    seen = CheckContext(data, program.model, p, cache_of(program))
    failed = data.attrs["status"] not in ("finished", "interrupted")
    found: list[dict[str, Any]] = []
    for check in CHECKS:
        if failed and not check.of_failed:
            continue
        what = f"check '{check.name}'"
        own, reason = attempted(what, check.findings, seen)
        found += [not_computed(what, reason)] if reason else own
    found = found[:MOST]
    if "digest" in program.model.origin:  # the machine is a file's
        found = [entry | {key: in_file_words(entry[key]) for key in ("text", "remedy")} for entry in found]
    data.attrs["warnings"] = found
