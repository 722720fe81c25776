"""Media and drives in words: every type is made as in Python, names and patterns are found, and mistakes are refused."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from written import BRIEF, changed, with_machine

import elver
from elver import drive, forces
from elver.scenarios import load_text
from elver.scenarios.yaml.nodes import DocumentError

MACHINE = """  bodies:
    head: {mass: 1, inertia: [1, 1, 1]}
    left_fin: {shape: {type: rod, length: size, radius: 1 cm}, density: 1000}
    right_fin: {shape: {type: rod, length: size, radius: 1 cm}, density: 1000}
  joints:
    left: {parent: head, child: left_fin, mode: MODE, group: fins}
    right: {parent: head, child: right_fin, mode: MODE, group: fins}
"""
HOLD = "gait: {type: hold, angles: {fins: 0.1}}"


def model_of(media: str = "", words: str = HOLD, mode: str = "driven"):
    text = f"media: {{{media}}}\n" if media else ""
    return with_machine(MACHINE.replace("MODE", mode), f"{text}drive: {{{words}}}\n").build()


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("type: morison, friction: 2 %, current: [1, 0, 0], points: 4",
         forces.Morison(friction=0.02, current=(1.0, 0.0, 0.0), points=4)),
        ("type: morison, current: {type: vortex, circulation: 0.5, core: 20 cm, stream: [0.1, 0, 0]}",
         forces.Morison(current=forces.Vortex(0.5, 0.2, stream=(0.1, 0.0, 0.0)))),
        ("type: bluff_drag, body: head, area: [1, 1, 1], current: {type: linear, gradient: [[0, 1, 0], [0, 0, 0], [0, 0, 0]]}",
         forces.BluffDrag("head", (1.0, 1.0, 1.0), current=forces.LinearFlow([[0, 1, 0], [0, 0, 0], [0, 0, 0]]))),
        ("type: wing, wind: {type: uniform, stream: [1, 0, 0]}",
         forces.QuasiSteadyWing(wind=forces.UniformFlow((1.0, 0.0, 0.0)))),
        ("type: lumped, law: printed, drag: 1.5", forces.LumpedWater(law="printed", drag=1.5)),
        ("type: gravity, acceleration: 1.62 m/s^2", forces.Gravity(1.62)),
        ("type: ground_friction, viscous_t: 0.1, viscous_n: 3 N s/m^2", forces.GroundFriction(0.1, 3.0)),
        ("type: wing, polar: {type: dickinson, lift: 2}", forces.QuasiSteadyWing(polar=forces.Dickinson(2.0))),
        ("type: wing, polar: {type: flat_plate, stall: 15 deg}",
         forces.QuasiSteadyWing(polar=forces.FlatPlate(stall=math.radians(15)))),
        ("type: oar_blade, body: head, centre: [0, 0, 1], normal: [1, 0, 0], area: 0.1, one_sided: false",
         forces.OarBlade("head", (0.0, 0.0, 1.0), (1.0, 0.0, 0.0), 0.1, one_sided=False)),
        ("type: shore, water: {type: morison}, land: {type: ground_friction}, width: 30 cm",
         forces.Shore(forces.Morison(), forces.GroundFriction(), width=0.3)),
        ("type: bluff_drag, body: head, area: [0.1, 0.2, 0.3 m^2]", forces.BluffDrag("head", (0.1, 0.2, 0.3))),
        ("type: anchor, body: head, stiffness: 10 N/m", forces.Anchor("head", 10.0)),
        ("type: thruster, body: head, diameter: 10 cm, rate: 600 rpm", forces.Thruster("head", 0.1, rate=10.0)),
        ("type: rudder, body: head, area: 0.01, angle: 5 deg", forces.Rudder("head", 0.01, angle=math.radians(5))),
    ],
)  # fmt: skip
def test_media(words, wanted):
    found = model_of(f"water: {{{words}}}").forces["water"]
    assert type(found) is type(wanted)
    assert str(found) == str(wanted)


@pytest.mark.parametrize(
    ("words", "mode", "field", "wanted"),
    [
        ("gait: {type: serpenoid, joints: fins, frequency: 1 Hz}", "driven", "gait",
         drive.Serpenoid(("left", "right"), frequency=2 * math.pi)),
        ("gait: {type: sine, joints: [right, left], frequency: 0.5 Hz, phase: 90 deg, lag: -0.2, ramp_time: 1, ramp: cubic}",
         "driven", "gait",
         drive.Sine(("right", "left"), frequency=math.pi, phase=math.pi / 2, lag=-0.2, ramp_time=1.0, ramp="cubic")),
        ("gait: {type: flapping, joints: left, mirrored: [right]}", "driven", "gait", drive.Flapping(("left",), ("right",))),
        ("gait: {type: spline, points: {left: [0, 1, 0, -10 deg], right: {count: 4, each: i / n}}, period: 2}", "driven", "gait",
         drive.PeriodicSpline({"left": [0.0, 1.0, 0.0, -math.radians(10)], "right": [0.25, 0.5, 0.75, 1.0]}, 2.0)),
        (f"{HOLD}", "driven", "gait", drive.ConstantPose({"left": 0.1, "right": 0.1})),
        ("gait: {type: anguilliform, yaw: [left, right], stations: [0, 0.1, 20 cm]}", "driven", "gait",
         drive.Anguilliform(("left", "right"), (0.0, 0.1, 0.2))),
        ("gait: {type: shifted, time: 3 s, gait: {type: serpenoid, joints: [right, left]}}", "driven", "gait",
         drive.DelayedGait(drive.Serpenoid(("right", "left")), 3.0)),
        ("gait: {type: sampled, interval: 0.1, delay: 20 ms, gait: {type: serpenoid, joints: [right, left]}}", "driven", "gait",
         drive.SampledGait(drive.Serpenoid(("right", "left")), 0.1, 0.02)),
        ("gait: [{type: hold, angles: {left: 0}}, {type: hold, angles: {right: 1}}]", "driven", "gait",
         drive.CombinedGait([drive.ConstantPose({"left": 0.0}), drive.ConstantPose({"right": 1.0})])),
        (f"{HOLD}, control: {{type: pd, kp: 3, kd: {{fins: 0.1}}, limit: none, feed_rate: false}}", "torque", "control",
         drive.PD(3.0, {"fins": 0.1}, None, False)),
        (f"{HOLD}, control: {{type: computed_torque, kp: 3, kd: 0.1 /s}}", "torque", "control", drive.ComputedTorque(3.0, 0.1)),
        (f"{HOLD}, control: {{type: servo, kp: 3, kd: 0.1, natural_frequency: 2 Hz}}", "torque", "control",
         drive.PositionServo(3.0, 0.1, 4 * math.pi)),
        (f"{HOLD}, control: {{type: lagged, time_constant: 20 ms, law: {{type: pd, kp: 3, kd: 0.1}}}}", "torque", "control",
         drive.FirstOrderLag(drive.PD(3.0, 0.1), 0.02)),
        (f"{HOLD}, control: {{type: deadband, width: 2 deg, law: {{type: pd, kp: 3, kd: 0.1}}}}", "torque", "control",
         drive.Deadband(drive.PD(3.0, 0.1), math.radians(2))),
        (f"{HOLD}, control: {{type: saturated, limit: 5 mN m, law: {{type: pd, kp: 3, kd: 0.1}}}}", "torque", "control",
         drive.Saturated(drive.PD(3.0, 0.1), 0.005)),
        (f"{HOLD}, control: {{type: steered, law: {{type: pd, kp: 3, kd: 0.1}}, guidance: {{gain: 0.5}}}}", "torque", "control",
         drive.Steered(drive.PD(3.0, 0.1), drive.LineOfSight(0.5))),
        ("control: {type: steady_torque, torques: {left: 1 mN m, right: 2}}", "torque", "control",
         drive.ConstantTorque({"left": 1e-3, "right": 2.0})),
        ("elastic: {type: spring, stiffness: 2 mN m/rad}", "passive", "elastic", drive.Spring(2e-3)),
        ("elastic: {fins: {stiffness: 2, damping: 0.1}}", "passive", "elastic",
         {"left": drive.Spring(2.0, 0.1), "right": drive.Spring(2.0, 0.1)}),
        ("elastic: {'l*': {stiffness: 2}, right: {}}", "passive", "elastic",
         {"left": drive.Spring(2.0), "right": drive.Spring()}),
        (f"{HOLD}, couplings: {{end: {{type: stops, at: fins, low: -30 deg, high: 30 deg, stiffness: 5}}}}", "driven",
         "couplings",
         {"end": drive.JointStops(("left", "right"), -math.radians(30), math.radians(30), 5.0)}),
        (f"{HOLD}, couplings: {{cord: {{type: tendon, arms: {{left: 1 cm, right: -0.01}}, stiffness: 100}}}}", "driven",
         "couplings",
         {"cord": drive.Tendon({"left": 0.01, "right": -0.01}, 100.0)}),
    ],
)  # fmt: skip
def test_drives(words, mode, field, wanted):
    assert str(getattr(model_of("", words, mode), field)) == str(wanted)


def test_commands_of_the_gait():
    gait = f"gait: [{HOLD[6:]}, {{type: hold, angles: {{speed: 3}}}}]"
    model = model_of("screw: {type: thruster, body: head, diameter: 0.1, rate: speed}", gait)
    assert model.forces["screw"].rate == "speed"
    assert model.commands == ("speed",)
    with pytest.raises(DocumentError, match="unknown joint 'speed'"):
        model_of("", gait)


def test_a_command_with_the_name_of_a_parameter_is_told_so():
    gait = f"gait: [{HOLD[6:]}, {{type: hold, angles: {{size: 3}}}}]"
    with pytest.raises(DocumentError, match=r"unknown joint 'size'.*'size' is a parameter, so that it is no command either"):
        model_of("", gait)


def test_the_example_of_a_command_in_the_documentation_runs():
    page = (Path(__file__).parents[3] / "docs" / "own_machines.md").read_text()
    block = page[page.index("```yaml\nparameters: {speed") + 8 :].partition("```")[0]
    machine = """machine:
  bodies: {hull: {shape: {type: rod, length: 1, radius: 0.1}, density: 1000}, fin: {mass: 1, inertia: [1, 1, 1]}}
  joints: {tail1: {parent: hull, child: fin}}
"""
    scenario = load_text(f"elver: 1\nname: boat\n{block}{machine}run: {{duration: 1}}\n")
    model = scenario.build()
    assert (model.commands, model.forces["screw"].rate) == (("turns",), "turns")
    assert elver.simulate(model, 0.2, solver=elver.Solver(dt=0.01), progress=False).data.base_position.values[-1, 0] > 0


SLIDER = """  bodies:
    rail: {mass: 1, inertia: [1, 1, 1]}
    cart: {mass: 1, inertia: [1, 1, 1]}
    arm: {mass: 1, inertia: [1, 1, 1]}
  joints:
    slide: {parent: rail, child: cart, type: prismatic, mode: SLIDES}
    turn: {parent: cart, child: arm, mode: TURNS}
"""


def sliding(rest: str, slides: str = "torque", turns: str = "driven"):
    text = rest if "gait" in rest else f"drive: {{gait: {{type: hold, angles: {{turn: 0}}}}, control: {{type: idle}}}}\n{rest}"
    return with_machine(SLIDER.replace("SLIDES", slides).replace("TURNS", turns), text).build()


def test_laws_of_joints_that_slide_are_in_their_units():
    model = sliding("inputs: [{type: torque, joints: [slide], limit: 20 N}]\n")
    own = model.inputs["torque.slide"]
    assert (own.high, own.unit, own.parameter.meaning) == (20.0, "N", "force of the motor of joint slide")
    servo = sliding("inputs: [{type: servo, joints: slide, kp: 3 N/m, kd: 1 N s/m, low: -5 cm, high: 5 cm, limit: 2 N}]\n")
    assert (servo.inputs["target.slide"].high, servo.inputs["target.slide"].unit) == (0.05, "m")
    gait = "gait: {type: hold, angles: {turn: 0, slide: 0}}"
    held = sliding(f"drive: {{{gait}, control: {{type: pd, kp: 3 N/m, kd: 1 N s/m}}}}\n")
    assert held.control == drive.PD(3.0, 1.0)
    still = "gait: {type: hold, angles: {turn: 0}}"
    sprung = sliding(f"drive: {{{still}, elastic: {{slide: {{stiffness: 3 N/mm}}}}}}\n", "passive")
    assert sprung.elastic["slide"].stiffness == pytest.approx(3000)
    alone = sliding(f"drive: {{{still}, elastic: {{type: spring, stiffness: 3 N/mm}}}}\n", "passive")
    assert alone.elastic.stiffness == pytest.approx(3000)


@pytest.mark.parametrize(
    ("rest", "says"),
    [
        ("inputs: [{type: torque, joints: [slide], limit: 20 N m}]\n", "given in N m, but N is expected"),
        ("inputs: [{type: torque, joints: [turn], limit: 20 N}]\n", "given in N, but N m is expected"),
        ("inputs: [{type: torque, joints: [slide, turn], limit: 20 N}]\n", "given in N, but N m is expected"),
        ("inputs: [{type: torque, joints: [slide]}]\n", r"joint 'slide' has no limit. Give \{type: torque, limit: ...\} in N\."),
    ],
)
def test_units_of_the_other_motion_are_refused(rest, says):
    with pytest.raises(DocumentError, match=says):
        sliding(rest)


def test_laws_by_body():
    force = model_of("water: {type: morison, only: '*_fin', per_body: {left_fin: {drag_e2: 2}, head: none}}").forces["water"]
    assert isinstance(force, forces.ByBody)
    assert force.law_of("left_fin").drag_e2 == 2.0
    assert force.law_of("right_fin") == elver.forces.Morison()
    assert force.law_of("head") is None


@pytest.mark.parametrize(
    ("media", "words", "mode", "says"),
    [
        ("water: {density: 1}", HOLD, "driven", "a medium has no 'type'. Give one of: anchor"),
        ("water: {type: morisson}", HOLD, "driven", "Did you mean 'morison'"),
        ("water: {type: morison, points: 2.5}", HOLD, "driven", "points = 2.5 is not allowed. Give a whole number from 1 to 64"),
        ("water: {type: morison, only: fins}", HOLD, "driven", "unknown body 'fins'"),
        ("water: {type: morison, per_body: {head: {drag: 1}}}", HOLD, "driven", "unknown key of the law: 'drag'"),
        ("water: {type: wing, polar: {type: dickinson, lift: 1 m}}", HOLD, "driven", "given in m, but 1 is expected"),
        ("water: {type: shore, water: {type: morison}}", HOLD, "driven", "'shore' has no 'land'"),
        ("water: 3", HOLD, "driven", "but a medium is a mapping"),
        ("", "gait: {type: serpenoid, joints: 'x*'}", "driven", "no joint is called so. There are: left, right"),
        ("", "gait: {type: serpenoid}", "driven", "'serpenoid' has no 'joints'"),
        ("", "gait: []", "driven", "give a list of gaits"),
        ("", "gait: {type: recorded, file: a.csv}", "driven", "cannot name files"),
        ("", "control: {type: pd, kp: 1}", "torque", "'pd' has no 'kd'. Give it: damping \\[N m s/rad\\]"),
        ("", f"{HOLD}, control: {{type: pd, kp: {{fins: -1}}, kd: 1}}", "torque", "kp of 'fins' = -1"),
        ("", "elastic: {lft: {}}", "passive", "Did you mean 'left'"),
        ("", "elastic: {left: {}}", "passive", "joint 'right' is passive but model"),
        ("", f"{HOLD}, couplings: {{end: {{type: stop}}}}", "driven", "Did you mean 'stops'"),
        ("", "control: {type: pd, kp: 1, kd: 1, feed_rate: yes}", "torque", "Give true or false"),
    ],
)  # fmt: skip
def test_what_is_refused(media, words, mode, says):
    with pytest.raises(DocumentError, match=says) as caught:
        model_of(media, words, mode)
    assert caught.value.line > 4


def test_laws_that_would_do_nothing_or_act_everywhere_are_refused():
    held = "gait: {type: hold, angles: {hinge: 0}}\n  elastic: {hinge: {stiffness: 1}}"
    text = changed(changed(BRIEF, "elastic: {type: spring, stiffness: 1}", held), ", mode: passive", "")
    with pytest.raises(
        DocumentError, match=r"drive.elastic.hinge: the joint is driven, so that its elastic law would do nothing"
    ):
        load_text(text)
    with pytest.raises(DocumentError, match=r"media.water.only names no body"):
        load_text(changed(BRIEF, "drive:", "media: {water: {type: morison, only: []}}\ndrive:"))


# --- inputs -----------------------------------------------------------------------------------------------------------


def inputs_of(words: str, mode: str = "driven"):
    return with_machine(MACHINE.replace("MODE", mode), f"drive: {{{HOLD}}}\ninputs: [{words}]\n")


def test_inputs():
    scenario = inputs_of(
        "{type: torque, joints: 'l*', limit: 30 mN m}, {type: servo, joints: right, kp: 2, kd: 0.1, high: 20 deg}"
    )
    model = scenario.build()
    assert list(model.inputs) == ["torque.left", "target.right"]
    assert (model.inputs["torque.left"].high, model.inputs["target.right"].high) == (0.03, math.radians(20))
    assert model.asked.wanted == (
        drive.TorqueInputs(("left",), 0.03), drive.ServoInputs(("right",), kp=2.0, kd=0.1, high=math.radians(20))
    )  # fmt: skip
    free = scenario.build(free=["size"])
    assert list(free.free) == ["size", "torque.left", "target.right"]
    with pytest.raises(elver.InputError, match="size"):
        free.check_machine([-1.0, 0.0, 0.0])


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("{type: torque}", "joint 'left' has no limit"),
        ("{type: force}", "unknown type of an input: 'force'"),
        ("{type: servo, kp: 1}", "'servo' has no 'kd'"),
        ("{type: torque, joints: fin, limit: 1}", r"^made.yaml:13:33: inputs\[0\].joints: unknown joint 'fin'"),
        ("{type: parameter, path: gait.angle}", "parameter path 'gait.angle'"),
        ("{type: parameter, path: gait.angles.left}", "which is driven: its angle would jump"),
        ("{type: parameter, path: gait.angles.left, smooth: 0 s}", "smooth = 0 s, which is 0, is not allowed"),
    ],
)
def test_inputs_that_are_refused(words, says):
    with pytest.raises(DocumentError, match=says) as caught:
        inputs_of(words)
    assert caught.value.line > 4


def test_inputs_are_written_as_they_were_asked_for():
    from elver.scenarios.files.writing import write_scenario

    scenario = inputs_of(
        "{type: torque, joints: left, limit: 2}, {type: parameter, path: gait.angles.right, high: 1, smooth: 50 ms}"
    )
    again = load_text(write_scenario(scenario))
    assert again.build().inputs == scenario.build().inputs
    assert again.build().asked.wanted == scenario.build().asked.wanted


@pytest.mark.parametrize(
    "law",
    ["type: pd, kp: 3, kd: 1", "type: lagged, time_constant: 20 ms, law: {type: pd, kp: 3, kd: 0.1}"],
    ids=["plain", "lagged"],
)
def test_a_joint_that_the_gait_leaves_out_is_named_with_its_place(law):
    with pytest.raises(DocumentError, match="joint 'right': the gait gives it no target") as caught:
        model_of(words=f"gait: {{type: hold, angles: {{left: 0.1}}}}, control: {{{law}}}", mode="torque")
    assert caught.value.key == "drive.gait"
    model_of(words=f"control: {{{law}}}", mode="torque")  # its targets may come from inputs
