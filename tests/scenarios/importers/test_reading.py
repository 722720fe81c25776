"""Robots out of files move as they do in the engines that own the formats; what a file is, its content says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import twins
from tolerances import ORACLE, VISIBLE

from elver._support.errors import InputError
from elver.scenarios import import_description
from elver.scenarios.importers.robot import import_robot

DATA = Path(__file__).parent / "data"


def test_urdf_moves_as_in_pinocchio():
    pytest.importorskip("pinocchio")
    for name in ("arm.urdf", "odd_masses.urdf"):
        assert twins.urdf_error(DATA / name, import_description(DATA / name)) < ORACLE
        assert twins.urdf_error(DATA / name, import_description(DATA / name, "fixed")) < ORACLE


MJCF = [("walker", None), ("slider", None), ("wrist", None), ("pair", "float"), ("pair", "pedestal"), ("pair_arm", None)]


@pytest.mark.parametrize(("name", "part"), MJCF)
def test_mjcf_moves_as_in_mujoco(name, part):
    pytest.importorskip("mujoco")
    assert twins.mjcf_error(DATA / f"{name}.xml", import_description(DATA / f"{name}.xml", part=part)) < ORACLE


def test_sdf_moves_as_in_dart(tmp_path):
    """DART reads versions 1.5 and 1.6, in which an axis is given in the joint's frame or, by a flag, in the model's."""
    pytest.importorskip("dartpy")
    text = (DATA / "crane.sdf").read_text().replace('version="1.4"', 'version="1.6"')
    in_model = text.replace("</xyz>", "</xyz><use_parent_model_frame>true</use_parent_model_frame>")
    loose = "\n".join(line for line in text.splitlines() if "anchor" not in line)
    for base, version in (("fixed", text), ("fixed", in_model), ("free", loose)):
        path = tmp_path / "crane.sdf"
        path.write_text(version)
        imported = import_description(path)
        assert imported.robot.base == base
        assert twins.sdf_error(path, imported) < ORACLE


def test_a_slip_of_the_frames_would_be_seen(tmp_path):
    """A joint axis that is off by a hundredth of a degree is not within the tolerance."""
    pytest.importorskip("pinocchio")
    wrong = tmp_path / "arm.urdf"
    wrong.write_text((DATA / "arm.urdf").read_text().replace('xyz="0.6 -0.2 0.9"', 'xyz="0.6 -0.1 0.9"'))
    assert twins.urdf_error(DATA / "arm.urdf", import_description(wrong)) > VISIBLE


def test_content_decides_not_the_name(tmp_path):
    (tmp_path / "arm.xml").write_text((DATA / "arm.urdf").read_text())
    assert import_description(tmp_path / "arm.xml").format == "urdf"
    assert import_robot(tmp_path / "arm.xml", "fixed").base == "fixed"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"base": "loose"}, "unknown base 'loose'"),
        ({"mode": "drive"}, "Did you mean 'driven'"),
        ({"shapes": "colission"}, "Did you mean 'collision'"),
        ({"part": "arm"}, "a URDF file holds one robot"),
    ],
)
def test_options_are_checked(options, says):
    with pytest.raises(InputError, match=says):
        import_description(DATA / "arm.urdf", **options)


def test_other_files_are_refused(tmp_path):
    for content, says in (
        ("<html/>", "outermost element"),
        ("", "not well-formed"),
        ("<robot", "not well-formed"),
        ("\0\1", "not well-formed"),
    ):
        (tmp_path / "f").write_text(content)
        with pytest.raises(InputError, match=says):
            import_robot(tmp_path / "f")
    with pytest.raises(InputError, match="No such file"):
        import_robot(tmp_path / "none.urdf")
    with pytest.raises(InputError, match="not a file"):
        import_robot(tmp_path)


def test_mode_goes_to_every_joint_but_springs():
    imported = import_description(DATA / "vehicle.sdf", mode="torque")
    assert [j.mode for j in imported.robot.joints] == ["passive"]
    assert [j.mode for j in import_robot(DATA / "arm.urdf", mode="torque").moving_joints] == ["torque"] * 3
    assert np.all([j.mode == "driven" for j in import_robot(DATA / "arm.urdf").moving_joints])
