"""What a check finds becomes an entry of plain words and numbers."""

from __future__ import annotations

import json

import numpy as np
from odd_machines import chain, waving

from elver import simulate
from elver.results.checks.check import Check, CheckContext, Finding


def test_an_entry_has_the_checks_words_unless_the_finding_has_its_own():
    check = Check("load", "the load", "size", "kg", "take less", lambda seen: [], threshold=2.0)
    entry = check.finding(Finding(np.float64(3.0), "the hook", "too much", np.float64(0.5)))
    assert json.loads(json.dumps(entry)) == {
        "check": "load", "where": "the hook", "time": 0.5, "number": 3.0, "threshold": 2.0, "unit": "kg",
        "text": "too much", "remedy": "take less", "doubt": "",
    }  # fmt: skip
    other = check.finding(Finding(3.0, "", "", threshold=1.0, unit="t", remedy="none"))
    assert (other["threshold"], other["unit"], other["remedy"], other["time"]) == (1.0, "t", "none", None)


def test_parts_are_numbers_where_parameters_are_free():
    model = waving(chain(2)).freed("gait.amplitude")
    run = simulate(model, 0.1, parameters={"gait.amplitude": 0.25})
    seen = CheckContext(run.given, model, np.array([0.25]), {})
    assert seen.parts["gait"].amplitude == 0.25
    assert seen.few(5).tolist() == [0, 2, 5, 8, 10]
    assert seen.few(100, 8).tolist() == [8, 9, 10]
