"""A law that creates energy is called by its name, although the ledger closes."""

from __future__ import annotations

from dataclasses import dataclass, replace

import casadi as ca
import pytest
from odd_machines import chain, found, waving

from elver import InitialState, Model, Run, compile_model, scenario, simulate
from elver.drive import JointAction, Spring
from elver.forces import Effect, Morison
from elver.simulation import Save, Solver


@dataclass(frozen=True)
class Push:
    """Drag with a coefficient; negative: the wrong sign."""

    coefficient: float
    from_outside: object = False

    def effect(self, body, motion):
        return Effect(wrench=ca.vertcat(-self.coefficient * motion.velocity, ca.SX(3, 1)))


@dataclass(frozen=True)
class Unsigned:
    """A spring-like law of a joint that feeds the motion."""

    sign: float

    def act(self, joint, now, state):
        return JointAction(torque=-0.2 * state.angle + self.sign * 0.002 * state.rate)


@dataclass(frozen=True)
class Held:
    """A spring that says nothing of its potential."""

    def act(self, joint, now, state):
        return JointAction(torque=-0.2 * state.angle)


def moving(force) -> Model:
    return Model("m", chain(1), {"push": force}, start=InitialState(twist=(1.0, 0, 0, 0, 0, 0)))


def test_drag_with_the_wrong_sign_is_named_while_the_ledger_closes():
    run = simulate(moving(Push(-0.3)), 1.0, solver=Solver(dt=0.005))
    assert run.summary["ledger_closure"] < 1e-9
    (warning,) = found(run, "energy from nothing")
    assert warning["where"] == "law 'push' (Push)"
    assert warning["time"] == 1.0
    work = run.data.work.sel(flow="push").values
    assert warning["number"] == pytest.approx(-work.min() / run.data.attrs["ledger_scale"])
    assert "brought" in warning["text"]
    assert run.summary["discretisation_error"] < 1e-6
    assert run.summary["doubts"] == ["law 'push' (Push) brings energy in"]
    assert run.summary["trusted"] is False
    assert "not trusted" in repr(run)


def test_drag_with_the_right_sign_and_a_law_from_outside_are_fine():
    good = simulate(moving(Push(0.3)), 1.0, solver=Solver(dt=0.005))
    assert found(good, "energy from nothing") == []
    assert good.summary["trusted"] is True
    assert "trusted" not in repr(good)
    assert found(simulate(moving(Push(-0.3, True)), 1.0, solver=Solver(dt=0.005)), "energy from nothing") == []
    assert found(simulate(moving(Push(-0.3, ("push",))), 1.0, solver=Solver(dt=0.005)), "energy from nothing") == []
    assert found(simulate(moving(Push(-0.3, ("other",))), 1.0, solver=Solver(dt=0.005)), "energy from nothing") != []


def test_a_published_added_mass_law_is_named_and_kirchhoffs_is_not():
    build = scenario("eel").build
    runs = {
        law: simulate(build({"body.joints": 4, "water.law": law}), 6.0, solver=Solver(dt=0.005)) for law in ("paper", "kirchhoff")
    }
    assert found(runs["kirchhoff"], "energy from nothing") == []
    (warning,) = found(runs["paper"], "energy from nothing")
    assert warning["where"] == "law 'water' (Morison)"
    assert "kirchhoff" in warning["remedy"]


def test_a_stream_brings_energy_and_nobody_minds():
    water = Morison(current=(-0.5, 0.0, 0.0))
    run = simulate(waving(chain(3), 0.4, {"water": water}), 2.0, solver=Solver(dt=0.01))
    assert run.data.work.sel(flow="water.current").values[-1] < 0
    assert found(run, "energy from nothing") == []


def test_a_passive_joint_that_works_as_a_motor_is_named():
    robot, start = chain(2, mode="passive"), InitialState(angles={"joint1": 0.3})
    runs = {
        sign: simulate(Model("m", robot, elastic=Unsigned(sign), start=start), 3.0, solver=Solver(dt=0.002))
        for sign in (1.0, -1.0)
    }
    (warning,) = found(runs[1.0], "energy from nothing")
    assert warning["where"] == "law of joint 'joint1' (Unsigned)"
    spring = simulate(Model("m", robot, elastic=Spring(0.2, 0.002), start=start), 3.0, solver=Solver(dt=0.002))
    assert found(spring, "energy from nothing") == []


def parts_of(model: Model, first: float, second: float):
    """A run in two parts."""
    program = compile_model(model)
    begun = simulate(program, first, solver=Solver(dt=0.002))
    return begun, simulate(program, second, solver=Solver(dt=0.002), resume=begun)


@pytest.mark.parametrize("first", [0.3, 0.4])
def test_a_spring_gives_back_in_one_part_what_it_took_in_another(first, tmp_path, monkeypatch):
    robot = chain(2, mode="passive")
    model = Model("m", robot, elastic=Held(), start=InitialState(rates={"joint1": 3.0}))
    whole, parts = simulate(model, 1.5, solver=Solver(dt=0.002)), parts_of(model, first, 1.5 - first)
    assert [found(run, "energy from nothing") for run in (whole, *parts)] == [[], [], []]
    assert parts[1].data.passive_work.values[-1] == pytest.approx(whole.data.passive_work.values[-1], rel=1e-9)
    monkeypatch.setattr("elver.simulation.streaming.STRETCH", 1.0)
    written = simulate(model, 1.5, solver=Solver(dt=0.002), save=Save(path=tmp_path / "run.nc"))
    assert found(written, "energy from nothing") == []
    assert written.data.passive_work.values == pytest.approx(whole.data.passive_work.values, abs=1e-12)
    feeding = parts_of(replace(model, elastic=Unsigned(1.0)), first, 1.5 - first)
    assert len(found(feeding[1], "energy from nothing")) == 1


def test_flows_are_counted_from_the_start_of_all_parts():
    whole, (_, rest) = simulate(moving(Push(-0.3)), 1.0, solver=Solver(dt=0.002)), parts_of(moving(Push(-0.3)), 0.5, 0.5)
    (one,), (other,) = (found(run, "energy from nothing") for run in (whole, rest))
    assert other["number"] == pytest.approx(one["number"])


def test_what_joints_hold_is_not_known_after_a_run_that_does_not_say_it():
    model = Model("m", chain(2, mode="passive"), elastic=Held(), start=InitialState(rates={"joint1": 3.0}))
    begun = simulate(model, 0.4, solver=Solver(dt=0.002))
    rest = simulate(model, 1.0, solver=Solver(dt=0.002), resume=Run(begun.data.drop_vars("passive_work")))
    assert "passive_work" not in rest.data
    assert found(rest, "energy from nothing") == []
