"""Geometry and mass as free parameters: against programs that have the numbers compiled in, and gradients against differences."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest
from tolerances import ROUNDING, assert_close

import elver
from elver._support.errors import InputError
from elver.model import assemble
from elver.model.assembly import settled_start
from elver.scenarios.definition import Scenario

# Scenario, changes that make it small, and new values of the parameters that are freed.
CASES: dict[str, tuple[Mapping, Mapping[str, float]]] = {
    "eel": (
        {"body.joints": 4, "gait.pitch_offset": 0.05},
        {"body.head_length": 0.45, "body.link_length": 0.12, "body.nose_length": 0.1, "body.half_width": 0.07,
         "body.half_height": 0.08, "body.density": 1040.0},
    ),
    "swimmer": (
        {"links": 5},
        {"body.length": 0.16, "body.half_width": 0.04, "body.half_height": 0.05, "body.density": 1100.0},
    ),
    "crawler": ({"links": 4, "body.inertia": "uniform"}, {"body.length": 0.16, "body.half_width": 0.04, "body.density": 1100.0}),
    "snake-amphibious": (
        {"links": 4, "body.inertia": "uniform"},
        {"body.length": 0.16, "body.half_width": 0.04, "body.density": 1100.0},
    ),
    "moth-tethered": (
        {"wing.sections": 3},
        {"wing.span": 0.08, "wing.chord": 0.03, "wing.thickness": 1.2e-4, "wing.hinge": 0.02, "wing.density": 1300.0},
    ),
    "moth": (
        {"wing.sections": 2, "start": "rest"},
        {"wing.span": 0.08, "wing.chord": 0.03, "wing.density": 1300.0, "thorax.half_length": 9e-3, "thorax.half_width": 8e-3,
         "thorax.half_height": 0.03, "thorax.density": 750.0},
    ),
    "aiko-flat": (
        {"links": 5},
        {"body.length": 0.13, "body.half_length": 0.04, "body.radius": 0.05, "body.mass": 0.7, "body.inertia": 1.4e-3},
    ),
    "scull-40": (
        {"start": "rest"},
        {"boat.mass": 16.0, "boat.length": 8.0, "boat.middle": 0.2, "boat.height": 0.06, "boat.radius": 0.25, "boat.seat": 1.6,
         "oar.mass": 1.4, "oar.lever": 1.9, "oar.inboard": 0.9, "rig.span": 0.82, "rig.lock": 0.25, "rower.mass": 82.0},
    ),
    "gray": ({}, {"body.mass": 0.25}),
}  # fmt: skip
T = 0.37


def pair(name: str) -> tuple[Scenario, Mapping, Mapping[str, float]]:
    changes, values = CASES[name]
    return elver.scenario(name), changes, values


@pytest.mark.parametrize("name", CASES)
def test_free_values_are_the_numbers_themselves(name):
    """Start, right-hand side and outputs at values v equal those of the model that was built with v."""
    chosen, changes, values = pair(name)
    free, folded = assemble(chosen.build(changes, free=values)), assemble(chosen.build({**changes, **values}))
    p, u, none = np.array(list(values.values())), np.zeros(folded.rhs.nnz_in("u")), np.zeros(0)
    start = [np.array(e.initial(0.0, q, u), dtype=float).ravel() for e, q in ((free, p), (folded, none))]
    assert_close(start[0], start[1], ROUNDING)
    x = start[1] + (0.01 * np.random.default_rng(1).standard_normal(len(start[1])) if folded.loops is None else 0.0)
    if folded.loops is not None:
        x, found = settled_start(folded, T, x, none, u)
        again, other = settled_start(free, T, x, p, u)
        assert_close(again, x, 1e-9)
        assert found.branch == other.branch
    for f, g in ((free.rhs, folded.rhs), (free.outputs, folded.outputs)):
        own, expected = (np.array(h(T, x, q, u), dtype=float).ravel() for h, q in ((f, p), (g, none)))
        assert np.isfinite(expected).all()
        assert_close(own, expected, ROUNDING)
    default = np.array([f.value for f in free.model.free.values()])
    assert np.abs(np.array(free.rhs(T, x, default, u)) - np.array(free.rhs(T, x, p, u))).max() > 1e-6


def mean_speed(model, duration: float, dt: float) -> float:
    return elver.simulate(
        model, duration, solver=elver.Solver(dt=dt, method="rk4"), save=elver.Save(every=duration), progress=False
    ).summary["mean_speed"]


@pytest.mark.parametrize(
    ("name", "parameter", "duration", "dt"),
    [
        ("eel", "body.link_length", 1.0, 2e-3),
        pytest.param("eel", "body.half_height", 1.0, 2e-3, marks=pytest.mark.long),
        pytest.param("eel", "body.density", 1.0, 2e-3, marks=pytest.mark.long),
        ("crawler", "body.length", 0.02, 1e-5),
        pytest.param("moth", "wing.span", 0.01, 1e-4, marks=pytest.mark.long),
        pytest.param("moth", "thorax.density", 0.01, 1e-4, marks=pytest.mark.long),
        pytest.param("scull-40", "boat.mass", 0.3, 2e-3, marks=pytest.mark.long),
        pytest.param("scull-40", "oar.lever", 0.3, 2e-3, marks=pytest.mark.long),
    ],
)
def test_gradients_by_geometry_are_those_of_rebuilt_machines(name, parameter, duration, dt):
    """Exact gradient of a program with free geometry against central differences of machines built anew."""
    chosen, changes, _ = pair(name)
    model = chosen.build(changes, free=[parameter])
    exact = elver.gradient(model, "mean_speed", duration, solver=elver.Solver(dt=dt))[parameter]
    value = model.free[parameter].value
    slopes = []
    for h in (2e-5 * value, 1e-5 * value):
        ends = [mean_speed(chosen.build({**changes, parameter: value + s * h}), duration, dt) for s in (-1, 1)]
        slopes.append((ends[1] - ends[0]) / (2 * h))
    extrapolated = (4 * slopes[1] - slopes[0]) / 3  # Richardson: an error of h^4
    assert abs(exact) > 1e-8
    assert exact == pytest.approx(extrapolated, rel=1e-6)


@pytest.mark.long
def test_cost_of_transport_knows_the_free_mass():
    chosen, changes, _ = pair("eel")
    found = elver.gradient(chosen.build(changes, free=["body.density"]), "cost_of_transport", 0.5, solver=elver.Solver(dt=2e-3))
    costs = {}
    for density in (999.99, 1000.0, 1000.01):
        run = elver.simulate(
            chosen.build({**changes, "body.density": density}), 0.5, solver=elver.Solver(dt=2e-3, method="rk4"), progress=False
        )
        costs[density] = run.summary["cost_of_transport"]
    assert float(found.value) == pytest.approx(costs[1000.0], rel=1e-9)
    assert found["body.density"] == pytest.approx((costs[1000.01] - costs[999.99]) / 0.02, rel=1e-4)


@pytest.mark.parametrize("name", ["aiko-obstacles", "aiko-flat"])
def test_contours_and_loads_of_a_contact_run_follow_free_values(name):
    chosen, changes = elver.scenario(name), {"links": 5}
    values = {"body.length": 0.13, "body.half_length": 0.045, "body.radius": 0.05, "body.mass": 0.7}
    program = elver.compile_model(chosen.build(changes, free=values))
    free = elver.simulate(program, 0.2, parameters=values, progress=False)
    built = elver.simulate(chosen.build({**changes, **values}), 0.2, progress=False)
    assert_close(free.data.state.values[-1], built.data.state.values[-1], 1e-9)
    for figure in ("body_mass", "body_com", "body_outline"):
        assert np.allclose(free.data[figure], built.data[figure], rtol=1e-12, equal_nan=True)
    default = elver.simulate(program, 0.2, progress=False)
    assert np.abs(default.data.state.values[-1] - free.data.state.values[-1]).max() > 1e-6


def test_a_value_that_makes_no_machine_is_refused_as_the_number_is():
    chosen = elver.scenario("eel")
    with pytest.raises(InputError) as built:
        chosen.build({"body.nose_length": 0.5})
    program = elver.compile_model(chosen.build({"body.joints": 2}, free=["body.nose_length", "body.head_length"]))
    with pytest.raises(InputError) as given:
        program.parameter_vector({"body.nose_length": 0.5})
    assert str(given.value) == str(built.value)
    with pytest.raises(InputError, match="must be shorter than the head"):
        chosen.build({"body.nose_length": 0.5}, free=["body.head_length"])
    assert program.parameter_vector({"body.nose_length": 0.5, "body.head_length": 0.6}).tolist() == [0.5, 0.6]
