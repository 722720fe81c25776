"""The machine of a task, made from a scenario: changes, free parameters, inputs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from elver.equations import Model, with_inputs
from elver.errors import InputError
from elver.scenarios import Scenario, scenario


@dataclass(frozen=True)
class ScenarioMachine:
    """The model of a scenario, by its name or the path of its file.

    inputs: what ``elver.with_inputs`` takes.   changes: values of parameters.   free: further parameters that stay free.
    """

    source: str
    inputs: tuple[Any, ...]
    changes: Mapping[str, Any] = field(default_factory=dict)
    free: tuple[str, ...] = ()

    @property
    def scenario(self) -> Scenario:
        """The scenario itself."""
        return scenario(self.source)

    def __call__(self, free: tuple[str, ...] = ()) -> Model:
        """The model with inputs; its own free parameters and those named stay free: of the scenario, or paths of the model."""
        chosen, wanted = self.scenario, tuple(dict.fromkeys((*self.free, *free)))
        model = chosen.prepared(self.changes, tuple(name for name in wanted if name in chosen.names))
        return with_inputs(model.freed(*(name for name in wanted if name not in chosen.names)), *self.inputs)

    def range_of(self, name: str) -> tuple[float, float]:
        """Smallest and largest value of a parameter that the scenario allows."""
        chosen = self.scenario
        own = next((p for p in chosen.parameters if p.name == name), None)
        if own is None or own.low is None or own.high is None:
            raise InputError(
                f"'{name}' has no range in scenario '{chosen.name}'. Give low and high of the Draw, or a range in its parameters."
            )
        return float(own.low), float(own.high)
