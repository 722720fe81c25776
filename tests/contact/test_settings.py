"""Settings of contact as a run keeps them."""

from __future__ import annotations

import math
from dataclasses import asdict

import pytest

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
