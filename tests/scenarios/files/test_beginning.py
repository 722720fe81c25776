"""The file that `elver new` writes: it swims, its claims hold, and geometry is free in exact gradients."""

import pytest

import elver
from elver.analysis import optimise, sweep
from elver.scenarios import example, verify
from elver.scenarios.files.loading import load_text


@pytest.fixture(scope="module")
def fish():
    return load_text(example("trout"), "trout.yaml")


def test_it_has_the_name_asked_for_and_is_short(fish):
    assert fish.name == "trout"
    assert len(example().splitlines()) <= 60
    assert load_text(example("a b/c!"), "x.yaml").name == "a-b-c"


def test_it_swims_and_its_claims_hold(fish):
    assert [verdict.holds for verdict in verify(fish.claims)] == [True]


def test_the_metrics_of_the_page_and_two_routes_to_the_speed(fish):
    """A run from rest ends at the speed of the periodic orbit, which shooting finds; docs/scenario_files.md prints both."""
    run, orbit = elver.simulate(fish, progress=False).summary, elver.find_orbit(elver.compile_model(fish.build()))
    assert run["mean_speed"] == pytest.approx(0.1050, abs=5e-5)
    assert run["final_speed"] == pytest.approx(0.1319, abs=5e-5)
    assert orbit.drift.speed == pytest.approx(0.1325, abs=5e-5)
    assert run["final_speed"] == pytest.approx(orbit.drift.speed, rel=0.01)


@pytest.mark.long
def test_the_optimum_by_exact_gradients_is_that_of_a_map(fish):
    """Cheapest at 0.1 m/s over phase lag and fin length: no point of a grid is cheaper."""
    over = {"lag": (0.0, 2.5), "fin_length": (0.03, 0.12)}
    best = optimise(
        fish,
        "cost_of_transport",
        over,
        constraints=["mean_speed>=0.1"],
        search=elver.analysis.Search(algorithm="gradient"),
        progress=False,
    )
    assert best.summary["derivatives"] == "exact"
    assert best.parameters == pytest.approx({"lag": 1.010, "fin_length": 0.0737}, rel=2e-3)
    assert best.objective == pytest.approx(0.1109, abs=5e-5)
    grid = sweep(fish, {"lag": "0:2.5:26", "fin_length": "0.03:0.12:19"}, progress=False)
    allowed = grid.cost_of_transport.where(grid.mean_speed >= 0.1)
    assert best.objective < float(allowed.min()) < 1.02 * best.objective


def test_gradients_by_phase_and_by_a_length_of_the_body_are_exact(fish):
    program = elver.compile_model(fish.build(free=["lag", "fin_length"]))
    found = elver.gradient(program, "mean_speed", 2.0, solver=elver.Solver(dt=1e-3))
    for k, (name, step) in enumerate((("lag", 1e-4), ("fin_length", 1e-6))):
        default = fish.values()[name]
        ends = [
            elver.simulate(
                fish.build({name: default + sign * step}), 2.0, solver=elver.Solver(dt=1e-3, method="rk4"), progress=False
            ).summary["mean_speed"]
            for sign in (1, -1)
        ]
        assert found.gradient[k] == pytest.approx((ends[0] - ends[1]) / (2 * step), rel=1e-5)
