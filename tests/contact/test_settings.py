"""Settings of contact as a run keeps them."""

from __future__ import annotations

import math
from dataclasses import asdict

import pytest

from elver._support.errors import InputError
from elver.contact import ContactSettings
from elver.contact.scene import accuracy_in


@pytest.mark.parametrize("accuracy", [None, 1e-5, math.inf])
def test_the_accuracy_is_read_back(accuracy):
    kept = {**asdict(ContactSettings(accuracy=accuracy)), "solver": "auto"}
    assert accuracy_in({"contact_settings": str(kept)}) == accuracy


@pytest.mark.parametrize("text", ["", "{", "3", "{'accuracy': 'much'}", "(" * 500, None])
def test_no_accuracy_is_read_from_damaged_settings(text):
    assert accuracy_in({"contact_settings": text}) is None
    assert accuracy_in({}) is None


def test_iterations_are_those_that_a_solver_needs():
    """The published iteration needs thousands; a number that is asked for holds for every solver."""
    assert ContactSettings().iterations == 1000
    assert ContactSettings(solver="prox").iterations == 100_000
    assert ContactSettings(solver="prox", most=7).iterations == 7


@pytest.mark.parametrize("changes", [{"solver": "lemke"}, {"formulation": "minimal"}, {"most": 0}])
def test_unknown_words_are_refused(changes):
    with pytest.raises(InputError, match=next(iter(changes))):
        ContactSettings(**changes)
