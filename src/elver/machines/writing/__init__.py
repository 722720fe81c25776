"""Scenario files written: any scenario, and an example to begin with."""

from elver.machines.writing.beginning import example
from elver.machines.writing.scenarios import write_scenario

__all__ = ["example", "write_scenario"]
