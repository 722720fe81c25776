"""Summaries and final states of all scenarios are those kept in reference.json.

On the processor that made them they are equal to 1e-12 (compare.py). Another processor rounds otherwise: the bound here is what
rounding grows into over such a run; runs that choose their steps are allowed their own error, for a last bit changes the steps.
What is rounding itself is held to 1e-12 on every processor, and to 1e-9 in runs that choose their steps: there a closure is as
large as the tolerance makes it, and other steps make another one.
"""

from __future__ import annotations

import json

import pytest
from cases import OTHERS, RUNS
from compare import EXACT, FILE, differences, measure

ROUNDING = 1e-7
STEPS_CHOSEN = {"swimmer", "crawler", "snake-amphibious"}  # scenarios that auto runs by rodas
CHOSEN, CHOSEN_NOISE = 2e-4, 1e-9
REFERENCE = json.loads(FILE.read_text())


def bounds(case: str) -> tuple[float, float]:
    """The relative bound of a case, and that of what is rounding itself."""
    chosen = RUNS[case][0] in STEPS_CHOSEN if case in RUNS else case == "sweep"
    return (CHOSEN, CHOSEN_NOISE) if chosen else (ROUNDING, EXACT)


@pytest.mark.parametrize("case", [*RUNS, *OTHERS])
def test_no_number_moved(case):
    found = differences(case, REFERENCE[case], measure(case), *bounds(case))
    assert not [line for line in found if "most_sweeps" not in line]  # a count that a last bit can change


def test_a_number_that_moves_is_noticed():
    before = REFERENCE["eel"]
    after = json.loads(json.dumps(before))
    after["summary"]["mean_speed"] *= 1 + 1e-6
    assert len(differences("eel", before, after, ROUNDING)) == 1
    after["summary"]["ledger_closure"] += 1e-11
    assert len(differences("eel", before, after, ROUNDING)) == 2
    assert len(differences("eel", before, after, ROUNDING, CHOSEN_NOISE)) == 1
    del after["summary"]["mass"]
    assert any("gone" in line for line in differences("eel", before, after, ROUNDING))
