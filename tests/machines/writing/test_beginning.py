"""The file that `elver new` writes: it swims, its claims hold, and geometry is free in exact gradients."""

import pytest

import elver
from elver.machines.loading import load_text
from elver.machines.writing import example
from elver.scenarios import verify


@pytest.fixture(scope="module")
def fish():
    return load_text(example("trout"), "trout.yaml")


def test_it_has_the_name_asked_for_and_is_short(fish):
    assert fish.name == "trout"
    assert len(example().splitlines()) <= 60
    assert load_text(example("a b/c!"), "x.yaml").name == "a-b-c"


def test_it_swims_and_its_claims_hold(fish):
    assert [verdict.holds for verdict in verify(fish.claims)] == [True]


def test_gradients_by_phase_and_by_a_length_of_the_body_are_exact(fish):
    program = elver.compile_model(fish.build(free=["lag", "fin_length"]))
    found = elver.gradient(program, "mean_speed", 2.0, 1e-3)
    for k, (name, step) in enumerate((("lag", 1e-4), ("fin_length", 1e-6))):
        default = fish.values()[name]
        ends = [
            elver.simulate(fish.build({name: default + sign * step}), 2.0, 1e-3, method="rk4", progress=False).summary[
                "mean_speed"
            ]
            for sign in (1, -1)
        ]
        assert found.gradient[k] == pytest.approx((ends[0] - ends[1]) / (2 * step), rel=1e-5)
