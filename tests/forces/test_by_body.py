"""One law for some bodies, another for others."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest
from force_validator import Evaluated

from elver import Body, InitialState, InputError, Joint, Model, Robot, simulate
from elver.drive import ConstantPose
from elver.forces import BluffDrag, ByBody, Effect, LumpedWater, Morison, Shore
from elver.model import dynamics_function
from elver.robot import EllipticCylinder

V = np.array([0.3, 0.2, -0.4, 0.5, 1.5, -2.0])


def body(name: str) -> Body:
    return Body.solid(name, EllipticCylinder(0.4, 0.03, 0.08), 1000.0)


def wrench(force, name: str):
    return Evaluated(force, body(name)).wrench(V)


def test_every_body_has_its_own_law():
    force = ByBody(Morison(), {"fin": {"drag_e2": 2.0}, "fin*": LumpedWater(), "head": None})
    assert np.array_equal(wrench(force, "trunk"), wrench(Morison(), "trunk"))
    assert np.array_equal(wrench(force, "fin"), wrench(Morison(drag_e2=2.0), "fin"))
    assert np.array_equal(wrench(force, "fin2"), wrench(LumpedWater(), "fin2"))
    assert force.law_of("head") is None
    assert not np.allclose(wrench(force, "fin"), wrench(force, "trunk"))


def test_only_restricts_the_law_itself_and_not_the_changes():
    force = ByBody(Morison(), {"head": {"friction": 0.5}}, only=["link*"])
    assert force.law_of("link3") is force.law
    assert force.law_of("tail") is None
    assert force.law_of("head").friction == 0.5


def chain() -> Robot:
    return Robot("two", [body("head"), body("fin")], [Joint("neck", "head", "fin", d=0.4)])


def test_a_run_with_changed_coefficients_is_the_run_with_two_forces():
    start = InitialState(twist=(0.4, 0.3, 0.1, 0.0, 0.2, 1.0))
    both = ByBody(Morison(), {"fin": {"drag_e2": 2.0, "added_e2": 0.5}})
    apart = {"a": ByBody(Morison(), only=["head"]), "b": ByBody(Morison(drag_e2=2.0, added_e2=0.5), only=["fin"])}
    gait = ConstantPose({"neck": 0.3})
    one = simulate(Model("two", chain(), {"water": both}, gait, start=start), 1.0)
    two = simulate(Model("two", chain(), apart, gait, start=start), 1.0)
    assert one.data.base_twist.values == pytest.approx(two.data.base_twist.values, abs=1e-12)
    assert one.summary["ledger_closure"] < 1e-9
    assert one.summary["ledger"]["water.drag"] > 0


def test_coefficients_of_single_bodies_may_stay_free():
    model = Model("two", chain(), {"water": ByBody(Morison(), {"fin": {"drag_e2": 2.0}})}, ConstantPose({"neck": 0.3}))
    free = model.freed("forces.water.changes.fin.drag_e2", "forces.water.law.density")
    assert simulate(free, 0.1).status == "finished"
    free.check_machine([0.0, 900.0])
    with pytest.raises(InputError, match=r"drag_e2 = -1.0 is not allowed"):
        free.check_machine([-1.0, 900.0])
    assert dynamics_function(chain(), "inverse", model.forces) is not None


def test_what_is_refused():
    with pytest.raises(InputError, match="Did you mean 'friction'"):
        ByBody(Morison(), {"fin": {"fricton": 2.0}})
    with pytest.raises(InputError, match="drag_e2"):
        ByBody(Morison(), {"fin": {"drag_e2": -2.0}})
    with pytest.raises(InputError, match="Give a force law"):
        ByBody(Morison(), {"fin": 2.0})
    with pytest.raises(InputError, match="Give a list"):
        ByBody(Morison(), only="fin")
    with pytest.raises(InputError, match="Did you mean 'fin'"):
        Model("two", chain(), {"water": ByBody(Morison(), {"fim": None})}, ConstantPose({"neck": 0.0}))
    with pytest.raises(InputError, match="Did you mean 'fin'"):
        Model("two", chain(), {"camera": ByBody(BluffDrag("fim", area=(1e-3, 1e-3, 1e-3)))}, ConstantPose({"neck": 0.0}))


class Tow:
    from_outside, kinks, period = True, (0.4,), 2.0

    def effect(self, body, motion):
        return Effect(wrench=ca.vertcat(motion.to_body(ca.vertcat(2.0, 0, 0)), ca.SX(3, 1)))


def test_what_the_laws_say_of_themselves_holds_for_both():
    robot = Robot("one", [body("head")], [])
    towed = simulate(Model("towed", robot, {"tow": ByBody(Tow(), only=["head"])}), 0.5)
    assert towed.summary["trusted"]
    assert towed.summary["work"] == 0 < towed.summary["mean_speed"]
    around = ByBody(Tow(), {"fin": Morison()})
    assert (around.kinks, around.period) == ((0.4,), 2.0)
    assert around.from_outside == ()  # one of them may not bring energy in
    shore = Shore(Tow(), Tow())
    assert (shore.kinks, shore.period, shore.from_outside) == ((0.4, 0.4), 2.0, True)
