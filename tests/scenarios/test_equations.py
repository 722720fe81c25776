"""Every claim of the papers names the equations that its figure is calculated by."""

from __future__ import annotations

import re

from elver.scenarios import all_claims, scenario
from elver.viz.reports.claims import equations_of

PAPERS = {"eel": "EEL", "swimmer": "USR", "aiko": "SNAKE", "gray": "SNAKE", "moth": "MAV", "scull": "FLOAT"}


def test_every_claim_says_by_which_equations():
    assert all(equations_of(claim) for claim in all_claims())


def test_the_equations_are_numbers_of_the_scenarios_own_paper():
    for name in {claim.scenario for claim in all_claims()}:
        text = scenario(name).equations
        papers = set(re.findall(r"[A-Z]{3,}", text))
        assert papers == {PAPERS[name.split("-")[0]]}, name
        assert re.search(r"\(\d+\)-\(\d+\)", text)
