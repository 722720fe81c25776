"""Machines in words: loops, imports, and how parts that do not fit are refused."""

from __future__ import annotations

import numpy as np
import pytest
from written import with_machine

from elver.robot import Loop
from elver.scenarios import load
from elver.scenarios.explanation import explain
from elver.scenarios.yaml.nodes import DocumentError

FOUR_BAR = """  base: fixed
  bodies:
    ground: {}
    crank: {shape: {type: rod, length: 0.1, radius: 5 mm}, density: 2700}
    coupler: {shape: {type: rod, length: 0.3, radius: 5 mm}, density: 2700}
    rocker: {shape: {type: rod, length: 0.2, radius: 5 mm}, density: 2700}
  joints:
    motor: {parent: ground, child: crank}
    pin: {parent: crank, child: coupler, d: 0.1, mode: passive}
    pivot: {parent: ground, child: rocker, d: 0.25, mode: passive}
  loops:
    - {name: closing, first: coupler, second: rocker, dependent: [pin, pivot], first_at: [0.3, 0, 0], second_at: [20 cm, 0, 0]}
"""
HELD = "drive: {gait: {type: hold, angles: {motor: 60 deg}}}\n"

URDF = """<robot name="arm">
  <link name="base"><inertial><mass value="2"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  <link name="arm"><inertial><origin xyz="0.1 0 0"/><mass value="1"/>
    <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.02"/></inertial></link>
  <joint name="hinge" type="revolute"><parent link="base"/><child link="arm"/><origin xyz="0 0 0.2"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="5" velocity="1"/></joint>
  <transmission name="gears"/>
</robot>
"""


def test_a_loop():
    loop = with_machine(FOUR_BAR, HELD).build().robot.loops[0]
    wanted = Loop("closing", "coupler", "rocker", ("pin", "pivot"), first_at=(0.3, 0, 0), second_at=(0.2, 0, 0))
    for field in ("name", "first", "second", "dependent", "type"):
        assert getattr(loop, field) == getattr(wanted, field)
    for field in ("first_at", "second_at", "first_axes", "second_axes"):
        assert np.array_equal(getattr(loop, field), getattr(wanted, field))


def test_a_robot_has_the_name_of_its_scenario():
    scenario = with_machine(FOUR_BAR, HELD)
    assert scenario.build().robot.name == scenario.name


def test_axes_of_a_loop_are_given_as_vectors():
    text = FOUR_BAR.replace("first_at", "first_axes: [[0, 1, 0], [-1, 0, 0], [0, 0, 1]], first_at")
    axes = with_machine(text, HELD).build().robot.loops[0].first_axes
    assert np.array_equal(axes[:, 0], [0, 1, 0])
    assert np.array_equal(axes[:, 1], [-1, 0, 0])


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            "dependent: [pin, pivot]",
            "dependent: [pni]",
            r"made.yaml:16:\d+: machine.loops\[0\].dependent\[0\]: unknown joint 'pni'",
        ),
        ("first: coupler", "first: couplr", "Did you mean 'coupler'"),
        ("second: rocker, ", "", "has no 'second'"),
        ("name: closing", "name: closing, type: hinge", "unknown type of loop 'closing'"),
        ("ground: {}", "ground: {}\n    loose: {mass: 1, inertia: [1, 1, 1]}", "exactly one body that is nobody's child"),
        ("parent: crank", "parent: coupler", "cycle"),
        ("child: rocker", "child: coupler", "child of 2 joints"),
        ("  loops:\n", "  loops: {}\n  lops:\n", "unknown key of the machine: 'lops'"),
        ("mode: passive}\n    pivot", "mode: driven}\n    pivot", "cannot be driven"),
    ],
)
def test_what_does_not_fit(old, new, says):
    with pytest.raises(DocumentError, match=says):
        with_machine(FOUR_BAR.replace(old, new, 1), HELD)


def write(folder, import_line: str, more: str = "", name: str = "robot.yaml"):
    (folder / "arm.urdf").write_text(URDF)
    text = f"elver: 1\nname: arm\nmachine:\n  import: {import_line}\n{more}"
    text += "drive: {gait: {type: hold, angles: {hinge: 0}}, elastic: {}}\nrun: {duration: 1}\n"
    (folder / name).write_text(text)
    return folder / name


def test_an_imported_robot_and_what_is_said_over_it(tmp_path):
    more = "  bodies:\n    arm: {shape: {type: rod, length: 0.2, radius: 1 cm}}\n  joints:\n    hinge: {viscous: 0.3}\n"
    robot = load(write(tmp_path, "{file: arm.urdf, base: fixed}", more)).build().robot
    assert robot.base == "fixed"
    assert robot.body("arm").mass == 1.0
    assert robot.body("arm").shape.length == 0.2
    assert robot.body("arm").strip.length == 0.2
    assert robot.joints[0].viscous == 0.3
    assert robot.joints[0].limit == 5.0
    assert load(write(tmp_path, "{file: arm.urdf}")).build().robot.base == "free"


def test_imports_stay_in_their_folder(tmp_path):
    inner = tmp_path / "inner"
    inner.mkdir()
    file = write(tmp_path, "{file: arm.urdf}")
    outside = inner / "robot.yaml"
    outside.write_text(file.read_text().replace("arm.urdf", "../arm.urdf"))
    with pytest.raises(DocumentError, match=r"robot.yaml:4:18: machine.import.file = ../arm.urdf lies outside the folder"):
        load(outside)
    assert load(outside, allow_outside=True).name == "arm"
    (inner / "link.urdf").symlink_to(tmp_path / "arm.urdf")
    outside.write_text(file.read_text().replace("arm.urdf", "link.urdf"))
    with pytest.raises(DocumentError, match="lies outside the folder"):
        load(outside)
    with pytest.raises(DocumentError, match="there is no such file"):
        load(write(tmp_path, "{file: none.urdf}"))
    (tmp_path / "arm.urdf").write_text("<robot")
    broken = tmp_path / "robot.yaml"
    broken.write_text(file.read_text().replace("none.urdf", "arm.urdf"))
    with pytest.raises(DocumentError, match=r"robot.yaml:4:11: machine.import: .*arm.urdf"):
        load(broken)


def test_what_an_import_leaves_out_is_told(tmp_path):
    """Limits are not taken over: a run goes through them unless the scenario has stops."""
    file = write(tmp_path, "{file: arm.urdf, base: fixed}")
    notes = explain(load(file).build()).warnings
    assert "<transmission> not taken over: 1." in notes
    assert any("nothing stops these joints at their limits in the file: hinge" in note for note in notes)
    stops = "elastic: {type: spring}, couplings: {ends: {type: stops, at: hinge, low: -1, high: 1, stiffness: 50}}}"
    text = file.read_text().replace("elastic: {}}", stops).replace("base: fixed}", "base: fixed, mode: passive}")
    file.write_text(text.replace("gait: {type: hold, angles: {hinge: 0}}, ", ""))
    assert not any("nothing stops" in note for note in explain(load(file).build()).warnings)


def test_an_imported_slide_keeps_its_units(tmp_path):
    (tmp_path / "arm.urdf").write_text("")
    more = "  joints:\n    hinge: {viscous: 2 N s/m}\n"
    file = write(tmp_path, "{file: arm.urdf, base: fixed}", more)
    (tmp_path / "arm.urdf").write_text(URDF.replace('type="revolute"', 'type="prismatic"'))
    assert load(file).build().robot.joints[0].viscous == 2.0
    file.write_text(file.read_text().replace("viscous: 2 N s/m", "names: [a]"))
    with pytest.raises(DocumentError, match="an imported joint is one joint"):
        load(file)


def test_the_digest_knows_the_files_that_a_file_names(tmp_path):
    file = write(tmp_path, "{file: arm.urdf}")
    first = load(file).digest
    assert load(file).digest == first
    (tmp_path / "arm.urdf").write_text(URDF.replace('mass value="2"', 'mass value="3"'))
    assert load(file).digest != first


def test_a_file_is_built_from_wherever_the_process_is(tmp_path, monkeypatch):
    """A relative path means the folder that it meant when it was read, as in the processes of a sweep."""
    (tmp_path / "other").mkdir()
    write(tmp_path, "{file: arm.urdf}")
    monkeypatch.chdir(tmp_path)
    scenario = load("robot.yaml")
    monkeypatch.chdir(tmp_path / "other")
    assert scenario.build().robot.body("arm").mass == 1.0
