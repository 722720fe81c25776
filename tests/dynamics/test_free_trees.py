"""Random trees and loops with free numbers against the same machines built with those numbers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mechanisms import FourBar
from tolerances import ROUNDING, assert_close

import elver
from elver.model import assemble
from elver.model.parameters import get_path, set_path
from elver.robot import Body, Box, Ellipsoid, Joint, Robot, Rod, placed

SHAPES = {
    "rod": (lambda s: Rod(s[0], s[1], at=np.array([s[2], 0.0, 0.0])), ("length", "radius", "at.0")),
    "box": (lambda s: Box(s[0], s[1], s[2], at=np.array([0.0, s[1], 0.0])), ("l1", "l2", "l3", "at.1")),
    "ellipsoid": (lambda s: Ellipsoid(s[0], s[1], s[2]), ("a1", "a2", "a3")),
}
size = st.floats(0.05, 0.5)
angle = st.floats(-3, 3)


@st.composite
def machines(draw):
    """A tree of solids, and the paths of some of its numbers."""
    count, bodies, joints, paths = draw(st.integers(2, 5)), [], [], []
    for k in range(count):
        kind = draw(st.sampled_from(sorted(SHAPES)))
        make, names = SHAPES[kind]
        bodies.append(Body.solid(f"b{k}", make([draw(size) for _ in range(3)]), draw(st.floats(500, 1500))))
        paths += [f"robot.bodies.b{k}.shape.{name}" for name in names]
        paths += [f"robot.bodies.b{k}.density"]
        if k:
            six = [draw(angle), draw(size), draw(angle), draw(size), draw(angle), draw(size)]
            place = placed([draw(size) for _ in range(3)], (draw(size), draw(size), 1)) if draw(st.booleans()) else None
            kind = draw(st.sampled_from(["revolute", "prismatic"]))
            losses = {"viscous": draw(size), "rotor": draw(size)}
            parent = f"b{draw(st.integers(0, k - 1))}"
            joints.append(Joint(f"j{k}", parent, f"b{k}", kind, *six, mode="passive", place=place, **losses))
            paths += [f"robot.joints.j{k}.{name}" for name in ("gamma", "b", "alpha", "d", "theta", "r", "viscous", "rotor")]
            paths += [f"robot.joints.j{k}.place.position.{i}" for i in range(3)] if place else []
    chosen = draw(st.lists(st.sampled_from(paths), min_size=1, max_size=6, unique=True))
    factors = [draw(st.floats(0.8, 1.25)) for _ in chosen]
    base = draw(st.sampled_from(["free", "planar", "fixed"]))
    forces = {"gravity": elver.forces.Gravity(fluid_density=300.0)} | (
        {"water": elver.forces.Morison()} if draw(st.booleans()) else {}
    )
    if not any(b.strip is not None for b in bodies):
        forces.pop("water", None)
    return (
        elver.Model("tree", Robot("tree", bodies, joints, base), forces, elastic=elver.drive.Spring(0.3, 0.01)),
        chosen,
        factors,
    )


@settings(deadline=None, max_examples=12)
@given(case=machines(), seed=st.integers(0, 100))
def test_random_trees_at_free_values_are_the_trees_built_with_them(case, seed):
    model, paths, factors = case
    values = [get_path(model, path) * f for path, f in zip(paths, factors, strict=True)]
    built = model
    for path, value in zip(paths, values, strict=True):
        built = set_path(built, path.split("."), value)
    free, folded = assemble(model.freed(*paths)), assemble(built)
    x = np.array(folded.initial(0.0, [], []), dtype=float).ravel()
    x = x + 0.1 * np.random.default_rng(seed).standard_normal(len(x))
    for f, g in ((free.rhs, folded.rhs), (free.outputs, folded.outputs)):
        assert_close(np.array(f(0.3, x, values, [])).ravel(), np.array(g(0.3, x, [], [])).ravel(), 10 * ROUNDING)
    found = free.model.robot_at(values)
    for own, expected in zip(found.bodies, built.robot.bodies, strict=True):
        assert own.mass == pytest.approx(expected.mass, rel=1e-13)
        assert np.allclose(own.inertia, expected.inertia, rtol=1e-12, atol=1e-14)


def four_bar(crank: float, coupler: float) -> elver.Model:
    robot = FourBar(crank=crank, coupler=coupler).robot(base="free", mode="passive")
    q = FourBar(crank=crank, coupler=coupler).positions(0.7)
    start = elver.InitialState(angles=dict(zip(robot.joint_names, q, strict=True)), rates={"crank": 3.0})
    return elver.Model("bars", robot, {"gravity": elver.forces.Gravity()}, elastic=elver.drive.Spring(), start=start)


def test_a_loop_closes_at_free_lengths():
    """Joint and cut move with the lengths: the run is that of the mechanism built with them."""
    paths = [
        "robot.joints.pin.d",
        "robot.bodies.crank.shape.length",
        "robot.bodies.coupler.shape.length",
        "robot.loops.cut.first_at.0",
    ]
    program = elver.compile_model(four_bar(0.4, 0.9).freed(*paths))
    values = dict(zip(paths, (0.45, 0.45, 0.95, 0.95), strict=True))
    free = elver.simulate(program, 0.5, solver=elver.Solver(dt=1e-3), parameters=values, progress=False)
    expected = four_bar(0.45, 0.95)
    built = elver.simulate(replace(expected, start=program.model.start), 0.5, solver=elver.Solver(dt=1e-3), progress=False)
    assert free.status == built.status == "finished"
    assert float(np.abs(free.data.loop_closure).max()) < 1e-9
    assert_close(free.data.state.values[-1], built.data.state.values[-1], 1e-8)
    with pytest.raises(elver.InputError, match="cannot close"):
        elver.simulate(program, 0.1, solver=elver.Solver(dt=1e-3), parameters={paths[0]: 5.0}, progress=False)


def test_sensitivities_follow_a_loop_with_free_lengths():
    path = "robot.loops.cut.first_at.0"
    program = elver.compile_model(four_bar(0.4, 0.9).freed(path))
    found = elver.sensitivities(program, 0.2, solver=elver.Solver(dt=1e-3), free=[path])
    h = 1e-5
    ends = []
    for value in (0.9 - h, 0.9 + h):
        run = elver.sensitivities(program, 0.2, solver=elver.Solver(dt=1e-3), states=["rate of crank"], parameters={path: value})
        ends.append(run.states[-1])
    difference = (ends[1] - ends[0]) / (2 * h)
    exact = found.matrix[:, 0]
    assert np.abs(difference).max() > 0.1
    assert_close(exact, difference, 1e-6)
