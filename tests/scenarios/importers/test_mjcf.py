"""MJCF: each feature of the format, which machine is meant, and each way to get it wrong."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from tolerances import ALGEBRA, assert_close

from elver._support.errors import InputError
from elver.robot import Box, Compound, Ellipsoid, Rod
from elver.scenarios import import_description

mujoco = pytest.importorskip("mujoco")

DATA = Path(__file__).parent / "data"
BODY = '<body name="{0}"><geom name="{0}" size="0.1"/>{1}</body>'


def imported(world: str, tmp_path, rest: str = "", **options):
    path = tmp_path / "m.xml"
    path.write_text(f"<mujoco>{rest}<worldbody>{world}</worldbody></mujoco>")
    return import_description(path, **options)


def test_joints_of_one_body_follow_each_other():
    walker = import_description(DATA / "walker.xml")
    assert walker.robot.base == "free"
    assert walker.robot.joint_names == (
        "hip_x", "hip_y", "hip_slide", "ankle_yaw", "ankle_pitch", "ankle_roll", "joint5",
    )  # fmt: skip
    assert sum(body.virtual for body in walker.robot.bodies) == 4
    by_name = {joint.name: joint for joint in walker.robot.joints}
    assert (by_name["hip_x"].viscous, by_name["hip_x"].rotor) == (0.3, 0.02)
    assert by_name["hip_y"].coulomb == 0.1
    assert (by_name["hip_y"].theta, by_name["hip_slide"].r) == (-0.2, -0.05)  # the variable is the file's own
    assert by_name["toe_fixed"].type == "fixed"
    assert by_name["joint5"].limit == 3.0


def test_springs_limits_and_what_is_left_out():
    walker = import_description(DATA / "walker.xml")
    assert (walker.elastic["hip_y"].stiffness, walker.elastic["hip_y"].rest) == (4.0, 0.3)
    assert {j.name: j.mode for j in walker.robot.moving_joints}["hip_y"] == "passive"
    assert (walker.limits["hip_slide"].low, walker.limits["hip_slide"].high) == (-0.1, 0.2)
    assert walker.limits["hip_x"].low is None
    assert walker.warnings == ("actuators not taken over: 1.", "bodies post of the world not taken over.")
    slider = import_description(DATA / "slider.xml")
    assert any("tendons not taken over: 1" in w for w in slider.warnings)
    assert any("fluid" in w for w in slider.warnings)


def test_mass_and_pose_are_those_of_the_compiled_model():
    walker, model = import_description(DATA / "walker.xml"), mujoco.MjModel.from_xml_path(str(DATA / "walker.xml"))
    assert_close(walker.robot.mass, model.body_subtreemass[model.body("torso").id], ALGEBRA)
    assert_close(walker.position, (0.1, 0.2, 1.2), ALGEBRA)
    assert_close(walker.quaternion, model.body_quat[model.body("torso").id], ALGEBRA)


def test_geoms_are_shapes():
    """Volumes and centroids of the primitives, the centroids in the world where all joints are at their reference."""
    walker = import_description(DATA / "walker.xml")
    torso, thigh, shank, toe = (walker.robot.body(n).shape for n in ("torso", "thigh", "shank", "toe"))
    assert isinstance(torso, Compound)
    assert len(torso.parts) == 4  # a capsule is a rod with two caps, and there is an ellipsoid
    length = np.hypot(0.4, 0.05)
    ellipsoid = 4 / 3 * np.pi * 0.1 * 0.07 * 0.05
    assert torso.volume == pytest.approx(np.pi * 0.08**2 * length + 4 / 3 * np.pi * 0.08**3 + ellipsoid, rel=1e-12)
    assert isinstance(thigh, Rod)
    assert thigh.volume == pytest.approx(np.pi * 0.04**2 * 0.3, rel=1e-12)
    assert isinstance(shank, Box)
    assert (shank.l1, shank.l2, shank.l3) == (0.06, 0.08, 0.3)
    assert isinstance(toe, Ellipsoid)
    T = walker.frames["shank"]
    assert_close(T[:3, :3].T @ (shank.centroid() - T[:3, 3]), [0, 0, -0.15], 1e-12)


def test_a_mesh_is_named_with_its_place(tmp_path):
    """MuJoCo moves a mesh to its principal axes; the record tells where the file's own frame lies."""
    corners = "0 0 0  1 0 0  0 0.3 0  0 0 0.2"
    mesh = f'<asset><mesh name="wedge" vertex="{corners}"/></asset>'
    body = '<body name="b"><joint name="j" axis="0 1 0"/><geom type="mesh" mesh="wedge" pos="0.1 0 0" euler="0 0 90"/></body>'
    found = imported(body, tmp_path, mesh)
    (mesh,) = found.meshes["b"]
    assert mesh.file == "wedge"
    T = found.frames["b"]
    assert_close(T[:3, :3].T @ (mesh.position - T[:3, 3]), [0.1, 0, 0], 1e-6)  # meshes are single numbers
    assert_close(T[:3, :3].T @ mesh.rotation, [[0, -1, 0], [1, 0, 0], [0, 0, 1]], 1e-6)


def test_which_machine_is_meant():
    with pytest.raises(InputError, match="holds 2 machines \\(pedestal, float\\)"):
        import_description(DATA / "pair.xml")
    floating = import_description(DATA / "pair.xml", part="float")
    assert (floating.robot.base, floating.robot.body_names) == ("free", ("float", "tail"))
    arm = import_description(DATA / "pair.xml", part="pedestal")
    assert (arm.robot.base, arm.robot.body_names) == ("fixed", ("pedestal", "link"))
    assert arm.position == (1.0, 0.0, 0.0)
    with pytest.raises(InputError, match=r"unknown body of the world 'flaot'\. Did you mean 'float'"):
        import_description(DATA / "pair.xml", part="flaot")


def test_several_tied_machines_share_the_world(tmp_path):
    joint = '<joint name="{0}" axis="0 0 1"/>'
    world = BODY.format("a", joint.format("ja")) + BODY.format("b", joint.format("jb"))
    found = imported(world, tmp_path)
    assert found.robot.body_names == ("world", "a", "b")
    with pytest.raises(InputError, match="Name one by part"):
        imported(world, tmp_path, base="free")


def test_another_base_takes_the_place_of_the_joints_to_the_world():
    slider = import_description(DATA / "slider.xml")
    assert (slider.robot.base, slider.robot.joint_names) == ("fixed", ("x", "y", "yaw", "tilt"))
    planar = import_description(DATA / "slider.xml", "planar")
    assert (planar.robot.base, planar.robot.joint_names) == ("planar", ("tilt",))
    assert any("x, y, yaw tie 'cart'" in w for w in planar.warnings)
    assert planar.position == (0.0, 0.0, 0.4)
    held = import_description(DATA / "walker.xml", "fixed")
    assert (held.robot.base, held.robot.bodies[0].name) == ("fixed", "torso")


def test_approximations_of_ball_joints_are_said(tmp_path):
    found = imported(BODY.format("a", '<joint name="s" type="ball" damping="1" stiffness="2"/>'), tmp_path)
    assert any("act on its three angles" in w for w in found.warnings)
    assert any("its spring was not taken over" in w for w in found.warnings)
    free = imported(BODY.format("a", '<joint type="free" damping="1"/>'), tmp_path)
    assert any("of the free joint not taken over" in w for w in free.warnings)


def test_nameless_things_get_names_of_their_own(tmp_path):
    inner = '<body><joint axis="1 0 0"/><geom size="0.1"/></body>'
    found = imported(f'<body name="body2"><freejoint/><geom size="0.1"/>{inner}</body>', tmp_path)
    assert found.robot.body_names == ("body2", "body2_")
    assert found.robot.joint_names == ("joint1",)


@pytest.mark.parametrize(
    ("world", "says"),
    [
        ("", "holds no body"),
        ('<body name="a"><joint/></body>', "MuJoCo cannot compile it"),
        ('<body name="a"><geom size="nan"/></body>', "MuJoCo cannot compile it"),
        ('<body name="a"><geom size="1" mass="-1"/></body>', "MuJoCo cannot compile it"),
        ("<bode/>", "MuJoCo cannot compile it"),
    ],
)
def test_mistakes_name_the_file(world, says, tmp_path):
    with pytest.raises(InputError, match=says) as caught:
        imported(world, tmp_path)
    assert "m.xml" in str(caught.value)


def test_all_mistakes_of_a_file_are_told_at_once(tmp_path):
    """MuJoCo names the first one alone."""
    lines = [
        '<body name="a" pos="0 0"><freejoint/><geom size="0.1"/>',
        '<body name="b"><joint name="j" type="hing"/><geom type="bal" size="0.1"/></body>',
        '<body name="b"><joint name="k" axis="0 0 one"/><geom size="0.1" mass="1 2"/></body></body>',
    ]
    with pytest.raises(InputError) as caught:
        imported("\n" + "\n".join(lines), tmp_path, '<actuator><motor joint="jj"/></actuator>')
    told = str(caught.value).splitlines()
    expected = ((2, "'0 0'"), (3, "'hing'"), (3, "'bal'"), (4, "second body"), (4, "'0 0 one'"), (4, "'1 2'"), (1, "'jj'"))
    assert len(told) == len(expected)
    for number, says in expected:
        assert any(f"m.xml:{number}: " in line and says in line for line in told), (number, told)


def test_what_mujoco_alone_knows_is_told_beside_the_rest(tmp_path):
    with pytest.raises(InputError) as caught:
        imported('<bode/>\n<body name="a" pos="0 0"/>', tmp_path)
    first, second = str(caught.value).splitlines()
    assert "MuJoCo cannot compile it" in first
    assert "bode" in first
    assert "m.xml:2: <body name='a'>: pos = '0 0'" in second


def test_without_mujoco_the_message_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "mujoco", None)
    with pytest.raises(InputError, match=r'pip install "elver\[imports\]"'):
        import_description(DATA / "walker.xml")


def test_numbers_that_mujoco_lets_pass_are_refused(tmp_path):
    """Found by the adversary: a place at infinity compiles."""
    with pytest.raises(InputError, match=r"m\.xml:1: <body name='a'>: .*not finite"):
        imported('<body name="a" pos="inf 0 0"><freejoint/><geom size="0.1"/></body>', tmp_path)


def test_warnings_of_the_compiler_are_told_and_nothing_is_written(tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    found = imported(BODY.format("a", "<freejoint/>"), tmp_path, '<compiler settotalmass="3"/>')
    assert found.robot.mass == pytest.approx(3)
    assert list(Path.cwd().iterdir()) == []
    if mujoco.mj_version() >= 4_000_000:
        assert any("settotalmass" in w for w in found.warnings)
