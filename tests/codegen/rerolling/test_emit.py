"""Native loops: the numbers of straight code, for one machine and for several, on machines that repeat and that do not."""

import numpy as np
import pytest

import elver
from elver.codegen.compiler import compile_rolled
from elver.codegen.rerolling.build import recorded_of, rolled_list
from elver.model import assemble
from elver.robot import Body, EllipticCylinder, Joint, Robot
from elver.systems.eel.scenario import EelBody, eel_robot

WATER = {"water": elver.forces.Morison(law="kirchhoff"), "weight": elver.forces.Gravity()}


def link(name: str, length: float) -> Body:
    return Body.solid(name, EllipticCylinder(length, 0.1 * length, 0.2 * length), 900.0)


def chain(lengths, parent: str = "hull", name: str = "link") -> tuple[list[Body], list[Joint]]:
    """Links one behind the other, with hinges across."""
    bodies, joints = [], []
    for k, length in enumerate(lengths):
        turn = {"alpha": np.pi / 2} if k % 2 else {}
        joints.append(Joint(f"{name}_joint{k}", parent, f"{name}{k}", mode="passive", d=length, viscous=0.01, **turn))
        bodies.append(link(f"{name}{k}", length))
        parent = bodies[-1].name
    return bodies, joints


def machine(*chains) -> Robot:
    bodies, joints = [link("hull", 0.8)], []
    for own, hinges in chains:
        bodies += own
        joints += hinges
    return Robot("machine", bodies, joints)


MACHINES = {
    "eel": lambda: eel_robot(EelBody(joints=5), "passive"),
    "tapered": lambda: machine(chain(np.linspace(0.3, 0.1, 9))),
    "limbs": lambda: machine(*(chain([0.3, 0.2, 0.1], name=f"limb{k}_") for k in range(4))),
    "alone": lambda: machine(chain([0.3, 0.2])),
}


@pytest.mark.parametrize("name", MACHINES)
def test_loops_compute_what_straight_code_does(name):
    equations = assemble(elver.Model(name, MACHINES[name](), forces=WATER, elastic=elver.drive.Spring(stiffness=0.1)))
    rng = np.random.default_rng(7)
    x = rng.uniform(-0.3, 0.3, equations.layout.size)
    for function in (equations.rhs, equations.outputs):
        plain = np.array(function(0.1, x, [], [])).ravel()
        rolled = rolled_list(recorded_of(function))
        found = compile_rolled(function, rolled)(0.1, x, [], [])
        assert np.abs(found - plain).max() < 1e-13 * np.abs(plain).max()
        assert (rolled.written < 0.7 * rolled.instructions) == (name != "alone")


def test_a_tapered_chain_has_its_lengths_in_tables():
    equations = assemble(elver.Model("tapered", MACHINES["tapered"](), forces=WATER, elastic=elver.drive.Spring()))
    rolled = rolled_list(equations.written["rhs"])
    assert max(loop.table.shape[1] for loop in rolled.loops if loop.count > 2) > 10


def test_several_machines_side_by_side_are_the_same_as_one_by_one():
    graph = elver.model.dynamics_function(MACHINES["limbs"](), "direct", WATER)
    rolled = rolled_list(graph.recorded)
    wide = compile_rolled(graph, rolled, width=4, shared=("quaternion",))
    single = compile_rolled(graph, rolled)
    rng = np.random.default_rng(2)
    inputs = [rng.uniform(-0.4, 0.4, (graph.nnz_in(k), 1 if k == 0 else 4)) for k in range(graph.n_in())]
    found = wide(*inputs)
    for lane in range(4):
        own = single(*(given[:, min(lane, given.shape[1] - 1)] for given in inputs))
        for several, one in zip(found, own, strict=True):
            assert np.abs(several[:, lane] - one).max() < 1e-13 * np.abs(one).max()
