"""A program's Python side: free parameters within their bounds, a short form of itself."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import casadi as ca
import pytest

import elver
from elver.model.program import made_once
from elver.quantities import check_quantities, quantity

NAMED = r"parameter 'forces\.wind\.strength'"


@dataclass(frozen=True)
class Wind:
    """A steady force along every body's x axis that must not blow backwards."""

    strength: float = quantity(1.0, "N", "force on every body", low=0.0, high=5.0)

    def __post_init__(self):
        check_quantities(self)

    def effect(self, body, motion):
        return elver.forces.Effect(wrench=ca.vertcat(self.strength, 0, 0, 0, 0, 0))


@pytest.fixture(scope="module")
def program():
    model = elver.scenario("eel").build({"body.joints": 1})
    return elver.compile_model(replace(model, forces={**model.forces, "wind": Wind()}).freed("forces.wind.strength"))


@pytest.mark.parametrize("value", [-1.0, 5.1])
def test_bounds_hold_for_values_that_a_program_gets(program, value):
    with pytest.raises(elver.InputError, match=NAMED):
        program.parameter_vector({"forces.wind.strength": value})
    with pytest.raises(elver.InputError, match=NAMED):
        elver.simulate(program, 0.01, parameters={"forces.wind.strength": value})
    with pytest.raises(elver.InputError, match=NAMED):
        elver.simulate_batch(program, 0.01, parameters={"forces.wind.strength": [1.0, value, 2.0]})
    with pytest.raises(elver.InputError, match=NAMED):
        elver.gradient(program, "mean_speed", 0.01, parameters={"forces.wind.strength": value})


def test_values_within_the_bounds_are_taken(program):
    assert program.parameter_vector({"forces.wind.strength": 5.0}).tolist() == [5.0]
    assert program.model.free["forces.wind.strength"].quantity.high == 5.0


def test_short_forms(program):
    for thing in (program, program.model, elver.scenario("eel")):
        assert len(repr(thing)) < 200
        assert "eel" in repr(thing)
        assert thing._repr_html_().startswith("<table>")
    assert "forces.wind.strength" in repr(program)


def test_threads_make_native_code_once():
    # a second copy would free the first one's code while it runs
    kept, made = {}, []

    def make():
        time.sleep(0.02)
        made.append(1)
        return object()

    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(lambda _: id(made_once(kept, "code", make)), range(16)))
    assert len(made) == len(found) == 1
