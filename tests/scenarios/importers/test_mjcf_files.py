"""Files that an MJCF file names are inside its folder, and nothing in it fills the memory."""

from __future__ import annotations

import pytest

from elver._support.errors import InputError
from elver.scenarios.importers.robot import import_robot

pytest.importorskip("mujoco")

BODY = '<worldbody><body name="a"><freejoint/><geom size="0.1"/></body></worldbody>'
PARTS = '<mujoco><worldbody><body name="b"><freejoint/><geom size="0.2"/></body></worldbody></mujoco>'


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "outside.xml").write_text(PARTS)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "part.xml").write_text(PARTS)
    return tmp_path / "in"


def written(folder, inside: str):
    (folder / "m.xml").write_text(f"<mujoco>{inside}</mujoco>")
    return folder / "m.xml"


def test_includes_inside_are_followed(folder):
    assert import_robot(written(folder, '<include file="part.xml"/>')).mass > 0


@pytest.mark.parametrize("name", ["../outside.xml", "sub/../../outside.xml", "link.xml"])
def test_includes_outside_are_refused_unless_allowed(folder, name):
    (folder / "link.xml").symlink_to(folder.parent / "outside.xml")
    path = written(folder, f'<include file="{name}"/>')
    with pytest.raises(InputError, match=r"<include>: names the file .* outside the folder"):
        import_robot(path)
    if name != "sub/../../outside.xml":
        assert import_robot(path, allow_outside=True).mass > 0


@pytest.mark.parametrize(
    "inside",
    [
        '<asset><mesh name="m" file="/etc/hostname"/></asset>',
        '<compiler meshdir=".."/><asset><mesh name="m" file="outside.stl"/></asset>',
        '<compiler assetdir="/tmp"/><asset><texture name="t" type="2d" file="t.png"/></asset>',
        '<asset><texture name="t" type="cube" fileright="../t.png"/></asset>',
        '<asset><hfield name="h" file="../h.bin" size="1 1 1 1"/></asset>',
        '<asset><model name="n" file="../outside.xml"/></asset>',
    ],
)
def test_no_asset_outside_is_opened(folder, inside):
    with pytest.raises(InputError, match="outside the folder"):
        import_robot(written(folder, inside + BODY))


def test_what_an_included_file_names_is_looked_at_too(folder):
    (folder / "part.xml").write_text('<mujoco><asset><mesh name="m" file="../x.stl"/></asset></mujoco>')
    with pytest.raises(InputError, match=r"part.xml:1: <mesh name='m'>: names the file"):
        import_robot(written(folder, '<include file="part.xml"/>' + BODY))


def test_a_circle_of_includes_ends(folder):
    path = written(folder, '<include file="m.xml"/>' + BODY)
    with pytest.raises(InputError, match="files are included"):
        import_robot(path)


def test_a_missing_include_is_said_where_it_is_named(folder):
    with pytest.raises(InputError, match=r"<include>: the file it names cannot be used.*No such file"):
        import_robot(written(folder, '<include file="nothing.xml"/>' + BODY))


@pytest.mark.parametrize(
    ("inside", "says"),
    [
        ('<asset><texture name="t" type="2d" builtin="flat" width="100000" height="100000"/></asset>' + BODY, "width is larger"),
        ('<asset><hfield name="h" nrow="1000000" ncol="2" size="1 1 1 1"/></asset>' + BODY, "nrow is larger"),
        ('<worldbody><replicate count="100000"><body><geom size="1"/></body></replicate></worldbody>', "repeats more than"),
        (
            '<worldbody><replicate count="200"><replicate count="200"><geom size="1"/></replicate></replicate></worldbody>',
            "repeats more than",
        ),
    ],
)
def test_nothing_fills_the_memory(folder, inside, says):
    with pytest.raises(InputError, match=says):
        import_robot(written(folder, inside))
