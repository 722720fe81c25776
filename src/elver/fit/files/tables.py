"""Many recordings from one CSV table: a row for each, with what it sets and the numbers that were measured in it.

Columns are parameters of the machine, channels, ``CHANNEL.sigma``, and ``recording`` (its name) or ``held_out``. Their names may
carry a unit: ``beat [Hz]``. The rows become recordings as if they stood in the fit file; messages name lines of the table.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from pathlib import Path

from elver.document.nodes import Node, Table, Text, as_table
from elver.errors import InputError, nearest
from elver.fit.files.base import Base
from elver.fit.intake.csv_sheet import GAPS, NAMED, parted, table_rows

NAME, HELD_OUT, SIGMA = "recording", "held_out", ".sigma"


def read_table(node: Node | None, base: Base, channels: Iterable[str]) -> dict[str, Table]:
    """Recordings by name, as a fit file would hold them. node: ``file``, and settings that all of them share."""
    if node is None:
        return {}
    shared = as_table(node, "the table of recordings")
    file = shared.need("file", "the table of recordings")
    path = base.scope.file(file)
    rows = base.scope.built(file, rows_of, path)
    (_, head), body = rows[0], rows[1:]
    units = {(found[1] if (found := NAMED.fullmatch(item)) else item): (found[2] if found else "") for item in head}
    roles = {name: base.scope.built(file, role_of, name, base, set(channels), path.name) for name in units}
    answer: dict[str, Table] = {}
    for number, row in body:
        place = Place(str(path), number)
        if len(row) != len(head):
            raise place.text("", "").error(f"the row has {len(row)} entries for {len(head)} columns.")
        given = {name: (text, unit) for (name, unit), text in zip(units.items(), row, strict=True) if text.lower() not in GAPS}
        name = given.get(NAME, (f"row{len(answer) + 1}", ""))[0]
        if name in answer:
            raise place.text("", name).error(f"two rows are called '{name[:60]}'. Give each a name of its own.")
        answer[name] = recording(name, given, roles, shared.without("file"), place)
    if not answer:
        raise file.error(f"{file.key}: '{path.name}' has no rows below its names.")
    return answer


def rows_of(path: Path) -> list[tuple[int, list[str]]]:
    """Rows of the table with their lines, the names first."""
    try:
        rows = table_rows(path.name, parted(path)[1])
    except csv.Error as error:
        raise InputError(f"'{path.name}' is no CSV file: {error}.") from None
    if not rows or len(set(rows[0][1])) < len(rows[0][1]) or "" in rows[0][1]:
        raise InputError(f"the first line of '{path.name}' must name every column, each once.")
    return rows


def role_of(name: str, base: Base, channels: set[str], file: str) -> str:
    """What a column is: ``set``, ``numbers``, ``sigma``, or a word of its own."""
    if name in (NAME, HELD_OUT):
        return name
    if name in channels:
        return "numbers"
    if name.endswith(SIGMA) and name.removesuffix(SIGMA) in channels:
        return "sigma"
    if name in base.values or isinstance(base.values.get(name.rpartition(".")[0]), tuple):
        return "set"
    known = [*channels, *base.values, NAME, HELD_OUT]
    raise InputError(f"column '{name[:60]}' of '{file}' is no channel and no parameter.{nearest(name, known)}")


class Place:
    """A row of the table, for messages."""

    def __init__(self, file: str, line: int):
        self.file, self.line = file, line

    def text(self, text: str, key: str) -> Text:
        return Text(self.file, self.line, 1, text, True, key)

    def table(self, entries: Mapping[str, Node], key: str) -> Table:
        return Table(self.file, self.line, 1, dict(entries), {}, key)


def recording(name: str, given: Mapping[str, tuple[str, str]], roles: Mapping[str, str], shared: Table, place: Place) -> Table:
    """One row as the mapping that a fit file would hold."""
    key = f"recordings.{name}"
    parts: dict[str, dict[str, Node]] = {"set": {}, "numbers": {}}
    further: dict[str, Node] = {}
    for column, (text, unit) in given.items():
        role = roles[column]
        if role == HELD_OUT:
            further[HELD_OUT] = place.text(text, f"{key}.{HELD_OUT}")
        elif role in parts:
            whole = f"{text} {unit}".strip()
            error = given.get(f"{column}{SIGMA}")
            if role == "numbers" and error is not None:
                whole += f" +- {error[0]} {error[1] or unit}".rstrip()
            parts[role][column] = place.text(whole, f"{key}.{role}.{column}")
    tables = {role: place.table(entries, f"{key}.{role}") for role, entries in parts.items() if entries}
    if "set" in shared and "set" in tables:
        tables["set"] = as_table(shared.need("set", ""), "values of parameters").over(tables["set"])
    return place.table({**shared.entries, **tables, **further}, key)
