"""Words that a user chooses from."""

from __future__ import annotations

import json

import pytest

from elver.choices import ClaimKind, Film, Method, Optimiser, Target, chosen, described
from elver.simulation.batch import TARGETS
from elver.stepping.plan import METHODS
from elver.studies.searching.optimisation import SEARCHES


@pytest.mark.parametrize("kind", [ClaimKind, Film, Method, Optimiser, Target])
def test_a_choice_is_its_word_and_has_a_meaning(kind):
    for word in kind:
        assert word == str(word) == kind(str(word)) == chosen(kind, str(word))
        assert word.meaning
        assert f"{word} ({word.meaning})" in described(kind)
    assert json.dumps(list(kind)) == json.dumps([str(word) for word in kind])


def test_the_rooms_take_their_words_from_here():
    assert tuple(Method) == METHODS
    assert tuple(Target) == TARGETS
    assert tuple(Optimiser) == SEARCHES


def test_other_words_are_none():
    with pytest.raises(ValueError, match="rk44"):
        Method("rk44")
