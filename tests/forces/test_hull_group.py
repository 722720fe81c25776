"""Hulls that feel each other through the water: against a dense solution by hand, energy, a hull with a ghost."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest

import elver
from elver import InputError
from elver.drive import Spring
from elver.forces import Gravity, Hull, HullGroup, Hydrostatics
from elver.forces.effect import GroupEffect
from elver.forces.hulls import MemoryModel
from elver.robot import Joint

DENSE = 1e-10  # of forces: rounding of a 12 x 12 solution and of differences of energies
CLOSED = 1e-8  # of the energy: RK4 at the step used


def memory(rng, hulls, order=6):
    """A passive memory of random numbers."""
    a, b = rng.standard_normal((2, order, order))
    F = (a - a.T) - (b @ b.T) / order - 0.3 * np.eye(order)
    return MemoryModel(tuple(range(6 * hulls)), F, 3.0 * rng.standard_normal((order, 6 * hulls)), hulls)


def water(rng, bodies, with_memory=True):
    n = len(bodies)
    root = rng.standard_normal((6 * n, 6 * n))
    hulls = []
    for body in bodies:
        c = rng.standard_normal((3, 3))
        place = tuple(0.2 * rng.standard_normal(3))
        hulls.append(Hull(body, Hydrostatics(40 * (c @ c.T) + 200 * np.eye(3), 60.0, (0, 0, 0.05)), reference=place))
    return HullGroup(hulls, root @ root.T, memory(rng, n) if with_memory else None)


def jointed(group, base="free", start=None):
    """Two bodies with a hinge between them, the second one's axis level."""
    one = elver.Body.central("one", 6.0, (0.1, 0, 0), np.diag([0.4, 0.6, 0.8]))
    two = elver.Body.central("two", 5.0, (0.3, 0, 0), np.diag([0.3, 0.5, 0.4]))
    hinge = Joint("hinge", "one", "two", d=0.5, alpha=np.pi / 2, mode="passive")
    robot = elver.Robot("raft", [one, two], [hinge], base=base)
    return elver.Model(
        "raft", robot, forces={"water": group, "weight": Gravity()}, elastic=Spring(), start=start or elver.InitialState()
    )


def test_energy_closes_whatever_the_coupling():
    rng = np.random.default_rng(4)
    group = water(rng, ("one", "two"))
    start = elver.InitialState(twist=(0.3, -0.2, 0.1, 0.2, 0.1, -0.3), angles={"hinge": 0.2}, rates={"hinge": -0.5})
    run = elver.simulate(jointed(group, start=start), duration=2.0, solver=elver.Solver(dt=1e-3))
    assert run.summary["ledger_closure"] < CLOSED
    assert run.summary["ledger"]["water.radiated"] > 0


def test_energy_closes_with_two_groups_in_one_machine():
    """Each group's answer holds the other's coupling: links 1 and 3 feel each other, and 2 and 4."""
    rng = np.random.default_rng(5)
    names = ("one", "two", "three", "four")
    bodies = [elver.Body.central(name, 5.0 + k, (0.2, 0, 0), np.diag([0.4, 0.6, 0.5])) for k, name in enumerate(names)]
    hinges = [Joint(f"to_{b}", a, b, d=0.5, mode="passive") for a, b in itertools.pairwise(names)]
    robot = elver.Robot("raft", bodies, hinges, base="free")
    added = 2 * np.eye(12)
    added[1, 7] = added[7, 1] = 1.5  # in sway alone: few freedoms make small graphs
    pairs = {"odd": ("one", "three"), "even": ("two", "four")}
    laws = {name: replace(water(rng, pair, with_memory=False), added=added) for name, pair in pairs.items()}
    forces = laws | {"weight": Gravity()}
    start = elver.InitialState(twist=(0.3, -0.2, 0.1, 0.2, 0.1, -0.3), rates={"to_three": -0.5})
    model = elver.Model("raft", robot, forces=forces, elastic=Spring(), start=start)
    run = elver.simulate(model, duration=1.0, solver=elver.Solver(dt=1e-3))
    assert run.summary["ledger_closure"] < CLOSED


def test_energy_shows_a_coupling_that_is_left_out():
    class Deaf(HullGroup):
        def effects(self, bodies, motions):
            found = super().effects(bodies, motions)
            return GroupEffect(found.effects, 0 * found.coupling)

    rng = np.random.default_rng(4)
    group = water(rng, ("one", "two"))
    deaf = Deaf(group.hulls, group.added, group.memory_model)
    start = elver.InitialState(twist=(0.3, -0.2, 0.1, 0.2, 0.1, -0.3), rates={"hinge": -0.5})
    run = elver.simulate(jointed(deaf, start=start), duration=1.0, solver=elver.Solver(dt=1e-3))
    assert run.summary["ledger_closure"] > 1e-3


def test_accelerations_are_those_of_the_dense_system():
    """At rest the mass matrix, by energies, times the accelerations is the force; without added mass it is the same force."""
    rng = np.random.default_rng(7)
    group = water(rng, ("one", "two"), with_memory=False)
    start = elver.InitialState(position=(0, 0, 0.02), angles={"hinge": 0.3})
    forces, found = [], []
    for law in (group, replace(group, added=np.zeros((12, 12)))):
        equations = elver.compile_model(jointed(law, start=start)).equations
        layout, x0 = equations.layout, np.array(equations.initial(0, [], [])).ravel()
        places = [k for part in ("twist", "rates") for k in range(*layout.slices[part].indices(layout.size))]

        def energy(speeds, equations=equations, x0=x0, places=places):
            x = x0.copy()
            x[places] = speeds
            y = np.array(equations.outputs(0, x, [], [])).ravel()
            return sum(y[equations.recorded.slices[name]][0] for name in ("kinetic_energy", "medium_energy"))

        unit, rest = np.eye(len(places)), energy(np.zeros(len(places)))
        single = np.array([energy(u) - rest for u in unit])
        mass = np.array([[energy(u + v) - rest for u in unit] for v in unit]) - single[:, None] - single
        found.append(np.array(equations.rhs(0, x0, [], [])).ravel()[places])
        forces.append(mass @ found[-1])
    assert forces[0] == pytest.approx(forces[1], rel=DENSE, abs=DENSE * np.abs(forces[1]).max())
    assert np.abs(found[0] - found[1]).max() > 0.01  # the water does something


def test_a_hull_beside_a_ghost_is_a_hull_alone():
    """The group of a hull and one that feels nothing gives the hull's own run."""
    from elver.forces import Radiation
    from elver.systems.scull.robot import scull_hull

    c = scull_hull()
    kept = c.memory.restricted((0, 2, 4))
    own = Hull.from_coefficients("one", c, freedoms=(0, 2, 4), resistance=None)
    assert isinstance(own.radiation, Radiation)
    one = elver.Body.central("one", c.mass - 1.0, (0, 0, 0.05), np.diag([3.0, 300.0, 300.0]))
    two = elver.Body.central("two", 1.0, (0, 0, 0), np.diag([0.1, 0.1, 0.1]))
    weld = Joint("weld", "one", "two", type="fixed")
    robot = elver.Robot("pair", [one, two], [weld], base="sagittal")
    added = np.zeros((12, 12))
    added[:6, :6] = c.added
    none = Hull("two", Hydrostatics(np.zeros((3, 3)), 0.0))
    group = HullGroup((replace(own, radiation=None), none), added, MemoryModel(kept.freedoms, kept.F, kept.G, 2))
    start = elver.InitialState(position=(0, 0, 0.03), twist=(0.5, 0, 0, 0, 0.1, 0))
    runs = []
    for law in (own, group):
        forces = {"hull": law, "gravity": Gravity()}
        runs.append(
            elver.simulate(elver.Model("pair", robot, forces=forces, start=start), duration=3, solver=elver.Solver(dt=0.005))
        )
    assert np.abs(runs[0].data.base_position.values - runs[1].data.base_position.values).max() < 1e-12
    assert runs[1].summary["ledger"]["hull.radiated"] == pytest.approx(runs[0].summary["ledger"]["hull.radiated"], rel=1e-9)


def test_what_cannot_be_is_refused():
    rng = np.random.default_rng(1)
    good = water(rng, ("one", "two"))
    with pytest.raises(InputError, match="two or more"):
        HullGroup(good.hulls[:1], np.eye(6))
    with pytest.raises(InputError, match="two hulls on one body"):
        HullGroup((good.hulls[0], good.hulls[0]), np.eye(12))
    with pytest.raises(InputError, match="eigenvalue -1"):
        HullGroup(good.hulls, np.diag([1.0] * 11 + [-1.0]))
    with pytest.raises(InputError, match="not symmetric"):
        HullGroup(good.hulls, np.eye(12) + np.eye(12, k=1))
    with pytest.raises(InputError, match="that of 1 hulls"):
        HullGroup(good.hulls, np.eye(12), memory(rng, 1))
    with pytest.raises(InputError, match="three"):
        jointed(HullGroup((good.hulls[0], replace(good.hulls[1], body="three")), np.eye(12)))
