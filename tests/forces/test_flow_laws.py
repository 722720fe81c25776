"""Every law of a medium takes a flow: as three numbers where it is uniform, carried along, accelerating, with a closed ledger."""

from __future__ import annotations

from dataclasses import replace

import casadi as ca
import numpy as np
import pytest
from force_validator import Evaluated, random_quaternion

import elver
from elver import InputError
from elver.forces import (
    AddedInertia,
    BluffDrag,
    Gravity,
    Hull,
    Hydrostatics,
    Immersed,
    LinearFlow,
    LumpedWater,
    Morison,
    OarBlade,
    Resistance,
    Rudder,
    UniformFlow,
    Vehicle,
    Vortex,
)
from elver.robot import Body, Box, Ellipsoid, EllipticCylinder, Robot
from elver.symbolic.spatial import quaternion_rotation

BALL = Body.solid("ball", Ellipsoid(0.3, 0.2, 0.15, at=(0.05, 0.02, -0.01)), 900.0)
BRICK = Body.solid("ball", Box(0.3, 0.2, 0.15, at=(0.05, 0.02, -0.01)), 900.0)
LINK = Body.solid("ball", EllipticCylinder(0.4, 0.02, 0.05, at=(-0.1, 0.01, 0.02)), 900.0)
BARE = replace(LINK, shape=None)  # a strip without a solid
FULL = np.diag([3.0, 5.0, 7.0, 0.2, 0.3, 0.5])
FULL[0, 4] = FULL[4, 0] = 0.4
BLADE = {"centre": (0.1, 0.2, 0.0), "normal": (0.6, 0.8, 0.0), "area": 0.1, "one_sided": False, "lift": 1.2}
LAWS = {
    "lumped": (LumpedWater(), LINK),
    "lumped without a solid": (LumpedWater(), BARE),
    "immersed, bluff": (Immersed(), BALL),
    "immersed, a box": (Immersed(), BRICK),
    "immersed, slender": (Immersed(), LINK),
    "added inertia": (AddedInertia({"ball": FULL}), BALL),
    "vehicle": (Vehicle("ball", added=FULL, quadratic=FULL, at=(0.1, 0, 0)), BALL),
    "blade": (OarBlade("ball", **BLADE), BALL),
    "bluff": (BluffDrag("ball", (0.1, 0.2, 0.3)), BALL),
    "rudder": (Rudder("ball", 0.02), BALL),
}
CARRIED = ("added inertia", "immersed, bluff", "lumped", "vehicle")


class Hulled:
    """A hull with drag along and across it."""

    def __init__(self, current):
        water = Resistance(area=2.0, length=4.0, side_area=1.5, current=current)
        self.law = Hull("ball", Hydrostatics(np.diag([9e3, 300.0, 2e3]), 300.0), resistance=water, reference=(0.1, 0, 0.2))


@pytest.mark.parametrize("name", LAWS)
def test_a_uniform_flow_is_the_current_of_three_numbers(name):
    rng, stream, (law, body) = np.random.default_rng(2), (0.4, -0.3, 0.2), LAWS[name]
    closed, general = (Evaluated(replace(law, current=current), body) for current in (stream, UniformFlow(stream)))
    for _ in range(3):
        Q, P, V = random_quaternion(rng), rng.normal(size=3), rng.normal(size=6)
        one, two = closed(Q, P, V), general(Q, P, V)
        for k in range(3):  # wrench, inertia, kinetic energy
            assert two[k] == pytest.approx(one[k], rel=1e-9, abs=1e-9 * max(np.abs(one[k]).max(), 1e-9))
        powers = [dict(zip(e.flow_names, np.atleast_1d(out[4]), strict=True)) for e, out in ((closed, one), (general, two))]
        for flow, power in powers[0].items():
            assert powers[1][flow] == pytest.approx(power, rel=1e-9, abs=1e-9)


def test_a_hull_drags_through_the_water_that_is_there():
    """Uniform: as three numbers. In a shear across it the drag along is that at its frame's origin."""
    rng = np.random.default_rng(3)
    closed, general = (Evaluated(Hulled(c).law, BALL) for c in ((0.4, -0.3, 0.0), UniformFlow((0.4, -0.3, 0.0))))
    for _ in range(3):
        Q, P, V = random_quaternion(rng), rng.normal(size=3), rng.normal(size=6)
        one, two = closed(Q, P, V), general(Q, P, V)
        assert two[0] == pytest.approx(one[0], rel=1e-9)
        assert two[4] == pytest.approx(one[4], rel=1e-9, abs=1e-9)
    shear = LinearFlow(((0, 0.5, 0), (0.3, 0, 0), (0, 0, 0)))
    at = np.array([0.0, 0.6, 0.0])
    here = Evaluated(Hulled(shear).law, BALL).wrench(np.zeros(6), P=at)
    along = Evaluated(Hulled((0.3, 0.0, 0.0)).law, BALL).wrench(np.zeros(6), P=at)
    assert here[0] == pytest.approx(along[0], rel=1e-12)  # 0.5/s x 0.6 m
    still = Evaluated(Hulled((0.0, 0.0, 0.0)).law, BALL).wrench([0, 0, 0, 0, 0, 0], P=at)
    assert here[0] > still[0] + 0.1
    turning = here[5] - still[5]  # cross-flow by the place on the hull, 0.3/s x: it turns it as -w x does
    assert turning == pytest.approx(Evaluated(Hulled((0, 0, 0)).law, BALL).wrench([0, 0, 0, 0, 0, -0.3], P=at)[5], rel=1e-9)


@pytest.mark.parametrize("name", CARRIED)
def test_a_moving_frame_changes_nothing(name):
    """Galilean invariance: body, vortex and stream carried along together feel what they feel at rest."""
    rng, carried, (law, body) = np.random.default_rng(4), np.array([0.7, -0.4, 0.3]), LAWS[name]
    still, moving = Vortex(0.4, 0.3, (0.1, 0.0, 0.0)), Vortex(0.4, 0.3, (0.1, 0.0, 0.0), tuple(carried))
    one, two = (Evaluated(replace(law, current=flow), body) for flow in (still, moving))
    for _ in range(3):
        Q, P, V = random_quaternion(rng), rng.normal(size=3), rng.normal(size=6)
        stream = np.array(quaternion_rotation(ca.DM(Q))).T @ carried
        wrench, inertia, *_ = one(Q, P, V)
        other = two(Q, P, V + np.concatenate([stream, np.zeros(3)]))[0]
        turning = inertia @ np.concatenate([np.cross(V[3:], stream), np.zeros(3)])
        assert other + turning == pytest.approx(wrench, rel=1e-9, abs=1e-9 * np.abs(wrench).max())


class Swelling:
    """A stream the same everywhere that swells: U = (0.5 sin 3t, 0.2 t, 0)."""

    def velocity(self, place, time):
        return ca.vertcat(0.5 * ca.sin(3 * time), 0.2 * time, 0)


def swelled(t):
    return np.column_stack([0.5 / 3 * (1 - np.cos(3 * t)), 0.1 * t**2, 0 * t])


@pytest.mark.parametrize("law", ["immersed", "vehicle", "added inertia"])
def test_a_sphere_in_an_accelerating_stream(law):
    """Without drag x'' = (1 + C_a)/(s + C_a) DU/Dt, C_a = 1/2, s the density over the water's: a neutral one goes with it."""
    for ratio in (1.0, 0.4, 3.0):
        body = Body.solid("ball", Ellipsoid(0.1, 0.1, 0.1), 1000.0 * ratio)
        added = np.diag([500 * body.shape.volume] * 3 + [1e-9] * 3)
        force = {
            "immersed": Immersed(drag=0.0, current=Swelling()),
            "vehicle": Vehicle("ball", current=Swelling()),
            "added inertia": AddedInertia({"ball": added}, current=Swelling()),
        }[law]
        run = elver.simulate(elver.Model("ball", Robot("ball", [body]), {"water": force}), 1.0, progress=False)
        expected = 1.5 / (ratio + 0.5) * swelled(run.data.time.values)  # body and stream begin at rest
        assert run.data.base_position.values == pytest.approx(expected, abs=1e-8)


@pytest.mark.parametrize("name", [name for name in LAWS if name != "rudder"])
@pytest.mark.parametrize(
    "flow", [LinearFlow(((0.3, -0.7, 0.2), (0.5, 0.1, -0.4), (-0.2, 0.6, -0.4)), (0.2, -0.1, 0.3)), Vortex(0.4, 0.3)]
)
def test_the_ledger_closes_in_any_flow(name, flow):
    law, body = LAWS[name]
    start = elver.InitialState(
        position=(0.3, 0.2, -0.1), quaternion=(0.9, 0.3, -0.1, 0.3), twist=(0.2, -0.4, 0.1, 1.0, -2.0, 0.5)
    )
    model = elver.Model("one", Robot("one", [body]), {"water": replace(law, current=flow)}, start=start)
    run = elver.simulate(model, 0.5, solver=elver.Solver(dt=1e-3, method="rk4"), progress=False)
    assert run.status == "finished"
    assert run.summary["ledger_closure"] < 1e-7
    assert abs(run.summary["ledger"]["water.current"]) > 1e-5


def test_a_neutral_ball_that_turns_with_the_water_stays_in_it():
    """Solid rotation, through the general law of whole bodies: nothing moves against the water."""
    rate = 1.3
    body = Body.solid("ball", Ellipsoid(0.1, 0.06, 0.04), 1000.0)
    water = Immersed(current=LinearFlow.rotation((0.0, 0.0, rate)))
    start = elver.InitialState(position=(0.5, 0, 0), twist=(0, 0.5 * rate, 0, 0, 0, rate))
    run = elver.simulate(elver.Model("ball", Robot("ball", [body]), {"water": water}, start=start), 4.0, progress=False)
    angle = rate * run.data.time.values
    assert run.data.base_position.values == pytest.approx(
        0.5 * np.column_stack([np.cos(angle), np.sin(angle), 0 * angle]), abs=1e-7
    )


def test_spheres_of_two_laws_fall_alike_through_a_shear():
    """Immersed by its own added mass, and the same as a matrix: one path, with weight and buoyancy."""
    body = Body.solid("ball", Ellipsoid(0.1, 0.06, 0.04), 1500.0)
    flow = LinearFlow(((0, 0, 0.8), (0, 0, 0), (0.2, 0, 0)))
    inertia = Evaluated(Immersed(), body).inertia()
    paths = []
    for force in (Immersed(drag=0.0, current=flow), AddedInertia({"ball": inertia}, current=flow), Vehicle("ball", current=flow)):
        media = {"water": force, "weight": Gravity(fluid_density=1000.0)}
        paths.append(
            elver.simulate(elver.Model("ball", Robot("ball", [body]), media), 1.0, progress=False).data.base_position.values
        )
    assert paths[1] == pytest.approx(paths[0], abs=1e-10)
    assert paths[2] == pytest.approx(paths[0], abs=1e-10)


@pytest.mark.parametrize("base", ["planar", "sagittal"])
@pytest.mark.parametrize("name", ["immersed, bluff", "lumped", "vehicle"])
def test_a_machine_in_a_plane_takes_a_flow(name, base):
    """Its twist and place have zeros by their form. The same as that of a free one, which the flow leaves in the plane."""
    law, _ = LAWS[name]
    body = Body.solid("ball", Ellipsoid(0.3, 0.2, 0.15), 900.0)
    flow = Vortex(0.4, 0.3) if base == "planar" else LinearFlow(((0, 0, 0.5), (0, 0, 0), (0.2, 0, 0)))
    if name == "vehicle":
        law = replace(law, added=np.diag([3.0, 5, 7, 0.2, 0.3, 0.5]), at=(0.0, 0.0, 0.0), quadratic=5 * np.eye(6))
    if name == "lumped":
        body = Body.solid("ball", EllipticCylinder(0.4, 0.02, 0.05, at=(-0.1, 0, 0)), 900.0)
    twist = (0.2, -0.4, 0, 0, 0, 0.5) if base == "planar" else (0.2, 0, -0.4, 0, 0.5, 0)
    start = elver.InitialState(position=(0.3, 0.2 * (base == "planar"), 0.0), twist=twist)
    paths = [
        elver.simulate(
            elver.Model("one", Robot("one", [body], base=kind), {"water": replace(law, current=flow)}, start=start),
            0.5,
            progress=False,
        ).data.base_position.values
        for kind in (base, "free")
    ]
    assert paths[1] == pytest.approx(paths[0], abs=1e-9)


def test_printed_laws_refuse_a_flow():
    for law in ("printed", "galilean"):
        with pytest.raises(InputError, match="Use law=kirchhoff"):
            Evaluated(LumpedWater(law=law, current=Vortex()), LINK)


def test_morison_and_lumped_agree_on_a_short_link_in_a_strain():
    """A link much shorter than the flow's length: added mass and pressure of both laws are one."""
    flow = LinearFlow(((0.8, 0.3, 0), (0.1, -0.8, 0), (0, 0, 0)), (0.2, 0.1, 0))
    short = Body.solid("ball", EllipticCylinder(1e-3, 1e-4, 1e-4, at=(-5e-4, 0, 0)), 1000.0)
    none = {"friction": 0.0}
    strips = Evaluated(Morison(drag_e2=0, drag_e3=0, drag_roll=0, **none, current=flow), short)
    lumped = Evaluated(LumpedWater(drag=0.0, **none, current=flow), short)
    Q, P, V = random_quaternion(np.random.default_rng(7)), np.array([0.4, -0.2, 0.1]), np.array([0.3, -0.1, 0.2, 0, 0, 0])
    one, two = strips(Q, P, V)[0], lumped(Q, P, V)[0]
    assert two[:3] == pytest.approx(one[:3], rel=1e-6)
