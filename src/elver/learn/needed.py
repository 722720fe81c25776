"""Packages of the extra ``learn``, with a message where one is missing."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from elver.errors import InputError


def needed(package: str, install: str = "elver[learn]") -> ModuleType:
    """A package that learning needs."""
    try:
        return import_module(package)
    except ImportError:
        name = package.partition(".")[0]
        raise InputError(f"'{name}' is not installed, which this needs. Install it: pip install '{install}'.") from None
