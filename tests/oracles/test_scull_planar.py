"""The scull against point masses moved by hand: a boat in its plane of symmetry without any of the engine's mechanics."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from elver import scenario, simulate
from elver.simulation import Save, Solver
from elver.systems.scull.robot import Sculler
from oracles.scull_planar import PlanarScull

PERIOD, STEPS = 60 / 27, 200


def oracle(values, model) -> PlanarScull:
    man = Sculler(values["rower.height"], values["rower.mass"])
    rig = {k.removeprefix("rig."): v for k, v in values.items() if k.startswith("rig.")}
    rig |= {"lever": values["oar.lever"], "dip": values["oar.dip"], "shank": man.shank, "thigh": man.thigh}
    return PlanarScull(model, rig)


@pytest.mark.parametrize(
    ("name", "changes"),
    [("scull-40", {}), ("scull-50", {"hull.waves": "simple", "rower.height": 1.75, "rig.foot": 0.6, "oar.dip": 0.2})],
)
def test_one_stroke(name, changes):
    """Surge, heave and pitch over one stroke from a disturbed start; both take the same RK4 steps."""
    changes = {"start": "rest", **changes}
    model = scenario(name).build(changes)
    turn = 0.01
    start = replace(
        model.start,
        position=(0, 0, 0.02),
        quaternion=(np.cos(turn / 2), 0, np.sin(turn / 2), 0),
        twist=(3.5, 0, -0.1, 0, 0.05, 0),
    )
    run = simulate(
        replace(model, start=start), PERIOD, solver=Solver(dt=PERIOD / STEPS, method="rk4"), save=Save(every=PERIOD / STEPS)
    )
    planar = oracle(scenario(name).values(changes), model)
    first = np.concatenate([[0, 0.02, turn, 3.5, -0.1, 0.05], np.zeros(len(planar.F))])
    mine = planar.run(first, PERIOD, STEPS)

    w, _, y, _ = run.data.base_quaternion.values.T
    theirs = {
        "x": run.data.base_position.values[:, 0],
        "z": run.data.base_position.values[:, 2],
        "pitch": 2 * np.arctan2(y, w),
        "u": run.data.base_twist.values[:, 0],
        "w": run.data.base_twist.values[:, 2],
        "q": run.data.base_twist.values[:, 4],
    }
    for k, (what, values) in enumerate(theirs.items()):
        assert np.ptp(values) > 0.01, what  # it moved
        assert np.abs(values - mine[:, k]).max() < 1e-9 * max(1.0, np.abs(values).max()), what
    assert run.data.sizes["time"] == STEPS + 1


def test_the_printed_sign_of_the_buoyancy_sinks_the_boat():
    """FLOAT (46) without its minus: heave runs away within half a second."""
    model = scenario("scull-40").build({"start": "rest"})
    planar = oracle(scenario("scull-40").values(), model)
    start = np.concatenate([[0, 0.02, 0, 4.0, 0, 0], np.zeros(len(planar.F))])
    corrected = planar.run(start, 0.5, 60)
    planar.restoring = -planar.restoring
    printed = planar.run(start, 0.5, 60)
    assert abs(corrected[-1, 1]) < 0.05
    assert abs(printed[-1, 1]) > 0.2
