"""Pressure along the body: summed over the strips it is the medium's force."""

from __future__ import annotations

import numpy as np
import pytest
from tolerances import ROUNDING, assert_close

from elver import Body, InitialState, InputError, Model, Robot, compile_model, simulate
from elver.forces import Morison
from elver.forces.morison import LAWS
from elver.robot import EllipticCylinder
from elver.sensors import Pressure
from swimmers import program, true_values

NODES, WEIGHTS = np.polynomial.legendre.leggauss(6)
PLACES = tuple((0.5 * (NODES + 1)).tolist())


@pytest.mark.parametrize("law", LAWS)
def test_the_force_along_a_body_sums_to_the_medium_s(law):
    body = Body.solid("rod", EllipticCylinder(0.5, 0.02, 0.05, at=np.array([-0.1, 0.02, 0.01])), 900.0)
    start = InitialState(twist=(0.4, 0.3, -0.2, 0.5, -0.7, 0.9))
    own = compile_model(
        Model(
            "rod",
            Robot("rod", [body]),
            forces={
                "water": Morison(law=law, current=(0.1, 0.2, 0)),
            },
            start=start,
        )
    )
    run = simulate(own, 0.05)
    sensors = [Pressure(name=d, direction=d, reading="force", places=PLACES) for d in ("lateral", "vertical")]
    found = true_values(own, run, *sensors)
    q = run.data.body_quaternion.values[:, 0]
    force = np.array([turned_back(q[k], f) for k, f in enumerate(run.data.medium_force.values[:, 0])])
    assert_close(found["lateral"] @ (0.25 * WEIGHTS), force[:, 1], ROUNDING)
    assert_close(found["vertical"] @ (0.25 * WEIGHTS), force[:, 2], ROUNDING)
    assert np.abs(force).min(axis=0).max() > 0.1


def turned_back(q, vector):
    """A world vector in the axes of a body with the quaternion q."""
    w, v = q[0], -q[1:]
    return vector + 2 * np.cross(v, np.cross(v, vector) + w * vector)


def test_pressure_is_force_over_height_and_names_its_places():
    run = simulate(program(), 0.05)
    found = true_values(
        program(), run, Pressure("tail", places=(0.25, 0.5)), Pressure("tail", places=(0.25, 0.5), reading="force", name="force")
    )
    assert_close(found["pressure"] * 0.08, found["force"], ROUNDING)
    assert np.abs(found["force"]).max() > 0.1
    assert Pressure("tail", places=(0.25,)).labels(program().model) == ("pressure on tail at 0.25",)


def test_what_has_no_strips_is_refused():
    dry = Model("dry", Robot("rod", [Body.solid("rod", EllipticCylinder(0.5, 0.02, 0.05), 900.0)]))
    with pytest.raises(InputError, match="Morison"):
        Pressure().force(dry)
    with pytest.raises(InputError, match="Did you mean 'tail'"):
        Pressure("tial").labels(program().model)
    with pytest.raises(InputError, match="from 0 to 1"):
        Pressure(places=(1.2,))
