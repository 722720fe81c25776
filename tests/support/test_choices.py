"""Words that a user chooses from."""

from __future__ import annotations

import json

import pytest

from elver._support.choices import ClaimKind, FilmKind, Method, Optimiser, Target, chosen, described
from elver.analysis.studies.optimisation import ALGORITHMS
from elver.simulation.options import DEVICES
from elver.simulation.plan import METHODS


@pytest.mark.parametrize("kind", [ClaimKind, FilmKind, Method, Optimiser, Target])
def test_a_choice_is_its_word_and_has_a_meaning(kind):
    for word in kind:
        assert word == str(word) == kind(str(word)) == chosen(kind, str(word))
        assert word.meaning
        assert f"{word} ({word.meaning})" in described(kind)
    assert json.dumps(list(kind)) == json.dumps([str(word) for word in kind])


def test_the_packages_take_their_words_from_here():
    assert tuple(Method) == METHODS
    assert tuple(Target) == DEVICES
    assert tuple(Optimiser) == ALGORITHMS


def test_other_words_are_none():
    with pytest.raises(ValueError, match="rk44"):
        Method("rk44")
