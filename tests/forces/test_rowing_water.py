"""Hull, blades and a drawn stroke together: a boat with a sliding mass and two oars, in FLOAT's frames of the oarlocks."""

from __future__ import annotations

import math

import numpy as np
import pytest

from elver import Body, InitialState, Joint, Model, Robot, compile_model, simulate
from elver.drive import PeriodicSpline
from elver.forces import Gravity, Hull, OarBlade
from elver.simulation import Solver
from elver.systems.scull.robot import scull_hull

LEVER, DIP = 1.85, 0.1


def rowing_boat(drive=0.4, area=0.081) -> Model:
    c = scull_hull()
    rower, oar_mass = 74.0, 1.5
    rest = c.mass - rower - 2 * oar_mass
    shaft = np.diag([0.01, 0.9, 0.9])
    bodies = [
        Body.central("boat", rest, (0, 0, 0.0), np.diag([2.0, 90.0, 90.0])),
        Body.central("rower", rower, (0, 0, 0), np.diag([5.0, 5.0, 2.0])),
        *(Body.central(f"oar{k}", oar_mass, (0.3, 0, 0), shaft) for k in (5, 6)),
    ]
    half = math.pi / 2
    joints = [
        Joint("slide", "boat", "rower", type="prismatic", gamma=half, b=0.3, alpha=half, theta=half),
        Joint("lock5", "boat", "oar5", gamma=-half, b=0.25, alpha=math.pi, d=0.8),
        Joint("lock6", "boat", "oar6", gamma=half, b=0.25, d=0.8),
    ]
    catch, finish = math.radians(-62), math.radians(43)
    sweep = [(0.0, catch), (0.5, finish)]
    keys = {"slide": [(0.0, -0.3), (0.5, 0.3)], "lock5": sweep, "lock6": sweep}
    stroke = PeriodicSpline.through(keys, 60 / 27, count=8, drive=drive)
    blades = {
        f"blade{j}": OarBlade(f"oar{j}", (LEVER * math.cos(DIP), 0.0, sign * LEVER * math.sin(DIP)), (0.0, 1.0, 0.0), area)
        for j, sign in ((5, 1.0), (6, -1.0))
    }
    water = Hull.from_coefficients("boat", c, (0, 2, 4), steady=(4.0, 0, 0))
    robot = Robot("sculler", bodies, joints, base="sagittal")
    forces = {"hull": water, "gravity": Gravity(), **blades}
    return Model("sculler", robot, forces, gait=stroke, start=InitialState(twist=(4.0, 0, 0, 0, 0, 0)))


@pytest.fixture(scope="module")
def run():
    return simulate(rowing_boat(), 18.0, solver=Solver(dt=2e-3, method="rk4"))


def test_the_boat_runs_forward_and_every_joule_is_found(run):
    ledger = run.summary["ledger"]
    assert run.status == "finished"
    assert run.summary["ledger_closure"] < 1e-5
    assert 2.0 < run.summary["final_speed"] < 6.0
    assert ledger["hull.resistance"] > ledger["hull.radiated"] > 0
    assert ledger["blade5.slip"] == pytest.approx(ledger["blade6.slip"], rel=1e-9)
    assert ledger["blade5.slip"] > 10


def test_secondary_motions_are_small(run):
    """Heave of centimetres, pitch of a degree or so: the linear theory holds."""
    late = run.data.isel(time=slice(run.data.sizes["time"] // 2, None))
    heave, up = late.base_position.values[:, 2], late.base_quaternion.values[:, 2]
    assert 1e-3 < np.ptp(heave) < 0.08
    assert 1e-3 < np.ptp(2 * up) < 0.1


def test_coefficients_can_stay_free(run):
    """One program, several blades, forms and drives: the same numbers as built in."""
    model = rowing_boat().freed("forces.blade5.area", "forces.hull.resistance.form", "gait.drive")
    program = compile_model(model)
    same = simulate(program, 2.0, solver=Solver(dt=2e-3, method="rk4"))
    assert same.summary["ledger"]["hull.resistance"] == pytest.approx(
        float(run.data.work.sel(flow="hull.resistance").interp(time=2.0)), rel=1e-9
    )
    slow = simulate(
        program, 2.0, solver=Solver(dt=2e-3, method="rk4"), parameters={"forces.hull.resistance.form": 3.0, "gait.drive": 0.5}
    )
    assert slow.summary["mean_speed"] < same.summary["mean_speed"]


def test_a_shorter_drive_is_faster(run):
    """FLOAT section VII-D: with equal arcs a drive of 40 % of the stroke runs faster than one of 50 %."""
    even = simulate(rowing_boat(drive=0.5), 18.0, solver=Solver(dt=2e-3, method="rk4"))
    assert run.summary["final_speed"] > even.summary["final_speed"] + 0.3
