"""Errors a user can meet. Each says what was given, what is allowed, and what to do."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

SHOWN = 12  # names listed in a message


class ElverError(Exception):
    """Base of every error that Elver raises on purpose."""


class InputError(ElverError, ValueError):
    """Something that was handed to Elver is wrong; nothing was computed or written."""


class UnsupportedOperationError(ElverError, NotImplementedError):
    """A graph holds an operation that the native code generator cannot emit."""


def nearest(name: str, allowed: Iterable[str]) -> str:
    """A hint such as `` Did you mean 'gait.amplitude'?``, or nothing when no name is close."""
    close = difflib.get_close_matches(name, list(allowed), n=1, cutoff=0.5)
    return f" Did you mean '{close[0]}'?" if close else ""


def unknown_name(what: str, name: str, allowed: Iterable[str]) -> InputError:
    """The error for a name that is not in a list of known names."""
    allowed = list(allowed)
    more = f", and {len(allowed) - SHOWN} more" if len(allowed) > SHOWN else ""
    return InputError(f"unknown {what} '{name}'.{nearest(name, allowed)} Known: {', '.join(allowed[:SHOWN])}{more}.")
