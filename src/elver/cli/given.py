"""Texts of the command line as numbers and mappings, or one message that says what was given and what is allowed."""

from __future__ import annotations

import math
from typing import overload

from elver.errors import InputError, number_in, whole_in


@overload
def number(name: str, given: str | float | None, default: float) -> float: ...
@overload
def number(name: str, given: str | float, default: None) -> float: ...
@overload
def number(name: str, given: str | float | None, default: None) -> float | None: ...
def number(name: str, given: str | float | None, default: float | None) -> float | None:
    """A number, or the default where none was given."""
    if given is None:
        return default
    try:
        return number_in(given) if isinstance(given, str) else float(given)
    except ValueError:
        raise InputError(f"{name} '{given}' is not a number.") from None


@overload
def whole(name: str, given: str) -> int: ...
@overload
def whole(name: str, given: None) -> None: ...
@overload
def whole(name: str, given: str | None) -> int | None: ...
def whole(name: str, given: str | None) -> int | None:
    """A whole number; None where none was given."""
    if given is None:
        return None
    try:
        return whole_in(given)
    except ValueError:
        raise InputError(f"{name} '{given}' is not a whole number.") from None


def numbers(name: str, text: str, count: int) -> list[float]:
    """Finite numbers separated by commas."""
    try:
        values = [number_in(v) for v in text.split(",")]
    except ValueError:
        values = []
    if len(values) != count:
        wanted = f"{count} numbers separated by commas" if count > 1 else "a number"
        raise InputError(f"{name} '{text[:60]}' is not {wanted}.")
    if not all(map(math.isfinite, values)):
        raise InputError(f"{name} '{text[:60]}' is not finite. Give a finite number{'s' if count > 1 else ''}.")
    return values


def words(text: str) -> list[str]:
    """Words separated by commas."""
    return [word.strip() for word in text.split(",") if word.strip()]


def parse_changes(items: list[str]) -> dict[str, str]:
    """``KEY=VALUE`` texts as a mapping."""
    changes: dict[str, str] = {}
    for item in items:
        key, sign, value = (part.strip() for part in item.partition("="))
        if not sign or not key or not value:
            raise InputError(f"--set '{item}' is not KEY=VALUE, such as --set gait.amplitude=0.08.")
        if key in changes:
            raise InputError(f"--set {key} is given twice, as {changes[key]} and {value}. Give it once.")
        changes[key] = value
    return changes


def parse_ranges(option: str, items: list[str], example: str) -> dict[str, str]:
    """``KEY=RANGE`` texts as a mapping."""
    ranges: dict[str, str] = {}
    for item in items:
        key, sign, text = (part.strip() for part in item.partition("="))
        if not sign or not key or not text:
            raise InputError(f"{option} '{item}' is not KEY=RANGE, such as {option} {example}.")
        if key in ranges:
            raise InputError(f"{option} {key} is given twice. Give it once.")
        ranges[key] = text
    if not ranges:
        raise InputError(f"nothing varies. Add {option} {example}.")
    return ranges
