"""Chains and soft appendages: what is repeated is what would be written out, with counters, first, last and courses."""

from __future__ import annotations

import math

import numpy as np
import pytest
from written import with_machine

from elver import Body, Joint
from elver.robot import Box, Rigidity, soft_appendage
from elver.scenarios.yaml.nodes import DocumentError

CHAIN = """  base: planar
  bodies:
    head: {mass: 1, inertia: [1, 1, 1]}
  chain:
    - count: count
      after: head
      body: {name: "link{i}", shape: {type: rod, length: size * (1 - 0.1 * i / n), radius: 1 cm}, density: 1000,
             last: {density: 500}}
      joint: {name: "joint{i}", d: size, first: {d: 5 cm, group: neck}, last: {viscous: 0.1}}
"""
DRIVE = "drive: {gait: {type: serpenoid, joints: [joint*, neck]}}\n"
SOFT = """  base: fixed
  bodies: {wall: {}}
  soft:
    beam:
      root: {parent: wall, type: fixed, at: [0, 0, size], axis: [0, 0, 1]}
      length: 0.5
      sections: count
      bending: {rigidity: 0.7}
      twist: 0.3 + x / 1 m
      damping: {bending: [1e-3, 2e-3], twist: 1e-4}
      section: {shape: {type: box, l1: dx, l2: 4 mm, l3: 20 mm * (1 - 0.5 * x / 0.5 m), at: [dx / 2, 0, 0]}, density: 1200}
"""


def test_a_chain_is_what_would_be_written_out():
    robot = with_machine(CHAIN, DRIVE).build().robot
    assert robot.body_names == ("head", "link1", "link2", "link3")
    assert [j.d for j in robot.joints] == [0.05, 0.1, 0.1]
    assert [j.group for j in robot.joints] == ["neck", "joint", "joint"]
    assert [j.viscous for j in robot.joints] == [0.0, 0.0, 0.1]
    assert [(j.parent, j.child) for j in robot.joints] == [("head", "link1"), ("link1", "link2"), ("link2", "link3")]
    assert [b.shape.length for b in robot.bodies[1:]] == pytest.approx([0.1 * (1 - 0.1 * i / 3) for i in (1, 2, 3)], rel=1e-14)
    assert [b.density for b in robot.bodies[1:]] == [1000.0, 1000.0, 500.0]


def test_a_chain_follows_its_count():
    scenario = with_machine(CHAIN, DRIVE)
    assert len(scenario.build({"count": 7}).robot.bodies) == 8
    with pytest.raises(DocumentError, match=r"made.yaml:9:14: machine.chain\[0\].count = count, which is 0, is not allowed"):
        scenario.build({"count": 0})
    with pytest.raises(ValueError, match="only real numbers"):
        scenario.build(free="count")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("after: head", "after: haed", "unknown body in joint 'joint1': 'haed'"),
        ("after: head\n", "\n", "a chain has no 'after'. Add it: name of the body that carries the first link"),
        ('name: "link{i}"', 'name: "link"', "there is a body called 'link' already"),
        ('name: "link{i}"', 'name: "link{i / 2}"', "is no whole number"),
        ('name: "link{i}"', 'name: "link{k}"', "unknown name 'k'"),
        ('name: "link{i}", ', "", "has no 'name'"),
        ("count: count", "count: 2.5", "count = 2.5 is not allowed. Give a whole number"),
        ("count: count", "count: 1000000", "is not allowed"),
        ("last: {viscous: 0.1}", "last: {viscos: 0.1}", "Did you mean 'viscous'"),
        ("last: {density: 500}", "last: 3", "is a mapping"),
    ],
)
def test_what_a_chain_refuses(old, new, says):
    assert old in CHAIN
    with pytest.raises(DocumentError, match=says):
        with_machine(CHAIN.replace(old, new, 1), DRIVE)


def by_hand():
    def section(name, x, l):  # noqa: E741
        return Body.solid(name, Box(l, 0.004, 0.02 * (1 - 0.5 * x / 0.5), at=(l / 2, 0, 0)), 1200.0)

    root = Joint("beam_root_joint", "wall", "beam", type="fixed")
    return soft_appendage(root, 0.5, 3, section, Rigidity(0.7), lambda x: 0.3 + x, {"bending": (1e-3, 2e-3), "twist": 1e-4})


def test_a_soft_appendage_is_the_engines_own():
    model, wanted = with_machine(SOFT).build(), by_hand()
    assert model.robot.body_names == ("wall", *(b.name for b in wanted.bodies))
    assert [j.name for j in model.robot.joints] == [j.name for j in wanted.joints]
    for found, body in zip(model.robot.bodies[1:], wanted.bodies, strict=True):
        assert found.mass == pytest.approx(body.mass, rel=1e-14)
        assert np.allclose(found.inertia, body.inertia, rtol=1e-13)
    for name, stiffness in wanted.stiffness.items():
        assert model.elastic[name].stiffness == pytest.approx(stiffness, rel=1e-14)
        assert model.elastic[name].damping == pytest.approx(wanted.damping[name], rel=1e-14)
    assert np.array_equal(model.robot.joints[0].place.position, [0, 0, 0.1])


def test_one_law_for_the_rest_leaves_the_springs_of_the_appendage():
    machine = SOFT.replace("{wall: {}}", "{wall: {}, arm: {mass: 1, inertia: [1, 1, 1]}}")
    machine += "  joints: {hinge: {parent: wall, child: arm, mode: passive}}\n"
    model = with_machine(machine, "drive: {elastic: {type: spring, stiffness: 7}}\n").build()
    assert model.elastic["hinge"].stiffness == 7.0
    assert math.isclose(model.elastic["beam_bending2"].stiffness, by_hand().stiffness["beam_bending2"], rel_tol=1e-14)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("      length: 0.5\n", "", "has no 'length'"),
        ("sections: count", "sections: 0", "sections = 0 is not allowed"),
        ("bending: {rigidity: 0.7}", "bending: {rigidty: 0.7}", "Did you mean 'rigidity'"),
        ("bending: {rigidity: 0.7}", "bending: [1, 2, 3]", "at the root and at the tip"),
        ("bending: {rigidity: 0.7}", "bending: 3 m", "but N m/rad is expected"),
        ("0.3 + x / 1 m", "0.3 + y", "unknown name 'y'"),
        ("0.3 + x / 1 m", "0.3 * x", "given in m, but N m/rad is expected"),
        ("l1: dx", "l1: ddx", "unknown name 'ddx'. Did you mean 'dx'"),
        ("type: fixed,", "type: spherical,", "is one joint"),
        ("parent: wall", "parent: wlal", "unknown body in joint 'beam_root_joint': 'wlal'"),
    ],
)
def test_what_an_appendage_refuses(old, new, says):
    assert old in SOFT
    with pytest.raises(DocumentError, match=says):
        with_machine(SOFT.replace(old, new, 1))


TETHERED = """
elver: 1
name: tethered
parameters: {size: {value: 0.5 m, range: [0.1 m, 2 m], meaning: length of the cable}}
machine:
  base: fixed
  bodies: {stand: {}}
  tether:
    cable:
      root: {parent: stand, type: fixed, rpy: [90 deg, 0, 0]}
      length: size
      sections: 4
      radius: 5 mm
      density: 1200
      bending: 2 mN m/rad
      damping: 0.1 mN m s/rad
      planes: one
media: {gravity: {type: gravity}}
run: {duration: 0.3 s}
"""


def test_a_tether_is_the_cable_that_python_makes():
    import elver
    from elver.drive import springs
    from elver.forces import Gravity
    from elver.robot import placed, tether
    from elver.scenarios import load_text

    place = placed((0, 0, 0), (0, 0, 1), rpy=(np.pi / 2, 0, 0))
    root = elver.Joint("cable_root_joint", "stand", "cable", type="fixed", place=place)
    cable = tether(root, 0.5, 4, 5e-3, 1200.0, 2e-3, 1e-4, "one")
    robot = elver.Robot("tethered", [elver.Body("stand"), *cable.bodies], list(cable.joints), base="fixed")
    made = elver.Model("tethered", robot, {"gravity": Gravity()}, elastic=springs(cable))
    read = load_text(TETHERED, "tethered.yaml")
    one, two = (
        elver.simulate(m, 0.3, solver=elver.Solver(dt=1e-3, method="rk4"), progress=False).data.joint_position.values[-1]
        for m in (made, read.build())
    )
    assert np.abs(one).max() > 1e-3
    assert two == pytest.approx(one, abs=1e-12)
    assert list(read.build(free=["size"]).free) == ["size"]
