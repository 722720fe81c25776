"""All scenarios by name; every package names its own."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

from elver._support.errors import InputError
from elver.scenarios import all_claims, all_scenarios, find_scenario, is_known, scenario
from elver.scenarios.definition import system_packages


def test_every_room_names_scenarios_and_claims():
    for package in system_packages():
        assert import_module(package).SCENARIOS, package
        assert import_module(f"{package}.claims").CLAIMS, package
    assert {c.scenario for c in all_claims()} <= {s.name for s in all_scenarios()}


def test_names_are_unique_and_found():
    names = [s.name for s in all_scenarios()]
    assert len(set(names)) == len(names)
    assert all(is_known(scenario(name)) for name in names)
    assert find_scenario("eel") is scenario("eel")
    assert find_scenario("my own") is None
    with pytest.raises(InputError, match="Did you mean 'swimmer'"):
        scenario("swimer")


def test_one_scenario_does_not_cost_the_others():
    code = "import sys, elver; elver.scenario('eel').build(); print([m for m in sys.modules if m.startswith('elver.systems.')])"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "elver.systems.eel.scenario" in printed
    assert "moth" not in printed
    assert "claims" not in printed
