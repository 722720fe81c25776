"""Every coefficient of every fitting, coupling and servo may stay free, all at once, and changes nothing by being so."""

from __future__ import annotations

import numpy as np
import pytest

from elver import Body, InitialState, Joint, Model, Robot, simulate
from elver.drive import JointStops, PositionServo, Serpenoid, Tendon
from elver.forces import Anchor, BluffDrag, Rudder, Thruster
from elver.quantities import quantities
from elver.robot import Ellipsoid
from elver.simulation import Solver


def free_paths(where: str, thing) -> list[str]:
    """Paths of all numbers that are not structure."""
    found = []
    for name, own in quantities(thing).items():
        value = getattr(thing, name)
        if own.choices or own.whole or own.fixed or value is None:
            continue
        found += [f"{where}.{name}.{k}" for k in range(len(value))] if isinstance(value, tuple) else [f"{where}.{name}"]
    return found


def assert_same(model: Model, paths: list[str], least: int):
    free, plain = (simulate(m, 0.3, solver=Solver(dt=2e-4, method="rk4")) for m in (model.freed(*paths), model))
    for name in ("base_twist", "joint_position"):
        assert free.data[name].values == pytest.approx(plain.data[name].values, abs=1e-12)
    assert free.summary["ledger_closure"] < 1e-6
    assert len(paths) >= least
    assert np.ptp(plain.data.base_twist.values, axis=0).max() > 1e-3


def test_fittings():
    pod = Body.solid("pod", Ellipsoid(0.3, 0.1, 0.1), 1000.0)
    forces = {
        "thruster": Thruster("pod", 0.08, rate=10.0, at=(-0.3, 0.01, 0.0), current=(0.1, 0.2, 0.0)),
        "rudder": Rudder("pod", 0.01, angle=0.1, at=(-0.3, 0.0, 0.0), current=(0.1, 0.0, 0.0)),
        "drag": BluffDrag("pod", (0.1, 0.1, 0.1), linear=(0.1, 0.2, 0.3), current=(0.1, 0.0, 0.0)),
        "anchor": Anchor("pod", 3.0, place=(0.5, 0.0, 0.0), damping=1.0),
    }
    model = Model("pod", Robot("pod", [pod]), forces)
    paths = [p for name, force in forces.items() for p in free_paths(f"forces.{name}", force)]
    polar = free_paths("forces.rudder.polar", forces["rudder"].polar)
    assert_same(model, [*paths, *polar, "forces.thruster.rate", "forces.rudder.angle"], least=45)


def test_couplings_and_servo():
    bodies = [Body.solid(f"link{k}", Ellipsoid(0.2, 0.05, 0.05), 1000.0) for k in range(3)]
    joints = [Joint(f"j{k}", f"link{k - 1}", f"link{k}", d=0.4, mode="torque") for k in (1, 2)]
    couplings = {
        "cord": Tendon({"j1": 0.03, "j2": -0.02}, 500.0, pretension=3.0, damping=1.0),
        "stop": JointStops(["j*"], -0.2, 0.2, 20.0, damping=0.1, rounding=0.01),
    }
    servo = PositionServo(20.0, 0.5, natural_frequency=15.0, rate_limit=4.0, torque_limit=3.0, lag=0.02)
    model = Model(
        "chain",
        Robot("chain", bodies, joints, base="planar"),
        gait=Serpenoid(["j1", "j2"], amplitude=0.4, frequency=8.0),
        control=servo,
        couplings=couplings,
        start=InitialState(twist=(0.1, 0.0, 0.0, 0.0, 0.0, 0.2)),
    )
    paths = [p for name, coupling in couplings.items() for p in free_paths(f"couplings.{name}", coupling)]
    arms = ["couplings.cord.arms.j1", "couplings.cord.arms.j2"]
    assert_same(model, [*paths, *arms, *free_paths("control", servo)], least=15)
