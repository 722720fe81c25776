"""Two small recorded runs that several files look at: one in water, one among obstacles."""

from __future__ import annotations

import pytest

import elver


@pytest.fixture(scope="package")
def swimmer_run():
    """Ten links in water, half a second."""
    return elver.simulate(elver.scenario("swimmer"), duration=0.5, save=elver.Save(fields=["body_force"]), progress=False)


@pytest.fixture(scope="package")
def gray_run():
    """Three links pushed against three pegs."""
    return elver.simulate(elver.scenario("gray"), duration=0.02, progress=False)
