"""Which files decide a loop: imports of every form, and nothing that only lies beside them."""

from __future__ import annotations

from elver.compiled import ROOT
from elver.compiled.shipped.sources import ANY, imported, lanes_of, loop_digest, sources_of
from elver.compiled.width import host_width

TEXT = b"""
import numpy as np
import elver.compiled.calls
from elver.compiled import SUMS, tableaux
from elver.stepping.schemes.linear import (
    linearise,
)
from elver.errors import InputError

def f():
    from elver.scenarios import scenario
"""


def test_imports_of_every_form():
    there = {path.relative_to(ROOT).as_posix() for path in imported(TEXT) if path.is_file()}
    assert there == {"compiled/__init__.py", "compiled/calls.py", "compiled/tableaux.py", "stepping/schemes/linear.py"}


def test_imports_are_followed():
    found = {path.relative_to(ROOT).as_posix() for path in sources_of([ROOT / "stepping" / "schemes" / "fixed.py"])}
    assert {"stepping/schemes/explicit.py", "compiled/tableaux.py", "compiled/piecewise.py", "statuses.py"} <= found
    assert "compiled/rows.py" not in found


def test_loops_that_use_lanes_say_how_many():
    assert lanes_of("elver.contact.lanes.step:advance_lanes") == host_width()
    assert lanes_of("elver.contact.moreau.step:advance_moreau") == ANY


def test_an_edit_changes_the_digest(monkeypatch, tmp_path):
    from elver.compiled.shipped import sources

    place = "elver.compiled.piecewise:evaluate_signals"
    before = loop_digest(place)
    changed = tmp_path / "piecewise.py"
    changed.write_bytes(sources.file_of("elver.compiled.piecewise").read_bytes() + b"# one line more\n")
    monkeypatch.setattr(sources, "file_of", lambda module: changed)
    assert loop_digest(place) != before
