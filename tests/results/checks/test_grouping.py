"""The same warning about many joints or bodies is one line, with their names."""

from __future__ import annotations

import pytest

import elver
from elver.results.checks.all_checks import CHECKS
from elver.results.checks.trust import grouped, sentences
from elver.scenarios import load_text
from elver.scenarios.explanation import explain

CHAIN = """
elver: 1
name: beads
machine:
  base: free
  bodies: {head: {shape: {type: ellipsoid, a1: 5 cm, a2: 5 cm, a3: 5 cm}, density: 1000}}
  chain:
    - {count: 16, after: head,
       body: {name: "bead{i}", shape: {type: ellipsoid, a1: 4 cm, a2: 5 cm, a3: 5 cm, e1: [0, 1, 0], e2: [1, 0, 0]},
              density: 1000},
       joint: {name: "joint{i}", d: 6 cm, alpha: 90 deg, mode: passive}}
media: {water: {type: morison}, weight: {type: gravity, fluid_density: 1000}}
drive: {elastic: {type: spring}}
run: {duration: 10 ms, dt: 1 ms}
"""


@pytest.fixture(scope="module")
def beads():
    return load_text(CHAIN).build()


def test_many_joints_that_turn_freely_are_one_line(beads):
    told = explain(beads).warnings
    freely = [line for line in told if "turns freely" in line]
    assert len(freely) == 1
    assert freely[0].startswith("joint 'joint1' is passive")
    assert freely[0].endswith("Likewise 'joint2', 'joint3', 'joint4' and 12 more.")


def test_many_stout_bodies_are_one_line_before_and_after_a_run(beads):
    for told in (explain(beads).warnings, sentences(elver.simulate(beads, 0.01, progress=False).summary["warnings"])):
        stout = [line for line in told if "Strip theory wants 5 or more" in line]
        assert len(stout) == 1
        assert "more." in stout[0]
        assert "BluffDrag" not in stout[0]
        assert "bluff_drag" in stout[0]


def test_the_worst_is_told_and_other_sentences_stay_in_their_order():
    def found(where, number, text="is long"):
        return {
            "check": "c",
            "where": where,
            "number": number,
            "threshold": 1.0,
            "text": f"body '{where}' {text}: {number} m",
            "remedy": "cut it",
        }

    told = sentences([found("a", 2.0), found("x", 1.5, "is odd"), found("b", 9.0), found("c", 3.0)])
    assert told == ["body 'b' is long: 9.0 m. Cut it. Likewise 'c' and 'a'.", "body 'x' is odd: 1.5 m. Cut it."]
    assert grouped(["no names: 1", "no names: 2"]) == ["no names: 1", "no names: 2"]
    assert grouped(["body 'a' at 1 s.", "body 'a' at 2 s."]) == ["body 'a' at 1 s.", "body 'a' at 2 s."]
    pairs = [f"bodies '{a}' and '{b}' overlap." for a, b in (("a", "b"), ("c", "d"))]
    assert grouped(pairs) == ["bodies 'a' and 'b' overlap. Likewise 'c' and 'd'."]


def test_checks_keep_one_entry_each_in_the_summary(beads):
    """Grouping is of lines: whoever reads the summary finds every joint and body."""
    run = elver.simulate(beads, 0.01, progress=False)
    assert len(run.summary["warnings"]) >= len(sentences(run.summary["warnings"]))
    assert {w["check"] for w in run.summary["warnings"]} <= {c.name for c in CHECKS}
