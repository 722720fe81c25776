"""Values of free parameters that forces, laws and couplings refuse."""

from __future__ import annotations

from dataclasses import replace

import casadi as ca
import numpy as np
import pytest

import elver
from elver._support.errors import InputError
from elver.drive import JointStops
from elver.model import FreeParameter
from elver.robot import Body, Joint, Robot, Rod

RODS = [Body.solid(name, Rod(0.2, 0.02), 1000.0) for name in ("front", "rear")]
JOINT = Joint("hinge", "front", "rear", d=0.2, mode="passive")


def hinged(low=-0.5, high=0.5, drag=1.0, **more) -> elver.Model:
    """Two rods with a spring and stops between them."""
    return elver.Model(
        "hinged",
        Robot("hinged", RODS, [JOINT], base="planar"),
        {"water": elver.forces.Morison(drag_e2=drag)},
        elastic=elver.drive.Spring(1.0, 0.1),
        couplings={"stop": JointStops(["hinge"], low, high, stiffness=1.0)},
        **more,
    )


def with_expression() -> elver.Model:
    """The drag is an expression of a parameter without bounds."""
    c = ca.SX.sym("c")
    return hinged(drag=c - 0.5, free={"c": FreeParameter(c, 1.0)})


def test_an_expression_is_held_to_the_bounds_of_the_field():
    program = elver.compile_model(with_expression())
    assert program.parameter_vector({"c": 0.7}).tolist() == [0.7]
    with pytest.raises(InputError, match=r"Morison.drag_e2 = -0.3 is not allowed"):
        program.parameter_vector({"c": 0.2})


def test_the_default_is_held_to_them_too():
    model = with_expression()
    with pytest.raises(InputError, match=r"Morison.drag_e2 = -0.5"):
        replace(model, free={"c": replace(model.free["c"], value=0.0)})


def test_stops_whose_free_ends_have_changed_places_are_refused():
    program = elver.compile_model(hinged().freed("couplings.stop.low", "couplings.stop.high"))
    with pytest.raises(InputError, match=r"low = 0.8 is not below high = 0.5"):
        program.parameter_vector({"couplings.stop.low": 0.8})


def test_in_a_batch_such_a_machine_is_refused_alone():
    stops = elver.compile_model(hinged().freed("couplings.stop.low", "couplings.stop.high"))
    drag = elver.compile_model(with_expression())
    for program, values, said in (
        (stops, {"couplings.stop.low": [-0.4, 0.8, -0.1]}, "is not below"),
        (drag, {"c": [1.0, 0.2, 0.6]}, "drag_e2 = -0.3"),
    ):
        data = elver.simulate_batch(program, 0.02, solver=elver.Solver(dt=1e-3), parameters=values, progress=False)
        assert data.status.values.tolist() == ["finished", "refused", "finished"]
        assert said in str(data.status_detail.values[1])


def test_of_many_sets_only_those_that_break_a_bound_are_looked_at():
    model = with_expression()
    assert model.doubtful(np.array([[1.0], [0.2], [0.5], [np.inf]])).tolist() == [1, 3]


def test_a_parameter_of_numbers_alone_costs_nothing():
    assert hinged().free_parts is None
    assert hinged().freed("robot.bodies.front.mass").free_parts is None
