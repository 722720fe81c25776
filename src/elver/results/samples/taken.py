"""Names that tables of results have for something else: a parameter of that name would stand in the same place."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from elver.errors import InputError

DIMENSIONS = frozenset((
    "axis", "blade", "body", "component", "corner", "coupling", "flow", "force", "input", "joint", "joint_group", "link",
    "loop", "machine", "memory_name", "obstacle", "plane", "quaternion", "row", "sensor", "signals", "state_name", "time",
))  # fmt: skip


def refuse_shared_names(parameters: Iterable[str], results: Collection[str], table: str) -> None:
    """No parameter has the name of a dimension, nor of what ``table`` holds: figures, quantities, words. results: their names."""
    for name in parameters:
        if name in results or name in DIMENSIONS:
            raise InputError(
                f"parameter '{name}' has the name of something else that {table} holds. Give the parameter another name, "
                f"such as 'machine_{name}' or 'body.{name}'."
            )
