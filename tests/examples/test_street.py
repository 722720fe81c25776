"""The swimmer behind a cylinder: at its station nothing pulls, and the motors' work is found again."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "examples" / "street"


@pytest.fixture(scope="module")
def street():
    """The module of the example."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(FOLDER))
        return importlib.import_module("street")


def test_its_station_in_still_water_of_the_wake(street):
    """A short look at one case: beside its station the force has another sign, and the ledger closes."""
    program = street.compiled(street.CASES["mean of the wake"])
    less, more = (street.held(program, a, settled=6) for a in (0.3, 0.6))
    assert less.force < 0 < more.force
    assert 0 < less.power < more.power
    assert more.run.summary["ledger_closure"] < 1e-5


def test_a_body_that_does_not_beat_is_dragged_in_the_street(street):
    own = street.held(street.compiled(street.STREET), 0.0, settled=6)
    assert own.force < 0
    assert own.power == pytest.approx(0, abs=1e-12)
    assert own.run.summary["ledger_closure"] < 1e-6


@pytest.mark.long
def test_the_table_of_the_page(street):
    """Less than in the stream, more than in water as slow on the average."""
    found = street.outcome()
    power = {name: 1e3 * own.power for name, (_, own) in found.items()}
    assert power == pytest.approx({"stream": 25.5, "mean of the wake": 9.0, "street": 22.0}, rel=0.03)
    for _, own in found.values():
        assert abs(own.force) < 2e-5
