"""How machines follow their sliders."""

import numpy as np
import pytest
from floating_arm import WAVE, arm

from elver._support.errors import InputError
from elver.contact import Scene
from elver.drive import PD, CombinedGait
from elver.export.wasm.sliders import exponent, followed_periods, kind_of
from elver.robot import Contour

CONTOUR = Contour(np.zeros(3), np.array([1.0, 0, 0]), 0.12, 0.02)


def touching(friction=0.3, kp=1.0, **scene):
    return arm(contour=CONTOUR, control=PD(kp, 1.0), gait=WAVE, scene=Scene(friction=friction, **scene))


def test_gaits_are_followed_and_all_else_acts_at_once():
    free = arm(("driven",) * 3, gait=WAVE).freed("gait.amplitude", "robot.bodies.b1.mass", "start.position.0")
    assert kind_of(free, "gait.amplitude") == ("smooth", False)
    assert kind_of(free, "robot.bodies.b1.mass") == ("direct", False)
    assert kind_of(free, "start.position.0") == ("direct", True)
    held = touching().freed("gait.amplitude", "control.kp", "robot.bodies.b1.mass")
    assert kind_of(held, "gait.amplitude") == ("followed", False)
    assert kind_of(held, "control.kp") == ("direct", False)
    with pytest.raises(InputError, match=r"'robot.bodies.b1.mass' cannot be a slider"):
        kind_of(held, "robot.bodies.b1.mass")


def test_a_period_is_a_power_of_what_moves_it():
    model = touching().freed("gait.frequency", "gait.amplitude")
    ((timed, powers, base),) = followed_periods(model, ["gait.frequency", "gait.amplitude"])
    assert timed.gait is model.gait
    assert powers == pytest.approx({"gait.frequency": -1.0})
    assert base == 0.0
    assert followed_periods(model, ["gait.amplitude"]) == []
    symbol = model.free["gait.frequency"].symbol
    assert exponent(model, 3.0 * symbol**2, "gait.frequency") == pytest.approx(2.0)
    with pytest.raises(InputError, match="no power of it"):
        exponent(model, 1.0 + symbol, "gait.frequency")


def test_gaits_put_together_are_looked_at_one_by_one():
    model = arm(gait=CombinedGait([WAVE]), control=PD(1.0, 1.0)).freed("gait.gaits.0.frequency")
    assert [len(powers) for _, powers, _ in followed_periods(model, ["gait.gaits.0.frequency"])] == [1]
