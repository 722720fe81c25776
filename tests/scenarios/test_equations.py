"""Every claim of the papers names the equations that its figure is calculated by."""

from __future__ import annotations

import re

from elver.scenarios import all_claims, scenario
from elver.viz.reports.claims import equations_of

PAPERS = {
    "eel": "EEL", "swimmer": "USR", "crawler": "USR", "snake": "USR", "aiko": "SNAKE", "gray": "SNAKE", "moth": "MAV",
    "scull": "FLOAT",
}  # fmt: skip


def test_every_claim_says_by_which_equations():
    assert all(equations_of(claim) for claim in all_claims())


def test_the_equations_are_numbers_of_the_scenarios_own_paper():
    for name in {claim.scenario for claim in all_claims()}:
        text = scenario(name).equations
        papers = set(re.findall(r"[A-Z]{3,}", text))
        if not any(claim.of_the_paper for claim in all_claims() if claim.scenario == name) and name.split("-")[0] not in PAPERS:
            assert papers <= {*PAPERS.values(), "SNAME"}, name  # a machine of another work
            continue
        assert re.search(r"\(\d+\)-\(\d+\)", text)
        if scenario(name).source.startswith("own"):  # a machine of ours names the papers whose equations it takes
            assert papers <= set(PAPERS.values()), name
        else:
            assert papers == {PAPERS[name.split("-")[0]]}, name
