"""What must be the same when a store is gone on with."""

from __future__ import annotations

import numpy as np
import pytest

import elver
from elver.drive import Playback, SignalTable
from elver.robot import Rod
from elver.sensors import Encoder


def test_other_signals_and_sensors_do_not_go_on_with_a_store(tmp_path):
    bodies = [elver.Body.solid(name, Rod(0.3, 0.02), 1000.0) for name in ("front", "rear")]
    robot = elver.Robot("two", bodies, [elver.Joint("hinge", "front", "rear", d=0.3, mode="torque")], base="planar")
    times = np.linspace(0, 1, 21)
    table, other = (SignalTable(("hinge",), times, size * np.sin(2 * times)[:, None]) for size in (0.01, -0.05))
    model, store = elver.Model("two", robot, control=Playback(table)), tmp_path / "run.nc"
    elver.simulate(model, 0.2, solver=elver.Solver(dt=1e-3), save=elver.Save(path=store), signals=table, sensors=[Encoder()])
    for given, word in (({"signals": other, "sensors": [Encoder()]}, "signals"), ({"signals": table}, "sensors")):
        with pytest.raises(elver.InputError, match=f"was written with {word} = "):
            elver.simulate(model, 0.4, solver=elver.Solver(dt=1e-3), save=elver.Save(path=store), resume=True, **given)
    longer = elver.simulate(
        model, 0.4, solver=elver.Solver(dt=1e-3), save=elver.Save(path=store), resume=True, signals=table, sensors=[Encoder()]
    )
    assert longer.summary["duration"] == pytest.approx(0.4)
