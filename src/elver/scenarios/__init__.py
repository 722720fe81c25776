"""Scenarios: models with named parameters, ready to run, and claims about them."""

from elver.scenarios.bench import Bench, verify
from elver.scenarios.claims import Claim, Verdict
from elver.scenarios.parameter import Parameter, parameter_of, parameters_of
from elver.scenarios.preparation import Preparation
from elver.scenarios.registry import claims, find_scenario, is_known, scenario, scenarios
from elver.scenarios.scenario import Scenario

__all__ = [
    "Bench",
    "Claim",
    "Parameter",
    "Preparation",
    "Scenario",
    "Verdict",
    "claims",
    "find_scenario",
    "is_known",
    "parameter_of",
    "parameters_of",
    "scenario",
    "scenarios",
    "verify",
]
