"""Recordings that a scenario file names: CSV with a column ``time`` and one column for each joint."""

from __future__ import annotations

import csv
import math
from pathlib import Path
from typing import Any

from elver.document.forms import Form
from elver.document.nodes import Node
from elver.document.scope import Scope
from elver.errors import InputError, number_in

MOST_BYTES = 64 << 20


class Recording(Form):
    """The name of a CSV file, read as a table of signals."""

    meaning = "CSV file beside the scenario file: a column `time` [s], one per joint [rad, m]"

    def read(self, node: Node, scope: Scope) -> Any:
        return scope.built(node, read_recording, scope.file(node))

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "description": "CSV file beside the scenario file: a column 'time' [s], one per joint [rad, m]"}


def read_recording(path: Path):
    """The signals of a CSV file: names in the first line, SI units."""
    import numpy as np

    from elver.drive import SignalTable

    if path.stat().st_size > MOST_BYTES:
        raise InputError(f"'{path.name}' is larger than {MOST_BYTES >> 20} MB.")
    try:
        rows = list(csv.reader(path.read_text("utf-8-sig").splitlines()))
    except (UnicodeError, csv.Error) as error:
        raise InputError(f"'{path.name}' is no CSV file in UTF-8: {error}.") from None
    names = [name.strip() for name in rows[0]] if rows else []
    if len(names) < 2 or names[0] != "time" or len(set(names)) < len(names):
        raise InputError(f"the first line of '{path.name}' must be 'time' and the names of joints, each once.")
    numbers = [row_numbers(path.name, number, row, len(names)) for number, row in enumerate(rows[1:], 2) if row]
    table = np.array(numbers, dtype=float).reshape(len(numbers), len(names))
    return SignalTable(names[1:], table[:, 0], table[:, 1:])


def row_numbers(file: str, line: int, row: list[str], count: int) -> list[float]:
    """The numbers of one line."""
    try:
        numbers = [number_in(item) for item in row]
    except ValueError:
        numbers = []
    if len(numbers) != count or not all(map(math.isfinite, numbers)):
        raise InputError(f"'{file}', line {line}: give {count} finite numbers.")
    return numbers
