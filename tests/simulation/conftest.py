"""Programs that several tests of this folder run."""

from __future__ import annotations

import pytest
from stiff_models import Shaken, cube, stiff

from elver import InitialState, Model, Robot, compile_model


@pytest.fixture(scope="module")
def chain():
    return compile_model(stiff())


@pytest.fixture(scope="module")
def shaken():
    start = InitialState(position=(1.0, 0, 0), twist=(0.5, 0, 0, 0, 0, 0))
    return compile_model(Model("shaken", Robot("r", [cube()]), {"pull": Shaken()}, start=start))
