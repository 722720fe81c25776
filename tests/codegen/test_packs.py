"""Packs: equal work on independent values is found, with a lane for each; what depends on another lane is left alone."""

import casadi as ca
import pytest

import elver
from elver.codegen.instructions import instruction_list
from elver.codegen.simd import SOON, early_angles, packs_of
from elver.systems.eel.scenario import EelBody, eel_robot


def bodies(count: int, numbers=None, chained: bool = False) -> ca.Function:
    """A law for every body: a norm, times a number of its own. chained: each takes what the one before it found."""
    x, results, last = ca.SX.sym("x", 3, count), [], 0
    for k in range(count):
        v = x[:, k] + (last if chained else 0)
        size = ca.sqrt(v[0] ** 2 + v[1] ** 2 + 1)
        last = (2.0 if numbers is None else numbers[k]) * size * v[2]
        results.append(last)
    return ca.Function("bodies", [x], [ca.vertcat(*results)])


def packs(function: ca.Function, lanes: int = 4) -> list:
    """All packs of a function of one block."""
    program = instruction_list(function)
    assert len(program.blocks) == 1
    return sorted(set(packs_of(program, program.blocks[0], lanes).values()))


def test_early_angles_are_those_that_take_few_steps():
    """Inputs and short sums of them; not what follows from a sine, nor a long chain."""
    x = ca.SX.sym("x", 4)
    chain = x[3]
    for k in range(SOON + 1):
        chain = chain * x[k % 3]
    y = ca.vertcat(ca.sin(x[0]), ca.cos(x[0]), ca.sin(2 * x[1] + x[2]), ca.sin(x[1]), ca.sin(ca.cos(x[2])), ca.sin(chain))
    angles, steps = early_angles(instruction_list(ca.Function("f", [x], [y])).blocks[0])
    assert len(angles) == 4  # x0, 2 x1 + x2, x1, x2
    assert len(steps) == 2


@pytest.mark.parametrize("numbers", [None, [1.5, 2.5, 3.5, 4.5]], ids=["equal numbers", "own numbers"])
def test_equal_laws_of_several_bodies_are_packed(numbers):
    """Everything from the squares on, four lanes wide, in the order of the bodies; not a product with one more number."""
    found = packs(bodies(4, numbers))
    assert {len(pack) for pack in found} == {4}
    assert len(found) == 6  # two squares, two sums, root, its multiple
    assert all(list(pack) == sorted(pack) for pack in found)


def test_lanes_that_are_left_over_make_a_smaller_pack():
    assert sorted({len(pack) for pack in packs(bodies(7))}) == [3, 4]


def test_too_few_bodies_are_left_alone():
    assert packs(bodies(2)) == []


def test_a_chain_is_left_alone():
    """Body after body: no two of the roots can be computed side by side."""
    assert packs(bodies(6, chained=True)) == []


def test_the_water_of_an_eel_is_packed():
    """Six points of every link stand in packs, one lane for each link; every value is in one pack at most."""
    robot = eel_robot(EelBody(joints=5))
    function = elver.model.dynamics_function(robot, "direct", {"water": elver.forces.Morison(law="paper")})
    program = instruction_list(function)
    found = packs_of(program, program.blocks[0], 8)
    roots = [step.result for step in program.blocks[0].steps if step.op == ca.OP_SQRT]
    assert sum(v in found for v in roots) == 30  # the head's six are alone
    assert all(v in pack for v, pack in found.items())
    assert len(found) > 5 * 100
