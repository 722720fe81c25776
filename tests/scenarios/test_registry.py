"""All scenarios by name; every room names its own."""

from __future__ import annotations

import pytest

from elver.errors import InputError
from elver.scenarios import claims, find_scenario, is_known, scenario, scenarios
from elver.scenarios.registry import rooms


def test_every_room_names_scenarios_and_claims():
    for room in rooms():
        assert room.SCENARIOS, room.__name__
        assert room.CLAIMS, room.__name__
    assert {c.scenario for c in claims()} <= {s.name for s in scenarios()}


def test_names_are_unique_and_found():
    names = [s.name for s in scenarios()]
    assert len(set(names)) == len(names)
    assert all(is_known(scenario(name)) for name in names)
    assert find_scenario("eel") is scenario("eel")
    assert find_scenario("my own") is None
    with pytest.raises(InputError, match="Did you mean 'swimmer'"):
        scenario("swimer")
