"""Scenarios: models with named parameters, ready to run, and claims about them."""

from elver.scenarios.bench import Bench, verify
from elver.scenarios.claims import (
    Claim,
    Printed,
    Verdict,
    about,
    ambiguous,
    below,
    calibrated,
    confirmed,
    count_kinds,
    own,
    printed,
    refuted,
)
from elver.scenarios.definition import Scenario
from elver.scenarios.parameter import Parameter, parameter_of, parameters_of
from elver.scenarios.preparation import Preparation
from elver.scenarios.registry import all_claims, all_scenarios, find_scenario, is_known, scenario

__all__ = [
    "Bench",
    "Claim",
    "Parameter",
    "Preparation",
    "Printed",
    "Scenario",
    "Verdict",
    "about",
    "all_claims",
    "all_scenarios",
    "ambiguous",
    "below",
    "calibrated",
    "confirmed",
    "count_kinds",
    "find_scenario",
    "is_known",
    "own",
    "parameter_of",
    "parameters_of",
    "printed",
    "refuted",
    "scenario",
    "verify",
]
