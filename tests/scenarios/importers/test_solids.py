"""Primitives as shapes: mass, centre and inertia of a homogeneous solid are those that MuJoCo computes."""

from __future__ import annotations

import numpy as np
import pytest
from tolerances import ORACLE, assert_close

from elver.scenarios import import_description

GEOMS = {
    "sphere": 'size="0.2"',
    "capsule": 'size="0.1 0.3"',
    "cylinder": 'size="0.1 0.3"',
    "ellipsoid": 'size="0.1 0.2 0.3"',
    "box": 'size="0.1 0.2 0.3"',
}


@pytest.mark.parametrize("kind", GEOMS)
def test_a_homogeneous_primitive(kind, tmp_path):
    pytest.importorskip("mujoco")
    geom = f'<geom type="{kind}" {GEOMS[kind]} pos="0.1 0.2 -0.3" euler="20 30 40" density="700"/>'
    (tmp_path / "m.xml").write_text(
        f'<mujoco><worldbody><body name="b"><joint axis="0.3 0.4 0.5" pos="0.1 0 0"/>{geom}</body></worldbody></mujoco>'
    )
    body = import_description(tmp_path / "m.xml").robot.body("b")
    assert_close(700 * body.shape.volume, body.mass, ORACLE)
    assert_close(body.shape.centroid(), body.centre_of_mass, ORACLE)
    assert_close(body.shape.inertia(700), body.inertia, ORACLE)


def test_several_primitives_and_an_impossible_one(tmp_path):
    boxes = "".join(
        f'<collision><origin xyz="{x} 0 0"/><geometry><box size="{size} 1 1"/></geometry></collision>'
        for x, size in ((0, 1), (2, 1), (9, 0))
    )
    inertial = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>'
    (tmp_path / "r.urdf").write_text(f'<robot name="r"><link name="a">{inertial}{boxes}</link></robot>')
    found = import_description(tmp_path / "r.urdf")
    assert found.robot.body("a").shape.volume == 2.0
    assert np.array_equal(found.robot.body("a").shape.centroid(), [1, 0, 0])
    assert any("a box was left out" in w for w in found.warnings)
