"""Typical mistakes in a user's own force, gait or law: one clear message that names the part, never a wrong result."""

from __future__ import annotations

import math
from dataclasses import replace

import casadi as ca
import numpy as np
import pytest

from elver import Body, InitialState, InputError, Joint, Model, Robot, simulate
from elver.drive import PD, ConstantPose, FirstOrderLag, JointAction, Spring
from elver.forces import Effect, Morison
from elver.robot import Box, Rod

ROD = Rod(0.3, 0.02)


def robot(mode="driven") -> Robot:
    bodies = [Body.solid(f"b{k}", ROD, 1000.0) for k in range(3)]
    return Robot("arm", bodies, [Joint(f"j{k}", f"b{k - 1}", f"b{k}", d=0.3, mode=mode) for k in (1, 2)])


class Force:
    """A force whose effect is whatever a test says."""

    def __init__(self, effect, memory=None):
        self.give = effect
        if memory is not None:
            self.memory = lambda body: memory

    def effect(self, body, motion):
        return self.give(motion)


class Gait:
    def __init__(self, give, **attributes):
        self.give = give
        self.__dict__.update(attributes)

    def motion(self, now):
        return self.give(now)


class Law:
    def __init__(self, give):
        self.give = give

    def act(self, joint, now, state):
        return self.give(state)


STILL = ConstantPose({"j1": 0.0, "j2": 0.0})

FORCES = {
    "three numbers": (Force(lambda m: Effect(wrench=m.velocity)), r"Effect.wrench has shape \(3, 1\), expected \(6, 1\)"),
    "scalar wrench": (Force(lambda m: Effect(wrench=1.0)), r"Effect.wrench has shape \(1, 1\)"),
    "row": (Force(lambda m: Effect(wrench=m.twist.T)), r"shape \(1, 6\)"),
    "scalar inertia": (Force(lambda m: Effect(inertia=1.0)), r"Effect.inertia has shape \(1, 1\), expected \(6, 6\)"),
    "lopsided inertia": (Force(lambda m: Effect(inertia=np.triu(np.ones((6, 6))))), "not symmetric"),
    "negative inertia": (Force(lambda m: Effect(inertia=-np.eye(6))), "negative eigenvalue"),
    "vector potential": (Force(lambda m: Effect(potential=m.position)), r"Effect.potential has shape \(3, 1\)"),
    "vector flow": (Force(lambda m: Effect(flows={"a": m.position})), r"flows\['a'\] has shape \(3, 1\)"),
    "flows no mapping": (Force(lambda m: Effect(flows=1.0)), "Effect.flows is a float"),
    "an expression": (Force(lambda m: m.twist), "returns a SX. Give an elver.forces.Effect"),
    "python branch": (Force(lambda m: Effect() if m.time > 1 else None), "force 'own' on body 'b0' failed: .*if_else"),
    "math of Python": (
        Force(lambda m: Effect(wrench=-math.exp(m.velocity[0]) * m.twist)),
        r"Effect.wrench is not a number.*casadi\.sin",
    ),
    "text": (Force(lambda m: Effect(wrench="strong")), "Effect.wrench is a str"),
    "never acts": (Force(lambda m: None), "acts on no body"),
    "memory without effect": (Force(lambda m: None, ("a",)), "has memory on body 'b0' but no effect"),
}


@pytest.mark.parametrize("name", FORCES)
def test_forces(name):
    force, message = FORCES[name]
    with pytest.raises(InputError, match=message):
        simulate(Model("arm", robot(), {"own": force}, STILL), 0.1)


def test_numpy_wrench_is_welcome():
    run = simulate(Model("arm", robot(), {"own": Force(lambda m: Effect(wrench=1e-4 * np.ones(6)))}, STILL), 0.1)
    assert run.summary["ledger_closure"] < 1e-8


def test_strip_force_on_a_machine_without_strips_is_refused():
    box = Robot("box", [Body.solid("box", Box(1, 1, 1), 1.0)])
    with pytest.raises(InputError, match="acts on no body of 'box'"):
        simulate(Model("box", box, {"water": Morison()}), 0.1)


GAITS = {
    "list": (Gait(lambda now: [0.0, 0.0]), "returns a list"),
    "vector angle": (Gait(lambda now: {"j1": np.array([0.1, 0.2]), "j2": 0.5}), "gait angle of joint 'j1' has shape"),
    "text angle": (Gait(lambda now: {"j1": "wide", "j2": 0.5}), "gait angle of joint 'j1' is a str"),
    "python branch": (Gait(lambda now: {"j1": 0.1 if now.time > 1 else 0.0, "j2": 0.0}), "the gait of 'arm' failed: .*if_else"),
    "math of Python": (
        Gait(lambda now: {"j1": math.sin(now.time), "j2": 0.0}),
        r"angle of joint 'j1' is not a number.*casadi\.sin",
    ),
    "float": (Gait(lambda now: {"j1": 0.3 * float(now.time) * now.time, "j2": 0.0}), r"angle of joint 'j1' is not a number"),
}


@pytest.mark.parametrize("name", GAITS)
def test_gaits(name):
    gait, message = GAITS[name]
    with pytest.raises(InputError, match=message):
        simulate(Model("arm", robot(), gait=gait), 0.1)


def test_numbers_of_a_plain_class_cannot_be_freed():
    with pytest.raises(InputError, match=r"'amplitude' belongs to a Gait, which has no parts.*@dataclass"):
        Model("arm", robot(), gait=Gait(lambda now: {"j1": 0.0, "j2": 0.0}, amplitude=0.1)).freed("gait.amplitude")


@pytest.mark.parametrize("period", [None, "long", -1.0])
def test_period_of_a_gait_is_checked_before_the_run(period):
    with pytest.raises(InputError, match="period"):
        Model("arm", robot(), gait=Gait(lambda now: {"j1": 0.0, "j2": 0.0}, period=period))


def test_period_may_be_any_kind_of_number():
    model = Model("arm", robot(), gait=Gait(lambda now: {"j1": 0.0, "j2": 0.0}, period=np.float32(0.05)))
    assert simulate(model, 0.1).summary["final_speed"] == pytest.approx(0)


LAWS = {
    "expression": (Law(lambda s: -s.angle), "returns a SX. Give an elver.drive.JointAction"),
    "nothing": (Law(lambda s: None), "returns a NoneType"),
    "empty action": (Law(lambda s: JointAction()), "a torque or an acceleration"),
    "vector torque": (Law(lambda s: JointAction(torque=np.ones(2))), "torque of joint 'j1' has shape"),
    "too many rates": (Law(lambda s: JointAction(torque=0.0, rates=1.0)), "1 rates for 0 memory states"),
}


@pytest.mark.parametrize("name", LAWS)
def test_laws(name):
    law, message = LAWS[name]
    with pytest.raises(InputError, match=message):
        simulate(Model("arm", robot("torque"), control=law), 0.1)


@pytest.mark.parametrize("name", ["motor", "motor_positive"])
def test_flow_names_that_would_hide_another(name):
    force = Force(lambda m: Effect(wrench=-m.twist))
    with pytest.raises(InputError, match=f"flow '{name}'"):
        simulate(Model("arm", robot(), {name: force}, STILL), 0.1)


def test_classes_instead_of_objects_are_refused():
    with pytest.raises(InputError, match="control of model 'arm' has no method act"):
        Model("arm", robot("torque"), control=PD)
    with pytest.raises(InputError, match="no method effect"):
        Model("arm", robot(), {"water": Morison}, STILL)
    with pytest.raises(InputError, match="gait of model 'arm' has no method motion"):
        Model("arm", robot(), gait=lambda now: {})


def test_potential_without_flows_is_counted_once():
    class Well:
        def effect(self, body, motion):
            pull = motion.to_body(-motion.position)
            return Effect(wrench=ca.vertcat(pull, ca.SX(3, 1)), potential=0.5 * motion.position.T @ motion.position)

    from elver import InitialState

    model = Model(
        "well", Robot("one", [Body.solid("b", ROD, 1000.0)]), {"well": Well()}, start=InitialState(position=(0.3, 0, 0))
    )
    assert simulate(model, 1.0).summary["ledger_closure"] < 1e-10


def test_not_finite_at_the_start_is_said_so():
    chain = Robot("r", [Body("base"), *(Body.solid(f"b{k}", ROD, 1000.0) for k in (1, 2))],
                  [Joint("j1", "base", "b1", mode="passive"), Joint("j2", "b1", "b2", d=0.3, mode="passive")])  # fmt: skip
    run = simulate(Model("r", chain, elastic=Spring(1.0)), 0.1)
    assert run.status == "diverged"
    assert "at the start" in run.summary["status_detail"]
    assert run.summary["ledger_closure"] is None


def test_start_of_memory():
    lag = FirstOrderLag(PD(1.0, 0.1), 0.1)
    model = Model(
        "arm",
        robot("torque"),
        gait=ConstantPose({"j1": 0.0, "j2": 0.0}),
        control=lag,
        start=InitialState(memory={"j1 torque": 0.7}),
    )
    run = simulate(model, 0.01)
    assert run.data.state.sel(state_name="j1 torque").values[0] == 0.7
    with pytest.raises(InputError, match="Did you mean 'j1 torque'"):
        simulate(replace(model, start=InitialState(memory={"j1 torq": 0.7})), 0.01)
    with pytest.raises(InputError, match="finite number"):
        simulate(replace(model, start=InitialState(memory={"j1 torque": np.nan})), 0.01)
    with pytest.raises(InputError, match="mapping from state name"):
        InitialState(memory=(1.0,))
