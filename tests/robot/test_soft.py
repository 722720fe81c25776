"""Soft appendages: the clamped beam and rod are approached, on every base and side; what cannot be is refused by name."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import casadi as ca
import numpy as np
import pytest

import elver
from elver import Body, InputError, Joint, Model, Robot
from elver.drive import ConstantPose, Spring, springs
from elver.model import dynamics_function
from elver.robot import Box, Rigidity, soft_appendage

LENGTH, WIDTH, HEIGHT, DENSITY = 0.5, 0.004, 0.02, 1200.0  # a strip that bends about z
EI, GJ = 0.7, 0.3
LINE = DENSITY * WIDTH * HEIGHT  # kg/m
CLAMPED = Joint("clamp", "wall", "beam", type="fixed")
ROOTS = np.array([1.875104068711961, 4.694091132974175, 7.854757438237613])  # of cos z cosh z = -1


def strip(name, x, length):
    return Body.solid(name, Box(length, WIDTH, HEIGHT, at=(length / 2, 0, 0)), DENSITY)


def wall():
    return Body("wall", 1.0, inertia=np.eye(3))


def beam(sections, **kind):
    appendage = soft_appendage(CLAMPED, LENGTH, sections, strip, **(kind or {"bending": Rigidity(EI)}))
    robot = Robot("beam", [wall(), *appendage.bodies], appendage.joints, base="fixed")
    return robot, appendage


def mass_and_stiffness(sections, **kind):
    robot, appendage = beam(sections, **kind)
    n = len(robot.moving)
    zero = np.zeros(n)
    A = np.array(dynamics_function(robot, "lagrange")((1, 0, 0, 0), np.zeros(3), np.zeros(6), zero, zero)[0])[-n:, -n:]
    return A, np.diag([appendage.stiffness[name] for name in robot.joint_names])


def frequencies(sections, **kind):
    A, K = mass_and_stiffness(sections, **kind)
    return np.sqrt(np.sort(np.linalg.eigvals(np.linalg.solve(A, K)).real))


def order(errors):
    return np.log2(np.array([a / b for a, b in pairwise(np.abs(errors))]))


def tip_deflection(sections):
    """Of a small force at the tip, across the beam: lever of every joint squared over its stiffness."""
    _, appendage = beam(sections)
    k = np.array([appendage.stiffness[name] for name in appendage.bending])
    arms = LENGTH - LENGTH / sections * np.arange(sections)
    return float(np.sum(arms**2 / k))


def test_static_deflection_of_the_clamped_beam_is_approached_with_order_two():
    exact = LENGTH**3 / (3 * EI)
    errors = [tip_deflection(M) / exact - 1 for M in (16, 32, 64, 128)]
    assert order(errors) == pytest.approx(2, abs=0.15)
    assert abs(errors[-1]) < 1e-4


def sag(sections):
    """Tip of a level beam under its own weight, small: joints turn by the load's moments from the mechanics, over stiffness."""
    level = replace(CLAMPED, alpha=np.pi / 2)  # bends about the horizontal
    a = soft_appendage(level, LENGTH, sections, strip, bending=Rigidity(EI))
    robot, zero = Robot("beam", [wall(), *a.bodies], a.joints, base="fixed"), np.zeros(sections)
    weight = {"gravity": elver.forces.Gravity(1e-3)}
    h = np.array(dynamics_function(robot, "lagrange", weight)((1, 0, 0, 0), np.zeros(3), np.zeros(6), zero, zero)[1]).ravel()
    turns = -h[-sections:] / np.array([a.stiffness[name] for name in a.bending])
    return float(turns @ (LENGTH - LENGTH / sections * np.arange(sections)))


def test_sag_of_the_clamped_beam_is_approached_with_order_two():
    exact = -LINE * 1e-3 * LENGTH**4 / (8 * EI)
    errors = [sag(M) / exact - 1 for M in (8, 16, 32)]
    assert order(errors) == pytest.approx(2, abs=0.1)
    assert abs(errors[-1]) < 2e-3


def test_first_three_frequencies_of_the_clamped_beam_are_approached_with_order_two():
    exact = ROOTS**2 * np.sqrt(EI / (LINE * LENGTH**4))
    errors = np.array([frequencies(M)[:3] / exact - 1 for M in (8, 16, 32)])
    for k in range(3):
        assert order(errors[:, k])[-1] == pytest.approx(2, abs=0.1), k
    assert np.abs(errors[-1]).max() < 4e-3


def test_equal_springs_everywhere_miss_the_clamped_beam_by_first_order():
    """k = EI/l at the clamp too, which is the easy mistake: the root cell is only half as long."""
    exact = LENGTH**3 / (3 * EI)
    errors = []
    for M in (8, 16, 32):
        arms = LENGTH - LENGTH / M * np.arange(M)
        errors.append(np.sum(arms**2) * LENGTH / M / EI / exact - 1)
    assert order(errors) == pytest.approx(1, abs=0.1)


def test_torsional_frequencies_of_the_clamped_rod_are_approached_with_order_two():
    polar = DENSITY * WIDTH * HEIGHT * (WIDTH**2 + HEIGHT**2) / 12
    exact = (np.arange(3) + 0.5) * np.pi / LENGTH * np.sqrt(GJ / polar)
    errors = np.array([frequencies(M, twist=Rigidity(GJ))[:3] / exact - 1 for M in (8, 16, 32)])
    for k in range(3):
        assert order(errors[:, k])[-1] == pytest.approx(2, abs=0.3), k
    assert np.abs(errors[-1]).max() < 4e-3


def test_tapered_beam_meets_a_constant_moment_exactly():
    """Tip slope under an end moment is its integral over EI(x), whatever the number of sections."""
    for M in (1, 3, 7):
        appendage = soft_appendage(CLAMPED, LENGTH, M, strip, bending=Rigidity((EI, 0.2 * EI)))
        slope = sum(1 / appendage.stiffness[n] for n in appendage.bending)
        assert slope == pytest.approx(LENGTH * np.log(5) / (0.8 * EI), rel=1e-5)


def test_joint_values_by_number_course_and_function():
    both = {"damping": {"bending": (1e-3, 3e-3), "twist": 2e-3}}
    a = soft_appendage(CLAMPED, 0.4, 4, strip, bending=(8.0, 4.0), twist=lambda x: 1 + x, **both)
    assert [a.stiffness[n] for n in a.bending] == pytest.approx([8, 7, 6, 5])
    assert [a.stiffness[n] for n in a.twist] == pytest.approx([1.1, 1.2, 1.3])
    assert [a.damping[n] for n in a.bending] == pytest.approx([1e-3, 1.5e-3, 2e-3, 2.5e-3])
    assert {a.damping[n] for n in a.twist} == {2e-3}
    law = springs(a)[a.twist[0]]
    assert (law.stiffness, law.damping) == pytest.approx((1.1, 2e-3))


def test_the_papers_order_of_joints():
    """Stroke, bending, then twist and bending in turn; a massless link wherever two joints meet."""
    root = Joint("stroke", "thorax", "wing", group="stroke")
    a = soft_appendage(root, 0.07, 3, strip, bending=1.0, twist=1.0)
    assert [j.name for j in a.joints] == [
        "stroke", "wing_bending1", "wing_twist2", "wing_bending2", "wing_twist3", "wing_bending3",
    ]  # fmt: skip
    assert [b.virtual for b in a.bodies] == [True, False, True, False, True, False]
    assert [j.mode for j in a.joints] == ["driven", *["passive"] * 5]


def tip(angles, side=1):
    """Pose of the last section of an appendage along +-y of its parent."""
    root = Joint("root", "wall", "arm", gamma=side * np.pi / 2, d=0.1, type="fixed")
    a = soft_appendage(root, 0.4, 2, strip, bending=1.0, twist=1.0)
    robot = Robot("arm", [wall(), *a.bodies], a.joints, base="fixed")
    q = [angles[name.removeprefix("arm_")] for name in robot.joint_names]
    kin = elver.dynamics.forward_kinematics(robot, ca.SX.eye(3), ca.SX(3, 1), ca.SX(6, 1), ca.SX(ca.DM(q)), ca.SX(3, 1))
    return np.array(ca.evalf(ca.horzcat(kin.rotations[-1], kin.positions[-1])))


def test_frames_bend_about_z_and_twist_about_the_axis():
    rest = tip({"bending1": 0, "twist2": 0, "bending2": 0}, side=-1)
    assert rest[:, 0] == pytest.approx([0, -1, 0])  # x along the appendage
    assert rest[:, 2] == pytest.approx([0, 0, 1])
    assert rest[:, 3] == pytest.approx([0, -0.3, 0])
    bent = tip({"bending1": 0.3, "twist2": 0, "bending2": 0}, side=-1)
    assert bent[:, 3] == pytest.approx([0.2 * np.sin(0.3), -0.1 - 0.2 * np.cos(0.3), 0])
    twisted = tip({"bending1": 0, "twist2": 0.3, "bending2": 0}, side=-1)
    assert twisted[:, 0] == pytest.approx(rest[:, 0])
    assert twisted[:, 2] == pytest.approx(np.cos(0.3) * rest[:, 2] - np.sin(0.3) * rest[:, 1])


def test_mirrored_appendages_move_with_opposite_angles():
    mirror = np.diag([1.0, -1.0, 1.0])
    angles = {"bending1": 0.4, "twist2": -0.7, "bending2": 0.2}
    right, left = tip(angles, side=-1), tip({k: -v for k, v in angles.items()}, side=1)
    assert left[:, 3] == pytest.approx(mirror @ right[:, 3], abs=1e-14)
    assert left[:, [0, 2]] == pytest.approx(mirror @ right[:, [0, 2]], abs=1e-14)


@pytest.mark.parametrize("base", ["free", "fixed", "planar", "sagittal"])
def test_a_soft_tail_rings_on_every_base_and_any_parent_and_keeps_its_energy(base):
    hip = Joint("hip", "body", "link", d=0.1, type="fixed")
    root = Joint("root", "link", "tail", d=0.2, type="fixed")
    a = soft_appendage(root, 0.3, 3, strip, bending=Rigidity(0.02), twist=None if base == "planar" else 2e-3)
    body, link = (Body.solid(n, Box(0.2, 0.1, 0.1), 500.0) for n in ("body", "link"))
    robot = Robot("tailed", [body, link, *a.bodies], [hip, *a.joints], base=base)
    start = elver.InitialState(angles=dict.fromkeys((*a.bending, *a.twist), 0.2))
    run = elver.simulate(Model("tailed", robot, elastic=springs(a), start=start), 0.3, solver=elver.Solver(dt=1e-4))
    assert run.status == "finished"
    assert run.summary["ledger_closure"] < 1e-8
    assert np.ptp(run.data.kinetic_energy.values) > 0.1 * float(run.data.potential_energy[0])


def test_a_driven_root_needs_a_motion_and_a_passive_joint_a_law():
    root = Joint("stroke", "wall", "arm")
    a = soft_appendage(root, 0.3, 2, strip, bending=1.0, twist=1.0)
    robot = Robot("arm", [wall(), *a.bodies], a.joints, base="fixed")
    with pytest.raises(InputError, match="'stroke' is driven but model 'arm' has no gait"):
        Model("arm", robot, elastic=springs(a))
    with pytest.raises(InputError, match="'stroke' is driven but the gait gives it no motion"):
        elver.compile_model(Model("arm", robot, gait=ConstantPose({}), elastic=springs(a)))
    laws = springs(a)
    laws.pop("arm_twist2")
    with pytest.raises(InputError, match="'arm_twist2' is passive but model 'arm' has no elastic law"):
        Model("arm", robot, gait=ConstantPose({"stroke": 0.0}), elastic=laws)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sections": 0}, "appendage 'beam': sections = 0. Give a whole number of 1 or more"),
        ({"sections": 2.0}, "sections = 2.0"),
        ({"length": -1.0}, "appendage 'beam': length"),
        ({"bending": -1.0}, "appendage 'beam': bending stiffness at x = 0 m = -1.0 is not allowed"),
        ({"bending": (1.0, -0.1)}, "bending stiffness at the tip = -0.1 is not allowed"),
        ({"bending": ("stiff", 1.0)}, "bending stiffness at the root = 'stiff' is not allowed"),
        ({"twist": lambda x: -x}, "appendage 'beam': twist stiffness at x = 0.25 m = -0.25"),
        ({"twist": lambda x: 1 / 0}, "twist stiffness at x = 0.25 m failed with ZeroDivisionError"),
        ({"bending": Rigidity((1.0, -1.0))}, "bending stiffness at the tip"),
        ({"bending": Rigidity(lambda x: 0.4 - x)}, "bending stiffness at x = 0.4"),
        ({"bending": "stiff"}, "Give a number, a pair"),
        ({"damping": -1e-3}, "bending damping"),
        ({"damping": {"bending": 1.0}}, "damping has no 'twist'"),
        ({"bending": None, "twist": None}, "neither bends nor twists"),
        ({"bending": None, "sections": 1}, "one section has no twist joint"),
        ({"section": lambda name, x, length: Body("other")}, "section 'beam_section1' must be an elver.Body of that name"),
    ],
)
def test_what_cannot_be_is_refused_by_name(change, message):
    given = {"length": 0.5, "sections": 2, "section": strip, "bending": 1.0, "twist": 1.0} | change
    with pytest.raises(InputError, match=None) as refusal:
        soft_appendage(CLAMPED, **given)
    assert message in str(refusal.value)


def test_stiffness_can_stay_free():
    robot, a = beam(3, bending=(2.0, 1.0))
    soft = Model("beam", robot, elastic=springs(a), start=elver.InitialState(angles={"beam_bending1": 0.01}))
    program = elver.compile_model(soft.freed("elastic.beam_bending1.stiffness"))
    slow = elver.simulate(
        program,
        0.02,
        solver=elver.Solver(dt=1e-4),
        save=elver.Save(every=1e-3),
        parameters={"elastic.beam_bending1.stiffness": 0.5},
    )
    fast = elver.simulate(
        replace(soft, elastic={**springs(a), "beam_bending1": Spring(0.5)}),
        0.02,
        solver=elver.Solver(dt=1e-4),
        save=elver.Save(every=1e-3),
    )
    assert slow.data.joint_position.values == pytest.approx(fast.data.joint_position.values, abs=1e-12)
