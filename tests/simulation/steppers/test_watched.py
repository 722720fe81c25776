"""What a stepper shows: recorded quantities and functions of the state, in one vector."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca
import numpy as np
import pytest

import elver
from elver._support.errors import InputError
from elver.model import assemble
from elver.simulation.steppers.state import watch


@dataclass(frozen=True)
class Speed:
    """The base's speed, as a function of the graph."""

    name: str = "speed"

    def graph(self, equations):
        args = [ca.SX.sym(name, equations.rhs.nnz_in(name)) for name in ("t", "x", "p", "u")]
        return ca.Function("speed", args, [ca.norm_2(args[1][equations.layout.slices["twist"]])], ["t", "x", "p", "u"], ["y"])


@pytest.fixture(scope="module")
def equations():
    return assemble(elver.scenario("swimmer").build({"links": 3}))


def test_parts_stand_where_they_are_said_to_be(equations):
    wanted = ("body_position", Speed(), "state", "base_quaternion", "kinetic_energy")
    watched = watch(equations, wanted)
    x = np.linspace(0.1, 1.0, equations.layout.size)
    y = np.array(watched.graph(0.5, x, [], [])).ravel()
    all_of_it = np.array(equations.outputs(0.5, x, [], [])).ravel()
    assert list(watched.places) == ["body_position", "speed", "state", "base_quaternion", "kinetic_energy"]
    assert watched.size == len(y)
    for name in ("body_position", "kinetic_energy"):
        assert y[watched.places[name]].tolist() == all_of_it[equations.recorded.slices[name]].tolist()
    assert y[watched.places["speed"]] == pytest.approx(np.linalg.norm(x[equations.layout.slices["twist"]]))
    assert y[watched.places["state"]].tolist() == x.tolist()
    assert y[watched.places["base_quaternion"]].tolist() == x[3:7].tolist()
    assert watched.shapes["body_position"] == (3, 3)
    assert watched.shapes["kinetic_energy"] == ()
    assert watch(equations, ()).size == 0


def test_refusals(equations):
    with pytest.raises(InputError, match="joint_position"):
        watch(equations, ["joint_positon"])
    with pytest.raises(InputError, match="'state' is named twice"):
        watch(equations, ["state", "state"])
    with pytest.raises(InputError, match="cannot be watched"):
        watch(equations, [1.0])
