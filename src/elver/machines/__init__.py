"""Machines described in files: a scenario from YAML."""

from __future__ import annotations

from typing import Any

from elver.machines.loading import load, load_text

__all__ = ["load", "load_text", "schema"]


def schema() -> dict[str, Any]:
    """The JSON schema (draft 2020-12) of a scenario file, for editors and checkers."""
    from elver.machines.file_schema import file_schema

    return file_schema()
