"""Scenarios: models with named parameters, ready to run, and claims about them."""

from elver.scenarios.bench import Bench, verify
from elver.scenarios.claims import Claim, Verdict
from elver.scenarios.registry import claims, is_known, scenario, scenarios
from elver.scenarios.scenario import Parameter, Scenario

__all__ = ["Bench", "Claim", "Parameter", "Scenario", "Verdict", "claims", "is_known", "scenario", "scenarios", "verify"]
