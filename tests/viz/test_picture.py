"""Pictures as data: names are unique, say what they show, and belong to the runs that can show them."""

from __future__ import annotations

from elver.scenarios import all_scenarios
from elver.scenarios.definition import Film, Picture, always, unchanged
from elver.viz import known_pictures
from elver.viz.plots import PICTURES


def test_a_picture_applies_unless_told_otherwise():
    own = Picture("one", "something", lambda run, joints: None)
    assert own.applies is always
    assert own.applies(None)
    assert Film().view is None
    assert Film().seen is unchanged
    assert unchanged("run") == "run"


def test_names_are_unique_and_have_a_meaning():
    own = [p for s in all_scenarios() for p in dict.fromkeys(s.pictures)]
    names = [p.name for p in (*PICTURES, *dict.fromkeys(own))]
    assert len(set(names)) == len(names)
    assert set(known_pictures()) == set(names)
    assert all(p.meaning and not p.meaning.endswith(".") for p in known_pictures().values())


def test_scenarios_leave_out_only_what_exists():
    general = {p.name for p in PICTURES}
    for s in all_scenarios():
        assert set(s.left_out) <= general, s.name
