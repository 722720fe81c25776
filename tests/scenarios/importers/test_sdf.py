"""SDF: each feature of the format, and each way to get it wrong."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import twins
from tolerances import ALGEBRA, ORACLE, VISIBLE, assert_close, assert_differs

from elver._support.errors import InputError
from elver.model import dynamics_function
from elver.robot import Box, Ellipsoid
from elver.robot.joints import rotation_of
from elver.scenarios import import_description

DATA = Path(__file__).parent / "data"
SWAP = [3, 4, 5, 0, 1, 2]


def imported(inside: str, tmp_path, version: str = "1.7", **options):
    path = tmp_path / "m.sdf"
    path.write_text(f'<sdf version="{version}">{inside}</sdf>')
    return import_description(path, **options)


def accelerations(robot, state, forces=None) -> np.ndarray:
    arguments = (state.quaternion, state.position, state.twist, state.q, state.qd, state.torques)
    return np.concatenate([np.array(v).ravel() for v in dynamics_function(robot, "direct", forces or {})(*arguments)])


# --- added mass -----------------------------------------------------------------------------------------------------


def cross(p) -> np.ndarray:
    return np.array([[0, -p[2], p[1]], [p[2], 0, -p[0]], [-p[1], p[0], 0]])


def tensor(mass, centre, turn, moments, added) -> np.ndarray:
    """Inertia of a link with its added mass about the link's origin, angular part first; all written out by hand."""
    c = cross(centre)
    rigid = np.block([[mass * np.eye(3), -mass * c], [mass * c, turn @ moments @ turn.T - mass * c @ c]])
    return (rigid + added)[np.ix_(SWAP, SWAP)]


def symmetric(entries: dict[str, float]) -> np.ndarray:
    A = np.zeros((6, 6))
    for key, value in entries.items():
        i, k = ("xyzpqr".index(letter) for letter in key)
        A[i, k] = A[k, i] = value
    return A


HULL_ADDED = {"xx": 2, "xy": 0.1, "yy": 15, "zz": 16, "yr": 1.2, "zq": -1.1, "pp": 0.1, "qq": 1.1, "rr": 1.2}
FIN_ADDED = {"xx": 0.05, "yy": 0.1, "zz": 1.5, "zq": 0.14, "pp": 0.01, "qq": 0.03, "rr": 0.002}


def vehicle_in_dart(dart, state, hull_added, fin_added) -> np.ndarray:
    """Accelerations of vehicle.sdf by DART, which takes full 6x6 inertias; built by hand from the numbers of the file."""
    skeleton = dart.dynamics.Skeleton("vehicle")
    skeleton.setGravity([0, 0, 0])
    root, hull = skeleton.createFreeJointAndBodyNodePair(None)
    flap, fin = skeleton.createRevoluteJointAndBodyNodePair(hull)
    stern = rotation_of(0, 0.1, 0)
    axis = stern.T @ np.array([0, 1, 0.2]) / np.hypot(1, 0.2)
    place, after, pose = dart.math.Isometry3(), dart.math.Isometry3(), dart.math.Isometry3()
    place.set_rotation(stern)
    place.set_translation([-0.5, 0, 0.02])
    after.set_rotation(rotation_of(0.3, 0, 0).T)  # the joint's frame in the fin's
    pose.set_rotation(state.rotation)
    pose.set_translation(state.position)
    flap.setTransformFromParentBodyNode(place)
    flap.setTransformFromChildBodyNode(after)
    flap.setAxis(axis)
    hull_moments = np.array([[0.4, 0.01, 0], [0.01, 1.6, 0], [0, 0, 1.7]])
    for node, values in (
        (hull, tensor(20, [0.02, 0, -0.03], rotation_of(0.1, 0, 0), hull_moments, symmetric(hull_added))),
        (fin, tensor(0.8, [-0.1, 0, 0], np.eye(3), np.diag([0.002, 0.004, 0.005]), symmetric(fin_added))),
    ):
        inertia = dart.dynamics.Inertia()
        inertia.setSpatialTensor(values)
        node.setInertia(inertia)
    root.setTransform(pose)
    root.setVelocities(np.linalg.solve(root.getRelativeJacobian(), state.twist[SWAP]))
    flap.setPosition(0, state.q[0])
    flap.setVelocity(0, state.qd[0])
    flap.setForce(0, state.torques[0] - 0.2 * state.qd[0] - 0.05 * np.sign(state.qd[0]))
    skeleton.computeForwardDynamics()
    return np.array([*hull.getSpatialAcceleration()[SWAP], flap.getAcceleration(0)])


def test_added_mass_moves_as_in_dart():
    dart = pytest.importorskip("dartpy")
    vehicle = import_description(DATA / "vehicle.sdf")
    assert list(vehicle.added_mass) == ["hull", "fin"]
    for seed in range(3):
        state = twins.random_state(vehicle, seed)
        found = accelerations(vehicle.robot, state, vehicle.forces)
        assert_close(found, vehicle_in_dart(dart, state, HULL_ADDED, FIN_ADDED), ORACLE)
        dry = accelerations(vehicle.robot, state)
        assert_close(dry, vehicle_in_dart(dart, state, {}, {}), ORACLE)
        assert_differs(found, dry)


def test_added_mass_of_the_base_stays_in_its_frame():
    vehicle = import_description(DATA / "vehicle.sdf")
    assert np.array_equal(vehicle.added_mass["hull"], symmetric(HULL_ADDED))
    assert_close(np.linalg.eigvalsh(vehicle.added_mass["fin"]), np.linalg.eigvalsh(symmetric(FIN_ADDED)), ALGEBRA)
    assert import_description(DATA / "crane.sdf").forces == {}


# --- joints, frames, poses ------------------------------------------------------------------------------------------


def test_springs_friction_and_limits():
    vehicle = import_description(DATA / "vehicle.sdf")
    (flap,) = vehicle.robot.joints
    assert (flap.viscous, flap.coulomb, flap.limit, flap.mode) == (0.2, 0.05, 4.0, "passive")
    assert (vehicle.elastic["flap"].stiffness, vehicle.elastic["flap"].rest) == (3.0, 0.1)
    assert (vehicle.limits["flap"].low, vehicle.limits["flap"].high, vehicle.limits["flap"].speed) == (-0.6, 0.6, None)
    assert vehicle.warnings == ("<plugin> not taken over: 1.",)
    assert isinstance(vehicle.robot.body("hull").shape, Ellipsoid)
    assert isinstance(vehicle.robot.body("fin").shape, Box)


def test_the_pose_of_the_base_is_told():
    vehicle = import_description(DATA / "vehicle.sdf")
    expected = np.array([1, 2, 3]) + rotation_of(0.1, 0.2, 0.3) @ [0.1, 0, 0]
    assert_close(vehicle.position, expected, ALGEBRA)
    turn = rotation_of(0.1, 0.2, 0.3) @ rotation_of(0, 0, 0.2)
    state = twins.random_state(import_description(DATA / "vehicle.sdf", "fixed"), 0)
    assert_close(state.rotation, turn, ALGEBRA)


def test_axes_of_version_1_4_are_those_of_the_model(tmp_path):
    """As the format's own conversion to 1.5 has it: the flag use_parent_model_frame is set on every axis."""
    text = (DATA / "crane.sdf").read_text()
    newer = text.replace('version="1.4"', 'version="1.5"')
    flagged = newer.replace("</xyz>", "</xyz><use_parent_model_frame>true</use_parent_model_frame>")
    old = import_description(DATA / "crane.sdf")
    state = twins.random_state(old, 1)
    found = {}
    for name, version in (("plain", newer), ("flagged", flagged)):
        (tmp_path / name).write_text(version)
        found[name] = accelerations(import_description(tmp_path / name).robot, state)
    assert_close(accelerations(old.robot, state), found["flagged"], ALGEBRA)
    assert np.abs(found["plain"] - found["flagged"]).max() > VISIBLE


def test_ball_and_universal_joints_are_those_of_mjcf():
    """The same wrist in MJCF, which is compared with MuJoCo, has the same names and the same accelerations."""
    pytest.importorskip("mujoco")
    sdf, mjcf = import_description(DATA / "wrist.sdf"), import_description(DATA / "wrist.xml")
    assert sdf.robot.joint_names == mjcf.robot.joint_names
    state = twins.random_state(sdf, 2)
    assert_close(accelerations(sdf.robot, state), accelerations(mjcf.robot, state), ORACLE)


def test_meshes_are_named_and_not_opened():
    assert import_description(DATA / "crane.sdf").meshes["trolley"][0].file == "model://crane/trolley.dae"


MASS = "<inertial><mass>1</mass></inertial>"
LINKS = f'<link name="a">{MASS}</link><link name="b">{MASS}</link>'
AXIS = "<axis><xyz>0 0 1</xyz></axis>"
JOINT = f'<joint name="j" type="revolute"><parent>a</parent><child>b</child>{AXIS}</joint>'


def model(inside: str) -> str:
    return f'<model name="m">{inside}</model>'


def test_defaults_are_those_of_the_format(tmp_path):
    found = imported(model('<link name="a"/>'), tmp_path).robot
    assert found.mass == 1.0
    assert np.array_equal(found.bodies[0].inertia, np.eye(3))


def test_static_models_and_moving_anchors_stand_still(tmp_path):
    assert imported(model("<static>true</static>" + LINKS + JOINT), tmp_path).robot.base == "fixed"
    tied = model(LINKS + JOINT + JOINT.replace('"j"', '"k"').replace(">a<", ">world<").replace(">b<", ">a<"))
    found = imported(tied, tmp_path)
    assert (found.robot.base, found.robot.bodies[0].name) == ("fixed", "world")
    with pytest.raises(InputError, match="carries joint 'k' alone"):
        imported(tied, tmp_path, base="free")


def test_one_of_several_models_is_named(tmp_path):
    two = model(LINKS + JOINT) + model(LINKS + JOINT).replace('"m"', '"n"')
    assert imported(two, tmp_path, part="n").robot.name == "n"
    with pytest.raises(InputError, match="holds 2 models"):
        imported(two, tmp_path)
    with pytest.raises(InputError, match="unknown model 'q'"):
        imported(two, tmp_path, part="q")


CIRCLE = '<link name="a"><pose relative_to="b">0 0 0 0 0 0</pose></link><link name="b"><pose relative_to="a"/></link>'
NEGATIVE = LINKS.replace("</inertial>", "<fluid_added_mass><xx>-1</xx></fluid_added_mass></inertial>")
ELSEWHERE = LINKS.replace(MASS, "<inertial><pose relative_to='b'>0 0 0 0 0 0</pose></inertial>")
QUATERNION = LINKS.replace(MASS, "<pose rotation_format='quat_xyzw'>0 0 0 0 0 0 1</pose>" + MASS)
RING = '<frame name="f" attached_to="g"/><frame name="g" attached_to="f"/>'


@pytest.mark.parametrize(
    ("inside", "says"),
    [
        ("", "holds no <model>"),
        (model(""), "holds no link"),
        (model("<include><uri>model://x</uri></include>"), "names another file"),
        (model(model("")), "a model in a model"),
        (model(LINKS), "found a, b"),
        (model(LINKS + LINKS), "a second link"),
        (model(LINKS + JOINT.replace(">b<", ">c<")), "unknown link 'c'"),
        (model(LINKS + JOINT.replace(">b<", ">world<")), "the world cannot be a child"),
        (model(LINKS + JOINT.replace("revolute", "screw")), "unknown type 'screw'"),
        (model(LINKS + JOINT.replace(AXIS, "")), "<joint name='j'>: has no <axis>"),
        (model(LINKS + JOINT.replace("0 0 1", "0 0 0")), "is no direction"),
        (model(LINKS + JOINT.replace("<xyz>", '<xyz expressed_in="q">')), "unknown frame 'q'"),
        (model(LINKS.replace("<mass>1", "<mass>-1") + JOINT), "its content = -1. Give a number of 0 or more"),
        (model(LINKS.replace("<mass>1", "<mass>x") + JOINT), "'x' is not one finite number"),
        (model(CIRCLE + JOINT), "depends on itself"),
        (model(NEGATIVE + JOINT), "negative eigenvalue"),
        (model(ELSEWHERE + JOINT), "only poses in the link's own frame"),
        (model(QUATERNION + JOINT), "rotation_format"),
        (model(RING + LINKS + JOINT.replace(">b<", ">f<")), "attached to itself"),
        (model('<frame name="f"/>' + LINKS + JOINT.replace(">b<", ">f<")), "attached to no link"),
    ],
)  # fmt: skip
def test_mistakes_name_file_element_and_remedy(inside, says, tmp_path):
    with pytest.raises(InputError) as caught:
        imported(inside, tmp_path)
    assert says in str(caught.value)
    assert "m.sdf" in str(caught.value)


def test_degrees_and_versions(tmp_path):
    turned = LINKS.replace(MASS, '<pose degrees="true">0 0 0 0 0 90</pose>' + MASS, 1) + JOINT
    found = imported(model(turned), tmp_path)
    assert_close(found.quaternion, [np.sqrt(0.5), 0, 0, np.sqrt(0.5)], ALGEBRA)
    with pytest.raises(InputError, match="is no version"):
        imported(model(LINKS + JOINT), tmp_path, version="x")


def test_all_mistakes_of_a_file_are_told_at_once(tmp_path):
    """Each with its line; a link that could not be read is no further mistake of the joints that name it."""
    lines = [
        '<model name="m">',
        '<link name="a"><inertial><mass>-1</mass><inertia><ixx>one</ixx></inertia></inertial></link>',
        '<link name="b"><collision><geometry><sphere/></geometry></collision></link>',
        '<link name="b"/>',
        '<joint name="j" type="revolut"><parent>a</parent><child>b</child></joint>',
        '<joint name="k" type="revolute"><parent>a</parent><child>bb</child><axis/></joint>',
        '<joint name="l" type="revolute"><parent>a</parent><child>b</child><axis><dynamics><damping>-2</damping></dynamics>',
        "<limit><upper>x</upper></limit></axis></joint>",
        "</model>",
    ]
    with pytest.raises(InputError) as caught:
        imported("\n".join(lines), tmp_path)
    told = str(caught.value).splitlines()
    expected = (
        (2, "= -1"), (2, "'one'"), (3, "has no <radius>"), (4, "second link"),
        (5, "revolut"), (6, "'bb'"), (7, "= -2"), (8, "'x'"),
    )  # fmt: skip
    assert len(told) == len(expected)
    for number, says in expected:
        assert any(f"m.sdf:{number}: " in line and says in line for line in told), (number, told)
