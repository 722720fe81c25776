"""Symmetries found on the equations of real machines, mirrors checked, gaits with a ramp waited for."""

from __future__ import annotations

import numpy as np
import pytest
from orbit_machines import Push, VanDerPol, rower, slide

from elver import InputError, compile_model, scenario
from elver.analysis import Mirror
from elver.analysis.orbits.coordinates import LocalCoordinates, heading_of
from elver.analysis.orbits.symmetry import check_mirror, even_directions, find_symmetry, first_period

SWIMMER = {"links": 3, "control": "computed"}


def prepared(model):
    program = compile_model(model)
    p = program.parameter_vector()
    x = program.initial_state(p)
    chart = LocalCoordinates(program.equations.layout, heading_of(x[3:7]) if program.equations.layout.freedoms else 0.0)
    return program, p, x, chart


@pytest.mark.parametrize(
    ("model", "moves", "turns"),
    [
        (lambda: scenario("eel").build({"body.joints": 2}), "xyz", "all"),
        (lambda: scenario("eel").build({"body.joints": 2, "body.density": 900.0}), "xyz", "vertical"),
        (lambda: scenario("eel").build({"body.joints": 2, "water.current": (0.1, 0, 0)}), "xyz", "none"),
        (lambda: scenario("swimmer").build(SWIMMER), "xyz", "vertical"),
        (lambda: scenario("swimmer").build({**SWIMMER, "steer": "line"}), "xz", "none"),
        (lambda: scenario("snake-amphibious").build(SWIMMER), "yz", "none"),
    ],
)
def test_displacements_that_change_nothing(model, moves, turns):
    program, p, x, chart = prepared(model())
    found = find_symmetry(program, p, x, 2.0, chart)
    assert "".join(found.moves) == moves
    assert found.turns == turns


def test_a_free_slide_is_cyclic_and_a_spring_is_not():
    for law, names in ((Push(), ("angle of slide",)), (VanDerPol(), ())):
        program, p, x, chart = prepared(slide(law))
        assert find_symmetry(program, p, x, 0.0, chart).cyclic == names


def test_a_start_ramp_is_waited_for():
    program, p, x, chart = prepared(scenario("eel").build({"body.joints": 2, "gait.ramp_time": 3.0}))
    assert first_period(program, p, x, 2.0, chart) == 2
    with pytest.raises(InputError, match=r"do not repeat after 1\.7 s"):
        first_period(program, p, x, 1.7, chart)


def test_mirror_of_the_rower():
    program, p, x, chart = prepared(rower())
    S = Mirror("y", {"left tip": "right tip"}, sign=-1).matrix(chart)
    np.testing.assert_array_equal(S @ S, np.eye(chart.size))
    check_mirror(program, p, x, 0.0, chart, S)
    rows = even_directions(S, [k for k in range(3, chart.size) if k != 5 and k not in chart.works])
    assert [chart.names[int(np.argmax(np.abs(r)))] for r in rows] == [
        "pitch", "base vx", "base vz", "base wy", "angle of left tip", "rate of left tip",
    ]  # fmt: skip
    np.testing.assert_allclose(S @ rows.T, rows.T, atol=1e-15)


@pytest.mark.parametrize(
    ("lopsided", "mirror"),
    [
        (0.1, Mirror("y", {"left tip": "right tip"}, sign=-1)),
        (0.0, Mirror("y", {"left tip": "right tip"}, sign=1)),
        (0.0, Mirror("y")),
        (0.0, Mirror("x", {"left tip": "right tip"}, sign=-1)),
    ],
)
def test_a_mirror_that_the_machine_does_not_have_is_refused(lopsided, mirror):
    program, p, x, chart = prepared(rower(lopsided))
    with pytest.raises(InputError, match="not symmetric under this Mirror"):
        check_mirror(program, p, x, 0.1, chart, mirror.matrix(chart))


def test_wrong_mirrors():
    chart = prepared(rower())[3]
    with pytest.raises(InputError, match="Did you mean 'right tip'"):
        Mirror("y", {"left tip": "rigth tip"}).matrix(chart)
    with pytest.raises(InputError, match="lateral axis"):
        Mirror("up")
    with pytest.raises(InputError, match="Give 1 or -1"):
        Mirror("y", sign=0.5).matrix(chart)
