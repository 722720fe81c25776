"""Lumped water force: the shared rules, the printed coefficients, and its relation to strips."""

from __future__ import annotations

import numpy as np
import pytest
from force_validator import Evaluated, check_added_inertia, check_drag, check_equivariance, check_galilean
from tolerances import ALGEBRA, assert_close, assert_differs

from elver import Body, InputError
from elver.forces import LumpedWater, Morison
from elver.forces.lumped import LAWS
from elver.robot import EllipticCylinder, axes_from


def link(at=(-0.14, 0.0, 0.0), axes=None) -> Body:
    axes = np.eye(3) if axes is None else axes
    return Body.solid("link", EllipticCylinder(0.14, 0.05, 0.03, at=np.array(at), axes=axes), 1000.0)


def slanted() -> Body:
    return link(at=(-0.1, 0.02, 0.03), axes=axes_from([0.6, 0.8, 0], [0, 0, 1.0]))


def test_rules_of_every_force_law():
    rng = np.random.default_rng(1)
    for law in LAWS:
        check_added_inertia(LumpedWater(law=law), slanted(), rng)
        check_equivariance(lambda current, law=law: LumpedWater(law=law, current=current), slanted(), rng)
    check_galilean(lambda current: LumpedWater(current=current), slanted(), rng)
    check_galilean(lambda current: LumpedWater(law="galilean", current=current), slanted(), rng)


def test_printed_law_is_not_galilean_invariant():
    with pytest.raises(AssertionError, match="relative error"):
        check_galilean(lambda current: LumpedWater(law="printed", current=current), slanted(), np.random.default_rng(1))


def test_drag_only_dissipates():
    check_drag(LumpedWater(), Body("b", 1.0, np.zeros(3), np.eye(3), strip=slanted().strip), np.random.default_rng(2), "f.drag")


def test_printed_coefficients():
    """USR section III-E; the three lambdas are permuted there."""
    c = LumpedWater(inertia_law="printed").coefficients(link().strip)
    found = (c.c_t, c.c_n, c.mu_n, c.lambda1_e3, c.lambda2, c.lambda3)
    assert found == pytest.approx((0.2639, 8.4, 0.3958, 2.2988e-7, 4.3103e-4, 2.2629e-5), rel=2e-4)
    assert LumpedWater().coefficients(link().strip).lambda1_e3 == pytest.approx(6.47e-4, rel=1e-3)


def test_physical_added_inertia_is_that_of_the_strips():
    """With the moment of the added mass, lumped and strip-integrated added inertia are the same matrix (roll apart)."""
    lumped = Evaluated(LumpedWater(), slanted()).inertia()
    strips = Evaluated(Morison(added_roll=0), slanted()).inertia()
    assert_close(lumped, strips, 10 * ALGEBRA)
    printed = Evaluated(LumpedWater(inertia_law="printed"), slanted()).inertia()
    assert_differs(printed[3:, 3:], strips[3:, 3:])


def test_in_uniform_flow_along_an_axis_lumped_drag_equals_strip_drag():
    body = link()
    strips, lumped = Morison(friction=0.03, drag_e2=2.0, drag_e3=2.0), LumpedWater(linear=0)
    for V in ([0.7, 0, 0, 0, 0, 0], [0, -0.4, 0, 0, 0, 0], [0, 0, 0.5, 0, 0, 0]):
        assert_close(Evaluated(lumped, body).wrench(V), Evaluated(strips, body).wrench(V), 10 * ALGEBRA)


def test_laws_differ_by_the_velocity_terms_they_keep():
    V = np.array([0.5, 0.2, 0, 0, 0, 1.5])
    still = {"friction": 0, "drag": 0}
    wrench = {law: Evaluated(LumpedWater(law=law, **still), link()).wrench(V) for law in LAWS}
    assert np.abs(wrench["galilean"]).max() == 0
    mu = LumpedWater().coefficients(link().strip).mu_n
    assert wrench["printed"][1] == pytest.approx(-mu * V[5] * V[0])
    assert wrench["kirchhoff"][0] != 0


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"density": -1}, "density"),
        ({"current": (1.0, 0.0)}, "Give 3 numbers"),
        ({"law": "print"}, "Did you mean 'printed'"),
        ({"inertia_law": "real"}, "physical"),
    ],
)
def test_bad_input(changes, message):
    with pytest.raises(InputError, match=message):
        LumpedWater(**changes)
