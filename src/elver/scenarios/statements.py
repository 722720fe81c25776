"""The checkable sentences of the published papers: each with the claims that measure it, or with the reason why none does.

A package of ``elver.systems`` whose machine was published lists those of its paper in its file ``statements.yaml``: id, section,
what the paper says in a few words of ours, and either ``claims``, by their keys ``SCENARIO: STATEMENT``, or a ``reason``. A paper
may name claims of other packages, such as one about two machines.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import yaml

from elver._support.errors import InputError, unknown_name
from elver.scenarios.claims import Claim
from elver.scenarios.definition import all_claims, system_packages

_FILE = "statements.yaml"
_KEYS = {"id", "section", "says"}


@dataclass(frozen=True)
class Statement:
    """A checkable sentence. paper: its short name.   says: in words of ours.   claims that measure it, or the reason why none."""

    paper: str
    id: str
    section: str
    says: str
    claims: tuple[Claim, ...] = ()
    reason: str = ""

    def __post_init__(self) -> None:
        if not (self.section and self.says):
            raise InputError(f"statement '{self.id}': section and says must not be empty.")
        if bool(self.claims) == bool(self.reason):
            raise InputError(f"statement '{self.id}' has {'both' if self.claims else 'neither'}: give its claims, or a reason.")

    @property
    def commands(self) -> tuple[str, ...]:
        """What one types to measure it, one command for each scenario."""
        return tuple(f"elver verify {name}" for name in dict.fromkeys(c.scenario for c in self.claims))


def read_statements(text: str, claims: Iterable[Claim]) -> tuple[Statement, ...]:
    """The statements of a file's text; those of ``claims`` can be named."""
    known = {c.key: c for c in claims}
    table = yaml.safe_load(text)
    return tuple(_statement(table["paper"], row, known) for row in table["statements"])


def _statement(paper: str, row: Mapping[str, Any], known: Mapping[str, Claim]) -> Statement:
    """One row."""
    if not _KEYS <= set(row) <= _KEYS | {"claims", "reason"}:
        raise InputError(f"statement {dict(row)}: give {', '.join(sorted(_KEYS))}, and claims or reason.")
    named = row.get("claims", [])
    for key in named:
        if key not in known:
            raise InputError(f"statement '{row['id']}': {unknown_name('claim', key, list(known))}")
    return Statement(paper, row["id"], row["section"], row["says"], tuple(known[key] for key in named), row.get("reason", ""))


def all_statements() -> tuple[Statement, ...]:
    """Those of all papers, paper by paper in the order of the systems."""
    claims, found = all_claims(), list[Statement]()
    for package in system_packages():
        file = files(package) / _FILE
        if file.is_file():
            found += read_statements(file.read_text(encoding="utf-8"), claims)
    return tuple(found)
