"""Where predictions are wanted: values of parameters as they are typed, or in a table."""

from __future__ import annotations

import csv
import itertools
import math
from pathlib import Path

from elver.cli.given import number, whole
from elver.errors import InputError
from elver.files import shown

MOST = 1000  # values in a range


def read_predictions(option: str, items: list[str]) -> list[dict[str, float]]:
    """Sets of values: every combination of ``KEY=VALUES``, and the rows of CSV files."""
    keys: dict[str, list[float]] = {}
    rows: list[dict[str, float]] = []
    for item in items:
        key, sign, text = (part.strip() for part in item.partition("="))
        if not sign:
            rows += rows_of(option, Path(item))
            continue
        if not key or not text:
            raise InputError(f"{option} '{item}' is not KEY=VALUES, such as {option} gait.frequency=0.4,0.9 or =0.4:1.6:7.")
        if key in keys:
            raise InputError(f"{option} {key} is given twice. Give all its values at once, separated by commas.")
        keys[key] = values_of(option, item, text)
    combined = [dict(zip(keys, values, strict=True)) for values in itertools.product(*keys.values())] if keys else []
    return combined + rows


def values_of(option: str, item: str, text: str) -> list[float]:
    """Numbers separated by commas, or first:last:count."""
    parts = text.split(":")
    if len(parts) == 1:
        return [finite(option, v, item) for v in text.split(",")]
    if len(parts) != 3:
        raise InputError(f"{option} '{item}': a range is first:last:count, such as 0.4:1.6:7.")
    first, last, count = finite(option, parts[0], item), finite(option, parts[1], item), whole(option, parts[2])
    if not 2 <= count <= MOST:
        raise InputError(f"{option} '{item}': the count must be from 2 to {MOST}.")
    return [first + (last - first) * k / (count - 1) for k in range(count)]


def finite(option: str, text: str, item: str) -> float:
    """A finite number of an item."""
    value = number(option, text.strip(), None)
    if not math.isfinite(value):
        raise InputError(f"{option} '{item[:60]}' is not finite. Give a finite number.")
    return value


def rows_of(option: str, path: Path) -> list[dict[str, float]]:
    """Rows of a CSV file whose first line names parameters."""
    try:
        with open(path, newline="", encoding="utf-8-sig") as file:
            lines = [line for line in csv.reader(file) if line and not line[0].startswith("#")]
    except OSError as error:
        raise InputError(
            f"{option} '{shown(path)}' is neither KEY=VALUES nor a file that can be read: {error.strerror}."
        ) from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{option} '{shown(path)}' is no CSV file: {error}.") from None
    if len(lines) < 2:
        raise InputError(
            f"{option} '{shown(path)}' has no rows. Its first line names parameters, each further line holds values."
        )
    names = [name.strip() for name in lines[0]]
    if wrong := [k for k, line in enumerate(lines) if len(line) != len(names)]:
        raise InputError(f"{option} '{shown(path)}': row {wrong[0]} has {len(lines[wrong[0]])} numbers for {len(names)} names.")
    return [{name: finite(option, text, str(path)) for name, text in zip(names, line, strict=True)} for line in lines[1:]]
