"""The shore: pure media on both sides, a smooth passage, and an energy ledger that closes across it."""

from __future__ import annotations

import numpy as np
import pytest
from force_validator import Evaluated
from tolerances import ALGEBRA, assert_close

from elver import Body, InitialState, InputError, Model, Robot, simulate
from elver.forces import ByBody, GroundFriction, LumpedWater, Morison, Shore, Thruster
from elver.robot import EllipticCylinder
from elver.simulation import Solver

WATER, LAND = LumpedWater(), GroundFriction(viscous_t=1.0, viscous_n=20.0)


def link() -> Body:
    return Body.solid("link", EllipticCylinder(0.2, 0.03, 0.05, at=np.array([-0.1, 0, 0])), 1000.0)


def test_each_side_feels_its_own_medium():
    V = np.array([0.3, -0.2, 0.0, 0.0, 0.0, 0.8])
    law = Evaluated(Shore(WATER, LAND, position=1.0, width=0.2), link())
    for x, alone in ((0.5, LAND), (1.5, WATER)):
        blended, pure = law((1, 0, 0, 0), (x, 0, 0), V), Evaluated(alone, link())((1, 0, 0, 0), (x, 0, 0), V)
        assert_close(blended[0], pure[0], 10 * ALGEBRA)
        assert_close(blended[1], pure[1], 10 * ALGEBRA)
    assert np.abs(law((1, 0, 0, 0), (0.5, 0, 0), V)[1]).max() == 0


def test_half_way_is_half_of_both():
    V = np.array([0.3, -0.2, 0.0, 0.0, 0.0, 0.0])
    middle = Evaluated(Shore(WATER, LAND), link())((1, 0, 0, 0), (0, 0, 0), V)[0]
    halves = [0.5 * Evaluated(m, link())((1, 0, 0, 0), (0, 0, 0), V)[0] for m in (WATER, LAND)]
    assert_close(middle, halves[0] + halves[1], 10 * ALGEBRA)


@pytest.mark.parametrize(
    "water", [LumpedWater(), Morison(), LumpedWater(law="printed"), ByBody(Morison(), {"l*": {"friction": 0.05}})]
)
def test_ledger_closes_while_a_body_slides_into_the_water(water):
    shore = Shore(water, GroundFriction(viscous_t=0.2, viscous_n=2.0), position=0.4, width=0.3)
    start = InitialState(twist=(1.5, 0.4, 0, 0, 0, 2.0))
    run = simulate(
        Model("wade", Robot("one", [link()], base="planar"), {"shore": shore}, start=start), 1.5, solver=Solver(dt=2.5e-4)
    )
    assert run.data.base_position.values[-1, 0] > 0.5
    assert run.summary["ledger_closure"] < 1e-10
    flows = run.summary["ledger"]
    assert flows["shore.land"] > 0
    assert flows["shore.water.drag"] > 0
    assert abs(flows["shore.wading"]) > 1e-4


def test_a_shore_takes_laws_that_differ_between_bodies():
    """On every body it is the shore around that body's own law; nothing is left of one that acts elsewhere alone."""
    V = np.array([0.3, -0.2, 0.0, 0.0, 0.0, 0.8])
    smooth = Morison(friction=0.0)
    for water, own in (
        (ByBody(Morison(), {"link": {"friction": 0.0}}), smooth),
        (ByBody(ByBody(Morison(), {"link": smooth}), {"other": None}), smooth),
    ):
        mixed, plain = (Evaluated(Shore(law, LAND), link())((1, 0, 0, 0), (0, 0, 0), V) for law in (water, own))
        assert_close(mixed[0], plain[0], 10 * ALGEBRA)
        assert_close(mixed[1], plain[1], 10 * ALGEBRA)
    rough = Evaluated(Shore(Morison(), LAND), link())((1, 0, 0, 0), (0, 0, 0), V)[0]
    assert np.abs(rough - mixed[0]).max() > 1e-4
    dry = Evaluated(Shore(ByBody(Morison(), {"link": None}), LAND), link())((1, 0, 0, 0), (0, 0, 0), V)[0]
    assert_close(dry, 0.5 * Evaluated(LAND, link())((1, 0, 0, 0), (0, 0, 0), V)[0], 10 * ALGEBRA)


def test_a_shore_knows_what_its_laws_want():
    fitted = ByBody(Morison(), {"link": Thruster("link", 0.05, rate="speed")})
    shore = Shore(fitted, LAND)
    assert shore.commands == ("speed",)
    with pytest.raises(InputError, match="'tail'"):
        Model("wade", Robot("one", [link()], base="planar"), {"shore": Shore(ByBody(WATER, {"tail": None}), LAND)})


def test_bad_input():
    class Remembering:
        def memory(self, body):
            return ("a",)

        def effect(self, body, motion):
            return None

    with pytest.raises(InputError, match="width"):
        Shore(WATER, LAND, width=0.0)
    with pytest.raises(InputError, match="without memory"):
        Shore(Remembering(), LAND)
    with pytest.raises(InputError, match="without memory"):
        Shore(ByBody(WATER, {"link": Remembering()}), LAND)
