"""Bodies that pass through each other."""

from __future__ import annotations

import math

import numpy as np
import pytest
from odd_machines import chain, found, waving

from elver import Body, Joint, Model, Robot, simulate
from elver.results.checks.mechanism import apart, capsule, segment_distance
from elver.robot import Box, Ellipsoid, Rod
from elver.simulation import Solver


def test_a_chain_that_curls_up_meets_itself():
    """Four links bent by up to 1.9 rad each: the last one comes round and through the first."""
    run = simulate(waving(chain(5), 1.9), 2.0, solver=Solver(dt=0.01))
    (warning,) = found(run, "bodies through each other")
    assert warning["number"] > warning["threshold"]
    k = int(np.abs(run.data.time.values - warning["time"]).argmin())
    one, other = (
        run.data.body_position.sel(body=name).values[k]
        for name in warning["where"].replace("bodies ", "").replace("'", "").split(" and ")
    )
    assert np.linalg.norm(one - other) < 0.6 + 0.04


def test_a_chain_that_bends_gently_does_not():
    assert found(simulate(waving(chain(5), 0.6), 2.0, solver=Solver(dt=0.01)), "bodies through each other") == []


def test_what_overlaps_from_the_start_was_built_so():
    """Two arms on one hub lie in each other at the start and go on doing so."""
    bodies = [Body.solid("hub", Rod(0.3, 0.05), 1000.0), *(Body.solid(n, Rod(0.3, 0.03), 1000.0) for n in ("left", "right"))]
    robot = Robot("two arms", bodies, [Joint("a", "hub", "left", d=0.3), Joint("b", "hub", "right", d=0.3)])
    assert found(simulate(waving(robot, 0.3), 1.0, solver=Solver(dt=0.01)), "bodies through each other") == []


def test_pairs_leave_out_neighbours_also_across_massless_links():
    bodies = [*(Body.solid(f"b{k}", Rod(0.1, 0.01), 1e3) for k in range(3)), Body("frame")]
    joints = [Joint("one", "b0", "frame"), Joint("two", "frame", "b1", alpha=1.0), Joint("three", "b1", "b2")]
    robot = Robot("r", bodies, joints)
    heavy = np.array([j for j, body in enumerate(robot.bodies) if not body.virtual])
    names = {frozenset(robot.bodies[heavy[k]].name for k in pair) for pair in apart(robot, heavy)}
    assert names == {frozenset(("b0", "b2"))}


@pytest.mark.parametrize("shape", [Rod(0.4, 0.05), Box(0.4, 0.2, 0.1), Ellipsoid(0.3, 0.05, 0.08)])
def test_capsules_lie_inside_the_body(shape):
    middle, half, radius = capsule(Body.solid("b", shape, 1e3))
    reach = np.abs(half) + radius
    low, high = shape.surface().min(axis=0), shape.surface().max(axis=0)
    assert (middle - reach >= low - 1e-12).all()
    assert (middle + reach <= high + 1e-12).all()
    assert radius > 0.02


@pytest.mark.parametrize("size", [1.0, 1e-7, 1e7])
def test_distances_of_segments_against_a_fine_search(size):
    """Of any size."""
    random = np.random.default_rng(3)
    middles, halves = random.normal(size=(1, 12, 3)), random.normal(size=(1, 12, 3))
    halves[0, 0] = 0.0  # a point
    halves[0, 1] = halves[0, 2]  # parallel
    pairs = np.array([(a, b) for a in range(12) for b in range(a + 1, 12)])
    found_distances = segment_distance(size * middles, size * halves, np.zeros(len(pairs), dtype=int), pairs) / size
    s = np.linspace(-1, 1, 201)
    for (a, b), distance in zip(pairs, found_distances, strict=True):
        one, other = (middles[0, k] + s[:, None] * halves[0, k] for k in (a, b))
        fine = np.linalg.norm(one[:, None] - other[None], axis=-1).min()
        assert distance <= fine + 1e-12
        assert distance == pytest.approx(fine, abs=0.03)


def test_a_body_without_a_form_is_left_out():
    assert capsule(Body("x", 1.0, inertia=np.eye(3))) is None
    assert math.isfinite(simulate(Model("m", Robot("r", [Body("x", 1.0, inertia=np.eye(3))])), 0.1).summary["duration"])
