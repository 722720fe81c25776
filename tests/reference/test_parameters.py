"""Names, order, defaults, units, meanings and choices of all parameters are those that were published."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from elver.scenarios import all_scenarios

EXPECTED = json.loads(Path(__file__).with_name("parameters.json").read_text())


def described(s) -> dict:
    """What ``elver list --json`` tells of a scenario, and its words, as plain data."""
    parameters = {
        p.name: {"default": p.default, "unit": p.unit, "meaning": p.meaning, "choices": p.choices} for p in s.parameters
    }
    found = {"title": s.title, "source": s.source, "duration": s.duration, "dt": s.dt, "parameters": parameters}
    return json.loads(json.dumps(found))


def test_scenarios_and_their_order():
    assert [s.name for s in all_scenarios()] == list(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_parameters_are_those_of_before(name):
    found = described(next(s for s in all_scenarios() if s.name == name))
    assert found == EXPECTED[name]
    assert list(found["parameters"]) == list(EXPECTED[name]["parameters"])
