"""The force per length, summed over a strip, against the law's own wrench; both laws, plain and tapered strips, in a current."""

from __future__ import annotations

from itertools import pairwise

import casadi as ca
import numpy as np
import pytest
from tolerances import ROUNDING, assert_close

from elver.forces import ByBody, GroundFriction, Morison, Motion, Shore
from elver.forces.morison import LAWS
from elver.robot import Body, EllipticCylinder, axes_from
from elver.robot.shapes import Tapered

AXES = axes_from([0.6, 0.8, 0], [0, 0, 1.0])
SHAPES = {
    "plain": EllipticCylinder(0.6, 0.05, 0.11, at=np.array([-0.2, 0.03, 0.01]), axes=AXES),
    "tapered": Tapered(((0.0, 0.03, 0.05), (0.2, 0.06, 0.12), (0.5, 0.0, 0.08)), at=np.array([-0.2, 0.03, 0.01]), axes=AXES),
}


def moving(rng) -> tuple[Motion, ca.SX]:
    """Some motion of a body, in numbers, and d/dt of its twist."""
    R = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    R *= np.linalg.det(R)
    return Motion(ca.SX(0), ca.SX(R), ca.SX(rng.normal(size=3)), ca.SX(rng.normal(size=6))), ca.SX(rng.normal(size=6))


def numbers(expression) -> np.ndarray:
    return np.array(ca.evalf(expression)).ravel()


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("law", LAWS)
def test_sections_sum_to_the_force_of_the_law(shape, law):
    body = Body.solid("slab", SHAPES[shape], 1000.0)
    own = Morison(law=law, current=(0.3, -0.2, 0.1))
    motion, acceleration = moving(np.random.default_rng(3))
    effect = own.effect(body, motion)
    expected = numbers(effect.wrench - effect.inertia @ acceleration)[:3]
    nodes, weights = np.polynomial.legendre.leggauss(6 if shape == "plain" else 3)
    cuts = [0.0, 1.0] if shape == "plain" else [0.0, 0.4, 1.0]
    total = np.zeros(3)
    for low, high in pairwise(cuts):
        for x, w in zip(nodes, weights, strict=True):
            load = own.load(body, motion, acceleration, low + 0.5 * (x + 1) * (high - low))
            total += 0.5 * w * (high - low) * body.strip.length * numbers(load.force)
    assert_close(AXES @ total, expected, ROUNDING)


def test_wrapped_laws_hand_the_load_on():
    body, law = Body.solid("slab", SHAPES["plain"], 1000.0), Morison()
    motion, acceleration = moving(np.random.default_rng(4))
    plain = numbers(law.load(body, motion, acceleration, 0.3).force)
    by_body = ByBody(law, {"slab": {"density": 500.0}})
    assert_close(numbers(by_body.load(body, motion, acceleration, 0.3).force), 0.5 * plain, ROUNDING)
    assert ByBody(law, {"slab": None}).load(body, motion, acceleration, 0.3) is None
    shore = Shore(law, GroundFriction(), position=float(ca.evalf(motion.position[0])), width=2.0)
    wet = float(ca.evalf(shore.wetness(body, motion)[0]))
    assert 0.1 < wet < 0.9
    assert_close(numbers(shore.load(body, motion, acceleration, 0.3).force), wet * plain, ROUNDING)
