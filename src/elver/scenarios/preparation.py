"""What is computed before a run, as a step of its own: an orbit to start on, torques that were recorded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from elver.equations import Model


@dataclass(frozen=True)
class Preparation:
    """A model that is ready to run, and how it was made: settings and figures for the record."""

    model: Model
    record: Mapping[str, Any] = field(default_factory=dict)

    @property
    def ready(self) -> Model:
        """The model, which needs nothing any more and carries the record into its runs."""
        return replace(self.model, needs="", preparation=dict(self.record))
