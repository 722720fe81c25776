"""URDF: each feature of the format, and each way to get it wrong."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import twins
from tolerances import ALGEBRA, ORACLE

from elver._support.errors import InputError
from elver.robot import Box, Compound, Ellipsoid, Rod
from elver.scenarios import import_description

DATA = Path(__file__).parent / "data"
MASS = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
PAIR = f'<link name="a">{MASS}</link><link name="b">{MASS}</link>'
JOINT = '<joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/></joint>'


def imported(inside: str, tmp_path, **options):
    path = tmp_path / "r.urdf"
    path.write_text(f'<robot name="r">{inside}</robot>')
    return import_description(path, **options)


def test_friction_limits_and_warnings():
    arm = import_description(DATA / "arm.urdf")
    shoulder, elbow, push = arm.robot.moving_joints
    assert (shoulder.viscous, shoulder.coulomb, shoulder.limit) == (0.4, 0.2, 30.0)
    assert (elbow.type, push.type) == ("revolute", "prismatic")
    limits = arm.limits["shoulder"]
    assert (limits.low, limits.high, limits.speed, limits.effort) == (-1.5, 2.0, 4.0, 30.0)
    assert arm.limits["elbow"].low is None
    assert any("mimics 'shoulder'" in w for w in arm.warnings)
    assert any("<transmission>" in w for w in arm.warnings)


def test_every_link_keeps_its_name_and_the_mass_its_sum():
    arm = import_description(DATA / "arm.urdf").robot
    assert set(arm.body_names) == {"stand", "upper", "lower", "plunger", "camera", "tip"}
    assert arm.mass == pytest.approx(4 + 1.5 + 0.9 + 0.3 + 0.2, rel=ALGEBRA)


def test_shapes_lie_where_the_file_puts_them():
    """Centroids in the link's frame, read back through the frames of the record."""
    arm = import_description(DATA / "arm.urdf")

    def in_link(name):
        T, body = arm.frames[name], arm.robot.body(name)
        return T[:3, :3].T @ (body.shape.centroid() - T[:3, 3])

    assert isinstance(arm.robot.body("stand").shape, Rod)
    assert np.allclose(in_link("stand"), [0, 0, 0.1], atol=1e-15)
    assert isinstance(arm.robot.body("upper").shape, Compound)
    assert np.allclose(in_link("upper"), [0.15, 0, 0], atol=1e-15)
    assert isinstance(arm.robot.body("lower").shape, Box)  # only drawn, so the drawing is taken
    assert isinstance(arm.robot.body("plunger").shape, Ellipsoid)
    assert arm.robot.body("tip").shape is None
    assert import_description(DATA / "arm.urdf", shapes="none").robot.body("stand").shape is None
    capsule = arm.robot.body("upper").shape
    assert capsule.volume == pytest.approx(np.pi * 0.03**2 * 0.3 + 4 / 3 * np.pi * 0.03**3, rel=ALGEBRA)


def test_meshes_are_named_and_not_opened():
    (mesh,) = import_description(DATA / "arm.urdf").meshes["stand"]
    assert mesh.file == "package://arm/meshes/stand.stl"
    assert mesh.scale == (0.001, 0.001, 0.001)
    assert mesh.role == "visual"


def test_floating_root_is_a_free_base(tmp_path):
    """The massless root goes, its child is the base at the joint's place, and moves as Pinocchio's without the root."""
    pytest.importorskip("pinocchio")
    boat = import_description(DATA / "boat.urdf")
    assert boat.robot.base == "free"
    assert boat.robot.bodies[0].name == "hull"
    assert np.allclose(boat.position, (1, 2, 0.5))
    assert np.allclose(boat.quaternion, (np.cos(0.35), 0, 0, np.sin(0.35)))
    assert boat.limits["rudder"].low is None  # lower above upper
    lines = (DATA / "boat.urdf").read_text().splitlines()
    alone = tmp_path / "alone.urdf"
    alone.write_text("\n".join(line for line in lines if "earth" not in line))
    assert twins.urdf_error(alone, boat) < ORACLE


CHAIN = {
    "table": [("slide1", "prismatic", "1 0 0"), ("slide2", "prismatic", "0 1 0"), ("turn", "continuous", "0 0 1")],
    "line": [
        ("x", "prismatic", "1 0 0"), ("y", "prismatic", "0 1 0"), ("z", "prismatic", "0 0 1"),
        ("yaw", "continuous", "0 0 1"), ("pitch", "continuous", "0 1 0"), ("roll", "continuous", "1 0 0"),
    ],
    "socket": [("yaw", "continuous", "0 0 1"), ("pitch", "continuous", "0 1 0"), ("roll", "continuous", "1 0 0")],
}  # fmt: skip


def written_out(text: str) -> str:
    """The same robot with its planar, floating and spherical joints written as chains of simple ones."""
    ends = {"table": ("base", "puck"), "line": ("puck", "kite"), "socket": ("base", "ball")}
    lines = [line for line in text.splitlines() if "<joint" not in line and "</robot" not in line]
    for line in (line for line in text.splitlines() if "<joint" in line):
        name = line.split('"')[1]
        origin = line[line.index("<origin") : line.index("/>", line.index("<origin")) + 2]
        parent, last = ends[name]
        for k, (ending, kind, axis) in enumerate(CHAIN[name]):
            child = last if k == len(CHAIN[name]) - 1 else f"{last}_{ending}_part"
            if child != last:
                lines.append(f'<link name="{child}"/>')
            limit = '<limit lower="-9" upper="9" effort="1" velocity="1"/>' if kind == "prismatic" else ""
            lines.append(
                f'<joint name="{name}_{ending}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
                f'{origin if k == 0 else ""}<axis xyz="{axis}"/>{limit}</joint>'
            )
            parent = child
    return "\n".join([*lines, "</robot>"])


def test_joints_of_several_freedoms_are_chains(tmp_path):
    pytest.importorskip("pinocchio")
    chain = tmp_path / "chain.urdf"
    chain.write_text(written_out((DATA / "freedoms.urdf").read_text()))
    robot = import_description(DATA / "freedoms.urdf")
    assert len(robot.robot.joint_names) == 12
    assert twins.urdf_error(chain, robot) < ORACLE


def test_odd_masses_are_carried_and_said():
    odd = import_description(DATA / "odd_masses.urdf")
    assert odd.robot.mass == pytest.approx(6.4, rel=ALGEBRA)
    assert odd.robot.body("lead").mass == 0
    assert odd.robot.body("trunk").mass == pytest.approx(5.4, rel=ALGEBRA)
    assert sum("inertia of no body" in w for w in odd.warnings) == 3
    assert any("'gauge' moves no mass" in w for w in odd.warnings)
    assert odd.robot.joint_names == ("hip",)


def test_a_root_called_world_stands_still(tmp_path):
    inside = f'<link name="world"/><link name="b">{MASS}</link>' + JOINT.replace('link="a"', 'link="world"')
    assert imported(inside, tmp_path).robot.base == "fixed"
    with pytest.raises(InputError, match="Give base='fixed'"):
        imported(inside, tmp_path, base="free")


@pytest.mark.parametrize(
    ("inside", "says"),
    [
        ("", "holds no link"),
        ("<link/>", "<link>: has no attribute 'name'"),
        (PAIR, "found a, b"),
        (PAIR + PAIR, "a second link is called 'a'"),
        (PAIR + JOINT + JOINT.replace('"b"', '"a"').replace('"j"', '"k"'), "the joints form a cycle"),
        (PAIR + JOINT + JOINT, "a second joint is called 'j'"),
        (PAIR + JOINT + JOINT.replace('"j"', '"k"'), "closes a loop"),
        (PAIR + JOINT.replace('link="b"', 'link="bb"'), "unknown child link 'bb'. Did you mean 'b'"),
        (PAIR + JOINT.replace("revolute", "revolut"), "Did you mean 'revolute'"),
        (PAIR + JOINT.replace('<parent link="a"/>', ""), "<joint name='j'>: has no <parent>"),
        (PAIR + JOINT.replace("0 0 1", "0 0 0"), "is no direction"),
        (PAIR + JOINT.replace("0 0 1", "0 0"), "'0 0' is not 3 finite numbers"),
        (PAIR + JOINT.replace("0 0 1", "0 0 nan"), "is not 3 finite numbers"),
        (PAIR + JOINT.replace("0 0 1", "0 0 1e400"), "is not 3 finite numbers"),
        (PAIR + JOINT.replace("<axis", '<dynamics damping="-1"/><axis'), "damping = -1. Give a number of 0 or more"),
        (PAIR.replace('value="1"', 'value="-1"') + JOINT, "value = -1. Give a number of 0 or more"),
        (PAIR.replace('ixx="1"', 'ixx="9"') + JOINT, "<link name='a'>: body 'a': principal moments"),
        (PAIR.replace('ixx="1"', 'ixx="-1"') + JOINT, "not positive definite"),
        (PAIR.replace('<mass value="1"/>', "", 1) + JOINT, "<inertial>: has no <mass>"),
        (PAIR + JOINT.replace("<axis", '<axis xyz="1 0 0"/><axis'), "a second <axis>"),
        (PAIR + "<xacro:include filename='x'/>", "Run xacro"),
    ],
)  # fmt: skip
def test_mistakes_name_file_element_and_remedy(inside, says, tmp_path):
    with pytest.raises(InputError) as caught:
        imported(inside, tmp_path)
    assert says in str(caught.value)
    assert "r.urdf" in str(caught.value)


def test_a_loose_cycle_is_named(tmp_path):
    three = "".join(f'<link name="{n}">{MASS}</link>' for n in "abc")
    ring = JOINT.replace('"a"', '"c"') + JOINT.replace('"j"', '"k"').replace('"a"', '"b"').replace(
        'link="b"/><axis', 'link="c"/><axis'
    )
    with pytest.raises(InputError, match="part of a cycle"):
        imported(three + ring, tmp_path)


def test_all_mistakes_of_a_file_are_told_at_once(tmp_path):
    """Each with its line; a link that could not be read is no further mistake of the joints that name it."""
    lines = [
        f'<link name="a">{MASS}</link>'.replace('value="1"', 'value="-1"'),
        f'<link name="b">{MASS}</link>',
        f'<link name="c">{MASS}</link>'.replace('iyy="1"', 'iyy="one"'),
        JOINT.replace("revolute", "revolut"),
        JOINT.replace('"j"', '"k"').replace('"b"', '"bb"'),
        JOINT.replace('"j"', '"l"').replace('"b"', '"c"').replace("0 0 1", "0 0"),
    ]
    with pytest.raises(InputError) as caught:
        imported("\n" + "\n".join(lines), tmp_path)
    told = str(caught.value).splitlines()
    assert len(told) == 5
    for number, says in ((2, "value = -1"), (4, "'one' is not one finite"), (5, "revolut"), (6, "child link 'bb'"), (7, "'0 0'")):
        assert any(f"r.urdf:{number}: " in line and says in line for line in told), (number, told)


def test_all_bodies_that_are_none_and_all_loose_joints_are_told(tmp_path):
    with pytest.raises(InputError) as caught:
        imported(PAIR.replace('ixx="1"', 'ixx="9"') + JOINT, tmp_path)
    assert ["'a'" in line or "'b'" in line for line in str(caught.value).splitlines()] == [True, True]
    with pytest.raises(InputError) as caught:
        imported(PAIR + JOINT.replace('"b"', '"x"') + JOINT.replace('"j"', '"k"').replace('"a"', '"y"'), tmp_path)
    assert "'x'" in str(caught.value).splitlines()[0]
    assert "'y'" in str(caught.value).splitlines()[1]
