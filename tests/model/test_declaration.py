"""Inputs put into a model: what the equations become, against models that hold the same numbers; and what is refused."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from floating_arm import NAMES, WAVE, arm
from tolerances import ALGEBRA, ROUNDING, assert_close

import elver
from elver import Body, InitialState, InputError, Joint, Model, Robot, compile_model, simulate, simulate_batch, with_inputs
from elver.contact import Scene
from elver.drive import PD, ConstantPose, ConstantTorque, ParameterInput, ServoInputs, Spring, TorqueInputs, ZeroTorque
from elver.model import assemble
from elver.model.assembly import contact_terms
from elver.robot import Contour


def rates(model: Model, values: dict | None = None, seed: int = 0) -> np.ndarray:
    """The right-hand side at a random state."""
    equations = assemble(model)
    numbers = {**equations.parameters, **(values or {})}
    rng = np.random.default_rng(seed)
    x = rng.uniform(-1, 1, equations.layout.size)
    return np.array(equations.rhs(0.3, x, list(numbers.values()), [])).ravel()


def test_torques_are_those_of_motors_with_steady_torques():
    torques = {"j1": 0.4, "j2": -0.3, "j3": 0.2}
    model = with_inputs(arm(("driven",) * 3, 2.0, gait=WAVE), TorqueInputs())
    assert list(model.inputs) == [f"torque.{name}" for name in NAMES] == list(model.free)
    assert {(one.unit, one.low, one.high, one.value) for one in model.inputs.values()} == {("N m", -2.0, 2.0, 0.0)}
    held = arm(control=ConstantTorque(torques))
    assert_close(rates(model, {f"torque.{n}": v for n, v in torques.items()}), rates(held), ROUNDING)
    assert np.abs(rates(model) - rates(held)).max() > 0.1


def test_servos_follow_a_held_reference():
    model = with_inputs(arm(("driven",) * 3, gait=WAVE), ServoInputs(kp={"first": 3.0, "later": 2.0}, kd=0.1, limit=0.5))
    held = arm(control=PD({"first": 3.0, "later": 2.0}, 0.1, 0.5), gait=ConstantPose({"j1": 0.4, "j2": 0.0, "j3": -0.2}))
    assert_close(rates(model, {"target.j1": 0.4, "target.j2": 0.0, "target.j3": -0.2}), rates(held), ROUNDING)
    one = model.inputs["target.j1"]
    assert (one.unit, one.low, one.high) == ("rad", -math.pi / 2, math.pi / 2)


def test_other_joints_keep_their_laws():
    law = PD(3.0, 0.2)
    model = with_inputs(arm(gait=WAVE, control=law), TorqueInputs(["first"], limit=1.0))
    assert list(model.inputs) == ["torque.j1"]
    assert model.control["j2"] is law
    plain = arm(gait=WAVE, control={"first": ConstantTorque({"j1": 0.7}), "later": law})
    assert_close(rates(model, {"torque.j1": 0.7}), rates(plain), ROUNDING)


def test_kinds_together_and_one_after_another():
    """Numbers keep their paths, whatever is asked for before them; the order is that of asking."""
    model = with_inputs(arm(gait=WAVE, control=PD(3.0, 0.2)), TorqueInputs(["j3"], limit=1.0), "control.kp", "gait.offset")
    assert list(model.inputs) == ["torque.j3", "control.kp", "gait.offset"]
    more = with_inputs(model, ServoInputs(["j2"], kp=1.0, kd=0.1, low=-0.5, high=0.5))
    assert list(more.inputs) == [*model.inputs, "target.j2"]
    program = compile_model(more)
    assert program.input_names == tuple(more.inputs)
    assert [list(more.free)[k] for k in program.input_places] == list(more.inputs)


def test_references_begin_where_joints_start():
    model = with_inputs(arm(start=InitialState(angles={"j2": 0.3}), control=PD(1.0, 1.0)), ServoInputs(kp=1.0, kd=0.1, high=0.2))
    assert [one.value for one in model.inputs.values()] == [0.0, 0.2, 0.0]
    slow = with_inputs(
        arm(start=InitialState(angles={"j2": 0.3}), control=PD(1.0, 1.0)), ServoInputs(kp=1.0, kd=0.1, natural_frequency=9.0)
    )
    equations = assemble(slow)
    x0 = dict(zip(equations.layout.names, np.array(equations.initial(0, [0.5] * 3, [])).ravel(), strict=True))
    assert [x0[f"{name} reference"] for name in NAMES] == [0.0, 0.3, 0.0]


def test_numbers_have_the_bounds_that_are_declared_for_them():
    model = with_inputs(
        arm(gait=WAVE, control=PD(3.0, 0.2)), "control.kp", "gait.frequency", ParameterInput("gait.offset", -0.2, 0.2)
    )
    kp, frequency, offset = model.inputs.values()
    assert (kp.low, kp.high, kp.value, kp.unit, kp.parameter.meaning) == (0.0, math.inf, 3.0, "N m/rad", "stiffness")
    assert 0.0 < frequency.low < 1e-300
    assert (offset.low, offset.high) == (-0.2, 0.2)
    with pytest.raises(InputError, match=r"parameter 'gait.offset' = 0.3 is not allowed"):
        simulate(model, 0.1, parameters={"gait.offset": 0.3})


def test_a_free_parameter_becomes_an_input_under_its_name():
    model = arm(gait=WAVE, control=PD(3.0, 0.2)).freed("control.kd", "gait.offset")
    again = with_inputs(model, ParameterInput("gait.offset", -0.1, 0.1))
    assert list(again.free) == ["control.kd", "gait.offset"]
    assert list(again.inputs) == ["gait.offset"]


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ((), "nothing was asked for"),
        ((3,), "with_inputs: 3 is no input"),
        ((TorqueInputs(),), "joint 'j1' has no limit. Give TorqueInputs"),
        ((TorqueInputs(["j9"], 1.0),), "unknown joint or group of TorqueInputs: 'j9'"),
        ((TorqueInputs(["j3"], 1.0),), "joint 'j3' is passive and has an elastic law"),
        ((TorqueInputs(["j1"], 1.0), TorqueInputs(["first"], 1.0)), "input 'torque.j1' is there already"),
        (("gait.offset", "gait.offset"), "input 'gait.offset' is there already"),
        (("gait.ofset",), "parameter path 'gait.ofset'"),
        (("start.position.0",), "changes nothing while the machine runs"),
        ((ServoInputs(["j1"], kp=1.0, kd=0.1), TorqueInputs(["j1"], 1.0)), "'target.j1' changes nothing"),
        (("control.kp", TorqueInputs(["j1", "j2"], 1.0)), "'control.kp' changes nothing"),
        ((ParameterInput("control.kp", -1.0, 5.0),), "bound of input 'control.kp' = -1.0 is not allowed"),
        (
            (ParameterInput("gait.offset", 1.0, 2.0),),
            "input 'gait.offset' = 0.0 is not allowed. Give a finite number from 1 to 2 rad",
        ),
        (("robot.bodies.b1.mass",), "part of the robot and has no bounds"),
        ((ParameterInput("robot.bodies.b1.mass", -1.0, 1.0),), "at the bounds 'robot.bodies.b1.mass' = -1 .* mass = -1.0 kg"),
        ((ParameterInput("robot.bodies.b1.mass", smooth=0.1),), "part of the robot, which cannot follow it smoothly"),
    ],
)
def test_what_is_refused(wanted, words):
    model = arm(("torque", "torque", "passive"), gait=WAVE, control=PD(3.0, 0.2), elastic=Spring(1.0))
    with pytest.raises(InputError, match=words):
        with_inputs(model, *wanted)


def test_without_names_passive_joints_are_left_alone():
    model = arm(("torque", "driven", "passive"), 1.0, gait=WAVE, control=PD(3.0, 0.2), elastic=Spring(1.0))
    assert list(with_inputs(model, TorqueInputs()).inputs) == ["torque.j1", "torque.j2"]
    with pytest.raises(InputError, match="every joint of 'arm' is passive"):
        with_inputs(arm(("passive",) * 3, elastic=Spring(1.0)), TorqueInputs(limit=1.0))


def test_imposed_motions_do_not_jump():
    driven = arm(("driven", "driven", "torque"), gait=WAVE, control=PD(3.0, 0.2))
    with pytest.raises(InputError, match=r"input 'gait.offset' moves joint 'j1', which is driven.*smooth=0.2"):
        with_inputs(driven, "gait.offset")
    held = replace(driven, gait=ConstantPose({"j1": 0.0, "j2": 0.0, "j3": 0.1}))
    assert "gait.angles.j3" in with_inputs(held, "gait.angles.j3").inputs  # the target of a controlled joint may jump


# --- smooth inputs --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def smooth():
    model = arm(("driven",) * 3, gait=WAVE)
    return compile_model(
        with_inputs(
            model, ParameterInput("gait.amplitude", 0.0, 1.0, smooth=0.3), ParameterInput("gait.offset", -1.0, 1.0, smooth=0.2)
        )
    )


def changed_run(program):
    """A run whose inputs change at 0.5 s."""
    settings = {
        "solver": elver.Solver(method="dopri5", rtol=1e-11, atol=1e-13),
        "save": elver.Save(every=0.01),
        "progress": False,
    }
    first = simulate(program, 0.5, **settings)
    return simulate(program, 1.0, parameters={"gait.amplitude": 0.5, "gait.offset": 0.2}, resume=first, **settings)


def test_a_smooth_input_is_seen_through_three_lags(smooth):
    run = changed_run(smooth)
    wt = (3 / 0.3) * (run.data.time.values - 0.5)
    seen = run.data.state.sel(state_name="gait.amplitude seen").values
    assert_close(seen, 0.5 + (0.3 - 0.5) * np.exp(-wt) * (1 + wt + wt**2 / 2), 1e-9)


def test_imposed_motions_follow_smooth_inputs_by_the_chain_rule(smooth):
    """Rates and accelerations of the joints are derivatives of their angles, and the energy balance closes."""
    run = changed_run(smooth)
    q, v, a = (run.data[name].values for name in ("joint_position", "joint_velocity", "joint_acceleration"))
    h = 0.01
    for value, slope in ((q, v), (v, a)):
        central = (value[:-4] - 8 * value[1:-3] + 8 * value[3:-1] - value[4:]) / (12 * h)
        assert_close(central, slope[2:-2], 3e-4 * np.abs(slope).max())
    assert np.abs(a).max() > 1.0
    assert run.summary["ledger_closure"] < 1e-8


def test_smooth_states_begin_on_the_input(smooth):
    p = smooth.parameter_vector({"gait.amplitude": 0.7})
    x0 = dict(zip(smooth.equations.layout.names, smooth.initial_state(p), strict=True))
    assert x0["gait.amplitude seen"] == 0.7
    assert x0["gait.amplitude rate"] == x0["gait.amplitude acceleration"] == 0.0


# --- batches, contact, the preamble -------------------------------------------------------------------------------------


def test_machines_of_a_batch_have_inputs_of_their_own():
    program = compile_model(with_inputs(arm(control=PD(1.0, 1.0)), TorqueInputs(limit=1.0)))
    batch = simulate_batch(program, 0.05, solver=elver.Solver(dt=0.01), parameters={"torque.j1": [0.3, -0.4]}, progress=False)
    for k, torque in enumerate((0.3, -0.4)):
        run = simulate(
            program, 0.05, solver=elver.Solver(dt=0.01, method="rk4"), parameters={"torque.j1": torque}, progress=False
        )
        assert_close(batch.final_state.values[k], run.data.state.values[-1], 1e-9)


def test_inputs_in_contact():
    """Torque inputs have no stiffness or damping there, servos have theirs."""
    touching = arm(
        contour=Contour(np.zeros(3), np.array([1.0, 0, 0]), 0.12, 0.02),
        control=PD(1.0, 1.0),
        gait=ConstantPose(dict.fromkeys(NAMES, 0.0)),
        scene=Scene(),
    )
    q, u = np.linspace(0.1, 0.6, 6), np.linspace(-0.2, 0.3, 6)
    torque = contact_terms(with_inputs(touching, TorqueInputs(limit=1.0))).terms(0, q, u, [0.1, 0.2, 0.3], [])
    assert_close(np.array(torque[2]).ravel(), [0, 0, 0, 0.1, 0.2, 0.3], ALGEBRA)
    assert not np.array(torque[3]).any()
    assert not np.array(torque[4]).any()
    servo = contact_terms(with_inputs(touching, ServoInputs(kp=4.0, kd=0.5))).terms(0, q, u, [0.1, 0.2, 0.3], [])
    assert_close(np.array(servo[2]).ravel()[3:], 4.0 * (np.array([0.1, 0.2, 0.3]) - q[3:]) - 0.5 * u[3:], ALGEBRA)
    assert_close(np.diag(np.array(servo[3])), [0, 0, 0, 0.5, 0.5, 0.5], ALGEBRA)
    assert_close(np.diag(np.array(servo[4])), [0, 0, 0, 4, 4, 4], ALGEBRA)
    smooth = with_inputs(touching, ParameterInput("gait.angles.j1", smooth=0.1))
    assert contact_terms(smooth).freedoms == 6 + len(assemble(smooth).layout.memory)


def test_inputs_stay_out_of_the_preamble():
    """A step writes inputs into what the machine code takes; nothing else there depends on them."""
    model = with_inputs(arm(control=PD(1.0, 1.0)).freed("robot.bodies.b1.mass"), TorqueInputs(limit=1.0))
    program = compile_model(model)
    p, u = program.parameter_vector({"robot.bodies.b1.mass": 0.5}), np.array([0.1, -0.2, 0.3])
    driven = p.copy()
    driven[program.input_places] = u
    for native in (program.rhs, program.outputs):
        taken = native.constants(p).copy()
        taken[native.input_slots(program.input_places)] = u
        assert np.array_equal(taken, native.constants(driven))


def test_joints_that_inputs_alone_move_are_idle_without_them():
    """A bar about its end: 1 N m gives it 1 / (1/3) rad/s^2; without an input nothing turns it."""
    bodies = [Body("base", 0, (0, 0, 0), np.zeros((3, 3))), Body("arm", 1.0, (0.5, 0, 0), np.diag([1e-3, 1 / 3, 1 / 3]))]
    robot = Robot("arm", bodies, [Joint("pivot", "base", "arm", mode="torque")], base="fixed")
    with pytest.raises(InputError, match="ZeroTorque"):
        Model("arm", robot)
    idle = Model("arm", robot, control=ZeroTorque())
    machine = elver.stepper(elver.with_inputs(idle, elver.drive.TorqueInputs(limit=2.0)), solver=elver.Solver(dt=0.01))
    machine.step([1.0], 1.0)
    assert machine.state[:2] == pytest.approx([1.5, 3.0], abs=1e-12)
    still = elver.stepper(idle, solver=elver.Solver(dt=0.01))
    still.step(duration=0.1)
    assert (still.state == 0).all()
