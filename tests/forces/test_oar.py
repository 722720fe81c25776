"""Oar blade: normal force, what cancels it, and the work that slips into the water."""

from __future__ import annotations

import math

import numpy as np
import pytest
from force_validator import Evaluated
from tolerances import assert_close

from elver import Body, InputError, Joint, Model, Robot, simulate
from elver.drive import PeriodicSpline
from elver.forces import OarBlade
from elver.robot import Rod
from elver.simulation import Solver

AREA, LEVER = 0.081, 1.85


def oar() -> Body:
    return Body.solid("oar", Rod(LEVER, 0.02), 700.0)


def blade(**changes) -> OarBlade:
    return OarBlade("oar", **{"centre": (LEVER, 0.0, 0.0), "normal": (0.0, 1.0, 0.0), "area": AREA, **changes})


def test_force_and_moment_of_a_sweeping_oar():
    """The blade sweeps towards its normal (the stern): flow against the normal, force towards the bow."""
    wrench = Evaluated(blade(), oar()).wrench([0, 0, 0, 0, 0, 1.2])
    force = -0.5 * 1000 * AREA * 2 * (LEVER * 1.2) ** 2  # (55)
    assert_close(wrench, [0, force, 0, 0, 0, LEVER * force], 1e-12)
    assert force < -300


def test_force_is_cancelled_where_it_would_not_propel():
    one, both = (Evaluated(blade(one_sided=s), oar()) for s in (True, False))
    back = [0, 0, 0, 0, 0, -1.2]
    assert np.abs(one.wrench(back)).max() == 0
    assert both.wrench(back)[1] > 300


def test_an_oar_that_only_follows_the_boat_is_not_pushed():
    """Boat and blade move along the blade: no normal flow."""
    assert np.abs(Evaluated(blade(), oar()).wrench([4.0, 0, 0, 0, 0, 0])).max() == 0


@pytest.mark.parametrize(("z", "share"), [(-0.2, 1.0), (0.0, 0.5), (-0.05, 0.75), (0.2, 0.0)])
def test_blade_is_wet_by_its_share_below_the_water(z, share):
    law, always = Evaluated(blade(height=0.2), oar()), Evaluated(blade(), oar())
    sweep = [0, 0, 0, 0, 0, 1.0]
    assert law.wrench(sweep, P=(0, 0, z))[1] == pytest.approx(share * always.wrench(sweep)[1])


def test_current_counts_as_flow():
    law = Evaluated(blade(current=(0, -0.5, 0)), oar())
    assert law.wrench(np.zeros(6))[1] == pytest.approx(-0.5 * 1000 * AREA * 2 * 0.25)
    assert np.abs(law.wrench([0, -0.5, 0, 0, 0, 0])).max() == 0


def test_slip_is_never_negative_and_the_ledger_closes():
    """A float pulled along by one driven oar: motor work goes into motion and slip."""
    body = Body.central("float", 50.0, (0, 0, 0), np.diag([5.0, 5, 5]))
    sweep = PeriodicSpline({"lock": [0.6 * math.cos(2 * math.pi * k / 8) for k in range(8)]}, 2.0)
    robot = Robot("punt", [body, oar()], [Joint("lock", "float", "oar", d=0.3)], base="planar")
    run = simulate(Model("punt", robot, {"blade": blade(current=(0.05, 0.1, 0))}, gait=sweep), 4.0, solver=Solver(dt=2e-3))
    assert run.summary["ledger_closure"] < 1e-6
    slip = run.data.work.sel(flow="blade.slip").values
    assert np.diff(slip).min() >= 0
    assert slip[-1] > 0.5
    assert abs(run.summary["ledger"]["blade.current"]) > 1e-3
    assert np.abs(run.data.base_position.values[-1]).max() > 0.1


LIFTING = {"coefficient": 2.07, "lift": 1.25}


@pytest.mark.parametrize("attack", [5, 30, 45, 70, 90])
def test_lift_and_drag_by_the_angle_of_the_flow(attack):
    """The blade goes ahead at an angle to its own plane: drag against its way, lift across it."""
    a, speed = math.radians(attack), 3.0
    way = np.array([math.cos(a), math.sin(a), 0.0])
    force = Evaluated(blade(**LIFTING), oar()).wrench([*(speed * way), 0, 0, 0])[:3]
    size = 0.5 * 1000 * AREA * speed**2
    assert -(force @ way) == pytest.approx(size * 2.07 * math.sin(a) ** 2, rel=1e-12)
    side = np.array([math.sin(a), -math.cos(a), 0.0])
    assert force @ side == pytest.approx(size * 1.25 * math.sin(2 * a), rel=1e-12, abs=1e-9)
    assert force[1] < 0
    upwards = Evaluated(blade(**LIFTING), oar()).wrench([0, speed * way[1], speed * way[0], 0, 0, 0])[:3]
    assert_close(upwards, [0, force[1], force[0]], 1e-12)  # any flow in the plane of the blade counts


def test_a_lifting_blade_only_pushes_and_rests_in_still_water():
    one, both = (Evaluated(blade(one_sided=s, **LIFTING), oar()) for s in (True, False))
    assert np.abs(one.wrench([3.0, -1.0, 0, 0, 0, 0])).max() == 0
    assert both.wrench([3.0, -1.0, 0, 0, 0, 0])[1] > 100
    assert np.abs(one.wrench(np.zeros(6))).max() == 0


def test_a_lifting_blade_slips_less_for_the_same_force():
    """Small angles: the normal law needs flow squared, lift does with flow: this is why oars lose a fifth, not two fifths."""
    flow = np.array([3.0, 0.5, 0, 0, 0, 0])
    plain, lifting = Evaluated(blade(), oar()), Evaluated(blade(**LIFTING), oar())
    forces = [law.wrench(flow)[1] for law in (plain, lifting)]
    assert forces[1] < 4 * forces[0] < 0


def test_the_ledger_closes_with_lift():
    body = Body.central("float", 50.0, (0, 0, 0), np.diag([5.0, 5, 5]))
    sweep = PeriodicSpline({"lock": [0.6 * math.cos(2 * math.pi * k / 8) for k in range(8)]}, 2.0)
    robot = Robot("punt", [body, oar()], [Joint("lock", "float", "oar", d=0.3)], base="planar")
    run = simulate(
        Model("punt", robot, {"blade": blade(current=(0.05, 0.1, 0), **LIFTING)}, gait=sweep), 4.0, solver=Solver(dt=2e-3)
    )
    assert run.summary["ledger_closure"] < 1e-5
    slip = run.data.work.sel(flow="blade.slip").values
    assert np.diff(slip).min() >= -1e-12
    assert slip[-1] > 0.5


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"area": -0.1}, "area"),
        ({"area": 0.0}, "area"),
        ({"lift": -1.0}, "lift"),
        ({"normal": (0, 2.0, 0)}, "length 2"),
        ({"centre": (1.0, 2.0)}, "three numbers"),
        ({"height": -0.1}, "height"),
        ({"current": (0.0,)}, "3 numbers"),
    ],
)
def test_bad_input(changes, message):
    with pytest.raises(InputError, match=message):
        blade(**changes)
