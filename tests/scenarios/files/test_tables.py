"""The tables of types: every kind can be described, takes all that its class declares, and asks for what has no default."""

from __future__ import annotations

import dataclasses

import pytest

from elver.quantities import quantities
from elver.scenarios.files.types import BLADE, CONTOUR, LOOP, PARTS, SCENE, directed
from elver.scenarios.yaml.forms import QuantityField

KINDS = {f"{part.label} {word}": kind for part in PARTS for word, kind in part.table.items()}
KINDS |= {"blade": BLADE, "contour": CONTOUR, "loop": LOOP, "scene": SCENE}


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_takes_what_its_class_declares(name):
    kind = KINDS[name]
    declared = quantities(kind.made)
    assert set(declared) <= set(kind.named)
    for field, quantity in declared.items():
        form = kind.named[field]
        assert not isinstance(form, QuantityField) or form.quantity is quantity
    fields = {f.name for f in dataclasses.fields(kind.made) if f.init}
    assert set(kind.named) - set(kind.also) <= fields
    left_out = {field for field, form in kind.forms.items() if form is None}
    assert fields - set(kind.named) <= left_out
    assert kind.schema()["type"] == "object"


def test_axes_are_columns():
    axes = directed({"axes": [[0, 1, 0], [0, 0, 1], [1, 0, 0]]})["axes"]
    assert [row[0] for row in axes] == [0, 1, 0]
